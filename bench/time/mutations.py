#!/usr/bin/env python3
"""Breaks rules of `everypath time` once, on purpose, and names the tests that fail.

    python3 bench/time/mutations.py [NAME…]

Each mutation is one replacement in one source file, which is put back, and the
tests that are to notice it. One that no test notices ends the script with 1. Run
it in a tree without other changes; a mutation takes a build of `ep_bounds`.
"""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
import mutate  # noqa: E402

T = "crates/bounds/src/time/"
E = "crates/bounds/src/evidence/"
RULES = ["-p", "everypath-bounds", "--lib", "rules_tests"]
WALKS = ["-p", "everypath-bounds", "--lib", "walk_tests"]
LIB = ["-p", "everypath-bounds", "--lib"]
SUITE = ["-p", "everypath-bounds", "--test", "suite"]
WIDTHS = ["-p", "everypath-bounds", "--test", "widths"]
SEGMENTS = ["-p", "everypath-bounds", "--test", "segments"]
CLI = ["-p", "everypath", "--test", "time_results"]
MUTATIONS = [
    # From C to integers.
    ("a wrap case is dropped", T + "rules.rs",
     "                while at <= *b {", "                while at < *b {", [RULES, WALKS]),
    ("a remainder is less than one below the modulus (a closed interval opened)", T + "rules.rs",
     "Interval::new(0, c - 1)", "Interval::new(0, c - 2)", [RULES]),
    ("a remainder by a negative number is below one less", T + "rules.rs",
     "if hi.is_negative() => Some(y.times(&-BigInt::one())),",
     "if hi.is_negative() => Some(y.times(&-BigInt::one()).add(&-BigInt::one())),", [RULES]),
    ("the number of the other view is the same number", T + "rules.rs",
     "        match self.wrap(&a.form, view, a.bits) {", "        match Ruled::Is(a.form.clone()) {", [RULES]),
    # The graph.
    ("a renaming is left out: a variable of the system does not become what it is at the cut", T + "system.rs",
     "                        *u = p;", "                        let _ = (u, p);", [SUITE]),
    ("the second arrival at a cut is forgotten", T + "cuts.rs",
     "            let hull = old.hull(&new);", "            let hull = old.clone();", [WALKS]),
    ("a return weighs one less", T + "explore.rs",
     "            Terminator::Return(values) => self.returns(s, values, weight, work, leaves),",
     "            Terminator::Return(values) => self.returns(s, values, weight.saturating_sub(1), work, leaves),", [WALKS, SUITE]),
    ("cells keep the view that they were written in", T + "cuts.rs",
     "        self.cells_in_own_views(s);\n", "", [SEGMENTS]),
    ("a pointer to one of two functions is no case", T + "cuts.rs",
     "        let functions = match self.coarse {", "        let functions = match true {", [SEGMENTS]),
    ("a return is not held against what is claimed of results", T + "explore.rs",
     "            self.engine.check_result(&mut s, func, values.first());\n", "", [CLI]),
    # Bounds.
    ("an upper bound has the sign of a lower one", T + "potential.rs",
     "                t.template.imply(&premises, &affine);\n            }\n            Kind::Lower",
     "                t.template.imply(&premises, &negated(&affine));\n            }\n            Kind::Lower", [SUITE]),
    ("limits of types are left in the system", T + "limitless.rs",
     "        t.guard.retain(|a| !is_limit(a));", "        t.guard.retain(|_| true);", [SEGMENTS]),
    # Rounds over bits.
    ("the last bits are those of one entry", T + "tails.rs",
     "                Some(before) => common(before, own)?,", "                Some(before) => before,", [WIDTHS]),
    ("that a round keeps the last bits is not asked", E + "aligned.rs",
     "            if !proved(module, state, &question, budget)? {", "            if false && !proved(module, state, &question, budget)? {", [WIDTHS]),
    ("a measure that may stay is one that falls", E + "measure.rs",
     "                let smaller = b.cmp(IntPred::Ult, 64, now, old);", "                let smaller = b.cmp(IntPred::Ule, 64, now, old);", [WIDTHS]),
]


if __name__ == "__main__":
    sys.exit(mutate.main(MUTATIONS))
