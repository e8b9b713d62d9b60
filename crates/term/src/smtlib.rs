//! SMT-LIB 2 printing.
//!
//! Shared subterms, and subterms whose text grows over `INLINE` bytes, are bound
//! by `let`, so the text is linear in the number of nodes. Subterms below a
//! quantifier are bound inside it. Three places have no exact counterpart and are
//! weaker in the script than here: the bits of a float are a fresh constant that
//! encodes it (payloads of NaNs are free), `fmod` is an uninterpreted function,
//! and the sign of a NaN is negative for nobody.

use crate::op::{Op, Rounding};
use crate::pool::Pool;
use crate::sort::{FloatSort, Sort, TermId, VarId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// Longer texts get a name.
const INLINE: usize = 160;

/// A script that declares what the assertions need, asserts them and asks for
/// satisfiability and a model.
pub fn smtlib_script(pool: &Pool, assertions: &[TermId]) -> String {
    let mut p = Printer::new(pool);
    let texts: Vec<String> = assertions.iter().map(|&t| p.scope(t)).collect();
    let mut out = String::from("(set-logic ALL)\n");
    out.push_str(&p.declarations);
    for side in &p.side_conditions {
        let _ = writeln!(out, "(assert {side})");
    }
    for text in texts {
        let _ = writeln!(out, "(assert {text})");
    }
    out.push_str("(check-sat)\n(get-model)\n");
    out
}

impl Pool {
    /// The sort in SMT-LIB.
    pub fn smtlib_sort(&self, sort: Sort) -> String {
        match sort {
            Sort::Bool => "Bool".to_owned(),
            Sort::BitVec(w) => format!("(_ BitVec {w})"),
            Sort::Int => "Int".to_owned(),
            Sort::Real => "Real".to_owned(),
            Sort::Float(f) => format!("(_ FloatingPoint {} {})", f.exp, f.sig),
            Sort::Array(id) => {
                let (i, e) = self.array_sorts_of(id);
                format!("(Array {} {})", self.smtlib_sort(i), self.smtlib_sort(e))
            }
            Sort::Uninterpreted(id) => symbol(&format!("{}!{}", self.uninterpreted_name(id), id.0)),
        }
    }

    /// The term in SMT-LIB, without declarations.
    pub fn smtlib(&self, t: TermId) -> String {
        Printer::new(self).scope(t)
    }
}

/// A symbol, quoted where it has to be.
fn symbol(name: &str) -> String {
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let first_ok = name.chars().next().is_some_and(|c| !c.is_ascii_digit());
    if first_ok && name.chars().all(simple) {
        return name.to_owned();
    }
    let inner: String = name
        .chars()
        .map(|c| {
            if c == '|' || c == '\\' || c.is_control() {
                '_'
            } else {
                c
            }
        })
        .collect();
    format!("|{inner}|")
}

/// Words that scripts may not use as names of constants.
const RESERVED: &[&str] = &[
    "",
    "_",
    "!",
    "as",
    "let",
    "exists",
    "forall",
    "match",
    "par",
    "true",
    "false",
    "not",
    "and",
    "or",
    "xor",
    "ite",
    "select",
    "store",
    "concat",
    "distinct",
    "div",
    "mod",
    "abs",
    "const",
    "assert",
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
    "STRING",
    "Int",
    "Real",
    "Bool",
    "Array",
    "BitVec",
    "RNE",
    "RNA",
    "RTP",
    "RTN",
    "RTZ",
    "to_int",
    "to_real",
    "is_int",
    "bv2nat",
    "int2bv",
    "fp",
    "+",
    "-",
    "*",
    "/",
    "<",
    ">",
    "<=",
    ">=",
    "=",
    "=>",
];

struct Printer<'a> {
    pool: &'a Pool,
    declarations: String,
    side_conditions: Vec<String>,
    declared_sorts: FxHashSet<Sort>,
    vars: FxHashMap<VarId, String>,
    used: FxHashSet<String>,
    functions: FxHashMap<String, String>,
    float_bits: FxHashMap<TermId, String>,
    bound: Vec<VarId>,
}

impl<'a> Printer<'a> {
    fn new(pool: &'a Pool) -> Self {
        Printer {
            pool,
            declarations: String::new(),
            side_conditions: Vec::new(),
            declared_sorts: FxHashSet::default(),
            vars: FxHashMap::default(),
            used: FxHashSet::default(),
            functions: FxHashMap::default(),
            float_bits: FxHashMap::default(),
            bound: Vec::new(),
        }
    }

