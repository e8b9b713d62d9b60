//! The signature of document 001, section 3.2: sorts, snapshots, and the symbols
//! of a program.
//!
//! Idea: snapshots are binary trees as terms. Building one undoes what took it
//! apart (`combine(first(s), second(s))` is `s`) and taking one apart undoes what
//! built it, so that most questions about them are answered by looking.
//! Types become sorts once; symbols are declared when first used.

use ep_ivl::ast::{DomainFuncId, FunctionId, Program, Type, TypeId, Types};
use ep_term::{FunId, Op, Pool, Sort, TermId, VarId};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

/// Sorts and symbols.
pub struct Logic {
    pub reference: Sort,
    pub snapshot: Sort,
    pub null: TermId,
    pub unit: TermId,
    pub none: TermId,
    pub write: TermId,
    /// When an object was made, in objects made before it.
    pub birth: FunId,
    combine: FunId,
    first: FunId,
    second: FunId,
    wrap: FxHashMap<Sort, FunId>,
    unwrap: FxHashMap<Sort, FunId>,
    sorts: FxHashMap<TypeId, Sort>,
    /// Which of two zeros is the lesser (or the greater) one, by the size of encodings.
    zeros: FxHashMap<(u32, bool), FunId>,
    /// The greatest integer that is not above a number.
    floor: Option<FunId>,
    functions: FxHashMap<FunctionId, FunId>,
    domain_functions: FxHashMap<(DomainFuncId, Box<[TypeId]>), FunId>,
    /// Axioms that came with new symbols and are to be given to the prover.
    pub axioms: Vec<TermId>,
}

impl Logic {
    /// The built-in part.
    pub fn new(pool: &mut Pool) -> Self {
        let reference = pool.uninterpreted_sort("Ref");
        let snapshot = pool.uninterpreted_sort("Snap");
        let null = pool.fresh_var("null", reference);
        let unit = pool.fresh_var("unit", snapshot);
        let none = pool.real(BigRational::zero());
        let write = pool.real(BigRational::one());
        let birth = pool.declare_fun("birth", &[reference], Sort::Int);
        let combine = pool.declare_fun("combine", &[snapshot, snapshot], snapshot);
        let first = pool.declare_fun("first", &[snapshot], snapshot);
        let second = pool.declare_fun("second", &[snapshot], snapshot);
        let mut axioms = Vec::new();
        let (l, r) = (pool.fresh_var("l", snapshot), pool.fresh_var("r", snapshot));
        let vars: Vec<_> = [l, r].iter().filter_map(|&t| pool.as_var(t)).collect();
        let pair = pool.apply(combine, &[l, r]);
        for (part, whole) in [(first, l), (second, r)] {
            let taken = pool.apply(part, &[pair]);
            let body = pool.eq(taken, whole);
            axioms.push(pool.forall(&vars, body, &[vec![pair]]));
        }
        let mut sorts = FxHashMap::default();
        sorts.insert(Types::BOOL, Sort::Bool);
        sorts.insert(Types::INT, Sort::Int);
        sorts.insert(Types::PERM, Sort::Real);
        sorts.insert(Types::REF, reference);
        Logic {
            reference,
            snapshot,
            null,
            unit,
            none,
            write,
            birth,
            combine,
            first,
            second,
            wrap: FxHashMap::default(),
            unwrap: FxHashMap::default(),
            sorts,
            zeros: FxHashMap::default(),
            floor: None,
            functions: FxHashMap::default(),
            domain_functions: FxHashMap::default(),
            axioms,
        }
    }

    /// Types that are sorts of the solver.
    pub fn name_sorts(&mut self, sorts: Vec<(TypeId, Sort)>) {
        self.sorts.extend(sorts);
    }

    /// Whether the first of two zeros, by their encodings of so many bits, is taken for
    /// the least (or the greatest).
    pub fn first_zero(&mut self, pool: &mut Pool, bits: u32, least: bool) -> FunId {
        let sort = Sort::BitVec(bits);
        *(self.zeros.entry((bits, least)))
            .or_insert_with(|| pool.declare_fun("first_zero", &[sort, sort], Sort::Bool))
    }

    /// The greatest integer that is not above `t`, with what that says of it.
    pub fn floor(&mut self, pool: &mut Pool, t: TermId) -> (TermId, [TermId; 2]) {
        let floor = match self.floor {
            Some(f) => f,
            None => {
                let f = pool.declare_fun("to_int", &[Sort::Real], Sort::Int);
                let x = pool.fresh_var("x", Sort::Real);
                let (taken, said) = Self::between(pool, f, x);
                let body = pool.and(said[0], said[1]);
                let bound: Vec<VarId> = pool.as_var(x).into_iter().collect();
                let axiom = pool.forall(&bound, body, &[vec![taken]]);
                self.axioms.push(axiom);
                *self.floor.insert(f)
            }
        };
        Self::between(pool, floor, t)
    }

