//! Upper bounds in words: the facts that the bound rests on, in their order, each
//! with what it follows from. Cost: that of writing.

mod together;

use super::derivation::{
    About, Because, Change, Closed, Counted, Deduced, Ended, Fact, Lemma, Part, Upper,
};
use super::exponential::Sum;
use super::places::{Arc, FactId, Member, Place};
use super::write::{needed, used};
use crate::explain::words::{because, bound, from_guard};
use crate::linear::Proof;
use crate::poly::{Poly, Var};
use crate::system::{Atom, Loc, Rel};
use crate::work::Work;
use std::collections::HashMap;
use std::fmt::Write;

/// Characters of a bound that is shown at a fact; what is longer is told by what it
/// is made of alone.
const MAX_SHOWN: usize = 100;

struct Words<'a> {
    work: &'a Work,
    /// Numbers of the facts that are shown, by their place.
    shown: HashMap<u32, usize>,
}

impl<'a> Words<'a> {
    fn new(work: &'a Work, facts: &[Fact], of: Vec<FactId>) -> Self {
        let needed = needed(facts, of).into_iter().zip(0u32..);
        let needed = needed.filter(|(n, _)| *n).map(|(_, i)| i);
        Words {
            work,
            shown: needed.zip(1..).collect(),
        }
    }
}

/// The proof of an upper bound, each line indented by two blanks.
pub(crate) fn explained(work: &Work, upper: &Upper) -> String {
    let w = Words::new(work, &upper.facts, used(upper));
    let mut out = String::from("  bounds over the values at the start\n");
    w.facts(&mut out, &upper.facts);
    for part in &upper.parts {
        if let Part::Charge {
            rule,
            poly,
            proof,
            facts,
            ..
        } = part
        {
            let (cost, why) = (w.poly_in(*rule, poly), w.because(*rule, proof));
            let before = match facts.is_empty() {
                true => String::new(),
                false => format!("; that is at most what is before it {}", w.ids(facts)),
            };
            let rule = w.rule(*rule);
            let _ = writeln!(out, "    {rule} costs at most {cost}, {why}{before}");
        }
    }
    let parts: Vec<String> = (upper.parts.iter())
        .map(|part| match part {
            Part::Use(n, count) => format!("{n} * {}", w.id(*count)),
            Part::Charge {
                rule, count, poly, ..
            } => {
                let cost = w.poly_in(*rule, poly);
                format!("{} * ({cost} at {})", w.id(*count), w.rule(*rule))
            }
        })
        .collect();
    let _ = writeln!(
        out,
        "    cost: {}, which is at most {}",
        if parts.is_empty() {
            "0".into()
        } else {
            parts.join(" + ")
        },
        bound(&work.file, &upper.bound)
    );
    out
}

/// Why what is counted ends.
pub(crate) fn explained_counts(work: &Work, counted: &Counted) -> String {
    let ids = counted.counts.iter().map(|c| c.1).collect();
    let w = Words::new(work, &counted.facts, ids);
    let mut out = String::from("  bounds over the values at the start\n");
    w.facts(&mut out, &counted.facts);
    let rules: Vec<String> = counted.counts.iter().map(|c| w.rule(c.0)).collect();
    let _ = writeln!(out, "    so finitely often: {}", rules.join(", "));
    out
}

/// Why loops with closed forms end.
pub(crate) fn explained_forms(work: &Work, ended: &Ended) -> String {
    let mut out = String::from("  closed forms\n");
    Words::new(work, &[], Vec::new()).ended(&mut out, ended);
    out
}

