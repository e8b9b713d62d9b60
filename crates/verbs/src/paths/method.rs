//! The method that is asked about, by its name; a property as its postcondition.

use ep_base::Diagnostic;
use ep_java::tree::{MethodId, MethodKind, Program};

/// The method named `C.m` or `C.m(int, Node)`.
///
/// # Errors
/// There is none, or several (exit 2), with what there is.
pub fn find(p: &Program, name: &str, file: &str) -> Result<MethodId, Diagnostic> {
    let wrong =
        |message: String, help: String| Err(Diagnostic::bad_input(message).at(file).help(help));
    let (path, signature) = match name.split_once('(') {
        Some((path, rest)) => (path, Some(rest.trim_end_matches(')'))),
        None => (name, None),
    };
    let own = |c: &ep_java::tree::Class| !c.prelude;
    let classes: Vec<String> = p
        .classes
        .iter()
        .filter(|c| own(c.1))
        .map(|c| c.1.name.clone())
        .collect();
    let Some((class, method)) = path.rsplit_once('.') else {
        return wrong(
            format!("`{name}` names no method"),
            format!("write C.m with one of the classes {}", classes.join(", ")),
        );
    };
    let Some(class_id) = p.class_named(class.trim()) else {
        return wrong(
            format!("there is no class `{class}`"),
            match classes.is_empty() {
                true => "the file has no class".into(),
                false => format!("the classes are {}", classes.join(", ")),
            },
        );
    };
    let runnable = |m: MethodId| {
        !matches!(
            p.methods[m].kind,
            MethodKind::Predicate | MethodKind::Constructor
        )
    };
    let all: Vec<MethodId> = p.classes[class_id]
        .methods
        .iter()
        .copied()
        .filter(|m| runnable(*m))
        .collect();
    let named: Vec<MethodId> = all
        .iter()
        .copied()
        .filter(|m| p.methods[*m].name == method.trim())
        .collect();
    let plain = |text: &str| {
        text.chars()
            .filter(|c| !c.is_whitespace())
            .collect::<String>()
    };
    let found: Vec<MethodId> = match signature {
        None => named.clone(),
        Some(wanted) => named
            .iter()
            .copied()
            .filter(|m| {
                let types: Vec<String> = p.methods[*m]
                    .param_types()
                    .iter()
                    .map(|t| p.type_name(*t))
                    .collect();
                plain(&types.join(",")) == plain(wanted)
            })
            .collect(),
    };
    let list = |ids: &[MethodId]| {
        let names: Vec<String> = ids.iter().map(|m| p.method_name(*m)).collect();
        names.join(", ")
    };
    match found[..] {
        [one] => match &p.methods[one].body {
            Some(_) => Ok(one),
            None => wrong(
                format!("{} has no body", p.method_name(one)),
                "name a method of a class that implements it".into(),
            ),
        },
        [] if named.is_empty() && p.classes[class_id].name == method => wrong(
            format!("`{name}` is a constructor: it has no object before it runs"),
            "name a method that calls it".into(),
        ),
        [] => wrong(
            format!(
                "class `{class}` has no method `{}`",
                &name[class.len() + 1..]
            ),
            match all.is_empty() {
                true => "the class has no methods".into(),
                false => format!("its methods are {}", list(&all)),
            },
        ),
        _ => wrong(
            format!("`{name}` names several methods"),
            format!("choose one of {}", list(&found)),
        ),
    }
}

/// The text with the property as the method's last postcondition.
///
/// # Errors
/// The property cannot stand in a comment (exit 2).
pub fn with_property(
    p: &Program,
    id: MethodId,
    text: &str,
    property: &str,
) -> Result<String, Diagnostic> {
    if property.contains("*/") || property.contains(';') || property.trim().is_empty() {
        return Err(Diagnostic::bad_input("a property is one Java condition").at("--prove"));
    }
    let start = p.methods[id].span.start as usize;
    let Some(brace) = body(text, start) else {
        return Err(Diagnostic::bad_input("the method's body was not found").at("--prove"));
    };
    // The front end writes these without the backslash of JML.
    let property = property
        .replace("\\result", "result")
        .replace("\\old", "old");
    Ok(format!(
        "{}/*@ ensures {property}; @*/ {}",
        &text[..brace],
        &text[brace..]
    ))
}

/// The brace that opens the body of the method whose name stands at `from`.
fn body(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    while at < bytes.len() {
        match bytes[at] {
            b'{' => return Some(at),
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at += text[at..].find('\n')?;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at += 2 + text[at + 2..].find("*/")? + 1;
            }
            b'"' => {
                at += 1;
                while *bytes.get(at)? != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "class C { int f; /* { */ int m(int a) // {\n throws Error { return a; }\n int m(long b) { return 1; }\n void q() {} }";

    fn program() -> Program {
        ep_java::read(&[("C.java", TEXT)]).unwrap_or_else(|f| panic!("{:?}", f.problems))
    }

    #[test]
    fn names_and_overloads() {
        let p = program();
        assert_eq!(p.method_name(find(&p, "C.q", "C.java").unwrap()), "C.q()");
        assert_eq!(
            p.method_name(find(&p, "C.m(long)", "C.java").unwrap()),
            "C.m(long)"
        );
        for (name, want) in [
            ("C.m", "several"),
            ("q", "names no method"),
            ("D.q", "no class `D`"),
            ("C.r", "no method `r`"),
            ("C.C", "constructor"),
            ("C.m(byte)", "no method"),
        ] {
            let d = find(&p, name, "C.java").unwrap_err();
            assert!(d.message.contains(want), "{name}: {d}");
        }
    }

    #[test]
    fn a_property_goes_before_the_right_brace() {
        let p = program();
        let id = find(&p, "C.m(int)", "C.java").unwrap();
        let t = with_property(&p, id, TEXT, "\\result == a").unwrap();
        assert!(
            t.contains("throws Error /*@ ensures result == a; @*/ { return a; }"),
            "{t}"
        );
        assert!(with_property(&p, id, TEXT, "a */ b").is_err());
    }
}
