//! Terms of the pool as Z3's terms, each once per context.
//!
//! Idea: the operators keep the pool's total semantics (division by zero, shifts
//! over the width, conversions of floats that do not fit), spelled out where
//! SMT-LIB leaves a value open. Variables of float sort are bit-vectors, because
//! values are encodings with their NaN payloads.
//! `fp_to_bits` of a computed float is a fresh bit-vector with a side condition;
//! its NaN payload stays open, which can only turn an `unsat` into an
//! unconfirmed model, never the other way.
//! Cost: one call into the library per new term.

use super::ffi::*;
use super::profile;
use ep_term::{FloatSort, FunId, Op, Pool, Rounding, Sort, TermId, VarId};
use num_traits::Zero;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ffi::{CStr, CString};
use std::os::raw::c_uint;
use std::path::Path;

/// Why a term could not be given to Z3.
pub(super) type Failed = String;

/// A context with what was translated into it.
pub(super) struct Terms {
    pub ctx: Context,
    memo: FxHashMap<TermId, Ast>,
    sorts: FxHashMap<Sort, Ast>,
    /// The constant behind each variable: a bit-vector for floats.
    vars: FxHashMap<VarId, Ast>,
    pub funs: FxHashMap<FunId, Ast>,
    /// Conditions that define the fresh constants of `fp_to_bits` terms.
    sides: FxHashMap<TermId, Ast>,
    /// Quantifiers have names, for the log that goes to a profile.
    named: bool,
    /// Something in it is an integer or a rational.
    numbers: bool,
}

unsafe extern "C" fn ignore(_: Context, _: i32) {}

impl Terms {
    /// A context; what it does with quantifiers is written to `log`.
    pub fn new(log: Option<&Path>) -> Result<Terms, Failed> {
        let log = (log.and_then(|p| p.to_str())).and_then(|p| CString::new(p).ok());
        // SAFETY: plain constructor calls; the handler keeps Z3 from exiting.
        let ctx = unsafe {
            let config = Z3_mk_config();
            if let Some(log) = &log {
                Z3_set_param_value(config, c"trace".as_ptr(), c"true".as_ptr());
                Z3_set_param_value(config, c"trace_file_name".as_ptr(), log.as_ptr());
            }
            let ctx = Z3_mk_context(config);
            Z3_del_config(config);
            if !ctx.is_null() {
                Z3_set_error_handler(ctx, Some(ignore));
            }
            ctx
        };
        if ctx.is_null() {
            return Err("Z3 could not be started".into());
        }
        Ok(Terms {
            ctx,
            memo: FxHashMap::default(),
            sorts: FxHashMap::default(),
            vars: FxHashMap::default(),
            funs: FxHashMap::default(),
            sides: FxHashMap::default(),
            named: log.is_some(),
            numbers: false,
        })
    }

    /// Whether integers or rationals were translated into the context.
    pub fn numbers(&self) -> bool {
        self.numbers
    }

    pub fn len(&self) -> usize {
        self.memo.len()
    }

    /// The last call's result, or its error.
    pub fn checked<T>(&self, result: *mut T) -> Result<*mut T, Failed> {
        // SAFETY: the context lives as long as self; messages are C strings.
        let code = unsafe { Z3_get_error_code(self.ctx) };
        if code == 0 && !result.is_null() {
            return Ok(result);
        }
        // SAFETY: a code of this context.
        let text = unsafe { Z3_get_error_msg(self.ctx, code) };
        if text.is_null() {
            return Err("Z3 failed without a message".into());
        }
        // SAFETY: not null, and a C string that lives until the next call.
        let text = unsafe { CStr::from_ptr(text) };
        Err(format!("Z3: {}", text.to_string_lossy().trim()))
    }

    fn numeral(&self, text: &str, sort: Ast) -> Result<Ast, Failed> {
        let text = CString::new(text).map_err(|e| e.to_string())?;
        // SAFETY: checked terms and sorts of this context; the result is checked.
        self.checked(unsafe { Z3_mk_numeral(self.ctx, text.as_ptr(), sort) })
    }

