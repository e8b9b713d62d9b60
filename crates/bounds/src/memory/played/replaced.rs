//! What stands in place of a call that reads.
//!
//! Idea: a few instructions that do anything that the call may do: numbers and texts
//! that are arbitrary where it stores some, and an arbitrary result of those that it may
//! have. Cost: a handful of instructions for each call.

use super::super::given::declared;
use super::super::reach::TEXT;
use super::reads::{Read, Slot};
use ep_ir::inst::Arg;
use ep_ir::module::{Global, Init};
use ep_ir::{
    Callee, CastOp, DebugType, FuncId, GlobalId, Inst, InstKind, IntPred, LocId, Module, Operand,
    Reg, Type,
};
use std::collections::BTreeMap;

/// What globals are called that hold the names of the copy's own inputs.
pub(in super::super) const NAMES: &str = "__ep_name_";

/// Names of inputs that the copy gets.
#[derive(Default)]
pub(super) struct Tools {
    names: BTreeMap<String, GlobalId>,
    rooms: BTreeMap<&'static str, GlobalId>,
}

impl Tools {
    /// Eight bytes of the copy's own.
    fn room(&mut self, m: &mut Module, name: &'static str) -> Option<GlobalId> {
        let ty = m.debug_types.ids().next()?;
        self.room_of(m, name, ty)
    }

    /// The same for a number of these bits, in a type that has a sign or none.
    fn number(&mut self, m: &mut Module, bits: u32, signed: bool) -> Option<GlobalId> {
        let name = match (bits, signed) {
            (32, true) => "signed_32",
            (32, false) => "unsigned_32",
            (64, true) => "signed_64",
            (64, false) => "unsigned_64",
            _ => return None,
        };
        if let Some(g) = self.rooms.get(name) {
            return Some(*g);
        }
        let ty = m.debug_types.push(DebugType::Int {
            name: name.into(),
            bits,
            signed,
        });
        self.room_of(m, name, ty)
    }

    fn room_of(
        &mut self,
        m: &mut Module,
        name: &'static str,
        ty: ep_ir::DebugTypeId,
    ) -> Option<GlobalId> {
        if let Some(g) = self.rooms.get(name) {
            return Some(*g);
        }
        let g = m.globals.push(Global {
            name: format!("__ep_room_{name}"),
            size: 8,
            align: 8,
            constant: false,
            volatile: false,
            init: Some(Init {
                bytes: vec![0; 8],
                relocs: Vec::new(),
            }),
            ty,
            loc: LocId(0),
        });
        self.rooms.insert(name, g);
        Some(g)
    }

    fn name(&mut self, m: &mut Module, name: &str) -> Option<GlobalId> {
        if let Some(g) = self.names.get(name) {
            return Some(*g);
        }
        let mut bytes = name.as_bytes().to_vec();
        bytes.push(0);
        let ty = m.debug_types.ids().next()?;
        let g = m.globals.push(Global {
            name: format!("{NAMES}{name}"),
            size: bytes.len() as u64,
            align: 1,
            constant: true,
            volatile: false,
            init: Some(Init {
                bytes,
                relocs: Vec::new(),
            }),
            ty,
            loc: LocId(0),
        });
        self.names.insert(name.into(), g);
        Some(g)
    }
}

/// Writes instructions in place of a call.
pub(super) struct Writer<'a> {
    m: &'a mut Module,
    tools: &'a mut Tools,
    func: FuncId,
    old: &'a Inst,
    out: Vec<Inst>,
}

/// Whether calls that are replaced stay beside what stands in their place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Calls {
    /// Only what they do to memory counts.
    Go,
    /// Where only their frames count: what they are called with is not looked at.
    Stay,
}

