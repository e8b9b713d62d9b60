//! The heap that a program can need, whatever its input: document 000.
//!
//! Every path keeps an account of the blocks that live (`ep_machine::memory::ledger`);
//! the peaks of all paths make the bound (`marks`), an expression over the
//! inputs (`express`) that no run exceeds. What is not modelled, left out or
//! cut off by a limit has a place in the result, and then there is no bound.
//!
//! Slips of the paper that are mended here, each with a test:
//! - COMPOSE takes its second alternative when neither is shown greater, MERGE
//!   compares values of one context, and both forget what they compared. Here
//!   both peaks stay until one is never below the other for any input
//!   (`if (k) { p = malloc(x); free(p); } q = malloc(y);` is `max(x, y)`).
//! - A merged witness carries the conjunction of its siblings' path conditions,
//!   which is false. Here a peak of a merged state has the condition of its
//!   own state, and whether a loop goes on is asked of the context alone.
//! - The join starts from "0 bytes, identity". Here it starts from nothing, so
//!   that a region that only frees has a negative net.
//! - The counter of amounts adds up what is bounded one by one. Here the sum is
//!   over live blocks, and what was freed cancels before bounds are taken.

mod check;
mod driver;
// A state is large and moves from list to list.
#[allow(clippy::vec_box)]
mod engine;
mod express;
mod formats;
mod given;
mod interrupts;
mod marks;
mod options;
mod played;
mod reach;
mod result;
mod rooms;
mod sites;
mod slice;
mod summary;
mod threads;
mod turns;
mod volatile;
mod workers;

pub use interrupts::Handler;
pub use options::{Event, Options, Realloc};
pub use played::{not_played, player, Player};
pub use rooms::fitting;
pub use sites::{calls, Frames, Shape};
pub use summary::{summaries, Closed, Parts, Refused, Summaries, Visit, Why};

pub(crate) use volatile::assumption as volatile_objects;

use engine::Engine;
use ep_base::entity::Arena;
use ep_base::entity::EntityId;
use ep_base::memory::{
    name_of, Bound, Expr, Gap, HeapResult, Kind, Mark, Missing, Variable, VariableId, Visits, Work,
};
use ep_base::outcome::Place;
use ep_base::{Diagnostic, Stop};
use ep_explore::outcome::describe as findings;
use ep_explore::Entry;
use ep_ir::{FuncId, Module};
use ep_machine::machine::Assumption;
use ep_machine::world::entry::EntryParam;
use marks::higher;
use num_bigint::BigInt;
use num_traits::Signed;
use result::{peak_of, result, room_of_a_run};
use std::time::Duration;

/// How long a part of the analysis is tried where no time limit is given.
const NO_LIMIT: Duration = Duration::from_secs(60);

/// How long questions are asked about what was found when the time is over.
const TO_TELL: Duration = Duration::from_millis(800);

/// How long regions are walked for those who look at them.
const TOLD: Duration = Duration::from_secs(5);

/// The part of the time that the whole program has before it is sliced.
const WHOLE_PROGRAM: u32 = 4;

/// Analyses the heap of the entry that [`Options::explore`] names.
///
/// # Errors
/// The entry does not exist or cannot be set up (exit 2), or a defect.
pub fn analyse(
    module: &Module,
    entry: FuncId,
    options: &Options,
    observer: &mut dyn FnMut(Event),
) -> Result<HeapResult, Diagnostic> {
    let any = match options.played {
        false => match played::played(module, entry, options, played::Calls::Go) {
            Ok(any) => any,
            Err(why) => return Ok(unknown(module, entry, why)),
        },
        true => None,
    };
    if let Some(any) = any {
        let mut own = options.clone();
        own.played = true;
        own.told.insert(reach::TEXT.into());
        let mut result = analyse(&any.module, entry, &own, observer)?;
        result.heap.witness = result.heap.witness.and_then(|w| any.player.text(w));
        return Ok(result);
    }
    if let Some(g) = given::given(module, entry, options) {
        let mut own = options.clone();
        own.told.clear();
        own.by_shape_alone = g.decides;
        own.moved_unseen |= g.moves;
        own.slice_alone = true;
        let mut result = analyse(&g.module, entry, &own, observer)?;
        result.assumptions.extend(g.assumption);
        return Ok(result);
    }
    if let Some(t) = threads::threaded(module, entry, options) {
        let mut own = options.clone();
        own.threads.clear();
        own.handlers.extend(t.handlers);
        let mut result = analyse(&t.module, entry, &own, observer)?;
        result.assumptions.extend(t.assumptions);
        return Ok(result);
    }
    let mut result = with_handlers(module, entry, options, observer)?;
    let roots = || options.handlers.iter().map(|h| h.func).chain([entry]);
    if !roots().all(|f| reach::allocates_nothing(module, f)) {
        result
            .assumptions
            .extend(volatile::assumption(module, roots()));
    }
    if options.summaries.told {
        result.regions = regions(module, entry, options);
    }
    Ok(result)
}

