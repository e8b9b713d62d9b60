//! Macros in expressions that a stranger wants to have put into a program.
//!
//! Idea: `RESET == 0` looks pure and is not where the program says `#define RESET (x =
//! 0)`. A name that the program, or a file of the user's that it includes, defines is
//! only taken where what it stands for is itself a plain expression of names that are
//! plain. Macros of the system stand for constants and objects where no parenthesis
//! follows. Cost: the lines of the texts.

use super::expression::is_pure;
use crate::solve::tokens::{directives, tokens, Kind};
use crate::solve::Program;
use std::collections::{BTreeMap, BTreeSet};

/// A name in the expression that stands for what is no plain expression.
pub(crate) fn with_effects(program: &Program, expression: &str) -> Option<String> {
    let own = program.sources.iter().map(|s| &s.text);
    let mut defined: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for text in own.chain(&program.included.texts) {
        for (name, body) in definitions(text) {
            defined.entry(name).or_default().push(body);
        }
    }
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut work = words(expression);
    while let Some(name) = work.pop() {
        let Some(bodies) = defined.get(&name) else {
            continue;
        };
        if !seen.insert(name.clone()) {
            continue;
        }
        for body in bodies {
            if !is_pure(body) {
                return Some(name);
            }
            work.extend(words(body));
        }
    }
    None
}

fn words(text: &str) -> Vec<String> {
    let all = tokens(text).into_iter();
    let words = all.filter(|t| t.kind == Kind::Word);
    words.map(|t| t.text.to_string()).collect()
}

/// The names that a text defines, with what stands behind them; of one with parameters
/// that is no expression.
fn definitions(text: &str) -> Vec<(String, String)> {
    let one = |rest: &str| {
        let end = rest.find(|c: char| c != '_' && !c.is_alphanumeric());
        let (name, body) = rest.split_at(end.unwrap_or(rest.len()));
        (name.to_string(), body.trim().to_string())
    };
    let all = directives(text);
    all.iter().filter_map(|d| d.is("define")).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_go_on_behind_a_backslash() {
        let text = "#define A 1\n # define B \\\n (x = 0)\n#define F(x) x\nint A;\n#define C";
        let found = definitions(text);
        let names: Vec<&str> = found.iter().map(|d| d.0.as_str()).collect();
        assert_eq!(names, ["A", "B", "F", "C"]);
        assert!(is_pure(&found[0].1) && !is_pure(&found[1].1));
    }
}
