//! An authorization server on this machine that publishes keys and signs whatever it is told.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use data_encoding::BASE64URL_NOPAD;
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, ECDSA_P384_SHA384_FIXED_SIGNING, EcdsaKeyPair,
    EcdsaSigningAlgorithm, Ed25519KeyPair, KeyPair as _,
};
use serde_json::{Value, json};

use super::super::web::Web;

/// The server; it ends with this value.
pub(super) struct Authority {
    web: Web,
    said: Arc<Mutex<Said>>,
}

/// What it says, or that it says nothing.
#[derive(Default)]
struct Said {
    is_down: bool,
    is_slow: bool,
    keys: Vec<Value>,
    issuer: String,
    asked: usize,
}

/// A key that signs.
pub(super) struct Signer {
    pub(super) id: String,
    pub(super) alg: &'static str,
    pair: Pair,
}

enum Pair {
    Ecdsa(EcdsaKeyPair),
    Ed25519(Ed25519KeyPair),
}

impl Authority {
    pub(super) async fn start() -> Self {
        let said = Arc::new(Mutex::new(Said::default()));
        let (metadata, keys) = (Arc::clone(&said), Arc::clone(&said));
        let routes = Router::new()
            .route(
                "/.well-known/oauth-authorization-server",
                get(async move || {
                    let said = metadata.lock().unwrap();
                    match said.is_down {
                        true => Err(StatusCode::BAD_GATEWAY),
                        false => Ok(json!({"issuer": said.issuer,
                            "jwks_uri": format!("{}/keys", said.issuer)})
                        .to_string()),
                    }
                }),
            )
            .route(
                "/keys",
                get(async move || {
                    keys.lock().unwrap().asked += 1;
                    while keys.lock().unwrap().is_slow {
                        tokio::task::yield_now().await;
                    }
                    let said = keys.lock().unwrap();
                    match said.is_down {
                        true => Err(StatusCode::BAD_GATEWAY),
                        false => Ok(json!({"keys": said.keys}).to_string()),
                    }
                }),
            );
        let web = Web::start(routes).await;
        said.lock().unwrap().issuer = format!("http://{}", web.address);
        Self { web, said }
    }

    pub(super) fn issuer(&self) -> String {
        format!("http://{}", self.web.address)
    }

    /// Settings that trust it.
    pub(super) fn config(&self, more: &str) -> String {
        let issuer = self.issuer();
        format!(
            "[server]\npublic_url = \"https://tools.example\"\n\n[oauth]\nissuer = \"{issuer}\"\n\
             {more}\n"
        )
    }

    /// Has these keys from now on, and no others.
    pub(super) fn publish(&self, signers: &[&Signer]) {
        self.said.lock().unwrap().keys = signers.iter().map(|signer| signer.jwk()).collect();
    }

    /// Has a key in this form as well.
    pub(super) fn publish_also(&self, jwk: Value) {
        self.said.lock().unwrap().keys.push(jwk);
    }

    pub(super) fn is_down(&self, is_down: bool) {
        self.said.lock().unwrap().is_down = is_down;
    }

    pub(super) fn is_slow(&self, is_slow: bool) {
        self.said.lock().unwrap().is_slow = is_slow;
    }

    /// How often it was asked for its keys.
    pub(super) fn asked(&self) -> usize {
        self.said.lock().unwrap().asked
    }

    /// What a good token says at this moment.
    pub(super) fn claims(&self, now_ms: i64) -> Value {
        json!({
            "iss": self.issuer(),
            "sub": "ada",
            "aud": "https://tools.example/mcp",
            "exp": now_ms / 1_000 + 300,
            "nbf": now_ms / 1_000 - 10,
            "scope": "openid memory:read wiki:read",
        })
    }
}

impl Signer {
    pub(super) fn es256(id: &str) -> Self {
        Self::ecdsa(id, "ES256", &ECDSA_P256_SHA256_FIXED_SIGNING)
    }

    pub(super) fn es384(id: &str) -> Self {
        Self::ecdsa(id, "ES384", &ECDSA_P384_SHA384_FIXED_SIGNING)
    }

    pub(super) fn eddsa(id: &str) -> Self {
        let document = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).unwrap();
        let pair = Pair::Ed25519(Ed25519KeyPair::from_pkcs8(document.as_ref()).unwrap());
        Self { id: id.to_owned(), alg: "EdDSA", pair }
    }

    fn ecdsa(id: &str, alg: &'static str, way: &'static EcdsaSigningAlgorithm) -> Self {
        let random = SystemRandom::new();
        let document = EcdsaKeyPair::generate_pkcs8(way, &random).unwrap();
        let pair = EcdsaKeyPair::from_pkcs8(way, document.as_ref(), &random).unwrap();
        Self { id: id.to_owned(), alg, pair: Pair::Ecdsa(pair) }
    }

    /// The public half.
    pub(super) fn jwk(&self) -> Value {
        let text = |bytes: &[u8]| BASE64URL_NOPAD.encode(bytes);
        match &self.pair {
            Pair::Ecdsa(pair) => {
                let point = &pair.public_key().as_ref()[1..];
                let (x, y) = point.split_at(point.len() / 2);
                let crv = if x.len() == 32 { "P-256" } else { "P-384" };
                json!({"kid": self.id, "kty": "EC", "crv": crv, "x": text(x), "y": text(y),
                    "alg": self.alg, "use": "sig"})
            }
            Pair::Ed25519(pair) => json!({"kid": self.id, "kty": "OKP", "crv": "Ed25519",
                "x": text(pair.public_key().as_ref())}),
        }
    }

    /// The bytes that everybody knows of it.
    pub(super) fn public(&self) -> Vec<u8> {
        match &self.pair {
            Pair::Ecdsa(pair) => pair.public_key().as_ref().to_vec(),
            Pair::Ed25519(pair) => pair.public_key().as_ref().to_vec(),
        }
    }

    pub(super) fn header(&self) -> Value {
        json!({"alg": self.alg, "typ": "at+jwt", "kid": self.id})
    }

    /// A token that says this.
    pub(super) fn token(&self, claims: &Value) -> String {
        self.token_under(&self.header(), claims)
    }

    /// The same under another header.
    pub(super) fn token_under(&self, header: &Value, claims: &Value) -> String {
        signed(header, claims, |message| match &self.pair {
            Pair::Ecdsa(pair) => {
                pair.sign(&SystemRandom::new(), message).unwrap().as_ref().to_vec()
            }
            Pair::Ed25519(pair) => pair.sign(message).as_ref().to_vec(),
        })
    }
}

/// A token with whatever signature.
pub(super) fn signed(
    header: &Value,
    claims: &Value,
    sign: impl FnOnce(&[u8]) -> Vec<u8>,
) -> String {
    let part = |json: &Value| BASE64URL_NOPAD.encode(json.to_string().as_bytes());
    let message = format!("{}.{}", part(header), part(claims));
    let signature = BASE64URL_NOPAD.encode(&sign(message.as_bytes()));
    format!("{message}.{signature}")
}
