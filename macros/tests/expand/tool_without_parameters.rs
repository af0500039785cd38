/// Say hello.
#[allow(clippy::too_many_arguments)]
pub async fn hello(call: &Call) -> Result<Plain, Failure> {
    greet(call).await
}
#[doc(hidden)]
#[allow(missing_debug_implementations, non_camel_case_types)]
pub struct hello {}
const _: () = {
    const PARAMS: &[::tollgate::__macro::decl::ParamDecl; 0usize] = &[];
    const DECL: ::tollgate::__macro::decl::ToolDecl = ::tollgate::__macro::decl::ToolDecl {
        name: "hello",
        family: ::tollgate::__macro::decl::family_of(::core::module_path!()),
        place: ::tollgate::__macro::decl::Place {
            file: ::core::file!(),
            line: ::core::line!(),
        },
        description: ::tollgate::__macro::decl::Text {
            plain: "Say hello.",
            json: "Say hello.",
        },
        manual: "",
        params: PARAMS,
        reply: <Result<Plain, Failure> as ::tollgate::__macro::Returned>::SCHEMA,
        has_blocks: <Result<
            Plain,
            Failure,
        > as ::tollgate::__macro::Returned>::HAS_BLOCKS,
        does: ::tollgate::__macro::decl::Does::Read,
        scope: ::tollgate::__macro::decl::Scope::Admin,
        gate: ::core::option::Option::None,
        audience: ::tollgate::__macro::decl::Audience::Internal,
        permission: ::core::option::Option::None,
        modes: ::tollgate::__macro::decl::Modes::CHAT,
        effects: &[],
        approval: ::core::option::Option::None,
        feature: ::core::option::Option::None,
        limits: ::tollgate::__macro::decl::Limits {
            timeout_ms: 60000u64,
            reply_chars: 1048576usize,
            concurrency: 16u32,
        },
        deprecated: ::core::option::Option::None,
        list_object: {
            const FRAGMENTS: &[::tollgate::__macro::decl::Fragment] = &[
                ::tollgate::__macro::decl::Fragment::Json(
                    "{\"name\":\"hello\",\"description\":\"Say hello.\",\"inputSchema\":{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false},\"annotations\":{\"readOnlyHint\":true,\"openWorldHint\":false}}",
                ),
            ];
            const BYTES: [u8; ::tollgate::__macro::decl::joined_len(FRAGMENTS)] = ::tollgate::__macro::decl::joined(
                FRAGMENTS,
            );
            ::tollgate::__macro::decl::utf8(&BYTES)
        },
        output_schema: <Result<
            Plain,
            Failure,
        > as ::tollgate::__macro::Returned>::OUTPUT_SCHEMA,
    };
    const _: () = ::tollgate::__macro::decl::check_list_object(&DECL);
    const _: () = ::tollgate::__macro::decl::check_reply(&DECL);
    #[automatically_derived]
    impl ::tollgate::__macro::Declared for hello {
        const DECL: &'static ::tollgate::__macro::decl::ToolDecl = &DECL;
        fn prepare(
            __arguments: &::tollgate::__macro::RawValue,
        ) -> ::core::result::Result<
            ::tollgate::__macro::Prepared,
            ::tollgate::__macro::Faults,
        > {
            let __at = &mut ::tollgate::__macro::Decoder::new();
            let __members = __at.members(__arguments, PARAMS);
            match () {
                () if __at.is_clean() => {
                    ::core::result::Result::Ok(
                        ::tollgate::__macro::Prepared::new(
                            __members.given(),
                            move |__call| ::std::boxed::Box::pin(async move {
                                <Result<
                                    Plain,
                                    Failure,
                                > as ::tollgate::__macro::Returned>::into_answer(
                                    hello(__call).await,
                                )
                            }),
                        ),
                    )
                }
                _ => ::core::result::Result::Err(__at.take_faults()),
            }
        }
    }
};
