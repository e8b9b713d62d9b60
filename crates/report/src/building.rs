//! How the user builds a C file of ours with the program.
//!
//! C sources are named to clang as they are. Bitcode has to be prepared: clang's
//! front end marks the functions that AddressSanitizer is to look into and gives
//! `main` another name by a macro; in bitcode both are edits of the text form
//! (LLVM's LangRef, "Functions": attributes stand before the group `#N`).

use std::path::Path;

/// Lines to run before clang, and the program's files as clang is given them.
pub struct Prepared {
    /// Commands, each ready to stand in a comment.
    pub steps: Vec<String>,
    /// The files for clang, in their order.
    pub sources: Vec<String>,
}

/// Bitcode among `sources` is prepared: its functions get the attribute of a
/// sanitizer (none where it is empty), or `main` another name.
pub fn prepared(sources: &[String], attribute: &str, rename: bool) -> Prepared {
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
        let made = format!("{stem}-test.ll");
        out.steps.push(match kind {
            "bc" => format!("llvm-dis {source} -o - | sed{edits} > {made}"),
            _ => format!("sed{edits} {source} > {made}"),
        });
        out.sources.push(made);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_stay_and_bitcode_is_prepared() {
        let sources = ["a.c".to_string(), "d/p.bc".into(), "q.ll".into()];
        let p = prepared(&sources, "sanitize_memory", true);
        assert_eq!(p.sources, ["a.c", "p-test.ll", "q-test.ll"]);
        assert!(p.steps[0].starts_with("llvm-dis d/p.bc -o - | sed -e "));
        assert!(p.steps[0].contains(" sanitize_memory&/"));
        assert!(p.steps[1].ends_with(" q.ll > q-test.ll"), "{:?}", p.steps);
        let p = prepared(&sources, "", false);
        assert!(p.steps.is_empty() && p.sources == sources);
    }
}