    /// `floor(t) <= t` and `t < floor(t) + 1`
    fn between(pool: &mut Pool, floor: FunId, t: TermId) -> (TermId, [TermId; 2]) {
        let taken = pool.apply(floor, &[t]);
        let below = pool.int2real(taken);
        let one = pool.real(BigRational::one());
        let above = pool.real_add(below, one);
        let said = [pool.real_le(below, t), pool.real_lt(t, above)];
        (taken, said)
    }

    /// The sort of a type.
    pub fn sort(&mut self, pool: &mut Pool, types: &Types, ty: TypeId) -> Sort {
        if let Some(&s) = self.sorts.get(&ty) {
            return s;
        }
        let name = format!("type{}", ty.0);
        let s = match types.get(ty) {
            Type::Wand | Type::PredicateInstance => self.snapshot,
            _ => pool.uninterpreted_sort(&name),
        };
        self.sorts.insert(ty, s);
        s
    }

    /// The term is an application of the function.
    fn parts(&self, pool: &Pool, t: TermId, f: FunId) -> Option<Vec<TermId>> {
        match pool.op(t) {
            Op::Apply(g) if g == f => Some(pool.args(t).to_vec()),
            _ => None,
        }
    }

    /// `combine(l, r)`
    pub fn combine(&self, pool: &mut Pool, l: TermId, r: TermId) -> TermId {
        if let (Some(a), Some(b)) = (
            self.parts(pool, l, self.first),
            self.parts(pool, r, self.second),
        ) {
            if a == b {
                return a[0];
            }
        }
        pool.apply(self.combine, &[l, r])
    }

    /// `first(s)`
    pub fn first(&self, pool: &mut Pool, s: TermId) -> TermId {
        self.half(pool, s, true)
    }

    /// `second(s)`
    pub fn second(&self, pool: &mut Pool, s: TermId) -> TermId {
        self.half(pool, s, false)
    }

    fn half(&self, pool: &mut Pool, s: TermId, first: bool) -> TermId {
        if let Some(parts) = self.parts(pool, s, self.combine) {
            return parts[usize::from(!first)];
        }
        if pool.op(s) == Op::Ite {
            let a = pool.args(s).to_vec();
            let x = self.half(pool, a[1], first);
            let y = self.half(pool, a[2], first);
            return pool.ite(a[0], x, y);
        }
        let f = if first { self.first } else { self.second };
        pool.apply(f, &[s])
    }

    /// `s == combine(first(s), second(s))`, which holds of the snapshot of a
    /// conjunction; `None` where it shows.
    pub fn is_pair(&self, pool: &mut Pool, s: TermId) -> Option<TermId> {
        if self.parts(pool, s, self.combine).is_some() {
            return None;
        }
        let (l, r) = (self.first(pool, s), self.second(pool, s));
        let whole = pool.apply(self.combine, &[l, r]);
        Some(pool.eq(s, whole))
    }

    /// `s == from(to(s))`, which holds of the snapshot of a field; `None` where it
    /// shows.
    pub fn is_value(&mut self, pool: &mut Pool, s: TermId, sort: Sort) -> Option<TermId> {
        if sort == self.snapshot {
            return None;
        }
        let (w, _) = self.wrappers(pool, sort);
        if self.parts(pool, s, w).is_some() {
            return None;
        }
        let v = self.unwrapped(pool, s, sort);
        let whole = pool.apply(w, &[v]);
        Some(pool.eq(s, whole))
    }

    /// The two halves of a snapshot that is a pair.
    pub fn pair(&self, pool: &Pool, s: TermId) -> Option<(TermId, TermId)> {
        self.parts(pool, s, self.combine).map(|p| (p[0], p[1]))
    }

    fn wrappers(&mut self, pool: &mut Pool, sort: Sort) -> (FunId, FunId) {
        if let (Some(&w), Some(&u)) = (self.wrap.get(&sort), self.unwrap.get(&sort)) {
            return (w, u);
        }
        let w = pool.declare_fun("from", &[sort], self.snapshot);
        let u = pool.declare_fun("to", &[self.snapshot], sort);
        self.wrap.insert(sort, w);
        self.unwrap.insert(sort, u);
        let v = pool.fresh_var("v", sort);
        let wrapped = pool.apply(w, &[v]);
        let back = pool.apply(u, &[wrapped]);
        let body = pool.eq(back, v);
        if let Some(var) = pool.as_var(v) {
            let axiom = pool.forall(&[var], body, &[vec![wrapped]]);
            self.axioms.push(axiom);
        }
        (w, u)
    }

    /// The symbol that makes a snapshot of a value of this sort.
    pub fn wrap_symbol(&mut self, pool: &mut Pool, sort: Sort) -> FunId {
        self.wrappers(pool, sort).0
    }

