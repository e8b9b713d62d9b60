//! The command line of `everypath solve`.

use super::isolation::IsolationArgs;
use clap::Args;
use ep_cli::parse::words;
use ep_cli::plain;
use ep_verbs::solve::options::{DataModel, SolveOptions};
use ep_verbs::values;
use std::path::PathBuf;
use std::time::Duration;

/// `everypath solve`.
#[derive(Args, Clone, Debug)]
pub struct SolveArgs {
    /// C sources (.c, .i), or one task definition (.yml)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Flags for clang
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub clang_flags: Vec<String>,

    /// What is asked: a property file (.prp); a task file brings its own
    #[arg(long, value_name = "FILE", help_heading = "Question")]
    pub property: Option<PathBuf>,
    /// Sizes of types: 32 or 64 bits [default: the task's, else LP64]
    #[arg(long, value_parser = words::<DataModel>(), ignore_case = true, help_heading = "Question")]
    pub data_model: Option<DataModel>,
    /// The clang 19 to compile with
    #[arg(long, value_name = "PROGRAM", help_heading = "Question")]
    pub clang: Option<PathBuf>,

    /// Processor time of all processes together: 60, 90s, 15m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = values::duration, help_heading = "Limits")]
    pub cpu_time: Duration,
    /// Resident memory of all processes together: 512M, 15G
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = values::memory, help_heading = "Limits")]
    pub max_memory: u64,

    /// Where the witness goes [default: witness.yml, of a task with several properties none]
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub witness: Option<PathBuf>,
    /// Write no witness
    #[arg(long, conflicts_with = "witness", help_heading = "Results")]
    pub no_witness: bool,
    /// Where the suite goes that a COVER property asks for [default: suite.zip]
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub suite: Option<PathBuf>,
    #[command(flatten)]
    pub isolation: IsolationArgs,
    /// Print one JSON object instead
    #[arg(long, help_heading = "Results")]
    pub json: bool,
    /// Print nothing but the answers
    #[arg(long, short, help_heading = "Results")]
    pub quiet: bool,
}

plain!(SolveArgs => SolveOptions {
    files, clang_flags, property, data_model, clang, cpu_time, max_memory, witness, no_witness,
    suite, json, quiet,
} into { isolation });
