//! What is written reads back and fits the schema; what breaks a rule is
//! refused at its line.

use super::*;

fn location(line: u32, column: Option<u32>) -> Location {
    Location {
        file_name: "it's a.c".into(),
        line,
        column,
        function: Some("main".into()),
        at: 0,
    }
}

fn metadata() -> Metadata {
    Metadata {
        version: Version::V2_0,
        uuid: "01234567-89ab-cdef-0123-456789abcdef".into(),
        creation_time: "2025-01-01T00:00:00Z".into(),
        producer: "everypath".into(),
        producer_version: "0.1.0".into(),
        task: Task {
            input_files: vec!["it's a.c".into()],
            hashes: vec![("it's a.c".into(), "ab".repeat(32))],
            specification: "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )".into(),
            data_model: "ILP32".into(),
            lines: TaskLines::default(),
        },
    }
}

fn violation() -> Witness {
    let input = Waypoint {
        kind: WaypointKind::FunctionReturn,
        location: location(7, Some(35)),
        constraint: Some(Constraint {
            value: "\\result == -7".into(),
            format: Some(Format::Acsl),
        }),
        at: 0,
    };
    let branch = Waypoint {
        kind: WaypointKind::Branching,
        location: location(8, Some(3)),
        constraint: Some(Constraint {
            value: "true".into(),
            format: None,
        }),
        at: 0,
    };
    let target = Waypoint {
        kind: WaypointKind::Target,
        location: location(9, None),
        constraint: None,
        at: 0,
    };
    Witness {
        metadata: metadata(),
        content: Content::Violation(vec![
            Segment {
                avoid: vec![],
                follow: input,
                cycle: false,
            },
            Segment {
                avoid: vec![branch],
                follow: target,
                cycle: false,
            },
        ]),
    }
}

fn proof() -> Witness {
    let one = |kind| Invariant {
        kind,
        location: location(3, Some(3)),
        value: "i <= n && '\\0' == 0".into(),
        format: Format::C,
        at: 0,
    };
    Witness {
        metadata: metadata(),
        content: Content::Invariants(vec![one(InvariantKind::Loop), one(InvariantKind::Location)]),
    }
}

/// A run without an end, of version 2.1.
fn endless() -> Witness {
    let mut w = violation();
    w.metadata.version = Version::V2_1;
    if let Content::Violation(all) = &mut w.content {
        all.truncate(1);
        let mut round = all[0].clone();
        round.cycle = true;
        round.avoid.push(round.follow.clone());
        all.push(round);
    }
    w
}

/// What falls, of version 2.1.
fn falls() -> Witness {
    let mut w = proof();
    w.metadata.version = Version::V2_1;
    if let Content::Invariants(all) = &mut w.content {
        all[1].kind = InvariantKind::LoopTransition;
        all[1].value = "\\at(i, AnyPrev) < i".into();
        all[1].format = Format::ExtendedC;
    }
    w
}

/// Without the lines of the file that it was read from.
fn bare(mut w: Witness) -> Witness {
    w.metadata.task.lines = TaskLines::default();
    let point = |p: &mut Waypoint| {
        p.at = 0;
        p.location.at = 0;
    };
    match &mut w.content {
        Content::Violation(all) => {
            for s in all {
                s.avoid.iter_mut().for_each(point);
                point(&mut s.follow);
            }
        }
        Content::Invariants(all) => {
            for i in all {
                i.at = 0;
                i.location.at = 0;
            }
        }
    }
    w
}

#[test]
fn what_is_written_reads_back() {
    for w in [violation(), proof(), endless(), falls()] {
        assert_eq!(bare(read(&text(&w)).unwrap()), w);
    }
}

/// The document as JSON, for the schema.
fn json(n: &crate::yaml::Node) -> serde_json::Value {
    use crate::yaml::Value;
    match &n.value {
        Value::Scalar { text, plain: true } => match text.parse::<u64>() {
            Ok(n) => n.into(),
            Err(_) => text.clone().into(),
        },
        Value::Scalar { text, .. } => text.clone().into(),
        Value::List(all) => all.iter().map(json).collect(),
        Value::Map(all) => {
            let entries = all.iter().map(|(k, v)| (k.text.clone(), json(v)));
            serde_json::Value::Object(entries.collect())
        }
    }
}

