//! The flags of what a program finds when it starts.

use super::parse::{parse_args, ArgList};
use clap::Args;
use ep_verbs::given::GivenOptions;
use ep_verbs::values;

#[derive(Args, Debug, Default, Clone)]
pub struct GivenArgs {
    /// Arguments of main after the program's name, between commas; sym:N is up to N symbolic bytes
    #[arg(long, value_name = "SPEC", value_parser = parse_args, allow_hyphen_values = true, help_heading = "Inputs")]
    pub args: Option<ArgList>,
    /// One more argument of up to N symbolic bytes, after those of --args
    #[arg(long, value_name = "N", value_parser = values::symbolic_bytes, help_heading = "Inputs")]
    pub sym_arg: Vec<u64>,
    /// From MIN to MAX more arguments of up to N symbolic bytes each, after those of --sym-arg
    #[arg(long, num_args = 3, value_names = ["MIN", "MAX", "N"], value_parser = values::symbolic_bytes, help_heading = "Inputs")]
    pub sym_args: Vec<u64>,
    /// A file of N symbolic bytes in the program's folder
    #[arg(long, num_args = 2, value_names = ["NAME", "N"], help_heading = "Inputs")]
    pub file: Vec<String>,
    /// N files of M symbolic bytes each in the program's folder, with the names A, B, C and so on
    #[arg(long, num_args = 2, value_names = ["N", "M"], value_parser = values::symbolic_bytes, help_heading = "Inputs")]
    pub sym_files: Vec<u64>,
    /// A file in the program's folder with the content of another one
    #[arg(long, value_name = "NAME=PATH", help_heading = "Inputs")]
    pub with_file: Vec<String>,
    /// A variable of the environment; sym:N is up to N symbolic bytes
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Inputs")]
    pub env: Vec<String>,
}

impl From<GivenArgs> for GivenOptions {
    fn from(a: GivenArgs) -> GivenOptions {
        GivenOptions {
            args: a.args.unwrap_or_default().0,
            sym_arg: a.sym_arg,
            sym_args: a.sym_args,
            file: a.file,
            sym_files: a.sym_files,
            with_file: a.with_file,
            env: a.env,
        }
    }
}
