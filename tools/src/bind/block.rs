//! Content blocks: what a reply, or a message of a prompt, can show besides text.
//!
//! Must not: know how a protocol version writes a block, or how many fit into a reply.

use std::borrow::Cow;

use tollgate_decl::Schema;

use super::failure::Failure;
use super::reply::{Answer, Reply};

/// One piece of content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Words.
    Text(String),
    /// A picture.
    Image(Media),
    /// A sound.
    Audio(Media),
    /// A resource with what is in it.
    Resource(Embedded),
    /// A resource by its address alone.
    Link(Link),
}

/// Bytes of a picture or a sound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Media {
    /// The bytes as they are; the wire has them in Base64.
    pub data: Vec<u8>,
    /// What they are, such as `image/png`.
    pub mime: Cow<'static, str>,
}

/// A resource with what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Embedded {
    /// Its address.
    pub uri: String,
    /// What it is, such as `text/plain`, if that is known.
    pub mime: Option<Cow<'static, str>>,
    /// What is in it.
    pub body: Body,
}

/// What is in a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// Words.
    Text(String),
    /// Bytes as they are; the wire has them in Base64.
    Blob(Vec<u8>),
}

/// Where a resource is, for a client that may read it later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its address.
    pub uri: String,
    /// Its name.
    pub name: String,
    /// What people call it.
    pub title: Option<String>,
    /// What it is about.
    pub description: Option<String>,
    /// What it is, such as `text/plain`, if that is known.
    pub mime: Option<Cow<'static, str>>,
    /// Its bytes, if they are known.
    pub size: Option<u64>,
}

/// A reply of blocks, in the order in which a model reads them.
///
/// ```
/// use tollgate_tools::bind::Content;
///
/// let drawn = vec![0x89, b'P', b'N', b'G'];
/// let content = Content::new().text("The chart:").image(drawn, "image/png");
/// assert_eq!(content.blocks.len(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// The blocks.
    pub blocks: Vec<Block>,
}

impl Block {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A picture of a kind such as `image/png`.
    pub fn image(data: Vec<u8>, mime: impl Into<Cow<'static, str>>) -> Self {
        Self::Image(Media { data, mime: mime.into() })
    }

    /// A sound of a kind such as `audio/wav`.
    pub fn audio(data: Vec<u8>, mime: impl Into<Cow<'static, str>>) -> Self {
        Self::Audio(Media { data, mime: mime.into() })
    }

    /// A resource with what is in it.
    pub fn resource(
        uri: impl Into<String>,
        mime: impl Into<Cow<'static, str>>,
        body: impl Into<Body>,
    ) -> Self {
        Self::Resource(Embedded { uri: uri.into(), mime: Some(mime.into()), body: body.into() })
    }
}

impl Block {
    /// Bytes of what it shows, before they are written for the wire.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Image(media) | Self::Audio(media) => media.data.len(),
            Self::Resource(Embedded { body: Body::Text(text), .. }) => text.len(),
            Self::Resource(Embedded { body: Body::Blob(bytes), .. }) => bytes.len(),
            Self::Link(link) => link.uri.len(),
        }
    }
}

impl Link {
    /// An address and a name, and nothing else.
    pub fn new(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            name: name.into(),
            title: None,
            description: None,
            mime: None,
            size: None,
        }
    }
}

impl Content {
    /// Nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { blocks: Vec::new() }
    }

    /// And this block.
    #[must_use]
    pub fn with(mut self, block: Block) -> Self {
        self.blocks.push(block);
        self
    }

    /// And words.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Self {
        self.with(Block::text(text))
    }

    /// And a picture.
    #[must_use]
    pub fn image(self, data: Vec<u8>, mime: impl Into<Cow<'static, str>>) -> Self {
        self.with(Block::image(data, mime))
    }

    /// And a sound.
    #[must_use]
    pub fn audio(self, data: Vec<u8>, mime: impl Into<Cow<'static, str>>) -> Self {
        self.with(Block::audio(data, mime))
    }

    /// And a resource with what is in it.
    #[must_use]
    pub fn resource(
        self,
        uri: impl Into<String>,
        mime: impl Into<Cow<'static, str>>,
        body: impl Into<Body>,
    ) -> Self {
        self.with(Block::resource(uri, mime, body))
    }

    /// And a resource by its address.
    #[must_use]
    pub fn link(self, link: Link) -> Self {
        self.with(Block::Link(link))
    }
}

impl Reply for Content {
    const SCHEMA: Option<&'static Schema> = None;
    const OUTPUT_SCHEMA: &'static str = "";
    const HAS_BLOCKS: bool = true;

    fn into_answer(self) -> Result<Answer, Failure> {
        Ok(Answer::blocks(self.blocks))
    }
}

impl From<String> for Block {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Block {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<Vec<Block>> for Content {
    fn from(blocks: Vec<Block>) -> Self {
        Self { blocks }
    }
}

impl From<Block> for Content {
    fn from(block: Block) -> Self {
        Self { blocks: vec![block] }
    }
}

impl From<String> for Body {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Body {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Vec<u8>> for Body {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Blob(bytes)
    }
}
