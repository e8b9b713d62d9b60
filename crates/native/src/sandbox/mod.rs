//! One process group under limits: time, memory, processes, file sizes, a
//! quota on its folder, no network, a cleaned environment, its output captured
//! and cut; a program of the user's also behind the walls of [`isolation`].
//!
//! Limits are set between fork and exec with calls that are safe there
//! (`setrlimit`, `setsid`, `unshare`, `prctl`). Output is read with `poll`
//! until the process has ended; then the whole group is killed, so that
//! nothing which the program started outlives the run.
//!
//! Network: a new network namespace, alone for the superuser or within a user
//! namespace for others. Where the kernel allows neither, the run goes on and
//! [`NetworkCut`] says so.

pub mod isolation;
mod namespaces;
mod quota;
mod rules;

pub(crate) use namespaces::Cell;
pub use quota::{Excess, Quota};

pub(crate) use quota::{descendant_called, Meter};

use crate::begin;
use isolation::Isolation;
use quota::descendants;

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It exited with this status.
    Exited(i32),
    /// This signal ended it.
    Signaled(i32),
    /// It was killed after this time.
    TimedOut(Duration),
    /// It was killed since it took more than its quota of this.
    Stopped(Excess),
}

/// What a finished process left.
#[derive(Debug)]
pub struct Ran {
    /// How it ended.
    pub end: End,
    /// Its standard output, cut.
    pub stdout: Vec<u8>,
    /// Its standard error, cut.
    pub stderr: Vec<u8>,
}

/// How the network is kept away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkCut {
    /// A network namespace.
    Namespace,
    /// A network namespace within a user namespace.
    UserNamespace,
    /// By the namespaces of the run's walls.
    Within,
    /// The kernel permits neither.
    NotPermitted,
}

impl NetworkCut {
    pub(crate) fn flags(self) -> libc::c_int {
        match self {
            NetworkCut::Namespace => libc::CLONE_NEWNET,
            NetworkCut::UserNamespace => libc::CLONE_NEWNET | libc::CLONE_NEWUSER,
            NetworkCut::Within | NetworkCut::NotPermitted => 0,
        }
    }

    /// The strongest that works here, found by starting `/bin/true`.
    pub fn probe() -> NetworkCut {
        for cut in [NetworkCut::Namespace, NetworkCut::UserNamespace] {
            let mut command = Command::new("/bin/true");
            let flags = cut.flags();
            // SAFETY: `unshare` is a plain system call.
            unsafe {
                command.pre_exec(move || check(libc::unshare(flags)));
            }
            if begin::status(&mut command).is_ok_and(|s| s.success()) {
                return cut;
            }
        }
        NetworkCut::NotPermitted
    }
}

/// A process to run.
pub struct Job<'a> {
    /// The program.
    pub program: &'a Path,
    /// Its arguments, `argv[0]` first.
    pub argv: &'a [Vec<u8>],
    /// Its whole environment; `None` keeps ours.
    pub env: Option<Vec<(&'a str, OsString)>>,
    /// Its working folder; `None` keeps ours.
    pub folder: Option<&'a Path>,
    /// The file it reads; `/dev/null` when `None`.
    pub stdin: Option<PathBuf>,
    /// Wall-clock limit, and CPU limit rounded up.
    pub time: Duration,
    /// Address space in bytes, when it can be limited.
    pub address_space: Option<u64>,
    /// Processes and threads of the user in all.
    pub processes: Option<u64>,
    /// The largest file in bytes.
    pub file_size: Option<u64>,
    /// Stack in bytes.
    pub stack: Option<u64>,
    /// How much output is kept of each stream.
    pub output: usize,
    /// What the program may do to the machine.
    pub trust: Trust<'a>,
    /// Ends it before its time.
    pub stop: ep_base::Stop,
}

