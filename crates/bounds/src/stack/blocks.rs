//! The stack as blocks: a program whose heap is the stack of another one.
//!
//! Idea: an activation is a block that is made before the call and ends behind
//! it, an array of variable length one that ends with its block or function.
//! So the analysis of the heap, which follows values and paths, bounds the
//! stack too: recursion that ends because constants or types end it, sizes
//! that inputs decide, chains of calls that no path takes. The costs are those
//! of the machine code ([`super::costs`]). A program that allocates itself is
//! told apart by scale: frames are counted in units that are larger than all
//! of its heap, and the sum is divided by them, which leaves the frames.
//! Alternative: a second account in every state. Cost: two calls more for each
//! call of the program.
//!
//! What must never happen: a block ends before its frame does. What is made
//! again before it ended stays for ever, which is an upper bound.

use super::costs::Costs;
use ep_base::entity::Arena;
use ep_base::outcome::Place;
use ep_ir::analysis::{Cfg, Dominators};
use ep_ir::inst::Arg;
use ep_ir::{
    BinOp, Block, BlockId, Callee, CastOp, FuncId, Function, Inst, InstKind, LocId, Module,
    Operand, Overflow, Param, Reg, Terminator, Type,
};
use std::collections::BTreeMap;

/// The rounding of stack allocations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rounding {
    /// Added before it is rounded down to 16.
    pub plus: u64,
}

impl Rounding {
    /// As the compilers do it: clang rounds up, GCC takes 8 more for `alloca`.
    pub fn of(gcc: bool) -> Rounding {
        Rounding {
            plus: if gcc { 23 } else { 15 },
        }
    }
}

/// A place where the stack pointer goes back, and the arrays that end there.
struct Restore {
    at: (BlockId, usize),
    ends: Vec<usize>,
}

/// An allocation whose size depends on values.
struct Sized {
    at: (BlockId, usize),
    /// Holds its block.
    slot: Reg,
}

struct Maker<'a> {
    costs: &'a Costs<'a>,
    unit: u64,
    rounding: Rounding,
    malloc: FuncId,
    free: FuncId,
    word: Type,
}

/// A program with its frames as blocks.
pub struct Instrumented {
    pub module: Module,
    /// Calls of the library that have a block each.
    pub leaves: Leaves,
}

/// Calls of the library by where they are, as a macro's can be at one place.
pub type Leaves = BTreeMap<Place, Vec<Leaf>>;

/// One call of the library.
pub struct Leaf {
    pub callee: String,
    /// Bytes of its caller's frame there.
    pub frame: u64,
    /// Bytes of both.
    pub deep: u64,
}

/// The program with its frames as blocks of `unit` bytes for each byte.
///
/// # Errors
/// One sentence: the program has an allocator of its own.
pub fn instrument(
    module: &Module,
    costs: &Costs<'_>,
    unit: u64,
    rounding: Rounding,
) -> Result<Instrumented, String> {
    let mut out = module.clone();
    let mut leaves = BTreeMap::new();
    let word = Type::Int(module.layout.ptr_bits);
    let malloc = library(&mut out, "malloc", &[word], &[Type::Ptr])?;
    let free = library(&mut out, "free", &[Type::Ptr], &[])?;
    let maker = Maker {
        costs,
        unit,
        rounding,
        malloc,
        free,
        word,
    };
    for (id, f) in module.functions.iter() {
        if f.is_declaration() || !costs.has_code(&f.name) {
            continue;
        }
        let made = maker.function(module, id, f, &mut leaves);
        out.functions[id] = made;
    }
    Ok(Instrumented {
        module: out,
        leaves,
    })
}

fn library(m: &mut Module, name: &str, params: &[Type], rets: &[Type]) -> Result<FuncId, String> {
    if let Some(id) = m.function(name) {
        let known = m.functions.get(id).is_some_and(|f| f.is_declaration());
        return match known {
            true => Ok(id),
            false => Err(format!("the program has its own `{name}`")),
        };
    }
    let mut regs = Arena::new();
    let params = params
        .iter()
        .map(|ty| Param {
            reg: regs.push(*ty),
            ty: *ty,
            byval: None,
            promised: 0,
        })
        .collect();
    let ty = m.debug_types.ids().next();
    let Some(ty) = ty else {
        return Err("the program has no types".into());
    };
    Ok(m.functions.push(Function {
        name: name.into(),
        params,
        rets: rets.to_vec(),
        variadic: false,
        noreturn: false,
        internal: false,
        blocks: Arena::new(),
        regs,
        vars: Arena::new(),
        ty,
        loc: LocId(0),
    }))
}

