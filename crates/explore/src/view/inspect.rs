//! The memory of a state by source names: locals of every activation and the
//! program's globals, as values of their source types; what is symbolic is
//! printed in infix, addresses as `&name + offset`. Where one input is followed
//! everything has a value.
//!
//! Source: document 003, page 10 (a symbolic memory maps variables to
//! expressions). Cost: linear in what is printed; for people to look at.

use ep_ir::debug::VarStorage;
use ep_ir::{scalar, DebugType, DebugTypeId, FuncId};
use ep_machine::driver::Driver;
use ep_machine::machine::Machine;
use ep_machine::memory::object::ByteKind;
use ep_machine::memory::{ObjectKind, Size};
use ep_machine::state::State;
use ep_machine::value::{value_text, ObjectId, Value};
use ep_machine::world::shape::{size_of, strip};
use ep_term::Evaluator;

/// Elements of an array that are printed.
const ELEMENTS: u64 = 24;
/// Characters of a text that are printed.
const CHARACTERS: u64 = 64;
/// Characters of a printed term.
const LONGEST: usize = 120;
/// Records within records that are printed.
const DEPTH: u32 = 4;

/// Names with printed values.
pub type Variables = Vec<(String, String)>;

/// What one activation, or the program, holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The function's name, or `globals`.
    pub name: String,
    pub variables: Variables,
}

/// The memory of a state by source names.
pub trait Inspect<D: Driver> {
    /// The variables of the innermost function.
    fn locals(&mut self, st: &mut State<D>) -> Variables;

    /// Everything with a name: the innermost activations, as many as `most`,
    /// innermost first, then globals of the user's program.
    fn scopes(&mut self, st: &mut State<D>, most: usize) -> Vec<Scope>;
}

impl<D: Driver> Inspect<D> for Machine<D> {
    fn locals(&mut self, st: &mut State<D>) -> Variables {
        let (f, regs) = (st.top.func, st.top.regs.clone());
        self.frame(st, f, &regs)
    }

    fn scopes(&mut self, st: &mut State<D>, most: usize) -> Vec<Scope> {
        let program = self.program.clone();
        let mut frames = vec![(st.top.func, st.top.regs.clone())];
        let mut next = st.top.caller.clone();
        while let Some(f) = next.filter(|_| frames.len() < most) {
            frames.push((f.func, f.registers(&program).into_owned()));
            next = f.caller.clone();
        }
        let mut out = Vec::new();
        for (f, regs) in frames {
            let variables = self.frame(st, f, &regs);
            if !variables.is_empty() {
                out.push(Scope {
                    name: program.function(f).name.clone(),
                    variables,
                });
            }
        }
        let mut globals = Vec::new();
        for (id, g) in program.module.globals.iter() {
            let located = program.module.locs.get(g.loc).is_some_and(|p| p.line > 0);
            if !located || g.constant || size_of(&program.module, g.ty) == 0 {
                continue;
            }
            let text = self.render(st, ObjectId(id.0), 0, g.ty, 0);
            globals.push((g.name.clone(), text));
        }
        if !globals.is_empty() {
            out.push(Scope {
                name: "globals".into(),
                variables: globals,
            });
        }
        out
    }
}

/// Values as text.
trait Print<D: Driver> {
    fn frame(&mut self, st: &mut State<D>, f: FuncId, regs: &[Value]) -> Variables;

    /// The content of an object at an offset, as a value of a source type.
    fn render(
        &mut self,
        st: &mut State<D>,
        o: ObjectId,
        off: u64,
        ty: DebugTypeId,
        depth: u32,
    ) -> String;

    /// A character array whose bytes are all known, up to its end.
    fn text(&mut self, st: &mut State<D>, o: ObjectId, off: u64, size: u64) -> Option<String>;

    /// What a value is where one input is followed.
    fn settled(&self, st: &State<D>, v: Value) -> Value;

    /// A value of a source type.
    fn typed(&mut self, st: &State<D>, v: Value, ty: DebugTypeId) -> String;

    fn object_name(&self, st: &State<D>, o: ObjectId) -> String;
}

