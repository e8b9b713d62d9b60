//! Functions that the engine provides: harness functions, allocation, the
//! primitives under the C models, program end.

use crate::code::CallSite;
use crate::driver::Driver;
use crate::inputs::Request;
use crate::machine::{Assumption, Halt, Machine, Step};
use crate::memory::ObjectKind;
use crate::state::State;
use crate::step::access::Overlap;
use crate::step::resolve::{Access, Offset};
use crate::value::{mask, Value};
use ep_base::outcome::{ErrorKind, InputSource, InputType, PathEnd};
use ep_harness::nondet;
use ep_ir::provided::Builtin;
use ep_ir::{BinOp, FuncId, IntPred, Type};

impl<D: Driver> Machine<D> {
    /// Executes a call of a builtin.
    pub fn builtin(
        &mut self,
        st: &mut State<D>,
        b: Builtin,
        f: FuncId,
        site: &CallSite,
    ) -> Step<()> {
        let arg = |st: &State<D>, i: usize| {
            site.args
                .get(i)
                .map_or(Value::Int(0), |a| st.top.regs[a.value as usize])
        };
        let arg_bits = |m: &Self, i: usize| site.args.get(i).map_or(32, |a| m.program.bits(a.ty));
        let pw = self.program.ptr_bits;
        let mut result = None;
        match b {
            Builtin::Nothing => {}
            Builtin::Zero | Builtin::IsReplay => result = Some(Value::Int(0)),
            Builtin::Identity => result = Some(arg(st, 0)),
            Builtin::MakeSymbolic => {
                let name = self
                    .c_string(st, arg(st, 2))
                    .unwrap_or_else(|| "unnamed".into());
                let size = self.to_size(st, arg(st, 1), arg_bits(self, 1))?;
                let size = match size {
                    Value::Int(n) => n,
                    Value::Term(t) => self.fix(st, t)? as u64,
                    _ => return self.unsupported(st, "a size that is an address"),
                };
                self.make_symbolic(st, arg(st, 0), size, &name, InputSource::MakeSymbolic)?;
            }
            Builtin::Range => {
                let name = self
                    .c_string(st, arg(st, 2))
                    .unwrap_or_else(|| "unnamed".into());
                let v = self.new_scalar(st, &name, 32, true, InputSource::MakeSymbolic);
                let (lo, hi) = (arg(st, 0), arg(st, 1));
                let c = self.cmp(st, IntPred::Sle, 32, lo, v);
                self.assume_user(st, c)?;
                let c = self.cmp(st, IntPred::Slt, 32, v, hi);
                self.assume_user(st, c)?;
                result = Some(v);
            }
            Builtin::OutsideLeads => {
                let given: Vec<Value> = (1..site.args.len()).map(|i| arg(st, i)).collect();
                self.leads_outside(st, arg(st, 0), &given)?;
            }
            Builtin::Outside => self.outside(st, arg(st, 0), arg(st, 1))?,
            Builtin::OutsideResult => {
                let name = self.c_string(st, arg(st, 0)).unwrap_or_default();
                let bits = match arg(st, 1) {
                    Value::Int(n @ 1..=8) => 8 * n as u32,
                    _ => return self.unsupported(st, "a result of no size"),
                };
                self.assume_note(st, Assumption::Havoc);
                let v = self.new_scalar(st, &name, bits, false, InputSource::MakeSymbolic);
                let t = self.term(st, v, bits);
                let t = self.cx.pool.zext(t, 64);
                result = Some(self.cx.value(t));
            }
            Builtin::KleeInt => {
                let name = self
                    .c_string(st, arg(st, 0))
                    .unwrap_or_else(|| "unnamed".into());
                result = Some(self.new_scalar(st, &name, 32, true, InputSource::MakeSymbolic));
            }
            Builtin::ReadOk | Builtin::WriteOk => {
                let n = match site.args.get(1) {
                    Some(_) => self.to_size(st, arg(st, 1), arg_bits(self, 1))?,
                    None => Value::Int(1),
                };
                let p = self.settle(st, arg(st, 0))?;
                let ok = self.accessible(st, p, n, b == Builtin::WriteOk)?;
                result = Some(self.cx.value(ok));
            }
            Builtin::Clause => {
                let kind = match arg(st, 0) {
                    Value::Int(k) => k,
                    _ => return self.unsupported(st, "a clause of no known kind"),
                };
                result = Some(Value::Int(u64::from(self.clause(st, kind)?)));
            }
            Builtin::Requires | Builtin::Ensures => {
                let (w, v) = (arg_bits(self, 0), arg(st, 0));
                let c = if w == 1 {
                    self.condition(st, v)
                } else {
                    self.cmp(st, IntPred::Ne, w, v, Value::Int(0))
                };
                let text = self.c_string(st, arg(st, 1)).unwrap_or_default();
                if b == Builtin::Requires {
                    self.requires(st, c, &text)?;
                } else {
                    self.ensures(st, c, &text)?;
                }
            }
            Builtin::Assigns => {
                let n = self.to_size(st, arg(st, 1), arg_bits(self, 1))?;
                self.assigns(st, arg(st, 0), n)?;
            }
            Builtin::Fresh => {
                let n = self.to_size(st, arg(st, 1), arg_bits(self, 1))?;
                result = Some(self.fresh(st, arg(st, 0), n)?);
            }
            Builtin::Result => {
                let n = match arg(st, 0) {
                    Value::Int(n) => n,
                    _ => return self.unsupported(st, "ep_result of no type"),
                };
                result = Some(self.contract_result(st, n)?);
            }
            Builtin::OldBegin => self.old_begin(st)?,
            Builtin::OldEnd => self.old_end(st, arg(st, 0))?,
            Builtin::Invariant => {
                let w = arg_bits(self, 0);
                let v = arg(st, 0);
                let c = if w == 1 {
                    self.condition(st, v)
                } else {
                    self.cmp(st, IntPred::Ne, w, v, Value::Int(0))
                };
                D::invariant(self, st, c)?;
                result = Some(Value::Int(1));
            }
            Builtin::Assume | Builtin::Assert => {
                let w = arg_bits(self, 0);
                let v = arg(st, 0);
                let c = if w == 1 {
                    self.condition(st, v)
                } else {
                    self.cmp(st, IntPred::Ne, w, v, Value::Int(0))
                };
                if b == Builtin::Assume {
                    self.assume_user(st, c)?;
                } else {
                    let not = self.cx.pool.not(c);
                    self.error_if(st, not, ErrorKind::AssertionFailure, &|| {
                        "the assertion fails".into()
                    })?;
                }
            }
            Builtin::SilentExit => return Err(Halt::end(PathEnd::Silent)),
            Builtin::IsSymbolic => {
                let s = match arg(st, 0) {
                    Value::Term(t) => self.cx.pool.as_bv(t).is_none(),
                    Value::SymPtr(..) | Value::Choice(_) => true,
                    _ => false,
                };
                result = Some(Value::Int(u64::from(s)));
            }
            Builtin::Fixed => {
                result = Some(match arg(st, 0) {
                    Value::Term(t) if D::FOLLOWS => Value::Int(self.fix(st, t)? as u64),
                    v => v,
                });
            }
            Builtin::GetValue => {
                let v = self.settle(st, arg(st, 0))?;
                result = Some(match v {
                    Value::Term(t) => {
                        let w = self.cx.pool.width(t);
                        let k = self.fix(st, t)?;
                        self.cx.from_bits(w, k)
                    }
                    v => v,
                });
            }
            Builtin::CheckAccess => {
                let n = self.to_size(st, arg(st, 1), arg_bits(self, 1))?;
                self.check_access(st, arg(st, 0), n)?;
            }
            Builtin::FixedObject => {
                return self.unsupported(st, "an object at a fixed address");
            }
            Builtin::ReportError => {
                let text = self.c_string(st, arg(st, 2)).unwrap_or_default();
                return self.error(st, ErrorKind::AssertionFailure, text);
            }
            Builtin::ReachError => {
                let name = self.program.function(f).name.clone();
                return self.error(
                    st,
                    ErrorKind::AssertionFailure,
                    format!("`{name}` is called"),
                );
            }
            Builtin::AssertFail => {
                let text = self.c_string(st, arg(st, 0)).unwrap_or_default();
                return self.error(
                    st,
                    ErrorKind::AssertionFailure,
                    format!("assertion `{text}` fails"),
                );
            }
            Builtin::Abort => return self.error(st, ErrorKind::Abort, "`abort` is called".into()),
            Builtin::Exit => {
                let status = match arg(st, 0) {
                    Value::Int(x) => Some(x & 0xff),
                    _ => None,
                };
                return self.exit(st, status);
            }
            Builtin::NondetMemory => {
                let function = self.program.function(f).name.clone();
                let size = self.to_size(st, arg(st, 1), arg_bits(self, 1))?;
                let size = match size {
                    Value::Int(n) => n,
                    Value::Term(t) => self.fix(st, t)? as u64,
                    _ => return self.unsupported(st, "a size that is an address"),
                };
                let name = format!("memory{}", st.inputs.len());
                let source = InputSource::Nondet { function };
                self.make_symbolic(st, arg(st, 0), size, &name, source)?;
            }
            Builtin::Nondet | Builtin::NondetBool => {
                let function = self.program.function(f).name.clone();
                // Integers of 128 bits come back in two registers.
                let whole = matches!(nondet::suffix(&function), Some("int128" | "uint128"));
                let parts: Vec<u32> = site.rets.iter().map(|t| self.program.bits(*t)).collect();
                let ty = match (&site.rets[..], whole) {
                    ([ty], _) => *ty,
                    ([_, _], true) => Type::Int(parts.iter().sum()),
                    _ => {
                        return self
                            .unsupported(st, format!("`{function}`, which returns no number"))
                    }
                };
                let bits = self.program.bits(ty);
                let bytes = bits.div_ceil(8) * 8;
                let short = nondet::suffix(&function).unwrap_or(&function).to_string();
                let signed = !short.starts_with('u') && short != "size_t";
                let it = match ty {
                    Type::Float(_) => InputType::Float { bits },
                    _ if b == Builtin::NondetBool => InputType::Bool,
                    _ if short == "char" || short == "schar" => InputType::Char,
                    _ => InputType::Int {
                        bits: bytes,
                        signed,
                    },
                };
                let name = format!("{short}{}", st.inputs.len());
                let v = self.new_input(st, &name, it, bytes, InputSource::Nondet { function });
                if b == Builtin::NondetBool {
                    let two = Value::Int(2);
                    let c = self.cmp(st, IntPred::Ult, bytes, v, two);
                    self.assume_user(st, c)?;
                }
                if let (Value::Term(t), [low, _]) = (v, &parts[..]) {
                    let high = self.cx.pool.extract(t, bits - 1, *low);
                    if let Some(d) = site.dsts.get(1) {
                        st.top.regs[*d as usize] = self.cx.value(high);
                    }
                    let low = self.cx.pool.extract(t, low - 1, 0);
                    result = Some(self.cx.value(low));
                } else {
                    result = Some(match v {
                        Value::Term(t) if bits != bytes && !self.math() => {
                            let t = self.cx.pool.extract(t, bits - 1, 0);
                            self.cx.value(t)
                        }
                        v => v,
                    });
                }
            }
            Builtin::Malloc => {
                let n = self.to_size(st, arg(st, 0), arg_bits(self, 0))?;
                result = Some(self.malloc(st, n, 16, true)?);
            }
            Builtin::AlignedAlloc => {
                let align = match arg(st, 0) {
                    Value::Int(a) if a.is_power_of_two() && a <= 1 << 20 => a as u32,
                    _ => {
                        return self
                            .unsupported(st, "an alignment that is symbolic or no power of two")
                    }
                };
                let n = self.to_size(st, arg(st, 1), arg_bits(self, 1))?;
                result = Some(self.malloc(st, n, align, true)?);
            }
            Builtin::PosixMemalign => {
                let align = match arg(st, 1) {
                    Value::Int(a) if a.is_power_of_two() && a <= 1 << 20 => a as u32,
                    _ => {
                        return self
                            .unsupported(st, "an alignment that is symbolic or no power of two")
                    }
                };
                let n = self.to_size(st, arg(st, 2), arg_bits(self, 2))?;
                // Where it is stored is decided before there is something.
                let to = match self.settle(st, arg(st, 0))? {
                    Value::SymPtr(o, t) => Value::Ptr(o, self.fix(st, t)? as i64),
                    to => to,
                };
                let p = self.malloc(st, n, align, true)?;
                let failed = p == Value::Int(0);
                if !failed {
                    self.store(st, to, p, Type::Ptr)?;
                }
                result = Some(Value::Int(if failed { 12 } else { 0 }));
            }
            Builtin::Calloc => {
                // A program may declare it with narrower parameters.
                let a = self.to_size(st, arg(st, 0), arg_bits(self, 0))?;
                let n = self.to_size(st, arg(st, 1), arg_bits(self, 1))?;
                let (x, y) = (self.term(st, a, pw), self.term(st, n, pw));
                let over = self.cx.pool.umulo(x, y);
                if self.decide(st, over)? {
                    result = Some(Value::Int(0));
                } else {
                    let n = self.bin(st, BinOp::Mul, pw, 0, a, n)?;
                    result = Some(self.malloc(st, n, 16, false)?);
                }
            }
            Builtin::Realloc => {
                let n = self.to_size(st, arg(st, 1), arg_bits(self, 1))?;
                result = Some(self.realloc(st, arg(st, 0), n)?);
            }
            Builtin::Free => self.release(st, arg(st, 0))?,
            Builtin::Memcpy => {
                let n = self.to_size(st, arg(st, 2), arg_bits(self, 2))?;
                self.copy_checked(st, arg(st, 0), arg(st, 1), n, Overlap::Error)?;
                result = Some(arg(st, 0));
            }
            Builtin::Memmove => {
                let n = self.to_size(st, arg(st, 2), arg_bits(self, 2))?;
                self.copy(st, arg(st, 0), arg(st, 1), n)?;
                result = Some(arg(st, 0));
            }
            Builtin::Memset => {
                let n = self.to_size(st, arg(st, 2), arg_bits(self, 2))?;
                let byte =
                    self.int_cast(st, ep_ir::CastOp::Trunc, arg_bits(self, 1), 8, arg(st, 1))?;
                self.fill(st, arg(st, 0), byte, n)?;
                result = Some(arg(st, 0));
            }
            Builtin::Read => {
                result = Some(self.read_stdin(st, arg(st, 0), arg(st, 1), arg(st, 2))?)
            }
            Builtin::Open => match D::opens(self, st, arg(st, 0)) {
                Some(fd) => result = Some(fd),
                None => {
                    self.assume_note(st, Assumption::Files);
                    result = Some(Value::Int(u64::MAX));
                }
            },
            Builtin::NoOtherFile => self.assume_note(st, Assumption::Files),
            Builtin::Folder => self.folder_is_read(st, arg(st, 0))?,
            Builtin::OptionalArguments => {
                let (a, b, c) = (arg(st, 0), arg(st, 1), arg(st, 2));
                result = Some(self.optional_arguments(st, a, b, c)?);
            }
            Builtin::KeepArguments => self.keep_arguments(st, arg(st, 0), arg(st, 1))?,
            Builtin::Seek => {
                result = Some(self.seek(st, arg(st, 0), arg(st, 1), arg(st, 2))?);
            }
            Builtin::Variable => {
                let v = D::variable(self, st, arg(st, 0));
                self.assume_note(st, Assumption::Environment);
                result = Some(v.unwrap_or(Value::Int(0)));
            }
            Builtin::Write => {
                if !self.options.closed {
                    self.assume_note(st, Assumption::Streams);
                }
                result = Some(arg(st, 2));
            }
            Builtin::Unsupported => {
                let text = self.c_string(st, arg(st, 0)).unwrap_or_default();
                return self.unsupported(st, text);
            }
            Builtin::Math | Builtin::MathError => {
                let error = b == Builtin::MathError;
                result = Some(self.libm(st, error, arg(st, 0), [arg(st, 1), arg(st, 2)])?);
            }
            Builtin::Clock => {
                let clock = match self.options.closed {
                    true => Assumption::Clock,
                    false => Assumption::AnyClock,
                };
                self.assume_note(st, clock);
            }
            Builtin::IsOpen => result = Some(Value::Int(u64::from(!self.options.closed))),
            Builtin::Surrounding => {
                result = Some(self.surrounding(st, arg(st, 0), arg(st, 1), arg(st, 2))?);
            }
            Builtin::ReadAny => result = Some(self.read_any(st, arg(st, 0), arg(st, 1))?),
            Builtin::AnyFile => result = Some(self.any_file(st, arg(st, 0), arg(st, 1))?),
            Builtin::AnyVariable => {
                result = Some(self.any_variable(st, arg(st, 0), arg(st, 1))?);
            }
            Builtin::Order => self.assume_note(st, Assumption::Order),
            Builtin::Sequence => self.assume_note(st, Assumption::Sequence),
            Builtin::Names => self.assume_note(st, Assumption::Names),
            Builtin::AnyNumber => {
                result = Some(self.any_number(st, arg(st, 0), arg(st, 1), arg(st, 2))?);
            }
            Builtin::SomeValue => result = Some(self.printed_value(st, arg(st, 0))?),
            Builtin::MaxFailures => {
                result = Some(Value::Int(u64::from(self.options.max_failures)));
            }
            Builtin::MayFail => {
                let t = self.havoc_term(st, "a call fails", 8);
                let t = self.cx.pool.extract(t, 0, 0);
                let t = self.cx.pool.zext(t, 32);
                result = Some(self.cx.value(t));
            }
            Builtin::Getenv => {
                self.assume_note(st, Assumption::Environment);
                let v = D::variable(self, st, arg(st, 0));
                result = Some(v.unwrap_or(Value::Int(0)));
            }
        }
        if let (Some(v), Some(d)) = (result, site.dsts.first()) {
            let v = match v {
                Value::Int(x) => {
                    let w = site.rets.first().map_or(64, |t| self.program.bits(*t));
                    Value::Int(x & mask(w))
                }
                v => v,
            };
            st.top.regs[*d as usize] = v;
        }
        st.top.ip += 1;
        Ok(())
    }

