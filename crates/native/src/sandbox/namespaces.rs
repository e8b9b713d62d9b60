//! The namespaces of one run, made between fork and exec.
//!
//! Idea: three processes. The one that we started (A) leaves our namespaces
//! and waits; its child (B) is the first process of the new ones and reaps;
//! its child (C) becomes the program. When C ends, B ends, and with it the
//! kernel ends whatever C started, daemons too; A ends as C did, so that we see
//! the program's own status. C cannot be the first process itself: the kernel
//! hides signals from that one, and `abort` would not end it.
//!
//! Files: copies of the mounts that stay writable are taken first, then the
//! whole tree is made read-only, then the copies are laid over it. `/tmp`,
//! `/var/tmp`, `/run` and `/dev/shm` are folders of the run, `/dev` has five devices,
//! `/proc` shows the new processes.
//!
//! Where there are no namespaces A is a "subreaper": what C leaves behind
//! becomes A's child and is killed.
//!
//! Everything that needs memory is prepared before the fork; after it there
//! are system calls only. Source: pid_namespaces(7), mount_namespaces(7),
//! mount_setattr(2), open_tree(2). Cost: a millisecond for each run.

use super::isolation::Namespaces;
use super::rules::{Rules, DEVICES};
use super::{check, plain_fork};
use std::ffi::{CStr, CString};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Folders that are the run's own, and what they are called in its folder.
const PRIVATE: [(&str, &str); 4] = [
    ("/tmp", "private/tmp"),
    ("/var/tmp", "private/vartmp"),
    // Sockets of services that do what a superuser asks.
    ("/run", "private/run"),
    (SHARED_MEMORY, "private/shm"),
];

/// Lies in `/dev`, which is made anew.
const SHARED_MEMORY: &str = "/dev/shm";

/// A part of the tree that is laid over the read-only one.
struct Copy {
    source: CString,
    target: CString,
    read_only: bool,
    /// In the child.
    tree: libc::c_int,
}

impl Copy {
    fn new(source: &Path, target: &Path, read_only: bool) -> io::Result<Copy> {
        Ok(Copy {
            source: text(source)?,
            target: text(target)?,
            read_only,
            tree: -1,
        })
    }
}

/// A run's walls, prepared.
pub(crate) struct Cell {
    namespaces: Option<Namespaces>,
    rules: Option<Rules>,
    /// What is written to the two maps of a user namespace.
    users: CString,
    groups: CString,
    work: CString,
    copies: Vec<Copy>,
    shared_memory: Copy,
    devices: Vec<Copy>,
}

impl Cell {
    /// Prepares the walls around a run in `work`, which lies in `folder`.
    pub(super) fn new(
        namespaces: Option<Namespaces>,
        rules: Option<Rules>,
        folder: &Path,
        work: &Path,
        also: &[PathBuf],
    ) -> io::Result<Cell> {
        let folder = std::path::absolute(folder)?;
        let shown = folder.parent().unwrap_or(&folder);
        let mut copies = Vec::new();
        let mut shared_memory = None;
        if namespaces.is_some() {
            for (public, own) in PRIVATE {
                let own = folder.join(own);
                fs::create_dir_all(&own)?;
                let public = Path::new(public);
                // Where the run's own folders lie in it they stay there.
                for path in [shown, &folder]
                    .into_iter()
                    .chain(also.iter().map(|p| &**p))
                {
                    if let Ok(below) = path.strip_prefix(public) {
                        fs::create_dir_all(own.join(below))?;
                    }
                }
                let copy = Copy::new(&own, public, false)?;
                match public == Path::new(SHARED_MEMORY) {
                    true => shared_memory = Some(copy),
                    false if public.is_dir() => copies.push(copy),
                    false => {}
                }
            }
            if !PRIVATE.iter().any(|(public, _)| Path::new(public) == shown) {
                copies.push(Copy::new(shown, shown, true)?);
            }
        }
        for path in std::iter::once(&folder).chain(also) {
            copies.push(Copy::new(path, path, false)?);
        }
        let devices = DEVICES.iter().filter(|d| Path::new(d).exists());
        // SAFETY: plain system calls.
        let (user, group) = unsafe { (libc::geteuid(), libc::getegid()) };
        Ok(Cell {
            namespaces,
            rules,
            users: CString::new(format!("{user} {user} 1"))?,
            groups: CString::new(format!("{group} {group} 1"))?,
            work: text(&std::path::absolute(work)?)?,
            copies,
            shared_memory: match shared_memory {
                Some(copy) => copy,
                None => Copy::new(&folder, Path::new(SHARED_MEMORY), false)?,
            },
            devices: devices
                .map(|d| Copy::new(Path::new(d), Path::new(d), false))
                .collect::<io::Result<_>>()?,
        })
    }

