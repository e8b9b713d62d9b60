//! What runs take, measured: the build whose numbers a memory bound is for.
//!
//! Idea: the user's sources are compiled once, with the user's own flags; these
//! objects are linked three times. In one program the entry runs on a painted stack
//! and nothing else is touched: its machine code is what [`crate::machine`]
//! reads, and how far the paint is gone is its stack. In the other `malloc` and
//! its kin are counted, the program's calls apart from the library's own; in the third
//! the paint is looked at whenever a block comes or goes ([`both`]). All
//! leave their marks in a mapped file, so that a crash or an `exit` in the
//! middle loses nothing. Alternatives: counting in the painted program would
//! paint the counters' frames too; single steps cost a thousand times more.
//! Cost: one compilation, three links, some milliseconds a run.
//!
//! Paint is what differs from what it was: two runs with two paints, and for
//! frames that align themselves one for each alignment that the ABI leaves
//! open.

mod both;
mod build;
mod fire;
mod harness;
mod heap;
mod interrupted;
mod kept;
mod library;
mod mathematics;
mod posix;
mod wrapper;

pub use build::{MeasuredProgram, Realloc};
pub use heap::InUse;
pub use kept::Kept;
pub use library::{measurable, sorts, standard, Floats, Formats, Scanned, STREAMS};
pub use mathematics::mathematical;

use crate::machine::Code;
use crate::record;
use crate::sandbox::isolation::Isolation;
use crate::sandbox::{End, Job, Quota, Trust};
use ep_base::outcome::Input;
use ep_harness::entry::measured::symbol;
use fire::Fire;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What one input took, in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measured {
    /// The stack below the caller of the entry; none where it overflowed what
    /// was given or where the program cannot be run.
    pub stack: Option<u64>,
    /// The most that the program's blocks took at one time.
    pub heap: u64,
    /// The most that the library's own blocks took at one time.
    pub library: u64,
    /// What was taken by stack and heap together; at least this much where handlers
    /// fire.
    pub both: u64,
    /// The largest block.
    pub largest: u64,
    /// The most blocks at one time.
    pub blocks: u64,
    /// Blocks that were left when the entry returned, in bytes.
    pub net: u64,
    /// The entry returned.
    pub returned: bool,
    /// How the painted run ended.
    pub end: End,
    /// The runs followed the recorded input.
    pub followed: bool,
    /// The run that counts blocks ended by itself.
    counted_end: bool,
}

impl Measured {
    /// Its time ended it.
    pub fn timed_out(&self) -> bool {
        matches!(self.end, End::TimedOut(_))
    }
}

/// Both programs, built.
pub struct Measurement {
    program: MeasuredProgram,
    scratch: tempfile::TempDir,
    painted: PathBuf,
    counted: PathBuf,
    both: PathBuf,
    harness: BTreeSet<String>,
    stubs: BTreeSet<String>,
    code: Code,
    /// From the stack pointer that the runtime sets to the entry's caller.
    caller: u64,
    isolation: Isolation,
    runs: u64,
}

const PAGE: u64 = 4096;
const MAGIC: u64 = 0x4550_534d_4152_4b31;
/// What the runtime leaves above the first call.
const ABOVE: u64 = 8192;
/// So far below the caller the paint is looked at whenever a block comes or goes.
const WATCH: u64 = 256 << 10;
/// Bytes of stack that a run gets beyond what is asked for.
const SLACK: u64 = 64 << 10;