    /// `fromRef(v)` of the document, for any sort.
    pub fn wrapped(&mut self, pool: &mut Pool, v: TermId) -> TermId {
        let sort = pool.sort(v);
        if sort == self.snapshot {
            return v;
        }
        let (w, u) = self.wrappers(pool, sort);
        if let Some(inner) = self.parts(pool, v, u) {
            return inner[0];
        }
        pool.apply(w, &[v])
    }

    /// `toRef(s)` of the document, for any sort.
    pub fn unwrapped(&mut self, pool: &mut Pool, s: TermId, sort: Sort) -> TermId {
        if sort == self.snapshot {
            return s;
        }
        let (w, u) = self.wrappers(pool, sort);
        if let Some(inner) = self.parts(pool, s, w) {
            return inner[0];
        }
        if pool.op(s) == Op::Ite {
            let a = pool.args(s).to_vec();
            let x = self.unwrapped(pool, a[1], sort);
            let y = self.unwrapped(pool, a[2], sort);
            return pool.ite(a[0], x, y);
        }
        pool.apply(u, &[s])
    }

    /// The symbol of a pure function: its first parameter is the snapshot of its
    /// precondition.
    pub fn function(&mut self, pool: &mut Pool, program: &Program, f: FunctionId) -> FunId {
        if let Some(&s) = self.functions.get(&f) {
            return s;
        }
        let data = &program.functions[f];
        let mut params = vec![self.snapshot];
        for &p in &data.params {
            params.push(self.sort(pool, &program.types, data.vars[p].ty));
        }
        let result = self.sort(pool, &program.types, data.result);
        let s = pool.declare_fun(&data.name, &params, result);
        self.functions.insert(f, s);
        s
    }

    /// The symbol of a domain function at type arguments: `params` and `result` are
    /// its instantiated types. The second value is true when it is new.
    pub fn domain_function(
        &mut self,
        pool: &mut Pool,
        program: &Program,
        types: &Types,
        key: (DomainFuncId, Box<[TypeId]>),
        params: &[TypeId],
        result: TypeId,
    ) -> (FunId, bool) {
        if let Some(&s) = self.domain_functions.get(&key) {
            return (s, false);
        }
        let params: Vec<Sort> = params.iter().map(|&t| self.sort(pool, types, t)).collect();
        let result = self.sort(pool, types, result);
        let s = pool.declare_fun(&program.domain_funcs[key.0].name, &params, result);
        self.domain_functions.insert(key, s);
        (s, true)
    }

    /// The domain functions without type arguments that were met.
    pub fn domain_symbols(&self) -> impl Iterator<Item = (DomainFuncId, FunId)> + '_ {
        let mut all: Vec<(DomainFuncId, FunId)> = (self.domain_functions.iter())
            .filter(|(key, _)| key.1.is_empty())
            .map(|(key, f)| (key.0, *f))
            .collect();
        all.sort_unstable_by_key(|x| x.1);
        all.into_iter()
    }

    /// Variables replaced by terms, with snapshots put together and taken apart as by
    /// the constructors above. The memo belongs to one map.
    pub fn substitute(
        &mut self,
        pool: &mut Pool,
        t: TermId,
        map: &FxHashMap<VarId, TermId>,
        memo: &mut FxHashMap<TermId, TermId>,
    ) -> TermId {
        let mut stack = vec![t];
        while let Some(&x) = stack.last() {
            if memo.contains_key(&x) {
                stack.pop();
                continue;
            }
            if !pool.vars(x).iter().any(|v| map.contains_key(v)) {
                memo.insert(x, x);
                stack.pop();
                continue;
            }
            if let Op::Var(v) = pool.op(x) {
                memo.insert(x, map.get(&v).copied().unwrap_or(x));
                stack.pop();
                continue;
            }
            let before = stack.len();
            for &a in pool.args(x) {
                if !memo.contains_key(&a) {
                    stack.push(a);
                }
            }
            if stack.len() > before {
                continue;
            }
            stack.pop();
            let args: Vec<TermId> = pool.args(x).iter().map(|a| memo[a]).collect();
            let made = self.rebuild(pool, x, &args);
            memo.insert(x, made);
        }
        memo.get(&t).copied().unwrap_or(t)
    }

    fn rebuild(&mut self, pool: &mut Pool, x: TermId, args: &[TermId]) -> TermId {
        let (op, sort) = (pool.op(x), pool.sort(x));
        match op {
            Op::Apply(f) if f == self.first => self.first(pool, args[0]),
            Op::Apply(f) if f == self.second => self.second(pool, args[0]),
            Op::Apply(f) if f == self.combine => self.combine(pool, args[0], args[1]),
            Op::Apply(f) if self.unwrap.get(&sort) == Some(&f) => {
                self.unwrapped(pool, args[0], sort)
            }
            Op::Apply(f)
                if sort == self.snapshot && self.wrap.get(&pool.sort(args[0])) == Some(&f) =>
            {
                self.wrapped(pool, args[0])
            }
            _ => pool.rebuild(op, sort, args),
        }
    }
}
