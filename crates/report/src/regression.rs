//! A finding as a C file that a developer keeps as a regression test.
//!
//! It holds the input as C literals and what hands it out: the functions of
//! the harness (`ep_symbolic`, `klee_make_symbolic`, `__VERIFIER_nondet_*`),
//! standard input, the command line, variables, files, or a `main` that calls
//! the entry. Built with the program's sources and the sanitizers it fails as
//! long as the bug is there. It needs nothing of Everypath but the headers that
//! the program itself includes.

use crate::building::{prepared, units, Prepared, Tools};
use crate::outside;
use crate::sanitizers::Sanitizers;
use crate::surroundings::Surroundings;
use ep_base::outcome::{Bug, ErrorKind, Input, InputSource, InputType};
use ep_harness::heap::{initial, Called};
use ep_harness::object::{exact, object};
use ep_harness::{literal, nondet};
use std::fmt::Write;

/// What the test is of.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The program's sources, as they were given.
    pub sources: &'a [String],
    /// The compiler, a clang.
    pub compiler: &'a str,
    /// The user's flags for the compiler.
    pub flags: &'a [String],
    /// The folder from which sources and the test itself are named.
    pub folder: &'a str,
    /// How Everypath is called, where the sources name our headers.
    pub headers: Option<&'a str>,
    /// How the build shows what the test is of.
    pub sanitizers: Sanitizers,
    /// The entry; none for `main`.
    pub entry: Option<&'a Called>,
    /// Bodies in C for functions that the sources call and do not have.
    pub bodies: Option<&'a str>,
    /// Inputs from this one on are handed out over and over; none for a run
    /// that ends.
    pub again: Option<u32>,
}

/// The file, or what of the input cannot be written as C.
///
/// # Errors
/// A sentence without a full stop.
pub fn regression(bug: &Bug, file: &str, subject: &Subject) -> Result<String, String> {
    let mut c = String::new();
    head(&mut c, bug, file, subject);
    let around = Surroundings::of(&bug.inputs)?;
    c.push_str(around.opening());
    if let Some(called) = subject.entry {
        called.callable()?;
        c.push_str(&called.opening());
    }
    c.push_str("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n");
    if let Some(called) = subject.entry {
        c.push_str(&called.closing());
    }
    let inputs = &bug.inputs;
    let of = |f: fn(&InputSource) -> bool| -> Vec<&Input> {
        inputs.iter().filter(|i| f(&i.source)).collect()
    };
    let strange = inputs.iter().find(|i| {
        matches!(
            i.source,
            InputSource::External { .. } | InputSource::Device { .. } | InputSource::Uninitialised
        )
    });
    if let Some(i) = strange {
        return Err(format!(
            "the input `{}` is not the program's to choose",
            i.name
        ));
    }
    let made = of(|s| matches!(s, InputSource::MakeSymbolic));
    if !made.is_empty() || subject.bodies.is_some() {
        let round = subject.again.map_or(inputs.len(), |a| a as usize);
        let before = inputs.iter().take(round);
        let before = before.filter(|i| matches!(i.source, InputSource::MakeSymbolic));
        symbolic(&mut c, &made, before.count());
    }
    if let Some(bodies) = subject.bodies {
        outside::write(&mut c, inputs, bodies);
    }
    nondet(&mut c, inputs, subject.again)?;
    around.write(&mut c);
    if let Some(called) = subject.entry {
        let t = initial(called, inputs, "ep_")?;
        let call = format!("{}({})", called.callee(), t.arguments.join(", "));
        // What the caller is to free is no leak.
        let kept = bug.kind == ErrorKind::Leak && called.returns_addresses();
        let (remark, statement) = match kept {
            true => (
                "what it returns is kept",
                format!(
                    "__attribute__((used)) static __typeof__({call}) ep_kept;\n  ep_kept = {call}"
                ),
            ),
            false => ("the result is not looked at", call),
        };
        let _ = write!(
            c,
            "\n/* Only the call matters: {remark}. */\n{}\n{}\n{}int main(void) {{\n{}  {statement};\n  return 0;\n}}\n",
            called.prototype(),
            t.file,
            called.caller(),
            t.setup,
        );
    }
    Ok(c)
}

/// The lines for a shell by which a test is built and run, as its head says them.
pub fn building(test: &str) -> Vec<String> {
    let head = test.split_once("*/").map_or(test, |(head, _)| head);
    let lines = head.lines().filter_map(|l| l.strip_prefix(" *   "));
    lines.map(str::to_owned).collect()
}

fn head(c: &mut String, bug: &Bug, file: &str, subject: &Subject) {
    let flags: String = subject
        .flags
        .iter()
        .map(|f| format!(" {}", word(f)))
        .chain(subject.headers.map(headers))
        .collect();
    // The program may have a `main` of its own.
    let rename = subject.entry.map_or("", |_| " -Dmain=program_main");
    let how = subject.sanitizers;
    let tools = Tools {
        compiler: subject.compiler,
        beside: file,
    };
    let rename_main = subject.entry.is_some();
    let program = prepared(subject.sources, how.attribute, rename_main, tools);
    let sources = match subject.entry {
        Some(called) => units(called, &program.sources),
        None => {
            let words: Vec<String> = program.sources.iter().map(|s| word(s)).collect();
            words.join(" ")
        }
    };
    // A comment must not end inside of it.
    let plain = |text: &str| text.replace("*/", "* /").replace(['\n', '\r'], " ");
    let _ = write!(
        c,
        "/* {kind} at {place}{within}\n * {message}\n *\n * Found by Everypath. Build and run:\n *\n *   cd {folder}\n{steps} \
         *   {compiler} -g{sanitizers}{rename}{flags} {file} {sources} -o regression\n \
         *   {environment}./regression\n *\n * It fails as long as the bug is there. */\n",
        kind = bug.kind,
        place = plain(&bug.place.to_string()),
        within = match bug.place.function.as_str() {
            "" => String::new(),
            f => format!(" in {f}"),
        },
        message = plain(&bug.message),
        folder = plain(&word(subject.folder)),
        compiler = plain(&word(subject.compiler)),
        sanitizers = how.flags,
        environment = how.environment,
        file = plain(&word(file)),
        steps = steps(&program, plain),
        flags = plain(&flags),
        sources = plain(&sources),
    );
}