    fn bv_sort(&self, width: u32) -> Result<Ast, Failed> {
        // SAFETY: checked terms and sorts of this context; the result is checked.
        self.checked(unsafe { Z3_mk_bv_sort(self.ctx, width) })
    }

    fn fp_sort(&self, f: FloatSort) -> Result<Ast, Failed> {
        // SAFETY: checked terms and sorts of this context; the result is checked.
        self.checked(unsafe { Z3_mk_fpa_sort(self.ctx, f.exp.into(), f.sig.into()) })
    }

    fn sort(&mut self, pool: &Pool, sort: Sort) -> Result<Ast, Failed> {
        if let Some(&s) = self.sorts.get(&sort) {
            return Ok(s);
        }
        let c = self.ctx;
        let made = match sort {
            // SAFETY: checked terms and sorts of this context; the result is checked.
            Sort::Bool => unsafe { Z3_mk_bool_sort(c) },
            Sort::BitVec(w) => self.bv_sort(w)?,
            // SAFETY: checked terms and sorts of this context; the result is checked.
            Sort::Int => unsafe { Z3_mk_int_sort(c) },
            // SAFETY: checked terms and sorts of this context; the result is checked.
            Sort::Real => unsafe { Z3_mk_real_sort(c) },
            Sort::Float(f) => self.fp_sort(f)?,
            Sort::Array(id) => {
                let (index, element) = pool.array_sorts_of(id);
                if matches!(index, Sort::Float(_)) || matches!(element, Sort::Float(_)) {
                    return Err("arrays of floats".into());
                }
                let (i, e) = (self.sort(pool, index)?, self.sort(pool, element)?);
                // SAFETY: checked terms and sorts of this context; the result is checked.
                unsafe { Z3_mk_array_sort(c, i, e) }
            }
            // SAFETY: checked terms and sorts of this context; the result is checked.
            Sort::Uninterpreted(id) => unsafe {
                Z3_mk_uninterpreted_sort(c, Z3_mk_int_symbol(c, id.0 as i32))
            },
        };
        let made = self.checked(made)?;
        self.sorts.insert(sort, made);
        Ok(made)
    }

    /// The constant behind a variable.
    pub fn var(&mut self, pool: &Pool, v: VarId) -> Result<Ast, Failed> {
        if let Some(&a) = self.vars.get(&v) {
            return Ok(a);
        }
        let sort = match pool.var_sort(v) {
            Sort::Float(f) => Sort::BitVec(f.bits()),
            s => s,
        };
        let sort = self.sort(pool, sort)?;
        let c = self.ctx;
        // SAFETY: checked terms and sorts of this context; the result is checked.
        let made = unsafe { Z3_mk_const(c, Z3_mk_int_symbol(c, v.0 as i32), sort) };
        let made = self.checked(made)?;
        self.vars.insert(v, made);
        Ok(made)
    }

    fn fun(&mut self, pool: &Pool, f: FunId) -> Result<Ast, Failed> {
        if let Some(&a) = self.funs.get(&f) {
            return Ok(a);
        }
        let data = pool.fun(f).clone();
        let mut domain = Vec::new();
        for s in data.params.iter().chain([&data.result]) {
            if matches!(s, Sort::Float(_)) {
                return Err("functions of floats".into());
            }
            domain.push(self.sort(pool, *s)?);
        }
        let range = domain.pop().ok_or("a function without a sort")?;
        let name = CString::new(format!("f!{}", f.0)).map_err(|e| e.to_string())?;
        let c = self.ctx;
        // SAFETY: checked terms and sorts of this context; the result is checked.
        let made = unsafe {
            let symbol = Z3_mk_string_symbol(c, name.as_ptr());
            Z3_mk_func_decl(c, symbol, domain.len() as c_uint, domain.as_ptr(), range)
        };
        let made = self.checked(made)?;
        self.funs.insert(f, made);
        Ok(made)
    }

