//! Random modules for tests: every variant, no regard for validity.

use super::words::Word;
use crate::debug::{ArrayKind, Field, VarStorage};
use crate::inst::{Arg, PtrTerm};
use crate::module::{RelocTarget, Relocation};
use crate::*;
use ep_base::random::Random;
use ep_base::{Arena, FileId, Position};

/// A source of choices (the generator of `base`).
pub struct Gen(Random);

impl Gen {
    pub fn new(seed: u64) -> Self {
        Gen(Random::new(seed))
    }
    pub fn next(&mut self) -> u64 {
        self.0.bits()
    }
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
    fn flip(&mut self) -> bool {
        self.next() & 1 == 1
    }
    fn small(&mut self) -> u32 {
        self.below(5) as u32
    }
    /// Small, large and extreme numbers.
    fn u64(&mut self) -> u64 {
        match self.below(4) {
            0 => self.below(4),
            1 => u64::MAX - self.below(2),
            _ => self.next() >> self.below(64),
        }
    }
    fn u32(&mut self) -> u32 {
        self.u64() as u32
    }
    fn i64(&mut self) -> i64 {
        match self.below(3) {
            0 => i64::MIN,
            _ => self.u64() as i64,
        }
    }
    fn u128(&mut self) -> u128 {
        (u128::from(self.u64()) << 64) | u128::from(self.u64())
    }
    fn many<T>(&mut self, n: u64, mut f: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(n)).map(|_| f(self)).collect()
    }
    fn arena<I: ep_base::entity::EntityId + 'static, T>(
        &mut self,
        n: u64,
        f: impl FnMut(&mut Self) -> T,
    ) -> Arena<I, T> {
        let mut a = Arena::new();
        for x in self.many(n, f) {
            a.push(x);
        }
        a
    }
    fn string(&mut self) -> String {
        const CHARS: [char; 12] = [
            'a',
            '"',
            '\\',
            '\n',
            '\0',
            'é',
            '\u{1f600}',
            ' ',
            ';',
            '{',
            '\u{7f}',
            'z',
        ];
        self.many(6, |g| CHARS[g.below(12) as usize])
            .into_iter()
            .collect()
    }
    /// Any value of an enumeration with words.
    fn word<W: Word>(&mut self, all: &[&str]) -> W {
        let w = all[self.below(all.len() as u64) as usize];
        W::from_word(w).expect("a known word")
    }
    fn option<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.flip().then(|| f(self))
    }
    fn reg(&mut self) -> Reg {
        Reg(self.small())
    }
    fn block(&mut self) -> BlockId {
        BlockId(self.small())
    }
    fn func(&mut self) -> FuncId {
        FuncId(self.u32())
    }
    fn dty(&mut self) -> DebugTypeId {
        DebugTypeId(self.small())
    }
    fn loc(&mut self) -> LocId {
        LocId(self.small())
    }
    fn float(&mut self) -> FloatFormat {
        self.word(&["f16", "f32", "f64", "f80", "f128"])
    }
    fn ty(&mut self) -> Type {
        match self.below(3) {
            0 => Type::Int(self.u32()),
            1 => Type::Float(self.float()),
            _ => Type::Ptr,
        }
    }
    fn byval(&mut self) -> Option<(u64, u32)> {
        self.option(|g| (g.u64(), g.u32()))
    }
    fn op(&mut self) -> Operand {
        match self.below(7) {
            0 => Operand::Reg(self.reg()),
            1 => Operand::Int(self.u64()),
            2 => Operand::Wide(self.u128()),
            3 => Operand::Global(GlobalId(self.u32()), self.i64()),
            4 => Operand::Func(self.func()),
            5 => Operand::Label(self.func(), self.block()),
            _ => Operand::Undef,
        }
    }
    fn ops(&mut self) -> Vec<Operand> {
        self.many(4, Self::op)
    }
    fn regs(&mut self) -> Vec<Reg> {
        self.many(4, Self::reg)
    }

    fn debug_type(&mut self) -> DebugType {
        match self.below(11) {
            0 => DebugType::Void,
            1 => DebugType::Bool,
            2 => DebugType::Char {
                signed: self.flip(),
            },
            3 => DebugType::Int {
                bits: self.u32(),
                signed: self.flip(),
                name: self.string(),
            },
            4 => DebugType::Float {
                bits: self.u32(),
                name: self.string(),
            },
            5 => DebugType::Pointer {
                to: self.dty(),
                size: self.u64(),
            },
            6 => DebugType::Array {
                element: self.dty(),
                count: self.option(Self::u64),
                size: self.u64(),
                kind: [ArrayKind::Plain, ArrayKind::Vector, ArrayKind::Complex]
                    [self.below(3) as usize],
            },
            7 => DebugType::Record {
                name: self.string(),
                size: self.u64(),
                fields: self.many(4, |g| Field {
                    name: g.string(),
                    ty: g.dty(),
                    bit_offset: g.u64(),
                    bit_size: g.u64(),
                    bit_field: g.flip(),
                    align: g.u64(),
                }),
                union: self.flip(),
                align: self.u64(),
            },
            8 => DebugType::Enum {
                name: self.string(),
                bits: self.u32(),
                signed: self.flip(),
                values: self.many(4, |g| (g.string(), g.i64())),
            },
            9 => DebugType::Function {
                returns: self.dty(),
                params: self.many(4, Self::dty),
                variadic: self.flip(),
            },
            _ => DebugType::Alias {
                name: self.string(),
                to: self.dty(),
                align: self.u64(),
            },
        }
    }

    fn init(&mut self) -> Init {
        let mut bytes = Vec::new();
        for _ in 0..self.below(5) {
            if self.flip() {
                bytes.resize(bytes.len() + self.below(40) as usize, 0);
            } else {
                bytes.extend(self.many(100, |g| g.next() as u8));
            }
        }
        Init {
            bytes,
            relocs: self.many(4, |g| Relocation {
                offset: g.u64(),
                target: match g.below(3) {
                    0 => RelocTarget::Global(GlobalId(g.u32())),
                    1 => RelocTarget::Func(g.func()),
                    _ => RelocTarget::Label(g.func(), g.block()),
                },
                addend: g.i64(),
            }),
        }
    }

    fn inst(&mut self) -> InstKind {
        const BIN: [&str; 13] = [
            "add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "and", "or", "xor", "shl", "lshr",
            "ashr",
        ];
        let (dst, a, b, ty) = (self.reg(), self.op(), self.op(), self.ty());
        match self.below(32) {
            0 => InstKind::Copy { dst, src: a },
            1 => InstKind::Bin {
                op: self.word(&BIN),
                flags: Overflow {
                    nsw: self.flip(),
                    nuw: self.flip(),
                    exact: self.flip(),
                },
                dst,
                a,
                b,
            },
            2 => InstKind::Cmp {
                pred: self.word(&[
                    "eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge",
                ]),
                ty,
                dst,
                a,
                b,
            },
            3 => InstKind::Cast {
                op: self.word(&[
                    "trunc",
                    "zext",
                    "sext",
                    "floatcast",
                    "fptoui",
                    "fptosi",
                    "uitofp",
                    "sitofp",
                    "ptrtoint",
                    "inttoptr",
                    "bitcast",
                ]),
                from: ty,
                to: self.ty(),
                dst,
                src: a,
            },
            4 => InstKind::FloatBin {
                op: self.word(&[
                    "fadd", "fsub", "fmul", "fdiv", "frem", "fmin", "fmax", "copysign",
                ]),
                dst,
                a,
                b,
            },
            5 => InstKind::FloatUn {
                op: self.word(&[
                    "fneg",
                    "fabs",
                    "fsqrt",
                    "ffloor",
                    "fceil",
                    "ftrunc",
                    "fround",
                    "froundeven",
                ]),
                dst,
                a,
            },
            6 => InstKind::FloatCmp {
                pred: self.word(&[
                    "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt",
                    "uge", "ult", "ule", "une", "true",
                ]),
                ty,
                dst,
                a,
                b,
            },
            7 => InstKind::Select {
                dst,
                cond: self.op(),
                a,
                b,
            },
            8 => InstKind::Load {
                dst,
                ty,
                addr: a,
                align: self.u32(),
                volatile: self.flip(),
            },
            9 => InstKind::Store {
                ty,
                value: a,
                addr: b,
                align: self.u32(),
                volatile: self.flip(),
            },
            10 => InstKind::Alloca {
                dst,
                size: self.u64(),
                align: self.u32(),
                count: self.option(|g| (g.op(), g.ty())),
                var: self.option(|g| VarId(g.small())),
            },
            11 => InstKind::PtrAdd {
                dst,
                base: a,
                offset: self.i64(),
                terms: self.many(3, |g| PtrTerm {
                    index: g.op(),
                    ty: g.ty(),
                    scale: g.i64(),
                    within: if g.flip() { g.u64() } else { 0 },
                }),
                inbounds: self.flip(),
            },
            12 | 13 => InstKind::Call {
                dsts: self.regs(),
                callee: if self.flip() {
                    Callee::Direct(self.func())
                } else {
                    Callee::Indirect(a)
                },
                args: self.many(4, |g| Arg {
                    value: g.op(),
                    ty: g.ty(),
                    byval: g.byval(),
                }),
                rets: self.many(3, Self::ty),
            },
            14 | 15 => InstKind::Intrinsic {
                op: self.word(&[
                    "sadd.overflow",
                    "uadd.overflow",
                    "ssub.overflow",
                    "usub.overflow",
                    "smul.overflow",
                    "umul.overflow",
                    "sadd.sat",
                    "uadd.sat",
                    "ssub.sat",
                    "usub.sat",
                    "sshl.sat",
                    "ushl.sat",
                    "bswap",
                    "bitreverse",
                    "ctpop",
                    "ctlz",
                    "cttz",
                    "abs",
                    "smin",
                    "smax",
                    "umin",
                    "umax",
                    "fshl",
                    "fshr",
                    "fma",
                    "is.fpclass",
                ]),
                ty,
                dsts: self.regs(),
                args: self.ops(),
            },
            16 => InstKind::MemCopy {
                dst: a,
                src: b,
                len: self.op(),
                len_ty: ty,
                may_overlap: self.flip(),
            },
            17 => InstKind::MemSet {
                dst: a,
                value: b,
                len: self.op(),
                len_ty: ty,
            },
            18 => InstKind::Check {
                kind: self.word(&[
                    "signed-overflow",
                    "shift",
                    "division",
                    "unreachable",
                    "vla-bound",
                    "bounds",
                    "non-null",
                    "float-cast",
                    "builtin",
                    "trap",
                ]),
                ok: a,
            },
            19 => InstKind::Assume { cond: a },
            20 => InstKind::ObjectSize {
                dst,
                ptr: a,
                min: self.flip(),
            },
            21 => InstKind::StackSave { dst },
            22 => InstKind::StackRestore { token: a },
            23 => InstKind::Lifetime {
                ptr: a,
                end: self.flip(),
            },
            24 => InstKind::VaStart { list: a },
            25 => InstKind::VaEnd { list: a },
            26 => InstKind::VaCopy { dst: a, src: b },
            27 => InstKind::Freeze { dst, src: a },
            28 => InstKind::AtomicRmw {
                op: self.word(&[
                    "xchg", "add", "sub", "and", "nand", "or", "xor", "max", "min", "umax", "umin",
                    "fadd", "fsub",
                ]),
                ty,
                dst,
                addr: a,
                value: b,
            },
            29 => InstKind::CmpXchg {
                ty,
                old: dst,
                success: self.reg(),
                addr: a,
                expected: b,
                new: self.op(),
            },
            30 => InstKind::Count {
                counter: self.u32(),
                by: a,
                on: self.flip(),
            },
            _ => InstKind::Unsupported {
                what: self.string(),
                dsts: self.regs(),
            },
        }
    }

    fn terminator(&mut self) -> Terminator {
        match self.below(7) {
            0 => Terminator::Jump(self.block()),
            1 => Terminator::Branch {
                cond: self.op(),
                then: self.block(),
                els: self.block(),
            },
            2 => Terminator::Switch {
                value: self.op(),
                ty: self.ty(),
                cases: self.many(4, |g| SwitchCase {
                    value: g.u128(),
                    target: g.block(),
                    counter: g.option(Self::u32),
                }),
                default: self.block(),
            },
            3 => Terminator::IndirectJump {
                target: self.op(),
                labels: self.many(3, Self::block),
            },
            4 => Terminator::Return(self.ops()),
            5 => Terminator::Unreachable,
            _ => Terminator::Unsupported(self.string()),
        }
    }

    fn function(&mut self) -> Function {
        Function {
            name: self.string(),
            params: self.many(4, |g| Param {
                reg: g.reg(),
                ty: g.ty(),
                byval: g.byval(),
                promised: u64::from(g.small()),
            }),
            rets: self.many(3, Self::ty),
            variadic: self.flip(),
            noreturn: self.flip(),
            internal: self.flip(),
            blocks: self.arena(4, |g| Block {
                insts: g.many(8, |g| Inst {
                    kind: g.inst(),
                    loc: g.loc(),
                    weight: g.small() as u16,
                }),
                term: g.terminator(),
                term_loc: g.loc(),
                term_weight: g.next() as u16,
            }),
            regs: self.arena(8, |g| if g.flip() { Type::Int(32) } else { g.ty() }),
            vars: self.arena(4, |g| LocalVar {
                name: g.string(),
                ty: g.dty(),
                storage: match g.below(3) {
                    0 => VarStorage::Memory(g.reg()),
                    1 => VarStorage::Register(g.reg()),
                    _ => VarStorage::None,
                },
                loc: g.loc(),
                arg: g.small(),
            }),
            ty: self.dty(),
            loc: self.loc(),
        }
    }

    /// A module; its references lead anywhere.
    pub fn module(&mut self) -> Module {
        Module {
            layout: DataLayout {
                ptr_bits: self.u32(),
            },
            files: self.arena(3, Self::string),
            locs: self.arena(6, |g| Position {
                file: FileId(g.small()),
                line: g.u32(),
                column: g.u32(),
            }),
            debug_types: self.arena(8, Self::debug_type),
            globals: self.arena(4, |g| Global {
                name: g.string(),
                size: g.u64(),
                align: g.u32(),
                constant: g.flip(),
                volatile: g.flip(),
                init: g.option(Self::init),
                ty: g.dty(),
                loc: g.loc(),
            }),
            functions: self.arena(4, Self::function),
            from_source: self.flip(),
            constructors: self.many(3, Self::func),
            mapping: None,
        }
    }
}
