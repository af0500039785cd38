//! An access token as RFC 7515, 7519 and 9068 have it: its parts, and the rules on each.
//!
//! Not a claim is read before it is known who wrote it.

use data_encoding::BASE64URL_NOPAD;
use serde::Deserialize;
use serde_json::Number;

use super::Why;
use crate::settings::Algorithm;

/// Bytes of who a token is for.
const SUBJECT_BYTES_MAX: usize = 256;
/// Beyond this a number is no moment that anybody means.
const SECONDS_MAX: f64 = 1e12;

/// A token whose signature nobody has checked.
#[derive(Debug)]
pub(super) struct Unproven<'t> {
    /// How it says it is signed.
    pub(super) algorithm: Algorithm,
    /// The key that it says signed it.
    pub(super) key_id: String,
    /// What is signed.
    pub(super) message: &'t [u8],
    /// The signature.
    pub(super) signature: Vec<u8>,
    claims: &'t str,
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    typ: Option<String>,
    kid: Option<String>,
    crit: Option<serde_json::Value>,
}

/// What the token of an issuer says.
#[derive(Debug, Deserialize)]
pub(super) struct Claims {
    /// Who issued it.
    pub(super) iss: String,
    /// Whom it is for.
    pub(super) sub: String,
    aud: Several,
    exp: Number,
    nbf: Option<Number>,
    scope: Option<String>,
    scp: Option<Several>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Several {
    One(String),
    Many(Vec<String>),
}

impl<'t> Unproven<'t> {
    /// Takes a token apart, if it is one of those that are taken at all.
    pub(super) fn read(token: &'t str) -> Result<Self, Why> {
        let (message, signature) = token.rsplit_once('.').ok_or(Why::Malformed)?;
        let (header, claims) = message.split_once('.').ok_or(Why::Malformed)?;
        let header: Header = part(header).ok_or(Why::Malformed)?;
        let algorithm = Algorithm::of(&header.alg).ok_or(Why::Algorithm)?;
        // The names of types are those of media types, which have no case (RFC 9068, 4).
        let typ = header.typ.map(|typ| typ.to_ascii_lowercase()).ok_or(Why::Type)?;
        if !matches!(typ.as_str(), "at+jwt" | "application/at+jwt" | "jwt") {
            return Err(Why::Type);
        }
        if header.crit.is_some() {
            return Err(Why::Critical);
        }
        let key_id = header.kid.ok_or(Why::NoKeyId)?;
        let signature = bytes(signature).ok_or(Why::Malformed)?;
        Ok(Self { algorithm, key_id, message: message.as_bytes(), signature, claims })
    }

    /// What it says, for whoever has checked its signature.
    pub(super) fn proven(&self) -> Result<Claims, Why> {
        let claims: Claims = part(self.claims).ok_or(Why::Claims)?;
        let is_name = (1..=SUBJECT_BYTES_MAX).contains(&claims.sub.len())
            && !claims.sub.chars().any(char::is_control);
        if is_name { Ok(claims) } else { Err(Why::Claims) }
    }
}

impl Claims {
    /// Whether it is for one of these.
    pub(super) fn is_for(&self, audience: &[String]) -> bool {
        self.aud.iter().any(|one| audience.iter().any(|ours| ours == one))
    }

    /// The moment from which it does not hold any more, in milliseconds.
    pub(super) fn ends_ms(&self) -> Option<i64> {
        milliseconds(&self.exp)
    }

    /// The moment from which it holds, in milliseconds.
    pub(super) fn begins_ms(&self) -> Option<i64> {
        self.nbf.as_ref().map_or(Some(i64::MIN), milliseconds)
    }

    /// The scopes that it names, in the words of its issuer.
    pub(super) fn scopes(&self) -> impl Iterator<Item = &str> {
        let scope = self.scope.iter().map(String::as_str);
        let several = self.scp.iter().flat_map(Several::iter);
        scope.chain(several).flat_map(|words| words.split(' ')).filter(|word| !word.is_empty())
    }
}

impl Several {
    fn iter(&self) -> impl Iterator<Item = &str> {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Many(many) => many,
        }
        .iter()
        .map(String::as_str)
    }
}

fn part<T: serde::de::DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_slice(&bytes(text)?).ok()
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    BASE64URL_NOPAD.decode(text.as_bytes()).ok()
}

