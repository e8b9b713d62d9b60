//! Which registers can decide what a run does, and which only hold its results.
//!
//! Idea: a slice of the program (M. Weiser, "Program slicing", ICSE 1981) with
//! everything that decides control, addresses, sizes and costs as its
//! criterion, over all functions and without their order: registers are
//! relevant where a branch, an access, an allocation, the library or a charge
//! reads them, and so is what they are computed from. A sum that is only
//! returned is not, and neither is what is stored where no relevant load of
//! that type reads. What is not relevant holds any value in the graph: it needs
//! no cases where it wraps around, no variable at a cut and no place in the
//! provers' systems.
//!
//! The same slice says what has to come again in a run that never ends: then nothing
//! may be missing that could end it, and memory is one ([`Relevant::to_repeat`]).
//!
//! A count beside a pointer that walks is kept: it says in steps what the
//! pointer says in bytes, and relations with factors are found by it.
//!
//! It changes what is found and not what is true, since any value is always a
//! sound answer. Where signed overflows have to be shown (or are assumed away)
//! each operation says something: then all is relevant. Cost: linear in the
//! program.

use super::callgraph::is_model;
use ep_ir::analysis::addresses_taken;
use ep_ir::{
    visit, BinOp, Callee, CastOp, FuncId, Function, InstKind, Module, Operand, Reg, Terminator,
    Type,
};
use std::collections::{BTreeMap, BTreeSet};

/// Memory by the type of its accesses: is an address, and bytes.
type Class = (bool, u64);

/// What may be relevant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Node {
    Register(FuncId, Reg),
    Memory(Class),
    Result(FuncId, usize),
}

/// What decides something.
#[derive(Clone, Debug)]
pub struct Relevant {
    /// Nothing was asked: everything is.
    all: bool,
    nodes: BTreeSet<Node>,
}

/// What each node is computed from, and what is relevant by itself.
#[derive(Default)]
struct Flow {
    from: BTreeMap<Node, Vec<Node>>,
    seeds: Vec<Node>,
    /// What could end a run is a seed, and a load may read what any store wrote.
    strict: bool,
}

impl Relevant {
    /// Everything is relevant.
    pub fn everything() -> Relevant {
        Relevant {
            all: true,
            nodes: BTreeSet::new(),
        }
    }

    /// Looks at all functions.
    pub fn of(module: &Module) -> Relevant {
        Relevant::slice(module, false)
    }

    /// What has to be the same for a run to go on in the same way: beside what decides,
    /// all that an operation reads which may end the run, whatever type it was stored as.
    pub fn to_repeat(module: &Module) -> Relevant {
        Relevant::slice(module, true)
    }

    fn slice(module: &Module, strict: bool) -> Relevant {
        let mut flow = Flow {
            strict,
            ..Flow::default()
        };
        let taken = addresses_taken(module);
        for (f, function) in module.functions.iter() {
            let walks = !strict && walks(function);
            for (_, block) in function.blocks.iter() {
                if walks {
                    let counts = block.insts.iter().filter_map(|i| counts(&i.kind));
                    flow.seeds.extend(counts.map(|r| Node::Register(f, r)));
                }
                for inst in &block.insts {
                    flow.instruction(module, &taken, f, &inst.kind);
                }
                match &block.term {
                    Terminator::Return(values) => {
                        for (i, v) in values.iter().enumerate() {
                            flow.reads(Node::Result(f, i), f, v);
                        }
                    }
                    term => visit::term_uses(term, &mut |o| flow.seed(f, o)),
                }
            }
        }
        let mut nodes: BTreeSet<Node> = BTreeSet::new();
        let mut work = flow.seeds;
        while let Some(n) = work.pop() {
            if nodes.insert(n) {
                work.extend(flow.from.get(&n).into_iter().flatten().copied());
            }
        }
        Relevant { all: false, nodes }
    }

    /// Whether a register is.
    pub fn register(&self, f: FuncId, r: Reg) -> bool {
        self.all || self.nodes.contains(&Node::Register(f, r))
    }

    /// Whether what memory holds as this type is.
    pub fn stored(&self, module: &Module, ty: Type) -> bool {
        self.all || self.nodes.contains(&Node::Memory(class(module, ty)))
    }

    /// Whether an instruction does nothing but compute what is not.
    pub fn leaves_out(&self, f: FuncId, kind: &InstKind) -> bool {
        if self.all || !is_pure(kind) {
            return false;
        }
        let mut any = false;
        visit::defs(kind, &mut |r| any |= self.register(f, *r));
        !any
    }
}

fn class(module: &Module, ty: Type) -> Class {
    (ty == Type::Ptr, module.layout.store_size(ty))
}

