//! The pool: all terms of one worker, hash-consed.
//!
//! Idea: a node is a fixed-size record in one dense array (operator, sort, up
//! to three arguments in place, longer lists in a side array); the table for
//! hash-consing holds `(hash, id)` pairs with linear probing, so growing it does
//! not touch the nodes. Facts (ranges, known bits) and support sets are computed
//! once at construction; trivial facts are shared. Alternatives: `Rc` trees
//! (a cache line and a count per hop), an e-graph (no normal form on the hot
//! path). Source: carcara `src/ast`, bitwuzla `src/node` as habit. Cost: about
//! 48 bytes per node plus 96 for facts that say something.

use crate::facts::{Facts, KnownBits};
use crate::op::Op;
use crate::rules::Rules;
use crate::sort::{ArraySortId, FloatSort, FunId, QuantId, Sort, TermId, UninterpretedId, VarId};
use crate::support::{SupportId, Supports};
use crate::{facts, fold};
use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) op: Op,
    pub(crate) sort: Sort,
    args: [TermId; 3],
    len: u32,
    support: SupportId,
    facts: u32,
}

struct VarData {
    name: String,
    sort: Sort,
    term: TermId,
}

/// A declared function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunData {
    /// Its name as given.
    pub name: String,
    /// The sorts of its parameters.
    pub params: Vec<Sort>,
    /// The sort of its value.
    pub result: Sort,
}

/// What a quantifier binds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct QuantData {
    /// The bound variables.
    pub vars: Vec<VarId>,
    /// The sizes of the triggers; their terms follow the body in the arguments.
    pub trigger_lens: Vec<u32>,
}

/// All terms of one worker. Terms are built only here.
pub struct Pool {
    nodes: Vec<Node>,
    more_args: Vec<TermId>,
    table: Vec<(u32, u32)>,
    facts: Vec<Facts>,
    pub(crate) supports: Supports,
    vars: Vec<VarData>,
    bits: Vec<u128>,
    bits_ids: FxHashMap<(u128, Sort), TermId>,
    ints: Vec<BigInt>,
    int_ids: FxHashMap<BigInt, TermId>,
    reals: Vec<BigRational>,
    real_ids: FxHashMap<BigRational, TermId>,
    array_sorts: Vec<(Sort, Sort)>,
    uninterpreted: Vec<String>,
    funs: Vec<FunData>,
    quants: Vec<QuantData>,
    quant_ids: FxHashMap<QuantData, QuantId>,
    /// How deep the constructor of equalities is in itself.
    pub(crate) eq_depth: u32,
    pub(crate) rules: Rules,
}

const TRUE: TermId = TermId(0);
const FALSE: TermId = TermId(1);
const EMPTY: u32 = u32::MAX;

impl Default for Pool {
    fn default() -> Self {
        Self::new()
    }
}

impl Pool {
    /// A pool that holds true and false.
    pub fn new() -> Self {
        let mut facts = vec![Facts::top(1)];
        facts.extend((1..=128).map(Facts::top));
        let mut pool = Pool {
            nodes: Vec::new(),
            more_args: Vec::new(),
            table: vec![(0, EMPTY); 1024],
            facts,
            supports: Supports::new(),
            vars: Vec::new(),
            bits: Vec::new(),
            bits_ids: FxHashMap::default(),
            ints: Vec::new(),
            int_ids: FxHashMap::default(),
            reals: Vec::new(),
            real_ids: FxHashMap::default(),
            array_sorts: Vec::new(),
            uninterpreted: Vec::new(),
            funs: Vec::new(),
            quants: Vec::new(),
            quant_ids: FxHashMap::default(),
            eq_depth: 0,
            rules: Rules::default(),
        };
        let t = pool.mk(Op::True, Sort::Bool, &[]);
        let f = pool.mk(Op::False, Sort::Bool, &[]);
        debug_assert!(t == TRUE && f == FALSE);
        pool
    }

    /// The number of terms.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: true and false are always there.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    #[inline]
    pub(crate) fn node(&self, t: TermId) -> &Node {
        &self.nodes[t.0 as usize]
    }

    /// The operator.
    #[inline]
    pub fn op(&self, t: TermId) -> Op {
        self.node(t).op
    }

