const _: () = {
    const PARAMS: &[::tollgate::__macro::decl::ParamDecl; 1usize] = &[
        ::tollgate::__macro::decl::ParamDecl {
            name: "emailAddress",
            description: ::tollgate::__macro::decl::Text {
                plain: "Where to write to.",
                json: "Where to write to.",
            },
            manual: "",
            schema: {
                let schema = ::tollgate::__macro::decl::check_format(
                    <String as ::tollgate::__macro::Argument>::SCHEMA,
                    "emailAddress",
                    ::tollgate::__macro::decl::Format::Email,
                );
                schema
            },
            required: <String as ::tollgate::__macro::Argument>::REQUIRED,
            default: ::core::option::Option::None,
            exemption: ::core::option::Option::None,
            role: <String as ::tollgate::__macro::Argument>::ROLE,
        },
    ];
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tollgate::__macro::Argument for Signup {
        const SCHEMA: ::tollgate::__macro::decl::Schema = ::tollgate::__macro::decl::Schema::Object(
            PARAMS,
        );
        const KEYWORDS: &'static [::tollgate::__macro::decl::Fragment] = &[
            ::tollgate::__macro::decl::Fragment::Json(
                ",\"properties\":{\"emailAddress\":{\"type\":\"",
            ),
            ::tollgate::__macro::decl::Fragment::Json(
                <String as ::tollgate::__macro::Argument>::SCHEMA.kind(),
            ),
            ::tollgate::__macro::decl::Fragment::Json(
                "\",\"title\":\"E-mail\",\"description\":\"Where to write to.\"",
            ),
            ::tollgate::__macro::decl::Fragment::Nested(
                <String as ::tollgate::__macro::Argument>::KEYWORDS,
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
            let __value_email = <String as ::tollgate::__macro::Argument>::member(
                __at,
                &__members,
                PARAMS,
                0usize,
            );
            match (__value_email,) {
                (
                    ::core::option::Option::Some(__value_email),
                ) if __members.is_object() => {
                    ::core::option::Option::Some(Self { email: __value_email })
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
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tollgate::__macro::Form for Signup {
        const REQUESTED_SCHEMA: &'static str = {
            const FRAGMENTS: &[::tollgate::__macro::decl::Fragment] = &[
                ::tollgate::__macro::decl::Fragment::Json(
                    "{\"type\":\"object\",\"properties\":{\"emailAddress\":{\"type\":\"",
                ),
                ::tollgate::__macro::decl::Fragment::Json(
                    <String as ::tollgate::__macro::Argument>::SCHEMA.kind(),
                ),
                ::tollgate::__macro::decl::Fragment::Json(
                    "\",\"title\":\"E-mail\",\"description\":\"Where to write to.\"",
                ),
                ::tollgate::__macro::decl::Fragment::Nested(
                    <String as ::tollgate::__macro::FormField>::FORM,
                ),
                ::tollgate::__macro::decl::Fragment::Json(",\"format\":\"email\"}}"),
                ::tollgate::__macro::decl::Fragment::Required(PARAMS),
                ::tollgate::__macro::decl::Fragment::Json("}"),
            ];
            const BYTES: [u8; ::tollgate::__macro::decl::joined_len(FRAGMENTS)] = ::tollgate::__macro::decl::joined(
                FRAGMENTS,
            );
            ::tollgate::__macro::decl::utf8(&BYTES)
        };
    }
};
