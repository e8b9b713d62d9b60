//! What a source file must not contain.
//!
//! Works on masked text ([`crate::mask`]) instead of a syntax tree: the rules
//! are about a handful of words, and a parser would be the largest dependency
//! of the project. `// tidy: allow(reason)` on the line or the one above lets
//! a place through.

use crate::mask::mask;

/// Where a file stands decides which rules hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// What ships.
    Library,
    /// `tests/`, `benches/`, `examples/`, a module under `#[cfg(test)]`, a build
    /// script.
    Test,
}

/// One finding; `line` counts from 1.
#[derive(PartialEq, Eq, Debug)]
pub struct Finding {
    pub line: usize,
    pub message: String,
}

pub const WARN_LINES: usize = 800;
pub const MAX_LINES: usize = 1000;

/// All findings in one file, in order.
pub fn check(source: &str, place: Place) -> Vec<Finding> {
    let code = mask(source);
    let lines: Vec<&str> = source.lines().collect();
    let mut out = Vec::new();
    if lines.len() > MAX_LINES {
        out.push(Finding {
            line: lines.len(),
            message: format!("{} lines; {MAX_LINES} is the most", lines.len()),
        });
    }
    let tests = if place == Place::Library {
        test_regions(&code)
    } else {
        vec![(0, code.len())]
    };
    let in_test = |at: usize| tests.iter().any(|&(a, b)| a <= at && at < b);
    for (word, why) in [
        ("todo!", "unfinished code"),
        ("unimplemented!", "unfinished code"),
        ("#[ignore", "a test that does not run"),
    ] {
        for at in positions(&code, word) {
            report(&mut out, &code, &lines, at, &format!("`{word}`: {why}"));
        }
    }
    for at in positions(&code, ".unwrap()") {
        if !in_test(at) {
            report(&mut out, &code, &lines, at, "`.unwrap()` in library code");
        }
    }
    for at in positions(&code, ".expect(") {
        if !in_test(at) && is_panicking_expect(&code, at) {
            report(&mut out, &code, &lines, at, "`.expect(…)` in library code");
        }
    }
    out.sort_by_key(|f| f.line);
    out
}

/// The names of modules that are declared under `#[cfg(test)]` in files of
/// their own.
pub fn test_modules(source: &str) -> Vec<String> {
    let code = mask(source);
    let mut out = Vec::new();
    for at in positions(&code, "#[cfg(test)]") {
        let rest = skip_attributes(&code[at..]);
        let rest = rest.strip_prefix("pub ").unwrap_or(rest);
        if let Some(name) = rest.strip_prefix("mod ") {
            let end = name.find(|c: char| !c.is_alphanumeric() && c != '_');
            if let Some(end) = end.filter(|&e| name[e..].trim_start().starts_with(';')) {
                out.push(name[..end].to_string());
            }
        }
    }
    out
}

fn positions(code: &str, word: &str) -> Vec<usize> {
    code.match_indices(word)
        .map(|(i, _)| i)
        .filter(|&i| {
            let word_start = word.as_bytes()[0].is_ascii_alphabetic();
            let before = code[..i].bytes().next_back();
            !(word_start && before.is_some_and(|c| c.is_ascii_alphanumeric() || c == b'_'))
        })
        .collect()
}

fn report(out: &mut Vec<Finding>, code: &str, lines: &[&str], at: usize, message: &str) {
    let line = code[..at].matches('\n').count();
    let allowed = [Some(line), line.checked_sub(1)]
        .into_iter()
        .flatten()
        .filter_map(|l| lines.get(l))
        .any(|l| has_reason(l));
    if !allowed {
        out.push(Finding {
            line: line + 1,
            message: message.to_string(),
        });
    }
}

/// `// tidy: allow(reason)` with a reason that is not empty.
fn has_reason(line: &str) -> bool {
    line.split_once("// tidy: allow(")
        .and_then(|(_, r)| r.split_once(')'))
        .is_some_and(|(reason, _)| !reason.trim().is_empty())
}

/// Parsers have a method `expect` of their own: its receiver is `self`, or
/// its result is handed on by `?`, or it takes more than a message.
fn is_panicking_expect(code: &str, at: usize) -> bool {
    if code[..at].ends_with("self") {
        return false;
    }
    let open = at + ".expect".len();
    let end = matching(code, open).unwrap_or(code.len());
    !code[end..].trim_start().starts_with('?') && !several_arguments(&code[open..end])
}

/// Whether a list in brackets has a comma between two arguments.
fn several_arguments(list: &str) -> bool {
    let mut depth = 0usize;
    let comma = list.char_indices().find(|(_, c)| {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        *c == ',' && depth == 1
    });
    // A comma before the closing bracket ends the only argument.
    comma.is_some_and(|(at, _)| list[at + 1..].trim() != ")")
}

