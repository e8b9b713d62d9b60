//! The memoryless encoding, for teaching: one formula over the instances of
//! the program's variables (`--show-formula`).
//!
//! Idea: the assignments go into the path condition. Each one makes a new
//! instance of its variable (`x2 = x1 + 1`), an input makes one without an
//! equation, a branch is a disjunction of what follows on both sides. The
//! formula of the errors and that of the bound are those of pages 90 and 96.
//! Source: document 003, pages 81-84 and 86-97. This is a second reading of
//! the program, on purpose: `check` itself decides merged terms, in which
//! nothing has a name. It is for functions over scalar variables; anything
//! else is refused with its line. Cost: exponential in the branches, since
//! nothing is merged; limited.

use ep_base::Diagnostic;
use ep_ir::analysis::Order;
use ep_ir::debug::VarStorage;
use ep_ir::provided::{self, Builtin};
use ep_ir::{
    BinOp, BlockId, Callee, CastOp, FuncId, Inst, InstKind, IntPred, LocId, Module, Operand, Reg,
    Terminator,
};
use rustc_hash::FxHashMap;

/// Branches that are followed.
const MOST: usize = 4_000;

/// Both formulas.
#[derive(Clone, Debug)]
pub struct Formula {
    /// Some assertion fails.
    pub error: String,
    /// The bound is reached.
    pub bound: String,
}

