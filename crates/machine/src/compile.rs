//! `ir` functions to [`crate::code`]. Linear in the size of the program.

use crate::code::{
    CallArg, CallSite, CallTarget, FnCode, Op, Program, SwitchTable, EXACT, NSW, NUW, R,
};
use crate::value::{mask, ObjectId, Value};
use crate::world::shape::returns_structure;
use ep_ir::provided;
use ep_ir::{
    visit, BlockId, Callee, CastOp, FuncId, Function, InstKind, LocId, Module, Operand, Overflow,
    Terminator, Type,
};
use ep_term::Pool;
use rustc_hash::FxHashMap;

/// Compiles all functions. Objects of globals are numbered like the globals.
pub fn compile(module: Module, pool: &mut Pool, own_file: impl Fn(&str) -> bool) -> Program {
    compile_with_joins(module, pool, own_file, &[])
}

/// Like [`compile`], for runs along inputs that are known: counters of the
/// source's coverage grow.
pub fn compile_to_count(module: Module, pool: &mut Pool) -> Program {
    let own_file = |file: &str| !file.is_empty();
    compile_as(module, pool, own_file, &[], true)
}

/// Like [`compile`], with marks where states wait for each other. One order
/// per function, or none at all.
pub fn compile_with_joins(
    module: Module,
    pool: &mut Pool,
    own_file: impl Fn(&str) -> bool,
    orders: &[ep_ir::analysis::Order],
) -> Program {
    compile_as(module, pool, own_file, orders, false)
}

fn compile_as(
    module: Module,
    pool: &mut Pool,
    own_file: impl Fn(&str) -> bool,
    orders: &[ep_ir::analysis::Order],
    counting: bool,
) -> Program {
    let ptr_bits = module.layout.ptr_bits;
    let mut first_block = Vec::new();
    let mut own_block = Vec::new();
    let mut block_func = Vec::new();
    let mut blocks = 0u32;
    for (id, f) in module.functions.iter() {
        first_block.push(blocks);
        blocks += f.blocks.len() as u32;
        let file = module
            .locs
            .get(f.loc)
            .map(|p| module.files[p.file].as_str())
            .unwrap_or("");
        // Bitcode of others may come without positions; what we compile has
        // them, unless it is a model.
        let own = own_file(file) || !module.from_source;
        own_block.extend(std::iter::repeat_n(own, f.blocks.len()));
        block_func.extend(std::iter::repeat_n(id, f.blocks.len()));
    }
    let mut code = Vec::new();
    let mut builtin_of = Vec::new();
    for (id, f) in module.functions.iter() {
        code.push(if f.is_declaration() {
            FnCode::default()
        } else {
            FnCompiler::new(
                &module,
                f,
                pool,
                first_block[id.0 as usize],
                own_block[first_block[id.0 as usize] as usize],
                orders.get(id.0 as usize),
                counting,
            )
            .run()
        });
        // A program's own definition wins over a builtin of the same name,
        // except for the harness functions, whose definition is a stub.
        let b = provided::lookup(&f.name);
        let replaced = match counting {
            // A run that is counted does what a native one does.
            true => provided::gives_input(&f.name),
            false => provided::overrides_body(&f.name),
        };
        builtin_of.push(if f.is_declaration() || replaced {
            b
        } else {
            None
        });
    }
    let globals = (0..module.globals.len() as u32).map(ObjectId).collect();
    let clauses = crate::contract::clauses(&module);
    let (first_op, sides) = number_sides(&mut code, &first_block, &own_block);
    Program {
        module,
        code,
        globals,
        first_block,
        blocks,
        builtins: builtin_of,
        clauses,
        ptr_bits,
        own_block,
        block_func,
        first_op,
        sides,
        counting,
    }
}

/// Numbers ops and targets of switches over the whole program.
fn number_sides(
    code: &mut [FnCode],
    first_block: &[u32],
    own_block: &[bool],
) -> (Vec<u32>, Vec<bool>) {
    let own = |f: usize| {
        let first = first_block[f] as usize;
        own_block.get(first).copied().unwrap_or(false)
    };
    let mut first_op = Vec::new();
    let mut sides = Vec::new();
    for (f, c) in code.iter().enumerate() {
        first_op.push(sides.len() as u32);
        sides.extend(std::iter::repeat_n(own(f), c.ops.len()));
    }
    for (f, c) in code.iter_mut().enumerate() {
        for t in &mut c.switches {
            t.first_side = sides.len() as u32;
            sides.extend(std::iter::repeat_n(own(f), t.targets.len()));
        }
    }
    (first_op, sides)
}

