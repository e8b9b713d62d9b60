//! What a certificate says of its program, and the way back.
//!
//! Idea: the system of a certificate is a translation, and who checks the certificate
//! can only see that it is the program's by translating again. So the certificate names
//! function, files, every option that the translation hears, and where in the source
//! each location lies. Alternative: every transition with its instructions, for a
//! checker that follows them through the source; that would be a second translator.
//! Source: docs/certificates.md, section "Program". Cost: the analysis once more.
//!
//! What must never happen: an option that changes the system and is not written, or one
//! that is read from a certificate and writes or starts anything. So flags for clang are
//! shown, and given anew by whoever compares.

use super::options::TimeOptions;
use ep_base::time::Report;
use ep_base::Diagnostic;
use ep_judge::Program;
use ep_proofs::words::Words;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Writes the program into the certificate of a report. A name that the format cannot
/// hold leaves it out: then the certificate speaks of its system alone.
pub fn note(args: &TimeOptions, report: &mut Report) {
    let Some(program) = text(args, report) else {
        return;
    };
    if let Some(c) = &mut report.certificate {
        let at = ["\n(claim ", "\n(end)"].iter().find_map(|w| c.text.find(w));
        if let Some(at) = at {
            c.text.insert_str(at, &format!("\n{program}"));
        }
    }
}

/// A name in quotes, where that is possible.
fn quoted(name: &str) -> Option<String> {
    let plain = !name.contains(['"', '\n']) && !name.chars().any(|c| c < ' ');
    plain.then(|| format!("\"{name}\""))
}

fn text(args: &TimeOptions, report: &Report) -> Option<String> {
    let certificate = &report.certificate.as_ref()?.text;
    let mut out = format!("(program (entry {})", quoted(&args.entry)?);
    for f in &args.files {
        let _ = write!(out, " (file {})", quoted(f.to_str()?)?);
    }
    for (name, value) in set(args) {
        match value {
            Some(v) => {
                let _ = write!(out, " (set {name} {})", quoted(&v)?);
            }
            None => {
                let _ = write!(out, " (set {name})");
            }
        }
    }
    for f in &args.clang_flags {
        let _ = write!(out, " (clang {})", quoted(f)?);
    }
    let known = certificate.split_once("(locs ")?.1.split_once(')')?.0;
    let known: Vec<&str> = known.split_whitespace().collect();
    // The first node is the start, the others are the cuts in their order.
    for (k, (_, node)) in report.graph.nodes().skip(1).enumerate() {
        let (at, p) = (format!("c{k}"), &node.state.place);
        if p.line != 0 && known.contains(&at.as_str()) {
            let (line, column) = (p.line, p.column);
            let file = quoted(&p.file)?;
            let _ = write!(out, "\n  (at {at} {file} {line} {column})");
        }
    }
    out.push(')');
    Some(out)
}

/// The options that the translation hears and that are not as they are without a flag.
fn set(args: &TimeOptions) -> Vec<(&'static str, Option<String>)> {
    let plain = TimeOptions::default();
    let mut out = Vec::new();
    let mut word = |name, given: &str, usual: &str| {
        if given != usual {
            out.push((name, Some(given.to_owned())));
        }
    };
    word("uninit", args.uninit.name(), plain.uninit.name());
    word("external", args.external.name(), plain.external.name());
    word("goal", args.goal.name(), plain.goal.name());
    word("cost", &args.cost, &plain.cost);
    word("overflow", args.overflow.name(), plain.overflow.name());
    word("arith", args.arith.name(), plain.arith.name());
    word("wrap", args.wrap.name(), plain.wrap.name());
    word("view", args.view.name(), plain.view.name());
    for c in &args.cost_of {
        out.push(("cost-of", Some(c.clone())));
    }
    for (name, on) in [
        ("m32", args.m32),
        ("may-be-null", args.may_be_null),
        ("may-alias", args.may_alias),
        ("strict", args.strict),
    ] {
        if on {
            out.push((name, None));
        }
    }
    if args.timeout > plain.timeout {
        let seconds = args.timeout.as_secs();
        out.push(("timeout", Some(format!("{seconds}s"))));
    }
    out
}

/// The options for translating a certificate's program again, as it is in these files.
///
/// # Errors
/// The certificate has an option or a value that is not known here.
pub fn again(
    program: &Program,
    files: &[PathBuf],
    clang_flags: &[String],
) -> Result<TimeOptions, Diagnostic> {
    let mut to = TimeOptions {
        files: files.to_vec(),
        clang_flags: clang_flags.to_vec(),
        entry: program.entry.clone(),
        ..TimeOptions::default()
    };
    for (name, value) in &program.options {
        let known = take(&mut to, name, value.as_deref());
        if known.is_none() {
            let value = value.as_ref().map_or(String::new(), |v| format!(" {v}"));
            return Err(Diagnostic::bad_input(format!(
                "the certificate was made with --{name}{value}, which is not known here"
            ))
            .help("compare with the version that wrote the certificate"));
        }
    }
    Ok(to)
}

/// Takes one option; `None`: there is no such option or value.
fn take(to: &mut TimeOptions, name: &str, value: Option<&str>) -> Option<()> {
    match (name, value) {
        ("uninit", Some(v)) => to.uninit = Words::named(v)?,
        ("external", Some(v)) => to.external = Words::named(v)?,
        ("goal", Some(v)) => to.goal = Words::named(v)?,
        ("cost", Some(v)) => to.cost = v.to_owned(),
        ("overflow", Some(v)) => to.overflow = Words::named(v)?,
        ("arith", Some(v)) => to.arith = Words::named(v)?,
        ("wrap", Some(v)) => to.wrap = Words::named(v)?,
        ("view", Some(v)) => to.view = Words::named(v)?,
        ("cost-of", Some(v)) => to.cost_of.push(v.to_owned()),
        ("timeout", Some(v)) => {
            to.timeout = to.timeout.max(ep_proofs::values::duration(v).ok()?);
        }
        ("m32", None) => to.m32 = true,
        ("may-be-null", None) => to.may_be_null = true,
        ("may-alias", None) => to.may_alias = true,
        ("strict", None) => to.strict = true,
        _ => return None,
    }
    // A day is longer than anybody waits.
    (to.timeout < Duration::from_secs(86_400)).then_some(())
}

#[cfg(test)]
mod tests {
    use super::super::options::{Arith, Overflow, Uninit};
    use super::*;

    #[test]
    fn what_is_written_is_what_is_taken() {
        let args = TimeOptions {
            entry: "f".into(),
            uninit: Uninit::Input,
            overflow: Overflow::Assume,
            arith: Arith::Math,
            m32: true,
            strict: true,
            cost: "calls:g".into(),
            cost_of: vec!["g=n + 3".into()],
            timeout: Duration::from_secs(90),
            ..TimeOptions::default()
        };
        let owned = |(n, v): (&str, Option<String>)| (n.to_owned(), v);
        let program = Program {
            entry: "f".into(),
            options: set(&args).into_iter().map(owned).collect(),
            ..Program::default()
        };
        let back = again(&program, &[], &[]).expect("all are known");
        assert_eq!(set(&back), set(&args));
        assert_eq!(set(&args).len(), 8);
        assert_eq!(back.timeout, args.timeout);
    }

    #[test]
    fn what_writes_files_is_taken_from_nobody() {
        for name in ["its", "certificate", "out", "html", "clang", "graph"] {
            let program = Program {
                options: vec![(name.to_owned(), Some("/tmp/x".into()))],
                ..Program::default()
            };
            assert!(again(&program, &[], &[]).is_err(), "{name}");
        }
    }
}
