//! How large a length or a size can be on a path.

use crate::driver::{Driver, Solving};
use crate::state::State;
use ep_term::TermId;

impl Solving {
    /// The greatest value of a length or size on this path: of all inputs, or
    /// of the one that is followed.
    pub fn max_value<D: Driver>(&mut self, st: &State<D>, t: TermId) -> Result<u128, String> {
        if D::FOLLOWS {
            return Ok(self.smt.eval(&self.pool, &st.pc, t));
        }
        self.smt.max_value(&mut self.pool, &st.pc, t)
    }

    /// The least value of a size on this path.
    pub fn min_value<D: Driver>(&mut self, st: &State<D>, t: TermId) -> Result<u128, String> {
        if D::FOLLOWS {
            return Ok(self.pool.urange(t).0);
        }
        self.smt.min_value(&mut self.pool, &st.pc, t)
    }
}