struct FnCompiler<'a> {
    module: &'a Module,
    f: &'a Function,
    pool: &'a mut Pool,
    first_block: u32,
    /// The user's function, not a model.
    own: bool,
    order: Option<&'a ep_ir::analysis::Order>,
    counting: bool,
    code: FnCode,
    constants: FxHashMap<(Operand, u32), R>,
    /// The instruction of its block that is compiled.
    at: u32,
    /// Jumps to patch: op index.
    patches: Vec<usize>,
    /// Where cases are counted: the switch, the case, and the op.
    counted: Vec<(usize, usize, u32)>,
}

impl<'a> FnCompiler<'a> {
    fn new(
        module: &'a Module,
        f: &'a Function,
        pool: &'a mut Pool,
        first_block: u32,
        own: bool,
        order: Option<&'a ep_ir::analysis::Order>,
        counting: bool,
    ) -> Self {
        FnCompiler {
            module,
            f,
            pool,
            first_block,
            own,
            order,
            counting,
            code: FnCode {
                has_body: true,
                ..FnCode::default()
            },
            constants: FxHashMap::default(),
            at: 0,
            patches: Vec::new(),
            counted: Vec::new(),
        }
    }

    fn bits(&self, ty: Type) -> u32 {
        self.module.layout.bits(ty)
    }

    fn run(mut self) -> FnCode {
        self.code.template = vec![Value::Undef; self.f.regs.len()];
        self.code.params = self.f.params.iter().map(|p| p.reg.0).collect();
        self.code.scoped = ended(self.f);
        let uses = count_uses(self.f);
        for (id, block) in self.f.blocks.iter() {
            self.code.block_start.push(self.code.ops.len() as u32);
            self.at = 0;
            let weight: u32 = block.insts.iter().map(|i| u32::from(i.weight)).sum::<u32>()
                + u32::from(block.term_weight);
            let mut insts = block.insts.iter();
            let first = insts.find(|i| !matches!(i.kind, InstKind::Count { .. }));
            let loc = first.map_or(block.term_loc, |i| i.loc);
            if self.order.is_some_and(|o| o.joins[id.0 as usize]) {
                self.emit(Op::Join { block: id.0 }, loc);
            }
            self.emit(
                Op::Block {
                    block: self.first_block + id.0,
                    weight,
                },
                loc,
            );
            for inst in &block.insts {
                self.inst(inst);
                self.at += 1;
            }
            if self
                .order
                .is_some_and(|o| !o.tests[id.0 as usize].is_empty())
            {
                self.exit_test(id, block.term_loc, &block.term, &uses);
            } else {
                self.terminator(&block.term, block.term_loc, &uses);
            }
        }
        self.count_cases();
        for i in std::mem::take(&mut self.patches) {
            let start = &self.code.block_start;
            let at = |b: u32| start[b as usize];
            match &mut self.code.ops[i] {
                Op::Jump { to } => *to = at(*to),
                Op::Branch { then, els, .. } | Op::CmpBranch { then, els, .. } => {
                    *then = at(*then);
                    *els = at(*els);
                }
                _ => {}
            }
        }
        let start = self.code.block_start.clone();
        let mut counted = std::mem::take(&mut self.counted).into_iter().peekable();
        for (n, t) in self.code.switches.iter_mut().enumerate() {
            t.default = start[t.default as usize];
            for (i, (_, target)) in t.cases.iter_mut().enumerate() {
                *target = match counted.next_if(|c| (c.0, c.1) == (n, i)) {
                    // Counted on the way.
                    Some((.., at)) => at,
                    None => start[*target as usize],
                };
                if *target != t.default && !t.targets.contains(target) {
                    t.targets.push(*target);
                }
            }
            t.targets.push(t.default);
            for (value, target) in &t.cases {
                let k = t.targets.iter().position(|x| x == target).unwrap_or(0);
                t.by_value.entry(*value as u64).or_insert(k as u32);
            }
        }
        let locals: u64 = self
            .f
            .regs
            .iter()
            .map(|(_, t)| self.module.layout.store_size(*t))
            .sum::<u64>();
        let vars: u64 = self.f.vars.len() as u64 * 8;
        let allocas: u64 = self
            .f
            .blocks
            .iter()
            // The others are counted when they are reached.
            .take(1)
            .flat_map(|(_, b)| &b.insts)
            .map(|i| match &i.kind {
                InstKind::Alloca {
                    size, count: None, ..
                } => *size,
                _ => 0,
            })
            .sum();
        // A native frame at -O0 holds its locals, a return address and the
        // saved frame pointer; registers of expressions are shared.
        self.code.frame_bytes = 32 + allocas + vars.max(locals / 8);
        if self.module.from_source {
            self.code.structure = returns_structure(self.module, self.f).unwrap_or(0);
        }
        self.code
    }

