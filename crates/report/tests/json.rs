//! `run.json` keeps to its schema, and SARIF to what its readers need.

mod common;

use common::{about, outcome};
use ep_base::outcome::Outcome;
use ep_report::{run, sarif};
use serde_json::{json, Value};

fn schema() -> jsonschema::Validator {
    let text = include_str!("../../../docs/schema/run.schema.json");
    let schema: Value = serde_json::from_str(text).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

#[test]
fn the_run_fits_its_schema() {
    let files = ["prog.c".to_string()];
    let value = run::value(&outcome(), &about(&files)).unwrap();
    let schema = schema();
    let errors: Vec<String> = schema
        .iter_errors(&value)
        .map(|e| format!("{}: {e}", e.instance_path))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}");
    assert_eq!(value["bugs"][0]["inputs"][1]["literal"], "\"ab\\x00\"");
    assert_eq!(value["reason"], Value::Null);
    assert_eq!(value["exit_code"], 1);
    // The schema tells something: damage is seen.
    for (pointer, wrong) in [
        ("/verdict", json!({ "kind": "maybe" })),
        ("/bugs/0/kind", json!("bad-luck")),
        ("/bugs/0/inputs/0/bytes/0", json!(256)),
        ("/incomplete/0/1", json!("seven")),
        ("/statistics/paths_complete", json!(-1)),
        ("/exit_code", json!(5)),
    ] {
        let mut damaged = value.clone();
        *damaged.pointer_mut(pointer).unwrap() = wrong;
        assert!(!schema.is_valid(&damaged), "{pointer}");
    }
}

/// The counts of `everypath fuzz`, which the program adds to the run.
#[test]
fn the_counts_of_fuzzing_fit_the_schema() {
    let files = ["prog.c".to_string()];
    let mut value = run::value(&outcome(), &about(&files)).unwrap();
    let text = include_str!("../../../docs/schema/run.schema.json");
    let fields: Value = serde_json::from_str(text).unwrap();
    let fields = &fields["properties"]["fuzz"]["properties"];
    let mut counts = json!({});
    for (name, field) in fields.as_object().unwrap() {
        counts[name] = match field["$ref"].as_str() {
            Some("#/$defs/count") => json!(7),
            Some(_) => {
                json!([{ "what": "a value", "place": "p.c:3:1", "function": "f", "count": 2 }])
            }
            None if field["type"] == "object" => json!({ "exit": 3 }),
            None => json!(0.5),
        };
    }
    value["fuzz"] = counts;
    let schema = schema();
    assert!(schema.is_valid(&value));
    for (pointer, wrong) in [
        ("/fuzz/runs", json!(-1)),
        ("/fuzz/ends/exit", json!("often")),
        ("/fuzz/concretised/0", json!({ "what": "a value" })),
        ("/fuzz/seconds", json!("long")),
    ] {
        let mut damaged = value.clone();
        *damaged.pointer_mut(pointer).unwrap() = wrong;
        assert!(!schema.is_valid(&damaged), "{pointer}");
    }
    let mut missing = value.clone();
    missing["fuzz"].as_object_mut().unwrap().remove("diverged");
    assert!(!schema.is_valid(&missing));
}

#[test]
fn the_schema_knows_every_kind_of_error() {
    let text = include_str!("../../../docs/schema/run.schema.json");
    let schema: Value = serde_json::from_str(text).unwrap();
    let words = schema["$defs"]["bug"]["properties"]["kind"]["enum"].clone();
    let known: Vec<&str> = ep_base::outcome::ErrorKind::ALL.map(|k| k.word()).to_vec();
    assert_eq!(words, json!(known));
}

#[test]
fn the_outcome_is_read_back() {
    let text = run::text(&outcome(), &about(&[])).unwrap();
    let back: Outcome = serde_json::from_str(&text).unwrap();
    assert_eq!(back, outcome());
}

#[test]
fn sarif_has_rules_places_flows_and_fingerprints() {
    let log = sarif::value(&outcome(), "0.1.0");
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    for result in results {
        let rule = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(run["tool"]["driver"]["rules"][rule]["id"], result["ruleId"]);
    }
    let first = &results[0];
    let region = &first["locations"][0]["physicalLocation"]["region"];
    assert_eq!(*region, json!({ "startLine": 2, "startColumn": 9 }));
    let message = first["message"]["text"].as_str().unwrap();
    assert!(
        message.contains("Input: k = 4; buf = \"ab\\x00\""),
        "{message}"
    );
    let flow = first["codeFlows"][0]["threadFlows"][0]["locations"]
        .as_array()
        .unwrap();
    let lines: Vec<_> = flow
        .iter()
        .map(|l| {
            l["location"]["physicalLocation"]["region"]["startLine"]
                .as_u64()
                .unwrap()
        })
        .collect();
    assert_eq!(lines, [6, 2], "the outermost call comes first");
    assert_eq!(first["stacks"][0]["frames"].as_array().unwrap().len(), 2);
    let notes = &run["invocations"][0]["toolExecutionNotifications"];
    assert!(notes[0]["message"]["text"]
        .as_str()
        .unwrap()
        .contains("qsort"));
}

#[test]
fn fingerprints_survive_moved_lines_and_tell_bugs_apart() {
    let prints = |o: &Outcome| -> Vec<String> {
        let log = sarif::value(o, "0.1.0");
        log["runs"][0]["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|r| r["partialFingerprints"]["everypath/v1"].to_string())
            .collect()
    };
    let mut outcome = outcome();
    let twin = outcome.bugs[0].clone();
    outcome.bugs.push(twin);
    let before = prints(&outcome);
    assert!(before[0] != before[1] && before[0] != before[2]);
    for bug in &mut outcome.bugs {
        bug.place.line += 10;
    }
    assert_eq!(prints(&outcome), before);
}

#[test]
fn paths_become_references() {
    let mut outcome = outcome();
    outcome.bugs[0].place.file = "/a b/ü.c".into();
    let log = sarif::value(&outcome, "0.1.0");
    let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "file:///a%20b/%C3%BC.c");
}
