//! Generated programs and states of each language of the paper.

use crate::genes::Genes;
use ep_traces::eval::{State, Value};
use ep_traces::lang::{Candidate, LabelId, Lhs, Proc, ProcId, Program, Stmt, StmtId};
use ep_traces::mutation::Mutation;
use ep_traces::{BinOp, ExprId, Exprs, Keys, Role, Scalar, Ty, VarId};
use std::rc::Rc;

/// What a generator may use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Section 2.
    Basic,
    /// Section 2.1, arrays as functions.
    Arrays,
    /// Section 2.1, bounded arrays.
    Bounded,
    /// Section 3.
    Procedures,
    /// Section 4 with errors, arrays as objects and dispatch.
    Objects,
}

/// A program under generation with its variables.
pub struct World {
    pub x: Exprs,
    pub p: Program,
    pub ints: Vec<VarId>,
    pub bools: Vec<VarId>,
    pub refs: Vec<VarId>,
    pub arrays: Vec<VarId>,
    pub int_fields: Vec<VarId>,
    pub ref_fields: Vec<VarId>,
    pub elements: Option<VarId>,
    pub array_refs: Vec<VarId>,
    pub classes: Vec<u32>,
    pub array_class: u32,
    pub procs: Vec<ProcId>,
    /// No products of variables.
    pub linear: bool,
    language: Language,
    locals: Vec<VarId>,
    local_ints: Vec<VarId>,
    local_refs: Vec<VarId>,
}

fn strings(n: usize, prefix: &str) -> Vec<String> {
    (0..n).map(|i| format!("{prefix}{i}")).collect()
}

impl World {
    pub fn new(language: Language, mutation: Mutation) -> Self {
        let mut x = Exprs::new();
        x.mutation = mutation;
        let mut p = Program::new(&mut x);
        let ints = strings(3, "x")
            .iter()
            .map(|n| x.global(n, Scalar::Int))
            .collect();
        let bools = strings(1, "b")
            .iter()
            .map(|n| x.global(n, Scalar::Bool))
            .collect();
        let mut w = World {
            ints,
            bools,
            refs: Vec::new(),
            arrays: Vec::new(),
            int_fields: Vec::new(),
            ref_fields: Vec::new(),
            elements: None,
            array_refs: Vec::new(),
            classes: Vec::new(),
            array_class: 0,
            procs: Vec::new(),
            linear: false,
            language,
            locals: Vec::new(),
            local_ints: Vec::new(),
            local_refs: Vec::new(),
            x,
            p: {
                p.class("Root");
                p
            },
        };
        match language {
            Language::Arrays | Language::Bounded => {
                for name in ["a", "c"] {
                    let a = w.x.var(name, Ty::Map(Keys::Int, Scalar::Int), Role::Global);
                    if language == Language::Bounded {
                        let bound = w.x.global(&format!("|{name}|"), Scalar::Int);
                        w.x.info_mut(a).bound = Some(bound);
                    }
                    w.arrays.push(a);
                }
            }
            Language::Objects => w.objects(),
            _ => {}
        }
        w
    }

    fn objects(&mut self) {
        let a = self.p.class("A");
        let b = self.p.class("B");
        self.p.classes[a as usize].concrete = Rc::new([a, b]);
        self.classes = vec![a, b];
        for name in ["val", "key"] {
            let f = self.x.field(name, Scalar::Int);
            self.int_fields.push(f);
        }
        for name in ["next", "prev"] {
            let f = self.x.field(name, Scalar::Ref);
            self.x.info_mut(f).class = Some(a);
            self.ref_fields.push(f);
        }
        for name in ["p", "q", "r"] {
            let v = self.x.global(name, Scalar::Ref);
            self.x.info_mut(v).class = Some(a);
            self.refs.push(v);
        }
        let e = Program::elements(&mut self.x, "int[]", Scalar::Int);
        let c = self.p.class("int[]");
        self.p.classes[c as usize].elements = Some(e);
        self.array_class = c;
        self.elements = Some(e);
        for name in ["s", "t"] {
            let v = self.x.global(name, Scalar::Ref);
            self.x.info_mut(v).class = Some(c);
            self.array_refs.push(v);
        }
    }

    // ---- expressions ------------------------------------------------------

    fn int_vars(&self) -> Vec<VarId> {
        self.ints.iter().chain(&self.local_ints).copied().collect()
    }
    fn ref_vars(&self) -> Vec<VarId> {
        self.refs.iter().chain(&self.local_refs).copied().collect()
    }