    fn unique(&mut self, base: &str, id: u32) -> String {
        let builtin = RESERVED.contains(&base)
            || ["bv", "fp.", "?", ".", "@"]
                .iter()
                .any(|p| base.starts_with(p));
        let mut name = base.to_owned();
        if builtin || self.used.contains(&name) {
            name = format!("{base}!{id}");
        }
        while !self.used.insert(name.clone()) {
            name.push('!');
        }
        symbol(&name)
    }

    fn declare_sort(&mut self, sort: Sort) {
        match sort {
            Sort::Array(id) => {
                let (i, e) = self.pool.array_sorts_of(id);
                self.declare_sort(i);
                self.declare_sort(e);
            }
            Sort::Uninterpreted(_) if self.declared_sorts.insert(sort) => {
                let s = self.pool.smtlib_sort(sort);
                let _ = writeln!(self.declarations, "(declare-sort {s} 0)");
            }
            _ => {}
        }
    }

    fn var(&mut self, v: VarId) -> String {
        if let Some(s) = self.vars.get(&v) {
            return s.clone();
        }
        let name = self.unique(self.pool.var_name(v), v.0);
        let sort = self.pool.var_sort(v);
        self.declare_sort(sort);
        if !self.bound.contains(&v) {
            let s = self.pool.smtlib_sort(sort);
            let _ = writeln!(self.declarations, "(declare-const {name} {s})");
        }
        self.vars.insert(v, name.clone());
        name
    }

    fn function(&mut self, base: &str, id: u32, params: &[Sort], result: Sort) -> String {
        let key = format!("{base}#{id}");
        if let Some(s) = self.functions.get(&key) {
            return s.clone();
        }
        let name = self.unique(base, id);
        for &s in params.iter().chain([&result]) {
            self.declare_sort(s);
        }
        let params: Vec<String> = params.iter().map(|s| self.pool.smtlib_sort(*s)).collect();
        let _ = writeln!(
            self.declarations,
            "(declare-fun {name} ({}) {})",
            params.join(" "),
            self.pool.smtlib_sort(result)
        );
        self.functions.insert(key, name.clone());
        name
    }

    /// The text of a term with its own bindings.
    fn scope(&mut self, root: TermId) -> String {
        let pool = self.pool;
        // Post-order without recursion, and how often each node is used.
        let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
        let mut order = Vec::new();
        let mut stack = vec![(root, false)];
        while let Some((t, done)) = stack.pop() {
            if done {
                order.push(t);
                continue;
            }
            let n = uses.entry(t).or_insert(0);
            *n += 1;
            if *n > 1 {
                continue;
            }
            stack.push((t, true));
            if !matches!(pool.op(t), Op::Forall(_) | Op::Exists(_)) {
                stack.extend(pool.args(t).iter().map(|&a| (a, false)));
            }
        }
        let mut text: FxHashMap<TermId, String> = FxHashMap::default();
        let mut lets = String::new();
        let mut depth = 0;
        for t in order {
            let args: Vec<String> = match pool.op(t) {
                Op::Forall(_) | Op::Exists(_) => Vec::new(),
                _ => pool
                    .args(t)
                    .iter()
                    .filter_map(|a| text.get(a).cloned())
                    .collect(),
            };
            let s = self.node(t, &args);
            let shared = uses.get(&t).is_some_and(|n| *n > 1) && !args.is_empty();
            if t != root && (shared || s.len() > INLINE) {
                let name = format!("?{}", t.0);
                let _ = write!(lets, "(let (({name} {s})) ");
                depth += 1;
                text.insert(t, name);
            } else {
                text.insert(t, s);
            }
        }
        let mut out = lets;
        out.push_str(text.get(&root).map_or("", String::as_str));
        out.push_str(&")".repeat(depth));
        out
    }

    fn quantifier(&mut self, t: TermId) -> String {
        let (q, word) = match self.pool.op(t) {
            Op::Forall(q) => (q, "forall"),
            Op::Exists(q) => (q, "exists"),
            _ => return String::new(),
        };
        let data = self.pool.quant(q);
        let kept = self.bound.len();
        self.bound.extend(&data.vars);
        let mut vars = String::new();
        for &v in &data.vars {
            let sort = self.pool.smtlib_sort(self.pool.var_sort(v));
            let _ = write!(vars, "({} {sort})", self.var(v));
        }
        let args = self.pool.args(t);
        let mut body = self.scope(args[0]);
        let mut rest = &args[1..];
        let mut patterns = String::new();
        for &len in &data.trigger_lens {
            let (now, later) = rest.split_at(len as usize);
            let terms: Vec<String> = now.iter().map(|&x| self.scope(x)).collect();
            let _ = write!(patterns, " :pattern ({})", terms.join(" "));
            rest = later;
        }
        if !patterns.is_empty() {
            body = format!("(! {body}{patterns})");
        }
        self.bound.truncate(kept);
        format!("({word} ({vars}) {body})")
    }

