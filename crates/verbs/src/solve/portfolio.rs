//! Which engine gets how much of the budget.
//!
//! Idea: `check` answers most questions within a second, by a finding or a
//! proof, so it goes first and alone. What it leaves open is long loops (bugs
//! behind them are found path by path or natively, proofs by larger bounds),
//! so `test` and `fuzz` get a turn before `check` gets all that is left. An
//! engine that gave up by itself is not asked again.
//!
//! Alternative: engines side by side; with a budget of processor time that
//! costs what a turn costs, and no answer comes sooner.

use super::answer::{self, Answer};
use super::pool::{self, Ended, Pool, Turn};
use super::program::{Asked, Program};
use super::property::{Goal, Property};
use super::suite::Suite;
use ep_base::outcome::Bug;
use ep_base::{Diagnostic, ExitCode};
use serde_json::Value;
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

/// A verb as an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// Bounded model checking and induction.
    Check,
    /// Symbolic execution path by path.
    Test,
    /// Whitebox fuzzing.
    Fuzz,
    /// Termination.
    Time,
}

impl Engine {
    /// The verb on the command line.
    pub fn verb(self) -> &'static str {
        match self {
            Engine::Check => "check",
            Engine::Test => "test",
            Engine::Fuzz => "fuzz",
            Engine::Time => "time",
        }
    }
}

/// What one turn said.
#[derive(Clone, Debug)]
pub struct Said {
    /// Whose turn it was.
    pub engine: Engine,
    /// What it answered.
    pub answer: Answer,
    /// Time of the processor that it took.
    pub cpu: Duration,
    /// It stopped because its share was used, so more time may help.
    pub wants_more: bool,
    /// All findings, of whatever kind.
    pub bugs: Vec<Bug>,
    /// What `time` says of loops and of a run without an end.
    pub ends: Option<answer::Ends>,
}

/// One question to the engines.
#[derive(Clone, Copy)]
pub struct Portfolio<'a> {
    /// Runs the engines.
    pub pool: &'a Pool,
    /// The program.
    pub program: &'a Program,
    /// What is asked of it.
    pub property: Property,
    /// The file that asks.
    pub property_file: &'a Path,
    /// Where the engines write.
    pub scratch: &'a Path,
    /// Processor time for this question.
    pub budget: Duration,
}

/// The shortest turn that is worth its start.
const LEAST: Duration = Duration::from_millis(400);

