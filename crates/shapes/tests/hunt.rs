//! Wrong proofs are hunted: generated programs over lists, and those that are
//! proved are run by the reference interpreter on many inputs. A run with an
//! error beside a proof fails.
//!
//! `HUNT=N` programs (40 unless it is set), `SEED=S` where they begin.

use ep_base::outcome::ErrorKind;
use ep_base::Cancel;
use ep_clang::{ModelLibrary, ReadOptions};
use ep_ir::interp::{run, End, Host, InputRequest, InterpConfig};
use ep_ir::Module;
use ep_shapes::{prove, Answer, Limits, Question};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// Runs of each program that is proved.
const RUNS: u64 = 150;
/// Programs that are compiled at once.
const BATCH: u64 = 20;

const HEAD: &str = "#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct n { int v; int *own; struct n *prev, *next; };
static int nd(void) { return __VERIFIER_nondet_int() & 1; }
";

/// A small generator of numbers (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }
    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

fn statement(r: &mut Random, depth: u32) -> String {
    let v = r.of(&["a", "b", "c", "d"]);
    let w = r.of(&["a", "b", "c", "d"]);
    let e = r.of(&["1", "2", "3", "x", "nd()"]);
    let op = r.of(&["==", "!=", "<=", ">="]);
    let k = r.of(&["1", "2", "3", "x"]);
    let inner = |r: &mut Random| {
        let n = 1 + r.below(3);
        (0..n).map(|_| statement(r, depth + 1)).collect::<String>()
    };
    match r.below(if depth < 2 { 26 } else { 21 }) {
        0 | 1 => {
            let to = r.of(&["0", w]);
            let keep = format!("struct n *t = malloc(sizeof *t); t->v = {e}; t->next = {to};");
            format!("{{ {keep} t->prev = 0; t->own = 0; {v} = t; }}\n")
        }
        2 | 3 => {
            let back = r.of(&["", "if (t->next) t->next->prev = t;"]);
            let own = r.of(&["", "t->own = malloc(4); *t->own = 7;"]);
            format!("{{ struct n *t = malloc(sizeof *t); t->v = {e}; t->next = {v}; t->prev = 0; t->own = 0; {back} {own} {v} = t; }}\n")
        }
        4 => format!("if ({v}) {v} = {v}->next;\n"),
        5 => format!("if ({v}) {v}->next = {};\n", r.of(&[w, "0"])),
        6 => format!("{v} = {w};\n"),
        7 => format!("if ({v}) {v}->v = {e};\n"),
        8 => format!("if ({v}) {{ struct n *t = {v}->next; free({v}); {v} = t; }}\n"),
        9 => {
            let own = r.of(&["", "if (t->own) free(t->own);"]);
            format!("while ({v}) {{ struct n *t = {v}; {v} = {v}->next; {own} free(t); }}\n")
        }
        10 => format!("if ({v}) assert({v}->v {op} {k});\n"),
        11 | 12 => format!("for (struct n *p = {v}; p; p = p->next) assert(p->v {op} {k});\n"),
        13 => format!("if ({v} && {v}->next && {v}->prev) {{ {v}->prev->next = {v}->next; {v}->next->prev = {v}->prev; free({v}); {v} = 0; }}\n"),
        14 => format!("x = {};\n", r.of(&["1", "2", "nd() ? 1 : 2", "x < 3 ? x + 1 : 1"])),
        15 => {
            let gone = r.of(&["", "free(OWN);", "free(OWN); OWN = 0;"]);
            let gone = gone.replace("OWN", &format!("{v}->own"));
            format!("if ({v} && {v}->own) {{ assert(*{v}->own == 7); {gone} }}\n")
        }
        16 => format!("{{ struct n *t = 0; while ({v}) {{ struct n *u = {v}->next; {v}->next = t; t = {v}; {v} = u; }} {v} = t; }}\n"),
        17 => format!("while ({v} && {v}->next && nd()) {v} = {v}->next;\n"),
        18 => format!("if ({v} && {w}) assert({v} {} {w});\n", r.of(&["==", "!="])),
        19 => format!("{{ struct n **p = &{v}; while (*p && (*p)->v {op} {k}) p = &(*p)->next; if (*p) {{ struct n *t = *p; *p = t->next; {} }} }}\n", r.of(&["free(t);", "t->next = 0;"])),
        20 => format!("for (struct n *p = {v}; p && p->next; p = p->next) assert(p->next->prev == p || p->v {op} p->next->v);\n"),
        21 | 22 => {
            let c = r.of(&["nd()", "x == 1", v, "nd()"]).to_owned();
            format!("if ({c}) {{\n{}}}\n", inner(r))
        }
        23 => format!("if ({v} != {w}) {{\n{}}}\n", inner(r)),
        _ => format!("while (nd()) {{\n{}}}\n", inner(r)),
    }
}

