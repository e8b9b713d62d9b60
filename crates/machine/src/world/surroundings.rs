//! What surrounds a program when it starts: given and symbolic files, the
//! environment, and arguments whose number is symbolic.
//!
//! The models of the C library keep files and variables as plain data
//! (`runtime/libc/files.c`, `process.c`); here the variables from which they
//! begin are set. The number of optional arguments is chosen by a model that
//! runs before `main` and forks on it (`arguments.c`); the builtins at the end
//! of this file are what it calls. After KLEE's `--sym-files`, `--sym-args`.

use crate::assumption::Assumption;
use crate::driver::Driver;
use crate::inputs::Request;
use crate::machine::{Machine, Step};
use crate::options::{ArgSpec, Content, Entry, GivenFile};
use crate::state::{Frame, State};
use crate::value::{ObjectId, Value};
use ep_base::outcome::{InputSource, InputType};
use ep_base::Diagnostic;
use ep_ir::{IntPred, Type};
use std::rc::Rc;

/// The model that chooses the number of arguments.
pub const CHOOSE_ARGUMENTS: &str = "__ep_choose_arguments";

impl<D: Driver> Machine<D> {
    /// Sets up files and standard input, when the program uses them.
    pub fn surroundings(&mut self, st: &mut State<D>) -> Result<(), Diagnostic> {
        let word = u64::from(self.program.ptr_bits / 8);
        if let (Some(o), Some(n)) = (self.stdin, self.options.stdin) {
            if let Some(g) = self.global("__ep_stdin") {
                let record = self.environment_object(st, 3 * word)?;
                self.file_record(st, record, 0, Value::Int(0), Value::Ptr(o, 0), n);
                self.write(st, g, 0, word as u32, Value::Ptr(record, 0));
            }
        }
        let files = self.options.files.clone();
        let Some(g) = self.global("__ep_files").filter(|_| !files.is_empty()) else {
            return Ok(());
        };
        let table = self.environment_object(st, 3 * word * (files.len() as u64 + 1))?;
        for (i, file) in files.iter().enumerate() {
            let name = self.text_object(st, file.name.as_bytes(), 0)?;
            let (data, size) = self.file_data(st, file)?;
            let at = i as u64 * 3 * word;
            self.file_record(st, table, at, Value::Ptr(name, 0), data, size);
        }
        let end = files.len() as u64 * 3 * word;
        self.file_record(st, table, end, Value::Int(0), Value::Int(0), 0);
        self.write(st, g, 0, word as u32, Value::Ptr(table, 0));
        Ok(())
    }

    /// `struct ep_given` of `files.c`.
    pub(crate) fn file_record(
        &mut self,
        st: &mut State<D>,
        o: ObjectId,
        at: u64,
        name: Value,
        data: Value,
        size: u64,
    ) {
        let word = self.program.ptr_bits / 8;
        let values = [name, data, Value::Int(size)];
        for (i, v) in values.into_iter().enumerate() {
            self.write(st, o, at + i as u64 * u64::from(word), word, v);
        }
    }

    pub(crate) fn file_data(
        &mut self,
        st: &mut State<D>,
        file: &GivenFile,
    ) -> Result<(Value, u64), Diagnostic> {
        let size = match &file.content {
            Content::Concrete(bytes) => bytes.len() as u64,
            Content::Symbolic(n) => *n,
        };
        if size == 0 {
            if matches!(file.content, Content::Symbolic(_)) {
                self.empty_file(st, &file.name);
            }
            return Ok((Value::Int(0), 0));
        }
        let o = self.environment_object(st, size)?;
        match &file.content {
            Content::Concrete(bytes) => {
                if let Some(x) = st.heap.get_mut(o) {
                    x.write(0, bytes);
                }
            }
            Content::Symbolic(n) => {
                let source = InputSource::File {
                    name: file.name.clone(),
                };
                self.symbolic_bytes(st, o, 0, *n, &file.name, InputType::Bytes, source);
            }
        }
        Ok((Value::Ptr(o, 0), size))
    }

