//! The inputs of an entry function as C: its arguments and the heap that its
//! pointers lead to, with shared and cyclic structures and with functions behind
//! pointers that return what was recorded.
//!
//! Used by a finding's regression test and by the suite of tests. It needs no
//! declaration of the program: objects are bytes, pointers are put in place, so
//! that no header can clash. Cost: linear in the bytes of the objects.

use crate::extended;
use crate::literal;
use crate::object::{exact, object};
use crate::signature::{declared, ParamShape, Signature, RESULT};
use crate::types::plain;
use ep_base::outcome::{Input, InputSource, InputType, PointerSlot, PointerTarget};
use std::fmt::Write;

/// How a test gets at the entry.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Reach {
    /// The test is linked with the sources.
    #[default]
    Linked,
    /// The function is `static`: the test includes this source.
    Included(String),
    /// It is `static`, and its source is not there to be included.
    Hidden,
}

/// An entry function as a test in C calls it.
#[derive(Clone, Debug, Default)]
pub struct Called {
    pub signature: Signature,
    pub reach: Reach,
    /// What it returns; empty when that is not known.
    pub result: String,
    /// The alignment that objects need, if it is more than that of `malloc`.
    pub alignment: Option<u64>,
}

impl Called {
    /// The beginning of a test, up to the headers that it needs: the source of
    /// a `static` entry, the end of the new name of the program's `main`, and
    /// another name for what a header may declare under that of the entry.
    pub fn opening(&self) -> String {
        let name = &self.signature.name;
        let own = match &self.reach {
            Reach::Included(source) => {
                format!(
                    "/* {name} is static: this is a part of its unit. */\n#include \"{source}\"\n"
                )
            }
            _ => String::new(),
        };
        format!("{own}#undef main\n#define {name} ep_header_{name}\n")
    }

    /// What follows the headers: the entry has its name again.
    pub fn closing(&self) -> String {
        format!("#undef {}\n", self.signature.name)
    }

    /// The source of which a test is a part.
    pub fn included(&self) -> Option<&str> {
        match &self.reach {
            Reach::Included(s) => Some(s),
            _ => None,
        }
    }

    /// Whether a test can call it at all.
    ///
    /// # Errors
    /// A sentence without a full stop.
    pub fn callable(&self) -> Result<(), String> {
        match self.reach {
            Reach::Hidden => Err(format!(
                "`{}` is static, and its source is not there to be included",
                self.signature.name
            )),
            _ => Ok(()),
        }
    }

    /// What stands before the arguments. In the unit of a `static` entry its own
    /// types are known, and only structures by value need others.
    pub fn callee(&self) -> String {
        let name = &self.signature.name;
        if self.included().is_none() || !self.signature.has_aggregates() {
            return name.clone();
        }
        let list = self.signature.list();
        format!("(({} (*)({list}))(void *){name})", self.returns())
    }

    /// The function that calls is not checked for the type of what it calls.
    pub fn caller(&self) -> &'static str {
        match self.callee() == self.signature.name {
            true => "",
            false => "__attribute__((no_sanitize(\"function\"))) ",
        }
    }

    /// What a declaration says that it returns.
    fn returns(&self) -> &str {
        match (&self.signature.result, self.result.as_str()) {
            (Some(_), _) => RESULT,
            (None, "") => "void",
            (None, known) => known,
        }
    }

    /// Whether its result can hold an address.
    pub fn returns_addresses(&self) -> bool {
        self.signature.result.is_some() || self.result.ends_with('*')
    }

    /// The type of a variable for its result; empty where there is none to look at.
    pub fn result_type(&self) -> &str {
        match self.signature.result {
            Some(_) => RESULT,
            None => &self.result,
        }
    }

    /// The declaration that a test calls it by.
    pub fn prototype(&self) -> String {
        let mut text = self.signature.typedefs();
        if self.reach == Reach::Linked {
            let head = declared(self.returns(), &self.signature.name);
            let _ = writeln!(text, "{head}({});", self.signature.list());
        }
        text
    }
}

