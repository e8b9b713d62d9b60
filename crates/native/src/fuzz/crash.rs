//! From a crash to a bug: which one it is, a smaller input that shows it, and
//! what the sanitizer says about it.
//!
//! Two crashes are one bug when the sanitizer says the same about the same
//! stack of the user's frames. Cost: a crash whose raw frames were seen is one
//! look-up; a new one is run again alone and symbolised.

use super::executor::{Executor, Fuzzer, RunEnd, SANITIZER};
use crate::frames::{Frame, Symbols};
use crate::judge::{self, Context};
use crate::places;
use crate::sandbox::End;
use crate::sanitizer::{self, Access, Report, Tool};
use ep_base::outcome::{ErrorKind, Place};
use ep_base::Diagnostic;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Frames that tell one bug from another.
const FRAMES: usize = 4;

/// One kind of crash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crash {
    pub kind: ErrorKind,
    /// What the sanitizer says, in one line.
    pub message: String,
    /// Who says it.
    pub by: String,
    pub place: Place,
    /// Innermost first.
    pub stack: Vec<Place>,
    /// The sanitizer's whole text with resolved frames.
    pub text: String,
    /// It was seen again in a process of its own.
    pub repeated: bool,
}

/// All crashes of a run by what they are.
pub struct Triage {
    /// Of each build that crashed, by its program.
    symbols: HashMap<PathBuf, Symbols>,
    /// Crash by its raw report, and by its resolved stack.
    raw: HashMap<u64, usize>,
    resolved: HashMap<u64, usize>,
    time: Duration,
}

impl Triage {
    /// No crash yet. `time` is the limit of a run.
    pub fn new(time: Duration) -> Self {
        Triage {
            symbols: HashMap::new(),
            raw: HashMap::new(),
            resolved: HashMap::new(),
            time,
        }
    }

    /// Where the first report of a log is, innermost first.
    pub fn places(&mut self, fuzzer: &Fuzzer, log: &str) -> Vec<Place> {
        let reports = sanitizer::parse(log);
        let symbols = self.symbols_of(fuzzer);
        let of = |r: &Report| {
            let all = symbols.resolve(&r.frames);
            stack(r, &all, &places::user_frames(&all, &fuzzer.built.runtime))
        };
        reports.first().map(of).unwrap_or_default()
    }

    fn symbols_of(&mut self, fuzzer: &Fuzzer) -> &Symbols {
        let program = fuzzer.program().to_path_buf();
        let open = || fuzzer.symbols();
        self.symbols.entry(program).or_insert_with(open)
    }

    /// Which crash of this build it is: its number, and what it is if it is
    /// new.
    pub fn classify(&mut self, fuzzer: &Fuzzer, input: &[u8], log: &str) -> (usize, Option<Crash>) {
        let raw = raw_key(log);
        if let Some(&i) = self.raw.get(&raw) {
            return (i, None);
        }
        let crash = self.describe(fuzzer, input, log);
        let mut h = DefaultHasher::new();
        crash.kind.hash(&mut h);
        for p in crash.stack.iter().take(FRAMES) {
            (&p.file, p.line, &p.function).hash(&mut h);
        }
        if crash.stack.is_empty() {
            crash.message.hash(&mut h);
        }
        let key = h.finish();
        if let Some(&i) = self.resolved.get(&key) {
            self.raw.insert(raw, i);
            return (i, None);
        }
        let i = self.resolved.len();
        self.resolved.insert(key, i);
        self.raw.insert(raw, i);
        (i, Some(crash))
    }

