//! The native side as its users see it: [`Native::confirm`] for a bug,
//! [`Native::run_plain`] for a test case.

use crate::compile::{self, Built, Set};
use crate::contracts;
use crate::counting::HeadPlace;
use crate::frames::{Frame, Symbols};
use crate::judge::{self, Context};
use crate::places;
use crate::program::{Limits, NativeProgram};
use crate::record;
use crate::sandbox::isolation::Isolation;
use crate::sandbox::{self, End, Job, Quota, Ran, Trust};
use crate::sanitizer::{self, Report, Tool};
use ep_base::outcome::{Bug, Confirmation, ErrorKind, Input, Place};
use ep_base::Diagnostic;
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// The native side of one program. Builds are made when they are first needed
/// and kept; everything lies in one scratch folder that goes when this goes.
pub struct Native {
    pub(crate) program: NativeProgram,
    pub(crate) limits: Limits,
    pub(crate) scratch: TempDir,
    builds: HashMap<Set, Result<Program, String>>,
    isolation: Isolation,
    /// Threads that the user had at the start, for the limit on processes.
    threads_before: u64,
    notes: Vec<String>,
    runs: u64,
    /// How long a watched run may take.
    pub(crate) watch_limit: Duration,
    /// Inputs from this one on are handed out over and over.
    pub(crate) again: Option<u32>,
}

/// A build with its symbols.
struct Program {
    built: Built,
    symbols: Symbols,
}

/// How the replay of the inputs went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayEnd {
    /// Every question was answered from the record.
    Followed,
    /// The program asked for another input than the recorded one.
    Diverged(String),
    /// An assumption (`klee_assume`, ...) did not hold.
    AssumptionFailed(String),
    /// The program ended itself silently (`klee_silent_exit`).
    Silent,
    /// An error function (`reach_error`, `klee_abort`, ...) was reached.
    Error(String),
}

/// The result of a run without sanitizers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunResult {
    /// How the process ended.
    pub end: End,
    /// Its standard output, cut at [`Limits::output`].
    pub stdout: Vec<u8>,
    /// Its standard error, cut likewise.
    pub stderr: Vec<u8>,
    /// How the inputs were used.
    pub replay: ReplayEnd,
}

/// What one run left.
pub(crate) struct Evidence {
    ran: Ran,
    replay_log: String,
    pub(crate) sanitizer_log: String,
    time_log: String,
}

impl Evidence {
    /// How the inputs were used.
    pub(crate) fn replay(&self) -> Result<ReplayEnd, String> {
        replay_end(&self.replay_log)
    }

    /// What `runtime/replay/time.c` wrote.
    pub(crate) fn time_log(&self) -> &str {
        &self.time_log
    }

    pub(crate) fn timed_out(&self) -> bool {
        matches!(self.ran.end, End::TimedOut(_))
    }

    /// The end of a run without any report.
    pub(crate) fn words(&self) -> String {
        match self.ran.end {
            End::Exited(status) => format!("the native run ended normally with status {status}"),
            End::Signaled(signal) => {
                format!("the native run was ended by signal {signal} without a report")
            }
            End::TimedOut(time) => format!("timeout after {} s", seconds(time)),
            End::Stopped(excess) => {
                format!("the native run was stopped: too many {}", excess.words())
            }
        }
    }
}

/// Whether a bug was not confirmed since the program could not be built.
pub fn failed_to_build(confirmation: &Confirmation) -> bool {
    matches!(confirmation, Confirmation::NotConfirmed { reason } if reason.starts_with(compile::NO_BUILD))
}

