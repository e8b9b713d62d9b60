//! Witness files of strangers: every problem with its line.
//!
//! The rules are those of the schemas in `docs/schema`; beyond them a sequence
//! ends with its only target, and what a version does not know is refused.

use super::types::{
    Constraint, Content, Format, Invariant, InvariantKind, Location, Metadata, Segment, Task,
    TaskLines, Version, Waypoint, WaypointKind, Witness,
};
use crate::yaml::{self, Node, Problem};

/// Keys and words that came with 2.1 or 2.2 and are not used here.
const LATER: [&str; 7] = [
    "thread_id",
    "contract",
    "function_contract",
    "location_transition_invariant",
    "ghost_instrumentation",
    "ghost_variables",
    "ghost_updates",
];

/// Reads a witness file.
///
/// # Errors
/// It is no witness of a known version with one entry.
pub fn read(text: &str) -> Result<Witness, Problem> {
    let start = text.trim_start();
    if start.starts_with('<') {
        return Err(Problem::new(
            1,
            "this is a witness in GraphML (version 1.0); witnesses in YAML, 2.0 to 2.2, are read",
        ));
    }
    let root = yaml::parse(text)?;
    let entries = root.list("the witness")?;
    let [entry] = entries else {
        return Err(Problem::new(
            root.line,
            format!("the file has {} entries, want one", entries.len()),
        ));
    };
    entry.only("entry", &["entry_type", "metadata", "content"])?;
    let metadata = metadata(entry.want("metadata")?)?;
    let version = metadata.version;
    let kind = entry.want("entry_type")?;
    let content = entry.want("content")?;
    let content = match kind.text("entry_type")? {
        "violation_sequence" => Content::Violation(segments(content, version)?),
        "invariant_set" => Content::Invariants(invariants(content, version)?),
        other => {
            return Err(Problem::new(
                kind.line,
                format!("the entry type `{other}` is not known"),
            ))
        }
    };
    Ok(Witness { metadata, content })
}

fn metadata(n: &Node) -> Result<Metadata, Problem> {
    n.only(
        "metadata",
        &[
            "format_version",
            "uuid",
            "creation_time",
            "producer",
            "task",
        ],
    )?;
    let v = n.want("format_version")?;
    let version = match v.text("format_version")? {
        "2.0" => Version::V2_0,
        "2.1" => Version::V2_1,
        "2.2" => Version::V2_2,
        other => {
            return Err(Problem::new(
                v.line,
                format!("format_version {other} is not known (2.0, 2.1 and 2.2 are)"),
            ))
        }
    };
    let uuid = n.want("uuid")?;
    let text = uuid.text("uuid")?;
    let shape: Vec<usize> = text.split('-').map(str::len).collect();
    let hex = text.chars().all(|c| c == '-' || c.is_ascii_hexdigit());
    if shape != [8, 4, 4, 4, 12] || !hex {
        return Err(Problem::new(uuid.line, "`uuid` is no UUID"));
    }
    let producer = n.want("producer")?;
    producer.only(
        "producer",
        &[
            "name",
            "version",
            "configuration",
            "command_line",
            "description",
        ],
    )?;
    Ok(Metadata {
        version,
        uuid: text.to_string(),
        creation_time: string(n, "creation_time")?,
        producer: string(producer, "name")?,
        producer_version: string(producer, "version")?,
        task: task(n.want("task")?)?,
    })
}

fn task(n: &Node) -> Result<Task, Problem> {
    n.only(
        "task",
        &[
            "input_files",
            "input_file_hashes",
            "specification",
            "data_model",
            "language",
        ],
    )?;
    let files = n.want("input_files")?;
    let mut input_files = Vec::new();
    for f in files.list("input_files")? {
        input_files.push(f.text("input_files")?.to_string());
    }
    if input_files.is_empty() {
        return Err(Problem::new(files.line, "`input_files` is empty"));
    }
    let all = n.want("input_file_hashes")?;
    let mut hashes = Vec::new();
    for (k, v) in all.map("input_file_hashes")? {
        let hash = v.text("hash")?;
        if hash.len() != 64 || !hash.chars().all(|c| c.is_ascii_hexdigit()) {
            return Err(Problem::new(v.line, "this is no SHA-256 hash"));
        }
        hashes.push((k.text.clone(), hash.to_ascii_lowercase()));
    }
    let language = n.want("language")?;
    if language.text("language")? != "C" {
        return Err(Problem::new(language.line, "only programs in C are known"));
    }
    let model = n.want("data_model")?;
    let data_model = model.text("data_model")?;
    if !["ILP32", "LP64"].contains(&data_model) {
        return Err(Problem::new(model.line, "`data_model` is ILP32 or LP64"));
    }
    let specification = n.want("specification")?;
    Ok(Task {
        input_files,
        hashes,
        specification: specification.text("specification")?.trim().to_string(),
        data_model: data_model.to_string(),
        lines: TaskLines {
            input_files: files.line,
            hashes: all.line,
            specification: specification.line,
            data_model: model.line,
        },
    })
}

