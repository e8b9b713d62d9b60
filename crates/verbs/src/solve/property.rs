//! Property files of SV-COMP and Test-Comp: which question is asked.
//!
//! Source: <https://sv-comp.sosy-lab.org/2025/rules.php>,
//! <https://test-comp.sosy-lab.org/2025/rules.php>. A file has lines
//! `CHECK( init(main()), LTL(G ! call(reach_error())) )`; the three lines of
//! memory safety are one property.

use ep_base::outcome::ErrorKind;
use ep_base::Diagnostic;
use std::fmt;
use std::path::Path;

/// A question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Property {
    /// `G ! call(reach_error())`.
    UnreachCall,
    /// Any of `G valid-deref`, `G valid-free` and `G valid-memtrack`.
    MemorySafety(MemorySafety),
    /// `G valid-memcleanup`.
    MemoryCleanup,
    /// `G ! overflow`.
    NoOverflow,
    /// `F end`.
    Termination,
    /// `G ! data-race`.
    NoDataRace,
    /// `COVER( init(main()), FQL(COVER EDGES(G)) )`.
    Cover(Goal),
}

/// Which parts of memory safety are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MemorySafety {
    /// Reads and writes (`valid-deref`).
    pub deref: bool,
    /// What is freed (`valid-free`).
    pub free: bool,
    /// Blocks that are lost (`valid-memtrack`).
    pub memtrack: bool,
}

/// What a suite is to cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Sides of decisions.
    DecisionEdges,
    /// Sides of the parts of conditions.
    ConditionEdges,
    /// Starts of basic blocks.
    BasicBlocks,
    /// A call of `reach_error`.
    ErrorCall,
}

impl fmt::Display for Property {
    /// The name in answers: `unreach-call`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Property::UnreachCall => "unreach-call",
            Property::MemorySafety(_) => "valid-memsafety",
            Property::MemoryCleanup => "valid-memcleanup",
            Property::NoOverflow => "no-overflow",
            Property::Termination => "termination",
            Property::NoDataRace => "no-data-race",
            Property::Cover(Goal::ErrorCall) => "coverage-error-call",
            Property::Cover(Goal::DecisionEdges) => "coverage-branches",
            Property::Cover(Goal::ConditionEdges) => "coverage-conditions",
            Property::Cover(Goal::BasicBlocks) => "coverage-statements",
        })
    }
}

impl Property {
    /// The name of the answer `false` that a finding of this kind gives, none
    /// where the property does not ask about it.
    pub fn violated_by(self, kind: ErrorKind) -> Option<&'static str> {
        let memory = |m: MemorySafety| match kind {
            ErrorKind::DoubleFree | ErrorKind::InvalidFree => m.free.then_some("valid-free"),
            ErrorKind::Leak => m.memtrack.then_some("valid-memtrack"),
            ErrorKind::OutOfBoundsRead
            | ErrorKind::OutOfBoundsWrite
            | ErrorKind::NullDereference
            | ErrorKind::UseAfterFree
            | ErrorKind::UseAfterReturn
            | ErrorKind::WildPointer
            | ErrorKind::WildCall
            | ErrorKind::ReadOnlyWrite => m.deref.then_some("valid-deref"),
            _ => None,
        };
        match (self, kind) {
            (Property::UnreachCall, ErrorKind::AssertionFailure) => Some("unreach-call"),
            (Property::MemorySafety(m), _) => memory(m),
            (Property::MemoryCleanup, ErrorKind::UnfreedMemory) => Some("valid-memcleanup"),
            (Property::NoOverflow, ErrorKind::SignedOverflow) => Some("no-overflow"),
            _ => None,
        }
    }
}

/// A property with the text of its file, which witnesses quote.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// What is asked.
    pub property: Property,
    /// The lines of the file that ask, as they stand there.
    pub text: String,
}

/// Reads a property file.
///
/// # Errors
/// It cannot be read, or asks something that is not known (exit 2).
pub fn read(path: &Path) -> Result<Question, Diagnostic> {
    let text = ep_proofs::input::text(path, "the property")?;
    parse(&text).map_err(|(line, what)| {
        Diagnostic::bad_input(what)
            .at(format!("{}:{line}", path.display()))
            .help("docs/solve.md lists the properties that are known")
    })
}

/// The question of a text.
///
/// # Errors
/// The line, and what is wrong with it.
pub fn parse(text: &str) -> Result<Question, (usize, String)> {
    let mut found: Option<Property> = None;
    let mut lines = Vec::new();
    for (i, raw) in text.lines().enumerate() {
        let line: String = raw.chars().filter(|c| !c.is_whitespace()).collect();
        if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
            continue;
        }
        let one = parse_line(&line).map_err(|what| (i + 1, what))?;
        found = Some(match (found, one) {
            (None, one) => one,
            (Some(Property::MemorySafety(a)), Property::MemorySafety(b)) => {
                Property::MemorySafety(MemorySafety {
                    deref: a.deref || b.deref,
                    free: a.free || b.free,
                    memtrack: a.memtrack || b.memtrack,
                })
            }
            (Some(a), b) if a == b => a,
            (Some(a), b) => {
                return Err((
                    i + 1,
                    format!("the file asks for {a} and {b}: give each a file of its own"),
                ))
            }
        });
        lines.push(raw.trim().to_string());
    }
    match found {
        Some(property) => Ok(Question {
            property,
            text: lines.join("\n"),
        }),
        None => Err((1, "the file asks nothing: it has no CHECK line".into())),
    }
}