impl Native {
    /// Prepares a scratch folder; nothing is built yet.
    ///
    /// # Errors
    /// The scratch folder cannot be made.
    pub fn new(program: NativeProgram, limits: Limits) -> Result<Native, Diagnostic> {
        let parent = program.scratch.clone().unwrap_or_else(std::env::temp_dir);
        let scratch = tempfile::Builder::new()
            .prefix("everypath-native-")
            .tempdir_in(&parent)
            .map_err(|e| {
                Diagnostic::surroundings(format!(
                    "cannot make a scratch folder in {}: {e}",
                    parent.display()
                ))
                .help("set TMPDIR to a folder that can be written, or use --no-native")
            })?;
        let isolation = Isolation::probe(limits.isolation, scratch.path());
        let notes = isolation.notes();
        Ok(Native {
            program,
            limits,
            scratch,
            builds: HashMap::new(),
            isolation,
            threads_before: sandbox::threads_of_user(),
            notes,
            runs: 0,
            watch_limit: Duration::from_secs(1),
            again: None,
        })
    }

    /// What the user should know about the runs, one sentence each.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Builds (once per sanitizer set), runs the bug's input and compares.
    pub fn confirm(&mut self, bug: &Bug) -> Confirmation {
        match self.try_confirm(bug) {
            Ok(confirmation) => confirmation,
            Err(reason) => Confirmation::NotConfirmed { reason },
        }
    }

    /// Runs the inputs without sanitizers, as the user's own build would.
    ///
    /// # Errors
    /// The program does not build or cannot be started.
    pub fn run_plain(&mut self, inputs: &[Input]) -> Result<RunResult, Diagnostic> {
        let evidence = self
            .run(Set::Plain, inputs, Unfreed::NotAsked)
            .map_err(Diagnostic::surroundings)?;
        let replay = replay_end(&evidence.replay_log).map_err(Diagnostic::defect)?;
        Ok(RunResult {
            end: evidence.ran.end,
            stdout: evidence.ran.stdout,
            stderr: evidence.ran.stderr,
            replay,
        })
    }

    fn try_confirm(&mut self, bug: &Bug) -> Result<Confirmation, String> {
        let set = match bug.kind {
            ErrorKind::UninitialisedRead => Set::Memory,
            _ if contracts::at_return(bug) && contracts::can_be_checked(&self.program) => {
                Set::Contracts
            }
            _ => Set::Address,
        };
        let evidence = self.run(set, &bug.inputs, Unfreed::of(bug.kind))?;
        let program = match self.builds.get(&set) {
            Some(Ok(program)) => program,
            _ => return Err(compile::NO_BUILD.into()),
        };
        let sites = places::predicted_sites(bug, &self.program);
        let stderr = String::from_utf8_lossy(&evidence.ran.stderr);
        let mut context = Context {
            stderr: &stderr,
            replay: &evidence.replay_log,
            division_overflow: false,
        };
        let reports = sanitizer::parse(&evidence.sanitizer_log);
        // The best refusal so far: of the right kind, else the last report.
        let mut other: Option<(bool, String)> = None;
        for report in &reports {
            let frames = program.symbols.resolve(&report.frames);
            let mut frames = places::user_frames(&frames, &program.built.runtime);
            if evidence.replay_log.contains(UNMET) && frames.len() > 1 {
                frames.remove(0);
            }
            let right_kind = judge::fits(bug.kind, report, &context);
            let right_frame = contracts::frame_broken(bug, &evidence.replay_log);
            if right_kind && (right_frame || right_place(bug, report, &frames, &sites)) {
                return Ok(Confirmation::Confirmed {
                    by: report.tool.name().to_string(),
                    message: format!("{}{}", judge::words(report), at(report, &frames)),
                });
            }
            context.division_overflow |= report.what.starts_with("division of");
            if right_kind || !other.as_ref().is_some_and(|o| o.0) {
                let text = format!("{}{}", judge::words(report), at(report, &frames));
                other = Some((right_kind, text));
            }
        }
        Err(self.refusal(bug, &evidence, other, &sites))
    }