impl Measurement {
    /// Compiles and links.
    ///
    /// # Errors
    /// One sentence: the program does not build, or its code cannot be read.
    pub fn build(program: MeasuredProgram) -> Result<Measurement, String> {
        let scratch = tempfile::Builder::new()
            .prefix("everypath-measure-")
            .tempdir()
            .map_err(|e| format!("cannot make a scratch folder: {e}"))?;
        let isolation = Isolation::probe(program.isolation, scratch.path());
        let built = build::build(&program, scratch.path())?;
        let flags = program.flags.clone();
        let how = |m| crate::machine::HowBuilt::of(&flags, m);
        let mut code = crate::machine::read(&built.painted, &how, &program.stop)?;
        code.outside("__wrap_", &built.harness);
        code.without(&built.stubs);
        // Without what the runtime and the C library have.
        code.statics = built.statics;
        let caller = wrapper::depth(&code, &program.entry).unwrap_or(0);
        Ok(Measurement {
            program,
            scratch,
            painted: built.painted,
            counted: built.counted,
            both: built.both,
            harness: built.harness,
            stubs: built.stubs,
            code,
            caller,
            isolation,
            runs: 0,
        })
    }

    /// From now on a run may take this long.
    pub fn limit(&mut self, time: Duration) {
        self.program.time = time;
    }

    /// From now on functions of the library are measured until then.
    pub fn until(&mut self, stop: ep_base::Stop) {
        self.program.stop = stop;
    }

    /// The machine code of the painted program.
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// Functions that hand out inputs: a call of one takes its return address
    /// and no more.
    pub fn harness(&self) -> &BTreeSet<String> {
        &self.harness
    }

    /// Functions that are in no source and in no library: runs that call one are
    /// left out.
    pub fn stubs(&self) -> &BTreeSet<String> {
        &self.stubs
    }

    /// The symbol of the entry in the machine code.
    pub fn entry_symbol(&self) -> String {
        symbol(self.program.entry.function()).to_owned()
    }

    /// The compiler's first line about itself.
    pub fn compiler(&self) -> String {
        build::version(&self.program)
    }

    /// What library functions take of the stack, measured with arguments that
    /// make them work hard; those that are not known here are left out.
    ///
    /// # Errors
    /// One sentence: the probe cannot be built or run.
    pub fn library(
        &self,
        names: &[String],
        (formats, sorted): (&Formats, &[(u64, u64)]),
    ) -> Result<BTreeMap<String, u64>, String> {
        library::measure(
            &self.program,
            self.scratch.path(),
            names,
            (formats, sorted),
            self.isolation.network(),
        )
    }

    /// What `malloc` and its kin, and those of the names that are functions of
    /// streams, take of the stack once the heap is there, measured while at most
    /// `blocks` blocks of at most `largest` bytes live; nothing where the heap
    /// may have to grow.
    ///
    /// # Errors
    /// One sentence: the probe cannot be built or run.
    pub fn heap_in_use(
        &self,
        largest: u64,
        blocks: u64,
        (names, floats): (&[String], Floats),
    ) -> Result<BTreeMap<String, InUse>, String> {
        heap::measure(
            &self.program,
            self.scratch.path(),
            (largest, blocks),
            (names, floats),
            self.isolation.network(),
        )
    }

    /// Runs the input: twice painted for each of the `shifts` of the stack's
    /// begin (multiples of 16), once counted.
    ///
    /// # Errors
    /// One sentence: the program cannot be started.
    pub fn run(
        &mut self,
        inputs: &[Input],
        stack: u64,
        shifts: &[u64],
    ) -> Result<Measured, String> {
        self.measured(inputs, stack, shifts, None)
    }

