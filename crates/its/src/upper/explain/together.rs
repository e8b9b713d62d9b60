//! The facts that speak of several values at once, in words: calls that share a
//! potential or fall in each, values that depend on each other, nested measures.
//! Cost: that of writing.

use super::super::derivation::{Branch, Greatest, Joint, Mixture, Nest, Share};
use super::super::places::{Arc, Member};
use super::Words;
use crate::explain::words::{because, relation};
use crate::linear::Proof;
use crate::poly::{Poly, Var};
use crate::system::{Atom, Loc};
use crate::work::Rule;
use std::fmt::Write;

impl Words<'_> {
    fn rule_at(&self, r: usize) -> Option<&Rule> {
        self.work.rules.get(r)
    }

    /// What stands at a rule's source, and after each of its arms that lead to a
    /// location of the measure.
    fn handed(&self, r: usize, at: &[(Loc, Poly)]) -> Option<(Poly, Vec<(usize, Poly)>)> {
        let rule = self.rule_at(r)?;
        let of = |l: Loc| at.iter().find(|a| a.0 == l).map(|a| &a.1);
        let after = rule
            .transition
            .arms
            .iter()
            .enumerate()
            .filter_map(|(k, a)| {
                let g = self.work.after(rule, k, of(a.target)?)?;
                Some((k, g))
            });
        Some((of(rule.transition.source)?.clone(), after.collect()))
    }

    /// From the guard of a rule and more relations behind it.
    fn because_with(&self, rule: &Rule, more: &[Atom], proof: &Proof) -> String {
        let guard = &rule.transition.guard;
        let premise = |i: usize| guard.iter().chain(more).nth(i).cloned();
        because(proof, &premise, &|v| {
            self.work.file.name_in(&rule.transition, v)
        })
    }

    pub(super) fn share(&self, out: &mut String, share: &Share) {
        let _ = writeln!(
            out,
            ": paid from what is above 0 of {}, which calls share; entered with {}",
            self.potential(&share.at),
            self.entered(&share.entries)
        );
        for (r, paid, cases) in &share.firing {
            let (Some(rule), Some((f, after))) = (self.rule_at(*r), self.handed(*r, &share.at))
            else {
                continue;
            };
            let name = |v: Var| self.work.file.name_in(&rule.transition, v);
            let price = if *paid { "pays 1" } else { "pays nothing" };
            let calls: Vec<String> = (after.iter())
                .map(|(k, g)| format!("({k}) {}", g.show(&name)))
                .collect();
            let _ = match calls.is_empty() {
                true => writeln!(out, "        {} {price} and calls nothing", rule.name),
                false => writeln!(
                    out,
                    "        {} {price} and hands on what is above 0 of {}",
                    rule.name,
                    calls.join(", ")
                ),
            };
            for (set, case) in cases.iter().enumerate() {
                let Some(case) = case else { continue };
                let above = after.iter().enumerate().filter(|(j, _)| set >> j & 1 == 1);
                let above: Vec<Poly> = above.map(|(_, (_, g))| g.clone()).collect();
                let mut goal = f.minus(&Poly::from(i64::from(*paid)));
                for g in &above {
                    goal = goal.minus(g);
                }
                let more: Vec<Atom> = above.into_iter().map(Atom::ge0).collect();
                let why = self.because_with(rule, &more, case);
                let goal = relation(&Atom::ge0(goal), &name);
                let _ = match more.is_empty() {
                    true => writeln!(out, "          {goal}, {why}"),
                    false => {
                        let list: Vec<String> = more.iter().map(|a| relation(a, &name)).collect();
                        writeln!(out, "          where {}: {goal}, {why}", list.join(" && "))
                    }
                };
            }
        }
    }

    pub(super) fn branch(&self, out: &mut String, branch: &Branch) {
        let _ = writeln!(
            out,
            ": {} falls in each of at most {} calls, so a tree of calls has fewer than {}^f; \
             entered with {}",
            self.potential(&branch.at),
            branch.most,
            branch.most,
            self.entered(&branch.entries)
        );
        let both = [(true, &branch.strict), (false, &branch.inside)];
        for (strict, list) in both {
            for (r, proofs) in list {
                let (Some(rule), Some((f, after))) =
                    (self.rule_at(*r), self.handed(*r, &branch.at))
                else {
                    continue;
                };
                let name = |v: Var| self.work.file.name_in(&rule.transition, v);
                let word = match strict {
                    true => "falls by at least 1",
                    false => "does not grow",
                };
                for ((k, g), why) in after.iter().zip(proofs) {
                    let (f, g) = (f.show(&name), g.show(&name));
                    let why = self.because(*r, why);
                    let _ = writeln!(
                        out,
                        "        {} ({k}): {f} becomes {g}: {word}, {why}",
                        rule.name
                    );
                }
                if let (true, Some(why)) = (strict, proofs.last()) {
                    let (f, why) = (f.show(&name), self.because(*r, why));
                    let _ = writeln!(out, "        {}: {f} >= 1 before it, {why}", rule.name);
                }
            }
        }
    }

    pub(super) fn joint(&self, out: &mut String, joint: &Joint) {
        let values: Vec<String> = joint.values.iter().map(|p| self.poly(p)).collect();
        let _ = writeln!(
            out,
            ": {} together, at most times {} in a round; they come in with {}",
            values.join(", "),
            joint.factor,
            self.ids(joint.entries.iter().flatten())
        );
        for (arc, count, parts) in &joint.edges {
            let often = count.map_or_else(String::new, |c| format!(", {} times", self.id(c)));
            let _ = writeln!(out, "        {}{often}", self.arc(*arc));
            for (value, part) in joint.values.iter().zip(parts) {
                let _ = match part {
                    Mixture::Reset(f) => {
                        writeln!(
                            out,
                            "          {} is set anew {}",
                            self.poly(value),
                            self.id(*f)
                        )
                    }
                    Mixture::Mixed(of, rest, why, facts) => {
                        let mut most = rest.clone();
                        for (k, v) in of.iter().zip(&joint.values) {
                            most.add_scaled(v, k);
                        }
                        let facts = match facts.is_empty() {
                            true => String::new(),
                            false => format!(
                                "; {} is at most {}",
                                self.poly_in(arc.0, rest),
                                self.ids(facts)
                            ),
                        };
                        writeln!(
                            out,
                            "          {} becomes {}, at most {}, {}{facts}",
                            self.poly(value),
                            self.becomes(*arc, value),
                            self.poly_in(arc.0, &most),
                            self.because(arc.0, why)
                        )
                    }
                };
            }
        }
    }

    fn becomes(&self, (rule, arm): Arc, p: &Poly) -> String {
        let after = self.rule_at(rule).and_then(|r| self.work.after(r, arm, p));
        after.map_or_else(|| "another".into(), |q| self.poly_in(rule, &q))
    }

    pub(super) fn nested(&self, out: &mut String, nest: &Nest) {
        let at = |l: Loc| nest.at.iter().find(|a| a.0 == l).map(|a| &a.1);
        let both = [(true, &nest.strict), (false, &nest.inside)];
        for (strict, list) in both {
            for (member, proofs) in list {
                let rule = self.rule_at(member.0);
                let Some(before) = rule.and_then(|r| at(r.transition.source)) else {
                    continue;
                };
                let _ = writeln!(out, "        {}:", self.member(*member));
                for (k, (f, why)) in before.iter().zip(proofs).enumerate() {
                    let word = match (strict, k) {
                        (false, _) => "does not grow",
                        (true, 0) => "falls by at least 1",
                        (true, _) => "falls by at least 1 less the value before it",
                    };
                    let g = self.level_after(*member, &at, k);
                    let _ = writeln!(
                        out,
                        "          {} becomes {g}: {word}, {}",
                        self.poly(f),
                        self.because(member.0, why)
                    );
                }
                if let (true, Some(f), Some(why)) = (strict, before.last(), proofs.last()) {
                    let (f, why) = (self.poly(f), self.because(member.0, why));
                    let _ = writeln!(out, "          {f} >= 0 before it, {why}");
                }
            }
        }
    }

    pub(super) fn greatest(&self, out: &mut String, greatest: &Greatest) {
        let at = |l: Loc| greatest.at.iter().find(|a| a.0 == l).map(|a| &a.1);
        let _ = write!(out, ": the greatest falls");
        for (l, list) in &greatest.at {
            let list: Vec<String> = list.iter().map(|p| self.poly(p)).collect();
            let at = &self.work.file.locations[*l];
            let _ = write!(out, ", at {at} of {}", list.join(" and "));
        }
        let entries = greatest.entries.iter().flat_map(|e| e.0.iter().chain(&e.1));
        let _ = writeln!(out, "; entered with {}", self.ids(entries));
        for (member, above) in &greatest.strict {
            let rule = self.rule_at(member.0);
            let Some(before) = rule.and_then(|r| at(r.transition.source)) else {
                continue;
            };
            let _ = writeln!(out, "        {}:", self.member(*member));
            for (k, (j, why)) in above.iter().enumerate() {
                let Some(f) = before.get(*j).map(|f| self.poly(f)) else {
                    continue;
                };
                let why = self.because(member.0, why);
                let _ = match k + 1 == above.len() {
                    true => writeln!(out, "          {f} >= 1 before it, {why}"),
                    false => {
                        let g = self.level_after(*member, &at, k);
                        writeln!(out, "          {g} after it is at most {f} - 1, {why}")
                    }
                };
            }
        }
    }

    /// What a member makes of one of the nested values.
    fn level_after<'n>(
        &self,
        (r, arm): Member,
        at: &dyn Fn(Loc) -> Option<&'n Vec<Poly>>,
        level: usize,
    ) -> String {
        let after = || {
            let (rule, arm) = (self.rule_at(r)?, arm?);
            let target = rule.transition.arms.get(arm)?.target;
            self.work.after(rule, arm, at(target)?.get(level)?)
        };
        after().map_or_else(|| "nothing".into(), |q| self.poly_in(r, &q))
    }
}
