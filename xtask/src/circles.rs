//! Circles of imports between the files of a crate.
//!
//! Idea: a file that is in a circle with many others cannot be read, tested or
//! moved without them. The strongly connected components of "file A names an
//! item that file B defines" are the circles; one of more than [`MOST`] files
//! is a problem.
//!
//! Alternatives: the compiler's own resolution (`rust-analyzer`'s crates) is
//! exact and takes longer than all of `tidy`. Here each file is parsed by
//! `syn`, its paths are followed through modules, `use` declarations and
//! re-exports; methods and what macros write are not seen, so a circle that
//! runs through a method alone is not found.
//!
//! Source: Lakos, Large-Scale C++ Software Design, chapter 4 (levelisation).
//! Cost: one parse of each file, 1 s for the workspace.

mod modules;
mod paths;

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// So many files may import each other in a circle.
pub const MOST: usize = 4;

/// One circle, its files sorted.
#[derive(PartialEq, Eq, Debug)]
pub struct Circle {
    pub files: Vec<PathBuf>,
}

/// All circles of more than [`MOST`] files below the crate roots `roots` (the
/// library's and the programs' first files), largest first.
pub fn circles(roots: &[PathBuf]) -> Result<Vec<Circle>, String> {
    let mut edges = BTreeSet::new();
    for root in roots {
        let tree = modules::Tree::read(root)?;
        edges.extend(paths::imports(&tree));
    }
    let mut graph = DiGraph::<PathBuf, ()>::new();
    let mut nodes = std::collections::BTreeMap::new();
    for (from, to) in edges {
        let a = *nodes
            .entry(from.clone())
            .or_insert_with(|| graph.add_node(from));
        let b = *nodes
            .entry(to.clone())
            .or_insert_with(|| graph.add_node(to));
        graph.update_edge(a, b, ());
    }
    let mut out: Vec<Circle> = tarjan_scc(&graph)
        .into_iter()
        .filter(|c| c.len() > MOST)
        .map(|c| {
            let mut files: Vec<PathBuf> = c.into_iter().map(|n| graph[n].clone()).collect();
            files.sort();
            Circle { files }
        })
        .collect();
    out.sort_by_key(|c| std::cmp::Reverse(c.files.len()));
    Ok(out)
}

/// What breaks the rule in the crate `name`, one sentence each.
pub fn problems(name: &str, source: &Path) -> Result<Vec<String>, String> {
    let roots: Vec<PathBuf> = ["lib.rs", "main.rs", "front.rs"]
        .iter()
        .map(|f| source.join(f))
        .filter(|f| f.is_file())
        .collect();
    let found = circles(&roots)?;
    Ok(found.iter().map(|c| sentence(name, source, c)).collect())
}

fn sentence(name: &str, source: &Path, circle: &Circle) -> String {
    let shown: Vec<String> = (circle.files.iter())
        .map(|f| f.strip_prefix(source).unwrap_or(f).display().to_string())
        .collect();
    format!(
        "crate `{name}`: {} files import each other in a circle (at most {MOST}): {}",
        circle.files.len(),
        shown.join(", ")
    )
}

#[cfg(test)]
mod tests;
