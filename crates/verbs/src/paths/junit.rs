//! A JUnit test per path: the initial heap, the call, the predicted end.
//!
//! Objects are made without a constructor and fields set by reflection, so that
//! any heap can be built, with aliasing and cycles, private fields included.
//! After the call the result and every field of every object of the input are
//! compared with the prediction, and so are new objects that can be reached.

use super::heap::{class, quoted, string, types};
use super::{Proof, Run};
use ep_base::Diagnostic;
use ep_java::tree::Program as Tree;
use ep_java::Type;
use ep_native::jvm::Jvm;
use ep_traces::eval::{State, Value};
use ep_traces::java::Lowered;
use ep_traces::machine::Outcome;
use ep_traces::predict::Prediction;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Longest array that a test builds.
const LONGEST: i32 = 100_000;

/// Tests in one class: the JVM limits the size of classes and methods.
const PER_CLASS: usize = 200;

/// What came of the tests.
pub struct Tests {
    pub folder: PathBuf,
    pub run: usize,
    pub failed: Vec<Failed>,
    /// Paths without a test, and why.
    pub left_out: Vec<(usize, String)>,
    /// Tests of inputs that deny the property, on which the JVM saw it hold.
    pub not_denied: Vec<String>,
}

/// A test that failed.
pub struct Failed {
    pub name: String,
    pub message: String,
    /// It tests a property that does not hold: failing is what it is for.
    pub expected: bool,
}

/// Writes the tests, compiles and runs them.
///
/// # Errors
/// The folder cannot be written, the JDK fails (exit 4), the folder is not empty
/// (exit 2).
pub fn write_and_run(run: &Run, low: &Lowered, folder: &Path) -> Result<Tests, Diagnostic> {
    let jvm = Jvm::find(true, run.args.isolation.demand())?;
    let folder = crate::out::empty(folder, "--tests")?;
    // The JVM starts in it, and so does what it is told by name.
    let folder = std::path::absolute(&folder).unwrap_or(folder);
    let m = &run.tree.methods[run.id];
    let source = run.tree.sources.file(m.span.file);
    let package = package(&source.text);
    let name = run.args.file.file_name().map_or_else(
        || "Source.java".to_string(),
        |n| n.to_string_lossy().into_owned(),
    );
    let write =
        |name: &str, text: &str| ep_report::file::write(&folder.join(name), text.as_bytes());
    // The program as it was given, not with the property in it.
    let original = std::fs::read_to_string(&run.args.file)
        .map_err(|e| Diagnostic::bad_input(format!("cannot read the file: {e}")))?;
    write(&name, &original)?;
    let mut left_out = Vec::new();
    let mut bodies = Vec::new();
    let mut properties = Vec::new();
    for (n, t) in run.told.iter().enumerate() {
        let n = n + 1;
        if let Some(Proof::Fails(p)) = &t.proof {
            match test(run, low, p, &format!("property{n}"), true) {
                Ok(text) => {
                    properties.push(format!("property{n}"));
                    bodies.push(text);
                }
                Err(why) => left_out.push((n, why)),
            }
        }
        match (&t.path.outcome, &t.run) {
            (Outcome::Cut(what), _) => left_out.push((n, format!("it was cut at {what}"))),
            (Outcome::Unsupported(what, _), _) => {
                left_out.push((n, format!("{what} is not modelled")))
            }
            (_, None) => left_out.push((n, "no input".into())),
            (_, Some(p)) => match test(run, low, p, &format!("path{n}"), false) {
                Ok(text) => bodies.push(text),
                Err(why) => left_out.push((n, why)),
            },
        }
    }
    let mut tests = Tests {
        folder: folder.clone(),
        run: 0,
        failed: Vec::new(),
        left_out,
        not_denied: Vec::new(),
    };
    let stem = format!("{}_{}", run.tree.classes[m.class].name, m.name);
    let mut files = vec![name];
    let mut classes = Vec::new();
    for (at, part) in bodies.chunks(PER_CLASS).enumerate() {
        let suffix = if at == 0 {
            String::new()
        } else {
            (at + 1).to_string()
        };
        let name = format!("{stem}_PathsTest{suffix}");
        write(
            &format!("{name}.java"),
            &source_of(&name, package.as_deref(), part),
        )?;
        files.push(format!("{name}.java"));
        classes.push(match &package {
            Some(p) => format!("{p}.{name}"),
            None => name,
        });
    }
    if classes.is_empty() {
        return Ok(tests);
    }
    write("EverypathHeap.java", &helper(package.as_deref()))?;
    files.push("EverypathHeap.java".into());
    jvm.compile(&folder, &files, Duration::from_secs(120))?;
    for class in classes {
        let report = jvm.junit(&folder, &class, Duration::from_secs(300))?;
        tests.run += report.run;
        tests
            .failed
            .extend(report.failed.into_iter().map(|(name, message)| Failed {
                expected: properties.contains(&name),
                name,
                message,
            }));
    }
    tests.not_denied = properties
        .into_iter()
        .filter(|p| !tests.failed.iter().any(|f| f.name == *p))
        .collect();
    Ok(tests)
}

