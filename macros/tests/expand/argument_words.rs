const _: () = {
    const CHOICES: &[::tollgate::__macro::decl::ChoiceDecl; 2usize] = &[
        ::tollgate::__macro::decl::ChoiceDecl {
            name: "pending",
            manual: "Not begun.",
        },
        ::tollgate::__macro::decl::ChoiceDecl {
            name: "in_progress",
            manual: "",
        },
    ];
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tollgate::__macro::Argument for Status {
        const SCHEMA: ::tollgate::__macro::decl::Schema = ::tollgate::__macro::decl::Schema::Choice(
            CHOICES,
        );
        const KEYWORDS: &'static [::tollgate::__macro::decl::Fragment] = &[
            ::tollgate::__macro::decl::Fragment::Json(
                ",\"enum\":[\"pending\",\"in_progress\"]",
            ),
        ];
        type Wire = Self;
        fn decode(
            __raw: &::tollgate::__macro::RawValue,
            _schema: &'static ::tollgate::__macro::decl::Schema,
            __at: &mut ::tollgate::__macro::Decoder,
        ) -> ::core::option::Option<Self> {
            let index = __at.choice(__raw, CHOICES)?;
            [Self::Pending, Self::InProgress].into_iter().nth(index)
        }
        fn resolve(
            wire: Self,
            _call: &::tollgate::__macro::Call,
        ) -> ::tollgate::__macro::Resolve<'_, Self> {
            ::tollgate::__macro::Resolve::Ready(wire)
        }
    }
};
