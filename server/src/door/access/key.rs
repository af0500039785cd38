//! One public key of an authorization server, and the signatures that it checks.
//!
//! The signatures themselves are checked by `ring`, which TLS stands on here as well. A key whose
//! kind, use or algorithm does not fit checks nothing; one of a shared secret is no key at all.

use data_encoding::{BASE64URL_NOPAD, HEXLOWER};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256,
    RSA_PKCS1_2048_8192_SHA384, RSA_PKCS1_2048_8192_SHA512, RSA_PSS_2048_8192_SHA256,
    RSA_PSS_2048_8192_SHA384, RSA_PSS_2048_8192_SHA512, RsaParameters, RsaPublicKeyComponents,
    UnparsedPublicKey, VerificationAlgorithm,
};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use crate::settings::Algorithm;

/// Keys of one issuer that are looked at.
const KEYS_MAX: usize = 100;

/// A public key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// What tokens call it.
    pub(super) id: String,
    /// What tells it from every other key, whatever tokens call that.
    pub(super) fingerprint: String,
    /// The only algorithm that it was made for, if it says so.
    algorithm: Option<Algorithm>,
    material: Material,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Material {
    Rsa {
        n: Vec<u8>,
        e: Vec<u8>,
    },
    /// A point that is not compressed.
    P256(Vec<u8>),
    P384(Vec<u8>),
    Ed25519(Vec<u8>),
}

/// A key as RFC 7517 has it.
#[derive(Deserialize)]
struct Jwk {
    kty: String,
    kid: Option<String>,
    alg: Option<String>,
    #[serde(rename = "use")]
    usage: Option<String>,
    key_ops: Option<Vec<String>>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

#[derive(Deserialize)]
struct Jwks {
    keys: Vec<serde_json::Value>,
}

/// The keys in a JWKS. Those that check no signatures, or that nobody could name, are left out.
pub(super) fn read(json: &[u8]) -> Option<Vec<Key>> {
    let Jwks { keys } = serde_json::from_slice(json).ok()?;
    let keys = keys.into_iter().take(KEYS_MAX);
    Some(keys.filter_map(|key| Key::of(serde_json::from_value(key).ok()?)).collect())
}

impl Key {
    fn of(jwk: Jwk) -> Option<Self> {
        let is_for_signatures = jwk.usage.as_deref().is_none_or(|usage| usage == "sig")
            && jwk.key_ops.as_ref().is_none_or(|ops| ops.iter().any(|op| op == "verify"));
        let algorithm = match &jwk.alg {
            Some(word) => Some(Algorithm::of(word)?),
            None => None,
        };
        let material = Material::of(&jwk)?;
        let id = jwk.kid.filter(|_| is_for_signatures)?;
        let fingerprint = material.fingerprint();
        let key = Self { id, fingerprint, algorithm, material };
        key.algorithm.is_none_or(|algorithm| key.fits(algorithm)).then_some(key)
    }

    /// Whether the key is of the kind that this algorithm needs, and was made for no other.
    pub(super) fn fits(&self, algorithm: Algorithm) -> bool {
        use Algorithm::{EdDsa, Es256, Es384, Ps256, Ps384, Ps512, Rs256, Rs384, Rs512};
        let is_kind = match &self.material {
            Material::Rsa { .. } => {
                matches!(algorithm, Rs256 | Rs384 | Rs512 | Ps256 | Ps384 | Ps512)
            }
            Material::P256(_) => algorithm == Es256,
            Material::P384(_) => algorithm == Es384,
            Material::Ed25519(_) => algorithm == EdDsa,
        };
        is_kind && self.algorithm.is_none_or(|only| only == algorithm)
    }

    /// Whether this key signed the message in this way.
    pub(super) fn has_signed(
        &self,
        algorithm: Algorithm,
        message: &[u8],
        signature: &[u8],
    ) -> bool {
        if !self.fits(algorithm) {
            return false;
        }
        let by = |way: &'static dyn VerificationAlgorithm, key: &[u8]| {
            UnparsedPublicKey::new(way, key).verify(message, signature).is_ok()
        };
        match &self.material {
            Material::Rsa { n, e } => rsa(algorithm).is_some_and(|way| {
                RsaPublicKeyComponents { n, e }.verify(way, message, signature).is_ok()
            }),
            Material::P256(point) => by(&ECDSA_P256_SHA256_FIXED, point),
            Material::P384(point) => by(&ECDSA_P384_SHA384_FIXED, point),
            Material::Ed25519(key) => by(&ED25519, key),
        }
    }
}

