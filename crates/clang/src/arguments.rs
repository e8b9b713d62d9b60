//! The words of a compiler's command line as clang takes them: response files
//! (`@FILE`) are their content, and `-Wp,A,B` are flags of the preprocessor.
//!
//! Source: GCC manual, "Overall Options" (`@file`), which clang follows for GNU
//! command lines. Cost: the files are read once.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// Files within files; more is a file that names itself.
const DEEPEST: u32 = 16;

/// The arguments with every response file in its place. What is no readable
/// file stays a word.
pub fn expanded(args: &[OsString]) -> Vec<OsString> {
    let mut out = Vec::new();
    expand(args, 0, &mut out);
    out
}

fn expand(args: &[OsString], depth: u32, out: &mut Vec<OsString>) {
    for arg in args {
        let content = arg.as_bytes().strip_prefix(b"@").and_then(|path| {
            let path = OsStr::from_bytes(path);
            std::fs::read(path).ok().filter(|_| depth < DEEPEST)
        });
        match content {
            Some(text) => expand(&words(&text), depth + 1, out),
            None => out.push(arg.clone()),
        }
    }
}

/// Words between white space; quotes and backslashes keep it.
fn words(text: &[u8]) -> Vec<OsString> {
    let mut out = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(b) = bytes.next() {
        match (quote, b) {
            (_, b'\\') => word.get_or_insert_default().extend(bytes.next()),
            (Some(q), b) if q == b => quote = None,
            (None, b'"' | b'\'') => {
                quote = Some(b);
                word.get_or_insert_default();
            }
            (None, b) if b.is_ascii_whitespace() => out.extend(word.take()),
            (_, b) => word.get_or_insert_default().push(b),
        }
    }
    out.extend(word);
    out.into_iter().map(OsString::from_vec).collect()
}

/// `-Wp,…` without what fortifies and without dependency files; none if nothing
/// else is in it.
pub fn preprocessor(flag: &str) -> Option<OsString> {
    let mut kept = String::from("-Wp");
    let mut words = flag.strip_prefix("-Wp,")?.split(',');
    while let Some(w) = words.next() {
        match w {
            "-MD" | "-MMD" | "-MF" | "-MT" | "-MQ" => {
                words.next();
            }
            w if w.starts_with("-D_FORTIFY_SOURCE") || w.starts_with("-M") => {}
            w => {
                kept.push(',');
                kept.push_str(w);
            }
        }
    }
    (kept != "-Wp").then(|| kept.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(list: &[OsString]) -> Vec<&str> {
        list.iter().map(|w| w.to_str().expect("UTF-8")).collect()
    }

    #[test]
    fn words_are_quoted_as_gcc_has_it() {
        let text = b" -DA=1\n-DB=\"x y\" -DC='\"q\"' a\\ b.c '' \"it\\\"s\"";
        assert_eq!(
            texts(&words(text)),
            ["-DA=1", "-DB=x y", "-DC=\"q\"", "a b.c", "", "it\"s"]
        );
    }

    #[test]
    fn files_within_files_are_read_and_others_are_words() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = |name: &str| format!("@{}", dir.path().join(name).display());
        std::fs::write(dir.path().join("a"), format!("-c {}", path("b"))).expect("writes");
        std::fs::write(dir.path().join("b"), "-DX x.c").expect("writes");
        std::fs::write(dir.path().join("self"), path("self")).expect("writes");
        let args: Vec<OsString> = vec![path("a").into(), path("none").into(), "-O2".into()];
        let none = path("none");
        assert_eq!(texts(&expanded(&args)), ["-c", "-DX", "x.c", &none, "-O2"]);
        assert_eq!(expanded(&[path("self").into()]).len(), 1);
    }

    #[test]
    fn what_fortifies_is_taken_out_alone() {
        let of = |flag| preprocessor(flag).map(|f| f.to_string_lossy().into_owned());
        assert_eq!(
            of("-Wp,-D_FORTIFY_SOURCE=2,-DBIG").as_deref(),
            Some("-Wp,-DBIG")
        );
        assert_eq!(of("-Wp,-D_FORTIFY_SOURCE=2"), None);
        assert_eq!(of("-Wp,-MD,a.d,-U,X").as_deref(), Some("-Wp,-U,X"));
        assert_eq!(of("-DX"), None);
    }
}