    /// Why the run is no confirmation, most telling reason first.
    fn refusal(
        &self,
        bug: &Bug,
        evidence: &Evidence,
        other: Option<(bool, String)>,
        sites: &[&Place],
    ) -> String {
        let mut reason = match (replay_end(&evidence.replay_log), other) {
            (Err(why), _) => why,
            (Ok(ReplayEnd::AssumptionFailed(why)), _) => {
                format!("an assumption does not hold natively: {why}")
            }
            (Ok(ReplayEnd::Diverged(why)), _) => {
                format!("the native run left the predicted path: {why}")
            }
            (_, Some((true, text))) => {
                let wanted = sites.last().map(|p| format!("{}:{}", p.file, p.line));
                format!(
                    "the same kind of error at another place: {text}, predicted at {}",
                    wanted.unwrap_or_default()
                )
            }
            (_, Some((false, text))) => format!("a different error: {text}"),
            (_, None) => self.silent_end(evidence),
        };
        if let Some(why) = record::beyond_control(&bug.inputs) {
            reason = format!("{reason}; {why}");
        }
        reason
    }

    /// The end of a run without any report.
    fn silent_end(&self, evidence: &Evidence) -> String {
        if evidence.sanitizer_log.contains("hard rss limit exhausted") {
            return format!(
                "the native run took more than {} MiB of memory",
                self.limits.memory >> 20
            );
        }
        if evidence
            .sanitizer_log
            .contains("LeakSanitizer has encountered a fatal error")
        {
            return "LeakSanitizer cannot trace processes here (ptrace is not permitted)".into();
        }
        // Said where the sanitizer can write by then: the log, or standard error.
        let text = String::from_utf8_lossy(&evidence.ran.stderr);
        let failed = "ReserveShadowMemoryRange failed";
        if text.contains(failed) || evidence.sanitizer_log.contains(failed) {
            return "the sanitizer cannot reserve its memory: lift the limit on address space (ulimit -v unlimited)".into();
        }
        evidence.words()
    }

    /// Builds if needed and runs in a fresh folder.
    pub(crate) fn run(
        &mut self,
        set: Set,
        inputs: &[Input],
        unfreed: Unfreed,
    ) -> Result<Evidence, String> {
        let path = self.built(set)?;
        self.runs += 1;
        let folder = self.scratch.path().join(format!("run{}", self.runs));
        let result = self.run_in(&folder, &path, set, inputs, unfreed);
        // What stays goes with the scratch folder.
        let _ = fs::remove_dir_all(&folder);
        result
    }

    /// The loop heads that a watched build knows.
    pub(crate) fn heads_of(&self, set: Set) -> Vec<HeadPlace> {
        match self.builds.get(&set) {
            Some(Ok(program)) => program.built.heads.clone(),
            _ => Vec::new(),
        }
    }

    pub(crate) fn built(&mut self, set: Set) -> Result<PathBuf, String> {
        if !self.builds.contains_key(&set) {
            let built = compile::build(&self.program, &self.limits, self.scratch.path(), set);
            let program = built.map(|built| Program {
                symbols: Symbols::open(&built.path),
                built,
            });
            self.builds.insert(set, program);
        }
        match self.builds.get(&set) {
            Some(Ok(program)) => Ok(program.built.path.clone()),
            Some(Err(why)) => Err(why.clone()),
            None => Err(compile::NO_BUILD.into()),
        }
    }