/// What a process may do to the machine.
pub enum Trust<'a> {
    /// A tool, which reads and writes as its user does.
    Tool(NetworkCut),
    /// A program of the user's, which may change only its own folder.
    Walls {
        /// The walls.
        isolation: &'a Isolation,
        /// The run's own folder, in which the working folder lies.
        own: &'a Path,
        /// What it may write besides.
        also: &'a [PathBuf],
        /// What it may take.
        quota: Quota,
    },
}

impl Job<'_> {
    /// Runs it to its end. An error means that it could not be started.
    pub fn run(&self) -> io::Result<Ran> {
        tracing::debug!(program = ?self.program, "runs natively");
        let mut command = Command::new(self.program);
        if let Some((first, rest)) = self.argv.split_first() {
            command.arg0(OsStr::from_bytes(first));
            command.args(rest.iter().map(|a| OsStr::from_bytes(a)));
        }
        if let Some(env) = &self.env {
            command.env_clear();
            command.envs(env.iter().map(|(k, v)| (k, v)));
        }
        if let Some(folder) = self.folder {
            command.current_dir(folder);
        }
        command.stdin(match &self.stdin {
            Some(path) => Stdio::from(File::open(path)?),
            None => Stdio::null(),
        });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let limits = self.limits();
        let (network, mut cell) = match &self.trust {
            Trust::Tool(network) => (*network, None),
            Trust::Walls {
                isolation,
                own,
                also,
                ..
            } => {
                let work = self.folder.unwrap_or(own);
                let cell = isolation.cell(self.program, own, work, also)?;
                (isolation.network(), cell)
            }
        };
        let flags = network.flags();
        let parent = std::process::id();
        // SAFETY: only system calls that are safe after fork, no allocation.
        unsafe {
            command.pre_exec(move || prepare(&limits, flags, parent, cell.as_mut(), || Ok(())));
        }
        let child = begin::spawn(&mut command)?;
        let quota = match &self.trust {
            Trust::Tool(_) => None,
            Trust::Walls { own, quota, .. } => Some((*own, *quota)),
        };
        watch(child, (self.time, &self.stop), self.output, quota)
    }

    /// Pairs of resource and value, `None` where there is no limit.
    fn limits(&self) -> [Option<(Resource, u64)>; 6] {
        let cpu = self.time.as_secs() + 2;
        [
            Some((libc::RLIMIT_CORE, 0)),
            Some((libc::RLIMIT_CPU, cpu)),
            self.address_space.map(|v| (libc::RLIMIT_AS, v)),
            self.processes.map(|v| (libc::RLIMIT_NPROC, v)),
            self.file_size.map(|v| (libc::RLIMIT_FSIZE, v)),
            self.stack.map(|v| (libc::RLIMIT_STACK, v)),
        ]
    }
}

pub(crate) type Resource = libc::__rlimit_resource_t;

fn check(result: libc::c_int) -> io::Result<()> {
    if result < 0 {
        Err(io::Error::last_os_error())
    } else {
        Ok(())
    }
}

/// A second fork between fork and exec: without the handlers of the C library,
/// which wait for locks that nobody gives back there.
unsafe fn plain_fork() -> io::Result<libc::pid_t> {
    let flags = libc::c_long::from(libc::SIGCHLD);
    let child = libc::syscall(libc::SYS_clone, flags, 0usize, 0usize, 0usize, 0usize);
    check(child as libc::c_int)?;
    Ok(child as libc::pid_t)
}