impl<D: Driver> Print<D> for Machine<D> {
    fn frame(&mut self, st: &mut State<D>, f: FuncId, regs: &[Value]) -> Variables {
        let program = self.program.clone();
        let mut out = Vec::new();
        for (_, var) in program.function(f).vars.iter() {
            let text = match var.storage {
                VarStorage::Register(r) => match regs.get(r.0 as usize) {
                    Some(v) if *v != Value::Undef => self.typed(st, *v, var.ty),
                    _ => continue,
                },
                VarStorage::Memory(r) => match regs.get(r.0 as usize) {
                    Some(Value::Ptr(o, 0)) if st.heap.get(*o).is_some() => {
                        self.render(st, *o, 0, var.ty, 0)
                    }
                    _ => continue,
                },
                VarStorage::None => continue,
            };
            if text != "?" {
                out.push((var.name.clone(), text));
            }
        }
        out
    }

    fn render(
        &mut self,
        st: &mut State<D>,
        o: ObjectId,
        off: u64,
        ty: DebugTypeId,
        depth: u32,
    ) -> String {
        let program = self.program.clone();
        let m = &program.module;
        let size = size_of(m, ty);
        let fits = st.heap.get(o).is_some_and(|x| match x.size {
            Size::Known(n) => off + size <= n,
            Size::Symbolic { .. } => true,
        });
        if size == 0 || !fits {
            return "?".into();
        }
        match strip(m, ty) {
            DebugType::Array { element, .. } => {
                let step = size_of(m, *element);
                if step == 0 || depth > DEPTH {
                    return "…".into();
                }
                let element = *element;
                if matches!(strip(m, element), DebugType::Char { .. }) {
                    if let Some(text) = self.text(st, o, off, size) {
                        return text;
                    }
                }
                let n = size / step;
                let mut parts = Vec::new();
                for i in 0..n.min(ELEMENTS) {
                    parts.push(self.render(st, o, off + i * step, element, depth + 1));
                }
                if parts.iter().all(|p| p == "?") {
                    return "?".into();
                }
                if n > ELEMENTS {
                    parts.push("…".into());
                }
                format!("{{{}}}", parts.join(", "))
            }
            DebugType::Record { fields, union, .. } => {
                if depth > DEPTH {
                    return "…".into();
                }
                let mut parts = Vec::new();
                for f in fields {
                    if f.bit_offset % 8 != 0 || f.bit_size % 8 != 0 {
                        continue;
                    }
                    let v = self.render(st, o, off + f.bit_offset / 8, f.ty, depth + 1);
                    if v != "?" {
                        parts.push(format!("{} = {v}", f.name));
                    }
                    if *union && !parts.is_empty() {
                        break;
                    }
                }
                match parts.is_empty() {
                    true => "?".into(),
                    false => format!("{{{}}}", parts.join(", ")),
                }
            }
            _ if size <= 8 => {
                let unknown = st.heap.get(o).is_some_and(|x| {
                    (off..off + size).any(|i| x.byte(i as usize).0 == ByteKind::Uninit)
                });
                if unknown {
                    return "?".into();
                }
                let v = self.read(st, o, off, size as u32);
                self.typed(st, v, ty)
            }
            _ => ep_base::words::count(size, "byte"),
        }
    }

    fn text(&mut self, st: &mut State<D>, o: ObjectId, off: u64, size: u64) -> Option<String> {
        let object = st.heap.get(o)?;
        if off.checked_add(size)? > object.present() as u64 {
            return None;
        }
        let shown = size.min(CHARACTERS + 1);
        let mut data = vec![0; shown as usize];
        if !object.copy_concrete(off as usize, &mut data) {
            if !D::FOLLOWS {
                return None;
            }
            for (i, byte) in data.iter_mut().enumerate() {
                let v = self.read(st, o, off + i as u64, 1);
                match self.settled(st, v) {
                    Value::Int(0) => break,
                    Value::Int(b) => *byte = b as u8,
                    _ => return None,
                }
            }
        }
        let end = data.iter().position(|b| *b == 0).unwrap_or(data.len());
        let shown: String = data[..end.min(CHARACTERS as usize)]
            .iter()
            .flat_map(|b| std::ascii::escape_default(*b).map(char::from))
            .collect();
        let more = end as u64 > CHARACTERS;
        Some(format!("\"{shown}\"{}", if more { "…" } else { "" }))
    }

