//! Expressions that a stranger wants to have put into a program.
//!
//! Only what has no effect and stays one expression is put there: no call, no
//! assignment, no comma outside of parentheses, no string, balanced brackets.

use crate::solve::tokens::{tokens, Kind};

/// Whether the text is a C expression without effects. Whether its names are
/// known where it stands is for the compiler to say.
pub fn is_pure(text: &str) -> bool {
    if text.contains(['\n', '#', '\\', '"', ';', '{', '}', '`', '@', '$'])
        || text.contains("/*")
        || text.contains("//")
    {
        return false;
    }
    let all = tokens(text);
    if all.is_empty() {
        return false;
    }
    let mut open = Vec::new();
    for (i, t) in all.iter().enumerate() {
        let next = all.get(i + 1);
        // Punctuation that touches: `==`, `+=`, `++`.
        let touches = |c: char| next.is_some_and(|n| n.is(c) && n.at == t.at + 1);
        let before = i.checked_sub(1).map(|p| &all[p]);
        match t.kind {
            Kind::Word => {
                if [
                    "return",
                    "goto",
                    "sizeof",
                    "_Generic",
                    "asm",
                    "__asm__",
                    "__extension__",
                    "__builtin_va_arg",
                    "typeof",
                    "__typeof__",
                    "_Alignof",
                    "volatile",
                ]
                .contains(&t.text)
                {
                    return false;
                }
                // A call, or a cast of a parenthesis that follows a name.
                if next.is_some_and(|n| n.is('(')) {
                    return false;
                }
            }
            Kind::Mark(c @ ('(' | '[')) => {
                // `(f)(x)` is a call too.
                if c == '(' && before.is_some_and(|b| b.is(']')) {
                    return false;
                }
                open.push(c);
            }
            Kind::Mark(')') if open.pop() != Some('(') => return false,
            Kind::Mark(']') if open.pop() != Some('[') => return false,
            Kind::Mark('+') if touches('+') => return false,
            Kind::Mark('-') if touches('-') => return false,
            Kind::Mark(',') => return false,
            Kind::Mark('=') => {
                let compares = before.is_some_and(|b| {
                    b.at + 1 == t.at && (b.is('=') || b.is('!') || b.is('<') || b.is('>'))
                });
                let shift = i >= 2
                    && all[i - 2].at + 2 == t.at
                    && ((all[i - 2].is('<') && all[i - 1].is('<'))
                        || (all[i - 2].is('>') && all[i - 1].is('>')));
                if (!compares && !touches('=')) || shift {
                    return false;
                }
            }
            _ => {}
        }
    }
    open.is_empty() && !calls_a_parenthesis(text)
}

/// `(a)(b)`: a call, unless the first is a type, which is then a cast of what
/// follows; casts are written with the names of types.
fn calls_a_parenthesis(text: &str) -> bool {
    const TYPES: [&str; 14] = [
        "int", "unsigned", "signed", "char", "short", "long", "float", "double", "_Bool",
        "__int128", "size_t", "const", "struct", "union",
    ];
    let all = tokens(text);
    for (i, t) in all.iter().enumerate() {
        if !t.is(')') || !all.get(i + 1).is_some_and(|n| n.is('(')) {
            continue;
        }
        let mut depth = 0;
        let mut cast = true;
        for b in all[..=i].iter().rev() {
            if b.is(')') {
                depth += 1;
            } else if b.is('(') {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            } else if !b.is('*') && !TYPES.contains(&b.text) {
                cast = false;
            }
        }
        if !cast {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::is_pure;

    #[test]
    fn expressions_without_effects() {
        for good in [
            "x",
            "i <= n && (j == 3 || k != 0)",
            "(long long)(i) * 2 >= a[i + 1]",
            "p->next == 0 && *q == s.x",
            "x << 3 >= 1",
            "-x + +y - -z <= 'a'",
            "(unsigned int)(x) <= 7u",
        ] {
            assert!(is_pure(good), "{good}");
        }
        for bad in [
            "",
            "f(x)",
            "(f)(x)",
            "a[0](x)",
            "x = 1",
            "x += 1",
            "x <<= 1",
            "x >>= 1",
            "x++",
            "--x",
            "x; y",
            "x) || (y",
            "(x",
            "x]",
            "x, y",
            "\"s\"",
            "x // y",
            "x /* y",
            "{ 1 }",
            "({ 1; })",
            "#define",
            "x \\ y",
            "sizeof x",
            "x |= 1",
            "x ^= 1",
            "x == 1, y = 2",
        ] {
            assert!(!is_pure(bad), "{bad}");
        }
    }
}
