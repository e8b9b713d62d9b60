//! The initial state: globals, arguments, standard input, parameters of an
//! entry function.

use crate::code::Program;
use crate::driver::Driver;
use crate::inputs::Request;
use crate::machine::{Machine, Step};
use crate::memory::stack::Stack;
use crate::memory::{Heap, Object, ObjectKind, Shadow, Size};
use crate::options::{ArgSpec, Entry, HeapLimits};
use crate::state::{Frame, State};
use crate::value::{ObjectId, Value};
use crate::world::aggregates::{self, Passed};
use crate::world::lazy::{self, Place};
use crate::world::pointers::{self, Pointee};
use crate::world::shape;
use crate::world::sized;
use crate::world::varargs;
use ep_base::outcome::{InputSource, InputType};
use ep_base::Diagnostic;
use ep_ir::{DebugType, DebugTypeId, FuncId, LocId, RelocTarget, Type};
use std::rc::Rc;

/// A parameter of an entry function as the program's types say it. How C code
/// passes it from outside is `ep_harness::ParamShape`, which knows no program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EntryParam {
    Scalar {
        ty: InputType,
        bytes: u64,
    },
    /// A pointer to elements without pointers.
    Buffer {
        element: InputType,
        element_bytes: u64,
        bytes: u64,
        to: DebugTypeId,
    },
    /// A pointer to a function, to pointers, or to what holds some.
    Pointer {
        to: DebugTypeId,
    },
    /// A structure, a vector, a complex number or an integer of 128 bits by
    /// value.
    Aggregate {
        ty: DebugTypeId,
        bytes: u64,
    },
}

/// The shapes of an entry function's parameters; says what is not supported.
pub fn entry_params(
    module: &ep_ir::Module,
    name: &str,
    buffer: u64,
) -> Result<Vec<EntryParam>, Diagnostic> {
    let f = find_entry(module, name)?;
    let function = &module.functions[f];
    let types = pointers::parameter_types(module, function);
    let buffer = elements_promised(module, f, buffer);
    let mut out = Vec::new();
    for (i, t) in types.iter().enumerate() {
        let unsupported = |what: &str| {
            Diagnostic::bad_input(format!("parameter {} of `{}` is {what}", i + 1, function.name))
                .help("write a small harness function with scalar and pointer parameters and name it with --entry")
        };
        out.push(match shape::strip(module, *t) {
            _ if aggregates::is_aggregate(module, *t) => EntryParam::Aggregate {
                ty: *t,
                bytes: shape::size_of(module, *t),
            },
            DebugType::Pointer { to, .. } => {
                pointer_shape(module, *to, buffer).map_err(|what| unsupported(&what))?
            }
            DebugType::Bool
            | DebugType::Char { .. }
            | DebugType::Int { .. }
            | DebugType::Enum { .. } => {
                let n = shape::size_of(module, *t);
                if n > 8 {
                    return Err(unsupported("an integer of a width that is not supported"));
                }
                EntryParam::Scalar {
                    ty: shape::input_type(module, *t, n),
                    bytes: n,
                }
            }
            DebugType::Float { .. } => {
                let n = shape::size_of(module, *t);
                EntryParam::Scalar {
                    ty: shape::input_type(module, *t, n),
                    bytes: n,
                }
            }
            _ => return Err(unsupported("of a type that is not supported as an input")),
        });
    }
    if aggregates::passing(module, function).is_none() {
        return Err(Diagnostic::bad_input(format!(
            "how the parameters of `{}` are passed is not known from its debug information",
            function.name
        ))
        .help("compile with -g, pass the C source, or write a small function that calls it"));
    }
    Ok(out)
}

/// The shape of a pointer parameter, or what it is that is not supported.
fn pointer_shape(
    module: &ep_ir::Module,
    to: DebugTypeId,
    buffer: u64,
) -> Result<EntryParam, String> {
    let large = "a pointer whose buffer would be larger than 16 MiB";
    let elements = |n: u64, count: u64| {
        let all = n.checked_mul(count);
        all.filter(|n| *n <= lazy::LARGEST).ok_or(large.to_string())
    };
    let pointer = EntryParam::Pointer { to };
    match pointers::pointee(module, to) {
        Pointee::Incomplete(name) => Err(match name.as_str() {
            "" => "a pointer to an incomplete type".to_string(),
            name => format!("a pointer to `{name}`, which is incomplete: its definition is in none of the files"),
        }),
        Pointee::Function(_) => Ok(pointer),
        Pointee::Pointers(n) => elements(n, buffer).map(|_| pointer),
        Pointee::Record(n) => elements(n, 1).map(|_| pointer),
        Pointee::Plain(n) => {
            let to = pointers::target_type(module, to);
            let element = match shape::size_of(module, to) {
                0 => InputType::Bytes,
                n => shape::input_type(module, to, n),
            };
            elements(n, buffer).map(|bytes| EntryParam::Buffer {
                element,
                element_bytes: n,
                bytes,
                to,
            })
        }
    }
}

