//! Generated programs that compute: branches, loops and switches over three
//! symbolic variables. They are not free of undefined behaviour.

use super::properties::Symbol;
use super::random::Random;
use std::fmt::Write as _;

const TYPES: [(&str, usize); 4] = [
    ("signed char", 1),
    ("unsigned char", 1),
    ("short", 2),
    ("int", 4),
];

/// Writes a program with three symbolic variables; returns them.
pub fn generate(r: &mut Random) -> (String, Vec<Symbol>) {
    let mut s = String::from("#include <klee/klee.h>\nint main(void) {\n");
    let mut symbols = Vec::new();
    for name in ["a", "b", "c"] {
        let (ty, size) = TYPES[r.below(4) as usize];
        symbols.push(Symbol { name, size });
        let _ = writeln!(
            s,
            "  {ty} {name};\n  klee_make_symbolic(&{name}, sizeof {name}, \"{name}\");"
        );
    }
    s.push_str("  signed char t[4] = {3, -1, 7, 0};\n  int x = 1, y = 2;\n  unsigned u = 9;\n");
    let mut loops = 0;
    statements(r, &mut s, 3, 1, &mut loops);
    statements(r, &mut s, 2, 1, &mut loops);
    let _ = writeln!(
        s,
        "  return ({} ^ {}) & 0x3f;\n}}",
        expression(r, 1),
        expression(r, 1)
    );
    (s, symbols)
}

fn expression(r: &mut Random, depth: u32) -> String {
    if depth == 0 || r.below(3) == 0 {
        return match r.below(8) {
            0 => format!("{}", r.below(9)),
            1 => r
                .pick(&["-1", "127", "255", "1000", "2147483647"])
                .to_string(),
            2 => format!("t[{} & 3]", r.pick(&["a", "b", "x"])),
            _ => r.pick(&["a", "b", "c", "x", "y", "u"]).to_string(),
        };
    }
    let a = expression(r, depth - 1);
    let b = expression(r, depth - 1);
    match r.below(16) {
        0..=2 => format!("({a} + {b})"),
        3 | 4 => format!("({a} - {b})"),
        5 => format!("({a} * {b})"),
        6 => format!("({a} / {b})"),
        7 => format!("({a} % {b})"),
        8 => format!("({a} & {b})"),
        9 => format!("({a} ^ {b})"),
        10 => format!("({a} >> {b})"),
        11 => format!("({a} << ({b} & 3))"),
        12 => format!("({a} {} {b})", r.pick(&["<", "==", "!=", ">="])),
        13 => format!(
            "(({}){a})",
            r.pick(&["char", "unsigned char", "short", "long", "unsigned"])
        ),
        14 => format!("({a} < {b} ? {a} : {b})"),
        _ => format!("(~{a})"),
    }
}

fn condition(r: &mut Random) -> String {
    let a = expression(r, 1);
    let b = expression(r, 1);
    match r.below(5) {
        0 => format!("{a} && {b} > 3"),
        1 => format!("{a} == 5 || {b} < 0"),
        _ => format!("{a} {} {b}", r.pick(&["<", "<=", "==", "!=", ">"])),
    }
}

fn statements(r: &mut Random, s: &mut String, count: u32, depth: u32, loops: &mut u32) {
    let pad = "  ".repeat(depth as usize);
    for _ in 0..count {
        match r.below(if depth > 2 { 4 } else { 8 }) {
            0 | 1 => {
                let v = r.pick(&["x", "y"]);
                let _ = writeln!(s, "{pad}{v} = {};", expression(r, 2));
            }
            2 => {
                let _ = writeln!(s, "{pad}u = {};", expression(r, 2));
            }
            3 => {
                // Sometimes out of bounds.
                let mask = r.pick(&["3", "7", "3"]);
                let _ = writeln!(
                    s,
                    "{pad}t[{} & {mask}] = {};",
                    r.pick(&["a", "b", "c", "x"]),
                    expression(r, 1)
                );
            }
            4 | 5 => {
                let _ = writeln!(s, "{pad}if ({}) {{", condition(r));
                statements(r, s, 2, depth + 1, loops);
                if r.below(2) == 0 {
                    let _ = writeln!(s, "{pad}}} else {{");
                    statements(r, s, 1, depth + 1, loops);
                }
                let _ = writeln!(s, "{pad}}}");
            }
            6 if *loops < 1 => {
                *loops += 1;
                let _ = writeln!(
                    s,
                    "{pad}for (int i{depth} = 0; i{depth} < ({} & 3); i{depth}++) {{",
                    r.pick(&["a", "b", "c"])
                );
                statements(r, s, 1, depth + 1, loops);
                let _ = writeln!(s, "{pad}}}");
            }
            _ => {
                let _ = writeln!(
                    s,
                    "{pad}switch ({} & 7) {{",
                    r.pick(&["a", "b", "c", "x", "u"])
                );
                for k in [0, 2, 5] {
                    let _ = writeln!(s, "{pad}case {k}:");
                    statements(r, s, 1, depth + 1, loops);
                    if r.below(3) > 0 {
                        let _ = writeln!(s, "{pad}  break;");
                    }
                }
                let _ = writeln!(s, "{pad}default: x ^= 1;\n{pad}}}");
            }
        }
    }
}
