//! Expressions: `nil | x | e.f | a[e] | (a[e] := e') | op(e₁, …, eₙ)`, hash-consed.
//!
//! Idea: section 4.1 of document 002 reads `e.f` as `f[e]`; so a field is a
//! variable of a map type and both are one node, [`Node::Select`]. Elements of
//! Java's arrays are maps with two keys (array object, index). A condition of
//! either way is then a DAG over the same language, and substitution is one
//! function. [`crate::build`] has the constructors.
//! Alternative: terms of the `term` crate at once; they are total, so that
//! Lemma 4.3 could not even be stated.
//! Cost: 40 bytes per node and 12 in the table.

use crate::mutation::Switch;
use ep_base::entity;
use rustc_hash::FxHashMap;
use std::rc::Rc;

entity!(
    /// An expression of an [`Exprs`].
    ExprId,
    "e"
);
entity!(
    /// A variable of an [`Exprs`]: scalar, array or field.
    VarId,
    "x"
);

/// A class, numbered as in the program.
pub type ClassTag = u32;

/// Types of values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Scalar {
    Bool,
    /// 32 bits with wrap-around; `byte`, `short` and `char` too, by [`Range`].
    Int,
    /// 64 bits.
    Long,
    /// Objects and `nil`.
    Ref,
}

/// What a map is indexed by.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Keys {
    /// The arrays of section 2.1.
    Int,
    /// Fields.
    Ref,
    /// Elements of array objects.
    RefInt,
}

/// Types of expressions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ty {
    /// A value.
    Scalar(Scalar),
    /// A function from keys to values.
    Map(Keys, Scalar),
}

/// What a variable is initially known to lie in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Range {
    Full,
    Byte,
    Short,
    Char,
    /// Lengths.
    NonNegative,
}

/// What a variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A global variable, a static field, a parameter of the method asked about.
    Global,
    /// A local variable of a procedure: its slot in a closure.
    Local(u32),
    /// The object that a `new` made; its class, and the length of an array.
    Fresh(ClassTag, Option<ExprId>),
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name in the program.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// What its initial values lie in.
    pub range: Range,
    /// What it stands for.
    pub role: Role,
    /// The variable `|a|` of a bounded array.
    pub bound: Option<VarId>,
    /// The static class of a reference (or of a map's references).
    pub class: Option<ClassTag>,
    /// The characters, for the object of a string literal.
    pub text: Option<Rc<[u16]>>,
    term: ExprId,
}

/// Unary operations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum UnOp {
    Not,
    Neg,
    IntToLong,
    LongToInt,
    ToByte,
    ToShort,
    ToChar,
}

/// Binary operations. `And` and `Or` look at the right side only when the left
/// does not decide, as Java's do. Shifts take an `Int` on the right.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum BinOp {
    And,
    Or,
    Eq,
    Lt,
    Le,
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Ushr,
}

/// A node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Node {
    Nil,
    Bool(bool),
    Int(i32),
    Long(i64),
    Var(VarId),
    /// `m[k]`, `m[k, i]`.
    Select(ExprId, ExprId, Option<ExprId>),
    /// `(m[k] := v)`, `(m[k, i] := v)`.
    Store(ExprId, ExprId, Option<ExprId>, ExprId),
    Un(UnOp, ExprId),
    Bin(BinOp, ExprId, ExprId),
    /// `if c then a else b fi`, lazy.
    Ite(ExprId, ExprId, ExprId),
}

#[derive(Clone, Copy)]
struct Facts {
    ty: Ty,
    /// No evaluation is `⊥`.
    total: bool,
    /// A fresh variable occurs.
    fresh: bool,
    /// Variables that occur, hashed to bits.
    vars: u64,
}

/// All expressions of one run.
pub struct Exprs {
    nodes: Vec<Node>,
    facts: Vec<Facts>,
    ids: FxHashMap<Node, ExprId>,
    vars: Vec<Var>,
    type_map: VarId,
    length_map: VarId,
    chars_map: VarId,
    literal_map: VarId,
    literals: FxHashMap<Rc<[u16]>, VarId>,
    /// Which rule is broken on purpose; tests only.
    pub mutation: Switch,
}