    fn measured(
        &mut self,
        inputs: &[Input],
        stack: u64,
        shifts: &[u64],
        fire: Option<&Fire>,
    ) -> Result<Measured, String> {
        let size = size(stack);
        let mut out: Option<Measured> = None;
        for shift in shifts {
            for paint in [0xa5u8, 0x5a] {
                let painted = self.painted.clone();
                let (page, ran, log) = self.one(&painted, inputs, (size, *shift, paint), fire)?;
                let used = used(&page, paint, self.caller)?;
                let exited = matches!(ran, End::Exited(_));
                let seen = out.get_or_insert(Measured {
                    stack: Some(0),
                    heap: 0,
                    library: 0,
                    both: 0,
                    largest: 0,
                    blocks: 0,
                    net: 0,
                    returned: false,
                    end: ran,
                    followed: log.is_empty(),
                    counted_end: false,
                });
                if !exited {
                    seen.end = ran;
                }
                seen.stack = match (seen.stack, used) {
                    (Some(a), Some(b)) => Some(a.max(b)),
                    _ => None,
                };
                seen.returned = word(&page, 3) != 0;
                seen.followed &= log.is_empty();
            }
        }
        let counted = self.counted.clone();
        let (page, ran, _) = self.one(&counted, inputs, (size, 0, 0), fire)?;
        let Some(mut m) = out else {
            return Err("nothing was run".into());
        };
        m.counted_end = matches!(ran, End::Exited(_));
        m.heap = word(&page, 5);
        m.library = word(&page, 7);
        m.largest = word(&page, 8);
        m.blocks = word(&page, 10);
        // A handler that stays clear of a red zone is deeper than it need be.
        m.both = if fire.is_none() { word(&page, 11) } else { 0 };
        m.net = word(&page, 12);
        if fire.is_none() {
            let both = self.both.clone();
            for shift in shifts {
                let (page, _, log) = self.one(&both, inputs, (size, *shift, 0xa5), None)?;
                // What the stack reached since the last block came or went.
                let last = used(&page, 0xa5, self.caller)?.map_or(0, |n| word(&page, 4) + n);
                if log.is_empty() {
                    m.both = m.both.max(word(&page, 11)).max(last);
                }
            }
        }
        // Nothing lives before the first call and after the last.
        m.both = m.both.max(m.heap).max(m.stack.unwrap_or(0));
        Ok(m)
    }

    fn one(
        &mut self,
        program: &Path,
        inputs: &[Input],
        (size, shift, paint): (u64, u64, u8),
        fire: Option<&Fire>,
    ) -> Result<(Vec<u8>, End, String), String> {
        self.runs += 1;
        let folder = self.scratch.path().join(format!("run{}", self.runs));
        let work = folder.join("work");
        let cannot = |e: std::io::Error| format!("cannot write {}: {e}", folder.display());
        fs::create_dir_all(&work).map_err(cannot)?;
        let (file, replay, log) = (
            folder.join("marks"),
            folder.join("replay"),
            folder.join("log"),
        );
        fs::write(&replay, record::replay_file(inputs)).map_err(cannot)?;
        let marks = fs::File::create(&file).map_err(cannot)?;
        marks.set_len(2 * PAGE + size).map_err(cannot)?;
        drop(marks);
        let stdin = record::stdin_bytes(inputs);
        let stdin_file = folder.join("stdin");
        if !stdin.is_empty() {
            fs::write(&stdin_file, &stdin).map_err(cannot)?;
        }
        for (name, content) in record::files(inputs) {
            let path = work.join(name);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent).map_err(cannot)?;
            }
            fs::write(path, content).map_err(cannot)?;
        }
        let number = |n: u64| OsString::from(n.to_string());
        let layout = &self.program.allocator;
        let mut env: Vec<(&str, OsString)> = vec![
            ("PATH", "/usr/bin:/bin".into()),
            ("LANG", "C".into()),
            ("HOME", work.clone().into()),
            ("EVERYPATH_REPLAY", replay.into()),
            ("EVERYPATH_REPLAY_LOG", log.clone().into()),
            ("EVERYPATH_MEASURE", file.clone().into()),
            ("EVERYPATH_MEASURE_STACK", number(size)),
            ("EVERYPATH_MEASURE_SHIFT", number(shift)),
            ("EVERYPATH_MEASURE_PAINT", number(u64::from(paint))),
            ("EVERYPATH_MEASURE_CALLER", number(self.caller)),
            ("EVERYPATH_MEASURE_WATCH", number(size.min(WATCH))),
            (
                "EVERYPATH_MEASURE_MOVING",
                number(u64::from(self.program.realloc == Realloc::Moving)),
            ),
            ("EVERYPATH_MEASURE_HEADER", number(layout.header)),
            ("EVERYPATH_MEASURE_UNIT", number(layout.unit)),
            ("EVERYPATH_MEASURE_LEAST", number(layout.least)),
        ];
        env.extend(fire.iter().flat_map(|f| f.settings()));
        for (name, value) in record::variables(inputs) {
            let value = std::os::unix::ffi::OsStrExt::from_bytes(value);
            env.push((name, std::ffi::OsStr::to_os_string(value)));
        }
        let ran = Job {
            program,
            argv: &record::arguments(inputs),
            env: Some(env),
            folder: Some(&work),
            stdin: (!stdin.is_empty()).then_some(stdin_file),
            time: self.program.time,
            address_space: Some(self.program.memory),
            processes: None,
            file_size: Some((64 << 20) + size),
            stack: Some(8 << 20),
            output: 1 << 16,
            trust: Trust::Walls {
                isolation: &self.isolation,
                own: &folder,
                also: &[],
                quota: Quota::default(),
            },
            stop: ep_base::Stop::never(),
        }
        .run()
        .map_err(|e| format!("the measured build cannot be started: {e}"))?;
        let page = fs::read(&file).map_err(cannot)?;
        let text = fs::read_to_string(&log).unwrap_or_default();
        // What stays goes with the scratch folder.
        let _ = fs::remove_dir_all(&folder);
        if word(&page, 0) != MAGIC {
            return Err(not_begun(&ran.end, &text, &ran.stderr));
        }
        Ok((page, ran.end, text))
    }
}

