//! Questions to Z3: as the last stage, and as the judge of all others.

use crate::answer::{Answer, Side};
use crate::path::PathCondition;
use crate::pipeline::Slice;
use crate::Pipeline;
use ep_term::{Pool, TermId};

impl Pipeline {
    pub(crate) fn by_z3(
        &mut self,
        _pool: &mut Pool,
        _pc: &PathCondition,
        _cond: TermId,
        _slice: &Slice,
        _query: &[TermId],
        reason: &str,
    ) -> Side {
        Side::Unknown(reason.to_owned())
    }

    pub(crate) fn ask_z3(&mut self, _pool: &Pool, _terms: &[TermId], reason: &str) -> Answer {
        Answer::Unknown(reason.to_owned())
    }

    pub(crate) fn cross_check_side(
        &mut self,
        _pool: &Pool,
        _pc: &PathCondition,
        _cond: TermId,
        _side: &mut Side,
    ) {
        self.stats.cross_unknown += 1;
    }

    pub(crate) fn cross_check_answer(
        &mut self,
        _pool: &Pool,
        _terms: &[TermId],
        answer: Answer,
    ) -> Answer {
        self.stats.cross_unknown += 1;
        answer
    }
}
