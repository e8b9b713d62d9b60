//! Functions without a body that the interpreter provides: the heap, the end
//! of the program, raw output, inputs. Everything else of the C library is a
//! model in C (`runtime/libc`).
//!
//! A definition in the module wins, except for `reach_error` and
//! `__VERIFIER_error`: reaching them is the finding, whatever they do.
//! Names are those of [`crate::provided`].
//! Cost: one table entry per call; names are matched once per module.

use super::host::InputRequest;
use super::machine::{Machine, Passed};
use super::printf;
use super::stop::{Stop, R};
use super::value::{Value, Wide};
use super::End;
use crate::provided::{self, Builtin};
use crate::scalar::mask64;
use crate::{FuncId, Reg};
use ep_base::outcome::{ErrorKind, InputSource};

/// A function that the interpreter provides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Native {
    Malloc,
    Calloc,
    Realloc,
    AlignedAlloc,
    PosixMemalign,
    Free,
    MemCopy,
    MemMove,
    MemSet,
    Abort,
    Exit,
    AssertFail,
    PutChar,
    Puts,
    Printf,
    Flush,
    Write,
    Read,
    NotModelled,
    /// `__ep_math(function, x, y)`.
    Math,
    /// `__ep_math_error(function, x, y)`.
    MathError,
    MakeSymbolic,
    Assume,
    Assert,
    Range,
    ChooseInt,
    Choose,
    SilentExit,
    ReportError,
    ReachError,
    CheckAccess,
    ObjectSize,
    /// Returns its argument.
    Identity,
    /// Does nothing, returns zero.
    Nothing,
    One,
    Nondet,
    NondetMemory,
    /// `everypath.charge(number, amount, pairs of factors)`.
    Charge,
}

impl Native {
    /// Whether it makes or frees blocks of the heap.
    pub fn changes_heap(self) -> bool {
        matches!(
            self,
            Native::Malloc
                | Native::Calloc
                | Native::Realloc
                | Native::AlignedAlloc
                | Native::PosixMemalign
                | Native::Free
        )
    }

    /// The builtin behind a name.
    pub fn of(name: &str, declaration: bool) -> Option<Native> {
        let builtin = provided::lookup(name);
        if builtin == Some(Builtin::ReachError) {
            return Some(Native::ReachError);
        }
        if !declaration {
            return None;
        }
        Native::raw(name).or_else(|| Native::provided(builtin?))
    }

    /// What other modes take from the models in C, and the interpreter has itself: a
    /// program may be run without them.
    fn raw(name: &str) -> Option<Native> {
        Some(match name {
            "valloc" => Native::Malloc,
            "putchar" => Native::PutChar,
            "puts" => Native::Puts,
            "printf" => Native::Printf,
            "fflush" => Native::Flush,
            "write" => Native::Write,
            "read" => Native::Read,
            "klee_choose" => Native::Choose,
            "klee_get_obj_size" => Native::ObjectSize,
            "klee_merge" => Native::Nothing,
            "everypath.charge" => Native::Charge,
            _ => return None,
        })
    }

    /// What the interpreter does for a builtin; none where its inputs are no symbols and
    /// nothing stands for it.
    fn provided(b: Builtin) -> Option<Native> {
        Some(match b {
            Builtin::Malloc => Native::Malloc,
            Builtin::Calloc => Native::Calloc,
            Builtin::Realloc => Native::Realloc,
            Builtin::AlignedAlloc => Native::AlignedAlloc,
            Builtin::PosixMemalign => Native::PosixMemalign,
            Builtin::Free => Native::Free,
            Builtin::Memcpy => Native::MemCopy,
            Builtin::Memmove => Native::MemMove,
            Builtin::Memset => Native::MemSet,
            Builtin::Abort => Native::Abort,
            Builtin::Exit => Native::Exit,
            Builtin::AssertFail => Native::AssertFail,
            Builtin::Write => Native::Write,
            Builtin::Read => Native::Read,
            Builtin::Unsupported => Native::NotModelled,
            Builtin::Math => Native::Math,
            Builtin::MathError => Native::MathError,
            Builtin::MakeSymbolic => Native::MakeSymbolic,
            Builtin::Assume => Native::Assume,
            Builtin::Assert => Native::Assert,
            Builtin::Range => Native::Range,
            Builtin::KleeInt => Native::ChooseInt,
            Builtin::SilentExit => Native::SilentExit,
            Builtin::ReportError => Native::ReportError,
            Builtin::ReachError => Native::ReachError,
            Builtin::CheckAccess => Native::CheckAccess,
            Builtin::GetValue | Builtin::Fixed | Builtin::Identity => Native::Identity,
            Builtin::IsReplay => Native::One,
            Builtin::Nondet | Builtin::NondetBool => Native::Nondet,
            Builtin::NondetMemory => Native::NondetMemory,
            Builtin::Nothing
            | Builtin::Zero
            | Builtin::IsSymbolic
            | Builtin::Variable
            | Builtin::NoOtherFile
            | Builtin::Clock
            | Builtin::Order
            | Builtin::MaxFailures
            | Builtin::MayFail
            | Builtin::IsOpen
            | Builtin::Sequence
            | Builtin::Names => Native::Nothing,
            Builtin::Invariant
            | Builtin::ReadOk
            | Builtin::WriteOk
            | Builtin::Clause
            | Builtin::Requires
            | Builtin::Ensures
            | Builtin::Assigns
            | Builtin::Fresh
            | Builtin::Result
            | Builtin::OldBegin
            | Builtin::OldEnd
            | Builtin::FixedObject
            | Builtin::Open
            | Builtin::Folder
            | Builtin::OptionalArguments
            | Builtin::KeepArguments
            | Builtin::Seek
            | Builtin::Getenv
            | Builtin::AnyNumber
            | Builtin::SomeValue
            | Builtin::Surrounding
            | Builtin::ReadAny
            | Builtin::AnyFile
            | Builtin::AnyVariable
            | Builtin::Outside
            | Builtin::OutsideLeads
            | Builtin::OutsideResult => return None,
        })
    }
}

