//! The flags of a CI job.

use clap::Args;
use ep_cli::common::Sarif;
use ep_cli::parse::words;
use ep_cli::plain;
use ep_verbs::gate::{FailOn, GateOptions};
use std::path::PathBuf;

/// The flags.
#[derive(Args, Clone, Debug)]
pub struct GateArgs {
    #[command(flatten)]
    pub sarif: Sarif,
    /// Write the findings as JUnit XML to this file
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub junit: Option<PathBuf>,
    /// Findings of an earlier run do not fail: its SARIF log
    #[arg(long, value_name = "OLD.sarif", help_heading = "Results")]
    pub baseline: Option<PathBuf>,
    /// Which answers have an exit code other than 0
    #[arg(long, value_parser = words::<FailOn>(), default_value = "unknown", help_heading = "Results")]
    pub fail_on: FailOn,
}

plain!(GateArgs => GateOptions {
    junit, baseline, fail_on
} into {
    sarif
});