/// Where our headers are, as this program says.
fn headers(everypath: &str) -> String {
    format!(" -I\"$({} --print include)\"", word(everypath))
}

/// A word of a command line as a shell takes it.
pub fn word(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./=+:,@%".contains(c);
    match !text.is_empty() && text.chars().all(plain) {
        true => text.to_string(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

/// The lines of a comment that prepare the program.
pub(crate) fn steps(program: &Prepared, plain: impl Fn(&str) -> String) -> String {
    let line = |s: &String| format!(" *   {}\n", plain(s));
    program.steps.iter().map(line).collect()
}

/// Those from `before` on are what the rounds of a run without end ask for.
fn symbolic(c: &mut String, made: &[&Input], before: usize) {
    c.push_str("\n/* The inputs, in the order in which the program asks for them. */\n");
    for (i, input) in made.iter().enumerate() {
        object(c, "static const ", &format!("ep_input_{i}"), &exact(input));
    }
    c.push_str(
        "static const struct { const char *name; const void *bytes; size_t size; } ep_inputs[] = {\n",
    );
    for (i, input) in made.iter().enumerate() {
        let name = literal::string(input.name.as_bytes());
        let n = input.bytes.len();
        let _ = writeln!(c, "  {{{name}, &ep_input_{i}, {n}}},");
    }
    c.push_str(
        "};
static unsigned ep_next_input;

static void ep_make(void *object, size_t size, const char *name) {
",
    );
    if before < made.len() {
        let n = made.len();
        let _ = writeln!(
            c,
            "  if (ep_next_input == {n})\n    ep_next_input = {before};"
        );
    }
    c.push_str(
        "  if (ep_next_input == sizeof ep_inputs / sizeof *ep_inputs || ep_inputs[ep_next_input].size != size) {
    printf(\"this test no longer fits the program: it asks for %s\\n\", name);
    exit(2);
  }
  memcpy(object, ep_inputs[ep_next_input++].bytes, size);
}

static void ep_holds(int condition) {
  if (!condition) {
    puts(\"an assumption of the program excludes this input now\");
    exit(0);
  }
}

void ep_symbolic(void *o, size_t n, const char *name) { ep_make(o, n, name); }
void ep_assume(_Bool condition) { ep_holds(condition); }
void klee_make_symbolic(void *o, size_t n, const char *name) { ep_make(o, n, name); }
void klee_assume(unsigned long condition) { ep_holds(condition != 0); }
void klee_prefer_cex(void *o, unsigned long condition) { (void)o, (void)condition; }
void klee_silent_exit(int status) { (void)status; exit(0); }
int klee_int(const char *name) { int v; ep_make(&v, sizeof v, name); return v; }
int klee_range(int from, int to, const char *name) {
  int v;
  ep_make(&v, sizeof v, name);
  ep_holds(from <= v && v < to);
  return v;
}
",
    );
}

fn nondet(c: &mut String, inputs: &[Input], again: Option<u32>) -> Result<(), String> {
    let mut functions: Vec<(&str, &str)> = Vec::new();
    let mut all = Vec::new();
    for (at, input) in inputs.iter().enumerate() {
        if let InputSource::Nondet { function } = &input.source {
            let of = nondet::returns(function)
                .ok_or_else(|| format!("the type of {function} is not known"))?;
            if !functions.iter().any(|(f, _)| f == function) {
                functions.push((function, of.c_type));
            }
            let round = again.is_some_and(|a| at >= a as usize);
            all.push((function, input, round));
        }
    }
    if functions.is_empty() {
        return Ok(());
    }
    c.push_str("\n/* What the calls return, in their order. */\n");
    for (function, ty) in functions {
        let own = all.iter().filter(|(f, _, _)| f.as_str() == function);
        let before = own.clone().filter(|(_, _, round)| !round).count();
        let values: Vec<String> = own
            .map(|(_, i, _)| match exact(i).ty {
                InputType::Bytes => "0".to_string(),
                ty => literal::literal(&ty, &i.bytes),
            })
            .collect();
        let n = values.len();
        let list = values.join(", ");
        // A run without end reads those of its rounds over and over.
        let after = match before < n {
            true => format!("\n    next = {before};"),
            false => format!(
                "{{
    puts(\"this test no longer fits the program: it calls {function} again\");
    exit(2);
  }}"
            ),
        };
        let _ = write!(
            c,
            "{ty} {function}(void) {{
  static const {ty} values[{n}] = {{{list}}};
  static unsigned next;
  if (next == {n}) {after}
  return values[next++];
}}
"
        );
    }
    c.push_str(
        "void __VERIFIER_assume(int condition) {
  if (!condition)
    exit(0);
}
/* The same of CBMC and ESBMC, and `assert` without its header. */
void __CPROVER_assume(_Bool condition) { __VERIFIER_assume(condition); }
void __ESBMC_assume(_Bool condition) { __VERIFIER_assume(condition); }
#undef assert
void assert(int condition) {
  if (!condition)
    abort();
}
void __CPROVER_assert(_Bool condition, const char *text) { (void)text, assert(condition); }
void __ESBMC_assert(_Bool condition, const char *text) { (void)text, assert(condition); }
",
    );
    Ok(())
}
