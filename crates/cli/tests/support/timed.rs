//! A run of `everypath time` in a folder.

use std::path::Path;
use std::process::{Command, Output};

pub fn time(dir: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_everypath-engine"))
        .arg("time")
        .args(args)
        .current_dir(dir)
        .env_remove("RUST_BACKTRACE")
        .output()
        .expect("everypath-engine starts")
}

pub fn text(out: &Output) -> String {
    String::from_utf8_lossy(&out.stdout).into_owned()
}
