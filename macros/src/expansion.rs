//! Expansions kept as files, one per shape of declaration, so that a change of what the macros
//! write is read before it lands.
//!
//! `UPDATE_EXPANSIONS=1 cargo test -p tollgate-macros` writes them again.

use std::path::Path;

use proc_macro2::TokenStream;
use quote::quote;

#[track_caller]
fn check(name: &str, tokens: TokenStream) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expand").join(name);
    let file: syn::File = syn::parse2(tokens).unwrap();
    let actual = prettyplease::unparse(&file);
    #[expect(clippy::disallowed_methods, reason = "a test's own switch")]
    if std::env::var("UPDATE_EXPANSIONS").is_ok() {
        std::fs::write(&path, &actual).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    assert_eq!(actual, expected, "{} is not what the macro writes", path.display());
}

#[test]
fn a_tool_without_parameters() {
    let item = quote! {
        /// Say hello.
        pub async fn hello(call: &Call) -> Result<Plain, Failure> { greet(call).await }
    };
    check(
        "tool_without_parameters.rs",
        crate::tool::expand(quote!(does = read, scope = Admin), item),
    );
}

#[test]
fn a_tool_that_says_everything() {
    let args = quote! {
        does = write, scope = Admin, permission(can_schedule_tasks, when = schedule),
        modes(plan), effects(VendorSyncWrite), approval = warning
    };
    let item = quote! {
        /// Put a task on the board.
        ///
        /// The long form.
        pub async fn tasks_create(
            call: &Call,
            /// One line that names the task.
            #[param(len = 1..=200)] title: String,
            /// Cron expression.
            schedule: Option<Schedule>,
            /// How many.
            #[param(range = 1..=5, default = 2)] copies: u32,
        ) -> Result<TaskCreated, TaskError> { create(call, title, schedule, copies).await }
    };
    check("tool_that_says_everything.rs", crate::tool::expand(args, item));
}

#[test]
fn a_tool_with_a_fault_keeps_its_function() {
    let item = quote! {
        /// Say hello.
        pub async fn hello(call: &Call, name: String) -> Result<Plain, Failure> { greet(name) }
    };
    check("tool_with_faults.rs", crate::tool::expand(quote!(does = read, scope = Amin), item));
}

#[test]
fn an_argument_object() {
    let item = quote! {
        pub struct Item {
            /// What is to be done.
            pub content: String,
            /// Where it stands.
            pub status: Status,
        }
    };
    check("argument_object.rs", crate::argument::expand(item));
}

#[test]
fn an_argument_of_words() {
    let item = quote! {
        pub enum Status {
            /// Not begun.
            Pending,
            InProgress,
        }
    };
    check("argument_words.rs", crate::argument::expand(item));
}

#[test]
fn a_form() {
    let item = quote! {
        pub struct Signup {
            /// Where to write to.
            #[param(name = "emailAddress", title = "E-mail", format = email)]
            pub email: String,
        }
    };
    check("form_object.rs", crate::form::expand(item));
}

#[test]
fn a_choice_in_a_form() {
    let item = quote! {
        pub enum Tone {
            #[param(title = "With \"respect\"")]
            Formal,
            Casual,
        }
    };
    check("form_words.rs", crate::form::expand(item));
}

#[test]
fn a_reply() {
    let item = quote! {
        #[reply(text = Self::line)]
        pub struct Saved {
            /// How many.
            pub count: u32,
            pub first: Option<String>,
        }
    };
    check("reply_object.rs", crate::reply::expand(item));
}