/// The position after the bracket that closes the one at `open`.
fn matching(code: &str, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (i, c) in code[open..].char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(open + i + 1);
                }
            }
            _ => {}
        }
    }
    None
}

fn skip_attributes(code: &str) -> &str {
    let mut rest = code.trim_start();
    while rest.starts_with("#[") {
        match matching(rest, 1) {
            Some(end) => rest = rest[end..].trim_start(),
            None => break,
        }
    }
    rest
}

/// The byte ranges of items under `#[cfg(test)]`.
pub fn test_regions(code: &str) -> Vec<(usize, usize)> {
    if code.contains("#![cfg(test)]") {
        return vec![(0, code.len())];
    }
    positions(code, "#[cfg(test)]")
        .into_iter()
        .map(|at| {
            let rest = skip_attributes(&code[at..]);
            let item = code.len() - rest.len();
            let end = match rest.find(['{', ';']) {
                Some(i) if rest.as_bytes()[i] == b'{' => matching(code, item + i),
                Some(i) => Some(item + i + 1),
                None => None,
            };
            (at, end.unwrap_or(code.len()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(source: &str) -> Vec<usize> {
        check(source, Place::Library)
            .iter()
            .map(|f| f.line)
            .collect()
    }

    #[test]
    fn planted_words_are_found() {
        assert_eq!(lines("fn f() {\n    x.unwrap();\n}\n"), [2]);
        assert_eq!(lines("fn f() { x.expect(\"why\"); }"), [1]);
        assert_eq!(lines("fn f() {\n todo!()\n}"), [2]);
        assert_eq!(lines("fn f() { unimplemented!(\"x\") }"), [1]);
        assert_eq!(lines("#[test]\n#[ignore]\nfn f() {}"), [2]);
        assert_eq!(lines("#[ignore = \"slow\"]\nfn f() {}"), [1]);
    }

    #[test]
    fn tests_comments_and_strings_are_left_alone() {
        assert!(lines("// x.unwrap() todo!()\nfn f() {}").is_empty());
        assert!(lines("const S: &str = \".unwrap() todo!()\";").is_empty());
        assert!(lines("#[cfg(test)]\nmod tests {\n fn f() { x.unwrap(); }\n}").is_empty());
        assert!(lines("#[cfg(test)]\n#[allow(dead_code)]\nfn f() { x.unwrap(); }").is_empty());
        assert!(check("fn f() { x.unwrap() }", Place::Test).is_empty());
    }

    #[test]
    fn code_after_a_test_module_counts_again() {
        let s = "#[cfg(test)]\nmod t { fn f() {} }\nfn g() { x.unwrap(); }\n";
        assert_eq!(lines(s), [3]);
        let s = "#[cfg(test)]\nmod t;\nfn g() { x.unwrap(); }\n";
        assert_eq!(lines(s), [3]);
    }

    #[test]
    fn unfinished_code_counts_in_tests_too() {
        assert_eq!(check("fn f() { todo!() }", Place::Test).len(), 1);
    }

    #[test]
    fn a_reason_lets_a_place_through_and_an_empty_one_does_not() {
        assert!(lines("x.unwrap(); // tidy: allow(the lock is never poisoned)").is_empty());
        assert!(lines("// tidy: allow(checked above)\nx.unwrap();").is_empty());
        assert_eq!(lines("x.unwrap(); // tidy: allow()"), [1]);
        assert_eq!(lines("// tidy: allow(too far)\n\nx.unwrap();"), [3]);
    }

    #[test]
    fn a_parsers_own_expect_is_no_panic() {
        assert!(lines("fn f() { self.expect(\"(\"); p.expect(Token::Comma)?; }").is_empty());
        assert!(lines("fn f() { p.expect(')') ? ; }").is_empty());
        assert!(lines("fn f() { list(|p| p.expect(Token::Str, \"a string\")) }").is_empty());
        assert_eq!(lines("fn f() { p.expect(g(\"a\")); }"), [1]);
        assert_eq!(lines("fn f() { p.expect(g(a, b),); }"), [1]);
    }

    #[test]
    fn long_files_fail() {
        assert!(lines(&"\n".repeat(MAX_LINES)).is_empty());
        assert_eq!(lines(&"\n".repeat(MAX_LINES + 1)).len(), 1);
    }

    #[test]
    fn test_modules_in_files_of_their_own_are_named() {
        let s = "mod a;\n#[cfg(test)]\nmod b;\n#[cfg(test)]\nmod c { }\n";
        assert_eq!(test_modules(s), ["b"]);
    }
}