    pub fn int(&mut self, g: &mut Genes, depth: usize) -> ExprId {
        if depth == 0 || !g.more() {
            return match g.below(3) {
                0 => {
                    let n = g.number();
                    self.x.int(n)
                }
                _ => {
                    let v = g.pick(&self.int_vars());
                    self.x.of(v)
                }
            };
        }
        match g.below(8) {
            0 | 1 => self.int(g, 0),
            2 | 3 => {
                let ops = [
                    BinOp::Add,
                    BinOp::Sub,
                    BinOp::BitAnd,
                    BinOp::BitXor,
                    BinOp::Mul,
                ];
                let op = g.pick(&ops[..if self.linear { 4 } else { 5 }]);
                let (a, b) = (self.int(g, depth - 1), self.int(g, depth - 1));
                self.x.bin(op, a, b)
            }
            4 => {
                let c = self.bool(g, depth - 1);
                let (a, b) = (self.int(g, depth - 1), self.int(g, depth - 1));
                self.x.ite(c, a, b)
            }
            5 if !self.linear && matches!(self.language, Language::Objects | Language::Bounded) => {
                let op = g.pick(&[BinOp::Div, BinOp::Rem]);
                let (a, b) = (self.int(g, depth - 1), self.int(g, depth - 1));
                self.x.bin(op, a, b)
            }
            _ if !self.arrays.is_empty() => {
                let a = g.pick(&self.arrays);
                let i = self.int(g, depth - 1);
                let m = self.x.of(a);
                self.x.select(m, i, None)
            }
            6 if self.elements.is_some() => {
                let a = self.array(g, depth - 1);
                match (g.below(3), self.elements) {
                    (0, _) | (_, None) => {
                        let length = self.x.length_map();
                        self.x.read(length, a)
                    }
                    (_, Some(e)) => {
                        let i = self.int(g, depth - 1);
                        let m = self.x.of(e);
                        self.x.select(m, a, Some(i))
                    }
                }
            }
            _ if !self.int_fields.is_empty() => {
                let f = g.pick(&self.int_fields);
                let e = self.reference(g, depth - 1);
                self.x.read(f, e)
            }
            _ => self.int(g, 0),
        }
    }

    pub fn bool(&mut self, g: &mut Genes, depth: usize) -> ExprId {
        if depth == 0 || !g.more() {
            let v = g.pick(&self.bools);
            return self.x.of(v);
        }
        let refs = !self.refs.is_empty();
        match g.below(8) {
            0 => {
                let a = self.bool(g, depth - 1);
                self.x.not(a)
            }
            1 => {
                let op = g.pick(&[BinOp::And, BinOp::Or]);
                let (a, b) = (self.bool(g, depth - 1), self.bool(g, depth - 1));
                self.x.bin(op, a, b)
            }
            2 | 3 if refs => {
                let (a, b) = (self.reference(g, depth - 1), self.reference(g, depth - 1));
                self.x.eq(a, b)
            }
            4 if refs => {
                let a = self.reference(g, depth - 1);
                let class = g.pick(&self.classes);
                Program::class_in(&mut self.x, a, &[class])
            }
            _ => {
                let op = g.pick(&[BinOp::Eq, BinOp::Lt, BinOp::Le]);
                let (a, b) = (self.int(g, depth - 1), self.int(g, depth - 1));
                self.x.bin(op, a, b)
            }
        }
    }

    pub fn reference(&mut self, g: &mut Genes, depth: usize) -> ExprId {
        if depth == 0 || !g.more() {
            return match g.below(6) {
                5 => self.x.nil(),
                _ => {
                    let v = g.pick(&self.ref_vars());
                    self.x.of(v)
                }
            };
        }
        match g.below(5) {
            0 | 1 => self.reference(g, 0),
            2 => {
                let c = self.bool(g, depth - 1);
                let (a, b) = (self.reference(g, depth - 1), self.reference(g, depth - 1));
                self.x.ite(c, a, b)
            }
            _ => {
                let f = g.pick(&self.ref_fields);
                let e = self.reference(g, depth - 1);
                self.x.read(f, e)
            }
        }
    }

    fn array(&mut self, g: &mut Genes, depth: usize) -> ExprId {
        if depth > 0 && g.below(5) == 4 {
            let c = self.bool(g, depth - 1);
            let (a, b) = (self.array(g, 0), self.array(g, 0));
            return self.x.ite(c, a, b);
        }
        let v = g.pick(&self.array_refs);
        self.x.of(v)
    }

