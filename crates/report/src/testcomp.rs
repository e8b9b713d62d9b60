//! Test-Comp's exchange format (sosy-lab's test-format 1.1): one
//! `metadata.xml` for the suite, one XML file per test case with the inputs in
//! the order in which the program asks for them.
//!
//! Each `input` is one value. An array counts as its elements, any other block
//! of bytes as its bytes, so that the order stays that of memory.

use ep_base::outcome::{Input, InputType};
use ep_harness::{literal, nondet};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

/// What a suite tells about itself.
#[derive(Clone, Debug)]
pub struct Metadata {
    /// The tool with its version.
    pub producer: String,
    /// What the suite is for, in Test-Comp's words, for example
    /// [`COVER_BRANCHES`].
    pub specification: String,
    /// The program as the user named it.
    pub program_file: String,
    /// SHA-256 of its text, from [`program_hash`].
    pub program_hash: String,
    /// Where execution starts.
    pub entry: String,
    /// 32 or 64 bits.
    pub bits: u32,
    /// When the suite was made.
    pub created: SystemTime,
}

/// Test-Comp's specification for coverage of all branches.
pub const COVER_BRANCHES: &str = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";
const PUBLIC: &str = "+//IDN sosy-lab.org//DTD test-format";

/// The text of `metadata.xml`. The order of the elements is the DTD's.
pub fn metadata(m: &Metadata) -> String {
    let mut x = format!(
        "{HEAD}<!DOCTYPE test-metadata PUBLIC \"{PUBLIC} test-metadata 1.1//EN\" \
         \"https://sosy-lab.org/test-format/test-metadata-1.1.dtd\">\n<test-metadata>\n"
    );
    let architecture = format!("{}bit", m.bits);
    let created = utc(m.created);
    for (name, text) in [
        ("sourcecodelang", "C"),
        ("producer", &m.producer),
        ("specification", &m.specification),
        ("programfile", &m.program_file),
        ("programhash", &m.program_hash),
        ("entryfunction", &m.entry),
        ("architecture", &architecture),
        ("creationtime", &created),
    ] {
        let _ = writeln!(x, "  <{name}>{}</{name}>", escaped(text));
    }
    x.push_str("</test-metadata>\n");
    x
}

/// Appends one test case.
pub fn testcase(x: &mut String, inputs: &[Input], covers_error: bool) {
    x.push_str(HEAD);
    let _ = write!(
        x,
        "<!DOCTYPE testcase PUBLIC \"{PUBLIC} testcase 1.1//EN\" \
         \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n<testcase"
    );
    if covers_error {
        x.push_str(" coversError=\"true\"");
    }
    x.push_str(">\n");
    for input in inputs {
        values(x, &input.name, &input.ty, &input.bytes);
    }
    x.push_str("</testcase>\n");
}

fn values(x: &mut String, name: &str, ty: &InputType, bytes: &[u8]) {
    match ty {
        InputType::Array { element, .. } if ty.is_plain() => {
            let size = literal::size(element);
            if let Some(size) = size.filter(|s| *s > 0 && bytes.len() % s == 0) {
                for (i, part) in bytes.chunks(size).enumerate() {
                    values(x, &format!("{name}[{i}]"), element, part);
                }
            } else {
                values(x, name, &InputType::Bytes, bytes);
            }
        }
        InputType::Float { bits } => {
            let (ty, text) = match (bits, literal::float(bytes)) {
                (32, Some(v)) => ("float", v),
                (_, Some(v)) => ("double", v),
                (_, None) => return values(x, name, &InputType::Bytes, bytes),
            };
            one(x, name, ty, &text);
        }
        InputType::Char => one(x, name, "char", &literal::integer(bytes, true)),
        InputType::Bool => one(x, name, "bool", &literal::integer(bytes, false)),
        InputType::Int { signed, .. } => {
            let text = literal::integer(bytes, *signed);
            one(x, name, nondet::name(bytes.len(), *signed), &text);
        }
        InputType::Array { .. }
        | InputType::Pointer { .. }
        | InputType::Record { .. }
        | InputType::Bytes => {
            for (i, byte) in bytes.iter().enumerate() {
                one(x, &format!("{name}[{i}]"), "uchar", &byte.to_string());
            }
        }
    }
}

