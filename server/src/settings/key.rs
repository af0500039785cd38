//! What is known about a section and a key of a settings file, as constant data.

/// One `[section]` of a settings file.
#[derive(Clone, Copy, Debug)]
pub struct SectionDecl {
    /// The name between the brackets, with its dots.
    pub name: &'static str,
    /// What it is for.
    pub manual: &'static str,
    /// Its keys, in the order of the table.
    pub keys: &'static [KeyDecl],
}

/// One key of a section.
#[derive(Clone, Copy, Debug)]
pub struct KeyDecl {
    /// The name before the equals sign.
    pub name: &'static str,
    /// What it decides.
    pub manual: &'static str,
    /// What it can be set to.
    pub allowed: &'static str,
}

/// One key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The section.
    pub section: &'static str,
    /// The key.
    pub key: &'static str,
    /// The value as a file would say it, safe to be shown: it carries no password.
    pub value: String,
}

/// The settings of one kind of file: what its table of keys was made into.
pub(super) trait Table: Default {
    /// Every section with its keys.
    const SECTIONS: &'static [SectionDecl];

    /// Whether the file names databases beside its sections.
    const HAS_DATABASES: bool;

    /// Takes every key that a file gives.
    fn read(&mut self, file: &mut super::read::Reader<'_>);
}

/// Turns a table of sections and keys into the structs, their defaults and their reader.
///
/// The table is the only place that names a key: whatever else speaks of keys follows from it.
/// A key is `name: Type = default`, and an integer may have its range: `name: u64 where 1..=9 = 3`.
macro_rules! settings {
    (@name [$head:ident $(. $tail:ident)*]) => {
        concat!(stringify!($head) $(, ".", stringify!($tail))*)
    };
    (@databases) => { false };
    (@databases databases) => { true };
    (@allowed $Value:ty) => { <$Value as $crate::settings::value::Value>::ALLOWED };
    (@allowed $Value:ty, $min:literal, $max:literal) => {
        concat!("an integer from ", $min, " to ", $max)
    };
    (@read $Value:ty) => { <$Value as $crate::settings::value::Value>::read };
    (@read $Value:ty, $min:literal, $max:literal) => {
        |found| $crate::settings::value::integer(found, $min..=$max)
    };
    (
        $(#[doc = $whole:literal])+
        $Table:ident $(, beside $databases:ident)?;
        $(
            $(#[doc = $about:literal])+
            in $name:tt $section:ident: $Section:ident {
                $(
                    $(#[doc = $text:literal])+
                    $key:ident: $Value:ty $(where $min:literal ..= $max:literal)? = $default:expr,
                )+
            }
        )+
    ) => {
        $(#[doc = $whole])+
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $Table {
            $( $(#[doc = $about])+ pub $section: $Section, )+
        }

        $(
            $(#[doc = $about])+
            #[derive(Clone, Debug, PartialEq, Eq)]
            pub struct $Section {
                $( $(#[doc = $text])+ pub $key: $Value, )+
            }

            impl Default for $Section {
                fn default() -> Self {
                    Self { $( $key: $default, )+ }
                }
            }
        )+

        impl $Table {
            /// Every section with its keys.
            pub const SECTIONS: &'static [$crate::settings::SectionDecl] = &[
                $( $crate::settings::SectionDecl {
                    name: settings!(@name $name),
                    manual: concat!($( $about, "\n", )+),
                    keys: &[$( $crate::settings::KeyDecl {
                        name: stringify!($key),
                        manual: concat!($( $text, "\n", )+),
                        allowed: settings!(@allowed $Value $(, $min, $max)?),
                    }, )+],
                }, )+
            ];

            /// Every key with its value as a file would say it, in the order of the table.
            #[must_use]
            pub fn rows(&self) -> Vec<$crate::settings::Row> {
                use $crate::settings::value::Value as _;
                vec![ $( $( $crate::settings::Row {
                    section: settings!(@name $name),
                    key: stringify!($key),
                    value: self.$section.$key.shown(),
                }, )+ )+ ]
            }
        }

        impl $crate::settings::key::Table for $Table {
            const SECTIONS: &'static [$crate::settings::SectionDecl] = $Table::SECTIONS;
            const HAS_DATABASES: bool = settings!(@databases $($databases)?);

            fn read(&mut self, file: &mut $crate::settings::read::Reader<'_>) {
                $( $( file.take(
                    settings!(@name $name),
                    stringify!($key),
                    &mut self.$section.$key,
                    settings!(@read $Value $(, $min, $max)?),
                ); )+ )+
            }
        }
    };
}
pub(super) use settings;
