//! Where pointers of a program lead, asked for two objects.
//!
//! Idea: who rewrites a program asks of each pointer whether it may lead to an object,
//! and whether it may lead elsewhere. Source and cost: [`super::points`].

use super::offsets::Off;
use super::points::{marked, Marks, Object, Points, Set};
use ep_base::Stop;
use ep_ir::{BlockId, Callee, FuncId, GlobalId, Module, Operand};
use std::collections::BTreeSet;

/// Where a pointer may lead.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(in super::super) struct Leads {
    pub text: bool,
    pub vector: bool,
    /// To anything else.
    pub other: bool,
}

/// The sets of a program.
pub(in super::super) struct Places<'m>(Points<'m>);

/// Looks at a program that is entered there. None where it has to end before.
pub(in super::super) fn places<'m>(
    module: &'m Module,
    entries: &[FuncId],
    marks: Marks,
    stop: &Stop,
) -> Option<Places<'m>> {
    marked(module, entries, marks, stop).map(Places)
}

impl Places<'_> {
    /// The functions that can run.
    pub fn reached(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.0.reached.iter().copied()
    }

    /// Where an operand leads.
    pub fn leads(&self, f: FuncId, o: &Operand, text: GlobalId, vector: GlobalId) -> Leads {
        of(&self.0.value(f, o), text, vector)
    }

    /// The same of all that memory leads to from there.
    pub fn leads_through(&self, f: FuncId, o: &Operand, text: GlobalId, vector: GlobalId) -> Leads {
        of(&self.0.closure(&self.0.value(f, o)), text, vector)
    }

    /// The calls and arrays that made what an operand leads to; none where it may lead to
    /// anything else.
    pub fn made(&self, f: FuncId, o: &Operand) -> Option<BTreeSet<(FuncId, BlockId, usize)>> {
        let set = self.0.value(f, o);
        let one = |(o, _): &(Object, Off)| match o {
            Object::Made(f, b, i) => Some((*f, BlockId(*b), *i as usize)),
            _ => None,
        };
        set.iter().map(one).collect()
    }

    /// Whether so many bytes here and there may have one in common.
    pub fn overlap(
        &self,
        (f, a, n): (FuncId, &Operand, Option<u64>),
        (g, b, m): (FuncId, &Operand, Option<u64>),
    ) -> bool {
        let (a, b) = (self.0.value(f, a), self.0.value(g, b));
        let meets = |(o, at): &(Object, Off)| {
            let same = b.iter().filter(|(p, _)| p == o);
            same.into_iter().any(|(_, to)| at.overlaps(n, *to, m))
        };
        a.iter().any(meets)
    }

    /// Whether something that memory leads to from the one is of the other's objects.
    pub fn overlap_through(&self, (f, a): (FuncId, &Operand), (g, b): (FuncId, &Operand)) -> bool {
        let from = self.0.closure(&self.0.value(f, a));
        let to = self.0.value(g, b);
        from.iter().any(|(o, _)| to.iter().any(|(p, _)| p == o))
    }

    /// Whether a pointer here and one there are the same one wherever they have a byte in
    /// common.
    pub fn same_place(&self, (f, a): (FuncId, &Operand), (g, b): (FuncId, &Operand)) -> bool {
        let word = u64::from(self.0.word());
        let (a, b) = (self.0.value(f, a), self.0.value(g, b));
        a.iter().all(|(o, at)| {
            let mut same = b.iter().filter(|(p, _)| p == o);
            same.all(|(_, to)| {
                let one = at == to && (at.stride == 0 || at.stride >= word);
                one || !at.overlaps(Some(word), *to, Some(word))
            })
        })
    }

    /// The functions that a call can reach.
    pub fn targets(&self, f: FuncId, callee: &Callee) -> Vec<FuncId> {
        self.0.targets(f, callee)
    }
}

fn of(set: &Set, text: GlobalId, vector: GlobalId) -> Leads {
    let mut out = Leads::default();
    for (o, _) in set {
        match o {
            Object::Global(g) if *g == text => out.text = true,
            Object::Global(g) if *g == vector => out.vector = true,
            _ => out.other = true,
        }
    }
    out
}
