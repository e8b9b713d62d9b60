//! Parser: the basics that all constructs share.
//!
//! Recursive descent with one token of look-ahead. Entities are numbered in
//! the text and must come in order, so that ids in the text are ids in the
//! module. References are not checked here: the verifier does.

use super::lexer::{Lexer, Spanned, Token};
use super::words::{canonical, type_from_word, Word};
use crate::{BlockId, DebugTypeId, FuncId, GlobalId, LocId, Operand, Reg, Type};

/// What is wrong with a text and where; line and column from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    pub line: u32,
    pub column: u32,
    pub message: String,
}

impl std::fmt::Display for ParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}

pub(super) type P<T> = Result<T, ParseError>;

/// Reads a module. Its references may be wrong: see [`crate::verify`].
pub fn parse(text: &str) -> Result<crate::Module, ParseError> {
    Parser::new(text)?.module()
}

pub(super) struct Parser<'a> {
    lexer: Lexer<'a>,
    pub token: Token<'a>,
    line: u32,
    column: u32,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a str) -> P<Self> {
        let mut p = Parser {
            lexer: Lexer::new(text),
            token: Token::End,
            line: 1,
            column: 1,
        };
        p.advance()?;
        Ok(p)
    }

    /// Takes the current token.
    pub fn advance(&mut self) -> P<Token<'a>> {
        let Spanned {
            token,
            line,
            column,
        } = self.lexer.next()?;
        self.line = line;
        self.column = column;
        Ok(std::mem::replace(&mut self.token, token))
    }

    /// An error at the current token.
    pub fn error<T>(&self, message: impl Into<String>) -> P<T> {
        Err(ParseError {
            line: self.line,
            column: self.column,
            message: message.into(),
        })
    }

    fn unexpected<T>(&self, wanted: &str) -> P<T> {
        let found = match &self.token {
            Token::Word(w) => format!("`{w}`"),
            Token::At(w) => format!("`@{w}`"),
            Token::Reg(r) => format!("`%{r}`"),
            Token::Number(n) => format!("`{n}`"),
            Token::Negative(n) => format!("`-{n}`"),
            Token::Text(_) => "a string".to_string(),
            Token::Punct(c) => format!("`{c}`"),
            Token::Arrow => "`->`".to_string(),
            Token::End => "the end".to_string(),
        };
        self.error(format!("expected {wanted}, found {found}"))
    }

    /// Whether the current token is this word.
    pub fn at_word(&self, word: &str) -> bool {
        matches!(self.token, Token::Word(w) if w == word)
    }

    /// Takes this word if it is there.
    pub fn eat_word(&mut self, word: &str) -> P<bool> {
        let yes = self.at_word(word);
        if yes {
            self.advance()?;
        }
        Ok(yes)
    }

    pub fn word(&mut self, word: &str) -> P<()> {
        if self.eat_word(word)? {
            Ok(())
        } else {
            self.unexpected(&format!("`{word}`"))
        }
    }

    /// Any word.
    pub fn any_word(&mut self, wanted: &str) -> P<&'a str> {
        match self.token {
            Token::Word(w) => {
                self.advance()?;
                Ok(w)
            }
            _ => self.unexpected(wanted),
        }
    }

    /// The word of an enumeration.
    pub fn choice<W: Word>(&mut self, wanted: &str) -> P<W> {
        match self.token {
            Token::Word(w) => match W::from_word(w) {
                Some(v) => {
                    self.advance()?;
                    Ok(v)
                }
                None => self.unexpected(wanted),
            },
            _ => self.unexpected(wanted),
        }
    }

    pub fn eat(&mut self, c: char) -> P<bool> {
        let yes = self.token == Token::Punct(c);
        if yes {
            self.advance()?;
        }
        Ok(yes)
    }

    pub fn punct(&mut self, c: char) -> P<()> {
        if self.eat(c)? {
            Ok(())
        } else {
            self.unexpected(&format!("`{c}`"))
        }
    }

    pub fn arrow(&mut self) -> P<()> {
        if self.token == Token::Arrow {
            self.advance()?;
            Ok(())
        } else {
            self.unexpected("`->`")
        }
    }

    pub fn u128(&mut self) -> P<u128> {
        match self.token {
            Token::Number(n) => {
                self.advance()?;
                Ok(n)
            }
            _ => self.unexpected("a number"),
        }
    }

    /// A number that fits `T`.
    pub fn number<T: TryFrom<u128>>(&mut self) -> P<T> {
        match self.token {
            Token::Number(n) => match T::try_from(n) {
                Ok(v) => {
                    self.advance()?;
                    Ok(v)
                }
                Err(_) => self.error(format!("{n} is too large here")),
            },
            _ => self.unexpected("a number"),
        }
    }

    pub fn i64(&mut self) -> P<i64> {
        let v = match self.token {
            Token::Number(n) => i64::try_from(n).ok(),
            Token::Negative(n) => i128::try_from(n).ok().and_then(|n| i64::try_from(-n).ok()),
            _ => return self.unexpected("a number"),
        };
        match v {
            Some(v) => {
                self.advance()?;
                Ok(v)
            }
            None => self.error("the number does not fit 64 bits"),
        }
    }

    pub fn text(&mut self) -> P<String> {
        match self.advance_if_text()? {
            Some(s) => Ok(s),
            None => self.unexpected("a string"),
        }
    }

    fn advance_if_text(&mut self) -> P<Option<String>> {
        if !matches!(self.token, Token::Text(_)) {
            return Ok(None);
        }
        match self.advance()? {
            Token::Text(s) => Ok(Some(s)),
            _ => Ok(None),
        }
    }

    pub fn reg(&mut self) -> P<Reg> {
        match self.token {
            Token::Reg(n) => {
                self.advance()?;
                Ok(Reg(n))
            }
            _ => self.unexpected("a register"),
        }
    }

    /// A word made of a prefix and a number, as `bb3`.
    pub fn numbered(&self, prefix: &str) -> Option<u32> {
        match self.token {
            Token::Word(w) => canonical(w.strip_prefix(prefix)?),
            _ => None,
        }
    }

    fn take_numbered(&mut self, prefix: &str, wanted: &str) -> P<u32> {
        match self.numbered(prefix) {
            Some(n) => {
                self.advance()?;
                Ok(n)
            }
            None => self.unexpected(wanted),
        }
    }

    pub fn block_id(&mut self) -> P<BlockId> {
        Ok(BlockId(self.take_numbered("bb", "a block")?))
    }

    pub fn debug_type_id(&mut self) -> P<DebugTypeId> {
        Ok(DebugTypeId(self.take_numbered("ty", "a debug type")?))
    }

    pub fn file_id(&mut self) -> P<ep_base::FileId> {
        Ok(ep_base::FileId(self.take_numbered("file", "a file")?))
    }

    /// `loc5`, or the unknown place when there is none.
    pub fn loc(&mut self) -> P<LocId> {
        match self.numbered("loc") {
            Some(n) => {
                self.advance()?;
                Ok(LocId(n))
            }
            None => Ok(LocId(0)),
        }
    }

    /// `* 2`, or 1.
    pub fn weight(&mut self) -> P<u16> {
        if self.eat('*')? {
            self.number()
        } else {
            Ok(1)
        }
    }

    fn at_number(&self, prefix: char) -> Option<u32> {
        match self.token {
            Token::At(w) => canonical(w.strip_prefix(prefix)?),
            _ => None,
        }
    }

    pub fn func_id(&mut self) -> P<FuncId> {
        match self.at_number('f') {
            Some(n) => {
                self.advance()?;
                Ok(FuncId(n))
            }
            None => self.unexpected("a function"),
        }
    }

    pub fn global_id(&mut self) -> P<GlobalId> {
        match self.at_number('g') {
            Some(n) => {
                self.advance()?;
                Ok(GlobalId(n))
            }
            None => self.unexpected("a global"),
        }
    }

    pub fn ty(&mut self) -> P<Type> {
        let ty = match self.token {
            Token::Word(w) => type_from_word(w),
            _ => None,
        };
        match ty {
            Some(t) => {
                self.advance()?;
                Ok(t)
            }
            None => self.unexpected("a type"),
        }
    }

    /// The label after `label`.
    pub fn label(&mut self) -> P<(FuncId, BlockId)> {
        self.word("label")?;
        self.punct('(')?;
        let f = self.func_id()?;
        self.punct(',')?;
        let b = self.block_id()?;
        self.punct(')')?;
        Ok((f, b))
    }

    /// ` plus -4`, or 0.
    pub fn plus(&mut self) -> P<i64> {
        if self.eat_word("plus")? {
            self.i64()
        } else {
            Ok(0)
        }
    }

    pub fn operand(&mut self) -> P<Operand> {
        match self.token {
            Token::Reg(_) => Ok(Operand::Reg(self.reg()?)),
            Token::Number(_) => Ok(Operand::Int(self.number()?)),
            Token::At(w) if w.starts_with('g') => {
                let g = self.global_id()?;
                Ok(Operand::Global(g, self.plus()?))
            }
            Token::At(_) => Ok(Operand::Func(self.func_id()?)),
            Token::Word("label") => {
                let (f, b) = self.label()?;
                Ok(Operand::Label(f, b))
            }
            Token::Word("undef") => {
                self.advance()?;
                Ok(Operand::Undef)
            }
            Token::Word("wide") => {
                self.advance()?;
                Ok(Operand::Wide(self.u128()?))
            }
            _ => self.unexpected("an operand"),
        }
    }

    /// `( item, item )`.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> P<T>) -> P<Vec<T>> {
        self.punct('(')?;
        let mut out = Vec::new();
        if self.eat(')')? {
            return Ok(out);
        }
        loop {
            out.push(item(self)?);
            if self.eat(')')? {
                return Ok(out);
            }
            self.punct(',')?;
        }
    }

    /// ` byval(16, 8)` or nothing.
    pub fn byval(&mut self) -> P<Option<(u64, u32)>> {
        if !self.eat_word("byval")? {
            return Ok(None);
        }
        self.punct('(')?;
        let size = self.number()?;
        self.punct(',')?;
        let align = self.number()?;
        self.punct(')')?;
        Ok(Some((size, align)))
    }

    /// ` promised(12)` or nothing.
    pub fn promised(&mut self) -> P<u64> {
        if !self.eat_word("promised")? {
            return Ok(0);
        }
        self.punct('(')?;
        let bytes = self.number()?;
        self.punct(')')?;
        Ok(bytes)
    }

    /// `signed` or `unsigned`.
    pub fn signedness(&mut self) -> P<bool> {
        if self.eat_word("signed")? {
            return Ok(true);
        }
        self.word("unsigned")?;
        Ok(false)
    }
}
