//! Blocks that are lost where a loop is cut.
//!
//! Idea: a leak is looked for where a run ends. A loop that is cut need not end, so that
//! what was lost before it, or in one of its rounds, would never be looked for: at the
//! head of such a loop something has to point to each block. Registers that are not
//! read again point to none. Alternative: to prove that the loop ends, which needs
//! another engine. Cost: a walk over memory for each cut and each round of it, only
//! where leaks are asked for.
//!
//! What must never happen: a proof of `valid-memtrack` for a run that loses a block and
//! goes on for ever.

use super::driver::State;
use super::run::Run;
use ep_base::outcome::ErrorKind;
use ep_ir::analysis::{Cfg, Live};

impl Run<'_> {
    /// Notes that the proof fails where nothing points to a block any more.
    pub(super) fn all_are_held(&mut self, st: &State) -> bool {
        if !self.machine.options.checks.has(ErrorKind::Leak) {
            return true;
        }
        let program = self.machine.program.clone();
        let known = &mut self.proofs.live;
        let held = self.machine.nothing_is_lost(st, &mut |f| {
            let function = program.function(f.func);
            let live = known.entry(f.func);
            let live = live.or_insert_with(|| Live::new(function, &Cfg::new(function)));
            let code = program.code.get(f.func.0 as usize)?;
            let at = *code.insts.get(f.ip as usize)? as usize;
            Some(live.before(function, program.block_at(f.func, f.ip), at))
        });
        if !held {
            self.fail("a block is lost before a loop of which no end is known".into());
        }
        held
    }
}