fn string(n: &Node, key: &str) -> Result<String, Problem> {
    Ok(n.want(key)?.text(key)?.to_string())
}

fn segments(n: &Node, version: Version) -> Result<Vec<Segment>, Problem> {
    let mut out: Vec<Segment> = Vec::new();
    for s in n.list("content")? {
        later(s, version)?;
        s.only("sequence", &["segment"])?;
        let segment = s.want("segment")?;
        let mut avoid = Vec::new();
        let mut follow = None;
        let mut cycle = false;
        for w in segment.list("segment")? {
            w.only("segment", &["waypoint"])?;
            let w = w.want("waypoint")?;
            let action = w.want("action")?;
            let one = waypoint(w, version)?;
            match action.text("action")? {
                _ if follow.is_some() => {
                    return Err(Problem::new(
                        w.line,
                        "a segment ends with its only waypoint to follow",
                    ))
                }
                "avoid" if one.kind == WaypointKind::Target => {
                    return Err(Problem::new(w.line, "a target is followed, not avoided"))
                }
                "avoid" => avoid.push(one),
                "follow" => follow = Some(one),
                "cycle" if version == Version::V2_0 => {
                    let what = "`cycle` is not part of version 2.0";
                    return Err(Problem::new(action.line, what));
                }
                "cycle" if one.kind == WaypointKind::Target => {
                    return Err(Problem::new(w.line, "a target is no part of a cycle"))
                }
                "cycle" => (follow, cycle) = (Some(one), true),
                other => {
                    return Err(Problem::new(
                        action.line,
                        format!("the action `{other}` is not known"),
                    ))
                }
            }
        }
        let follow = follow
            .ok_or_else(|| Problem::new(segment.line, "the segment has no waypoint to follow"))?;
        if let Some(last) = out.last() {
            if last.cycle && !cycle {
                let what = "a cycle ends the sequence, and other segments follow";
                return Err(Problem::new(last.follow.at, what));
            }
            if last.follow.kind == WaypointKind::Target {
                return Err(Problem::new(
                    last.follow.at,
                    "a target ends the sequence, and other segments follow",
                ));
            }
        }
        out.push(Segment {
            avoid,
            follow,
            cycle,
        });
    }
    match out.last() {
        None => Err(Problem::new(n.line, "the sequence is empty")),
        Some(s) if s.follow.kind != WaypointKind::Target && !s.cycle => Err(Problem::new(
            s.follow.at,
            "the sequence does not end with a target or a cycle",
        )),
        Some(_) => Ok(out),
    }
}

/// What a version before does not know, and what none of ours uses.
fn later(n: &Node, version: Version) -> Result<(), Problem> {
    let Ok(all) = n.map("") else {
        return Ok(());
    };
    for (k, _) in all {
        if LATER.contains(&k.text.as_str()) {
            let what = if version == Version::V2_0 {
                format!("`{}` is not part of version 2.0", k.text)
            } else {
                format!("`{}` is not supported yet", k.text)
            };
            return Err(Problem::new(k.line, what));
        }
    }
    Ok(())
}

