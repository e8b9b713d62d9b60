//! What keeps a program that is run away from the user's files and processes.
//!
//! Idea: the strongest walls that work on this machine are found by trying,
//! once, with a program that does nothing. There are two kinds.
//!
//! - Namespaces ([`super::namespaces`]): all files read-only but the run's own
//!   folder, private folders for what is temporary, four harmless devices, own
//!   processes, no network. For the superuser directly (who loses his
//!   capabilities in them), for others within a user namespace.
//! - Landlock and seccomp ([`super::rules`]), which need no right: files can
//!   only be changed in the run's own folder, and calls that change the system
//!   are refused. They are added to the namespaces where the kernel has them,
//!   and stand alone where it permits no namespace (most containers).
//!
//! Where neither is to be had, nothing is run unless the user says so
//! (`--no-isolation`).
//!
//! Alternatives: bubblewrap or firejail as programs, which must be installed
//! and are started for each run; a virtual machine. Source: namespaces(7),
//! landlock(7), seccomp(2); the order of the steps is bubblewrap's.
//! Cost: about a millisecond for each run.

use super::namespaces::Cell;
use super::rules::Rules;
use super::NetworkCut;
use crate::begin;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Whether a run may go without walls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Demand {
    /// Nothing is run where no wall can be had.
    #[default]
    Required,
    /// No walls but limits and the network (`--no-isolation`).
    Waived,
    /// These and no stronger ones: how each kind is tested on a system that
    /// has all.
    Exactly(Walls),
}

/// Which namespaces can be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Namespaces {
    /// By right of the superuser.
    Own,
    /// Within a user namespace.
    User,
}

/// The walls of this machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walls {
    /// Namespaces, with Landlock where the kernel has it.
    Namespaces {
        /// Within a user namespace, since we are not the superuser.
        user: bool,
        /// Landlock as well.
        landlock: bool,
    },
    /// Landlock and seccomp alone.
    Rules,
    /// None, on request.
    Waived,
    /// None, though they are wanted: nothing is run.
    Missing,
}

impl Walls {
    /// Whether a program starts behind these walls, in a folder below
    /// `scratch`.
    pub fn can_be_had(self, scratch: &Path) -> bool {
        let folder = scratch.join("probe");
        let started = started(self, &folder);
        // What stays goes with the scratch folder.
        let _ = fs::remove_dir_all(&folder);
        started.unwrap_or(false)
    }
}

/// The walls, and how the network is kept away.
#[derive(Clone, Copy, Debug)]
pub struct Isolation {
    walls: Walls,
    network: NetworkCut,
}

impl Isolation {
    /// The strongest that works here, found by starting `/bin/true` in a
    /// folder below `scratch`.
    pub fn probe(demand: Demand, scratch: &Path) -> Isolation {
        let walls = match demand {
            Demand::Waived => Walls::Waived,
            Demand::Exactly(walls) => walls,
            Demand::Required => Isolation::strongest(scratch),
        };
        let network = match walls {
            Walls::Namespaces { .. } => NetworkCut::Within,
            _ => NetworkCut::probe(),
        };
        Isolation { walls, network }
    }

    fn strongest(scratch: &Path) -> Walls {
        let landlock = Rules::landlock_works();
        for user in [false, true] {
            let walls = Walls::Namespaces { user, landlock };
            if walls.can_be_had(scratch) {
                return walls;
            }
        }
        if landlock && Walls::Rules.can_be_had(scratch) {
            return Walls::Rules;
        }
        Walls::Missing
    }

    /// The walls.
    pub fn walls(&self) -> Walls {
        self.walls
    }

    /// What is prepared before a run: `folder` and `also` are what the program
    /// may write. `None` where there are no walls.
    ///
    /// # Errors
    /// A folder cannot be made, the kernel refuses a rule, or walls are wanted
    /// and cannot be had.
    pub(crate) fn cell(
        &self,
        program: &Path,
        folder: &Path,
        work: &Path,
        also: &[PathBuf],
    ) -> io::Result<Option<Cell>> {
        let cell = |namespaces, rules| Cell::new(namespaces, rules, folder, work, also);
        match self.walls {
            Walls::Namespaces { user, landlock } => {
                let rules = landlock.then(|| Rules::files(folder, also)).transpose()?;
                let mut rules = rules.unwrap_or_default();
                rules.shared_calls(program)?;
                let namespaces = match user {
                    true => Namespaces::User,
                    false => Namespaces::Own,
                };
                cell(Some(namespaces), Some(rules)).map(Some)
            }
            Walls::Rules => {
                let mut rules = Rules::files(folder, also)?;
                rules.calls(program)?;
                cell(None, Some(rules)).map(Some)
            }
            Walls::Waived => Ok(None),
            Walls::Missing => Err(io::Error::other(MISSING)),
        }
    }

    /// How the network is kept away from what has no walls.
    pub(crate) fn network(&self) -> NetworkCut {
        self.network
    }

    /// What the user should know, one sentence each.
    pub fn notes(&self) -> Vec<String> {
        let mut out = Vec::new();
        match self.walls {
            Walls::Namespaces { .. } => {}
            Walls::Rules => out.push(
                "native runs are kept from files by Landlock alone: this system permits no namespaces (docs/security.md)"
                    .into(),
            ),
            Walls::Waived => {
                out.push("native runs are not isolated: --no-isolation".into());
            }
            Walls::Missing => out.push(format!("nothing was run natively: {MISSING}")),
        }
        if self.network == NetworkCut::NotPermitted && self.walls == Walls::Waived {
            out.push(
                "native runs keep their network: the kernel permits no network namespace".into(),
            );
        }
        out
    }
}

/// Why nothing was run.
const MISSING: &str = "this system permits neither namespaces nor Landlock, so a program could not be kept from the user's files; --no-isolation runs it all the same";

fn started(walls: Walls, folder: &Path) -> io::Result<bool> {
    fs::create_dir_all(folder)?;
    let isolation = Isolation {
        walls,
        network: NetworkCut::Within,
    };
    let program = Path::new("/bin/true");
    let Some(mut cell) = isolation.cell(program, folder, folder, &[])? else {
        return Ok(true);
    };
    let mut command = Command::new(program);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    // SAFETY: `enter` and `seal` make system calls only.
    unsafe {
        command.pre_exec(move || {
            cell.enter()?;
            cell.seal()
        });
    }
    Ok(begin::status(&mut command)?.success())
}