/// Whether a pointer of the function goes on by a number of bytes.
fn walks(f: &Function) -> bool {
    let all = || f.blocks.iter().flat_map(|(_, b)| &b.insts).map(|i| &i.kind);
    let is = |kind: &InstKind, from: Reg, to: Reg| matches!(kind, InstKind::Copy { dst, src } if *dst == to && *src == Operand::Reg(from));
    all().any(|kind| match kind {
        InstKind::PtrAdd {
            dst,
            base: Operand::Reg(base),
            offset,
            terms,
            ..
        } if *offset != 0 && terms.is_empty() => dst == base || all().any(|k| is(k, *dst, *base)),
        _ => false,
    })
}

/// The result of an instruction that counts.
fn counts(kind: &InstKind) -> Option<Reg> {
    match kind {
        InstKind::Bin {
            op: BinOp::Add | BinOp::Sub,
            dst,
            a: Operand::Reg(_),
            b: Operand::Int(_),
            ..
        } => Some(*dst),
        _ => None,
    }
}

/// Whether an instruction is nothing but its results.
pub(super) fn is_pure(kind: &InstKind) -> bool {
    matches!(
        kind,
        InstKind::Copy { .. }
            | InstKind::Freeze { .. }
            | InstKind::Bin { .. }
            | InstKind::Cmp { .. }
            | InstKind::Cast { .. }
            | InstKind::Select { .. }
            | InstKind::FloatBin { .. }
            | InstKind::FloatUn { .. }
            | InstKind::FloatCmp { .. }
            | InstKind::Intrinsic { .. }
            | InstKind::PtrAdd { .. }
            | InstKind::ObjectSize { .. }
    )
}

/// Whether an operation may end a run, or give what C leaves open, by the values that
/// it reads. What it makes of them is relevant all the same.
fn may_end(kind: &InstKind) -> bool {
    match kind {
        InstKind::Bin { op, .. } => !matches!(
            op,
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor
        ),
        InstKind::Cast { op, .. } => matches!(op, CastOp::FpToUi | CastOp::FpToSi),
        InstKind::Check { .. } | InstKind::Assume { .. } | InstKind::Intrinsic { .. } => true,
        _ => false,
    }
}

impl Flow {
    fn class(&self, module: &Module, ty: Type) -> Class {
        match self.strict {
            true => (false, 0),
            false => class(module, ty),
        }
    }

    fn seed(&mut self, f: FuncId, o: &Operand) {
        if let Operand::Reg(r) = o {
            self.seeds.push(Node::Register(f, *r));
        }
    }

    fn edge(&mut self, to: Node, from: Node) {
        self.from.entry(to).or_default().push(from);
    }

    fn reads(&mut self, to: Node, f: FuncId, o: &Operand) {
        if let Operand::Reg(r) = o {
            self.edge(to, Node::Register(f, *r));
        }
    }

    fn instruction(
        &mut self,
        module: &Module,
        taken: &BTreeSet<FuncId>,
        f: FuncId,
        kind: &InstKind,
    ) {
        match kind {
            _ if self.strict && may_end(kind) => {
                visit::uses(kind, &mut |o| self.seed(f, o));
            }
            _ if is_pure(kind) => {
                let mut defs = Vec::new();
                visit::defs(kind, &mut |r| defs.push(*r));
                visit::uses(kind, &mut |o| {
                    for d in &defs {
                        self.reads(Node::Register(f, *d), f, o);
                    }
                });
            }
            InstKind::Load { dst, ty, addr, .. } => {
                self.seed(f, addr);
                let memory = Node::Memory(self.class(module, *ty));
                self.edge(Node::Register(f, *dst), memory);
            }
            InstKind::Store {
                ty, value, addr, ..
            } => {
                self.seed(f, addr);
                self.reads(Node::Memory(self.class(module, *ty)), f, value);
            }
            InstKind::Call {
                dsts, callee, args, ..
            } => {
                let targets: Vec<FuncId> = match callee {
                    Callee::Direct(g) => vec![*g],
                    Callee::Indirect(o) => {
                        self.seed(f, o);
                        taken.iter().copied().collect()
                    }
                };
                for g in &targets {
                    for (i, d) in dsts.iter().enumerate() {
                        self.edge(Node::Register(f, *d), Node::Result(*g, i));
                    }
                }
                let entered = |g: &FuncId| {
                    let own = module.functions.get(*g)?;
                    (!own.is_declaration() && !is_model(module, own)).then_some(own)
                };
                let bodies: Option<Vec<_>> = targets.iter().map(entered).collect();
                for (i, arg) in args.iter().enumerate() {
                    let params: Option<Vec<Reg>> = match (&bodies, arg.byval) {
                        (Some(all), None) => {
                            all.iter().map(|g| Some(g.params.get(i)?.reg)).collect()
                        }
                        _ => None,
                    };
                    match params {
                        Some(params) => {
                            for (g, p) in targets.iter().zip(params) {
                                self.reads(Node::Register(*g, p), f, &arg.value);
                            }
                        }
                        None => self.seed(f, &arg.value),
                    }
                }
            }
            // The graph does not follow them.
            InstKind::Check { .. } | InstKind::Assume { .. } => {}
            _ => visit::uses(kind, &mut |o| self.seed(f, o)),
        }
    }
}
