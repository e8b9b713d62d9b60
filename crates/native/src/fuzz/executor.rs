//! The fuzzer's end of the server in `runtime/fuzz/fuzz.c`.

use super::crash::{options, replay_environment, UNDEFINED};
use crate::begin;
use crate::compile::{self, Built, Set};
use crate::frames::Symbols;
use crate::program::{Limits, NativeProgram};
use crate::sandbox::isolation::Isolation;
use crate::sandbox::{self, End, Job, Meter, Quota, Trust};
use ep_base::Diagnostic;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The longest input, as in `runtime/fuzz/fuzz.c`.
pub const MAX_INPUT: usize = 1 << 20;
const MAX_EDGES: usize = 1 << 20;
const HEADER: usize = 4096;
const RESULTS: usize = 1 << 16;
const SIZE: usize = HEADER + MAX_INPUT + MAX_EDGES + RESULTS;
const SHARED: RawFd = 198;
const ASK: RawFd = 199;
const TELL: RawFd = 200;
/// Exit code of a process that a sanitizer ended.
pub(super) const SANITIZER: i32 = 86;

/// A program that was built for fuzzing.
pub struct Fuzzer {
    pub(super) built: Built,
    pub(super) scratch: TempDir,
    limits: Limits,
    pub(super) isolation: Isolation,
    executors: AtomicU32,
}

impl Fuzzer {
    /// Builds the program with AddressSanitizer, UndefinedBehaviorSanitizer
    /// and edge counters. `program.fuzz` says how it is entered.
    ///
    /// # Errors
    /// It does not build, or nothing can be written.
    pub fn build(program: &NativeProgram, limits: Limits) -> Result<Fuzzer, Diagnostic> {
        Self::build_as(program, limits, Set::Fuzz)
    }

    /// Builds the program without sanitizers and with edge counters, to be
    /// forked quickly.
    ///
    /// # Errors
    /// It does not build, or nothing can be written.
    pub fn build_lean(program: &NativeProgram, limits: Limits) -> Result<Fuzzer, Diagnostic> {
        Self::build_as(program, limits, Set::Lean)
    }

    /// Builds the program as it is written, with a counter for every block
    /// and without sanitizers, for comparison with a symbolic run.
    ///
    /// # Errors
    /// It does not build, or nothing can be written.
    pub fn build_plain(program: &NativeProgram, limits: Limits) -> Result<Fuzzer, Diagnostic> {
        Self::build_as(program, limits, Set::Blocks)
    }

    /// Builds the program with MemorySanitizer and without counters, to judge
    /// what a followed run says about content that nobody wrote.
    ///
    /// # Errors
    /// It does not build, or nothing can be written.
    pub fn build_memory(program: &NativeProgram, limits: Limits) -> Result<Fuzzer, Diagnostic> {
        Self::build_as(program, limits, Set::Memory)
    }

    fn build_as(program: &NativeProgram, limits: Limits, set: Set) -> Result<Fuzzer, Diagnostic> {
        let parent = program.scratch.clone().unwrap_or_else(std::env::temp_dir);
        let scratch = tempfile::Builder::new()
            .prefix("everypath-fuzz-")
            .tempdir_in(&parent)
            .map_err(|e| {
                Diagnostic::surroundings(format!(
                    "cannot make a scratch folder in {}: {e}",
                    parent.display()
                ))
                .help("set TMPDIR to a folder that can be written")
            })?;
        let isolation = Isolation::probe(limits.isolation, scratch.path());
        let built = compile::build(program, &limits, scratch.path(), set)
            .map_err(|why| Diagnostic::surroundings(why).help("fuzzing needs a native build"))?;
        Ok(Fuzzer {
            built,
            scratch,
            limits,
            isolation,
            executors: AtomicU32::new(0),
        })
    }

    /// The executable, which runs one file when EVERYPATH_FUZZ_INPUT names it.
    pub fn program(&self) -> &Path {
        &self.built.path
    }

    /// Its symbols.
    pub(super) fn symbols(&self) -> Symbols {
        Symbols::open(&self.built.path)
    }

