//! The class behind the file: heap, precondition, call, postcondition.

use super::heap::Heap;
use super::spec::{kept_type, quoted, Gen, Scope};
use super::wanted::{contract_owner, covers, Kind, Reason, Wanted, CLASS, MARK};
use crate::source::Span;
use crate::tree::*;
use crate::types::Type;
use std::fmt::Write;

/// What is called.
pub(super) struct Target {
    pub method: MethodId,
    /// The class of the receiver.
    pub class: ClassId,
}

/// What is always there.
const FIXED: &str = r#"  static boolean armed = false;
  static long steps = 0;
  static java.util.IdentityHashMap<Object, java.util.Map<String, Double>> held;
  static final class Unsaved { }
  static final class Unmet extends RuntimeException { Unmet(String what) { super(what); } }
  static RuntimeException other(String what) { return new Unmet(what); }
  static Error wanted(int from, int to, String what) {
    if (from > 0) {
      StackTraceElement[] frames = new Throwable().getStackTrace();
      int i = 0;
      while (i < frames.length && frames[i].getClassName().equals("EverypathTest")) i++;
      int line = i + 1 < frames.length ? frames[i + 1].getLineNumber() : 0;
      if (line < from || line > to) throw new Unmet("called at line " + line + ": " + what);
    }
    return new AssertionError(what);
  }
  static Object saved(Object o) { if (o instanceof Unsaved) throw other("a value of `old` is not there"); return o; }
  static void step() { if (++steps > 50000000L) throw other("too many steps"); }
  static void begin() { held = new java.util.IdentityHashMap<>(); }
  static boolean take(Object o, String f, double share) {
    if (o == null) return false;
    step();
    return held.computeIfAbsent(o, k -> new java.util.HashMap<>()).merge(f, share, Double::sum) <= 1.0 + 1e-6;
  }
  static <T> T make(Class<T> c) {
    try {
      java.lang.reflect.Field f = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
      f.setAccessible(true);
      Object unsafe = f.get(null);
      return c.cast(unsafe.getClass().getMethod("allocateInstance", Class.class).invoke(unsafe, c));
    } catch (ReflectiveOperationException e) { throw new IllegalStateException(e); }
  }
  static void set(Object o, Class<?> c, String name, Object v) {
    try {
      java.lang.reflect.Field f = c.getDeclaredField(name);
      f.setAccessible(true);
      f.set(o, v);
    } catch (ReflectiveOperationException e) { throw new IllegalStateException(e); }
  }
  static boolean from(Throwable e, int first, int last) {
    for (StackTraceElement f : e.getStackTrace()) {
      if (f.getClassName().startsWith("java.") || f.getClassName().startsWith("jdk.")) continue;
      return !f.getClassName().equals("EverypathTest") && f.getLineNumber() >= first && f.getLineNumber() <= last;
    }
    return false;
  }
"#;

/// The exceptions by which Java's machine shows what a check is about, with a
/// part of their message.
pub(super) fn exception(message: &str) -> Option<(String, &'static str)> {
    if message.starts_with("this `throw` of `") && message.ends_with("` might be reached") {
        let class = message.split('`').nth(3)?;
        return Some((class.to_owned(), ""));
    }
    let of = [
        ("might be null", "NullPointerException", ""),
        ("might be out of bounds", "IndexOutOfBoundsException", ""),
        (
            "the divisor might be zero",
            "ArithmeticException",
            "/ by zero",
        ),
        ("` might overflow `", "ArithmeticException", "overflow"),
    ];
    let found = of.iter().find(|x| message.contains(x.0));
    found.map(|x| (x.1.to_owned(), x.2))
}

