//! What recursive functions return, where their result decides how deep another
//! call goes: `f(f(n - 1))`.
//!
//! Idea: claims about the result of a function, for arguments up to a number and
//! for those beyond it: an interval for the result, and one for what it is more
//! than the argument. They are guessed from a few runs of the function by the
//! interpreter, for the numbers that it compares with. The graph is built with
//! the claims as facts behind each call, and each return of an activation is
//! checked against them; what does not follow there is dropped, and the graph is
//! built again. Source: C. Flanagan, K. Leino, "Houdini, an Annotation Assistant
//! for ESC/Java" (FME 2001), for postconditions; inductive on the number of steps:
//! the first return that broke a claim would be one of a run in which all returns
//! before it kept theirs, so the graph would have it. Nothing is said of calls that
//! do not come back.
//!
//! What must never happen: a graph is used in which a return broke a claim that it
//! was built with; a claim about an argument that the function changes.
//! Cost: 24 short runs per number, a graph per round of dropping.

use super::callgraph::Calls;
use super::engine::Engine;
use super::lin::{Interval, Lin};
use super::rules::{Case, Num, Side, View};
use super::state::{State, Value};
use ep_base::entity::EntityId;
use ep_base::outcome::InputSource;
use ep_ir::interp::{self, End, Host, InputRequest, InterpConfig};
use ep_ir::{visit, Callee, FuncId, Function, InstKind, IntPred, Module, Operand, Reg, Type};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

/// Numbers that arguments are told apart by, for a function.
const NUMBERS: usize = 2;
/// LLVM instructions of a run that is guessed from.
const RUN: u64 = 20_000;
/// Refinements since the last cut beyond which a call tells nothing apart.
const SPLITS: u32 = 6;

/// What is claimed for some arguments: of the result, and of what it is more than
/// the argument.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Claim {
    result: Interval,
    more: Interval,
}

/// Claims for arguments up to a number and beyond it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Told {
    number: BigInt,
    upto: Claim,
    beyond: Claim,
}

/// The claims about each function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Results {
    told: BTreeMap<FuncId, Vec<Told>>,
    /// A return broke one: what was built with it is not used.
    pub broken: bool,
}

impl Told {
    /// The arguments that a claim is for.
    fn sides(&self) -> [Interval; 2] {
        [
            Interval {
                lo: None,
                hi: Some(self.number.clone()),
            },
            Interval {
                lo: Some(&self.number + 1),
                hi: None,
            },
        ]
    }

    fn claims(&self) -> [&Claim; 2] {
        [&self.upto, &self.beyond]
    }
}

impl Results {
    /// Guesses; nothing where no result decides how deep a call goes.
    pub fn guess(module: &Module) -> Results {
        let calls = Calls::of(module);
        let mut out = Results::default();
        for f in nested(module, &calls) {
            let Some(function) = module.functions.get(f) else {
                continue;
            };
            let told: Vec<Told> = (numbers(function).into_iter())
                .filter_map(|n| sampled(module, f, function, n))
                .collect();
            if !told.is_empty() {
                out.told.insert(f, told);
            }
        }
        out
    }

    /// The claims that are left, or none, for another graph.
    pub fn kept(&self, some: bool) -> Results {
        let told = match some {
            true => self.told.clone(),
            false => BTreeMap::new(),
        };
        Results {
            told,
            broken: false,
        }
    }
}

/// The parameter and the result of a function of one number that it leaves as it
/// is, and how its comparisons read numbers: without a sign where all of them that
/// have an order do.
fn shape(f: &Function) -> Option<(Reg, u32, View)> {
    let (p, Type::Int(bits)) = (f.params.first()?, *f.rets.first()?) else {
        return None;
    };
    let plain = f.params.len() == 1 && f.rets.len() == 1 && p.byval.is_none();
    let mut kept = true;
    let (mut with, mut without) = (false, false);
    for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
        visit::defs(&inst.kind, &mut |r| kept &= *r != p.reg);
        if let InstKind::Cmp { pred, .. } = &inst.kind {
            use IntPred::{Sge, Sgt, Sle, Slt, Uge, Ugt, Ule, Ult};
            with |= matches!(pred, Slt | Sle | Sgt | Sge);
            without |= matches!(pred, Ult | Ule | Ugt | Uge);
        }
    }
    let view = match without && !with {
        true => View::Unsigned,
        false => View::Signed,
    };
    let fits = p.ty == Type::Int(bits) && (8..=64).contains(&bits);
    (plain && kept && fits).then_some((p.reg, bits, view))
}