impl Maker<'_> {
    fn inst(&self, kind: InstKind, loc: LocId) -> Inst {
        Inst {
            kind,
            loc,
            weight: 0,
        }
    }

    fn make(&self, size: Operand, to: Reg, loc: LocId) -> Inst {
        let arg = Arg {
            value: size,
            ty: self.word,
            byval: None,
        };
        self.inst(
            InstKind::Call {
                dsts: vec![to],
                callee: Callee::Direct(self.malloc),
                args: vec![arg],
                rets: vec![Type::Ptr],
            },
            loc,
        )
    }

    fn end(&self, block: Reg, loc: LocId) -> Inst {
        let arg = Arg {
            value: Operand::Reg(block),
            ty: Type::Ptr,
            byval: None,
        };
        self.inst(
            InstKind::Call {
                dsts: Vec::new(),
                callee: Callee::Direct(self.free),
                args: vec![arg],
                rets: Vec::new(),
            },
            loc,
        )
    }

    fn null(&self, r: Reg, loc: LocId) -> Inst {
        let src = Operand::Int(0);
        self.inst(InstKind::Copy { dst: r, src }, loc)
    }

    fn bytes(&self, n: u64) -> Operand {
        Operand::Int(n.saturating_mul(self.unit))
    }

    fn function(&self, module: &Module, id: FuncId, f: &Function, leaves: &mut Leaves) -> Function {
        let mut out = f.clone();
        let calls = outside(module, id, f);
        let calls: Vec<(&str, u32)> = calls.iter().map(|c| (c.0.as_str(), c.1.line)).collect();
        let split = self.costs.split(&f.name, &calls);
        let own = split.own;
        let sized: Vec<Sized> = dynamic(f)
            .into_iter()
            .map(|at| Sized {
                at,
                slot: out.regs.push(Type::Ptr),
            })
            .collect();
        let restores = restores(f, &sized);
        // Only short-lived blocks go through this one.
        let pulse = out.regs.push(Type::Ptr);
        for (b, block) in f.blocks.iter() {
            let mut insts: Vec<Inst> = Vec::new();
            if b == BlockId(0) {
                insts.extend(sized.iter().map(|s| self.null(s.slot, f.loc)));
                self.peak(own, pulse, f.loc, &mut insts);
            }
            for (i, inst) in block.insts.iter().enumerate() {
                if let Some((callee, place)) = callee(module, id, inst) {
                    if let Some((frame, deep)) = split.at(&callee, place.line) {
                        self.peak(deep, pulse, inst.loc, &mut insts);
                        let leaf = Leaf {
                            callee,
                            frame,
                            deep,
                        };
                        leaves.entry(place).or_default().push(leaf);
                    }
                }
                self.instruction(module, id, (&mut out, f), inst, &mut insts);
                if let Some(r) = restores.iter().find(|r| r.at == (b, i)) {
                    for k in &r.ends {
                        if let Some(s) = sized.get(*k) {
                            insts.push(self.end(s.slot, inst.loc));
                            insts.push(self.null(s.slot, inst.loc));
                        }
                    }
                }
                if let Some(s) = sized.iter().find(|s| s.at == (b, i)) {
                    self.array(&mut out, inst, s.slot, &mut insts);
                    self.peak(own, pulse, inst.loc, &mut insts);
                }
            }
            if matches!(block.term, Terminator::Return(_)) {
                insts.extend(sized.iter().map(|s| self.end(s.slot, block.term_loc)));
            }
            out.blocks[b] = Block {
                insts,
                ..block.clone()
            };
        }
        out
    }

    /// So much is in use for a moment.
    fn peak(&self, own: u64, pulse: Reg, loc: LocId, into: &mut Vec<Inst>) {
        if own > 0 {
            into.push(self.make(self.bytes(own), pulse, loc));
            into.push(self.end(pulse, loc));
        }
    }

    fn instruction(
        &self,
        module: &Module,
        id: FuncId,
        (out, f): (&mut Function, &Function),
        inst: &Inst,
        into: &mut Vec<Inst>,
    ) {
        let InstKind::Call { callee, .. } = &inst.kind else {
            into.push(inst.clone());
            return;
        };
        let place: Place = ep_explore::outcome::describe::place(module, id, inst.loc);
        let name = match callee {
            Callee::Direct(g) => {
                let g = module.functions.get(*g);
                // What the library takes is told apart, or part of `own`.
                if g.is_none_or(|g| g.is_declaration()) {
                    into.push(inst.clone());
                    return;
                }
                g.map(|g| g.name.as_str())
            }
            Callee::Indirect(_) => None,
        };
        let deep = self.costs.call(&f.name, name, &place);
        if deep == 0 {
            into.push(inst.clone());
            return;
        }
        let frame = out.regs.push(Type::Ptr);
        into.push(self.make(self.bytes(deep), frame, inst.loc));
        into.push(inst.clone());
        into.push(self.end(frame, inst.loc));
    }

    /// The block of an array of variable length, beside it.
    fn array(&self, out: &mut Function, inst: &Inst, slot: Reg, into: &mut Vec<Inst>) {
        let InstKind::Alloca {
            size,
            count: Some((count, ty)),
            ..
        } = &inst.kind
        else {
            return;
        };
        let mut value = *count;
        let mut push = |out: &mut Function, kind: &dyn Fn(Reg) -> InstKind| {
            let r = out.regs.push(self.word);
            into.push(self.inst(kind(r), inst.loc));
            Operand::Reg(r)
        };
        if *ty != self.word {
            let narrow = matches!((*ty, self.word), (Type::Int(a), Type::Int(b)) if a < b);
            let op = if narrow { CastOp::ZExt } else { CastOp::Trunc };
            let (from, to, src) = (*ty, self.word, value);
            value = push(out, &|dst| InstKind::Cast {
                op,
                from,
                to,
                dst,
                src,
            });
        }
        let mut step = |out: &mut Function, op: BinOp, b: u64| {
            let a = value;
            value = push(out, &|dst| InstKind::Bin {
                op,
                flags: Overflow::default(),
                dst,
                a,
                b: Operand::Int(b),
            });
        };
        step(out, BinOp::Mul, *size);
        step(out, BinOp::Add, self.rounding.plus);
        step(out, BinOp::LShr, 4);
        step(out, BinOp::Mul, 16 * self.unit);
        into.push(self.make(value, slot, inst.loc));
    }
}

