//! `everypath paths`: read, walk the paths, compare, prove, test, tell.

mod heap;
mod junit;
mod method;
pub mod options;
mod psi;
mod reached;
mod show;
mod tree;

use ep_base::{Cancel, Diagnostic, ExitCode};
use ep_java::tree::{MethodId, Program as Tree};
use ep_java::ProblemKind;
use ep_proofs::{Done, Session};
use ep_traces::explore::{Entry, Explorer, Limits, Path, Way};
use ep_traces::java::{Lowered, Lowerer, Method, Options, Property};
use ep_traces::machine::Outcome;
use ep_traces::predict::{self, Prediction};
use ep_traces::{delta, subst, ExprId, VarId};
use options::{PathsOptions, WayArg};
use std::time::{Duration, Instant};

/// A path with what was found out about it.
pub struct Told {
    /// Its choices and what they lead to.
    pub path: Path,
    /// Its input with what comes of it.
    pub run: Option<Prediction>,
    /// Why there is no input.
    pub no_input: Option<String>,
    /// With `--prove`.
    pub proof: Option<Proof>,
}

/// What was found out about the property on a path.
pub enum Proof {
    /// For each input of the path.
    Holds,
    /// With the input that denies it.
    Fails(Box<Prediction>),
    /// Neither was found, with the reason.
    Unknown(String),
}

/// Everything about a run.
pub struct Run<'a> {
    /// What was asked for.
    pub args: &'a PathsOptions,
    /// The program.
    pub tree: &'a Tree,
    /// The method whose paths are told.
    pub id: MethodId,
    /// The classes that the method reaches, where the rest was not read.
    pub left: Option<Vec<String>>,
    /// The variables of the parameters' initial values.
    pub params: Vec<VarId>,
    /// From which end conditions are computed.
    pub way: Way,
    /// Choices on one path that were followed.
    pub depth: u32,
    /// Its paths, as they were found.
    pub told: Vec<Told>,
    /// The limit that ended it, if one did.
    pub stopped: Option<&'static str>,
    /// All of it, by the clock.
    pub time: Duration,
    /// The solver's part of that.
    pub solver: Duration,
    /// Questions that the solver was asked.
    pub queries: u64,
}

impl Run<'_> {
    /// Where a path was not followed to its end, since a limit was reached.
    pub fn cut(&self) -> Option<&'static str> {
        self.told.iter().find_map(|t| match &t.path.outcome {
            Outcome::Cut(what) => Some(*what),
            _ => None,
        })
    }

    /// Whether an input denies the property.
    pub fn fails(&self) -> bool {
        let proofs = self.told.iter().filter_map(|t| t.proof.as_ref());
        proofs.into_iter().any(|p| matches!(p, Proof::Fails(_)))
    }

    /// Whether more choices would show more.
    fn is_shallow(&self) -> bool {
        let short = |t: &Told| t.path.outcome == Outcome::Cut("the depth");
        self.stopped.is_none() && !self.fails() && self.told.iter().any(short)
    }
}

/// What was found.
pub struct Report {
    /// How many paths were walked.
    pub paths: usize,
    /// `explored`, or what became of the property.
    pub verdict: &'static str,
    /// Why not all is known.
    pub reason: Option<String>,
}

