//! `everypath memory`: read, bound the heap, build, bound the stack, measure,
//! tell.
//!
//! One build is read twice: by clang for what the program means, and as the
//! machine code that the user's flags make of it. Each mark stands alone. What
//! must never happen: a measured mark above its bound that is not a defect.

mod building;
mod by_values;
mod climb;
mod course;
mod evidence;
mod finish;
mod formats;
mod frames;
mod jobs;
mod needs;
pub mod options;
mod page;
mod promises;
mod resume;
mod shown;
mod sources;
mod stack;
mod stretch;
mod surroundings;
mod threads;
mod told;

use crate::program::database::anywhere;
use crate::program::settings::{default_clang, Settings};
use building::Building;
use ep_base::memory::{
    Allocator, Bound, Build, Entry, Expr, Gap, HeapResult, Kind, Mark, Missing, ReadAs, Report,
};
use ep_base::{Budget, Cancel, Diagnostic};
use ep_bounds::memory as heap;
use ep_ir::Module;
use ep_native::measure::{Kept, MeasuredProgram, Realloc};
use ep_proofs::{Done, Session};
use ep_report::memory::compare;
use jobs::Next;
use options::MemoryOptions;
use std::path::Path;
use std::time::{Duration, Instant};
use surroundings::Called;

/// The most of an entry's time that is left for its stack and its runs.
const REST: Duration = Duration::from_secs(8);

/// What measures functions of the library may be so late, and has this at least.
const LATE: Duration = Duration::from_secs(3);
const MEASURING: Duration = Duration::from_secs(10);

/// Why there are no frames.
const NOT_BUILT: &str = "interrupted before the program was built";

/// An entry or the start of a thread.
struct Wanted {
    name: String,
    thread: Option<Option<u64>>,
}

/// Runs the verb.
///
/// # Errors
/// Wrong input (exit 2), failing surroundings (4), or a defect (70).
pub fn run(args: &MemoryOptions, session: &Session) -> Result<Done<Report>, Diagnostic> {
    let cancel = &session.cancel;
    let start = Instant::now();
    if !args.sized.is_empty() {
        return Err(Diagnostic::bad_input("--sized is not supported by memory")
            .help("bounds hold for every size, also where the buffer is smaller than it says"));
    }
    let args = &args.with_database()?;
    let old = args
        .compare
        .as_deref()
        .map(finish::old_report)
        .transpose()?;
    let earlier = resume::read(args)?;
    let library = needs::read(args.library.as_deref())?;
    let tables = frames::read(args)?;
    finish::check_outputs(args)?;
    let scratch = crate::out::scratch()?;
    let mut wanted: Vec<Wanted> = args
        .entry
        .iter()
        .map(|n| Wanted {
            name: n.clone(),
            thread: None,
        })
        .collect();
    wanted.extend(args.thread.iter().map(|t| Wanted {
        name: t.function.clone(),
        thread: Some(t.size),
    }));
    if wanted.is_empty() {
        wanted.push(Wanted {
            name: "main".into(),
            thread: None,
        });
    }
    let mut report = Report {
        files: args.files.iter().map(|f| f.display().to_string()).collect(),
        ..Report::default()
    };
    if let Some((old, path)) = &old {
        let names: Vec<String> = wanted.iter().map(|w| w.name.clone()).collect();
        compare::same_source(old, &report.files, &names, &path.display().to_string())?;
    }
    let given = Given {
        library: &library,
        earlier: earlier.as_ref(),
        tables: tables.as_ref(),
        spare: args.jobs as usize > wanted.len(),
        workers: args.jobs / u32::try_from(wanted.len()).unwrap_or(u32::MAX).max(1),
    };
    let work = |i: usize| {
        let folder = scratch.path().join(format!("entry{i}"));
        let done = wanted.get(i).map(|w| {
            std::fs::create_dir_all(&folder).map_err(|e| {
                Diagnostic::surroundings(format!("cannot write {}: {e}", folder.display()))
            })?;
            one(args, w, &given, &folder, session)
        });
        let then = match done {
            Some(Ok(_)) if !cancel.is_cancelled() => Next::GoOn,
            _ => Next::Stop,
        };
        (done, then)
    };
    let parts = jobs::each(args.jobs as usize, wanted.len(), &work)
        .map_err(|e| Diagnostic::surroundings(format!("cannot start a thread: {e}")))?;
    let mut over = Vec::new();
    for part in parts.into_iter().flatten() {
        match part {
            Ok((part, defects)) => {
                jobs::join(&mut report, part);
                over.extend(defects);
            }
            // What clang says when it is ended is no error of the program.
            Err(_) if cancel.is_cancelled() => {}
            Err(e) => return Err(e),
        }
    }
    if cancel.is_cancelled() && report.entries.is_empty() {
        return Ok(Done::interrupted());
    }
    if cancel.is_cancelled() {
        report
            .notes
            .push("interrupted: what is told is what was found until then".into());
    }
    threads::together(&mut report);
    sources::Sources::default().columns(&mut report.frames);
    report.time_us = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
    let exit = finish::finish(args, &report, &over, old, session)?;
    Ok(Done::with(exit, report))
}