/// The function that a call names, and where it stands.
fn callee(module: &Module, id: FuncId, inst: &Inst) -> Option<(String, Place)> {
    let InstKind::Call {
        callee: Callee::Direct(g),
        ..
    } = &inst.kind
    else {
        return None;
    };
    let name = module.functions.get(*g)?.name.clone();
    let place = ep_explore::outcome::describe::place(module, id, inst.loc);
    Some((name, place))
}

/// All such calls of a function.
fn outside(module: &Module, id: FuncId, f: &Function) -> Vec<(String, Place)> {
    let insts = f.blocks.iter().flat_map(|(_, b)| &b.insts);
    insts.filter_map(|i| callee(module, id, i)).collect()
}

/// Allocations whose size is no constant.
pub fn dynamic(f: &Function) -> Vec<(BlockId, usize)> {
    let mut out = Vec::new();
    for (b, block) in f.blocks.iter() {
        for (i, inst) in block.insts.iter().enumerate() {
            if matches!(inst.kind, InstKind::Alloca { count: Some(_), .. }) {
                out.push((b, i));
            }
        }
    }
    out
}

/// What each restoring of the stack pointer ends: what was made behind its
/// saving on every way.
fn restores(f: &Function, sized: &[Sized]) -> Vec<Restore> {
    if sized.is_empty() {
        return Vec::new();
    }
    let dom = Dominators::new(&Cfg::new(f));
    let mut out = Vec::new();
    for (b, block) in f.blocks.iter() {
        for (i, inst) in block.insts.iter().enumerate() {
            let InstKind::StackRestore { token } = inst.kind else {
                continue;
            };
            let Some(saved) = saved_at(f, token) else {
                continue;
            };
            let behind = |s: &Sized| match s.at.0 == saved.0 {
                true => s.at.1 > saved.1,
                false => dom.dominates(saved.0, s.at.0),
            };
            let ends = (0..sized.len())
                .filter(|k| sized.get(*k).is_some_and(behind))
                .collect();
            out.push(Restore { at: (b, i), ends });
        }
    }
    out
}

/// The only saving that a token can come from.
pub fn saved_at(f: &Function, token: Operand) -> Option<(BlockId, usize)> {
    let mut r = match token {
        Operand::Reg(r) => r,
        _ => return None,
    };
    for _ in 0..8 {
        let mut defs = Vec::new();
        for (b, block) in f.blocks.iter() {
            for (i, inst) in block.insts.iter().enumerate() {
                ep_ir::visit::defs(&inst.kind, &mut |d| {
                    if *d == r {
                        defs.push((b, i));
                    }
                });
            }
        }
        let [at] = defs[..] else { return None };
        match f.blocks.get(at.0)?.insts.get(at.1)?.kind {
            InstKind::StackSave { .. } => return Some(at),
            InstKind::Copy {
                src: Operand::Reg(from),
                ..
            } => r = from,
            _ => return None,
        }
    }
    None
}
