//! The options of `everypath validate`.

use crate::solve::options::DataModel;
use std::path::PathBuf;
use std::time::Duration;

/// `everypath validate`.
#[derive(Clone, Debug)]
pub struct ValidateOptions {
    /// C sources (.c, .i), or one task definition (.yml)
    pub files: Vec<PathBuf>,
    /// Flags for clang
    pub clang_flags: Vec<String>,

    /// What was asked: a property file (.prp)
    pub property: Option<PathBuf>,
    /// The witness
    pub witness: PathBuf,
    /// Sizes of types: 32 or 64 bits [default: the task's, else LP64]
    pub data_model: Option<DataModel>,
    /// The clang 19 to compile with
    pub clang: Option<PathBuf>,

    /// Processor time of all processes together [default: 90s for a violation, 300s for a proof]
    pub cpu_time: Option<Duration>,
    /// Resident memory of all processes together: 512M, 7G
    pub max_memory: u64,

    /// What native runs may do.
    pub isolation: crate::isolation::Isolation,
    /// Print one JSON object instead
    pub json: bool,
    /// Print nothing but the answer
    pub quiet: bool,
}

impl Default for ValidateOptions {
    /// What the command line has without any flag.
    fn default() -> ValidateOptions {
        ValidateOptions {
            files: Vec::new(),
            clang_flags: Vec::new(),
            property: None,
            witness: PathBuf::new(),
            data_model: None,
            clang: None,
            cpu_time: None,
            max_memory: 7 << 30,
            isolation: Default::default(),
            json: false,
            quiet: false,
        }
    }
}