    /// The conditions that the fresh constants in these terms need.
    pub fn side_conditions(&self, pool: &Pool, roots: &[TermId]) -> Result<Vec<Ast>, Failed> {
        let mut found = Vec::new();
        if self.sides.is_empty() {
            return Ok(found);
        }
        let mut quantified = false;
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut stack = roots.to_vec();
        while let Some(t) = stack.pop() {
            if !seen.insert(t) {
                continue;
            }
            quantified |= matches!(pool.op(t), Op::Forall(_) | Op::Exists(_));
            found.extend(self.sides.get(&t).copied());
            stack.extend_from_slice(pool.args(t));
        }
        if quantified && !found.is_empty() {
            return Err("encodings of computed floats under a quantifier".into());
        }
        Ok(found)
    }

    /// Translates the term and all below it.
    pub fn term(&mut self, pool: &Pool, root: TermId) -> Result<Ast, Failed> {
        let mut stack = vec![root];
        while let Some(&t) = stack.last() {
            if self.memo.contains_key(&t) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            for a in pool.args(t) {
                if !self.memo.contains_key(a) {
                    stack.push(*a);
                }
            }
            if stack.len() > before {
                continue;
            }
            stack.pop();
            let args: Vec<Ast> = pool.args(t).iter().map(|a| self.memo[a]).collect();
            let made = self.node(pool, t, &args)?;
            let made = self.checked(made)?;
            self.numbers |= matches!(pool.sort(t), Sort::Int | Sort::Real);
            self.memo.insert(t, made);
        }
        Ok(self.memo[&root])
    }

    fn rounding(&self, mode: Rounding) -> Ast {
        let c = self.ctx;
        // SAFETY: constructors of constants.
        unsafe {
            match mode {
                Rounding::NearestEven => Z3_mk_fpa_round_nearest_ties_to_even(c),
                Rounding::NearestAway => Z3_mk_fpa_round_nearest_ties_to_away(c),
                Rounding::TowardZero => Z3_mk_fpa_round_toward_zero(c),
                Rounding::TowardPositive => Z3_mk_fpa_round_toward_positive(c),
                Rounding::TowardNegative => Z3_mk_fpa_round_toward_negative(c),
            }
        }
    }

    fn not(&self, a: Ast) -> Result<Ast, Failed> {
        // SAFETY: checked terms and sorts of this context; the result is checked.
        self.checked(unsafe { Z3_mk_not(self.ctx, a) })
    }

    fn and(&self, args: &[Ast]) -> Result<Ast, Failed> {
        // SAFETY: checked terms and sorts of this context; the result is checked.
        self.checked(unsafe { Z3_mk_and(self.ctx, args.len() as c_uint, args.as_ptr()) })
    }

    fn or(&self, args: &[Ast]) -> Result<Ast, Failed> {
        // SAFETY: checked terms and sorts of this context; the result is checked.
        self.checked(unsafe { Z3_mk_or(self.ctx, args.len() as c_uint, args.as_ptr()) })
    }

    /// Folds a binary constructor over two or more arguments.
    fn fold(
        &self,
        f: unsafe extern "C" fn(Context, Ast, Ast) -> Ast,
        args: &[Ast],
    ) -> Result<Ast, Failed> {
        let mut all = *args.first().ok_or("an operator without arguments")?;
        for &a in &args[1..] {
            // SAFETY: a binary constructor, and checked terms of this context.
            all = self.checked(unsafe { f(self.ctx, all, a) })?;
        }
        Ok(all)
    }

