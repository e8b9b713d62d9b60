//! The flags of native runs.

use clap::Args;
use ep_cli::plain;
use ep_verbs::isolation::Isolation;

/// What native runs may do, the same for every verb that has some.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct IsolationArgs {
    /// Run natively without isolation: the program can change and delete your files
    #[arg(long, help_heading = "Results")]
    pub no_isolation: bool,
}

plain!(IsolationArgs => Isolation {
    no_isolation,
} into {});