    // ---- statements -------------------------------------------------------

    /// An assignment; locals only inside of procedures.
    pub fn assignment(&mut self, g: &mut Genes) -> (Lhs, ExprId) {
        match g.below(6) {
            0 => {
                let v = g.pick(&self.bools);
                (Lhs::var(v), self.bool(g, 2))
            }
            1 | 2 if !self.arrays.is_empty() => {
                let a = g.pick(&self.arrays);
                let i = self.int(g, 1);
                (Lhs::at(a, i), self.int(g, 2))
            }
            1 if !self.refs.is_empty() => {
                let f = g.pick(&self.int_fields);
                let e = self.reference(g, 1);
                (Lhs::at(f, e), self.int(g, 2))
            }
            2 if !self.refs.is_empty() => {
                let f = g.pick(&self.ref_fields);
                let e = self.reference(g, 1);
                (Lhs::at(f, e), self.reference(g, 2))
            }
            3 if !self.refs.is_empty() => {
                let v = g.pick(&self.ref_vars());
                (Lhs::var(v), self.reference(g, 2))
            }
            4 if self.elements.is_some() => match self.elements {
                Some(e) if g.below(3) > 0 => {
                    let a = self.array(g, 1);
                    let i = self.int(g, 1);
                    (Lhs::element(e, a, i), self.int(g, 2))
                }
                _ => {
                    let v = g.pick(&self.array_refs);
                    (Lhs::var(v), self.array(g, 1))
                }
            },
            _ => {
                let v = g.pick(&self.int_vars());
                (Lhs::var(v), self.int(g, 2))
            }
        }
    }

    /// Where a created object goes.
    pub fn creation(&mut self, g: &mut Genes) -> (Lhs, u32, Option<ExprId>) {
        if g.below(4) == 3 {
            let n = self.int(g, 1);
            return (
                Lhs::var(g.pick(&self.array_refs)),
                self.array_class,
                Some(n),
            );
        }
        let class = g.pick(&self.classes);
        let h = match g.below(3) {
            0 => {
                let f = g.pick(&self.ref_fields);
                Lhs::at(f, self.reference(g, 1))
            }
            _ => Lhs::var(g.pick(&self.ref_vars())),
        };
        (h, class, None)
    }

    fn stmt(&mut self, g: &mut Genes, depth: usize) -> StmtId {
        let call = matches!(self.language, Language::Procedures | Language::Objects);
        let line = self.p.stmts.len() as u32 + 1;
        let stmt = match g.below(9) {
            0 | 1 if depth > 0 => {
                let b = self.bool(g, 2);
                let (s, t) = (self.block(g, depth - 1), self.block(g, depth - 1));
                Stmt::If(b, s, t)
            }
            2 if depth > 0 => {
                let b = self.bool(g, 2);
                let s = self.block(g, depth - 1);
                Stmt::While(b, s, LabelId(0))
            }
            3 | 4 if call && !self.procs.is_empty() => self.call(g),
            5 if call && !self.local_ints.is_empty() => {
                let e = self.int(g, 2);
                Stmt::Return(Some(e))
            }
            6 if self.language == Language::Objects => {
                let (h, class, len) = self.creation(g);
                Stmt::New(h, class, len)
            }
            _ => {
                let (h, e) = self.assignment(g);
                Stmt::Assign(h, e)
            }
        };
        self.p.stmt(stmt, line)
    }

    fn call(&mut self, g: &mut Genes) -> Stmt {
        let to = match g.below(3) {
            0 => None,
            _ => Some(Lhs::var(g.pick(&self.int_vars()))),
        };
        if self.language == Language::Procedures {
            let proc = g.pick(&self.procs);
            let args: Vec<ExprId> = (0..2).map(|_| self.int(g, 2)).collect();
            return Stmt::Call {
                to,
                candidates: Rc::new([Candidate {
                    proc,
                    classes: Rc::new([]),
                }]),
                args: args.into(),
                receiver: false,
            };
        }
        let this = self.reference(g, 1);
        let (r, n) = (self.reference(g, 1), self.int(g, 1));
        let candidates: Vec<Candidate> = self
            .procs
            .iter()
            .zip(&self.classes)
            .map(|(&proc, &class)| Candidate {
                proc,
                classes: Rc::new([class]),
            })
            .collect();
        Stmt::Call {
            to,
            candidates: candidates.into(),
            args: Rc::new([this, r, n]),
            receiver: true,
        }
    }

