//! What one instruction does to the values that are followed.
//!
//! Idea: moves, additions, alignments and pushes of positions in the stack are
//! understood exactly; whatever else writes a register makes it unknown, and a
//! stack pointer that is unknown is a problem of its function. What must never
//! happen: a write that is not understood leaves an old value behind. Cost: a
//! look at the operands.

use super::depth::{number, Analysis, ABI_ALIGNMENT, RED_ZONE};
use super::value::{Base, Origin, State, Value, Worst, ENTRY};
use super::Machine;
use iced_x86::{Instruction, Mnemonic, OpAccess, OpKind, Register};

impl Analysis<'_> {
    /// Where a memory operand lies, if that is in the stack.
    pub(super) fn operand(&self, i: &Instruction, s: &State) -> Option<(Base, i64)> {
        let base = i.memory_base();
        if base == Register::None {
            return None;
        }
        match s.registers.get(&number(base)) {
            Some(Value::Stack { base, offset }) => {
                let by = match self.image.machine {
                    Machine::X86_64 => i.memory_displacement64() as i64,
                    Machine::I386 => i64::from(i.memory_displacement32() as i32),
                };
                Some((*base, offset.saturating_add(by)))
            }
            _ => None,
        }
    }

    /// What the instruction uses below the stack pointer.
    pub(super) fn touch(&mut self, i: &Instruction, s: &State, before: Worst) {
        let memory = (0..i.op_count()).any(|n| i.op_kind(n) == OpKind::Memory);
        if !memory || i.mnemonic() == Mnemonic::Nop || i.is_stack_instruction() {
            return;
        }
        let indexed = i.memory_index() != Register::None;
        let Some((base, offset)) = self.operand(i, s) else {
            return;
        };
        self.out.soft |= indexed || i.mnemonic() == Mnemonic::Lea;
        let at = self.bases.of(base, offset);
        // Outside of the red zone nothing may be used; addresses that only
        // prepare an access (`lea` of an end, less than a start) are not.
        let below = at.depth - before.depth;
        if (1..=RED_ZONE).contains(&below) && self.how.red_zone {
            self.out.red_zone = true;
            self.out.own = self.out.own.join(self.depth(at));
        }
    }

    pub(super) fn transfer_push(&mut self, s: &mut State, value: Option<Value>) {
        let Some(Value::Stack { base, offset }) = s.registers.get(&self.sp).copied() else {
            return;
        };
        let offset = offset - self.word;
        s.registers.insert(self.sp, Value::Stack { base, offset });
        s.overwrite(base, offset, self.word, self.word);
        self.put(s, (base, offset), value);
    }

    /// A slot holds this from now on; what it held is forgotten before.
    fn put(&self, s: &mut State, slot: (Base, i64), value: Option<Value>) {
        let kept = value.filter(|v| self.numbers || matches!(v, Value::Stack { .. }));
        s.slots.extend(kept.map(|v| (slot, v)));
    }

    fn full(&self, r: Register) -> bool {
        r.is_gpr() && r.size() as i64 == self.word
    }

    /// The value of operand `n` of full width, if it is known.
    fn source(&self, i: &Instruction, n: u32, s: &State) -> Option<Value> {
        match i.op_kind(n) {
            OpKind::Register if self.full(i.op_register(n)) => {
                s.registers.get(&number(i.op_register(n))).copied()
            }
            OpKind::Memory if i.memory_index() == Register::None => {
                let at = self.operand(i, s)?;
                s.slots.get(&at).copied()
            }
            OpKind::Register | OpKind::Memory => None,
            _ => match self.image.machine {
                Machine::X86_64 => Some(Value::Number(i.immediate(n) as i64)),
                Machine::I386 => Some(Value::Number(i64::from(i.immediate(n) as u32 as i32))),
            },
        }
    }

    pub(super) fn transfer(&mut self, i: &Instruction, s: &mut State, (base, offset): (Base, i64)) {
        let to = match (i.op_count(), i.op0_kind()) {
            (1.., OpKind::Register) if self.full(i.op0_register()) => {
                Some(number(i.op0_register()))
            }
            _ => None,
        };
        match i.mnemonic() {
            Mnemonic::Push if i.stack_pointer_increment() == -(self.word as i32) => {
                let v = self.source(i, 0, s);
                return self.transfer_push(s, v);
            }
            Mnemonic::Pop if to.is_some() => {
                let v = s.slots.get(&(base, offset)).copied();
                s.registers.insert(
                    self.sp,
                    Value::Stack {
                        base,
                        offset: offset + self.word,
                    },
                );
                return self.set(s, to, v);
            }
            Mnemonic::Mov if to.is_some() => {
                let mut v = self.source(i, 1, s);
                // `alloca` of a constant in a loop: how often is a value.
                if let (Some(Value::Stack { base: b, offset: o }), true) = (v, self.by_rounds) {
                    if to == Some(self.sp) && b == base && o < offset {
                        let worst = Worst {
                            variable: true,
                            ..self.bases.of(base, offset)
                        };
                        let old = v;
                        v = Some(self.base(Origin::Variable, i.ip(), worst));
                        // Other names of the same place.
                        let same = s.registers.iter_mut().filter(|(_, w)| Some(**w) == old);
                        for (_, w) in same {
                            *w = v.unwrap_or(*w);
                        }
                    }
                }
                return self.set(s, to, v);
            }
            Mnemonic::Mov if i.op0_kind() == OpKind::Memory => {
                let v = self.source(i, 1, s);
                let size = i.memory_size().size() as i64;
                if let Some((b, o)) = self.operand(i, s) {
                    if i.memory_index() == Register::None {
                        s.overwrite(b, o, size, self.word);
                        self.put(s, (b, o), v.filter(|_| size == self.word));
                    }
                }
                return;
            }
            Mnemonic::Lea if to.is_some() => {
                let v = match i.memory_index() {
                    Register::None => self.operand(i, s),
                    _ => None,
                };
                let v = v.map(|(base, offset)| Value::Stack { base, offset });
                return self.set(s, to, v);
            }
            Mnemonic::Add | Mnemonic::Sub if to.is_some() => {
                let minus = i.mnemonic() == Mnemonic::Sub;
                let (a, b) = (self.source(i, 0, s), self.source(i, 1, s));
                let v = match (a, b) {
                    (Some(Value::Stack { base, offset }), Some(Value::Number(n))) => {
                        let offset =
                            offset.saturating_add(if minus { n.saturating_neg() } else { n });
                        Some(Value::Stack { base, offset })
                    }
                    (Some(Value::Number(n)), Some(Value::Stack { base, offset })) if !minus => {
                        Some(Value::Stack {
                            base,
                            offset: offset.saturating_add(n),
                        })
                    }
                    (Some(Value::Number(a)), Some(Value::Number(b))) => {
                        Some(Value::Number(if minus {
                            a.wrapping_sub(b)
                        } else {
                            a.wrapping_add(b)
                        }))
                    }
                    // Down by an amount that is not known: `alloca`, an array
                    // of variable length.
                    (Some(Value::Stack { base, offset }), None) if minus => {
                        let worst = Worst {
                            variable: true,
                            ..self.bases.of(base, offset)
                        };
                        Some(self.base(Origin::Variable, i.ip(), worst))
                    }
                    _ => None,
                };
                return self.set(s, to, v);
            }
            Mnemonic::And if to.is_some() => {
                let v = match (self.source(i, 0, s), self.source(i, 1, s)) {
                    (Some(Value::Stack { base, offset }), Some(Value::Number(n))) => {
                        self.align(i.ip(), base, offset, n)
                    }
                    (Some(Value::Number(a)), Some(Value::Number(b))) => Some(Value::Number(a & b)),
                    _ => None,
                };
                return self.set(s, to, v);
            }
            Mnemonic::Leave => {
                let bp = number(Register::RBP);
                match s.registers.get(&bp).copied() {
                    Some(Value::Stack { base, offset }) => {
                        let v = s.slots.get(&(base, offset)).copied();
                        s.registers.insert(
                            self.sp,
                            Value::Stack {
                                base,
                                offset: offset + self.word,
                            },
                        );
                        self.set(s, Some(bp), v);
                    }
                    _ => {
                        s.registers.remove(&self.sp);
                    }
                }
                return;
            }
            _ => {}
        }
        self.other(i, s, (base, offset));
    }

    /// Everything else: what it writes is forgotten.
    fn other(&mut self, i: &Instruction, s: &mut State, (base, offset): (Base, i64)) {
        if let (true, Some((b, o))) = (i.op0_kind() == OpKind::Memory, self.operand(i, s)) {
            s.overwrite(b, o, i.memory_size().size() as i64, self.word);
        }
        let moved = i.stack_pointer_increment();
        let written: Vec<u32> = self
            .info
            .info(i)
            .used_registers()
            .iter()
            .filter(|u| {
                matches!(
                    u.access(),
                    OpAccess::Write
                        | OpAccess::ReadWrite
                        | OpAccess::CondWrite
                        | OpAccess::ReadCondWrite
                )
            })
            .map(|u| number(u.register()))
            .collect();
        for r in written {
            s.registers.remove(&r);
        }
        // Compares and the like name it without writing it.
        if moved != 0 && i.is_stack_instruction() && i.mnemonic() != Mnemonic::Enter {
            let offset = offset + i64::from(moved);
            s.registers.insert(self.sp, Value::Stack { base, offset });
        }
    }

    fn set(&self, s: &mut State, to: Option<u32>, v: Option<Value>) {
        match (to, v) {
            (Some(to), Some(v)) => {
                s.registers.insert(to, v);
            }
            (Some(to), None) => {
                s.registers.remove(&to);
            }
            _ => {}
        }
    }

    /// `and $-n, %rsp`.
    pub(super) fn align(
        &mut self,
        address: u64,
        base: Base,
        offset: i64,
        mask: i64,
    ) -> Option<Value> {
        let n = mask.checked_neg().filter(|n| *n > 0 && n & (n - 1) == 0)?;
        if base == ENTRY && self.how.aligned_calls {
            // Before the call the stack was a multiple of 16.
            let over = (offset - self.word).rem_euclid(ABI_ALIGNMENT);
            if n <= ABI_ALIGNMENT {
                return Some(Value::Stack {
                    base,
                    offset: offset - over % n,
                });
            }
            self.out.realigns = self.out.realigns.max(n as u64);
            let at = self.bases.of(base, offset);
            let worst = Worst {
                depth: at.depth + over + n - ABI_ALIGNMENT,
                ..at
            };
            return Some(self.base(Origin::Aligned, address, worst));
        }
        let at = self.bases.of(base, offset);
        if n > ABI_ALIGNMENT {
            self.out.realigns = self.out.realigns.max(n as u64);
        }
        let lost = if at.variable {
            n - 1
        } else {
            (n - self.word).max(0)
        };
        let worst = Worst {
            depth: at.depth + lost,
            ..at
        };
        Some(self.base(Origin::Aligned, address, worst))
    }
}
