//! `suite.c`: the tests of an entry function with what they are expected to
//! leave behind.
//!
//! One C function per path: it builds the arguments and the heap behind them,
//! calls the entry, and compares the result and the objects with what the
//! exploration computed. Each runs in a process of its own, so that globals start
//! afresh and a crash is one failed test. It is a regression suite: expectations
//! are what the program does now. It needs nothing of Everypath.
//! Source: document 003, page 71 (test generation). Cost: linear in the tests.

use crate::building::{prepared, units, Tools};
use crate::regression::{steps, word};
use ep_base::outcome::{InputSource, InputType, LeftBehind, LeftValue, PathEnd, TestCase};
use ep_harness::heap::{initial, object_name, Called};
use ep_harness::literal;
use ep_harness::signature::declared;
use std::fmt::Write;

/// What a test that ran to its end exits with.
const DONE: u32 = 88;

/// The text of one test, or why it has none.
///
/// # Errors
/// A sentence without a full stop.
pub fn fragment(called: &Called, test: &TestCase) -> Result<String, String> {
    called.callable()?;
    let strange = test.inputs.iter().find(|i| {
        !matches!(
            i.source,
            InputSource::Parameter { .. }
                | InputSource::Buffer { .. }
                | InputSource::Object { .. }
                | InputSource::Pointer { .. }
                | InputSource::Returned { .. }
        )
    });
    if let Some(i) = strange {
        return Err(format!("the input `{}` is none of its parameters", i.name));
    }
    let status = match (&test.end, &test.left) {
        (PathEnd::Exit { .. }, Some(_)) => DONE,
        (PathEnd::Exit { status: Some(s) }, None) if test.left_early => (*s & 0xff) as u32,
        _ => return Err("the path does not return".into()),
    };
    let name = format!("test{:06}", test.id);
    let prefix = format!("{name}_");
    let t = initial(called, &test.inputs, &prefix)?;
    let mut c = t.file;
    let _ = write!(
        c,
        "{}static void {name}(void) {{\n{}",
        called.caller(),
        t.setup
    );
    let call = format!("{}({})", called.callee(), t.arguments.join(", "));
    match &test.left {
        Some(left) => checks(&mut c, called, left, &call, &prefix),
        None => {
            let _ = writeln!(c, "  {call};");
        }
    }
    let _ = write!(
        c,
        "}}\n#define TESTS_{name} ep_run({name}, \"{name}\", {status});\n"
    );
    Ok(c)
}

fn checks(c: &mut String, called: &Called, left: &LeftBehind, call: &str, prefix: &str) {
    match (&left.result[..], called.result_type()) {
        ([], _) | (_, "" | "void") => {
            let _ = writeln!(c, "  {call};");
        }
        (values, ty) => {
            let _ = writeln!(c, "  {} = {call};", declared(ty, "result"));
            for (at, value) in values {
                match number(ty, value) {
                    Some(n) => {
                        let _ = writeln!(c, "  ep_expect(result == {n}, \"the result\");");
                    }
                    None if *at == 0 => compare(c, "(char *)&result", value, "the result", prefix),
                    None => {
                        let place = format!("(char *)&result + {at}");
                        let what = format!("the result at byte {at}");
                        compare(c, &place, value, &what, prefix);
                    }
                }
            }
        }
    }
    for o in &left.objects {
        let name = object_name(prefix, o.object);
        for (at, value) in &o.values {
            let place = format!("(char *){name} + {at}");
            let what = format!("object {} at byte {at}", o.object);
            compare(c, &place, value, &what, prefix);
        }
    }
}

/// The result as a number of C, if it is an integer.
fn number(ty: &str, value: &LeftValue) -> Option<String> {
    let LeftValue::Bytes { bytes } = value else {
        return None;
    };
    let words: Vec<&str> = ty.split(' ').collect();
    let plain = [
        "unsigned", "signed", "char", "short", "int", "long", "_Bool",
    ];
    if !words.iter().all(|w| plain.contains(w)) || !matches!(bytes.len(), 1 | 2 | 4 | 8) {
        return None;
    }
    let integer = InputType::Int {
        bits: 8 * bytes.len() as u32,
        signed: !words.contains(&"unsigned"),
    };
    Some(literal::literal(&integer, bytes))
}

fn compare(c: &mut String, place: &str, value: &LeftValue, what: &str, prefix: &str) {
    let _ = match value {
        LeftValue::Bytes { bytes } => {
            let list = literal::literal(&InputType::Bytes, bytes);
            let n = bytes.len();
            writeln!(
                c,
                "  ep_expect(!memcmp({place}, (unsigned char[]){list}, {n}), \"{what}\");"
            )
        }
        LeftValue::Address { object, offset } => {
            let name = object_name(prefix, *object);
            writeln!(
                c,
                "  {{ void *to = (char *){name} + {offset}; ep_expect(!memcmp({place}, &to, sizeof to), \"{what}\"); }}"
            )
        }
    };
}