/// Runs in the child between fork and exec; `last` before the walls close.
pub(crate) fn prepare(
    limits: &[Option<(Resource, u64)>],
    network: libc::c_int,
    parent: u32,
    mut cell: Option<&mut Cell>,
    last: impl Fn() -> io::Result<()>,
) -> io::Result<()> {
    // SAFETY: plain system calls on values that live here.
    unsafe {
        check(libc::setsid())?;
        // The program dies with us, also when we are killed.
        check(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL))?;
        if libc::getppid() as u32 != parent {
            return Err(io::Error::from_raw_os_error(libc::ESRCH));
        }
        if network != 0 {
            check(libc::unshare(network))?;
        }
        if let Some(cell) = &mut cell {
            cell.enter()?;
        }
        for (resource, value) in limits.iter().flatten() {
            let mut now = libc::rlimit {
                rlim_cur: 0,
                rlim_max: 0,
            };
            check(libc::getrlimit(*resource, &mut now))?;
            // A tighter limit of the user's own stays.
            let value = (*value as libc::rlim_t).min(now.rlim_max);
            let wanted = libc::rlimit {
                rlim_cur: value,
                rlim_max: value,
            };
            check(libc::setrlimit(*resource, &wanted))?;
        }
        last()?;
        match cell {
            Some(cell) => cell.seal(),
            None => Ok(()),
        }
    }
}

/// One captured stream.
struct Stream {
    file: Option<File>,
    kept: Vec<u8>,
    room: usize,
}

impl Stream {
    fn new(fd: Option<OwnedFd>, room: usize) -> io::Result<Stream> {
        if let Some(fd) = &fd {
            // SAFETY: a descriptor that we own.
            unsafe {
                let flags = libc::fcntl(fd.as_raw_fd(), libc::F_GETFL);
                check(flags)?;
                check(libc::fcntl(
                    fd.as_raw_fd(),
                    libc::F_SETFL,
                    flags | libc::O_NONBLOCK,
                ))?;
            }
        }
        Ok(Stream {
            file: fd.map(File::from),
            kept: Vec::new(),
            room,
        })
    }

    /// Reads what is there; what does not fit is thrown away, so that the
    /// program does not block. At most a few buffers per call: a program that
    /// never stops writing must not keep us from looking at the clock.
    fn drain(&mut self) {
        let mut buffer = [0u8; 16384];
        for _ in 0..16 {
            let Some(file) = &mut self.file else { return };
            match file.read(&mut buffer) {
                Ok(0) => self.file = None,
                Ok(n) => {
                    let keep = n.min(self.room - self.kept.len());
                    self.kept.extend_from_slice(&buffer[..keep]);
                }
                Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
                Err(e) if e.kind() == io::ErrorKind::WouldBlock => return,
                Err(_) => self.file = None,
            }
        }
    }
}

/// Reads the output until the process has ended, its time is over, or it took
/// too much.
fn watch(
    mut child: Child,
    (time, stop): (Duration, &ep_base::Stop),
    room: usize,
    quota: Option<(&Path, Quota)>,
) -> io::Result<Ran> {
    let start = Instant::now();
    let group = child.id() as libc::pid_t;
    let mut out = Stream::new(child.stdout.take().map(OwnedFd::from), room)?;
    let mut err = Stream::new(child.stderr.take().map(OwnedFd::from), room)?;
    let mut wait_ms = 1;
    let mut meter = quota.map(|(folder, quota)| quota.meter(group, folder));
    let end = loop {
        out.drain();
        err.drain();
        if let Some(status) = child.try_wait()? {
            break match (status.code(), status.signal()) {
                (Some(code), _) => End::Exited(code),
                (None, signal) => End::Signaled(signal.unwrap_or(0)),
            };
        }
        let left = time.saturating_sub(start.elapsed());
        if left.is_zero() || stop.now() {
            kill_all(group);
            child.wait()?;
            break End::TimedOut(time.min(start.elapsed()));
        }
        if let Some(excess) = meter.as_mut().and_then(quota::Meter::look) {
            kill_all(group);
            child.wait()?;
            break End::Stopped(excess);
        }
        let step = (left.as_millis() as u64 + 1).min(wait_ms);
        // With open pipes `poll` returns as soon as something happens; a
        // program that closed them is looked at in growing intervals.
        if !poll(&[&out, &err], step) {
            std::thread::sleep(Duration::from_millis(step));
        }
        wait_ms = (wait_ms * 2).min(20);
    };
    kill_group(group);
    out.drain();
    err.drain();
    Ok(Ran {
        end,
        stdout: out.kept,
        stderr: err.kept,
    })
}