/// The program with any input and any arguments, where only its frames count: calls
/// that read either stay. None where it has neither.
pub fn played_calls(
    module: &Module,
    entry: FuncId,
    explore: &ep_explore::Options,
    budget: &ep_base::Budget,
) -> Option<Module> {
    let options = Options {
        explore: explore.clone(),
        budget: budget.clone(),
        ..Options::default()
    };
    let played = played::played(module, entry, &options, played::Calls::Stay);
    played.ok().flatten().map(|p| p.module)
}

/// The visits of the walk with summaries, which is made for those who look:
/// where paths answered, too.
fn regions(module: &Module, entry: FuncId, options: &Options) -> Visits {
    if options.budget.cancel.is_cancelled() {
        return Visits::default();
    }
    let mut own = options.clone();
    own.budget.timeout = Some(own.budget.start.elapsed() + TOLD);
    let (visits, _) = summary::walked(module, entry, &own, options.summaries);
    summary::regions(module, &visits)
}

/// The program and what its handlers need.
fn with_handlers(
    module: &Module,
    entry: FuncId,
    options: &Options,
    observer: &mut dyn FnMut(Event),
) -> Result<HeapResult, Diagnostic> {
    let disturbed = match &options.beside {
        Some(others) => slice::disturbed(module, entry, others, &options.budget.stop()),
        None => false,
    };
    let alone_knows = options.by_shape_alone.is_none();
    if options.handlers.is_empty() && !disturbed && alone_knows && !options.slice_alone {
        return alone(module, entry, options, observer);
    }
    let unknown = disturbed || !alone_knows || interrupts::interfere(module, entry, options);
    // What else it reads can be another value each time.
    let cut = match unknown {
        false => cut(module, entry, &options.budget.stop()),
        true => None,
    };
    let mut result = match cut {
        Some(cut) => alone(&cut.0, entry, options, observer)?,
        None if !unknown && !options.slice_alone => alone(module, entry, options, observer)?,
        None => {
            // What memory holds is not known: only the shape counts.
            let mut shape = options.clone();
            shape.budget.max_paths = Some(0);
            shape.summaries.reuse = false;
            shape.slice = false;
            let mut r = alone(module, entry, &shape, observer)?;
            if let Bound::Unknown { missing, .. } = &mut r.heap.bound {
                // What the models lack has no line that a user could look at.
                missing.retain(|m| m.gap != Gap::Limit && m.place.line > 0);
                let function = module.functions.get(entry);
                missing.push(Missing {
                    gap: Gap::Unsupported,
                    place: function
                        .map_or(Place::default(), |f| findings::place(module, entry, f.loc)),
                    what: match options.budget.stop_now() {
                        None if !alone_knows => options.by_shape_alone.unwrap_or_default().into(),
                        None if disturbed => "what ran before this thread, or runs beside it, can write what decides about memory here".into(),
                        None if options.slice_alone && options.handlers.is_empty() => {
                            "what memory does not depend on was not found out".into()
                        }
                        None => "an interrupt can write what decides about memory here".into(),
                        Some(_) if options.handlers.is_empty() => {
                            "there was no time to find out what decides about memory".into()
                        }
                        Some(_) => "there was no time to find out what an interrupt writes".into(),
                    },
                });
            }
            r.heap.witness = None;
            r
        }
    };
    interrupts::add(module, options, &mut result);
    Ok(result)
}