/// What the user says about the stack.
struct Given<'a> {
    library: &'a needs::Library,
    /// What `--resume` names.
    earlier: Option<&'a resume::Earlier>,
    tables: Option<&'a ep_bounds::stack::tables::Tables>,
    /// There are more workers than entries: inputs are looked for beside the
    /// analysis.
    spare: bool,
    /// Workers of each entry.
    workers: u32,
}

/// Bytes of standard input in the search for runs where it may have any length.
const SOME_INPUT: u64 = 24;

/// Arguments that runs are looked for with where they may be any: their number, and
/// the characters of each.
const SOME_ARGUMENTS: [ep_explore::ArgSpec; 1] = [ep_explore::ArgSpec::Group {
    least: 0,
    most: 2,
    len: 6,
}];

/// Bounds one entry: a report of it alone, and runs above its bounds.
fn one(
    args: &MemoryOptions,
    wanted: &Wanted,
    given: &Given<'_>,
    folder: &Path,
    session: &Session,
) -> Result<(Report, Vec<evidence::Defect>), Diagnostic> {
    let cancel = &session.cancel;
    let deadline = Instant::now() + args.timeout;
    let mut found_here = Report::default();
    let report = &mut found_here;
    let mut over = Vec::new();
    let test = args.test(&wanted.name);
    let mut settings = Settings::new(&test, folder)?;
    // Runs are looked for with more and with fewer.
    settings.any_arguments();
    settings.keep_functions(args.interrupt.iter().map(|i| i.function.as_str()));
    if wanted.thread.is_some() {
        // What may have run before, or runs beside it.
        let threads = args.thread.iter().map(|t| t.function.as_str());
        let entries = args.entry.iter().map(String::as_str);
        settings.keep_functions(threads.chain(entries).chain(["main"]));
    }
    let (mut module, _) = settings.read_program(&test)?;
    let Some(entry) = module.function(&wanted.name) else {
        // It names those that there are.
        settings.native(&test, &module)?;
        return Err(
            Diagnostic::bad_input(format!("there is no function `{}`", wanted.name))
                .help("name a function of the program with --entry or --thread"),
        );
    };
    rooms(args, &module, entry, (&mut settings, cancel));
    let native = settings.native(&test, &module)?;
    // As the source has it: what the entry's pointers lead to comes later.
    let budget = Budget {
        cancel: cancel.clone(),
        ..Budget::default()
    };
    let Some(calls) = ep_bounds::memory::calls(&module, entry, &budget.stop()) else {
        // The caller sees the interruption, and says so.
        return Err(Diagnostic::surroundings("interrupted"));
    };
    needs::check(args, &module, &calls)?;
    let key = ep_report::memory::json::key(&wanted.name, wanted.thread.is_some());
    let program = resume::program(args, &key, &settings, &module);
    let earlier = match given.earlier {
        Some(e) => e.about(&key, program.as_deref())?,
        None => None,
    };
    report.programs.extend(program.map(|p| (key, p)));
    let printed = stack::Printed::of(&module);
    let place = ep_explore::outcome::describe::place(&module, entry, module.functions[entry].loc);
    settings.declare_functions(&mut module);
    let program = MeasuredProgram {
        flags: args.flags.clone(),
        unit_flags: (native.unit_flags.iter())
            .map(|(file, flags)| (file.clone(), anywhere(flags)))
            .collect(),
        m32: args.narrow(),
        include_dirs: native.include_dirs.clone(),
        handlers: evidence::fired(args, &module),
        realloc: match args.realloc {
            options::Realloc::Moving => Realloc::Moving,
            options::Realloc::InPlace => Realloc::InPlace,
        },
        allocator: args.layout(),
        memory: args.max_memory,
        outside: outside(&module),
        isolation: args.isolation.demand(),
        kept: crate::out::cache().map(|c| Kept::at(c.join("measured"))),
        ..MeasuredProgram::new(
            args.files.clone(),
            args.cc
                .clone()
                .or_else(|| args.clang.clone())
                .unwrap_or_else(default_clang),
            native.entry.clone(),
        )
    };
    let measured = !args.no_native && given.tables.is_none();
    let what = (calls.clone(), printed.formats.clone());
    let until = (deadline + LATE).max(Instant::now() + MEASURING);
    let building = Building::begin(program, what, measured, until)?;
    let heap_of = Heap {
        name: &wanted.name,
        args,
        settings: &settings,
        module: &module,
        entry,
        session,
        workers: given.workers,
        deadline,
        thread: wanted.thread.is_some(),
        library: given.library,
    };
    let mut options = heap_options(&heap_of)?;
    let (player, no_arguments) = heap::player(&module, entry, &options);
    options.any_arguments = player.any_arguments();
    let any_input = player.any_input();
    let mut explore = settings.explore.clone();
    if any_input {
        explore.stdin = Some(SOME_INPUT);
    }
    let called = match player.any_arguments() {
        true => {
            explore.entry = ep_explore::Entry::Main {
                args: SOME_ARGUMENTS.to_vec(),
            };
            Called::Any
        }
        false => Called::AsGiven,
    };
    let search = evidence::Search {
        args,
        module: &module,
        explore,
        player: &player,
        any_input,
        many_digits: any_input && printed.formats.scanned.values().any(|r| r.many_digits),
        native: &native,
        first: earlier.map_or(&[][..], |e| &e.inputs[..]),
        cancel,
        deadline,
    };
    let mut beside = None;
    let noted = report.notes.len();
    let found = match given.spare && !args.no_native {
        false => heap(&heap_of, &options, &mut report.notes)?,
        true => std::thread::scope(|s| {
            let looking = std::thread::Builder::new()
                .stack_size(jobs::STACK)
                .spawn_scoped(s, || evidence::explore(&search));
            let found = heap(&heap_of, &options, &mut report.notes);
            // Without a thread, inputs are looked for later.
            if let Some(inputs) = looking.ok().and_then(|l| l.join().ok()) {
                beside = Some(inputs?);
            }
            found
        })?,
    };
    let mut found = found;
    if let Some(e) = earlier {
        if e.tighten(&mut found) {
            // What was said of the bound is said of another one.
            report.notes.truncate(noted);
            report.notes.push(format!(
                "{}: the heap's bound is the one that the earlier run found (--resume)",
                wanted.name
            ));
        }
    }
    sources::Sources::default().name(&mut found.heap.peak);
    let mut entry_report = Entry {
        name: wanted.name.clone(),
        place,
        thread: wanted.thread,
        variables: found.variables.clone(),
        marks: vec![found.heap.clone()],
        largest: found.largest.clone(),
        blocks: found.blocks.clone(),
        allocator: None,
        arenas: None,
        library: Vec::new(),
        assumptions: found.assumptions.clone(),
        resolved: Vec::new(),
        work: found.work,
        regions: found.regions,
        course: Vec::new(),
        runs: 0,
    };
    let empty = ep_machine::machine::Assumption::EmptyInput.sentence();
    if entry_report.assumptions.iter().any(|a| a == empty) {
        report.notes.extend(empty_because(&module));
    }
    if let Some((what, loc)) = &no_arguments {
        report.notes.push(format!(
            "arguments of `main` are taken to be none since {what}{}; --sym-args takes some",
            place_of(&module, *loc)
        ));
    }
    let mut roots = vec![entry];
    let handlers = args.interrupt.iter().map(|i| &i.function);
    let others = handlers.chain(args.thread.iter().map(|t| &t.function));
    roots.extend(others.filter_map(|f| module.function(f)));
    let promised = promises::of(&module, roots);
    entry_report.assumptions.splice(0..0, promised);
    let pointers = ep_explore::outcome::pointer_assumptions(&settings.explore, &module);
    entry_report.assumptions.extend(pointers);
    let is_length =
        |v: &ep_base::memory::Variable| v.input.as_ref().is_some_and(|i| i.read == ReadAs::Length);
    if entry_report.variables.iter().any(|(_, v)| is_length(v)) {
        let short = "what a pointer parameter leads to has its first 0 within 2 GiB; strlen(…) counts the bytes before it, or all of them";
        entry_report.assumptions.push(short.into());
    }
    if wanted.thread.is_some() && !module.functions[entry].params.is_empty() {
        entry_report.assumptions.push(format!(
            "what the thread `{}` is given changes only by itself while it runs",
            wanted.name
        ));
    }
    // What others may write meanwhile has any value for a thread.
    if wanted.thread.is_none() {
        let given = surroundings::assumptions(&module, entry, called);
        entry_report.assumptions.extend(given);
    }
    if args.allocator != options::Layout::Payload {
        let in_place = args.realloc == options::Realloc::InPlace;
        laid_out(&args.layout(), in_place, &mut entry_report);
    }
    let built = building.wait(cancel, until);
    let (mut measurement, library) = match built {
        Some(b) => (b.measurement, b.library),
        None => (Err(Diagnostic::surroundings(NOT_BUILT)), None),
    };
    if let Some(t) = given.tables {
        let source = (&module, &calls);
        frames::add(args, t, source, given.library, &mut entry_report, report)?;
    }
    match &measurement {
        Ok(m) => {
            if report.build.compiler.is_empty() {
                report.build = Build {
                    compiler: m.compiler(),
                    flags: built_with(&args.flags),
                    machine: match given.tables {
                        None => m.code().machine.name().into(),
                        Some(_) => format!("{}; frames of --frames", m.code().machine.name()),
                    },
                    statics: Some(m.code().statics),
                };
            }
            let called = |n: &&String| module.function(n).is_some();
            let stubs: Vec<&str> = (m.stubs().iter().filter(called))
                .map(String::as_str)
                .collect();
            if !stubs.is_empty() {
                report.notes.push(format!(
                    "no source and no library has {}: runs that call it are left out",
                    stubs.join(", ")
                ));
            }
            let source = stack::Source {
                module: &module,
                entry,
                calls: &calls,
                printed: &printed,
                settings: &settings,
                cancel,
                deadline,
                measured: library.as_ref(),
                any_arguments: player.any_arguments(),
            };
            if given.tables.is_none() {
                stack::add(
                    args,
                    &wanted.name,
                    m,
                    &source,
                    given.library,
                    &mut entry_report,
                    report,
                )?;
            }
        }
        Err(e) if given.tables.is_some() => report.notes.push(e.message.clone()),
        Err(e) => {
            report.notes.push(e.message.clone());
            let what = format!("there are no frames: {}", e.message);
            let missing = Missing {
                gap: Gap::MissingFrame,
                place: entry_report.place.clone(),
                what,
            };
            entry_report.marks.push(Mark {
                kind: Kind::Stack,
                bound: Bound::Unknown {
                    missing: vec![missing],
                    without: None,
                },
                peak: Vec::new(),
                witness: None,
                reached: None,
            });
        }
    }
    // Tables, and a program that does not link here, have no list of calls.
    needs::own_heap(given.library, &module, &mut entry_report.library);
    both(&mut entry_report);
    if let (Ok(m), false) = (&mut measurement, args.no_native) {
        let explored = match beside {
            Some(inputs) => inputs,
            None => evidence::explore(&search)?,
        };
        over.extend(evidence::gather(
            &search,
            explored,
            m,
            &mut entry_report,
            &mut report.notes,
        )?);
    }
    if args.html.is_some() {
        entry_report.course = course::of(&module, &entry_report, cancel);
    }
    if args.cross_check {
        report.notes.push(match entry_report.work.checked {
            0 => format!(
                "{}: there was nothing to find in another way (--cross-check)",
                wanted.name
            ),
            n => format!(
                "{}: {n} results were found in another way too and agree (--cross-check)",
                wanted.name
            ),
        });
    }
    together(&mut entry_report.assumptions);
    report.entries.push(entry_report);
    Ok((found_here, over))
}

