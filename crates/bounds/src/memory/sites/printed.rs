//! Functions that print, by their contract.
//!
//! Idea: what a model of `printf` does with its lists of arguments says nothing about the
//! program (a list is a union, a conversion is chosen by characters), and any program that
//! prints would come to all of it. So it is not looked at: a function that prints reads the
//! texts that it is handed, writes its result, and writes numbers through pointers where
//! its format may have `%n`. Whether a format shows an address is asked in
//! [`super::shown`]. What has a list of arguments (`vprintf`) is read as any other code.
//! Who asks about the program's own blocks asks a program in which calls that print to a
//! stream, and write nothing else, do nothing: the stream is none of its blocks. The same
//! holds for what `exit` calls in a program that registers nothing for its end.
//! Source: C17, 7.21.6 and 7.21.7. Cost: linear in the functions that are reached.

use super::facts::left_out;
use super::shown::{callee, format_of, insts, is_model, taken, Conversion};
use crate::memory::slice::{places, Marks};
use ep_base::Stop;
use ep_ir::{Callee, FuncId, Function, InstKind, Module, Operand, Type};
use std::collections::BTreeSet;

/// What a call does to memory of the program.
#[derive(Default, Debug, PartialEq, Eq)]
pub(super) struct Printed {
    /// Texts and bytes that are read from there on.
    pub read: Vec<Operand>,
    /// Where characters are written to.
    pub text: Option<Operand>,
    /// Where a number of characters may be written to.
    pub counts: Vec<Operand>,
    /// An address may be printed in digits.
    pub shows: bool,
}

/// Where a function has its result, and its first argument that is printed.
struct Shape {
    text: Option<usize>,
    first: usize,
    /// The rest is printed as a format says.
    formatted: bool,
}

fn shape(name: &str) -> Option<Shape> {
    let (text, first, formatted) = match name {
        "printf" => (None, 0, true),
        "fprintf" | "dprintf" | "__printf_chk" => (None, 1, true),
        "__fprintf_chk" => (None, 2, true),
        "sprintf" => (Some(0), 1, true),
        "snprintf" => (Some(0), 2, true),
        "__sprintf_chk" => (Some(0), 3, true),
        "__snprintf_chk" => (Some(0), 4, true),
        "puts" | "fputs" | "fputs_unlocked" | "perror" | "fwrite" | "fwrite_unlocked" => {
            (None, 0, false)
        }
        "putchar" | "fputc" | "putc" | "_IO_putc" | "putchar_unlocked" | "fputc_unlocked"
        | "putc_unlocked" | "fflush" | "fflush_unlocked" => (None, usize::MAX, false),
        _ => return None,
    };
    Some(Shape {
        text,
        first,
        formatted,
    })
}

/// The printing of a program whose streams have buffers of the library.
pub(super) struct Printing<'m> {
    module: &'m Module,
    /// The program gives no stream a buffer of its own, and makes none of memory.
    plain: bool,
}

/// Functions that make a stream write to memory of the program.
const INTO_MEMORY: [&str; 8] = [
    "setvbuf",
    "setbuf",
    "setbuffer",
    "open_memstream",
    "open_wmemstream",
    "fmemopen",
    "fopencookie",
    "funopen",
];

