//! C-like printing.
//!
//! A term reads as the signed number of its width; operators on unsigned ones have
//! casts (`(unsigned)x < 4`) where the operands' ranges make a difference. Normal
//! forms are printed as what they came from: a concatenation with zeros as a shift,
//! one of neighbours in an array as a load (`*(int *)&b[2]`, of the first byte
//! lowest), an extraction as a cast or a mask, `-1 < x` as `x >= 0`. Idea: a work
//! list writes straight into the output, so deep terms need no stack; output over
//! `LIMIT` ends in `…`.

use crate::fold::{mask, to_signed};
use crate::op::{Op, Rounding};
use crate::pool::Pool;
use crate::sort::{FloatSort, Sort, TermId, VarId};

/// Bytes after which the output is cut (shared terms can print exponentially large).
const LIMIT: usize = 1 << 16;
/// Pieces of a concatenation that are taken apart.
const PIECES: usize = 64;

/// How literals are written.
#[derive(Clone, Copy, PartialEq)]
enum Style {
    Signed,
    Unsigned,
    Hex,
}

enum Item {
    Term(TermId, u8, Style),
    Text(&'static str),
    Owned(String),
}

// Binding strengths, as in C.
const TERNARY: u8 = 1;
const OR: u8 = 2;
const AND: u8 = 3;
const BIT_OR: u8 = 4;
const BIT_XOR: u8 = 5;
const BIT_AND: u8 = 6;
const EQUAL: u8 = 7;
const ORDER: u8 = 8;
const SHIFT: u8 = 9;
const SUM: u8 = 10;
const PRODUCT: u8 = 11;
const UNARY: u8 = 12;
const ATOM: u8 = 14;

impl Pool {
    /// The term in C-like infix notation, with the variables' names as given.
    pub fn infix(&self, t: TermId) -> String {
        self.infix_named(t, &|_| None)
    }

    /// The same, with other names for some variables.
    pub fn infix_named<'a>(&self, t: TermId, name: &dyn Fn(VarId) -> Option<&'a str>) -> String {
        let mut out = String::new();
        let mut work = vec![Item::Term(t, 0, Style::Signed)];
        while let Some(item) = work.pop() {
            if out.len() > LIMIT {
                out.push('…');
                break;
            }
            match item {
                Item::Text(s) => out.push_str(s),
                Item::Owned(s) => out.push_str(&s),
                Item::Term(t, at_least, style) => {
                    if let Op::Var(v) = self.op(t) {
                        out.push_str(name(v).unwrap_or(self.var_name(v)));
                        continue;
                    }
                    let mut parts = Vec::new();
                    let strength = self.parts(t, style, &mut parts);
                    if strength < at_least {
                        out.push('(');
                        work.push(Item::Text(")"));
                    }
                    work.extend(parts.into_iter().rev());
                }
            }
        }
        out
    }

    fn literal_text(&self, t: TermId, style: Style) -> Option<String> {
        let v = self.literal_bits(t)?;
        Some(match self.sort(t) {
            Sort::Bool => (v == 1).to_string(),
            Sort::Float(FloatSort::F32) => format!("{:?}f", f32::from_bits(v as u32)),
            Sort::Float(FloatSort::F64) => format!("{:?}", f64::from_bits(v as u64)),
            Sort::Float(_) => format!("float(0x{v:x})"),
            _ => {
                let w = self.width(t);
                match style {
                    Style::Signed if w > 1 => to_signed(v, w).to_string(),
                    Style::Hex if v > 9 => format!("0x{v:x}"),
                    _ => v.to_string(),
                }
            }
        })
    }

    /// Whether the signed and the unsigned reading of both terms agree.
    fn plain(&self, a: TermId, b: TermId) -> bool {
        self.srange(a).0 >= 0 && self.srange(b).0 >= 0
    }

