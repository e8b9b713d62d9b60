//! Upper bounds in the format of `docs/certificates.md`.

use super::derivation::{
    About, Because, Branch, Change, Closed, Counted, Ended, Fact, Greatest, Halved, Joint, Lemma,
    Mixture, Nest, Part, Share, Upper,
};
use super::exponential::Sum;
use super::places::{Arc, FactId, Member, Place};
use crate::bound::Bound;
use crate::certificate::{atom_premise, derivation, name, poly, proof, whole};
use crate::linear::Proof;
use crate::lower::ratpoly::RatPoly;
use crate::poly::{Poly, Var};
use crate::work::Work;
use std::fmt::Write;

/// An expression; `None` for what certificates have no words for.
fn expression(b: &Bound, of: &dyn Fn(Var) -> String) -> Option<String> {
    let list = |head: &str, parts: &[Bound]| -> Option<String> {
        let parts: Option<Vec<String>> = parts.iter().map(|p| expression(p, of)).collect();
        Some(format!("({head} {})", parts?.join(" ")))
    };
    Some(match b {
        Bound::Unbounded => return None,
        Bound::Const(n) => n.to_string(),
        Bound::Var(v) => of(*v),
        Bound::Sum(l) => list("+", l)?,
        Bound::Product(l) => list("*", l)?,
        Bound::Max(l) => list("max", l)?,
        Bound::Min(l) => list("min", l)?,
        Bound::FloorDiv(e, d) => format!("(div {} {d})", expression(e, of)?),
        Bound::Power(base, e) => match base.as_ref() {
            Bound::Const(n) => format!("(pow {n} {})", expression(e, of)?),
            _ => return None,
        },
        Bound::BitLength(e) => format!("(bits {})", expression(e, of)?),
    })
}

struct Writer<'a> {
    work: &'a Work,
}

