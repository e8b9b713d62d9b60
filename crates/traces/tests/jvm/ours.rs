//! A case under the concrete semantics, told as `Dump.java` tells it.

use crate::input::{self, Input, Names};
use crate::program::STATICS;
use ep_base::entity::EntityId;
use ep_java::tree;
use ep_traces::concrete;
use ep_traces::eval::{Obj, State, Value};
use ep_traces::java::{Lowered, Lowerer, Options};
use ep_traces::machine::Outcome;
use ep_traces::mutation::Mutation;
use std::collections::HashMap;

/// Transitions after which a case is left out.
const STEPS: usize = 300_000;

/// What the concrete semantics says about case `case`: the dump, or why there
/// is none.
pub fn run(
    tree: &tree::Program,
    family: usize,
    case: usize,
    input: &Input,
    mutation: Mutation,
) -> Result<String, String> {
    let main = tree
        .class_named(&format!("M{family}"))
        .expect("the main class");
    let method = tree.classes[main].methods.iter().copied();
    let method = {
        let mut all = method;
        all.find(|m| tree.methods[*m].name == format!("m{case}"))
    };
    let mut lowerer = Lowerer::new(
        tree,
        Options {
            total: false,
            mutation,
        },
    );
    let entry = lowerer.entry(method.expect("the main method"));
    let mut low = lowerer.finish();
    let (state, args) = {
        let names = Names {
            tree,
            low: &low,
            family,
        };
        input::state(input, &names)
    };
    let (config, outcome) = concrete::run(&mut low.p, &mut low.x, entry.proc, &args, state, STEPS);
    let after = &config.world.0;
    let mut dump = Dump {
        tree,
        low: &low,
        after,
        names: HashMap::new(),
        queue: Vec::new(),
    };
    for n in 0..input.objects.len() {
        dump.value(Value::Obj(Obj(n as u32)));
    }
    let mut out = match outcome {
        Outcome::Returns => {
            let v = config.result.ok_or("no result")?;
            format!("returns {}", dump.value(v))
        }
        Outcome::Throws(_) => {
            let o = after.get(&low.x, low.p.exception);
            let class = class_of(&low, after, o);
            format!("throws {}", low.p.classes[class as usize].name)
        }
        Outcome::Cut(what) => return Err(format!("cut: {what}")),
        Outcome::Unsupported(what, line) => return Err(format!("unsupported: {what}, {line}")),
    };
    let names = Names {
        tree,
        low: &low,
        family,
    };
    for (class, f, _) in STATICS {
        let field = names.field(class, f);
        let v = after.get(&low.x, low.fields[field.index()]);
        out.push(' ');
        out.push_str(&dump.value(v));
    }
    let mut at = 0;
    while at < dump.queue.len() {
        let o = dump.queue[at];
        out.push_str(&format!(" {at}={}", dump.object(o)));
        at += 1;
    }
    Ok(out)
}

fn class_of(low: &Lowered, s: &State, o: Value) -> u32 {
    match s.at(&low.x, low.x.type_map(), (o, 0)) {
        Value::Int(tag) => tag as u32,
        _ => 0,
    }
}

struct Dump<'a> {
    tree: &'a tree::Program,
    low: &'a Lowered,
    after: &'a State,
    names: HashMap<Value, usize>,
    queue: Vec<Value>,
}

impl Dump<'_> {
    fn length(&self, o: Value) -> i32 {
        match self.after.at(&self.low.x, self.low.x.length_map(), (o, 0)) {
            Value::Int(n) => n,
            _ => 0,
        }
    }

    fn value(&mut self, v: Value) -> String {
        match v {
            Value::Nil => "null".into(),
            Value::Bool(b) => b.to_string(),
            Value::Int(n) => n.to_string(),
            Value::Long(n) => n.to_string(),
            Value::Obj(_) if class_of(self.low, self.after, v) == self.low.string => {
                let chars = self.low.x.chars_map();
                let mut out = String::from("\"");
                for i in 0..self.length(v) {
                    if let Value::Int(c) = self.after.at(&self.low.x, chars, (v, i)) {
                        out.push_str(&format!("{c}."));
                    }
                }
                out + "\""
            }
            Value::Obj(_) => {
                let next = self.names.len();
                let known = *self.names.entry(v).or_insert(next);
                if known == next {
                    self.queue.push(v);
                }
                format!("#{known}")
            }
        }
    }

    fn object(&mut self, o: Value) -> String {
        let tag = class_of(self.low, self.after, o);
        let class = &self.low.p.classes[tag as usize];
        let mut out = format!("{}{{", class.name);
        let mut content = Vec::new();
        if let Some(map) = class.elements {
            for i in 0..self.length(o) {
                content.push((String::new(), self.after.at(&self.low.x, map, (o, i))));
            }
        } else {
            let mut chain = Vec::new();
            let mut next = self.low.class_of.get(&tag).copied();
            while let Some(c) = next.filter(|c| !self.tree.classes[*c].prelude) {
                chain.push(c);
                next = self.tree.classes[c].superclass;
            }
            for c in chain.into_iter().rev() {
                let fields = self.tree.classes[c].fields.iter();
                let mut own: Vec<tree::FieldId> = fields
                    .copied()
                    .filter(|f| !self.tree.fields[*f].is_static)
                    .collect();
                own.sort_by_key(|f| self.tree.fields[*f].name.clone());
                for f in own {
                    let v = self
                        .after
                        .at(&self.low.x, self.low.fields[f.index()], (o, 0));
                    content.push((format!("{}:", self.tree.fields[f].name), v));
                }
            }
        }
        for (name, v) in content {
            let v = self.value(v);
            out.push_str(&format!("{name}{v},"));
        }
        out + "}"
    }
}
