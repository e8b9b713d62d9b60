//! The command line of `everypath show`.

use clap::Args;
use ep_cli::plain;
use ep_verbs::show::options::ShowOptions;
use ep_verbs::values;
use std::path::PathBuf;

/// `everypath show`.
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// The folder of a run
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// Only paths whose outcome contains this word (an error kind, `error` for all of them, `exit 1`, ...)
    #[arg(long, value_name = "WORD")]
    pub outcome: Option<String>,
    /// Only paths that come to this line
    #[arg(long, value_name = "[FILE:]LINE")]
    pub line: Option<String>,
    /// Only paths that come to this function
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,
    /// Show this path step by step
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub path: Option<u64>,
    /// Only this step of the path, with the memory there
    #[arg(long, value_name = "K", requires = "path", value_parser = values::count)]
    pub step: Option<u64>,
    /// At most so many lines of the list
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub limit: Option<u64>,
    /// Do not ask for commands on a terminal
    #[arg(long)]
    pub plain: bool,
}

plain!(ShowArgs => ShowOptions {
    dir, outcome, line, function, path, step, limit, plain,
} into {});
