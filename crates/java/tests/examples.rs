//! Every program of `examples/verify/java`, by the comments at its head:
//!
//! - `// prints: TEXT`: it is verified, `javac` accepts it, and its `main`
//!   prints this.
//! - `// flags: …`: of the command line, `--overflow` and `--infer`.
//! - `// broken(N): `A` ~> `B``: with the N-th A (from 1; the first without a
//!   number) behind the head replaced by B, exactly the findings below are
//!   made: `//   LINE: part of the message`.
//!
//! And with `assert false` before the first print the proof fails, so that no
//! state on the way there contradicts itself.

use ep_base::Budget;
use ep_idf::{verify, Options};
use ep_java::lower::{lower, Overflow};
use std::path::{Path, PathBuf};
use std::process::Command;

struct Broken {
    from: String,
    nth: usize,
    to: String,
    /// Line and part of the message.
    want: Vec<(u32, String)>,
}

struct Example {
    name: String,
    text: String,
    flags: String,
    prints: String,
    broken: Vec<Broken>,
}

fn examples() -> Vec<Example> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/verify/java");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(dir)
        .expect("the folder of examples")
        .map(|e| e.expect("an entry").path())
        .filter(|p| p.extension().is_some_and(|e| e == "java"))
        .collect();
    paths.sort();
    paths.iter().map(|p| example(p)).collect()
}

fn quoted(s: &str) -> (String, String) {
    let (a, b) = s.split_once("` ~> `").expect("`A` ~> `B`");
    let a = a.split_once('`').expect("a backtick").1;
    let b = b.strip_suffix('`').expect("a closing backtick");
    (a.to_string(), b.to_string())
}

fn example(path: &Path) -> Example {
    let text = std::fs::read_to_string(path).expect("a readable example");
    let mut e = Example {
        name: path.file_stem().expect("a name").to_string_lossy().into(),
        text: text.clone(),
        flags: String::new(),
        prints: String::new(),
        broken: Vec::new(),
    };
    for line in text.lines().take_while(|l| l.starts_with("//")) {
        if let Some(f) = line.strip_prefix("// flags: ") {
            e.flags = f.to_string();
        } else if let Some(p) = line.strip_prefix("// prints: ") {
            e.prints = p.to_string();
        } else if let Some(b) = line.strip_prefix("// broken") {
            let nth = match b.strip_prefix('(') {
                Some(n) => n.split(')').next().and_then(|n| n.parse().ok()),
                None => Some(1),
            };
            let (from, to) = quoted(b);
            e.broken.push(Broken {
                from,
                nth: nth.expect("a number"),
                to,
                want: Vec::new(),
            });
        } else if let Some((n, m)) = line.strip_prefix("//   ").and_then(|l| l.split_once(": ")) {
            let last = e
                .broken
                .last_mut()
                .expect("a finding stands below its edit");
            last.want
                .push((n.parse().expect("a line number"), m.to_string()));
        }
    }
    e
}

/// All findings, by line and message.
fn findings(name: &str, text: &str, flags: &str) -> Vec<(u32, String)> {
    let overflow = match flags {
        f if f.contains("--overflow ignore") => Overflow::Ignore,
        f if f.contains("--overflow wrap") => Overflow::Wrap,
        _ => Overflow::Check,
    };
    let infer = match flags.split("--infer ").nth(1) {
        Some(list) => list.split(' ').next().unwrap_or("").to_string(),
        None => "open,close,use,contracts".to_string(),
    };
    let has = |what| infer.split(',').any(|i| i == what);
    let program = ep_java::read(&[("T.java", text)])
        .unwrap_or_else(|f| panic!("{name}: {:#?}", f.diagnostics()));
    let lowered = lower(&program, ep_java::lower::Options { overflow })
        .unwrap_or_else(|p| panic!("{name}: {p:#?}"));
    let options = Options {
        infer_open: has("open"),
        infer_close: has("close"),
        infer_use: has("use"),
        unfold_contracts: has("contracts"),
        ..Options::default()
    };
    let mut out = Vec::new();
    for r in verify(&lowered.program, &options, &Budget::default()) {
        for e in &r.errors {
            out.push((
                e.at.start.line,
                e.note.clone().unwrap_or_else(|| e.message.clone()),
            ));
        }
        let fine = matches!(
            r.outcome,
            ep_idf::Outcome::Verified | ep_idf::Outcome::Failed
        );
        assert!(fine, "{name}: {:?}", r.outcome);
    }
    out.sort();
    out.dedup();
    out
}

/// The text with the n-th occurrence behind the head replaced.
fn edited(e: &Example, b: &Broken) -> String {
    let head: usize = e
        .text
        .split_inclusive('\n')
        .take_while(|l| l.starts_with("//"))
        .map(str::len)
        .sum();
    let (head, body) = e.text.split_at(head);
    let at = body
        .match_indices(&b.from)
        .nth(b.nth - 1)
        .unwrap_or_else(|| panic!("{}: `{}` is not there", e.name, b.from))
        .0;
    format!(
        "{head}{}{}{}",
        &body[..at],
        b.to,
        &body[at + b.from.len()..]
    )
}

#[test]
fn every_example_is_verified() {
    let all = examples();
    assert!(all.len() >= 25, "{} examples", all.len());
    for e in &all {
        let got = findings(&e.name, &e.text, &e.flags);
        assert!(got.is_empty(), "{}: {got:#?}", e.name);
    }
}

