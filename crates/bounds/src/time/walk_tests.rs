//! Theorem 8: every concrete run walks along the graph, each state a model of
//! some abstract one. The run is the reference interpreter's; it must come to
//! an end on the graph with the same count of LLVM instructions.

use super::engine::Engine;
use super::explore::{unfold, Graph, Target};
use super::facts::Facts;
use super::lin::{Lin, Sym};
use super::rules::View;
use super::{start, Options, ViewMode, WrapMode};
use ep_base::outcome::{Input, InputSource, InputType};
use ep_base::time::ParameterKind;
use ep_clang::ReadOptions;
use ep_ir::interp::{self, End, InterpConfig, ReplayHost};
use ep_ir::Module;
use num_bigint::BigInt;
use std::collections::BTreeMap;

pub(super) fn read(c: &str) -> Module {
    read_with(c, &["-fwrapv"])
}

/// The same with these flags.
pub(super) fn read_with(c: &str, flags: &[&str]) -> Module {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("test.c");
    std::fs::write(&path, c).unwrap();
    let options = ReadOptions {
        scratch: dir.path().to_owned(),
        keep_unreachable_functions: true,
        sanitize: false,
        clang_flags: flags.iter().chain(&["-w"]).map(|f| f.to_string()).collect(),
        ..ReadOptions::default()
    };
    ep_clang::read(&[path], &options).unwrap().0
}

/// The count of a run, if it ends within the limit.
pub(super) fn count(
    module: &Module,
    entry: &str,
    values: &[u64],
    bits: &[u32],
    limit: u64,
) -> Option<u64> {
    let inputs: Vec<Input> = values
        .iter()
        .zip(bits)
        .enumerate()
        .map(|(i, (v, bits))| Input {
            name: format!("p{i}"),
            ty: InputType::Int {
                bits: *bits,
                signed: false,
            },
            source: InputSource::Parameter { index: i as u32 },
            bytes: v.to_le_bytes()[..(*bits as usize / 8)].to_vec(),
        })
        .collect();
    let config = InterpConfig {
        max_instructions: limit,
        ..InterpConfig::default()
    };
    let mut host = ReplayHost::new(&inputs);
    let f = module.function(entry).unwrap();
    let out = interp::run(module, f, &config, &mut host);
    assert_eq!(host.mismatch, None);
    match out.end {
        End::Exit { .. } => Some(out.llvm_instructions),
        End::StepLimit | End::Infeasible => None,
        other => panic!("{other:?}: {} with {values:?}", out.message),
    }
}

/// Values for the variables that have none, so that all facts hold.
fn temporaries(facts: &Facts, known: &BTreeMap<Sym, BigInt>) -> Option<BTreeMap<Sym, BigInt>> {
    let left = facts.substitute(&|v| known.get(&v).map(|n| Lin::number(n.clone())));
    if left.is_contradiction() {
        return None;
    }
    let Some(v) = left.variables().into_iter().next() else {
        return Some(known.clone());
    };
    let r = left.range(&Lin::var(v), &mut Default::default());
    let (lo, hi) = (r.lo?, r.hi?);
    let mut at = lo.clone();
    let mut tries = 0;
    while at <= hi && tries < 600 {
        let mut next = known.clone();
        next.insert(v, at.clone());
        if let Some(found) = temporaries(facts, &next) {
            return Some(found);
        }
        at += 1;
        tries += 1;
    }
    None
}