    /// Whether `n` bytes at an address may be accessed, as a condition.
    pub(crate) fn accessible(
        &mut self,
        st: &mut State<D>,
        p: Value,
        n: Value,
        write: bool,
    ) -> Step<ep_term::TermId> {
        let w = self.program.ptr_bits;
        let (o, off) = match p {
            Value::Int(_) | Value::Undef | Value::Func(_) | Value::Label(..) => {
                return Ok(self.cx.pool.fls())
            }
            Value::Ptr(o, _) | Value::SymPtr(o, _) => match self.offset_term(p) {
                Some(t) => (o, t),
                None => return self.unsupported(st, "an address in __CPROVER_r_ok"),
            },
            Value::Term(_) | Value::Choice(_) | Value::Lazy(_) => {
                return self.unsupported(st, "a number as an address in __CPROVER_r_ok")
            }
        };
        let size = match st.heap.get(o) {
            Some(x) if !(write && x.constant) => x.size,
            _ => return Ok(self.cx.pool.fls()),
        };
        let size = match size {
            crate::memory::Size::Known(k) => self.cx.pool.bv(w, u128::from(k)),
            crate::memory::Size::Symbolic { term, .. } => term,
        };
        let n = self.term(st, n, w);
        // off <= size and n <= size - off.
        let inside = self.cx.pool.ule(off, size);
        let room = self.cx.pool.bvsub(size, off);
        let fits = self.cx.pool.ule(n, room);
        Ok(self.cx.pool.and(inside, fits))
    }

