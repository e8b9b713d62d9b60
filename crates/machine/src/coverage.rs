//! What the paths of a run have covered: blocks, and the sides of branches,
//! of which lines and branches of the user's own source are views.
//!
//! One map is shared by all workers. Each entry is a byte that only grows, so
//! that relaxed loads suffice: marking what is covered already, which is what
//! nearly always happens, is one load and one test. Models of the C library
//! count for the searcher's distances, but a test "adds coverage" only when it
//! reaches something new in the user's own source.
//!
//! A side of a two-way branch has the index of its op and a bit; each distinct
//! target of a switch has an entry of its own behind the ops.
//! Source: document 003, pages 74-75 (new coverage as the score).

use crate::code::{Op, Program};
use ep_base::outcome::{BranchCoverage, FileCoverage};
use ep_base::FileId;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, AtomicU8, Ordering::Relaxed};
use std::sync::Arc;

/// The bit of a taken branch.
pub const THEN: u8 = 1;
/// The bit of a branch that was not taken.
pub const ELSE: u8 = 2;
/// Every target of a switch has this bit.
pub const CASE: u8 = 1;

#[derive(Debug)]
struct Map {
    blocks: Box<[AtomicU8]>,
    own: Box<[bool]>,
    sides: Box<[AtomicU8]>,
    /// Grows with each newly covered block.
    epoch: AtomicU64,
    /// Grows with each newly covered block or side that is the user's.
    found: AtomicU64,
}

/// Coverage by all paths of all workers, as one worker sees it.
#[derive(Debug)]
pub struct Coverage {
    map: Arc<Map>,
    /// What this worker covered first, since the list was last taken.
    fresh: RefCell<Vec<u32>>,
    /// How often each counter of the program grew, where it is run to be
    /// counted.
    counts: Box<[Cell<u64>]>,
}

/// Coverage of all workers.
#[derive(Clone, Debug)]
pub struct SharedCoverage(Arc<Map>);

impl Coverage {
    /// Nothing is covered.
    pub fn new(program: &Program) -> Self {
        let sides = program.sides.iter().map(|own| {
            // What is not the user's is full from the start, so that it never
            // counts as new.
            AtomicU8::new(if *own { 0 } else { u8::MAX })
        });
        let counters = match program.counting {
            true => program.module.mapping.as_ref().map_or(0, |m| m.counters),
            false => 0,
        };
        let all = SharedCoverage(Arc::new(Map {
            blocks: (0..program.blocks).map(|_| AtomicU8::new(0)).collect(),
            own: program.own_block.clone().into_boxed_slice(),
            sides: sides.collect(),
            epoch: AtomicU64::new(0),
            found: AtomicU64::new(0),
        }));
        Coverage {
            counts: (0..counters).map(|_| Cell::new(0)).collect(),
            ..all.worker()
        }
    }

    /// A counter grows, if it does.
    #[inline]
    pub fn count(&self, counter: u32, grows: bool) {
        if let Some(n) = self.counts.get(counter as usize) {
            n.set(n.get() + u64::from(grows));
        }
    }

    /// The counters that grew since the last call, with how often they did.
    pub fn take_counts(&self) -> Vec<(u32, u64)> {
        let all = self.counts.iter().enumerate();
        all.filter(|(_, n)| n.get() > 0)
            .map(|(i, n)| (i as u32, n.take()))
            .collect()
    }

    /// For other workers.
    pub fn share(&self) -> SharedCoverage {
        SharedCoverage(self.map.clone())
    }

    /// What this worker covered first since the last call: numbers of blocks,
    /// and behind them four for each entry of the sides.
    #[inline]
    pub fn take_fresh(&self) -> Vec<u32> {
        std::mem::take(&mut self.fresh.borrow_mut())
    }

    /// Marks what an earlier run of the same program covered. False if the
    /// numbers are not of this program.
    pub fn restore(&self, fresh: &[u32]) -> bool {
        let blocks = self.map.blocks.len() as u32;
        for &n in fresh {
            if n < blocks {
                self.block(n);
            } else {
                let (side, bit) = ((n - blocks) / 4, 1 << ((n - blocks) % 4));
                if side as usize >= self.map.sides.len() {
                    return false;
                }
                self.side(side, bit);
            }
        }
        self.fresh.borrow_mut().clear();
        true
    }

    /// Marks a block; true when it is the user's and was not covered.
    #[inline]
    pub fn block(&self, block: u32) -> bool {
        if self.map.blocks[block as usize].load(Relaxed) != 0 {
            return false;
        }
        self.new_block(block as usize)
    }

    #[cold]
    fn new_block(&self, block: usize) -> bool {
        if self.map.blocks[block].swap(1, Relaxed) != 0 {
            return false;
        }
        self.map.epoch.fetch_add(1, Relaxed);
        self.fresh.borrow_mut().push(block as u32);
        let own = self.map.own[block];
        self.map.found.fetch_add(u64::from(own), Relaxed);
        own
    }

    /// Marks a side of a branch; true when it is the user's and was not
    /// covered.
    #[inline]
    pub fn side(&self, index: u32, bit: u8) -> bool {
        if self.map.sides[index as usize].load(Relaxed) & bit != 0 {
            return false;
        }
        self.new_side(index, bit)
    }