    /// Starts a server.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn executor(&self, time: Duration) -> Result<Executor<'_>, Diagnostic> {
        let number = self.executors.fetch_add(1, Ordering::Relaxed);
        let folder = self.scratch.path().join(format!("server{number}"));
        let map = Shared::new().map_err(|e| cannot("share memory with the program", &e))?;
        let mut executor = Executor {
            fuzzer: self,
            folder,
            map,
            time,
            server: None,
            restarts: 0,
        };
        executor.start()?;
        Ok(executor)
    }

    /// Runs one input in a process of its own, which goes on after an index that
    /// is out of bounds if it is asked to; the sanitizer's text and standard
    /// error.
    pub(super) fn alone(
        &self,
        input: &[u8],
        time: Duration,
        goes_on: bool,
    ) -> io::Result<(End, String, String)> {
        let number = self.executors.fetch_add(1, Ordering::Relaxed);
        let folder = self.scratch.path().join(format!("alone{number}"));
        let work = folder.join("work");
        fs::create_dir_all(&work)?;
        let file = folder.join("input");
        fs::write(&file, input)?;
        let mut env = replay_environment(&folder, &work);
        if goes_on {
            env.retain(|(name, _)| *name != UNDEFINED);
            env.push((UNDEFINED, options(&folder)));
        }
        env.push(("EVERYPATH_FUZZ_INPUT", file.display().to_string()));
        let ran = Job {
            program: &self.built.path,
            argv: &[b"program".to_vec()],
            env: Some(env.into_iter().map(|(k, v)| (k, v.into())).collect()),
            folder: Some(&work),
            stdin: None,
            time,
            address_space: None,
            processes: None,
            file_size: Some(self.limits.file_size),
            stack: Some(self.limits.stack),
            output: 1 << 16,
            trust: Trust::Walls {
                isolation: &self.isolation,
                own: &folder,
                also: &[],
                quota: Quota::default(),
            },
            stop: ep_base::Stop::never(),
        }
        .run()?;
        let log = take_logs(&folder);
        let _ = fs::remove_dir_all(&folder);
        Ok((
            ran.end,
            log,
            String::from_utf8_lossy(&ran.stderr).into_owned(),
        ))
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunEnd {
    /// It returned or exited.
    Normal,
    /// It crashed; what the sanitizer wrote, unsymbolised.
    Crash { log: String },
    /// It took longer than the limit.
    Hang,
    /// It took more memory than the limit.
    Memory,
}

/// One run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    pub end: RunEnd,
    pub time: Duration,
}

/// A server and what it shares with us.
pub struct Executor<'a> {
    fuzzer: &'a Fuzzer,
    folder: PathBuf,
    map: Shared,
    time: Duration,
    server: Option<Server>,
    restarts: u32,
}

struct Server {
    process: Child,
    meter: Meter,
    runs: u32,
    ask: File,
    tell: File,
}

