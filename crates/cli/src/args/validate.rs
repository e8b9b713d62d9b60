//! The command line of `everypath validate`.

use super::isolation::IsolationArgs;
use clap::Args;
use ep_cli::parse::words;
use ep_cli::plain;
use ep_verbs::solve::options::DataModel;
use ep_verbs::validate::options::ValidateOptions;
use ep_verbs::values;
use std::path::PathBuf;
use std::time::Duration;

/// `everypath validate`.
#[derive(Args, Clone, Debug)]
pub struct ValidateArgs {
    /// C sources (.c, .i), or one task definition (.yml)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Flags for clang
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub clang_flags: Vec<String>,

    /// What was asked: a property file (.prp)
    #[arg(long, value_name = "FILE", help_heading = "Question")]
    pub property: Option<PathBuf>,
    /// The witness
    #[arg(long, value_name = "FILE", help_heading = "Question")]
    pub witness: PathBuf,
    /// Sizes of types: 32 or 64 bits [default: the task's, else LP64]
    #[arg(long, value_parser = words::<DataModel>(), ignore_case = true, help_heading = "Question")]
    pub data_model: Option<DataModel>,
    /// The clang 19 to compile with
    #[arg(long, value_name = "PROGRAM", help_heading = "Question")]
    pub clang: Option<PathBuf>,

    /// Processor time of all processes together [default: 90s for a violation, 300s for a proof]
    #[arg(long, value_name = "TIME", value_parser = values::duration, help_heading = "Limits")]
    pub cpu_time: Option<Duration>,
    /// Resident memory of all processes together: 512M, 7G
    #[arg(long, value_name = "SIZE", default_value = "7G", value_parser = values::memory, help_heading = "Limits")]
    pub max_memory: u64,

    #[command(flatten)]
    pub isolation: IsolationArgs,
    /// Print one JSON object instead
    #[arg(long, help_heading = "Results")]
    pub json: bool,
    /// Print nothing but the answer
    #[arg(long, short, help_heading = "Results")]
    pub quiet: bool,
}

plain!(ValidateArgs => ValidateOptions {
    files, clang_flags, property, witness, data_model, clang, cpu_time, max_memory, json,
    quiet,
} into { isolation });