    fn run_in(
        &self,
        folder: &Path,
        program: &Path,
        set: Set,
        inputs: &[Input],
        unfreed: Unfreed,
    ) -> Result<Evidence, String> {
        let work = folder.join("work");
        let replay = folder.join("replay");
        let replay_log = folder.join("replay.log");
        let sanitizer_log = folder.join("sanitizer");
        let cannot = |e: io::Error| format!("cannot write {}: {e}", folder.display());
        fs::create_dir_all(&work).map_err(cannot)?;
        fs::write(&replay, record::replay_file(inputs)).map_err(cannot)?;
        let stdin = record::stdin_bytes(inputs);
        let stdin_file = folder.join("stdin");
        if !stdin.is_empty() {
            fs::write(&stdin_file, &stdin).map_err(cannot)?;
        }
        let log = sanitizer_log.display();
        let megabytes = (self.limits.memory >> 20).max(64);
        // `print_stacktrace` is for undefined behaviour; a report that stops
        // the run must not be followed by a register dump of the next signal.
        let options = format!(
            "symbolize=0:log_path={log}:handle_abort=1:handle_sigill=1:handle_sigtrap=1:\
             detect_leaks={}:detect_stack_use_after_return=1:allocator_may_return_null=1:\
             hard_rss_limit_mb={megabytes}:print_stacktrace=1:print_legend=0:\
             dump_instruction_bytes=1:\
             print_summary=0:exitcode=1:coverage=0:stack_trace_format=DEFAULT",
            u8::from(unfreed != Unfreed::NotAsked)
        );
        for (name, content) in record::files(inputs) {
            let path = work.join(name);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).map_err(cannot)?;
            }
            fs::write(path, content).map_err(cannot)?;
        }
        let mut env: Vec<(&str, OsString)> = vec![
            ("PATH", "/usr/bin:/bin".into()),
            ("LANG", "C".into()),
            ("HOME", work.clone().into()),
            ("TMPDIR", work.clone().into()),
            ("EVERYPATH_REPLAY", replay.clone().into()),
            ("EVERYPATH_REPLAY_LOG", replay_log.clone().into()),
            ("ASAN_OPTIONS", options.clone().into()),
            ("UBSAN_OPTIONS", options.clone().into()),
            ("MSAN_OPTIONS", options.clone().into()),
            ("LSAN_OPTIONS", unfreed.options().into()),
        ];
        if !self.program.devices.is_empty() {
            let devices = self.program.devices.iter();
            let ranges: Vec<String> = devices.map(|(b, n)| format!("0x{b:x}:0x{n:x}")).collect();
            env.push(("EVERYPATH_DEVICES", ranges.join(",").into()));
        }
        let own = record::variables(inputs)
            .map(|(name, value)| (name, OsStr::from_bytes(value).to_os_string()));
        env.extend(own);
        if matches!(set, Set::Count | Set::Watch) {
            let limit = self.watch_limit.as_millis().to_string();
            env.push(("EVERYPATH_TIME_LOG", folder.join("time.log").into()));
            env.push(("EVERYPATH_TIME_LIMIT", limit.into()));
            if let Some(from) = self.again {
                env.push(("EVERYPATH_REPLAY_AGAIN", from.to_string().into()));
            }
        }
        let mut profiles = Vec::new();
        if set == Set::Coverage {
            let folder = self.scratch.path().join("profiles");
            fs::create_dir_all(&folder).map_err(cannot)?;
            // One file per build (%m), mapped into the process (%c).
            env.push(("LLVM_PROFILE_FILE", folder.join("%c%m.profraw").into()));
            profiles.push(folder);
        }
        let ran = Job {
            program,
            argv: &record::arguments(inputs),
            env: Some(env),
            folder: Some(&work),
            stdin: (!stdin.is_empty()).then_some(stdin_file),
            time: self.limits.time,
            // The shadow memory of the sanitizers is terabytes of address space.
            address_space: (set == Set::Plain).then_some(self.limits.memory),
            processes: Some(self.threads_before + self.limits.processes),
            file_size: Some(self.limits.file_size),
            stack: Some(self.limits.stack),
            output: self.limits.output,
            trust: Trust::Walls {
                isolation: &self.isolation,
                own: folder,
                also: &profiles,
                quota: Quota::default(),
            },
            stop: ep_base::Stop::never(),
        }
        .run()
        .map_err(|e| format!("the native build cannot be started: {e}"))?;
        Ok(Evidence {
            ran,
            replay_log: read_text(&replay_log),
            sanitizer_log: sanitizer_logs(folder),
            time_log: read_text(&folder.join("time.log")),
        })
    }
}