fn milliseconds(seconds: &Number) -> Option<i64> {
    let seconds = seconds.as_f64().filter(|seconds| seconds.abs() <= SECONDS_MAX)?;
    #[expect(clippy::cast_possible_truncation, reason = "a thousand times the bound fits")]
    let milliseconds = (seconds * 1_000.0) as i64;
    Some(milliseconds)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn header(header: &Value) -> Result<(Algorithm, String), Why> {
        let part = |json: &Value| BASE64URL_NOPAD.encode(json.to_string().as_bytes());
        let token = format!("{}.{}.AAAA", part(header), part(&json!({})));
        Unproven::read(&token).map(|token| (token.algorithm, token.key_id))
    }

    fn claims(claims: &Value) -> Result<Claims, Why> {
        let claims = BASE64URL_NOPAD.encode(claims.to_string().as_bytes());
        let (algorithm, key_id) = (Algorithm::Es256, String::new());
        let signature = Vec::new();
        Unproven { algorithm, key_id, message: b"", signature, claims: &claims }.proven()
    }

    fn good() -> Value {
        json!({"iss": "i", "sub": "s", "aud": "a", "exp": 10})
    }

    fn with(key: &str, value: Value) -> Value {
        let mut claims = good();
        claims[key] = value;
        claims
    }

    #[test]
    fn a_header_says_type_algorithm_and_key() {
        let of = |typ: &str| json!({"alg": "ES256", "typ": typ, "kid": "k"});
        for typ in ["JWT", "jwt", "at+jwt", "AT+JWT", "application/at+jwt"] {
            assert_eq!(header(&of(typ)), Ok((Algorithm::Es256, "k".to_owned())), "{typ}");
        }
        for typ in ["", "jwe", "id+jwt", "dpop+jwt", "logout+jwt", "at+jwt "] {
            assert_eq!(header(&of(typ)), Err(Why::Type), "{typ}");
        }
        let refused = |header_: &Value| header(header_).unwrap_err();
        assert_eq!(refused(&json!({"alg": "ES256", "kid": "k"})), Why::Type);
        assert_eq!(refused(&json!({"alg": "ES256", "typ": "JWT"})), Why::NoKeyId);
        for alg in ["none", "None", "NONE", "", "HS256", "HS512", "es256", "RSA-OAEP", "ES256K"] {
            let header = json!({"alg": alg, "typ": "JWT", "kid": "k"});
            assert_eq!(refused(&header), Why::Algorithm, "{alg}");
        }
        let critical = json!({"alg": "ES256", "typ": "JWT", "kid": "k", "crit": ["b64"]});
        assert_eq!(refused(&critical), Why::Critical);
        assert_eq!(refused(&json!([])), Why::Malformed);
        assert_eq!(refused(&json!({"alg": 7})), Why::Malformed);
    }

    #[test]
    fn what_has_not_three_parts_is_no_token() {
        for token in ["", ".", "..", "a.b", "....", "a.b.c", "e30.e30", "e30=.e30.e30", "e30.e30.="]
        {
            assert_eq!(Unproven::read(token).unwrap_err(), Why::Malformed, "{token}");
        }
        // Four parts: the second dot belongs to claims that are then none.
        let header = BASE64URL_NOPAD.encode(br#"{"alg":"ES256","typ":"JWT","kid":"k"}"#);
        let four = format!("{header}.e30.e30.AAAA");
        assert_eq!(Unproven::read(&four).unwrap().proven().unwrap_err(), Why::Claims);
    }

    #[test]
    fn claims_that_lack_a_part_or_have_it_twice_are_none() {
        assert!(claims(&good()).is_ok());
        for key in ["iss", "sub", "aud", "exp"] {
            let mut lacking = good();
            lacking.as_object_mut().unwrap().remove(key);
            assert_eq!(claims(&lacking).unwrap_err(), Why::Claims, "{key}");
            assert_eq!(claims(&with(key, json!(null))).unwrap_err(), Why::Claims, "{key}");
            assert_eq!(claims(&with(key, json!({}))).unwrap_err(), Why::Claims, "{key}");
        }
        let twice =
            BASE64URL_NOPAD.encode(br#"{"iss":"i","sub":"s","sub":"t","aud":"a","exp":10}"#);
        let (algorithm, key_id, signature) = (Algorithm::Es256, String::new(), Vec::new());
        let twice = Unproven { algorithm, key_id, message: b"", signature, claims: &twice };
        assert_eq!(twice.proven().unwrap_err(), Why::Claims);
    }

    #[test]
    fn a_subject_is_a_name_of_bounded_length() {
        let of = |subject: &str| claims(&with("sub", json!(subject))).map(|it| it.sub);
        assert!(of(&"x".repeat(SUBJECT_BYTES_MAX)).is_ok());
        for subject in ["", "a\nb", &"x".repeat(SUBJECT_BYTES_MAX + 1)] {
            assert_eq!(of(subject), Err(Why::Claims));
        }
    }

    #[test]
    fn an_audience_is_one_or_several() {
        let ours = ["https://a/mcp".to_owned(), "b".to_owned()];
        for aud in [json!("b"), json!(["x", "https://a/mcp"])] {
            assert!(claims(&with("aud", aud)).unwrap().is_for(&ours));
        }
        for aud in [json!("https://a"), json!("https://a/mcp/"), json!("B"), json!([]), json!("")] {
            assert!(!claims(&with("aud", aud.clone())).unwrap().is_for(&ours), "{aud}");
        }
    }

    #[test]
    fn moments_are_seconds_whole_or_not() {
        let ends = |exp: Value| claims(&with("exp", exp)).unwrap().ends_ms();
        assert_eq!(ends(json!(10)), Some(10_000));
        assert_eq!(ends(json!(10.5)), Some(10_500));
        assert_eq!(ends(json!(-1)), Some(-1_000));
        assert_eq!(ends(json!(1e12)), Some(1_000_000_000_000_000));
        for exp in [json!(1e13), json!(-1e300), json!(u64::MAX)] {
            assert_eq!(ends(exp), None);
        }
        assert_eq!(claims(&good()).unwrap().begins_ms(), Some(i64::MIN));
        assert_eq!(claims(&with("nbf", json!(3))).unwrap().begins_ms(), Some(3_000));
        assert!(claims(&with("nbf", json!("3"))).is_err());
    }

    #[test]
    fn scopes_are_words_between_spaces_or_a_list() {
        let of = |key: &str, value: Value| {
            let claims = claims(&with(key, value)).unwrap();
            claims.scopes().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(of("scope", json!("a b")), ["a", "b"]);
        assert_eq!(of("scope", json!("  a  ")), ["a"]);
        assert_eq!(of("scp", json!(["a", "b"])), ["a", "b"]);
        assert_eq!(of("scp", json!("a b")), ["a", "b"]);
        assert_eq!(of("iat", json!(1)), [""; 0]);
    }
}
