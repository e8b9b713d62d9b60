//! Values that only the command line knows.

use ep_verbs::values::{self, ArgSpec};
use std::path::PathBuf;

/// The parsed `--args`; a type of its own since clap reads `Vec` as "repeatable".
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArgList(pub Vec<ArgSpec>);

pub fn parse_args(text: &str) -> Result<ArgList, String> {
    values::args(text).map(ArgList)
}

pub fn tree_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|e| e.to_str()) {
        Some("json" | "dot" | "html") => Ok(path),
        _ => Err("want a file that ends in .html, .json or .dot".into()),
    }
}
