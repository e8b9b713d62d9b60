//! Measures that know the width, as variables of the graph.
//!
//! Idea: a number that every round of a loop makes smaller
//! ([`crate::evidence::falls`]) becomes one more variable at each cut inside
//! of that loop: on entry it is the measure of the state that entered, on a way
//! around it falls, elsewhere it stays. So the provers and the bounds of the
//! transition system use `popcount(x)` or the steps of a stride as they use
//! any other variable, nested loops included. Where the measure falls by one
//! and the loop is left with 0 only, that is said too, and bounds are exact.
//! Where the entering state is known over the inputs, the measure of it is a
//! quantity that bounds may name.
//!
//! What must never happen: a way on which the measure falls although a run on
//! it does not finish a round. The ways around a loop are those that arrive at
//! its head from inside; a cut is there from the second arrival on, so that a
//! way has at most one. The ranges that a round starts from hold at every
//! visit of the head: they cover all cuts there and all entries. Source: A.
//! Gurfinkel et al. call such variables counters; the proof is that of A.
//! Turing's. Cost: linear in the ways, besides the search.

use super::arrival::Slot;
use super::cuts::Cut;
use super::engine::{Derived, Engine};
use super::explore::{Graph, Target};
use super::facts::Counters;
use super::lin::{pow2, Interval, Lin, Sym};
use super::rules::{Num, View};
use super::state::{Entry, LoopKey, Value};
use super::tails;
use crate::evidence::aligned::{self, Tail};
use crate::evidence::facts::mask;
use crate::evidence::falls::{self, Falling, Range};
use crate::evidence::measure::{self, Measure};
use crate::evidence::round::{self, Cell};
use ep_base::time::Expr;
use ep_base::Diagnostic;
use ep_ir::{BinOp, BlockId, FuncId, InstKind, Module, Reg};
use num_bigint::BigInt;
use num_traits::{Signed, Zero};
use std::collections::{BTreeMap, BTreeSet};

/// Loops that are looked at, and questions for all of them.
const LOOPS: usize = 6;
const QUESTIONS: u32 = 24;

/// Looks for measures of the loops of a graph and gives them variables.
/// `open` says which loops want one. Whether there are any.
///
/// # Errors
/// A defect of the bit-precise engine.
pub fn add(
    engine: &mut Engine<'_>,
    graph: &mut Graph,
    open: &dyn Fn(&LoopKey) -> bool,
) -> Result<bool, Diagnostic> {
    if graph.arcs.iter().any(|a| a.call) {
        // Activations of one function share their cuts.
        return Ok(false);
    }
    let mut keys = loops(graph);
    // Rounds that are executed one by one pass the head without a cut: a way may have more
    // than one.
    keys.retain(|k| !(graph.arcs.iter()).any(|a| a.arrival.state.alone.contains_key(k)));
    let mut heads: Vec<(FuncId, BlockId)> = Vec::new();
    for key in keys.iter().filter(|k| open(k)) {
        if !heads.contains(&(key.1, key.2)) {
            heads.push((key.1, key.2));
        }
    }
    // The provers come after it.
    let budget = engine.options.share(4);
    let mut questions = QUESTIONS;
    let mut any = false;
    for (func, block) in heads.into_iter().take(LOOPS) {
        let Ok(state) = round::state(engine.module, func, block) else {
            continue;
        };
        let own: Vec<&LoopKey> = keys
            .iter()
            .filter(|k| (k.1, k.2) == (func, block))
            .collect();
        let ranges: Vec<Option<Range>> = state
            .cells
            .iter()
            .zip(&state.vars)
            .map(|(cell, var)| match cell {
                Cell::Register(r) => range(engine, graph, &own, *r, var.bits),
                Cell::Local(..) | Cell::Global(..) => None,
            })
            .collect();
        let search = |ranges: &[Option<Range>], questions: &mut u32| {
            falls::search(engine.module, &state, ranges, questions, &budget)
        };
        let mut found = search(&ranges, &mut questions)?;
        if found.is_none() {
            let tails: Vec<Option<Tail>> = (state.cells.iter())
                .map(|cell| match cell {
                    Cell::Register(r) => tails::at_entries(graph, &own, *r),
                    Cell::Local(..) | Cell::Global(..) => None,
                })
                .collect();
            let module = engine.module;
            let kept = aligned::kept(module, &state, &ranges, &tails, &mut questions, &budget)?;
            if let Some(ranges) = kept {
                found = search(&ranges, &mut questions)?;
            }
        }
        let Some(found) = found else {
            continue;
        };
        for key in own {
            any |= carry(engine, graph, key, &found);
        }
    }
    Ok(any)
}

