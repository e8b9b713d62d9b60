//! The heap of a counterexample as Java statements. Objects are made without
//! their constructors and their fields set by reflection, because the heap is
//! what the precondition speaks of, not what some sequence of calls leads to.

use super::spec::quoted;
use super::wanted::{Reason, Start, Value, Wanted, CLASS};
use crate::lower::{Lowered, Theories};
use crate::tree::*;
use crate::types::Type;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Longer arrays and strings are not built.
const LONGEST: i64 = 64;

/// Objects by their numbers, with what is known of their types.
pub(super) struct Heap<'a> {
    p: &'a Program,
    lowered: &'a Lowered,
    start: &'a Start,
    types: BTreeMap<u64, Vec<Type>>,
}

type R<T> = Result<T, Reason>;

impl<'a> Heap<'a> {
    /// The receiver has exactly this class.
    pub fn new(w: &Wanted<'a>, params: &[Type]) -> R<Self> {
        let mut heap = Heap {
            p: w.program,
            lowered: w.lowered,
            start: w.start,
            types: BTreeMap::new(),
        };
        if params.len() != w.start.args.len() {
            return Err("the counterexample does not give all arguments".into());
        }
        for (v, ty) in w.start.args.iter().zip(params) {
            heap.seen(v, *ty);
        }
        // Types of arrays are those of whoever refers to them.
        for (f, o, v) in &w.start.fields {
            if let Some(java) = w.lowered.fields.get(f) {
                let field = &heap.p.fields[*java];
                if !field.is_static {
                    heap.seen(o, Type::Class(field.class));
                }
                heap.seen(v, field.ty);
            }
        }
        for _ in 0..3 {
            heap.elements_seen();
        }
        Ok(heap)
    }