    /// One node whose arguments are translated. The result may be null: the
    /// caller checks.
    fn node(&mut self, pool: &Pool, t: TermId, a: &[Ast]) -> Result<Ast, Failed> {
        let c = self.ctx;
        let n = a.len() as c_uint;
        let op = pool.op(t);
        let width = pool.width(t);
        let low = |i: usize| pool.width(pool.args(t)[i]);
        let rne = self.rounding(Rounding::NearestEven);
        // SAFETY: every argument is a checked term of this context with the sort
        // that the pool's constructors guarantee; results are checked.
        Ok(unsafe {
            match op {
                Op::Var(v) => match pool.var_sort(v) {
                    Sort::Float(f) => {
                        let bits = self.var(pool, v)?;
                        Z3_mk_fpa_to_fp_bv(c, bits, self.fp_sort(f)?)
                    }
                    _ => self.var(pool, v)?,
                },
                Op::True => Z3_mk_true(c),
                Op::False => Z3_mk_false(c),
                Op::BvConst(_) => {
                    let value = pool.as_bv(t).unwrap_or_default();
                    self.numeral(&value.to_string(), self.bv_sort(width)?)?
                }
                Op::FpConst(_) => {
                    let value = pool.as_fp(t).unwrap_or_default();
                    let bits = self.numeral(&value.to_string(), self.bv_sort(width)?)?;
                    Z3_mk_fpa_to_fp_bv(c, bits, self.sort(pool, pool.sort(t))?)
                }
                Op::IntConst(_) => {
                    let value = pool.as_int(t).ok_or("an integer without value")?;
                    let sort = self.sort(pool, Sort::Int)?;
                    self.numeral(&value.to_string(), sort)?
                }
                Op::RealConst(_) => {
                    let value = pool.as_real(t).ok_or("a rational without value")?;
                    let sort = self.sort(pool, Sort::Real)?;
                    self.numeral(&format!("{}/{}", value.numer(), value.denom()), sort)?
                }
                Op::Not => Z3_mk_not(c, a[0]),
                Op::And => Z3_mk_and(c, n, a.as_ptr()),
                Op::Or => Z3_mk_or(c, n, a.as_ptr()),
                Op::Eq => Z3_mk_eq(c, a[0], a[1]),
                Op::Ite => Z3_mk_ite(c, a[0], a[1], a[2]),
                Op::BvAdd => self.fold(Z3_mk_bvadd, a)?,
                Op::BvSub => Z3_mk_bvsub(c, a[0], a[1]),
                Op::BvMul => self.fold(Z3_mk_bvmul, a)?,
                Op::BvUdiv => Z3_mk_bvudiv(c, a[0], a[1]),
                Op::BvSdiv => Z3_mk_bvsdiv(c, a[0], a[1]),
                Op::BvUrem => Z3_mk_bvurem(c, a[0], a[1]),
                Op::BvSrem => Z3_mk_bvsrem(c, a[0], a[1]),
                Op::BvAnd => self.fold(Z3_mk_bvand, a)?,
                Op::BvOr => self.fold(Z3_mk_bvor, a)?,
                Op::BvXor => self.fold(Z3_mk_bvxor, a)?,
                Op::BvNot => Z3_mk_bvnot(c, a[0]),
                Op::BvNeg => Z3_mk_bvneg(c, a[0]),
                Op::BvShl => Z3_mk_bvshl(c, a[0], a[1]),
                Op::BvLshr => Z3_mk_bvlshr(c, a[0], a[1]),
                Op::BvAshr => Z3_mk_bvashr(c, a[0], a[1]),
                Op::Concat => self.fold(Z3_mk_concat, a)?,
                Op::Extract { hi, lo } => Z3_mk_extract(c, hi.into(), lo.into(), a[0]),
                Op::Zext => Z3_mk_zero_ext(c, width - low(0), a[0]),
                Op::Sext => Z3_mk_sign_ext(c, width - low(0), a[0]),
                Op::Ult => Z3_mk_bvult(c, a[0], a[1]),
                Op::Ule => Z3_mk_bvule(c, a[0], a[1]),
                Op::Slt => Z3_mk_bvslt(c, a[0], a[1]),
                Op::Sle => Z3_mk_bvsle(c, a[0], a[1]),
                Op::Saddo | Op::Ssubo => {
                    let w = low(0);
                    let x = self.checked(Z3_mk_sign_ext(c, 1, a[0]))?;
                    let y = self.checked(Z3_mk_sign_ext(c, 1, a[1]))?;
                    let exact = self.checked(match op {
                        Op::Saddo => Z3_mk_bvadd(c, x, y),
                        _ => Z3_mk_bvsub(c, x, y),
                    })?;
                    let carry = self.checked(Z3_mk_extract(c, w, w, exact))?;
                    let sign = self.checked(Z3_mk_extract(c, w - 1, w - 1, exact))?;
                    self.not(self.checked(Z3_mk_eq(c, carry, sign))?)?
                }
                Op::Umulo => {
                    self.not(self.checked(Z3_mk_bvmul_no_overflow(c, a[0], a[1], false))?)?
                }
                // Not by `bvsmul_noovfl` and `bvsmul_noudfl`: Z3 4.8.12 multiplies
                // literals as if they were unsigned, so that (-2) * (-2) overflows,
                // also where it has put the literals in itself.
                Op::Smulo => {
                    let w = low(0);
                    let x = self.checked(Z3_mk_sign_ext(c, w, a[0]))?;
                    let y = self.checked(Z3_mk_sign_ext(c, w, a[1]))?;
                    let exact = self.checked(Z3_mk_bvmul(c, x, y))?;
                    let kept = self.checked(Z3_mk_extract(c, w - 1, 0, exact))?;
                    let read = self.checked(Z3_mk_sign_ext(c, w, kept))?;
                    self.not(self.checked(Z3_mk_eq(c, exact, read))?)?
                }
                Op::FpFromBits => Z3_mk_fpa_to_fp_bv(c, a[0], self.sort(pool, pool.sort(t))?),
                Op::FpToBits => {
                    if let Some(bits) = self.encoding(pool, pool.args(t)[0], 16)? {
                        return Ok(bits);
                    }
                    let name = c"bits";
                    let bits = Z3_mk_fresh_const(c, name.as_ptr(), self.bv_sort(width)?);
                    let bits = self.checked(bits)?;
                    let sort = self.sort(pool, pool.sort(pool.args(t)[0]))?;
                    let value = self.checked(Z3_mk_fpa_to_fp_bv(c, bits, sort))?;
                    let side = self.checked(Z3_mk_eq(c, value, a[0]))?;
                    self.sides.insert(t, side);
                    bits
                }
                Op::FpAdd => Z3_mk_fpa_add(c, rne, a[0], a[1]),
                Op::FpSub => Z3_mk_fpa_sub(c, rne, a[0], a[1]),
                Op::FpMul => Z3_mk_fpa_mul(c, rne, a[0], a[1]),
                Op::FpDiv => Z3_mk_fpa_div(c, rne, a[0], a[1]),
                Op::FpRem => return Err("the remainder of floats".into()),
                Op::FpFma => Z3_mk_fpa_fma(c, rne, a[0], a[1], a[2]),
                Op::FpNeg => Z3_mk_fpa_neg(c, a[0]),
                Op::FpAbs => Z3_mk_fpa_abs(c, a[0]),
                Op::FpSqrt => Z3_mk_fpa_sqrt(c, rne, a[0]),
                Op::FpMin | Op::FpMax => {
                    let (x, y) = (a[0], a[1]);
                    let (low, high) = if op == Op::FpMin { (x, y) } else { (y, x) };
                    let less = self.checked(Z3_mk_fpa_lt(c, low, high))?;
                    let equal = self.checked(Z3_mk_fpa_eq(c, x, y))?;
                    let negative = self.checked(Z3_mk_fpa_is_negative(c, low))?;
                    let tie = self.and(&[equal, negative])?;
                    let first = self.or(&[less, tie])?;
                    let ordered = self.checked(Z3_mk_ite(c, first, x, y))?;
                    let nan_y = self.checked(Z3_mk_fpa_is_nan(c, y))?;
                    let nan_x = self.checked(Z3_mk_fpa_is_nan(c, x))?;
                    let rest = self.checked(Z3_mk_ite(c, nan_y, x, ordered))?;
                    Z3_mk_ite(c, nan_x, y, rest)
                }
                Op::FpRound(mode) => Z3_mk_fpa_round_to_integral(c, self.rounding(mode), a[0]),
                Op::FpEq => Z3_mk_fpa_eq(c, a[0], a[1]),
                Op::FpLt => Z3_mk_fpa_lt(c, a[0], a[1]),
                Op::FpLe => Z3_mk_fpa_leq(c, a[0], a[1]),
                Op::FpIsNan => Z3_mk_fpa_is_nan(c, a[0]),
                Op::FpIsInf => Z3_mk_fpa_is_infinite(c, a[0]),
                Op::FpIsZero => Z3_mk_fpa_is_zero(c, a[0]),
                Op::FpIsNegative => {
                    if let Some(bits) = self.encoding(pool, pool.args(t)[0], 16)? {
                        let top = low(0) - 1;
                        let sign = self.checked(Z3_mk_extract(c, top, top, bits))?;
                        return Ok(Z3_mk_eq(c, sign, self.numeral("1", self.bv_sort(1)?)?));
                    }
                    // The sign of a NaN is lost in the theory: left open.
                    let name = c"sign";
                    let open = Z3_mk_fresh_const(c, name.as_ptr(), self.sort(pool, Sort::Bool)?);
                    let open = self.checked(open)?;
                    self.sides.insert(t, self.checked(Z3_mk_true(c))?);
                    let nan = self.checked(Z3_mk_fpa_is_nan(c, a[0]))?;
                    let negative = self.checked(Z3_mk_fpa_is_negative(c, a[0]))?;
                    Z3_mk_ite(c, nan, open, negative)
                }
                Op::FpIsNormal => Z3_mk_fpa_is_normal(c, a[0]),
                Op::FpIsSubnormal => Z3_mk_fpa_is_subnormal(c, a[0]),
                Op::FpToFp => Z3_mk_fpa_to_fp_float(c, rne, a[0], self.sort(pool, pool.sort(t))?),
                Op::SbvToFp => Z3_mk_fpa_to_fp_signed(c, rne, a[0], self.sort(pool, pool.sort(t))?),
                Op::UbvToFp => {
                    Z3_mk_fpa_to_fp_unsigned(c, rne, a[0], self.sort(pool, pool.sort(t))?)
                }
                Op::FpToSbv | Op::FpToUbv => {
                    let from = self.sort(pool, pool.sort(pool.args(t)[0]))?;
                    self.to_integer(a[0], from, width, op == Op::FpToSbv)?
                }
                Op::IntAdd | Op::RealAdd => Z3_mk_add(c, n, a.as_ptr()),
                Op::IntMul | Op::RealMul => Z3_mk_mul(c, n, a.as_ptr()),
                Op::IntDiv | Op::IntMod | Op::RealDiv => {
                    let sort = self.sort(pool, pool.sort(t))?;
                    let zero = self.numeral("0", sort)?;
                    let (value, otherwise) = match op {
                        Op::IntMod => (Z3_mk_mod(c, a[0], a[1]), a[0]),
                        _ => (Z3_mk_div(c, a[0], a[1]), zero),
                    };
                    let value = self.checked(value)?;
                    if divides_by_number(pool, t) {
                        return Ok(value);
                    }
                    let by_zero = self.checked(Z3_mk_eq(c, a[1], zero))?;
                    Z3_mk_ite(c, by_zero, otherwise, value)
                }
                Op::IntLt | Op::RealLt => Z3_mk_lt(c, a[0], a[1]),
                Op::IntLe | Op::RealLe => Z3_mk_le(c, a[0], a[1]),
                Op::Bv2Nat => Z3_mk_bv2int(c, a[0], false),
                Op::Sbv2Int => Z3_mk_bv2int(c, a[0], true),
                Op::Int2Bv => Z3_mk_int2bv(c, width, a[0]),
                Op::Int2Real => Z3_mk_int2real(c, a[0]),
                Op::ConstArray => {
                    let (index, _) = pool.array_parts(t).ok_or("an array without a sort")?;
                    Z3_mk_const_array(c, self.sort(pool, index)?, a[0])
                }
                Op::Select => Z3_mk_select(c, a[0], a[1]),
                Op::Store => Z3_mk_store(c, a[0], a[1], a[2]),
                Op::Apply(f) => Z3_mk_app(c, self.fun(pool, f)?, n, a.as_ptr()),
                Op::Forall(q) | Op::Exists(q) => {
                    let data = pool.quant(q).clone();
                    let mut bound = Vec::new();
                    for &v in &data.vars {
                        bound.push(self.var(pool, v)?);
                    }
                    let mut patterns = Vec::new();
                    let mut rest = &a[1..];
                    let mut terms = &pool.args(t)[1..];
                    for len in data.trigger_lens {
                        let (own, others) = rest.split_at(len as usize);
                        rest = others;
                        let (trigger, later) = terms.split_at(len as usize);
                        terms = later;
                        // Substitution put a choice or a comparison into it, or took a
                        // variable out: Z3 would refuse the formula, and chooses a trigger
                        // when it has none.
                        let whole = (data.vars.iter())
                            .all(|v| trigger.iter().any(|&t| pool.vars(t).contains(v)));
                        if !whole || !trigger.iter().all(|&t| matchable(pool, t)) {
                            continue;
                        }
                        patterns.push(self.checked(Z3_mk_pattern(c, len, own.as_ptr()))?);
                    }
                    if self.named {
                        let name = CString::new(profile::name(t)).map_err(|e| e.to_string())?;
                        let name = Z3_mk_string_symbol(c, name.as_ptr());
                        return self.checked(Z3_mk_quantifier_const_ex(
                            c,
                            matches!(op, Op::Forall(_)),
                            0,
                            name,
                            name,
                            bound.len() as c_uint,
                            bound.as_ptr(),
                            patterns.len() as c_uint,
                            patterns.as_ptr(),
                            0,
                            std::ptr::null(),
                            a[0],
                        ));
                    }
                    let make = match op {
                        Op::Forall(_) => Z3_mk_forall_const,
                        _ => Z3_mk_exists_const,
                    };
                    make(
                        c,
                        0,
                        bound.len() as c_uint,
                        bound.as_ptr(),
                        patterns.len() as c_uint,
                        patterns.as_ptr(),
                        a[0],
                    )
                }
            }
        })
    }