impl Drop for Server {
    fn drop(&mut self) {
        sandbox::kill_all(self.process.id() as libc::pid_t);
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Executor<'_> {
    fn start(&mut self) -> Result<(), Diagnostic> {
        self.server = None;
        let work = self.folder.join("work");
        fs::create_dir_all(&work).map_err(|e| cannot("make a working folder", &e))?;
        let (ask_r, ask_w) = pipe().map_err(|e| cannot("make a pipe", &e))?;
        let (tell_r, tell_w) = pipe().map_err(|e| cannot("make a pipe", &e))?;
        let mut command = Command::new(&self.fuzzer.built.path);
        command.env_clear();
        command.envs(replay_environment(&self.folder, &work));
        command.env("EVERYPATH_FUZZ_PCS", self.folder.join("pcs"));
        command.current_dir(&work);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let l = &self.fuzzer.limits;
        let limits = [
            Some((libc::RLIMIT_CORE, 0)),
            Some((libc::RLIMIT_FSIZE, l.file_size)),
            Some((libc::RLIMIT_STACK, l.stack)),
        ];
        let program = &self.fuzzer.built.path;
        let isolation = &self.fuzzer.isolation;
        let mut cell = isolation
            .cell(program, &self.folder, &work, &[])
            .map_err(|e| cannot("isolate the program", &e))?;
        let flags = isolation.network().flags();
        let parent = std::process::id();
        let fds = [
            (self.map.file.as_raw_fd(), SHARED),
            (ask_r.as_raw_fd(), ASK),
            (tell_w.as_raw_fd(), TELL),
        ];
        // SAFETY: only system calls that are safe after fork.
        unsafe {
            command.pre_exec(move || {
                sandbox::prepare(&limits, flags, parent, cell.as_mut(), || {
                    for (from, to) in fds {
                        if libc::dup2(from, to) < 0 {
                            return Err(io::Error::last_os_error());
                        }
                    }
                    Ok(())
                })
            });
        }
        self.map.clear_header();
        let process = begin::spawn(&mut command).map_err(|e| cannot("start the program", &e))?;
        drop((ask_r, tell_w));
        let meter = Quota::default().meter(process.id() as libc::pid_t, &self.folder);
        self.server = Some(Server {
            process,
            meter,
            runs: 0,
            ask: File::from(ask_w),
            tell: File::from(tell_r),
        });
        match self.answer(Instant::now() + Duration::from_secs(20), false) {
            Answer::Said(..) => Ok(()),
            _ => Err(Diagnostic::surroundings(
                "the native build does not start (a constructor ends or hangs, or a sanitizer cannot map its memory)",
            )),
        }
    }

    /// The program that it runs.
    pub fn fuzzer(&self) -> &Fuzzer {
        self.fuzzer
    }

    /// Edges that the program has.
    pub fn edges(&self) -> usize {
        (self.map.edges() as usize).min(MAX_EDGES)
    }

    /// How often each edge was executed by the last run.
    pub fn counters(&self) -> &[u8] {
        self.map.counters(self.edges())
    }

    /// Where each edge is, as offsets in the program (of a build that knows).
    pub fn offsets(&self) -> Vec<u64> {
        let bytes = fs::read(self.folder.join("pcs")).unwrap_or_default();
        bytes
            .chunks_exact(8)
            .map(|b| u64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7]]))
            .collect()
    }

    /// What watched calls of the last run returned: the function's number,
    /// and the result as an integer and as the bits of a double.
    pub fn results(&self) -> Vec<(usize, u64, u64)> {
        self.map.results()
    }

    /// Runs one input.
    ///
    /// # Errors
    /// The server is gone and does not come back.
    pub fn run(&mut self, input: &[u8]) -> Result<Execution, Diagnostic> {
        self.tidy()?;
        let edges = self.edges();
        self.map.put(input, edges);
        let begin = Instant::now();
        let asked = match &mut self.server {
            Some(s) => s.ask.write_all(&[1]).is_ok(),
            None => false,
        };
        let answer = if asked {
            self.answer(begin + self.time, true)
        } else {
            Answer::Gone
        };
        let time = begin.elapsed();
        let end = match answer {
            Answer::Said(DONE, _) => RunEnd::Normal,
            Answer::Said(_, status) => self.judge(status)?,
            Answer::TooMuch => {
                self.begin_again()?;
                RunEnd::Hang
            }
            Answer::Late | Answer::Memory => {
                let end = if matches!(answer, Answer::Late) {
                    RunEnd::Hang
                } else {
                    RunEnd::Memory
                };
                self.end_run()?;
                end
            }
            Answer::Gone => {
                self.restarts += 1;
                if self.restarts > 100 {
                    return Err(Diagnostic::surroundings(
                        "the native program's server ended 100 times",
                    )
                    .help("is there enough memory?"));
                }
                self.start()?;
                RunEnd::Normal
            }
        };
        Ok(Execution { end, time })
    }

    fn judge(&self, status: i32) -> Result<RunEnd, Diagnostic> {
        let exited = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
        if self.map.failed() {
            return Err(Diagnostic::surroundings(
                "an input cannot be handed to the native program",
            )
            .help("is the disk full?"));
        }
        match exited {
            Some(SANITIZER) | None => {}
            Some(_) => return Ok(RunEnd::Normal),
        }
        let mut log = take_logs(&self.folder);
        if log.is_empty() {
            if exited.is_some() {
                // The program's own exit code.
                return Ok(RunEnd::Normal);
            }
            log = format!("ended by signal {}\n", libc::WTERMSIG(status));
        }
        Ok(RunEnd::Crash { log })
    }

    /// The process of the run, as we see it.
    fn child(&self) -> Option<libc::pid_t> {
        let server = self.server.as_ref()?.process.id() as libc::pid_t;
        let inner = self.map.child();
        (inner > 1)
            .then(|| sandbox::descendant_called(server, inner))
            .flatten()
    }

    /// Looks every few hundred runs at what they leave behind together.
    fn tidy(&mut self) -> Result<(), Diagnostic> {
        let Some(server) = &mut self.server else {
            return Ok(());
        };
        server.runs += 1;
        if server.runs % LOOK_EVERY != 0 || server.meter.look().is_none() {
            return Ok(());
        }
        self.begin_again()
    }

    /// Another server in an empty folder.
    fn begin_again(&mut self) -> Result<(), Diagnostic> {
        self.server = None;
        fs::remove_dir_all(&self.folder).map_err(|e| cannot("clear the working folder", &e))?;
        self.start()
    }

    /// Ends the run that takes too long.
    fn end_run(&mut self) -> Result<(), Diagnostic> {
        if let Some(child) = self.child() {
            // SAFETY: a plain system call; the process is our server's child.
            unsafe {
                libc::kill(child, libc::SIGKILL);
            }
        }
        match self.answer(Instant::now() + Duration::from_secs(5), false) {
            Answer::Said(..) => Ok(()),
            _ => self.start(),
        }
    }

    fn answer(&mut self, until: Instant, watch_memory: bool) -> Answer {
        let Some(server) = &mut self.server else {
            return Answer::Gone;
        };
        let mut m = [0u8; 8];
        let mut looks = 0;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Answer::Late;
            }
            let mut fd = libc::pollfd {
                fd: server.tell.as_raw_fd(),
                events: libc::POLLIN,
                revents: 0,
            };
            let wait = (left.as_millis() as i32 + 1).min(20);
            // SAFETY: the array lives through the call.
            let n = unsafe { libc::poll(&mut fd, 1, wait) };
            if n > 0 {
                return match server.tell.read_exact(&mut m) {
                    Ok(()) => {
                        let [a, b, c, d, e, f, g, h] = m;
                        Answer::Said(
                            i32::from_le_bytes([a, b, c, d]),
                            i32::from_le_bytes([e, f, g, h]),
                        )
                    }
                    Err(_) => Answer::Gone,
                };
            }
            looks += 1;
            if watch_memory && looks > 1 {
                if server.meter.look().is_some() {
                    return Answer::TooMuch;
                }
                let group = server.process.id() as libc::pid_t;
                let child = sandbox::descendant_called(group, self.map.child());
                if child.is_some_and(|c| resident(c) > self.fuzzer.limits.memory) {
                    return Answer::Memory;
                }
            }
        }
    }
}

