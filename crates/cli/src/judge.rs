//! The flags of `everypath judge`.

use crate::plain;
use clap::Args;
use ep_proofs::judge::JudgeOptions;
use std::path::PathBuf;

/// `everypath judge`.
#[derive(Args, Clone, Debug)]
pub struct JudgeArgs {
    /// The certificate
    #[arg(value_name = "CERT")]
    pub certificate: PathBuf,
    /// The system that it must speak of, in any format of `everypath its`
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Ask this program about the steps that rest on a solver (NAME FILE.smt2), or
    /// `none` [default: cvc5 where it is installed]
    #[arg(long, value_name = "NAME")]
    pub solver: Option<String>,
    /// Seconds for each question to the solver
    #[arg(long, value_name = "SECONDS", default_value = "30")]
    pub solver_timeout: u64,
    /// Write each step that rests on a solver into this folder, as SMT-LIB
    #[arg(long, value_name = "FOLDER")]
    pub smtlib: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

plain!(JudgeArgs => JudgeOptions {
    certificate, file, solver, solver_timeout, smtlib, json,
} into {});
