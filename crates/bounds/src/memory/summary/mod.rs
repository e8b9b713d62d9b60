//! The algorithm of document 000 (sections 3 to 5, Figures 6 to 8): regions
//! leave summaries, which are used again and replayed.
//!
//! Slips of the paper that are mended here, each with a test in
//! `tests/memory_summary.rs`:
//! - COMPOSE takes its second alternative when neither is shown greater, and
//!   MERGE compares two values of one context. Here both sums stay, unless one
//!   is never below the other, or a condition that says so joins the pattern.
//! - Line 7 evaluates no peak anew. Here a use adds the sums of the witnesses,
//!   over the values of its context, to what lives there. The net is the merged
//!   sum of all paths, so that its dominance is not needed.
//! - A merged witness carries the conjunction of its siblings' conditions. Here
//!   each keeps its own, and whether a loop goes on is asked of the context.
//! - The join starts from "0 bytes, identity". Here it starts from the first
//!   path.
//! - A transformer computed in one context is used in another. Here it is over
//!   the symbols of the entry, of all paths that are not impossible, and the
//!   pattern keeps the others impossible.
//! - The interpolant of Figure 3 is printed negated: it is `i % 2 == 0`.

mod alloc;
mod dominance;
mod keep;
mod map;
mod memory;
mod merge;
mod parts;
mod reasons;
mod reuse;
mod settle;
mod step;
mod sum;
mod told;
mod value;
mod walk;
mod walker;

pub use parts::{Closed, Parts, Refused, Visit};
pub(super) use told::regions;
pub use walker::Why;

use super::express::Table;
use super::marks::{self, Case, Marks};
use super::options::Options;
use ep_base::memory::{Expr, Variable, VariableId, Work};
use ep_base::outcome::{InputSource, InputType, Place};
use ep_base::Arena;
use ep_explore::Entry;
use ep_ir::{FuncId, Module, Type};
use ep_machine::driver::Solving;
use ep_machine::inputs::{Inputs, Leaf, SymbolicInput};
use ep_machine::world::entry::EntryParam;
use ep_smt::Pipeline;
use ep_term::{Pool, Sort};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::time::Instant;
use sum::Bytes;
use value::{Fresh, State, Val};
use walker::{Candidate, Exit, Key, Region, Walker};

/// The stack of the thread that walks: regions inside each other are calls
/// inside each other.
const STACK: usize = 1 << 29;

/// Ends of paths that are asked for the ranges of the inputs.
const MOST_ENDS: usize = 32;

/// What the algorithm finds.
#[derive(Clone, Debug)]
pub struct Summaries {
    /// No run needs more.
    pub bound: Expr,
    /// No run leaves more behind.
    pub net: Expr,
    pub variables: Arena<VariableId, Variable>,
    pub work: Work,
    /// Each visit of a region, in order.
    pub visits: Vec<Visit>,
    /// Paths of regions that were walked to their end.
    pub paths: u64,
    /// Summaries that were explored again instead of being used.
    pub checked: u64,
}

/// Walks the entry with summaries.
///
/// # Errors
/// What is not modelled here, or a limit.
pub fn summaries(
    module: &Module,
    entry: FuncId,
    options: &Options,
    parts: Parts,
) -> Result<Summaries, Why> {
    let (visits, found) = walked(module, entry, options, parts);
    found.map(|s| Summaries { visits, ..s })
}