    /// The encoding of a float that was not computed by rounding, with the
    /// payload of a NaN. All terms below are translated.
    fn encoding(&mut self, pool: &Pool, t: TermId, depth: u32) -> Result<Option<Ast>, Failed> {
        if depth == 0 {
            return Ok(None);
        }
        let c = self.ctx;
        let args = pool.args(t);
        let width = pool.width(t);
        // SAFETY: as in `node`.
        Ok(match pool.op(t) {
            Op::Var(v) => Some(self.var(pool, v)?),
            Op::FpFromBits => self.memo.get(&args[0]).copied(),
            Op::FpConst(_) => {
                let value = pool.as_fp(t).unwrap_or_default();
                Some(self.numeral(&value.to_string(), self.bv_sort(width)?)?)
            }
            op @ (Op::FpNeg | Op::FpAbs) => {
                let Some(bits) = self.encoding(pool, args[0], depth - 1)? else {
                    return Ok(None);
                };
                let sign = num_bigint::BigUint::from(1u32) << (width - 1);
                // SAFETY: checked terms and sorts of this context; the result is checked.
                Some(unsafe {
                    if op == Op::FpNeg {
                        let sign = self.numeral(&sign.to_string(), self.bv_sort(width)?)?;
                        self.checked(Z3_mk_bvxor(c, bits, sign))?
                    } else {
                        let rest = (sign - 1u32).to_string();
                        let rest = self.numeral(&rest, self.bv_sort(width)?)?;
                        self.checked(Z3_mk_bvand(c, bits, rest))?
                    }
                })
            }
            Op::Ite => {
                let x = self.encoding(pool, args[1], depth - 1)?;
                let y = self.encoding(pool, args[2], depth - 1)?;
                match (self.memo.get(&args[0]), x, y) {
                    (Some(&i), Some(x), Some(y)) => {
                        // SAFETY: checked terms and sorts of this context; the result is checked.
                        Some(self.checked(unsafe { Z3_mk_ite(c, i, x, y) })?)
                    }
                    _ => None,
                }
            }
            _ => None,
        })
    }