/// Whether a loop does something to bits for which a linear measure is a poor
/// one: shifts, masks, products, divisions.
pub fn works_on_bits(module: &Module, key: &LoopKey) -> bool {
    let Some(f) = module.functions.get(key.1) else {
        return false;
    };
    let cfg = ep_ir::analysis::Cfg::new(f);
    let loops = ep_ir::analysis::Loops::new(&cfg, &ep_ir::analysis::Dominators::new(&cfg));
    let Some((_, own)) = loops.loops.iter().find(|(_, l)| l.header == key.2) else {
        return false;
    };
    let blocks = own.blocks.iter().filter_map(|b| f.blocks.get(*b));
    let mut insts = blocks.flat_map(|b| &b.insts);
    insts.any(|i| {
        matches!(
            &i.kind,
            InstKind::Bin {
                op: BinOp::Mul
                    | BinOp::UDiv
                    | BinOp::SDiv
                    | BinOp::Shl
                    | BinOp::LShr
                    | BinOp::AShr
                    | BinOp::And
                    | BinOp::Or
                    | BinOp::Xor,
                ..
            }
        )
    })
}

/// Loops that some run goes through more than once.
pub fn loops(graph: &Graph) -> BTreeSet<LoopKey> {
    graph
        .arcs
        .iter()
        .filter(|a| matches!(a.target, Target::Cut(_)) && a.arrival.state.back_edge)
        .map(|a| {
            let key = &a.arrival.key;
            (key.path.clone(), key.func, key.block)
        })
        .collect()
}

/// Whether a cut lies inside of a loop.
fn inside(cut: &Cut, key: &LoopKey) -> bool {
    let depth = key.0.len();
    let func = match cut.key.path.get(depth) {
        Some((f, ..)) => *f,
        None => cut.key.func,
    };
    cut.key.path.len() >= depth
        && cut.key.path.get(..depth) == Some(key.0.as_slice())
        && func == key.1
        && cut
            .key
            .loops
            .get(depth)
            .is_some_and(|l| l.iter().any(|e| e.header == key.2))
}

/// The values of a register whenever the head of a loop is reached.
fn range(
    engine: &mut Engine<'_>,
    graph: &Graph,
    keys: &[&LoopKey],
    r: Reg,
    bits: u32,
) -> Option<Range> {
    // One interval over each view; what is not known in one is all of it.
    let mut hulls: [Option<Interval>; 2] = [None, None];
    let views = [View::Unsigned, View::Signed];
    let mut join = |n: View, i: Interval| {
        for (hull, view) in hulls.iter_mut().zip(views) {
            let own = view.range(bits);
            let i = match n == view || (own.meet(&i) == i) {
                true => i.meet(&own),
                false => own,
            };
            *hull = Some(match hull.take() {
                Some(h) => h.hull(&i),
                None => i,
            });
        }
    };
    for key in keys {
        let slot = Slot::Reg(key.0.len() as u32, r);
        for (_, cut) in graph.cuts.iter() {
            if (&cut.key.path, cut.key.func, cut.key.block) != (&key.0, key.1, key.2) {
                continue;
            }
            match cut.held.get(&slot) {
                Some(super::arrival::Held::Int { sym, view, bits: b }) if *b == bits => {
                    let all = view.range(bits);
                    let known = cut.known.get(&Lin::var(*sym)).cloned();
                    join(*view, known.unwrap_or(Interval::ALL).meet(&all));
                }
                _ => return None,
            }
        }
        for arc in &graph.arcs {
            let Some(entry) = arc.arrival.state.entries.get(*key) else {
                continue;
            };
            match register(entry, r) {
                Some(n) if n.bits == bits => {
                    let facts = &arc.arrival.state.facts;
                    let i = facts.range(&n.form, &mut engine.count);
                    if !i.is_empty() {
                        join(n.view, i.meet(&n.view.range(bits)));
                    }
                }
                _ => return None,
            }
        }
    }
    let word = |x: &Option<BigInt>, view: View| {
        let x = View::Unsigned.convert(bits, x.as_ref()?);
        let _ = view;
        u64::try_from(x).ok()
    };
    for (hull, view) in hulls.iter().zip(views) {
        let Some(hull) = hull.as_ref().filter(|h| **h != view.range(bits)) else {
            continue;
        };
        if let (Some(lo), Some(hi)) = (word(&hull.lo, view), word(&hull.hi, view)) {
            return Some(Range {
                lo,
                hi,
                signed: view == View::Signed,
                tail: None,
            });
        }
    }
    None
}