fn waypoint(n: &Node, version: Version) -> Result<Waypoint, Problem> {
    later(n, version)?;
    n.only("waypoint", &["type", "action", "location", "constraint"])?;
    let t = n.want("type")?;
    let word = t.text("type")?;
    let kind = WaypointKind::ALL
        .into_iter()
        .find(|k| k.word() == word)
        .ok_or_else(|| Problem::new(t.line, format!("the waypoint type `{word}` is not known")))?;
    let constraint = match (n.get("constraint"), kind.is_constrained()) {
        (None, false) => None,
        (Some(c), true) => Some(constraint(c, kind, version)?),
        (None, true) => {
            return Err(Problem::new(
                n.line,
                format!("a waypoint of type {word} has a constraint"),
            ))
        }
        (Some(c), false) => {
            return Err(Problem::new(
                c.line,
                format!("a waypoint of type {word} has no constraint"),
            ))
        }
    };
    Ok(Waypoint {
        kind,
        location: location(n.want("location")?)?,
        constraint,
        at: n.line,
    })
}

fn constraint(n: &Node, kind: WaypointKind, version: Version) -> Result<Constraint, Problem> {
    n.only("constraint", &["value", "format"])?;
    let v = n.want("value")?;
    let value = v.text("value")?.to_string();
    let format = match n.get("format") {
        Some(f) => Some(format(f, version)?),
        None => None,
    };
    if kind == WaypointKind::Branching {
        let number = value.parse::<i128>().is_ok();
        if !number && !["true", "false", "default"].contains(&value.as_str()) {
            return Err(Problem::new(
                v.line,
                "the value of a branching is true, false, default or a number",
            ));
        }
    } else if format.is_none() && version == Version::V2_0 {
        return Err(Problem::new(n.line, "`format` is missing"));
    }
    Ok(Constraint { value, format })
}

fn format(n: &Node, version: Version) -> Result<Format, Problem> {
    let word = n.text("format")?;
    let found = Format::ALL.into_iter().find(|f| f.word() == word);
    match found {
        Some(Format::ExtendedC) if version == Version::V2_0 => Err(Problem::new(
            n.line,
            "`ext_c_expression` is not part of version 2.0",
        )),
        Some(f) => Ok(f),
        None => Err(Problem::new(
            n.line,
            format!("the format `{word}` is not known"),
        )),
    }
}

fn location(n: &Node) -> Result<Location, Problem> {
    n.only(
        "location",
        &["file_name", "file_hash", "line", "column", "function"],
    )?;
    Ok(Location {
        file_name: string(n, "file_name")?,
        line: n.want("line")?.number("line")?,
        column: match n.get("column") {
            Some(c) => Some(c.number("column")?),
            None => None,
        },
        function: match n.get("function") {
            Some(f) => Some(f.text("function")?.to_string()),
            None => None,
        },
        at: n.line,
    })
}

fn invariants(n: &Node, version: Version) -> Result<Vec<Invariant>, Problem> {
    let mut out = Vec::new();
    for i in n.list("content")? {
        later(i, version)?;
        i.only("invariant set", &["invariant"])?;
        let i = i.want("invariant")?;
        later(i, version)?;
        let keys = ["type", "location", "value", "format", "labels"];
        let known = keys.len() - usize::from(version == Version::V2_0);
        i.only("invariant", &keys[..known])?;
        if let Some(labels) = i.get("labels") {
            for l in labels.list("labels")? {
                if l.text("labels")? != "inductive" {
                    return Err(Problem::new(l.line, "the only label is `inductive`"));
                }
            }
        }
        let t = i.want("type")?;
        let kind = match t.text("type")? {
            "loop_invariant" => InvariantKind::Loop,
            "location_invariant" => InvariantKind::Location,
            "loop_transition_invariant" if version > Version::V2_0 => InvariantKind::LoopTransition,
            "loop_transition_invariant" => {
                let what = "`loop_transition_invariant` is not part of version 2.0";
                return Err(Problem::new(t.line, what));
            }
            other if LATER.contains(&other) => {
                let what = if version == Version::V2_0 {
                    format!("`{other}` is not part of version 2.0")
                } else {
                    format!("`{other}` is not supported yet")
                };
                return Err(Problem::new(t.line, what));
            }
            other => {
                return Err(Problem::new(
                    t.line,
                    format!("the invariant type `{other}` is not known"),
                ))
            }
        };
        out.push(Invariant {
            kind,
            location: location(i.want("location")?)?,
            value: string(i, "value")?,
            format: format(i.want("format")?, version)?,
            at: i.line,
        });
    }
    Ok(out)
}