    /// A fresh integer input.
    fn new_scalar(
        &mut self,
        st: &mut State<D>,
        name: &str,
        bits: u32,
        signed: bool,
        source: InputSource,
    ) -> Value {
        self.new_input(st, name, InputType::Int { bits, signed }, bits, source)
    }

    /// A fresh scalar input of `bits`.
    pub fn new_input(
        &mut self,
        st: &mut State<D>,
        name: &str,
        ty: InputType,
        bits: u32,
        source: InputSource,
    ) -> Value {
        let bytes = bits / 8;
        let math = self.math() && !matches!(ty, InputType::Float { .. });
        let r = Request {
            name,
            ty,
            source,
            size: u64::from(bytes),
            leaves: &[(0, bytes)],
            math,
        };
        let input = self
            .input_table
            .input(&mut self.cx.pool, st.inputs.len(), &r);
        let t = input.leaves[0].term;
        self.driver.entered(&mut self.cx, st, &input);
        st.inputs.push(input);
        self.cx.value(t)
    }

    /// Makes `size` bytes at an address arbitrary.
    pub fn make_symbolic(
        &mut self,
        st: &mut State<D>,
        addr: Value,
        size: u64,
        name: &str,
        source: InputSource,
    ) -> Step<()> {
        if size == 0 {
            return Ok(());
        }
        let (o, off) = match self.resolve(st, addr, size, Access::Write)? {
            (o, Offset::Known(k)) => (o, k),
            (o, Offset::Symbolic(t)) => {
                let k = self.fix(st, t)? as u64;
                (o, k)
            }
        };
        let ty = self.object_type(st, o);
        let shape = crate::world::shape::shape(&self.program.module, ty, off, size);
        let r = Request {
            name,
            ty: shape.ty,
            source,
            size,
            leaves: &shape.leaves,
            math: self.math() && shape.integers,
        };
        let input = self
            .input_table
            .input(&mut self.cx.pool, st.inputs.len(), &r);
        self.driver.entered(&mut self.cx, st, &input);
        st.inputs.push(input.clone());
        for l in &input.leaves {
            let v = self.cx.value(l.term);
            self.write(st, o, off + l.offset, l.bytes, v);
        }
        Ok(())
    }

