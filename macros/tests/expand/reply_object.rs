const _: () = {
    use ::tollgate::__macro::serde::ser::SerializeStruct as _;
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
            &[
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
            ],
        );
    }
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tollgate::__macro::Reply for Saved {
        const SCHEMA: ::core::option::Option<
            &'static ::tollgate::__macro::decl::Schema,
        > = ::core::option::Option::Some(&<Self as ::tollgate::__macro::Output>::SCHEMA);
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