/// Which blocks that are left at the end are reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unfreed {
    NotAsked,
    /// Those that nothing points to.
    Lost,
    /// All of them.
    All,
}

impl Unfreed {
    fn of(kind: ErrorKind) -> Unfreed {
        match kind {
            ErrorKind::Leak => Unfreed::Lost,
            ErrorKind::UnfreedMemory => Unfreed::All,
            _ => Unfreed::NotAsked,
        }
    }

    /// What LeakSanitizer is told: without roots every block is lost.
    fn options(self) -> &'static str {
        match self {
            Unfreed::All => {
                "max_leaks=64:use_globals=0:use_stacks=0:use_registers=0:use_tls=0:use_poisoned=1"
            }
            _ => "max_leaks=64",
        }
    }
}

/// What the replay says where a function is called and its contract's
/// requirement does not hold: the fault, and so the place, is the caller's.
const UNMET: &str = "error: ep_requires(";

/// Whether a report stands where the bug was predicted.
fn right_place(bug: &Bug, report: &Report, frames: &[Frame], sites: &[&Place]) -> bool {
    let named = report
        .site
        .as_ref()
        .is_some_and(|(file, line)| places::matches(file, *line, sites));
    if named {
        return true;
    }
    match bug.kind {
        // Which frame hits the guard page is a matter of frame sizes; the
        // recursion is the one that passes through a predicted place.
        ErrorKind::UnboundedRecursion => {
            let stack: Vec<&Place> = std::iter::once(&bug.place).chain(&bug.stack).collect();
            frames
                .iter()
                .any(|f| places::matches(&f.file, f.line, &stack))
                || frames
                    .first()
                    .is_some_and(|f| stack.iter().any(|p| p.function == f.function))
        }
        _ => places::native_sites(frames)
            .iter()
            .any(|f| places::matches(&f.file, f.line, sites)),
    }
}

/// ` at file:line in f`, as far as known.
fn at(report: &Report, frames: &[Frame]) -> String {
    match (frames.first(), &report.site) {
        (Some(f), _) if report.tool != Tool::Undefined => {
            format!(" at {}:{} in {}", short(&f.file), f.line, f.function)
        }
        (_, Some((file, line))) => format!(" at {}:{line}", short(file)),
        _ => String::new(),
    }
}

/// The file's name without its folders, for messages.
pub(crate) fn short(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

fn seconds(time: std::time::Duration) -> String {
    let text = format!("{:.1}", time.as_secs_f64());
    text.strip_suffix(".0").unwrap_or(&text).to_string()
}

fn read_text(path: &Path) -> String {
    fs::read(path)
        .map(|b| String::from_utf8_lossy(&b).into_owned())
        .unwrap_or_default()
}

/// `sanitizer.<pid>` of the process and of its children, oldest first.
fn sanitizer_logs(folder: &Path) -> String {
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .map(|entries| entries.flatten().map(|e| e.path()).collect())
        .unwrap_or_default();
    files.retain(|p| {
        p.file_name()
            .is_some_and(|n| n.to_string_lossy().starts_with("sanitizer."))
    });
    files.sort();
    files.iter().map(|p| read_text(p)).collect()
}

/// The first word of the replay log says what happened.
fn replay_end(log: &str) -> Result<ReplayEnd, String> {
    let Some(line) = log.lines().last() else {
        return Ok(ReplayEnd::Followed);
    };
    let (word, rest) = line.split_once(": ").unwrap_or((line, ""));
    let rest = rest.to_string();
    match word {
        "diverged" => Ok(ReplayEnd::Diverged(rest)),
        "assumption" => Ok(ReplayEnd::AssumptionFailed(rest)),
        "silent" => Ok(ReplayEnd::Silent),
        "error" => Ok(ReplayEnd::Error(rest)),
        _ => Err(format!("the replay file cannot be read: {rest}")),
    }
}