pub(super) fn register(entry: &Entry, r: Reg) -> Option<Num> {
    use ep_base::entity::EntityId;
    match entry.regs.get(r.index()) {
        Some(Value::Int(n)) => Some(n.clone()),
        _ => None,
    }
}

/// Gives the cuts inside of a loop a variable for a measure.
fn carry(engine: &mut Engine<'_>, graph: &mut Graph, key: &LoopKey, found: &Falling) -> bool {
    let number = engine.measures.len() as u32;
    let within = Interval::new(0, BigInt::from(found.measure.most(&found.state.vars)));
    let inner: BTreeMap<_, Sym> = graph
        .cuts
        .iter()
        .filter(|(_, c)| inside(c, key))
        .map(|(id, _)| id)
        .collect::<Vec<_>>()
        .into_iter()
        .map(|id| (id, engine.sym()))
        .collect();
    // A cut inside is reached from inside or by an entry.
    for arc in &graph.arcs {
        let target = matches!(arc.target, Target::Cut(c) if inner.contains_key(&c));
        let source = arc.source.is_some_and(|c| inner.contains_key(&c));
        if target && !source && !arc.arrival.state.entries.contains_key(key) {
            return false;
        }
    }
    let text = found.measure.text(&found.state.vars);
    engine
        .measures
        .push(text.unwrap_or_else(|| format!("the measure of loop {number}")));
    let slot = Slot::Measure(number);
    for (id, cut) in graph.cuts.iter_mut() {
        if let Some(sym) = inner.get(&id) {
            cut.hold_measure(slot, *sym, &within);
        }
    }
    let mut arcs = std::mem::take(&mut graph.arcs);
    for arc in &mut arcs {
        let entry = arc.arrival.state.entries.get(key).cloned();
        let source = arc.source.and_then(|c| inner.get(&c)).copied();
        let before = match (&entry, source) {
            (Some(e), _) => at_entry(engine, &mut arc.arrival.state, e, found, &within),
            (None, Some(sym)) => Lin::var(sym),
            (None, None) => continue,
        };
        let facts = &mut arc.arrival.state.facts;
        facts.add(&before, &within);
        let target = match arc.target {
            Target::Cut(c) => inner.get(&c).copied(),
            _ => None,
        };
        if target.is_none() {
            // The loop was left.
            if found.ends_at_zero && !matches!(arc.target, Target::GaveUp) {
                facts.equals_zero(&before);
            }
            continue;
        }
        let own = &arc.arrival.key;
        let around = arc.arrival.state.back_edge
            && (&own.path, own.func, own.block) == (&key.0, key.1, key.2);
        let after = match (around, found.by_one) {
            (false, _) => before,
            (true, true) => {
                facts.at_least_zero(&before.add(&-BigInt::from(1)));
                before.add(&-BigInt::from(1))
            }
            (true, false) => {
                let now = Lin::var(engine.sym());
                facts.add(&now, &within);
                facts.at_least_zero(&before.minus(&now).add(&-BigInt::from(1)));
                now
            }
        };
        let value = Value::Int(Num {
            form: after,
            view: View::Unsigned,
            bits: 64,
        });
        arc.arrival.slots.insert(slot, (value, 0));
    }
    graph.arcs = arcs;
    true
}