fn parse_line(line: &str) -> Result<Property, String> {
    let shape =
        "this is no property: want CHECK( init(main()), LTL(…) ) or COVER( init(main()), FQL(…) )";
    let (cover, inner) = match (line.strip_prefix("CHECK("), line.strip_prefix("COVER(")) {
        (Some(rest), _) => (false, rest),
        (_, Some(rest)) => (true, rest),
        _ => return Err(shape.into()),
    };
    let inner = inner.strip_suffix(')').ok_or(shape)?;
    let rest = inner
        .strip_prefix("init(main()),")
        .ok_or("only runs that start with init(main()) are known")?;
    if cover {
        let goal = rest
            .strip_prefix("FQL(COVEREDGES(")
            .and_then(|r| r.strip_suffix("))"))
            .ok_or("only goals of the form FQL(COVER EDGES(…)) are known")?;
        return match goal {
            "@DECISIONEDGE" => Ok(Property::Cover(Goal::DecisionEdges)),
            "@CONDITIONEDGE" => Ok(Property::Cover(Goal::ConditionEdges)),
            "@BASICBLOCKENTRY" => Ok(Property::Cover(Goal::BasicBlocks)),
            "@CALL(reach_error)" | "@CALL(__VERIFIER_error)" => {
                Ok(Property::Cover(Goal::ErrorCall))
            }
            other => Err(format!("the goal `{other}` is not known")),
        };
    }
    let formula = rest
        .strip_prefix("LTL(")
        .and_then(|r| r.strip_suffix(')'))
        .ok_or(shape)?;
    let none = MemorySafety::default();
    match formula {
        "G!call(reach_error())" | "G!call(__VERIFIER_error())" => Ok(Property::UnreachCall),
        "Gvalid-deref" => Ok(Property::MemorySafety(MemorySafety {
            deref: true,
            ..none
        })),
        "Gvalid-free" => Ok(Property::MemorySafety(MemorySafety { free: true, ..none })),
        "Gvalid-memtrack" => Ok(Property::MemorySafety(MemorySafety {
            memtrack: true,
            ..none
        })),
        "Gvalid-memcleanup" => Ok(Property::MemoryCleanup),
        "G!overflow" => Ok(Property::NoOverflow),
        "Fend" => Ok(Property::Termination),
        "G!data-race" => Ok(Property::NoDataRace),
        other => Err(format!("the property `{other}` is not known")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(text: &str) -> Property {
        parse(text).unwrap().property
    }

    #[test]
    fn three_lines_are_one_property() {
        let text = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n\n";
        let q = parse(text).unwrap();
        assert_eq!(q.text.lines().count(), 3);
        let p = q.property;
        assert_eq!(p.to_string(), "valid-memsafety");
        assert_eq!(p.violated_by(ErrorKind::Leak), Some("valid-memtrack"));
        assert_eq!(p.violated_by(ErrorKind::DoubleFree), Some("valid-free"));
        assert_eq!(p.violated_by(ErrorKind::WildPointer), Some("valid-deref"));
        assert_eq!(p.violated_by(ErrorKind::UnfreedMemory), None);
        let only = ask("CHECK( init(main()), LTL(G valid-free) )");
        assert_eq!(only.violated_by(ErrorKind::WildPointer), None);
        assert_eq!(only.violated_by(ErrorKind::Leak), None);
    }

    #[test]
    fn all_properties_have_names() {
        for (text, name) in [
            (
                "CHECK( init(main()), LTL(G ! call(reach_error())) )",
                "unreach-call",
            ),
            ("CHECK( init(main()), LTL(G ! overflow) )", "no-overflow"),
            (
                "CHECK( init(main()), LTL(G valid-memcleanup) )",
                "valid-memcleanup",
            ),
            ("CHECK( init(main()), LTL(F end) )", "termination"),
            ("CHECK( init(main()), LTL(G ! data-race) )", "no-data-race"),
            (
                "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
                "coverage-branches",
            ),
            (
                "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )",
                "coverage-error-call",
            ),
        ] {
            assert_eq!(ask(text).to_string(), name);
        }
    }

    #[test]
    fn what_is_not_known_has_its_line() {
        for (text, line) in [
            ("", 1),
            ("\nG valid-free", 2),
            ("CHECK( init(main()), LTL(G ! call(foo())) )", 1),
            ("CHECK( init(start()), LTL(F end) )", 1),
            ("COVER( init(main()), FQL(COVER EDGES(@LINE)) )", 1),
            (
                "CHECK( init(main()), LTL(F end) )\nCHECK( init(main()), LTL(G ! overflow) )",
                2,
            ),
        ] {
            assert_eq!(parse(text).unwrap_err().0, line, "{text}");
        }
    }
}