fn one(x: &mut String, name: &str, ty: &str, value: &str) {
    let _ = writeln!(
        x,
        "  <input variable=\"{}\" type=\"{ty}\">{}</input>",
        escaped(name),
        escaped(value)
    );
}

/// The text with XML's special characters replaced; characters that XML 1.0
/// cannot hold become U+FFFD.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(c),
            c if c < ' ' || ('\u{fffe}'..='\u{ffff}').contains(&c) => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// SHA-256 in hexadecimal.
pub fn program_hash(text: &[u8]) -> String {
    Sha256::digest(text)
        .iter()
        .fold(String::with_capacity(64), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
}

/// `2024-02-29T12:00:00Z`. Days to dates as in Hinnant's `civil_from_days`.
pub fn utc(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let of_era = shifted % 146_097;
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let day_of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_index = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_index + 2) / 5 + 1;
    let month = if month_index < 10 {
        month_index + 3
    } else {
        month_index - 9
    };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z",
        rest / 3600,
        rest / 60 % 60,
        rest % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use ep_base::outcome::InputSource;
    use std::time::Duration;

    #[test]
    fn dates_are_civil() {
        let at = |s| utc(UNIX_EPOCH + Duration::from_secs(s));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(1_709_208_000), "2024-02-29T12:00:00Z");
        assert_eq!(at(4_107_542_400), "2100-03-01T00:00:00Z");
    }

    #[test]
    fn a_known_hash() {
        assert_eq!(
            program_hash(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }

    #[test]
    fn inputs_stand_in_order() {
        let input = |name: &str, ty, bytes: &[u8]| Input {
            name: name.into(),
            ty,
            source: InputSource::MakeSymbolic,
            bytes: bytes.to_vec(),
        };
        let int = InputType::Int {
            bits: 32,
            signed: true,
        };
        let pair = InputType::Array {
            element: Box::new(InputType::Char),
            len: 2,
        };
        let mut x = String::new();
        let inputs = [
            input("a<b", int, &(-5i32).to_le_bytes()),
            input("s", pair, b"A\xff"),
            input("f", InputType::Float { bits: 32 }, &0.5f32.to_le_bytes()),
        ];
        testcase(&mut x, &inputs, true);
        let body: Vec<&str> = x.lines().skip(2).collect();
        assert_eq!(
            body,
            [
                "<testcase coversError=\"true\">",
                "  <input variable=\"a&lt;b\" type=\"int\">-5</input>",
                "  <input variable=\"s[0]\" type=\"char\">65</input>",
                "  <input variable=\"s[1]\" type=\"char\">-1</input>",
                "  <input variable=\"f\" type=\"float\">0.5</input>",
                "</testcase>",
            ]
        );
    }

    #[test]
    fn metadata_has_the_order_of_the_dtd() {
        let text = metadata(&Metadata {
            producer: "Everypath 0.1.0".into(),
            specification: COVER_BRANCHES.into(),
            program_file: "a&b.c".into(),
            program_hash: "00".into(),
            entry: "main".into(),
            bits: 64,
            created: UNIX_EPOCH,
        });
        let names: Vec<&str> = text
            .lines()
            .filter_map(|l| l.strip_prefix("  <")?.split('>').next())
            .collect();
        assert_eq!(
            names,
            [
                "sourcecodelang",
                "producer",
                "specification",
                "programfile",
                "programhash",
                "entryfunction",
                "architecture",
                "creationtime"
            ]
        );
        assert!(text.contains("<programfile>a&amp;b.c</programfile>"));
    }
}
