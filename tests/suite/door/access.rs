//! Access tokens: one rule a row, kept and broken.

use ring::hmac;
use serde_json::{Value, json};
use tollgate::call::Caller;
use tollgate::decl::{Scope, Scopes};
use tollgate::port::Clock as _;

use super::authority::{Authority, Signer, signed};
use super::{FAR, Place};

/// A door that trusts an authority with three keys.
struct Desk {
    authority: Authority,
    place: Place,
    signers: [Signer; 3],
}

impl Desk {
    async fn new(more: &str) -> Self {
        let authority = Authority::start().await;
        let signers = [Signer::es256("one"), Signer::eddsa("two"), Signer::es384("three")];
        authority.publish(&signers.each_ref());
        let place = Place::with(&authority.config(more));
        Self { authority, place, signers }
    }

    fn claims(&self) -> Value {
        self.authority.claims(self.place.clock.now_ms())
    }

    fn with(&self, key: &str, value: Value) -> Value {
        let mut claims = self.claims();
        match value {
            Value::Null => drop(claims.as_object_mut().unwrap().remove(key)),
            value => claims[key] = value,
        }
        claims
    }

    /// Now and so many seconds.
    fn seconds(&self, more: i64) -> Value {
        json!(self.place.clock.now_ms() / 1_000 + more)
    }

    async fn scopes(&self, token: &str) -> Scopes {
        match self.place.show(token).await.unwrap().caller() {
            Caller::Subject { scopes, .. } => *scopes,
            other => panic!("{other:?}"),
        }
    }

    /// What whoever shows this is told, and the class in the audit.
    async fn refused(&self, token: &str) -> (String, String) {
        let before = self.place.refusals().len();
        let told = self.place.told(token, self.place.show(token).await);
        assert_eq!(told.status, 401, "{told:?}");
        assert!(told.challenge.unwrap().contains("error=\"invalid_token\""));
        let class = self.place.refusals()[before]["class"].as_str().unwrap().to_owned();
        (told.text, class)
    }
}

fn set(scopes: &[Scope]) -> Scopes {
    scopes.iter().fold(Scopes::NONE, |set, scope| set.with(*scope))
}

#[tokio::test]
async fn a_good_token_is_its_subject_with_the_scopes_that_mean_something_here() {
    let desk = Desk::new("").await;
    for signer in &desk.signers[..2] {
        let token = signer.token(&desk.claims());
        let credential = desk.place.show(&token).await.unwrap();
        let expected = Caller::Subject {
            issuer: desk.authority.issuer(),
            subject: "ada".to_owned(),
            scopes: set(&[Scope::MemoryRead, Scope::WikiRead]),
            is_external: true,
        };
        assert_eq!(credential.caller(), &expected);
        assert_eq!(desk.place.show(&token).await.unwrap(), credential);
    }
    assert_eq!(desk.authority.asked(), 1, "the keys are fetched once");
    assert_eq!(desk.place.refusals(), [Value::Null; 0]);
}

#[tokio::test]
async fn every_rule_that_is_kept_at_its_edge_lets_in() {
    let desk = Desk::new("").await;
    let claims = [
        desk.with("aud", json!(["https://other", "https://tools.example/mcp"])),
        desk.with("exp", desk.seconds(-28)),
        desk.with("nbf", desk.seconds(29)),
        desk.with("nbf", Value::Null),
        desk.with("scope", Value::Null),
        desk.with("iat", json!(0)),
    ];
    for claims in claims {
        desk.place.show(&desk.signers[0].token(&claims)).await.unwrap();
    }
    for typ in ["JWT", "jwt", "application/at+jwt"] {
        let header = json!({"alg": "ES256", "typ": typ, "kid": "one", "jku": "http://127.0.0.1"});
        desk.place.show(&desk.signers[0].token_under(&header, &desk.claims())).await.unwrap();
    }
}