    /// Pushes the pieces of a term and returns how strongly its operator binds.
    fn parts(&self, t: TermId, style: Style, p: &mut Vec<Item>) -> u8 {
        use Style::{Hex, Signed, Unsigned};
        if let Some(s) = self.literal_text(t, style) {
            let negative = s.starts_with('-');
            p.push(Item::Owned(s));
            return if negative { UNARY } else { ATOM };
        }
        let a = self.args(t);
        let mut bin = |x, op: &'static str, y, strength: u8, style| {
            p.push(Item::Term(x, strength, style));
            p.push(Item::Text(op));
            p.push(Item::Term(y, strength + 1, style));
            strength
        };
        match self.op(t) {
            Op::Not => match self.op(a[0]) {
                Op::Eq => {
                    let e = self.args(a[0]);
                    bin(e[0], " != ", e[1], EQUAL, Signed)
                }
                _ => prefix(p, "!", a[0], Signed),
            },
            Op::And => bin(a[0], " && ", a[1], AND, Signed),
            Op::Or => bin(a[0], " || ", a[1], OR, Signed),
            Op::Eq | Op::FpEq => bin(a[0], " == ", a[1], EQUAL, Signed),
            Op::Ite => {
                p.push(Item::Term(a[0], TERNARY + 1, Signed));
                p.push(Item::Text(" ? "));
                p.push(Item::Term(a[1], TERNARY + 1, style));
                p.push(Item::Text(" : "));
                p.push(Item::Term(a[2], TERNARY, style));
                TERNARY
            }
            Op::BvAdd => match self.as_bv(a[1]) {
                Some(c) if to_signed(c, self.width(t)) < 0 => {
                    let less = c.wrapping_neg() & mask(self.width(t));
                    p.push(Item::Term(a[0], SUM, Signed));
                    p.push(Item::Owned(format!(" - {less}")));
                    SUM
                }
                _ => bin(a[0], " + ", a[1], SUM, Signed),
            },
            Op::BvSub | Op::FpSub => bin(a[0], " - ", a[1], SUM, Signed),
            Op::FpAdd | Op::RealAdd => bin(a[0], " + ", a[1], SUM, Signed),
            Op::BvMul | Op::FpMul | Op::RealMul => bin(a[0], " * ", a[1], PRODUCT, Signed),
            Op::BvUdiv => self.unsigned_parts(a[0], " / ", a[1], PRODUCT, p),
            Op::BvUrem => self.unsigned_parts(a[0], " % ", a[1], PRODUCT, p),
            Op::BvSdiv | Op::FpDiv | Op::RealDiv => bin(a[0], " / ", a[1], PRODUCT, Signed),
            Op::BvSrem => bin(a[0], " % ", a[1], PRODUCT, Signed),
            Op::BvAnd => bin(a[0], " & ", a[1], BIT_AND, Hex),
            Op::BvOr => bin(a[0], " | ", a[1], BIT_OR, Hex),
            Op::BvXor => bin(a[0], " ^ ", a[1], BIT_XOR, Hex),
            Op::BvNot => prefix(p, "~", a[0], Hex),
            Op::BvNeg | Op::FpNeg => prefix(p, "-", a[0], Signed),
            Op::BvShl => bin(a[0], " << ", a[1], SHIFT, Unsigned),
            Op::BvLshr => {
                self.unsigned(a[0], SHIFT, p);
                p.push(Item::Text(" >> "));
                p.push(Item::Term(a[1], SHIFT + 1, Unsigned));
                SHIFT
            }
            Op::BvAshr => bin(a[0], " >> ", a[1], SHIFT, Unsigned),
            Op::Concat => self.concat_parts(a[0], a[1], p),
            Op::Extract { hi, lo } => self.extract_parts(a[0], u32::from(hi), u32::from(lo), p),
            Op::Zext | Op::Sext => self.extension_parts(t, p),
            Op::Ult | Op::Ule | Op::Slt | Op::Sle => self.order_parts(t, p),
            Op::IntLt => {
                let minus_one = |x| self.as_int(x).is_some_and(|c| *c == (-1).into());
                let one = |x| self.as_int(x).is_some_and(|c| *c == 1.into());
                if minus_one(a[0]) {
                    p.push(Item::Term(a[1], ORDER, Signed));
                    p.push(Item::Text(" >= 0"));
                    ORDER
                } else if one(a[1]) {
                    p.push(Item::Term(a[0], ORDER, Signed));
                    p.push(Item::Text(" <= 0"));
                    ORDER
                } else if self.op(a[0]).is_const() {
                    bin(a[1], " > ", a[0], ORDER, Signed)
                } else {
                    bin(a[0], " < ", a[1], ORDER, Signed)
                }
            }
            Op::FpLt | Op::RealLt => bin(a[0], " < ", a[1], ORDER, Signed),
            Op::FpLe | Op::IntLe | Op::RealLe => bin(a[0], " <= ", a[1], ORDER, Signed),
            Op::Saddo => over(p, a, " + ", "signed"),
            Op::Ssubo => over(p, a, " - ", "signed"),
            Op::Umulo => over(p, a, " * ", "unsigned"),
            Op::Smulo => over(p, a, " * ", "signed"),
            Op::IntConst(_) | Op::RealConst(_) => {
                let s = match (self.as_int(t), self.as_real(t)) {
                    (Some(i), _) => i.to_string(),
                    (_, Some(r)) => r.to_string(),
                    _ => String::new(),
                };
                let strength = if s.starts_with('-') { UNARY } else { ATOM };
                p.push(Item::Owned(s));
                strength
            }
            Op::IntAdd => {
                for (i, &s) in a.iter().enumerate() {
                    self.summand(s, i == 0, p);
                }
                SUM
            }
            Op::IntMul if self.as_int(a[0]).is_some_and(|c| *c < 0.into()) => {
                self.summand(t, true, p);
                PRODUCT
            }
            Op::IntMul => {
                for (i, &f) in a.iter().enumerate() {
                    if i > 0 {
                        p.push(Item::Text(" * "));
                    }
                    p.push(Item::Term(f, PRODUCT + u8::from(i > 0), Signed));
                }
                PRODUCT
            }
            Op::IntDiv => bin(a[0], " div ", a[1], PRODUCT, Signed),
            Op::IntMod => bin(a[0], " mod ", a[1], PRODUCT, Signed),
            Op::Select => {
                p.push(Item::Term(a[0], ATOM, Signed));
                p.push(Item::Text("["));
                p.push(Item::Term(a[1], 0, Unsigned));
                p.push(Item::Text("]"));
                ATOM
            }
            Op::Store => {
                p.push(Item::Term(a[0], ATOM, Signed));
                p.push(Item::Text("["));
                p.push(Item::Term(a[1], 0, Unsigned));
                p.push(Item::Text(" := "));
                p.push(Item::Term(a[2], 0, Signed));
                p.push(Item::Text("]"));
                ATOM
            }
            Op::Forall(q) | Op::Exists(q) => {
                let word = if self.op(t) == Op::Forall(q) {
                    "forall"
                } else {
                    "exists"
                };
                let names: Vec<&str> = self
                    .quant(q)
                    .vars
                    .iter()
                    .map(|v| self.var_name(*v))
                    .collect();
                p.push(Item::Owned(format!("{word} {} :: ", names.join(", "))));
                p.push(Item::Term(a[0], TERNARY, Signed));
                0
            }
            Op::FpToFp | Op::SbvToFp | Op::FpToSbv | Op::FpToUbv | Op::UbvToFp
                if self.c_type(t).is_some() =>
            {
                p.push(Item::Owned(format!(
                    "({})",
                    self.c_type(t).unwrap_or_default()
                )));
                match self.op(t) {
                    Op::UbvToFp => self.unsigned(a[0], UNARY, p),
                    _ => p.push(Item::Term(a[0], UNARY, Signed)),
                }
                UNARY
            }
            other => {
                p.push(Item::Owned(format!("{}(", self.function_name(other, t))));
                for (i, &x) in a.iter().enumerate() {
                    if i > 0 {
                        p.push(Item::Text(", "));
                    }
                    p.push(Item::Term(x, 0, Signed));
                }
                p.push(Item::Text(")"));
                ATOM
            }
        }
    }

    fn function_name(&self, op: Op, t: TermId) -> String {
        match op {
            Op::Apply(f) => self.fun(f).name.clone(),
            Op::FpFromBits => format!("float{}", self.width(t)),
            Op::FpToFp | Op::SbvToFp => format!("to_float{}", self.width(t)),
            Op::UbvToFp => format!("unsigned_to_float{}", self.width(t)),
            Op::FpToBits => "bits".to_owned(),
            Op::FpToSbv => format!("to_int{}", self.width(t)),
            Op::FpToUbv => format!("to_unsigned{}", self.width(t)),
            Op::FpRem => "fmod".to_owned(),
            Op::FpRound(mode) => match mode {
                Rounding::NearestEven => "rint",
                Rounding::NearestAway => "round",
                Rounding::TowardZero => "trunc",
                Rounding::TowardPositive => "ceil",
                Rounding::TowardNegative => "floor",
            }
            .to_owned(),
            Op::Int2Bv => format!("int{}", self.width(t)),
            Op::Bv2Nat => "unsigned_value".to_owned(),
            Op::Sbv2Int => "value".to_owned(),
            other => {
                let name = format!("{other:?}").to_lowercase();
                match name.strip_prefix("fp") {
                    Some(rest) => rest.to_owned(),
                    None => name,
                }
            }
        }
    }

    /// One summand of an integer sum with its sign.
    fn summand(&self, s: TermId, first: bool, p: &mut Vec<Item>) {
        let negative = |c: &num_bigint::BigInt| c.sign() == num_bigint::Sign::Minus;
        let coefficient = match self.op(s) {
            Op::IntMul => self.as_int(self.args(s)[0]),
            _ => self.as_int(s),
        };
        match coefficient.filter(|c| negative(c)) {
            Some(c) => {
                p.push(Item::Text(if first { "-" } else { " - " }));
                let size = -c;
                let factors = match self.op(s) {
                    Op::IntMul => &self.args(s)[1..],
                    _ => &[],
                };
                let unit = size == 1.into() && !factors.is_empty();
                if !unit {
                    p.push(Item::Owned(size.to_string()));
                }
                for (i, &f) in factors.iter().enumerate() {
                    if i > 0 || !unit {
                        p.push(Item::Text(" * "));
                    }
                    p.push(Item::Term(f, UNARY, Style::Signed));
                }
            }
            None => {
                if !first {
                    p.push(Item::Text(" + "));
                }
                p.push(Item::Term(s, PRODUCT, Style::Signed));
            }
        }
    }

    fn concat_parts(&self, hi: TermId, lo: TermId, p: &mut Vec<Item>) -> u8 {
        let w = self.width(hi) + self.width(lo);
        if let (Op::Extract { hi: h, lo: 0 }, Some(0)) = (self.op(hi), self.as_bv(lo)) {
            let x = self.args(hi)[0];
            if self.width(x) == w && u32::from(h) + 1 == self.width(hi) {
                p.push(Item::Term(x, SHIFT, Style::Signed));
                p.push(Item::Owned(format!(" << {}", self.width(lo))));
                return SHIFT;
            }
        }
        if let Some(load) = self.load(hi, lo) {
            p.push(Item::Owned(load));
            return UNARY;
        }
        let leaves = self.pieces(hi, lo);
        for (i, (x, shift)) in leaves.iter().enumerate() {
            if i > 0 {
                p.push(Item::Text(" | "));
            }
            // As an operand of `|`, what is shifted needs no brackets.
            if w > 32 && self.width(*x) <= 32 && self.as_bv(*x).is_none() {
                p.push(Item::Text("(long)"));
            }
            self.unsigned(*x, UNARY, p);
            if *shift > 0 {
                p.push(Item::Owned(format!(" << {shift}")));
            }
        }
        BIT_OR
    }

    /// What nested concatenations put together, highest first, each with its lowest
    /// bit; zeros are left out.
    fn pieces(&self, hi: TermId, lo: TermId) -> Vec<(TermId, u32)> {
        let mut out = Vec::new();
        let mut work = vec![(lo, 0), (hi, self.width(lo))];
        while let Some((t, shift)) = work.pop() {
            match self.op(t) {
                Op::Concat if out.len() < PIECES => {
                    let (hi, lo) = (self.args(t)[0], self.args(t)[1]);
                    work.push((lo, shift));
                    work.push((hi, shift + self.width(lo)));
                }
                _ if self.as_bv(t) == Some(0) => {}
                _ => out.push((t, shift)),
            }
        }
        out
    }

    /// Bytes that are neighbours in one array, as a load.
    fn load(&self, hi: TermId, lo: TermId) -> Option<String> {
        let ty = signed_name(self.width(hi) + self.width(lo))?;
        let pieces = self.pieces(hi, lo);
        let mut first: Option<(&str, u64)> = None;
        for (i, (t, shift)) in pieces.iter().rev().enumerate() {
            let Op::Var(v) = self.op(*t) else { return None };
            let (base, at) = self.var_name(v).strip_suffix(']')?.rsplit_once('[')?;
            let at: u64 = at.parse().ok()?;
            let (b, from) = *first.get_or_insert((base, at));
            let next = from + i as u64;
            if self.width(*t) != 8 || *shift != 8 * i as u32 || (b, next) != (base, at) {
                return None;
            }
        }
        let (base, at) = first?;
        // A byte that is zero was left out.
        (8 * pieces.len() as u32 == self.width(hi) + self.width(lo))
            .then(|| format!("*({ty} *)&{base}[{at}]"))
    }

    /// The operand of an operator on unsigned numbers.
    fn unsigned(&self, x: TermId, strength: u8, p: &mut Vec<Item>) {
        if self.as_bv(x).is_some() || self.srange(x).0 >= 0 {
            p.push(Item::Term(x, strength, Style::Unsigned));
            return;
        }
        let cast = match unsigned_name(self.width(x)) {
            Some(name) => format!("({name})"),
            None => format!("(u{})", self.width(x)),
        };
        p.push(Item::Owned(cast));
        p.push(Item::Term(x, UNARY, Style::Signed));
    }

    fn unsigned_parts(
        &self,
        x: TermId,
        op: &'static str,
        y: TermId,
        strength: u8,
        p: &mut Vec<Item>,
    ) -> u8 {
        self.unsigned(x, strength, p);
        p.push(Item::Text(op));
        self.unsigned(y, strength + 1, p);
        strength
    }

    /// The type of C that a number or a float has.
    fn c_type(&self, t: TermId) -> Option<&'static str> {
        match (self.op(t), self.sort(t)) {
            (_, Sort::Float(FloatSort::F32)) => Some("float"),
            (_, Sort::Float(FloatSort::F64)) => Some("double"),
            (Op::FpToUbv, Sort::BitVec(w)) => unsigned_name(w),
            (_, Sort::BitVec(w)) => signed_name(w),
            _ => None,
        }
    }

    fn extract_parts(&self, x: TermId, hi: u32, lo: u32, p: &mut Vec<Item>) -> u8 {
        let cast = signed_name(hi + 1 - lo);
        if let Some(name) = cast {
            p.push(Item::Owned(format!("({name})")));
        }
        if lo == 0 {
            let strength = if cast.is_some() { UNARY } else { BIT_AND };
            p.push(Item::Term(x, strength, Style::Signed));
        } else {
            if cast.is_some() {
                p.push(Item::Text("("));
            }
            p.push(Item::Term(x, SHIFT, Style::Signed));
            p.push(Item::Owned(format!(" >> {lo}")));
        }
        match cast {
            Some(_) if lo > 0 => p.push(Item::Text(")")),
            Some(_) => {}
            None => p.push(Item::Owned(format!(" & {}", mask_text(hi + 1 - lo)))),
        }
        match cast {
            Some(_) => UNARY,
            None => BIT_AND,
        }
    }

    fn extension_parts(&self, t: TermId, p: &mut Vec<Item>) -> u8 {
        let (w, x, zext) = (self.width(t), self.args(t)[0], self.op(t) == Op::Zext);
        if let Op::Extract { hi, lo } = self.op(x) {
            let (hi, lo, y) = (u32::from(hi), u32::from(lo), self.args(x)[0]);
            if self.width(y) == w && hi == w - 1 {
                match zext {
                    true => self.unsigned(y, SHIFT, p),
                    false => p.push(Item::Term(y, SHIFT, Style::Signed)),
                }
                p.push(Item::Owned(format!(" >> {lo}")));
                return SHIFT;
            }
            if self.width(y) == w && lo == 0 && zext {
                p.push(Item::Term(y, BIT_AND, Style::Hex));
                p.push(Item::Owned(format!(" & {}", mask_text(hi + 1))));
                return BIT_AND;
            }
        }
        let from = self.width(x);
        let ty = match (
            zext,
            if zext {
                unsigned_name(w)
            } else {
                signed_name(w)
            },
        ) {
            (false, Some(name)) => format!("({name})"),
            (false, None) => format!("(i{w})"),
            (true, _) if self.srange(x).0 >= 0 && signed_name(w).is_some() => {
                format!("({})", signed_name(w).unwrap_or_default())
            }
            // What is narrower than `int` becomes one.
            (true, Some(wide)) => match (unsigned_name(from), from) {
                (Some(narrow), 8 | 16) if w <= 32 => format!("({narrow})"),
                (Some(narrow), 8 | 16) => format!("(long)({narrow})"),
                (Some(narrow), _) if !matches!(self.op(x), Op::Var(_)) => {
                    format!("({wide})({narrow})")
                }
                _ => format!("({wide})"),
            },
            (true, None) => format!("(u{w})"),
        };
        p.push(Item::Owned(ty));
        p.push(Item::Term(x, UNARY, Style::Signed));
        UNARY
    }

    fn order_parts(&self, t: TermId, p: &mut Vec<Item>) -> u8 {
        let (op, x, y) = (self.op(t), self.args(t)[0], self.args(t)[1]);
        let unsigned = matches!(op, Op::Ult | Op::Ule) && !self.plain(x, y);
        let style = if matches!(op, Op::Ult | Op::Ule) {
            Style::Unsigned
        } else {
            Style::Signed
        };
        let strict = matches!(op, Op::Ult | Op::Slt);
        if !unsigned && strict {
            if self.as_bv(x) == Some(mask(self.width(x))) {
                p.push(Item::Term(y, ORDER, style));
                p.push(Item::Text(" >= 0"));
                return ORDER;
            }
            if self.as_bv(y) == Some(1) {
                p.push(Item::Term(x, ORDER, style));
                p.push(Item::Text(" <= 0"));
                return ORDER;
            }
        }
        let flip = self.as_bv(x).is_some();
        let (x, y) = if flip { (y, x) } else { (x, y) };
        let op = match (flip, strict) {
            (false, true) => " < ",
            (false, false) => " <= ",
            (true, true) => " > ",
            (true, false) => " >= ",
        };
        if unsigned {
            return self.unsigned_parts(x, op, y, ORDER, p);
        }
        p.push(Item::Term(x, ORDER, style));
        p.push(Item::Text(op));
        p.push(Item::Term(y, ORDER + 1, style));
        ORDER
    }
}