/// Where nobody says how much the entry's pointers lead to, runs get as much as a look at
/// some paths says is enough, and bounds hold for any amount.
fn rooms(
    args: &MemoryOptions,
    module: &Module,
    entry: ep_ir::FuncId,
    (settings, cancel): (&mut Settings, &Cancel),
) {
    // What ends like a string is as long as its buffer.
    if args.buffer.is_some() || args.strings {
        return;
    }
    let options = heap::Options {
        explore: settings.explore.clone(),
        budget: Budget {
            timeout: Some(args.timeout),
            max_memory: Some(args.max_memory),
            cancel: cancel.clone(),
            ..Budget::default()
        },
        ..heap::Options::default()
    };
    let fitting = heap::fitting(module, entry, &options);
    if let (Some(n), ep_explore::Entry::Function { heap, .. }) =
        (fitting, &mut settings.explore.entry)
    {
        (heap.buffer, heap.open) = (n, true);
    }
}

/// Why standard input is taken to be empty.
fn empty_because(module: &Module) -> Option<String> {
    let (what, loc) = heap::not_played(module)?;
    Some(format!(
        "standard input is taken to be empty since {what}{}; --stdin N takes N bytes",
        place_of(module, loc)
    ))
}

/// Where that is, in brackets; nothing where it has no line.
fn place_of(module: &Module, loc: ep_ir::LocId) -> String {
    let at = module.locs.get(loc).filter(|p| p.line > 0);
    let at = at.and_then(|p| Some(format!(" ({}:{})", module.files.get(p.file)?, p.line)));
    at.unwrap_or_default()
}

