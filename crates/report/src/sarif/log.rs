//! What every SARIF log of ours shares, whatever its findings are about: the
//! run around them, rules, results, notes, and places.
//!
//! Source: SARIF 2.1.0 (OASIS); sections 3.14 (run), 3.27 (result), 3.28
//! (location), 3.4 (artifact location), 3.49 (rule), 3.58 (notification). What
//! must never happen: two verbs name one file in two ways, so that a reader
//! takes a finding for another one; a result whose index is that of another
//! rule, so indices are given here alone; a verb that writes a log by itself
//! (`cargo xtask tidy` looks for one). Cost: a look through the rules for each
//! result.

use ep_base::outcome::Place;
use serde_json::{json, Value};

/// The parts of a log that differ from verb to verb.
pub struct Log {
    /// Rules, each once.
    pub rules: Vec<Value>,
    /// Findings, each of the rule that its id names.
    pub results: Vec<Value>,
    /// What was not looked at, as notifications.
    pub notes: Vec<Value>,
    /// Of the run: its verdict and what that rests on.
    pub properties: Value,
}

impl Log {
    /// The whole log of one run of this version.
    pub fn value(mut self, version: &str) -> Value {
        for result in &mut self.results {
            let rule = (self.rules.iter()).position(|r| r["id"] == result["ruleId"]);
            // An index that is nothing is no SARIF; the id alone is.
            if let Some(rule) = rule {
                result["ruleIndex"] = json!(rule);
            }
        }
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

/// A rule of which nothing but its name is told.
pub fn rule(id: &str) -> Value {
    json!({ "id": id })
}

/// A rule with one sentence, whose results are errors.
pub fn described(id: &str, sentence: &str) -> Value {
    let mut rule = rule(id);
    rule["shortDescription"] = json!({ "text": sentence });
    rule["defaultConfiguration"] = json!({ "level": "error" });
    rule
}

/// A result of the rule `id`, of `level` `error` or `warning`; `at` has its
/// places as [`location`] makes them, or none where it does not speak of them.
pub fn result(id: &str, level: &str, message: &str, at: Option<Vec<Value>>) -> Value {
    let mut result = json!({ "ruleId": id, "level": level, "message": { "text": message } });
    if let Some(at) = at {
        result["locations"] = json!(at);
    }
    result
}

/// The way to a finding as its `codeFlows`: places in the order of time.
pub fn flow(steps: Vec<Value>) -> Value {
    json!([{ "threadFlows": [{ "locations": steps }] }])
}

/// What was not looked at or not decided, and where.
pub fn note(text: &str, at: Option<Value>) -> Value {
    let mut note = json!({ "level": "note", "message": { "text": text } });
    if let Some(at) = at {
        note["locations"] = json!([at]);
    }
    note
}

/// [`location`] of a place that has a file.
pub fn known(place: &Place) -> Option<Value> {
    (!place.file.is_empty()).then(|| location(place, None))
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
    fn results_have_the_index_of_their_rule() {
        let log = Log {
            rules: vec![rule("a"), described("b", "B.")],
            results: vec![
                result("b", "error", "x", None),
                result("a", "error", "y", None),
                result("c", "error", "z", None),
            ],
            notes: Vec::new(),
            properties: json!({}),
        };
        let run = &log.value("0")["runs"][0];
        let index = |i: usize| run["results"][i]["ruleIndex"].as_u64();
        assert_eq!((index(0), index(1)), (Some(1), Some(0)));
        assert!(run["results"][2].get("ruleIndex").is_none());
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
