//! Z3's models as ours. What cannot be read makes the answer unknown; what is
//! read is evaluated by the caller before it is believed.

use super::ffi::*;
use super::translate::{Failed, Terms};
use ep_term::{FunId, Model as Values, Op, Pool, Sort, TermId, Value, VarId};
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::ffi::CStr;

struct Reader<'a> {
    terms: &'a mut Terms,
    model: *mut Model,
    /// Elements of uninterpreted sorts by Z3's names.
    elements: FxHashMap<String, u64>,
}

/// The values of all variables and functions of the assertions.
pub(super) fn read(
    terms: &mut Terms,
    pool: &Pool,
    assertions: &[TermId],
    model: *mut Model,
) -> Result<Values, Failed> {
    let mut vars: Vec<VarId> = Vec::new();
    let mut funs: FxHashSet<FunId> = FxHashSet::default();
    for &t in assertions {
        vars.extend_from_slice(pool.vars(t));
    }
    vars.sort_unstable();
    vars.dedup();
    if !terms.funs.is_empty() {
        let mut seen: FxHashSet<TermId> = FxHashSet::default();
        let mut stack = assertions.to_vec();
        while let Some(t) = stack.pop() {
            if seen.insert(t) {
                if let Op::Apply(f) = pool.op(t) {
                    funs.insert(f);
                }
                stack.extend_from_slice(pool.args(t));
            }
        }
    }
    let mut reader = Reader {
        terms,
        model,
        elements: FxHashMap::default(),
    };
    let mut values = Values::new();
    for v in vars {
        let constant = reader.terms.var(pool, v)?;
        let value = reader.evaluated(pool, constant, pool.var_sort(v))?;
        values.set(v, value);
    }
    for f in funs {
        reader.function(pool, f, &mut values)?;
    }
    Ok(values)
}

/// The values of terms; equal elements of uninterpreted sorts have one number.
pub(super) fn values(
    terms: &mut Terms,
    pool: &Pool,
    wanted: &[TermId],
    model: *mut Model,
) -> Result<Vec<Value>, Failed> {
    let mut reader = Reader {
        terms,
        model,
        elements: FxHashMap::default(),
    };
    let mut out = Vec::with_capacity(wanted.len());
    for &t in wanted {
        let ast = reader.terms.term(pool, t)?;
        out.push(reader.evaluated(pool, ast, pool.sort(t))?);
    }
    Ok(out)
}

