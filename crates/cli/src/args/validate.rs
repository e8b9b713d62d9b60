//! The command line of `everypath validate`.

use super::common;
use super::isolation::IsolationArgs;
use clap::Args;
use ep_cli::common::{Defaults, Json, MaxMemory, Quiet};
use ep_cli::plain;
use ep_verbs::validate::options::ValidateOptions;
use std::path::PathBuf;

/// Its own defaults.
#[derive(Clone, Debug)]
pub struct Limits;

impl Defaults for Limits {
    const MEMORY: &'static str = "7G";
}

/// `everypath validate`.
#[derive(Args, Clone, Debug)]
pub struct ValidateArgs {
    /// C sources (.c, .i), or one task definition (.yml)
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Flags for clang
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub clang_flags: Vec<String>,

    #[command(flatten, next_help_heading = "Question")]
    pub property: common::Property,
    /// The witness
    #[arg(long, value_name = "FILE", help_heading = "Question")]
    pub witness: PathBuf,
    #[command(flatten)]
    pub data_model: common::DataModelArg,
    #[command(flatten, next_help_heading = "Question")]
    pub clang: common::Clang,

    #[command(flatten)]
    pub cpu_time: common::CpuTime,
    #[command(flatten)]
    pub max_memory: MaxMemory<Limits>,

    #[command(flatten)]
    pub isolation: IsolationArgs,
    #[command(flatten)]
    pub json: Json,
    #[command(flatten)]
    pub quiet: Quiet,
}

plain!(ValidateArgs => ValidateOptions {
    files, clang_flags, witness
} into {
    isolation, clang, property, data_model, cpu_time, max_memory, json, quiet
});
