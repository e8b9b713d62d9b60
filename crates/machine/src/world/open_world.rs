//! A program in any environment, which is what a proof is about unless
//! `--closed` is given: the clock shows any time, random numbers are any
//! numbers, standard input has any length, and files, variables of the
//! environment and arguments are there or not, with any content up to a bound.
//!
//! Idea: the models of the C library (`runtime/libc`) ask for what they do not
//! know, at the place where the program asks; what was decided once (a file is
//! there, a variable is set) they keep in their own memory, so that it merges
//! and is cut like any other memory. Standard input has no position here: each
//! read makes new bytes or the end, so a loop that reads until the end can be
//! cut, and needs no bound. Files have one, since a program may go back in them.
//! Alternative: everything of symbolic content in the initial state, which
//! needs a bound for all and costs also what is never read.
//! What makes a proof one up to a bound is an assumption of its own
//! (`verdict::bound`); what is read past the models (`environ`, the third parameter of
//! `main`) still makes the answer unknown.

use crate::driver::Driver;
use crate::machine::{Assumption, Machine, Step};
use crate::options::{ArgSpec, Content, Entry, GivenFile, Options, OPEN_BYTES as BYTES};
use crate::state::State;
use crate::value::{ObjectId, Value};
use ep_base::outcome::{InputSource, InputType};
use ep_ir::{IntPred, Module};
use ep_term::{Sort, TermId};
use std::rc::Rc;

/// Arguments of `main`.
const ARGUMENTS: u32 = 2;
/// Bytes of the name of a file.
const NAME_BYTES: u64 = 256;

/// Opens the environment of a run: what is given stays.
pub fn open(options: &mut Options, module: &Module) {
    options.closed = false;
    if let Entry::Main { args } = &mut options.entry {
        if args.is_empty() && crate::world::reads::reads_arguments(module) {
            args.push(ArgSpec::Group {
                least: 0,
                most: ARGUMENTS,
                len: BYTES as u32,
            });
            options.open_arguments = true;
        }
    }
}

impl<D: Driver> Machine<D> {
    /// `__ep_surrounding(what, least, most)`: any number between the two.
    pub(crate) fn surrounding(
        &mut self,
        st: &mut State<D>,
        what: Value,
        least: Value,
        most: Value,
    ) -> Step<Value> {
        if self.math() {
            return self.unsupported(st, "any environment with --arith math (--closed)");
        }
        let width = self.program.ptr_bits;
        // A number of few bits: what is computed from it are lists.
        let few = match (least, most) {
            (Value::Int(a), Value::Int(b)) if a <= b && b < 1 << 8 => 8,
            (Value::Int(a), Value::Int(b)) if a <= b && b < 1 << 16 => 16,
            _ => width,
        };
        let t = match self.c_string(st, what) {
            Some(what) => self.havoc_term(st, &what, few),
            None => self.cx.pool.fresh_var("surroundings", Sort::BitVec(few)),
        };
        let t = self.cx.pool.zext(t, width);
        let v = self.cx.value(t);
        let c = self.cmp(st, IntPred::Sle, width, least, v);
        self.assume_user(st, c)?;
        let c = self.cmp(st, IntPred::Sle, width, v, most);
        self.assume_user(st, c)?;
        Ok(v)
    }

    /// `__ep_read_any(to, size)`: fresh bytes, and how many of them there are.
    /// A test has those only.
    pub(crate) fn read_any(&mut self, st: &mut State<D>, to: Value, size: Value) -> Step<Value> {
        let size = match size {
            Value::Int(n) => n,
            Value::Term(t) => self.fix(st, t)? as u64,
            _ => return self.unsupported(st, "a size that is an address"),
        };
        let (Value::Ptr(o, at), false) = (to, self.math()) else {
            return self.unsupported(st, "standard input with --arith math");
        };
        if size >= 64 {
            self.assume_note(st, Assumption::ReadSize);
        }
        self.assume_note(st, Assumption::Streams);
        let width = self.program.ptr_bits;
        let count = self.cx.pool.fresh_var("bytes read", Sort::BitVec(width));
        let most = self.cx.pool.bv(width, u128::from(size));
        let fits = self.cx.pool.ule(count, most);
        self.assume_user(st, fits)?;
        for i in 0..size {
            let r = crate::inputs::Request {
                name: "stdin",
                ty: InputType::Bytes,
                source: InputSource::Stdin,
                size: 1,
                leaves: &[(0, 1)],
                math: false,
            };
            let index = st.inputs.len();
            let input = self.input_table.input(&mut self.cx.pool, index, &r);
            let t = input.leaves[0].term;
            self.driver.entered(&mut self.cx, st, &input);
            let k = self.cx.pool.bv(width, u128::from(i));
            let there = self.cx.pool.ult(k, count);
            st.inputs.push_when(input, Some(there));
            self.write(st, o, at as u64 + i, 1, Value::Term(t));
        }
        Ok(self.cx.value(count))
    }