    fn bits_of_float(&mut self, t: TermId) -> String {
        let x = self.pool.args(t)[0];
        if let Some(s) = self.float_bits.get(&x) {
            return s.clone();
        }
        let f = self.pool.float_sort(x);
        if !self.bound.is_empty() {
            // A constant cannot depend on a bound variable: a free function can.
            let (from, to) = (Sort::Float(f), Sort::BitVec(f.bits()));
            let name = self.function("bits", f.bits(), &[from], to);
            return format!("({name} {})", self.scope(x));
        }
        let name = self.unique(&format!("bits!{}", x.0), x.0);
        let _ = writeln!(
            self.declarations,
            "(declare-const {name} (_ BitVec {}))",
            f.bits()
        );
        self.float_bits.insert(x, name.clone());
        let text = self.scope(x);
        self.side_conditions
            .push(format!("(= {} {text})", from_encoding(f, &name)));
        name
    }

    fn node(&mut self, t: TermId, a: &[String]) -> String {
        let pool = self.pool;
        let w = pool.width(t);
        let aw = pool.args(t).first().map_or(0, |&x| pool.width(x));
        let call = |name: &str| format!("({name} {})", a.join(" "));
        match pool.op(t) {
            Op::Var(v) => self.var(v),
            Op::True => "true".to_owned(),
            Op::False => "false".to_owned(),
            Op::BvConst(_) => literal(pool.as_bv(t).unwrap_or(0), w),
            Op::FpConst(_) => {
                let f = pool.float_sort(t);
                from_encoding(f, &literal(pool.as_fp(t).unwrap_or(0), w))
            }
            Op::IntConst(_) => pool.as_int(t).map(integer).unwrap_or_default(),
            Op::RealConst(_) => pool
                .as_real(t)
                .map(|r| format!("(/ {} {}.0)", real(r.numer()), r.denom()))
                .unwrap_or_default(),
            Op::Not => call("not"),
            Op::And => call("and"),
            Op::Or => call("or"),
            Op::Eq => call("="),
            Op::Ite => call("ite"),
            Op::BvAdd => call("bvadd"),
            Op::BvSub => call("bvsub"),
            Op::BvMul => call("bvmul"),
            Op::BvUdiv => call("bvudiv"),
            Op::BvSdiv => call("bvsdiv"),
            Op::BvUrem => call("bvurem"),
            Op::BvSrem => call("bvsrem"),
            Op::BvAnd => call("bvand"),
            Op::BvOr => call("bvor"),
            Op::BvXor => call("bvxor"),
            Op::BvNot => call("bvnot"),
            Op::BvNeg => call("bvneg"),
            Op::BvShl => call("bvshl"),
            Op::BvLshr => call("bvlshr"),
            Op::BvAshr => call("bvashr"),
            Op::Concat => call("concat"),
            Op::Extract { hi, lo } => call(&format!("(_ extract {hi} {lo})")),
            Op::Zext => call(&format!("(_ zero_extend {})", w - aw)),
            Op::Sext => call(&format!("(_ sign_extend {})", w - aw)),
            Op::Ult => call("bvult"),
            Op::Ule => call("bvule"),
            Op::Slt => call("bvslt"),
            Op::Sle => call("bvsle"),
            Op::Saddo => overflow("sign_extend", 1, "bvadd", a),
            Op::Ssubo => overflow("sign_extend", 1, "bvsub", a),
            Op::Umulo => overflow("zero_extend", aw, "bvmul", a),
            Op::Smulo => overflow("sign_extend", aw, "bvmul", a),
            Op::FpFromBits => from_encoding(pool.float_sort(t), &a[0]),
            Op::FpToBits => self.bits_of_float(t),
            Op::FpAdd => call("fp.add RNE"),
            Op::FpSub => call("fp.sub RNE"),
            Op::FpMul => call("fp.mul RNE"),
            Op::FpDiv => call("fp.div RNE"),
            Op::FpRem => {
                let s = pool.sort(t);
                let name = self.function("fmod", w, &[s, s], s);
                call(&name)
            }
            Op::FpFma => call("fp.fma RNE"),
            Op::FpNeg => call("fp.neg"),
            Op::FpAbs => call("fp.abs"),
            Op::FpSqrt => call("fp.sqrt RNE"),
            Op::FpMin => call("fp.min"),
            Op::FpMax => call("fp.max"),
            Op::FpRound(mode) => call(&format!("fp.roundToIntegral {}", rounding(mode))),
            Op::FpEq => call("fp.eq"),
            Op::FpLt => call("fp.lt"),
            Op::FpLe => call("fp.leq"),
            Op::FpIsNan => call("fp.isNaN"),
            Op::FpIsInf => call("fp.isInfinite"),
            Op::FpIsZero => call("fp.isZero"),
            Op::FpIsNegative => call("fp.isNegative"),
            Op::FpIsNormal => call("fp.isNormal"),
            Op::FpIsSubnormal => call("fp.isSubnormal"),
            Op::FpToFp | Op::SbvToFp => {
                let f = pool.float_sort(t);
                call(&format!("(_ to_fp {} {}) RNE", f.exp, f.sig))
            }
            Op::UbvToFp => {
                let f = pool.float_sort(t);
                call(&format!("(_ to_fp_unsigned {} {}) RNE", f.exp, f.sig))
            }
            Op::FpToSbv => call(&format!("(_ fp.to_sbv {w}) RTZ")),
            Op::FpToUbv => call(&format!("(_ fp.to_ubv {w}) RTZ")),
            Op::IntAdd | Op::RealAdd => call("+"),
            Op::IntMul | Op::RealMul => call("*"),
            Op::IntDiv => format!("(ite (= {1} 0) 0 (div {0} {1}))", a[0], a[1]),
            Op::IntMod => format!("(ite (= {1} 0) {0} (mod {0} {1}))", a[0], a[1]),
            Op::RealDiv => format!("(ite (= {1} 0.0) 0.0 (/ {0} {1}))", a[0], a[1]),
            Op::IntLt | Op::RealLt => call("<"),
            Op::IntLe | Op::RealLe => call("<="),
            Op::Bv2Nat => call("bv2nat"),
            Op::Sbv2Int => {
                let modulus = num_bigint::BigInt::from(1) << aw;
                format!(
                    "(ite (bvslt {0} {1}) (- (bv2nat {0}) {modulus}) (bv2nat {0}))",
                    a[0],
                    literal(0, aw)
                )
            }
            Op::Int2Bv => call(&format!("(_ int2bv {w})")),
            Op::Int2Real => call("to_real"),
            Op::ConstArray => {
                let s = pool.smtlib_sort(pool.sort(t));
                call(&format!("(as const {s})"))
            }
            Op::Select => call("select"),
            Op::Store => call("store"),
            Op::Apply(f) => {
                let data = pool.fun(f).clone();
                let name = self.function(&data.name, f.0, &data.params, data.result);
                if a.is_empty() {
                    name
                } else {
                    call(&name)
                }
            }
            Op::Forall(_) | Op::Exists(_) => self.quantifier(t),
        }
    }
}