/// Recursive functions whose result is part of an argument of a recursive call.
fn nested(module: &Module, calls: &Calls) -> BTreeSet<FuncId> {
    let mut out = BTreeSet::new();
    for (_, function) in module.functions.iter() {
        let insts: Vec<&InstKind> = (function.blocks.iter())
            .flat_map(|(_, b)| b.insts.iter().map(|i| &i.kind))
            .collect();
        // The functions whose results a register is made of.
        let mut made: BTreeMap<Reg, BTreeSet<FuncId>> = BTreeMap::new();
        loop {
            let before = made.values().map(BTreeSet::len).sum::<usize>();
            for kind in &insts {
                let mut from = BTreeSet::new();
                match kind {
                    InstKind::Call {
                        callee: Callee::Direct(g),
                        ..
                    } if calls.is_recursive(*g) => {
                        from.insert(*g);
                    }
                    InstKind::Call { .. } => {}
                    _ => visit::uses(kind, &mut |o| {
                        if let Operand::Reg(r) = o {
                            from.extend(made.get(r).into_iter().flatten().copied());
                        }
                    }),
                }
                visit::defs(kind, &mut |d| {
                    made.entry(*d).or_default().extend(from.iter().copied());
                });
            }
            if made.values().map(BTreeSet::len).sum::<usize>() == before {
                break;
            }
        }
        for kind in &insts {
            let InstKind::Call {
                callee: Callee::Direct(g),
                args,
                ..
            } = kind
            else {
                continue;
            };
            for arg in args.iter().filter(|_| calls.is_recursive(*g)) {
                if let Operand::Reg(r) = arg.value {
                    out.extend(made.get(&r).into_iter().flatten().copied());
                }
            }
        }
    }
    out
}

/// The numbers that a function's comparisons tell arguments apart by.
fn numbers(f: &Function) -> Vec<i64> {
    let view = shape(f).map_or(View::Signed, |s| s.2);
    let mut out = Vec::new();
    for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
        let InstKind::Cmp {
            pred,
            ty: Type::Int(bits),
            b: Operand::Int(n),
            ..
        } = &inst.kind
        else {
            continue;
        };
        let n = read(view, *n, *bits);
        let n = match pred {
            IntPred::Slt | IntPred::Sge | IntPred::Ult | IntPred::Uge => n.saturating_sub(1),
            _ => n,
        };
        if !out.contains(&n) && out.len() < NUMBERS {
            out.push(n);
        }
    }
    out
}

/// The number of a view; those that do not fit stay as they are, and are met by no
/// argument that is guessed from.
fn read(view: View, n: u64, bits: u32) -> i64 {
    let up = 64 - bits.clamp(1, 64);
    match view {
        View::Signed => ((n << up) as i64) >> up,
        View::Unsigned => i64::try_from((n << up) >> up).unwrap_or(i64::MAX),
    }
}

/// Answers with an argument; whatever else is read is 0.
struct Argument(i64);

impl Host for Argument {
    fn input(&mut self, request: &InputRequest<'_>) -> Option<Vec<u8>> {
        let InputSource::Parameter { .. } = request.source else {
            return None;
        };
        let n = request.len.unwrap_or(8).min(8) as usize;
        Some(self.0.to_le_bytes().iter().copied().take(n).collect())
    }
}

/// Claims that some runs keep; none where too few of them end.
fn sampled(module: &Module, f: FuncId, function: &Function, number: i64) -> Option<Told> {
    let (_, bits, view) = shape(function)?;
    let config = InterpConfig {
        max_instructions: RUN,
        max_output: 1 << 12,
        max_depth: 1_000,
        ..InterpConfig::default()
    };
    let near = (-6..=7i64).map(|d| number.saturating_add(d));
    let far = [-90, -40, -25, -12, 13, 26, 41, 60, 95, 120];
    let far = far.into_iter().map(|d| number.saturating_add(d));
    let mut runs: [Vec<(i64, i64)>; 2] = Default::default();
    for a in near
        .chain(far)
        .filter(|a| read(view, *a as u64, bits) == *a)
    {
        let out = interp::run(module, f, &config, &mut Argument(a));
        if let (End::Exit { status: Some(r) }, [upto, beyond]) = (out.end, &mut runs) {
            let side = if a <= number { upto } else { beyond };
            side.push((a, read(view, r, bits)));
        }
    }
    let within = |all: Vec<i128>| match (all.iter().min(), all.iter().max()) {
        (Some(lo), Some(hi)) if all.len() > 2 => Interval::new(*lo, *hi),
        _ => Interval::default(),
    };
    let claim = |of: &[(i64, i64)]| Claim {
        result: within(of.iter().map(|(_, r)| i128::from(*r)).collect()),
        more: within((of.iter().map(|(a, r)| i128::from(*r) - i128::from(*a))).collect()),
    };
    let [upto, beyond] = &runs;
    Some(Told {
        number: number.into(),
        upto: claim(upto),
        beyond: claim(beyond),
    })
}