    /// Goes behind the walls; returns in the process that becomes the program.
    ///
    /// # Safety
    /// Only between fork and exec.
    pub(crate) unsafe fn enter(&mut self) -> io::Result<()> {
        match self.namespaces {
            Some(namespaces) => {
                self.leave(namespaces)?;
                self.files()?;
                let (read, write) = pipe()?;
                let first = plain_fork()?;
                if first != 0 {
                    libc::close(write);
                    mirror(first, read)
                }
                libc::close(read);
                check(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL))?;
                let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC | libc::MS_RDONLY;
                mount(c"proc", c"/proc", c"proc", flags)?;
                let program = plain_fork()?;
                if program != 0 {
                    first_process(program, write)
                }
                libc::close(write);
            }
            None => {
                check(libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))?;
                let program = plain_fork()?;
                if program != 0 {
                    reap(program)
                }
            }
        }
        check(libc::setsid())?;
        check(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL))?;
        check(libc::chdir(self.work.as_ptr()))
    }

    /// Gives up what could undo the walls: the last step before exec.
    ///
    /// # Safety
    /// Only between fork and exec, after [`Cell::enter`].
    pub(crate) unsafe fn seal(&self) -> io::Result<()> {
        check(libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))?;
        // What a superuser's program would get back by exec; those that do not
        // exist and those that we lack anyway are refused.
        for capability in 0..64 {
            libc::prctl(libc::PR_CAPBSET_DROP, capability, 0, 0, 0);
        }
        let head = CapabilityHead {
            version: CAPABILITY_VERSION,
            process: 0,
        };
        let none = [[0u32; 3]; 2];
        let done = libc::syscall(libc::SYS_capset, &head, none.as_ptr());
        check(done as libc::c_int)?;
        match &self.rules {
            Some(rules) => rules.hold(),
            None => Ok(()),
        }
    }

    unsafe fn leave(&self, namespaces: Namespaces) -> io::Result<()> {
        let flags =
            libc::CLONE_NEWNS | libc::CLONE_NEWPID | libc::CLONE_NEWNET | libc::CLONE_NEWIPC;
        if namespaces == Namespaces::Own {
            return check(libc::unshare(flags));
        }
        check(libc::unshare(flags | libc::CLONE_NEWUSER))?;
        // New rights take the wish to die with our parent away.
        check(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL))?;
        write_to(c"/proc/self/setgroups", c"deny")?;
        write_to(c"/proc/self/uid_map", &self.users)?;
        write_to(c"/proc/self/gid_map", &self.groups)
    }

    unsafe fn files(&mut self) -> io::Result<()> {
        mount(c"none", c"/", c"", libc::MS_REC | libc::MS_PRIVATE)?;
        for copy in self
            .copies
            .iter_mut()
            .chain(&mut self.devices)
            .chain(std::iter::once(&mut self.shared_memory))
        {
            copy.tree = open_tree(&copy.source)?;
            if copy.read_only {
                read_only(copy.tree, c"", libc::AT_EMPTY_PATH | libc::AT_RECURSIVE)?;
            }
        }
        read_only(libc::AT_FDCWD, c"/", libc::AT_RECURSIVE)?;
        for copy in &self.copies {
            lay(copy)?;
        }
        let flags = libc::MS_NOSUID | libc::MS_NOEXEC;
        mount(c"tmpfs", c"/dev", c"tmpfs", flags)?;
        for device in &self.devices {
            let made = libc::open(
                device.target.as_ptr(),
                libc::O_CREAT | libc::O_WRONLY | libc::O_CLOEXEC,
                0o666,
            );
            check(made)?;
            libc::close(made);
            lay(device)?;
        }
        for (link, to) in [
            (c"/dev/fd", c"/proc/self/fd"),
            (c"/dev/stdin", c"/proc/self/fd/0"),
            (c"/dev/stdout", c"/proc/self/fd/1"),
            (c"/dev/stderr", c"/proc/self/fd/2"),
        ] {
            check(libc::symlink(to.as_ptr(), link.as_ptr()))?;
        }
        check(libc::mkdir(self.shared_memory.target.as_ptr(), 0o777))?;
        lay(&self.shared_memory)?;
        read_only(libc::AT_FDCWD, c"/dev", 0)
    }
}

