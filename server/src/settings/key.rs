//! What is known about a section and a key of the settings file, as constant data.

/// One `[section]` of the settings file.
#[derive(Clone, Copy, Debug)]
pub struct SectionDecl {
    /// The name between the brackets.
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

/// Turns a table of sections and keys into the structs, their defaults and their reader.
///
/// The table is the only place that names a key: whatever else speaks of keys follows from it.
macro_rules! settings {
    ($(
        $(#[doc = $about:literal])+
        $section:ident: $Section:ident {
            $( $(#[doc = $text:literal])+ $key:ident: $Value:ty = $default:expr, )+
        }
    )+) => {
        /// Every setting, with its value or its default.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct Settings {
            $( $(#[doc = $about])+ pub $section: $Section, )+
        }

        $(
            $(#[doc = $about])+
            #[derive(Clone, Debug, PartialEq)]
            pub struct $Section {
                $( $(#[doc = $text])+ pub $key: $Value, )+
            }

            impl Default for $Section {
                fn default() -> Self {
                    Self { $( $key: $default, )+ }
                }
            }
        )+

        impl Settings {
            /// Every section with its keys.
            pub const SECTIONS: &'static [$crate::settings::SectionDecl] = &[
                $( $crate::settings::SectionDecl {
                    name: stringify!($section),
                    manual: concat!($( $about, "\n", )+),
                    keys: &[$( $crate::settings::KeyDecl {
                        name: stringify!($key),
                        manual: concat!($( $text, "\n", )+),
                        allowed: <$Value as $crate::settings::value::Value>::ALLOWED,
                    }, )+],
                }, )+
            ];

            /// Takes every key that a file gives.
            pub(super) fn read(&mut self, file: &mut $crate::settings::read::Reader<'_>) {
                $( $( file.take(
                    stringify!($section), stringify!($key), &mut self.$section.$key,
                ); )+ )+
            }

            /// Every key with its value as a file would say it, in the order of the table.
            #[must_use]
            pub fn rows(&self) -> Vec<Row> {
                use $crate::settings::value::Value as _;
                vec![ $( $( Row {
                    section: stringify!($section),
                    key: stringify!($key),
                    value: self.$section.$key.shown(),
                }, )+ )+ ]
            }
        }
    };
}
pub(super) use settings;
