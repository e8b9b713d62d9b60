//! Facts about how often transitions fire.
//!
//! Idea: each fact names its rule, the facts before it and the proofs of its premises;
//! here the rule's bound is made again from those and has to be the one that is written.
//! Source: the rules are those of docs/certificates.md, which says where each is from;
//! checking them is our own. Cost: the multiplications of each proof, paid for by the
//! meter.

use super::{Edge, Fact, Upper};
use crate::graph;
use crate::poly::{Poly, Sym};
use crate::refusal::Checked;
use crate::system::Transition;
use crate::text::{Args, View};
use num_bigint::BigInt;
use num_traits::Signed;
use rustc_hash::FxHashMap;

pub(super) type At = FxHashMap<Sym, Poly>;
/// A transition and the arm that a path follows.
pub(super) type Member = (usize, Option<usize>);
/// What is asked of a member: the transition, its arm, whether it is strict, and
/// its proofs; its weight.
type Each<'a> = dyn FnMut(View, &Transition, Option<usize>, bool, &mut Args) -> Checked<Poly> + 'a;
/// Weights of transitions, and the sum that their firings stay below.
pub(super) type Weighed = (FxHashMap<usize, Poly>, Poly);

impl Upper<'_> {
    pub(super) fn count(&mut self, v: View, rule: &str, mut args: Args) -> Checked<()> {
        let known = [
            "once", "rank", "nest", "most", "log", "tree", "arrive", "share", "branch", "closed",
            "cap", "least",
        ];
        if !known.contains(&rule) {
            return Err(v.refuse(format!("`{rule}` is no kind of fact")));
        }
        if rule == "once" {
            // A transition on no cycle fires often where calls lead to it.
            self.no_trees(v)?;
        }
        let name = self
            .cx
            .read_name(args.need("a name")?, "the name of a fact")?;
        let written = args.need("an expression")?;
        let (weights, yields) = match rule {
            "once" => self.once(args)?,
            "rank" => self.rank(v, args)?,
            "nest" => self.nest(v, args)?,
            "most" => self.most(v, args)?,
            "log" => self.log(v, args)?,
            "closed" => self.closed(v, args)?,
            "cap" => self.cap(v, args)?,
            "arrive" => self.arrive(v, args)?,
            "share" => self.share(v, args)?,
            "branch" => self.branch(v, args)?,
            "least" => self.least(v, args)?,
            _ => self.tree(v, args)?,
        };
        let bound = self.accept(&yields, written)?;
        let small = |w: &Poly| w.as_int().is_some_and(|c| !c.is_negative());
        let parts = !matches!(rule, "tree" | "share") || weights.values().all(small);
        self.add(
            v,
            name,
            Fact::Count {
                weights,
                bound,
                parts,
            },
        )
    }

    /// The least of several counts: what each of them counts stays below every one
    /// of their bounds, with the least of its weights, as no part is below 0.
    fn least(&self, v: View, args: Args) -> Checked<Weighed> {
        let mut all: Option<FxHashMap<usize, BigInt>> = None;
        let mut bounds = Vec::new();
        for f in args {
            let Fact::Count {
                weights,
                bound,
                parts: true,
            } = self.fact(f)?
            else {
                return Err(f.refuse("this does not bound how often transitions fire"));
            };
            self.cx.meter.spend(4 + weights.len() as u64)?;
            let own = |i: &usize| weights.get(i).and_then(Poly::as_int);
            all = Some(match all {
                None => (weights.keys())
                    .filter_map(|i| Some((*i, own(i)?)))
                    .collect(),
                Some(before) => (before.into_iter())
                    .filter_map(|(i, w)| Some((i, own(&i)?.min(w))))
                    .collect(),
            });
            bounds.push(bound.clone());
        }
        let Some(all) = all else {
            return Err(v.refuse("the least of no counts"));
        };
        let weights = all.into_iter().map(|(i, w)| (i, Poly::int(w))).collect();
        Ok((weights, self.exprs.min(bounds)?))
    }

    /// Transitions on no cycle: the most of them on one path.
    fn once(&self, args: Args) -> Checked<Weighed> {
        let s = &self.d.system;
        let mut weights = FxHashMap::default();
        for v in args {
            let i = s.named(self.cx, v)?;
            if self.cyclic.get(i) != Some(&false) {
                return Err(v.refuse("this transition lies on a cycle"));
            }
            if weights.insert(i, Poly::int(1)).is_some() {
                return Err(v.refuse("this transition stands here twice"));
            }
        }
        // One more node for where runs end.
        let end = s.locs.len();
        let ends: Vec<(usize, usize)> = (s.transitions.iter())
            .map(|t| {
                let target = t.arms.first().map_or(end, |a| s.place(a.target));
                (s.place(t.source), target)
            })
            .collect();
        self.cx.meter.spend((ends.len() + end) as u64)?;
        let component = graph::components(end + 1, &ends);
        let of = |n: usize| component.get(n).copied().unwrap_or(0);
        // Edges lead to smaller components: from the smallest upward, the
        // most on a path from there.
        let mut order: Vec<(usize, usize, bool)> = (ends.iter().enumerate())
            .map(|(i, (a, b))| (of(*a), of(*b), weights.contains_key(&i)))
            .collect();
        order.sort_unstable();
        let mut most = vec![0u64; end + 2];
        for (a, b, counts) in order {
            let after = most.get(b).copied().unwrap_or(0) + u64::from(counts);
            if let Some(x) = most.get_mut(a) {
                *x = (*x).max(after);
            }
        }
        let most = most.into_iter().max().unwrap_or(0);
        Ok((weights, Poly::int(most)))
    }

    /// `f` before a transition and after one of its arms; after is `None` where the run ends.
    fn around<'a>(
        &self,
        v: View,
        t: &Transition,
        arm: Option<usize>,
        at: &'a At,
    ) -> Checked<(&'a Poly, Option<Poly>)> {
        let named = |loc: Sym| {
            at.get(&loc).ok_or_else(|| {
                let loc = self.cx.name(loc);
                v.refuse(format!("`{loc}` has no function (at …)"))
            })
        };
        let before = named(t.source)?;
        let after = match arm.and_then(|j| t.arms.get(j)) {
            Some(arm) => Some(named(arm.target)?.subst(&arm.update, &self.cx.meter)?),
            None => None,
        };
        Ok((before, after))
    }

    /// The edges that lead to a source of these transitions and are none of them.
    pub(super) fn leading_in(&self, inside: &[Member]) -> Vec<Edge> {
        let all = &self.d.system.transitions;
        let of = |m: &Member| all.get(m.0).map(|t| t.source);
        let mut sources: Vec<Sym> = inside.iter().filter_map(of).collect();
        sources.sort_unstable();
        sources.dedup();
        let mut out: Vec<Edge> = Vec::new();
        for loc in sources {
            let edges = self.entries(loc).into_iter();
            let own = |e: &Edge| matches!(e, Edge::After(i, j) if inside.contains(&(*i, Some(*j))));
            out.extend(edges.filter(|e| !own(e)));
        }
        out
    }

    /// Sum of count times gain over all edges that lead in.
    pub(super) fn entered(
        &self,
        v: View,
        args: Args,
        at: &At,
        mut todo: Vec<Edge>,
        gain: &dyn Fn(Poly) -> Checked<Poly>,
    ) -> Checked<Poly> {
        let m = &self.cx.meter;
        let mut sum = Poly::zero();
        for e in args {
            let mut a = e.called("entry")?;
            let name = a.need("a fact")?;
            let (edge, q, bound) = self.value_fact(name)?;
            let Some(k) = todo.iter().position(|x| *x == edge) else {
                return Err(e.refuse("this edge does not lead in, or is named twice"));
            };
            todo.swap_remove(k);
            if at.get(&self.target(name, edge)?) != Some(q) {
                return Err(e.refuse("this fact is about another polynomial"));
            }
            let times = match edge {
                Edge::Start => Poly::int(1),
                Edge::After(i, _) => self.count_of(a.need("a count")?, i)?.clone(),
            };
            a.done()?;
            sum = sum.plus(&times.times(&gain(bound.clone())?, m)?, m)?;
        }
        if todo.is_empty() {
            Ok(sum)
        } else {
            Err(v.refuse("an edge that leads in has no (entry …)"))
        }
    }

    /// Reads `inside` and `strict`, and hands each with its proofs on.
    pub(super) fn members(
        &self,
        args: &mut Args,
        each: &mut Each,
    ) -> Checked<(Vec<Member>, FxHashMap<usize, Poly>)> {
        let mut inside: Vec<Member> = Vec::new();
        let mut weights = FxHashMap::default();
        while let Some(e) = args.peek().filter(|e| e.is("inside") || e.is("strict")) {
            args.next();
            let strict = e.is("strict");
            let (_, mut a) = e.form("(inside …) or (strict …)")?;
            let (i, arm) = self.place(a.need("a transition")?)?;
            // With two arms inside what is followed would be no path.
            if inside.iter().any(|m| m.0 == i) {
                return Err(e.refuse("this transition stands here twice"));
            }
            self.cx.meter.spend(4 + inside.len() as u64)?;
            inside.push((i, arm));
            let weight = each(e, self.transition(e, i)?, arm, strict, &mut a)?;
            a.done()?;
            if strict {
                weights.insert(i, weight);
            }
        }
        Ok((inside, weights))
    }

    fn rank(&self, v: View, mut args: Args) -> Checked<Weighed> {
        let (cx, m) = (self.cx, &self.cx.meter);
        let number = args.need("a number")?;
        let slack = cx.read_int(number, "a number >= 0")?;
        if slack.is_negative() {
            return Err(number.refuse("a number >= 0 is awaited"));
        }
        let slack = Poly::int(slack);
        let at = self.functions(&mut args)?;
        let (inside, weights) = self.members(&mut args, &mut |e, t, arm, strict, a| {
            let (f, after) = self.around(e, t, arm, &at)?;
            let mut weight = Poly::zero();
            if strict {
                let shown = a.need("a weight")?;
                let vars = &self.d.system.vars;
                weight = cx.read_poly(shown, &|s| vars.contains(&s) || t.temps.contains(&s))?;
            }
            // Where the run ends, nothing is left to fall.
            let fall = match after {
                Some(g) => f.minus(&g, m)?.minus(&weight, m)?,
                None => Poly::zero(),
            };
            self.show(a.need("a proof")?, t, fall)?;
            if strict {
                let high = f.minus(&weight, m)?.plus(&slack, m)?;
                self.show(a.need("a proof")?, t, high)?;
                self.show(a.need("a proof")?, t, weight.clone())?;
            }
            Ok(weight)
        })?;
        let yields = self.entered(v, args, &at, self.leading_in(&inside), &|bound| {
            self.exprs.at_least_zero(bound.plus(&slack, m)?)
        })?;
        Ok((weights, yields))
    }

    /// Each time that its part is entered, a function that nothing lets grow,
    /// that falls by 1 with each strict firing and lies between 1 and a number
    /// there, counts at most that number of them.
    fn cap(&self, v: View, mut args: Args) -> Checked<Weighed> {
        let m = &self.cx.meter;
        let most = Poly::int(self.multiple(args.need("a number")?)?);
        let at = self.functions(&mut args)?;
        let (inside, weights) = self.members(&mut args, &mut |e, t, arm, strict, a| {
            let (f, after) = self.around(e, t, arm, &at)?;
            let one = Poly::int(i32::from(strict));
            let fall = match after {
                Some(g) => f.minus(&g, m)?.minus(&one, m)?,
                None => Poly::zero(),
            };
            self.show(a.need("a proof")?, t, fall)?;
            if strict {
                self.show(a.need("a proof")?, t, f.minus(&Poly::int(1), m)?)?;
                self.show(a.need("a proof")?, t, most.minus(f, m)?)?;
            }
            Ok(Poly::int(1))
        })?;
        let mut todo = self.leading_in(&inside);
        let mut sum = Poly::zero();
        for e in args {
            let mut a = e.called("entry")?;
            let edge = self.edge(a.need("start or an edge")?)?;
            let Some(k) = todo.iter().position(|x| *x == edge) else {
                return Err(e.refuse("this edge does not lead in, or is named twice"));
            };
            todo.swap_remove(k);
            let times = match edge {
                Edge::Start => Poly::int(1),
                Edge::After(i, _) => self.count_of(a.need("a count")?, i)?.clone(),
            };
            a.done()?;
            sum = sum.plus(&times.times(&most, m)?, m)?;
        }
        match todo.is_empty() {
            true => Ok((weights, sum)),
            false => Err(v.refuse("an edge that leads in has no (entry …)")),
        }
    }

    fn log(&self, v: View, mut args: Args) -> Checked<Weighed> {
        let m = &self.cx.meter;
        let at = self.functions(&mut args)?;
        let (inside, weights) = self.members(&mut args, &mut |e, t, arm, strict, a| {
            let (f, after) = self.around(e, t, arm, &at)?;
            let factor = Poly::int(if strict { 2 } else { 1 });
            let fall = match after {
                Some(g) => f.minus(&g.times(&factor, m)?, m)?,
                None => Poly::zero(),
            };
            self.show(a.need("a proof")?, t, fall)?;
            if strict {
                self.show(a.need("a proof")?, t, f.minus(&Poly::int(1), m)?)?;
            }
            Ok(Poly::int(1))
        })?;
        let yields = self.entered(v, args, &at, self.leading_in(&inside), &|bound| {
            self.exprs.bits(bound)
        })?;
        Ok((weights, yields))
    }

    /// What a tree of firings costs, paid from a potential at its root.
    fn tree(&self, v: View, mut args: Args) -> Checked<Weighed> {
        let (cx, m, s) = (self.cx, &self.cx.meter, &self.d.system);
        let at = self.functions(&mut args)?;
        let f = |loc: Sym| at.get(&loc).cloned().unwrap_or_default();
        let mut weights = FxHashMap::default();
        for e in args {
            let mut a = e.called("firing")?;
            let name = a.need("a transition")?;
            let i = s.named(cx, name)?;
            let t = self.transition(name, i)?;
            let scope = |x: Sym| s.vars.contains(&x) || t.temps.contains(&x);
            let weight = cx.read_poly(a.need("a weight")?, &scope)?;
            let after = (t.arms.iter())
                .map(|arm| f(arm.target).subst(&arm.update, m))
                .collect::<Checked<Vec<Poly>>>()?;
            self.paid(name, &mut a, t, &f(t.source), &weight, &after)?;
            a.done()?;
            if weights.insert(i, weight).is_some() {
                return Err(name.refuse("this transition stands here twice"));
            }
        }
        if weights.len() != s.transitions.len() {
            return Err(v.refuse("a transition has no (firing …)"));
        }
        let root = self.at_start(v, &f(s.start))?;
        Ok((weights, self.exprs.at_least_zero(root)?))
    }

    /// A polynomial over the variables, as one over initial values: ghosts
    /// start as what they keep.
    fn at_start(&self, v: View, p: &Poly) -> Checked<Poly> {
        let ghosts = (self.d.ghosts.iter())
            .map(|(x, g)| (*g, Poly::var(*x)))
            .collect();
        let p = p.subst(&ghosts, &self.cx.meter)?;
        let strange = p.vars().find(|x| !self.d.inputs.contains(x));
        match strange {
            Some(x) => {
                let x = self.cx.name(x);
                Err(v.refuse(format!("`{x}` is no variable of the file")))
            }
            None => Ok(p),
        }
    }

    /// The weight of a transition in a count, 0 if it is not listed, and the
    /// count's bound.
    pub(super) fn weights(&self, v: View) -> Checked<(&FxHashMap<usize, Poly>, &Poly)> {
        match self.fact(v)? {
            Fact::Count { weights, bound, .. } => Ok((weights, bound)),
            Fact::Value { .. } => Err(v.refuse("a count is awaited")),
        }
    }

    /// A number >= 0.
    pub(super) fn multiple(&self, v: View) -> Checked<BigInt> {
        let n = self.cx.read_int(v, "a number >= 0")?;
        if n.is_negative() {
            return Err(v.refuse("a number >= 0 is awaited"));
        }
        Ok(n)
    }
}