/// The slice, where what can run is told by what is stored.
fn cut(module: &Module, entry: FuncId, stop: &ep_base::Stop) -> Option<(Module, bool)> {
    match sites::calls_numbers(module, entry, stop) {
        true => None,
        false => slice::slice(module, entry, stop),
    }
}

/// The program without handlers.
fn alone(
    module: &Module,
    entry: FuncId,
    options: &Options,
    observer: &mut dyn FnMut(Event),
) -> Result<HeapResult, Diagnostic> {
    let place = match module.functions.get(entry) {
        Some(f) => findings::place(module, entry, f.loc),
        None => Place::default(),
    };
    if reach::allocates_nothing(module, entry) {
        return Ok(nothing());
    }
    observer(Event::Stage("shape"));
    let shapes = parameters(module, &options.explore);
    let texts = match &options.explore.entry {
        Entry::Function { name, heap } => rooms::texts(module, name, heap),
        Entry::Main { .. } => sites::Texts::default(),
    };
    // Between two instructions they may fill what was just emptied.
    let others = !options.handlers.is_empty() || options.beside.is_some();
    // Else what nobody set is taken to be set by who sets it elsewhere.
    let strict = (options.explore.uninit_input).then(|| ep_ir::undefined::strict(module));
    let shape = match options.by_shape {
        true => {
            let asked = sites::Asked {
                entry,
                shapes: &shapes,
                texts: &texts,
                lengths: &[],
                stdin: options.explore.stdin,
                realloc: options.realloc,
                allocator: options.allocator,
                depths: &options.depths,
                beside: others,
                hidden: options.moved_unseen || options.explore.uninit_input,
                stop: options.budget.stop(),
            };
            sites::analyse(strict.as_ref().unwrap_or(module), &asked)
        }
        false => None,
    };
    // Exploring may find a lower bound; where there is one, it has a while,
    // and ends where a path reaches it.
    let known = shape.as_ref().is_some_and(|s| s.bound.is_ok());
    if let Some(Ok(bound)) = shape.as_ref().map(|s| &s.bound) {
        let variables = shape.as_ref().map(|s| &s.variables);
        observer(Event::Bound(bound.text(&|v| {
            variables.map_or_else(String::new, |list| name_of(list, v))
        })));
    }
    let options = &Options {
        // Paths may show that what the user says does not hold.
        enough: (shape.as_ref().filter(|s| s.depths.is_empty())).and_then(sites::Shape::number),
        ..options.clone()
    };
    // One way of exploring after another: the highest that was shown stays.
    let mut shown = BigInt::from(0);
    let observer = &mut |event: Event| match event {
        Event::Progress { work, highest } => {
            shown = highest.max(shown.clone());
            observer(Event::Progress {
                work,
                highest: shown.clone(),
            });
        }
        other => observer(other),
    };
    observer(Event::Stage("paths"));
    let limited = beside(options, known);
    let first = match options.slice {
        true => Options {
            single_paths: options.single_paths.min(options.whole_paths),
            ..part_of_time(&limited, WHOLE_PROGRAM)
        },
        false => limited.clone(),
    };
    let mut engine = Engine::new(module, &first, false);
    engine.run(observer)?;
    let mut seen = engine.seen();
    // What no run has (a function without a body that wrote anything) contradicts nothing.
    let of_runs = |e: &Engine| !e.found.exactness.is_some_and(|x| x.over);
    let whole = seen.clone().filter(|_| of_runs(&engine));
    let mut work = engine.found.work;
    let mut done = engine.found.is_complete() || engine.reached_enough();
    let cut = match done || !options.slice {
        true => None,
        false => cut(module, entry, &limited.budget.stop())
            .filter(|s| s.1)
            .map(|s| s.0),
    };
    let explored = cut.as_ref().unwrap_or(module);
    let limited = beside(options, known);
    let again = options.single_paths > options.whole_paths || engine.found.stopped.is_some();
    if cut.is_some() || !done && again {
        observer(Event::Stage("slice"));
        let mut again = Engine::new(explored, &limited, false);
        again.run(observer)?;
        engine = again;
        seen = higher(seen, engine.seen());
        add_work(&mut engine.found.work, &work);
        work = engine.found.work;
        done = engine.found.is_complete() || engine.reached_enough();
    }
    let mut summed = None;
    let mut refused = None;
    let done = done || options.budget.cancel.is_cancelled();
    let two = options.workers > 1 && !options.cross_check && engine.found.gave_up;
    let ends = workers::Ends::new(&options.budget.cancel);
    let mut limited = beside(options, known);
    let mut summing = limited.clone();
    limited.budget.cancel = ends.exploring.clone();
    summing.budget.cancel = ends.summing.clone();
    let together = turns::of(&limited, options.first_merging);
    if !done && options.summaries.reuse && two {
        let (ended, found) = workers::side_by_side(
            &ends,
            options.beside_shape,
            || summed_up(explored, entry, &summing),
            || {
                let e = turns::take(explored, &together, &work, observer);
                let has = |e: &Engine| e.found.is_complete() || e.reached_enough();
                let bounded = e.as_ref().is_ok_and(has);
                (e, bounded)
            },
        );
        engine = ended?;
        match found {
            Ok(s) => summed = Some(s),
            Err(why) => refused = Some(why),
        }
    } else if !done && options.summaries.reuse {
        observer(Event::Stage("summaries"));
        // Half of what is left is for merging.
        let limited = part_of_time(&beside(options, known), 2);
        match summed_up(explored, entry, &limited) {
            Ok(s) => summed = Some(s),
            Err(why) => refused = Some(why),
        }
    }
    let mut checked = 0;
    if options.cross_check {
        checked += check::summaries_explored(explored, entry, options, summed.as_ref())?;
        if engine.found.is_complete() && cut.is_none() {
            checked += check::sliced(module, entry, options, &engine)?;
        }
    }
    let limited = beside(options, known || summed.is_some());
    let turns = turns::of(&limited, options.first_merging);
    if !done && !two && engine.found.gave_up {
        engine = turns::take(explored, &turns, &work, observer)?;
    }
    seen = higher(seen, engine.seen());
    engine.until_told(TO_TELL);
    let (mut result, told) = result(module, &mut engine, options, &place);
    // Merged states have no values of their own, and where exploring did not end another
    // way may have seen more.
    let open = matches!(result.heap.bound, Bound::Unknown { .. });
    let runs = |s: &marks::Seen| s.bytes <= i128::from(room_of_a_run(options));
    let more = |s: &marks::Seen| told.is_none_or(|t| open && t < s.bytes && runs(s));
    if let Some(s) = seen.filter(more) {
        if open {
            result.heap.peak = peak_of(module, &s.peak);
        }
        result.heap.witness = Some(s.inputs);
    }
    result.work.checked = checked;
    if let Some(s) = &summed {
        result.work.states += s.work.states;
        result.work.reuses += s.work.reuses;
        result.work.questions += s.work.questions;
        result.work.time_us += s.work.time_us;
    }
    if let Bound::Unknown { missing, .. } = &result.heap.bound {
        let only_limits = missing.iter().all(|m| m.gap == Gap::Limit);
        match (summed, shape) {
            (Some(s), shape) if !shape_is_lower(&s, shape.as_ref()) => {
                by_summaries(&mut result, s);
                check::reached(&result, "summaries", whole.as_ref())?;
            }
            (_, Some(shape)) => {
                let as_it_is = shape.depths.is_empty();
                combine(&mut result, shape, only_limits);
                let whole = whole.as_ref().filter(|_| as_it_is);
                check::reached(&result, "the shape of the program", whole)?;
                let known = matches!(result.heap.bound, Bound::Known(_));
                if known && !done {
                    let why = match options.budget.max_paths {
                        Some(0) => {
                            let why = options.by_shape_alone.unwrap_or(OTHERS_WRITE);
                            format!("{BY_SHAPE}{why}")
                        }
                        _ => coarse(refused.as_ref()),
                    };
                    observer(Event::Coarse(why));
                }
            }
            (_, None) => {}
        }
    }
    if let (Bound::Unknown { missing, .. }, Some(why)) = (&mut result.heap.bound, refused) {
        missing.push(Missing {
            gap: Gap::Limit,
            place: place.clone(),
            what: format!(
                "paths one by one were not followed to their end, and there are no summaries: {}",
                why.0
            ),
        });
    }
    Ok(result)
}