/// Costs of all ends that the graph has for these inputs.
fn walk(engine: &Engine<'_>, graph: &Graph, values: &[u64]) -> Option<u64> {
    let mut known: BTreeMap<Sym, BigInt> = BTreeMap::new();
    for i in &engine.inputs {
        let ParameterKind::Value {
            index,
            bits,
            signed,
        } = i.parameter.kind
        else {
            panic!("no parameter");
        };
        let view = if signed { View::Signed } else { View::Unsigned };
        known.insert(
            i.sym,
            view.convert(bits, &BigInt::from(values[index as usize])),
        );
    }
    let inputs = known.clone();
    let mut at = None;
    let mut cost = 0;
    loop {
        let mut taken = None;
        for arc in graph.arcs.iter().filter(|a| a.source == at) {
            if let Some(all) = temporaries(&arc.arrival.state.facts, &known) {
                assert!(taken.is_none(), "two ways from {at:?} with {known:?}");
                taken = Some((arc, all));
            }
        }
        let Some((arc, all)) = taken else {
            panic!("no way from {at:?} with {known:?} for {values:?}");
        };
        cost += arc.arrival.state.cost;
        match arc.target {
            Target::End(_) => return Some(cost),
            Target::GaveUp => return None,
            Target::Cut(id) => {
                let cut = graph.cuts.get(id).unwrap();
                let mut next = inputs.clone();
                for (v, f) in cut.mu(&arc.arrival) {
                    let n = f.value(&|s| all.get(&s).cloned());
                    next.insert(
                        v,
                        n.unwrap_or_else(|| {
                            panic!("{f:?} is open in {:?} from {at:?}", arc.arrival.state.facts)
                        }),
                    );
                }
                for (d, i) in &cut.known {
                    let n = d.value(&|s| next.get(&s).cloned()).unwrap();
                    assert!(i.contains(&n), "{d:?} = {n} is not in {i:?}");
                }
                known = next;
                at = Some(id);
            }
        }
    }
}

/// Compares runs on these inputs; how many were compared.
fn compare(c: &str, entry: &str, inputs: &[Vec<u64>], options: &Options) -> usize {
    let module = read(c);
    let f = module.function(entry).unwrap();
    let bits: Vec<u32> = module.functions[f]
        .params
        .iter()
        .map(|p| module.layout.bits(p.ty))
        .collect();
    let mut compared = 0;
    for coarse in [false, true] {
        let mut engine = Engine::new(&module, options, coarse);
        let s = start::start(&mut engine, f).unwrap();
        let Ok(graph) = unfold(&mut engine, s, &mut |_| {}) else {
            continue;
        };
        assert_eq!(engine.count.refuted_cores, 0);
        let exact = graph.arcs.iter().all(|a| a.arrival.state.exact);
        if !exact || !engine.undecided.is_empty() {
            continue;
        }
        for values in inputs {
            if let Some(n) = count(&module, entry, values, &bits, 4000) {
                assert_eq!(walk(&engine, &graph, values), Some(n), "{c}\n{values:?}");
                compared += 1;
            }
        }
    }
    compared
}

fn bytes(parameters: usize) -> Vec<Vec<u64>> {
    match parameters {
        1 => (0..256).map(|a| vec![a]).collect(),
        _ => {
            let some = [0u64, 1, 2, 3, 7, 63, 64, 126, 127, 128, 129, 200, 254, 255];
            some.iter()
                .flat_map(|a| some.iter().map(move |b| vec![*a, *b]))
                .collect()
        }
    }
}

const ONE: [&str; 12] = [
    "void f(unsigned char j) { while (j > 0) j++; }",
    "void f(unsigned char x) { unsigned char j = 0; while (j <= x) j++; }",
    "void f(unsigned char j) { while (j > 0) j--; }",
    "void f(signed char j) { while (j > 0) j++; }",
    "void f(signed char x) { while (x != 5) x++; }",
    "void f(signed char x) { while (x < 100) x += 7; }",
    "void f(unsigned char x) { while (x > 10) { x -= 3; if (x & 1) x -= 2; } }",
    "void f(unsigned char x) { while (x) x >>= 1; }",
    "void f(signed char x) { while (x > 0) x /= 2; }",
    "void f(unsigned char x) { unsigned char i = 0; do { i += x; } while (i < 200 && x > 3); }",
    "void f(unsigned char x) { for (int i = 0; i < x; i++) for (int j = i; j < x; j += 40) ; }",
    "static int g(int a) { return a * 3 - 1; } void f(signed char x) { int s = x; while (s < 50 && s > -1000) s = g(s) + 5; }",
];

#[test]
fn runs_of_one_byte_walk_along_the_graph() {
    let mut compared = 0;
    for c in ONE {
        let n = compare(c, "f", &bytes(1), &Options::default());
        compared += n;
        assert!(n > 0, "nothing was compared: {c}");
    }
    assert!(compared > 3000, "{compared} runs");
}