/// What a test consists of.
#[derive(Debug, Default)]
pub struct HeapText {
    /// Before the function: the objects and the functions behind pointers.
    pub file: String,
    /// In the function, before the call.
    pub setup: String,
    pub arguments: Vec<String>,
}

/// The name of object `k`.
pub fn object_name(prefix: &str, k: u32) -> String {
    format!("{prefix}object_{k}")
}

/// The C text for these inputs; names begin with `prefix`.
///
/// # Errors
/// What cannot be written as C: a sentence without a full stop.
pub fn initial(called: &Called, inputs: &[Input], prefix: &str) -> Result<HeapText, String> {
    let mut t = HeapText::default();
    let mut objects = Vec::new();
    for input in inputs {
        let (InputSource::Buffer { index: k } | InputSource::Object { object: k }) = input.source
        else {
            continue;
        };
        objects.push((k, input));
    }
    for (k, _) in &objects {
        let _ = writeln!(t.file, "static void *{};", object_name(prefix, *k));
    }
    functions(&mut t, called, inputs, prefix)?;
    let allocate = match called.alignment.filter(|_| !objects.is_empty()) {
        None => "malloc".to_string(),
        Some(n) => {
            let _ = write!(
                t.file,
                "/* For types that are aligned to more than malloc promises. */
static void *{prefix}block(size_t size) {{
  void *made;
  if (posix_memalign(&made, {n}, size))
    exit(2);
  return made;
}}
"
            );
            format!("{prefix}block")
        }
    };
    for (k, input) in &objects {
        let n = input.bytes.len();
        if n == 0 {
            // AddressSanitizer lets one byte of `malloc(0)` be read; the end of a block
            // has none. In a static variable, so that it is no leak.
            let name = object_name(prefix, *k);
            let _ = writeln!(t.file, "static void *{name}_behind;");
            let _ = writeln!(
                t.setup,
                "  {name} = (char *)({name}_behind = {allocate}(16)) + 16; /* no bytes */"
            );
            continue;
        }
        let content = format!("content_{k}");
        object(&mut t.setup, "  static const ", &content, &exact(input));
        // On the heap, so that AddressSanitizer sees its ends; in a static
        // variable, so that it is no leak.
        let name = object_name(prefix, *k);
        let _ = writeln!(
            t.setup,
            "  {name} = memcpy({allocate}({n}), &{content}, {n});"
        );
    }
    for input in inputs {
        let InputSource::Pointer {
            slot: PointerSlot::Field { object: k, offset },
            ..
        } = input.source
        else {
            continue;
        };
        let name = object_name(prefix, k);
        match input.target() {
            None | Some(PointerTarget::Null) => {}
            Some(target) => {
                let to = target_text(target, prefix);
                let comment = input.name.replace("*/", "* /");
                let _ = writeln!(
                    t.setup,
                    "  {{ void *to = {to}; memcpy((char *){name} + {offset}, &to, sizeof to); }} /* {comment} */"
                );
            }
        }
    }
    for (i, ty) in called.signature.params.iter().enumerate() {
        let index = i as u32;
        let argument = match ty {
            ParamShape::Scalar { c_type, .. } => value(&mut t.setup, inputs, index, c_type)?,
            ParamShape::Buffer { .. } => {
                let text = pointer(inputs, index, prefix);
                match called.signature.variable.is_some_and(|named| i >= named) && text == "0" {
                    // No declaration makes it a pointer.
                    true => "(void *)0".into(),
                    false => text,
                }
            }
            ParamShape::Aggregate { .. } => {
                let name = format!("value_{i}");
                let from = object_name(prefix, index);
                let _ = writeln!(
                    t.setup,
                    "  ep_parameter_{i} {name};\n  memcpy(&{name}, {from}, sizeof {name});"
                );
                name
            }
        };
        t.arguments.push(argument);
    }
    Ok(t)
}

