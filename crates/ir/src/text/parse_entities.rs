//! Parser: tables, globals and their content.

use super::lexer::Token;
use super::parser::{Parser, P};
use crate::debug::{ArrayKind, Field};
use crate::module::{RelocTarget, Relocation};
use crate::{DataLayout, DebugType, Global, Init, Module};
use ep_base::{Arena, Position};

/// Bytes of initial content of one global at most.
const MAX_INIT: u64 = 1 << 28;

impl Parser<'_> {
    /// The id in the text must be the next one.
    pub(super) fn in_order(&self, found: u32, next: usize) -> P<()> {
        if found as usize == next {
            Ok(())
        } else {
            self.error(format!("number {found} is out of order, {next} is next"))
        }
    }

    pub(super) fn module(&mut self) -> P<Module> {
        self.word("everypath-ir")?;
        let version: u32 = self.number()?;
        if version != 1 {
            return self.error(format!("version {version} of the text form is not known"));
        }
        self.word("pointers")?;
        let ptr_bits = self.number()?;
        let mut m = Module {
            layout: DataLayout { ptr_bits },
            files: Arena::new(),
            locs: Arena::new(),
            debug_types: Arena::new(),
            globals: Arena::new(),
            functions: Arena::new(),
            from_source: self.eat_word("from_source")?,
            constructors: Vec::new(),
            mapping: None,
        };
        let mut zeros = MAX_INIT;
        loop {
            if let Some(n) = self.numbered("file") {
                self.in_order(n, m.files.len())?;
                self.advance()?;
                m.files.push(self.text()?);
            } else if let Some(n) = self.numbered("loc") {
                self.in_order(n, m.locs.len())?;
                self.advance()?;
                self.punct('=')?;
                let file = self.file_id()?;
                let (line, column) = (self.number()?, self.number()?);
                m.locs.push(Position { file, line, column });
            } else if let Some(n) = self.numbered("ty") {
                self.in_order(n, m.debug_types.len())?;
                self.advance()?;
                self.punct('=')?;
                m.debug_types.push(self.debug_type()?);
            } else if self.eat_word("global")? {
                let id = self.global_id()?;
                self.in_order(id.0, m.globals.len())?;
                let g = self.global(&mut zeros)?;
                m.globals.push(g);
            } else if self.eat_word("func")? {
                let id = self.func_id()?;
                self.in_order(id.0, m.functions.len())?;
                let f = self.function()?;
                m.functions.push(f);
            } else if self.eat_word("constructors")? {
                m.constructors = self.list(|p| p.func_id())?;
            } else if self.token == Token::End {
                return Ok(m);
            } else {
                return self.error(
                    "expected `file…`, `loc…`, `ty…`, `global`, `func`, `constructors` or the end",
                );
            }
        }
    }

    fn debug_type(&mut self) -> P<DebugType> {
        Ok(match self.any_word("a kind of debug type")? {
            "void" => DebugType::Void,
            "bool" => DebugType::Bool,
            "char" => DebugType::Char {
                signed: self.signedness()?,
            },
            "int" => DebugType::Int {
                bits: self.number()?,
                signed: self.signedness()?,
                name: self.text()?,
            },
            "float" => DebugType::Float {
                bits: self.number()?,
                name: self.text()?,
            },
            "pointer" => {
                let to = self.debug_type_id()?;
                self.word("size")?;
                DebugType::Pointer {
                    to,
                    size: self.number()?,
                }
            }
            "array" => {
                let element = self.debug_type_id()?;
                let count = if self.eat_word("count")? {
                    Some(self.number()?)
                } else {
                    None
                };
                self.word("size")?;
                let size = self.number()?;
                let kind = if self.eat_word("vector")? {
                    ArrayKind::Vector
                } else if self.eat_word("complex")? {
                    ArrayKind::Complex
                } else {
                    ArrayKind::Plain
                };
                DebugType::Array {
                    element,
                    count,
                    size,
                    kind,
                }
            }
            word @ ("struct" | "union") => {
                let name = self.text()?;
                self.word("size")?;
                let size = self.number()?;
                let align = self.alignment()?;
                let fields = self.braced(|p| {
                    let name = p.text()?;
                    let ty = p.debug_type_id()?;
                    p.word("at")?;
                    let bit_offset = p.number()?;
                    p.word("bits")?;
                    let bit_size = p.number()?;
                    let bit_field = p.eat_word("field")?;
                    Ok(Field {
                        name,
                        ty,
                        bit_offset,
                        bit_size,
                        bit_field,
                        align: p.alignment()?,
                    })
                })?;
                DebugType::Record {
                    name,
                    size,
                    fields,
                    union: word == "union",
                    align,
                }
            }
            "enum" => DebugType::Enum {
                name: self.text()?,
                bits: self.number()?,
                signed: self.signedness()?,
                values: self.braced(|p| {
                    let name = p.text()?;
                    p.punct('=')?;
                    Ok((name, p.i64()?))
                })?,
            },
            "function" => DebugType::Function {
                returns: self.debug_type_id()?,
                params: self.list(|p| p.debug_type_id())?,
                variadic: self.eat_word("variadic")?,
            },
            "alias" => DebugType::Alias {
                name: self.text()?,
                to: self.debug_type_id()?,
                align: self.alignment()?,
            },
            other => return self.error(format!("unknown kind of debug type `{other}`")),
        })
    }

    /// ` align 16` or nothing.
    fn alignment(&mut self) -> P<u64> {
        match self.eat_word("align")? {
            true => self.number(),
            false => Ok(0),
        }
    }

    /// `{ item, item }`.
    fn braced<T>(&mut self, mut item: impl FnMut(&mut Self) -> P<T>) -> P<Vec<T>> {
        self.punct('{')?;
        let mut out = Vec::new();
        if self.eat('}')? {
            return Ok(out);
        }
        loop {
            out.push(item(self)?);
            if self.eat('}')? {
                return Ok(out);
            }
            self.punct(',')?;
        }
    }

    fn global(&mut self, zeros: &mut u64) -> P<Global> {
        let name = self.text()?;
        self.word("size")?;
        let size = self.number()?;
        self.word("align")?;
        let align = self.number()?;
        let constant = self.eat_word("constant")?;
        let volatile = self.eat_word("volatile")?;
        let ty = self.debug_type_id()?;
        let loc = self.loc()?;
        let init = if self.eat_word("external")? {
            None
        } else {
            self.punct('=')?;
            Some(self.init(zeros)?)
        };
        Ok(Global {
            name,
            size,
            align,
            constant,
            volatile,
            init,
            ty,
            loc,
        })
    }

    /// `zeros` is what the whole module may still ask for in zero bytes.
    fn init(&mut self, zeros: &mut u64) -> P<Init> {
        let mut init = Init::default();
        self.punct('{')?;
        loop {
            if self.eat('}')? {
                return Ok(init);
            }
            match self.any_word("`zero`, `hex`, `at` or `}`")? {
                "zero" => {
                    let n: u64 = self.number()?;
                    match zeros.checked_sub(n) {
                        Some(left) => *zeros = left,
                        None => return self.error("more zero bytes than are allowed (256 MiB)"),
                    }
                    init.bytes.resize(init.bytes.len() + n as usize, 0);
                }
                "hex" => {
                    let text = self.text()?;
                    let digits = text.as_bytes();
                    if digits.len() % 2 != 0 {
                        return self.error("an odd number of hexadecimal digits");
                    }
                    for pair in digits.chunks_exact(2) {
                        let nibble = |c: u8| char::from(c).to_digit(16);
                        match (nibble(pair[0]), nibble(pair[1])) {
                            (Some(a), Some(b)) => init.bytes.push((a << 4 | b) as u8),
                            _ => return self.error("not a hexadecimal digit"),
                        }
                    }
                }
                "at" => {
                    let offset = self.number()?;
                    let target = match self.token {
                        Token::Word(_) => {
                            let (f, b) = self.label()?;
                            RelocTarget::Label(f, b)
                        }
                        Token::At(w) if w.starts_with('g') => {
                            RelocTarget::Global(self.global_id()?)
                        }
                        _ => RelocTarget::Func(self.func_id()?),
                    };
                    let addend = self.plus()?;
                    init.relocs.push(Relocation {
                        offset,
                        target,
                        addend,
                    });
                }
                other => return self.error(format!("unknown content `{other}`")),
            }
        }
    }
}