const DONE: i32 = 1;
/// So many runs share what they leave in the working folder.
const LOOK_EVERY: u32 = 256;

enum Answer {
    Said(i32, i32),
    Late,
    Memory,
    /// More files or processes than a run may have.
    TooMuch,
    Gone,
}

/// Resident memory of a process in bytes.
fn resident(pid: i32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/statm")).unwrap_or_default();
    let pages = text.split_whitespace().nth(1);
    pages.and_then(|p| p.parse::<u64>().ok()).unwrap_or(0) * 4096
}

/// Reads and removes what the sanitizers wrote.
fn take_logs(folder: &Path) -> String {
    let mut out = String::new();
    let Ok(entries) = fs::read_dir(folder) else {
        return out;
    };
    for e in entries.flatten() {
        if e.file_name().to_string_lossy().starts_with("sanitizer.") {
            if let Ok(bytes) = fs::read(e.path()) {
                out.push_str(&String::from_utf8_lossy(&bytes));
            }
            let _ = fs::remove_file(e.path());
        }
    }
    out
}

fn cannot(what: &str, e: &io::Error) -> Diagnostic {
    Diagnostic::surroundings(format!("cannot {what}: {e}"))
}

fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut fds = [0; 2];
    // SAFETY: the array has room for both.
    unsafe {
        if libc::pipe2(fds.as_mut_ptr(), libc::O_CLOEXEC) < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok((OwnedFd::from_raw_fd(fds[0]), OwnedFd::from_raw_fd(fds[1])))
    }
}