    fn describe(&mut self, fuzzer: &Fuzzer, input: &[u8], log: &str) -> Crash {
        // Standard error tells an assertion from an abort.
        let again = fuzzer.alone(input, self.time * 4, false);
        let time = self.time * 4;
        let symbols = self.symbols_of(fuzzer);
        let (repeated, log, stderr) = match again {
            Ok((end, text, stderr)) => {
                let crashed = matches!(end, End::Signaled(_) | End::Exited(SANITIZER));
                let log = if text.is_empty() {
                    log.to_string()
                } else {
                    text
                };
                (crashed, log, stderr)
            }
            Err(_) => (false, log.to_string(), String::new()),
        };
        let reports = sanitizer::parse(&log);
        let Some(report) = reports.first() else {
            return Crash {
                kind: ErrorKind::Abort,
                message: log
                    .lines()
                    .next()
                    .unwrap_or("ended by a signal")
                    .to_string(),
                by: "the system".into(),
                place: Place::default(),
                stack: Vec::new(),
                text: log,
                repeated,
            };
        };
        let all = symbols.resolve(&report.frames);
        let frames = places::user_frames(&all, &fuzzer.built.runtime);
        let mut kind = kind_of(report, &stderr);
        let stack = stack(report, &all, &frames);
        if kind == ErrorKind::OutOfBoundsRead
            && report.tool == Tool::Undefined
            && writes(fuzzer, symbols, input, time, stack.first())
        {
            kind = ErrorKind::OutOfBoundsWrite;
        }
        let assertion = stderr.lines().find(|l| l.contains("Assertion `"));
        let message = match assertion {
            Some(line) if kind == ErrorKind::AssertionFailure => {
                let from = line.find("Assertion `").unwrap_or(0);
                line[from..].trim().to_string()
            }
            _ if kind == ErrorKind::Abort && report.what == "ABRT" => "`abort` is called".into(),
            _ if kind == ErrorKind::UninitialisedRead => {
                "content that nobody wrote decides something (--uninit input takes it for any value)".into()
            }
            _ => judge::words(report),
        };
        Crash {
            kind,
            message,
            by: report.tool.name().to_string(),
            place: stack.first().cloned().unwrap_or_default(),
            stack,
            text: resolved_text(&log, symbols),
            repeated,
        }
    }

    /// Whether a report is of this crash. Another one is not described here:
    /// its frames decide.
    pub fn is(&self, number: usize, log: &str) -> bool {
        self.raw.get(&raw_key(log)) == Some(&number)
    }

