//! How the user builds a C file of ours with the program.
//!
//! C sources are named to clang as they are. Bitcode has to be prepared: clang's
//! front end marks the functions that AddressSanitizer is to look into and gives
//! `main` another name by a macro; in bitcode both are edits of the text form
//! (LLVM's LangRef, "Functions": attributes stand before the group `#N`).

use crate::regression::word;
use ep_harness::heap::Called;
use std::path::Path;

/// Lines to run before clang, and the program's files as clang is given them.
pub struct Prepared {
    /// Commands, each ready to stand in a comment.
    pub steps: Vec<String>,
    /// The files for clang, in their order.
    pub sources: Vec<String>,
}

/// What the lines call, and where they write.
#[derive(Clone, Copy, Debug)]
pub struct Tools<'a> {
    /// The clang that the program is built with.
    pub compiler: &'a str,
    /// What is made lies beside this file.
    pub beside: &'a str,
}

impl Tools<'_> {
    /// `llvm-dis` of the compiler's version: an older one cannot read what a
    /// newer clang wrote.
    fn disassembler(&self) -> String {
        let (folder, name) = match self.compiler.rsplit_once('/') {
            Some((folder, name)) => (format!("{folder}/"), name),
            None => (String::new(), self.compiler),
        };
        let suffix = name.strip_prefix("clang").unwrap_or_default();
        let suffix = suffix.strip_prefix("++").unwrap_or(suffix);
        format!("{folder}llvm-dis{suffix}")
    }
}

/// Bitcode among `sources` is prepared: its functions get the attribute of a
/// sanitizer (none where it is empty), or `main` another name.
pub fn prepared(sources: &[String], attribute: &str, rename: bool, tools: Tools<'_>) -> Prepared {
    let dis = word(&tools.disassembler());
    let folder = match tools.beside.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/"),
        None => String::new(),
    };
    let sanitize = !attribute.is_empty();
    let mut out = Prepared {
        steps: Vec::new(),
        sources: Vec::new(),
    };
    for source in sources {
        let path = Path::new(source);
        let kind = path.extension().and_then(|e| e.to_str()).unwrap_or("");
        if !matches!(kind, "bc" | "ll") || !(sanitize || rename) {
            out.sources.push(source.clone());
            continue;
        }
        let mut edits = String::new();
        if sanitize {
            edits.push_str(&format!(" -e '/^define/s/ #[0-9]/ {attribute}&/'"));
        }
        if rename {
            edits.push_str(" -e 's/@main\\b/@program_main/g'");
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let made = format!("{folder}{stem}-test.ll");
        let (source, to) = (word(source), word(&made));
        out.steps.push(match kind {
            "bc" => format!("{dis} {source} -o - | sed{edits} > {to}"),
            _ => format!("sed{edits} {source} > {to}"),
        });
        out.sources.push(made);
    }
    out
}

/// The files that a test of an entry is compiled with, and what for: the sources except
/// the one that it includes, found from the folder where it is built.
pub fn units(called: &Called, sources: &[String]) -> String {
    let included = called.included().unwrap_or("");
    let others = sources.iter().filter(|s| *s != included);
    let mut words: Vec<String> = others.map(|s| word(s)).collect();
    if !included.is_empty() {
        words.insert(0, "-I.".to_string());
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_stay_and_bitcode_is_prepared() {
        let sources = ["a.c".to_string(), "d/p.bc".into(), "q.ll".into()];
        let tools = Tools {
            compiler: "clang-19",
            beside: "o/bugs/bug1.c",
        };
        let p = prepared(&sources, "sanitize_memory", true, tools);
        let made = ["a.c", "o/bugs/p-test.ll", "o/bugs/q-test.ll"];
        assert_eq!(p.sources, made);
        assert!(p.steps[0].starts_with("llvm-dis-19 d/p.bc -o - | sed -e "));
        assert!(p.steps[0].contains(" sanitize_memory&/"));
        let end = " q.ll > o/bugs/q-test.ll";
        assert!(p.steps[1].ends_with(end), "{:?}", p.steps);
        let p = prepared(&sources, "", false, tools);
        assert!(p.steps.is_empty() && p.sources == sources);
    }

    #[test]
    fn the_disassembler_is_of_the_compilers_version() {
        for (compiler, dis) in [
            ("clang", "llvm-dis"),
            ("clang++-19", "llvm-dis-19"),
            ("/opt/llvm 19/bin/clang", "/opt/llvm 19/bin/llvm-dis"),
        ] {
            let tools = Tools {
                compiler,
                beside: "",
            };
            assert_eq!(tools.disassembler(), dis);
        }
    }
}