impl Default for Exprs {
    fn default() -> Self {
        Self::new()
    }
}

/// The bit of a variable in the set of those that occur.
fn bit(v: VarId) -> u64 {
    1 << (v.0.wrapping_mul(0x9E37_79B1) >> 26)
}

impl Exprs {
    /// An empty pool with the two maps that every heap has.
    pub fn new() -> Self {
        let mut x = Exprs {
            nodes: Vec::new(),
            facts: Vec::new(),
            ids: FxHashMap::default(),
            vars: Vec::new(),
            type_map: VarId(0),
            length_map: VarId(1),
            chars_map: VarId(2),
            literal_map: VarId(3),
            literals: FxHashMap::default(),
            mutation: Switch::default(),
        };
        let ints = Ty::Map(Keys::Ref, Scalar::Int);
        x.type_map = x.var("class", ints, Role::Global);
        x.length_map = x.var("length", ints, Role::Global);
        x.vars[1].range = Range::NonNegative;
        let chars = Ty::Map(Keys::RefInt, Scalar::Int);
        x.chars_map = x.var("chars", chars, Role::Global);
        x.vars[2].range = Range::Char;
        x.literal_map = x.var("literal", ints, Role::Global);
        x
    }

    // ---- variables --------------------------------------------------------

    /// A new variable, different from all others.
    pub fn var(&mut self, name: &str, ty: Ty, role: Role) -> VarId {
        let v = VarId(self.vars.len() as u32);
        self.vars.push(Var {
            name: name.to_owned(),
            ty,
            range: Range::Full,
            role,
            bound: None,
            class: None,
            text: None,
            term: ExprId(0),
        });
        let term = self.intern(Node::Var(v));
        self.vars[v.0 as usize].term = term;
        v
    }
    /// A new scalar global.
    pub fn global(&mut self, name: &str, s: Scalar) -> VarId {
        self.var(name, Ty::Scalar(s), Role::Global)
    }
    /// A new field.
    pub fn field(&mut self, name: &str, s: Scalar) -> VarId {
        self.var(name, Ty::Map(Keys::Ref, s), Role::Global)
    }
    /// The object of a string literal: one per text. It exists from the start,
    /// and an initial string may be it ([`Exprs::is_literal`]); otherwise it
    /// counts as fresh.
    pub fn literal(&mut self, class: ClassTag, text: &[u16]) -> VarId {
        if let Some(&v) = self.literals.get(text) {
            return v;
        }
        let n = self.int(text.len() as i32);
        let name = format!("{:?}", String::from_utf16_lossy(text));
        let v = self.var(&name, Ty::Scalar(Scalar::Ref), Role::Fresh(class, Some(n)));
        let text: Rc<[u16]> = text.into();
        self.vars[v.0 as usize].text = Some(text.clone());
        self.vars[v.0 as usize].class = Some(class);
        self.literals.insert(text, v);
        v
    }
    /// All literals, in the order in which they came.
    pub fn literals(&self) -> Vec<VarId> {
        let mut list: Vec<VarId> = self.literals.values().copied().collect();
        list.sort_unstable();
        list
    }
    /// What a variable is.
    pub fn info(&self, v: VarId) -> &Var {
        &self.vars[v.0 as usize]
    }
    /// Changes what is known of a variable before it is used.
    pub fn info_mut(&mut self, v: VarId) -> &mut Var {
        &mut self.vars[v.0 as usize]
    }
    /// The number of variables.
    pub fn var_count(&self) -> usize {
        self.vars.len()
    }
    /// The variable as an expression.
    pub fn of(&self, v: VarId) -> ExprId {
        self.vars[v.0 as usize].term
    }
    /// The map from objects to the numbers of their classes.
    pub fn type_map(&self) -> VarId {
        self.type_map
    }
    /// The map from array objects to their lengths.
    pub fn length_map(&self) -> VarId {
        self.length_map
    }

    /// The map from strings and indices to characters.
    pub fn chars_map(&self) -> VarId {
        self.chars_map
    }