fn literal(value: u128, w: u32) -> String {
    if w % 4 == 0 {
        format!("#x{value:0width$x}", width = (w / 4) as usize)
    } else {
        format!("#b{value:0width$b}", width = w as usize)
    }
}

fn integer(x: &num_bigint::BigInt) -> String {
    if x.sign() == num_bigint::Sign::Minus {
        format!("(- {})", -x)
    } else {
        x.to_string()
    }
}

fn real(x: &num_bigint::BigInt) -> String {
    if x.sign() == num_bigint::Sign::Minus {
        format!("(- {}.0)", -x)
    } else {
        format!("{x}.0")
    }
}

fn rounding(mode: Rounding) -> &'static str {
    match mode {
        Rounding::NearestEven => "RNE",
        Rounding::NearestAway => "RNA",
        Rounding::TowardZero => "RTZ",
        Rounding::TowardPositive => "RTP",
        Rounding::TowardNegative => "RTN",
    }
}

/// The float of an encoding.
fn from_encoding(f: FloatSort, bits: &str) -> String {
    format!("((_ to_fp {} {}) {bits})", f.exp, f.sig)
}

/// An operation overflows when the exact result is not the extended one.
fn overflow(extend: &str, by: u32, op: &str, a: &[String]) -> String {
    let ext = |x: &str| format!("((_ {extend} {by}) {x})");
    format!(
        "(distinct ({op} {} {}) {})",
        ext(&a[0]),
        ext(&a[1]),
        ext(&format!("({op} {} {})", a[0], a[1]))
    )
}