    /// The source type of an object, if it is a variable.
    pub(crate) fn object_type(
        &self,
        st: &State<D>,
        o: crate::value::ObjectId,
    ) -> Option<ep_ir::DebugTypeId> {
        match st.heap.get(o)?.kind {
            ObjectKind::Global(g) => Some(self.program.module.globals[g].ty),
            ObjectKind::Stack(f) => {
                let function = self.program.function(f);
                let mut frame = Some(&st.top);
                while let Some(fr) = frame {
                    if fr.func == f {
                        let regs = fr.registers(&self.program);
                        for (_, v) in function.vars.iter() {
                            if let ep_ir::debug::VarStorage::Memory(r) = v.storage {
                                if regs.get(r.0 as usize) == Some(&Value::Ptr(o, 0)) {
                                    return Some(v.ty);
                                }
                            }
                        }
                    }
                    frame = fr.caller.as_deref();
                }
                None
            }
            _ => None,
        }
    }

    /// A zero-terminated string of concrete bytes.
    pub fn c_string(&self, st: &State<D>, v: Value) -> Option<String> {
        let Value::Ptr(o, off) = v else { return None };
        let obj = st.heap.get(o)?;
        let mut out = Vec::new();
        let mut i = usize::try_from(off).ok()?;
        while out.len() < 4096 {
            match obj.concrete(i, 1) {
                Some([0]) => break,
                Some([b]) => out.push(*b),
                _ => break,
            }
            i += 1;
        }
        Some(String::from_utf8_lossy(&out).into_owned())
    }