/// The same, with what was visited where there is no answer either.
pub fn walked(
    module: &Module,
    entry: FuncId,
    options: &Options,
    parts: Parts,
) -> (Vec<Visit>, Result<Summaries, Why>) {
    let shapes = match &options.explore.entry {
        Entry::Function { name, heap } => {
            let mut shapes = crate::memory::rooms::shapes(module, name, heap);
            // A pointer that can be null, that can lead to what another leads to, or
            // that somebody else made is anything.
            let own = module.functions.get(entry).is_some_and(|f| f.name == *name);
            if heap.null || heap.alias || options.beside.is_some() || !own {
                for s in &mut shapes {
                    if let EntryParam::Buffer { to, .. } = s {
                        *s = EntryParam::Pointer { to: *to };
                    }
                }
            }
            shapes
        }
        Entry::Main { .. } => Vec::new(),
    };
    let walk = || walk(module, entry, &shapes, options, parts);
    std::thread::scope(|s| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        match thread.spawn_scoped(s, walk) {
            Ok(t) => t
                .join()
                .unwrap_or_else(|_| (Vec::new(), Err(Why("a defect of Everypath".into())))),
            Err(e) => (
                Vec::new(),
                Err(Why(format!("no thread could be started: {e}"))),
            ),
        }
    })
}

fn walk(
    module: &Module,
    entry: FuncId,
    shapes: &[EntryParam],
    options: &Options,
    parts: Parts,
) -> (Vec<Visit>, Result<Summaries, Why>) {
    if let Err(why) = modelled(module, options) {
        return (Vec::new(), Err(why));
    }
    let mut w = walker(module, entry, options, parts);
    let found = from_entry(&mut w, entry, shapes);
    (w.visits, found)
}

/// Whether this algorithm knows the program's kind.
fn modelled(module: &Module, options: &Options) -> Result<(), Why> {
    if module.layout.ptr_bits != 64 {
        return Err(Why("addresses of other than 64 bits".into()));
    }
    if options.explore.malloc_may_fail {
        return Err(Why("allocation that may fail".into()));
    }
    if options.explore.arith == ep_machine::options::Arith::Math {
        return Err(Why("mathematical integers".into()));
    }
    if !module.constructors.is_empty() {
        return Err(Why("constructors that run before the entry".into()));
    }
    Ok(())
}

fn walker<'m>(module: &'m Module, entry: FuncId, options: &Options, parts: Parts) -> Walker<'m> {
    let mut smt = Pipeline::new(options.explore.smt.clone());
    smt.set_deadline(options.budget.deadline());
    smt.set_cancel(&options.budget.cancel);
    Walker {
        module,
        cx: Solving {
            pool: Pool::new(),
            smt,
        },
        parts,
        realloc: options.realloc,
        allocator: options.allocator,
        budget: options.budget.clone(),
        regions: vec![Region::new(Key::Call(entry), State::default(), Vec::new())],
        memo: FxHashMap::default(),
        facts: FxHashMap::default(),
        taken: None,
        next_object: 0,
        visits: Vec::new(),
        open: Vec::new(),
        at: (entry, ep_ir::LocId(0)),
        paths: 0,
        steps: 0,
        widest: 0,
        reuses: 0,
        checked: 0,
    }
}

fn from_entry(w: &mut Walker<'_>, entry: FuncId, shapes: &[EntryParam]) -> Result<Summaries, Why> {
    let start = Instant::now();
    let module = w.module;
    let mut st = State::default();
    let inputs = parameters(w, entry, shapes, &mut st)?;
    let facts = w.facts(entry)?;
    let leaves = w.body(entry, &facts, st)?;
    // A question without an answer makes a bound no smaller, but a walk that was cut
    // off has none.
    if w.budget.stop_now().is_some() {
        return Err(Why("the time limit".into()));
    }
    let mut nets = Vec::new();
    let pcs: Vec<_> = leaves.iter().map(|l| l.state.pc.clone()).collect();
    for mut leaf in leaves {
        w.paths += 1;
        w.note(0, &mut leaf.state);
        if leaf.exit != Exit::Stop {
            let path = w.path(&leaf.state);
            nets.push(Candidate {
                sum: leaf.state.net.clone(),
                path,
                within: path,
            });
        }
    }
    let tru = w.cx.pool.tru();
    let mut high = std::mem::take(&mut w.regions[0].high);
    high.push(Candidate {
        sum: Bytes::default(),
        path: tru,
        within: tru,
    });
    let place = ep_explore::outcome::describe::place(
        module,
        entry,
        module
            .functions
            .get(entry)
            .map_or(ep_ir::LocId(0), |f| f.loc),
    );
    let mut table = Table::default();
    let highest = bound(w, &inputs, high, &pcs, &mut table, &place);
    let net = bound(w, &inputs, nets, &pcs, &mut table, &place);
    let work = Work {
        states: w.visits.len() as u64,
        reuses: w.reuses,
        questions: w.cx.smt.stats().queries,
        time_us: start.elapsed().as_micros() as u64,
        checked: w.checked,
    };
    Ok(Summaries {
        bound: highest,
        net,
        variables: table.variables,
        work,
        visits: Vec::new(),
        paths: w.paths,
        checked: w.checked,
    })
}

