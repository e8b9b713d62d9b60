//! `everypath fuzz`: read, build, run the seeds, search, tell.

mod finish;
mod minimise;
pub mod options;
mod plan;
mod prepare;
mod quick;
mod sized;
mod state;
mod sync;
mod traces;
mod tree;
mod unset;
mod worker;

use crate::out;
use crate::uninit::Uninit;
use ep_base::outcome::Outcome;
use ep_base::words::count;
use ep_base::{Budget, Diagnostic};
use ep_ir::Module;
use ep_native::fuzz::{
    read_folder, Corpus, Coverage, Dictionary, Executor, Fuzzer, Kind, RunEnd, Seed, Triage,
};
use ep_native::Limits;
use ep_proofs::{Done, Session};
use options::FuzzOptions;
use plan::Plan;
use prepare::Build;
use state::{content, lock, Clock, Counts, Known, New, Shared, Tally};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use unset::Unset;
use worker::{Mutations, Worker};

/// Terms are walked recursively; pages are mapped when they are touched.
const STACK_BYTES: usize = 256 << 20;

/// Runs the verb.
///
/// # Errors
/// Wrong input (exit 2), failing surroundings (4), or a defect (70); findings
/// are no errors.
pub fn run(args: &FuzzOptions, session: &Session) -> Result<Done<Outcome>, Diagnostic> {
    let cancel = &session.cancel;
    let begin = Instant::now();
    let mut args = args.clone();
    args.database.take(&mut args.files)?;
    let args = &args;
    let gate = args.gate.open()?;
    if let Some(folder) = &args.html {
        ep_report::file::page_folder(folder)?;
    }
    if let Some(path) = &args.tree {
        tree::check(path)?;
    }
    let dictionary = match &args.dict {
        Some(path) => Dictionary::read(path)?,
        None => Dictionary::default(),
    };
    let given = seeds(args)?;
    let scratch = crate::out::scratch()?;
    // Compilers end with the run, whoever gets the signal.
    let whole = Budget {
        timeout: args.timeout,
        cancel: cancel.clone(),
        ..Budget::default()
    };
    let read = |args: &FuzzOptions| -> Result<Option<Module>, Diagnostic> {
        let options = plan::read_options(args, scratch.path(), &whole.stop())?;
        match ep_clang::read(&args.files, &options) {
            Err(_) if cancel.is_cancelled() => Ok(None),
            other => Ok(Some(other?.0)),
        }
    };
    let Some(mut module) = read(args)? else {
        return prepare::interrupted(args, &gate, session);
    };
    let entered;
    let args = match args.sized.is_empty() {
        true => args,
        false => {
            entered = sized::wrapped(args, &module, scratch.path())?;
            let Some(with_entry) = read(&entered)? else {
                return prepare::interrupted(args, &gate, session);
            };
            module = with_entry;
            &entered
        }
    };
    let plan = Plan::new(args, &module, scratch.path())?;
    let limits = Limits {
        memory: args.run_memory,
        stack: args.stack_size,
        ..args.isolation.limits()
    };
    // Builds at once; without the second nothing is compared, without the
    // third every input is run with sanitizers.
    let forks = plan
        .native
        .fuzz
        .as_ref()
        .is_some_and(|f| !f.is_persistent());
    let mutates = plan::mutates(args);
    let kinds = match forks && mutates {
        true => &[Build::Judging, Build::Plain, Build::Lean][..],
        false => &[Build::Judging, Build::Plain],
    };
    let Some(built) = prepare::build(&plan.native, &limits, kinds, cancel)? else {
        return prepare::interrupted(args, &gate, session);
    };
    let [fuzzer, plain, lean] = built;
    let (fuzzer, plain, lean) = (
        fuzzer.unwrap_or_else(|| Err(Diagnostic::defect("nothing was built"))),
        plain.and_then(Result::ok),
        lean.and_then(Result::ok),
    );
    let fuzzer = fuzzer?;
    let unset = Unset::new(&plan.native, limits);
    let folder = folder(args)?;
    session.observer.folder(&folder);
    let (corpus, earlier) = Corpus::open(&folder)?;
    let clock = Clock {
        begin,
        deadline: args.timeout.map(|t| begin + t),
        max_runs: args.max_runs,
        cancel: cancel.clone(),
        runs: AtomicU64::new(0),
        first_bug: args.first_bug,
    };
    let shared = Mutex::new(Shared {
        corpus,
        coverage: Coverage::default(),
        known: Vec::new(),
        queue: Vec::new(),
        worklist: Default::default(),
        triage: Triage::new(args.run_timeout),
        bugs: Vec::new(),
        counts: Counts::default(),
        contents: HashSet::new(),
        paths_lean: Default::default(),
        paths: HashSet::new(),
        fixed: Tally::new(),
        gaps: Tally::new(),
        ends: Default::default(),
        divergences: Tally::new(),
        unset: Tally::new(),
        busy: 0,
        failure: None,
        blocks: (0, 0),
    });
    let search = Search {
        args,
        plan: &plan,
        module: &module,
        fuzzer: &fuzzer,
        plain: plain.as_ref(),
        lean: lean.as_ref(),
        unset: (args.uninit == Uninit::Error).then_some(&unset),
        shared: &shared,
        clock: &clock,
        tokens: tokens(dictionary, &module),
        folder: &folder,
        session,
    };
    let given = match (given.is_empty(), earlier.is_empty()) {
        (true, true) => vec![(PathBuf::from("(none)"), search.default_seed()?)],
        _ => given,
    };
    let mut executor = fuzzer.executor(args.run_timeout)?;
    if args.minimise {
        return minimise::minimise(args, &mut executor, &shared, given, &folder, session);
    }
    let resumed = earlier.len();
    let useless = search.start(&mut executor, earlier, given)?;
    drop(executor);
    if useless.is_none() {
        search.search()?;
    }
    let edges = fuzzer.executor(args.run_timeout).map_or(0, |e| e.edges());
    finish::finish(&search, edges, resumed, useless, &gate)
}

