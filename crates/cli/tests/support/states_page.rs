//! `everypath verify --html`: the symbolic states along a failing path, walked
//! through in a headless Chromium and compared with the JSON of the same run.

use crate::browser::Browser;
use serde_json::{json, Value};
use std::path::{Path, PathBuf};
use std::process::Command;

fn verify(dir: &Path, args: &[&str]) -> Value {
    let out = Command::new(env!("CARGO_BIN_EXE_everypath"))
        .args(["verify", "--json"])
        .args(args)
        .current_dir(dir)
        .output()
        .expect("everypath starts");
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

fn example(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::fs::read_to_string(root.join("examples/verify").join(name)).expect("an example")
}

/// Figure 9 with `x = v + 1` in `setX`.
fn broken_cell(dir: &Path) -> PathBuf {
    let text = example("java/CellInferred.java").replace("x = v; // set", "x = v + 1; // set");
    let file = dir.join("Cell.java");
    std::fs::write(&file, text).expect("written");
    file
}

fn findings(v: &Value) -> Vec<Value> {
    let members = v["files"][0]["members"].as_array().expect("members");
    let all = members.iter().map(|m| m["findings"].as_array());
    all.flatten().flatten().cloned().collect()
}

/// A key as the keyboard sends it.
fn press(page: &Browser, key: &str) {
    page.script(&format!(
        "document.dispatchEvent(new KeyboardEvent('keydown', {{ key: {}, bubbles: true }}))",
        json!(key)
    ));
}

fn items(page: &Browser, css: &str) -> Vec<String> {
    let code = format!(
        "return [...document.querySelectorAll({})].map(e => e.textContent)",
        json!(css)
    );
    let list = page.script(&code);
    let list = list.as_array().expect("a list");
    let text = |v: &Value| v.as_str().unwrap_or_default().to_owned();
    list.iter().map(text).collect()
}

#[test]
fn a_reader_steps_through_the_states() {
    let dir = tempfile::tempdir().expect("a folder");
    broken_cell(dir.path());
    let run = verify(dir.path(), &["--no-run", "--html", "page", "Cell.java"]);
    let all = findings(&run);
    assert_eq!(all.len(), 2, "{all:#?}");
    let page = Browser::start();
    page.open(&dir.path().join("page/index.html"), "");
    assert_eq!(page.text("#verdict"), "not proved");
    let shown = page.script("return document.querySelectorAll('#finding option').length");
    assert_eq!(shown, json!(2));

    for (n, f) in all.iter().enumerate() {
        page.script(&format!(
            "location.hash = ''; choose({n}); document.activeElement.blur()"
        ));
        let message = page.text("#message");
        assert!(message.contains(f["message"].as_str().expect("a message")));
        // The last state is the one of the error: its heap is that of the finding.
        press(&page, "End");
        let heap = items(&page, "#heap li:not(.gone):not(.empty)");
        assert_eq!(json!(heap), f["heap"], "finding {n}");
        let last = f["trace"]
            .as_array()
            .and_then(|t| t.last())
            .expect("a state");
        let conditions = items(&page, "#conditions li:not(.gone):not(.empty)");
        assert_eq!(json!(conditions), last["conditions"]);
        assert_eq!(
            json!(items(&page, "#old li:not(.gone):not(.empty)")),
            last["old"]
        );
        let marked = page.script("return document.querySelectorAll('.row.fail.end').length");
        assert_eq!(marked, json!(1), "the line of the failed conjunct");
        let line = f["at"]["line"].to_string();
        assert_eq!(page.text(".row.fail .no"), line);
    }

    // Stepping with the keyboard: forth, back, to the ends.
    press(&page, "Home");
    assert!(page.text("#position").starts_with("state 1 of "));
    press(&page, "ArrowLeft");
    assert!(page.text("#position").starts_with("state 1 of "));
    press(&page, "ArrowRight");
    assert!(page.text("#position").starts_with("state 2 of "));
    let hash = page.script("return location.hash");
    assert!(
        hash.as_str().is_some_and(|h| h.ends_with("step=1")),
        "{hash}"
    );
    press(&page, "ArrowLeft");
    assert!(page.text("#position").starts_with("state 1 of "));
    press(&page, "End");
    let end = page.text("#position");
    press(&page, "ArrowRight");
    assert_eq!(page.text("#position"), end);
    // The other failed proof.
    press(&page, "[");
    assert_ne!(page.text("#message"), "");
    assert_eq!(page.script("return finding"), json!(0));
    press(&page, "]");
    assert_eq!(page.script("return finding"), json!(1));

    // What the assignment changed is marked as new, and what it replaced as gone.
    press(&page, "End");
    let new = items(&page, "#heap li.new");
    assert!(new.iter().any(|c| c.contains("this.x ↦ v + 1")), "{new:?}");
    assert_eq!(items(&page, "#heap li.gone").len(), 1);

    // Source positions are those of the Java file.
    page.click("#first");
    let lines = items(&page, "#source .row .code");
    let text = std::fs::read_to_string(dir.path().join("Cell.java")).expect("the source");
    assert_eq!(lines, text.lines().map(str::to_owned).collect::<Vec<_>>());
    let loads = page.script(
        "return performance.getEntriesByType('resource').filter(e => !e.name.startsWith('file:')).length",
    );
    assert_eq!(loads, json!(0), "nothing is loaded");
    assert_eq!(page.errors(), json!([]), "nothing was logged");
}

#[test]
fn a_viper_file_has_a_page_and_three_sizes_fit() {
    let dir = tempfile::tempdir().expect("a folder");
    std::fs::write(dir.path().join("taken.vpr"), example("viper/taken.vpr")).expect("written");
    let run = verify(dir.path(), &["--html", "page", "taken.vpr"]);
    assert_eq!(findings(&run).len(), 1);
    let page = Browser::start();
    for (width, height) in [(1400, 900), (820, 1100), (420, 840)] {
        page.resize(width, height);
        page.open(&dir.path().join("page/index.html"), "finding=0&step=99");
        let text = page.text("#message");
        assert!(text.contains("no permission to write `r.val`"), "{text}");
        assert!(text.contains("was taken by line 13: sink(r)"), "{text}");
        let overflow = "return document.documentElement.scrollWidth - window.innerWidth";
        let beyond = page.script(overflow).as_i64().expect("a number");
        assert!(beyond <= 0, "{beyond} px beyond a width of {width}");
        // The line of the failure can be seen without scrolling.
        let seen = page.script(
            "const r = document.querySelector('.row.fail').getBoundingClientRect(),
                   p = document.querySelector('#source-pane').getBoundingClientRect();
             return r.top >= p.top - 1 && r.bottom <= p.bottom + 1 && r.bottom <= innerHeight",
        );
        assert_eq!(seen, json!(true), "at a width of {width}");
        page.screenshot(&format!("states-{width}.png"));
    }
    assert_eq!(page.errors(), json!([]));
}

#[test]
fn nothing_failed_says_so_and_text_is_only_text() {
    let dir = tempfile::tempdir().expect("a folder");
    let good = "field f: Int\nmethod m(x: Ref) requires acc(x.f) { x.f := 1 }\n";
    std::fs::write(dir.path().join("good.vpr"), good).expect("written");
    verify(dir.path(), &["--html", "page", "good.vpr"]);
    let page = Browser::start();
    page.open(&dir.path().join("page/index.html"), "");
    assert!(page.text("#nothing").contains("No proof failed"));
    assert_eq!(page.errors(), json!([]));

    let odd =
        "// </script><b id=\"odd\">\nmethod m() { assert 1 > 2 /* </script><b id=\"odd\"> */ }\n";
    std::fs::write(dir.path().join("odd.vpr"), odd).expect("written");
    verify(dir.path(), &["--html", "page", "odd.vpr"]);
    page.open(&dir.path().join("page/index.html"), "");
    assert_eq!(
        page.script("return document.querySelector('#odd')"),
        Value::Null
    );
    assert!(page.text("#source").contains("</script><b id=\"odd\">"));
    assert_eq!(page.errors(), json!([]));
}