/// Data that the program reads and does not have.
fn outside(module: &Module) -> std::collections::BTreeSet<String> {
    let none = module.globals.iter().filter(|(_, g)| g.init.is_none());
    none.map(|(_, g)| g.name.clone()).collect()
}

/// What is said of undefined behaviour stands in one place, where it is first said.
fn together(assumptions: &mut Vec<String>) {
    const UNDEFINED: &str = "no undefined behaviour";
    let Some(at) = assumptions.iter().position(|a| a.starts_with(UNDEFINED)) else {
        return;
    };
    let (mut some, rest): (Vec<String>, Vec<String>) = assumptions
        .drain(..)
        .partition(|a| a.starts_with(UNDEFINED));
    some.sort();
    some.dedup();
    *assumptions = rest;
    assumptions.splice(at..at, some);
}

/// The flags of the build: without a level of optimisation `-O0` is taken.
fn built_with(flags: &[String]) -> Vec<String> {
    let level = (!flags.iter().any(|f| f.starts_with("-O"))).then(|| "-O0".to_string());
    level.into_iter().chain(flags.iter().cloned()).collect()
}

/// Says how blocks are laid out, and what memory is enough for them: where no
/// block has to grow in its place.
fn laid_out(a: &Allocator, in_place: bool, e: &mut Entry) {
    let variables = &e.variables;
    let most = |x: Option<&Expr>| x.and_then(|x| heap::most(x, variables));
    let live = most(e.mark(Kind::Heap).and_then(|m| m.bound.expr()));
    let parts = live
        .zip(most(e.blocks.as_ref()))
        .zip(most(e.largest.as_ref()));
    e.arenas = parts
        .filter(|_| !in_place)
        .map(|((live, blocks), largest)| a.arenas(&live, &blocks, &largest));
    e.allocator = Some(*a);
    e.assumptions.push(format!(
        "blocks are laid out as {} does: {} bytes before each, multiples of {}, at least {}",
        a.name, a.header, a.unit, a.least
    ));
}

