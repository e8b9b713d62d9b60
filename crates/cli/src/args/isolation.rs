//! The flags of native runs.

use clap::Args;
use ep_cli::common::NoIsolation;
use ep_cli::plain;
use ep_verbs::isolation::Isolation;

/// What native runs may do, the same for every verb that has some.
#[derive(Args, Clone, Debug)]
pub struct IsolationArgs {
    #[command(flatten)]
    pub no_isolation: NoIsolation,
}

plain!(IsolationArgs => Isolation {

} into {
    no_isolation
});