/// Why a run did not come to its entry: what the replay noted, or else what the program
/// said, as far as it did.
fn not_begun(end: &End, log: &str, said: &[u8]) -> String {
    let how = match end {
        // As `runtime/replay/replay.c` ends.
        End::Exited(113) => "its input is not the one that is asked for first".to_owned(),
        End::Exited(115) => "its input cannot be read".to_owned(),
        End::Exited(n) => format!("it ended with {n}"),
        End::Signaled(n) => format!("signal {n} ended it"),
        End::TimedOut(time) => format!("it took more than {} ms", time.as_millis()),
        End::Stopped(what) => format!("it took too much ({what:?})"),
    };
    let said = String::from_utf8_lossy(said);
    let more = [log.trim(), said.trim()]
        .into_iter()
        .find(|t| !t.is_empty());
    let more = more.map_or(String::new(), |t| format!(": {t}"));
    format!("the measured build did not get to its entry, {how}{more}")
}

/// Bytes of the file's stack where a run is to have `stack`.
fn size(stack: u64) -> u64 {
    stack.saturating_add(SLACK).div_ceil(PAGE) * PAGE
}

/// Number `n` of the page of marks.
fn word(page: &[u8], n: usize) -> u64 {
    page.get(n * 8..n * 8 + 8)
        .and_then(|b| b.try_into().ok())
        .map_or(0, u64::from_le_bytes)
}

/// How far the paint is gone below the entry's caller; none if all of it.
fn used(page: &[u8], paint: u8, caller: u64) -> Result<Option<u64>, String> {
    let stack = page.get(2 * PAGE as usize..).unwrap_or_default();
    let (base, top) = (word(page, 1), word(page, 2));
    let room = top
        .checked_sub(base)
        .filter(|n| *n + ABOVE <= stack.len() as u64 + PAGE);
    let Some(room) = room else {
        return Err("the marks of a run cannot be read".into());
    };
    match stack.iter().position(|b| *b != paint) {
        Some(0) => Ok(None),
        Some(at) => Ok(Some(room.saturating_sub(at as u64).saturating_sub(caller))),
        None => Ok(Some(0)),
    }
}

/// What one run may take.
pub const RUN_TIME: Duration = Duration::from_secs(10);