impl Writer<'_> {
    fn rule(&self, r: usize) -> String {
        self.work
            .rules
            .get(r)
            .map_or_else(String::new, |r| name(&r.name))
    }

    /// An edge: a rule alone where it has one arm.
    fn arc(&self, (rule, arm): Arc) -> String {
        let arms = self
            .work
            .rules
            .get(rule)
            .map_or(0, |r| r.transition.arms.len());
        match arms {
            0 | 1 => self.rule(rule),
            _ => format!("({} {arm})", self.rule(rule)),
        }
    }

    fn edge(&self, place: &Place) -> String {
        match place {
            Place::Start => "start".to_string(),
            Place::Arm(a) => self.arc(*a),
        }
    }

    fn member(&self, (rule, arm): Member) -> String {
        match arm {
            Some(arm) => self.arc((rule, arm)),
            None => self.rule(rule),
        }
    }

    fn at(&self, l: crate::system::Loc) -> String {
        name(&self.work.file.locations[l])
    }

    fn poly(&self, p: &Poly) -> String {
        poly(p, &|v| name(&self.work.file.name(v)))
    }

    /// With the temporaries of a rule.
    fn poly_in(&self, rule: usize, p: &Poly) -> String {
        match self.work.rules.get(rule) {
            Some(r) => poly(p, &|v| name(&self.work.file.name_in(&r.transition, v))),
            None => String::new(),
        }
    }

    fn ids(&self, facts: &[FactId]) -> String {
        facts.iter().map(|f| format!(" f{}", f.0)).collect()
    }

    /// These facts and what they rest on.
    fn facts(&self, facts: &[Fact], of: Vec<FactId>) -> String {
        let needed = needed(facts, of);
        let listed = facts.iter().enumerate().zip(needed);
        let listed = listed.filter(|(_, needed)| *needed);
        listed.map(|((i, fact), _)| self.fact(i, fact)).collect()
    }

    fn fact(&self, i: usize, fact: &Fact) -> String {
        let p = |q: &Proof| proof(q, &atom_premise);
        let mut out = String::new();
        match &fact.about {
            About::Value(place, q) => {
                let edge = self.edge(place);
                let q = self.poly(q);
                let expr = match (place, &fact.because) {
                    (Place::Start, Because::Initial) => q.clone(),
                    _ => "_".into(),
                };
                let _ = write!(out, "\n  (value f{i} {edge} {q} {expr} ");
            }
            About::Count(rules) => {
                if let Because::Once = fact.because {
                    let rules: String = rules
                        .iter()
                        .map(|r| format!(" {}", self.rule(*r)))
                        .collect();
                    return format!("\n  (once f{i} _{rules})");
                }
            }
        }
        match &fact.because {
            Because::Initial => out.push_str("(invariant (farkas)))"),
            Because::Linear(c, parts) => {
                let _ = write!(out, "(linear {c}");
                for (k, f) in parts {
                    let _ = write!(out, " ({k} f{})", f.0);
                }
                out.push_str("))");
            }
            Because::Before(q, facts) => {
                let _ = write!(out, "(before {}{}))", p(q), self.ids(facts));
            }
            Because::Sum {
                factor,
                at,
                entries,
                edges,
            } => {
                let About::Value(_, q) = &fact.about else {
                    return out;
                };
                match factor {
                    None => out.push_str("(sum"),
                    Some(k) => {
                        let _ = write!(out, "(scale {k}");
                    }
                }
                for l in at {
                    let _ = write!(out, " (at {} {})", self.at(*l), self.poly(q));
                }
                for f in entries {
                    let _ = write!(out, " (entry f{})", f.0);
                }
                for (r, change) in edges {
                    let _ = write!(out, "\n    (edge {} ", self.arc(*r));
                    match change {
                        Change::Keep(q) => {
                            let _ = write!(out, "(keep {}))", p(q));
                        }
                        Change::Reset(f) => {
                            let _ = write!(out, "(reset f{}))", f.0);
                        }
                        Change::Grow(by, q, facts, count) => {
                            let facts = self.ids(facts);
                            let _ = write!(
                                out,
                                "(grow {} {} ({}) f{}))",
                                self.poly_in(r.0, by),
                                p(q),
                                facts.trim_start(),
                                count.0
                            );
                        }
                    }
                }
                out.push_str("))");
            }
            Because::Joint(joint) => {
                let About::Value(_, q) = &fact.about else {
                    return out;
                };
                self.joint(joint, q, &mut out);
            }
            Because::Product(facts) => {
                let _ = write!(out, "(product{}))", self.ids(facts));
            }
            Because::Closed(closed) => self.closed(i, closed, &mut out),
            Because::Cap(cap) => {
                let _ = write!(out, "\n  (cap f{i} _ {}", cap.most);
                self.potential(&cap.at, &mut out);
                for (r, q) in &cap.inside {
                    let _ = write!(out, "\n    (inside {} {})", self.member(*r), p(q));
                }
                for (r, three) in &cap.strict {
                    let [a, b, c] = [0, 1, 2].map(|k| p(&three[k]));
                    let _ = write!(out, "\n    (strict {} {a} {b} {c})", self.member(*r));
                }
                for (place, count) in &cap.entries {
                    let count = count.map_or(String::new(), |c| format!(" f{}", c.0));
                    let _ = write!(out, " (entry {}{count})", self.edge(place));
                }
                out.push(')');
            }
            Because::Once => {}
            Because::Arrive(l, list) => {
                let _ = write!(out, "\n  (arrive f{i} _ {}", self.at(*l));
                for (a, count) in list {
                    let _ = write!(out, " (by {} f{})", self.arc(*a), count.0);
                }
                out.push(')');
            }
            Because::Least(facts) => {
                let _ = write!(out, "\n  (least f{i} _{})", self.ids(facts));
            }
            Because::Share(share) => {
                let _ = write!(out, "\n  (share f{i} _");
                self.potential(&share.at, &mut out);
                for (r, paid, cases) in &share.firing {
                    let weight = u8::from(*paid);
                    let _ = write!(out, "\n    (firing {} {weight}", self.rule(*r));
                    let guard = self
                        .work
                        .rules
                        .get(*r)
                        .map_or(0, |r| r.transition.guard.len());
                    for (set, case) in cases.iter().enumerate() {
                        // The calls of the case are named by their arms.
                        let calls: Vec<usize> = (0..16).filter(|j| set >> j & 1 == 1).collect();
                        let Some(case) = case else {
                            out.push_str(" (zero (farkas))");
                            continue;
                        };
                        let premise = |k: usize| match k.checked_sub(guard) {
                            None => atom_premise(k),
                            Some(j) => format!("p{}", calls.get(j).copied().unwrap_or(j)),
                        };
                        let _ = write!(out, " (up {})", proof(case, &premise));
                    }
                    out.push(')');
                }
                self.entered(&share.entries, &mut out);
            }
            Because::Branch(branch) => {
                let _ = write!(out, "\n  (branch f{i} _");
                self.potential(&branch.at, &mut out);
                for (head, list) in [("inside", &branch.inside), ("strict", &branch.strict)] {
                    for (r, proofs) in list {
                        let _ = write!(out, "\n    ({head} {}", self.rule(*r));
                        for q in proofs {
                            let _ = write!(out, " {}", p(q));
                        }
                        out.push(')');
                    }
                }
                self.entered(&branch.entries, &mut out);
            }
            Because::Nest(nest) => {
                let _ = write!(out, "\n  (nest f{i} _");
                for (l, levels) in &nest.at {
                    let _ = write!(out, " (at {}", self.at(*l));
                    for q in levels {
                        let _ = write!(out, " {}", self.poly(q));
                    }
                    out.push(')');
                }
                for (head, list) in [("inside", &nest.inside), ("strict", &nest.strict)] {
                    for (r, proofs) in list {
                        let _ = write!(out, "\n    ({head} {}", self.member(*r));
                        for q in proofs {
                            let _ = write!(out, " {}", p(q));
                        }
                        out.push(')');
                    }
                }
                self.entered_with(&nest.entries, &mut out);
            }
            Because::Greatest(greatest) => {
                let _ = write!(out, "\n  (most f{i} _");
                for (l, forms) in &greatest.at {
                    let _ = write!(out, " (at {}", self.at(*l));
                    for q in forms {
                        let _ = write!(out, " {}", self.poly(q));
                    }
                    out.push(')');
                }
                for (r, above) in &greatest.strict {
                    let _ = write!(out, "\n    (strict {}", self.member(*r));
                    for (j, q) in above {
                        let _ = write!(out, " ({j} {})", p(q));
                    }
                    out.push(')');
                }
                self.entered_with(&greatest.entries, &mut out);
            }
            Because::Halved(halved) => {
                let _ = write!(out, "\n  (log f{i} _");
                self.potential(&halved.at, &mut out);
                for (r, q) in &halved.inside {
                    let _ = write!(out, "\n    (inside {} {})", self.member(*r), p(q));
                }
                for (r, [falls, bounded]) in &halved.strict {
                    let (a, b) = (p(falls), p(bounded));
                    let _ = write!(out, "\n    (strict {} {a} {b})", self.member(*r));
                }
                self.entered(&halved.entries, &mut out);
            }
            Because::Rank {
                slack,
                at,
                inside,
                strict,
                entries,
            } => {
                let _ = write!(out, "\n  (rank f{i} _ {slack}");
                self.potential(at, &mut out);
                for (r, q) in inside {
                    let _ = write!(out, "\n    (inside {} {})", self.member(*r), p(q));
                }
                for (r, [fall, bounded]) in strict {
                    let (a, b) = (p(fall), p(bounded));
                    let _ = write!(out, "\n    (strict {} 1 {a} {b} (farkas))", self.member(*r));
                }
                self.entered(entries, &mut out);
            }
        }
        out
    }

    fn joint(&self, joint: &Joint, about: &Poly, out: &mut String) {
        let which = joint.values.iter().position(|v| v == about).unwrap_or(0);
        let _ = write!(out, "(joint {} {which}", joint.factor);
        for l in &joint.at {
            let _ = write!(out, " (at {}", self.at(*l));
            for v in &joint.values {
                let _ = write!(out, " {}", self.poly(v));
            }
            out.push(')');
        }
        for facts in &joint.entries {
            let _ = write!(out, " (entry ({}))", self.ids(facts).trim_start());
        }
        for (arc, count, parts) in &joint.edges {
            let count = count.map_or("_".to_string(), |c| format!("f{}", c.0));
            let _ = write!(out, "\n    (edge {} {count}", self.arc(*arc));
            for part in parts {
                let _ = match part {
                    Mixture::Reset(f) => write!(out, " (reset f{})", f.0),
                    Mixture::Mixed(of, rest, why, facts) => {
                        let of: Vec<String> = of.iter().map(ToString::to_string).collect();
                        write!(
                            out,
                            " (part ({}) {} {} ({}))",
                            of.join(" "),
                            self.poly_in(arc.0, rest),
                            proof(why, &atom_premise),
                            self.ids(facts).trim_start()
                        )
                    }
                };
            }
            out.push(')');
        }
        out.push_str("))");
    }

    fn closed(&self, i: usize, closed: &Closed, out: &mut String) {
        let _ = write!(out, "\n  (closed f{i} _");
        self.ended(&closed.ended, out);
        self.closed_entries(closed, out);
    }

    fn ended(&self, ended: &Ended, out: &mut String) {
        let _ = write!(out, " {}", self.at(ended.at));
        for (v, form) in &ended.forms {
            let _ = write!(out, "\n    (form {}", name(&self.work.file.name(*v)));
            self.terms(form, out);
            out.push(')');
        }
        for l in &ended.loops {
            let (rule, atom, scale) = (self.rule(l.rule), l.atom, l.scale);
            let _ = write!(out, "\n    (loop {rule} {atom} {scale}");
            if let Some(sum) = &l.sum {
                out.push_str(" (sum");
                self.terms(sum, out);
                out.push(')');
            }
            let of = self.work.rules.get(l.rule);
            let guard = of.map_or(0, |r| r.transition.guard.len());
            for lead in &l.leads {
                let premise = |k: usize| match k.checked_sub(guard) {
                    None => atom_premise(k),
                    Some(j) => format!("m{j}"),
                };
                let inner = proof(&lead.proof, &premise);
                if lead.lemmas.is_empty() {
                    let _ = write!(out, " {inner}");
                    continue;
                }
                out.push_str(" (by");
                for (j, lemma) in lead.lemmas.iter().enumerate() {
                    let _ = match lemma {
                        Lemma::Product(a, b) => {
                            write!(out, " (mul m{j} {} {})", premise(*a), premise(*b))
                        }
                        Lemma::Square(root) => {
                            write!(out, " (square m{j} {})", self.poly(root))
                        }
                    };
                }
                let _ = write!(out, " {inner})");
            }
            out.push(')');
        }
    }

    /// Entries with a list of facts each, and the end.
    fn entered_with(&self, entries: &[(Vec<FactId>, Option<FactId>)], out: &mut String) {
        for (values, count) in entries {
            let values = self.ids(values);
            let _ = write!(out, " (entry ({})", values.trim_start());
            if let Some(c) = count {
                let _ = write!(out, " f{}", c.0);
            }
            out.push(')');
        }
        out.push(')');
    }

    fn terms(&self, sum: &Sum, out: &mut String) {
        for ((base, power), p) in &sum.0 {
            let _ = write!(out, " ({base} {power} {})", self.rational(p));
        }
    }

    fn closed_entries(&self, closed: &Closed, out: &mut String) {
        for (place, facts, count) in &closed.entries {
            let _ = write!(out, "\n    (entry {}", self.edge(place));
            for list in facts {
                let _ = write!(out, " ({})", self.ids(list).trim_start());
            }
            if let Some(c) = count {
                let _ = write!(out, " f{}", c.0);
            }
            out.push(')');
        }
        out.push(')');
    }

    /// A polynomial with rational coefficients.
    fn rational(&self, p: &RatPoly) -> String {
        let terms = p.terms().map(|(m, c)| {
            let c = c.to_big();
            let mut factors = vec![match c.is_integer() {
                true => c.numer().to_string(),
                false => format!("{}/{}", c.numer(), c.denom()),
            }];
            for (v, e) in m.powers() {
                factors.extend((0..*e).map(|_| name(&self.work.file.name(*v))));
            }
            format!(" (* {})", factors.join(" "))
        });
        format!("(+ 0{})", terms.collect::<String>())
    }

    fn potential(&self, at: &[(crate::system::Loc, Poly)], out: &mut String) {
        for (l, q) in at {
            let _ = write!(out, " (at {} {})", self.at(*l), self.poly(q));
        }
    }

    /// The entries, and the end of the fact.
    fn entered(&self, entries: &[(FactId, Option<FactId>)], out: &mut String) {
        for (value, count) in entries {
            let _ = match count {
                Some(c) => write!(out, " (entry f{} f{})", value.0, c.0),
                None => write!(out, " (entry f{})", value.0),
            };
        }
        out.push(')');
    }

    fn total(&self, parts: &[Part]) -> String {
        let mut out = "\n  (total".to_string();
        for part in parts {
            match part {
                Part::Use(n, count) => {
                    let _ = write!(out, " (use {n} f{})", count.0);
                }
                Part::Charge {
                    rule,
                    count,
                    poly,
                    proof: q,
                    facts,
                } => {
                    let facts = match poly.as_constant() {
                        Some(_) => String::new(),
                        None => self.ids(facts),
                    };
                    let _ = write!(
                        out,
                        "\n    (charge {} f{} {} {} ({}))",
                        self.rule(*rule),
                        count.0,
                        self.poly_in(*rule, poly),
                        proof(q, &atom_premise),
                        facts.trim_start()
                    );
                }
            }
        }
        out.push(')');
        out
    }
}