impl Words<'_> {
    fn id(&self, f: FactId) -> String {
        format!("[{}]", self.shown.get(&f.0).copied().unwrap_or_default())
    }

    fn ids<'f>(&self, list: impl IntoIterator<Item = &'f FactId>) -> String {
        let list: Vec<String> = list.into_iter().map(|f| self.id(*f)).collect();
        list.join(" ")
    }

    fn rule(&self, r: usize) -> String {
        let rule = self.work.rules.get(r);
        rule.map_or_else(String::new, |r| r.name.clone())
    }

    fn arc(&self, (rule, arm): Arc) -> String {
        let several = self
            .work
            .rules
            .get(rule)
            .map_or(0, |r| r.transition.arms.len())
            > 1;
        match several {
            true => format!("{} ({arm})", self.rule(rule)),
            false => self.rule(rule),
        }
    }

    fn member(&self, m: Member) -> String {
        match m.1 {
            Some(arm) => self.arc((m.0, arm)),
            None => self.rule(m.0),
        }
    }

    fn poly(&self, p: &Poly) -> String {
        p.show(&|v| self.work.file.name(v))
    }

    fn poly_in(&self, rule: usize, p: &Poly) -> String {
        match self.work.rules.get(rule) {
            Some(r) => p.show(&|v| self.work.file.name_in(&r.transition, v)),
            None => self.poly(p),
        }
    }

    fn because(&self, rule: usize, proof: &Proof) -> String {
        let rule = self.work.rules.get(rule);
        rule.map_or_else(String::new, |r| {
            from_guard(&self.work.file, &r.transition, proof)
        })
    }

    fn facts(&self, out: &mut String, facts: &[Fact]) {
        for (place, fact) in (0u32..).zip(facts) {
            let Some(i) = self.shown.get(&place) else {
                continue;
            };
            let most = bound(&self.work.file, &fact.bound);
            let most = match most.len() > MAX_SHOWN {
                true => "what follows".to_string(),
                false => most,
            };
            let _ = match &fact.about {
                About::Value(Place::Start, p) => {
                    write!(
                        out,
                        "    [{i}] {} at the start is at most {most}",
                        self.poly(p)
                    )
                }
                About::Value(Place::Arm(a), p) => {
                    let (p, a) = (self.poly(p), self.arc(*a));
                    write!(out, "    [{i}] {p} after {a} is at most {most}")
                }
                About::Count(rules) => {
                    let rules: Vec<String> = rules.iter().map(|r| self.rule(*r)).collect();
                    let rules = rules.join(", ");
                    write!(out, "    [{i}] {rules} together at most {most} times")
                }
            };
            self.why(out, fact);
        }
    }

    fn why(&self, out: &mut String, fact: &Fact) {
        let _ = match &fact.because {
            Because::Initial => writeln!(out, ", as it is there"),
            Because::Once => writeln!(out, ": on no cycle"),
            Because::Linear(c, parts) => {
                let parts: Vec<String> = (parts.iter())
                    .map(|(k, f)| format!("{k} * {}", self.id(*f)))
                    .collect();
                match parts.is_empty() {
                    true => writeln!(out, ", a number"),
                    false => writeln!(out, ": {c} + {}", parts.join(" + ")),
                }
            }
            Because::Before(proof, facts) => {
                let rule = match &fact.about {
                    About::Value(Place::Arm(a), _) => a.0,
                    _ => usize::MAX,
                };
                writeln!(
                    out,
                    ": at most what is before it {}, {}",
                    self.ids(facts),
                    self.because(rule, proof)
                )
            }
            Because::Product(facts) => {
                writeln!(
                    out,
                    ": a product, its factors from both sides in {}",
                    self.ids(facts)
                )
            }
            Because::Least(facts) => {
                writeln!(out, ": the least of {}", self.ids(facts))
            }
            Because::Arrive(l, list) => {
                let list = self.ids(list.iter().map(|x| &x.1));
                let at = &self.work.file.locations[*l];
                writeln!(out, ": as often as something leads to {at} {list}")
            }
            Because::Sum {
                factor,
                entries,
                edges,
                ..
            } => {
                let times = match factor {
                    None => String::new(),
                    Some(k) => format!(", each time at most {k} times itself"),
                };
                let _ = writeln!(out, ": it comes in with {}{times}", self.ids(entries));
                for (arc, change) in edges {
                    self.change(out, *arc, change);
                }
                Ok(())
            }
            Because::Joint(joint) => {
                self.joint(out, joint);
                Ok(())
            }
            Because::Share(share) => {
                self.share(out, share);
                Ok(())
            }
            Because::Branch(branch) => {
                self.branch(out, branch);
                Ok(())
            }
            Because::Nest(nest) => {
                let _ = write!(out, ": phases");
                for (l, list) in &nest.at {
                    let list: Vec<String> = list.iter().map(|p| self.poly(p)).collect();
                    let at = &self.work.file.locations[*l];
                    let _ = write!(out, ", at {at} {}", list.join(" then "));
                }
                let entries = nest.entries.iter().flat_map(|e| e.0.iter().chain(&e.1));
                let _ = writeln!(out, "; entered with {}", self.ids(entries));
                self.nested(out, nest);
                Ok(())
            }
            Because::Greatest(greatest) => {
                self.greatest(out, greatest);
                Ok(())
            }
            Because::Cap(cap) => {
                let at = self.potential(&cap.at);
                let _ = writeln!(
                    out,
                    ": {at} falls, and is at most {} where it does",
                    cap.most
                );
                for (m, [fall, least, most]) in &cap.strict {
                    let [fall, least, most] = [fall, least, most].map(|p| self.because(m.0, p));
                    let m = self.member(*m);
                    let _ = writeln!(
                        out,
                        "        {m}: falls {fall}; at least 1 {least}; at most {most}"
                    );
                }
                self.kept(out, &cap.inside);
                Ok(())
            }
            Because::Closed(closed) => {
                out.push('\n');
                self.closed(out, closed);
                Ok(())
            }
            Because::Halved(halved) => {
                let _ = writeln!(
                    out,
                    ": {} falls to at most half of itself; entered with {}",
                    self.potential(&halved.at),
                    self.entered(&halved.entries)
                );
                for (m, [fall, least]) in &halved.strict {
                    let (fall, least) = (self.because(m.0, fall), self.because(m.0, least));
                    let m = self.member(*m);
                    let _ = writeln!(
                        out,
                        "        {m}: twice what it becomes is no more {fall}; at least 1 before it {least}"
                    );
                }
                self.kept(out, &halved.inside);
                Ok(())
            }
            Because::Rank {
                at,
                inside,
                strict,
                entries,
                ..
            } => {
                let _ = writeln!(
                    out,
                    ": {} falls; entered with {}",
                    self.potential(at),
                    self.entered(entries)
                );
                for (m, [fall, least]) in strict {
                    let (fall, least) = (self.because(m.0, fall), self.because(m.0, least));
                    let m = self.member(*m);
                    let _ = writeln!(
                        out,
                        "        {m}: falls by 1 {fall}; at least 1 before it {least}"
                    );
                }
                self.kept(out, inside);
                Ok(())
            }
        };
    }

    fn kept(&self, out: &mut String, inside: &[(Member, Proof)]) {
        for (m, keep) in inside {
            let keep = self.because(m.0, keep);
            let _ = writeln!(out, "        {}: does not grow {keep}", self.member(*m));
        }
    }

    fn change(&self, out: &mut String, arc: Arc, change: &Change) {
        let at = self.arc(arc);
        let _ = match change {
            Change::Keep(p) => {
                writeln!(
                    out,
                    "        {at}: does not grow {}",
                    self.because(arc.0, p)
                )
            }
            Change::Reset(f) => writeln!(out, "        {at}: set anew {}", self.id(*f)),
            Change::Grow(by, p, facts, count) => writeln!(
                out,
                "        {at}: grows by at most {}{}, {} times {}",
                self.poly_in(arc.0, by),
                match facts.is_empty() {
                    true => String::new(),
                    false => format!(" {}", self.ids(facts)),
                },
                self.id(*count),
                self.because(arc.0, p)
            ),
        };
    }

    fn potential(&self, at: &[(Loc, Poly)]) -> String {
        let one =
            |(l, p): &(Loc, Poly)| format!("{} at {}", self.poly(p), self.work.file.locations[*l]);
        let list: Vec<String> = at.iter().map(one).collect();
        list.join(", ")
    }

    fn entered(&self, entries: &[(FactId, Option<FactId>)]) -> String {
        let one = |(value, count): &(FactId, Option<FactId>)| match count {
            None => format!("{} once", self.id(*value)),
            Some(c) => format!("{} {} times", self.id(*value), self.id(*c)),
        };
        let list: Vec<String> = entries.iter().map(one).collect();
        list.join(", ")
    }

    fn ended(&self, out: &mut String, ended: &Ended) {
        let name = |v: Var| self.work.file.name(v);
        let at = &self.work.file.locations[ended.at];
        let _ = writeln!(
            out,
            "      after k rounds at {at}, from the values before the first:"
        );
        let shown = |form: &Sum| -> String {
            let terms: Vec<String> = (form.terms())
                .map(|(b, d, c)| {
                    let mut term = format!("({})", c.show(&name));
                    if d > 0 {
                        let _ = write!(term, " * k^{d}");
                    }
                    if *b != 1.into() {
                        let _ = write!(term, " * ({b})^k");
                    }
                    term
                })
                .collect();
            terms.join(" + ")
        };
        for (v, form) in &ended.forms {
            let _ = writeln!(out, "        {} = {}", name(*v), shown(form));
        }
        for (p, sum) in ended.sums(self.work) {
            let _ = writeln!(out, "        {} = {}", self.poly(p), shown(sum));
        }
        for (of, l) in ended.loops.iter().enumerate() {
            let Some(rule) = self.work.rules.get(l.rule) else {
                continue;
            };
            let t = &rule.transition;
            let guard = t.guard.get(l.atom).map_or_else(String::new, |a| {
                crate::explain::words::relation(a, &|v| self.work.file.name_in(t, v))
            });
            let _ = writeln!(
                out,
                "        {}: {guard} fails from some round on, as its greatest term is below 0:",
                rule.name
            );
            // Whichever of the loops fires first.
            for other in &ended.loops {
                if let Some(lead) = other.leads.get(of) {
                    let (rule, why) = (self.rule(other.rule), self.deduced(other.rule, lead));
                    let _ = writeln!(out, "          where {rule} fires, {why}");
                }
            }
        }
    }

    /// A proof from a guard, and from products of its relations and squares.
    fn deduced(&self, rule: usize, by: &Deduced) -> String {
        let Some(rule) = self.work.rules.get(rule) else {
            return String::new();
        };
        let t = &rule.transition;
        let mut premises: Vec<Atom> = t.guard.clone();
        for lemma in &by.lemmas {
            let new = match lemma {
                Lemma::Square(root) => Some(Atom::ge0(root.times(root))),
                Lemma::Product(i, j) => {
                    let pair = premises.get(*i).zip(premises.get(*j));
                    pair.map(|(a, b)| {
                        let both = a.rel == Rel::Eq || b.rel == Rel::Eq;
                        Atom {
                            poly: a.poly.times(&b.poly),
                            rel: if both { Rel::Eq } else { Rel::Ge },
                        }
                    })
                }
            };
            premises.extend(new);
        }
        let name = |v: Var| self.work.file.name_in(t, v);
        because(&by.proof, &|i| premises.get(i).cloned(), &name)
    }

    fn closed(&self, out: &mut String, closed: &Closed) {
        self.ended(out, &closed.ended);
        for (place, facts, count) in &closed.entries {
            let from = match place {
                Place::Start => "the start".to_string(),
                Place::Arm(a) => self.arc(*a),
            };
            let often = count.map_or_else(String::new, |c| format!(", {} times", self.id(c)));
            let facts = self.ids(facts.iter().flatten());
            let _ = writeln!(out, "        entered from {from} with {facts}{often}");
        }
    }
}