#[test]
fn every_broken_variant_has_its_findings() {
    let mut wrong = Vec::new();
    for e in &examples() {
        assert!(!e.broken.is_empty(), "{} has no broken variant", e.name);
        for b in &e.broken {
            let got = findings(&e.name, &edited(e, b), &e.flags);
            let same = got.len() == b.want.len()
                && got
                    .iter()
                    .zip(&b.want)
                    .all(|(g, w)| g.0 == w.0 && g.1.contains(&w.1));
            if !same {
                let lines: Vec<String> =
                    got.iter().map(|(l, m)| format!("//   {l}: {m}")).collect();
                wrong.push(format!("{} `{}`:\n{}", e.name, b.from, lines.join("\n")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_example_contradicts_itself() {
    for e in &examples() {
        let b = Broken {
            from: "System.out.println(".into(),
            nth: 1,
            to: "/*@ assert false; @*/ System.out.println(".into(),
            want: Vec::new(),
        };
        let got = findings(&e.name, &edited(e, &b), &e.flags);
        assert!(
            got.iter().any(|g| g.1.contains("`false` might not hold")),
            "{}: `assert false` was proved; {got:?}",
            e.name
        );
    }
}

/// `javac` accepts every example, and `java` prints what is said.
#[test]
fn every_example_runs() {
    let dir = tempfile::tempdir().expect("a folder");
    for e in &examples() {
        let out = dir.path().join(&e.name);
        std::fs::create_dir(&out).expect("a folder");
        let source = dir.path().join(format!("{}.java", e.name));
        std::fs::write(&source, &e.text).expect("the source");
        let javac = Command::new("javac")
            .args(["-encoding", "UTF-8", "-d"])
            .arg(&out)
            .arg(&source)
            .output()
            .expect("javac is missing: apt-get install default-jdk-headless");
        let told = String::from_utf8_lossy(&javac.stderr);
        assert!(javac.status.success(), "{}: {told}", e.name);
        let program = ep_java::read(&[("T.java", &e.text)]).expect("it was verified");
        let main = program.main().expect("a main routine");
        let class = &program.classes[program.methods[main].class].name;
        let java = Command::new("java")
            .args(["-ea", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp"])
            .arg(&out)
            .arg(class)
            .output()
            .expect("java");
        let printed = String::from_utf8_lossy(&java.stdout);
        assert!(java.status.success(), "{}: {java:?}", e.name);
        assert_eq!(printed.trim(), e.prints, "{}", e.name);
    }
}

/// A pure method that reaches itself through an interface needs a measure.
#[test]
fn recursion_through_an_interface_is_seen() {
    let text = "interface I { /*@ pure @*/ int f(); }
class A implements I { public /*@ pure @*/ int f() { I i = this; return i.f() + 1; } }";
    let program = ep_java::read(&[("T.java", text)]).expect("it is Java");
    let told = lower(&program, ep_java::lower::Options::default()).expect_err("no measure");
    assert!(
        told.iter()
            .any(|p| p.message.contains("nothing shows that this ends")),
        "{told:?}"
    );
}

/// A contract is assumed where the body is verified, so that a pure method which is
/// called by its own contract needs a measure.
#[test]
fn recursion_through_a_contract_is_seen() {
    let text = "class P {
  /*@ pure @*/ static int f(int n) //@ ensures f(n) == f(n) + 1;
  { return 3; }
  /*@ pure @*/ static int g(int n) //@ ensures h(n) == 1;
  { return 3; }
  /*@ pure @*/ static int h(int n) //@ ensures g(n) == 4;
  { return 1; }
}";
    let program = ep_java::read(&[("T.java", text)]).expect("it is Java");
    let told = lower(&program, ep_java::lower::Options::default()).expect_err("no measure");
    let line = |at: u32| text[..at as usize].matches('\n').count() + 1;
    let lines: Vec<usize> = told.iter().map(|p| line(p.span.start)).collect();
    assert_eq!(lines, [2, 4, 6], "{told:?}");
}

/// Recursion that the heap of the precondition does not bound: the predicate is opened
/// and closed again, taken as it was, or a fraction of it remains.
#[test]
fn recursion_that_the_heap_does_not_bound_is_seen() {
    let text = "class A {
  int x;
  //@ predicate boolean valid() { return acc(this.x); }
  /*@ pure @*/ int f() //@ requires valid();
  { return /*@ opening valid() in @*/ f(); }
  /*@ pure @*/ int g(A o) //@ requires acc(this.x, 1/2) &*& o != null &*& acc(o.x, 1/2);
  { return g(this); }
  /*@ pure @*/ int h(A o) //@ requires acc(this.x, 1/2) &*& o != null &*& acc(o.x, 1/2);
  { return i(); }
  /*@ pure @*/ int i() //@ requires acc(this.x, 1/2);
  { return h(this); }
  /*@ pure @*/ int k(A o) //@ requires valid() &*& o != null &*& o.valid();
  { return /*@ opening valid() in @*/ o.k(this); }
}
";
    for infer in ["all,open,close,use,contracts", "none"] {
        let got = findings("A", text, &format!("--infer {infer}"));
        let lines: Vec<u32> = got.iter().map(|f| f.0).collect();
        assert_eq!(lines, [5, 7, 11, 13], "{infer}: {got:?}");
        assert!(got.iter().all(|f| f.1.contains("might not end")), "{got:?}");
    }
}