/// The elements behind the pointers of an entry: those asked for, or as many as
/// the function says that its callers pass (`a[static 12]`).
pub fn elements_promised(module: &ep_ir::Module, f: FuncId, buffer: u64) -> u64 {
    let function = &module.functions[f];
    let types = pointers::parameter_types(module, function);
    let Some(passing) = aggregates::passing(module, function) else {
        return buffer;
    };
    let each = types.iter().zip(&passing.params).map(|(t, passed)| {
        let (DebugType::Pointer { to, .. }, Passed::Whole(k)) = (shape::strip(module, *t), passed)
        else {
            return 0;
        };
        let promised = function.params.get(*k).map_or(0, |p| p.promised);
        promised.div_ceil(shape::size_of(module, *to).max(1))
    });
    each.fold(buffer, u64::max)
}

/// The same for a channel of plain bytes, which cannot lead to pointers.
///
/// # Errors
/// A parameter is not supported (exit 2).
pub fn plain_params(
    module: &ep_ir::Module,
    name: &str,
    buffer: u64,
) -> Result<Vec<EntryParam>, Diagnostic> {
    let params = entry_params(module, name, buffer)?;
    let pointers =
        |p: &EntryParam| matches!(p, EntryParam::Pointer { .. } | EntryParam::Aggregate { .. });
    match params.iter().position(pointers) {
        None => Ok(params),
        Some(i) => Err(Diagnostic::bad_input(format!(
            "parameter {} of `{name}` is a structure or leads to pointers, which an input of bytes cannot hold",
            i + 1
        ))
        .help("write a small function that builds them from a buffer; everypath test takes any pointer")),
    }
}

/// The entry function, which must have a body.
pub fn find_entry(module: &ep_ir::Module, name: &str) -> Result<FuncId, Diagnostic> {
    match module.function(name) {
        Some(f) if !module.functions[f].is_declaration() => Ok(f),
        Some(_) => Err(Diagnostic::bad_input(format!(
            "`{name}` is declared but has no body"
        ))),
        None => {
            // The headers of the system hold functions, too; theirs come last.
            let system = |loc: LocId| {
                let file = &module.files[module.locs[loc].file];
                file.starts_with("/usr/")
            };
            let mut known: Vec<(bool, &str)> = module
                .functions
                .iter()
                .filter(|(_, f)| !f.is_declaration() && f.loc != LocId(0))
                .map(|(_, f)| (system(f.loc), f.name.as_str()))
                .collect();
            known.sort_unstable();
            known.truncate(8);
            let own = known.iter().take_while(|(system, _)| !system).count();
            if own > 0 {
                known.truncate(own);
            }
            let known: Vec<&str> = known.into_iter().map(|(_, name)| name).collect();
            let help = if known.is_empty() {
                "the program defines no function".to_string()
            } else {
                format!(
                    "name one of its functions with --entry: {}",
                    known.join(", ")
                )
            };
            Err(Diagnostic::bad_input(format!("there is no function `{name}`")).help(help))
        }
    }
}

impl<D: Driver> Machine<D> {
    /// The state before the first instruction.
    pub fn initial(&mut self) -> Result<State<D>, Diagnostic> {
        let program = self.program.clone();
        let (name, heap) = match &mut self.options.entry {
            Entry::Main { .. } => ("main".to_string(), HeapLimits::default()),
            Entry::Function { name, heap } => {
                let f = find_entry(&program.module, name)?;
                heap.buffer = elements_promised(&program.module, f, heap.buffer);
                (name.clone(), *heap)
            }
        };
        let (mut st, f) = self.entry_state(&name)?;
        if let Some(n) = self.options.stdin.filter(|n| *n > 0) {
            let o = self.environment_object(&mut st, n)?;
            self.environment_input(
                &mut st,
                o,
                "stdin",
                n,
                InputType::Bytes,
                InputSource::Stdin,
                None,
            );
            self.stdin = Some(o);
        }
        match self.options.entry.clone() {
            Entry::Main { args } => self.main_arguments(&mut st, &program, f, &args)?,
            Entry::Function { .. } => {
                self.environment(&mut st)?;
                self.parameters(&mut st, &program, f, (heap.buffer, heap.variable))?;
            }
        }
        let mut top = st.top.clone();
        self.begin_contract(&mut top, crate::contract::Root::Entry);
        st.top = top;
        self.surroundings(&mut st)?;
        self.choose_arguments(&mut st)?;
        self.constructors(&mut st);
        Ok(st)
    }

