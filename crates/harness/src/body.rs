//! Bodies of functions that a program calls and nobody has, and of variables that it
//! declares and nobody defines.
//!
//! Under [`outside`] a body says what the function may do (`__ep_outside` for each
//! pointer, `__ep_outside_result`); under [`read`] it reads its result like any other
//! input. What must never happen: a body whose types are guessed. Where a value is not
//! passed as a word, there is none.

use crate::nondet;
use crate::signature::list;
use crate::types::Word;
use std::fmt::Write;

/// What the bodies of [`outside`] call.
pub const DECLARATIONS: &str = "\
void _Exit(int) __attribute__((noreturn));
void __ep_outside_leads(void *, ...);
void __ep_outside(const char *, void *);
unsigned long long __ep_outside_result(const char *, unsigned);
";

/// What calls of a function agree about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calls {
    /// Of the named parameters.
    pub args: Vec<Word>,
    pub rets: Vec<Word>,
    /// More may follow.
    pub variadic: bool,
    /// What follows in each call, as far as all calls agree.
    pub more: Vec<Word>,
    /// Some call passes a pointer behind that.
    pub loose: bool,
    /// It does not return.
    pub ends: bool,
}

impl Calls {
    /// The same function, called once more.
    #[must_use]
    pub fn joined(mut self, other: &Calls) -> Option<Calls> {
        let same =
            self.args == other.args && self.rets == other.rets && self.variadic == other.variadic;
        let agree = (self.more.iter().zip(&other.more))
            .take_while(|(a, b)| a == b)
            .count();
        let behind = |s: &Calls| s.more.iter().skip(agree).any(|t| *t == Word::Pointer);
        self.ends &= other.ends;
        self.loose |= other.loose || behind(&self) || behind(other);
        self.more.truncate(agree);
        same.then_some(self)
    }
}

/// What a body does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    /// It writes anything behind its pointers and returns anything.
    Anything,
    /// It writes nothing and returns zero.
    Nothing,
}

/// A definition of a global as bytes. What it holds is decided before the program
/// begins.
pub fn variable((name, number): (&str, usize), (size, align): (u64, u64), does: Does) -> String {
    let mut out = format!(
        "extern unsigned char ep_data_{number}[{size}] __asm__(\"{name}\");\nunsigned char ep_data_{number}[{size}] __attribute__((aligned({align})));\n"
    );
    if does == Does::Anything {
        let _ = writeln!(
            out,
            "__attribute__((constructor(101))) static void ep_begin_{number}(void) {{ __ep_outside(\"{name}\", ep_data_{number}); }}"
        );
    }
    out
}

/// The body of one function. It has a name of its own in C, so that no header that the
/// user's flags bring says that its types are others.
pub fn outside((name, number): (&str, usize), signature: &Calls, does: Does) -> Option<String> {
    let mut params = Vec::new();
    let mut steps = String::new();
    // Where a pointer that is returned may lead.
    let mut leads = String::new();
    for (i, ty) in signature.args.iter().enumerate() {
        params.push(format!("{} p{i}", ty.c_type()?));
        if *ty == Word::Pointer {
            let _ = write!(leads, ", p{i}");
        }
        if *ty == Word::Pointer && does == Does::Anything {
            let at = i + 1;
            let _ = writeln!(steps, "  __ep_outside(\"{name}(): argument {at}\", p{i});");
        }
    }
    if steps.is_empty() && does == Does::Anything {
        // What is assumed of it is told all the same.
        let _ = writeln!(steps, "  __ep_outside(\"{name}()\", 0);");
    }
    if signature.variadic && does == Does::Anything {
        steps.push_str(&behind(name, signature));
    }
    let params = list(params, signature.variadic);
    if signature.ends {
        // No handler runs: whether it would is as unknown as all else of it.
        return Some(format!(
            "void ep_body_{number}({params}) __asm__(\"{name}\") __attribute__((noreturn));\nvoid ep_body_{number}({params}) {{\n  _Exit(1);\n}}\n"
        ));
    }
    let value = |bytes: &str| format!("__ep_outside_result(\"{name}()\", {bytes})");
    let ty = match &signature.rets[..] {
        [] => "void",
        [ty] => {
            let c = ty.c_type()?;
            let _ = match ty {
                _ if does == Does::Nothing => writeln!(steps, "  return 0;"),
                Word::Float(_) => writeln!(
                    steps,
                    "  {c} r;\n  unsigned long long v = {};\n  __builtin_memcpy(&r, &v, sizeof r);\n  return r;",
                    value(&format!("sizeof({c})"))
                ),
                Word::Pointer => writeln!(
                    steps,
                    "  void *r = (void *)(unsigned long){};\n  __ep_outside_leads(r{leads}, (void *)0);\n  return r;",
                    value("sizeof(void *)")
                ),
                Word::Int(1) => writeln!(steps, "  return {} & 1;", value("1")),
                _ => writeln!(steps, "  return {};", value(&format!("sizeof({c})"))),
            };
            c
        }
        _ => return None,
    };
    Some(format!(
        "{ty} ep_body_{number}({params}) __asm__(\"{name}\");\n{ty} ep_body_{number}({params}) {{\n{steps}}}\n"
    ))
}

