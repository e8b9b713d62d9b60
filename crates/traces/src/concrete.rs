//! The concrete semantics (sections 2, 2.1, 3 and 4).
//!
//! A configuration is `⟨Γ, V⟩`: closures `(L, S)` with values of local
//! variables, and a state `V = (G, H)`.

use crate::eval::{self, Place, State, Valuation, Value};
use crate::expr::{ClassTag, ExprId, Exprs, Role, VarId};
use crate::lang::{Lhs, ProcId, Program};
use crate::machine::{Config, Next, Outcome, Truth, Why, World};

/// `G` and `H`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Concrete(pub State);

/// `L ∪ G` over `H`.
pub struct Here<'a> {
    /// `G` and `H`.
    pub state: &'a State,
    /// `L`, by slot.
    pub locals: &'a [Value],
}

impl Valuation for Here<'_> {
    fn var(&self, x: &Exprs, v: VarId) -> Value {
        match x.info(v).role {
            Role::Local(slot) if (slot as usize) < self.locals.len() => self.locals[slot as usize],
            _ => self.state.get(x, v),
        }
    }
    fn at(&self, x: &Exprs, map: VarId, place: Place) -> Value {
        self.state.at(x, map, place)
    }
}

impl World for Concrete {
    type Env = Vec<Value>;
    type Val = Value;

    fn value(&mut self, x: &mut Exprs, env: &Vec<Value>, e: ExprId) -> Option<Value> {
        let here = Here {
            state: &self.0,
            locals: env,
        };
        eval::eval(x, &here, e)
    }

    /// `V[x := v]`, `V[h.f := v]`.
    fn bind(&mut self, x: &mut Exprs, env: &mut Vec<Value>, h: &Lhs, v: Value) -> bool {
        let Some(key) = h.key else {
            match x.info(h.var).role {
                Role::Local(slot) => env[slot as usize] = v,
                _ => self.0.set(x, h.var, v),
            }
            return true;
        };
        let Some(key) = self.value(x, env, key) else {
            return false;
        };
        let index = match h.index.map(|i| self.value(x, env, i)) {
            Some(Some(Value::Int(i))) => i,
            Some(_) => return false,
            None => 0,
        };
        let map = x.of(h.var);
        let here = Here {
            state: &self.0,
            locals: env,
        };
        if eval::Evaluator::new(x, &here)
            .look(map, (key, index))
            .is_none()
        {
            return false;
        }
        self.0.put(x, h.var, (key, index), v);
        true
    }

    /// `V[x := new C]`: an object that did not exist, with initial fields.
    fn create(
        &mut self,
        x: &mut Exprs,
        env: &mut Vec<Value>,
        h: &Lhs,
        class: ClassTag,
        len: Option<Value>,
    ) -> bool {
        let len = match len {
            Some(Value::Int(n)) if n >= 0 => Some(n),
            None => None,
            Some(_) => return false,
        };
        let o = self.0.create(x, class, len);
        self.bind(x, env, h, o)
    }

    fn test(&mut self, _: &mut Exprs, b: Value) -> Truth {
        match b {
            Value::Bool(true) => Truth::True,
            _ => Truth::False,
        }
    }

    fn assume(&mut self, _: &mut Exprs, _: Value, _: bool, _: Why) {}

    /// `L'(ū) = (L ∪ G)(ē)`.
    fn enter(
        &mut self,
        x: &mut Exprs,
        (_, locals): (ProcId, &[VarId]),
        args: &[Value],
        _: &Vec<Value>,
        _: Option<ExprId>,
    ) -> Vec<Value> {
        let rest = locals.iter().skip(args.len());
        let rest = rest.map(|&v| self.0.get(x, v));
        args.iter().copied().chain(rest).collect()
    }
}

/// Runs to the end, at most `limit` steps.
pub fn run(
    p: &mut Program,
    x: &mut Exprs,
    proc: ProcId,
    args: &[Value],
    state: State,
    limit: usize,
) -> (Config<Concrete>, Outcome) {
    let mut state = state;
    state.add_literals(x);
    let mut world = Concrete(state);
    let locals = p.procs[proc].locals.clone();
    let env = world.enter(x, (proc, &locals), args, &Vec::new(), None);
    let mut c = Config::new(p, proc, env, world, true);
    for _ in 0..limit {
        match c.step(p, x) {
            Next::Step => {}
            Next::End(outcome) => return (c, outcome),
            Next::Fork(_) | Next::Stuck => break,
        }
    }
    (c, Outcome::Cut("too many steps"))
}
