//! Which source lines each block of a native build has, to tell whether a
//! native run passed where a symbolic one did.

use super::executor::{Executor, Fuzzer};
use std::collections::HashMap;

/// The blocks of each line.
pub struct Lines {
    /// By the file's name without folders, and the line.
    blocks: HashMap<(String, u32), Vec<u32>>,
}

impl Lines {
    /// Of a build by [`Fuzzer::build_plain`].
    pub fn new(fuzzer: &Fuzzer, executor: &Executor<'_>) -> Lines {
        let symbols = fuzzer.symbols();
        let mut blocks: HashMap<(String, u32), Vec<u32>> = HashMap::new();
        let mut offsets: Vec<(u64, u32)> = (0u32..)
            .zip(executor.offsets())
            .map(|(i, o)| (o, i))
            .collect();
        offsets.sort_unstable();
        for (at, &(from, block)) in offsets.iter().enumerate() {
            // A block ends where the next one begins.
            let to = offsets.get(at + 1).map_or(from + 16, |n| n.0);
            for (file, line) in symbols.lines(from, to.min(from + 4096)) {
                let of = blocks.entry((name(&file).to_string(), line)).or_default();
                if of.last() != Some(&block) {
                    of.push(block);
                }
            }
        }
        Lines { blocks }
    }

    /// The first of these lines that the build has and the run did not execute.
    pub fn missed<'l>(
        &self,
        counters: &[u8],
        lines: &'l [(String, u32)],
    ) -> Option<&'l (String, u32)> {
        lines.iter().find(|(file, line)| {
            self.blocks
                .get(&(name(file).to_string(), *line))
                .is_some_and(|b| b.iter().all(|i| counters.get(*i as usize) == Some(&0)))
        })
    }

    /// True when the build says nothing about its lines.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }
}

fn name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}