/// The text of the class.
pub(super) fn harness(w: &Wanted, gen: &mut Gen, t: &Target, at: Span) -> Result<String, Reason> {
    let p = w.program;
    let m = &p.methods[t.method];
    let constructor = m.kind == MethodKind::Constructor;
    let owner = contract_owner(p, t.method);
    let contract = &p.methods[owner].contract;
    let mut params: Vec<Type> = Vec::new();
    if !m.is_static {
        params.push(Type::Class(t.class));
    }
    params.extend(m.param_types());
    let heap = Heap::new(w, &params)?;

    let mut pre = gen.head("pre", t.method, t.class, "");
    let mut scope = gen.scope(t.method);
    for e in &contract.requires {
        gen.check(e, &mut scope, &mut pre)?;
    }
    pre.push('}');

    let post_wanted = w.kind == Kind::Postcondition;
    let mut scope = gen.scope(t.method);
    scope.old = Some(Vec::new());
    let result = (m.ret != Type::Void).then(|| kept_type(p, m.ret));
    scope.result = result.as_ref().map(|_| "ep$result".to_owned());
    let more = match &result {
        Some(ty) => format!("{ty} ep$result, Object[] ep$old"),
        None => "Object[] ep$old".to_owned(),
    };
    let mut post = gen.head("post", t.method, t.class, &more);
    if post_wanted {
        let mut later: Option<Reason> = None;
        for e in &contract.ensures {
            each_conjunct(e, &mut |c| {
                let mut code = String::new();
                let mut inner: Scope = scope.clone();
                match gen.check(c, &mut inner, &mut code) {
                    Ok(()) => {
                        scope = inner;
                        post.push_str(&code);
                    }
                    // Conjuncts that cannot be run are left out unless wanted.
                    Err(why) if covers(c.span, at) || covers(at, c.span) => later = Some(why),
                    Err(_) => {}
                }
            });
        }
        if let Some(why) = later {
            return Err(why);
        }
        if !gen.can_fail(&post) {
            return Err("the conjunct is no part of what can be run".into());
        }
    }
    post.push('}');
    let saving = gen.saving(scope.old.as_deref().unwrap_or_default());

    let mut out = format!("/* A counterexample of everypath verify: compile this file and run {CLASS}. */\nfinal class {CLASS} {{\n{FIXED}");
    for h in gen.helpers.iter().chain([&pre, &post]) {
        let _ = writeln!(out, "{h}");
    }
    let mut names = Vec::new();
    out.push_str("  public static void main(String[] args) throws Throwable {\n");
    out.push_str(&heap.code()?);
    for (i, (v, ty)) in w.start.args.iter().zip(&params).enumerate() {
        let this = !m.is_static && i == 0;
        let name = match this {
            true => "self".to_owned(),
            false => format!("p{}", i - usize::from(!m.is_static)),
        };
        if !(this && constructor) {
            let value = heap.value(v, *ty)?;
            let _ = writeln!(out, "    {} {name} = {value};", p.type_name(*ty));
        }
        names.push(name);
    }
    let args = names[usize::from(!m.is_static)..].join(", ");
    let class = &p.classes[t.class].name;
    if constructor {
        let _ = writeln!(out, "    {class} self = null;");
    }
    let all = names.join(", ");
    let _ = writeln!(
        out,
        "    begin();\n    try {{ pre({all}); }} catch (RuntimeException | Error e) {{ System.err.println(\"{MARK}the precondition does not hold: \" + e.getMessage()); System.exit(3); }}"
    );
    let _ = writeln!(out, "    {saving}");
    let call = match (constructor, m.is_static) {
        (true, _) => format!("self = new {class}({args})"),
        (_, true) => format!("{class}.{}({args})", m.name),
        _ => format!("self.{}({args})", m.name),
    };
    let call = match &result {
        Some(ty) => format!("ep$result = ({ty}) {call}"),
        None => call,
    };
    if let Some(ty) = &result {
        let zero = match m.ret {
            Type::Boolean => "false",
            t if t.is_integral() => "0",
            _ => "null",
        };
        let _ = writeln!(out, "    {ty} ep$result = {zero};");
    }
    let _ = writeln!(out, "    armed = true;");
    match exception(w.message) {
        Some((kind, part)) if w.kind == Kind::Body => {
            let (first, last) = (w.at.start.line, w.at.end_line);
            let words = quoted(gen.words());
            let _ = writeln!(
                out,
                "    try {{ {call}; }} catch ({kind} e) {{ if (from(e, {first}, {last}) && String.valueOf(e.getMessage()).contains(\"{part}\")) throw new AssertionError({words}, e); throw e; }}"
            );
        }
        _ => {
            let _ = writeln!(out, "    {call};");
        }
    }
    let _ = writeln!(out, "    armed = false;");
    if post_wanted {
        let mut all = names.clone();
        all.extend(result.map(|_| "ep$result".to_owned()));
        all.push("ep$old".into());
        let _ = writeln!(out, "    begin();\n    post({});", all.join(", "));
    }
    out.push_str("  }\n}\n");
    Ok(out)
}

fn each_conjunct<'e>(e: &'e Expr, f: &mut impl FnMut(&'e Expr)) {
    match &e.kind {
        ExprKind::Binary(BinOp::And | BinOp::Sep, a, b) => {
            each_conjunct(a, f);
            each_conjunct(b, f);
        }
        _ => f(e),
    }
}
