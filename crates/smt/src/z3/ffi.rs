//! The part of Z3's C interface that is used here, declared by hand.
//!
//! Alternatives: the crates `z3-sys` and `z3` need bindgen and libclang at build
//! time and follow the newest library; these declarations have been stable since
//! Z3 4.5 and work with Debian's 4.8.12.

#![allow(non_snake_case)]

use std::os::raw::{c_char, c_int, c_uint};

macro_rules! handles {
    ($($name:ident)*) => {
        $(
            #[repr(C)]
            pub struct $name {
                _opaque: [u8; 0],
            }
        )*
    };
}

handles! { Ctx Cfg Obj Solver Model Params Vector FuncInterp FuncEntry Pattern }

/// Terms, sorts, declarations, symbols: all are syntax trees to Z3.
pub type Ast = *mut Obj;
pub type Context = *mut Ctx;
pub type ErrorHandler = Option<unsafe extern "C" fn(Context, c_int)>;

pub const OP_STORE: c_int = 0x300;
pub const OP_CONST_ARRAY: c_int = OP_STORE + 2;
pub const L_TRUE: c_int = 1;
pub const L_FALSE: c_int = -1;

macro_rules! binary {
    ($($name:ident)*) => {
        #[link(name = "z3")]
        extern "C" {
            $(pub fn $name(c: Context, a: Ast, b: Ast) -> Ast;)*
        }
    };
}
macro_rules! unary {
    ($($name:ident)*) => {
        #[link(name = "z3")]
        extern "C" {
            $(pub fn $name(c: Context, a: Ast) -> Ast;)*
        }
    };
}
macro_rules! nullary {
    ($($name:ident)*) => {
        #[link(name = "z3")]
        extern "C" {
            $(pub fn $name(c: Context) -> Ast;)*
        }
    };
}

nullary! {
    Z3_mk_true Z3_mk_false Z3_mk_bool_sort Z3_mk_int_sort Z3_mk_real_sort
    Z3_mk_fpa_round_nearest_ties_to_even Z3_mk_fpa_round_nearest_ties_to_away
    Z3_mk_fpa_round_toward_zero Z3_mk_fpa_round_toward_positive
    Z3_mk_fpa_round_toward_negative
}
unary! {
    Z3_mk_not Z3_mk_bvnot Z3_mk_bvneg Z3_mk_fpa_abs Z3_mk_fpa_neg Z3_mk_fpa_is_nan
    Z3_mk_fpa_is_infinite Z3_mk_fpa_is_zero Z3_mk_fpa_is_negative Z3_mk_fpa_is_normal
    Z3_mk_fpa_is_subnormal Z3_mk_int2real Z3_get_app_decl
}
binary! {
    Z3_mk_eq Z3_mk_bvadd Z3_mk_bvsub Z3_mk_bvmul Z3_mk_bvudiv Z3_mk_bvsdiv Z3_mk_bvurem
    Z3_mk_bvsrem Z3_mk_bvand Z3_mk_bvor Z3_mk_bvxor Z3_mk_bvshl Z3_mk_bvlshr Z3_mk_bvashr
    Z3_mk_concat Z3_mk_bvult Z3_mk_bvule Z3_mk_bvslt Z3_mk_bvsle
    Z3_mk_div Z3_mk_mod Z3_mk_lt Z3_mk_le Z3_mk_select
    Z3_mk_const_array Z3_mk_fpa_to_fp_bv Z3_mk_fpa_lt Z3_mk_fpa_leq Z3_mk_fpa_eq
    Z3_mk_fpa_sqrt Z3_mk_fpa_round_to_integral Z3_mk_array_sort
}

