//! AddressSanitizer and MemorySanitizer for LLVM IR.
//!
//! The passes work only on functions that carry an attribute which clang's
//! front end sets, and bitcode was made without it. The text form of the
//! module gets it at each `define`, in the one place where the grammar
//! (LangRef, "Functions") takes function attributes: after the parameter
//! list, `unnamed_addr` and `addrspace`.
//!
//! UndefinedBehaviorSanitizer lives in the front end and cannot be added.

/// `text` with `attribute` (for example `sanitize_address`) at each definition.
pub fn with_attribute(text: &str, attribute: &str) -> String {
    let mut out = String::with_capacity(text.len() + 1024);
    for line in text.split_inclusive('\n') {
        match insertion(line) {
            Some(at) => {
                out.push_str(&line[..at]);
                out.push(' ');
                out.push_str(attribute);
                out.push_str(&line[at..]);
            }
            None => out.push_str(line),
        }
    }
    out
}

/// Where function attributes go in a line that starts a definition.
fn insertion(line: &str) -> Option<usize> {
    if !line.starts_with("define ") {
        return None;
    }
    let name = name_end(line)?;
    let mut at = name + closing(&line[name..])?;
    for word in [" local_unnamed_addr", " unnamed_addr"] {
        if line[at..].starts_with(word) {
            at += word.len();
        }
    }
    if line[at..].starts_with(" addrspace(") {
        at += line[at..].find(')')? + 1;
    }
    Some(at)
}

/// The end of the first `@name` or `@"name"` that is followed by `(`.
fn name_end(line: &str) -> Option<usize> {
    let start = line.find('@')? + 1;
    let rest = &line[start..];
    let len = match rest.strip_prefix('"') {
        Some(quoted) => quoted.find('"')? + 2,
        None => rest.find('(')?,
    };
    Some(start + len)
}

/// The offset behind the bracket that closes the one at the start.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut quoted = false;
    for (i, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => {
                depth -= 1;
                if depth == 0 {
                    return Some(i + 1);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::with_attribute;

    #[test]
    fn the_attribute_stands_behind_the_parameters() {
        let before = "define dso_local i32 @f(ptr byval(%struct.s) %0, i32 %1) local_unnamed_addr #0 !dbg !1 {\n\
                      define void @\"a(b\"() {\n  ret void\n}\ndeclare void @g()\n";
        let after = with_attribute(before, "sanitize_address");
        assert_eq!(
            after,
            "define dso_local i32 @f(ptr byval(%struct.s) %0, i32 %1) local_unnamed_addr sanitize_address #0 !dbg !1 {\n\
             define void @\"a(b\"() sanitize_address {\n  ret void\n}\ndeclare void @g()\n"
        );
    }
}
