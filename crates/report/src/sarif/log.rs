//! What every SARIF log of ours shares, whatever its findings are about: the
//! run around them, and places.
//!
//! Source: SARIF 2.1.0 (OASIS); sections 3.14 (run), 3.28 (location), 3.4
//! (artifact location). What must never happen: two verbs name one file in two
//! ways, so that a reader takes a finding for another one.

use ep_base::outcome::Place;
use serde_json::{json, Value};

/// The parts of a log that differ from verb to verb.
pub struct Log {
    /// Rules in the order of their indices.
    pub rules: Vec<Value>,
    /// Findings.
    pub results: Vec<Value>,
    /// What was not looked at, as notifications.
    pub notes: Vec<Value>,
    /// Of the run: its verdict and what that rests on.
    pub properties: Value,
}

impl Log {
    /// The whole log of one run of this version.
    pub fn value(self, version: &str) -> Value {
        json!({
            "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "Everypath",
                    "semanticVersion": version,
                    "rules": self.rules,
                }},
                "columnKind": "unicodeCodePoints",
                "invocations": [{
                    "executionSuccessful": true,
                    "toolExecutionNotifications": self.notes,
                }],
                "results": self.results,
                "properties": self.properties,
            }],
        })
    }
}

/// A place, with what is said about it. A line of 0 is a file as a whole.
pub fn location(place: &Place, text: Option<&str>) -> Value {
    let mut region = None;
    if place.line > 0 {
        let mut r = json!({ "startLine": place.line });
        if place.column > 0 {
            r["startColumn"] = json!(place.column);
        }
        region = Some(r);
    }
    let mut location = json!({ "physicalLocation": physical(&place.file, region) });
    if !place.function.is_empty() {
        location["logicalLocations"] =
            json!([{ "fullyQualifiedName": place.function, "kind": "function" }]);
    }
    if let Some(text) = text {
        location["message"] = json!({ "text": text });
    }
    location
}

/// A region of a file.
pub fn physical(file: &str, region: Option<Value>) -> Value {
    let mut physical = json!({ "artifactLocation": { "uri": uri(file) } });
    if let Some(region) = region {
        physical["region"] = region;
    }
    physical
}

/// A relative reference, or a file URI for an absolute path (RFC 3986).
fn uri(path: &str) -> String {
    let mut out = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(byte));
            }
            b => out.push_str(&format!("%{b:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_name() {
        assert_eq!(uri("src/a b.c"), "src/a%20b.c");
        assert_eq!(uri("/tmp/ä.vpr"), "file:///tmp/%C3%A4.vpr");
    }

    #[test]
    fn a_place_without_a_line_is_the_file() {
        let place = Place {
            file: "a.c".into(),
            ..Place::default()
        };
        let whole = json!({ "physicalLocation": { "artifactLocation": { "uri": "a.c" } } });
        assert_eq!(location(&place, None), whole);
    }
}
