//! Which functions that print or scan have no measured number, because of their
//! formats.
//!
//! `printf` and its like take stack by the precision of a float (`%.*f` of
//! 10,000 takes 60 kB in glibc), so that a number that was measured says nothing
//! where the precision is an argument, or larger than the measured one. Other
//! conversions are rare and take much more than the usual ones (wide characters,
//! arguments by number, `long double` and allocated texts of `scanf`): to measure them
//! for everybody would make all bounds loose, so they have no number. Formats that are
//! no constant are looked for among the program's strings. Cost: one pass over the
//! calls.

use ep_ir::analysis::{addresses_taken, only_definition};
use ep_ir::{Callee, FuncId, Function, InstKind, Module, Operand, Type};
use ep_native::measure::{standard, Scanned};
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

/// The same of functions that scan.
const SCANNING: [(&str, usize); 15] = [
    ("scanf", 0),
    ("vscanf", 0),
    ("fscanf", 1),
    ("vfscanf", 1),
    ("sscanf", 1),
    ("vsscanf", 1),
    ("__isoc99_scanf", 0),
    ("__isoc99_fscanf", 1),
    ("__isoc99_sscanf", 1),
    ("__isoc99_vscanf", 0),
    ("__isoc99_vfscanf", 1),
    ("__isoc99_vsscanf", 1),
    ("__isoc23_scanf", 0),
    ("__isoc23_fscanf", 1),
    ("__isoc23_sscanf", 1),
];

/// The functions that print or scan without a number, each with the reason.
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
            let prints = PRINTING.iter().find(|(n, _)| *n == name);
            let scans = SCANNING.iter().find(|(n, _)| *n == name);
            let Some((_, at)) = prints.or(scans) else {
                continue;
            };
            let odd = |format: &[u8]| is_rare(format, prints.is_some());
            let rare = match args.get(*at).and_then(|a| constant(module, &a.value)) {
                Some(format) => odd(&format),
                None => strings(module).any(odd),
            };
            if rare {
                out.insert(
                    name.to_string(),
                    format!(
                        "`{name}` has a conversion in `{}` that is not measured (wide characters, arguments by number, and of scanf `%m` and `%L`)",
                        f.name
                    ),
                );
                continue;
            }
            if prints.is_none() {
                continue;
            }
            let float = |ty: &Type| matches!(ty, Type::Float(_));
            let lists = name.contains("vprintf") || name.trim_start_matches('_').starts_with('v');
            if !lists && !args.iter().any(|a| float(&a.ty) || a.byval.is_some()) {
                continue;
            }
            let deep = match args.get(*at).and_then(|a| constant(module, &a.value)) {
                Some(format) => precise(&format),
                None => strings(module).any(precise),
            };
            if deep {
                out.entry(name.to_string()).or_insert_with(|| format!(
                        "`{name}` prints a float in `{}` with a precision that is an argument or over {MEASURED}: what it takes grows with it, and no measured number holds",
                        f.name
                    ));
            }
        }
    }
    // Whom a pointer calls has any of the program's formats.
    for g in addresses_taken(module) {
        let name = module.functions.get(g).map_or("", |g| g.name.as_str());
        let prints = PRINTING.iter().any(|(n, _)| *n == name);
        let known = prints || SCANNING.iter().any(|(n, _)| *n == name);
        let odd = |f: &[u8]| is_rare(f, prints) || prints && precise(f);
        if known && strings(module).any(odd) {
            out.entry(name.to_string()).or_insert_with(|| {
                format!("`{name}` is called through a pointer, and a format of the program is not measured")
            });
        }
    }
    out
}

/// Whether a format has a conversion that is not measured.
fn is_rare(format: &[u8], prints: bool) -> bool {
    match prints {
        true => rare(format, b"scSC", b""),
        false => rare(format, b"sc[SC", b"mL"),
    }
}

/// What each function that scans may read, by its name in the standard. Numbers of many
/// digits make it take a block while they are read, which is a third of its stack then: a
/// width excludes them, and so does a text that has no room for them.
pub fn scanned(module: &Module) -> BTreeMap<String, Scanned> {
    let mut out: BTreeMap<String, Scanned> = BTreeMap::new();
    let mut reads = |name: &str, what: Scanned| {
        let known = out.entry(standard(name).to_owned()).or_default();
        *known = known.or(what);
    };
    let scans = |g: FuncId| {
        let name = module.functions.get(g)?.name.as_str();
        SCANNING.iter().find(|(s, _)| *s == name)
    };
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
            let Some((name, at)) = scans(*g) else {
                continue;
            };
            let format = args.get(*at).and_then(|a| constant(module, &a.value));
            let mut what = format.map_or(Scanned::ANYTHING, |f| conversions(&f));
            if standard(name).ends_with("sscanf") {
                let text = args.first().and_then(|a| room(module, f, &a.value));
                what.many_digits &= text.is_none_or(|n| n > DIGITS.into());
            }
            reads(name, what);
        }
    }
    for (name, _) in addresses_taken(module).into_iter().filter_map(scans) {
        reads(name, Scanned::ANYTHING);
    }
    out
}