/// The memory that both sides see.
struct Shared {
    file: OwnedFd,
    at: *mut u8,
}

// SAFETY: the mapping belongs to this value alone on our side.
unsafe impl Send for Shared {}

impl Shared {
    fn new() -> io::Result<Shared> {
        // SAFETY: plain system calls; the results are checked.
        unsafe {
            let fd = libc::memfd_create(c"everypath".as_ptr(), libc::MFD_CLOEXEC);
            if fd < 0 {
                return Err(io::Error::last_os_error());
            }
            let file = OwnedFd::from_raw_fd(fd);
            if libc::ftruncate(fd, SIZE as libc::off_t) < 0 {
                return Err(io::Error::last_os_error());
            }
            let prot = libc::PROT_READ | libc::PROT_WRITE;
            let at = libc::mmap(std::ptr::null_mut(), SIZE, prot, libc::MAP_SHARED, fd, 0);
            if at == libc::MAP_FAILED {
                return Err(io::Error::last_os_error());
            }
            Ok(Shared {
                file,
                at: at.cast::<u8>(),
            })
        }
    }

    fn word(&self, i: usize) -> u32 {
        // SAFETY: the header has room for 1024 words.
        unsafe { self.at.cast::<u32>().add(i).read_volatile() }
    }

    fn edges(&self) -> u32 {
        self.word(0)
    }

    fn child(&self) -> i32 {
        self.word(2) as i32
    }

    fn failed(&self) -> bool {
        self.word(4) != 0
    }

    fn clear_header(&mut self) {
        // SAFETY: within the mapping.
        unsafe { self.at.write_bytes(0, HEADER) };
    }

    /// Sets the input and clears the counters.
    fn put(&mut self, input: &[u8], edges: usize) {
        let n = input.len().min(MAX_INPUT);
        // SAFETY: lengths are cut to the mapping.
        unsafe {
            self.at.cast::<u32>().add(1).write_volatile(n as u32);
            self.at.cast::<u32>().add(3).write_volatile(0);
            std::ptr::copy_nonoverlapping(input.as_ptr(), self.at.add(HEADER), n);
            self.at.add(HEADER + MAX_INPUT).write_bytes(0, edges);
        }
    }

    fn results(&self) -> Vec<(usize, u64, u64)> {
        let n = (self.word(3) as usize).min(RESULTS);
        // SAFETY: within the mapping; no run is going on when this is called.
        let bytes =
            unsafe { std::slice::from_raw_parts(self.at.add(HEADER + MAX_INPUT + MAX_EDGES), n) };
        let word = |b: &[u8]| b.iter().rev().fold(0u64, |x, b| x << 8 | u64::from(*b));
        bytes
            .chunks_exact(24)
            .map(|c| (word(&c[..8]) as usize, word(&c[8..16]), word(&c[16..])))
            .collect()
    }

    fn counters(&self, edges: usize) -> &[u8] {
        // SAFETY: within the mapping; no run is going on when this is called.
        unsafe { std::slice::from_raw_parts(self.at.add(HEADER + MAX_INPUT), edges) }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: mapped in `new` with this size.
        unsafe {
            libc::munmap(self.at.cast(), SIZE);
        }
    }
}
