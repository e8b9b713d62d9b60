//! Ranges of the registers of functions, walked when somebody asks.
//!
//! Idea: most functions are never asked about, and one that is asked about is asked
//! often; so each is walked ([`super::walk`]) once for each way in which its parameters
//! lie, of which some are told apart and all others are one. Cost: a walk for each.

use super::walk::{Between, Ranges, Sign, Walker};
use ep_ir::{BlockId, FuncId, Module, Reg};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Ways in which the parameters of one function lie that are told apart.
const CONTEXTS: usize = 6;

/// Ranges by block; none where the function was not walked to its end.
pub type Blocks = Option<Rc<BTreeMap<(BlockId, Reg), Between>>>;

/// What was walked: by function, reading and ranges of parameters.
#[derive(Default)]
pub struct Flows(BTreeMap<(FuncId, Sign, Ranges), Blocks>);

impl Flows {
    /// Of a function whose parameters are in these ranges.
    pub fn of(&mut self, module: &Module, id: FuncId, sign: Sign, params: Ranges) -> Blocks {
        let seen = self.0.keys().filter(|k| k.0 == id && k.1 == sign);
        let params =
            match seen.count() < CONTEXTS || self.0.contains_key(&(id, sign, params.clone())) {
                true => params,
                false => vec![(None, None); params.len()],
            };
        let key = (id, sign, params);
        if let Some(known) = self.0.get(&key) {
            return known.clone();
        }
        // Where calls through pointers lead is not asked.
        let mut walker = Walker::new(module, sign, &|_, _| None);
        let found = walker.in_blocks(id, &key.2).map(Rc::new);
        self.0.insert(key, found.clone());
        found
    }
}