    /// Cases with counters of their own come by an op that counts, behind the
    /// code of the function.
    fn count_cases(&mut self) {
        if !self.counting {
            return;
        }
        let switches = self.f.blocks.iter().filter_map(|(_, b)| match &b.term {
            Terminator::Switch { cases, .. } => Some((cases, b.term_loc)),
            _ => None,
        });
        let by = self.operand(Operand::Int(1), Type::Int(1));
        for (n, (cases, loc)) in switches.enumerate() {
            for (i, case) in cases.iter().enumerate() {
                let Some(counter) = case.counter else {
                    continue;
                };
                let at = self.code.ops.len() as u32;
                self.counted.push((n, i, at));
                self.emit(
                    Op::Count {
                        counter,
                        by,
                        on: true,
                    },
                    loc,
                );
                self.patches.push(self.code.ops.len());
                self.emit(Op::Jump { to: case.target.0 }, loc);
            }
        }
    }

    /// The position, or where the function's code begins: locals stand before
    /// all of it.
    fn known(&self, loc: LocId) -> LocId {
        let known = |l: &LocId| self.module.locs.get(*l).is_some_and(|p| p.line > 0);
        let code = self.f.blocks.iter().flat_map(|(_, b)| &b.insts);
        let counts = |i: &&ep_ir::Inst| matches!(i.kind, InstKind::Count { .. });
        match known(&loc) {
            true => loc,
            false => code
                .into_iter()
                .filter(|i| !counts(i))
                .map(|i| i.loc)
                .find(known)
                .unwrap_or(loc),
        }
    }

    fn emit(&mut self, op: Op, loc: LocId) {
        self.code.ops.push(op);
        self.code.locs.push(loc);
        self.code.insts.push(self.at);
    }

    fn operand(&mut self, o: Operand, ty: Type) -> R {
        let width = self.bits(ty);
        if let Operand::Reg(r) = o {
            return r.0;
        }
        if let Some(&r) = self.constants.get(&(o, width)) {
            return r;
        }
        let v = constant(self.pool, o, width);
        let r = self.code.template.len() as R;
        self.code.template.push(v);
        self.constants.insert((o, width), r);
        r
    }