    /// Conversion toward zero with the pool's values for NaN and what does not
    /// fit: the least signed value, all ones unsigned.
    fn to_integer(&self, x: Ast, from: Ast, width: u32, signed: bool) -> Result<Ast, Failed> {
        let c = self.ctx;
        let zero = self.rounding(Rounding::TowardZero);
        let rne = self.rounding(Rounding::NearestEven);
        let power = |bits: u32| -> Result<Ast, Failed> {
            // 2^bits as a float, from a bit-vector that can hold it.
            let mut text = num_bigint::BigUint::from(1u32);
            text <<= bits;
            let wide = self.numeral(&text.to_string(), self.bv_sort(bits + 1)?)?;
            // SAFETY: checked terms and sorts of this context; the result is checked.
            self.checked(unsafe { Z3_mk_fpa_to_fp_unsigned(c, rne, wide, from) })
        };
        // SAFETY: as in `node`.
        unsafe {
            let whole = self.checked(Z3_mk_fpa_round_to_integral(c, zero, x))?;
            let nan = self.checked(Z3_mk_fpa_is_nan(c, x))?;
            let infinite = self.checked(Z3_mk_fpa_is_infinite(c, x))?;
            let high = power(if signed { width - 1 } else { width })?;
            let below = self.checked(Z3_mk_fpa_lt(c, whole, high))?;
            let bottom = if signed {
                self.checked(Z3_mk_fpa_neg(c, high))?
            } else {
                let none = self.numeral("0", self.bv_sort(1)?)?;
                self.checked(Z3_mk_fpa_to_fp_unsigned(c, rne, none, from))?
            };
            let above = self.checked(Z3_mk_fpa_leq(c, bottom, whole))?;
            let fits = self.and(&[self.not(nan)?, self.not(infinite)?, below, above])?;
            let (value, otherwise) = if signed {
                (
                    Z3_mk_fpa_to_sbv(c, zero, x, width),
                    num_bigint::BigUint::from(1u32) << (width - 1),
                )
            } else {
                let ones = (num_bigint::BigUint::from(1u32) << width) - 1u32;
                (Z3_mk_fpa_to_ubv(c, zero, x, width), ones)
            };
            let value = self.checked(value)?;
            let otherwise = self.numeral(&otherwise.to_string(), self.bv_sort(width)?)?;
            self.checked(Z3_mk_ite(c, fits, value, otherwise))
        }
    }
}

