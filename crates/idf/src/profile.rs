//! What Z3 instantiated while a member was verified, in the words of the program.
//!
//! Idea: the solver's counts are by term (`ep_smt::z3::Profile`); a quantifier of the
//! program has the place where it was written, all others (definitions of functions,
//! iterated permissions, collections) are told by their text. Cost: one pass over them.

use crate::engine::Engine;
use crate::error::QuantifierUse;
use ep_base::Span;
use ep_term::TermId;

/// How much of a formula is shown.
const SHOWN: usize = 160;
/// How many causes of one quantifier are.
const CAUSES: usize = 4;

impl Engine<'_> {
    /// The quantifiers, the most often instantiated first.
    pub fn profile(&mut self) -> Vec<QuantifierUse> {
        let counted = self.prover.counted();
        let mut all = Vec::new();
        for (t, n) in counted.into_iter().filter(|(_, n)| n.number > 0) {
            let (text, span) = self.quantifier(t);
            let words = |c: &(Option<(String, Span)>, u64)| c.0.as_ref().map(|x| x.0.clone());
            let mut causes: Vec<_> = (n.causes.into_iter())
                .map(|(t, n)| (t.map(|t| self.quantifier(t)), n))
                .collect();
            causes.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| words(a).cmp(&words(b))));
            causes.truncate(CAUSES);
            all.push(QuantifierUse {
                text,
                span,
                instances: n.number,
                deepest: n.deepest,
                micros: n.time.as_micros() as u64,
                causes,
            });
        }
        all.sort_by(|a, b| b.instances.cmp(&a.instances).then(a.text.cmp(&b.text)));
        all
    }

    fn quantifier(&self, t: TermId) -> (String, Span) {
        let text: String = self.prover.pool.infix(t).chars().take(SHOWN).collect();
        let span = self.prover.written.get(&t).copied();
        (text, span.unwrap_or(Span::NONE))
    }
}
