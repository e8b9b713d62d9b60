//! The command line of `everypath solve`.

use super::common;
use super::isolation::IsolationArgs;
use clap::Args;
use ep_cli::common::{Defaults, Json, MaxMemory, Quiet};
use ep_cli::plain;
use ep_verbs::solve::options::SolveOptions;
use std::path::PathBuf;

/// Its own defaults.
#[derive(Clone, Debug)]
pub struct Limits;

impl Defaults for Limits {
    const TIME: Option<&'static str> = Some("60s");
}

/// `everypath solve`.
#[derive(Args, Clone, Debug)]
pub struct SolveArgs {
    /// C sources (.c, .i), or one task definition (.yml)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Flags for clang
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub clang_flags: Vec<String>,

    #[command(flatten, next_help_heading = "Question")]
    pub property: common::Property,
    #[command(flatten)]
    pub data_model: common::DataModelArg,
    #[command(flatten, next_help_heading = "Question")]
    pub clang: common::Clang,

    #[command(flatten)]
    pub cpu_time: common::CpuTime<Limits>,
    #[command(flatten)]
    pub max_memory: MaxMemory,

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
    #[command(flatten)]
    pub json: Json,
    #[command(flatten)]
    pub quiet: Quiet,
}

plain!(SolveArgs => SolveOptions {
    files, clang_flags, witness, no_witness, suite
} into {
    isolation, clang, property, data_model, cpu_time, max_memory, json, quiet
});
