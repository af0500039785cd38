const _: () = {
    const PARAMS: &[::tollgate::__macro::decl::ParamDecl; 2usize] = &[
        ::tollgate::__macro::decl::ParamDecl {
            name: "content",
            description: ::tollgate::__macro::decl::Text {
                plain: "What is to be done.",
                json: "What is to be done.",
            },
            manual: "",
            schema: {
                let schema = <String as ::tollgate::__macro::Argument>::SCHEMA;
                schema
            },
            required: <String as ::tollgate::__macro::Argument>::REQUIRED,
            default: ::core::option::Option::None,
            exemption: ::core::option::Option::None,
            role: <String as ::tollgate::__macro::Argument>::ROLE,
        },
        ::tollgate::__macro::decl::ParamDecl {
            name: "status",
            description: ::tollgate::__macro::decl::Text {
                plain: "Where it stands.",
                json: "Where it stands.",
            },
            manual: "",
            schema: {
                let schema = <Status as ::tollgate::__macro::Argument>::SCHEMA;
                schema
            },
            required: <Status as ::tollgate::__macro::Argument>::REQUIRED,
            default: ::core::option::Option::None,
            exemption: ::core::option::Option::None,
            role: <Status as ::tollgate::__macro::Argument>::ROLE,
        },
    ];
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tollgate::__macro::Argument for Item {
        const SCHEMA: ::tollgate::__macro::decl::Schema = ::tollgate::__macro::decl::Schema::Object(
            PARAMS,
        );
        const KEYWORDS: &'static [::tollgate::__macro::decl::Fragment] = &[
            ::tollgate::__macro::decl::Fragment::Json(
                ",\"properties\":{\"content\":{\"type\":\"",
            ),
            ::tollgate::__macro::decl::Fragment::Json(
                <String as ::tollgate::__macro::Argument>::SCHEMA.kind(),
            ),
            ::tollgate::__macro::decl::Fragment::Json(
                "\",\"description\":\"What is to be done.\"",
            ),
            ::tollgate::__macro::decl::Fragment::Nested(
                <String as ::tollgate::__macro::Argument>::KEYWORDS,
            ),
            ::tollgate::__macro::decl::Fragment::Json("},\"status\":{\"type\":\""),
            ::tollgate::__macro::decl::Fragment::Json(
                <Status as ::tollgate::__macro::Argument>::SCHEMA.kind(),
            ),
            ::tollgate::__macro::decl::Fragment::Json(
                "\",\"description\":\"Where it stands.\"",
            ),
            ::tollgate::__macro::decl::Fragment::Nested(
                <Status as ::tollgate::__macro::Argument>::KEYWORDS,
            ),
            ::tollgate::__macro::decl::Fragment::Json("}}"),
            ::tollgate::__macro::decl::Fragment::Required(PARAMS),
            ::tollgate::__macro::decl::Fragment::Json(",\"additionalProperties\":false"),
        ];
        type Wire = Self;
        fn decode(
            __raw: &::tollgate::__macro::RawValue,
            _schema: &'static ::tollgate::__macro::decl::Schema,
            __at: &mut ::tollgate::__macro::Decoder,
        ) -> ::core::option::Option<Self> {
            let __members = __at.members(__raw, PARAMS);
            let __value_content = <String as ::tollgate::__macro::Argument>::member(
                __at,
                &__members,
                PARAMS,
                0usize,
            );
            let __value_status = <Status as ::tollgate::__macro::Argument>::member(
                __at,
                &__members,
                PARAMS,
                1usize,
            );
            match (__value_content, __value_status) {
                (
                    ::core::option::Option::Some(__value_content),
                    ::core::option::Option::Some(__value_status),
                ) if __members.is_object() => {
                    ::core::option::Option::Some(Self {
                        content: __value_content,
                        status: __value_status,
                    })
                }
                _ => ::core::option::Option::None,
            }
        }
        fn resolve(
            wire: Self,
            _call: &::tollgate::__macro::Call,
        ) -> ::tollgate::__macro::Resolve<'_, Self> {
            ::tollgate::__macro::Resolve::Ready(wire)
        }
    }
};