    #[cold]
    fn new_side(&self, index: u32, bit: u8) -> bool {
        if self.map.sides[index as usize].fetch_or(bit, Relaxed) & bit != 0 {
            return false;
        }
        self.map.found.fetch_add(1, Relaxed);
        let number = self.map.blocks.len() as u32 + 4 * index + bit.trailing_zeros();
        self.fresh.borrow_mut().push(number);
        true
    }

    /// Whether a block is of the user's own source.
    #[inline]
    pub fn is_own(&self, block: usize) -> bool {
        self.map.own[block]
    }

    /// Whether a path came to this block.
    #[inline]
    pub fn is_covered(&self, block: usize) -> bool {
        self.map.blocks[block].load(Relaxed) != 0
    }

    /// Grows with each newly covered block.
    #[inline]
    pub fn epoch(&self) -> u64 {
        self.map.epoch.load(Relaxed)
    }

    /// Grows with each block and each side of a branch of the user's own that
    /// is newly covered.
    #[inline]
    pub fn found(&self) -> u64 {
        self.map.found.load(Relaxed)
    }
}

impl SharedCoverage {
    /// The view of one worker.
    pub fn worker(&self) -> Coverage {
        Coverage {
            map: self.0.clone(),
            fresh: RefCell::default(),
            counts: Box::default(),
        }
    }
}

/// Counts of lines and branches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub lines_covered: u64,
    pub lines_total: u64,
    pub branches_covered: u64,
    pub branches_total: u64,
    pub blocks_covered: u64,
    pub blocks_total: u64,
}

/// Which lines the blocks and branches of the user's own source stand on.
/// Made once; a count walks it.
pub struct SourceMap {
    files: Vec<String>,
    /// Line and block, sorted by line.
    lines: Vec<((u32, u32), u32)>,
    /// Line, entry of the side, and the bits that it can have.
    sides: Vec<((u32, u32), u32, u8)>,
    own_blocks: Vec<u32>,
}

impl SourceMap {
    /// Of a program.
    pub fn new(p: &Program) -> Self {
        let mut lines = Vec::new();
        let mut sides = Vec::new();
        for (f, code) in p.code.iter().enumerate() {
            let first = p.first_block[f] as usize;
            if !p.own_block.get(first).copied().unwrap_or(false) {
                continue;
            }
            let mut here = first as u32;
            for (ip, (op, loc)) in code.ops.iter().zip(&code.locs).enumerate() {
                if let Op::Block { block, .. } = op {
                    here = *block;
                }
                // It stands before its block and has the block's line.
                if matches!(op, Op::Join { .. }) {
                    continue;
                }
                let Some(at) = p.module.locs.get(*loc).filter(|q| q.line > 0) else {
                    continue;
                };
                let at = (at.file.0, at.line);
                lines.push((at, here));
                match *op {
                    Op::Branch { then, els, .. } | Op::CmpBranch { then, els, .. }
                        if then != els =>
                    {
                        sides.push((at, p.first_op[f] + ip as u32, THEN | ELSE));
                    }
                    Op::Switch { table, .. } => {
                        let t = &code.switches[table as usize];
                        for k in 0..t.targets.len() as u32 {
                            sides.push((at, t.first_side + k, CASE));
                        }
                    }
                    _ => {}
                }
            }
        }
        lines.sort_unstable();
        lines.dedup();
        sides.sort_unstable();
        let own = p.own_block.iter().enumerate().filter(|(_, own)| **own);
        SourceMap {
            files: p.module.files.iter().map(|(_, f)| f.clone()).collect(),
            lines,
            sides,
            own_blocks: own.map(|(b, _)| b as u32).collect(),
        }
    }

    /// How much is covered.
    pub fn counts(&self, c: &Coverage) -> Counts {
        let mut n = Counts::default();
        for group in self.lines.chunk_by(|a, b| a.0 == b.0) {
            n.lines_total += 1;
            n.lines_covered += u64::from(group.iter().any(|(_, b)| c.is_covered(*b as usize)));
        }
        for (_, side, bits) in &self.sides {
            n.branches_total += u64::from(bits.count_ones());
            let got = c.map.sides[*side as usize].load(Relaxed) & bits;
            n.branches_covered += u64::from(got.count_ones());
        }
        n.blocks_total = self.own_blocks.len() as u64;
        let covered = self
            .own_blocks
            .iter()
            .filter(|b| c.is_covered(**b as usize));
        n.blocks_covered = covered.count() as u64;
        n
    }

    /// Lines and branches by file.
    pub fn files(&self, c: &Coverage) -> BTreeMap<String, FileCoverage> {
        let mut out: BTreeMap<String, FileCoverage> = BTreeMap::new();
        let name = |f: u32| self.files[FileId(f).0 as usize].clone();
        for group in self.lines.chunk_by(|a, b| a.0 == b.0) {
            let (file, line) = group[0].0;
            let entry = out.entry(name(file)).or_default();
            if group.iter().any(|(_, b)| c.is_covered(*b as usize)) {
                entry.covered.push(line);
            } else {
                entry.missed.push(line);
            }
        }
        for group in self.sides.chunk_by(|a, b| a.0 == b.0) {
            let (file, line) = group[0].0;
            let mut b = BranchCoverage {
                line,
                taken: 0,
                total: 0,
            };
            for (_, side, bits) in group {
                b.total += bits.count_ones();
                let got = c.map.sides[*side as usize].load(Relaxed) & bits;
                b.taken += got.count_ones();
            }
            out.entry(name(file)).or_default().branches.push(b);
        }
        out
    }
}
