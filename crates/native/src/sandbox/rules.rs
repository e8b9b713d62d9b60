//! Landlock and seccomp: what a program may change, without any right of ours.
//!
//! Landlock's rule set is made before the fork (it opens the folders), the
//! child only says that it holds from now on. Reading and executing is
//! permitted everywhere, writing below the run's folder and to four devices.
//! Where the kernel knows scopes (Linux 6.12), signals and abstract sockets
//! end at the run as well.
//!
//! seccomp is for where no namespaces are: it refuses (`EPERM`) what changes
//! the system, and what Landlock does not know (modes, owners, times and
//! attributes of files, also of own ones), and sockets. Where namespaces are, it refuses
//! the little that they share with the system. Programs for i386 make other calls and
//! get no filter.

use landlock::{
    path_beneath_rules, Access, AccessFs, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreatedAttr, Scope, ABI,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

/// Devices that hold nothing.
pub(super) const DEVICES: [&str; 5] = [
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
];

/// The version whose rights are asked for; older kernels hold those they know.
const WANTED: ABI = ABI::V6;

/// Rules that hold from [`Rules::hold`] on.
#[derive(Default)]
pub(super) struct Rules {
    files: Option<OwnedFd>,
    calls: Option<BpfProgram>,
}

impl Rules {
    /// Whether the kernel has Landlock.
    pub(super) fn landlock_works() -> bool {
        // SAFETY: a plain system call that only asks for the version.
        let version = unsafe {
            libc::syscall(
                libc::SYS_landlock_create_ruleset,
                std::ptr::null::<libc::c_void>(),
                0usize,
                1u32,
            )
        };
        version >= 1
    }

    /// Everything can be read, only what is below `folder`, `also` and the
    /// private folders can be changed.
    pub(super) fn files(folder: &Path, also: &[PathBuf]) -> io::Result<Rules> {
        let all = AccessFs::from_all(WANTED);
        let read = AccessFs::from_read(WANTED);
        let devices = AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::IoctlDev;
        let own = std::iter::once(folder.to_path_buf()).chain(also.iter().cloned());
        let set = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(all)
            .and_then(|r| r.scope(Scope::AbstractUnixSocket | Scope::Signal))
            .and_then(|r| r.create())
            .and_then(|r| r.add_rules(path_beneath_rules(["/"], read)))
            .and_then(|r| r.add_rules(path_beneath_rules(own, all)))
            .map_err(io::Error::other)?;
        let mut set = set;
        for device in DEVICES {
            let Ok(fd) = PathFd::new(device) else {
                continue;
            };
            set = set
                .add_rule(PathBeneath::new(fd, devices))
                .map_err(io::Error::other)?;
        }
        let fd: Option<OwnedFd> = set.into();
        Ok(Rules {
            files: Some(fd.ok_or_else(|| io::Error::other("the kernel has no Landlock"))?),
            calls: None,
        })
    }

    /// Refuses sockets and calls that change the system as well; nothing for
    /// programs of other machines than ours.
    pub(super) fn calls(&mut self, program: &Path) -> io::Result<()> {
        let all = REFUSED.iter().chain(REFUSED_HERE).chain(SHARED);
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
            all.map(|call| (*call, Vec::new())).collect();
        // Everything that the user runs.
        let everyone = when(0, SeccompCmpOp::Eq, u32::MAX)?;
        rules.insert(libc::SYS_kill, vec![everyone]);
        // Limits of other processes.
        let others = when(0, SeccompCmpOp::Ne, 0)?;
        rules.insert(libc::SYS_prlimit64, vec![others]);
        self.filter(program, rules)
    }

    /// Refuses what namespaces share with the rest of the system: keys, and sockets to
    /// the host of a virtual machine. Nothing for programs of other machines than ours.
    pub(super) fn shared_calls(&mut self, program: &Path) -> io::Result<()> {
        let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
            SHARED.iter().map(|call| (*call, Vec::new())).collect();
        let host = when(0, SeccompCmpOp::Eq, libc::AF_VSOCK as u32)?;
        rules.insert(libc::SYS_socket, vec![host]);
        self.filter(program, rules)
    }

    fn filter(&mut self, program: &Path, rules: BTreeMap<i64, Vec<SeccompRule>>) -> io::Result<()> {
        let mut head = [0u8; 5];
        File::open(program)?.read_exact(&mut head)?;
        // ELFCLASS64; a script is run by a program of our own machine.
        if head.starts_with(b"\x7fELF") && head[4] != 2 {
            return Ok(());
        }
        let arch = std::env::consts::ARCH
            .try_into()
            .map_err(io::Error::other)?;
        let filter = SeccompFilter::new(
            rules,
            SeccompAction::Allow,
            SeccompAction::Errno(libc::EPERM as u32),
            arch,
        )
        .and_then(BpfProgram::try_from)
        .map_err(io::Error::other)?;
        self.calls = Some(filter);
        Ok(())
    }

    /// From here on they hold, for this thread and all that it starts. Makes
    /// system calls only: it runs between fork and exec.
    pub(super) fn hold(&self) -> io::Result<()> {
        if let Some(files) = &self.files {
            // SAFETY: a plain system call on a descriptor that we own.
            let held =
                unsafe { libc::syscall(libc::SYS_landlock_restrict_self, files.as_raw_fd(), 0u32) };
            if held < 0 {
                return Err(io::Error::last_os_error());
            }
        }
        let Some(calls) = &self.calls else {
            return Ok(());
        };
        seccompiler::apply_filter(calls).map_err(|_| io::Error::last_os_error())
    }
}

/// A call whose argument, an `int`, compares so.
fn when(argument: u8, how: SeccompCmpOp, with: u32) -> io::Result<SeccompRule> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, how, with.into())
        .and_then(|c| SeccompRule::new(vec![c]))
        .map_err(io::Error::other)
}

/// What no namespace parts: the keys of the user.
const SHARED: &[i64] = &[libc::SYS_keyctl, libc::SYS_add_key, libc::SYS_request_key];

/// Calls that change the system, or files in ways that Landlock lets pass.
const REFUSED: &[i64] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_reboot,
    libc::SYS_kexec_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_setns,
    libc::SYS_unshare,
    // Memory, messages and semaphores that stay when a run is over.
    libc::SYS_shmget,
    libc::SYS_shmctl,
    libc::SYS_msgget,
    libc::SYS_msgctl,
    libc::SYS_semget,
    libc::SYS_semctl,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_send_signal,
    libc::SYS_quotactl,
    libc::SYS_acct,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_open_by_handle_at,
    libc::SYS_io_uring_setup,
    libc::SYS_socket,
];

/// Older ways to do the same, where they exist, and a newer one that libc has
/// for this machine.
#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[i64] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
    libc::SYS_iopl,
    libc::SYS_ioperm,
    libc::SYS_kexec_file_load,
    libc::SYS_fchmodat2,
];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[i64] = &[];