    /// The map from strings to the number of the literal whose object they are,
    /// 0 for none: an initial string may be the object of a literal.
    pub fn literal_map(&self) -> VarId {
        self.literal_map
    }
    /// The number of a literal in [`Exprs::literal_map`].
    pub fn literal_number(&self, literal: VarId) -> i32 {
        literal.0 as i32
    }
    /// Whether the string is the object of the literal: its number, and the
    /// text, which a string with another number does not need to have.
    pub fn is_literal(&mut self, s: ExprId, literal: VarId) -> ExprId {
        let Some(text) = self.info(literal).text.clone() else {
            return self.bool(false);
        };
        let there = self.not_nil(s);
        let (number, want) = (self.literal_number(literal), self.literal_map);
        let (number, of) = (self.int(number), self.read(want, s));
        let mut all = self.eq(of, number);
        let length = self.read(self.length_map, s);
        let n = self.int(text.len() as i32);
        let same = self.eq(length, n);
        all = self.and(all, same);
        let chars = self.of(self.chars_map);
        for (at, &c) in text.iter().enumerate() {
            let (at, c) = (self.int(at as i32), self.int(i32::from(c)));
            let here = self.select(chars, s, Some(at));
            let same = self.eq(here, c);
            all = self.and(all, same);
        }
        self.and(there, all)
    }

    // ---- looking ----------------------------------------------------------

    /// The number of expressions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
    /// The node.
    pub fn node(&self, e: ExprId) -> Node {
        self.nodes[e.0 as usize]
    }
    /// The type.
    pub fn ty(&self, e: ExprId) -> Ty {
        self.facts[e.0 as usize].ty
    }
    /// The type of a value; maps give the type of their values.
    pub fn scalar(&self, e: ExprId) -> Scalar {
        match self.ty(e) {
            Ty::Scalar(s) | Ty::Map(_, s) => s,
        }
    }
    /// Whether no evaluation of it is undefined, as far as its shape shows.
    pub fn is_total(&self, e: ExprId) -> bool {
        self.facts[e.0 as usize].total
    }
    /// Whether a fresh variable occurs in it.
    pub fn has_fresh(&self, e: ExprId) -> bool {
        self.facts[e.0 as usize].fresh
    }
    /// Whether the variable may occur in it; no is certain.
    pub fn may_mention(&self, e: ExprId, v: VarId) -> bool {
        self.facts[e.0 as usize].vars & bit(v) != 0
    }
    /// The truth value of a literal.
    pub fn as_bool(&self, e: ExprId) -> Option<bool> {
        match self.node(e) {
            Node::Bool(b) => Some(b),
            _ => None,
        }
    }
    /// The fresh variable that the expression is.
    pub fn as_fresh(&self, e: ExprId) -> Option<VarId> {
        match self.node(e) {
            Node::Var(v) if matches!(self.info(v).role, Role::Fresh(..)) => Some(v),
            _ => None,
        }
    }
    /// The direct parts.
    pub fn parts(&self, e: ExprId) -> impl Iterator<Item = ExprId> {
        let list: [Option<ExprId>; 4] = match self.node(e) {
            Node::Select(m, k, i) => [Some(m), Some(k), i, None],
            Node::Store(m, k, i, v) => [Some(m), Some(k), i, Some(v)],
            Node::Un(_, a) => [Some(a), None, None, None],
            Node::Bin(_, a, b) => [Some(a), Some(b), None, None],
            Node::Ite(c, a, b) => [Some(c), Some(a), Some(b), None],
            _ => [None; 4],
        };
        list.into_iter().flatten()
    }
    /// The variables that occur, in order.
    pub fn vars_of(&self, roots: &[ExprId]) -> Vec<VarId> {
        let mut found = Vec::new();
        self.walk(roots, |node| {
            if let Node::Var(v) = node {
                found.push(v);
            }
        });
        found.sort_unstable();
        found
    }
    /// The number of distinct nodes.
    pub fn dag_size(&self, roots: &[ExprId]) -> usize {
        let mut n = 0;
        self.walk(roots, |_| n += 1);
        n
    }
    fn walk(&self, roots: &[ExprId], mut f: impl FnMut(Node)) {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = roots.to_vec();
        while let Some(e) = stack.pop() {
            if seen.insert(e) {
                f(self.node(e));
                stack.extend(self.parts(e));
            }
        }
    }
    /// The number of nodes written out as a tree.
    pub fn tree_size(&self, roots: &[ExprId]) -> f64 {
        let mut memo = FxHashMap::default();
        roots.iter().map(|&e| self.tree(e, &mut memo)).sum()
    }
    fn tree(&self, e: ExprId, memo: &mut FxHashMap<ExprId, f64>) -> f64 {
        if let Some(&n) = memo.get(&e) {
            return n;
        }
        let parts: Vec<ExprId> = self.parts(e).collect();
        let n = 1.0 + parts.into_iter().map(|p| self.tree(p, memo)).sum::<f64>();
        memo.insert(e, n);
        n
    }

