//! The program that a system was made from.
//!
//! Idea: nothing is proved of a program here; what `(program …)` says is what is
//! needed to make its system again: function, files and options, and where in the
//! source each location lies. Whoever compares makes the system anew and has it
//! compared as any other. Source: docs/certificates.md, section "Program".
//!
//! What must never happen: an option that is read from a certificate writes a file or
//! starts a program. So options have names of their own, and flags for a compiler are
//! only shown.

use crate::names::Cx;
use crate::refusal::{Checked, Refusal};
use crate::system::System;
use crate::text::{Args, Doc, View};
use rustc_hash::FxHashSet;

/// Where in a source a location of the system lies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub location: String,
    pub file: String,
    pub line: u32,
    pub column: u32,
}

/// What a system was made from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The function that the runs begin in.
    pub entry: String,
    /// The sources, as they were named.
    pub files: Vec<String>,
    /// Options of the translation with their values; none for a switch.
    pub options: Vec<(String, Option<String>)>,
    /// Flags for the compiler.
    pub clang_flags: Vec<String>,
    pub places: Vec<Place>,
}

fn name(args: &mut Args<'_>, what: &str) -> Checked<String> {
    let v = args.need(what)?;
    match v.name() {
        Some(n) => Ok(n.to_owned()),
        None => Err(v.refuse(format!("`{}`: {what} is awaited", v.shown()))),
    }
}

fn number(args: &mut Args<'_>, what: &str) -> Checked<u32> {
    let v = args.need(what)?;
    let n = v.word().and_then(|w| w.parse().ok());
    n.ok_or_else(|| v.refuse(format!("`{}`: {what} is awaited", v.shown())))
}

/// Reads `(program …)`.
fn read(v: View<'_>) -> Checked<Program> {
    let mut out = Program::default();
    let mut entry = None;
    for part in v.called("program")? {
        let (head, mut args) = part.form("a part of (program …)")?;
        match head {
            "entry" if entry.is_none() => entry = Some(name(&mut args, "a function")?),
            "file" => out.files.push(name(&mut args, "a file")?),
            "clang" => out.clang_flags.push(name(&mut args, "a flag")?),
            "set" => {
                let option = name(&mut args, "an option")?;
                let value = match args.peek() {
                    Some(_) => Some(name(&mut args, "a value")?),
                    None => None,
                };
                out.options.push((option, value));
            }
            "at" => out.places.push(Place {
                location: name(&mut args, "a location")?,
                file: name(&mut args, "a file")?,
                line: number(&mut args, "a line")?,
                column: number(&mut args, "a column")?,
            }),
            _ => return Err(part.refuse(format!("`({head} …)` is no part of (program …)"))),
        }
        args.done()?;
    }
    out.entry = entry.ok_or_else(|| v.refuse("(entry …) is missing"))?;
    if out.files.is_empty() {
        return Err(v.refuse("(file …) is missing"));
    }
    Ok(out)
}

/// Reads `(program …)` beside its system: the locations are there.
pub(crate) fn of(cx: &Cx, system: &System, v: View<'_>) -> Checked<Program> {
    let out = read(v)?;
    let known: FxHashSet<String> = system.locs.iter().map(|l| cx.name(*l)).collect();
    for p in &out.places {
        if !known.contains(&p.location) {
            let l = &p.location;
            return Err(v.refuse(format!("the system has no location `{l}`")));
        }
    }
    Ok(out)
}

/// The program that a certificate names, without a check of anything else.
///
/// # Errors
/// It is no certificate, or what names the program cannot be read.
pub fn program(text: &str) -> Result<Option<Program>, Refusal> {
    let doc = Doc::read(text)?;
    let mut top = doc.top();
    top.need("(everypath-certificate 1)")?
        .called("everypath-certificate")?;
    top.find(|v| v.is("program")).map(read).transpose()
}