    fn block(&mut self, g: &mut Genes, depth: usize) -> ep_traces::lang::BlockId {
        let n = 1 + g.below(3);
        let list = (0..n).map(|_| self.stmt(g, depth)).collect();
        self.p.block(list)
    }

    fn empty_proc(&mut self, name: &str) -> ProcId {
        let body = self.p.block(Vec::new());
        self.p.procs.push(Proc {
            name: name.into(),
            params: Vec::new(),
            locals: Vec::new(),
            ret: None,
            body,
        })
    }

    fn fill(&mut self, g: &mut Genes, id: ProcId) {
        let objects = self.language == Language::Objects;
        let mut params = Vec::new();
        if objects {
            for name in ["this", "other"] {
                let v = Program::local(&mut self.x, &mut self.locals, name, Scalar::Ref);
                self.x.info_mut(v).class = self.classes.first().copied();
                self.local_refs.push(v);
                params.push(v);
            }
        } else {
            let v = Program::local(&mut self.x, &mut self.locals, "u", Scalar::Int);
            self.local_ints.push(v);
            params.push(v);
        }
        let v = Program::local(&mut self.x, &mut self.locals, "n", Scalar::Int);
        self.local_ints.push(v);
        params.push(v);
        let ret = Program::local(&mut self.x, &mut self.locals, "r", Scalar::Int);
        let body = self.block(g, 2);
        self.local_ints.clear();
        self.local_refs.clear();
        let locals = std::mem::take(&mut self.locals);
        let proc = &mut self.p.procs[id];
        proc.params = params;
        proc.locals = locals;
        proc.ret = Some(ret);
        proc.body = body;
    }

    /// A main statement, with procedures or methods where the language has them.
    pub fn program(&mut self, g: &mut Genes) -> ProcId {
        let names: &[&str] = match self.language {
            Language::Procedures => &["P", "Q"],
            Language::Objects => &["A.m", "B.m"],
            _ => &[],
        };
        let main = self.empty_proc("main");
        self.procs = names.iter().map(|n| self.empty_proc(n)).collect();
        for id in self.procs.clone() {
            self.fill(g, id);
        }
        let n = 1 + g.below(4);
        let list: Vec<StmtId> = (0..n).map(|_| self.stmt(g, 2)).collect();
        self.p.procs[main].body = self.p.block(list);
        main
    }

    // ---- states -----------------------------------------------------------

    /// A consistent state.
    pub fn state(&mut self, g: &mut Genes) -> State {
        let x = &self.x;
        let mut s = State::new();
        for &v in &self.ints {
            s.set(x, v, Value::Int(g.number()));
        }
        for &v in &self.bools {
            s.set(x, v, Value::Bool(g.flip()));
        }
        for &a in &self.arrays {
            if let Some(bound) = x.info(a).bound {
                s.set(x, bound, Value::Int(g.below(5) as i32));
            }
            for i in -2..6 {
                let v = Value::Int(g.number());
                s.put(x, a, (Value::Int(i), 0), v);
            }
        }
        if self.classes.is_empty() {
            return s;
        }
        let mut objects = vec![Value::Nil];
        for _ in 0..g.below(4) {
            let class = g.pick(&self.classes);
            objects.push(s.create(x, class, None));
        }
        let mut arrays = vec![Value::Nil];
        for _ in 0..g.below(3) {
            let n = g.below(4) as i32;
            arrays.push(s.create(x, self.array_class, Some(n)));
        }
        for &o in &objects[1..] {
            for &f in &self.int_fields {
                s.put(x, f, (o, 0), Value::Int(g.number()));
            }
            for &f in &self.ref_fields {
                s.put(x, f, (o, 0), g.pick(&objects));
            }
        }
        for &o in &arrays[1..] {
            let Value::Int(n) = s.at(x, x.length_map(), (o, 0)) else {
                continue;
            };
            for i in 0..n {
                if let Some(e) = self.elements {
                    s.put(x, e, (o, i), Value::Int(g.number()));
                }
            }
        }
        for &v in &self.refs {
            s.set(x, v, g.pick(&objects));
        }
        for &v in &self.array_refs {
            s.set(x, v, g.pick(&arrays));
        }
        s
    }
}