/// Summaries; once more with less of what slots held, where questions about that took
/// the time. The lower number of both, where both have one.
fn summed_up(module: &Module, entry: FuncId, options: &Options) -> Result<Summaries, summary::Why> {
    // A quarter is left for the second walk.
    let mut own = options.clone();
    let gone = own.budget.start.elapsed();
    let left = own.budget.timeout.map(|t| t.saturating_sub(gone));
    own.budget.timeout = left.map(|l| gone + l / 4 * 3).or(own.budget.timeout);
    let first = summaries(module, entry, &own, options.summaries);
    let late = |s: &Summaries| s.work.time_us > 2_000_000 && s.bound.as_number().is_some();
    match first {
        Ok(s) if !late(&s) => Ok(s),
        first => {
            let forgetful = options.summaries.forgetful();
            let second = summaries(module, entry, options, forgetful);
            let number = |s: &Result<Summaries, _>| {
                let s: Option<&Summaries> = s.as_ref().ok();
                s.and_then(|s| s.bound.as_number().cloned())
            };
            match (number(&first), number(&second)) {
                (Some(a), Some(b)) if b < a => second,
                (None, Some(_)) if first.is_err() => second,
                _ if first.is_err() && second.is_ok() => second,
                _ => first,
            }
        }
    }
}