    /// The arguments.
    #[inline]
    pub fn args(&self, t: TermId) -> &[TermId] {
        let n = self.node(t);
        if n.len <= 3 {
            &n.args[..n.len as usize]
        } else {
            let start = n.args[0].0 as usize;
            &self.more_args[start..start + n.len as usize]
        }
    }

    /// Argument `i` of a node with at most three arguments.
    #[inline]
    pub(crate) fn arg(&self, t: TermId, i: usize) -> TermId {
        self.node(t).args[i]
    }

    /// The sort.
    #[inline]
    pub fn sort(&self, t: TermId) -> Sort {
        self.node(t).sort
    }

    /// The width of a bit vector; of other sorts the size of the encoding (Bool 1,
    /// Float as stored), and 0 where there is none.
    #[inline]
    pub fn width(&self, t: TermId) -> u32 {
        match self.node(t).sort {
            Sort::BitVec(w) => w,
            Sort::Bool => 1,
            Sort::Float(f) => f.bits(),
            _ => 0,
        }
    }

    #[inline]
    pub(crate) fn facts(&self, t: TermId) -> &Facts {
        &self.facts[self.node(t).facts as usize]
    }

    /// The least and greatest unsigned value that the term can take, as far as known.
    pub fn urange(&self, t: TermId) -> (u128, u128) {
        let f = self.facts(t);
        (f.ulo, f.uhi)
    }

    /// The least and greatest signed value that the term can take, as far as known.
    pub fn srange(&self, t: TermId) -> (i128, i128) {
        let f = self.facts(t);
        (f.slo, f.shi)
    }

    /// Bits that are the same under every assignment.
    pub fn known_bits(&self, t: TermId) -> KnownBits {
        let f = self.facts(t);
        KnownBits {
            zeros: f.zeros,
            ones: f.ones,
        }
    }

    /// The free variables, sorted.
    #[inline]
    pub fn vars(&self, t: TermId) -> &[VarId] {
        self.supports.get(self.node(t).support)
    }

    // ---- variables, sorts, functions -------------------------------------

    /// A new variable, different from all others even under an equal name.
    pub fn fresh_var(&mut self, name: &str, sort: Sort) -> TermId {
        let v = VarId(self.vars.len() as u32);
        self.vars.push(VarData {
            name: name.to_owned(),
            sort,
            term: TRUE,
        });
        let t = self.mk(Op::Var(v), sort, &[]);
        self.vars[v.0 as usize].term = t;
        t
    }

    /// The variable that the term is.
    #[inline]
    pub fn as_var(&self, t: TermId) -> Option<VarId> {
        match self.op(t) {
            Op::Var(v) => Some(v),
            _ => None,
        }
    }

    /// The term of a variable.
    #[inline]
    pub fn var_term(&self, v: VarId) -> TermId {
        self.vars[v.0 as usize].term
    }

    /// The name as given.
    pub fn var_name(&self, v: VarId) -> &str {
        &self.vars[v.0 as usize].name
    }

    /// The sort of a variable.
    pub fn var_sort(&self, v: VarId) -> Sort {
        self.vars[v.0 as usize].sort
    }

    /// The number of variables.
    pub fn var_count(&self) -> usize {
        self.vars.len()
    }

    /// The sort of total maps from `index` to `element`.
    pub fn array_sort(&mut self, index: Sort, element: Sort) -> Sort {
        let pair = (index, element);
        let at = match self.array_sorts.iter().position(|p| *p == pair) {
            Some(i) => i,
            None => {
                self.array_sorts.push(pair);
                self.array_sorts.len() - 1
            }
        };
        Sort::Array(ArraySortId(at as u32))
    }

    /// The index and element sorts of an array sort.
    pub fn array_sorts_of(&self, id: ArraySortId) -> (Sort, Sort) {
        self.array_sorts[id.0 as usize]
    }

    /// A new uninterpreted sort.
    pub fn uninterpreted_sort(&mut self, name: &str) -> Sort {
        self.uninterpreted.push(name.to_owned());
        Sort::Uninterpreted(UninterpretedId(self.uninterpreted.len() as u32 - 1))
    }