/// The formulas of a function for loops of at most `k` rounds.
///
/// # Errors
/// The function is none over scalar variables, or the formula is too large
/// (exit 2).
pub fn formula(module: &Module, entry: &str, k: u32) -> Result<Formula, Diagnostic> {
    let f = ep_machine::world::entry::find_entry(module, entry)?;
    let one = |goal| {
        let mut w = Walk::new(module, f, k, goal);
        let start = w.start();
        let tree = w.block(start, BlockId(0))?;
        let mut out = String::new();
        match &tree {
            Some(t) => print(&mut out, t, 0),
            None => out.push_str("false"),
        }
        Ok::<String, Diagnostic>(out)
    };
    Ok(Formula {
        error: one(Goal::Error)?,
        bound: one(Goal::Bound)?,
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    Error,
    Bound,
}

/// What leads to the goal: conjuncts, then one of several ways on.
struct Tree {
    all: Vec<String>,
    any: Vec<Tree>,
}

fn print(out: &mut String, t: &Tree, indent: usize) {
    out.push_str(&t.all.join(" ∧ "));
    if t.any.is_empty() {
        if t.all.is_empty() {
            out.push_str("true");
        }
        return;
    }
    let line = |out: &mut String, with: &str| {
        out.push('\n');
        out.push_str(&" ".repeat(indent));
        out.push_str(with);
    };
    line(out, if t.all.is_empty() { "(" } else { "∧ (" });
    for (i, way) in t.any.iter().enumerate() {
        if i > 0 {
            line(out, "  ∨ ");
        }
        out.push('(');
        print(out, way, indent + 4);
        out.push(')');
    }
    out.push(')');
}

/// An expression over instances.
#[derive(Clone)]
enum Expr {
    Number(u128, u32),
    /// A single name, or text with an operator.
    Text {
        text: String,
        atom: bool,
        /// Made of operations that commute with cutting off high bits.
        modular: bool,
    },
    /// A comparison, so that it can be negated.
    Compare(IntPred, Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    /// A new input that has no name yet.
    Input,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Var {
    Local(ep_ir::VarId),
    Global(ep_ir::GlobalId),
}

#[derive(Clone)]
struct Place {
    regs: FxHashMap<Reg, Expr>,
    instance: FxHashMap<Var, u32>,
    rounds: FxHashMap<u32, u32>,
    inputs: u32,
}

struct Walk<'a> {
    module: &'a Module,
    f: FuncId,
    k: u32,
    goal: Goal,
    order: Order,
    /// Variables by the register that holds them, or their address.
    in_register: FxHashMap<Reg, ep_ir::VarId>,
    in_memory: FxHashMap<Reg, ep_ir::VarId>,
    branches: usize,
}

impl<'a> Walk<'a> {
    fn new(module: &'a Module, f: FuncId, k: u32, goal: Goal) -> Self {
        let function = &module.functions[f];
        let mut in_register = FxHashMap::default();
        let mut in_memory = FxHashMap::default();
        for (id, v) in function.vars.iter() {
            match v.storage {
                VarStorage::Register(r) => {
                    in_register.insert(r, id);
                }
                VarStorage::Memory(r) => {
                    in_memory.insert(r, id);
                }
                VarStorage::None => {}
            }
        }
        Walk {
            module,
            f,
            k,
            goal,
            order: Order::new(function),
            in_register,
            in_memory,
            branches: 0,
        }
    }

    fn start(&self) -> Place {
        let mut p = Place {
            regs: FxHashMap::default(),
            instance: FxHashMap::default(),
            rounds: FxHashMap::default(),
            inputs: 0,
        };
        for param in &self.module.functions[self.f].params {
            let e = match self.in_register.get(&param.reg) {
                Some(v) => self.next(&mut p, Var::Local(*v)),
                None => Expr::Input,
            };
            p.regs.insert(param.reg, e);
        }
        p
    }

    fn refuse<T>(&self, loc: LocId, what: &str) -> Result<T, Diagnostic> {
        let at = self
            .module
            .locs
            .get(loc)
            .map(|l| format!("{}:{}", self.module.files[l.file], l.line));
        let d = Diagnostic::bad_input(format!("--show-formula: {what}"))
            .help("it is for one function over integer variables, with inputs, branches, loops and assertions; leave the option out");
        Err(match at {
            Some(at) => d.at(at),
            None => d,
        })
    }

    /// The name of an instance.
    fn name(&self, v: Var, n: u32) -> String {
        match v {
            Var::Global(g) => format!("{}{n}", self.module.globals[g].name),
            Var::Local(l) => {
                let vars = &self.module.functions[self.f].vars;
                let name = &vars[l].name;
                // Variables of inner scopes with the same name.
                let same = vars.iter().take_while(|(id, _)| *id != l);
                let primes = same.filter(|(_, v)| v.name == *name).count();
                format!("{name}{}{n}", "'".repeat(primes))
            }
        }
    }

    fn atom(&self, v: Var, n: u32) -> Expr {
        Expr::Text {
            text: self.name(v, n),
            atom: true,
            modular: true,
        }
    }

    fn next(&self, p: &mut Place, v: Var) -> Expr {
        let n = p.instance.entry(v).or_insert(0);
        *n += 1;
        let n = *n;
        self.atom(v, n)
    }

    fn current(&self, p: &mut Place, v: Var, all: &mut Vec<String>) -> Expr {
        let n = *p.instance.entry(v).or_insert(0);
        if n > 0 {
            return self.atom(v, n);
        }
        let e = self.next(p, v);
        if let Some(value) = self.initial(v) {
            all.push(format!("{} = {value}", text(&e, false)));
        }
        e
    }

    /// The initial value of a global variable.
    fn initial(&self, v: Var) -> Option<u128> {
        let Var::Global(g) = v else { return None };
        let init = self.module.globals[g].init.as_ref()?;
        let bytes = init.bytes.iter().take(16).rev();
        let n = bytes.fold(0u128, |n, b| n << 8 | u128::from(*b));
        (init.relocs.is_empty() && self.module.globals[g].size <= 16).then_some(n)
    }

    fn assign(&self, p: &mut Place, v: Var, e: Expr, all: &mut Vec<String>) -> Expr {
        let new = self.next(p, v);
        if !matches!(e, Expr::Input) {
            all.push(format!("{} = {}", text(&new, false), text(&e, false)));
        }
        new
    }

    fn set(&self, p: &mut Place, dst: Reg, e: Expr, all: &mut Vec<String>) {
        let e = match self.in_register.get(&dst) {
            Some(v) => self.assign(p, Var::Local(*v), e, all),
            None => e,
        };
        p.regs.insert(dst, e);
    }

    fn operand(&self, p: &mut Place, o: Operand, loc: LocId) -> Result<Expr, Diagnostic> {
        Ok(match o {
            Operand::Int(n) => Expr::Number(u128::from(n), 64),
            Operand::Wide(n) => Expr::Number(n, 128),
            Operand::Reg(r) => match (self.in_register.get(&r), p.regs.get(&r)) {
                (Some(v), None) => {
                    let e = self.next(p, Var::Local(*v));
                    p.regs.insert(r, e.clone());
                    e
                }
                (None, None) => return self.refuse(loc, "a value that is not an integer is used"),
                (_, Some(Expr::Input)) => {
                    p.inputs += 1;
                    let e = Expr::Text {
                        text: format!("input{}", p.inputs),
                        atom: true,
                        modular: true,
                    };
                    p.regs.insert(r, e.clone());
                    e
                }
                (_, Some(e)) => e.clone(),
            },
            _ => return self.refuse(loc, "an address is used as a value"),
        })
    }

    /// Like `operand`, but an input keeps waiting for a name.
    fn passed(&self, p: &mut Place, o: Operand, loc: LocId) -> Result<Expr, Diagnostic> {
        if let Operand::Reg(r) = o {
            if matches!(p.regs.get(&r), Some(Expr::Input)) {
                return Ok(Expr::Input);
            }
        }
        self.operand(p, o, loc)
    }

    fn variable(&self, o: Operand, loc: LocId) -> Result<Var, Diagnostic> {
        match o {
            Operand::Reg(r) => match self.in_memory.get(&r) {
                Some(v) => Ok(Var::Local(*v)),
                None => self.refuse(loc, "memory is accessed through a pointer or an index"),
            },
            Operand::Global(g, 0) => Ok(Var::Global(g)),
            _ => self.refuse(loc, "memory is accessed through a pointer or an index"),
        }
    }

    /// What leads from the start of a block to the goal; `None` if nothing.
    fn block(&mut self, mut p: Place, b: BlockId) -> Result<Option<Tree>, Diagnostic> {
        self.branches += 1;
        if self.branches > MOST {
            return Err(Diagnostic::bad_input(format!(
                "--show-formula: the formula follows more than {MOST} branches"
            ))
            .help("lower --unwind"));
        }
        let mut all = Vec::new();
        let module = self.module;
        let block = &module.functions[self.f].blocks[b];
        for i in &block.insts {
            match self.inst(&mut p, i, &mut all)? {
                End::No => {}
                End::Error if self.goal == Goal::Error => {
                    return Ok(Some(Tree {
                        all,
                        any: Vec::new(),
                    }))
                }
                End::Error | End::Path => return Ok(None),
            }
        }
        let at = block.term_loc;
        let ways: Vec<(Option<Expr>, BlockId)> = match &block.term {
            Terminator::Jump(t) => vec![(None, *t)],
            Terminator::Branch { cond, then, els } => {
                let c = self.operand(&mut p, *cond, at)?;
                match c {
                    Expr::Number(n, _) => vec![(None, if n & 1 == 1 { *then } else { *els })],
                    c => vec![(Some(c.clone()), *then), (Some(negated(c)), *els)],
                }
            }
            Terminator::Return(_) | Terminator::Unreachable => return Ok(None),
            _ => return self.refuse(at, "a switch or a computed jump"),
        };
        let mut any = Vec::new();
        for (cond, to) in ways {
            let mut q = p.clone();
            let first = cond.map(|c| text(&c, false));
            let sub = match self.rounds(&mut q, b, to) {
                true => self.block(q, to)?,
                false if self.goal == Goal::Bound => Some(Tree {
                    all: Vec::new(),
                    any: Vec::new(),
                }),
                false => None,
            };
            if let Some(mut sub) = sub {
                sub.all.splice(0..0, first);
                any.push(sub);
            }
        }
        // What ends here first, as on the slides.
        any.sort_by_key(|way| (!way.any.is_empty(), way.all.len()));
        Ok(match any.len() {
            0 => None,
            1 => any.pop().map(|mut only| {
                all.append(&mut only.all);
                Tree { all, any: only.any }
            }),
            _ => Some(Tree { all, any }),
        })
    }

    /// Counts rounds on the way from a block to the next; false where the
    /// bound is reached.
    fn rounds(&self, p: &mut Place, from: BlockId, to: BlockId) -> bool {
        let o = &self.order;
        for l in &o.tests[from.0 as usize] {
            if o.inside(*l, to) && p.rounds.get(l).copied().unwrap_or(0) >= self.k {
                return false;
            }
        }
        let loops = 0..o.loops.len() as u32;
        for l in loops.filter(|l| !o.inside(*l, to)) {
            p.rounds.remove(&l);
        }
        if let Some(l) = o.head_of[to.0 as usize] {
            if o.inside(l, from) {
                let n = p.rounds.entry(l).or_insert(0);
                *n += 1;
                // A loop without a test ends here.
                return *n <= self.k;
            }
        }
        true
    }

    fn inst(&self, p: &mut Place, i: &Inst, all: &mut Vec<String>) -> Result<End, Diagnostic> {
        let loc = i.loc;
        match &i.kind {
            InstKind::Copy { dst, src } | InstKind::Freeze { dst, src } => {
                let e = self.passed(p, *src, loc)?;
                self.set(p, *dst, e, all);
            }
            InstKind::Bin { op, dst, a, b, .. } => {
                let (a, b) = (self.operand(p, *a, loc)?, self.operand(p, *b, loc)?);
                self.set(p, *dst, binary(*op, a, b), all);
            }
            InstKind::Cmp {
                pred,
                ty,
                dst,
                a,
                b,
            } => {
                if *ty == ep_ir::Type::Ptr {
                    return self.refuse(loc, "addresses are compared");
                }
                let (a, b) = (self.operand(p, *a, loc)?, self.operand(p, *b, loc)?);
                self.set(p, *dst, compare(*pred, a, b), all);
            }
            InstKind::Cast {
                op, to, dst, src, ..
            } => {
                let e = self.passed(p, *src, loc)?;
                let e = match (op, e) {
                    (CastOp::ZExt | CastOp::SExt, e) => e,
                    (CastOp::Trunc, e @ (Expr::Input | Expr::Compare(..) | Expr::Not(_))) => e,
                    (CastOp::Trunc, Expr::Number(n, _)) => {
                        let w = self.module.layout.bits(*to);
                        Expr::Number(n & ep_ir::scalar::mask128(w), w)
                    }
                    (CastOp::Trunc, e @ Expr::Text { modular: true, .. }) => e,
                    (CastOp::Trunc, e) => {
                        let w = self.module.layout.bits(*to);
                        Expr::Text {
                            text: format!("{} mod 2^{w}", text(&e, true)),
                            atom: false,
                            modular: false,
                        }
                    }
                    _ => return self.refuse(loc, "a conversion from or to floats or addresses"),
                };
                self.set(p, *dst, e, all);
            }
            InstKind::Select { dst, cond, a, b } => {
                let c = self.operand(p, *cond, loc)?;
                let (a, b) = (self.operand(p, *a, loc)?, self.operand(p, *b, loc)?);
                let e = Expr::Text {
                    text: format!(
                        "({} ? {} : {})",
                        text(&c, true),
                        text(&a, true),
                        text(&b, true)
                    ),
                    atom: true,
                    modular: false,
                };
                self.set(p, *dst, e, all);
            }
            InstKind::Load { dst, ty, addr, .. } => {
                if !matches!(ty, ep_ir::Type::Int(_)) {
                    return self.refuse(loc, "a value that is not an integer is read");
                }
                let v = self.variable(*addr, loc)?;
                let e = self.current(p, v, all);
                self.set(p, *dst, e, all);
            }
            InstKind::Store {
                ty, value, addr, ..
            } => {
                if !matches!(ty, ep_ir::Type::Int(_)) {
                    return self.refuse(loc, "a value that is not an integer is stored");
                }
                let v = self.variable(*addr, loc)?;
                let e = self.passed(p, *value, loc)?;
                self.assign(p, v, e, all);
            }
            InstKind::Alloca { .. } | InstKind::Lifetime { .. } | InstKind::Check { .. } => {}
            InstKind::Assume { .. } => {}
            InstKind::Call {
                dsts, callee, args, ..
            } => {
                let Callee::Direct(g) = callee else {
                    return self.refuse(loc, "a call through a pointer");
                };
                let name = self.module.functions[*g].name.clone();
                let first = args.first().map(|a| a.value);
                match (provided::lookup(&name), first) {
                    (Some(Builtin::AssertFail | Builtin::ReachError), _) => return Ok(End::Error),
                    (Some(Builtin::Exit | Builtin::Abort | Builtin::SilentExit), _) => {
                        return Ok(End::Path)
                    }
                    (Some(Builtin::Assume), Some(c)) => {
                        let c = self.operand(p, c, loc)?;
                        all.push(text(&truth(c), false));
                    }
                    (Some(Builtin::MakeSymbolic), Some(at)) => {
                        let v = self.variable(at, loc)?;
                        self.assign(p, v, Expr::Input, all);
                    }
                    (Some(Builtin::Nondet | Builtin::NondetBool | Builtin::KleeInt), _) => {
                        for d in dsts {
                            self.set(p, *d, Expr::Input, all);
                        }
                    }
                    _ => return self.refuse(loc, &format!("`{name}` is called")),
                }
            }
            _ => return self.refuse(loc, "something else than integers, branches and assertions"),
        }
        Ok(End::No)
    }
}

/// Whether an instruction ends the path.
enum End {
    No,
    Path,
    Error,
}

fn text(e: &Expr, inner: bool) -> String {
    let (text, atom) = match e {
        Expr::Number(n, w) => (number(*n, *w), true),
        Expr::Text { text, atom, .. } => (text.clone(), *atom),
        Expr::Compare(pred, a, b) => {
            let sign = match pred {
                IntPred::Eq => "=",
                IntPred::Ne => "≠",
                IntPred::Ult | IntPred::Slt => "<",
                IntPred::Ule | IntPred::Sle => "≤",
                IntPred::Ugt | IntPred::Sgt => ">",
                IntPred::Uge | IntPred::Sge => "≥",
            };
            (format!("{} {sign} {}", text(a, true), text(b, true)), false)
        }
        Expr::Not(e) => (format!("¬{}", text(e, true)), true),
        Expr::Input => ("input".to_string(), true),
    };
    if inner && !atom {
        format!("({text})")
    } else {
        text
    }
}

/// Negative where the top bit is set, as far as the width is known.
fn number(n: u128, w: u32) -> String {
    let w = if w == 64 && n >> 31 == 1 && n >> 32 == 0 {
        32
    } else {
        w
    };
    if w < 128 && w > 1 && n >> (w - 1) & 1 == 1 {
        format!("-{}", (1u128 << w) - n)
    } else {
        n.to_string()
    }
}

fn negated(e: Expr) -> Expr {
    match e {
        Expr::Compare(pred, a, b) => {
            let pred = match pred {
                IntPred::Eq => IntPred::Ne,
                IntPred::Ne => IntPred::Eq,
                IntPred::Ult => IntPred::Uge,
                IntPred::Ule => IntPred::Ugt,
                IntPred::Ugt => IntPred::Ule,
                IntPred::Uge => IntPred::Ult,
                IntPred::Slt => IntPred::Sge,
                IntPred::Sle => IntPred::Sgt,
                IntPred::Sgt => IntPred::Sle,
                IntPred::Sge => IntPred::Slt,
            };
            Expr::Compare(pred, a, b)
        }
        Expr::Not(e) => *e,
        e => Expr::Not(Box::new(e)),
    }
}

/// A value as a condition.
fn truth(e: Expr) -> Expr {
    match e {
        e @ (Expr::Compare(..) | Expr::Not(_)) => e,
        e => Expr::Compare(IntPred::Ne, Box::new(e), Box::new(Expr::Number(0, 64))),
    }
}

fn compare(pred: IntPred, a: Expr, b: Expr) -> Expr {
    if let (Expr::Compare(..) | Expr::Not(_), Expr::Number(0, _)) = (&a, &b) {
        match pred {
            IntPred::Ne => return a,
            IntPred::Eq => return negated(a),
            _ => {}
        }
    }
    Expr::Compare(pred, Box::new(a), Box::new(b))
}

fn binary(op: BinOp, a: Expr, b: Expr) -> Expr {
    if let (BinOp::Xor, Expr::Compare(..) | Expr::Not(_), Expr::Number(1 | 0xff, _)) = (op, &a, &b)
    {
        return negated(a);
    }
    let sign = match op {
        BinOp::Add => "+",
        BinOp::Sub => "-",
        BinOp::Mul => "∗",
        BinOp::UDiv | BinOp::SDiv => "/",
        BinOp::URem | BinOp::SRem => "%",
        BinOp::And => "&",
        BinOp::Or => "|",
        BinOp::Xor => "^",
        BinOp::Shl => "<<",
        BinOp::LShr | BinOp::AShr => ">>",
    };
    let modular = |e: &Expr| matches!(e, Expr::Number(..) | Expr::Text { modular: true, .. });
    let kept = matches!(
        op,
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::And | BinOp::Or | BinOp::Xor | BinOp::Shl
    );
    // Adding a negative constant is a subtraction.
    let (sign, right) = match (op, &b) {
        (BinOp::Add, Expr::Number(n, w)) if number(*n, *w).starts_with('-') => {
            ("-", number(*n, *w)[1..].to_string())
        }
        _ => (sign, text(&b, true)),
    };
    Expr::Text {
        text: format!("{} {sign} {right}", text(&a, true)),
        atom: false,
        modular: kept && modular(&a) && modular(&b),
    }
}
