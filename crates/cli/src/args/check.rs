//! The command line of `everypath check`: that of `test`, and the bounds.

use super::common;
use super::test::TestArgs;
use clap::{ArgGroup, Args};
use ep_cli::plain;
use ep_verbs::check::options;
use ep_verbs::check::options::CheckOptions;

/// `everypath check`.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("Asked").args(["check", "property"]))]
pub struct CheckArgs {
    #[command(flatten)]
    pub test: TestArgs,

    /// Rounds that every loop and recursion is unwound, or `auto`: what everypath time proves; without it the bound grows
    #[arg(long, value_name = "K|auto", value_parser = options::unwind, help_heading = "Bounds")]
    pub unwind: Option<options::Unwind>,
    /// Where the growing bound ends; induction and invariants are tried on the way
    #[arg(long, value_name = "K", value_parser = options::bound, conflicts_with = "unwind", help_heading = "Bounds")]
    pub max_unwind: Option<u32>,
    /// Rounds of one loop, named by its function and line
    #[arg(long, value_name = "FUNCTION:LINE=K", value_parser = options::loop_bound, help_heading = "Bounds")]
    pub unwind_loop: Vec<options::LoopBound>,
    /// `proved up to K` is what was asked: exit 0
    #[arg(long, help_heading = "Bounds")]
    pub accept_bound: bool,
    /// Only the environment that is given: other arguments, input, files and variables there are none, and the clock is fixed; without it all of them are arbitrary
    #[arg(long, help_heading = "Inputs")]
    pub closed: bool,
    /// Do not try induction and invariants when the bound is reached
    #[arg(long, help_heading = "Bounds")]
    pub no_induction: bool,
    #[command(flatten, next_help_heading = "Exploration")]
    pub property: common::Property,
    /// A test for each branch that can be reached within the bound
    #[arg(long, help_heading = "Results")]
    pub cover: bool,
    /// Print the formulas of the unwound program, with the instances of its variables (for teaching; 3 rounds unless --unwind says otherwise)
    #[arg(long, help_heading = "Results")]
    pub show_formula: bool,
    /// Leave out the run that leads to each violation, line by line
    #[arg(long, help_heading = "Results")]
    pub no_trace: bool,
}

plain!(CheckArgs => CheckOptions {
    unwind, max_unwind, unwind_loop, accept_bound, closed, no_induction, cover,
    show_formula, no_trace
} into {
    test, property
});