const CAPABILITY_VERSION: u32 = 0x2008_0522;

#[repr(C)]
struct CapabilityHead {
    version: u32,
    process: libc::c_int,
}

fn text(path: &Path) -> io::Result<CString> {
    Ok(CString::new(path.as_os_str().as_bytes())?)
}

unsafe fn mount(what: &CStr, on: &CStr, kind: &CStr, flags: libc::c_ulong) -> io::Result<()> {
    check(libc::mount(
        what.as_ptr(),
        on.as_ptr(),
        kind.as_ptr(),
        flags,
        std::ptr::null(),
    ))
}

unsafe fn open_tree(path: &CStr) -> io::Result<libc::c_int> {
    let flags = libc::OPEN_TREE_CLONE | libc::O_CLOEXEC as u32 | libc::AT_RECURSIVE as u32;
    let tree = libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, path.as_ptr(), flags);
    check(tree as libc::c_int)?;
    Ok(tree as libc::c_int)
}

unsafe fn lay(copy: &Copy) -> io::Result<()> {
    let moved = libc::syscall(
        libc::SYS_move_mount,
        copy.tree,
        c"".as_ptr(),
        libc::AT_FDCWD,
        copy.target.as_ptr(),
        libc::MOVE_MOUNT_F_EMPTY_PATH,
    );
    check(moved as libc::c_int)?;
    libc::close(copy.tree);
    Ok(())
}

unsafe fn read_only(folder: libc::c_int, path: &CStr, flags: libc::c_int) -> io::Result<()> {
    let attributes = libc::mount_attr {
        attr_set: libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID,
        attr_clr: 0,
        propagation: 0,
        userns_fd: 0,
    };
    let done = libc::syscall(
        libc::SYS_mount_setattr,
        folder,
        path.as_ptr(),
        flags,
        &attributes,
        std::mem::size_of::<libc::mount_attr>(),
    );
    check(done as libc::c_int)
}

unsafe fn write_to(path: &CStr, text: &CStr) -> io::Result<()> {
    let file = libc::open(path.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
    check(file)?;
    let length = text.to_bytes().len();
    let written = libc::write(file, text.as_ptr().cast(), length);
    libc::close(file);
    match written == length as isize {
        true => Ok(()),
        false => Err(io::Error::from_raw_os_error(libc::EPERM)),
    }
}

unsafe fn pipe() -> io::Result<(libc::c_int, libc::c_int)> {
    let mut ends = [0; 2];
    check(libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC))?;
    Ok((ends[0], ends[1]))
}

/// Descriptors that are closed one by one on kernels without `close_range`.
const HIGHEST: libc::c_int = 4096;

/// Closes everything: the pipes of the program's output, and the one by which
/// we learn that exec failed, must end with the program.
unsafe fn close_all() {
    if libc::syscall(libc::SYS_close_range, 0u32, u32::MAX, 0u32) < 0 {
        for fd in 0..HIGHEST {
            libc::close(fd);
        }
    }
}