/// What the user gave, and what the program compares with.
fn tokens(given: Dictionary, module: &Module) -> Vec<Vec<u8>> {
    let mut all = given.tokens;
    for t in ep_explore::concolic::tokens(module) {
        if !all.contains(&t) {
            all.push(t);
        }
    }
    all
}

/// The seeds that were given.
fn seeds(args: &FuzzOptions) -> Result<Vec<(PathBuf, Vec<u8>)>, Diagnostic> {
    let mut out = Vec::new();
    for path in &args.seed {
        let found = read_folder(path)?;
        if found.is_empty() {
            return Err(Diagnostic::bad_input("the seed folder holds no input")
                .at(path.display().to_string())
                .help("put at least one small valid input there"));
        }
        for (file, bytes) in &found {
            if bytes.len() as u64 > args.max_len {
                return Err(Diagnostic::bad_input(format!(
                    "a seed of {} is larger than --max-len {}",
                    count(bytes.len(), "byte"),
                    args.max_len
                ))
                .at(file.display().to_string())
                .help("use a smaller seed, or raise --max-len (up to 1048576)"));
            }
        }
        out.extend(found);
    }
    Ok(out)
}

/// A new folder, or the one of an earlier run.
fn folder(args: &FuzzOptions) -> Result<PathBuf, Diagnostic> {
    match &args.out {
        Some(dir) if has_corpus(dir) => Ok(dir.clone()),
        other => out::create(other.as_deref(), &args.files[0]),
    }
}

/// Whether an earlier run began a corpus there: its log is the first file, and
/// the only one of a run that was killed at once.
fn has_corpus(dir: &Path) -> bool {
    let alone = || std::fs::read_dir(dir).is_ok_and(|entries| entries.count() == 1);
    dir.join("expanded").is_file() && (dir.join("queue").is_dir() || alone())
}