/// The facts that the total uses.
pub(super) fn used(upper: &Upper) -> Vec<FactId> {
    let mut work: Vec<FactId> = Vec::new();
    for part in &upper.parts {
        match part {
            Part::Use(_, count) => work.push(*count),
            Part::Charge { count, facts, .. } => {
                work.push(*count);
                work.extend(facts);
            }
        }
    }
    work
}

/// Which facts these rest on, themselves among them.
pub(super) fn needed(facts: &[Fact], mut work: Vec<FactId>) -> Vec<bool> {
    let mut out = vec![false; facts.len()];
    while let Some(f) = work.pop() {
        match out.get_mut(f.0 as usize) {
            Some(seen) if !*seen => *seen = true,
            _ => continue,
        }
        let Some(fact) = facts.get(f.0 as usize) else {
            continue;
        };
        match &fact.because {
            Because::Initial | Because::Once => {}
            Because::Product(facts) => work.extend(facts),
            Because::Closed(closed) => work.extend(closed.facts()),
            Because::Cap(cap) => work.extend(cap.entries.iter().filter_map(|e| e.1)),
            Because::Joint(joint) => {
                work.extend(joint.entries.iter().flatten());
                for (_, count, parts) in &joint.edges {
                    work.extend(count);
                    for part in parts {
                        match part {
                            Mixture::Reset(f) => work.push(*f),
                            Mixture::Mixed(_, _, _, facts) => work.extend(facts),
                        }
                    }
                }
            }
            Because::Linear(_, parts) => work.extend(parts.iter().map(|p| p.1)),
            Because::Before(_, facts) | Because::Least(facts) => work.extend(facts),
            Because::Sum { entries, edges, .. } => {
                work.extend(entries);
                for (_, change) in edges {
                    match change {
                        Change::Keep(_) => {}
                        Change::Reset(f) => work.push(*f),
                        Change::Grow(_, _, facts, count) => {
                            work.extend(facts);
                            work.push(*count);
                        }
                    }
                }
            }
            Because::Greatest(Greatest { entries, .. }) | Because::Nest(Nest { entries, .. }) => {
                for (values, count) in entries {
                    work.extend(values);
                    work.extend(count);
                }
            }
            Because::Arrive(_, list) => work.extend(list.iter().map(|(_, count)| *count)),
            Because::Rank { entries, .. }
            | Because::Halved(Halved { entries, .. })
            | Because::Share(Share { entries, .. })
            | Because::Branch(Branch { entries, .. }) => {
                for (value, count) in entries {
                    work.push(*value);
                    work.extend(count);
                }
            }
        }
    }
    out
}