#[link(name = "z3")]
extern "C" {
    pub fn Z3_mk_config() -> *mut Cfg;
    pub fn Z3_set_param_value(c: *mut Cfg, key: *const c_char, value: *const c_char);
    pub fn Z3_del_config(c: *mut Cfg);
    pub fn Z3_mk_context(c: *mut Cfg) -> Context;
    pub fn Z3_del_context(c: Context);
    pub fn Z3_set_error_handler(c: Context, h: ErrorHandler);
    pub fn Z3_get_error_code(c: Context) -> c_int;
    pub fn Z3_get_error_msg(c: Context, e: c_int) -> *const c_char;

    pub fn Z3_mk_int_symbol(c: Context, i: c_int) -> Ast;
    pub fn Z3_mk_string_symbol(c: Context, s: *const c_char) -> Ast;
    pub fn Z3_mk_bv_sort(c: Context, width: c_uint) -> Ast;
    pub fn Z3_mk_fpa_sort(c: Context, exp: c_uint, sig: c_uint) -> Ast;
    pub fn Z3_mk_uninterpreted_sort(c: Context, name: Ast) -> Ast;
    pub fn Z3_mk_const(c: Context, name: Ast, sort: Ast) -> Ast;
    pub fn Z3_mk_fresh_const(c: Context, prefix: *const c_char, sort: Ast) -> Ast;
    pub fn Z3_mk_func_decl(c: Context, name: Ast, n: c_uint, domain: *const Ast, range: Ast)
        -> Ast;
    pub fn Z3_mk_app(c: Context, f: Ast, n: c_uint, args: *const Ast) -> Ast;
    pub fn Z3_mk_numeral(c: Context, text: *const c_char, sort: Ast) -> Ast;
    pub fn Z3_mk_and(c: Context, n: c_uint, args: *const Ast) -> Ast;
    pub fn Z3_mk_or(c: Context, n: c_uint, args: *const Ast) -> Ast;
    pub fn Z3_mk_add(c: Context, n: c_uint, args: *const Ast) -> Ast;
    pub fn Z3_mk_mul(c: Context, n: c_uint, args: *const Ast) -> Ast;
    pub fn Z3_mk_ite(c: Context, i: Ast, t: Ast, e: Ast) -> Ast;
    pub fn Z3_mk_extract(c: Context, hi: c_uint, lo: c_uint, t: Ast) -> Ast;
    pub fn Z3_mk_sign_ext(c: Context, by: c_uint, t: Ast) -> Ast;
    pub fn Z3_mk_zero_ext(c: Context, by: c_uint, t: Ast) -> Ast;
    pub fn Z3_mk_bvmul_no_overflow(c: Context, a: Ast, b: Ast, signed: bool) -> Ast;
    pub fn Z3_mk_bv2int(c: Context, t: Ast, signed: bool) -> Ast;
    pub fn Z3_mk_int2bv(c: Context, width: c_uint, t: Ast) -> Ast;
    pub fn Z3_mk_store(c: Context, a: Ast, i: Ast, v: Ast) -> Ast;
    pub fn Z3_mk_fpa_add(c: Context, rm: Ast, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_fpa_sub(c: Context, rm: Ast, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_fpa_mul(c: Context, rm: Ast, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_fpa_div(c: Context, rm: Ast, a: Ast, b: Ast) -> Ast;
    pub fn Z3_mk_fpa_fma(c: Context, rm: Ast, a: Ast, b: Ast, d: Ast) -> Ast;
    pub fn Z3_mk_fpa_to_fp_float(c: Context, rm: Ast, t: Ast, sort: Ast) -> Ast;
    pub fn Z3_mk_fpa_to_fp_signed(c: Context, rm: Ast, t: Ast, sort: Ast) -> Ast;
    pub fn Z3_mk_fpa_to_fp_unsigned(c: Context, rm: Ast, t: Ast, sort: Ast) -> Ast;
    pub fn Z3_mk_fpa_to_sbv(c: Context, rm: Ast, t: Ast, width: c_uint) -> Ast;
    pub fn Z3_mk_fpa_to_ubv(c: Context, rm: Ast, t: Ast, width: c_uint) -> Ast;
    pub fn Z3_mk_pattern(c: Context, n: c_uint, terms: *const Ast) -> *mut Pattern;
    pub fn Z3_mk_forall_const(
        c: Context,
        weight: c_uint,
        n: c_uint,
        bound: *const Ast,
        n_patterns: c_uint,
        patterns: *const *mut Pattern,
        body: Ast,
    ) -> Ast;
    pub fn Z3_mk_exists_const(
        c: Context,
        weight: c_uint,
        n: c_uint,
        bound: *const Ast,
        n_patterns: c_uint,
        patterns: *const *mut Pattern,
        body: Ast,
    ) -> Ast;

    pub fn Z3_mk_quantifier_const_ex(
        c: Context,
        is_forall: bool,
        weight: c_uint,
        quantifier_id: Ast,
        skolem_id: Ast,
        n: c_uint,
        bound: *const Ast,
        n_patterns: c_uint,
        patterns: *const *mut Pattern,
        n_no_patterns: c_uint,
        no_patterns: *const Ast,
        body: Ast,
    ) -> Ast;

    pub fn Z3_global_param_set(id: *const c_char, value: *const c_char);
    pub fn Z3_interrupt(c: Context);

    pub fn Z3_mk_params(c: Context) -> *mut Params;
    pub fn Z3_params_inc_ref(c: Context, p: *mut Params);
    pub fn Z3_params_dec_ref(c: Context, p: *mut Params);
    pub fn Z3_params_set_uint(c: Context, p: *mut Params, key: Ast, value: c_uint);
    pub fn Z3_params_set_bool(c: Context, p: *mut Params, key: Ast, value: bool);
    pub fn Z3_params_set_double(c: Context, p: *mut Params, key: Ast, value: f64);
    pub fn Z3_mk_solver(c: Context) -> *mut Solver;
    pub fn Z3_mk_simple_solver(c: Context) -> *mut Solver;
    pub fn Z3_solver_push(c: Context, s: *mut Solver);
    pub fn Z3_solver_pop(c: Context, s: *mut Solver, n: c_uint);
    pub fn Z3_solver_inc_ref(c: Context, s: *mut Solver);
    pub fn Z3_solver_dec_ref(c: Context, s: *mut Solver);
    pub fn Z3_solver_set_params(c: Context, s: *mut Solver, p: *mut Params);
    pub fn Z3_solver_assert(c: Context, s: *mut Solver, t: Ast);
    pub fn Z3_solver_check(c: Context, s: *mut Solver) -> c_int;
    pub fn Z3_solver_check_assumptions(
        c: Context,
        s: *mut Solver,
        n: c_uint,
        assumptions: *const Ast,
    ) -> c_int;
    pub fn Z3_solver_get_unsat_core(c: Context, s: *mut Solver) -> *mut Vector;
    pub fn Z3_solver_get_model(c: Context, s: *mut Solver) -> *mut Model;
    pub fn Z3_solver_get_reason_unknown(c: Context, s: *mut Solver) -> *const c_char;
    pub fn Z3_ast_vector_inc_ref(c: Context, v: *mut Vector);
    pub fn Z3_ast_vector_dec_ref(c: Context, v: *mut Vector);
    pub fn Z3_ast_vector_size(c: Context, v: *mut Vector) -> c_uint;
    pub fn Z3_ast_vector_get(c: Context, v: *mut Vector, i: c_uint) -> Ast;

    pub fn Z3_model_inc_ref(c: Context, m: *mut Model);
    pub fn Z3_model_dec_ref(c: Context, m: *mut Model);
    pub fn Z3_model_eval(
        c: Context,
        m: *mut Model,
        t: Ast,
        completion: bool,
        value: *mut Ast,
    ) -> bool;
    pub fn Z3_model_get_func_interp(c: Context, m: *mut Model, f: Ast) -> *mut FuncInterp;
    pub fn Z3_func_interp_inc_ref(c: Context, f: *mut FuncInterp);
    pub fn Z3_func_interp_dec_ref(c: Context, f: *mut FuncInterp);
    pub fn Z3_func_interp_get_num_entries(c: Context, f: *mut FuncInterp) -> c_uint;
    pub fn Z3_func_interp_get_entry(c: Context, f: *mut FuncInterp, i: c_uint) -> *mut FuncEntry;
    pub fn Z3_func_interp_get_else(c: Context, f: *mut FuncInterp) -> Ast;
    pub fn Z3_func_entry_inc_ref(c: Context, e: *mut FuncEntry);
    pub fn Z3_func_entry_dec_ref(c: Context, e: *mut FuncEntry);
    pub fn Z3_func_entry_get_value(c: Context, e: *mut FuncEntry) -> Ast;
    pub fn Z3_func_entry_get_arg(c: Context, e: *mut FuncEntry, i: c_uint) -> Ast;
    pub fn Z3_get_bool_value(c: Context, t: Ast) -> c_int;
    pub fn Z3_is_numeral_ast(c: Context, t: Ast) -> bool;
    pub fn Z3_is_app(c: Context, t: Ast) -> bool;
    pub fn Z3_get_numeral_string(c: Context, t: Ast) -> *const c_char;
    pub fn Z3_get_decl_kind(c: Context, f: Ast) -> c_int;
    pub fn Z3_get_app_num_args(c: Context, t: Ast) -> c_uint;
    pub fn Z3_get_app_arg(c: Context, t: Ast, i: c_uint) -> Ast;
    pub fn Z3_ast_to_string(c: Context, t: Ast) -> *const c_char;
}