    /// A state at the beginning of this function, with globals and without
    /// arguments.
    pub fn entry_state(&mut self, name: &str) -> Result<(State<D>, FuncId), Diagnostic> {
        let program = self.program.clone();
        let mut heap = Heap::new(program.ptr_bits);
        self.globals(&program, &mut heap)?;
        crate::step::device::place(&mut heap, &self.options.devices);
        let f = find_entry(&program.module, name)?;
        let code = &program.code[f.0 as usize];
        let stack = Stack::new(code.frame_bytes);
        let mut st = State::new(Frame::new(f, code.template.clone(), stack), heap);
        let mut regs = std::mem::take(&mut st.top.regs);
        self.any_registers(&mut st, f, &mut regs);
        st.top.regs = regs;
        Ok((st, f))
    }

    /// Constructors run before the entry: they lie above it on the stack.
    pub fn constructors(&mut self, st: &mut State<D>) {
        let program = self.program.clone();
        for c in program.module.constructors.iter().rev() {
            let code = &program.code[c.0 as usize];
            if !code.has_body {
                continue;
            }
            let stack = st.top.stack.below(code.frame_bytes);
            let mut frame = Frame::new(*c, code.template.clone(), stack);
            frame.depth = st.top.depth + 1;
            let below = std::mem::replace(&mut st.top, frame);
            st.top.caller = Some(Rc::new(below));
        }
    }

    /// One object per global, numbered alike.
    fn globals(&mut self, program: &Rc<Program>, heap: &mut Heap) -> Result<(), Diagnostic> {
        let word = program.ptr_bits / 8;
        for (id, g) in program.module.globals.iter() {
            let kind = ObjectKind::Global(id);
            let known = !(g.is_device() && self.options.volatile_constants);
            let made = heap.allocate(Size::Known(g.size), g.align, |base| match &g.init {
                Some(init) if known => {
                    Object::with_bytes(base, init.bytes.clone(), g.align, kind, g.constant)
                }
                // Declared only, or a device: its content is not known.
                _ => Object::new(base, Size::Known(g.size), g.align, kind, true),
            });
            if made.is_none() {
                return Err(Diagnostic::bad_input(format!(
                    "the global `{}` of {} bytes does not fit the address space",
                    g.name, g.size
                )));
            }
        }
        for (id, g) in program.module.globals.iter() {
            let o = ObjectId(id.0);
            let mut entries = Vec::new();
            let known = !(g.is_device() && self.options.volatile_constants);
            for r in g.init.iter().filter(|_| known).flat_map(|i| &i.relocs) {
                let v = match r.target {
                    RelocTarget::Global(t) => Value::Ptr(ObjectId(t.0), r.addend),
                    RelocTarget::Func(f) => Value::Func(f),
                    RelocTarget::Label(f, b) => Value::Label(f, b),
                };
                entries.push((r.offset, self.intern_address(v)));
            }
            if let Some(obj) = heap.get_mut(o) {
                for (at, e) in entries {
                    obj.write_shadow(at as usize, word as usize, |i| Shadow::address(e, i));
                }
                obj.constant = g.constant;
            }
        }
        Ok(())
    }

    pub(crate) fn environment_object(
        &mut self,
        st: &mut State<D>,
        n: u64,
    ) -> Result<ObjectId, Diagnostic> {
        st.heap
            .allocate(Size::Known(n), 16, |base| {
                Object::new(base, Size::Known(n), 16, ObjectKind::Environment, false)
            })
            .ok_or_else(|| {
                Diagnostic::bad_input(format!(
                    "an input of {n} bytes does not fit the address space"
                ))
            })
    }