impl Portfolio<'_> {
    /// The answer, and what each engine said.
    ///
    /// # Errors
    /// The program is none (exit 2), or the surroundings fail (4).
    pub fn ask(&self, mut told: impl FnMut(&Said)) -> Result<(Answer, Vec<Said>), Diagnostic> {
        match self.property {
            Property::NoDataRace => {
                let reason = "data races are not supported yet".into();
                return Ok((Answer::Open { reason }, vec![]));
            }
            Property::Cover(_) => {
                return Err(Diagnostic::defect("a suite was asked for as an answer"));
            }
            _ => {}
        }
        let whole = self.budget;
        let plan: Vec<(Engine, Duration)> = match self.property {
            Property::Termination => vec![(Engine::Time, whole)],
            _ => vec![
                (Engine::Check, (whole / 5).max(Duration::from_secs(5))),
                (Engine::Test, whole / 6),
                (Engine::Fuzz, whole / 8),
                (Engine::Check, whole),
            ],
        };
        let mut said: Vec<Said> = Vec::new();
        for (engine, share) in plan {
            let left = self.left(&said);
            let done = |s: &Said| s.engine == engine && !s.wants_more;
            if self.pool.interrupted() || left < LEAST || said.iter().any(done) {
                continue;
            }
            let asked = self.program.asked(self.property)?;
            let one = self.turn(engine, share.min(left), said.len(), &asked, |_| {})?;
            told(&one);
            let answered = !one.answer.is_open();
            said.push(one);
            if answered {
                break;
            }
        }
        let answer = match said.iter().find(|s| !s.answer.is_open()) {
            Some(s) => s.answer.clone(),
            None => Answer::Open {
                reason: self.open(&said),
            },
        };
        Ok((answer, said))
    }

    fn left(&self, said: &[Said]) -> Duration {
        let spent: Duration = said.iter().map(|s| s.cpu).sum();
        self.budget.saturating_sub(spent).min(self.pool.left())
    }

    /// Why nothing is known: what the engine said that can prove.
    fn open(&self, said: &[Said]) -> String {
        if self.pool.interrupted() {
            return "interrupted".into();
        }
        let reason = |s: &&Said| matches!(s.engine, Engine::Check | Engine::Time);
        match said.iter().rev().find(reason).or(said.last()) {
            Some(Said {
                answer: Answer::Open { reason },
                ..
            }) => self.in_users_words(reason),
            _ => "the budget is too small to start an engine".into(),
        }
    }

    fn in_users_words(&self, reason: &str) -> String {
        let mut text = reason.to_string();
        for s in &self.program.sources {
            let (from, to) = (s.given.display().to_string(), s.path.display().to_string());
            text = text.replace(&from, &to);
        }
        text
    }

    /// Fills a suite: paths in the order of what they cover first, then what
    /// only a formula reaches.
    ///
    /// # Errors
    /// The program is none (exit 2), the archive cannot be written (4).
    pub fn cover(&self, goal: Goal, suite: &mut Suite) -> Result<Vec<Said>, Diagnostic> {
        let error = goal == Goal::ErrorCall;
        // Of an error the one that is asked for: others are no goals.
        let errors = |out: &Path| error.then(|| answer::calls_of_errors(out));
        let asked = self.program.asked(self.property)?;
        let mut said: Vec<Said> = Vec::new();
        let mut failed = None;
        for (engine, share) in [
            (Engine::Test, self.budget / 2),
            (Engine::Check, self.budget),
        ] {
            // A part is for finding out which tests are needed.
            let left = self.left(&said).saturating_sub(self.budget / 10);
            let enough = error && suite.len() > 0;
            if self.pool.interrupted() || left < LEAST || enough {
                break;
            }
            let number = said.len();
            let part = format!("{}-", engine.verb());
            let one = self.turn(engine, share.min(left), number, &asked, |out| {
                // The last look is made when the process is gone.
                let over = out.join("run.json").exists();
                let named = errors(out);
                let fits = |name: &str| named.as_ref().is_none_or(|n| n.contains(name));
                let result = suite.take(&out.join("tests"), &part, fits, over);
                failed = failed.take().or(result.err());
            })?;
            let whole = matches!(one.engine, Engine::Test) && !one.wants_more;
            said.push(one);
            // All paths were explored: nothing is left to cover.
            if whole && !error {
                break;
            }
        }
        match failed {
            Some(e) => Err(e),
            None => Ok(said),
        }
    }

    /// What `check` says with all that is left, of another program about
    /// another property.
    ///
    /// # Errors
    /// As [`Portfolio::ask`].
    pub fn check_instead(&self, property: Property, asked: Asked) -> Result<Said, Diagnostic> {
        self.check_within(property, asked, self.pool.left())
    }

    /// The same with no more than this share.
    ///
    /// # Errors
    /// As [`Portfolio::ask`].
    pub fn check_within(
        &self,
        property: Property,
        asked: Asked,
        share: Duration,
    ) -> Result<Said, Diagnostic> {
        let file = self.scratch.join("instead.prp");
        let text = match property {
            Property::UnreachCall => "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
            _ => {
                return Err(Diagnostic::defect(format!(
                    "{property} is not asked instead"
                )))
            }
        };
        std::fs::write(&file, text).map_err(|e| {
            Diagnostic::surroundings(format!("cannot write a scratch file: {e}"))
                .at(file.display().to_string())
        })?;
        let other = Portfolio {
            property,
            property_file: &file,
            ..*self
        };
        other.turn(
            Engine::Check,
            share.min(self.pool.left()).min(self.budget),
            0,
            &asked,
            |_| {},
        )
    }

    /// What `time` says with all that is left, of another program.
    ///
    /// # Errors
    /// As [`Portfolio::ask`].
    pub fn time_instead(&self, asked: &Asked) -> Result<Said, Diagnostic> {
        let share = self.pool.left().min(self.budget);
        self.turn(Engine::Time, share, 0, asked, |_| {})
    }

    fn turn(
        &self,
        engine: Engine,
        share: Duration,
        number: usize,
        asked: &Asked,
        mut tick: impl FnMut(&Path),
    ) -> Result<Said, Diagnostic> {
        let out = self.scratch.join(format!("{}{number}", engine.verb()));
        // The clock ends an engine in order, a little before its share of the processor is
        // used. On a machine with more work than processors the clock runs ahead of the
        // share: it is given longer, and the pool asks for the end in its place.
        let orderly = Duration::from_secs_f64((share.as_secs_f64() * 0.95 - 0.1).max(0.2));
        let crowded = pool::crowding();
        let args = self.arguments(engine, orderly.mul_f64(crowded), &out, asked);
        let share = match crowded > 1.0 {
            true => orderly,
            false => share,
        };
        tracing::debug!(engine = engine.verb(), ?share, "a turn begins");
        let turn = self.pool.run(&args, share, || tick(&out))?;
        tracing::debug!(engine = engine.verb(), cpu = ?turn.cpu, ended = ?turn.ended, "a turn is over");
        let run = std::fs::read(out.join("run.json"))
            .ok()
            .and_then(|b| serde_json::from_slice::<Value>(&b).ok());
        tick(&out);
        let _ = std::fs::remove_dir_all(&out);
        let Some(run) = run else {
            let answer = self.without_result(engine, &turn)?;
            return Ok(Said {
                engine,
                answer,
                cpu: turn.cpu,
                wants_more: turn.ended == Ended::Time,
                bugs: vec![],
                ends: None,
            });
        };
        let mut answer = match engine {
            Engine::Time => answer::of_time(&run, self.program.features().assumes),
            Engine::Check => answer::of_run(self.property, &run, true),
            Engine::Test => {
                let every = !self.program.features().arguments && answer::is_of_every_run(&run);
                answer::of_run(self.property, &run, every)
            }
            Engine::Fuzz => answer::of_run(self.property, &run, false),
        };
        if let Answer::Violated { bug, .. } = &mut answer {
            bug.place.file = self.program.shown(&bug.place.file);
            for p in &mut bug.stack {
                p.file = self.program.shown(&p.file);
            }
        }
        let timed = run["verdict"]["reason"]
            .as_str()
            .is_some_and(|r| r.contains("time"));
        let bound = run["verdict"]["kind"] == "proved-up-to";
        Ok(Said {
            engine,
            answer,
            cpu: turn.cpu,
            wants_more: turn.ended == Ended::Time || timed || bound,
            bugs: answer::bugs(&run),
            ends: (engine == Engine::Time).then(|| answer::ends(&run)),
        })
    }

    /// A run without a result: killed, crashed, or a program that is none.
    fn without_result(&self, engine: Engine, turn: &Turn) -> Result<Answer, Diagnostic> {
        let code = turn.code.unwrap_or_default();
        let refused = [ExitCode::BadInput as i32, ExitCode::Surroundings as i32].contains(&code);
        // `check` is asked first and says what is wrong with the program.
        if turn.ended == Ended::Itself && refused && engine != Engine::Fuzz {
            return Err(self.handed_on(&turn.stderr, code));
        }
        let reason = match turn.ended {
            Ended::Time => "the processor time was used up".to_string(),
            Ended::Memory => "the memory was used up".into(),
            Ended::Interrupted => "interrupted".into(),
            Ended::Itself => {
                let first = turn.stderr.lines().next().unwrap_or("no message");
                format!(
                    "everypath {} ended without a result: {}",
                    engine.verb(),
                    self.in_users_words(first)
                )
            }
        };
        Ok(Answer::Open { reason })
    }

    /// An engine's message as ours.
    fn handed_on(&self, stderr: &str, code: i32) -> Diagnostic {
        let text = self.in_users_words(stderr.trim());
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        // Functions of our own unit, and a flag that this verb has not.
        if text.contains("there is no function `main`") {
            return Diagnostic::bad_input("the program has no function `main`")
                .help("the runs that a property is about begin there");
        }
        if code == ExitCode::BadInput as i32 {
            Diagnostic::bad_input(text)
        } else {
            Diagnostic::surroundings(text)
        }
    }

    fn arguments(
        &self,
        engine: Engine,
        clock: Duration,
        out: &Path,
        asked: &Asked,
    ) -> Vec<OsString> {
        let mut a: Vec<OsString> = vec![engine.verb().into()];
        a.extend(asked.files.iter().map(OsString::from));
        let mut flag = |name: &str, value: OsString| {
            a.push(name.into());
            a.push(value);
        };
        flag("--timeout", format!("{}ms", clock.as_millis()).into());
        flag("--out", out.into());
        if let Some(clang) = &self.program.clang {
            flag("--clang", clang.into());
        }
        match engine {
            Engine::Check if !self.covers() => {
                flag("--property", self.property_file.into());
            }
            Engine::Check | Engine::Test => flag("--check", self.checks().into()),
            Engine::Fuzz => {
                let memory = (self.pool.engine_memory() / 2).min(2 << 30);
                flag("--run-memory", memory.to_string().into());
            }
            Engine::Time => {
                flag("--goal", "termination".into());
            }
        }
        if self.covers() {
            flag("--test-format", "xml".into());
        }
        if matches!(engine, Engine::Check | Engine::Test) {
            flag("--uninit", "input".into());
            if self.property != Property::NoOverflow {
                flag("--overflow", "wrap".into());
            }
        }
        if matches!(engine, Engine::Check | Engine::Test) {
            // By the rules it never does.
            a.push("--malloc-never-fails".into());
        }
        let mut flag = |name: &str, value: OsString| {
            a.push(name.into());
            a.push(value);
        };
        if engine != Engine::Fuzz {
            flag("--max-memory", self.pool.engine_memory().to_string().into());
        }
        match engine {
            Engine::Check => {
                a.push("--no-trace".into());
                if self.covers() {
                    a.push("--cover".into());
                    a.push("--closed".into());
                }
            }
            Engine::Test if self.property == Property::Cover(Goal::ErrorCall) => {
                a.push("--first-bug".into());
            }
            Engine::Time => a.push("--strict".into()),
            _ => {}
        }
        if self.program.m32 {
            a.push("--m32".into());
        }
        if self.program.isolation.no_isolation {
            a.push("--no-isolation".into());
        }
        a.push("--quiet".into());
        a.push("--".into());
        a.extend(asked.flags.iter().map(OsString::from));
        if engine == Engine::Fuzz && self.property != Property::NoOverflow {
            a.push("-fwrapv".into());
        }
        a
    }

    fn covers(&self) -> bool {
        matches!(self.property, Property::Cover(_))
    }

    /// What `test` checks: all that ends a run, as `check` has it for the
    /// property.
    fn checks(&self) -> &'static str {
        match self.property {
            Property::MemorySafety(m) if m.memtrack => "default,-abort,-oversized-shift,+leak",
            Property::MemoryCleanup => "default,-abort,-oversized-shift,+unfreed-memory",
            // The search ends at the first finding: it is to be this one.
            Property::Cover(Goal::ErrorCall) => "assertion-failure",
            _ => "default,-abort,-oversized-shift",
        }
    }
}