/// Closes everything but `kept`.
unsafe fn close_all_but(kept: libc::c_int) {
    let kept = kept as u32;
    let below = kept.checked_sub(1).map_or(0, |last| {
        libc::syscall(libc::SYS_close_range, 0u32, last, 0u32)
    });
    let above = libc::syscall(libc::SYS_close_range, kept + 1, u32::MAX, 0u32);
    if below < 0 || above < 0 {
        for fd in 0..HIGHEST {
            if fd as u32 != kept {
                libc::close(fd);
            }
        }
    }
}

/// A: waits for the first process and ends as the program did.
unsafe fn mirror(first: libc::pid_t, status: libc::c_int) -> ! {
    close_all_but(status);
    let mut told = [0u8; 4];
    let mut have = 0;
    while have < told.len() {
        let n = libc::read(status, told[have..].as_mut_ptr().cast(), told.len() - have);
        if n > 0 {
            have += n as usize;
        } else if n == 0 || *libc::__errno_location() != libc::EINTR {
            break;
        }
    }
    let mut own = 0;
    while libc::waitpid(first, &mut own, 0) < 0 && *libc::__errno_location() == libc::EINTR {}
    match have == told.len() {
        true => end_as(libc::c_int::from_ne_bytes(told)),
        // It could not start the program, or was killed.
        false => end_as(own),
    }
}

/// Ends with a status that `waitpid` gave.
unsafe fn end_as(status: libc::c_int) -> ! {
    if libc::WIFSIGNALED(status) {
        let none = libc::rlimit {
            rlim_cur: 0,
            rlim_max: 0,
        };
        libc::setrlimit(libc::RLIMIT_CORE, &none);
        let signal = libc::WTERMSIG(status);
        libc::signal(signal, libc::SIG_DFL);
        libc::kill(libc::getpid(), signal);
    }
    libc::_exit(libc::WEXITSTATUS(status))
}

/// B: reaps until the program has ended, and says how it did. Its own end ends
/// everything in the namespace.
unsafe fn first_process(program: libc::pid_t, status: libc::c_int) -> ! {
    close_all_but(status);
    let ended = wait_for(program);
    let bytes = ended.to_ne_bytes();
    libc::write(status, bytes.as_ptr().cast(), bytes.len());
    libc::_exit(0)
}

/// Reaps children until this one has ended; its status.
unsafe fn wait_for(program: libc::pid_t) -> libc::c_int {
    loop {
        let mut status = 0;
        let who = libc::waitpid(-1, &mut status, 0);
        if who == program {
            return status;
        }
        if who < 0 && *libc::__errno_location() != libc::EINTR {
            return 1 << 8;
        }
    }
}

/// A without namespaces: waits for the program, kills what it left, and ends
/// as it did.
unsafe fn reap(program: libc::pid_t) -> ! {
    close_all();
    let ended = wait_for(program);
    // What a child of ours starts becomes ours when that child is killed.
    loop {
        let any = kill_children();
        let waited = libc::waitpid(
            -1,
            std::ptr::null_mut(),
            if any { 0 } else { libc::WNOHANG },
        );
        if waited <= 0 && *libc::__errno_location() != libc::EINTR {
            break;
        }
    }
    end_as(ended)
}

/// Kills our children; whether the kernel named any.
unsafe fn kill_children() -> bool {
    let file = libc::open(
        c"/proc/thread-self/children".as_ptr(),
        libc::O_RDONLY | libc::O_CLOEXEC,
    );
    if file < 0 {
        return false;
    }
    let mut buffer = [0u8; 4096];
    let read = libc::read(file, buffer.as_mut_ptr().cast(), buffer.len());
    libc::close(file);
    let mut any = false;
    let mut process: libc::pid_t = 0;
    // A number that the end of the buffer cuts is not followed by a space.
    for byte in buffer.iter().take(read.max(0) as usize) {
        if byte.is_ascii_digit() {
            process = process
                .wrapping_mul(10)
                .wrapping_add(libc::pid_t::from(byte - b'0'));
        } else {
            if process > 1 {
                libc::kill(process, libc::SIGKILL);
                any = true;
            }
            process = 0;
        }
    }
    any
}
