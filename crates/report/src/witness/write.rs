//! Witnesses as YAML.

use super::types::{
    Constraint, Content, Invariant, Location, Metadata, Segment, Waypoint, Witness,
};
use crate::yaml::quoted;
use std::fmt::Write;

/// The text of a witness file with one entry.
pub fn text(w: &Witness) -> String {
    let mut out = String::new();
    let kind = match w.content {
        Content::Violation(_) => "violation_sequence",
        Content::Invariants(_) => "invariant_set",
    };
    let _ = writeln!(out, "- entry_type: {kind}");
    metadata(&mut out, &w.metadata);
    match &w.content {
        Content::Violation(segments) => {
            out.push_str("  content:\n");
            for s in segments {
                segment(&mut out, s);
            }
        }
        Content::Invariants(all) if all.is_empty() => out.push_str("  content: []\n"),
        Content::Invariants(all) => {
            out.push_str("  content:\n");
            for i in all {
                invariant(&mut out, i);
            }
        }
    }
    out
}

fn metadata(out: &mut String, m: &Metadata) {
    let _ = write!(
        out,
        "  metadata:\n    format_version: '{}'\n    uuid: {}\n    creation_time: {}\n    producer:\n      name: {}\n      version: {}\n    task:\n      input_files:\n",
        m.version,
        quoted(&m.uuid),
        quoted(&m.creation_time),
        quoted(&m.producer),
        quoted(&m.producer_version),
    );
    for f in &m.task.input_files {
        let _ = writeln!(out, "        - {}", quoted(f));
    }
    out.push_str("      input_file_hashes:\n");
    for (f, h) in &m.task.hashes {
        let _ = writeln!(out, "        {}: {}", quoted(f), quoted(h));
    }
    let _ = write!(
        out,
        "      specification: {}\n      data_model: {}\n      language: C\n",
        quoted(&m.task.specification),
        m.task.data_model
    );
}

fn segment(out: &mut String, s: &Segment) {
    out.push_str("    - segment:\n");
    for w in &s.avoid {
        waypoint(out, w, "avoid");
    }
    waypoint(out, &s.follow, if s.cycle { "cycle" } else { "follow" });
}

fn waypoint(out: &mut String, w: &Waypoint, action: &str) {
    let _ = write!(
        out,
        "        - waypoint:\n            type: {}\n            action: {action}\n",
        w.kind.word()
    );
    location(out, &w.location, "            ");
    if let Some(Constraint { value, format }) = &w.constraint {
        let _ = writeln!(
            out,
            "            constraint:\n              value: {}",
            quoted(value)
        );
        if let Some(f) = format {
            let _ = writeln!(out, "              format: {}", f.word());
        }
    }
}

fn location(out: &mut String, l: &Location, indent: &str) {
    let _ = write!(
        out,
        "{indent}location:\n{indent}  file_name: {}\n{indent}  line: {}\n",
        quoted(&l.file_name),
        l.line
    );
    if let Some(c) = l.column {
        let _ = writeln!(out, "{indent}  column: {c}");
    }
    if let Some(f) = &l.function {
        let _ = writeln!(out, "{indent}  function: {}", quoted(f));
    }
}

fn invariant(out: &mut String, i: &Invariant) {
    let _ = writeln!(out, "    - invariant:\n        type: {}", i.kind.word());
    location(out, &i.location, "        ");
    let _ = write!(
        out,
        "        value: {}\n        format: {}\n",
        quoted(&i.value),
        i.format.word()
    );
}