#[tokio::test]
async fn every_claim_that_breaks_a_rule_lets_nobody_in() {
    let desk = Desk::new("").await;
    for (key, value, class) in [
        ("iss", json!("https://issuer.example"), "access_issuer"),
        ("iss", json!(format!("{}/", desk.authority.issuer())), "access_issuer"),
        ("iss", Value::Null, "access_claims"),
        ("aud", json!("https://other.example/mcp"), "access_audience"),
        ("aud", json!("https://tools.example"), "access_audience"),
        ("aud", json!([]), "access_audience"),
        ("aud", Value::Null, "access_claims"),
        ("exp", desk.seconds(-31), "access_expired"),
        ("exp", Value::Null, "access_claims"),
        ("exp", json!("never"), "access_claims"),
        ("nbf", desk.seconds(35), "access_not_yet"),
        ("sub", Value::Null, "access_claims"),
        ("sub", json!(""), "access_claims"),
        ("scope", json!(7), "access_claims"),
    ] {
        let (_, found) = desk.refused(&desk.signers[0].token(&desk.with(key, value.clone()))).await;
        assert_eq!(found, class, "{key} {value}");
    }
    let refusals = desk.place.refusals();
    let proven = |class: &str| {
        let found = refusals.iter().find(|it| it["class"] == class).unwrap();
        (found["issuer"].clone(), found["subject"].clone())
    };
    let of = (json!(desk.authority.issuer()), json!("ada"));
    for class in ["access_audience", "access_expired", "access_not_yet"] {
        assert_eq!(proven(class), of, "{class}");
    }
    assert_eq!(proven("access_issuer"), (Value::Null, Value::Null));
}

#[tokio::test]
async fn every_header_that_breaks_a_rule_lets_nobody_in() {
    let desk = Desk::new("").await;
    let [one, two, three] = &desk.signers;
    let claims = desk.claims();
    let under = |alg: &str, typ: &str, kid: &str| json!({"alg": alg, "typ": typ, "kid": kid});
    for (token, class) in [
        (one.token_under(&under("ES256", "id+jwt", "one"), &claims), "access_type"),
        (one.token_under(&under("ES256", "logout+jwt", "one"), &claims), "access_type"),
        (one.token_under(&json!({"alg": "ES256", "kid": "one"}), &claims), "access_type"),
        (one.token_under(&json!({"alg": "ES256", "typ": "JWT"}), &claims), "access_no_key_id"),
        (one.token_under(&under("ES256", "JWT", "none such"), &claims), "access_unknown_key"),
        // The key is there, and not for this algorithm.
        (two.token_under(&under("EdDSA", "JWT", "one"), &claims), "access_unknown_key"),
        (one.token_under(&under("ES256", "JWT", "two"), &claims), "access_unknown_key"),
        (one.token_under(&under("RS256", "JWT", "one"), &claims), "access_unknown_key"),
        // The algorithm is one, and not allowed here.
        (three.token(&claims), "access_algorithm"),
        (Signer::es256("one").token(&claims), "access_signature"),
        (signed(&one.header(), &claims, |_| vec![0; 64]), "access_signature"),
        (signed(&one.header(), &claims, |_| Vec::new()), "access_signature"),
        (signed(&under("none", "JWT", "one"), &claims, |_| Vec::new()), "access_algorithm"),
        (signed(&under("None", "JWT", "one"), &claims, |_| Vec::new()), "access_algorithm"),
    ] {
        assert_eq!(desk.refused(&token).await.1, class, "{token}");
    }
}

#[tokio::test]
async fn a_public_key_is_no_secret_that_a_token_could_be_signed_with() {
    let desk = Desk::new("").await;
    let one = &desk.signers[0];
    desk.authority
        .publish_also(json!({"kid": "four", "kty": "oct", "k": "c2VjcmV0", "alg": "HS256"}));
    for (kid, secret) in [("one", one.public()), ("four", b"secret".to_vec())] {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &secret);
        let sign = |message: &[u8]| hmac::sign(&key, message).as_ref().to_vec();
        let header = json!({"alg": "HS256", "typ": "JWT", "kid": kid});
        let token = signed(&header, &desk.claims(), sign);
        assert_eq!(desk.refused(&token).await.1, "access_algorithm");
        let header = json!({"alg": "ES256", "typ": "JWT", "kid": kid});
        let token = signed(&header, &desk.claims(), sign);
        let class = desk.refused(&token).await.1;
        assert!(["access_signature", "access_unknown_key"].contains(&class.as_str()), "{class}");
    }
}

#[tokio::test]
async fn a_key_that_a_token_brings_along_signs_nothing() {
    let desk = Desk::new("").await;
    let own = Signer::es256("own");
    let header = json!({"alg": "ES256", "typ": "JWT", "kid": "own", "jwk": own.jwk()});
    let (_, class) = desk.refused(&own.token_under(&header, &desk.claims())).await;
    assert_eq!(class, "access_unknown_key");
    let header = json!({"alg": "ES256", "typ": "JWT", "kid": "one", "jwk": own.jwk()});
    let (_, class) = desk.refused(&own.token_under(&header, &desk.claims())).await;
    assert_eq!(class, "access_signature");
}