impl Engine<'_> {
    /// The cases of an argument that claims tell apart, where it is open in which
    /// it lies.
    pub(super) fn argument_cases(
        &mut self,
        s: &State,
        target: FuncId,
        regs: &[Value],
    ) -> Option<Vec<Case>> {
        if s.splits > SPLITS {
            return None;
        }
        let told = self.results.told.get(&target)?.clone();
        let a = self.only_argument(s, target, regs)?;
        for t in told {
            let sides = t.sides();
            let r = s.facts.range(&a, &mut self.count);
            if sides.iter().any(|side| side.meet(&r) == r) {
                continue;
            }
            let case = |within| Case {
                form: a.clone(),
                within,
                side: Side::None,
            };
            return Some(sides.map(case).into());
        }
        None
    }

    /// The value of the one argument of a function about which there are claims, as
    /// the function reads it.
    fn only_argument(&mut self, s: &State, target: FuncId, regs: &[Value]) -> Option<Lin> {
        let (reg, _, view) = shape(self.module.functions.get(target)?)?;
        match regs.get(reg.index())? {
            Value::Int(n) => self.as_viewed(s, n, view),
            _ => None,
        }
    }

    /// The result of a call of which something is claimed.
    pub(super) fn claimed(
        &mut self,
        s: &mut State,
        target: FuncId,
        argument: Option<&Lin>,
    ) -> Option<Value> {
        let told = self.results.told.get(&target)?.clone();
        let (_, bits, view) = shape(self.module.functions.get(target)?)?;
        let a = argument?;
        let form = Lin::var(self.sym());
        s.facts.add(&form, &self.range(view, bits));
        let range = s.facts.range(a, &mut self.count);
        for t in told {
            for (side, claim) in t.sides().iter().zip(t.claims()) {
                if side.meet(&range) == range {
                    s.facts.add(&form, &claim.result);
                    s.facts.add(&form.minus(a), &claim.more);
                }
            }
        }
        s.exact = false;
        Some(Value::Int(Num { form, view, bits }))
    }

    /// The argument of a call, where something is claimed of its target.
    pub(super) fn told_argument(
        &mut self,
        s: &State,
        target: FuncId,
        regs: &[Value],
    ) -> Option<Lin> {
        self.results.told.get(&target)?;
        self.only_argument(s, target, regs)
    }

    /// The value of a number as a view reads it, where its form is linear.
    fn as_viewed(&mut self, s: &State, n: &Num, view: View) -> Option<Lin> {
        if view == View::Signed {
            return self.as_signed(s, n);
        }
        let r = s.facts.range(&n.form, &mut self.count);
        let zero = BigInt::from(0);
        let not_negative = r.lo.as_ref().is_some_and(|lo| *lo >= zero);
        if n.view == View::Unsigned || not_negative {
            return Some(n.form.clone());
        }
        let negative = r.hi.is_some_and(|hi| hi < zero) && !self.is_math();
        negative.then(|| n.form.add(&(BigInt::from(1) << n.bits)))
    }

    /// Drops the claims that a return of an activation does not keep.
    pub(super) fn check_result(&mut self, s: &mut State, func: FuncId, value: Option<&Operand>) {
        let Some(told) = self.results.told.get(&func).cloned() else {
            return;
        };
        let regs = s.top().map(|f| f.regs.clone()).unwrap_or_default();
        let shape = self.module.functions.get(func).and_then(shape);
        let result = match (value, shape) {
            (Some(v), Some((_, bits, view))) => match self.copy(s, v, Type::Int(bits)) {
                Value::Int(n) => self.as_viewed(s, &n, view),
                _ => None,
            },
            _ => None,
        };
        let known = result.zip(self.only_argument(s, func, &regs));
        let mut kept = Vec::new();
        for t in &told {
            let mut claims = t.claims().map(Clone::clone);
            for (side, claim) in t.sides().iter().zip(&mut claims) {
                let Some((r, a)) = &known else {
                    *claim = Claim::default();
                    continue;
                };
                let mut facts = s.facts.clone();
                facts.add(a, side);
                if facts.infeasible(&mut self.count) {
                    continue;
                }
                for (form, held) in [
                    (r.clone(), &mut claim.result),
                    (r.minus(a), &mut claim.more),
                ] {
                    let is = facts.range(&form, &mut self.count);
                    let above = |lo: &BigInt| is.lo.as_ref().is_some_and(|x| x >= lo);
                    let below = |hi: &BigInt| is.hi.as_ref().is_some_and(|x| x <= hi);
                    held.lo = held.lo.take().filter(above);
                    held.hi = held.hi.take().filter(below);
                }
            }
            let [upto, beyond] = claims;
            kept.push(Told {
                number: t.number.clone(),
                upto,
                beyond,
            });
        }
        if kept != told {
            self.results.broken = true;
            kept.retain(|t| t.claims().iter().any(|c| **c != Claim::default()));
            match kept.is_empty() {
                true => self.results.told.remove(&func),
                false => self.results.told.insert(func, kept),
            };
        }
    }
}