/// What the parameters of the entry are.
fn parameters(module: &Module, explore: &ep_explore::Options) -> Vec<EntryParam> {
    match &explore.entry {
        Entry::Function { name, heap } => rooms::shapes(module, name, heap),
        Entry::Main { .. } => Vec::new(),
    }
}

/// The bound of the stack from the shape of the program, the entry's return
/// address left out.
pub fn frames<'m>(
    module: &'m Module,
    entry: FuncId,
    explore: &ep_explore::Options,
    frames: Frames<'m>,
    stop: Stop,
) -> Option<Shape> {
    let strict = (explore.uninit_input).then(|| ep_ir::undefined::strict(module));
    let module = strict.as_ref().unwrap_or(module);
    let given = (&parameters(module, explore)[..], explore.stdin);
    sites::frames(module, entry, given, frames, stop)
}

/// A number that an expression over these variables is never above.
pub fn most(e: &Expr, variables: &Arena<VariableId, Variable>) -> Option<BigInt> {
    sites::range(e, variables).map(|r| r.1)
}

/// The number that an expression without variables is.
pub fn constant(e: &Expr) -> Option<BigInt> {
    e.evaluate(&|_| None)
}

/// The options, with a while from now on where a bound is known already: a
/// longer one for a number than for an expression, of which paths that an input
/// counts reach no end.
fn beside(options: &Options, known: bool) -> Options {
    let mut out = options.clone();
    if known {
        let b = &mut out.budget;
        let end = b.start.elapsed()
            + match options.enough {
                Some(_) => options.beside_number,
                None => options.beside_shape,
            };
        b.timeout = Some(b.timeout.map_or(end, |t| t.min(end)));
    }
    out
}

/// The options with this part of the time that is left.
fn part_of_time(options: &Options, part: u32) -> Options {
    let mut out = options.clone();
    let b = &mut out.budget;
    let gone = b.start.elapsed();
    let left = b.timeout.map(|t| t.saturating_sub(gone));
    b.timeout = Some(gone + left.unwrap_or(NO_LIMIT * part) / part);
    out
}

fn add_work(to: &mut Work, before: &Work) {
    to.states += before.states;
    to.reuses += before.reuses;
    to.questions += before.questions;
    to.time_us += before.time_us;
}

fn shape_is_lower(s: &Summaries, shape: Option<&sites::Shape>) -> bool {
    match (s.bound.as_number(), shape.map(|s| &s.bound)) {
        (Some(n), Some(Ok(e))) => e.as_number().is_some_and(|m| m < n),
        _ => false,
    }
}