impl Reader<'_> {
    fn evaluated(&mut self, pool: &Pool, t: Ast, sort: Sort) -> Result<Value, Failed> {
        let mut value: Ast = std::ptr::null_mut();
        // SAFETY: the model and the term belong to the context.
        let done = unsafe { Z3_model_eval(self.terms.ctx, self.model, t, true, &mut value) };
        if !done {
            return Err("Z3's model has no value for a variable".into());
        }
        let value = self.terms.checked(value)?;
        self.value(pool, value, sort)
    }

    fn numeral(&self, t: Ast) -> Result<String, Failed> {
        // SAFETY: the string is copied before the next call.
        unsafe {
            if !Z3_is_numeral_ast(self.terms.ctx, t) {
                return Err("a value of Z3's model is not a numeral".into());
            }
            let text = Z3_get_numeral_string(self.terms.ctx, t);
            self.terms.checked(text.cast_mut())?;
            Ok(CStr::from_ptr(text).to_string_lossy().into_owned())
        }
    }

    fn value(&mut self, pool: &Pool, t: Ast, sort: Sort) -> Result<Value, Failed> {
        let c = self.terms.ctx;
        let unreadable = |_| "a numeral of Z3's model cannot be read".to_owned();
        Ok(match sort {
            // SAFETY: t is a checked term of the context.
            Sort::Bool => match unsafe { Z3_get_bool_value(c, t) } {
                L_TRUE => Value::Bool(true),
                L_FALSE => Value::Bool(false),
                _ => return Err("a truth value of Z3's model is open".into()),
            },
            Sort::BitVec(width) => Value::BitVec {
                width,
                bits: self.numeral(t)?.parse().map_err(|_| unreadable(()))?,
            },
            Sort::Float(sort) => Value::Float {
                sort,
                bits: self.numeral(t)?.parse().map_err(|_| unreadable(()))?,
            },
            Sort::Int => {
                let n: BigInt = self.numeral(t)?.parse().map_err(|_| unreadable(()))?;
                Value::Int(n)
            }
            Sort::Real => {
                let n: BigRational = self.numeral(t)?.parse().map_err(|_| unreadable(()))?;
                Value::Real(n)
            }
            Sort::Array(id) => {
                let (index, element) = pool.array_sorts_of(id);
                self.array(pool, t, index, element)?
            }
            Sort::Uninterpreted(sort) => {
                // SAFETY: the string is copied before the next call.
                let name = unsafe {
                    let text = Z3_ast_to_string(c, t);
                    self.terms.checked(text.cast_mut())?;
                    CStr::from_ptr(text).to_string_lossy().into_owned()
                };
                let next = self.elements.len() as u64;
                let index = *self.elements.entry(name).or_insert(next);
                Value::Element { sort, index }
            }
        })
    }

    /// `store` chains over a constant array.
    fn array(&mut self, pool: &Pool, t: Ast, index: Sort, element: Sort) -> Result<Value, Failed> {
        let c = self.terms.ctx;
        let mut entries: BTreeMap<Value, Value> = BTreeMap::new();
        let mut t = t;
        loop {
            // SAFETY: arguments are read only from applications of known arity.
            unsafe {
                if !Z3_is_app(c, t) {
                    return Err("an array of Z3's model has a form that is not read".into());
                }
                let kind = Z3_get_decl_kind(c, self.terms.checked(Z3_get_app_decl(c, t))?);
                match (kind, Z3_get_app_num_args(c, t)) {
                    (OP_STORE, 3) => {
                        let i = self.value(pool, Z3_get_app_arg(c, t, 1), index)?;
                        let v = self.value(pool, Z3_get_app_arg(c, t, 2), element)?;
                        entries.entry(i).or_insert(v);
                        t = Z3_get_app_arg(c, t, 0);
                    }
                    (OP_CONST_ARRAY, 1) => {
                        let default = self.value(pool, Z3_get_app_arg(c, t, 0), element)?;
                        entries.retain(|_, v| *v != default);
                        return Ok(Value::Array {
                            default: Box::new(default),
                            entries,
                        });
                    }
                    _ => return Err("an array of Z3's model has a form that is not read".into()),
                }
            }
        }
    }

    fn function(&mut self, pool: &Pool, f: FunId, values: &mut Values) -> Result<(), Failed> {
        let c = self.terms.ctx;
        let Some(&decl) = self.terms.funs.get(&f) else {
            return Ok(());
        };
        let data = pool.fun(f).clone();
        if data.params.is_empty() {
            let t = self
                .terms
                // SAFETY: a declaration without parameters.
                .checked(unsafe { Z3_mk_app(c, decl, 0, std::ptr::null()) })?;
            let value = self.evaluated(pool, t, data.result)?;
            values.set_fun_default(f, value);
            return Ok(());
        }
        // SAFETY: counts are taken while entries are read.
        unsafe {
            let interp = Z3_model_get_func_interp(c, self.model, decl);
            if interp.is_null() {
                // No constraint is left on it: any total function will do.
                return match zero(pool, data.result) {
                    Some(value) => {
                        values.set_fun_default(f, value);
                        Ok(())
                    }
                    None => Err("a function without a value in Z3's model".into()),
                };
            }
            Z3_func_interp_inc_ref(c, interp);
            let mut result = Ok(());
            for i in 0..Z3_func_interp_get_num_entries(c, interp) {
                let entry = Z3_func_interp_get_entry(c, interp, i);
                Z3_func_entry_inc_ref(c, entry);
                result = self.entry(pool, f, entry, values);
                Z3_func_entry_dec_ref(c, entry);
                if result.is_err() {
                    break;
                }
            }
            if result.is_ok() {
                let otherwise = Z3_func_interp_get_else(c, interp);
                result = self
                    .terms
                    .checked(otherwise)
                    .and_then(|t| self.value(pool, t, data.result))
                    .map(|value| values.set_fun_default(f, value));
            }
            Z3_func_interp_dec_ref(c, interp);
            result
        }
    }

    /// # Safety
    /// An entry of the interpretation of `f`, whose count is taken.
    unsafe fn entry(
        &mut self,
        pool: &Pool,
        f: FunId,
        entry: *mut FuncEntry,
        values: &mut Values,
    ) -> Result<(), Failed> {
        let c = self.terms.ctx;
        let data = pool.fun(f).clone();
        let mut args = Vec::new();
        for (i, sort) in data.params.iter().enumerate() {
            let arg = self
                .terms
                .checked(Z3_func_entry_get_arg(c, entry, i as u32))?;
            args.push(self.value(pool, arg, *sort)?);
        }
        let value = self.terms.checked(Z3_func_entry_get_value(c, entry))?;
        let value = self.value(pool, value, data.result)?;
        values.set_fun(f, args, value);
        Ok(())
    }
}

fn zero(pool: &Pool, sort: Sort) -> Option<Value> {
    let _ = pool;
    match sort {
        Sort::Int => Some(Value::Int(BigInt::from(0))),
        sort => Value::from_bits(sort, 0),
    }
}