    fn inst(&mut self, inst: &ep_ir::Inst) {
        let loc = inst.loc;
        match &inst.kind {
            InstKind::Count { counter, by, on } if self.counting => {
                let by = self.operand(*by, Type::Int(1));
                let (counter, on) = (*counter, *on);
                self.emit(Op::Count { counter, by, on }, loc);
            }
            InstKind::Count { .. } => {}
            InstKind::Copy { dst, src } => {
                let ty = self.f.regs[*dst];
                let src = self.operand(*src, ty);
                self.emit(Op::Copy { dst: dst.0, src }, loc);
            }
            InstKind::Bin {
                op,
                flags,
                dst,
                a,
                b,
            } => {
                let ty = self.f.regs[*dst];
                let width = self.bits(ty);
                let (a, b) = (self.operand(*a, ty), self.operand(*b, ty));
                // Models are optimised: their flags are what the optimiser
                // derived, and a broken one is poison that is not used.
                let flags = if self.own {
                    *flags
                } else {
                    Overflow::default()
                };
                let flags = u8::from(flags.nsw) * NSW
                    + u8::from(flags.nuw) * NUW
                    + u8::from(flags.exact) * EXACT;
                self.emit(
                    Op::Bin {
                        op: *op,
                        width: width as u8,
                        flags,
                        dst: dst.0,
                        a,
                        b,
                    },
                    loc,
                );
            }
            InstKind::Cmp {
                pred,
                ty,
                dst,
                a,
                b,
            } => {
                let width = self.bits(*ty);
                let (a, b) = (self.operand(*a, *ty), self.operand(*b, *ty));
                self.emit(
                    Op::Cmp {
                        pred: *pred,
                        width: width as u8,
                        dst: dst.0,
                        a,
                        b,
                    },
                    loc,
                );
            }
            InstKind::Cast {
                op: op @ (CastOp::Trunc | CastOp::ZExt | CastOp::SExt),
                from,
                to,
                dst,
                src,
            } if self.bits(*from) <= 64 && self.bits(*to) <= 64 => {
                let src = self.operand(*src, *from);
                let (from, to) = (self.bits(*from) as u8, self.bits(*to) as u8);
                self.emit(
                    Op::IntCast {
                        op: *op,
                        from,
                        to,
                        dst: dst.0,
                        src,
                    },
                    loc,
                );
            }
            InstKind::Select { dst, cond, a, b } => {
                let ty = self.f.regs[*dst];
                let cond = self.operand(*cond, Type::Int(1));
                let (a, b) = (self.operand(*a, ty), self.operand(*b, ty));
                self.emit(
                    Op::Select {
                        dst: dst.0,
                        cond,
                        a,
                        b,
                    },
                    loc,
                );
            }
            InstKind::Load { dst, ty, addr, .. } if self.bits(*ty) <= 64 => {
                let addr = self.operand(*addr, Type::Ptr);
                let bytes = self.module.layout.store_size(*ty) as u8;
                self.emit(
                    Op::Load {
                        dst: dst.0,
                        addr,
                        bytes,
                        bits: self.bits(*ty) as u8,
                    },
                    loc,
                );
            }
            InstKind::Store {
                ty, value, addr, ..
            } if self.bits(*ty) <= 64 => {
                let value = self.operand(*value, *ty);
                let addr = self.operand(*addr, Type::Ptr);
                let bytes = self.module.layout.store_size(*ty) as u8;
                self.emit(
                    Op::Store {
                        value,
                        addr,
                        bytes,
                        bits: self.bits(*ty) as u8,
                    },
                    loc,
                );
            }
            InstKind::PtrAdd {
                dst,
                base,
                offset,
                terms,
                ..
            } if terms.is_empty() => {
                let base = self.operand(*base, Type::Ptr);
                self.emit(
                    Op::PtrOffset {
                        dst: dst.0,
                        base,
                        offset: *offset,
                    },
                    loc,
                );
            }
            InstKind::PtrAdd {
                dst,
                base,
                offset,
                terms,
                ..
            } if terms.len() == 1
                && i32::try_from(*offset).is_ok()
                && i32::try_from(terms[0].scale).is_ok()
                && self.bits(terms[0].ty) <= 64 =>
            {
                let t = terms[0];
                let base = self.operand(*base, Type::Ptr);
                let index = self.operand(t.index, t.ty);
                self.emit(
                    Op::PtrIndex {
                        dst: dst.0,
                        base,
                        index,
                        width: self.bits(t.ty) as u8,
                        scale: t.scale as i32,
                        offset: *offset as i32,
                    },
                    loc,
                );
            }
            InstKind::Check { kind, ok } => {
                let ok = self.operand(*ok, Type::Int(1));
                self.emit(Op::Check { kind: *kind, ok }, loc);
            }
            InstKind::Call {
                dsts,
                callee,
                args,
                rets,
            } => {
                let callee = match callee {
                    Callee::Direct(f) => CallTarget::Direct(*f),
                    Callee::Indirect(Operand::Func(f)) => CallTarget::Direct(*f),
                    Callee::Indirect(o) => CallTarget::Indirect(self.operand(*o, Type::Ptr)),
                };
                let args = args
                    .iter()
                    .map(|a| CallArg {
                        value: self.operand(a.value, a.ty),
                        ty: a.ty,
                        byval: a.byval,
                    })
                    .collect();
                let call = self.code.calls.len() as u32;
                self.code.calls.push(CallSite {
                    callee,
                    args,
                    dsts: dsts.iter().map(|d| d.0).collect(),
                    rets: rets.clone(),
                });
                self.emit(Op::Call { call }, loc);
            }
            _ => {
                let i = self.code.rare.len() as u32;
                self.code.rare.push(inst.clone());
                let loc = match &inst.kind {
                    InstKind::Alloca { .. } => self.known(loc),
                    _ => loc,
                };
                self.emit(Op::Rare { inst: i }, loc);
            }
        }
    }

    /// The mark before a branch that can leave a loop stands before the
    /// comparison that is fused with it.
    fn exit_test(&mut self, id: BlockId, loc: LocId, term: &Terminator, uses: &[u32]) {
        self.terminator(term, loc, uses);
        let at = self.code.ops.len() - 1;
        self.code.ops.insert(at, Op::ExitTest { block: id.0 });
        self.code.locs.insert(at, self.code.locs[at]);
        if let Some(p) = self.patches.last_mut().filter(|p| **p == at) {
            *p += 1;
        }
    }

