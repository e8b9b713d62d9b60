//! The `main` that calls a chosen function with recorded parameters.

use super::{call, declarations, fetched};
use crate::Signature;
use std::fmt::Write;

/// The C text. The entry's name must be a C identifier.
pub fn text(s: &Signature) -> String {
    let mut c = String::new();
    declarations(&mut c, &s.name, s);
    // The sanitizers name a module's constants after the symbols it exports;
    // with `main` alone they would clash with those of the user's `main.c`.
    c.push_str("int ep_replay_wrapper = 1;\nint main(void) {\n");
    fetched(&mut c, s);
    let _ = writeln!(c, "  {}\n  return 0;\n}}", call(&s.name, s));
    c
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ParamShape;

    #[test]
    fn a_main_fetches_and_calls() {
        let int = ParamShape::Scalar {
            c_type: "int".into(),
            size: 4,
        };
        let buffer = ParamShape::Buffer {
            c_type: "char *".into(),
            size: 8,
        };
        let mut s = Signature::plain("f", vec![int, buffer]);
        let c = text(&s);
        for part in [
            "void *f(int, void *);\nvoid *ep_replay_result_kept;\nstatic int p0;\nstatic void *p1;\n",
            "int main(void) {\n  ep_replay_parameter(0, \"parameter 0\", &p0, sizeof p0);\n  p1 = ep_replay_pointer(1);\n",
            "  ep_replay_result_kept = f(p0, p1);\n  return 0;\n}\n",
        ] {
            assert!(c.contains(part), "{part}: {c}");
        }
        assert!(!c.contains("functions["), "{c}");
        s.functions = vec!["int".into(), String::new()];
        let c = text(&s);
        assert!(c.contains("static int function_0_7()"), "{c}");
        assert!(c.contains("ep_replay_functions(functions, 8, 2);"), "{c}");
    }
}