impl<'a> Writer<'a> {
    pub fn new(m: &'a mut Module, tools: &'a mut Tools, func: FuncId, old: &'a Inst) -> Writer<'a> {
        let out = Vec::new();
        Writer {
            m,
            tools,
            func,
            old,
            out,
        }
    }

    /// What was written, and the call if it stays.
    pub fn done(mut self, calls: Calls) -> Vec<Inst> {
        if let (InstKind::Call { callee, .. }, Calls::Stay) = (&self.old.kind, calls) {
            let callee = *callee;
            self.put(InstKind::Call {
                dsts: Vec::new(),
                callee,
                args: Vec::new(),
                rets: Vec::new(),
            });
        }
        self.out
    }

    /// Eight bytes of the copy's own.
    pub fn room(&mut self, name: &'static str) -> Option<Operand> {
        Some(Operand::Global(self.tools.room(self.m, name)?, 0))
    }

    /// Any number of these bits, called so.
    pub fn named(&mut self, bits: u32, signed: bool, name: &str) -> Option<Operand> {
        let room = Operand::Global(self.tools.number(self.m, bits, signed)?, 0);
        self.number(room, u64::from(bits / 8), name)?;
        Some(self.loaded(room, Type::Int(bits)))
    }

    /// The type of a register.
    pub fn type_of(&self, r: Reg) -> Option<Type> {
        self.m.functions.get(self.func)?.regs.get(r).copied()
    }

    /// A variable of the program or of a model.
    pub fn global(&self, name: &str) -> Option<Operand> {
        let mut all = self.m.globals.iter();
        all.find(|(_, g)| g.name == name)
            .map(|(g, _)| Operand::Global(g, 0))
    }

    /// A function that the program or one of its models calls.
    pub fn function(&self, name: &str) -> Option<FuncId> {
        self.m.function(name)
    }

    /// A function of the library.
    pub fn declared(&mut self, name: &str) -> Option<FuncId> {
        declared(self.m, name)
    }

    /// What is there.
    pub fn loaded(&mut self, from: Operand, ty: Type) -> Operand {
        let dst = self.reg(ty);
        self.put(InstKind::Load {
            dst,
            ty,
            addr: from,
            align: 1,
            volatile: false,
        });
        Operand::Reg(dst)
    }

    pub fn put(&mut self, kind: InstKind) {
        self.out.push(Inst {
            kind,
            loc: self.old.loc,
            weight: 0,
        });
    }

    pub fn reg(&mut self, ty: Type) -> Reg {
        self.m.functions[self.func].regs.push(ty)
    }

    pub fn anything(&mut self, ty: Type) -> Operand {
        let dst = self.reg(ty);
        self.put(InstKind::Freeze {
            dst,
            src: Operand::Undef,
        });
        Operand::Reg(dst)
    }

    pub fn compare(&mut self, pred: IntPred, ty: Type, a: Operand, b: Operand) -> Operand {
        let dst = self.reg(Type::Int(1));
        self.put(InstKind::Cmp {
            pred,
            ty,
            dst,
            a,
            b,
        });
        Operand::Reg(dst)
    }

    /// This, or where a condition does not hold what stands beside it.
    pub fn either(&mut self, dst: Reg, this: Operand, other: Option<(Operand, Operand)>) {
        match other {
            None => self.put(InstKind::Copy { dst, src: this }),
            Some((is, other)) => self.select(dst, is, this, other),
        }
    }

    /// Runs in which this is not so are none.
    pub fn assume(&mut self, cond: Operand) -> Option<()> {
        let callee = self.declared("klee_assume")?;
        let wide = self.reg(Type::Int(64));
        self.put(InstKind::Cast {
            op: CastOp::ZExt,
            from: Type::Int(1),
            to: Type::Int(64),
            dst: wide,
            src: cond,
        });
        self.call(callee, vec![(Operand::Reg(wide), Type::Int(64))]);
        Some(())
    }

    pub fn select(&mut self, dst: Reg, cond: Operand, a: Operand, b: Operand) {
        self.put(InstKind::Select { dst, cond, a, b });
    }

    /// Any text where this leads.
    pub fn text(&mut self, to: Operand) -> Option<()> {
        let callee = declared(self.m, TEXT)?;
        self.call(callee, vec![(to, Type::Ptr)]);
        Some(())
    }

    /// Any number of these bytes, called so.
    pub fn number(&mut self, to: Operand, bytes: u64, name: &str) -> Option<()> {
        let callee = declared(self.m, "klee_make_symbolic")?;
        let word = Type::Int(self.m.layout.ptr_bits);
        let name = self.tools.name(self.m, name)?;
        let args = vec![
            (to, Type::Ptr),
            (Operand::Int(bytes), word),
            (Operand::Global(name, 0), Type::Ptr),
        ];
        self.call(callee, args);
        Some(())
    }

    /// What a format stores, and its result. Numbers of an input have names.
    pub fn stored(&mut self, all: &[Slot], named: bool, result: Option<(Reg, Type)>) -> Option<()> {
        let small = |s: &Slot| s.stored.bytes.filter(|n| matches!(n, 1 | 2 | 4 | 8));
        let byte = Type::Int(8);
        // How many of them are stored, from the first on.
        let many = match all.iter().all(|s| s.sure || !s.is_number()) {
            true => None,
            false => {
                let dst = self.reg(byte);
                let most = Operand::Int(u64::try_from(all.len()).ok()?);
                self.up_to(dst, most, byte, false);
                Some(Operand::Reg(dst))
            }
        };
        for (i, s) in all.iter().enumerate() {
            let bytes = s.stored.bytes.filter(|_| s.is_number());
            match (bytes, small(s), many) {
                (Some(n), _, _) if s.sure && named => self.number(s.to, n, &s.name)?,
                (Some(_), Some(n), _) if s.sure => self.store(None, s.to, n),
                (Some(_), Some(n), Some(many)) => {
                    let from = match named {
                        true => {
                            let from = Operand::Global(self.tools.room(self.m, "read")?, 0);
                            self.number(from, n, &s.name)?;
                            Some(from)
                        }
                        false => None,
                    };
                    let nowhere = Operand::Global(self.tools.room(self.m, "unread")?, 0);
                    let i = Operand::Int(u64::try_from(i).ok()?);
                    let there = self.compare(IntPred::Ugt, byte, many, i);
                    let to = self.reg(Type::Ptr);
                    self.select(to, there, s.to, nowhere);
                    self.store(from, Operand::Reg(to), n);
                }
                _ => self.text(s.to)?,
            }
        }
        let Some((dst, ty)) = result else {
            return Some(());
        };
        let counts = all.iter().filter(|s| s.stored.counts).count();
        match many {
            Some(many) if counts == all.len() => self.as_many(dst, ty, many),
            _ => self.up_to(dst, Operand::Int(counts as u64), ty, true),
        }
        Some(())
    }

    /// Stores the number of so many bytes that is read from somewhere, or any.
    fn store(&mut self, from: Option<Operand>, to: Operand, bytes: u64) {
        let ty = Type::Int(bytes as u32 * 8);
        let value = match from {
            None => self.anything(ty),
            Some(from) => self.loaded(from, ty),
        };
        self.put(InstKind::Store {
            ty,
            value,
            addr: to,
            align: 1,
            volatile: false,
        });
    }

    /// The result where so many were stored: that, and perhaps -1 for none.
    fn as_many(&mut self, dst: Reg, ty: Type, many: Operand) {
        let wide = self.reg(ty);
        self.put(InstKind::Cast {
            op: CastOp::ZExt,
            from: Type::Int(8),
            to: ty,
            dst: wide,
            src: many,
        });
        let none = self.nothing(ty);
        let some = self.compare(IntPred::Ugt, Type::Int(8), many, Operand::Int(0));
        self.select(dst, some, Operand::Reg(wide), none);
    }

    pub fn call(&mut self, callee: FuncId, args: Vec<(Operand, Type)>) {
        let args = args
            .into_iter()
            .map(|(value, ty)| Arg {
                value,
                ty,
                byval: None,
            })
            .collect();
        self.put(InstKind::Call {
            dsts: Vec::new(),
            callee: Callee::Direct(callee),
            args,
            rets: Vec::new(),
        });
    }

    /// 0, or -1 where the input ended.
    fn nothing(&mut self, ty: Type) -> Operand {
        let bits = match ty {
            Type::Int(w) => w.clamp(1, 64),
            _ => 64,
        };
        let ended = self.anything(Type::Int(1));
        let dst = self.reg(ty);
        self.select(
            dst,
            ended,
            Operand::Int(u64::MAX >> (64 - bits)),
            Operand::Int(0),
        );
        Operand::Reg(dst)
    }

    /// A number from 0 (or -1) on that is no more than this one.
    fn up_to(&mut self, dst: Reg, most: Operand, ty: Type, or_failed: bool) {
        let n = self.anything(ty);
        let fits = self.compare(IntPred::Ule, ty, n, most);
        let zero = Operand::Int(0);
        if or_failed {
            let none = self.nothing(ty);
            self.select(dst, fits, n, none);
        } else {
            self.select(dst, fits, n, zero);
        }
    }
}

/// What stands in place of a call.
pub(super) fn replaced(
    m: &mut Module,
    tools: &mut Tools,
    func: FuncId,
    old: &Inst,
    read: &Read,
    calls: Calls,
) -> Option<Vec<Inst>> {
    let InstKind::Call { dsts, rets, .. } = &old.kind else {
        return None;
    };
    let result = dsts.first().copied().zip(rets.first().copied());
    let mut w = Writer::new(m, tools, func, old);
    match read {
        Read::Formatted(all) => w.stored(all, true, result)?,
        Read::Scanned(all) => w.stored(all, false, result)?,
        Read::Parsed => {
            if let Some((dst, ty)) = result {
                let any = w.anything(ty);
                w.put(InstKind::Copy { dst, src: any });
            }
        }
        Read::Character => {
            if let Some((dst, ty)) = result {
                let byte = w.anything(Type::Int(8));
                let wide = w.reg(ty);
                w.put(InstKind::Cast {
                    op: CastOp::ZExt,
                    from: Type::Int(8),
                    to: ty,
                    dst: wide,
                    src: byte,
                });
                let end = w.anything(Type::Int(1));
                w.select(
                    dst,
                    end,
                    Operand::Int(u64::from(u32::MAX)),
                    Operand::Reg(wide),
                );
            }
        }
        Read::Line(to) => {
            w.text(*to)?;
            if let Some((dst, _)) = result {
                let some = w.anything(Type::Int(1));
                w.select(dst, some, *to, Operand::Int(0));
            }
        }
        Read::Elements(to, most, ty) | Read::Bytes(to, most, ty) => {
            w.text(*to)?;
            if let Some((dst, _)) = result {
                let failed = matches!(read, Read::Bytes(..));
                w.up_to(dst, *most, *ty, failed);
            }
        }
        Read::Asked => {
            if let Some((dst, ty)) = result {
                let yes = w.anything(Type::Int(1));
                w.put(InstKind::Cast {
                    op: CastOp::ZExt,
                    from: Type::Int(1),
                    to: ty,
                    dst,
                    src: yes,
                });
            }
        }
        Read::GivenBack(c) => {
            if let Some((dst, _)) = result {
                let fine = w.anything(Type::Int(1));
                w.select(dst, fine, *c, Operand::Int(u64::from(u32::MAX)));
            }
        }
    }
    Some(w.done(calls))
}
