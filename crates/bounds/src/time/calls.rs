//! Calls: functions with a body are entered; what the C library is known to
//! return from becomes any value; everything else is undecided.

use super::callgraph::{is_errno, is_taken_as_is};
use super::charge::{self, is_charge};
use super::engine::{AreaKey, Engine};
use super::library::{
    format_at, is_helper, is_input, known, parses_to, runs_later, scans_text, stores, Known,
};
use super::rules::{Num, Ruled, View};
use super::start::declared;
use super::state::{Back, Frame, State, Truth, Value};
use super::stepped::{Decision, Stepped};
use ep_base::entity::EntityId;
use ep_ir::inst::Arg;
use ep_ir::{BlockId, DebugType, FuncId, Inst, Operand, Reg, Type};

/// Activations that are followed.
const DEPTH: usize = 12;

impl Engine<'_> {
    pub(super) fn call_direct(
        &mut self,
        s: &mut State,
        func: FuncId,
        inst: &Inst,
        dsts: &[Reg],
        target: FuncId,
        args: &[Arg],
    ) -> Stepped {
        let module = self.module;
        let place = self.place(func, inst.loc);
        let Some(callee) = module.functions.get(target) else {
            return Stepped::GaveUp;
        };
        if is_charge(callee) {
            return self.charge(s, args);
        }
        if is_taken_as_is(module, callee) && is_input(&callee.name) {
            let stepped = self.reads_input(s, func, inst, dsts, &callee.name, args);
            if matches!(stepped, Stepped::Next) {
                self.forget_errno(s);
                self.summand(&callee.name, place);
            }
            return stepped;
        }
        if is_taken_as_is(module, callee) && scans_text(&callee.name) {
            self.forget_errno(s);
            self.summand(&callee.name, place);
            return self.scans_string(s, func, inst, dsts, &callee.name, args);
        }
        if runs_later(&callee.name) {
            self.give_up(format!("{} is not modelled", callee.name), place);
            return Stepped::GaveUp;
        }
        if callee.is_declaration() || is_taken_as_is(module, callee) {
            return self.library(s, func, inst, dsts, &callee.name, callee.noreturn, args);
        }
        if self.calls.is_recursive(target) && !callee.variadic {
            return self.call_recursive(s, func, inst, dsts, target, args);
        }
        // What follows its named arguments is read by nothing else.
        let lists = |i: &Inst| matches!(i.kind, ep_ir::InstKind::VaStart { .. });
        let takes_more =
            callee.variadic && callee.blocks.iter().any(|(_, b)| b.insts.iter().any(lists));
        if s.frames.len() >= DEPTH || takes_more {
            self.give_up(
                format!("the call of {} is not followed", callee.name),
                place,
            );
            return Stepped::GaveUp;
        }
        let mut regs = vec![Value::Any; callee.regs.len()];
        for (arg, param) in args.iter().zip(&callee.params) {
            let relevant = self.relevant.register(target, param.reg);
            let v = match (arg.byval, arg.ty == param.ty && relevant) {
                (None, true) => self.argument(s, arg),
                // A copy: nothing is kept of its content.
                _ => Value::Any,
            };
            if let Some(slot) = regs.get_mut(param.reg.index()) {
                *slot = v;
            }
        }
        let Some(frame) = s.frames.last() else {
            return Stepped::GaveUp;
        };
        let back = Back {
            block: frame.block,
            next: frame.next + 1,
            dsts: dsts.to_vec(),
        };
        s.frames.push(Frame {
            func: target,
            regs,
            block: BlockId(0),
            next: 0,
            loops: Vec::new(),
            back: Some(back),
        });
        Stepped::Next
    }

    /// Adds what a charge says to the cost of the way.
    fn charge(&mut self, s: &mut State, args: &[Arg]) -> Stepped {
        let (Some(number), Some(amounts)) = (charge::number(args), args.get(1..)) else {
            return Stepped::GaveUp;
        };
        let mut forms = Vec::new();
        for arg in amounts {
            let Value::Int(n) = self.copy(s, &arg.value, arg.ty) else {
                return Stepped::GaveUp;
            };
            match self.rule(s, &mut |cx| cx.view(&n, View::Signed)) {
                Ruled::Is(form) => forms.push(form),
                Ruled::Refine(cases) => return Stepped::Refine(cases),
            }
        }
        let slot = s.charges.entry(number).or_default();
        let mut forms = forms.into_iter();
        if let Some(sum) = forms.next() {
            slot.form = slot.form.plus(&sum);
        }
        while let (Some(a), Some(b)) = (forms.next(), forms.next()) {
            slot.add_product(a, b);
        }
        Stepped::Next
    }

    /// How C reads the result of a function, if its declaration is known.
    fn returned(&self, name: &str, bits: u32) -> Option<View> {
        let module = self.module;
        let (_, f) = module.functions.iter().find(|(_, f)| f.name == name)?;
        match module.debug_types.get(f.ty)? {
            DebugType::Function { returns, .. } => declared(module, *returns, bits),
            _ => None,
        }
    }

    pub(super) fn argument(&mut self, s: &mut State, arg: &Arg) -> Value {
        match arg.ty {
            Type::Int(1) => Value::Truth(self.truth(s, &arg.value)),
            ty => self.copy(s, &arg.value, ty),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn library(
        &mut self,
        s: &mut State,
        func: FuncId,
        inst: &Inst,
        dsts: &[Reg],
        name: &str,
        noreturn: bool,
        args: &[Arg],
    ) -> Stepped {
        let place = self.place(func, inst.loc);
        if !matches!(
            known(name),
            Some(Known::Input | Known::Fills | Known::Assume)
        ) {
            self.forget_errno(s);
        }
        if parses_to(name) {
            self.summand(name, place);
            let end = args.get(1).map(|a| self.value(s, &a.value));
            match end {
                None | Some(Value::Null) => {}
                Some(to) => self.havoc(s, func, inst, &to),
            }
            return self.any_results(s, func, dsts);
        }
        match known(name) {
            Some(Known::Ends) => Stepped::Ends("the program ends"),
            Some(Known::Input) => {
                let function = self.module.functions.get(func);
                for d in dsts {
                    let ty = function.and_then(|f| f.regs.get(*d)).copied();
                    let v = match ty {
                        Some(Type::Int(bits)) if bits > 1 => {
                            let view = self
                                .returned(name, bits)
                                .unwrap_or_else(|| self.views.view(func, *d));
                            let taken = self.taken_by(s, *d, view, bits);
                            let n: Num = self.read(s, taken.as_deref(), view, bits);
                            Value::Int(n)
                        }
                        Some(ty) => self.unknown(s, func, *d, ty),
                        None => Value::Any,
                    };
                    self.assign(s, *d, v);
                }
                Stepped::Next
            }
            Some(Known::Fills) => {
                // It is one of the inputs that are counted.
                s.reads += u32::from(s.fresh_start);
                let at = args.first().map(|a| self.value(s, &a.value));
                let bytes = match args.get(1).map(|a| a.value) {
                    Some(Operand::Int(n)) => Some(n),
                    _ => None,
                };
                self.filled(s, func, inst, &at.unwrap_or(Value::Any), bytes);
                Stepped::Next
            }
            Some(Known::Assume) => {
                let Some(arg) = args.first() else {
                    return Stepped::Next;
                };
                let Type::Int(bits) = arg.ty else {
                    return Stepped::Next;
                };
                let t = match self.copy(s, &arg.value, arg.ty) {
                    Value::Int(n) => Truth::Compare {
                        pred: ep_ir::IntPred::Ne,
                        b: Num {
                            form: super::lin::Lin::default(),
                            view: n.view,
                            bits,
                        },
                        a: n,
                    },
                    Value::Truth(t) => t,
                    _ => Truth::Open,
                };
                match self.decide(s, &t) {
                    Decision::Is(true) | Decision::Either => Stepped::Next,
                    Decision::Is(false) => Stepped::Ends("an assumption of the program is false"),
                    Decision::Refine(cases) => Stepped::Refine(cases),
                }
            }
            Some(Known::Pure) => {
                if self.stores_through_arguments(s, name, args) {
                    self.give_up(
                        format!("{name} with a format that may hold %n is not modelled"),
                        place,
                    );
                    return Stepped::GaveUp;
                }
                self.summand(name, place);
                self.any_results(s, func, dsts)
            }
            Some(Known::Heap(how)) => {
                self.summand(name, place);
                self.heap(s, func, inst, dsts, how, args)
            }
            Some(Known::Writes) => {
                self.summand(name, place);
                if self.passes_address(s, args) {
                    self.havoc_all(s);
                }
                self.any_results(s, func, dsts)
            }
            None if noreturn => Stepped::Ends("the program ends"),
            None => {
                // Of a helper of a model the user knows nothing but the function.
                let (what, place) = match self.caller(s).filter(|_| is_helper(name)) {
                    Some((own, place)) => (format!("{own} is not modelled so far"), place),
                    None => (format!("{name} has no body: it may not come back"), place),
                };
                self.give_up(what, place);
                Stepped::GaveUp
            }
        }
    }

    /// The function of the C library in whose model a state is, and where it was
    /// called.
    fn caller(&self, s: &State) -> Option<(String, ep_base::outcome::Place)> {
        let own = |f: FuncId| {
            let function = self.module.functions.get(f)?;
            let line = self.module.locs.get(function.loc).map_or(0, |p| p.line);
            Some((function.name.clone(), line > 0))
        };
        let at = s
            .frames
            .iter()
            .position(|f| own(f.func).is_some_and(|f| !f.1))?;
        let (before, inside) = (s.frames.get(at.checked_sub(1)?)?, s.frames.get(at)?);
        let block = self.module.functions.get(before.func)?;
        let block = block.blocks.get(before.block)?;
        let call = block.insts.get(before.next.checked_sub(1)?)?;
        Some((own(inside.func)?.0, self.place(before.func, call.loc)))
    }

    /// Whether a function that prints may write behind an address it is given:
    /// unless its format is known and has no `%n`.
    fn stores_through_arguments(&mut self, s: &State, name: &str, args: &[Arg]) -> bool {
        let Some(at) = format_at(name) else {
            return false;
        };
        if !args.iter().skip(at + 1).any(|a| a.ty == Type::Ptr) {
            return false;
        }
        let Some(format) = args.get(at).map(|a| self.value(s, &a.value)) else {
            return true;
        };
        self.text(&format).is_none_or(stores)
    }

    /// The library may set `errno`, and says nothing of what it sets.
    fn forget_errno(&mut self, s: &mut State) {
        let module = self.module;
        let is = |key: &AreaKey| {
            let AreaKey::Global(g) = key else {
                return false;
            };
            let global = module.globals.get(*g);
            global.is_some_and(|g| is_errno(&g.name))
        };
        let area = self.areas.iter().find(|(_, a)| is(&a.key)).map(|(a, _)| a);
        if let Some(area) = area {
            s.forget(area);
        }
    }

    /// A call of the library counts as one instruction; its own are a summand
    /// that the bounds leave out, and say so.
    fn summand(&mut self, name: &str, place: ep_base::outcome::Place) {
        if is_helper(name) {
            // It is none of C's.
            return;
        }
        let given = (self.options.costs.iter()).any(|c| c.function == name);
        let what = match given {
            true => "its cost is the given one",
            false => "its own instructions are not counted",
        };
        self.assumptions.insert(ep_base::time::Assumption {
            text: format!("{name} comes back; {what}"),
            place,
        });
    }

    fn assign(&self, s: &mut State, r: Reg, v: Value) {
        if let Some(slot) = s.frames.last_mut().and_then(|f| f.regs.get_mut(r.index())) {
            *slot = v;
        }
    }
}