/// The bytes of the object that an address leads into, where that is seen at once; of
/// what is defined elsewhere nothing is known.
fn room(module: &Module, f: &Function, address: &Operand) -> Option<u64> {
    let mut at = *address;
    // Each step goes to an instruction before.
    for _ in 0..8 {
        let r = match at {
            Operand::Global(g, _) => {
                let g = module.globals.get(g).filter(|g| g.init.is_some())?;
                return Some(g.size);
            }
            Operand::Reg(r) => r,
            _ => return None,
        };
        match only_definition(f, r)? {
            InstKind::PtrAdd { base, .. } => at = *base,
            InstKind::Alloca {
                size, count: None, ..
            } => return Some(*size),
            _ => return None,
        }
    }
    None
}

/// The most digits of a number that is read where the library has them.
const DIGITS: u32 = 500;

/// Whether the format may read a number of more digits than [`DIGITS`], or a float
/// (C17 7.21.6.2).
fn conversions(format: &[u8]) -> Scanned {
    let mut out = Scanned::default();
    let mut rest = format.iter().copied();
    while let Some(c) = rest.next() {
        if c != b'%' {
            continue;
        }
        let mut width: u32 = 0;
        loop {
            match rest.next() {
                Some(c @ b'0'..=b'9') => {
                    width = width.saturating_mul(10).saturating_add(u32::from(c - b'0'));
                    continue;
                }
                Some(b'*' | b'h' | b'l' | b'q' | b'j' | b'z' | b't') => continue,
                Some(b'%' | b'c' | b's' | b'[' | b'n') => {}
                Some(
                    c @ (b'd'
                    | b'i'
                    | b'u'
                    | b'o'
                    | b'x'
                    | b'X'
                    | b'p'
                    | b'a'
                    | b'e'..=b'g'
                    | b'A'
                    | b'E'..=b'G'),
                ) => {
                    out.floats |= matches!(c.to_ascii_lowercase(), b'a' | b'e'..=b'g');
                    out.many_digits |= !(1..=DIGITS).contains(&width);
                }
                // What is not known here.
                _ => return Scanned::ANYTHING,
            }
            break;
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

/// The strings of the program, among which a format is that is no constant.
fn strings(module: &Module) -> impl Iterator<Item = &[u8]> {
    let contents = module.globals.iter().filter_map(|(_, g)| g.init.as_ref());
    contents.flat_map(|i| i.bytes.split(|b| *b == 0))
}

/// Whether the format has an argument by number (`%2$d`), one of the conversions after
/// `l`, or one of the modifiers.
fn rare(format: &[u8], wide: &[u8], modifiers: &[u8]) -> bool {
    let mut rest = format.iter().copied();
    while let Some(c) = rest.next() {
        if c != b'%' {
            continue;
        }
        let mut long = false;
        for c in rest.by_ref() {
            match c {
                b'$' => return true,
                c if modifiers.contains(&c) => return true,
                b'l' => long = true,
                b'.' | b'*' | b'0'..=b'9' | b'-' | b'+' | b' ' | b'#' | b'\'' => {}
                b'h' | b'L' | b'q' | b'j' | b'z' | b't' => {}
                c => {
                    let capital = matches!(c, b'S' | b'C');
                    if wide.contains(&c) && (long || capital) {
                        return true;
                    }
                    break;
                }
            }
        }
    }
    false
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
    use super::{conversions, precise, rare};

    #[test]
    fn widths_limit_the_digits_that_are_read() {
        let reads = |format: &str| {
            let r = conversions(format.as_bytes());
            (r.floats, r.many_digits)
        };
        let short = [
            "%s",
            " %c",
            "%19[^\\n]",
            "%4d",
            "%*5u %3hhx",
            "%n",
            "100%%",
            "",
            "%*[^,],%8ld",
        ];
        for format in short {
            assert_eq!(reads(format), (false, false), "{format}");
        }
        for format in ["%d", "%ld", "%*d", "%5s %u", "%9999d", "%0d", "%p"] {
            assert_eq!(reads(format), (false, true), "{format}");
        }
        for format in ["%5f", "%*20lg %3d", "%8A"] {
            assert_eq!(reads(format), (true, false), "{format}");
        }
        for format in ["%lf", "%5", "%", "%'4d", "%5f %d", "%b", "%C"] {
            assert_eq!(reads(format), (true, true), "{format}");
        }
    }

    #[test]
    fn conversions_that_are_not_measured_are_seen() {
        for odd in ["%ls", "%-3lc", "%S", "x %d %2$s", "%1$*2$d"] {
            assert!(rare(odd.as_bytes(), b"scSC", b""), "{odd}");
        }
        for usual in [
            "%ld",
            "%lld %s",
            "%Lf",
            "%c%%",
            "100%",
            "%hhd l %s",
            "%lf s",
        ] {
            assert!(!rare(usual.as_bytes(), b"scSC", b""), "{usual}");
        }
        for odd in ["%ms", "%m[a-z]", "%Lf", "%ls", "%l[ab]", "%1$d"] {
            assert!(rare(odd.as_bytes(), b"sc[SC", b"mL"), "{odd}");
        }
        for usual in ["%lf", "%*d %19s", "%[^m]", "%ld%n"] {
            assert!(!rare(usual.as_bytes(), b"sc[SC", b"mL"), "{usual}");
        }
    }

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
