//! Where pointers of a program lead, asked for two objects.
//!
//! Idea: who rewrites a program asks of each pointer whether it may lead to an object,
//! and whether it may lead elsewhere. Source and cost: [`super::points`].

use super::points::{marked, Marks, Object, Points, Set};
use ep_base::Stop;
use ep_ir::{Callee, FuncId, GlobalId, Module, Operand};

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