/// The claim; `None` where the bound has no words.
pub fn claim(work: &Work, upper: &Upper) -> Option<String> {
    let w = Writer { work };
    let bound = expression(&upper.raw, &|v| name(&work.file.name(v)))?;
    let mut out = format!("(claim upper {}", derivation(work));
    let _ = write!(out, "\n  (bound {bound})");
    out.push_str(&w.facts(&upper.facts, used(upper)));
    out.push_str(&w.total(&upper.parts));
    out.push_str(")\n");
    Some(out)
}

/// The step of a proof of termination that says which rules fire finitely often.
pub(crate) fn counted(work: &Work, counted: &Counted) -> String {
    let ids: Vec<FactId> = counted.counts.iter().map(|c| c.1).collect();
    let w = Writer { work };
    let facts = w.facts(&counted.facts, ids.clone());
    format!("\n  (counted{facts}\n    (finite{}))", w.ids(&ids))
}

/// The step that says which loops end by their closed forms.
pub(crate) fn ended(work: &Work, ended: &Ended) -> String {
    let mut out = "\n  (closed".to_string();
    Writer { work }.ended(ended, &mut out);
    out.push(')');
    out
}

/// A certificate of the bound alone.
pub fn certificate(work: &Work, upper: &Upper) -> Option<String> {
    Some(whole(&work.original(), &claim(work, upper)?))
}
