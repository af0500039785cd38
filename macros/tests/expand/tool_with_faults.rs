/// Say hello.
#[allow(clippy::too_many_arguments)]
pub async fn hello(call: &Call, name: String) -> Result<Plain, Failure> {
    greet(name)
}
#[doc(hidden)]
#[allow(missing_debug_implementations, non_camel_case_types)]
pub struct hello {}
#[automatically_derived]
impl ::tollgate::__macro::Declared for hello {
    const DECL: &'static ::tollgate::__macro::decl::ToolDecl = &::tollgate::__macro::decl::ToolDecl {
        name: "hello",
        ..::tollgate::__macro::decl::ToolDecl::BLANK
    };
    fn prepare(
        _arguments: &::tollgate::__macro::RawValue,
    ) -> ::core::result::Result<
        ::tollgate::__macro::Prepared,
        ::tollgate::__macro::Faults,
    > {
        ::core::result::Result::Err(::core::default::Default::default())
    }
}
::core::compile_error! {
    "tool `hello`: unknown scope `Amin`, did you mean `Admin`?\nhelp: allowed are `MemoryRead`, `MemoryWrite`, `WikiRead`, `WikiWrite`, `MessagingSend`, `IdentityRead`, `OdooRead`, `OdooWrite`, `OdooExecute`, `GoogleRead`, `GoogleWrite`, `NotionRead`, `NotionWrite`, `GithubRead`, `GithubWrite`, `ForkExecute`, `OsNative`, `SkillExecute`, `Recording`, `MailRead`, `MailSend`, `DbRead`, `FilesRead`, `TeamHandoff`, `DiscoveryExecute`, `Admin`"
}
::core::compile_error! {
    "tool `hello`: parameter `name` has no description\nhelp: write a doc comment; its first paragraph is the description, 1 to 200 bytes"
}