/// What is written behind the pointers among variable arguments.
fn behind(name: &str, signature: &Calls) -> String {
    let last = signature.more.iter().rposition(|t| *t == Word::Pointer);
    let (Some(last), Some(before)) = (last, signature.args.len().checked_sub(1)) else {
        return String::new();
    };
    let mut out = format!("  __builtin_va_list l;\n  __builtin_va_start(l, p{before});\n");
    for (k, ty) in signature.more.iter().take(last + 1).enumerate() {
        let at = signature.args.len() + k + 1;
        let _ = match (ty, ty.c_type()) {
            (Word::Pointer, _) => writeln!(
                out,
                "  __ep_outside(\"{name}(): argument {at}\", __builtin_va_arg(l, void *));"
            ),
            (_, Some(c)) => writeln!(out, "  (void)__builtin_va_arg(l, {c});"),
            // What has no type in C cannot be stepped over.
            (_, None) => break,
        };
    }
    out.push_str("  __builtin_va_end(l);\n");
    out
}

/// A body that reads its result as an input and writes nothing; that of `assume` with
/// one argument takes it for true.
pub fn read(name: &str, signature: &Calls) -> Option<String> {
    // Truth values and floats are left open: their callers are.
    let typed = |w: &Word| match w {
        Word::Int(1) | Word::Float(_) => None,
        w => w.c_type(),
    };
    let mut params = Vec::new();
    for (i, word) in signature.args.iter().enumerate() {
        params.push(format!("{} p{i}", typed(word)?));
    }
    let params = list(params, signature.variadic);
    if signature.ends {
        return Some(format!(
            "void _exit(int) __attribute__((noreturn));\nvoid {name}({params}) {{ _exit(1); }}\n"
        ));
    }
    let result = match &signature.rets[..] {
        [] => None,
        [word @ Word::Int(bits)] => Some((typed(word)?, nondet::name(*bits as usize / 8, false))),
        _ => return None,
    };
    if name == "assume" && signature.args.len() == 1 {
        let (ty, back) = match result {
            None => ("void", ""),
            Some((ty, _)) => (ty, " return 1;"),
        };
        return Some(format!(
            "void __VERIFIER_assume(int);\n{ty} assume({params}) {{ __VERIFIER_assume(p0 != 0);{back} }}\n"
        ));
    }
    Some(match result {
        None => format!("void {name}({params}) {{ }}\n"),
        Some((ty, read)) => format!(
            "{ty} __VERIFIER_nondet_{read}(void);\n\
             {ty} {name}({params}) {{ return __VERIFIER_nondet_{read}(); }}\n"
        ),
    })
}