    /// The array of variables, which `environ` and `main`'s third parameter
    /// point to.
    pub fn environment(&mut self, st: &mut State<D>) -> Result<Value, Diagnostic> {
        let word = u64::from(self.program.ptr_bits / 8);
        let variables = self.options.environment.clone();
        let array = self.environment_object(st, word * (variables.len() as u64 + 1))?;
        for (i, v) in variables.iter().enumerate() {
            let mut text = v.name.clone().into_bytes();
            text.push(b'=');
            let o = match &v.value {
                Content::Concrete(value) => {
                    text.extend_from_slice(value);
                    self.text_object(st, &text, 0)?
                }
                Content::Symbolic(n) => {
                    let o = self.text_object(st, &text, *n)?;
                    let source = InputSource::Variable {
                        name: v.name.clone(),
                    };
                    let ty = InputType::Array {
                        element: Box::new(InputType::Char),
                        len: *n,
                    };
                    self.symbolic_bytes(st, o, text.len() as u64, *n, &v.name, ty, source);
                    o
                }
            };
            self.write(st, array, word * i as u64, word as u32, Value::Ptr(o, 0));
        }
        let end = word * variables.len() as u64;
        self.write(st, array, end, word as u32, Value::Int(0));
        if let Some(g) = self.global("environ") {
            self.write(st, g, 0, word as u32, Value::Ptr(array, 0));
        }
        Ok(Value::Ptr(array, 0))
    }

    /// `__ep_assume_folder(inside)`: a folder that holds so many files and folders
    /// is listed.
    pub(crate) fn folder_is_read(&mut self, st: &mut State<D>, inside: Value) -> Step<()> {
        if !D::KNOWS_FOLDER {
            return self.unsupported(st, "what is in a folder, where one input is followed");
        }
        self.assume_note(st, Assumption::Files);
        // `.` and `..` come first nearly everywhere; the order of others is left
        // out as soon as there are two.
        if !matches!(inside, Value::Int(0 | 1)) {
            self.assume_note(st, Assumption::Entries);
        }
        Ok(())
    }

    fn global(&self, name: &str) -> Option<ObjectId> {
        let globals = &self.program.module.globals;
        let found = globals.iter().find(|(_, g)| g.name == name);
        found.map(|(id, _)| ObjectId(id.0))
    }

    /// The text, `room` bytes that are written later, and a zero.
    pub(crate) fn text_object(
        &mut self,
        st: &mut State<D>,
        text: &[u8],
        room: u64,
    ) -> Result<ObjectId, Diagnostic> {
        let size = text.len() as u64 + room;
        let o = self.environment_object(st, size + 1)?;
        if let Some(x) = st.heap.get_mut(o) {
            x.write(0, text);
            x.write(size as usize, &[0]);
        }
        Ok(o)
    }

    /// A file without content, which a test has to make too.
    fn empty_file(&mut self, st: &mut State<D>, name: &str) {
        let r = Request {
            name,
            ty: InputType::Bytes,
            source: InputSource::File { name: name.into() },
            size: 0,
            leaves: &[],
            math: false,
        };
        let index = st.inputs.len();
        let input = self.input_table.input(&mut self.cx.pool, index, &r);
        self.driver.entered(&mut self.cx, st, &input);
        st.inputs.push(input);
    }

    #[allow(clippy::too_many_arguments)]
    pub(crate) fn symbolic_bytes(
        &mut self,
        st: &mut State<D>,
        o: ObjectId,
        at: u64,
        n: u64,
        name: &str,
        ty: InputType,
        source: InputSource,
    ) {
        if n == 0 {
            return;
        }
        let leaves: Vec<(u64, u32)> = (0..n).map(|i| (i, 1)).collect();
        let r = Request {
            name,
            ty,
            source,
            size: n,
            leaves: &leaves,
            math: false,
        };
        let index = st.inputs.len();
        let input = self.input_table.input(&mut self.cx.pool, index, &r);
        self.driver.entered(&mut self.cx, st, &input);
        st.inputs.push(input.clone());
        for l in &input.leaves {
            let v = self.cx.value(l.term);
            self.write(st, o, at + l.offset, l.bytes, v);
        }
    }

    /// The first argument, the least and the largest number of each group of
    /// optional arguments.
    fn groups(&self) -> Vec<(u32, u32, u32)> {
        let Entry::Main { args } = &self.options.entry else {
            return Vec::new();
        };
        let mut next = 1;
        let mut out = Vec::new();
        for a in args {
            if let ArgSpec::Group { least, most, .. } = a {
                out.push((next, *least, *most));
            }
            next += a.slots();
        }
        out
    }