const TWO: [&str; 6] = [
    "void f(unsigned char x, unsigned char c) { while (x != c) x++; }",
    "void f(signed char x, signed char y) { while (x > y) { x--; if (y < 3) y++; } }",
    "int f(signed char x, signed char y) { int s = 0; while (x > 0) { x--; s++; } while (y > 0) { y--; s--; } return s; }",
    "void f(unsigned char n, unsigned char m) { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) if (i + j > 300) return; }",
    "void f(signed char x, unsigned char y) { while (x < y) { switch (y & 3) { case 0: x++; break; case 1: x += 2; break; default: y--; } } }",
    "void f(unsigned char a, unsigned char b) { while (a < b || b > 200) { if (a > 100 && b > 7) b -= 3; else a++; } }",
];

#[test]
fn runs_of_two_bytes_walk_along_the_graph() {
    let mut compared = 0;
    for c in TWO {
        compared += compare(c, "f", &bytes(2), &Options::default());
    }
    assert!(compared > 1000, "{compared} runs");
}

#[test]
fn every_wrap_and_view_mode_has_all_runs() {
    for wrap in [WrapMode::Case, WrapMode::Lazy, WrapMode::Modulo] {
        for view in [ViewMode::Auto, ViewMode::Signed, ViewMode::Unsigned] {
            let options = Options {
                wrap,
                view,
                ..Options::default()
            };
            let some: Vec<Vec<u64>> = [0, 1, 5, 100, 127, 128, 255].map(|a| vec![a]).to_vec();
            let mut compared = 0;
            for c in [ONE[0], ONE[4], ONE[5]] {
                compared += compare(c, "f", &some, &options);
            }
            assert!(compared > 0, "{wrap:?} {view:?}");
        }
    }
}

/// A small generator: loops over two bytes with a fuel that keeps them short.
fn random_program(seed: &mut u64) -> String {
    let mut next = |n: u64| {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed % n
    };
    let types = ["unsigned char", "signed char", "unsigned short", "int"];
    let vars = ["a", "b", "i"];
    let atom = |next: &mut dyn FnMut(u64) -> u64| match next(4) {
        0 => format!("{}", next(200)),
        k => vars[k as usize - 1].to_owned(),
    };
    let expr = |next: &mut dyn FnMut(u64) -> u64| {
        let ops = ["+", "-", "+", "-", "*", "/", "%", "&", ">>", "<<"];
        let op = ops[next(10) as usize];
        let left = atom(next);
        match op {
            "*" | "/" | "%" => format!("({left} {op} {})", next(6) + 2),
            "&" => format!("({left} & {})", (1u64 << (next(5) + 1)) - 1),
            ">>" | "<<" => format!("({left} {op} {})", next(3)),
            _ => format!("({left} {op} {})", atom(next)),
        }
    };
    let rel = ["<", "<=", ">", ">=", "!=", "=="];
    let (ta, tb, ti) = (
        types[next(2) as usize],
        types[next(2) as usize],
        types[next(4) as usize],
    );
    let cond = format!(
        "{} {} {}",
        expr(&mut next),
        rel[next(5) as usize],
        expr(&mut next)
    );
    let mut body = String::new();
    for _ in 0..next(3) + 1 {
        let v = vars[next(3) as usize];
        let e = expr(&mut next);
        if next(3) == 0 {
            let (l, r) = (expr(&mut next), expr(&mut next));
            body.push_str(&format!("if ({l} {} {r}) ", rel[next(6) as usize]));
        }
        body.push_str(&format!("{v} = {e}; "));
    }
    format!(
        "void f({ta} a, {tb} b) {{ {ti} i = {}; while ({cond}) {{ {body} }} }}",
        next(9)
    )
}

#[test]
fn runs_of_random_programs_walk_along_the_graph() {
    let mut seed = 0x9E37_79B9_7F4A_7C15;
    let mut compared = 0;
    let some = [0u64, 1, 3, 100, 127, 128, 200, 255];
    let inputs: Vec<Vec<u64>> = some
        .iter()
        .flat_map(|a| some.iter().map(move |b| vec![*a, *b]))
        .collect();
    for _ in 0..40 {
        let c = random_program(&mut seed);
        compared += compare(&c, "f", &inputs, &Options::default());
    }
    assert!(compared > 500, "{compared} runs");
}
