//! Texts of the caller, as numbers that bounds are written over.
//!
//! Idea: `for (i = 0; s[i]; i++)` goes round as often as the text has characters, which no
//! rule about counters sees, since what ends the loop is a byte. Let `strlen(s)` be the
//! number of bytes before the first 0 in what a parameter of the entry leads to, as it is
//! handed over. Where nothing writes what the caller handed over, a *cursor* (a pointer
//! into the text, or an index of it) that is never moved on but behind a byte that is not
//! 0 is at most at the text's end, by induction over its steps. So in a copy of the
//! program the length is one more parameter, each pointer has its place as a number beside
//! it, and each way on which a byte at a cursor is not 0 gets a test that the place is
//! below the length: the rules for counters do the rest. `strlen(p)` of a cursor is the
//! length less its place, and `strdup(p)` a block of one byte more. Source: strings by
//! their terminator, document 004 (the strings of its section 2), and the lengths of
//! D. Evans and D. Larochelle's annotations (IEEE Software 2002). Alternative: buffers of
//! sizes that are tried, which bound nothing. Cost: points-to sets of the program once,
//! and a walk back from each step.
//!
//! What must never happen: a cursor that is beyond the end where its place is compared
//! with the length; a text that changes after its length was taken. The length is defined
//! by bytes alone, so that it is there for a buffer without an end too: all of its bytes.
//!
//! Assumed, and said: a text has fewer than 2 GiB, as an index of `int` has to have room.

mod cursors;
mod kept;
mod rewrite;
mod walk;

use super::edits::{self, Edits};
use super::facts::Facts;
use super::forged::makes_pointers;
use super::ghosts::is_named;
use super::printed::quiet;
use crate::memory::slice::{places, Marks};
use ep_base::Stop;
use ep_ir::{BlockId, FuncId, Function, Module, Operand, Reg, Type};
use std::collections::BTreeSet;

/// Bytes that a text has at most.
pub(super) const LONGEST: u32 = i32::MAX as u32 - 1;

/// Parameters of an entry that lead to characters, as many as there are.
#[derive(Clone, Default, Debug)]
pub(in super::super) struct Texts {
    /// Their numbers.
    pub of: Vec<usize>,
    /// What two of them lead to is apart.
    pub apart: bool,
}

/// The program with the lengths of texts as numbers, and of which parameters they are: one
/// parameter for each stands behind the others. None where no text is looked at, or where
/// what it is may change.
pub(super) fn numbered(
    module: &Module,
    entry: FuncId,
    texts: &Texts,
    stop: &Stop,
) -> Option<(Module, Vec<usize>)> {
    (!texts.of.is_empty()).then_some(())?;
    let f = module.functions.get(entry)?;
    let facts = Facts::new(f);
    let once = facts.cfg.predecessors(BlockId(0)).is_empty() && !is_named(module, entry);
    (once && !f.variadic).then_some(())?;
    let quiet = quiet(module);
    let places = places(&quiet, &[entry], Marks::default(), stop)?;
    if makes_pointers(module, entry, &places) {
        tracing::debug!("texts: a number may become a pointer");
        return None;
    }
    let kept = kept::kept(&quiet, entry, &places, texts.apart)?;
    tracing::debug!(?kept, ?texts, "texts: what nothing writes behind");
    let (mut out, mut of) = (f.clone(), Vec::new());
    let mut edits = Edits::default();
    for t in texts.of.iter().copied().filter(|t| kept.contains(t)) {
        let param = f.params.get(t).filter(|p| p.ty == Type::Ptr)?.reg;
        let code = Code {
            module,
            f,
            facts: &facts,
            text: param,
        };
        let found = cursors::cursors(&code);
        tracing::debug!(?found, "texts: cursors");
        if stop.now() {
            return None;
        }
        if rewrite::note(&code, &found, &mut out, &mut edits) {
            of.push(t);
        }
    }
    (!of.is_empty()).then_some(())?;
    edits::apply(edits, &mut out);
    let mut module = module.clone();
    module.functions[entry] = out;
    if tracing::enabled!(tracing::Level::TRACE) {
        tracing::trace!("texts: {}", ep_ir::text::print(&module));
    }
    Some((module, of))
}

/// The entry, and the parameter that leads to a text.
struct Code<'a> {
    module: &'a Module,
    f: &'a Function,
    facts: &'a Facts,
    text: Reg,
}

impl Code<'_> {
    /// Whether an operand is the begin of the text, wherever it is read: a parameter that
    /// nothing sets, and copies of it.
    fn is_begin(&self, o: Operand) -> bool {
        let mut seen = BTreeSet::new();
        let mut next = o;
        while let Operand::Reg(r) = next {
            if r == self.text {
                return self.facts.defs(r).is_empty();
            }
            let copy = self.facts.only(self.f, r).map(|x| &x.1.kind);
            match copy {
                Some(ep_ir::InstKind::Copy { src, .. }) if seen.insert(r) => next = *src,
                _ => return false,
            }
        }
        false
    }
}
