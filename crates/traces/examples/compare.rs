//! The two ways to a path condition, measured on families of programs.
//!
//! `cargo run --release --example compare -p everypath-traces [-- RUNS]` prints
//! one line per family and size as tab-separated values: paths, and for each way
//! the medians of the time to generate conditions (solver excluded), of the
//! solver's time, the nodes of all conditions as DAG and as tree, the
//! expressions that were made, and the peak of the memory of a process that does
//! nothing else (each row is a process of its own).

use ep_traces::explore::{Entry, Explorer, Limits, Way};
use ep_traces::java::{Lowerer, Options};
use std::time::Instant;

struct Family {
    name: &'static str,
    sizes: &'static [usize],
    source: fn(usize) -> String,
}

const NODE: &str = "class Node { int v; Node next; Node left; Node right; }\n";

fn class(body: &str) -> String {
    format!("{NODE}class T {{ {body} }}\n")
}

fn params(n: usize) -> String {
    let list: Vec<String> = (0..n).map(|i| format!("Node p{i}")).collect();
    list.join(", ")
}

const FAMILIES: &[Family] = &[
    Family {
        name: "field-chain",
        sizes: &[2, 4, 8, 12, 16],
        source: |k| {
            // k updates through references that may all be equal, then one read.
            let updates: String = (0..k).map(|i| format!("p{i}.v = {i};")).collect();
            class(&format!(
                "static int m({}) {{ {updates} if (p0.v == 0) return 1; return 2; }}",
                params(k)
            ))
        },
    },
    Family {
        name: "field-chain-unread",
        sizes: &[2, 4, 8, 12, 16],
        source: |k| {
            let updates: String = (0..k).map(|i| format!("p{i}.v = {i};")).collect();
            class(&format!(
                "static int m({}, int n) {{ {updates} if (n > 0) return 1; return 2; }}",
                params(k)
            ))
        },
    },
    Family {
        name: "list-reversal",
        sizes: &[1, 2, 4, 6, 8],
        source: |k| {
            class(&format!(
        "static Node m(Node l) {{ Node d = null; int i = 0; while (l != null && i < {k}) {{ Node r = l.next; l.next = d; d = l; l = r; i++; }} return d; }}"))
        },
    },
    Family {
        name: "list-traversal",
        sizes: &[2, 4, 8, 16, 32],
        source: |k| {
            class(&format!(
        "static int m(Node l, int x) {{ int i = 0; while (l != null && i < {k}) {{ if (l.v == x) return i; l = l.next; i++; }} return -1; }}"))
        },
    },
    Family {
        name: "tree-insertion",
        sizes: &[1, 2, 3, 4, 5],
        source: |k| {
            class(&format!(
        "static void m(Node t, int x) {{ Node n = new Node(); n.v = x; int i = 0; while (t != null && i < {k}) {{ if (x < t.v) {{ if (t.left == null) {{ t.left = n; return; }} t = t.left; }} else {{ if (t.right == null) {{ t.right = n; return; }} t = t.right; }} i++; }} }}"))
        },
    },
    Family {
        name: "array-sorting",
        sizes: &[2, 3, 4, 5, 6],
        source: |k| {
            class(&format!(
        "static void m(int[] a) {{ if (a.length != {k}) return; for (int i = 1; i < a.length; i++) for (int j = i; j > 0 && a[j-1] > a[j]; j--) {{ int t = a[j]; a[j] = a[j-1]; a[j-1] = t; }} }}"))
        },
    },
    Family {
        name: "recursion",
        sizes: &[4, 8, 12, 16],
        source: |k| {
            class(&format!(
        "static int s(Node l, int d) {{ if (l == null || d == 0) return 0; return l.v + s(l.next, d - 1); }} static int m(Node l) {{ if (s(l, {k}) > 10) return 1; return 0; }}"))
        },
    },
    Family {
        name: "arithmetic",
        sizes: &[3, 4, 5, 6],
        source: |k| {
            let steps: String = (0..k)
                .map(|i| format!("if (x > {i}) y = y + x; else y = y - {i}; x = x + y;"))
                .collect();
            class(&format!(
                "static int m(int x, int y) {{ {steps} return y; }}"
            ))
        },
    },
    Family {
        name: "creation",
        sizes: &[4, 8, 16, 32, 64],
        source: |k| {
            class(&format!(
        "static int m(int x) {{ Node h = null; for (int i = 0; i < {k}; i++) {{ Node n = new Node(); n.v = x + i; n.next = h; h = n; }} int s = 0; while (h != null) {{ s += h.v; h = h.next; }} if (s > 5) return 1; return 0; }}"))
        },
    },
    Family {
        name: "dispatch",
        sizes: &[1, 2, 3, 4],
        source: |k| {
            let mut t = String::from("abstract class S { abstract int f(int x); }\n");
            for i in 0..4 {
                t += &format!("class C{i} extends S {{ int a; int f(int x) {{ a = a + x; return a + {i}; }} }}\n");
            }
            let calls: String = (0..k).map(|i| format!("r += s{i}.f(r);")).collect();
            let list: Vec<String> = (0..k).map(|i| format!("S s{i}")).collect();
            t + &format!(
                "class T {{ static int m({}) {{ int r = 1; {calls} return r; }} }}\n",
                list.join(", ")
            )
        },
    },
    Family {
        name: "swap-chain",
        sizes: &[1, 2, 3, 4, 6],
        source: |k| {
            let swaps: String = (0..k)
                .map(|i| {
                    format!(
                        "t = p{i}.next; p{i}.next = p{}.next; p{}.next = t;",
                        i + 1,
                        i + 1
                    )
                })
                .collect();
            class(&format!(
                "static int m({}) {{ Node t; {swaps} if (p0.next == p1) return 1; return 0; }}",
                params(k + 1)
            ))
        },
    },
    Family {
        name: "array-updates",
        sizes: &[2, 4, 8, 16],
        source: |k| {
            let updates: String = (0..k).map(|i| format!("a[(i + {i}) & 7] = {i};")).collect();
            class(&format!("static int m(int[] a, int i) {{ if (a.length != 8) return 0; {updates} if (a[j(i)] == 1) return 1; return 2; }} static int j(int i) {{ return i & 7; }}"))
        },
    },
    Family {
        name: "long-path-short-conditions",
        sizes: &[8, 16, 32, 64, 128],
        source: |k| {
            // Much happens to the heap, nothing of it is asked.
            let work: String = (0..k)
                .map(|i| format!("p.v = p.v + q.v * {i}; q.next = p;"))
                .collect();
            class(&format!("static int m(Node p, Node q, int n) {{ if (p == null || q == null) return 0; {work} if (n > 3) return 1; return 2; }}"))
        },
    },
];

