//! Vectors, lane by lane, and casts that keep the bits.
//!
//! A bitcast between shapes splits every lane into units of the greatest
//! common width and joins units again: little endian, lane 0 lowest.

use super::function::{FnLower, Parts};
use super::operand::number;
use crate::layout::Unsupported;
use crate::llvm::Value;
use ep_ir::{BinOp, CastOp, InstKind, IntPred, Operand, Overflow, Type};
use smallvec::smallvec;

impl FnLower<'_> {
    pub fn extract_element(&mut self, v: Value) -> Result<Parts, Unsupported> {
        let lanes = self.parts(v.operand(0))?;
        let index = v.operand(1);
        if let Some((_, i)) = index.constant_bits() {
            let lane = usize::try_from(i).ok().and_then(|i| lanes.get(i).copied());
            return Ok(smallvec![lane.unwrap_or(Operand::Undef)]);
        }
        let ty = self.scalar(v)?;
        let index_ty = self.scalar(index)?;
        let index = self.one(index)?;
        let mut value = Operand::Undef;
        for (i, lane) in lanes.iter().enumerate() {
            let hit = self.lane_hit(index, index_ty, i);
            let dst = self.new_reg(ty);
            self.emit(InstKind::Select {
                dst,
                cond: hit,
                a: *lane,
                b: value,
            });
            value = Operand::Reg(dst);
        }
        Ok(smallvec![value])
    }

    pub fn insert_element(&mut self, v: Value) -> Result<Parts, Unsupported> {
        let mut lanes = self.parts(v.operand(0))?;
        let value = self.one(v.operand(1))?;
        let index = v.operand(2);
        if let Some((_, i)) = index.constant_bits() {
            if let Some(lane) = usize::try_from(i).ok().and_then(|i| lanes.get_mut(i)) {
                *lane = value;
            } else {
                lanes.iter_mut().for_each(|l| *l = Operand::Undef);
            }
            return Ok(lanes);
        }
        let ty = self.scalar(v.operand(1))?;
        let index_ty = self.scalar(index)?;
        let index = self.one(index)?;
        for (i, lane) in lanes.iter_mut().enumerate() {
            let hit = self.lane_hit(index, index_ty, i);
            let dst = self.new_reg(ty);
            self.emit(InstKind::Select {
                dst,
                cond: hit,
                a: value,
                b: *lane,
            });
            *lane = Operand::Reg(dst);
        }
        Ok(lanes)
    }

    fn lane_hit(&mut self, index: Operand, ty: Type, lane: usize) -> Operand {
        let dst = self.new_reg(Type::Int(1));
        self.emit(InstKind::Cmp {
            pred: IntPred::Eq,
            ty,
            dst,
            a: index,
            b: number(ty, lane as u128),
        });
        Operand::Reg(dst)
    }

    pub fn shuffle(&mut self, v: Value) -> Result<Parts, Unsupported> {
        let a = self.parts(v.operand(0))?;
        let b = self.parts(v.operand(1))?;
        let count = v.mask_len();
        let mut out = Parts::new();
        for i in 0..count {
            let lane = v.mask(i);
            let lane = usize::try_from(lane).ok().and_then(|l| {
                let second = l.checked_sub(a.len());
                second.map_or(a.get(l), |l| b.get(l)).copied()
            });
            out.push(lane.unwrap_or(Operand::Undef));
        }
        Ok(out)
    }

    pub fn bitcast(&mut self, v: Value) -> Result<Parts, Unsupported> {
        let source = v.operand(0);
        let from = self.leaves(source)?;
        let to = self.leaves(v)?;
        let parts = self.parts(source)?;
        let (Some(first), Some(last)) = (from.first(), to.first()) else {
            return Ok(Parts::new());
        };
        self.recast(&parts, first.ty, last.ty, to.len())
    }

    /// `parts` of type `from` read as `count` scalars of type `to`.
    pub fn recast(
        &mut self,
        parts: &[Operand],
        from: Type,
        to: Type,
        count: usize,
    ) -> Result<Parts, Unsupported> {
        let (fw, tw) = (self.lw.layouts.bits(from), self.lw.layouts.bits(to));
        if fw as usize * parts.len() != tw as usize * count {
            return Err("a bitcast of different sizes".to_owned());
        }
        if fw == tw {
            let mut out = Parts::new();
            for p in parts {
                out.push(self.same_bits(*p, from, to));
            }
            return Ok(out);
        }
        if fw > 128 || tw > 128 {
            return Err("a bitcast of more than 128 bits".to_owned());
        }
        let unit = gcd(fw, tw);
        let mut units = Vec::new();
        for p in parts {
            let whole = self.same_bits(*p, from, Type::Int(fw));
            for i in 0..fw / unit {
                units.push(self.slice(whole, fw, i * unit, unit));
            }
        }
        let per = (tw / unit) as usize;
        let mut out = Parts::new();
        for group in units.chunks(per) {
            let joined = self.join(group, unit, tw);
            out.push(self.same_bits(joined, Type::Int(tw), to));
        }
        Ok(out)
    }

    fn same_bits(&mut self, src: Operand, from: Type, to: Type) -> Operand {
        if from == to || src == Operand::Undef {
            return src;
        }
        let op = match (from, to) {
            (Type::Ptr, Type::Int(_)) => CastOp::PtrToInt,
            (Type::Int(_), Type::Ptr) => CastOp::IntToPtr,
            _ => CastOp::Bitcast,
        };
        let dst = self.new_reg(to);
        self.emit(InstKind::Cast {
            op,
            from,
            to,
            dst,
            src,
        });
        Operand::Reg(dst)
    }

    /// `bits` bits of an integer of `width` bits, from bit `at`.
    pub fn slice(&mut self, src: Operand, width: u32, at: u32, bits: u32) -> Operand {
        let mut value = src;
        if at > 0 {
            let dst = self.new_reg(Type::Int(width));
            self.emit(InstKind::Bin {
                op: BinOp::LShr,
                flags: Overflow::default(),
                dst,
                a: value,
                b: number(Type::Int(width), u128::from(at)),
            });
            value = Operand::Reg(dst);
        }
        if bits == width {
            return value;
        }
        let dst = self.new_reg(Type::Int(bits));
        self.emit(InstKind::Cast {
            op: CastOp::Trunc,
            from: Type::Int(width),
            to: Type::Int(bits),
            dst,
            src: value,
        });
        Operand::Reg(dst)
    }

    /// Units of `unit` bits joined to an integer of `width` bits.
    pub fn join(&mut self, units: &[Operand], unit: u32, width: u32) -> Operand {
        let ty = Type::Int(width);
        let mut value = None;
        for (i, u) in units.iter().enumerate() {
            let mut part = *u;
            if unit != width {
                let dst = self.new_reg(ty);
                self.emit(InstKind::Cast {
                    op: CastOp::ZExt,
                    from: Type::Int(unit),
                    to: ty,
                    dst,
                    src: part,
                });
                part = Operand::Reg(dst);
            }
            if i > 0 {
                let dst = self.new_reg(ty);
                self.emit(InstKind::Bin {
                    op: BinOp::Shl,
                    flags: Overflow::default(),
                    dst,
                    a: part,
                    b: number(ty, i as u128 * u128::from(unit)),
                });
                part = Operand::Reg(dst);
            }
            value = Some(match value {
                None => part,
                Some(rest) => {
                    let dst = self.new_reg(ty);
                    self.emit(InstKind::Bin {
                        op: BinOp::Or,
                        flags: Overflow::default(),
                        dst,
                        a: rest,
                        b: part,
                    });
                    Operand::Reg(dst)
                }
            });
        }
        value.unwrap_or(Operand::Undef)
    }
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 {
        a
    } else {
        gcd(b, a % b)
    }
}