/// Runs the verb.
///
/// # Errors
/// Wrong input (exit 2), failing surroundings (4), or a defect (70).
pub fn run(args: &PathsOptions, session: &Session) -> Result<Done<Report>, Diagnostic> {
    let cancel = &session.cancel;
    if args.total && args.tests.is_some() {
        let message = "--tests runs on the JVM, where division is not total";
        return Err(Diagnostic::bad_input(message)
            .at("--total")
            .help("leave one of --total and --tests out"));
    }
    if let Some(folder) = &args.html {
        ep_report::file::page_folder(folder)?;
    }
    if let Some(file) = &args.tree {
        ep_report::file::writable(file)?;
    }
    let name = args.file.display().to_string();
    let text = ep_proofs::input::text(&args.file, "the file")?;
    if args.tests.is_some() {
        // Before any work: what the end will need.
        ep_native::jvm::Jvm::find(true, args.isolation.demand())?;
    }
    let (tree, text, left) = read(&name, text, &args.method, session)?;
    let id = method::find(&tree, &args.method, &name)?;
    // With a property the text is read again with it as a postcondition.
    let tree = match &args.prove {
        None => tree,
        Some(e) => {
            let with = method::with_property(&tree, id, &text, e)?;
            read_property(&name, &with, e)?
        }
    };
    let start = Instant::now();
    let options = Options {
        total: args.total,
        ..Options::default()
    };
    let mut lowerer = Lowerer::new(&tree, options);
    let entry = lowerer.entry(id);
    let property = match &args.prove {
        Some(_) => Some(
            lowerer
                .property(id, &entry)
                .map_err(|e| Diagnostic::bad_input(e).at("--prove"))?,
        ),
        None => None,
    };
    let mut low = lowerer.finish();
    let way = match args.way {
        WayArg::Forward | WayArg::Auto => Way::Forward,
        WayArg::Backward => Way::Backward,
        WayArg::Both => Way::Both,
    };
    let mut run = Run {
        args,
        tree: &tree,
        id,
        left,
        params: entry.params.clone(),
        way,
        depth: DEPTH,
        told: Vec::new(),
        stopped: None,
        time: Duration::ZERO,
        solver: Duration::ZERO,
        queries: 0,
    };
    explore(&mut run, &mut low, &entry, property.as_ref(), cancel)?;
    run.time = start.elapsed();
    let tests = match &args.tests {
        Some(folder) => Some(junit::write_and_run(&run, &low, folder)?),
        None => None,
    };
    // A picture that cannot be written costs that picture alone.
    let drawn = match &args.tree {
        Some(path) => tree::write(&run, &low, path),
        None => Ok(()),
    };
    let paged = match &args.html {
        Some(folder) => tree::write_page(&run, &low, folder),
        None => Ok(()),
    };
    let code = exit_code(&run, cancel);
    if args.json {
        session.answer(&show::json(&run, &low, tests.as_ref(), code))?;
    } else {
        session.answer(&show::text(&run, &low, tests.as_ref()))?;
    }
    let wrong = run
        .told
        .iter()
        .filter(|t| matches!(t.path.equivalent, Some(Ok(false))))
        .count();
    if wrong > 0 {
        return Err(Diagnostic::defect(format!(
            "forward and backward conditions differ on {}",
            ep_base::words::count(wrong, "path")
        )));
    }
    if let Some(t) = &tests {
        if t.failed.iter().any(|f| !f.expected) {
            return Err(Diagnostic::defect(
                "a test failed on the JVM: a prediction is wrong",
            ));
        }
        if let Some(name) = t.not_denied.first() {
            return Err(Diagnostic::defect(format!(
                "the property holds on the JVM for the input of {name}, which is to deny it"
            )));
        }
    }
    drawn.and(paged)?;
    let (verdict, reason) = show::verdict(&run);
    let report = Report {
        paths: run.told.len(),
        verdict,
        reason,
    };
    Ok(Done::with(code, report))
}

/// The program, its text, and the classes that are left of it where not all of the
/// file is in the subset.
type Text = (Tree, String, Option<Vec<String>>);

fn read(name: &str, text: String, asked: &str, session: &Session) -> Result<Text, Diagnostic> {
    let failure = match ep_java::read(&[(name, &text)]) {
        Ok(tree) => return Ok((tree, text, None)),
        Err(f) => f,
    };
    let is = |kind| failure.problems.iter().any(|p| p.kind == kind);
    let cut = match is(ProblemKind::Outside) || !is(ProblemKind::Syntax) {
        true => reached::cut(&text, asked, name)?,
        // It is no Java, wherever that shows.
        false => None,
    };
    let told = |f: &ep_java::Failure| {
        let mut list = f.diagnostics();
        for d in &mut list {
            d.message =
                (d.message).replace("outside the Java subset", "outside of the subset of Java");
        }
        let last = list.pop();
        for d in &list {
            session.observer.problem(d);
        }
        last.unwrap_or_else(|| Diagnostic::bad_input("the file cannot be read"))
    };
    let Some(cut) = cut else {
        return Err(told(&failure));
    };
    match ep_java::read(&[(name, &cut.text)]) {
        Ok(tree) => Ok((tree, cut.text, Some(cut.classes))),
        Err(f) => Err(told(&f)),
    }
}

fn read_property(name: &str, text: &str, e: &str) -> Result<Tree, Diagnostic> {
    ep_java::read(&[(name, text)]).map_err(|f| {
        let what = f
            .problems
            .first()
            .map_or_else(String::new, |p| p.message.clone());
        Diagnostic::bad_input(format!("`{e}` is no property of this method: {what}"))
            .at("--prove")
            .help("a Java condition over parameters, fields, \\result and \\old(…)")
    })
}

/// The verdict as an exit code.
fn exit_code(run: &Run, cancel: &Cancel) -> ExitCode {
    if cancel.is_cancelled() {
        return ExitCode::Interrupted;
    }
    if run.args.prove.is_none() {
        return match run.stopped.or_else(|| run.cut()).is_some() {
            true => ExitCode::Unknown,
            false => ExitCode::Holds,
        };
    }
    match show::verdict(run).0 {
        "violated" => ExitCode::Violated,
        "proved" => ExitCode::Holds,
        _ => ExitCode::Unknown,
    }
}

