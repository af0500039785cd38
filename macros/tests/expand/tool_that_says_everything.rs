/// Put a task on the board.
///
/// The long form.
#[allow(clippy::too_many_arguments)]
pub async fn tasks_create(
    call: &Call,
    title: String,
    schedule: Option<Schedule>,
    copies: u32,
) -> Result<TaskCreated, TaskError> {
    create(call, title, schedule, copies).await
}
#[doc(hidden)]
#[allow(missing_debug_implementations, non_camel_case_types)]
pub struct tasks_create {}
const _: () = {
    const PARAMS: &[::tollgate::__macro::decl::ParamDecl; 3usize] = &[
        ::tollgate::__macro::decl::ParamDecl {
            name: "title",
            description: ::tollgate::__macro::decl::Text {
                plain: "One line that names the task.",
                json: "One line that names the task.",
            },
            manual: "",
            schema: {
                let schema = ::tollgate::__macro::decl::check_len(
                    <String as ::tollgate::__macro::Argument>::SCHEMA,
                    "title",
                    1u32,
                    200u32,
                );
                schema
            },
            required: <String as ::tollgate::__macro::Argument>::REQUIRED,
            default: ::core::option::Option::None,
            exemption: ::core::option::Option::None,
            role: <String as ::tollgate::__macro::Argument>::ROLE,
        },
        ::tollgate::__macro::decl::ParamDecl {
            name: "schedule",
            description: ::tollgate::__macro::decl::Text {
                plain: "Cron expression.",
                json: "Cron expression.",
            },
            manual: "",
            schema: {
                let schema = <Option<Schedule> as ::tollgate::__macro::Argument>::SCHEMA;
                schema
            },
            required: <Option<Schedule> as ::tollgate::__macro::Argument>::REQUIRED,
            default: ::core::option::Option::None,
            exemption: ::core::option::Option::None,
            role: <Option<Schedule> as ::tollgate::__macro::Argument>::ROLE,
        },
        ::tollgate::__macro::decl::ParamDecl {
            name: "copies",
            description: ::tollgate::__macro::decl::Text {
                plain: "How many.",
                json: "How many.",
            },
            manual: "",
            schema: {
                let schema = ::tollgate::__macro::decl::check_range(
                    <u32 as ::tollgate::__macro::Argument>::SCHEMA,
                    "copies",
                    1i64,
                    5i64,
                );
                ::tollgate::__macro::decl::check_default(
                    &schema,
                    "copies",
                    <u32 as ::tollgate::__macro::Argument>::REQUIRED,
                    ::tollgate::__macro::decl::Literal::Integer(2i64),
                );
                schema
            },
            required: false,
            default: ::core::option::Option::Some("2"),
            exemption: ::core::option::Option::None,
            role: <u32 as ::tollgate::__macro::Argument>::ROLE,
        },
    ];
    const DECL: ::tollgate::__macro::decl::ToolDecl = ::tollgate::__macro::decl::ToolDecl {
        name: "tasks_create",
        family: ::tollgate::__macro::decl::family_of(::core::module_path!()),
        place: ::tollgate::__macro::decl::Place {
            file: ::core::file!(),
            line: ::core::line!(),
        },
        description: ::tollgate::__macro::decl::Text {
            plain: "Put a task on the board.",
            json: "Put a task on the board.",
        },
        manual: "The long form.",
        params: PARAMS,
        reply: <Result<TaskCreated, TaskError> as ::tollgate::__macro::Returned>::SCHEMA,
        has_blocks: <Result<
            TaskCreated,
            TaskError,
        > as ::tollgate::__macro::Returned>::HAS_BLOCKS,
        does: ::tollgate::__macro::decl::Does::Write,
        scope: ::tollgate::__macro::decl::Scope::Admin,
        gate: ::core::option::Option::None,
        audience: ::tollgate::__macro::decl::Audience::Internal,
        permission: ::core::option::Option::Some(::tollgate::__macro::decl::PermissionRule {
            permission: ::tollgate::__macro::decl::Permission::CanScheduleTasks,
            when: ::core::option::Option::Some("schedule"),
        }),
        modes: ::tollgate::__macro::decl::Modes::CHAT
            .with(::tollgate::__macro::decl::Mode::Plan),
        effects: &[::tollgate::__macro::decl::Effect::VendorSyncWrite],
        approval: ::core::option::Option::Some(
            ::tollgate::__macro::decl::Approval::Warning,
        ),
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
                    "{\"name\":\"tasks_create\",\"description\":\"Put a task on the board.\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"title\":{\"type\":\"",
                ),
                ::tollgate::__macro::decl::Fragment::Json(
                    <String as ::tollgate::__macro::Argument>::SCHEMA.kind(),
                ),
                ::tollgate::__macro::decl::Fragment::Json(
                    "\",\"description\":\"One line that names the task.\"",
                ),
                ::tollgate::__macro::decl::Fragment::Nested(
                    <String as ::tollgate::__macro::Argument>::KEYWORDS,
                ),
                ::tollgate::__macro::decl::Fragment::Json(
                    ::tollgate::__macro::decl::len_keywords(
                        &<String as ::tollgate::__macro::Argument>::SCHEMA,
                        ",\"minLength\":1,\"maxLength\":200",
                        ",\"minItems\":1,\"maxItems\":200",
                    ),
                ),
                ::tollgate::__macro::decl::Fragment::Json("},\"schedule\":{\"type\":\""),
                ::tollgate::__macro::decl::Fragment::Json(
                    <Option<Schedule> as ::tollgate::__macro::Argument>::SCHEMA.kind(),
                ),
                ::tollgate::__macro::decl::Fragment::Json(
                    "\",\"description\":\"Cron expression.\"",
                ),
                ::tollgate::__macro::decl::Fragment::Nested(
                    <Option<Schedule> as ::tollgate::__macro::Argument>::KEYWORDS,
                ),
                ::tollgate::__macro::decl::Fragment::Json("},\"copies\":{\"type\":\""),
                ::tollgate::__macro::decl::Fragment::Json(
                    <u32 as ::tollgate::__macro::Argument>::SCHEMA.kind(),
                ),
                ::tollgate::__macro::decl::Fragment::Json(
                    "\",\"description\":\"How many.\",\"minimum\":1,\"maximum\":5,\"default\":2}}",
                ),
                ::tollgate::__macro::decl::Fragment::Required(PARAMS),
                ::tollgate::__macro::decl::Fragment::Json(
                    ",\"additionalProperties\":false},\"annotations\":{\"readOnlyHint\":false,\"destructiveHint\":false}}",
                ),
            ];
            const BYTES: [u8; ::tollgate::__macro::decl::joined_len(FRAGMENTS)] = ::tollgate::__macro::decl::joined(
                FRAGMENTS,
            );
            ::tollgate::__macro::decl::utf8(&BYTES)
        },
        output_schema: <Result<
            TaskCreated,
            TaskError,
        > as ::tollgate::__macro::Returned>::OUTPUT_SCHEMA,
    };
    const _: () = ::tollgate::__macro::decl::check_list_object(&DECL);
    const _: () = ::tollgate::__macro::decl::check_reply(&DECL);
    const _: () = ::tollgate::__macro::decl::check_when(&DECL);
    #[automatically_derived]
    impl ::tollgate::__macro::Declared for tasks_create {
        const DECL: &'static ::tollgate::__macro::decl::ToolDecl = &DECL;
        fn prepare(
            __arguments: &::tollgate::__macro::RawValue,
        ) -> ::core::result::Result<
            ::tollgate::__macro::Prepared,
            ::tollgate::__macro::Faults,
        > {
            let __at = &mut ::tollgate::__macro::Decoder::new();
            let __members = __at.members(__arguments, PARAMS);
            let __value_title = <String as ::tollgate::__macro::Argument>::member(
                __at,
                &__members,
                PARAMS,
                0usize,
            );
            let __value_schedule = <Option<
                Schedule,
            > as ::tollgate::__macro::Argument>::member(
                __at,
                &__members,
                PARAMS,
                1usize,
            );
            let __value_copies = <u32 as ::tollgate::__macro::Argument>::member(
                __at,
                &__members,
                PARAMS,
                2usize,
            );
            match (__value_title, __value_schedule, __value_copies) {
                (
                    ::core::option::Option::Some(__value_title),
                    ::core::option::Option::Some(__value_schedule),
                    ::core::option::Option::Some(__value_copies),
                ) if __at.is_clean() => {
                    ::core::result::Result::Ok(
                        ::tollgate::__macro::Prepared::new(
                            __members.given(),
                            move |__call| ::std::boxed::Box::pin(async move {
                                let __value_title = match <String as ::tollgate::__macro::Argument>::resolve(
                                    __value_title,
                                    __call,
                                ) {
                                    ::tollgate::__macro::Resolve::Ready(value) => value,
                                    ::tollgate::__macro::Resolve::Pending(lookup) => {
                                        lookup.await?
                                    }
                                };
                                let __value_schedule = match <Option<
                                    Schedule,
                                > as ::tollgate::__macro::Argument>::resolve(
                                    __value_schedule,
                                    __call,
                                ) {
                                    ::tollgate::__macro::Resolve::Ready(value) => value,
                                    ::tollgate::__macro::Resolve::Pending(lookup) => {
                                        lookup.await?
                                    }
                                };
                                let __value_copies = match <u32 as ::tollgate::__macro::Argument>::resolve(
                                    __value_copies,
                                    __call,
                                ) {
                                    ::tollgate::__macro::Resolve::Ready(value) => value,
                                    ::tollgate::__macro::Resolve::Pending(lookup) => {
                                        lookup.await?
                                    }
                                };
                                <Result<
                                    TaskCreated,
                                    TaskError,
                                > as ::tollgate::__macro::Returned>::into_answer(
                                    tasks_create(
                                            __call,
                                            __value_title,
                                            __value_schedule,
                                            __value_copies,
                                        )
                                        .await,
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