/// The greatest of the sums, as an expression over the inputs.
fn bound(
    w: &mut Walker,
    inputs: &Inputs,
    list: Vec<Candidate>,
    ends: &[ep_smt::PathCondition],
    table: &mut Table,
    place: &Place,
) -> Expr {
    let mut all = Marks::default();
    for c in list {
        let sum = c.sum.sum(&mut w.cx.pool);
        let tru = w.cx.pool.tru();
        let some = |t| (t != tru).then_some(t);
        let case = Case {
            pc: ep_smt::PathCondition::new(),
            inputs: inputs.clone(),
            when: some(c.path),
            within: some(c.within),
            shares: Rc::new(Vec::new()),
        };
        all.add(&mut w.cx, &sum, case);
    }
    let parts = all.parts(&mut w.cx, table, place);
    if ends.len() <= MOST_ENDS {
        table.narrow(&mut w.cx, ends);
    }
    marks::bound(&parts, table)
}

/// Parameters that are numbers are inputs with a name; others are anything.
fn parameters(
    w: &mut Walker,
    entry: FuncId,
    shapes: &[EntryParam],
    st: &mut State,
) -> Result<Inputs, Why> {
    let mut inputs = Inputs::default();
    let Some(function) = w.module.functions.get(entry) else {
        return Err(Why("no such entry".into()));
    };
    let named = shapes.len() == function.params.len();
    for (i, p) in function.params.iter().enumerate() {
        let scalar = match shapes.get(i).filter(|_| named) {
            Some(EntryParam::Scalar { ty, bytes }) => Some((ty.clone(), *bytes)),
            _ => None,
        };
        let fits = |bytes: u64| p.ty == Type::Int(8 * bytes as u32);
        let v = match scalar {
            Some((ty, bytes)) if fits(bytes) && ty != InputType::Bool => {
                let name = function.vars.iter().find(|v| v.1.arg as usize == i + 1);
                let name = name.map_or_else(|| format!("arg{i}"), |v| v.1.name.clone());
                let term = w.cx.pool.fresh_var(&name, Sort::BitVec(8 * bytes as u32));
                let Some(var) = w.cx.pool.as_var(term) else {
                    return Err(Why("a parameter without a variable".into()));
                };
                inputs.push(Rc::new(SymbolicInput {
                    name,
                    ty,
                    source: InputSource::Parameter { index: i as u32 },
                    size: bytes,
                    leaves: vec![Leaf {
                        offset: 0,
                        bytes: bytes as u32,
                        var,
                        term,
                    }],
                }));
                Val::Num(term)
            }
            _ if named && matches!(shapes.get(i), Some(EntryParam::Buffer { .. })) => {
                // An object of its own, which holds anything, and the same at each
                // look.
                let base = w.make(
                    st,
                    Fresh {
                        zero: false,
                        local: false,
                    },
                );
                w.pointer(base, 0, Bytes::default())
            }
            _ => {
                let ty = w.ty(p.ty);
                w.any(0, ty)
            }
        };
        st.regs.insert(p.reg, v);
    }
    Ok(inputs)
}