    /// A smaller input with the same crash, as `is_same` tells from a report:
    /// pieces are left out, large ones first, then bytes are made `0`. Ends
    /// after 4000 runs or at `until`.
    ///
    /// # Errors
    /// The native program cannot be run.
    pub fn minimise(
        executor: &mut Executor<'_>,
        input: &[u8],
        fixed_length: bool,
        until: Instant,
        is_same: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<u8>, Diagnostic> {
        let mut best = input.to_vec();
        let mut runs = 0;
        let mut same = |candidate: &[u8]| -> Result<Option<bool>, Diagnostic> {
            runs += 1;
            if runs > 4000 || Instant::now() >= until {
                return Ok(None);
            }
            Ok(Some(match executor.run(candidate)?.end {
                RunEnd::Crash { log } => is_same(&log),
                _ => false,
            }))
        };
        let mut piece = if fixed_length {
            0
        } else {
            best.len().next_power_of_two() / 2
        };
        while piece > 0 {
            let mut at = 0;
            while at < best.len() {
                let mut candidate = best.clone();
                candidate.drain(at..(at + piece).min(best.len()));
                match same(&candidate)? {
                    None => return Ok(best),
                    Some(true) => best = candidate,
                    Some(false) => at += piece,
                }
            }
            piece /= 2;
        }
        for i in 0..best.len().min(1024) {
            if best[i] == b'0' {
                continue;
            }
            let mut candidate = best.clone();
            candidate[i] = b'0';
            match same(&candidate)? {
                None => break,
                Some(true) => best = candidate,
                Some(false) => {}
            }
        }
        Ok(best)
    }
}

/// Where UndefinedBehaviorSanitizer reads its options.
pub(super) const UNDEFINED: &str = "UBSAN_OPTIONS";

/// What every sanitizer is told.
pub(super) fn options(folder: &Path) -> String {
    format!(
        "symbolize=0:log_path={}:handle_abort=1:handle_sigill=1:handle_sigtrap=1:\
         handle_sigfpe=1:detect_leaks=0:detect_stack_use_after_return=0:\
         allocator_may_return_null=1:print_stacktrace=1:print_legend=0:print_summary=0:\
         exitcode={SANITIZER}:coverage=0:stack_trace_format=DEFAULT:abort_on_error=0:\
         quarantine_size_mb=16:thread_local_quarantine_size_kb=64:malloc_context_size=8",
        folder.join("sanitizer").display()
    )
}

/// The environment of a run under the sanitizers.
pub(super) fn replay_environment(folder: &Path, work: &Path) -> Vec<(&'static str, String)> {
    let options = options(folder);
    vec![
        ("PATH", "/usr/bin:/bin".to_string()),
        ("LANG", "C".to_string()),
        ("HOME", work.display().to_string()),
        ("TMPDIR", work.display().to_string()),
        ("ASAN_OPTIONS", options.clone()),
        ("MSAN_OPTIONS", options.clone()),
        (UNDEFINED, format!("{options}:halt_on_error=1")),
    ]
}

/// Whether the access behind a bad index is a write: the check speaks of the
/// index alone, so the run goes on to the access, and AddressSanitizer names it
/// where it leaves the object. One that stays in the object is not told apart.
fn writes(
    fuzzer: &Fuzzer,
    symbols: &Symbols,
    input: &[u8],
    time: Duration,
    place: Option<&Place>,
) -> bool {
    let Ok((_, log, _)) = fuzzer.alone(input, time, true) else {
        return false;
    };
    let reports = sanitizer::parse(&log);
    let Some(report) = reports.iter().find(|r| r.access.is_some()) else {
        return false;
    };
    let all = symbols.resolve(&report.frames);
    let frames = places::user_frames(&all, &fuzzer.built.runtime);
    let here = stack(report, &all, &frames);
    let same = |a: &Place, b: &Place| a.line == b.line && a.function == b.function;
    let at = here.first().zip(place);
    report.access == Some(Access::Write) && at.is_some_and(|(a, b)| same(a, b))
}

/// What a report says before its frames are resolved.
fn raw_key(log: &str) -> u64 {
    let mut h = DefaultHasher::new();
    match sanitizer::parse(log).first() {
        Some(r) => {
            // Numbers in the text (values, addresses) differ from run to run.
            r.what
                .split(|c: char| c.is_ascii_digit())
                .for_each(|w| w.hash(&mut h));
            // Handlers of several sites may be one call in optimised code.
            r.site.hash(&mut h);
            for f in r.frames.iter().take(12) {
                (&f.module, f.offset).hash(&mut h);
            }
        }
        None => log.hash(&mut h),
    }
    h.finish()
}

/// The kind of error that fits the report best.
fn kind_of(report: &Report, stderr: &str) -> ErrorKind {
    let context = Context {
        stderr,
        replay: "",
        division_overflow: false,
    };
    let first = [ErrorKind::NullDereference, ErrorKind::AssertionFailure];
    first
        .into_iter()
        .chain(ErrorKind::ALL)
        .find(|k| judge::fits(*k, report, &context))
        .unwrap_or(ErrorKind::Abort)
}

/// Where a report is, innermost first. Optimised code calls the handler of
/// several sites in one place, which then has no line: the report says which it
/// is.
fn stack(report: &Report, all: &[Frame], frames: &[Frame]) -> Vec<Place> {
    let function = |f: &Frame| match f.function.as_str() {
        "ep_user_main" => "main".to_owned(),
        other => other.to_owned(),
    };
    let mut out: Vec<Place> = frames
        .iter()
        .filter(|f| f.line > 0)
        .map(|f| Place {
            file: f.file.clone(),
            line: f.line,
            column: 0,
            function: function(f),
        })
        .collect();
    let merged = all
        .first()
        .filter(|f| f.line == 0 && !f.function.is_empty());
    if let (Some((file, line)), true) = (&report.site, out.is_empty() || merged.is_some()) {
        // As the symbols name the file, which may be by its whole path.
        let named = merged
            .map(|f| &f.file)
            .filter(|f| f.ends_with(file.as_str()));
        let place = Place {
            file: named.unwrap_or(file).clone(),
            line: *line,
            column: 0,
            function: merged.map(function).unwrap_or_default(),
        };
        out.insert(0, place);
    }
    out
}

/// The text with functions and lines behind each frame.
fn resolved_text(log: &str, symbols: &Symbols) -> String {
    let mut out = String::new();
    for line in log.lines() {
        out.push_str(line);
        if let Some(raw) = sanitizer::frame(line) {
            if let Some(f) = symbols.resolve(&[raw]).first().filter(|f| f.line > 0) {
                out.push_str(&format!(" {} {}:{}", f.function, f.file, f.line));
            }
        }
        out.push('\n');
    }
    out
}