    /// The model that chooses the number of arguments runs first of all.
    pub(crate) fn choose_arguments(&mut self, st: &mut State<D>) -> Result<(), Diagnostic> {
        let program = self.program.clone();
        let main = &program.code[st.top.func.0 as usize];
        if self.groups().is_empty() || main.params.is_empty() {
            return Ok(());
        }
        let f = program
            .module
            .function(CHOOSE_ARGUMENTS)
            .filter(|f| !program.module.functions[*f].is_declaration())
            .ok_or_else(|| {
                Diagnostic::defect(format!("the model {CHOOSE_ARGUMENTS} is not linked"))
            })?;
        let code = &program.code[f.0 as usize];
        let stack = st.top.stack.below(code.frame_bytes);
        let mut frame = Frame::new(f, code.template.clone(), stack);
        frame.depth = st.top.depth + 1;
        let below = std::mem::replace(&mut st.top, frame);
        st.top.caller = Some(Rc::new(below));
        Ok(())
    }

    /// `__ep_optional_arguments(group, &least, &most)`: the symbolic number of
    /// arguments of a group, or -1 after the last group.
    pub(crate) fn optional_arguments(
        &mut self,
        st: &mut State<D>,
        group: Value,
        least_at: Value,
        most_at: Value,
    ) -> Step<Value> {
        let groups = self.groups();
        let Value::Int(k) = group else {
            return self.unsupported(st, "a symbolic group of arguments");
        };
        let Some(&(first, least, most)) = groups.get(k as usize) else {
            return Ok(Value::Int(u64::from(u32::MAX)));
        };
        let int = Type::Int(32);
        self.store(st, least_at, Value::Int(u64::from(least)), int)?;
        self.store(st, most_at, Value::Int(u64::from(most)), int)?;
        let ty = InputType::Int {
            bits: 32,
            signed: true,
        };
        let name = if groups.len() == 1 {
            "n_args".to_string()
        } else {
            format!("n_args_{k}")
        };
        let v = self.new_input(
            st,
            &name,
            ty,
            32,
            InputSource::ArgumentCount { first, most },
        );
        let low = Value::Int(u64::from(least));
        let c = self.cmp(st, IntPred::Uge, 32, v, low);
        self.assume_user(st, c)?;
        let high = Value::Int(u64::from(most));
        let c = self.cmp(st, IntPred::Ule, 32, v, high);
        self.assume_user(st, c)?;
        Ok(v)
    }

    /// `__ep_keep_arguments(group, count)`: the others of the group go, those
    /// behind them move up.
    pub(crate) fn keep_arguments(
        &mut self,
        st: &mut State<D>,
        group: Value,
        count: Value,
    ) -> Step<()> {
        let n = match count {
            Value::Int(n) => n,
            // One number here, the others on paths of their own.
            Value::Term(t) => self.fix(st, t)? as u64,
            _ => return self.unsupported(st, "a number of arguments that is an address"),
        };
        let Value::Int(k) = group else {
            return self.unsupported(st, "a symbolic group of arguments");
        };
        let groups = self.groups();
        let Some(&(first, _, most)) = groups.get(k as usize) else {
            return Ok(());
        };
        let Entry::Main { args } = &self.options.entry else {
            return Ok(());
        };
        let total: u64 = 1 + args.iter().map(|a| u64::from(a.slots())).sum::<u64>();
        let word = u64::from(self.program.ptr_bits / 8);
        let program = self.program.clone();
        let mut frame = &mut st.top;
        while let Some(below) = &mut frame.caller {
            frame = Rc::make_mut(below);
            frame.unpack(&program);
        }
        let params = &program.code[frame.func.0 as usize].params;
        let Some(&count_reg) = params.first() else {
            return Ok(());
        };
        let Value::Int(argc) = frame.regs[count_reg as usize] else {
            return Ok(());
        };
        let removed = u64::from(most).saturating_sub(n);
        frame.regs[count_reg as usize] = Value::Int(argc - removed);
        let argv = params.get(1).map(|r| frame.regs[*r as usize]);
        let Some(Value::Ptr(o, 0)) = argv.filter(|_| removed > 0) else {
            return Ok(());
        };
        // Earlier groups may have moved this one up.
        let to = u64::from(first) - (total - argc) + n;
        let from = to + removed;
        let bytes = (argc + 1 - from) * word;
        self.copy(
            st,
            Value::Ptr(o, (to * word) as i64),
            Value::Ptr(o, (from * word) as i64),
            Value::Int(bytes),
        )
    }
}