    // ---- interning --------------------------------------------------------

    pub(crate) fn intern(&mut self, node: Node) -> ExprId {
        if let Some(&e) = self.ids.get(&node) {
            return e;
        }
        let e = ExprId(self.nodes.len() as u32);
        let facts = self.facts_of(node);
        self.nodes.push(node);
        self.facts.push(facts);
        self.ids.insert(node, e);
        e
    }

    fn facts_of(&self, node: Node) -> Facts {
        let s = Ty::Scalar;
        let at = |e: ExprId| self.facts[e.0 as usize];
        let plain = |ty| Facts {
            ty,
            total: true,
            fresh: false,
            vars: 0,
        };
        let join = |ty, parts: &[ExprId]| {
            parts.iter().fold(plain(ty), |f, &p| Facts {
                total: f.total && at(p).total,
                fresh: f.fresh || at(p).fresh,
                vars: f.vars | at(p).vars,
                ..f
            })
        };
        match node {
            Node::Nil => plain(s(Scalar::Ref)),
            Node::Bool(_) => plain(s(Scalar::Bool)),
            Node::Int(_) => plain(s(Scalar::Int)),
            Node::Long(_) => plain(s(Scalar::Long)),
            Node::Var(v) => {
                let info = self.info(v);
                let fresh = matches!(info.role, Role::Fresh(..));
                Facts {
                    fresh,
                    vars: bit(v),
                    ..plain(info.ty)
                }
            }
            Node::Select(m, k, i) => {
                let value = match at(m).ty {
                    Ty::Map(_, value) => value,
                    Ty::Scalar(value) => value,
                };
                let parts = [m, k, i.unwrap_or(k)];
                // Unbounded arrays of section 2.1 are total functions.
                let unbounded = matches!(at(m).ty, Ty::Map(Keys::Int, _))
                    && self.root(m).is_some_and(|a| self.info(a).bound.is_none());
                let f = join(s(value), &parts);
                Facts {
                    total: f.total && unbounded,
                    ..f
                }
            }
            Node::Store(m, k, i, v) => join(at(m).ty, &[m, k, i.unwrap_or(k), v]),
            Node::Un(op, a) => {
                let ty = match op {
                    UnOp::Not => Scalar::Bool,
                    UnOp::Neg => self.scalar(a),
                    UnOp::IntToLong => Scalar::Long,
                    _ => Scalar::Int,
                };
                join(s(ty), &[a])
            }
            Node::Bin(op, a, b) => {
                let ty = match op {
                    BinOp::And | BinOp::Or | BinOp::Eq | BinOp::Lt | BinOp::Le => Scalar::Bool,
                    _ => self.scalar(a),
                };
                let f = join(s(ty), &[a, b]);
                let nonzero = match self.node(b) {
                    Node::Int(n) => n != 0,
                    Node::Long(n) => n != 0,
                    _ => false,
                };
                let partial = matches!(op, BinOp::Div | BinOp::Rem) && !nonzero;
                Facts {
                    total: f.total && !partial,
                    ..f
                }
            }
            Node::Ite(c, a, b) => join(at(a).ty, &[c, a, b]),
        }
    }

    /// The array or field that a map expression is made of.
    pub fn root(&self, mut m: ExprId) -> Option<VarId> {
        loop {
            match self.node(m) {
                Node::Var(v) => return Some(v),
                Node::Store(inner, ..) => m = inner,
                _ => return None,
            }
        }
    }
}
