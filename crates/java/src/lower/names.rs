//! Names in the verification language: those of Java where they are unique,
//! with the class in front where they are not.

use crate::tree::Program;
use std::collections::{HashMap, HashSet};

/// Names in use, and how many members of the program want each.
#[derive(Default)]
pub struct Names {
    wanted: HashMap<String, u32>,
    used: HashSet<String>,
}

impl Names {
    /// Counts what the program wants.
    pub fn reserve(&mut self, p: &Program) {
        for (_, f) in p.fields.iter() {
            if !p.classes[f.class].prelude {
                *self.wanted.entry(f.name.clone()).or_default() += 1;
            }
        }
        for (_, m) in p.methods.iter() {
            if !p.classes[m.class].prelude {
                *self.wanted.entry(m.name.clone()).or_default() += 1;
            }
        }
    }

    /// A name of its own for something called `name` in `class`.
    pub fn unique(&mut self, name: &str, class: &str) -> String {
        let simple = self.wanted.get(name).copied().unwrap_or(0) <= 1 && !RESERVED.contains(&name);
        let base = if simple {
            name.to_string()
        } else {
            format!("{class}_{name}")
        };
        self.fresh(base)
    }

    /// This name, with a number where it is taken.
    pub fn fresh(&mut self, base: String) -> String {
        let mut name = base.clone();
        let mut n = 2;
        while !self.used.insert(name.clone()) {
            name = format!("{base}_{n}");
            n += 1;
        }
        name
    }
}

/// Words of the verification language that are names in Java.
const RESERVED: &[&str] = &[
    "acc",
    "write",
    "none",
    "wildcard",
    "epsilon",
    "old",
    "result",
    "method",
    "function",
    "predicate",
    "domain",
    "axiom",
    "field",
    "unique",
    "define",
    "import",
    "inhale",
    "exhale",
    "assume",
    "fold",
    "unfold",
    "folding",
    "unfolding",
    "requires",
    "ensures",
    "invariant",
    "decreases",
    "returns",
    "var",
    "label",
    "elseif",
    "forall",
    "exists",
    "forperm",
    "perm",
    "let",
    "in",
    "union",
    "intersection",
    "setminus",
    "subset",
    "Seq",
    "Set",
    "Multiset",
    "Map",
    "Int",
    "Bool",
    "Perm",
    "Ref",
    "Rational",
    "range",
    "lhs",
    "apply",
    "package",
    "applying",
    "packaging",
    "quasihavoc",
    "fresh",
    "interpretation",
    "refute",
    "use",
    "using",
    "join",
    "untouched",
    "length",
    "typeof",
];