    /// `__ep_any_file(name, size)`: the record of a file.
    pub(crate) fn any_file(&mut self, st: &mut State<D>, name: Value, size: Value) -> Step<Value> {
        let width = self.program.ptr_bits;
        let size = match size {
            Value::Int(n) => n,
            Value::Term(t) => self.fix(st, t)? as u64,
            _ => return self.unsupported(st, "a size that is an address"),
        };
        let name = self.settle(st, name)?;
        let known = self.whole_string(st, name);
        let any = match (&known, name) {
            (Some(_), _) => None,
            (None, Value::Ptr(o, at)) if !self.math() => Some(self.any_name(st, o, at as u64)),
            _ => return self.unsupported(st, "a symbolic name of a file (--closed)"),
        };
        let there = ep_ir::scalar::sext64(width, size) >= 0;
        let word = u64::from(width / 8);
        let made = (|| {
            let named = match &any {
                Some((values, _)) => {
                    let o = self.environment_object(st, values.len() as u64 + 1)?;
                    for (i, v) in values.iter().enumerate() {
                        self.write(st, o, i as u64, 1, *v);
                    }
                    self.write(st, o, values.len() as u64, 1, Value::Int(0));
                    o
                }
                None => self.text_object(st, known.as_deref().unwrap_or("").as_bytes(), 0)?,
            };
            let (data, bytes) = match there {
                true => self.file_data(
                    st,
                    &GivenFile {
                        name: known.clone().unwrap_or_else(|| "file".into()),
                        content: Content::Symbolic(size),
                    },
                )?,
                false => (Value::Int(0), 0),
            };
            if let Some((_, terms)) = any.as_ref().filter(|_| there) {
                st.inputs.name_last(terms.clone());
            }
            let record = self.environment_object(st, 3 * word)?;
            self.file_record(st, record, 0, Value::Ptr(named, 0), data, bytes);
            Ok::<ObjectId, ep_base::Diagnostic>(record)
        })();
        if there {
            self.assume_note(st, Assumption::FileSize);
        }
        match made {
            Ok(o) => Ok(Value::Ptr(o, 0)),
            Err(_) => self.unsupported(st, "a file that the address space has no room for"),
        }
    }

    /// `__ep_any_variable(name, present)`: its text.
    pub(crate) fn any_variable(
        &mut self,
        st: &mut State<D>,
        name: Value,
        present: Value,
    ) -> Step<Value> {
        let name = self.settle(st, name)?;
        let Some(name) = self.whole_string(st, name) else {
            return self.unsupported(st, "a symbolic name of a variable (--closed)");
        };
        let there = match present {
            Value::Int(n) => n != 0,
            Value::Term(t) => self.fix(st, t)? != 0,
            _ => return self.unsupported(st, "a variable that is set if an address is"),
        };
        if there {
            self.assume_note(st, Assumption::VariableSize);
        }
        let mut text = name.clone().into_bytes();
        let made = match there {
            true => {
                text.push(b'=');
                self.text_object(st, &text, BYTES)
            }
            false => self.text_object(st, &text, 0),
        };
        let Ok(o) = made else {
            return self.unsupported(st, "a variable that the address space has no room for");
        };
        if there {
            let ty = InputType::Array {
                element: Box::new(InputType::Char),
                len: BYTES,
            };
            let at = text.len() as u64;
            let source = InputSource::Variable { name: name.clone() };
            self.symbolic_bytes(st, o, at, BYTES, &name, ty, source);
        }
        Ok(Value::Ptr(o, 0))
    }

    /// The bytes of a name that depends on the input, up to the first that is
    /// known to be zero.
    fn any_name(&mut self, st: &mut State<D>, o: ObjectId, at: u64) -> (Vec<Value>, Rc<[TermId]>) {
        let size = st.heap.get(o).map_or(0, |x| x.size.max());
        let mut values = Vec::new();
        for k in at..size.min(at + NAME_BYTES) {
            let v = self.read(st, o, k, 1);
            if v == Value::Int(0) {
                break;
            }
            values.push(v);
        }
        let terms = values.iter().map(|v| self.term(st, *v, 8)).collect();
        (values, terms)
    }

    /// A string whose bytes are all known.
    fn whole_string(&self, st: &State<D>, v: Value) -> Option<String> {
        let Value::Ptr(o, at) = v else { return None };
        let text = self.c_string(st, v)?;
        let end = usize::try_from(at).ok()? + text.len();
        let known = text.is_ascii() && st.heap.get(o)?.concrete(end, 1) == Some(&[0]);
        known.then_some(text)
    }

    /// The name of the program in an environment that is not closed.
    pub(crate) fn any_program_name(&mut self, st: &mut State<D>, o: ObjectId) {
        let ty = InputType::Array {
            element: Box::new(InputType::Char),
            len: BYTES,
        };
        let source = InputSource::Argument { index: 0 };
        self.symbolic_bytes(st, o, 0, BYTES, "argv[0]", ty, source);
        self.assume_note(st, Assumption::Arguments);
    }
}
