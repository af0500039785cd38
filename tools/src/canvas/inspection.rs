//! What parsing a page would make of it, found out before a tree of it is built.
//!
//! A few bytes can make a parser open elements again and again, so that a small page becomes a
//! tree of gigabytes. The same parser that the sanitiser uses tells here of each element that it
//! would make, and is stopped when there are too many. What the policy does not allow is noted on
//! the way. Must not: keep a tree, change a page.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode};
use html5ever::tendril::{StrTendril, TendrilSink as _};
use html5ever::tree_builder::TreeSink;
use html5ever::{Attribute, ParseOpts, QualName, local_name, ns, parse_fragment};

use super::{ELEMENTS_MAX, NESTING_MAX, PageError, policy};

/// Bytes that are parsed between two looks at the counters.
const STEP_BYTES: usize = 256;
/// Bytes of a name that an answer repeats.
const NAME_BYTES_MAX: usize = 40;

/// What the sanitiser is going to remove: names of elements, and of attributes as `a[onclick]`.
///
/// # Errors
/// When the page has too many elements, or nests them too deep.
pub(super) fn removals(html: &str) -> Result<BTreeSet<String>, PageError> {
    let context = QualName::new(None, ns!(html), local_name!("div"));
    let sink = Inspection::default();
    let mut parser = parse_fragment(sink, ParseOpts::default(), context, Vec::new(), false);
    let mut rest = html;
    while !rest.is_empty() {
        let (step, after) = rest.split_at(rest.ceil_char_boundary(STEP_BYTES));
        parser.process(step.into());
        parser.tokenizer.sink.sink.bounded()?;
        rest = after;
    }
    let seen = parser.finish();
    seen.bounded()?;
    Ok(seen.removed.into_inner())
}

/// A sink that counts what a tree would be built of.
#[derive(Default)]
struct Inspection {
    elements: Cell<usize>,
    nesting: Cell<usize>,
    removed: RefCell<BTreeSet<String>>,
}

/// As much of a node as the parser asks for.
struct Node {
    name: QualName,
    is_integration_point: bool,
    depth: Cell<usize>,
}

impl Inspection {
    fn bounded(&self) -> Result<(), PageError> {
        // The parser puts a root of its own around the page.
        let actual = self.nesting.get().saturating_sub(1);
        if actual > NESTING_MAX {
            return Err(PageError::TooDeep { actual });
        }
        if self.elements.get() > ELEMENTS_MAX {
            return Err(PageError::TooMany);
        }
        Ok(())
    }

    fn node(name: QualName, is_integration_point: bool) -> Rc<Node> {
        Rc::new(Node { name, is_integration_point, depth: Cell::new(0) })
    }

    fn nest(&self, child: NodeOrText<Rc<Node>>, depth: usize) {
        if let NodeOrText::AppendNode(node) = child {
            node.depth.set(depth);
            self.nesting.set(self.nesting.get().max(depth));
        }
    }

    /// Notes what of an element the policy does not allow.
    fn judge(&self, name: &QualName, attributes: &[Attribute]) {
        let tag = &*name.local;
        let mut removed = self.removed.borrow_mut();
        if name.ns != ns!(html) {
            // Goes with the `svg` or `math` around it.
            if matches!(tag, "svg" | "math") {
                removed.insert(tag.to_owned());
            }
        } else if policy::allows_tag(tag) {
            for attribute in attributes {
                let attribute_name = &*attribute.name.local;
                if !policy::allows_attribute(tag, attribute_name, &attribute.value) {
                    removed.insert(format!("{tag}[{}]", start(attribute_name)));
                }
            }
        } else if tag != "html" {
            // The parser makes that one itself, once.
            removed.insert(start(tag).to_owned());
        }
    }
}

/// As much of a name as an answer repeats.
fn start(name: &str) -> &str {
    &name[..name.floor_char_boundary(NAME_BYTES_MAX)]
}

impl TreeSink for Inspection {
    type Handle = Rc<Node>;
    type Output = Self;
    type ElemName<'a> = &'a QualName;

    fn finish(self) -> Self {
        self
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}

    fn get_document(&self) -> Rc<Node> {
        Self::node(QualName::new(None, ns!(), local_name!("")), false)
    }

    fn elem_name<'a>(&'a self, target: &'a Rc<Node>) -> &'a QualName {
        &target.name
    }

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        flags: ElementFlags,
    ) -> Rc<Node> {
        self.elements.set(self.elements.get() + 1);
        self.judge(&name, &attributes);
        Self::node(name, flags.mathml_annotation_xml_integration_point)
    }

    fn create_comment(&self, _text: StrTendril) -> Rc<Node> {
        self.elements.set(self.elements.get() + 1);
        Self::node(QualName::new(None, ns!(), local_name!("")), false)
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Rc<Node> {
        Self::node(QualName::new(None, ns!(), local_name!("")), false)
    }

    fn append(&self, parent: &Rc<Node>, child: NodeOrText<Rc<Node>>) {
        self.nest(child, parent.depth.get() + 1);
    }

    fn append_based_on_parent_node(
        &self,
        _element: &Rc<Node>,
        before: &Rc<Node>,
        child: NodeOrText<Rc<Node>>,
    ) {
        self.nest(child, before.depth.get() + 1);
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Rc<Node>) -> Rc<Node> {
        Rc::clone(target)
    }

    fn same_node(&self, one: &Rc<Node>, other: &Rc<Node>) -> bool {
        Rc::ptr_eq(one, other)
    }

    fn set_quirks_mode(&self, _mode: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Rc<Node>, node: NodeOrText<Rc<Node>>) {
        // One more than the sibling has: it is opened inside of what the parser has open there.
        self.nest(node, sibling.depth.get() + 1);
    }

    fn add_attrs_if_missing(&self, _target: &Rc<Node>, _attributes: Vec<Attribute>) {}

    fn remove_from_parent(&self, _target: &Rc<Node>) {}

    fn reparent_children(&self, _node: &Rc<Node>, _parent: &Rc<Node>) {}

    fn is_mathml_annotation_xml_integration_point(&self, node: &Rc<Node>) -> bool {
        node.is_integration_point
    }
}