    fn terminator(&mut self, term: &Terminator, loc: LocId, uses: &[u32]) {
        match term {
            Terminator::Jump(b) => {
                self.patches.push(self.code.ops.len());
                self.emit(Op::Jump { to: b.0 }, loc);
            }
            Terminator::Branch { cond, then, els } => {
                let cond = self.operand(*cond, Type::Int(1));
                self.patches.push(self.code.ops.len());
                if let Some(&Op::Cmp {
                    pred,
                    width,
                    dst,
                    a,
                    b,
                }) = self.code.ops.last()
                {
                    if dst == cond && uses[dst as usize] == 1 && width <= 64 {
                        self.code.ops.pop();
                        let cmp_loc = self.code.locs.pop().unwrap_or(loc);
                        self.code.insts.pop();
                        self.patches.pop();
                        self.patches.push(self.code.ops.len());
                        let (then, els) = (then.0, els.0);
                        self.emit(
                            Op::CmpBranch {
                                pred,
                                width,
                                dst,
                                a,
                                b,
                                then,
                                els,
                            },
                            cmp_loc,
                        );
                        return;
                    }
                }
                self.emit(
                    Op::Branch {
                        cond,
                        then: then.0,
                        els: els.0,
                    },
                    loc,
                );
            }
            Terminator::Switch {
                value,
                ty,
                cases,
                default,
            } => {
                let width = self.bits(*ty);
                let value = self.operand(*value, *ty);
                let table = self.code.switches.len() as u32;
                self.code.switches.push(SwitchTable {
                    width,
                    cases: cases.iter().map(|c| (c.value, c.target.0)).collect(),
                    by_value: FxHashMap::default(),
                    default: default.0,
                    targets: Vec::new(),
                    first_side: 0,
                });
                self.emit(Op::Switch { value, table }, loc);
            }
            Terminator::IndirectJump { target, .. } => {
                let target = self.operand(*target, Type::Ptr);
                self.emit(Op::IndirectJump { target }, loc);
            }
            Terminator::Return(values) => {
                let rets = self.f.rets.clone();
                let regs: Vec<R> = values
                    .iter()
                    .zip(&rets)
                    .map(|(v, ty)| self.operand(*v, *ty))
                    .collect();
                let at = self.code.returns.len() as u32;
                let count = regs.len() as u32;
                self.code.returns.extend(regs);
                self.emit(Op::Return { values: at, count }, loc);
            }
            Terminator::Unreachable => self.emit(Op::Unreachable, loc),
            Terminator::Unsupported(what) => {
                let i = self.code.unsupported.len() as u32;
                self.code.unsupported.push(what.clone());
                self.emit(Op::UnsupportedEnd { what: i }, loc);
            }
        }
    }
}

/// The value of a constant operand of `width` bits.
pub fn constant(pool: &mut Pool, o: Operand, width: u32) -> Value {
    match o {
        Operand::Reg(_) | Operand::Undef => Value::Undef,
        Operand::Int(v) if width <= 64 => Value::Int(v & mask(width)),
        Operand::Int(v) => Value::Term(pool.bv(width, u128::from(v))),
        Operand::Wide(v) if width <= 64 => Value::Int(v as u64 & mask(width)),
        Operand::Wide(v) => Value::Term(pool.bv(width, v)),
        Operand::Global(g, off) => Value::Ptr(ObjectId(g.0), off),
        Operand::Func(f) => Value::Func(f),
        Operand::Label(f, b) => Value::Label(f, b),
    }
}

/// The registers whose locals some instruction ends.
fn ended(f: &Function) -> Vec<u32> {
    let all = f.blocks.iter().flat_map(|(_, b)| &b.insts);
    let mut out: Vec<u32> = all
        .filter_map(|i| match i.kind {
            InstKind::Lifetime {
                ptr: Operand::Reg(r),
                end: true,
            } => Some(r.0),
            _ => None,
        })
        .collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// How often each register is read, to know when a comparison may be fused.
fn count_uses(f: &Function) -> Vec<u32> {
    let mut uses = vec![0u32; f.regs.len()];
    let mut see = |o: &Operand| {
        if let Operand::Reg(r) = o {
            uses[r.0 as usize] += 1;
        }
    };
    for (_, b) in f.blocks.iter() {
        for i in &b.insts {
            visit::uses(&i.kind, &mut see);
        }
        visit::term_uses(&b.term, &mut see);
    }
    uses
}

/// The first op of a block of a function.
pub fn block_start(program: &Program, f: FuncId, b: BlockId) -> Option<u32> {
    program.code[f.0 as usize]
        .block_start
        .get(b.0 as usize)
        .copied()
}