/// A bound from summaries where exploring all paths gave none.
fn by_summaries(result: &mut HeapResult, s: Summaries) {
    result.heap.bound = Bound::Known(s.bound);
    result.net = Some(s.net);
    result.largest = None;
    result.blocks = None;
    forget_variables(result);
    result.variables = s.variables;
    let sentence = Assumption::Malloc.sentence().to_string();
    if !result.assumptions.contains(&sentence) {
        result.assumptions.insert(0, sentence);
    }
}

/// The amounts at the explored peak are over variables of their own: they are told
/// for the input that leads there, else for the highest values. What is less than
/// nothing where these are highest belongs to other values, and is left out.
fn forget_variables(result: &mut HeapResult) {
    let inputs = result.heap.witness.as_deref().unwrap_or_default();
    let value = |v: &Variable| {
        let there = v.input.as_ref().and_then(|i| i.read(inputs));
        there.unwrap_or_else(|| v.high.clone())
    };
    let values: Vec<_> = result.variables.iter().map(|v| value(v.1)).collect();
    for l in &mut result.heap.peak {
        let at = |v: VariableId| values.get(v.index()).cloned();
        let n = l.bytes.evaluate(&at).unwrap_or_default();
        l.bytes = Expr::Number(n);
    }
    let some = |l: &ep_base::memory::Live| l.bytes.as_number().is_none_or(|n| n.is_positive());
    result.heap.peak.retain(some);
}

/// What is said where no path was followed, and why.
const BY_SHAPE: &str = "the heap's bound is that of the shape of the program, which can be above what any run needs; no path was followed: ";
const OTHERS_WRITE: &str = "interrupts or other threads can write what decides about memory here";

/// Why a bound by the shape of the program is all that there is.
fn coarse(refused: Option<&summary::Why>) -> String {
    let mut out = String::from(
        "the heap's bound is that of the shape of the program, which follows no path and can be above what any run needs: paths one by one, and merged, were not followed to their end in the time there was",
    );
    if let Some(why) = refused {
        out.push_str(", and no summaries: ");
        out.push_str(&why.0);
    }
    out
}

/// A bound from the shape of the program where exploring gave none. What was
/// explored keeps its witness: it is of a path that there is.
fn combine(result: &mut HeapResult, shape: sites::Shape, only_limits: bool) {
    match shape.bound {
        Ok(bound) => {
            result.heap.bound = Bound::Known(bound);
            result.net = Some(shape.net);
            result.largest = Some(shape.largest);
            result.blocks = None;
            forget_variables(result);
            result.variables = shape.variables;
            let said = |(f, n): (&String, &u64)| {
                let often = ep_base::words::count(*n, "time");
                format!("`{f}` is active at most {often} at one time (--depth)")
            };
            result.assumptions.extend(shape.depths.iter().map(said));
            let sentence = Assumption::Malloc.sentence().to_string();
            if shape.never_fails && !result.assumptions.contains(&sentence) {
                result.assumptions.insert(0, sentence);
            }
        }
        // Exploring ended only by a limit: what the shape lacks says more.
        Err(missing) if only_limits => {
            if let Bound::Unknown { missing: all, .. } = &mut result.heap.bound {
                all.extend(missing);
                all.sort();
                all.dedup();
            }
        }
        Err(_) => {}
    }
}

/// What is known where the copy with any arguments was not made.
fn unknown(module: &Module, entry: FuncId, why: played::Why) -> HeapResult {
    let mut out = nothing();
    (out.largest, out.blocks, out.net) = (None, None, None);
    out.heap.bound = Bound::Unknown {
        missing: vec![Missing {
            gap: Gap::Limit,
            place: findings::place(module, entry, why.loc),
            what: why.what,
        }],
        without: None,
    };
    out
}

/// No block is ever made.
fn nothing() -> HeapResult {
    HeapResult {
        variables: ep_base::entity::Arena::new(),
        heap: Mark {
            kind: Kind::Heap,
            bound: Bound::Known(Expr::zero()),
            peak: Vec::new(),
            witness: Some(Vec::new()),
            reached: None,
        },
        largest: Some(Expr::zero()),
        blocks: Some(Expr::zero()),
        net: Some(Expr::zero()),
        assumptions: Vec::new(),
        resolved: Vec::new(),
        work: Work::default(),
        regions: Visits::default(),
    }
}