    fn theories(&self) -> &'a Theories {
        &self.lowered.theories
    }

    fn seen(&mut self, v: &Value, ty: Type) {
        if let (Value::Object(n), true) = (v, ty.is_reference()) {
            let types = self.types.entry(*n).or_default();
            if !types.contains(&ty) {
                types.push(ty);
            }
        }
    }

    fn elements_seen(&mut self) {
        let arrays: Vec<(u64, Type)> = (self.types.iter())
            .filter_map(|(n, types)| Some((*n, types.iter().find_map(|t| t.element())?)))
            .collect();
        for (n, element) in arrays {
            if element.is_reference() {
                for (_, v) in self.contents(n) {
                    self.seen(&v, element);
                }
            }
        }
    }

    /// Elements of an array, as far as the counterexample names them.
    fn contents(&self, array: u64) -> Vec<(i64, Value)> {
        let theories = self.theories();
        let mut out = Vec::new();
        for (f, o, all) in &self.start.fields {
            let get = theories.elements.iter().find(|e| e.0 == *f);
            let (Some((_, get)), true) = (get, *o == Value::Object(array)) else {
                continue;
            };
            for (g, args, v) in &self.start.functions {
                if let ([e, Value::Integer(i)], true) = (&args[..], g == get) {
                    if e == all {
                        out.push((*i, v.clone()));
                    }
                }
            }
        }
        out
    }

    fn function(&self, f: Option<ep_ivl::ast::DomainFuncId>, args: &[Value]) -> Option<&'a Value> {
        let f = f?;
        let found = |x: &&(_, Vec<Value>, Value)| x.0 == f && x.1 == args;
        self.start.functions.iter().find(found).map(|x| &x.2)
    }

    fn size(&self, n: u64, f: Option<ep_ivl::ast::DomainFuncId>) -> R<i64> {
        match self.function(f, &[Value::Object(n)]) {
            None => Ok(0),
            Some(Value::Integer(k)) if (0..=LONGEST).contains(k) => Ok(*k),
            Some(Value::Integer(k)) => Err(format!("the counterexample has {k} elements")),
            Some(_) => Err("a length without a value".into()),
        }
    }

    /// The class of an object: as the model says, or one that fits.
    fn class(&self, n: u64, types: &[Type]) -> R<ClassId> {
        let p = self.p;
        let classes: Vec<ClassId> = (types.iter())
            .filter_map(|t| match t {
                Type::Class(c) => Some(*c),
                _ => None,
            })
            .collect();
        let fits = |c: ClassId| classes.iter().all(|k| p.is_subclass(c, *k));
        if let Some(tag) = self.function(self.theories().type_of, &[Value::Object(n)]) {
            for (ty, f) in &self.theories().tags {
                if let (Type::Class(c), true) = (ty, self.function(Some(*f), &[]) == Some(tag)) {
                    let k = &p.classes[*c];
                    if fits(*c) && !k.is_abstract && !k.interface {
                        return Ok(*c);
                    }
                }
            }
        }
        let lowest = (classes.iter().copied())
            .find(|c| fits(*c))
            .ok_or("an object of two classes")?;
        (p.concrete_subclasses(lowest).into_iter())
            .find(|c| !p.classes[*c].prelude || *c == p.known.object)
            .ok_or_else(|| format!("`{}` has no class that can be made", p.classes[lowest].name))
    }

    /// The statements that build it.
    pub fn code(&self) -> R<String> {
        let p = self.p;
        let mut make = String::new();
        let mut fill = String::new();
        for (n, types) in &self.types {
            if let Some(array) = types.iter().find(|t| t.element().is_some()) {
                let element = array.element().unwrap_or(Type::Null);
                let size = self.size(*n, self.theories().length)?;
                let name = p.type_name(*array);
                let base = name.trim_end_matches("[]");
                let dims = "[]".repeat((name.len() - base.len()) / 2 - 1);
                let _ = writeln!(make, "    {name} o{n} = new {base}[{size}]{dims};");
                for (i, v) in self.contents(*n) {
                    if i < size && i >= 0 {
                        let v = self.value(&v, element)?;
                        let _ = writeln!(fill, "    o{n}[{i}] = {v};");
                    }
                }
                continue;
            }
            if types.contains(&Type::Str) {
                let _ = writeln!(make, "    String o{n} = {};", self.string(*n)?);
                continue;
            }
            let class = self.class(*n, types)?;
            let class = &p.classes[class].name;
            let _ = writeln!(make, "    {class} o{n} = {CLASS}.make({class}.class);");
        }
        for (f, o, v) in &self.start.fields {
            let Some(java) = self.lowered.fields.get(f) else {
                continue;
            };
            let field = &p.fields[*java];
            let class = &p.classes[field.class].name;
            let value = self.value(v, field.ty)?;
            let object = match (field.is_static, o) {
                (true, _) => "null".to_owned(),
                (_, Value::Object(n)) => format!("o{n}"),
                _ => return Err("a field of `null`".into()),
            };
            let name = &field.name;
            let _ = writeln!(
                fill,
                "    {CLASS}.set({object}, {class}.class, \"{name}\", {value});"
            );
        }
        Ok(make + &fill)
    }

    fn string(&self, n: u64) -> R<String> {
        let theories = self.theories();
        for (units, f) in &theories.literals {
            if self.function(Some(*f), &[]) == Some(&Value::Object(n)) {
                return Ok(quoted(&String::from_utf16_lossy(units)));
            }
        }
        let size = self.size(n, theories.string_length)?;
        let mut units = Vec::new();
        for i in 0..size {
            let at = [Value::Object(n), Value::Integer(i)];
            let unit = match self.function(theories.string_char, &at) {
                Some(Value::Integer(c)) => u16::try_from(*c).unwrap_or(97),
                _ => 97,
            };
            units.push(unit);
        }
        // Equal texts are different strings of the model.
        Ok(format!(
            "new String({})",
            quoted(&String::from_utf16_lossy(&units))
        ))
    }

    /// A value as an expression of the type.
    pub fn value(&self, v: &Value, ty: Type) -> R<String> {
        Ok(match (v, ty.range()) {
            (Value::Integer(i), Some((low, high))) => {
                if *i < low || *i > high {
                    return Err(format!(
                        "the counterexample has {i} as `{}`",
                        self.p.type_name(ty)
                    ));
                }
                match ty {
                    Type::Long => format!("{i}L"),
                    ty => format!("({}) {i}", self.p.type_name(ty)),
                }
            }
            (Value::Boolean(b), None) if ty == Type::Boolean => b.to_string(),
            (Value::Null, None) if ty.is_reference() => "null".into(),
            (Value::Object(n), None) if ty.is_reference() => match ty {
                Type::Null => format!("o{n}"),
                ty => format!("({}) o{n}", self.p.type_name(ty)),
            },
            _ => return Err("a value of another type".into()),
        })
    }
}