impl<'m> Printing<'m> {
    pub fn of(module: &'m Module) -> Printing<'m> {
        let named = |g: FuncId| module.functions.get(g).map_or("", |g| g.name.as_str());
        let into = |g: &FuncId| INTO_MEMORY.contains(&named(*g));
        let own = module
            .functions
            .iter()
            .filter(|(_, f)| !is_model(module, f));
        let plain = !own.into_iter().any(|(f, _)| {
            insts(module, f).filter_map(callee).any(|g| into(&g))
                || taken(module, Some(f)).iter().any(into)
        });
        Printing { module, plain }
    }

    /// What a call of a model that prints does; none where it is no such call.
    pub fn by(&self, kind: &InstKind) -> Option<Printed> {
        self.plain.then(|| printed(self.module, kind)).flatten()
    }

    /// The functions that are reached, but for those that only printing comes to.
    pub fn without(&self, reached: &[FuncId]) -> BTreeSet<FuncId> {
        let module = self.module;
        if !self.plain {
            return reached.iter().copied().collect();
        }
        let all: BTreeSet<FuncId> = reached.iter().copied().collect();
        let of = |g: &FuncId| module.functions.get(*g);
        let own = |g: &&FuncId| of(g).is_some_and(|f| !is_model(module, f));
        let mut out: BTreeSet<FuncId> = reached.iter().filter(own).copied().collect();
        out.extend(taken(module, None).intersection(&all));
        let mut todo: Vec<FuncId> = out.iter().copied().collect();
        while let Some(f) = todo.pop() {
            let called = insts(module, f).filter_map(callee);
            let called = called.filter(|g| shape_of(module, *g).is_none());
            for g in called.chain(taken(module, Some(f))) {
                if all.contains(&g) && out.insert(g) {
                    todo.push(g);
                }
            }
        }
        out
    }
}

/// The same, of a program whose streams have buffers of the library.
fn printed(module: &Module, kind: &InstKind) -> Option<Printed> {
    let called = callee(kind)?;
    let shape = shape_of(module, called)?;
    let InstKind::Call { args, .. } = kind else {
        return None;
    };
    let mut out = Printed {
        text: shape.text.and_then(|i| args.get(i)).map(|a| a.value),
        ..Printed::default()
    };
    let pointers = || {
        let all = args.iter().enumerate().skip(shape.first);
        all.filter(|(_, a)| a.ty == Type::Ptr).map(|(_, a)| a.value)
    };
    if shape.formatted {
        out.read = pointers().collect();
        let format = format_of(module, called, kind);
        out.shows = format.is_none_or(|f| Conversion::Address.is_in(f));
        if format.is_none_or(|f| Conversion::Count.is_in(f)) {
            out.counts = pointers().collect();
        }
    } else if shape.first < args.len() {
        // The stream behind it is no text.
        out.read = pointers().take(1).collect();
    }
    Some(out)
}

fn shape_of(module: &Module, g: FuncId) -> Option<Shape> {
    let f = module.functions.get(g)?;
    let model = is_model(module, f) && !f.is_declaration();
    shape(&f.name).filter(|_| model)
}

/// The program in which printing to a stream does nothing. Places and registers stay.
pub(super) fn quiet(module: &Module) -> Module {
    without(module, &|_, p| p.text.is_none() && p.counts.is_empty())
}

/// The same, where printing into variables that hold no pointers does nothing either: for
/// who asks about pointers alone, where no text can become one. Which variables these are
/// is asked of the program that prints nothing: characters carry what digits are made of.
pub(super) fn without_texts(module: &Module, entry: FuncId, stop: &Stop) -> Option<Module> {
    let silent = without(module, &|_, p| p.counts.is_empty());
    let places = places(&silent, &[entry], Marks::default(), stop)?;
    Some(without(module, &|f, p| {
        let text = |t: &Operand| places.leads_to_texts(f, t);
        p.counts.is_empty() && p.text.as_ref().is_none_or(text)
    }))
}

/// Our models that end the program, and those that alone fill the table of functions which
/// the former call.
const ENDS: [&str; 3] = ["exit", "ep_exit", "quick_exit"];
const KEEPS: [&str; 2] = ["atexit", "at_quick_exit"];

/// The end of a program that registers nothing for it: a call through a table that stays
/// empty would be one of anything to who does not know that.
fn without_handlers(f: &mut Function) {
    for i in f.blocks.iter_mut().flat_map(|(_, b)| &mut b.insts) {
        if let InstKind::Call {
            dsts,
            callee: Callee::Indirect(_),
            ..
        } = &i.kind
        {
            if let Some(nothing) = left_out(dsts) {
                i.kind = nothing;
            }
        }
    }
}

/// The program in which such calls that print do nothing.
fn without(module: &Module, silent: &dyn Fn(FuncId, &Printed) -> bool) -> Module {
    let mut out = module.clone();
    let printing = Printing::of(module);
    let ends = KEEPS.iter().all(|name| module.function(name).is_none());
    for f in module.functions.ids() {
        if is_model(module, &module.functions[f]) {
            if ends && ENDS.contains(&module.functions[f].name.as_str()) {
                without_handlers(&mut out.functions[f]);
            }
            continue;
        }
        for (_, block) in out.functions[f].blocks.iter_mut() {
            for i in &mut block.insts {
                let InstKind::Call { dsts, .. } = &i.kind else {
                    continue;
                };
                let Some(nothing) = left_out(dsts) else {
                    continue;
                };
                if printing.by(&i.kind).is_some_and(|p| silent(f, &p)) {
                    i.kind = nothing;
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::shape;

    #[test]
    fn a_function_that_prints_is_known_by_its_name_alone() {
        for name in ["printf", "snprintf", "__sprintf_chk", "puts", "fwrite"] {
            assert!(shape(name).is_some(), "{name}");
        }
        for name in ["vprintf", "asprintf", "fread", "scanf", "fopen", "print"] {
            assert!(shape(name).is_none(), "{name}");
        }
    }
}
