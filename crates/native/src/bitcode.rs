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

/// `text` with a call of `ep_fuzz_result` behind each piece of inline assembly
/// that has outputs: function `number`, one call per output, in order.
///
/// A followed run goes on with what the assembly computed; the record is made
/// in the text form of the module because no other form names the outputs.
/// Empty templates are left out: the reader of bitcode knows what they do.
pub fn with_results(text: &str, number: usize) -> String {
    let mut out = String::with_capacity(text.len() + 4096);
    let mut count = 0;
    for line in text.split_inclusive('\n') {
        out.push_str(line);
        if let Some((value, types)) = outputs(line) {
            let single = types.len() == 1 && !line.contains("= call {");
            for (i, ty) in types.iter().enumerate() {
                let name = format!("%ep.asm.{count}.{i}");
                let part = match single {
                    true => value.to_string(),
                    false => {
                        let all = format!("{{ {} }}", types.join(", "));
                        out.push_str(&format!("  {name} = extractvalue {all} {value}, {i}\n"));
                        name.clone()
                    }
                };
                let word = word(&mut out, &name, ty, &part);
                out.push_str(&format!(
                    "  call void @ep_fuzz_result(i32 {number}, i64 {word}, i64 0)\n"
                ));
            }
            count += 1;
        }
    }
    if count > 0 {
        out.push_str("\ndeclare void @ep_fuzz_result(i32, i64, i64)\n");
    }
    out
}

/// Writes what makes 64 bits of a value; their name. What has no 64 bits that
/// mean the same in another process is zero.
fn word(out: &mut String, name: &str, ty: &str, value: &str) -> String {
    let mut widened = |op: &str, from: &str, value: &str| {
        out.push_str(&format!("  {name}.w = {op} {from} {value} to i64\n"));
        format!("{name}.w")
    };
    let bits = ty.strip_prefix('i').and_then(|n| n.parse::<u32>().ok());
    match (ty, bits) {
        (_, Some(64)) => value.to_string(),
        (_, Some(1..=63)) => widened("zext", ty, value),
        ("double", _) => widened("bitcast", ty, value),
        ("float", _) => {
            out.push_str(&format!("  {name}.b = bitcast float {value} to i32\n"));
            out.push_str(&format!("  {name}.w = zext i32 {name}.b to i64\n"));
            format!("{name}.w")
        }
        _ => "0".into(),
    }
}

/// The value and the types of the outputs of a line that is inline assembly
/// which does something.
fn outputs(line: &str) -> Option<(&str, Vec<&str>)> {
    let (value, call) = line.trim_start().split_once(" = ")?;
    let rest = call.strip_prefix("tail ").unwrap_or(call);
    let rest = rest.strip_prefix("call ")?;
    let quote = rest.find('"')?;
    let (head, tail) = (&rest[..quote], &rest[quote + 1..]);
    let ty = &head[..head.find(" asm ")?];
    let template = &tail[..tail.find('"')?];
    if template.trim().is_empty() {
        return None;
    }
    let inner = ty.strip_prefix("{ ").and_then(|t| t.strip_suffix(" }"));
    let types = match inner {
        Some(all) => all.split(", ").collect(),
        None => vec![ty],
    };
    Some((value, types))
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
    use super::{with_attribute, with_results};

    #[test]
    fn outputs_of_assembly_are_recorded() {
        let before = concat!(
            "  %10 = call { i32, i64 } asm sideeffect \"movl $2,$0\", \"=&r,=r,r\"(i32 %9) #3\n",
            "  call void asm sideeffect \"nop\", \"\"() #3\n",
            "  %11 = call i32 asm \"\", \"=r,0\"(i32 %4) #4\n",
            "  %12 = call double asm \"x\", \"=x\"() #4\n",
        );
        let after = with_results(before, 7);
        assert_eq!(
            after,
            concat!(
                "  %10 = call { i32, i64 } asm sideeffect \"movl $2,$0\", \"=&r,=r,r\"(i32 %9) #3\n",
                "  %ep.asm.0.0 = extractvalue { i32, i64 } %10, 0\n",
                "  %ep.asm.0.0.w = zext i32 %ep.asm.0.0 to i64\n",
                "  call void @ep_fuzz_result(i32 7, i64 %ep.asm.0.0.w, i64 0)\n",
                "  %ep.asm.0.1 = extractvalue { i32, i64 } %10, 1\n",
                "  call void @ep_fuzz_result(i32 7, i64 %ep.asm.0.1, i64 0)\n",
                "  call void asm sideeffect \"nop\", \"\"() #3\n",
                "  %11 = call i32 asm \"\", \"=r,0\"(i32 %4) #4\n",
                "  %12 = call double asm \"x\", \"=x\"() #4\n",
                "  %ep.asm.1.0.w = bitcast double %12 to i64\n",
                "  call void @ep_fuzz_result(i32 7, i64 %ep.asm.1.0.w, i64 0)\n",
                "\ndeclare void @ep_fuzz_result(i32, i64, i64)\n",
            )
        );
    }

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
