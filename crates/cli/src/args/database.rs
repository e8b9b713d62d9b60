//! The compilation database of a project, as every verb that compiles C takes it.

use clap::Args;
use ep_verbs::program::database::Database;
use std::path::PathBuf;

/// Where the flags of each file are.
#[derive(Args, Clone, Debug)]
pub struct DatabaseArgs {
    /// Take the flags of each file from DIR/compile_commands.json
    #[arg(
        short = 'p',
        long = "database",
        value_name = "DIR",
        help_heading = "Inputs"
    )]
    pub database: Option<PathBuf>,
}

impl From<DatabaseArgs> for Database {
    fn from(args: DatabaseArgs) -> Database {
        args.database.into()
    }
}