/// Waits for input on open streams; false when none is open.
fn poll(streams: &[&Stream], milliseconds: u64) -> bool {
    let mut fds: Vec<libc::pollfd> = streams
        .iter()
        .filter_map(|s| s.file.as_ref())
        .map(|f| libc::pollfd {
            fd: f.as_raw_fd(),
            events: libc::POLLIN,
            revents: 0,
        })
        .collect();
    if fds.is_empty() {
        return false;
    }
    // SAFETY: the array lives through the call.
    unsafe {
        libc::poll(fds.as_mut_ptr(), fds.len() as _, milliseconds as _);
    }
    true
}

/// Kills the process, its group, and all that came from it.
pub(crate) fn kill_all(group: libc::pid_t) {
    // What is killed may have started more; what it started is its parent's
    // or, at last, the first process's.
    for _ in 0..100 {
        let all = descendants(group);
        if all.is_empty() {
            break;
        }
        for process in all {
            // SAFETY: a plain system call; the process came from ours.
            unsafe {
                libc::kill(process, libc::SIGKILL);
            }
        }
    }
    kill_group(group);
}

fn kill_group(group: libc::pid_t) {
    // SAFETY: a plain system call; the group is the child's own session.
    unsafe {
        libc::kill(-group, libc::SIGKILL);
    }
}

/// How many threads the current user runs; the kernel counts them all against
/// the limit on processes. 0 when /proc cannot be read.
pub fn threads_of_user() -> u64 {
    // SAFETY: a plain system call.
    let user = unsafe { libc::getuid() };
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return 0;
    };
    entries
        .flatten()
        .filter(|e| {
            use std::os::unix::fs::MetadataExt;
            let numeric = e.file_name().as_bytes().iter().all(u8::is_ascii_digit);
            numeric && e.metadata().is_ok_and(|m| m.uid() == user)
        })
        .map(|e| std::fs::read_dir(e.path().join("task")).map_or(1, |t| t.count() as u64))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, time: Duration) -> Ran {
        Job {
            program: Path::new("/bin/sh"),
            argv: &[b"sh".to_vec(), b"-c".to_vec(), script.as_bytes().to_vec()],
            env: Some(vec![("PATH", "/usr/bin:/bin".into())]),
            folder: None,
            stdin: None,
            time,
            address_space: None,
            processes: None,
            file_size: Some(4096),
            stack: None,
            output: 10,
            trust: Trust::Tool(NetworkCut::probe()),
            stop: ep_base::Stop::never(),
        }
        .run()
        .expect("sh starts")
    }

    #[test]
    fn output_is_cut_and_the_status_kept() {
        let ran = shell(
            "echo 0123456789abc; echo e >&2; exit 7",
            Duration::from_secs(5),
        );
        assert_eq!(ran.end, End::Exited(7));
        assert_eq!(ran.stdout, b"0123456789");
        assert_eq!(ran.stderr, b"e\n");
    }

    #[test]
    fn a_hanging_group_is_killed() {
        let start = Instant::now();
        let ran = shell("sleep 60 & sleep 60", Duration::from_millis(200));
        assert_eq!(ran.end, End::TimedOut(Duration::from_millis(200)));
        assert!(start.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn a_background_process_does_not_delay_the_end() {
        let start = Instant::now();
        let ran = shell("sleep 60 & echo x", Duration::from_secs(30));
        assert_eq!(ran.end, End::Exited(0));
        assert!(start.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn a_writer_without_end_is_stopped() {
        let ran = shell("yes", Duration::from_millis(300));
        assert_eq!(ran.end, End::TimedOut(Duration::from_millis(300)));
    }
}
