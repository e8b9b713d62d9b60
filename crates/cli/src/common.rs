//! Flags that several verbs have, each declared once: the same word has the same value,
//! the same parser and the same help everywhere.
//!
//! Idea: a struct of one flag, flattened into the arguments of a verb, which becomes the
//! flag's value in its options ([`plain!`](crate::plain), behind `into`). What differs
//! between verbs are defaults ([`Defaults`]) and the heading under which help shows it.
//! Alternative: one struct of all common flags, which would give each verb all of them.
//! A test holds the flags of all verbs together (`args::tests` of the engine).

use clap::Args;
use ep_proofs::values;
use std::fmt::Debug;
use std::path::PathBuf;
use std::time::Duration;

/// Structs of one flag each, and how each becomes a value.
#[macro_export]
macro_rules! flags {
    ($($(#[$how:meta])* $name:ident { $field:ident: $ty:ty } $(also $other:ty)?;)*) => {$(
        #[derive(::clap::Args, Clone, Debug)]
        pub struct $name {
            $(#[$how])*
            pub $field: $ty,
        }

        impl ::std::convert::From<$name> for $ty {
            fn from(a: $name) -> $ty {
                a.$field
            }
        }

        $(impl ::std::convert::From<$name> for $other {
            fn from(a: $name) -> $other {
                a.$field.into()
            }
        })?
    )*};
}

flags! {
    /// Print JSON instead of text: one object (its: one for each file)
    #[arg(long, help_heading = "Results")]
    Json { json: bool };

    /// Print nothing but errors (solve and validate: and the answers; paths: and the summary line)
    #[arg(long, short, help_heading = "Results")]
    Quiet { quiet: bool };

    /// Write a page with everything that was found to DIR/index.html
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    Html { html: Option<PathBuf> };

    /// Write the findings as SARIF to this file too
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    Sarif { sarif: Option<PathBuf> };

    /// Write the certificate, for everypath judge (its with several files: a folder)
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    Certificate { certificate: Option<PathBuf> };

    /// Run natively without isolation: the program can change and delete your files
    #[arg(long, help_heading = "Results")]
    NoIsolation { no_isolation: bool };

    /// Find each answer in another way too; where they differ, fail
    #[arg(long)]
    CrossCheck { cross_check: bool };

    /// So many things are done at the same time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    Jobs { jobs: u32 } also u64;
}

/// The defaults of a verb.
pub trait Defaults: Clone + Debug + Send + Sync + 'static {
    const TIME: Option<&'static str> = None;
    const MEMORY: &'static str = "4G";
    const PATHS: Option<&'static str> = None;
}

/// Those of most verbs.
#[derive(Clone, Debug)]
pub struct Usual;

impl Defaults for Usual {}

#[derive(Args, Clone, Debug)]
pub struct Timeout<D: Defaults = Usual> {
    /// Time for the whole run: 30, 30s, 2m (memory: for each entry; its: for each file)
    #[arg(long, value_name = "TIME", default_value = D::TIME, value_parser = values::duration, help_heading = "Limits")]
    pub timeout: Option<Duration>,
    #[arg(skip)]
    verb: std::marker::PhantomData<D>,
}

impl<D: Defaults> From<Timeout<D>> for Option<Duration> {
    fn from(a: Timeout<D>) -> Option<Duration> {
        a.timeout
    }
}

/// For verbs that have a default.
impl<D: Defaults> From<Timeout<D>> for Duration {
    fn from(a: Timeout<D>) -> Duration {
        a.timeout.unwrap_or(Duration::MAX)
    }
}

#[derive(Args, Clone, Debug)]
pub struct MaxMemory<D: Defaults = Usual> {
    /// Memory for the whole run: 512M, 2G
    #[arg(long, value_name = "SIZE", default_value = D::MEMORY, value_parser = values::memory, help_heading = "Limits")]
    pub max_memory: u64,
    #[arg(skip)]
    verb: std::marker::PhantomData<D>,
}

impl<D: Defaults> From<MaxMemory<D>> for u64 {
    fn from(a: MaxMemory<D>) -> u64 {
        a.max_memory
    }
}
