//! `everypath fuzz` together with others and under bad conditions: several
//! workers, AFL++ on the same folder, corpora and dictionaries of other
//! fuzzers, 32 bits, kills, a full disk.

mod unset;

use serde_json::Value;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use unset::UNSET;

struct Bench {
    dir: tempfile::TempDir,
}

impl Bench {
    fn new() -> Bench {
        Bench {
            dir: tempfile::tempdir().expect("a folder"),
        }
    }

    fn path(&self, name: &str) -> String {
        self.dir.path().join(name).display().to_string()
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.dir.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(&path, content).expect("writes");
        path.display().to_string()
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut c = Command::new(env!("CARGO_BIN_EXE_everypath"));
        c.args(["fuzz", "--json"])
            .args(args)
            .current_dir(self.dir.path());
        c
    }

    fn run(&self, args: &[&str]) -> Value {
        json(&self.command(args).output().expect("starts"))
    }
}

fn json(out: &Output) -> Value {
    let text = String::from_utf8_lossy(&out.stdout);
    serde_json::from_str(&text).unwrap_or_else(|e| {
        panic!(
            "no JSON ({e})\n{text}\n{}",
            String::from_utf8_lossy(&out.stderr)
        )
    })
}

/// The kinds of the bugs.
fn kinds(run: &Value) -> Vec<&str> {
    run["bugs"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|b| b["kind"].as_str())
        .collect()
}