#[tokio::test]
async fn no_part_of_a_token_can_be_changed() {
    let desk = Desk::new("").await;
    let token = desk.signers[0].token(&desk.claims());
    assert!(desk.place.show(&token).await.is_ok());
    // The last sign of a part may carry bits that say nothing, and then it is not its own spelling.
    for at in (0..token.len()).step_by(7) {
        let other = match token.as_bytes()[at] {
            b'.' => continue,
            b'A' => 'B',
            _ => 'A',
        };
        let changed = format!("{}{other}{}", &token[..at], &token[at + 1..]);
        assert!(desk.place.show(&changed).await.is_err(), "{at}");
    }
}

#[tokio::test]
async fn what_is_long_or_garbage_is_refused_without_asking_anybody() {
    let desk = Desk::new("").await;
    let long = desk.signers[0].token(&desk.with("pad", json!("x".repeat(64 * 1024))));
    assert_eq!(desk.refused(&long).await.1, "too_long");
    for token in ["x", "a.b.c", "...", "e30.e30.e30", &"a".repeat(16 * 1024)] {
        assert_eq!(desk.refused(token).await.1, "access_malformed", "{token}");
    }
    for value in [&b"Bearer a b"[..], b"Bearer \xff", b"Basic YTpi", b""] {
        let told = desk.place.door.admit(Some(value), FAR).await.unwrap_err();
        assert_eq!(told.status, 401);
    }
    assert_eq!(desk.authority.asked(), 0);
}

#[tokio::test]
async fn scopes_mean_what_the_settings_say_and_nothing_else() {
    let map = "[oauth.scopes]\n\"tickets.read\" = [\"memory:read\"]\n\"wiki:read\" = []\n";
    let desk = Desk::new(map).await;
    let one = &desk.signers[0];
    for (key, value, scopes) in [
        ("scope", json!("tickets.read wiki:write"), set(&[Scope::MemoryRead, Scope::WikiWrite])),
        ("scope", json!("wiki:read openid profile admin db:read"), Scopes::NONE),
        ("scope", json!("MEMORY:READ memory:read,wiki:write"), Scopes::NONE),
        ("scope", json!(""), Scopes::NONE),
        ("scp", json!(["messaging:send"]), set(&[Scope::MessagingSend])),
    ] {
        let mut claims = desk.with("scope", Value::Null);
        claims[key] = value.clone();
        assert_eq!(desk.scopes(&one.token(&claims)).await, scopes, "{value}");
    }
}

#[tokio::test]
async fn a_token_of_the_house_has_every_scope_that_it_names() {
    let desk = Desk::new("external = false").await;
    let token = desk.signers[0].token(&desk.with("scope", json!("admin db:read")));
    assert_eq!(desk.scopes(&token).await, set(&[Scope::Admin, Scope::DbRead]));
}

#[tokio::test]
async fn audience_leeway_and_algorithms_are_those_of_the_settings() {
    let desk = Desk::new(
        "audience = [\"tools\", \"more\"]\nleeway_s = 0\nalgorithms = [\"ES384\", \"RS256\"]",
    )
    .await;
    let [one, _, three] = &desk.signers;
    desk.place.show(&three.token(&desk.with("aud", json!("more")))).await.unwrap();
    assert_eq!(desk.refused(&three.token(&desk.claims())).await.1, "access_audience");
    let allowed = desk.with("aud", json!("tools"));
    assert_eq!(desk.refused(&one.token(&allowed)).await.1, "access_algorithm");
    let mut over = allowed;
    over["exp"] = desk.seconds(-1);
    assert_eq!(desk.refused(&three.token(&over)).await.1, "access_expired");
}

#[tokio::test]
async fn a_token_means_nothing_where_no_issuer_is_trusted() {
    let authority = Authority::start().await;
    let signer = Signer::es256("one");
    authority.publish(&[&signer]);
    let place = Place::with("");
    let token = signer.token(&authority.claims(place.clock.now_ms()));
    let told = place.told(&token, place.show(&token).await);
    assert_eq!((told.status, &*told.text), (401, "this is neither a key nor a token"));
    assert_eq!(authority.asked(), 0);
}
