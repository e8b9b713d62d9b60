//! The stack by what the program does with its values.
//!
//! Idea: where the graph of calls has no number (recursion, arrays of variable length)
//! paths of the program say how deep it goes. Where it has one, they say which of its
//! calls are made: the way into `__assert_fail` or an error's report is often the
//! deepest and taken by no run. The smaller bound counts, if it rests on nothing that
//! the other does not. Source: `ep_bounds::stack::refine`. Alternative: to compute for
//! each call whether a path reaches it; paths with frames as blocks say the same and
//! the sum besides. Cost: an exploration with a limit, a tenth of the time where there
//! is a bound already.

use super::options::MemoryOptions;
use super::stack::{given, Source};
use super::surroundings::{self, Called};
use ep_base::entity::Arena;
use ep_base::memory::{Bound, Entry, Expr, Gap, Kind, Missing, Proof, Variable, VariableId};
use ep_base::outcome::Input;
use ep_base::{Budget, Diagnostic};
use ep_bounds::stack::blocks::Rounding;
use ep_bounds::stack::costs::Costs;
use ep_bounds::stack::refine::{refine, Refine, Refined};
use ep_bounds::stack::{self, Answer, Need};
use ep_ir::provided::overrides_body;
use ep_native::machine::{source_name, Code, FunctionId, HowBuilt, Target};
use ep_native::measure::Measurement;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// How long values are looked at where nothing else gives a bound, at least.
const LEAST: Duration = Duration::from_millis(500);
/// How long where the graph of calls has one, at most.
const FOR_LESS: Duration = Duration::from_secs(2);

/// What everything that is assumed of a bound by values begins with.
const DEFINED: &str = "no undefined behaviour";

/// The program as it was measured, and its entry.
pub struct Asked<'a> {
    pub args: &'a MemoryOptions,
    /// The entry in the code and in the source.
    pub symbols: (&'a str, &'a str),
    pub m: &'a Measurement,
    pub code: &'a Code,
    pub source: &'a Source<'a>,
    pub needs: &'a BTreeMap<String, Need>,
}

type Witness = Option<Vec<Input>>;

