//! The flags of `everypath judge`.

use crate::common::Json;
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
    /// The system that it must speak of, in any format of `everypath its`, or the program
    /// (C, .bc, .ll), which is then translated again
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Flags for clang, where it is a program
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub clang_flags: Vec<String>,
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
    #[command(flatten)]
    pub json: Json,
}

plain!(JudgeArgs => JudgeOptions {
    certificate, files, clang_flags, solver, solver_timeout, smtlib
} into {
    json
});