/// Arguments with defaults for missing ones.
struct Args<'a>(&'a [Passed]);

impl Args<'_> {
    fn raw(&self, i: usize) -> Value {
        self.0.get(i).map_or(Value::UNDEF, |a| a.value.low())
    }
}

impl<'m> Machine<'m, '_> {
    /// An integer argument that has to be defined.
    fn number(&self, args: &Args, i: usize, what: &str) -> R<u64> {
        let bits = args.0.get(i).map_or(64, |a| self.bits(a.ty).min(64));
        let v = self.decide(args.raw(i), bits, what)?;
        Ok(v & mask64(bits))
    }

    /// A signed 32-bit argument.
    fn signed(&self, args: &Args, i: usize, what: &str) -> R<i32> {
        Ok(self.number(args, i, what)? as i32)
    }

    /// A string argument as text, for messages and names.
    fn text(&self, args: &Args, i: usize) -> R<String> {
        let p = args.raw(i);
        if p.undef == 0 && p.bits == 0 {
            return Ok(String::new());
        }
        Ok(String::from_utf8_lossy(&self.memory.c_string(p, 4096)?).into_owned())
    }

    /// Adds an amount and products to what the run costs. What is more than a
    /// count can hold takes too long, as a run of so many steps would.
    fn charge(&mut self, passed: &[Passed]) -> R<()> {
        let mut amounts = Vec::new();
        for p in passed.iter().skip(1) {
            amounts.push(self.decide_wide(p.value, "the cost of a call")?);
        }
        let mut all = amounts.first().copied();
        for pair in amounts.get(1..).unwrap_or_default().chunks_exact(2) {
            let product = pair.iter().try_fold(1u128, |p, f| p.checked_mul(*f));
            all = all.zip(product).and_then(|(a, p)| a.checked_add(p));
        }
        let all = all.and_then(|n| u64::try_from(n).ok());
        let sum = all.and_then(|n| self.charged.checked_add(n));
        match sum.filter(|n| n.checked_add(self.steps).is_some_and(|n| n < u64::MAX >> 1)) {
            Some(n) => self.charged = n,
            None => return Err(Stop::end(End::StepLimit)),
        }
        Ok(())
    }

    /// Calls a builtin and sets the results.
    pub(super) fn call_native(
        &mut self,
        native: Native,
        func: FuncId,
        passed: &[Passed],
        dsts: &'m [Reg],
    ) -> R<()> {
        let args = Args(passed);
        let result: Wide = match native {
            Native::Malloc => {
                let n = self.number(&args, 0, "the size of an allocation")?;
                self.memory.allocate(n, 16, false, self.loc)?.into()
            }
            Native::Calloc => {
                let n = self.number(&args, 0, "the size of an allocation")?;
                let size = self.number(&args, 1, "the size of an allocation")?;
                match n.checked_mul(size) {
                    Some(bytes) => self.memory.allocate(bytes, 16, true, self.loc)?.into(),
                    None => Wide::int(0),
                }
            }
            Native::Realloc => self.realloc(&args)?.into(),
            Native::AlignedAlloc => {
                let align = self.number(&args, 0, "an alignment")?;
                let n = self.number(&args, 1, "the size of an allocation")?;
                if align.is_power_of_two() && align <= 1 << 20 {
                    self.memory.allocate(n, align, false, self.loc)?.into()
                } else {
                    Wide::int(0)
                }
            }
            Native::PosixMemalign => {
                let align = self.number(&args, 1, "an alignment")?;
                let n = self.number(&args, 2, "the size of an allocation")?;
                let word = u64::from(self.ptr_bits / 8);
                if !align.is_power_of_two() || align < word || align > 1 << 20 {
                    Wide::int(22)
                } else {
                    let v = self.memory.allocate(n, align, false, self.loc)?;
                    if v.bits == 0 {
                        Wide::int(12)
                    } else {
                        self.memory.store(args.raw(0), word as usize, v)?;
                        Wide::int(0)
                    }
                }
            }
            Native::Free => {
                self.memory.free(args.raw(0))?;
                Wide::int(0)
            }
            Native::MemCopy | Native::MemMove => {
                let n = self.number(&args, 2, "the length of a copy")?;
                let overlap = native == Native::MemMove;
                self.copy_memory(args.raw(0), args.raw(1), n, overlap)?;
                args.raw(0).into()
            }
            Native::MemSet => {
                let n = self.number(&args, 2, "the length of a fill")?;
                self.memory.set(args.raw(0), args.raw(1), n)?;
                args.raw(0).into()
            }
            Native::Abort => return Err(Stop::error(ErrorKind::Abort, "the program aborts")),
            Native::Exit => {
                let v = args.raw(0);
                let status = (v.undef as u32 == 0).then_some(u64::from(v.bits as u32));
                return Err(Stop::end(End::Exit { status }));
            }
            Native::AssertFail => {
                let expression = self.text(&args, 0)?;
                return Err(Stop::error(
                    ErrorKind::AssertionFailure,
                    format!("assertion `{expression}` fails"),
                ));
            }
            Native::ReachError => {
                return Err(Stop::error(
                    ErrorKind::AssertionFailure,
                    "the error function is reached",
                ))
            }
            Native::ReportError => {
                let message = self.text(&args, 2)?;
                return Err(Stop::error(ErrorKind::AssertionFailure, message));
            }
            Native::Assert => {
                if self.number(&args, 0, "an assertion")? == 0 {
                    return Err(Stop::error(
                        ErrorKind::AssertionFailure,
                        "the assertion fails",
                    ));
                }
                Wide::int(0)
            }
            Native::NotModelled => {
                let reason = self.text(&args, 0)?;
                return Err(Stop::unsupported(reason));
            }
            Native::Math | Native::MathError => {
                let name = self.text(&args, 0)?;
                let x = self.number(&args, 1, "an argument of a function of math.h")?;
                let y = self.number(&args, 2, "an argument of a function of math.h")?;
                match crate::scalar::libm(&name, x, y) {
                    Some(c) if native == Native::Math => Wide::int(c.bits.into()),
                    Some(c) => Wide::int(u128::from(c.errno as u32)),
                    None => return Err(Stop::unsupported(format!("the function `{name}`"))),
                }
            }
            Native::PutChar => {
                let c = self.number(&args, 0, "output")?;
                self.output(1, &[c as u8]);
                Wide::int((c & 0xff).into())
            }
            Native::Puts => {
                let mut s = self.memory.c_string(args.raw(0), usize::MAX)?;
                s.push(b'\n');
                self.output(1, &s);
                Wide::int(s.len() as u128)
            }
            Native::Printf => {
                let format = self.memory.c_string(args.raw(0), usize::MAX)?;
                let s = printf::format(self, &format, passed.get(1..).unwrap_or(&[]))?;
                self.output(1, &s);
                Wide::int(s.len() as u128)
            }
            Native::Charge => {
                self.charge(passed)?;
                Wide::int(0)
            }
            Native::Flush | Native::Nothing => Wide::int(0),
            Native::One => Wide::int(1),
            Native::Write => {
                let fd = self.signed(&args, 0, "a descriptor")?;
                let n = self.number(&args, 2, "the length of output")?;
                let bytes = self.memory.bytes(args.raw(1), n)?.to_vec();
                if fd == 1 || fd == 2 {
                    self.output(fd, &bytes);
                    Wide::int(n.into())
                } else {
                    Wide::int(u128::MAX)
                }
            }
            Native::Read => {
                let fd = self.signed(&args, 0, "a descriptor")?;
                let n = self.number(&args, 2, "the length of input")?;
                if fd == 0 {
                    let bytes = self.read_stdin(n);
                    self.memory.write_bytes(args.raw(1), &bytes)?;
                    Wide::int(bytes.len() as u128)
                } else {
                    Wide::int(u128::MAX)
                }
            }
            Native::MakeSymbolic => {
                let n = self.number(&args, 1, "the size of an input")?;
                let name = self.text(&args, 2)?;
                self.fill(args.raw(0), n, InputSource::MakeSymbolic, &name)?;
                Wide::int(0)
            }
            Native::NondetMemory => {
                let n = self.number(&args, 1, "the size of an input")?;
                let function = self.module.functions[func].name.clone();
                let source = InputSource::Nondet {
                    function: function.clone(),
                };
                self.fill(args.raw(0), n, source, &function)?;
                Wide::int(0)
            }
            Native::Nondet => {
                let f = &self.module.functions[func];
                let source = InputSource::Nondet {
                    function: f.name.clone(),
                };
                let Some(ty) = f.rets.first() else {
                    return Ok(());
                };
                let n = self.module.layout.store_size(*ty);
                self.input(source, &f.name, n)
            }
            Native::Assume => {
                if self.number(&args, 0, "an assumption")? == 0 {
                    return Err(Stop::end(End::Infeasible));
                }
                Wide::int(0)
            }
            Native::ChooseInt => {
                let name = self.text(&args, 0)?;
                self.input(InputSource::MakeSymbolic, &name, 4)
            }
            Native::Range => {
                let lo = self.signed(&args, 0, "a range")?;
                let hi = self.signed(&args, 1, "a range")?;
                let name = self.text(&args, 2)?;
                let v = self.input(InputSource::MakeSymbolic, &name, 4);
                if !(lo..hi).contains(&(v.bits as i32)) {
                    return Err(Stop::end(End::Infeasible));
                }
                v
            }
            Native::Choose => {
                let n = self.number(&args, 0, "a choice")?;
                let bytes = u64::from(self.ptr_bits / 8);
                let v = self.input(InputSource::MakeSymbolic, "klee_choose", bytes);
                if v.bits >= u128::from(n) {
                    return Err(Stop::end(End::Infeasible));
                }
                v
            }
            Native::SilentExit => return Err(Stop::end(End::Silent)),
            Native::CheckAccess => {
                let n = self.number(&args, 1, "the size of an access")?;
                self.memory.bytes(args.raw(0), n)?;
                Wide::int(0)
            }
            Native::ObjectSize => match self.memory.object_at(args.raw(0)) {
                Some(o) => Wide::int(o.size.into()),
                None => {
                    return Err(Stop::error(
                        ErrorKind::WildPointer,
                        "klee_get_obj_size of no object",
                    ))
                }
            },
            Native::Identity => passed.first().map_or(Wide::UNDEF, |a| a.value),
        };
        self.set_results(dsts, &[result]);
        Ok(())
    }

    fn realloc(&mut self, args: &Args) -> R<Value> {
        let old = args.raw(0);
        let n = self.number(args, 1, "the size of an allocation")?;
        let word = self.ptr_bits;
        if self.decide(old, word, "the pointer given to realloc")? == 0 {
            return self.memory.allocate(n, 16, false, self.loc);
        }
        if n == 0 {
            // As glibc does.
            self.memory.free(old)?;
            return Ok(Value::int(0));
        }
        let size = match self.memory.object_at(old) {
            Some(o) => o.size,
            // Reports what is wrong with it.
            None => {
                self.memory.free(old)?;
                0
            }
        };
        let new = self.memory.allocate(n, 16, false, self.loc)?;
        if new.bits != 0 {
            let high = self.memory.heap_high;
            self.memory.check_heap(old)?;
            self.memory.copy(new, old, size.min(n))?;
            self.memory.free(old)?;
            self.memory.heap_high = high;
        }
        Ok(new)
    }

    /// Bytes of an input into memory.
    fn fill(&mut self, at: Value, n: u64, source: InputSource, name: &str) -> R<()> {
        // The range is checked before anything is asked or allocated.
        if n > 0 {
            self.memory.set(at, Value::int(0), n)?;
        }
        let request = InputRequest {
            source,
            name,
            len: Some(n),
        };
        self.inputs += 1;
        let mut bytes = self.host.input(&request).unwrap_or_default();
        bytes.truncate(n as usize);
        self.memory.write_bytes(at, &bytes)
    }

    fn read_stdin(&mut self, n: u64) -> Vec<u8> {
        if self.stdin.is_none() {
            let request = InputRequest {
                source: InputSource::Stdin,
                name: "stdin",
                len: None,
            };
            self.stdin = Some(self.host.input(&request).unwrap_or_default());
        }
        let all = self.stdin.as_deref().unwrap_or(&[]);
        let from = self.stdin_at.min(all.len());
        let to = from.saturating_add(n as usize).min(all.len());
        self.stdin_at = to;
        all[from..to].to_vec()
    }

    fn output(&mut self, fd: i32, bytes: &[u8]) {
        let limit = self.config.max_output;
        let out = if fd == 2 {
            &mut self.stderr
        } else {
            &mut self.stdout
        };
        let room = limit.saturating_sub(out.len()).min(bytes.len());
        out.extend_from_slice(&bytes[..room]);
    }
}
