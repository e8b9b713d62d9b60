//! Functions without a body: the heap, inputs, assumptions, the end of a run.
//!
//! Names and meanings are those of the reference interpreter
//! (`ep_ir::interp`). What is not in this list ends the proof.

use crate::numbers::Res;
use crate::range::Range;
use crate::state::State;
use crate::step::{region, Access, Next, Steps};
use crate::value::{Fill, Kind, Object, Ptr, Val};
use ep_base::outcome::ErrorKind;
use ep_harness::nondet;
use ep_ir::provided::{self, Builtin};
use ep_ir::scalar::mask64;
use ep_ir::{FuncId, GlobalId, IntPred, LocId, Reg, Type};

/// Larger blocks may not be had.
const BLOCK: u64 = 1 << 24;

/// A value that is passed, its type, and what it is a copy of.
pub type Arg = (Val, Type, Option<(u64, u32)>);

impl Steps<'_> {
    pub(crate) fn library(
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
        let name = &function.name[..];
        let arg = |i: usize| args.get(i).map_or(Val::Undef, |a| a.0.clone());
        match name {
            "malloc" => {
                let size = self.size(&arg(0))?;
                self.allocate(st, dsts, size, Fill::Undef, loc)
            }
            "calloc" => {
                let size = self.size(&arg(0))?.checked_mul(self.size(&arg(1))?);
                let size = size.ok_or("an allocation of a size that does not fit")?;
                self.allocate(st, dsts, size, Fill::Zero, loc)
            }
            "free" | "cfree" => self.free(st, &arg(0)),
            "memcpy" | "memmove" | "memset" => {
                let n = match arg(2) {
                    Val::Int(n) => n,
                    _ => return Err("a copy of variable length".into()),
                };
                // Split before anything is set.
                let _ = region!(self, st, &arg(0), n, true);
                if name != "memset" {
                    let _ = region!(self, st, &arg(1), n, false);
                }
                let next = match name {
                    "memset" => self.fill(st, &arg(0), &arg(1), n)?,
                    _ => self.copy(st, &arg(0), &arg(1), n, name == "memmove")?,
                };
                // Copied: the result is the first argument.
                Ok(match next {
                    Next::Go(states) => Next::Go(
                        states
                            .into_iter()
                            .map(|mut st| {
                                if let Some(d) = dsts.first() {
                                    st.set(*d, arg(0));
                                }
                                st
                            })
                            .collect(),
                    ),
                    other => other,
                })
            }
            "abort" | "klee_abort" => match self.checks(ErrorKind::Abort) {
                true => Err("the program may abort".into()),
                false => Ok(Next::Go(Vec::new())),
            },
            "exit" | "_exit" | "_Exit" | "quick_exit" => {
                self.over(&st)?;
                Ok(Next::Go(Vec::new()))
            }
            "klee_silent_exit" => Ok(Next::Go(Vec::new())),
            "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_perror_fail" => {
                Err("an assertion may fail".into())
            }
            "reach_error" | "__VERIFIER_error" => Err("the error function may be reached".into()),
            "ep_assert" | "__VERIFIER_assert" | "__CPROVER_assert" | "__ESBMC_assert"
            | "assert" => match self.truths(st, args.first())? {
                (Some(st), false) => Ok(self.advance(st)),
                _ => Err("an assertion may fail".into()),
            },
            _ if provided::lookup(name) == Some(Builtin::Assume) => {
                match self.truths(st, args.first())? {
                    (Some(st), _) => Ok(self.advance(st)),
                    (None, _) => Ok(Next::Go(Vec::new())),
                }
            }
            "printf" | "puts" => {
                self.printed(name, args)?;
                for d in dsts {
                    let v = st.unknown(Range::full(32));
                    st.set(*d, v);
                }
                Ok(self.advance(st))
            }
            "putchar" => match arg(0) {
                Val::Int(_) | Val::Sym(_) => {
                    for d in dsts {
                        let v = st.unknown(Range::unsigned(32, 0, 255));
                        st.set(*d, v);
                    }
                    Ok(self.advance(st))
                }
                _ => Err("output of what may never have been set".into()),
            },
            "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end" => Ok(self.advance(st)),
            "__VERIFIER_nondet_memory" => Err(format!("the function `{name}`")),
            _ if nondet::suffix(name).is_some() && args.is_empty() => {
                if let (Some(d), Some(ty)) = (dsts.first(), function.rets.first()) {
                    let v = match ty {
                        Type::Ptr => return Err("an address that is an input".into()),
                        // Of more bits than C's `_Bool` has values it is any.
                        ty => self.any(&mut st, *ty),
                    };
                    st.set(*d, v);
                }
                Ok(self.advance(st))
            }
            _ => Err(format!("the function `{name}`, which has no body here")),
        }
    }

    fn size(&self, v: &Val) -> Res<u64> {
        match v {
            Val::Int(n) if *n <= BLOCK => Ok(*n),
            _ => Err("an allocation whose size is not known".into()),
        }
    }

    fn allocate(&self, st: State, dsts: &[Reg], size: u64, fill: Fill, loc: LocId) -> Res<Next> {
        let mut out = Vec::new();
        if self.question.malloc_may_fail {
            let mut none = st.clone();
            if let Some(d) = dsts.first() {
                none.set(*d, Val::Int(0));
            }
            if let Next::Go(v) = self.advance(none) {
                out.extend(v);
            }
        }
        let mut st = st;
        let obj = st.add(Object::new(size, Kind::Heap, fill, loc));
        if let Some(d) = dsts.first() {
            st.set(
                *d,
                Val::Ptr(Ptr {
                    obj,
                    last: false,
                    off: 0,
                }),
            );
        }
        if let Next::Go(v) = self.advance(st) {
            out.extend(v);
        }
        Ok(Next::Go(out))
    }

    fn free(&self, mut st: State, v: &Val) -> Res<Next> {
        if *v == Val::Int(0) {
            return Ok(self.advance(st));
        }
        let (o, off) = match v {
            Val::Dangling => return Err("memory may be freed twice".into()),
            v => region!(self, st, v, 0, false),
        };
        let heap = st.heap.get(&o).is_some_and(|o| o.kind == Kind::Heap);
        if !heap || off != 0 {
            return Err("what is freed may be no block of the heap".into());
        }
        st.remove(o);
        Ok(self.advance(st))
    }

    /// The state in which a truth value is true, and whether it can be false.
    fn truths(&self, mut st: State, a: Option<&Arg>) -> Res<(Option<State>, bool)> {
        let Some((v, ty, _)) = a else {
            return Err("a truth value that is not there".into());
        };
        let bits = self.bits(*ty);
        match v {
            Val::Int(n) if bits <= 64 => {
                let yes = n & mask64(bits) != 0;
                Ok((yes.then_some(st), !yes))
            }
            Val::Sym(_) if bits <= 64 => {
                let zero = Val::Int(0);
                let mut no = st.clone();
                let can_be_false = no.assume(IntPred::Eq, v, &zero, bits);
                let can_be_true = st.assume(IntPred::Ne, v, &zero, bits);
                Ok((can_be_true.then_some(st), can_be_false))
            }
            _ => Err("a condition that is not followed".into()),
        }
    }

    /// Output: of a text that is known, without strings and without positions.
    fn printed(&self, name: &str, args: &[Arg]) -> Res<()> {
        let unknown = || "output of a text that is not known".to_string();
        let Some((Val::Ptr(p), ..)) = args.first() else {
            return Err(unknown());
        };
        let g = self
            .module
            .globals
            .get(GlobalId(p.obj.0))
            .filter(|g| g.constant);
        let bytes = g.and_then(|g| g.init.as_ref()).map(|i| &i.bytes[..]);
        let from = usize::try_from(p.off).ok();
        let text = bytes.zip(from).and_then(|(b, at)| b.get(at..));
        let end = text.and_then(|t| t.iter().position(|b| *b == 0));
        let Some(text) = text.zip(end).and_then(|(t, n)| t.get(..n)) else {
            return Err(unknown());
        };
        if name == "puts" {
            return Ok(());
        }
        let conversions = text.iter().filter(|b| **b == b'%').count();
        let values = args
            .iter()
            .skip(1)
            .all(|a| matches!(a.0, Val::Int(_) | Val::Sym(_) | Val::Any | Val::Ptr(_)));
        let enough = args.len() > conversions;
        if !values || !enough || !plain_conversions(text) {
            return Err(unknown());
        }
        Ok(())
    }
}

/// Each `%` is followed by a number's conversion or another `%`.
fn plain_conversions(text: &[u8]) -> bool {
    let mut i = 0;
    while let Some(b) = text.get(i) {
        i += 1;
        if *b != b'%' {
            continue;
        }
        loop {
            match text.get(i) {
                Some(b'0'..=b'9' | b'-' | b'+' | b' ' | b'.' | b'l' | b'h' | b'z') => i += 1,
                Some(b'd' | b'i' | b'u' | b'x' | b'X' | b'c' | b'p' | b'%') => {
                    i += 1;
                    break;
                }
                _ => return false,
            }
        }
    }
    true
}