/// Inputs of a folder with their content. What is still being written has a
/// name that begins with a dot, and is none.
fn stored(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    entries
        .flatten()
        .map(|e| e.path())
        .filter(|p| p.is_file() && !p.file_name().is_some_and(is_hidden))
        .map(|p| (p.clone(), fs::read(&p).expect("reads")))
        .collect()
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

fn contents(out: &Path, folder: &str) -> BTreeSet<Vec<u8>> {
    stored(&out.join(folder)).into_iter().map(|f| f.1).collect()
}

/// Five letters one after the other, each with code of its own.
const LETTERS: &str = "#include <stdio.h>
#include <stdlib.h>
static int next(int want, int depth) {
  int c = getchar();
  if (c == EOF) return -1;
  return c == want ? depth : 0;
}
int main(void) {
  if (next('f', 1) <= 0) return 0;
  puts(\"one\");
  if (next('i', 2) <= 0) return 0;
  puts(\"two\");
  if (next('s', 3) <= 0) return 0;
  puts(\"three\");
  if (next('h', 4) <= 0) return 0;
  if (getchar() == '!') abort();
  return 0;
}
";

#[test]
fn workers_share_inputs_and_coverage() {
    let b = Bench::new();
    let f = b.file("letters.c", LETTERS);
    let seed = b.file("seed", "xxxxx");
    let (one, two) = (b.path("one"), b.path("two"));
    let single = b.run(&[&f, "--seed", &seed, "--out", &one]);
    let double = b.run(&[&f, "--seed", &seed, "--out", &two, "--jobs", "2"]);
    assert_eq!(kinds(&single), ["abort"]);
    assert_eq!(kinds(&double), ["abort"]);
    assert_eq!(single["fuzz"]["edges"], double["fuzz"]["edges"]);
    // No worker made again what the other had made.
    let all: Vec<Vec<u8>> = ["queue", "crashes", "waiting"]
        .iter()
        .flat_map(|k| stored(&Path::new(&two).join(k)))
        .map(|f| f.1)
        .collect();
    let once: BTreeSet<&Vec<u8>> = all.iter().collect();
    assert_eq!(all.len(), once.len());
    assert_eq!(double["options"]["jobs"], 2);
}

/// Kills at several moments; what was there stays, and the end is the same.
#[test]
fn kills_of_two_workers_lose_nothing() {
    let b = Bench::new();
    let f = b.file("letters.c", LETTERS);
    let seed = b.file("seed", "xxxxx");
    let whole = b.path("whole");
    let expected = b.run(&[&f, "--seed", &seed, "--out", &whole]);
    let mut killed = 0;
    // On a busy machine a run may be over before it is looked at.
    for round in 0..20 {
        let out = b.path(&format!("out{round}"));
        let args = [&*f, "--seed", &seed, "--out", &out, "--jobs", "2"];
        for moment in [0usize, 1, 2, 4, 7] {
            killed += u32::from(killed_after(&b, &args, Path::new(&out), moment));
        }
        let found = b.run(&args);
        assert_eq!(found["fuzz"]["edges"], expected["fuzz"]["edges"]);
        assert_eq!(kinds(&found), kinds(&expected));
        assert_eq!(found["verdict"], expected["verdict"]);
        // Nothing is left to do.
        let again = b.run(&[&f, "--seed", &seed, "--out", &out]);
        assert_eq!(again["fuzz"]["expansions"], 0);
        if killed >= 2 {
            return;
        }
    }
    panic!("only {killed} runs were killed before their end");
}

/// Kills a run when it has stored this many inputs; what was there before is
/// there then. False if it ended first.
fn killed_after(b: &Bench, args: &[&str], folder: &Path, moment: usize) -> bool {
    let kept = ["queue", "crashes", "hangs"];
    let before: Vec<BTreeSet<Vec<u8>>> = kept.iter().map(|k| contents(folder, k)).collect();
    let count = |k: &&str| stored(&folder.join(k)).len();
    let now: usize = kept.iter().map(count).sum();
    let mut child = b
        .command(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("starts");
    let begin = Instant::now();
    while child.try_wait().expect("waits").is_none() && begin.elapsed() < Duration::from_secs(60) {
        if folder.join("queue").is_dir() && kept.iter().map(count).sum::<usize>() >= now + moment {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let killed = child.try_wait().expect("waits").is_none();
    child.kill().expect("kills");
    child.wait().expect("waits");
    for (k, was) in kept.iter().zip(&before) {
        assert!(contents(folder, k).is_superset(was), "{k} after {moment}");
    }
    killed
}

/// The first things that a run leaves when it is killed at once.
#[test]
fn what_a_killed_run_began_is_gone_on_with() {
    let b = Bench::new();
    let f = b.file("letters.c", LETTERS);
    let seed = b.file("seed", "xxxxx");
    for begun in [".probe", "expanded"] {
        let out = b.path(begun.trim_start_matches('.'));
        b.file(&format!("{out}/{begun}"), "");
        let found = b.run(&[&f, "--seed", &seed, "--out", &out]);
        assert_eq!(kinds(&found), ["abort"]);
    }
    // A folder of something else is left alone.
    let out = b.path("other");
    b.file(&format!("{out}/expanded"), "");
    b.file(&format!("{out}/notes"), "");
    let refused = b.command(&[&f, "--seed", &seed, "--out", &out]).output();
    assert_eq!(refused.expect("starts").status.code(), Some(2));
}

/// Two runs in one folder would store two inputs under one name.
#[test]
fn a_folder_belongs_to_one_run() {
    let b = Bench::new();
    let f = b.file("letters.c", LETTERS);
    let seed = b.file("seed", "xxxxx");
    let out = b.path("out");
    let args = [&*f, "--seed", &seed, "--out", &out];
    b.run(&args);
    let log = fs::File::open(Path::new(&out).join("expanded")).expect("opens");
    ep_native::lock::alone(&log, Path::new(&out)).expect("is free");
    let before = contents(Path::new(&out), "queue");
    let refused = b.command(&args).output().expect("starts");
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8_lossy(&refused.stderr);
    assert!(message.contains("another process is at work"), "{message}");
    assert!(message.contains(&out), "{message}");
    assert_eq!(contents(Path::new(&out), "queue"), before);
    drop(log);
    assert_eq!(b.run(&args)["fuzz"]["expansions"], 0);
}

/// The target that both fuzzers run: a chain that AFL++ seldom passes.
const SHARED: &str = "#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  uint32_t head[2] = {0, 0};
  if (fread(head, 4, 2, stdin) != 2) { puts(\"short\"); return 0; }
  if (head[0] == 0x8badf00d) {
    puts(\"first\");
    if (head[1] == head[0] * 3 + 1) { puts(\"second\"); return 2; }
  }
  return 1;
}
";

#[test]
fn beside_afl_on_one_folder() {
    let afl = Command::new("afl-clang-fast").arg("--version").output();
    assert!(afl.is_ok(), "install afl++: this test runs beside it");
    let b = Bench::new();
    let f = b.file("shared.c", SHARED);
    let seed = b.file("seeds/a", "aaaa");
    let compiled = Command::new("afl-clang-fast")
        .args(["-O1", "-o", &b.path("target"), &f])
        .output()
        .expect("afl-clang-fast starts");
    assert!(compiled.status.success(), "{compiled:?}");
    let sync = b.path("sync");
    let afl = |role: [&str; 2], seconds: &str| {
        let o = Command::new("afl-fuzz")
            .args(["-i", &b.path("seeds"), "-o", &sync])
            .args(role)
            .args(["-V", seconds, "--", &b.path("target")])
            .env("AFL_NO_UI", "1")
            .env("AFL_SKIP_CPUFREQ", "1")
            .env("AFL_NO_AFFINITY", "1")
            .env("AFL_IMPORT_FIRST", "1")
            .env("AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES", "1")
            .output()
            .expect("afl-fuzz starts");
        assert!(o.status.success(), "{}", String::from_utf8_lossy(&o.stdout));
    };
    afl(["-M", "afl"], "3");
    // AFL's queue has an input of eight bytes or more; ours starts shorter
    // and takes it over.
    let theirs = stored(&Path::new(&sync).join("afl/queue"));
    assert!(theirs.len() >= 2, "AFL++ found nothing in 3 s");
    let out = format!("{sync}/everypath");
    let run = b.run(&[
        &f,
        "--seed",
        &seed,
        "--out",
        &out,
        "--sync",
        &sync,
        "--max-runs",
        "300",
        "--mutations",
        "0",
    ]);
    assert!(
        run["fuzz"]["imported"].as_u64() >= Some(1),
        "{:#}",
        run["fuzz"]
    );
    let found = contents(Path::new(&out), "queue");
    let gate = |i: &Vec<u8>| i.starts_with(&0x8bad_f00du32.to_le_bytes());
    assert!(found.iter().any(gate), "the magic value");
    // And AFL++ takes over what passed the gate.
    afl(["-S", "second"], "5");
    let second = stored(&Path::new(&sync).join("second/queue"));
    assert!(
        second.iter().any(|(path, bytes)| {
            gate(bytes) && path.display().to_string().contains("sync:everypath")
        }),
        "{:?}",
        second.iter().map(|f| &f.0).collect::<Vec<_>>()
    );
    // Its whole output folder is a corpus.
    let all = b.run(&[&f, "--seed", &sync, "--minimise", "--out", &b.path("small")]);
    assert!(all["seeds"].as_u64() >= Some(theirs.len() as u64), "{all}");
    let (kept, seeds) = (all["kept"].as_u64(), all["seeds"].as_u64());
    assert!(kept >= Some(3) && kept < seeds, "{all}");
}

#[test]
fn a_corpus_of_libfuzzer_is_minimised() {
    let b = Bench::new();
    let f = b.file(
        "target.c",
        "#include <stdint.h>
#include <stddef.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static volatile int seen;
  if (size > 2 && data[0] == 'a') seen = data[1];
  return 0;
}
",
    );
    // Names as libFuzzer gives them.
    for (name, content) in [
        ("corpus/2fb5e13419fc89246865e7a324f476ec624e8740", "abc"),
        ("corpus/7b502c3a1f48c8609ae212cdfb639dee39673f5e", "abcdef"),
        ("corpus/11f6ad8ec52a2984abaafd7c3b516503785c2072", "x"),
        ("corpus/95cb0bfd2977c761298d9624e4b4d4c72a39974a", "y"),
    ] {
        b.file(name, content);
    }
    let out = b.path("out");
    let j = b.run(&[&f, "--seed", &b.path("corpus"), "--minimise", "--out", &out]);
    assert_eq!((&j["seeds"], &j["kept"]), (&4.into(), &2.into()), "{j}");
    let kept = contents(Path::new(&out), "queue");
    assert_eq!(kept, BTreeSet::from([b"abc".to_vec(), b"x".to_vec()]));
    // The small corpus covers what the whole one does.
    let again = b.run(&[&f, "--seed", &out, "--minimise", "--out", &b.path("again")]);
    assert_eq!(again["edges"], j["edges"]);
    assert_eq!(again["kept"], 2);
}

/// A product of eight pieces of the input that no solver takes apart in half a
/// second.
const HASH: &str = "#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static uint64_t mix(const unsigned char *p, int n) {
  uint64_t h = 0xcbf29ce484222325u;
  for (int i = 0; i < n; i++) { h = (h ^ p[i]) * 0x100000001b3u; h ^= h >> 29; h *= h | 1; }
  return h;
}
int main(void) {
  unsigned char b[16] = {0};
  if (fread(b, 1, 12, stdin) < 12) return 0;
  unsigned char want[] = \"KEYWORD+9876\";
  for (int i = 0; i < 12; i++) want[i] ^= 0;
  volatile uint64_t expected = mix(want, 12);
  if (mix(b, 12) == expected) abort();
  return 0;
}
";

#[test]
fn a_dictionary_opens_what_the_solver_cannot() {
    let b = Bench::new();
    let f = b.file(
        "hash.c",
        HASH.replace("\"KEYWORD+9876\"", "{75,69,89,87,79,82,68,43,57,56,55,54}"),
    );
    let seed = b.file("seed", "xxxxxxxxxxxx");
    let dict = b.file(
        "words.dict",
        "# a word\nword=\"KEYWORD+9876\"\n\"\\x00\\\\\"\n",
    );
    let limits = [
        "--max-runs",
        "6000",
        "--mutations",
        "3000",
        "--max-expansions",
        "1",
    ];
    let base: Vec<&str> = [&[f.as_str(), "--seed", &seed][..], &limits].concat();
    let (with, without) = (b.path("with"), b.path("without"));
    let run = b.run(&[&base[..], &["--out", &with, "--dict", &dict]].concat());
    assert_eq!(kinds(&run), ["abort"], "{:#}", run["fuzz"]);
    let run = b.run(&[&base[..], &["--out", &without]].concat());
    assert_eq!(kinds(&run), Vec::<&str>::new(), "the dictionary did it");
}

/// The name of the input file is an argument.
#[test]
fn the_input_file_is_an_argument() {
    let b = Bench::new();
    let f = b.file(
        "file.c",
        "#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc != 3 || strcmp(argv[1], \"-q\") != 0) return 2;
  FILE *f = fopen(argv[2], \"rb\");
  if (!f) return 3;
  int a = fgetc(f), b = fgetc(f);
  fclose(f);
  if (a == '#' && b == '!') abort();
  return 0;
}
",
    );
    let seed = b.file("seed", "ab");
    let j = b.run(&[
        &f,
        "--seed",
        &seed,
        "--args",
        "-q,@@",
        "--out",
        &b.path("out"),
    ]);
    assert_eq!(kinds(&j), ["abort"], "{:#}", j["fuzz"]);
    assert_eq!(j["bugs"][0]["inputs"][0]["bytes"][0], b'#');
}

#[test]
fn a_program_of_32_bits() {
    let b = Bench::new();
    let f = b.file(
        "long.c",
        "#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int c = getchar();
  if (sizeof(long) == 4 && sizeof(char *) == 4 && c == 'w') abort();
  return 0;
}
",
    );
    let seed = b.file("seed", "a");
    let j = b.run(&[&f, "--seed", &seed, "--m32", "--out", &b.path("narrow")]);
    assert_eq!(kinds(&j), ["abort"], "{:#}", j["fuzz"]);
    let j = b.run(&[&f, "--seed", &seed, "--out", &b.path("flag"), "--", "-m32"]);
    assert_eq!(kinds(&j), ["abort"], "{:#}", j["fuzz"]);
    let j = b.run(&[&f, "--seed", &seed, "--out", &b.path("wide")]);
    assert_eq!(kinds(&j), Vec::<&str>::new());
}

/// A disk with room for some of the inputs: exit 4 and one message; with more
/// room the run goes on with what it had.
#[test]
fn a_full_disk_stops_cleanly() {
    let b = Bench::new();
    b.file("letters.c", LETTERS);
    b.file("seed", "xxxxx");
    fs::create_dir(b.dir.path().join("disk")).expect("a folder");
    let script = "mount -t tmpfs -o size=24k tmpfs disk || exit 99
\"$0\" fuzz letters.c --seed seed --out disk/o --json >first.json 2>first.err
echo $? >first.code
ls disk/o/queue disk/o/waiting disk/o/crashes | grep -c ^id >first.count
ls -a disk/o/queue disk/o/waiting | grep -c part >first.parts
mount -o remount,size=4m disk
\"$0\" fuzz letters.c --seed seed --out disk/o --json >second.json 2>second.err
echo $? >second.code";
    let o = Command::new("unshare")
        .args(["-rm", "sh", "-c", script])
        .arg(env!("CARGO_BIN_EXE_everypath"))
        .current_dir(b.dir.path())
        .output()
        .expect("unshare starts");
    if o.status.code() == Some(99) || !b.dir.path().join("first.code").exists() {
        eprintln!("no mount namespace here: not tested");
        return;
    }
    let read = |name: &str| fs::read_to_string(b.dir.path().join(name)).unwrap_or_default();
    let error = read("first.err");
    assert_eq!(read("first.code").trim(), "4", "{error}");
    assert!(error.contains("No space left"), "{error}");
    assert!(error.contains("the same --out"), "{error}");
    assert_eq!(error.lines().count(), 2, "{error}");
    assert!(read("first.count").trim().parse::<u32>().unwrap_or(0) >= 1);
    assert_eq!(read("first.parts").trim(), "0", "half a file is left");
    let second: Value = serde_json::from_str(&read("second.json"))
        .unwrap_or_else(|e| panic!("{e}: {}", read("second.err")));
    assert_eq!(read("second.code").trim(), "1");
    assert_eq!(kinds(&second), ["abort"]);
    assert!(second["fuzz"]["earlier_inputs"].as_u64() >= Some(1));
}

/// `run.json` keeps to its schema, and the tree of inputs is written in each
/// format.
#[test]
fn the_files_of_a_run_fit_their_schema() {
    let b = Bench::new();
    let f = b.file("letters.c", LETTERS);
    let seed = b.file("seed", "xxxxx");
    let (tree, page) = (b.path("tree.json"), b.path("tree.html"));
    let j = b.run(&[&f, "--seed", &seed, "--out", &b.path("o"), "--tree", &tree]);
    let text = include_str!("../../../docs/schema/run.schema.json");
    let schema: Value = serde_json::from_str(text).expect("JSON");
    let told = schema["properties"]["fuzz"]["properties"]
        .as_object()
        .expect("fields");
    let fields = j["fuzz"].as_object().expect("an object");
    let names = |o: &serde_json::Map<String, Value>| o.keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(names(fields), names(told), "the fields of `fuzz`");
    for (name, value) in fields {
        let fits = match (&told[name]["$ref"], &told[name]["type"]) {
            (Value::String(r), _) if r.ends_with("/count") => value.is_u64(),
            (Value::String(r), _) if r.ends_with("/tally") => value.is_array(),
            (_, Value::String(t)) if t == "number" => value.is_number(),
            (_, Value::String(t)) if t == "object" => value.is_object(),
            other => panic!("{name}: {other:?}"),
        };
        assert!(fits, "{name}: {value}");
    }
    let tree: Value = serde_json::from_slice(&fs::read(tree).expect("reads")).expect("JSON");
    let nodes = tree["nodes"].as_array().expect("nodes");
    // The seeds' root and every input.
    assert_eq!(
        nodes.len() as u64,
        1 + j["fuzz"]["inputs"].as_u64().expect("a number")
    );
    assert_eq!(nodes.iter().filter(|n| n["outcome"] == "abort").count(), 1);
    let last = nodes
        .iter()
        .find(|n| n["outcome"] == "abort")
        .expect("the crash");
    assert_eq!(last["source"], "if (getchar() == '!') abort();");
    assert_eq!(last["branch"], "line 16 negated");
    let parent = &nodes[last["parent"].as_u64().expect("a parent") as usize];
    assert_eq!(parent["kind"], "fork");
    b.run(&[&f, "--seed", &seed, "--out", &b.path("p"), "--tree", &page]);
    let page = fs::read_to_string(page).expect("reads");
    assert!(page.contains("<html") && page.contains("line 16 negated"));
    let whole = b.path("whole");
    b.run(&[&f, "--seed", &seed, "--out", &b.path("w"), "--html", &whole]);
    let index = fs::read_to_string(b.dir.path().join("whole/index.html")).expect("reads");
    assert!(index.contains("line 16 negated") && index.contains("violated"));
    // That there can be no picture is told before the run, and the program stays.
    let before = fs::read(&f).expect("the program");
    let o = b
        .command(&[&f, "--seed", &seed, "--out", &b.path("x"), "--html", &f])
        .output()
        .expect("starts");
    assert_eq!(o.status.code(), Some(4));
    assert!(String::from_utf8_lossy(&o.stderr).contains("cannot write"));
    assert_eq!(fs::read(&f).expect("the program"), before);
    let o = b
        .command(&[&f, "--tree", "tree.txt"])
        .output()
        .expect("starts");
    assert_eq!(o.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&o.stderr).contains("ends in .html, .json or .dot"));
}

/// A `main` is forked for every input: 2,000 of them take less than a second
/// of the processor. Half of that is asked for here, beside other tests.
#[test]
fn forks_are_quick() {
    let b = Bench::new();
    let f = b.file("letters.c", LETTERS);
    let seed = b.file("seed", "fiz");
    let run = |runs: &str| {
        // The shell's own record of the children that it waited for: other
        // tests of this process have children too.
        let o = Command::new("sh")
            .args(["-c", "\"$0\" \"$@\" >run.json; cat /proc/$$/stat"])
            .arg(env!("CARGO_BIN_EXE_everypath"))
            .args([
                "fuzz",
                &f,
                "--seed",
                &seed,
                "--out",
                &b.path(runs),
                "--json",
            ])
            .args(["--max-runs", runs, "--mutations", "100000"])
            .args(["--max-expansions", "1"])
            .current_dir(b.dir.path())
            .output()
            .expect("a shell");
        let j: Value =
            serde_json::from_slice(&fs::read(b.path("run.json")).expect("reads")).expect("JSON");
        assert!(j["fuzz"]["runs"].as_u64() >= runs.parse().ok());
        (children(&String::from_utf8_lossy(&o.stdout)), j)
    };
    let (few, _) = run("500");
    let (many, j) = run("8500");
    // Both compile; the rest is 8,000 runs.
    let rate = 8000.0 / (many - few).max(0.001);
    assert!(rate > 1000.0, "{rate:.0} runs a second, {:#}", j["fuzz"]);
    let lean = j["fuzz"]["runs_without_sanitizers"].as_u64();
    assert!(lean >= Some(4000), "{:#}", j["fuzz"]);
}

/// CPU seconds of all children that were waited for, of a line of `stat`.
fn children(stat: &str) -> f64 {
    let fields: Vec<&str> = stat
        .rsplit(')')
        .next()
        .unwrap_or("")
        .split_whitespace()
        .collect();
    let ticks = |i: usize| fields[i].parse::<f64>().unwrap_or(0.0);
    (ticks(13) + ticks(14)) / 100.0
}

/// A crash on every seed does not hide another one, and what SV-COMP calls an
/// input is one.
#[test]
fn every_input_crashes() {
    let b = Bench::new();
    for (name, source, wanted) in [
        (
            "two.c",
            "#include <everypath.h>
int main(void) {
  int a[4] = {1, 2, 3, 4}, i, d;
  ep_symbolic(&i, sizeof i, \"i\");
  ep_symbolic(&d, sizeof d, \"d\");
  int x = a[i];
  return x / d;
}",
            &["division-by-zero", "out-of-bounds-read"] as &[&str],
        ),
        (
            "memory.c",
            "void __VERIFIER_nondet_memory(void *, unsigned long);
unsigned __int128 __VERIFIER_nondet_uint128(void);
#include <stdlib.h>
int main(void) {
  int a[2];
  __VERIFIER_nondet_memory(a, sizeof a);
  if (a[1] == 70000 && __VERIFIER_nondet_uint128() >> 100 == 77) abort();
  return 0;
}",
            &["abort"],
        ),
    ] {
        b.file(name, source);
        let run = b.run(&[name, "--max-runs", "600", "--mutations", "50"]);
        let mut found = kinds(&run);
        found.sort_unstable();
        assert_eq!(found, wanted, "{name}: {run}");
    }
}

/// What the followed run says about content that nobody wrote is a bug where
/// MemorySanitizer sees it at the same line.
#[test]
fn content_that_nobody_wrote() {
    for (i, (source, flags, bugs, alone)) in UNSET.iter().enumerate() {
        let b = Bench::new();
        b.file("p.c", source);
        b.file("seed", "abcd\0");
        let lines = |marks: &[&str]| -> Vec<u64> {
            let of = |m: &&str| source.lines().position(|l| l.contains(&format!("// {m}")));
            let mut lines: Vec<u64> = marks.iter().filter_map(of).map(|l| l as u64 + 1).collect();
            lines.sort_unstable();
            lines
        };
        let args = [&["p.c", "--out", "o"], *flags].concat();
        let run = b.run(&args);
        let mut found: Vec<u64> = Vec::new();
        for bug in run["bugs"].as_array().into_iter().flatten() {
            assert_eq!(bug["kind"], "uninitialised-read", "{source}: {bug}");
            assert_eq!(
                bug["confirmation"]["by"], "MemorySanitizer",
                "{source}: {bug}"
            );
            let message = bug["message"].as_str().unwrap_or_default();
            assert!(message.contains("--uninit input"), "{source}: {bug}");
            found.extend(bug["place"]["line"].as_u64());
        }
        found.sort_unstable();
        assert_eq!(found, lines(bugs), "{source}: {run}");
        let one_side = run["fuzz"]["uninitialised"].as_array();
        for line in lines(alone) {
            let at = format!("p.c:{line}:");
            assert!(
                one_side.is_some_and(|l| l
                    .iter()
                    .any(|e| e["place"].as_str().is_some_and(|p| p.contains(&at)))),
                "{source}: {run}"
            );
        }
        if i > 2 {
            continue;
        }
        // The folder goes on with the same findings.
        let again = b.run(&args);
        assert_eq!(kinds(&again), kinds(&run), "{source}: {again}");
        // Who means any value hears of none.
        let input = b.run(&[&["p.c", "--uninit", "input"], *flags].concat());
        assert_eq!(kinds(&input), Vec::<&str>::new(), "{source}");
        assert_eq!(
            input["fuzz"]["uninitialised"],
            serde_json::json!([]),
            "{source}"
        );
    }
    // Where there is no MemorySanitizer, that is said.
    let b = Bench::new();
    b.file("p.c", UNSET[0].0);
    let narrow = b.run(&["p.c", "--m32"]);
    let text = narrow["fuzz"]["uninitialised"].to_string();
    assert!(
        text.contains("does not exist for 32-bit programs"),
        "{text}"
    );
}