/// The functions of `--interrupt`.
fn handlers(args: &MemoryOptions, module: &Module) -> Result<Vec<heap::Handler>, Diagnostic> {
    let one = |i: &options::Interrupt| match module.function(&i.function) {
        Some(func) => Ok(heap::Handler {
            func,
            priority: i.priority,
            max: i.max,
        }),
        None => Err(Diagnostic::bad_input(format!(
            "--interrupt: there is no function `{}`",
            i.function
        ))),
    };
    // One that is given twice is one.
    let mut given: Vec<&options::Interrupt> = Vec::new();
    for i in &args.interrupt {
        let same = |o: &&options::Interrupt| {
            (&o.function, o.priority, o.max) == (&i.function, i.priority, i.max)
        };
        if !given.iter().any(same) {
            given.push(i);
        }
    }
    given.into_iter().map(one).collect()
}

struct Heap<'a> {
    name: &'a str,
    args: &'a MemoryOptions,
    settings: &'a Settings,
    module: &'a Module,
    entry: ep_ir::FuncId,
    session: &'a Session,
    workers: u32,
    /// When the entry's time is over.
    deadline: Instant,
    /// It is the start of a thread.
    thread: bool,
    library: &'a needs::Library,
}

/// How the heap is analysed.
fn heap_options(h: &Heap<'_>) -> Result<heap::Options, Diagnostic> {
    // Something is left for the stack and the runs.
    let rest = (h.args.timeout / 6).min(REST);
    let time = (h.deadline - rest).saturating_duration_since(Instant::now());
    Ok(heap::Options {
        explore: h.settings.explore.clone(),
        realloc: match h.args.realloc {
            options::Realloc::Moving => heap::Realloc::Moving,
            options::Realloc::InPlace => heap::Realloc::InPlace,
        },
        allocator: h.args.layout(),
        handlers: handlers(h.args, h.module)?,
        threads: (h.args.thread.iter())
            .filter_map(|t| h.module.function(&t.function))
            .collect(),
        told: h.library.keys().cloned().collect(),
        missing_are_told: h.args.external == options::External::Havoc,
        depths: h.args.depth.iter().cloned().collect(),
        cross_check: h.args.cross_check,
        summaries: heap::Parts {
            told: h.args.html.is_some(),
            ..heap::Parts::default()
        },
        workers: h.workers,
        beside: (h.thread).then(|| threads::beside(h.module, h.entry, h.args)),
        beside_number: (h.args.timeout / 4).max(Duration::from_secs(5)),
        budget: Budget {
            timeout: Some(time),
            max_memory: Some(h.args.max_memory),
            cancel: h.session.cancel.clone(),
            ..Budget::default()
        },
        ..heap::Options::default()
    })
}