/// A program that takes the address of each name: its linker says which there are.
pub fn addresses(names: &[&str]) -> String {
    let mut c = String::new();
    let mut all = String::new();
    for (i, name) in names.iter().enumerate() {
        let _ = writeln!(c, "extern char ep_{i} __asm__(\"{name}\");");
        let _ = write!(all, "&ep_{i}, ");
    }
    let _ = writeln!(
        c,
        "void *ep_all[] = {{{all}0}};\nint main(void) {{ return 0; }}"
    );
    c
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature(args: &[Word], rets: &[Word]) -> Calls {
        Calls {
            args: args.to_vec(),
            rets: rets.to_vec(),
            variadic: false,
            more: Vec::new(),
            loose: false,
            ends: false,
        }
    }

    #[test]
    fn what_is_declared_alone_holds_anything_at_the_start() {
        let text = variable(("limit", 2), (4, 4), Does::Anything);
        assert!(text.contains("ep_data_2[4] __asm__(\"limit\")"), "{text}");
        assert!(
            text.contains("__ep_outside(\"limit\", ep_data_2);"),
            "{text}"
        );
        assert!(!variable(("limit", 2), (4, 4), Does::Nothing).contains("__ep_outside"));
    }

    #[test]
    fn what_does_not_return_ends_the_program() {
        let die = Calls {
            ends: true,
            ..signature(&[Word::Int(32)], &[])
        };
        let text = outside(("die", 0), &die, Does::Anything).expect("a body");
        assert!(
            text.contains("_Exit(1);") && text.contains("noreturn"),
            "{text}"
        );
    }

    #[test]
    fn pointers_among_variable_arguments_are_written() {
        let call = |more: &[Word]| Calls {
            variadic: true,
            more: more.to_vec(),
            ..signature(&[Word::Int(32)], &[Word::Int(32)])
        };
        let one = call(&[Word::Int(64), Word::Pointer]);
        let text = outside(("ctl", 0), &one, Does::Anything).expect("a body");
        let second = text.find("__builtin_va_arg(l, unsigned long long)");
        let third = text.find("__ep_outside(\"ctl(): argument 3\", __builtin_va_arg(l, void *));");
        assert!(second.is_some() && second < third, "{text}");
        // Calls that differ say so.
        let both = one
            .clone()
            .joined(&call(&[Word::Int(64)]))
            .expect("one function");
        assert_eq!((both.more.len(), both.loose), (1, true));
        let again = one.clone().joined(&one).expect("one function");
        assert_eq!((again.more.len(), again.loose), (2, false));
    }

    #[test]
    fn bodies_name_their_pointers_and_ask_for_their_result() {
        let text = outside(
            ("spi_read", 3),
            &signature(&[Word::Pointer, Word::Int(64)], &[Word::Int(32)]),
            Does::Anything,
        )
        .expect("a body");
        let head = "unsigned int ep_body_3(void * p0, unsigned long long p1)";
        assert!(text.contains(head), "{text}");
        assert!(text.contains("__asm__(\"spi_read\")"), "{text}");
        assert!(
            text.contains("__ep_outside(\"spi_read(): argument 1\", p0);"),
            "{text}"
        );
        assert!(
            text.contains("return __ep_outside_result(\"spi_read()\", sizeof(unsigned int));"),
            "{text}"
        );
    }

    #[test]
    fn what_comes_back_with_zero_asks_for_nothing() {
        let all = signature(&[Word::Pointer], &[Word::Pointer]);
        let text = outside(("next", 0), &all, Does::Nothing).expect("a body");
        assert!(text.contains("{\n  return 0;\n}"), "{text}");
    }

    #[test]
    fn what_has_no_type_in_c_has_no_body() {
        assert_eq!(
            outside(
                ("wide", 0),
                &signature(&[Word::Int(128)], &[]),
                Does::Anything
            ),
            None
        );
        let two = [Word::Int(64), Word::Int(64)];
        assert_eq!(
            outside(("pair", 0), &signature(&[], &two), Does::Anything),
            None
        );
    }

    #[test]
    fn bodies_read_their_result_and_write_nothing() {
        let int = Word::Int(32);
        let given = |name: &str, args: &[Word], rets: &[Word]| read(name, &signature(args, rets));
        let made = given("pick", &[Word::Pointer, int], &[int]).expect("a body");
        assert!(made.contains("unsigned int pick(void * p0, unsigned int p1)"));
        assert!(made.contains("return __VERIFIER_nondet_uint();"));
        assert_eq!(
            given("log_it", &[], &[]).expect("a body"),
            "void log_it(void) { }\n"
        );
        // An address has no input to come from, nor has what is no whole word.
        for one in [Word::Pointer, Word::Int(1), Word::Float(64), Word::Int(128)] {
            assert_eq!(given("next", &[], &[one]), None, "{one:?}");
        }
        assert_eq!(given("scale", &[Word::Float(64)], &[]), None);
        let made = given("assume", &[int], &[int]).expect("a body");
        assert!(made.contains("__VERIFIER_assume(p0 != 0); return 1;"));
    }
}