struct Measured {
    paths: usize,
    generate: f64,
    solver: f64,
    dag: usize,
    tree: f64,
    exprs: usize,
}

fn measure(source: &str, way: Way) -> Measured {
    let tree = match ep_java::read(&[("T.java", source)]) {
        Ok(t) => t,
        Err(f) => panic!("{source}\n{:?}", f.problems),
    };
    let class = tree.class_named("T").expect("class T");
    let id = *tree.classes[class]
        .methods
        .iter()
        .find(|m| tree.methods[**m].name == "m")
        .expect("method m");
    let mut lowerer = Lowerer::new(&tree, Options::default());
    let method = lowerer.entry(id);
    let mut low = lowerer.finish();
    let entry = Entry {
        proc: method.proc,
        args: method.params.iter().map(|&v| low.x.of(v)).collect(),
        assumed: method.assumed,
    };
    let before = low.x.len();
    let limits = Limits {
        depth: 64,
        paths: 1000,
        ..Limits::default()
    };
    let start = Instant::now();
    let (found, solver) = {
        let mut e = Explorer::new(&mut low.p, &mut low.x, limits);
        let found = e.explore(&entry, way);
        let solver = e.pipeline.stats().time().as_secs_f64();
        (found, solver)
    };
    let all = start.elapsed().as_secs_f64();
    let (mut dag, mut nodes) = (0, 0.0);
    for p in &found.paths {
        dag += low.x.dag_size(p.condition());
        nodes += low.x.tree_size(p.condition());
    }
    Measured {
        paths: found.paths.len(),
        generate: (all - solver) * 1e3,
        solver: solver * 1e3,
        dag,
        tree: nodes,
        exprs: low.x.len() - before,
    }
}

fn median(mut list: Vec<f64>) -> f64 {
    list.sort_by(f64::total_cmp);
    list[list.len() / 2]
}

/// The peak of the resident memory of this process in KiB.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    line.and_then(|l| l.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}

/// One row: `FAMILY SIZE WAY RUNS`.
fn row(name: &str, k: usize, way_name: &str, runs: usize) {
    let f = FAMILIES.iter().find(|f| f.name == name).expect("a family");
    let way = match way_name {
        "forward" => Way::Forward,
        _ => Way::Backward,
    };
    let source = (f.source)(k);
    let first = measure(&source, way);
    let memory = peak();
    let list: Vec<Measured> = (0..runs).map(|_| measure(&source, way)).collect();
    let generate = median(list.iter().map(|m| m.generate).collect());
    let solver = median(list.iter().map(|m| m.solver).collect());
    println!(
        "{name}\t{k}\t{way_name}\t{}\t{generate:.3}\t{solver:.3}\t{}\t{:e}\t{}\t{memory}",
        first.paths, first.dag, first.tree, first.exprs
    );
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [name, k, way, runs] = &args[..] {
        row(
            name,
            k.parse().expect("a size"),
            way,
            runs.parse().expect("runs"),
        );
        return;
    }
    let runs = args.first().map_or("5", String::as_str);
    let own = std::env::current_exe().expect("this program");
    println!("family\tsize\tway\tpaths\tgenerate_ms\tsolver_ms\tdag\ttree\texprs\tpeak_kib");
    for f in FAMILIES {
        for &k in f.sizes {
            for way in ["forward", "backward"] {
                let done = std::process::Command::new(&own)
                    .args([f.name, &k.to_string(), way, runs])
                    .status()
                    .expect("this program starts");
                assert!(done.success(), "{} {k} {way}", f.name);
            }
        }
    }
}