/// The package of a source.
fn package(text: &str) -> Option<String> {
    let line = text
        .lines()
        .find(|l| l.trim_start().starts_with("package "))?;
    let name = line
        .trim_start()
        .strip_prefix("package ")?
        .split(';')
        .next()?;
    Some(name.trim().to_string())
}

fn source_of(name: &str, package: Option<&str>, bodies: &[String]) -> String {
    let mut out = String::new();
    if let Some(p) = package {
        let _ = writeln!(out, "package {p};\n");
    }
    out.push_str("import static org.junit.Assert.*;\nimport org.junit.Test;\n\n");
    let _ = writeln!(out, "public class {name} {{");
    for b in bodies {
        out.push_str(b);
    }
    out.push_str("}\n");
    out
}

fn helper(package: Option<&str>) -> String {
    let head = package.map_or(String::new(), |p| format!("package {p};\n\n"));
    head + include_str!("EverypathHeap.java.txt")
}

/// Names of objects in a test, and what is to be done with them.
struct Writer<'a> {
    tree: &'a Tree,
    low: &'a Lowered,
    names: HashMap<Value, String>,
}

impl Writer<'_> {
    /// The Java type of an object's class.
    fn java_type(&self, s: &State, o: Value) -> Result<Type, String> {
        let tag = class(self.low, s, o);
        if tag == self.low.string {
            return Ok(Type::Str);
        }
        if let Some((t, _)) = self.low.arrays.iter().find(|a| *a.1 == tag) {
            return Ok(*t);
        }
        match self.low.class_of.get(&tag) {
            Some(&c) => Ok(Type::Class(c)),
            None => Err("an object of a class that a test cannot build".into()),
        }
    }

    fn literal(&self, s: &State, v: Value, ty: Type) -> Result<String, String> {
        Ok(match (v, ty) {
            (Value::Nil, _) => "null".into(),
            (Value::Bool(b), _) => b.to_string(),
            (Value::Long(n), _) => format!("{n}L"),
            (Value::Int(n), Type::Byte) => format!("(byte) {n}"),
            (Value::Int(n), Type::Short) => format!("(short) {n}"),
            (Value::Int(n), Type::Char) => format!("(char) {n}"),
            (Value::Int(n), _) => n.to_string(),
            (o, _) => {
                if let Some(n) = self.names.get(&o) {
                    return Ok(n.clone());
                }
                if class(self.low, s, o) == self.low.string {
                    let t = string(self.low, s, o).ok_or("it needs a very long string")?;
                    // Initial strings are new objects, as no literal is.
                    return Ok(quoted(&t, '"'));
                }
                return Err("an object without a name".into());
            }
        })
    }

    /// Whether it is a string that is told by its text.
    fn is_text(&self, s: &State, v: Value) -> bool {
        matches!(v, Value::Obj(_))
            && !self.names.contains_key(&v)
            && class(self.low, s, v) == self.low.string
    }

    /// Whether the string is the object of one of the program's literals.
    fn is_literal(&self, s: &State, o: Value) -> bool {
        let literals = self.low.x.literals();
        literals.into_iter().any(|v| s.get(&self.low.x, v) == o)
    }

    /// The fields of an object with the classes that declare them.
    fn fields(&self, s: &State, o: Value) -> Vec<(String, String, Type, Value)> {
        let Ok(Type::Class(c)) = self.java_type(s, o) else {
            return Vec::new();
        };
        let mut out = Vec::new();
        for f in self.tree.instance_fields(c) {
            let field = &self.tree.fields[f];
            // The library's own classes have other fields than the prelude's.
            if self.tree.classes[field.class].prelude {
                continue;
            }
            let v = s.at(&self.low.x, self.low.fields[f.0 as usize], (o, 0));
            let declaring = self.tree.classes[field.class].name.clone();
            out.push((declaring, field.name.clone(), field.ty, v));
        }
        out
    }

    fn length(&self, s: &State, o: Value) -> i32 {
        match s.at(&self.low.x, self.low.x.length_map(), (o, 0)) {
            Value::Int(n) => n,
            _ => 0,
        }
    }

    fn element(&self, s: &State, o: Value, i: i32) -> Value {
        let tag = class(self.low, s, o);
        match self.low.p.classes[tag as usize].elements {
            Some(map) => s.at(&self.low.x, map, (o, i)),
            None => Value::Nil,
        }
    }

    fn type_name(&self, ty: Type) -> String {
        self.tree.type_name(ty)
    }
}