/// Keys of fewer than 2,048 bits check nothing.
const fn rsa(algorithm: Algorithm) -> Option<&'static RsaParameters> {
    match algorithm {
        Algorithm::Rs256 => Some(&RSA_PKCS1_2048_8192_SHA256),
        Algorithm::Rs384 => Some(&RSA_PKCS1_2048_8192_SHA384),
        Algorithm::Rs512 => Some(&RSA_PKCS1_2048_8192_SHA512),
        Algorithm::Ps256 => Some(&RSA_PSS_2048_8192_SHA256),
        Algorithm::Ps384 => Some(&RSA_PSS_2048_8192_SHA384),
        Algorithm::Ps512 => Some(&RSA_PSS_2048_8192_SHA512),
        Algorithm::Es256 | Algorithm::Es384 | Algorithm::EdDsa => None,
    }
}

impl Material {
    fn fingerprint(&self) -> String {
        let (kind, parts) = match self {
            Self::Rsa { n, e } => ("RSA", [n.as_slice(), e]),
            Self::P256(point) => ("P-256", [point.as_slice(), &[]]),
            Self::P384(point) => ("P-384", [point.as_slice(), &[]]),
            Self::Ed25519(key) => ("Ed25519", [key.as_slice(), &[]]),
        };
        let digest = Sha256::new().chain_update(kind);
        // The length of the first part keeps the two apart.
        let digest = digest.chain_update(parts[0].len().to_le_bytes());
        HEXLOWER.encode(&digest.chain_update(parts[0]).chain_update(parts[1]).finalize())
    }

    fn of(jwk: &Jwk) -> Option<Self> {
        let bytes = |text: &Option<String>| BASE64URL_NOPAD.decode(text.as_ref()?.as_bytes()).ok();
        let point = |bytes_each: usize| {
            let (x, y) = (bytes(&jwk.x)?, bytes(&jwk.y)?);
            (x.len() == bytes_each && y.len() == bytes_each).then(|| [&[4][..], &x, &y].concat())
        };
        match (jwk.kty.as_str(), jwk.crv.as_deref()) {
            ("RSA", _) => Some(Self::Rsa { n: bytes(&jwk.n)?, e: bytes(&jwk.e)? }),
            ("EC", Some("P-256")) => point(32).map(Self::P256),
            ("EC", Some("P-384")) => point(48).map(Self::P384),
            ("OKP", Some("Ed25519")) => bytes(&jwk.x).map(Self::Ed25519),
            _ => None,
        }
    }
}

#[cfg(test)]
mod rsa;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const X: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

    fn keys(keys: &serde_json::Value) -> Vec<Key> {
        read(json!({ "keys": keys }).to_string().as_bytes()).unwrap()
    }

    #[test]
    fn a_key_fits_what_its_kind_and_its_own_word_say() {
        let all = keys(&json!([
            {"kid": "1", "kty": "RSA", "n": "AQAB", "e": "AQAB"},
            {"kid": "2", "kty": "RSA", "n": "AQAB", "e": "AQAB", "alg": "PS256", "use": "sig"},
            {"kid": "3", "kty": "EC", "crv": "P-256", "x": X, "y": X, "key_ops": ["verify"]},
            {"kid": "4", "kty": "OKP", "crv": "Ed25519", "x": X},
        ]));
        let fits = |at: usize| {
            let fits = Algorithm::ALL.into_iter().filter(|(_, algorithm)| all[at].fits(*algorithm));
            fits.map(|(word, _)| word).collect::<Vec<_>>()
        };
        assert_eq!(fits(0), ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"]);
        assert_eq!((fits(1), fits(2), fits(3)), (vec!["PS256"], vec!["ES256"], vec!["EdDSA"]));
    }

    #[test]
    fn what_checks_no_signature_is_left_out_and_the_others_stay() {
        let good = json!({"kid": "1", "kty": "OKP", "crv": "Ed25519", "x": X});
        let with = |key: &str, value: serde_json::Value| {
            let mut other = good.clone();
            other[key] = value;
            other
        };
        let found = keys(&json!([
            with("use", json!("enc")),
            with("key_ops", json!(["sign"])),
            with("alg", json!("RS256")),
            with("alg", json!("HS256")),
            with("alg", json!("none")),
            with("kid", json!(null)),
            with("kid", json!(7)),
            with("crv", json!("X25519")),
            with("x", json!("!")),
            {"kid": "2", "kty": "oct", "k": "c2VjcmV0"},
            {"kid": "3", "kty": "EC", "crv": "P-256", "x": X, "y": "AQAB"},
            {"kid": "4", "kty": "RSA", "n": "AQAB"},
            "x",
            null,
            good,
        ]));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].id, "1");
    }

    #[test]
    fn what_is_no_list_of_keys_is_none() {
        for text in ["", "[]", "{}", "{\"keys\": {}}", "{\"keys\": [}"] {
            assert_eq!(read(text.as_bytes()), None, "{text}");
        }
        let many = vec![json!({"kid": "1", "kty": "OKP", "crv": "Ed25519", "x": X}); KEYS_MAX + 1];
        assert_eq!(keys(&json!(many)).len(), KEYS_MAX);
    }
}
