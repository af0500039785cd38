const _: () = {
    const CHOICES: &[::tollgate::__macro::decl::ChoiceDecl; 2usize] = &[
        ::tollgate::__macro::decl::ChoiceDecl {
            name: "formal",
            manual: "",
        },
        ::tollgate::__macro::decl::ChoiceDecl {
            name: "casual",
            manual: "",
        },
    ];
    #[automatically_derived]
    #[diagnostic::do_not_recommend]
    impl ::tollgate::__macro::Argument for Tone {
        const SCHEMA: ::tollgate::__macro::decl::Schema = ::tollgate::__macro::decl::Schema::Choice(
            CHOICES,
        );
        const KEYWORDS: &'static [::tollgate::__macro::decl::Fragment] = &[
            ::tollgate::__macro::decl::Fragment::Json(
                ",\"enum\":[\"formal\",\"casual\"]",
            ),
        ];
        type Wire = Self;
        fn decode(
            __raw: &::tollgate::__macro::RawValue,
            _schema: &'static ::tollgate::__macro::decl::Schema,
            __at: &mut ::tollgate::__macro::Decoder,
        ) -> ::core::option::Option<Self> {
            let index = __at.choice(__raw, CHOICES)?;
            [Self::Formal, Self::Casual].into_iter().nth(index)
        }
        fn resolve(
            wire: Self,
            _call: &::tollgate::__macro::Call,
        ) -> ::tollgate::__macro::Resolve<'_, Self> {
            ::tollgate::__macro::Resolve::Ready(wire)
        }
    }
};
#[automatically_derived]
#[diagnostic::do_not_recommend]
impl ::tollgate::__macro::FormField for Tone {
    const FORM: &'static [::tollgate::__macro::decl::Fragment] = &[
        ::tollgate::__macro::decl::Fragment::Json(
            ",\"oneOf\":[{\"const\":\"formal\",\"title\":\"With \\\"respect\\\"\"},{\"const\":\"casual\",\"title\":\"casual\"}]",
        ),
    ];
}
#[automatically_derived]
#[diagnostic::do_not_recommend]
impl ::tollgate::__macro::FormChoice for Tone {
    const ITEM: &'static [::tollgate::__macro::decl::Fragment] = &[
        ::tollgate::__macro::decl::Fragment::Json(
            "{\"anyOf\":[{\"const\":\"formal\",\"title\":\"With \\\"respect\\\"\"},{\"const\":\"casual\",\"title\":\"casual\"}]}",
        ),
    ];
}
