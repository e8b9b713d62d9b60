//! Initial states of generated programs: as Java that builds them, and as a
//! state of the concrete semantics.

use crate::genes::Genes;
use crate::program::{name, FIELDS, PARAMS, STATICS, T};
use ep_java::tree::{ClassId, FieldId};
use ep_traces::eval::{State, Value};
use ep_traces::java::Lowered;
use std::fmt::Write as _;

/// A value of an input.
#[derive(Clone, Debug)]
pub enum Val {
    Bool(bool),
    Number(i64),
    /// A text, and whether it is the object of the literal.
    Str(Option<&'static str>, bool),
    Ref(Option<usize>),
}

/// An object of an input: its fields in the order of [`FIELDS`], or its
/// elements.
#[derive(Clone, Debug)]
pub struct Object {
    pub ty: T,
    pub content: Vec<Content>,
}

/// A field (its class and name) or element of an object, its type and value.
pub type Content = (Option<(T, &'static str)>, T, Val);

/// An input.
#[derive(Clone, Debug, Default)]
pub struct Input {
    pub objects: Vec<Object>,
    pub params: Vec<Val>,
    pub statics: Vec<Val>,
}

/// Whether objects of the first type may stand where the second is wanted.
fn fits(of: T, wanted: T) -> bool {
    of == wanted
        || match wanted {
            T::A | T::Face => matches!(of, T::A | T::B | T::C),
            T::B => of == T::C,
            T::As => of == T::Bs,
            _ => false,
        }
}

fn number(g: &mut Genes, t: T) -> i64 {
    let small = g.number();
    match t {
        T::Byte => i64::from(small as i8),
        T::Short => i64::from(small as i16),
        T::Char => match g.below(3) {
            0 => i64::from(b'a'),
            _ => i64::from(small as u16),
        },
        T::Long if g.below(6) == 5 => i64::from(small) << 33,
        _ => i64::from(small),
    }
}

fn val(g: &mut Genes, t: T, types: &[T]) -> Val {
    match t {
        T::Bool => Val::Bool(g.flip()),
        T::Byte | T::Short | T::Char | T::Int | T::Long => Val::Number(number(g, t)),
        T::Str => {
            let text = g.pick(&[Some("ab"), Some(""), Some("b"), Some("aé"), Some("b"), None]);
            Val::Str(text, g.flip())
        }
        _ => {
            let list: Vec<usize> = (0..types.len()).filter(|&n| fits(types[n], t)).collect();
            match (g.below(8), list.is_empty()) {
                (7, _) | (_, true) => Val::Ref(None),
                _ => Val::Ref(Some(g.pick(&list))),
            }
        }
    }
}

/// An input with a few objects that may be shared and cyclic.
pub fn generate(g: &mut Genes) -> Input {
    let mut types = vec![T::A, T::B];
    for _ in 0..g.below(3) {
        types.push(g.pick(&[T::C, T::A, T::B]));
    }
    types.extend([T::Ints, T::As, T::Grid, T::Bytes, T::Bs]);
    if g.flip() {
        types.push(T::Ints);
    }
    let mut objects = Vec::new();
    for &ty in &types {
        let content = match ty {
            T::A | T::B | T::C => FIELDS
                .into_iter()
                .filter(|f| fits(ty, f.0))
                .map(|(class, name, t)| (Some((class, name)), t, val(g, t, &types)))
                .collect(),
            _ => {
                let element = crate::program::element(ty);
                (0..g.below(4))
                    .map(|_| (None, element, val(g, element, &types)))
                    .collect()
            }
        };
        objects.push(Object { ty, content });
    }
    Input {
        objects,
        params: PARAMS.iter().map(|p| val(g, p.1, &types)).collect(),
        statics: STATICS.iter().map(|f| val(g, f.2, &types)).collect(),
    }
}

fn literal(v: &Val, t: T) -> String {
    match (v, t) {
        (Val::Bool(b), _) => b.to_string(),
        (Val::Number(n), T::Long) => match n {
            &i64::MIN => "Long.MIN_VALUE".into(),
            n => format!("{n}L"),
        },
        (Val::Number(n), T::Byte | T::Short | T::Char) => format!("({}) ({n})", name(t, 0)),
        (Val::Number(n), _) => n.to_string(),
        (Val::Str(None, _) | Val::Ref(None), _) => "null".into(),
        (Val::Str(Some(s), true), _) => format!("{s:?}"),
        (Val::Str(Some(s), false), _) => format!("new String({s:?})"),
        (Val::Ref(Some(o)), _) => format!("o{o}"),
    }
}

/// A Java method `case{k}` that builds the input, runs `m{k}`, and dumps.
pub fn java(input: &Input, family: usize, case: usize) -> String {
    let mut out = format!("static String case{case}() throws Exception {{\n");
    for (n, o) in input.objects.iter().enumerate() {
        let t = name(o.ty, family);
        let make = match o.ty {
            T::A | T::B | T::C => format!("new {t}(0)"),
            _ => {
                let (base, rest) = t.split_once("[]").unwrap_or((&t, ""));
                format!("new {base}[{}]{rest}", o.content.len())
            }
        };
        let _ = writeln!(out, "{t} o{n} = {make};");
    }
    for (n, o) in input.objects.iter().enumerate() {
        for (at, (field, t, v)) in o.content.iter().enumerate() {
            let v = literal(v, *t);
            let _ = match field {
                // Through the declaring class: fields may be hidden.
                Some((class, f)) => {
                    writeln!(out, "(({}) o{n}).{f} = {v};", name(*class, family))
                }
                None => writeln!(out, "o{n}[{at}] = {v};"),
            };
        }
    }
    for ((class, f, t), v) in STATICS.iter().zip(&input.statics) {
        let v = literal(v, *t);
        let _ = writeln!(out, "{}.{f} = {v};", name(*class, family));
    }
    let args: Vec<String> = PARAMS
        .iter()
        .zip(&input.params)
        .map(|(p, v)| match v {
            Val::Ref(None) | Val::Str(None, _) => format!("({}) null", name(p.1, family)),
            _ => literal(v, p.1),
        })
        .collect();
    let objects: Vec<String> = (0..input.objects.len()).map(|n| format!("o{n}")).collect();
    let statics: Vec<String> = STATICS
        .iter()
        .map(|f| format!("{}.{}", name(f.0, family), f.1))
        .collect();
    let _ = writeln!(
        out,
        "Object r = null; Throwable t = null;\n\
         try {{ r = M{family}.m{case}({}); }} catch (Throwable e) {{ t = e; }}\n\
         return Dump.of(r, t, new Object[] {{{}}}, new Object[] {{{}}});\n}}",
        args.join(", "),
        objects.join(", "),
        statics.join(", ")
    );
    out
}

/// The names of the family in a lowered program.
pub struct Names<'a> {
    pub tree: &'a ep_java::tree::Program,
    pub low: &'a Lowered,
    pub family: usize,
}

impl Names<'_> {
    pub fn class(&self, t: T) -> ClassId {
        let name = name(t, self.family);
        self.tree.class_named(&name).expect("a class of the family")
    }
    pub fn field(&self, class: T, field: &str) -> FieldId {
        let c = &self.tree.classes[self.class(class)];
        let found = c
            .fields
            .iter()
            .find(|f| self.tree.fields[**f].name == field);
        *found.expect("a field of the family")
    }
    fn tag(&self, t: T) -> u32 {
        match t {
            T::A | T::B | T::C => self.low.classes[self.class(t).0 as usize],
            _ => {
                let wanted = name(t, self.family);
                let found = self.low.arrays.iter();
                let mut found = found.filter(|a| self.tree.type_name(*a.0) == wanted);
                *found.next().expect("an array type of a field").1
            }
        }
    }
}

/// The state before the run and the values of the parameters; the objects of
/// the input are the first.
pub fn state(input: &Input, names: &Names) -> (State, Vec<Value>) {
    let x = &names.low.x;
    let mut s = State::new();
    let objects: Vec<Value> = input
        .objects
        .iter()
        .map(|o| {
            let length = match o.ty {
                T::A | T::B | T::C => None,
                _ => Some(o.content.len() as i32),
            };
            s.create(x, names.tag(o.ty), length)
        })
        .collect();
    let mut literals: Vec<(&str, Value)> = Vec::new();
    let mut value = |s: &mut State, v: &Val, t: T| match v {
        Val::Bool(b) => Value::Bool(*b),
        Val::Number(n) if t == T::Long => Value::Long(*n),
        Val::Number(n) => Value::Int(*n as i32),
        Val::Ref(o) => o.map_or(Value::Nil, |o| objects[o]),
        Val::Str(None, _) => Value::Nil,
        Val::Str(Some(text), literal) => {
            let known = literals.iter().find(|l| *literal && l.0 == *text);
            if let Some((_, o)) = known {
                return *o;
            }
            let units: Vec<u16> = text.encode_utf16().collect();
            let o = s.create(x, names.low.string, Some(units.len() as i32));
            for (i, c) in units.iter().enumerate() {
                s.put(x, x.chars_map(), (o, i as i32), Value::Int(i32::from(*c)));
            }
            if *literal {
                literals.push((text, o));
                let mut all = x.literals().into_iter();
                if let Some(v) = all.find(|v| x.info(*v).text.as_deref() == Some(&units[..])) {
                    let number = Value::Int(x.literal_number(v));
                    s.put(x, x.literal_map(), (o, 0), number);
                }
            }
            o
        }
    };
    for (o, &of) in input.objects.iter().zip(&objects) {
        for (at, (field, t, v)) in o.content.iter().enumerate() {
            let v = value(&mut s, v, *t);
            match field {
                Some((class, f)) => {
                    let f = names.low.fields[names.field(*class, f).0 as usize];
                    s.put(x, f, (of, 0), v);
                }
                None => {
                    let class = &names.low.p.classes[names.tag(o.ty) as usize];
                    let map = class.elements.expect("elements");
                    s.put(x, map, (of, at as i32), v);
                }
            }
        }
    }
    for ((class, f, t), v) in STATICS.iter().zip(&input.statics) {
        let v = value(&mut s, v, *t);
        s.set(x, names.low.fields[names.field(*class, f).0 as usize], v);
    }
    let args = PARAMS
        .iter()
        .zip(&input.params)
        .map(|(p, v)| value(&mut s, v, p.1))
        .collect();
    (s, args)
}