impl Drop for Terms {
    fn drop(&mut self) {
        // SAFETY: nothing made in the context is used after this.
        unsafe { Z3_del_context(self.ctx) }
    }
}

/// Whether the term has no connectives, choices, comparisons or quantifiers inside,
/// which Z3 takes in no pattern.
fn matchable(pool: &Pool, t: TermId) -> bool {
    let mut stack = vec![t];
    while let Some(t) = stack.pop() {
        match pool.op(t) {
            Op::Not
            | Op::And
            | Op::Or
            | Op::Eq
            | Op::Ite
            | Op::Forall(_)
            | Op::Exists(_)
            | Op::IntLt
            | Op::IntLe
            | Op::RealLt
            | Op::RealLe => return false,
            // Stands for a choice, see `node`.
            Op::IntDiv | Op::IntMod | Op::RealDiv if !divides_by_number(pool, t) => return false,
            _ => stack.extend_from_slice(pool.args(t)),
        }
    }
    true
}

/// A quotient or remainder by a number that is not zero: what is said of division by
/// zero is left out, because a choice may stand in no trigger.
fn divides_by_number(pool: &Pool, t: TermId) -> bool {
    let by = pool.args(t)[1];
    let integer = pool.as_int(by).is_some_and(|n| !n.is_zero());
    integer || pool.as_real(by).is_some_and(|n| !n.is_zero())
}