    /// The name of an uninterpreted sort.
    pub fn uninterpreted_name(&self, id: UninterpretedId) -> &str {
        &self.uninterpreted[id.0 as usize]
    }

    /// A new uninterpreted function.
    pub fn declare_fun(&mut self, name: &str, params: &[Sort], result: Sort) -> FunId {
        self.funs.push(FunData {
            name: name.to_owned(),
            params: params.to_vec(),
            result,
        });
        FunId(self.funs.len() as u32 - 1)
    }

    /// Name and sorts of a function.
    pub fn fun(&self, f: FunId) -> &FunData {
        &self.funs[f.0 as usize]
    }

    /// What a quantified term binds.
    pub fn quant(&self, q: QuantId) -> &QuantData {
        &self.quants[q.0 as usize]
    }

    pub(crate) fn intern_quant(&mut self, data: QuantData) -> QuantId {
        if let Some(&q) = self.quant_ids.get(&data) {
            return q;
        }
        let q = QuantId(self.quants.len() as u32);
        self.quants.push(data.clone());
        self.quant_ids.insert(data, q);
        q
    }

    // ---- literals ---------------------------------------------------------

    /// True.
    #[inline]
    pub fn tru(&self) -> TermId {
        TRUE
    }

    /// False.
    #[inline]
    pub fn fls(&self) -> TermId {
        FALSE
    }

    /// A truth value.
    #[inline]
    pub fn boolean(&self, b: bool) -> TermId {
        if b {
            TRUE
        } else {
            FALSE
        }
    }

    /// The truth value of a literal.
    #[inline]
    pub fn as_bool(&self, t: TermId) -> Option<bool> {
        match t {
            TRUE => Some(true),
            FALSE => Some(false),
            _ => None,
        }
    }

    /// A bit vector of `width` (1..=128) bits; `value` is reduced to it.
    pub fn bv(&mut self, width: u32, value: u128) -> TermId {
        debug_assert!((1..=128).contains(&width), "width {width}");
        self.encoded(Sort::BitVec(width), value & fold::mask(width))
    }

    /// A float with this encoding.
    pub fn fp(&mut self, sort: FloatSort, encoding: u128) -> TermId {
        self.encoded(Sort::Float(sort), encoding & fold::mask(sort.bits()))
    }

    fn encoded(&mut self, sort: Sort, value: u128) -> TermId {
        if let Some(&t) = self.bits_ids.get(&(value, sort)) {
            return t;
        }
        let index = self.bits.len() as u32;
        self.bits.push(value);
        let op = match sort {
            Sort::Float(_) => Op::FpConst(index),
            _ => Op::BvConst(index),
        };
        let t = self.push_node(op, sort, &[]);
        self.bits_ids.insert((value, sort), t);
        t
    }

    /// The value of a bit-vector literal.
    #[inline]
    pub fn as_bv(&self, t: TermId) -> Option<u128> {
        match self.op(t) {
            Op::BvConst(i) => Some(self.bits[i as usize]),
            _ => None,
        }
    }

    /// The encoding of a float literal.
    #[inline]
    pub fn as_fp(&self, t: TermId) -> Option<u128> {
        match self.op(t) {
            Op::FpConst(i) => Some(self.bits[i as usize]),
            _ => None,
        }
    }

    /// A mathematical integer.
    pub fn int(&mut self, value: BigInt) -> TermId {
        if let Some(&t) = self.int_ids.get(&value) {
            return t;
        }
        let index = self.ints.len() as u32;
        self.ints.push(value.clone());
        let t = self.push_node(Op::IntConst(index), Sort::Int, &[]);
        self.int_ids.insert(value, t);
        t
    }

    /// A mathematical integer.
    pub fn int_i128(&mut self, value: i128) -> TermId {
        self.int(BigInt::from(value))
    }

    /// The value of an integer literal.
    pub fn as_int(&self, t: TermId) -> Option<&BigInt> {
        match self.op(t) {
            Op::IntConst(i) => Some(&self.ints[i as usize]),
            _ => None,
        }
    }