/// How a value of a type is compared; `text`: it is a string without a name.
fn compare(ty: Type, text: bool, want: &str, found: &str) -> String {
    match ty {
        _ if text || ty == Type::Str => format!("assertEquals({want}, {found});"),
        _ if ty.is_reference() => format!("assertSame({want}, {found});"),
        _ => format!("assertEquals((Object) ({}) ({want}), {found});", boxed(ty)),
    }
}

fn boxed(ty: Type) -> &'static str {
    match ty {
        Type::Boolean => "boolean",
        Type::Byte => "byte",
        Type::Short => "short",
        Type::Char => "char",
        Type::Long => "long",
        _ => "int",
    }
}

/// One test method.
fn test(
    run: &Run,
    low: &Lowered,
    p: &Prediction,
    name: &str,
    property: bool,
) -> Result<String, String> {
    let m = &run.tree.methods[run.id];
    let (before, after) = (&p.before, &p.after);
    let mut w = Writer {
        tree: run.tree,
        low,
        names: HashMap::new(),
    };
    let mut out = String::new();
    let _ = writeln!(
        out,
        "    @Test\n    public void {name}() throws Throwable {{"
    );
    let objects: Vec<Value> = (0..p.objects)
        .map(|o| Value::Obj(ep_traces::eval::Obj(o)))
        .collect();
    // Objects first, then what they hold: cycles need no order.
    for (n, &o) in objects.iter().enumerate() {
        let ty = w.java_type(before, o)?;
        let var = format!("o{n}");
        let t = w.type_name(ty);
        match ty {
            Type::Str => {
                let text = string(low, before, o).ok_or("it needs a very long string")?;
                let text = quoted(&text, '"');
                // The object of a literal, or one of its own.
                let _ = match w.is_literal(before, o) {
                    true => writeln!(out, "        String {var} = {text};"),
                    false => writeln!(out, "        String {var} = new String({text});"),
                };
            }
            Type::Array(..) => {
                let n = w.length(before, o);
                if n > LONGEST {
                    return Err(format!("it needs an array of {n} elements"));
                }
                let (base, rest) = t.split_once("[]").unwrap_or((&t, ""));
                let _ = writeln!(out, "        {t} {var} = new {base}[{n}]{rest};");
            }
            _ => {
                let _ = writeln!(out, "        {t} {var} = EverypathHeap.make({t}.class);");
            }
        }
        w.names.insert(o, var);
    }
    for &o in &objects {
        let var = w.names[&o].clone();
        match w.java_type(before, o)? {
            Type::Array(..) => {
                let ty = w.java_type(before, o)?.element().unwrap_or(Type::Int);
                for i in 0..w.length(before, o) {
                    let v = w.element(before, o, i);
                    if v != Value::default_of(kind(ty)) {
                        let v = w.literal(before, v, ty)?;
                        let _ = writeln!(out, "        {var}[{i}] = {v};");
                    }
                }
            }
            _ => {
                for (class, field, ty, v) in w.fields(before, o) {
                    if v != Value::default_of(kind(ty)) {
                        let v = w.literal(before, v, ty)?;
                        let _ = writeln!(
                            out,
                            "        EverypathHeap.set({class}.class, \"{field}\", {var}, {v});"
                        );
                    }
                }
            }
        }
    }
    let mut statics = Vec::new();
    for (f, v) in &low.statics {
        let field = &run.tree.fields[*f];
        if run.tree.classes[field.class].prelude || field.constant.is_some() {
            continue;
        }
        let class = run.tree.classes[field.class].name.clone();
        let before_value = before.get(&low.x, *v);
        let mentioned = before_value != after.get(&low.x, *v)
            || before_value != Value::default_of(kind(field.ty));
        if field.is_final {
            if mentioned {
                return Err(format!(
                    "it needs a value of the final field {class}.{}",
                    field.name
                ));
            }
            continue;
        }
        let text = w.literal(before, before_value, field.ty)?;
        let _ = writeln!(
            out,
            "        EverypathHeap.set({class}.class, \"{}\", null, {text});",
            field.name
        );
        statics.push((class, field.name.clone(), field.ty, after.get(&low.x, *v)));
    }
    // The call.
    let list = types(run.tree, run.id);
    let values: Vec<(Value, Type)> = run
        .params
        .iter()
        .zip(&list)
        .map(|(v, t)| (before.get(&low.x, *v), *t))
        .collect();
    let own = usize::from(!m.is_static);
    let this = match m.is_static {
        true => "null".to_string(),
        false => w.literal(before, values[0].0, list[0])?,
    };
    let mut args = String::new();
    let mut classes = Vec::new();
    for (v, t) in &values[own..] {
        let text = w.literal(before, *v, *t)?;
        let cast = match t.is_reference() {
            true => String::new(),
            false => format!("({}) ", boxed(*t)),
        };
        let _ = write!(
            args,
            ", {cast}{}",
            if text.starts_with('-') {
                format!("({text})")
            } else {
                text
            }
        );
        classes.push(format!("{}.class", w.type_name(*t)));
    }
    let owner = &run.tree.classes[m.class].name;
    let call = format!(
        "EverypathHeap.call({owner}.class, \"{}\", new Class<?>[]{{{}}}, {this}, new Object[]{{{}}})",
        m.name,
        classes.join(", "),
        args.trim_start_matches(", ")
    );
    if property {
        let psi = super::psi::java(run.tree, run.id)?;
        let what = run.args.prove.clone().unwrap_or_default();
        let what: Vec<u16> = format!("after this input: {what}").encode_utf16().collect();
        let names = super::psi::parameters(run.tree, run.id);
        for (name, (v, t)) in names.iter().zip(&values) {
            let text = w.literal(before, *v, *t)?;
            let ty = w.type_name(*t);
            let _ = writeln!(out, "        {ty} {name} = {text};");
        }
        for line in &psi.before {
            let _ = writeln!(out, "        {line}");
        }
        let _ = match m.ret {
            Type::Void => writeln!(out, "        {call};"),
            ret => {
                let ty = w.type_name(ret);
                writeln!(out, "        {ty} result = ({ty}) {call};")
            }
        };
        let what = quoted(&what, '"');
        let _ = writeln!(out, "        assertTrue({what}, {});\n    }}\n", psi.after);
        return Ok(out);
    }
    match &p.outcome {
        Outcome::Throws(_) => {
            let name = p
                .thrown
                .and_then(|c| low.p.classes.get(c as usize))
                .map_or("Throwable".to_string(), |c| c.name.clone());
            let _ = writeln!(
                out,
                "        try {{\n            {call};\n            fail(\"{name} was predicted\");\n        }} catch ({name} t) {{\n            assertSame({name}.class, t.getClass());\n        }}"
            );
            if matches!(name.as_str(), "AssertionError" | "Error" | "Throwable") {
                // fail() throws an AssertionError itself.
                out.truncate(out.rfind("        try {").unwrap_or(out.len()));
                let _ = writeln!(
                    out,
                    "        Throwable thrown = null;\n        try {{\n            {call};\n        }} catch (Throwable t) {{\n            thrown = t;\n        }}\n        assertNotNull(\"{name} was predicted\", thrown);\n        assertSame({name}.class, thrown.getClass());"
                );
            }
        }
        _ => {
            let _ = writeln!(out, "        Object result = {call};");
        }
    }
    // What is new and can be reached gets a name where it is seen first.
    let mut checks = String::new();
    let mut pending: Vec<Value> = objects.clone();
    let fresh = |w: &mut Writer,
                 v: Value,
                 found: &str,
                 checks: &mut String,
                 pending: &mut Vec<Value>|
     -> Result<bool, String> {
        let Value::Obj(_) = v else { return Ok(false) };
        let tag = class(low, after, v);
        if w.names.contains_key(&v) || tag == low.string {
            return Ok(false);
        }
        let ty = w.java_type(after, v)?;
        let t = w.type_name(ty);
        let var = format!("n{}", w.names.len());
        let _ = writeln!(
            checks,
            "        {t} {var} = ({t}) {found};\n        assertSame({t}.class, {var}.getClass());"
        );
        w.names.insert(v, var);
        pending.push(v);
        Ok(true)
    };
    if let (Some(v), Outcome::Returns) = (p.result, &p.outcome) {
        if !fresh(&mut w, v, "result", &mut checks, &mut pending)? {
            let want = w.literal(after, v, m.ret)?;
            let _ = writeln!(
                checks,
                "        {}",
                compare(m.ret, w.is_text(after, v), &want, "result")
            );
        }
    }
    for (class, field, ty, v) in statics {
        let found = format!("EverypathHeap.get({class}.class, \"{field}\", null)");
        if !fresh(&mut w, v, &found, &mut checks, &mut pending)? {
            let want = w.literal(after, v, ty)?;
            let _ = writeln!(
                checks,
                "        {}",
                compare(ty, w.is_text(after, v), &want, &found)
            );
        }
    }
    let mut at = 0;
    while at < pending.len() {
        let o = pending[at];
        at += 1;
        let var = w.names[&o].clone();
        match w.java_type(after, o)? {
            Type::Str => {}
            ty @ Type::Array(..) => {
                let element = ty.element().unwrap_or(Type::Int);
                let n = w.length(after, o);
                let _ = writeln!(checks, "        assertEquals({n}, {var}.length);");
                for i in 0..n {
                    let v = w.element(after, o, i);
                    let found = format!("{var}[{i}]");
                    if !fresh(&mut w, v, &found, &mut checks, &mut pending)? {
                        let want = w.literal(after, v, element)?;
                        let _ = writeln!(
                            checks,
                            "        {}",
                            compare(
                                element,
                                w.is_text(after, v),
                                &want,
                                &format!("(Object) {found}")
                            )
                        );
                    }
                }
            }
            _ => {
                for (class, field, ty, v) in w.fields(after, o) {
                    let found = format!("EverypathHeap.get({class}.class, \"{field}\", {var})");
                    if !fresh(&mut w, v, &found, &mut checks, &mut pending)? {
                        let want = w.literal(after, v, ty)?;
                        let _ = writeln!(
                            checks,
                            "        {}",
                            compare(ty, w.is_text(after, v), &want, &found)
                        );
                    }
                }
            }
        }
        if checks.len() > 50_000 {
            return Err("its final heap is too large for one test".into());
        }
    }
    out.push_str(&checks);
    out.push_str("    }\n\n");
    Ok(out)
}

fn kind(ty: Type) -> ep_traces::Scalar {
    match ty {
        Type::Boolean => ep_traces::Scalar::Bool,
        Type::Long => ep_traces::Scalar::Long,
        Type::Byte | Type::Short | Type::Char | Type::Int => ep_traces::Scalar::Int,
        _ => ep_traces::Scalar::Ref,
    }
}
