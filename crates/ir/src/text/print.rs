//! Printer: tables, globals, functions.

use super::print_inst::{args_list, inst, terminator};
use super::words::type_word;
use crate::debug::{ArrayKind, VarStorage};
use crate::module::RelocTarget;
use crate::{DebugType, Function, Init, LocId, Module, Type};
use std::fmt::Write;

/// Zero bytes in a row that are worth a word.
const ZERO_RUN: usize = 16;
/// Bytes of a hexadecimal string.
const HEX_LINE: usize = 64;

/// A quoted string; everything but printable ASCII is escaped.
pub(super) fn quoted(s: &str) -> String {
    let mut out = String::with_capacity(s.len() + 2);
    out.push('"');
    for c in s.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            ' '..='~' => out.push(c),
            _ => {
                let _ = write!(out, "\\u{{{:x}}}", c as u32);
            }
        }
    }
    out.push('"');
    out
}

/// ` loc5`, or nothing for the unknown place.
pub(super) fn loc_suffix(loc: LocId) -> String {
    if loc == LocId(0) {
        String::new()
    } else {
        format!(" {loc}")
    }
}

/// The module as text.
pub fn print(m: &Module) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = print_to(m, &mut out);
    out
}

fn signedness(signed: bool) -> &'static str {
    if signed {
        "signed"
    } else {
        "unsigned"
    }
}

fn print_to(m: &Module, out: &mut String) -> std::fmt::Result {
    writeln!(out, "everypath-ir 1")?;
    writeln!(out, "pointers {}", m.layout.ptr_bits)?;
    if m.from_source {
        writeln!(out, "from_source")?;
    }
    for (id, name) in m.files.iter() {
        writeln!(out, "{id} {}", quoted(name))?;
    }
    for (id, p) in m.locs.iter() {
        writeln!(out, "{id} = {} {} {}", p.file, p.line, p.column)?;
    }
    for (id, t) in m.debug_types.iter() {
        write!(out, "{id} = ")?;
        debug_type(t, out)?;
        out.push('\n');
    }
    for (id, g) in m.globals.iter() {
        write!(
            out,
            "global {id} {} size {} align {}",
            quoted(&g.name),
            g.size,
            g.align
        )?;
        if g.constant {
            out.push_str(" constant");
        }
        if g.volatile {
            out.push_str(" volatile");
        }
        write!(out, " {}{}", g.ty, loc_suffix(g.loc))?;
        match &g.init {
            Some(i) => init(i, out)?,
            None => out.push_str(" external"),
        }
        out.push('\n');
    }
    for (id, f) in m.functions.iter() {
        write!(out, "\nfunc {id} {} ", quoted(&f.name))?;
        function(f, out)?;
    }
    if !m.constructors.is_empty() {
        let list: Vec<String> = m.constructors.iter().map(|c| c.to_string()).collect();
        writeln!(out, "\nconstructors ({})", list.join(", "))?;
    }
    Ok(())
}

fn debug_type(t: &DebugType, out: &mut String) -> std::fmt::Result {
    match t {
        DebugType::Void => write!(out, "void"),
        DebugType::Bool => write!(out, "bool"),
        DebugType::Char { signed } => write!(out, "char {}", signedness(*signed)),
        DebugType::Int { bits, signed, name } => {
            write!(out, "int {bits} {} {}", signedness(*signed), quoted(name))
        }
        DebugType::Float { bits, name } => write!(out, "float {bits} {}", quoted(name)),
        DebugType::Pointer { to, size } => write!(out, "pointer {to} size {size}"),
        DebugType::Array {
            element,
            count,
            size,
            kind,
        } => {
            write!(out, "array {element}")?;
            if let Some(n) = count {
                write!(out, " count {n}")?;
            }
            write!(out, " size {size}")?;
            match kind {
                ArrayKind::Plain => Ok(()),
                ArrayKind::Vector => write!(out, " vector"),
                ArrayKind::Complex => write!(out, " complex"),
            }
        }
        DebugType::Record {
            name,
            size,
            fields,
            union,
            align,
        } => {
            let word = if *union { "union" } else { "struct" };
            write!(out, "{word} {} size {size}", quoted(name))?;
            alignment(*align, out)?;
            write!(out, " {{")?;
            for (i, f) in fields.iter().enumerate() {
                let comma = if i > 0 { "," } else { "" };
                let name = quoted(&f.name);
                write!(
                    out,
                    "{comma} {name} {} at {} bits {}",
                    f.ty, f.bit_offset, f.bit_size
                )?;
                if f.bit_field {
                    write!(out, " field")?;
                }
                alignment(f.align, out)?;
            }
            write!(out, " }}")
        }
        DebugType::Enum {
            name,
            bits,
            signed,
            values,
        } => {
            write!(
                out,
                "enum {} {bits} {} {{",
                quoted(name),
                signedness(*signed)
            )?;
            for (i, (name, v)) in values.iter().enumerate() {
                let comma = if i > 0 { "," } else { "" };
                write!(out, "{comma} {} = {v}", quoted(name))?;
            }
            write!(out, " }}")
        }
        DebugType::Function {
            returns,
            params,
            variadic,
        } => {
            let list: Vec<String> = params.iter().map(|p| p.to_string()).collect();
            write!(out, "function {returns} ({})", list.join(", "))?;
            if *variadic {
                write!(out, " variadic")?;
            }
            Ok(())
        }
        DebugType::Alias { name, to, align } => {
            write!(out, "alias {} {to}", quoted(name))?;
            alignment(*align, out)
        }
    }
}