/// Choices on a path where the user names no number.
const DEPTH: u32 = 20;
/// Where a depth that grows begins.
const FIRST: u32 = 3;

/// Walks the paths. Under a time limit and without a depth of the user's the
/// depth grows, so that a loop whose conditions become hard has its short paths;
/// what is told is the last round that came to its end, or the first one.
/// Cost: each round walks those before it again.
fn explore(
    run: &mut Run,
    low: &mut Lowered,
    method: &Method,
    property: Option<&Property>,
    cancel: &Cancel,
) -> Result<(), Diagnostic> {
    let deadline = run.args.timeout.and_then(|t| Instant::now().checked_add(t));
    let given = run.args.depth.map(|d| u32::try_from(d).unwrap_or(u32::MAX));
    let grows = given.is_none() && deadline.is_some();
    run.depth = match grows {
        true => FIRST,
        false => given.unwrap_or(DEPTH),
    };
    round(run, low, method, property, deadline, cancel)?;
    while grows && run.is_shallow() {
        let (told, depth) = (std::mem::take(&mut run.told), run.depth);
        run.depth = depth.saturating_add(depth / 2).saturating_add(1);
        round(run, low, method, property, deadline, cancel)?;
        if run.stopped.is_some() && !run.fails() {
            (run.told, run.depth) = (told, depth);
        }
    }
    Ok(())
}

/// One walk of all paths of at most `run.depth` choices.
fn round(
    run: &mut Run,
    low: &mut Lowered,
    method: &Method,
    property: Option<&Property>,
    deadline: Option<Instant>,
    cancel: &Cancel,
) -> Result<(), Diagnostic> {
    let limits = Limits {
        depth: run.depth,
        paths: usize::try_from(run.args.max_paths).unwrap_or(usize::MAX),
        deadline,
        ..Limits::default()
    };
    let entry = Entry {
        proc: method.proc,
        args: method.params.iter().map(|&v| low.x.of(v)).collect(),
        assumed: method.assumed.clone(),
    };
    let mut explorer = Explorer::new(&mut low.p, &mut low.x, limits);
    explorer.cancelled = Box::new(|| cancel.is_cancelled());
    // A question can take longer than anybody waits who has pressed Ctrl-C.
    explorer.pipeline.set_cancel(cancel);
    let way = run.way;
    let shown =
        !run.args.quiet || run.args.json || run.args.tree.is_some() || run.args.html.is_some();
    let mut told: Vec<Told> = Vec::new();
    let mut defect = None;
    run.stopped = explorer.run(&entry, way, &mut |e, mut path| {
        let mut run = None;
        let mut no_input = None;
        if shown {
            e.reduce(&mut path);
        }
        match e.input(&mut path) {
            Some(input) => match predict::confirm(e, &entry, &path, &input) {
                Ok(p) => run = Some(p),
                Err(what) => defect = Some(what),
            },
            None => no_input = Some("the solver gave no model".to_string()),
        }
        let proof = property
            .filter(|_| matches!(path.outcome, Outcome::Returns))
            .map(|p| prove(e, &entry, &mut path, p));
        told.push(Told {
            path,
            run,
            no_input,
            proof,
        });
    });
    let stats = explorer.pipeline.stats();
    run.solver += stats.time();
    run.queries += stats.queries;
    drop(explorer);
    run.told = told;
    match defect {
        Some(what) => Err(Diagnostic::defect(format!("a prediction is wrong: {what}"))),
        None => Ok(()),
    }
}

/// `φ → ψσ`, and that evaluating `ψ` after the path meets no error.
fn prove(e: &mut Explorer, entry: &Entry, path: &mut Path, property: &Property) -> Proof {
    let d = delta::delta(e.x, property.psi);
    let both = e.x.and(d, property.psi);
    let after = match (&path.world, &path.trace) {
        (Some(world), _) => {
            let mut world = world.clone();
            let applied = world.apply(e.x, &[], both);
            ep_traces::fresh::Removal::all().apply(e.x, applied)
        }
        (None, Some(trace)) => trace.pull(e.x, both),
        (None, None) => return Proof::Unknown("the path has no final state".into()),
    };
    let result = path.result;
    let find = |v: VarId| -> Option<ExprId> {
        if property.result == Some(v) {
            return result;
        }
        property.old.iter().find(|o| o.0 == v).map(|o| o.1)
    };
    let psi = subst::apply(e.x, after, &find);
    let psi = ep_traces::fresh::Removal::all().apply(e.x, psi);
    match e.follows(path, psi) {
        Ok(None) => Proof::Holds,
        Ok(Some(input)) => Proof::Fails(Box::new(predict::run(e, entry, &input))),
        Err(reason) => Proof::Unknown(reason),
    }
}
