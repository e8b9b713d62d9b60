//! What was found, as it is told: the bound over the inputs, an input that reaches it,
//! what lives at its peak, and what all of it rests on.
//!
//! Idea: sums of blocks become expressions once, when exploring is over. Cost: linear in
//! the peaks that are left.

use super::engine::{Engine, Found};
use super::express::{Express, Table};
use super::{marks, Options};
use ep_base::memory::{Bound, Expr, Gap, HeapResult, Kind, Live, Mark, Missing};
use ep_base::outcome::Place;
use ep_base::StopReason;
use ep_explore::outcome::describe as findings;
use ep_ir::{FuncId, LocId, Module};
use ep_machine::machine::Assumption;
use ep_machine::memory::ledger::{Share, Sum};
use ep_smt::{PathCondition, Side};
use num_bigint::BigInt;

/// Bytes that an input may need that is to be run.
pub(super) fn room_of_a_run(options: &Options) -> u64 {
    let all = options.budget.max_memory.unwrap_or_default();
    options.witness_bytes.max(all / 8)
}

/// What was found, and what the input reaches that is told with it.
pub(super) fn result(
    module: &Module,
    engine: &mut Engine,
    options: &Options,
    place: &Place,
) -> (HeapResult, Option<i128>) {
    let mut found = std::mem::take(&mut engine.found);
    let mut table = Table::default();
    let cx = &mut engine.machine.cx;
    let parts = std::mem::take(&mut found.peaks).parts(cx, &mut table, place);
    // What a limit ended has no bounds of these.
    let mut rest = |m: &mut marks::Marks| match found.as_it_is {
        true => Vec::new(),
        false => std::mem::take(m).parts(cx, &mut table, place),
    };
    let net = rest(&mut found.net);
    let largest = rest(&mut found.largest);
    if !found.more_ends {
        table.narrow(cx, &found.ends);
    }
    limits(&mut found);
    let expr = marks::bound(&parts, &table);
    let top = parts.iter().max_by_key(|p| p.most);
    let mut peak = Vec::new();
    let (mut witness, mut told) = (None, None);
    if let Some(p) = top {
        let reaching = match found.as_it_is {
            true => marks::as_it_is(cx, p),
            false => marks::witness(cx, p, options.witness_bytes),
        };
        let at = |cx: &ep_machine::driver::Solving, s: &Sum| {
            (reaching.as_ref()).map_or_else(|| s.most(&cx.pool), |r| r.value(&cx.pool, s))
        };
        // What lives is told for one run: amounts that are each the greatest they
        // can be need not meet.
        let all: i128 = p.case.shares.iter().map(|s| at(cx, &s.bytes)).sum();
        for s in p.case.shares.iter() {
            let mut e = Express {
                cx,
                pc: &p.case.pc,
                inputs: &p.case.inputs,
                table: &mut table,
                place,
            };
            let mut bytes = match found.as_it_is {
                true => Expr::zero(),
                false => e.sum(&s.bytes),
            };
            let (n, blocks) = (at(cx, &s.bytes), at(cx, &s.blocks));
            let conditional = !s.blocks.terms.is_empty();
            if found.as_it_is || conditional || all == p.most && bytes.variables().is_empty() {
                bytes = Expr::number(n);
            }
            if !conditional || blocks > 0 {
                peak.push(live(module, s, blocks, bytes));
            }
        }
        told = (reaching.as_ref()).map(|r| r.value(&engine.machine.cx.pool, &p.sum));
        witness = reaching.map(|r| r.inputs);
    }
    ordered(&mut peak);
    let nothing = found.nothing_defined();
    let missing: Vec<Missing> = found.missing.iter().cloned().chain(nothing).collect();
    let known = missing.is_empty();
    let given = |e: Expr| known.then_some(e);
    let result = HeapResult {
        heap: Mark {
            kind: Kind::Heap,
            bound: match known {
                true => Bound::Known(expr.clone()),
                false => Bound::Unknown {
                    missing,
                    without: Some(expr.clone()),
                },
            },
            peak,
            witness,
            reached: None,
        },
        largest: given(marks::bound(&largest, &table)),
        blocks: given(Expr::number(found.blocks)),
        net: given(marks::bound(&net, &table)),
        assumptions: assumptions(&found),
        resolved: Vec::new(),
        work: found.work,
        regions: Default::default(),
        variables: table.variables,
    };
    (result, told)
}

/// Symbolic ones first, then the largest.
fn ordered(peak: &mut [Live]) {
    let size = |l: &Live| match &l.bytes {
        Expr::Number(n) => (1, n.clone()),
        _ => (0, BigInt::from(0)),
    };
    peak.sort_by(|a, b| size(a).0.cmp(&size(b).0).then(size(b).1.cmp(&size(a).1)));
}

