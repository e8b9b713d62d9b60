//! Files, classes, members and contracts.

use super::{Failed, Parser, P};
use crate::ast::*;
use crate::lexer::Tok;
use crate::source::{Problem, Span};

impl Parser<'_> {
    pub(super) fn unit(&mut self) -> Unit {
        let mut unit = Unit::default();
        if self.is("package") {
            self.skip(0);
        }
        loop {
            while self.is(";") {
                self.bump();
            }
            let t = self.here();
            if t.tok == Tok::End {
                return unit;
            }
            if self.is("import") {
                let _ = self.outside::<()>(t.span, "an import");
                self.skip(0);
                continue;
            }
            match self.class() {
                Ok(c) => unit.classes.push(c),
                Err(Failed) => {
                    let before = self.at;
                    self.ghost = false;
                    self.skip(0);
                    if self.at == before {
                        self.bump();
                    }
                }
            }
        }
    }

    fn modifiers(&mut self, contract: &mut Contract) -> P<Modifiers> {
        let mut m = Modifiers::default();
        loop {
            let t = self.here();
            if t.ghost {
                if self.is_ghost_word("pure") {
                    self.bump();
                    m.pure = true;
                    continue;
                }
                if self.clause(contract)? {
                    continue;
                }
                return Ok(m);
            }
            let Tok::Sym(s) = t.tok else { return Ok(m) };
            let flag = match s {
                "public" => &mut m.public,
                "protected" => &mut m.protected,
                "private" => &mut m.private,
                "static" => &mut m.is_static,
                "final" => &mut m.is_final,
                "abstract" => &mut m.is_abstract,
                "strictfp" | "transient" => {
                    self.bump();
                    continue;
                }
                "native" => return self.outside(t.span, "a native method"),
                "volatile" => return self.outside(t.span, "a volatile field"),
                "synchronized" => return self.outside(t.span, "a synchronized method"),
                "default" => return self.outside(t.span, "a default method"),
                "@" => {
                    self.bump();
                    let name = self.name()?;
                    if self.is("(") {
                        return self.outside(name.span, "an annotation with values");
                    }
                    continue;
                }
                _ => return Ok(m),
            };
            if *flag {
                return self.fail(Problem::syntax(t.span, format!("`{s}` is repeated")));
            }
            *flag = true;
            self.bump();
        }
    }

    fn class(&mut self) -> P<ClassDecl> {
        let mut stray = Contract::default();
        let modifiers = self.modifiers(&mut stray)?;
        let t = self.here();
        let interface = match t.tok {
            Tok::Sym("class") => false,
            Tok::Sym("interface") => true,
            Tok::Sym("enum") => return self.outside(t.span, "an enum"),
            Tok::Sym("@") => return self.outside(t.span, "an annotation type"),
            Tok::Ident if self.word(t) == "record" => return self.outside(t.span, "a record"),
            _ => return self.wrong("a class or an interface"),
        };
        self.bump();
        let name = self.name()?;
        if self.is("<") {
            return self.outside(self.span(), "a generic class");
        }
        let mut extends = None;
        let mut implements = Vec::new();
        if self.eat("extends") {
            if interface {
                self.names(&mut implements)?;
            } else {
                extends = Some(self.class_name()?);
            }
        }
        if self.eat("implements") {
            self.names(&mut implements)?;
        }
        self.expect("{")?;
        let mut class = ClassDecl {
            name,
            modifiers,
            interface,
            extends,
            implements,
            fields: Vec::new(),
            methods: Vec::new(),
        };
        loop {
            let t = self.here();
            match t.tok {
                Tok::Sym("}") if !t.ghost => {
                    self.bump();
                    return Ok(class);
                }
                Tok::End => return self.wrong("`}`"),
                Tok::Sym(";") => {
                    self.bump();
                }
                _ => {
                    let before = self.at;
                    let level = self.braces;
                    if self.member(&mut class).is_err() {
                        self.ghost = false;
                        self.skip(level);
                        if self.at == before {
                            self.bump();
                        }
                    }
                }
            }
        }
    }

    fn names(&mut self, out: &mut Vec<Name>) -> P<()> {
        loop {
            out.push(self.class_name()?);
            if !self.eat(",") {
                return Ok(());
            }
        }
    }

    /// The name of a class; `java.lang.X` is `X`.
    pub(super) fn class_name(&mut self) -> P<Name> {
        let mut name = self.name()?;
        if name.text == "java" && self.is(".") && self.word(self.nth(1)) == "lang" {
            self.bump();
            self.bump();
            self.expect(".")?;
            name = self.name()?;
        }
        if self.is("<") {
            return self.outside(self.span(), "a generic type");
        }
        Ok(name)
    }

    fn member(&mut self, class: &mut ClassDecl) -> P<()> {
        let mut contract = Contract::default();
        let mut modifiers = self.modifiers(&mut contract)?;
        if class.interface {
            modifiers.public = true;
        }
        let t = self.here();
        if self.is_ghost_word("predicate") {
            let method = self.in_mode(true, |p| p.predicate(modifiers))?;
            class.methods.push(method);
            return Ok(());
        }
        if t.ghost {
            return self.wrong("a declaration, `pure`, `predicate`, `requires` or `ensures`");
        }
        match t.tok {
            Tok::Sym("{") => return self.outside(t.span, "an initializer block"),
            Tok::Sym("class" | "interface" | "enum") => {
                return self.outside(t.span, "a nested class")
            }
            Tok::Sym("<") => return self.outside(t.span, "a generic method"),
            _ => {}
        }
        let constructor = t.tok == Tok::Ident && self.nth_is(1, "(");
        let ret = if constructor {
            TypeRef {
                name: Name {
                    text: "void".into(),
                    span: t.span,
                },
                dims: 0,
            }
        } else {
            self.ty(true)?
        };
        let name = self.name()?;
        if constructor && name.text != class.name.text {
            return self.fail(Problem::syntax(
                name.span,
                format!("the method `{}` has no return type", name.text),
            ));
        }
        if self.is("(") {
            let kind = if constructor {
                MethodKind::Constructor
            } else {
                MethodKind::Method
            };
            let m = self.method(kind, modifiers, ret, name, contract)?;
            class.methods.push(m);
            return Ok(());
        }
        self.fields(class, modifiers, ret, name)
    }

    fn fields(
        &mut self,
        class: &mut ClassDecl,
        mut modifiers: Modifiers,
        ty: TypeRef,
        name: Name,
    ) -> P<()> {
        if class.interface {
            modifiers.is_static = true;
            modifiers.is_final = true;
        }
        let mut name = name;
        loop {
            let dims = self.dims()?;
            let init = if self.eat("=") {
                Some(self.initializer()?)
            } else {
                None
            };
            class.fields.push(FieldDecl {
                modifiers,
                ty: TypeRef {
                    dims: ty.dims + dims,
                    name: ty.name.clone(),
                },
                name,
                init,
            });
            if !self.eat(",") {
                break;
            }
            name = self.name()?;
        }
        self.expect(";")?;
        Ok(())
    }

    fn predicate(&mut self, modifiers: Modifiers) -> P<MethodDecl> {
        self.bump();
        let ret = if matches!(self.here().tok, Tok::Sym(_)) {
            self.ty(false)?
        } else {
            TypeRef {
                name: Name {
                    text: "boolean".into(),
                    span: self.last(),
                },
                dims: 0,
            }
        };
        if ret.name.text != "boolean" || ret.dims != 0 {
            return self.fail(Problem::syntax(
                ret.name.span,
                "a predicate is `boolean`".to_string(),
            ));
        }
        let name = self.name()?;
        let mut m = self.method(
            MethodKind::Predicate,
            modifiers,
            ret,
            name,
            Contract::default(),
        )?;
        if m.body.is_none() {
            m.modifiers.is_abstract = true;
        }
        Ok(m)
    }

    fn params(&mut self) -> P<Vec<Param>> {
        self.expect("(")?;
        let mut params = Vec::new();
        if self.eat(")") {
            return Ok(params);
        }
        loop {
            params.push(self.param()?);
            if self.eat(",") {
                continue;
            }
            self.expect(")")?;
            return Ok(params);
        }
    }

    pub(super) fn param(&mut self) -> P<Param> {
        let is_final = self.eat("final");
        let mut ty = self.ty(false)?;
        if self.is("...") {
            return self.outside(self.span(), "a variable number of arguments");
        }
        let name = self.name()?;
        ty.dims += self.dims()?;
        Ok(Param { ty, name, is_final })
    }

    fn method(
        &mut self,
        kind: MethodKind,
        modifiers: Modifiers,
        mut ret: TypeRef,
        name: Name,
        mut contract: Contract,
    ) -> P<MethodDecl> {
        let params = self.params()?;
        ret.dims += self.dims()?;
        let mut throws = Vec::new();
        if self.eat("throws") {
            self.names(&mut throws)?;
        }
        while self.here().ghost && self.clause(&mut contract)? {}
        let (body, end) = if self.is(";") {
            (None, self.bump().span)
        } else {
            let (body, end) = self.block()?;
            (Some(body), end)
        };
        Ok(MethodDecl {
            kind,
            modifiers,
            ret,
            name,
            params,
            throws,
            contract,
            body,
            end,
        })
    }

    /// One clause of a contract, if one stands here.
    pub(super) fn clause(&mut self, contract: &mut Contract) -> P<bool> {
        let t = self.here();
        if !t.ghost || t.tok != Tok::Ident {
            return Ok(false);
        }
        let list = match self.word(t) {
            "requires" => &mut contract.requires,
            "ensures" => &mut contract.ensures,
            "decreases" => &mut contract.decreases,
            "invariant" | "loop_invariant" | "maintaining" => &mut contract.invariants,
            _ => return Ok(false),
        };
        // The borrow of the list must not overlap with the parser's.
        let mut taken = std::mem::take(list);
        let before = self.at;
        let parsed = self.in_mode(true, |p| {
            p.bump();
            let e = p.expr()?;
            p.expect(";")?;
            Ok(e)
        });
        match parsed {
            Ok(e) => taken.push(e),
            Err(Failed) => {
                // Recover inside of the specification: the next clause is read.
                if self.at == before {
                    self.bump();
                }
                while self.here().ghost && !self.nth_is(0, ";") {
                    self.bump();
                }
                if self.here().ghost {
                    self.bump();
                }
            }
        }
        let list = match self.word(t) {
            "requires" => &mut contract.requires,
            "ensures" => &mut contract.ensures,
            "decreases" => &mut contract.decreases,
            _ => &mut contract.invariants,
        };
        *list = taken;
        Ok(true)
    }

    /// `[]…` after a name or a type.
    pub(super) fn dims(&mut self) -> P<u8> {
        let mut n: u8 = 0;
        while self.is("[") && self.nth_is(1, "]") {
            let span = self.span();
            self.bump();
            self.bump();
            if n == 200 {
                return self.fail(Problem::syntax(span, "more than 200 dimensions"));
            }
            n += 1;
        }
        Ok(n)
    }

    /// A type; `void` where a result is declared.
    pub(super) fn ty(&mut self, void: bool) -> P<TypeRef> {
        let t = self.here();
        let name = match t.tok {
            Tok::Sym("float" | "double") if t.ghost == self.ghost => {
                return self.outside(t.span, "floating point")
            }
            Tok::Sym(s @ ("int" | "long" | "boolean" | "char" | "byte" | "short"))
                if t.ghost == self.ghost =>
            {
                self.bump();
                Name {
                    text: s.into(),
                    span: t.span,
                }
            }
            Tok::Sym("void") if void && t.ghost == self.ghost => {
                self.bump();
                Name {
                    text: "void".into(),
                    span: t.span,
                }
            }
            Tok::Ident if t.ghost == self.ghost => self.class_name()?,
            _ => return self.wrong("a type"),
        };
        let dims = self.dims()?;
        Ok(TypeRef { name, dims })
    }

    pub(super) fn brace_end(&mut self) -> P<Span> {
        self.expect("}")
    }
}
