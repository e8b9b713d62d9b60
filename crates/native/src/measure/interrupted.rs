//! Running an input with handlers that fire: which, where, and how often.
//!
//! Idea: each handler alone and all together, at new depths and often
//! ([`super::fire`] says where that is). With a limit on how often one fires, a
//! run without firing counts the points first, so that the last and deepest
//! ones are used. Cost: five runs for each handler and way.

use super::fire::{self, Fire, Mode};
use super::{word, Measured, Measurement};
use crate::sandbox::End;
use ep_base::outcome::Input;

/// The number of points where handlers could fire, in the page of marks.
const EVENTS: usize = 13;

impl Measurement {
    /// Runs the input with handlers that fire, of which the machine pushes
    /// `frame` bytes each time: one by one, and all. Each run has the name of
    /// what fires.
    ///
    /// # Errors
    /// One sentence: the program cannot be started.
    pub fn interrupted(
        &mut self,
        inputs: &[Input],
        stack: u64,
        shifts: &[u64],
        frame: u64,
    ) -> Result<Vec<(String, Measured)>, String> {
        let names: Vec<String> = self.program.handlers.iter().map(|h| h.0.clone()).collect();
        let each = 0..names.len();
        let all = (names.len() > 1).then_some(names.len());
        let mut out = Vec::new();
        for which in each.chain(all) {
            let these = names.get(which).map_or(&names[..], std::slice::from_ref);
            let careful = these.iter().any(|n| fire::calls_library(&self.code, n));
            for mode in [Mode::NewDepths, Mode::Often] {
                let mut fire = Fire {
                    mode,
                    which,
                    frame,
                    careful,
                    skip: 0,
                };
                if let Some(most) = self.most(which) {
                    fire.skip = match mode {
                        // The deepest points are the last ones.
                        Mode::NewDepths => self.points(inputs, stack, &fire)?.saturating_sub(most),
                        Mode::Often => 0,
                    };
                }
                let run = self.measured(inputs, stack, shifts, Some(&fire))?;
                let ended = matches!(run.end, End::Exited(_)) && run.counted_end;
                if ended && run.followed {
                    out.push((these.join(", "), run));
                }
            }
        }
        Ok(out)
    }

    /// How often one of them fires at most, if that is limited.
    fn most(&self, which: usize) -> Option<u64> {
        let handlers = &self.program.handlers;
        match handlers.get(which) {
            Some(h) => h.1,
            None => handlers.iter().filter_map(|h| h.1).min(),
        }
    }

    /// The points where handlers could fire, counted in a run where none does.
    fn points(&mut self, inputs: &[Input], stack: u64, fire: &Fire) -> Result<u64, String> {
        let none = Fire {
            skip: u64::from(u32::MAX),
            ..*fire
        };
        let painted = self.painted.clone();
        let size = super::size(stack);
        let (page, _, _) = self.one(&painted, inputs, (size, 0, 0xa5), Some(&none))?;
        Ok(word(&page, EVENTS))
    }
}
