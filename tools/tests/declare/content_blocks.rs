//! A tool that replies with blocks says so, and promises no structure.

use serde_json::value::RawValue;
use tollgate::bind::{Block, Declared, Link, Tool};
use tollgate::prelude::*;

/// Show one of everything.
#[tool(does = read, scope = Admin)]
pub async fn show_everything(_call: &Call) -> Result<Content, Failure> {
    Ok(Content::new()
        .text("words")
        .image(vec![1], "image/png")
        .audio(vec![2], "audio/wav")
        .resource("test://text", "text/plain", "inside")
        .resource("test://blob", String::from("a/b"), vec![3])
        .link(Link::new("test://there", "there")))
}

/// Say a word.
#[tool(does = read, scope = Admin)]
pub async fn say_a_word(_call: &Call) -> Result<Plain, Failure> {
    Ok(Plain("word".to_owned()))
}

#[test]
fn blocks_are_declared_without_a_schema() {
    let decl = Tool::of::<show_everything>().decl;
    assert!(decl.has_blocks && decl.reply.is_none() && decl.output_schema.is_empty());
    assert!(!Tool::of::<say_a_word>().decl.has_blocks);
    assert!(show_everything::prepare(RawValue::NULL).is_err());
}

#[test]
fn blocks_are_made_of_what_they_hold() {
    assert_eq!(Content::from(Block::from("a")), Content::new().text("a"));
    assert_eq!(Content::from(vec![Block::from("a".to_owned())]), Content::new().text("a"));
    let content = Content::new().text("é").image(vec![0; 3], "i").resource("u", "m", "ab");
    let bytes: Vec<_> = content.blocks.iter().map(Block::bytes).collect();
    assert_eq!(bytes, [2, 3, 2]);
}