/// The heap's side.
fn heap(
    h: &Heap<'_>,
    options: &heap::Options,
    notes: &mut Vec<String>,
) -> Result<HeapResult, Diagnostic> {
    let watched = h.session.observer.wants_progress();
    let mut last = Instant::now();
    let (mut at_most, mut stage) = (String::from("no bound yet"), "");
    let mut observer = |event: heap::Event| match event {
        heap::Event::Progress { work, highest } if watched && last.elapsed().as_millis() > 500 => {
            last = Instant::now();
            h.session.observer.progress(Some(&format!(
                "{}: a path reached {} of heap, {at_most}; {stage}, {}",
                h.name,
                ep_base::words::count(highest, "byte"),
                ep_base::words::count(work.states, "state")
            )));
        }
        heap::Event::Bound(text) => at_most = format!("no run more than {text}"),
        heap::Event::Stage(s) => stage = s,
        heap::Event::Coarse(why) => notes.push(format!("{}: {why}", h.name)),
        _ => {}
    };
    let found = heap::analyse(h.module, h.entry, options, &mut observer)?;
    h.session.observer.progress(None);
    Ok(found)
}

/// Heap and stack at one time: at most their sum.
fn both(e: &mut Entry) {
    // From the top of the stack to its end, and then the blocks.
    let parts: Vec<&Mark> = [Kind::Stack, Kind::Heap]
        .iter()
        .filter_map(|k| e.mark(*k))
        .collect();
    let mut sum = Expr::zero();
    let mut missing = Vec::new();
    let peak = parts.iter().flat_map(|m| m.peak.iter().cloned()).collect();
    for m in parts {
        match &m.bound {
            Bound::Known(x) => sum = sum.plus(x.clone()),
            Bound::Unknown { missing: list, .. } => missing.extend(list.iter().cloned()),
        }
    }
    let bound = match missing.is_empty() {
        true => Bound::Known(sum),
        false => Bound::Unknown {
            missing,
            without: None,
        },
    };
    e.marks.push(Mark {
        kind: Kind::Both,
        bound,
        peak,
        witness: None,
        reached: None,
    });
}