/// What lives at the highest point of one path.
pub(super) fn peak_of(module: &Module, lives: &[(Share, i128, i128)]) -> Vec<Live> {
    let some = lives.iter().filter(|(_, blocks, _)| *blocks > 0);
    let lines = some.map(|(s, blocks, bytes)| live(module, s, *blocks, Expr::number(*bytes)));
    let mut peak: Vec<Live> = lines.collect();
    ordered(&mut peak);
    peak
}

/// A limit that ended the run without a state at hand.
fn limits(found: &mut Found) {
    let what = match found.stopped {
        None => return,
        Some(StopReason::Timeout) => "the time limit (--timeout)",
        Some(StopReason::Memory) => "the memory limit (--max-memory)",
        Some(StopReason::Paths) => "the limit on paths (--max-paths)",
        Some(StopReason::Instructions) => "the limit on instructions (--max-instructions)",
        Some(StopReason::Interrupted) => "the analysis was interrupted",
        Some(StopReason::FirstBug) => "the run ended early",
    };
    if !found.missing.iter().any(|m| m.gap == Gap::Limit) {
        found.missing.insert(Missing {
            gap: Gap::Limit,
            place: Place::default(),
            what: what.into(),
        });
    }
}

fn live(module: &Module, s: &Share, blocks: i128, bytes: Expr) -> Live {
    let at = |f: FuncId, l: LocId| findings::place(module, f, l);
    let name = s.site.library.and_then(|f| module.functions.get(f));
    let place = at(s.site.func, s.site.loc);
    let calls = s.site.calls.iter().rev().map(|c| at(c.0, c.1));
    Live {
        what: name.map_or_else(|| "malloc".to_string(), |f| library_name(&f.name).into()),
        count: Expr::number(blocks),
        bytes,
        path: calls.chain([place.clone()]).collect(),
        place,
    }
}

/// What a function of the library is called where our model of it has a name
/// of its own.
fn library_name(name: &str) -> &str {
    let prefixes = ["ep_", "__isoc99_", "__isoc23_"];
    let rest = prefixes.iter().find_map(|p| name.strip_prefix(p));
    rest.unwrap_or(name)
}

fn assumptions(found: &Found) -> Vec<String> {
    let mut out: Vec<String> = Assumption::ALL
        .iter()
        .filter(|a| found.assumptions & **a as u32 != 0)
        .map(|a| a.sentence().to_string())
        .collect();
    if found.undefined.is_empty() {
        out.push("no undefined behaviour".into());
    }
    for (kind, place) in found.undefined.keys() {
        out.push(format!("no undefined behaviour: no {kind} at {place}"));
    }
    if !found.library.is_empty() {
        let names: Vec<&str> = found.library.iter().map(|n| library_name(n)).collect();
        out.push(format!(
            "{} allocate{} what Everypath's model of the C library does",
            names.join(", "),
            if names.len() == 1 { "s" } else { "" }
        ));
    }
    out
}

impl Table {
    /// The ranges that the variables have at the ends of all paths.
    pub(super) fn narrow(&mut self, cx: &mut ep_machine::driver::Solving, ends: &[PathCondition]) {
        if ends.is_empty() {
            return;
        }
        let ids: Vec<_> = self.variables.ids().collect();
        for (id, (term, signed)) in ids.into_iter().zip(self.terms.clone()) {
            let width = cx.pool.width(term);
            // Signed numbers are shifted, so that order is that of naturals.
            let offset = if signed { 1u128 << (width - 1) } else { 0 };
            let shift = cx.pool.bv(width, offset);
            let t = cx.pool.bvadd(term, shift);
            let mut range: Option<(u128, u128)> = None;
            for pc in ends {
                let tru = cx.pool.tru();
                if let Side::Infeasible = cx.smt.feasible(&mut cx.pool, pc, tru) {
                    continue;
                }
                let (full_low, full_high) = cx.pool.urange(t);
                let low = cx.smt.min_value(&mut cx.pool, pc, t).unwrap_or(full_low);
                let high = cx.smt.max_value(&mut cx.pool, pc, t).unwrap_or(full_high);
                range = Some(match range {
                    None => (low, high),
                    Some((l, h)) => (l.min(low), h.max(high)),
                });
            }
            if let (Some((low, high)), Some(v)) = (range, self.get_mut(id)) {
                v.low = BigInt::from(low) - BigInt::from(offset);
                v.high = BigInt::from(high) - BigInt::from(offset);
            }
        }
    }

    fn get_mut(
        &mut self,
        id: ep_base::memory::VariableId,
    ) -> Option<&mut ep_base::memory::Variable> {
        let mut all = self.variables.iter_mut();
        all.find(|(i, _)| *i == id).map(|(_, v)| v)
    }
}
