//! Constant expressions (JLS 15.28): integers, booleans and strings.

use crate::tree::*;
use crate::types::Type;

/// The value of a constant expression; `None` for any other, and where the
/// evaluation would fail.
pub fn fold(p: &Program, e: &Expr) -> Option<Constant> {
    match &e.kind {
        ExprKind::Constant(c) => Some(c.clone()),
        ExprKind::Static(f) => p.fields[*f].constant.clone(),
        ExprKind::Field(o, f) if matches!(o.kind, ExprKind::This) => p.fields[*f].constant.clone(),
        ExprKind::Convert(x) => match fold(p, x)? {
            Constant::Integer(v) => Some(Constant::Integer(e.ty.wrap(v))),
            _ => None,
        },
        ExprKind::Unary(op, x) => match (op, fold(p, x)?) {
            (UnOp::Not, Constant::Boolean(b)) => Some(Constant::Boolean(!b)),
            (UnOp::Neg, Constant::Integer(v)) => {
                Some(Constant::Integer(e.ty.wrap(v.wrapping_neg())))
            }
            (UnOp::BitNot, Constant::Integer(v)) => Some(Constant::Integer(!v)),
            _ => None,
        },
        ExprKind::Binary(op, a, b) => match (fold(p, a)?, fold(p, b)?) {
            (Constant::Integer(x), Constant::Integer(y)) => integers(*op, a.ty, x, y),
            (Constant::Boolean(x), Constant::Boolean(y)) => booleans(*op, x, y),
            (Constant::Str(x), Constant::Str(y)) => match op {
                BinOp::Eq => Some(Constant::Boolean(x == y)),
                BinOp::Ne => Some(Constant::Boolean(x != y)),
                _ => None,
            },
            _ => None,
        },
        ExprKind::Concat(a, b) => {
            let mut s = text(&fold(p, a)?, a.ty);
            s.extend(text(&fold(p, b)?, b.ty));
            Some(Constant::Str(s))
        }
        ExprKind::Conditional(c, a, b) => {
            let (x, y) = (fold(p, a)?, fold(p, b)?);
            match fold(p, c)? {
                Constant::Boolean(true) => Some(x),
                Constant::Boolean(false) => Some(y),
                _ => None,
            }
        }
        _ => None,
    }
}

fn booleans(op: BinOp, x: bool, y: bool) -> Option<Constant> {
    use BinOp::*;
    Some(Constant::Boolean(match op {
        And | BitAnd | Sep => x && y,
        Or | BitOr => x || y,
        BitXor | Ne => x != y,
        Eq => x == y,
        Implies => !x || y,
        _ => return None,
    }))
}

/// An operation on values of one type; a shift's amount has its own.
pub fn integers(op: BinOp, ty: Type, x: i64, y: i64) -> Option<Constant> {
    use BinOp::*;
    let bits = if ty == Type::Long { 63 } else { 31 };
    let amount = (y & bits) as u32;
    let v = match op {
        Add => x.wrapping_add(y),
        Sub => x.wrapping_sub(y),
        Mul => x.wrapping_mul(y),
        Div if y != 0 => x.wrapping_div(y),
        Rem if y != 0 => x.wrapping_rem(y),
        Div | Rem => return None,
        Shl => x.wrapping_shl(amount),
        Shr => x.wrapping_shr(amount),
        Ushr if ty == Type::Long => ((x as u64).wrapping_shr(amount)) as i64,
        Ushr => ((x as u32).wrapping_shr(amount)) as i32 as i64,
        BitAnd => x & y,
        BitOr => x | y,
        BitXor => x ^ y,
        Lt => return Some(Constant::Boolean(x < y)),
        Le => return Some(Constant::Boolean(x <= y)),
        Gt => return Some(Constant::Boolean(x > y)),
        Ge => return Some(Constant::Boolean(x >= y)),
        Eq => return Some(Constant::Boolean(x == y)),
        Ne => return Some(Constant::Boolean(x != y)),
        And | Or | Sep | Implies => return None,
    };
    Some(Constant::Integer(ty.wrap(v)))
}

/// A constant as string concatenation shows it.
pub fn text(c: &Constant, ty: Type) -> Vec<u16> {
    match c {
        Constant::Str(s) => s.clone(),
        Constant::Boolean(b) => b.to_string().encode_utf16().collect(),
        Constant::Integer(v) if ty == Type::Char => vec![*v as u16],
        Constant::Integer(v) => v.to_string().encode_utf16().collect(),
    }
}
