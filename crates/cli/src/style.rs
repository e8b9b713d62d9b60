//! `--color`: another way to say what the environment says (`NO_COLOR`,
//! `CLICOLOR_FORCE`), for every verb and at any place before `--`.

use clap::{Args, ValueEnum};
use std::ffi::{OsStr, OsString};

/// The flag; its value is taken by [`taken`] and only shown here.
#[derive(Args, Clone, Debug)]
pub struct ColourArgs {
    /// Colours: where the terminal has them, always, or never
    #[arg(
        long = "color",
        value_name = "WHEN",
        value_enum,
        default_value_t = When::Auto,
        hide_default_value = true,
        global = true
    )]
    #[allow(dead_code)]
    pub colour: When,
}

/// When there are colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// In a pipe, too
    Always,
    /// Nowhere
    Never,
}

/// The arguments without a valid `--color`, which is put into the environment,
/// so that everything that prints hears it, other programs too. To be called
/// before there are threads. One that is not valid stays and is told by the parser; what
/// `cc` is given is the compiler's.
pub fn taken(arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.get(1).is_some_and(|a| a == "cc") {
        return arguments;
    }
    let mut out = Vec::with_capacity(arguments.len());
    let mut rest = arguments.into_iter().peekable();
    let mut passed = false;
    while let Some(a) = rest.next() {
        passed |= a == "--";
        let value = match a.to_str() {
            _ if passed => None,
            Some("--color") => rest.peek().and_then(|v| when(v)),
            Some(text) => text
                .strip_prefix("--color=")
                .and_then(|v| when(OsStr::new(v))),
            None => None,
        };
        let Some(value) = value else {
            out.push(a);
            continue;
        };
        if a == "--color" {
            rest.next();
        }
        set(value);
    }
    out
}

fn when(text: &OsStr) -> Option<When> {
    When::from_str(text.to_str()?, false).ok()
}

fn set(when: When) {
    for name in ["NO_COLOR", "CLICOLOR_FORCE"] {
        match (when, name) {
            (When::Always, "CLICOLOR_FORCE") | (When::Never, "NO_COLOR") => {
                std::env::set_var(name, "1");
            }
            (When::Auto, _) => {}
            _ => std::env::remove_var(name),
        }
    }
}