    /// Makes the first `n` bytes of an object an input.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn environment_input(
        &mut self,
        st: &mut State<D>,
        o: ObjectId,
        name: &str,
        n: u64,
        ty: InputType,
        source: InputSource,
        element: Option<DebugTypeId>,
    ) {
        let program = self.program.clone();
        let mut leaves: Vec<(u64, u32)> = Vec::new();
        let mut integers = true;
        match element {
            Some(e) if shape::size_of(&program.module, e) > 0 => {
                let bytes = shape::size_of(&program.module, e);
                for i in 0..n / bytes {
                    let s = shape::shape(&program.module, Some(e), 0, bytes);
                    integers &= s.integers;
                    leaves.extend(s.leaves.iter().map(|(o, b)| (o + i * bytes, *b)));
                }
            }
            _ => leaves.extend((0..n).map(|i| (i, 1))),
        }
        let math = self.math() && integers && element.is_some();
        let r = Request {
            name,
            ty,
            source,
            size: n,
            leaves: &leaves,
            math,
        };
        let input = self
            .input_table
            .input(&mut self.cx.pool, st.inputs.len(), &r);
        self.driver.entered(&mut self.cx, st, &input);
        st.inputs.push(input.clone());
        for l in &input.leaves {
            let v = self.cx.value(l.term);
            self.write(st, o, l.offset, l.bytes, v);
        }
    }

    pub fn main_arguments(
        &mut self,
        st: &mut State<D>,
        program: &Rc<Program>,
        f: FuncId,
        args: &[ArgSpec],
    ) -> Result<(), Diagnostic> {
        let envp = self.environment(st)?;
        let params = &program.code[f.0 as usize].params;
        if params.is_empty() {
            return Ok(());
        }
        let word = u64::from(program.ptr_bits / 8);
        let mut pointers = Vec::new();
        let name = self.environment_object(st, crate::options::OPEN_BYTES + 1)?;
        if let Some(o) = st.heap.get_mut(name) {
            o.write(0, b"program\0\0");
        }
        if self.options.open_arguments {
            self.any_program_name(st, name);
        }
        pointers.push(name);
        let slots = args.iter().flat_map(|a| match a {
            ArgSpec::Group { most, len, .. } => {
                vec![ArgSpec::Symbolic { len: *len }; *most as usize]
            }
            a => vec![a.clone()],
        });
        for (i, a) in slots.enumerate() {
            let o = match &a {
                ArgSpec::Concrete(bytes) => {
                    let o = self.environment_object(st, bytes.len() as u64 + 1)?;
                    if let Some(x) = st.heap.get_mut(o) {
                        x.write(0, bytes);
                        x.write(bytes.len(), &[0]);
                    }
                    o
                }
                ArgSpec::Symbolic { len } | ArgSpec::Group { len, .. } => {
                    let n = u64::from(*len);
                    let o = self.environment_object(st, n + 1)?;
                    if let Some(x) = st.heap.get_mut(o) {
                        x.write(n as usize, &[0]);
                    }
                    let ty = InputType::Array {
                        element: Box::new(InputType::Char),
                        len: n,
                    };
                    let source = InputSource::Argument {
                        index: i as u32 + 1,
                    };
                    if n > 0 {
                        self.environment_input(
                            st,
                            o,
                            &format!("argv[{}]", i + 1),
                            n,
                            ty,
                            source,
                            None,
                        );
                    }
                    o
                }
            };
            pointers.push(o);
        }
        let argc = pointers.len() as u64;
        let argv = self.environment_object(st, word * (argc + 1))?;
        for (i, p) in pointers.iter().enumerate() {
            self.write(st, argv, word * i as u64, word as u32, Value::Ptr(*p, 0));
        }
        self.write(st, argv, word * argc, word as u32, Value::Int(0));
        let values = [Value::Int(argc), Value::Ptr(argv, 0), envp];
        for (p, v) in params.iter().zip(values) {
            st.top.regs[*p as usize] = v;
        }
        Ok(())
    }

    pub fn parameters(
        &mut self,
        st: &mut State<D>,
        program: &Rc<Program>,
        f: FuncId,
        (buffer, variable): (u64, u32),
    ) -> Result<(), Diagnostic> {
        let function = program.function(f);
        let shapes = entry_params(&program.module, &function.name, buffer)?;
        let named = shapes.len() - (variable as usize).min(shapes.len());
        let names: Vec<String> = (0..shapes.len())
            .map(|i| {
                let mut vars = function.vars.iter();
                match vars.find(|(_, v)| v.arg == i as u32 + 1) {
                    Some((_, v)) if i < named => v.name.clone(),
                    _ if i < named => format!("p{i}"),
                    _ => format!("vararg{}", i - named + 1),
                }
            })
            .collect();
        let types = pointers::parameter_types(&program.module, function);
        let count = shapes.len() as u32;
        let Some(passing) = aggregates::passing(&program.module, function) else {
            return Err(Diagnostic::defect("parameters that do not fit their types"));
        };
        if let Some(k) = passing.result {
            // Where the result goes: room that its caller has.
            let n = aggregates::result_size(&program.module, function);
            let o = self.environment_object(st, n)?;
            st.top.regs[function.params[k].reg.0 as usize] = Value::Ptr(o, 0);
            Rc::make_mut(&mut st.initial_heap).set_result(o);
        }
        let first = |i: usize| match &passing.params[i] {
            Passed::Whole(k) | Passed::Memory(k) => Some(&function.params[*k]),
            Passed::Pieces(p) => p.first().map(|(k, _)| &function.params[*k]),
            Passed::Variable => None,
        };
        let pairs = sized::pairs(&program.module, f, &self.options.sized)?;
        let heap = Rc::make_mut(&mut st.initial_heap);
        heap.sized = pairs.iter().map(|p| (p.data, None)).collect();
        for (i, s) in shapes.into_iter().enumerate() {
            let index = i as u32;
            if let EntryParam::Aggregate { ty, .. } = s {
                let whole = (names[i].as_str(), ty);
                let made = self.aggregate(st, function, &passing.params[i], index, whole, count);
                self.made(made, i, &function.name)?;
                continue;
            }
            let (place, register) = match (first(i), &passing.params[i]) {
                (Some(param), _) => (Place::Register(param.reg.0), param.ty),
                (None, Passed::Variable) => {
                    let register = varargs::register_type(&program.module, types[i]);
                    let all = Rc::make_mut(&mut st.top.varargs);
                    all.push((Value::Undef, register));
                    (Place::Variable(all.len() - 1), register)
                }
                _ => continue,
            };
            match s {
                EntryParam::Scalar { ty, bytes } => {
                    let source = InputSource::Parameter { index };
                    let v = self.scalar_input(st, &names[i], (ty, bytes), register, source);
                    place.put(&mut st.top.regs, &mut st.top.varargs, v);
                }
                EntryParam::Buffer { to, .. } | EntryParam::Pointer { to } => {
                    let place = (index, place);
                    let made = self.pointer_parameter(st, place, (&names[i], to), count);
                    self.made(made, i, &function.name)?;
                }
                EntryParam::Aggregate { .. } => {}
            }
        }
        for pair in pairs {
            self.tie(st, pair, buffer)?;
        }
        Ok(())
    }

    /// The message of a parameter that could not be made.
    fn made(&mut self, made: Step<()>, i: usize, function: &str) -> Result<(), Diagnostic> {
        made.map_err(|_| {
            let why = self.found.gaps.pop().map(|g| g.what).unwrap_or_default();
            let number = i + 1;
            Diagnostic::bad_input(format!(
                "parameter {number} of `{function}` cannot be made: {why}"
            ))
        })
    }

    /// A scalar input as a value of `to`.
    pub(crate) fn scalar_input(
        &mut self,
        st: &mut State<D>,
        name: &str,
        (ty, bytes): (InputType, u64),
        to: Type,
        source: InputSource,
    ) -> Value {
        let boolean = ty == InputType::Bool;
        if ty == (InputType::Float { bits: 80 }) {
            return self.extended_input(st, name, bytes, source);
        }
        let v = self.new_input(st, name, ty, 8 * bytes as u32, source);
        let bits = self.program.bits(to);
        let (Value::Term(t), Type::Int(w)) = (v, to) else {
            return v;
        };
        if u64::from(w) == 8 * bytes || self.math() {
            return v;
        }
        if boolean {
            // A bool is 0 or 1 in its byte.
            let two = self.cx.pool.bv(8, 2);
            let c = self.cx.pool.ult(t, two);
            let side = self.driver.feasible(&mut self.cx, st, c);
            if let ep_smt::Side::Feasible(w) = side {
                self.assume(st, c, w);
            }
        }
        let t = if bits < 8 * bytes as u32 {
            self.cx.pool.extract(t, bits - 1, 0)
        } else {
            self.cx.pool.zext(t, bits)
        };
        self.cx.value(t)
    }

    /// A `long double` input: every pattern of its 80 bits, also those that x87
    /// takes for invalid operands. The bytes behind them in memory are zero.
    fn extended_input(
        &mut self,
        st: &mut State<D>,
        name: &str,
        bytes: u64,
        source: InputSource,
    ) -> Value {
        let r = Request {
            name,
            ty: InputType::Float { bits: 80 },
            source,
            size: bytes,
            leaves: &[(0, 10)],
            math: false,
        };
        let index = st.inputs.len();
        let input = self.input_table.input(&mut self.cx.pool, index, &r);
        self.driver.entered(&mut self.cx, st, &input);
        st.inputs.push(input.clone());
        self.cx.value(input.leaves[0].term)
    }
}
