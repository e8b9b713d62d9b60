//! Formats of functions that print: whether one stores.
//!
//! Idea: `%n` is the only conversion that writes to the program's memory; a format that
//! is no constant may have one. Source: C17 7.21.6.1. Cost: linear in the format.

use ep_ir::{Module, Operand};

/// The bytes of a text of the program's own that nothing changes.
pub(super) fn constant(module: &Module, o: Operand) -> Option<&[u8]> {
    let Operand::Global(g, at) = o else {
        return None;
    };
    let g = module.globals.get(g).filter(|g| g.constant)?;
    g.init.as_ref()?.bytes.get(usize::try_from(at).ok()?..)
}

/// Whether a format may store the number of characters.
pub(super) fn may_store(module: &Module, format: Operand) -> bool {
    constant(module, format).is_none_or(stores)
}

fn stores(format: &[u8]) -> bool {
    let format = format.split(|b| *b == 0).next().unwrap_or_default();
    let mut rest = format.iter();
    while let Some(b) = rest.next() {
        if *b != b'%' {
            continue;
        }
        for c in rest.by_ref() {
            match c {
                b'n' => return true,
                b'%' => break,
                c if c.is_ascii_alphabetic() && !b"hlLqjzt".contains(c) => break,
                _ => {}
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::stores;

    #[test]
    fn what_stores_is_found() {
        for format in ["%n", "%s%n", "%-5.3hhn", "%%%n", "%1$n", "%*d %ln"] {
            assert!(stores(format.as_bytes()), "{format}");
        }
        for format in ["", "n", "%d\n", "%%n", "%s n", "%ldn", "%d\0%n"] {
            assert!(!stores(format.as_bytes()), "{format}");
        }
    }
}
