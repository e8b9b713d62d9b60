//! Calls, returns, and the end of a run.

use crate::library::Arg;
use crate::numbers::Res;
use crate::state::{Frame, State};
use crate::step::{Next, Steps};
use crate::value::{Kind, Val};
use ep_base::entity::EntityId;
use ep_base::outcome::ErrorKind;
use ep_ir::{BlockId, FuncId, InstKind, LocId, Reg};
use std::rc::Rc;

/// Activations of one function at a time.
const NESTED: usize = 3;

impl Steps<'_> {
    /// A call of a function of the program, or of one of the library.
    pub fn call(
        &self,
        mut st: State,
        f: FuncId,
        dsts: &[Reg],
        args: &[Arg],
        loc: LocId,
    ) -> Res<Next> {
        let Some(function) = self.module.functions.get(f) else {
            return Err("a function that is not there".into());
        };
        let error = matches!(&function.name[..], "reach_error" | "__VERIFIER_error");
        if function.is_declaration() || error {
            return self.library(st, f, dsts, args, loc);
        }
        if args.iter().any(|a| a.2.is_some()) {
            return Err("a structure that is passed by value".into());
        }
        // What the caller does not read any more is no difference.
        let (caller, block, at) = match st.top() {
            Some(f) => (f.func, f.block, f.inst),
            None => return Err("no activation".into()),
        };
        let live = self.live.get(caller.index()).and_then(|l| l.as_ref());
        if let (Some(live), Some(body)) = (live, self.module.functions.get(caller)) {
            let live = live.before(body, block, at + 1);
            if let Some(frame) = st.frame() {
                for (v, live) in frame.regs.iter_mut().zip(live) {
                    if !live {
                        *v = Val::Undef;
                    }
                }
            }
        }
        let values: Vec<Val> = args.iter().map(|a| a.0.clone()).collect();
        self.enter(&mut st, f, &values)?;
        Ok(Next::Go(vec![st]))
    }

    /// A new activation.
    pub fn enter(&self, st: &mut State, f: FuncId, args: &[Val]) -> Res<()> {
        let Some(function) = self.module.functions.get(f) else {
            return Err("a function that is not there".into());
        };
        if function.variadic || args.len() != function.params.len() {
            return Err(format!(
                "a call of `{}` with other arguments than it has",
                function.name
            ));
        }
        if st.frames.iter().filter(|x| x.func == f).count() >= NESTED {
            return Err(format!("the recursion of `{}`", function.name));
        }
        let mut regs = vec![Val::Undef; function.regs.len()];
        for (p, v) in function.params.iter().zip(args) {
            if p.byval.is_some() {
                return Err("a structure that is passed by value".into());
            }
            if let Some(r) = regs.get_mut(p.reg.index()) {
                *r = v.clone();
            }
        }
        st.frames.push(Rc::new(Frame {
            func: f,
            block: BlockId(0),
            inst: 0,
            regs,
            allocas: Vec::new(),
            bytes: 0,
        }));
        Ok(())
    }

    pub fn ret(&self, mut st: State, values: &[Val]) -> Res<Next> {
        let Some(frame) = st.frames.pop() else {
            return Ok(Next::Go(Vec::new()));
        };
        let mut values = values.to_vec();
        // The values are held while the locals go.
        for o in &frame.allocas {
            for v in &mut values {
                if v.ptr().is_some_and(|p| p.obj == *o) {
                    *v = Val::Dangling;
                }
            }
            st.remove(*o);
        }
        if st.frames.is_empty() {
            return self.ended(st, frame.func, &values);
        }
        let (func, block, at) = match st.top() {
            Some(f) => (f.func, f.block, f.inst),
            None => return Ok(Next::Go(Vec::new())),
        };
        let body = self
            .module
            .functions
            .get(func)
            .and_then(|f| f.blocks.get(block));
        let Some(InstKind::Call { dsts, .. }) = body.and_then(|b| b.insts.get(at)).map(|i| &i.kind)
        else {
            return Err("a return to no call".into());
        };
        for (d, v) in dsts.iter().zip(values) {
            st.set(*d, v);
        }
        Ok(self.advance(st))
    }

    /// The entry has returned.
    fn ended(&self, mut st: State, func: FuncId, values: &[Val]) -> Res<Next> {
        let name = self.module.functions.get(func).map(|f| &f.name[..]);
        if name == Some("main") {
            if matches!(values.first(), Some(Val::Undef)) && !self.question.uninit_is_input {
                return Err("the result of main may never have been set".into());
            }
            // What `atexit` registered is run by a model of `exit`.
            let exit = self.module.function("exit");
            let body = exit.and_then(|f| Some((f, self.module.functions.get(f)?)));
            if let Some((f, body)) = body.filter(|(_, b)| !b.is_declaration()) {
                if body.params.len() == 1 {
                    let status = values.first().cloned().unwrap_or(Val::Int(0));
                    self.enter(&mut st, f, &[status])?;
                    return Ok(Next::Go(vec![st]));
                }
            }
        }
        self.over(&st)?;
        Ok(Next::Go(Vec::new()))
    }

    /// A run ends normally: is anything left that should not be?
    pub fn over(&self, st: &State) -> Res<()> {
        let globals = self.module.globals.len() as u32;
        let reached = st.reachable(globals, true);
        for (o, object) in &st.heap {
            if object.kind != Kind::Heap {
                continue;
            }
            if self.checks(ErrorKind::UnfreedMemory) {
                return Err("memory may not be freed at the end".into());
            }
            if self.checks(ErrorKind::Leak) && !reached.contains(o) {
                return Err("memory may be lost".into());
            }
        }
        Ok(())
    }
}