/// The whole file from the fragments, in their order. The program may have a
/// `main` of its own, which gets another name.
pub fn file(
    called: &Called,
    sources: &[String],
    compiler: &str,
    flags: &[String],
    fragments: &[String],
) -> String {
    let plain = |text: &str| text.replace("*/", "* /").replace(['\n', '\r'], " ");
    let flags: String = flags.iter().map(|f| format!(" {}", word(f))).collect();
    let tools = Tools {
        compiler,
        beside: "",
    };
    let program = prepared(sources, "", true, tools);
    let mut c = format!(
        "/* Tests of {name}, one for each path that was kept, with what it left behind.
 *
 * Written by Everypath. Build and run:
 *
{steps} *   {compiler} -g -w -Dmain=program_main{flags} suite.c {sources} -o suite
 *   ./suite
 *
 * It exits with 0 when all results are as they were. */
{opening}#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
{closing}
{prototype}
static const char *ep_current;
static int ep_failures;

static void ep_expect(int holds, const char *what) {{
  if (holds)
    return;
  printf(\"%s: %s is not as expected\\n\", ep_current, what);
  ep_failures++;
}}

/* In a process of its own: globals start afresh. */
static void ep_run(void (*test)(void), const char *name, int status) {{
  static int bad;
  if (!test) {{
    exit(bad != 0);
  }}
  fflush(0);
  pid_t child = fork();
  if (child == 0) {{
    ep_current = name;
    test();
    fflush(0);
    _exit(ep_failures ? 89 : {DONE});
  }}
  int end = 0;
  if (child < 0 || waitpid(child, &end, 0) < 0) {{
    perror(\"fork\");
    exit(2);
  }}
  if (WIFEXITED(end) && WEXITSTATUS(end) == status)
    return;
  bad++;
  if (WIFSIGNALED(end))
    printf(\"%s: ended by signal %d\\n\", name, WTERMSIG(end));
  else if (WEXITSTATUS(end) != 89)
    printf(\"%s: exited with %d\\n\", name, WEXITSTATUS(end));
}}

",
        name = called.signature.name,
        compiler = plain(&word(compiler)),
        flags = plain(&flags),
        steps = steps(&program, plain),
        sources = plain(&units(called, &program.sources)),
        opening = called.opening(),
        closing = called.closing(),
        prototype = called.prototype(),
    );
    let mut list = String::new();
    for f in fragments {
        for line in f.lines() {
            match line.strip_prefix("#define TESTS_") {
                Some(rest) => {
                    let call = rest.split_once(' ').map_or("", |(_, call)| call);
                    let _ = writeln!(list, "  {call}");
                }
                None => {
                    c.push_str(line);
                    c.push('\n');
                }
            }
        }
        c.push('\n');
    }
    let n = fragments.len();
    let _ = write!(
        c,
        "int main(void) {{\n{list}  puts(\"{n} tests ran\");\n  ep_run(0, 0, 0);\n}}\n"
    );
    c
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::outcome::{Input, LeftObject, Place};
    use ep_harness::heap::Reach;
    use ep_harness::{ParamShape, Signature};

    fn test() -> TestCase {
        let ty = InputType::Int {
            bits: 32,
            signed: true,
        };
        TestCase {
            id: 7,
            end: PathEnd::Exit { status: Some(5) },
            place: Place::default(),
            inputs: vec![
                Input {
                    name: "p".into(),
                    ty: ty.clone(),
                    source: InputSource::Buffer { index: 0 },
                    bytes: vec![1, 0, 0, 0],
                },
                Input {
                    name: "n".into(),
                    ty,
                    source: InputSource::Parameter { index: 1 },
                    bytes: vec![4, 0, 0, 0],
                },
            ],
            left: Some(LeftBehind {
                result: vec![(
                    0,
                    LeftValue::Bytes {
                        bytes: vec![5, 0, 0, 0],
                    },
                )],
                objects: vec![LeftObject {
                    object: 0,
                    values: vec![(
                        0,
                        LeftValue::Bytes {
                            bytes: vec![9, 0, 0, 0],
                        },
                    )],
                }],
            }),
            left_early: false,
        }
    }

    fn called() -> Called {
        Called {
            signature: Signature::plain(
                "f",
                vec![
                    ParamShape::Buffer {
                        c_type: "void *".into(),
                        size: 0,
                    },
                    ParamShape::Scalar {
                        c_type: "int".into(),
                        size: 4,
                    },
                ],
            ),
            reach: Reach::Linked,
            result: "int".into(),
            alignment: None,
        }
    }

    #[test]
    fn a_test_builds_calls_and_compares() {
        let text = fragment(&called(), &test()).unwrap();
        for part in [
            "int value_1 = 4;",
            "int result = f(test000007_object_0, value_1);",
            "ep_expect(result == 5, \"the result\");",
            "object 0 at byte 0",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        let all = file(&called(), &["p.c".into()], "clang-19", &[], &[text]);
        assert!(all.contains("int f(void *, int);"), "{all}");
        assert!(all.contains("-Dmain=program_main"), "{all}");
        assert!(
            all.contains("  ep_run(test000007, \"test000007\", 88);"),
            "{all}"
        );
    }

    #[test]
    fn a_static_entry_is_included_or_has_no_test() {
        let mut inside = called();
        inside.reach = Reach::Included("src/p.c".into());
        let text = fragment(&inside, &test()).unwrap();
        let sources = ["src/p.c".into(), "q.c".into()];
        let all = file(&inside, &sources, "clang-19", &[], &[text]);
        assert!(all.contains("#include \"src/p.c\"\n#undef main"), "{all}");
        assert!(all.contains("suite.c -I. q.c -o suite"), "{all}");
        assert!(!all.contains("int f(void *, int);"), "{all}");
        inside.reach = Reach::Hidden;
        assert!(fragment(&inside, &test()).is_err());
    }

    #[test]
    fn what_comes_from_elsewhere_is_no_test_of_the_entry() {
        let mut t = test();
        t.inputs[0].source = InputSource::Stdin;
        assert!(fragment(&called(), &t).is_err());
    }
}