/// A loop that makes a list.
fn built(r: &mut Random, v: &str) -> String {
    let e = r.of(&["1", "1", "2", "nd()", "x", "1 + nd()"]);
    let back = r.of(&["", "if (t->next) t->next->prev = t;"]);
    let own = r.of(&[
        "",
        "",
        "t->own = malloc(4); *t->own = 7;",
        "if (nd()) { t->own = malloc(4); *t->own = 7; }",
    ]);
    let new =
        format!("struct n *t = malloc(sizeof *t); t->v = {e}; t->prev = 0; t->own = 0; {own}");
    match r.below(3) {
        0 => format!("{{ struct n **p = &{v}; while (nd()) {{ {new} t->next = 0; *p = t; p = &t->next; }} }}\n"),
        _ => format!("while (nd()) {{ {new} t->next = {v}; {back} {v} = t; }}\n"),
    }
}

fn program(r: &mut Random, name: &str) -> String {
    let mut out =
        format!("int {name}(void) {{ struct n *a = 0, *b = 0, *c = 0, *d = 0; int x = 1;\n");
    // Rows of any length to begin with.
    for v in ["a", "b"] {
        if r.below(4) > 0 {
            out += &built(r, v);
        }
    }
    for _ in 0..1 + r.below(5) {
        out += &statement(r, 0);
    }
    for v in ["a", "b", "c", "d"] {
        if r.below(3) > 0 {
            let own = r.of(&["", "if (t->own) free(t->own);"]);
            let _ = writeln!(
                out,
                "while ({v}) {{ struct n *t = {v}; {v} = {v}->next; {own} free(t); }}"
            );
        }
    }
    out + "return 0; }\n"
}

/// Inputs by chance, and zeros from some point on, so that loops end.
struct Chance(Random, u64);

impl Host for Chance {
    fn input(&mut self, _: &InputRequest<'_>) -> Option<Vec<u8>> {
        if self.1 == 0 {
            return None;
        }
        self.1 -= 1;
        let one = self.0.below(5) > 1;
        Some(vec![u8::from(one), 0, 0, 0])
    }
}

fn compile(text: &str, entries: &[String]) -> Module {
    let scratch = tempfile::tempdir().expect("a folder");
    let source = scratch.path().join("all.c");
    std::fs::write(&source, text).expect("written");
    let options = ReadOptions {
        scratch: scratch.path().to_path_buf(),
        roots: entries.to_vec(),
        models: vec![ModelLibrary {
            name: "the C library models".into(),
            pointer_bits: Some(64),
            bitcode: Cow::Borrowed(ep_runtime::LIBC_BITCODE_64),
        }],
        ..ReadOptions::default()
    };
    ep_clang::read(&[source], &options).expect("it is C").0
}

fn number(name: &str, otherwise: u64) -> u64 {
    let given = std::env::var(name).ok().and_then(|n| n.parse().ok());
    given.unwrap_or(otherwise)
}

#[test]
fn what_is_proved_has_no_error() {
    let all = number("HUNT", 40);
    let mut r = Random(number("SEED", 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let (mut proofs, mut open) = ([0u64; 2], 0u64);
    let mut wrong = Vec::new();
    for batch in 0..all.div_ceil(BATCH) {
        let names: Vec<String> = (0..BATCH)
            .map(|i| format!("f{}", batch * BATCH + i))
            .collect();
        let texts: Vec<String> = names.iter().map(|n| program(&mut r, n)).collect();
        let module = compile(&format!("{HEAD}{}", texts.concat()), &names);
        for (name, text) in names.iter().zip(&texts) {
            let entry = module.function(name).expect("it is there");
            for leak in [false, true] {
                let question = Question {
                    entry,
                    checks: &|k| k != ErrorKind::UnfreedMemory && (leak || k != ErrorKind::Leak),
                    uninit_is_input: false,
                    malloc_may_fail: false,
                };
                let limits = Limits {
                    steps: 4_000,
                    deadline: Some(Instant::now() + Duration::from_secs(1)),
                    cancel: Cancel::new(),
                };
                if !matches!(prove(&module, &question, &limits), Answer::Proved(_)) {
                    open += 1;
                    continue;
                }
                proofs[usize::from(leak)] += 1;
                for i in 0..RUNS {
                    let mut host = Chance(Random(i * 7919 + 12_345), 4 + i % 50);
                    let config = InterpConfig {
                        check_leaks: leak,
                        max_instructions: 20_000,
                        ..InterpConfig::default()
                    };
                    let end = run(&module, entry, &config, &mut host).end;
                    if let End::Error { kind } = end {
                        wrong.push(format!("{kind}, leaks looked for: {leak}\n{text}"));
                        break;
                    }
                }
            }
        }
    }
    eprintln!("{proofs:?} proved without and with leaks, {open} open");
    assert!(
        wrong.is_empty(),
        "{} wrong proofs\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(proofs[0] * 10 > all, "too few proofs to tell: {proofs:?}");
    assert!(
        open * 20 > all,
        "too few programs that are not proved: {open}"
    );
}