    /// `__ep_seek`: standard input that is no file is an empty device.
    fn seek(&mut self, st: &mut State<D>, fd: Value, offset: Value, whence: Value) -> Step<Value> {
        if let Some(sought) = D::seeks(self, st, fd, offset, whence) {
            return sought;
        }
        match fd {
            Value::Int(0) => Ok(Value::Int(0)),
            _ => self.unsupported(st, "seeking"),
        }
    }

    /// `read` from standard input: what is left of its symbolic bytes.
    fn read_stdin(&mut self, st: &mut State<D>, fd: Value, buf: Value, n: Value) -> Step<Value> {
        if let Some(read) = D::reads(self, st, fd, buf, n) {
            return read;
        }
        if fd != Value::Int(0) {
            return self.unsupported(st, "reading a descriptor other than standard input");
        }
        let n = match n {
            Value::Int(n) => n,
            Value::Term(t) => self.fix(st, t)? as u64,
            _ => return self.unsupported(st, "a size that is an address"),
        };
        if self.options.stdin.is_none() {
            self.assume_note(st, Assumption::EmptyInput);
        }
        let total = self.options.stdin.unwrap_or(0);
        let n = n.min(total.saturating_sub(st.stdin_at));
        if n == 0 {
            return Ok(Value::Int(0));
        }
        let Some(o) = self.stdin else {
            return Ok(Value::Int(0));
        };
        let from = Value::Ptr(o, st.stdin_at as i64);
        self.copy(st, buf, from, Value::Int(n))?;
        st.stdin_at += n;
        Ok(Value::Int(n))
    }
}