/// Everything that the search and its report refer to.
pub struct Search<'a, 'f> {
    /// What was asked for.
    pub args: &'a FuzzOptions,
    /// How the program is built and run.
    pub plan: &'a Plan,
    /// The program, as it is expanded symbolically.
    pub module: &'a Module,
    /// The build with coverage and checks, which finds.
    pub fuzzer: &'f Fuzzer,
    /// The build that is compared with the followed run.
    pub plain: Option<&'f Fuzzer>,
    /// The build without sanitizers that mutated inputs run in first.
    pub lean: Option<&'f Fuzzer>,
    /// The build that judges content that nobody wrote; none where that is no error.
    pub unset: Option<&'f Unset<'f>>,
    /// What all workers know.
    pub shared: &'a Mutex<Shared>,
    /// When to stop.
    pub clock: &'a Clock,
    /// Words of the program's text, which mutations insert.
    pub tokens: Vec<Vec<u8>>,
    /// Where results are written.
    pub folder: &'a Path,
    /// Who is told, and who may interrupt.
    pub session: &'a Session,
}

impl<'f> Search<'_, 'f> {
    /// Where nobody gave a seed: nothing where inputs grow, else zeros.
    fn default_seed(&self) -> Result<Vec<u8>, Diagnostic> {
        use ep_explore::concolic::Channel;
        Ok(match self.plan.explore.channel {
            Channel::Arguments => vec![b'x', 0],
            Channel::Harness => vec![0; 64],
            Channel::Parameters => {
                let name = &self.plan.explore.entry;
                let shapes = ep_machine::world::entry::plain_params(self.module, name, 8)?;
                let bytes = shapes.iter().map(|s| match s {
                    ep_machine::world::entry::EntryParam::Scalar { bytes, .. }
                    | ep_machine::world::entry::EntryParam::Buffer { bytes, .. } => *bytes as usize,
                    ep_machine::world::entry::EntryParam::Pointer { .. }
                    | ep_machine::world::entry::EntryParam::Aggregate { .. } => 0,
                });
                vec![0; bytes.sum()]
            }
            _ => Vec::new(),
        })
    }

    fn worker(&self, number: u64) -> Worker<'_, 'f> {
        let args = self.args;
        Worker {
            shared: self.shared,
            clock: self.clock,
            plan: self.plan,
            module: self.module,
            fuzzer: self.fuzzer,
            plain: self.plain,
            lean: self.lean,
            unset: self.unset,
            run_timeout: args.run_timeout,
            mutations: match (args.mutations, args.timeout, args.max_runs) {
                (Some(n), ..) => Mutations::Count(n),
                (None, Some(_), _) => Mutations::AsLong,
                (None, None, Some(_)) => Mutations::Count(1000),
                (None, None, None) => Mutations::Count(0),
            },
            tokens: self.tokens.clone(),
            random: args.random.wrapping_add(number << 32),
            max_expansions: args.max_expansions,
            sync: match (&args.sync, number) {
                (Some(dir), 0) => Some(sync::Sync::new(dir, self.folder)),
                _ => None,
            },
        }
    }

    /// Runs what an earlier run left and the seeds. Says why a search would
    /// be useless.
    fn start(
        &self,
        executor: &mut Executor<'f>,
        earlier: Vec<Seed>,
        given: Vec<(PathBuf, Vec<u8>)>,
    ) -> Result<Option<String>, Diagnostic> {
        for seed in earlier {
            self.again(executor, seed)?;
        }
        let worker = self.worker(0);
        let mut seeds = 0;
        for (_, input) in &given {
            if !lock(self.shared).contents.insert(content(input)) {
                continue;
            }
            let new = New {
                expand: true,
                ..New::of(input, "seed")
            };
            worker.run(executor, new)?;
            seeds += 1;
            if self.clock.over() {
                return Ok(None);
            }
        }
        let s = lock(self.shared);
        let all = |kind: Kind| seeds > 0 && s.known.iter().all(|k| k.kind == kind);
        if all(Kind::Hang) {
            return Err(Diagnostic::bad_input(format!(
                "the program takes longer than {:?} or more than its memory on every seed",
                self.args.run_timeout
            ))
            .help("raise --run-timeout or --run-memory, or give smaller seeds"));
        }
        if !all(Kind::Crash) || s.bugs.len() != 1 {
            return Ok(None);
        }
        drop(s);
        // The same crash whatever the input is?
        let base = given.first().map(|g| g.1.clone()).unwrap_or_default();
        let mut mutator = ep_native::fuzz::Mutator::new(
            self.args.random,
            Vec::new(),
            self.plan.max_len,
            self.plan.fixed_length,
        );
        let mut input = Vec::new();
        for _ in 0..64 {
            mutator.mutate(&base, &base, &mut input);
            let RunEnd::Crash { log } = executor.run(&input)?.end else {
                return Ok(None);
            };
            let (number, _) = worker.classify(executor, &input, &log);
            if number != 0 {
                let new = New::of(&input, "havoc");
                lock(self.shared).store(new, Kind::Crash, 0, Some(number))?;
                return Ok(None);
            }
        }
        Ok(Some(
            "the program crashes in the same way on every input that was tried; nothing else can be found before that is mended".into(),
        ))
    }

    /// An input of an earlier run: its coverage and its bug are found again.
    fn again(&self, executor: &mut Executor<'f>, seed: Seed) -> Result<(), Diagnostic> {
        let end = match seed.kind {
            Kind::Hang => RunEnd::Hang,
            _ => executor.run(&seed.input)?.end,
        };
        self.clock.runs.fetch_add(1, Ordering::Relaxed);
        let mut s = lock(self.shared);
        let mut bug = None;
        let mut score = 0;
        if seed.kind != Kind::Hang {
            let (edges, other) = s.coverage.add(executor.counters());
            score = edges * 4 + u64::from(other);
        }
        // A finding that this build does not show is followed and judged again.
        let again = seed.kind == Kind::Crash && end == RunEnd::Normal;
        if let RunEnd::Crash { log } = end {
            let (number, crash) = s.triage.classify(self.fuzzer, &seed.input, &log);
            if let Some(crash) = crash {
                s.bugs.push(state::Found {
                    crash,
                    smallest: seed.input.clone(),
                    inputs: 0,
                    file: String::new(),
                });
            }
            s.bugs[number].inputs += 1;
            bug = Some(number);
        }
        s.contents.insert(content(&seed.input));
        if seed.kind == Kind::Queue {
            s.queue.push(seed.input.clone().into());
        }
        let at = s.known.len();
        s.known.push(Known {
            id: seed.id,
            kind: seed.kind,
            input: seed.input.into(),
            parent: None,
            score,
            bug,
            how: "earlier",
            place: None,
            held: None,
        });
        if seed.kind != Kind::Hang && (again || !seed.expanded) {
            s.worklist.add(ep_explore::concolic::Item {
                id: at,
                bound: seed.bound,
                score,
                fingerprint: None,
            });
        }
        Ok(())
    }

    /// Lets the workers search until nothing is left or the time is over.
    fn search(&self) -> Result<(), Diagnostic> {
        std::thread::scope(|scope| -> Result<(), Diagnostic> {
            let mut handles = Vec::new();
            for number in 0..self.args.jobs {
                let worker = self.worker(number);
                let handle = std::thread::Builder::new()
                    .name(format!("worker {number}"))
                    .stack_size(STACK_BYTES)
                    .spawn_scoped(scope, move || {
                        let shared = worker.shared;
                        if let Err(e) = worker.work() {
                            lock(shared).failure.get_or_insert(e);
                        }
                    })
                    .map_err(|e| Diagnostic::surroundings(format!("cannot start a thread: {e}")))?;
                handles.push(handle);
            }
            while handles.iter().any(|h| !h.is_finished()) {
                std::thread::sleep(Duration::from_millis(20));
                let observer = &self.session.observer;
                if observer.wants_progress() {
                    observer.progress(Some(&self.progress()));
                }
            }
            Ok(())
        })?;
        self.session.observer.progress(None);
        match lock(self.shared).failure.take() {
            Some(e) => Err(e),
            None => Ok(()),
        }
    }

    fn progress(&self) -> String {
        let s = lock(self.shared);
        let runs = self.clock.runs.load(Ordering::Relaxed);
        let rate = runs as f64 / self.clock.begin.elapsed().as_secs_f64().max(0.001);
        format!(
            "{} ({rate:.0}/s), {}, {}, {} to expand, {}",
            count(runs, "run"),
            count(s.coverage.edges(), "edge"),
            count(s.queue.len(), "input"),
            s.worklist.len(),
            count(s.bugs.len(), "bug"),
        )
    }
}