/// The measure of the state that enters a loop.
fn at_entry(
    engine: &mut Engine<'_>,
    s: &mut super::state::State,
    entry: &Entry,
    found: &Falling,
    within: &Interval,
) -> Lin {
    let part = |i: usize| match found.state.cells.get(i) {
        Some(Cell::Register(r)) => register(entry, *r),
        _ => None,
    };
    let width = |i: usize| found.state.vars.get(i).map_or(64, |v| v.bits);
    // The number in a view, if the form is that number.
    let mut count = Counters::default();
    let as_view = |n: Num, view: View, count: &mut Counters| {
        let fits = n.view == view || {
            let r = s.facts.range(&n.form, count);
            let own = view.range(n.bits);
            own.meet(&r) == r
        };
        fits.then_some(n.form)
    };
    let linear = match found.measure {
        Measure::Value(i) => part(i).and_then(|n| as_view(n, View::Unsigned, &mut count)),
        Measure::ToTop(i) => part(i)
            .and_then(|n| as_view(n, View::Unsigned, &mut count))
            .map(|f| Lin::number(pow2(width(i)) - 1).minus(&f)),
        Measure::AboveMin(i) => part(i)
            .and_then(|n| as_view(n, View::Signed, &mut count))
            .map(|f| f.add(&pow2(width(i).max(1) - 1))),
        Measure::BelowMax(i) => part(i)
            .and_then(|n| as_view(n, View::Signed, &mut count))
            .map(|f| Lin::number(pow2(width(i).max(1) - 1) - 1).minus(&f)),
        Measure::FromZero(i) => part(i)
            .and_then(|n| as_view(n, View::Signed, &mut count))
            .and_then(|f| {
                let r = s.facts.range(&f, &mut count);
                let side = |above: bool| match above {
                    true => r.lo.as_ref().is_some_and(|x| !x.is_negative()),
                    false => r.hi.as_ref().is_some_and(|x| !x.is_positive()),
                };
                match (side(true), side(false)) {
                    (true, _) => Some(f),
                    (_, true) => Some(f.times(&BigInt::from(-1))),
                    _ => None,
                }
            }),
        Measure::Less(i, j) => match (part(i), part(j)) {
            (Some(a), Some(b)) if a.view == b.view => {
                let d = a.form.minus(&b.form);
                let r = s.facts.range(&d, &mut count);
                (View::Unsigned.range(a.bits).meet(&r) == r).then_some(d)
            }
            _ => None,
        },
        _ => None,
    };
    if let Some(f) = linear {
        return f;
    }
    // Over the inputs alone?
    let over_inputs = |n: &Num| n.form.terms().all(|(v, _)| engine.is_input(v));
    let bits_of = |n: &Num, names: &mut super::present::Names| -> Option<Expr> {
        let e = names.expr(&n.form)?;
        Some(match n.view {
            View::Unsigned => e,
            View::Signed => modulo(e, n.bits),
        })
    };
    let mut names = super::present::Names::plain(engine);
    let expr = (|| {
        let of = |m: &Measure| match *m {
            Measure::Ones(i)
            | Measure::Length(i)
            | Measure::SignedLength(i)
            | Measure::FromZero(i) => Some(i),
            Measure::Steps { of, .. } => Some(of),
            _ => None,
        };
        let n = part(of(&found.measure)?).filter(over_inputs)?;
        match found.measure {
            Measure::Ones(_) => Some(Expr::PopCount {
                of: Box::new(bits_of(&n, &mut names)?),
            }),
            Measure::FromZero(_) if n.view == View::Signed => {
                let below = names.expr(&n.form.times(&BigInt::from(-1)))?;
                Some(Expr::Max {
                    of: vec![names.expr(&n.form)?, below],
                })
            }
            Measure::Length(_) => Some(Expr::BitLength {
                of: Box::new(bits_of(&n, &mut names)?),
            }),
            Measure::SignedLength(_) => {
                let own = names.expr(&n.form)?;
                let range = s.facts.range(&n.form, &mut count);
                let positive = View::Signed.range(n.bits).meet(&range) == range
                    && range.lo.as_ref().is_some_and(|x| !x.is_negative());
                let of = match (positive, n.view) {
                    (true, _) => own,
                    // What all bits turned over are.
                    (false, View::Signed) => Expr::Max {
                        of: vec![
                            own,
                            names.expr(&n.form.times(&BigInt::from(-1)).add(&BigInt::from(-1)))?,
                        ],
                    },
                    (false, View::Unsigned) => return None,
                };
                Some(Expr::BitLength { of: Box::new(of) })
            }
            Measure::Steps {
                of,
                to,
                inverse,
                shift,
            } => {
                let to = match to {
                    measure::Target::Number(c) => {
                        Lin::number(n.view.convert(n.bits, &BigInt::from(c & mask(n.bits))))
                    }
                    measure::Target::Variable(j) => part(j).filter(over_inputs)?.form,
                };
                let plain = names.expr(&to.minus(&n.form))?;
                let bits = width(of) - shift;
                let inverse = inverse & mask(bits);
                if shift == 0 && inverse != 1 {
                    // One remainder is enough.
                    let parts = vec![Expr::number(inverse), plain];
                    return Some(modulo(Expr::Mul { of: parts }, bits));
                }
                let gap = modulo(plain, width(of));
                let gap = match shift {
                    0 => gap,
                    s => Expr::FloorDiv {
                        of: Box::new(gap),
                        by: Box::new(Expr::number(pow2(s))),
                    },
                };
                Some(match inverse {
                    1 => gap,
                    i => modulo(
                        Expr::Mul {
                            of: vec![Expr::number(i), gap],
                        },
                        bits,
                    ),
                })
            }
            _ => None,
        }
    })();
    if let Some(expr) = expr {
        return Lin::var(engine.derive(expr, within));
    }
    let fresh = Lin::var(engine.sym());
    s.facts.add(&fresh, within);
    fresh
}