fn target_text(target: PointerTarget, prefix: &str) -> String {
    match target {
        PointerTarget::Null => "0".into(),
        PointerTarget::Object { object } => object_name(prefix, object),
        PointerTarget::Function { signature, number } => {
            format!("(void *){prefix}function_{signature}_{number}")
        }
    }
}

fn pointer(inputs: &[Input], index: u32, prefix: &str) -> String {
    let own = PointerSlot::Parameter { index };
    let said = inputs
        .iter()
        .find(|i| matches!(i.source, InputSource::Pointer { slot, .. } if slot == own));
    let buffer = InputSource::Buffer { index };
    match said.and_then(Input::target) {
        Some(target) => target_text(target, prefix),
        None if inputs.iter().any(|i| i.source == buffer) => object_name(prefix, index),
        None => "0".into(),
    }
}

fn value(c: &mut String, inputs: &[Input], index: u32, ty: &str) -> Result<String, String> {
    let source = InputSource::Parameter { index };
    let input = inputs
        .iter()
        .find(|i| i.source == source)
        .ok_or_else(|| format!("parameter {} is no plain value", index + 1))?;
    let floating = matches!(input.ty, InputType::Float { .. });
    if !floating && plain(&input.ty).is_none() {
        return Err(format!("parameter {} has no plain type", index + 1));
    }
    let name = format!("value_{index}");
    if input.ty == (InputType::Float { bits: 80 }) {
        if let Some(text) = extended::literal(&input.bytes) {
            let _ = writeln!(c, "  {ty} {name} = {text};");
            return Ok(name);
        }
    }
    let value = exact(input);
    if value.ty == InputType::Bytes {
        object(c, "  static const ", &format!("bits_{index}"), &value);
        let _ = writeln!(
            c,
            "  {ty} {name};\n  memcpy(&{name}, bits_{index}, sizeof {name});"
        );
    } else {
        object(c, "  ", &name, &value);
    }
    Ok(name)
}

/// The functions behind pointers, and what their calls return in turn.
fn functions(
    t: &mut HeapText,
    called: &Called,
    inputs: &[Input],
    prefix: &str,
) -> Result<(), String> {
    let mut used: Vec<(u32, u32)> = inputs
        .iter()
        .filter_map(Input::target)
        .filter_map(|target| match target {
            PointerTarget::Function { signature, number } => Some((signature, number)),
            _ => None,
        })
        .collect();
    used.sort_unstable();
    used.dedup();
    if used.is_empty() {
        return Ok(());
    }
    let _ = write!(
        t.file,
        "/* What the functions behind pointers return, call by call. */
static void {prefix}returned(void *out, size_t size) {{
  static unsigned calls;
  memset(out, 0, size);
  switch (calls++) {{
"
    );
    for input in inputs {
        match &input.source {
            InputSource::Returned { call } => {
                let list = literal::literal(&InputType::Bytes, &input.bytes);
                let n = input.bytes.len();
                let _ = writeln!(
                    t.file,
                    "  case {call}: memcpy(out, (unsigned char[]){list}, {n}); break;"
                );
            }
            InputSource::Pointer {
                slot: PointerSlot::Returned { call },
                ..
            } => {
                if let Some(PointerTarget::Object { object }) = input.target() {
                    let name = object_name(prefix, object);
                    let _ = writeln!(
                        t.file,
                        "  case {call}: memcpy(out, &{name}, sizeof {name}); break;"
                    );
                }
            }
            _ => {}
        }
    }
    t.file.push_str("  }\n}\n");
    for (signature, number) in used {
        let ty = called
            .signature
            .functions
            .get(signature as usize)
            .filter(|t| !t.is_empty())
            .ok_or("a function behind a pointer returns an aggregate")?;
        let body = match ty.as_str() {
            "void" => format!("char none; {prefix}returned(&none, 0);"),
            ty => format!("{ty} r; {prefix}returned(&r, sizeof r); return r;"),
        };
        let _ = writeln!(
            t.file,
            "__attribute__((no_sanitize(\"function\"))) static {ty} {prefix}function_{signature}_{number}() {{ {body} }}"
        );
    }
    Ok(())
}
