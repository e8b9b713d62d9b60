//! The options of `everypath solve`.

use ep_proofs::words::Words;
use std::path::PathBuf;
use std::time::Duration;

/// `everypath solve`.
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// C sources (.c, .i), or one task definition (.yml)
    pub files: Vec<PathBuf>,
    /// Flags for clang
    pub clang_flags: Vec<String>,

    /// What is asked: a property file (.prp); a task file brings its own
    pub property: Option<PathBuf>,
    /// Sizes of types: 32 or 64 bits [default: the task's, else LP64]
    pub data_model: Option<DataModel>,
    /// The clang 19 to compile with
    pub clang: Option<PathBuf>,

    /// Processor time of all processes together: 60, 90s, 15m
    pub cpu_time: Duration,
    /// Resident memory of all processes together: 512M, 15G
    pub max_memory: u64,

    /// Where the witness goes [default: witness.yml, of a task with several properties none]
    pub witness: Option<PathBuf>,
    /// Write no witness
    pub no_witness: bool,
    /// Where the suite goes that a COVER property asks for [default: suite.zip]
    pub suite: Option<PathBuf>,
    /// What native runs may do.
    pub isolation: crate::isolation::Isolation,
    /// Print one JSON object instead
    pub json: bool,
    /// Print nothing but the answers
    pub quiet: bool,
}

impl Default for SolveOptions {
    /// What the command line has without any flag.
    fn default() -> SolveOptions {
        SolveOptions {
            files: Vec::new(),
            clang_flags: Vec::new(),
            property: None,
            data_model: None,
            clang: None,
            cpu_time: Duration::from_secs(60),
            max_memory: 4 << 30,
            witness: None,
            no_witness: false,
            suite: None,
            isolation: Default::default(),
            json: false,
            quiet: false,
        }
    }
}

/// SV-COMP's names of the sizes of types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataModel {
    /// 32 bits
    Ilp32,
    /// 64 bits
    Lp64,
}

impl Words for DataModel {
    const WORDS: &'static [(Self, &'static str, &'static str)] = &[
        (DataModel::Ilp32, "ILP32", "32 bits"),
        (DataModel::Lp64, "LP64", "64 bits"),
    ];
}

impl DataModel {
    /// As task files and witnesses write it.
    pub fn word(self) -> &'static str {
        match self {
            DataModel::Ilp32 => "ILP32",
            DataModel::Lp64 => "LP64",
        }
    }
}