    fn settled(&self, st: &State<D>, v: Value) -> Value {
        if !D::FOLLOWS {
            return v;
        }
        let value = |t| Evaluator::new().eval_bits(&self.cx.pool, t, &st.pc);
        match v {
            Value::Term(t) => value(t).map_or(v, |bits| Value::Int(bits as u64)),
            Value::SymPtr(o, t) => value(t).map_or(v, |bits| Value::Ptr(o, bits as i64)),
            v => v,
        }
    }

    fn typed(&mut self, st: &State<D>, v: Value, ty: DebugTypeId) -> String {
        let program = self.program.clone();
        let m = &program.module;
        let v = self.settled(st, v);
        let text = match (v, strip(m, ty)) {
            (Value::Undef, _) => "?".into(),
            (
                Value::Int(x),
                DebugType::Int {
                    bits, signed: true, ..
                },
            ) => scalar::sext64(*bits, x).to_string(),
            (Value::Int(x), DebugType::Char { signed }) => {
                let n = if *signed {
                    i64::from(x as i8)
                } else {
                    x as i64
                };
                match x as u8 {
                    c @ 32..=126 => format!("{n} '{}'", char::from(c)),
                    _ => n.to_string(),
                }
            }
            (Value::Int(x), DebugType::Float { bits: 32, .. }) => {
                format!("{:?}", f32::from_bits(x as u32))
            }
            (Value::Int(x), DebugType::Float { bits: 64, .. }) => {
                format!("{:?}", f64::from_bits(x))
            }
            (Value::Int(x), DebugType::Enum { values, bits, .. }) => {
                let n = scalar::sext64(*bits, x);
                match values.iter().find(|p| p.1 == n) {
                    Some((name, _)) => name.clone(),
                    None => n.to_string(),
                }
            }
            (Value::Int(0), DebugType::Pointer { .. }) => "null".into(),
            (Value::Int(x), DebugType::Pointer { .. }) => format!("0x{x:x}"),
            (Value::Ptr(o, off), _) => match off {
                0 => format!("&{}", self.object_name(st, o)),
                _ => format!("&{} + {off}", self.object_name(st, o)),
            },
            (Value::SymPtr(o, t), _) => {
                format!("&{} + {}", self.object_name(st, o), self.cx.pool.infix(t))
            }
            (Value::Func(f), _) => program.function(f).name.clone(),
            (v, _) => value_text(&self.cx.pool, v),
        };
        if text.chars().count() > LONGEST {
            let short: String = text.chars().take(LONGEST).collect();
            return format!("{short}…");
        }
        text
    }

    fn object_name(&self, st: &State<D>, o: ObjectId) -> String {
        let Some(x) = st.heap.get(o) else {
            return format!("gone({o})");
        };
        match x.kind {
            ObjectKind::Global(g) => self.program.module.globals[g].name.clone(),
            ObjectKind::Stack(f) => {
                let function = self.program.function(f);
                let mut frame = Some(&st.top);
                while let Some(at) = frame {
                    let regs = at.registers(&self.program);
                    for (_, var) in function.vars.iter().filter(|_| at.func == f) {
                        if let VarStorage::Memory(r) = var.storage {
                            if regs.get(r.0 as usize) == Some(&Value::Ptr(o, 0)) {
                                return var.name.clone();
                            }
                        }
                    }
                    frame = at.caller.as_deref();
                }
                format!("local({})", function.name)
            }
            ObjectKind::Heap(_, at) => format!("heap({o}, {})", self.place_text(at)),
            ObjectKind::Device => format!("device(0x{:x})", x.base),
            ObjectKind::Environment | ObjectKind::Initial => format!("input({o})"),
            ObjectKind::Arguments => "the variable arguments of the entry".into(),
        }
    }
}
