//! How large a length or a size can be on a path.

use crate::driver::Driver;
use crate::machine::Machine;
use crate::state::State;
use ep_term::TermId;

impl<D: Driver> Machine<D> {
    /// The greatest value of a length or size on this path: of all inputs, or
    /// of the one that is followed.
    pub fn max_value(&mut self, st: &State<D>, t: TermId) -> Result<u128, String> {
        if D::FOLLOWS {
            return Ok(self.cx.smt.eval(&self.cx.pool, &st.pc, t));
        }
        self.cx.smt.max_value(&mut self.cx.pool, &st.pc, t)
    }

    /// The least value of a size on this path.
    pub fn min_value(&mut self, st: &State<D>, t: TermId) -> Result<u128, String> {
        if D::FOLLOWS {
            return Ok(self.cx.pool.urange(t).0);
        }
        self.cx.smt.min_value(&mut self.cx.pool, &st.pc, t)
    }
}
