//! `everypath fuzz` from the command line: the example of the slides, the
//! logic bombs, what a run leaves behind, and wrong input.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn everypath(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_everypath"))
        .arg("fuzz")
        .args(args)
        .output()
        .expect("starts")
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

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// All inputs in the folders of a run.
fn inputs(out: &Path, folders: &[&str]) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for folder in folders {
        for e in fs::read_dir(out.join(folder)).expect("a folder").flatten() {
            all.push(fs::read(e.path()).expect("a file"));
        }
    }
    all.sort();
    all
}

/// Pages 77-78: sixteen inputs, each once; one bug, five inputs that show it;
/// the first expansion gives four children with one right letter each.
#[test]
fn the_search_of_the_slides() {
    let dir = tempfile::tempdir().expect("a folder");
    let out = dir.path().join("out");
    let file = root().join("examples/fuzz/top.c");
    let seeds = root().join("examples/fuzz/top");
    let args = ["--entry", "top", "--seed", text(&seeds), "--json"];
    let first = dir.path().join("first");
    let o = everypath(
        &[
            &[text(&file), "--out", text(&first), "--max-expansions", "1"],
            &args[..],
        ]
        .concat(),
    );
    assert_eq!(json(&o)["fuzz"]["runs"], 5, "the seed and four children");
    assert_eq!(
        inputs(&first, &["queue", "waiting"]),
        [
            &b"bood"[..],
            &b"gaod"[..],
            &b"godd"[..],
            &b"goo!"[..],
            &b"good"[..]
        ]
    );
    let o = everypath(&[&[text(&file), "--out", text(&out)], &args[..]].concat());
    let j = json(&o);
    assert_eq!(o.status.code(), Some(1), "{j:#}");
    assert_eq!(j["fuzz"]["runs"], 16);
    assert_eq!(j["fuzz"]["expansions"], 16);
    assert_eq!(j["fuzz"]["satisfiable"], 15, "each input once");
    assert_eq!(j["fuzz"]["repeated_inputs"], 0);
    assert_eq!(j["fuzz"]["diverged"], 0);
    assert_eq!(j["bugs"].as_array().map(Vec::len), Some(1));
    assert_eq!(j["bugs"][0]["kind"], "abort");
    assert_eq!(j["bugs"][0]["place"]["line"], 14);
    assert_eq!(j["bugs"][0]["confirmation"]["kind"], "confirmed");
    assert_eq!(
        inputs(&out, &["crashes"]),
        [
            &b"bad!"[..],
            &b"badd"[..],
            &b"bao!"[..],
            &b"bod!"[..],
            &b"gad!"[..]
        ]
    );
    // The run can be continued: everything is known, nothing is expanded.
    let o = everypath(&[&[text(&file), "--out", text(&out)], &args[..]].concat());
    let j = json(&o);
    assert_eq!(j["fuzz"]["expansions"], 0, "{j:#}");
    assert_eq!(j["fuzz"]["crashes"], 5);
    assert_eq!(j["bugs"].as_array().map(Vec::len), Some(1));
}

