//! What is built and run: the program, how it is entered, and the limits.

use crate::sandbox::isolation::Demand;
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

/// The user's program as the native side sees it.
#[derive(Clone, Debug)]
pub struct NativeProgram {
    /// `.c`, `.bc` or `.ll` files; all are compiled and linked together.
    pub sources: Vec<PathBuf>,
    /// The compiler, a clang that can read the bitcode among the sources.
    pub clang: PathBuf,
    /// The user's flags (`-DN=4`, `-Iinc`, `-std=c99`). Flags that choose an
    /// output or an optimisation level are overridden.
    pub clang_flags: Vec<String>,
    /// Further flags of single sources.
    pub unit_flags: HashMap<PathBuf, Vec<String>>,
    /// Build for 32 bits.
    pub m32: bool,
    /// Further `-I` folders; the shipped headers are always there.
    pub include_dirs: Vec<PathBuf>,
    /// Where the run starts.
    pub entry: Entry,
    /// Devices at fixed addresses: base and size.
    pub devices: Vec<(u64, u64)>,
    /// How a build for fuzzing is entered; `entry` is not looked at then.
    pub fuzz: Option<crate::fuzz::FuzzEntry>,
    /// Functions outside the program whose results a build for comparison
    /// records.
    pub watched: Vec<String>,
    /// Places whose file name starts with one of these lie in models of the C
    /// library: the native build has the real function there, so the site of
    /// a bug is the innermost predicted place outside of them.
    pub library_prefixes: Vec<String>,
    /// The folder in which scratch folders are made; the system's when `None`.
    pub scratch: Option<PathBuf>,
}

impl NativeProgram {
    /// A program of these sources with default settings and `main`.
    pub fn new(sources: Vec<PathBuf>, clang: PathBuf) -> Self {
        NativeProgram {
            sources,
            clang,
            clang_flags: Vec::new(),
            unit_flags: HashMap::new(),
            m32: false,
            include_dirs: Vec::new(),
            entry: Entry::Main,
            devices: Vec::new(),
            fuzz: None,
            watched: Vec::new(),
            library_prefixes: Vec::new(),
            scratch: None,
        }
    }
}

/// Where the run starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The program's own `main`.
    Main,
    /// A generated `main` calls this function.
    Function(Signature),
}

impl Entry {
    /// The function, if it is not the program's own `main` as such.
    pub fn function(&self) -> Option<&Signature> {
        match self {
            Entry::Main => None,
            Entry::Function(f) => Some(f),
        }
    }
}

pub use ep_harness::{ParamShape, Signature};

/// What one native run may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall-clock and CPU time of one run.
    pub time: Duration,
    /// Wall-clock time of one call of the compiler: a guard against one that
    /// hangs, far above what a loaded machine takes.
    pub build_time: Duration,
    /// Memory in bytes: address space without sanitizers, resident with them.
    pub memory: u64,
    /// Processes and threads at once, beyond those the user has already
    /// (does not bind the superuser; the run's group is killed in the end).
    pub processes: u64,
    /// The largest file that may be written, in bytes.
    pub file_size: u64,
    /// The stack in bytes: unbounded recursion ends here.
    pub stack: u64,
    /// How much of each output stream is kept, in bytes.
    pub output: usize,
    /// Whether a run may go without walls around it.
    pub isolation: Demand,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            time: Duration::from_secs(5),
            build_time: Duration::from_secs(600),
            memory: 2 << 30,
            processes: 32,
            file_size: 16 << 20,
            stack: 8 << 20,
            output: 1 << 20,
            isolation: Demand::Required,
        }
    }
}
