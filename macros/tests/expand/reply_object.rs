const _: () = {
    use ::tollgate::__macro::serde::ser::SerializeStruct as _;
    const PARAMS: &[::tollgate::__macro::decl::ParamDecl; 2usize] = &[
        ::tollgate::__macro::decl::ParamDecl {
            name: "count",
            description: ::tollgate::__macro::decl::Text {
                plain: "How many.",
                json: "How many.",
            },
            manual: "",
            schema: <u32 as ::tollgate::__macro::Output>::SCHEMA,
            required: <u32 as ::tollgate::__macro::Output>::REQUIRED,
            default: ::core::option::Option::None,
            exemption: ::core::option::Option::None,
            role: ::tollgate::__macro::decl::Role::Plain,
        },
        ::tollgate::__macro::decl::ParamDecl {
            name: "first",
            description: ::tollgate::__macro::decl::Text {
                plain: "",
                json: "",
            },
            manual: "",
            schema: <Option<String> as ::tollgate::__macro::Output>::SCHEMA,
            required: <Option<String> as ::tollgate::__macro::Output>::REQUIRED,
            default: ::core::option::Option::None,
            exemption: ::core::option::Option::None,
            role: ::tollgate::__macro::decl::Role::Plain,
        },
    ];
    const KEYWORDS: &[::tollgate::__macro::decl::Fragment] = &[
        ::tollgate::__macro::decl::Fragment::Json(
            ",\"properties\":{\"count\":{\"type\":\"",
        ),
        ::tollgate::__macro::decl::Fragment::Json(
            <u32 as ::tollgate::__macro::Output>::SCHEMA.kind(),
        ),
        ::tollgate::__macro::decl::Fragment::Json("\",\"description\":\"How many.\""),
        ::tollgate::__macro::decl::Fragment::Nested(
            <u32 as ::tollgate::__macro::Output>::KEYWORDS,
        ),
        ::tollgate::__macro::decl::Fragment::Json("},\"first\":{\"type\":\""),
        ::tollgate::__macro::decl::Fragment::Json(
            <Option<String> as ::tollgate::__macro::Output>::SCHEMA.kind(),
        ),
        ::tollgate::__macro::decl::Fragment::Json("\""),
        ::tollgate::__macro::decl::Fragment::Nested(
            <Option<String> as ::tollgate::__macro::Output>::KEYWORDS,
        ),
        ::tollgate::__macro::decl::Fragment::Json("}}"),
        ::tollgate::__macro::decl::Fragment::Required(PARAMS),
        ::tollgate::__macro::decl::Fragment::Json(",\"additionalProperties\":false"),
    ];
    #[automatically_derived]
    impl ::tollgate::__macro::serde::Serialize for Saved {
        fn serialize<S: ::tollgate::__macro::serde::Serializer>(
            &self,
            serializer: S,
        ) -> ::core::result::Result<S::Ok, S::Error> {
            let mut object = serializer.serialize_struct("Saved", 2usize)?;
            if !<u32 as ::tollgate::__macro::Output>::is_absent(&self.count) {
                object.serialize_field("count", &self.count)?;
            }
            if !<Option<String> as ::tollgate::__macro::Output>::is_absent(&self.first) {
                object.serialize_field("first", &self.first)?;
            }
            object.end()
        }
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tollgate::__macro::Output for Saved {
        const SCHEMA: ::tollgate::__macro::decl::Schema = ::tollgate::__macro::decl::Schema::Object(
            PARAMS,
        );
        const KEYWORDS: &'static [::tollgate::__macro::decl::Fragment] = KEYWORDS;
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tollgate::__macro::Reply for Saved {
        const SCHEMA: ::core::option::Option<
            &'static ::tollgate::__macro::decl::Schema,
        > = ::core::option::Option::Some(&<Self as ::tollgate::__macro::Output>::SCHEMA);
        const OUTPUT_SCHEMA: &'static str = {
            const FRAGMENTS: &[::tollgate::__macro::decl::Fragment] = &[
                ::tollgate::__macro::decl::Fragment::Json("{\"type\":\"object\""),
                ::tollgate::__macro::decl::Fragment::Nested(KEYWORDS),
                ::tollgate::__macro::decl::Fragment::Json("}"),
            ];
            const BYTES: [u8; ::tollgate::__macro::decl::joined_len(FRAGMENTS)] = ::tollgate::__macro::decl::joined(
                FRAGMENTS,
            );
            ::tollgate::__macro::decl::utf8(&BYTES)
        };
        fn into_answer(
            self,
        ) -> ::core::result::Result<
            ::tollgate::__macro::Answer,
            ::tollgate::__macro::Failure,
        > {
            let text = ::core::option::Option::Some(Self::line(&self));
            ::tollgate::__macro::Answer::structured(&self, text)
        }
    }
};
