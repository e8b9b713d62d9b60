//! Functions that give the inputs of a run that never ends.
//!
//! One counter goes through what was recorded and, behind the last one, back to where
//! the rounds begin; each function has the values that it was asked for.

use crate::nondet::{self, Values};
use ep_base::outcome::{Input, InputSource, InputType};
use std::fmt::Write;

/// The C text: for each of `functions` one whose name begins with `prefix`. Inputs from
/// `first` on are given for ever. None where a value is no integer of at most 64 bits.
pub fn text<'a>(
    functions: impl IntoIterator<Item = &'a str>,
    prefix: &str,
    inputs: &[Input],
    first: usize,
) -> Option<String> {
    let mut c = String::from("typedef __SIZE_TYPE__ size_t;\nstatic unsigned everypath_read;\n");
    let end = inputs.len();
    // Behind the last one there is none, or the cycle again.
    let again = if first < end { first } else { end };
    for f in functions {
        let returns = nondet::returns(f)?;
        if matches!(
            returns.values,
            Values::Float { .. } | Values::Int { bits: 65.., .. }
        ) {
            return None;
        }
        let ty = returns.c_type;
        let _ = write!(
            c,
            "{ty} {prefix}{f}(void) {{\n  unsigned n = everypath_read;\n  if (n < {end}) everypath_read = n + 1 == {end} ? {again} : n + 1;\n  switch (n) {{\n"
        );
        for (n, input) in inputs.iter().enumerate() {
            let same = matches!(&input.source, InputSource::Nondet { function } if function == f);
            if !same {
                continue;
            }
            if matches!(input.ty, InputType::Float { .. }) || input.bytes.len() > 8 {
                return None;
            }
            let mut word = [0u8; 8];
            word[..input.bytes.len()].copy_from_slice(&input.bytes);
            let value = u64::from_le_bytes(word);
            let _ = writeln!(c, "  case {n}: return ({ty}){value}ULL;");
        }
        c.push_str("  default: return 0;\n  }\n}\n");
    }
    Some(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_given_again() {
        let input = |function: &str, bytes: &[u8]| Input {
            name: "x".into(),
            ty: InputType::Int {
                bits: 32,
                signed: true,
            },
            source: InputSource::Nondet {
                function: function.into(),
            },
            bytes: bytes.to_vec(),
        };
        let all = [
            input("nondet_int", &[7, 0, 0, 0]),
            input("nondet_uchar", &[200]),
        ];
        let c = text(["nondet_int", "nondet_uchar"], "g_", &all, 1).expect("integers");
        assert!(c.contains("everypath_read = n + 1 == 2 ? 1 : n + 1"), "{c}");
        assert!(c.contains("int g_nondet_int(void)"), "{c}");
        assert!(c.contains("case 1: return (unsigned char)200ULL;"), "{c}");
        assert_eq!(text(["nondet_pchar"], "g_", &all, 1), None);
        let wide = [input("nondet_uint128", &[0; 16])];
        assert_eq!(text(["nondet_uint128"], "g_", &wide, 0), None);
    }
}
