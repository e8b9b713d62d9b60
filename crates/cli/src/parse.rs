//! From the types of the library to the parser of the command line.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use ep_proofs::words::Words;

/// The parser of an option whose values are words; its help is that of the
/// library.
pub fn words<T: Words + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let known = T::WORDS
        .iter()
        .map(|(_, word, help)| PossibleValue::new(*word).help(*help));
    PossibleValuesParser::new(known).try_map(|word| T::named(&word).ok_or("not known"))
}

/// The options of the library from the arguments of the command line, field by
/// field: one that is forgotten on either side is told by the compiler. Those
/// behind `into` are structs of arguments themselves.
#[macro_export]
macro_rules! plain {
    ($args:ident => $options:ident { $($same:ident),* $(,)? } into { $($inner:ident),* }) => {
        impl ::std::convert::From<$args> for $options {
            fn from(a: $args) -> $options {
                $options {
                    $($same: a.$same,)*
                    $($inner: a.$inner.into(),)*
                }
            }
        }
    };
}
