//! Declarations of a file.

use super::super::lex::Tok;
use super::super::symbol::{kw, Symbol};
use super::super::tree::{
    Adt, Annotation, Axiom, Derived, Domain, DomainFunction, Function, Import, Member, MemberKind,
    Method, Name, Predicate, Type,
};
use super::{Parsed, Parser};

/// The words that begin a declaration.
const DECLARATIONS: &[Symbol] = &[
    kw::Import,
    kw::Define,
    kw::Field,
    kw::Method,
    kw::Domain,
    kw::Function,
    kw::Predicate,
    kw::Adt,
];

impl Parser<'_> {
    /// All declarations.
    pub(super) fn members(&mut self) -> Vec<Member> {
        let mut members = Vec::new();
        loop {
            while self.eat(Tok::Semi) {}
            if self.is(Tok::End) {
                return members;
            }
            let before = self.at;
            let doubtful = std::mem::replace(&mut self.recovered, false);
            let reported = self.problems.len();
            match self.member() {
                Ok(member) => members.push(member),
                Err(_) => {
                    if doubtful && self.at == before {
                        // What was left of the member before.
                        self.problems.truncate(reported);
                    }
                    self.depth = 0;
                    self.no_defines = false;
                    if self.at == before {
                        self.bump();
                    }
                    self.recover_member();
                }
            }
        }
    }

    /// To the next declaration. A brace that was left open must not hide
    /// what follows, so a declaring word at the beginning of a line counts
    /// whatever the nesting.
    fn recover_member(&mut self) {
        while !self.is(Tok::End) {
            let token = self.token();
            if let Tok::Name(word) = token.tok {
                let first = self.position(token.start).column == 1;
                let after_brace = self.at > 0 && self.tokens[self.at - 1].tok == Tok::RBrace;
                let declares = DECLARATIONS.contains(&word) && word != kw::Define;
                if declares && (first || (after_brace && word != kw::Function)) {
                    return;
                }
            }
            self.bump();
        }
    }

    fn member(&mut self) -> Parsed<Member> {
        let start = self.start();
        let mut annotations = Vec::new();
        while self.is(Tok::At) {
            annotations.push(self.annotation()?);
        }
        let Tok::Name(word) = self.tok() else {
            return self.fail("a declaration");
        };
        let kind = match word {
            kw::Import => MemberKind::Import(self.import()?),
            kw::Define => MemberKind::Define(self.define()?),
            kw::Field => {
                self.bump();
                let decls = self.decls()?;
                self.eat(Tok::Semi);
                MemberKind::Field(decls)
            }
            kw::Method => MemberKind::Method(self.method()?),
            kw::Function => MemberKind::Function(self.function()?),
            kw::Predicate => MemberKind::Predicate(self.predicate()?),
            kw::Domain => MemberKind::Domain(self.domain()?),
            kw::Adt => MemberKind::Adt(self.adt()?),
            _ => return self.fail("a declaration"),
        };
        Ok(Member {
            kind,
            annotations,
            span: self.since(start),
        })
    }

    /// `@name("…", …)`
    pub(super) fn annotation(&mut self) -> Parsed<Annotation> {
        self.expect(Tok::At, "`@`")?;
        let name = self.name("the name of the annotation")?;
        while self.eat(Tok::Dot) {
            self.name("the name of the annotation")?;
        }
        self.expect(Tok::LParen, "`(`")?;
        self.list(Tok::RParen, "`,` or `)`", |p| {
            p.expect(Tok::Str, "a string")
        })?;
        Ok(Annotation { name })
    }

    fn string(&mut self) -> Parsed<String> {
        let token = self.expect(Tok::Str, "a string")?;
        Ok(self.text[token.start as usize + 1..token.end as usize - 1].to_owned())
    }

    fn import(&mut self) -> Parsed<Import> {
        self.bump();
        if self.is(Tok::Str) {
            return Ok(Import {
                path: self.string()?,
                standard: false,
            });
        }
        let open = self.token();
        if open.tok != Tok::Lt {
            return self.fail("the file in quotes or angle brackets");
        }
        let rest = &self.text[open.end as usize..];
        let Some(length) = rest
            .find(['>', '\n'])
            .filter(|&n| rest[n..].starts_with('>'))
        else {
            self.bump();
            return self.fail("`>` after the file");
        };
        let path = rest[..length].trim().to_owned();
        let end = open.end + length as u32;
        while self.token().start <= end && !self.is(Tok::End) {
            self.bump();
        }
        Ok(Import {
            path,
            standard: true,
        })
    }

    fn method(&mut self) -> Parsed<Method> {
        self.bump();
        let name = self.name("the name of the method")?;
        let params = self.params()?;
        let returns = match self.eat_kw(kw::Returns) {
            true => self.params()?,
            false => Vec::new(),
        };
        let pres = self.specs(kw::Requires)?;
        let posts = self.specs(kw::Ensures)?;
        let body = match self.is(Tok::LBrace) {
            true => Some(self.block()?),
            false => None,
        };
        Ok(Method {
            name,
            params,
            returns,
            pres,
            posts,
            body,
        })
    }

    fn function(&mut self) -> Parsed<Function> {
        self.bump();
        let name = self.name("the name of the function")?;
        let params = self.params()?;
        self.expect(Tok::Colon, "`:` and the type of the result")?;
        let result = self.ty()?;
        let pres = self.specs(kw::Requires)?;
        let posts = self.specs(kw::Ensures)?;
        let body = self.braced_expr()?;
        Ok(Function {
            name,
            params,
            result,
            pres,
            posts,
            body,
        })
    }

    fn predicate(&mut self) -> Parsed<Predicate> {
        self.bump();
        let name = self.name("the name of the predicate")?;
        let params = self.params()?;
        let body = self.braced_expr()?;
        Ok(Predicate { name, params, body })
    }

    fn braced_expr(&mut self) -> Parsed<Option<super::super::tree::Expr>> {
        if !self.eat(Tok::LBrace) {
            return Ok(None);
        }
        let body = self.expr()?;
        self.expect(Tok::RBrace, "`}`")?;
        Ok(Some(body))
    }

    fn type_params(&mut self) -> Parsed<Option<Vec<Name>>> {
        if !self.eat(Tok::LBracket) {
            return Ok(None);
        }
        let params = self.list(Tok::RBracket, "`,` or `]`", |p| {
            p.name("the name of a type parameter")
        })?;
        Ok(Some(params))
    }

    fn domain(&mut self) -> Parsed<Domain> {
        self.bump();
        let name = self.name("the name of the domain")?;
        let type_params = self.type_params()?;
        let interpretation = match self.eat_kw(kw::Interpretation) {
            true => {
                let start = self.start();
                self.expect(Tok::LParen, "`(`")?;
                self.list(Tok::RParen, "`,` or `)`", |p| {
                    p.name("the name of a backend")?;
                    p.expect(Tok::Colon, "`:`")?;
                    p.expect(Tok::Str, "a string")
                })?;
                let end = self.tokens[self.at - 1].end;
                Some(self.text[start as usize..end as usize].to_owned())
            }
            false => None,
        };
        self.expect(Tok::LBrace, "`{`")?;
        let (mut functions, mut axioms) = (Vec::new(), Vec::new());
        loop {
            while self.eat(Tok::Semi) {}
            if self.eat(Tok::RBrace) {
                break;
            }
            while self.is(Tok::At) {
                self.annotation()?;
            }
            let start = self.start();
            if self.eat_kw(kw::Axiom) {
                let name = match self.is(Tok::LBrace) {
                    true => None,
                    false => Some(self.name("the name of the axiom or `{`")?),
                };
                self.expect(Tok::LBrace, "`{`")?;
                let body = self.expr()?;
                self.expect(Tok::RBrace, "`}`")?;
                let span = self.since(start);
                axioms.push(Axiom { name, body, span });
            } else {
                functions.push(self.domain_function(start)?);
            }
        }
        Ok(Domain {
            name,
            type_params,
            interpretation,
            functions,
            axioms,
        })
    }

    fn domain_function(&mut self, start: u32) -> Parsed<DomainFunction> {
        let unique = self.eat_kw(kw::Unique);
        self.expect_kw(kw::Function, "a function, an axiom or `}`")?;
        let name = self.name("the name of the function")?;
        self.expect(Tok::LParen, "`(`")?;
        let params: Vec<(Option<Name>, Type)> = self.list(Tok::RParen, "`,` or `)`", |p| {
            if p.peek(1) == Tok::Colon {
                let decl = p.decl()?;
                return Ok((Some(decl.name), decl.ty));
            }
            Ok((None, p.ty()?))
        })?;
        self.expect(Tok::Colon, "`:` and the type of the result")?;
        let result = self.ty()?;
        let interpretation = match self.eat_kw(kw::Interpretation) {
            true => Some(self.string()?),
            false => None,
        };
        Ok(DomainFunction {
            name,
            unique,
            params,
            result,
            interpretation,
            span: self.since(start),
        })
    }

    fn adt(&mut self) -> Parsed<Adt> {
        self.bump();
        let name = self.name("the name of the data type")?;
        let type_params = self.type_params()?;
        self.expect(Tok::LBrace, "`{`")?;
        let mut constructors = Vec::new();
        loop {
            while self.eat(Tok::Semi) {}
            if self.eat(Tok::RBrace) {
                break;
            }
            while self.is(Tok::At) {
                self.annotation()?;
            }
            let constructor = self.name("the name of a constructor or `}`")?;
            constructors.push((constructor, self.params()?));
        }
        let mut derives = Vec::new();
        if self.eat_kw(kw::Derives) {
            self.expect(Tok::LBrace, "`{`")?;
            while !self.eat(Tok::RBrace) {
                if !self.eat(Tok::Comma) && !self.eat(Tok::Semi) {
                    derives.push(self.derived()?);
                }
            }
        }
        Ok(Adt {
            name,
            type_params,
            constructors,
            derives,
        })
    }

    /// `contains`, `contains without x, y`
    fn derived(&mut self) -> Parsed<Derived> {
        let name = self.name("what is derived, or `}`")?;
        let mut without = Vec::new();
        if self.eat_kw(kw::Without) {
            without.push(self.name("the name of a field")?);
            while self.eat(Tok::Comma) {
                without.push(self.name("the name of a field")?);
            }
        }
        Ok(Derived { name, without })
    }
}
