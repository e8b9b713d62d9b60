//! Values and heaps of an input as text.

use ep_java::tree::Program as Tree;
use ep_java::Type;
use ep_traces::eval::{State, Value};
use ep_traces::java::Lowered;
use ep_traces::VarId;

/// Strings that are longer are told by their length only.
const LONGEST: i32 = 100_000;

/// The characters of a string object, unless it is very long.
pub fn string(low: &Lowered, s: &State, o: Value) -> Option<Vec<u16>> {
    let Value::Int(n) = s.at(&low.x, low.x.length_map(), (o, 0)) else {
        return None;
    };
    if n > LONGEST {
        return None;
    }
    let chars = low.x.chars_map();
    (0..n)
        .map(|i| match s.at(&low.x, chars, (o, i)) {
            Value::Int(c) => u16::try_from(c).ok(),
            _ => None,
        })
        .collect()
}

/// The class of an object.
pub fn class(low: &Lowered, s: &State, o: Value) -> u32 {
    match s.at(&low.x, low.x.type_map(), (o, 0)) {
        Value::Int(tag) => tag as u32,
        _ => 0,
    }
}

/// Text with Java's escapes.
pub fn quoted(text: &[u16], quote: char) -> String {
    let mut out = String::from(quote);
    for &c in text {
        match char::from_u32(u32::from(c)) {
            Some(ch) if ch == quote || ch == '\\' => {
                out.push('\\');
                out.push(ch);
            }
            Some(ch) if (' '..='~').contains(&ch) => out.push(ch),
            Some('\n') => out.push_str("\\n"),
            Some('\r') => out.push_str("\\r"),
            _ => out.push_str(&format!("\\u{c:04x}")),
        }
    }
    out.push(quote);
    out
}

/// A value of a type, objects by the names that `name` gives.
pub fn value(v: Value, ty: Type, name: &mut dyn FnMut(Value) -> String) -> String {
    match (v, ty) {
        (Value::Nil, _) => "null".into(),
        (Value::Bool(b), _) => b.to_string(),
        (Value::Long(n), _) => format!("{n}L"),
        (Value::Int(n), Type::Char) => quoted(&[n as u16], '\''),
        (Value::Int(n), _) => n.to_string(),
        (o, _) => name(o),
    }
}

/// The types of the parameters, `this` first.
pub fn types(tree: &Tree, id: ep_java::tree::MethodId) -> Vec<Type> {
    let m = &tree.methods[id];
    let this = (!m.is_static).then_some(Type::Class(m.class));
    this.into_iter().chain(m.param_types()).collect()
}

/// The input in one line: `this = A1 {next: A1, val: 3}, n = 4`.
pub fn input(
    tree: &Tree,
    low: &Lowered,
    id: ep_java::tree::MethodId,
    entry: &[VarId],
    s: &State,
) -> String {
    let mut names: Vec<(Value, String)> = Vec::new();
    let mut pending: Vec<Value> = Vec::new();
    let mut parts = Vec::new();
    let name = |o: Value, names: &mut Vec<(Value, String)>, pending: &mut Vec<Value>| {
        let tag = class(low, s, o);
        if tag == low.string {
            let long = || match s.at(&low.x, low.x.length_map(), (o, 0)) {
                Value::Int(n) => format!("(a string of {n} characters)"),
                _ => "?".into(),
            };
            return string(low, s, o).map_or_else(long, |t| quoted(&t, '"'));
        }
        if let Some(n) = names.iter().find(|n| n.0 == o) {
            return n.1.clone();
        }
        let text = format!("{}#{}", low.p.classes[tag as usize].name, names.len() + 1);
        names.push((o, text.clone()));
        pending.push(o);
        text
    };
    let list = types(tree, id);
    let params: Vec<(VarId, Type)> = entry.iter().copied().zip(list).collect();
    let statics = low.statics.iter().filter_map(|(f, v)| {
        let used = s.scalars().any(|(w, _)| w == *v);
        used.then_some((*v, tree.fields[*f].ty))
    });
    for (v, ty) in params.into_iter().chain(statics) {
        let text = value(s.get(&low.x, v), ty, &mut |o| {
            name(o, &mut names, &mut pending)
        });
        parts.push(format!("{} = {text}", low.x.info(v).name));
    }
    let mut at = 0;
    while at < pending.len() {
        let o = pending[at];
        at += 1;
        let tag = class(low, s, o);
        let own = name(o, &mut names, &mut pending);
        let mut fields = Vec::new();
        if let Some(map) = low.p.classes[tag as usize].elements {
            let array = low.arrays.iter().find(|a| *a.1 == tag).map(|a| *a.0);
            let element = array.and_then(Type::element).unwrap_or(Type::Int);
            let n = match s.at(&low.x, low.x.length_map(), (o, 0)) {
                Value::Int(n) => n,
                _ => 0,
            };
            for i in 0..n.min(16) {
                let v = s.at(&low.x, map, (o, i));
                fields.push(value(v, element, &mut |o| {
                    name(o, &mut names, &mut pending)
                }));
            }
            if n > 16 {
                fields.push(format!("… {n} in all"));
            }
            parts.push(format!("{own} = [{}]", fields.join(", ")));
            continue;
        }
        if let Some(&c) = low.class_of.get(&tag) {
            for f in tree.instance_fields(c) {
                let v = low.fields[f.0 as usize];
                let there = s.entries(v).any(|(p, _)| p.0 == o);
                if there {
                    let field = &tree.fields[f];
                    let content = s.at(&low.x, v, (o, 0));
                    let text = value(content, field.ty, &mut |o| {
                        name(o, &mut names, &mut pending)
                    });
                    fields.push(format!("{}: {text}", field.name));
                }
            }
        }
        if !fields.is_empty() {
            parts.push(format!("{own} = {{{}}}", fields.join(", ")));
        }
    }
    parts.join("; ")
}
