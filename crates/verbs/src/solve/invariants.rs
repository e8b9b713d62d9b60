//! Invariants: a program in which each is asserted where it stands.
//!
//! Idea: an invariant holds if no run of the program breaks the assertion, and
//! `check` says that. So a witness is validated, and what `solve` exports is
//! found ([`super::proof`]), by one question. Cost: one `check`.

use super::places::{self, Condition, Keyword};
use super::program::{Asked, Program};
use super::scope::{in_scope, Types, Variable};
use super::tokens::Token;
use ep_base::outcome::Bug;
use ep_base::Diagnostic;
use std::path::Path;

/// The prefix of the functions that assert.
const ASSERT: &str = "__everypath_invariant_";

/// Where an invariant is asserted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum At {
    /// Before each test of the condition.
    Loop(Condition),
    /// Before the statement at this byte.
    Statement(usize),
}

/// An invariant of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asserted {
    /// The number of the file.
    pub file: usize,
    /// Where in it.
    pub at: At,
    /// What holds there, in C.
    pub expression: String,
}

/// The program with the assertions.
///
/// # Errors
/// A scratch file cannot be written (exit 4).
pub fn asserting(
    program: &Program,
    asked: &Asked,
    all: &[Asserted],
    folder: &Path,
) -> Result<Asked, Diagnostic> {
    let cannot = |path: &Path, e: std::io::Error| {
        Diagnostic::surroundings(format!("cannot write a scratch file: {e}"))
            .at(path.display().to_string())
    };
    std::fs::create_dir_all(folder).map_err(|e| cannot(folder, e))?;
    let mut header = String::new();
    // What ends runs may be renamed, for this unit too.
    let mut unit = String::from(
        "#undef __assert_fail\nextern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));\n",
    );
    for k in 0..all.len() {
        header.push_str(&format!("void {ASSERT}{k}(int holds);\n"));
        unit.push_str(&format!(
            "void {ASSERT}{k}(int holds) {{ if (!holds) __assert_fail(\"invariant\", \"witness\", {k}, \"\"); }}\n"
        ));
    }
    let (header_file, unit_file) = (folder.join("assert.h"), folder.join("assert.c"));
    std::fs::write(&header_file, header).map_err(|e| cannot(&header_file, e))?;
    std::fs::write(&unit_file, unit).map_err(|e| cannot(&unit_file, e))?;
    let mut flags = asked.flags.clone();
    flags.push("-include".into());
    flags.push(header_file.display().to_string());
    let mut files = asked.files.clone();
    for (i, source) in program.sources.iter().enumerate() {
        let mut insertions = Vec::new();
        for (k, a) in all.iter().enumerate().filter(|(_, a)| a.file == i) {
            let call = format!("{ASSERT}{k}(({}) ? 1 : 0)", a.expression);
            match &a.at {
                At::Loop(c) => {
                    // An empty condition of a `for` is true, once.
                    let last = all[k + 1..].iter().all(|b| b.file != i || b.at != a.at);
                    let rest = if c.is_empty(&source.text) && last {
                        ", 1 "
                    } else {
                        ", "
                    };
                    insertions.push((c.from, format!("{call}{rest}")));
                }
                At::Statement(at) => insertions.push((*at, format!("{call}; "))),
            }
        }
        if insertions.is_empty() {
            continue;
        }
        let copy = folder.join(format!("unit{i}.c"));
        let text = places::insert(&source.text, insertions);
        std::fs::write(&copy, without(&text)).map_err(|e| cannot(&copy, e))?;
        let beside = source.path.parent().unwrap_or(Path::new("."));
        let beside = beside.canonicalize().unwrap_or_else(|_| beside.into());
        flags.push(format!("-I{}", beside.display()));
        files[i] = copy;
    }
    files.push(unit_file);
    Ok(Asked { files, flags })
}

fn without(text: &str) -> String {
    super::program::without_directives(text).unwrap_or_else(|| text.to_string())
}

/// Which invariant a finding breaks.
pub fn broken(bug: &Bug) -> Option<usize> {
    let names = std::iter::once(&bug.place).chain(&bug.stack);
    names
        .filter_map(|p| p.function.strip_prefix(ASSERT))
        .find_map(|n| n.parse().ok())
}

/// The loops of a text at which invariants can be asserted.
pub fn loops(text: &str) -> Vec<Condition> {
    let dropped = super::tokens::conditional(text);
    let kept = |c: &Condition| !dropped.iter().any(|r| r.contains(&c.line));
    let is_loop = |c: &Condition| matches!(c.keyword, Keyword::While | Keyword::For);
    places::conditions(text)
        .into_iter()
        .filter(|c| is_loop(c) && kept(c))
        .collect()
}

/// Integer variables that are in scope at a loop's condition.
pub fn visible(all: &[Token<'_>], c: &Condition) -> Vec<Variable> {
    let types = Types::of(all);
    let found = in_scope(all, c.from, &types);
    found.into_iter().filter(Variable::is_integer).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;

    fn names(text: &str, loop_number: usize) -> Vec<String> {
        let c = &loops(text)[loop_number];
        let scope = visible(&tokens(text), c);
        let sign = |v: &Variable| if v.ty.unsigned { "u" } else { "" };
        scope
            .iter()
            .map(|v| format!("{}{}", sign(v), v.name))
            .collect()
    }

    #[test]
    fn what_is_in_scope_at_a_loop() {
        let text = "int g = 1, *h;\nint f(int a, unsigned b, char *c) {\n  { int gone = 1; }\n  long d[3], e = (int)a, k;\n  for (unsigned i = 0, j; i < 3; i++) { int in; while (in) ; }\n  while (a) ;\n}\nint main(void) { int x; while (x) ; }\n";
        assert_eq!(names(text, 0), ["ui", "uj", "a", "ub", "e", "k", "g"]);
        assert!(names(text, 1).contains(&"in".to_string()));
        assert!(!names(text, 2).contains(&"in".to_string()));
        assert_eq!(names(text, 3), ["x", "g"]);
    }

    #[test]
    fn the_assertion_that_broke_is_known_by_its_function() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.c");
        std::fs::write(&file, "int main(void) { int i = 0; for (; ; i++) ; }\n").unwrap();
        let p = Program::new(&[file], &[], false, None, dir.path()).unwrap();
        let asked = p.asked(super::super::Property::UnreachCall).unwrap();
        let one = Asserted {
            file: 0,
            at: At::Loop(loops(&p.sources[0].text)[0].clone()),
            expression: "i >= 0".into(),
        };
        let out = asserting(&p, &asked, &[one], &dir.path().join("w")).unwrap();
        let text = std::fs::read_to_string(&out.files[0]).unwrap();
        assert!(
            text.contains("__everypath_invariant_0((i >= 0) ? 1 : 0), 1"),
            "{text}"
        );
    }
}