fn modulo(e: Expr, bits: u32) -> Expr {
    if let Expr::Number { value } = &e {
        return Expr::number(View::Unsigned.convert(bits, &value.0));
    }
    Expr::Mod {
        of: Box::new(e),
        by: Box::new(Expr::number(pow2(bits))),
    }
}

impl Engine<'_> {
    /// A variable for a quantity of the inputs. Who asks again may know less of its
    /// range, on another way.
    pub fn derive(&mut self, expr: Expr, range: &Interval) -> Sym {
        if let Some(d) = self.derived.iter_mut().find(|d| d.expr == expr) {
            d.range = d.range.hull(range);
            return d.sym;
        }
        let sym = self.sym();
        self.derived.push(Derived {
            sym,
            expr,
            range: range.clone(),
        });
        sym
    }

    /// Whether a variable stands for a quantity of the inputs.
    pub fn is_derived(&self, v: Sym) -> bool {
        self.derived.iter().any(|d| d.sym == v)
    }

    /// Variables that keep their value for the whole run.
    pub fn parameters(&self) -> Vec<(Sym, Interval)> {
        let inputs = self.inputs.iter().map(|i| (i.sym, i.range.clone()));
        let derived = self.derived.iter().map(|d| (d.sym, d.range.clone()));
        inputs.chain(derived).collect()
    }
}

impl Cut {
    /// One more variable, for a measure.
    pub(super) fn hold_measure(&mut self, slot: Slot, sym: Sym, within: &Interval) {
        let view = View::Unsigned;
        let held = super::arrival::Held::Int {
            sym,
            view,
            bits: 64,
        };
        self.held.insert(slot, held);
        self.known.insert(Lin::var(sym), within.clone());
        debug_assert!(within.lo.as_ref().is_some_and(Zero::is_zero));
    }
}