/// Every bomb names its obstacle, a seed that does not trigger it, and the
/// line that only the trigger reaches.
#[test]
fn logic_bombs() {
    let folder = root().join("examples/fuzz/bombs");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .flatten()
        .map(|e| e.path())
        .collect();
    files.sort();
    assert!(files.len() >= 20, "only {} bombs", files.len());
    let mut failed = Vec::new();
    for file in files {
        if let Err(e) = bomb(&file) {
            failed.push(format!("{}: {e}", file.display()));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

fn bomb(file: &Path) -> Result<(), String> {
    let source = fs::read_to_string(file).map_err(|e| e.to_string())?;
    let tagged = |tag: &str| {
        source
            .lines()
            .find_map(|l| l.strip_prefix("// ")?.strip_prefix(tag)?.strip_prefix(": "))
    };
    tagged("Obstacle").ok_or("no obstacle")?;
    let seed = tagged("seed").ok_or("no seed")?.replace("\\0", "\0");
    let (line, kind) = (1u64..)
        .zip(source.lines())
        .find_map(|(n, l)| {
            let kind = l.split("// bug: ").nth(1)?;
            Some((n, kind.split(' ').next()?.to_string()))
        })
        .ok_or("no bug")?;
    let dir = tempfile::tempdir().map_err(|e| e.to_string())?;
    let seed_file = dir.path().join("seed");
    fs::write(&seed_file, seed).map_err(|e| e.to_string())?;
    let out = dir.path().join("out");
    let flags: Vec<&str> = tagged("flags").unwrap_or("").split_whitespace().collect();
    let mut args = vec![
        text(file),
        "--seed",
        text(&seed_file),
        "--out",
        text(&out),
        "--json",
        "--first-bug",
        "--timeout",
        "60",
        "--mutations",
        "0",
    ];
    args.extend(flags);
    let o = everypath(&args);
    let j = json(&o);
    let found: BTreeSet<(u64, String)> = j["bugs"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|b| b["confirmation"]["kind"] == "confirmed")
        .map(|b| {
            (
                b["place"]["line"].as_u64().unwrap_or(0),
                b["kind"].as_str().unwrap_or("").to_string(),
            )
        })
        .collect();
    if found.contains(&(line, kind.clone())) && o.status.code() == Some(1) {
        return Ok(());
    }
    Err(format!(
        "want {line} {kind}, found {found:?}, exit {:?}, {}",
        o.status.code(),
        j["fuzz"]
    ))
}

/// A killed run and its restart end with the inputs of one that was not.
#[test]
fn a_kill_loses_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    let file = root().join("examples/fuzz/bombs/memory.c");
    let seed = dir.path().join("seed");
    fs::write(&seed, "4321").expect("writes");
    let run = |out: &Path| {
        let mut c = Command::new(env!("CARGO_BIN_EXE_everypath"));
        c.arg("fuzz")
            .args([text(&file), "--json", "--seed", text(&seed), "--out"])
            .arg(out);
        c
    };
    let whole = dir.path().join("whole");
    let expected = json(&run(&whole).output().expect("runs"));
    let out = dir.path().join("out");
    let mut child = run(&out).stdout(Stdio::null()).spawn().expect("starts");
    // Some inputs, not all.
    for _ in 0..400 {
        let n = fs::read_dir(out.join("waiting")).map_or(0, |d| d.count());
        if n >= 3 || child.try_wait().expect("waits").is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    child.kill().expect("kills");
    child.wait().expect("waits");
    let found = json(&run(&out).output().expect("runs"));
    for folder in ["queue", "crashes"] {
        let of = |out: &Path| inputs(out, &[folder]).into_iter().collect::<BTreeSet<_>>();
        assert_eq!(of(&out), of(&whole), "{folder}");
    }
    assert_eq!(found["fuzz"]["edges"], expected["fuzz"]["edges"]);
    assert_eq!(found["verdict"], expected["verdict"]);
}

/// One message and the right exit code.
#[test]
fn wrong_input() {
    let dir = tempfile::tempdir().expect("a folder");
    let at = |name: &str| dir.path().join(name);
    let write = |name: &str, bytes: &[u8]| {
        fs::write(at(name), bytes).expect("writes");
        at(name)
    };
    fs::create_dir(at("empty")).expect("a folder");
    let echo = write(
        "echo.c",
        b"#include <stdio.h>\nint main(void) { return getchar() == 'x'; }\n",
    );
    let hang = write(
        "hang.c",
        b"int main(void) { for (volatile unsigned i = 0;; i++) {} }\n",
    );
    let crash = write(
        "crash.c",
        b"#include <stdlib.h>\nint main(void) { abort(); }\n",
    );
    let big = write("big", &[0; 100]);
    let seed = write("seed", b"a");
    let dict = write("bad.dict", b"\"ok\"\nno quotes\n");
    let check = |args: &[&str], code: i32, message: &str| {
        let out = dir.path().join("out");
        let _ = fs::remove_dir_all(&out);
        let o = everypath(&[args, &["--out", text(&out)]].concat());
        let errors = String::from_utf8_lossy(&o.stderr);
        let all = format!("{}{errors}", String::from_utf8_lossy(&o.stdout));
        assert_eq!(o.status.code(), Some(code), "{args:?}\n{all}");
        assert!(all.contains(message), "{args:?}\n{all}");
        assert!(errors.lines().count() <= 3, "{args:?}\n{errors}");
    };
    let echo = text(&echo);
    check(&[echo, "--seed", text(&at("empty"))], 2, "holds no input");
    check(
        &[echo, "--seed", text(&at("none"))],
        2,
        "cannot read the seeds",
    );
    check(
        &[echo, "--seed", text(&big), "--max-len", "10"],
        2,
        "larger than --max-len",
    );
    check(
        &[echo, "--seed", "/dev/zero"],
        2,
        "neither a file nor a folder",
    );
    check(&[echo, "--dict", text(&dict)], 2, "bad.dict:2");
    check(&[echo, "--entry", "nothing"], 2, "no function `nothing`");
    check(&[echo, "--file", "a/b"], 2, "without folders");
    check(&[echo, "--max-len", "99999999"], 2, "--max-len");
    check(&[echo, "--jobs", "0"], 2, "--jobs");
    check(&[echo, "--timeout", "soon"], 2, "want a time like");
    check(&[echo, "--run-memory", "1Q"], 2, "--run-memory");
    check(&[echo, "--mutations", "many"], 2, "--mutations");
    check(&[echo, "--args", "sym:4"], 2, "takes no sym:N");
    check(&[echo, "--dict", text(&at("none"))], 2, "the dictionary");
    check(
        &[echo, "--tree", "tree.txt"],
        2,
        "ends in .html, .json or .dot",
    );
    check(
        &[text(&hang), "--seed", text(&seed), "--run-timeout", "200ms"],
        2,
        "on every seed",
    );
    check(
        &[text(&crash), "--seed", text(&seed)],
        1,
        "crashes in the same way on every input",
    );
}

/// What nobody reads again and what an optimiser takes for impossible are bugs
/// all the same; a write is told as a write.
#[test]
fn nothing_is_lost_to_an_optimiser() {
    let dir = tempfile::tempdir().expect("a folder");
    let seed = dir.path().join("seed");
    fs::write(&seed, "qaaaaaaa").expect("written");
    let head = "#include <string.h>\n#include <unistd.h>\nint main(void) {\n  char t[9] = {0};\n  if (read(0, t, 8) < 1 || t[0] != 'q') return 0;\n";
    let run = |name: &str, body: &str, more: &[&str]| {
        let file = dir.path().join(name);
        fs::write(&file, format!("{head}{body}  return 0;\n}}\n")).expect("written");
        let out = dir.path().join(format!("{name}.out"));
        let args = [
            &[
                text(&file),
                "--seed",
                text(&seed),
                "--json",
                "--out",
                text(&out),
            ],
            &["--max-expansions", "1", "--mutations", "0"][..],
            more,
        ]
        .concat();
        let j = json(&everypath(&args));
        let kinds: Vec<String> = (j["bugs"].as_array().expect("bugs").iter())
            .map(|b| b["kind"].as_str().unwrap_or_default().to_string())
            .collect();
        kinds.join(" ")
    };
    let copy = "  char b[4];\n  strcpy(b, t);\n";
    assert_eq!(run("copy.c", copy, &[]), "out-of-bounds-write");
    let null = "  int *p = 0;\n  *p = 1;\n";
    assert_eq!(run("null.c", null, &[]), "null-dereference");
    let write = "  char c[4];\n  for (int i = 0; i < 5; i++)\n    c[i] = t[i];\n";
    assert_eq!(run("write.c", write, &[]), "out-of-bounds-write");
    let read = "  static char c[4];\n  for (int i = 0; i < 5; i++)\n    t[i] += c[i];\n";
    assert_eq!(run("read.c", read, &[]), "out-of-bounds-read");
    // Who wants the speed gets it.
    assert_eq!(run("fast.c", null, &["--", "-O1"]), "");
}
