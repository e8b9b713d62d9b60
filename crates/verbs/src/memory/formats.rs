//! Which printing functions have no measured number, because of what they print.
//!
//! `printf` and its like take stack by the precision of a float (`%.*f` of
//! 10,000 takes 60 kB in glibc), so that a number that was measured says nothing
//! where the precision is an argument, or larger than the measured one. Formats
//! that are no constant are looked for among the program's strings. Cost: one
//! pass over the calls.

use ep_ir::{Callee, InstKind, Module, Operand, Type};
use std::collections::BTreeMap;

/// The greatest precision with which the measured functions were run.
const MEASURED: u32 = 40;

/// Which argument is the format.
const PRINTING: [(&str, usize); 20] = [
    ("printf", 0),
    ("vprintf", 0),
    ("__printf_chk", 1),
    ("fprintf", 1),
    ("vfprintf", 1),
    ("__fprintf_chk", 2),
    ("dprintf", 1),
    ("vdprintf", 1),
    ("sprintf", 1),
    ("vsprintf", 1),
    ("__sprintf_chk", 3),
    ("__vsprintf_chk", 3),
    ("snprintf", 2),
    ("vsnprintf", 2),
    ("__snprintf_chk", 4),
    ("__vsnprintf_chk", 4),
    ("asprintf", 1),
    ("vasprintf", 1),
    ("syslog", 1),
    ("vsyslog", 1),
];

/// The printing functions without a number, each with the reason.
pub fn unmeasured(module: &Module) -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    for (_, f) in module.functions.iter() {
        for inst in f.blocks.iter().flat_map(|(_, b)| &b.insts) {
            let InstKind::Call {
                callee: Callee::Direct(g),
                args,
                ..
            } = &inst.kind
            else {
                continue;
            };
            let Some(name) = module.functions.get(*g).map(|g| g.name.as_str()) else {
                continue;
            };
            let Some((_, at)) = PRINTING.iter().find(|(n, _)| *n == name) else {
                continue;
            };
            let float = |ty: &Type| matches!(ty, Type::Float(_));
            let lists = name.contains("vprintf") || name.trim_start_matches('_').starts_with('v');
            if !lists && !args.iter().any(|a| float(&a.ty) || a.byval.is_some()) {
                continue;
            }
            let deep = match args.get(*at).and_then(|a| constant(module, &a.value)) {
                Some(format) => precise(&format),
                None => anywhere(module),
            };
            if deep {
                out.insert(
                    name.to_string(),
                    format!(
                        "`{name}` prints a float in `{}` with a precision that is an argument or over {MEASURED}: what it takes grows with it, and no measured number holds",
                        f.name
                    ),
                );
            }
        }
    }
    out
}

/// The string that an operand points to, up to its end.
fn constant(module: &Module, operand: &Operand) -> Option<Vec<u8>> {
    let Operand::Global(g, offset) = operand else {
        return None;
    };
    let global = module.globals.get(*g).filter(|g| g.constant)?;
    let rest = global
        .init
        .as_ref()?
        .bytes
        .get(usize::try_from(*offset).ok()?..)?;
    let end = rest.iter().position(|b| *b == 0)?;
    rest.get(..end).map(<[u8]>::to_vec)
}

/// Whether some string of the program is such a format.
fn anywhere(module: &Module) -> bool {
    let contents = module.globals.iter().filter_map(|(_, g)| g.init.as_ref());
    let mut strings = contents.flat_map(|i| i.bytes.split(|b| *b == 0));
    strings.any(precise)
}

/// Whether the format has a conversion of a float with a precision that is an
/// argument or larger than measured (C17 7.21.6.1).
fn precise(format: impl AsRef<[u8]>) -> bool {
    let mut rest = format.as_ref().iter().copied().peekable();
    while let Some(c) = rest.next() {
        if c != b'%' {
            continue;
        }
        let (mut after_point, mut precision, mut open) = (false, 0u32, false);
        for c in rest.by_ref() {
            match c {
                b'.' => after_point = true,
                b'*' if after_point => open = true,
                b'0'..=b'9' if after_point => {
                    precision = precision
                        .saturating_mul(10)
                        .saturating_add(u32::from(c - b'0'));
                }
                b'0'..=b'9' | b'*' | b'-' | b'+' | b' ' | b'#' | b'\'' | b'$' => {}
                b'h' | b'l' | b'L' | b'q' | b'j' | b'z' | b't' => {}
                b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => {
                    if open || precision > MEASURED {
                        return true;
                    }
                    break;
                }
                _ => break,
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::precise;

    #[test]
    fn precisions_are_read_as_printf_reads_them() {
        for deep in ["%.*f", "x %d %10.*Lg", "%.41e", "%5.100f", "%1$.*2$f"] {
            assert!(precise(deep), "{deep}");
        }
        for flat in [
            "%f", "%.40f", "%*f", "%.*s", "%.*d %f", "100%", "%%.*f", "%.500d", "",
        ] {
            assert!(!precise(flat), "{flat}");
        }
    }
}