impl Asked<'_> {
    /// Where the graph has no number: the bound, with an input that leads to it.
    ///
    /// # Errors
    /// A defect, or an entry that cannot be set up.
    pub fn number(&self, found: &mut Answer, entry: &mut Entry) -> Result<Witness, Diagnostic> {
        // Something is left for the runs.
        let left = (self.source.deadline).saturating_duration_since(Instant::now());
        let time = (self.args.timeout / 2).min(left / 3 * 2).max(LEAST);
        match self.refined(entry, time)? {
            Ok(r) => Ok(self.taken(r, found, entry)),
            // What the source says names the place where a value is missing.
            Err(more) => {
                if let Bound::Unknown { missing, .. } = &mut found.bound {
                    missing.extend(more.into_iter().filter(|m| m.gap == Gap::VariableFrame));
                    missing.sort();
                    missing.dedup();
                }
                Ok(None)
            }
        }
    }

    /// Where the graph has a number: a smaller one, if calls that it counts are not
    /// made in surroundings that nobody has to assume.
    ///
    /// # Errors
    /// A defect, or an entry that cannot be set up.
    pub fn less(&self, found: &mut Answer, entry: &mut Entry) -> Result<Witness, Diagnostic> {
        let (args, source) = (self.args, self.source);
        let others = !args.thread.is_empty() || entry.thread.is_some();
        let optimised = HowBuilt::of(&args.flags, self.code.machine).optimised;
        let bare = given(source) == Some(0)
            && surroundings::assumptions(source.module, source.entry, Called::AsGiven).is_empty();
        let now = found.bound.expr().and_then(ep_bounds::memory::constant);
        let Some(now) = now.filter(|_| bare && !others && !optimised) else {
            return Ok(None);
        };
        let left = source.deadline.saturating_duration_since(Instant::now());
        let time = FOR_LESS.min(args.timeout / 10).min(left / 3);
        let Ok(r) = self.refined(entry, time)? else {
            return Ok(None);
        };
        let known = |a: &String| a == DEFINED || entry.assumptions.contains(a);
        let most = ep_bounds::memory::most(&r.bound, &r.variables);
        let word = self.m.code().machine.word();
        let less = most.is_some_and(|n| n + word < now);
        if !less || !r.assumptions.iter().all(known) {
            return Ok(None);
        }
        Ok(self.taken(r, found, entry))
    }

    /// Puts what paths say in the place of what the graph says.
    fn taken(&self, r: Refined, found: &mut Answer, entry: &mut Entry) -> Witness {
        let mut peak = r.peak;
        for l in &mut peak {
            l.bytes = adopt(entry, &r.variables, l.bytes.clone());
        }
        let bound = adopt(entry, &r.variables, r.bound);
        let word = Expr::number(self.m.code().machine.word());
        // The entry's return address.
        if let Some(first) = peak.first_mut() {
            first.bytes = first.bytes.clone().plus(word.clone());
            found.peak = peak;
        }
        found.bound = Bound::Known(bound.plus(word));
        found.assumptions.extend(r.assumptions);
        r.witness
    }

    fn refined(
        &self,
        entry: &Entry,
        time: Duration,
    ) -> Result<Result<Refined, Vec<Missing>>, Diagnostic> {
        let Asked {
            args,
            symbols,
            m,
            code,
            source,
            needs,
        } = *self;
        let how = HowBuilt::of(&args.flags, code.machine);
        let gcc = !m.compiler().contains("clang");
        let costs =
            Costs::new(code, needs, symbols, (how.optimised, gcc)).with_taken(&source.calls.taken);
        // What other functions of the file do is none of this entry's.
        let own = reached(code, symbols.0, source);
        let mut functions = own.iter().filter_map(|id| code.get(*id));
        // Paths take inputs in the place of the program's own functions of these names.
        if functions.clone().any(|f| overrides_body(&f.name)) {
            return Ok(Err(Vec::new()));
        }
        // The optimiser may keep an array that its function made longer than the
        // source does.
        let varies = functions
            .clone()
            .any(|f| f.own.variable || f.calls.iter().any(|c| c.depth.variable));
        if how.optimised && varies {
            return Ok(Err(Vec::new()));
        }
        // What grows a frame has to be seen in the source.
        let grows = |f: &ep_native::machine::Function| {
            f.own.variable || f.calls.iter().any(|c| c.depth.variable)
        };
        let unseen = |f: &ep_native::machine::Function| {
            let mut bodies = source.module.functions.iter();
            let name = if f.name == symbols.0 {
                symbols.1
            } else {
                &f.name
            };
            let without = |g: &ep_ir::Function| stack::blocks::dynamic(g).is_empty();
            bodies.any(|(_, g)| source_name(&g.name) == name && !g.is_declaration() && without(g))
        };
        // The source's ways do not have those on which `setjmp` returns again.
        if functions.any(|f| grows(f) && unseen(f)) || jumps(code, &own) {
            return Ok(Err(Vec::new()));
        }
        let heap = entry.mark(Kind::Heap).and_then(|m| m.bound.expr());
        refine(&Refine {
            module: source.module,
            entry: source.entry,
            costs: &costs,
            calls: source.calls,
            rounding: Rounding::of(gcc),
            explore: &source.settings.explore,
            budget: Budget {
                timeout: Some(time),
                max_memory: Some(args.max_memory),
                cancel: source.cancel.clone(),
                ..Budget::default()
            },
            heap: heap.and_then(|e| ep_bounds::memory::most(e, &entry.variables)),
            beside: entry
                .thread
                .map(|_| super::threads::beside(source.module, source.entry, args)),
            any_arguments: source.any_arguments,
            told: (needs.iter())
                .filter(|(_, n)| n.proof == Proof::Given)
                .map(|(name, _)| name.clone())
                .collect(),
        })
    }
}

/// The functions that can run: those that calls lead to, and all whose address is
/// taken or that run by themselves.
fn reached(code: &Code, symbol: &str, source: &Source<'_>) -> BTreeSet<FunctionId> {
    let constructors = source.module.constructors.iter();
    let names = (constructors.filter_map(|f| source.module.functions.get(*f)))
        .map(|f| f.name.as_str())
        .chain(source.calls.taken.iter().map(String::as_str))
        .chain([symbol]);
    let mut work: Vec<FunctionId> = names.flat_map(|n| code.named(n)).copied().collect();
    let mut seen = BTreeSet::new();
    while let Some(id) = work.pop() {
        if seen.insert(id) {
            let calls = code.get(id).map_or(&[][..], |f| &f.calls[..]);
            work.extend(calls.iter().filter_map(|c| match c.target {
                Target::Known(to) => Some(to),
                _ => None,
            }));
        }
    }
    seen
}

/// Whether these leave functions without returning from them.
fn jumps(code: &Code, own: &BTreeSet<FunctionId>) -> bool {
    let functions = own.iter().filter_map(|id| code.get(*id));
    let mut calls = functions.flat_map(|f| &f.calls);
    calls.any(|c| matches!(&c.target, Target::Library(n) if n.contains("setjmp") || n.contains("longjmp")))
}

/// An expression over the entry's own variables.
fn adopt(entry: &mut Entry, from: &Arena<VariableId, Variable>, e: Expr) -> Expr {
    let mut to: BTreeMap<VariableId, VariableId> = BTreeMap::new();
    for (id, v) in from.iter() {
        let same = |w: &Variable| v.input.is_some() && w.input == v.input && w.name == v.name;
        let known = entry.variables.iter().find(|(_, w)| same(w)).map(|x| x.0);
        let there = known.unwrap_or_else(|| entry.variables.push(v.clone()));
        to.insert(id, there);
    }
    e.renamed(&|v| to.get(&v).copied().unwrap_or(v))
}