/// ` align 16`, if an alignment is asked for.
fn alignment(align: u64, out: &mut String) -> std::fmt::Result {
    match align {
        0 => Ok(()),
        n => write!(out, " align {n}"),
    }
}

fn init(i: &Init, out: &mut String) -> std::fmt::Result {
    out.push_str(" = {");
    let mut at = 0;
    while at < i.bytes.len() {
        let rest = &i.bytes[at..];
        let zeros = rest.iter().take_while(|b| **b == 0).count();
        if zeros >= ZERO_RUN {
            write!(out, " zero {zeros}")?;
            at += zeros;
            continue;
        }
        // Up to the next long run of zeros.
        let mut n = 0;
        while n < rest.len().min(HEX_LINE) {
            let run = rest[n..]
                .iter()
                .take(ZERO_RUN)
                .take_while(|b| **b == 0)
                .count();
            if run == ZERO_RUN {
                break;
            }
            n += 1;
        }
        out.push_str(" hex \"");
        for b in &rest[..n] {
            write!(out, "{b:02x}")?;
        }
        out.push('"');
        at += n;
    }
    for r in &i.relocs {
        write!(out, " at {} ", r.offset)?;
        match r.target {
            RelocTarget::Global(g) => write!(out, "{g}")?,
            RelocTarget::Func(f) => write!(out, "{f}")?,
            RelocTarget::Label(f, b) => write!(out, "label({f}, {b})")?,
        }
        if r.addend != 0 {
            write!(out, " plus {}", r.addend)?;
        }
    }
    out.push_str(" }");
    Ok(())
}

fn function(f: &Function, out: &mut String) -> std::fmt::Result {
    let params: Vec<String> = f
        .params
        .iter()
        .map(|p| {
            let byval = args_list::byval(p.byval);
            let promised = match p.promised {
                0 => String::new(),
                n => format!(" promised({n})"),
            };
            format!("{} {}{byval}{promised}", type_word(p.ty), p.reg)
        })
        .collect();
    let rets: Vec<String> = f.rets.iter().map(|t| type_word(*t)).collect();
    write!(out, "({}) -> ({})", params.join(", "), rets.join(", "))?;
    if f.variadic {
        out.push_str(" variadic");
    }
    if f.noreturn {
        out.push_str(" noreturn");
    }
    if f.internal {
        out.push_str(" internal");
    }
    writeln!(out, " {}{} {{", f.ty, loc_suffix(f.loc))?;
    registers(f, out)?;
    for (id, v) in f.vars.iter() {
        let storage = match v.storage {
            VarStorage::Memory(r) => format!("memory {r}"),
            VarStorage::Register(r) => format!("register {r}"),
            VarStorage::None => "gone".to_string(),
        };
        write!(out, "  {id} {} {} {storage}", quoted(&v.name), v.ty)?;
        if v.arg != 0 {
            write!(out, " param {}", v.arg)?;
        }
        writeln!(out, "{}", loc_suffix(v.loc))?;
    }
    for (id, b) in f.blocks.iter() {
        writeln!(out, "{id}:")?;
        for i in &b.insts {
            out.push_str("  ");
            inst(i, out)?;
            out.push('\n');
        }
        out.push_str("  ");
        terminator(b, out)?;
        out.push('\n');
    }
    writeln!(out, "}}")
}

/// Register types in order, runs of the same type as `i32 x 5`.
fn registers(f: &Function, out: &mut String) -> std::fmt::Result {
    let types: &[Type] = f.regs.as_slice();
    if types.is_empty() {
        return Ok(());
    }
    out.push_str("  regs (");
    let mut at = 0;
    while at < types.len() {
        let n = types[at..].iter().take_while(|t| **t == types[at]).count();
        if at > 0 {
            out.push_str(", ");
        }
        write!(out, "{}", type_word(types[at]))?;
        if n > 1 {
            write!(out, " x {n}")?;
        }
        at += n;
    }
    out.push_str(")\n");
    Ok(())
}
