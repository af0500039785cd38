//! What each kind of value takes and refuses.

use super::*;

fn parse(text: &str) -> Spanned<DeValue<'_>> {
    DeValue::parse(text).unwrap()
}

fn read<V: Value>(text: &str) -> Option<V> {
    V::read(parse(text).get_ref())
}

#[test]
fn an_address_is_https_or_on_this_machine() {
    for text in [
        "",
        "https://issuer.example",
        "https://issuer.example/realms/one/",
        "http://127.0.0.1:8080",
        "http://127.8.0.1",
        "http://[::1]:9",
        "http://localhost:9030/base",
    ] {
        let url: SafeUrl = read(&format!("\"{text}\"")).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(url.given().unwrap_or_default(), text, "it stays as it was written");
        assert_eq!(read::<SafeUrl>(&url.shown()), Some(url));
    }
    for text in [
        "http://issuer.example",
        "http://10.0.0.1",
        "http://localhost.example",
        "http://127.0.0.1.example",
        "ftp://127.0.0.1",
        "file:///etc/passwd",
        "https://user@issuer.example",
        "https://user:word@issuer.example",
        "https://issuer.example?x=1",
        "https://issuer.example#x",
        "issuer.example",
        "https://",
    ] {
        assert_eq!(read::<SafeUrl>(&format!("\"{text}\"")), None, "{text}");
    }
    let long = |bytes: usize| format!("\"https://i.example/{}\"", "x".repeat(bytes - 18));
    assert!(read::<SafeUrl>(&long(URL_BYTES_MAX)).is_some());
    assert!(read::<SafeUrl>(&long(URL_BYTES_MAX + 1)).is_none());
}

#[test]
fn keys_are_discovered_fetched_or_read() {
    assert_eq!(read("\"discover\""), Some(KeySource::Discover));
    assert_eq!(read("\"/etc/keys.json\""), Some(KeySource::File("/etc/keys.json".into())));
    let url = Url::parse("https://issuer.example/keys").unwrap();
    assert_eq!(read("\"https://issuer.example/keys\""), Some(KeySource::Url(url)));
    for text in ["\"\"", "\"keys.json\"", "\"http://issuer.example/keys\"", "7"] {
        assert_eq!(read::<KeySource>(text), None, "{text}");
    }
    for source in [KeySource::Discover, KeySource::File("/a \"b\"".into())] {
        assert_eq!(read(&source.shown()), Some(source));
    }
}

#[test]
fn no_algorithm_of_a_shared_secret_and_not_none_can_be_allowed() {
    for (word, algorithm) in Algorithm::ALL {
        assert_eq!(algorithm.word(), word);
        let one: Algorithms = read(&format!("[\"{word}\"]")).unwrap();
        assert!(one.contain(algorithm));
        assert!(Algorithms::ALLOWED.contains(&format!("\"{word}\"")));
        assert_eq!(read(&one.shown()), Some(one));
    }
    for text in ["[]", "\"RS256\"", "[\"none\"]", "[\"HS256\"]", "[\"rs256\"]", "[\"RS256\", 7]"] {
        assert_eq!(read::<Algorithms>(text), None, "{text}");
        assert_eq!(Algorithms::wrong(&parse(text)).len(), 1, "{text}");
    }
    let default = Algorithms::default();
    for word in ["RS256", "ES256", "EdDSA"] {
        assert!(default.contain(Algorithm::of(word).unwrap()), "{word}");
    }
    assert!(!default.contain(Algorithm::Rs384));
}

#[test]
fn scopes_are_words_of_this_build() {
    let scopes: Scopes = read("[\"wiki:read\", \"memory:read\"]").unwrap();
    assert_eq!(scopes.shown(), "[\"memory:read\", \"wiki:read\"]");
    assert_eq!(read("[]"), Some(Scopes::NONE));
    assert_eq!(read::<Scopes>("[\"wiki:read\", \"wiki:burn\"]"), None);
    assert_eq!(Scopes::wrong(&parse("[\"wiki:read\", \"wiki:burn\"]"))[0].offset, 14);
}

#[test]
fn a_word_of_the_authorization_server_means_what_is_said_for_it_or_its_own_name() {
    let words: ScopeWords = read(
        "{ \"tickets.read\" = [\"wiki:read\", \"memory:read\"], pages = [\"wiki:read\"], \
         \"wiki:write\" = [] }",
    )
    .unwrap();
    let wiki = Scopes::NONE.with(Scope::WikiRead);
    assert_eq!(words.meaning("pages"), wiki);
    assert_eq!(words.meaning("tickets.read"), wiki.with(Scope::MemoryRead));
    assert_eq!(words.meaning("messaging:send"), Scopes::NONE.with(Scope::MessagingSend));
    assert_eq!(words.meaning("wiki:write"), Scopes::NONE, "what is said comes first");
    assert_eq!(words.meaning("openid"), Scopes::NONE);
    assert_eq!(words.word_for(Scope::WikiRead), "pages");
    assert_eq!(words.word_for(Scope::MemoryRead), "tickets.read");
    assert_eq!(words.word_for(Scope::MessagingSend), "messaging:send");
    assert_eq!(read(&words.shown()), Some(words));
    assert_eq!(read("{}"), Some(ScopeWords::default()));
}

#[test]
fn a_word_that_no_header_could_carry_is_refused_alone() {
    for (text, count) in [
        ("{ \"a b\" = [] }", 1),
        ("{ \"a\\\"b\" = [], c = [\"wiki:burn\"] }", 2),
        ("{ \"\" = [] }", 1),
        ("{ a = \"wiki:read\" }", 1),
        ("[]", 1),
    ] {
        assert_eq!(read::<ScopeWords>(text), None, "{text}");
        assert_eq!(ScopeWords::wrong(&parse(text)).len(), count, "{text}");
    }
    let of = |count: usize| {
        let words: Vec<_> = (0..count).map(|at| format!("w{at} = []")).collect();
        format!("{{ {} }}", words.join(", "))
    };
    assert!(read::<ScopeWords>(&of(WORDS_MAX)).is_some());
    let too_many = of(WORDS_MAX + 1);
    assert_eq!(read::<ScopeWords>(&too_many), None);
    assert_eq!(ScopeWords::wrong(&parse(&too_many))[0].found, "a table of 101 words");
}