/// The integer types of C by their widths.
fn signed_name(width: u32) -> Option<&'static str> {
    match width {
        8 => Some("char"),
        16 => Some("short"),
        32 => Some("int"),
        64 => Some("long"),
        _ => None,
    }
}

fn unsigned_name(width: u32) -> Option<&'static str> {
    match width {
        8 => Some("unsigned char"),
        16 => Some("unsigned short"),
        32 => Some("unsigned"),
        64 => Some("unsigned long"),
        _ => None,
    }
}

/// So many low bits.
fn mask_text(width: u32) -> String {
    match mask(width) {
        m if m > 9 => format!("0x{m:x}"),
        m => m.to_string(),
    }
}

fn prefix(p: &mut Vec<Item>, op: &'static str, x: TermId, style: Style) -> u8 {
    p.push(Item::Text(op));
    p.push(Item::Term(x, UNARY, style));
    UNARY
}

fn over(p: &mut Vec<Item>, a: &[TermId], op: &'static str, kind: &'static str) -> u8 {
    p.push(Item::Text(kind));
    p.push(Item::Text("_overflow("));
    p.push(Item::Term(a[0], SUM, Style::Signed));
    p.push(Item::Text(op));
    p.push(Item::Term(a[1], PRODUCT + 1, Style::Signed));
    p.push(Item::Text(")"));
    ATOM
}