fn schema(version: &str) -> jsonschema::Validator {
    let path = format!(
        "{}/../../docs/schema/witness-{version}.schema.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).unwrap();
    jsonschema::validator_for(&serde_json::from_str(&text).unwrap()).unwrap()
}

#[test]
fn what_is_written_fits_the_schema() {
    let mut all = vec![("2.0", violation()), ("2.0", proof())];
    for version in [Version::V2_1, Version::V2_2] {
        for mut w in [endless(), falls()] {
            w.metadata.version = version;
            all.push((
                if version == Version::V2_1 {
                    "2.1"
                } else {
                    "2.2"
                },
                w,
            ));
        }
    }
    for (version, w) in all {
        let schema = schema(version);
        let value = json(&crate::yaml::parse(&text(&w)).unwrap());
        let errors: Vec<String> = schema.iter_errors(&value).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
}

/// Each replacement breaks a rule; both the reader and the schema see it, but
/// for the rules that a schema cannot say.
#[test]
fn what_breaks_a_rule_is_refused() {
    let all = [
        ("violation_sequence", "violation", "not known", true),
        ("'2.0'", "'3.0'", "format_version 3.0", true),
        ("'2.0'", "'1.0'", "format_version 1.0", true),
        ("0123-4567", "0123-456g", "UUID", true),
        ("language: C", "language: Java", "only programs in C", true),
        ("ILP32", "LLP64", "ILP32 or LP64", true),
        ("abababab", "abababa", "SHA-256", true),
        (
            "type: function_return",
            "type: function_exit",
            "not known",
            true,
        ),
        ("action: follow", "action: go", "not known", true),
        ("line: 7", "line: 0", "number from 1", true),
        ("line: 7", "line: -7", "number from 1", true),
        ("column: 35", "column: x", "number from 1", true),
        ("line: 7", "row: 7", "not known", true),
        ("value: 'true'", "value: 'maybe'", "true, false", true),
        (
            "format: acsl_expression",
            "format: ext_c_expression",
            "not part of version 2.0",
            true,
        ),
        (
            "format: acsl_expression",
            "format: latin",
            "not known",
            true,
        ),
        (
            "            action: avoid\n",
            "            action: avoid\n            thread_id: 0\n",
            "not part of version 2.0",
            true,
        ),
        (
            "action: follow",
            "action: cycle",
            "not part of version 2.0",
            true,
        ),
        (
            "type: target",
            "type: function_enter",
            "end with a target",
            false,
        ),
        (
            "action: avoid",
            "action: follow",
            "only waypoint to follow",
            false,
        ),
        (
            "    - segment:\n        - waypoint:\n            type: branching",
            "        - waypoint:\n            type: branching",
            "only waypoint to follow",
            false,
        ),
    ];
    let good = text(&violation());
    let schema = schema("2.0");
    for (from, to, word, in_schema) in all {
        assert!(good.contains(from), "{from}");
        let bad = good.replacen(from, to, 1);
        let p = read(&bad).unwrap_err();
        assert!(p.what.contains(word), "{from}: {p:?}");
        assert!(p.line > 1 || from.contains("_sequence"), "{from}: {p:?}");
        if in_schema {
            let value = json(&crate::yaml::parse(&bad).unwrap());
            assert!(!schema.is_valid(&value), "the schema takes {to}");
        }
    }
}

/// What only a reader sees is marked.
#[test]
fn what_breaks_a_rule_of_ends_is_refused() {
    let schema = schema("2.1");
    for (w, from, to, word, in_schema) in [
        (endless(), "'2.1'", "'2.0'", "not part of version 2.0", true),
        (
            endless(),
            "action: cycle",
            "action: follow",
            "end with a target or a cycle",
            false,
        ),
        (endless(), "action: follow", "action: cycle", "", false),
        (falls(), "'2.1'", "'2.0'", "not part of version 2.0", true),
        (
            falls(),
            "loop_transition_invariant",
            "transition_invariant",
            "not known",
            true,
        ),
    ] {
        let good = text(&w);
        assert!(good.contains(from), "{from}");
        let bad = good.replacen(from, to, 1);
        match read(&bad) {
            // Two parts of the cycle are no error.
            Ok(_) => assert!(word.is_empty(), "{from} -> {to}"),
            Err(p) => assert!(p.what.contains(word) && !word.is_empty(), "{p:?}"),
        }
        let value = json(&crate::yaml::parse(&bad).unwrap());
        assert_eq!(schema.is_valid(&value), !in_schema, "{from} -> {to}");
    }
    let cycle = text(&endless());
    let parts: Vec<&str> = cycle.split("    - segment:\n").collect();
    let turned = [parts[0], parts[2], parts[1]].join("    - segment:\n");
    assert!(read(&turned).unwrap_err().what.contains("a cycle ends"));
    let labelled = text(&falls()).replace(
        "format: ext_c_expression",
        "format: ext_c_expression\n        labels: [inductive]",
    );
    assert!(read(&labelled).is_ok());
    assert!(read(&labelled.replace("inductive", "true")).is_err());
}

#[test]
fn a_line_or_a_key_that_is_missing_is_seen() {
    for w in [violation(), proof()] {
        let good = text(&w);
        let lines: Vec<&str> = good.lines().collect();
        for cut in 0..lines.len() {
            let mut less = lines.clone();
            let gone = less.remove(cut);
            // What a witness may leave out, and a part of a list.
            let optional = [
                "column:",
                "function:",
                "waypoint:",
                "segment:",
                "invariant:",
            ];
            if optional
                .iter()
                .any(|o| gone.trim_start_matches([' ', '-']).starts_with(o))
            {
                continue;
            }
            let bad = less.join("\n");
            assert!(read(&bad).is_err(), "without `{gone}`:\n{bad}");
        }
        for cut in 1..lines.len() {
            let part = lines[..cut].join("\n");
            if let Ok(w) = read(&part) {
                // Whole entries of a list may be gone, and of a violation what
                // its last place may leave out.
                let spare = ["column:", "function:"];
                assert!(
                    matches!(w.content, Content::Invariants(_))
                        || lines[cut..]
                            .iter()
                            .all(|l| spare.iter().any(|o| l.trim_start().starts_with(o))),
                    "{part}"
                );
            }
        }
    }
}

#[test]
fn other_files_are_refused() {
    for (text, word) in [
        ("<?xml version=\"1.0\"?><graphml/>", "GraphML"),
        ("", "empty"),
        ("a: b", "want a list"),
        ("- a\n- b", "2 entries"),
        ("- x: 1", "not known"),
    ] {
        let p = read(text).unwrap_err();
        assert!(p.what.contains(word), "{p:?}");
    }
}