    /// A rational number.
    pub fn real(&mut self, value: BigRational) -> TermId {
        if let Some(&t) = self.real_ids.get(&value) {
            return t;
        }
        let index = self.reals.len() as u32;
        self.reals.push(value.clone());
        let t = self.push_node(Op::RealConst(index), Sort::Real, &[]);
        self.real_ids.insert(value, t);
        t
    }

    /// The value of a real literal.
    pub fn as_real(&self, t: TermId) -> Option<&BigRational> {
        match self.op(t) {
            Op::RealConst(i) => Some(&self.reals[i as usize]),
            _ => None,
        }
    }

    /// The constant that stands behind the encoding of a scalar literal (Bool, BitVec, Float).
    #[inline]
    pub(crate) fn literal_bits(&self, t: TermId) -> Option<u128> {
        match self.op(t) {
            Op::BvConst(i) | Op::FpConst(i) => Some(self.bits[i as usize]),
            Op::True => Some(1),
            Op::False => Some(0),
            _ => None,
        }
    }

    /// The term of a literal's operator.
    pub(crate) fn literal(&mut self, op: Op, sort: Sort) -> TermId {
        match op {
            Op::BvConst(i) | Op::FpConst(i) => self.encoded(sort, self.bits[i as usize]),
            Op::IntConst(i) => self.int(self.ints[i as usize].clone()),
            Op::RealConst(i) => self.real(self.reals[i as usize].clone()),
            _ => self.boolean(op == Op::True),
        }
    }

    // ---- hash-consing -----------------------------------------------------

    /// The node with exactly this shape, without any rewriting.
    pub(crate) fn mk(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        let hash = hash_node(op, sort, args);
        let size = self.table.len() - 1;
        let mut at = hash as usize & size;
        loop {
            let (h, id) = self.table[at];
            if id == EMPTY {
                break;
            }
            if h == hash {
                let t = TermId(id);
                let n = self.node(t);
                if n.op == op && n.sort == sort && self.args(t) == args {
                    return t;
                }
            }
            at = (at + 1) & size;
        }
        let t = self.push_node(op, sort, args);
        self.table[at] = (hash, t.0);
        if self.nodes.len() * 2 > self.table.len() {
            self.grow();
        }
        t
    }

    fn grow(&mut self) {
        let new_len = self.table.len() * 2;
        let old = std::mem::replace(&mut self.table, vec![(0, EMPTY); new_len]);
        for (hash, id) in old {
            if id == EMPTY {
                continue;
            }
            let mut at = hash as usize & (new_len - 1);
            while self.table[at].1 != EMPTY {
                at = (at + 1) & (new_len - 1);
            }
            self.table[at] = (hash, id);
        }
    }

    fn push_node(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        let t = TermId(self.nodes.len() as u32);
        let mut inline = [TRUE; 3];
        if args.len() <= 3 {
            inline[..args.len()].copy_from_slice(args);
        } else {
            inline[0] = TermId(self.more_args.len() as u32);
            self.more_args.extend_from_slice(args);
        }
        let mut support = SupportId::EMPTY;
        for &a in args {
            support = self.supports.union(support, self.node(a).support);
        }
        match op {
            Op::Var(v) => support = self.supports.single(v),
            Op::Forall(q) | Op::Exists(q) => {
                support = self
                    .supports
                    .without(support, &self.quants[q.0 as usize].vars);
            }
            _ => {}
        }
        let facts = match sort {
            Sort::BitVec(w) => {
                let value = match op {
                    Op::BvConst(i) => Facts::constant(self.bits[i as usize], w),
                    _ => facts::compute(self, op, w, args),
                };
                if value == self.facts[w as usize] {
                    w
                } else {
                    self.facts.push(value);
                    self.facts.len() as u32 - 1
                }
            }
            _ => 0,
        };
        self.nodes.push(Node {
            op,
            sort,
            args: inline,
            len: args.len() as u32,
            support,
            facts,
        });
        t
    }
}

#[inline]
fn hash_node(op: Op, sort: Sort, args: &[TermId]) -> u32 {
    let mut h = FxHasher::default();
    op.hash(&mut h);
    sort.hash(&mut h);
    for a in args {
        h.write_u32(a.0);
    }
    let x = h.finish();
    (x ^ (x >> 32)) as u32
}
