//! Which terms have uninterpreted functions or quantifiers.
//!
//! Such terms depend on each other without sharing a variable, so they are never
//! sliced apart. Cost: one byte per term, each visited once.

use ep_term::{Op, Pool, TermId};

/// A memo per term.
#[derive(Default)]
pub(crate) struct Globals {
    /// 0 not visited, 1 plain, 2 global.
    memo: Vec<u8>,
    stack: Vec<TermId>,
}

impl Globals {
    pub fn is_global(&mut self, pool: &Pool, root: TermId) -> bool {
        if self.memo.len() < pool.len() {
            self.memo.resize(pool.len(), 0);
        }
        self.stack.push(root);
        while let Some(&t) = self.stack.last() {
            if self.memo[t.0 as usize] != 0 {
                self.stack.pop();
                continue;
            }
            let mut state = match pool.op(t) {
                Op::Apply(_) | Op::Forall(_) | Op::Exists(_) => 2,
                _ => 1,
            };
            let before = self.stack.len();
            for &a in pool.args(t) {
                match self.memo[a.0 as usize] {
                    0 => self.stack.push(a),
                    s => state = state.max(s),
                }
            }
            if self.stack.len() == before {
                self.stack.pop();
                self.memo[t.0 as usize] = state;
            }
        }
        self.memo[root.0 as usize] == 2
    }
}
