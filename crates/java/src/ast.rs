//! The tree as parsed: names are not resolved, types are names.

use crate::source::Span;

/// A name with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// As written.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A type as written: a name (or a primitive's keyword) and dimensions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeRef {
    /// `int`, `Cell`, `void`, `var`, …
    pub name: Name,
    /// The number of `[]`.
    pub dims: u8,
}

/// What stands before a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Modifiers {
    pub public: bool,
    pub protected: bool,
    pub private: bool,
    pub is_static: bool,
    pub is_final: bool,
    pub is_abstract: bool,
    /// `/*@ pure @*/`.
    pub pure: bool,
}

/// A source file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Unit {
    pub classes: Vec<ClassDecl>,
}

/// A class or an interface.
#[derive(Clone, PartialEq, Debug)]
pub struct ClassDecl {
    pub name: Name,
    pub modifiers: Modifiers,
    pub interface: bool,
    pub extends: Option<Name>,
    /// `implements`, or what an interface extends.
    pub implements: Vec<Name>,
    pub fields: Vec<FieldDecl>,
    pub methods: Vec<MethodDecl>,
}

/// One declared field.
#[derive(Clone, PartialEq, Debug)]
pub struct FieldDecl {
    pub modifiers: Modifiers,
    pub ty: TypeRef,
    pub name: Name,
    pub init: Option<Expr>,
}

/// What a member with parameters is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MethodKind {
    Method,
    Constructor,
    /// `//@ predicate boolean q(…) { return φ; }`.
    Predicate,
}

/// A parameter.
#[derive(Clone, PartialEq, Debug)]
pub struct Param {
    pub ty: TypeRef,
    pub name: Name,
    pub is_final: bool,
}

/// The clauses of a specification.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Contract {
    pub requires: Vec<Expr>,
    pub ensures: Vec<Expr>,
    pub decreases: Vec<Expr>,
    pub invariants: Vec<Expr>,
}

/// A method, constructor or predicate.
#[derive(Clone, PartialEq, Debug)]
pub struct MethodDecl {
    pub kind: MethodKind,
    pub modifiers: Modifiers,
    pub ret: TypeRef,
    pub name: Name,
    pub params: Vec<Param>,
    pub throws: Vec<Name>,
    pub contract: Contract,
    pub body: Option<Vec<Stmt>>,
    /// The closing brace, or the semicolon.
    pub end: Span,
}

/// A statement.
#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

/// One variable of a declaration.
#[derive(Clone, PartialEq, Debug)]
pub struct Declarator {
    pub name: Name,
    /// Dimensions after the name.
    pub dims: u8,
    pub init: Option<Expr>,
}

/// A local variable declaration.
#[derive(Clone, PartialEq, Debug)]
pub struct LocalDecl {
    pub ty: TypeRef,
    pub is_final: bool,
    pub vars: Vec<Declarator>,
}

/// `catch (E e) { … }`; several types for `E | F`.
#[derive(Clone, PartialEq, Debug)]
pub struct Catch {
    pub types: Vec<Name>,
    pub name: Name,
    pub body: Vec<Stmt>,
    pub span: Span,
}

/// A group of labels with its statements; `None` is `default`.
#[derive(Clone, PartialEq, Debug)]
pub struct Case {
    pub labels: Vec<Option<Expr>>,
    pub body: Vec<Stmt>,
    pub span: Span,
}

/// Kinds of statements.
#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    Local(LocalDecl),
    Expr(Expr),
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    While(Expr, Contract, Box<Stmt>),
    DoWhile(Box<Stmt>, Contract, Expr),
    For {
        init: Vec<Stmt>,
        cond: Option<Expr>,
        update: Vec<Expr>,
        spec: Contract,
        body: Box<Stmt>,
    },
    ForEach {
        var: Param,
        array: Expr,
        spec: Contract,
        body: Box<Stmt>,
    },
    Switch(Expr, Vec<Case>),
    Break(Option<Name>),
    Continue(Option<Name>),
    Return(Option<Expr>),
    Throw(Expr),
    Try {
        body: Vec<Stmt>,
        catches: Vec<Catch>,
        finally: Option<Vec<Stmt>>,
    },
    Block(Vec<Stmt>),
    Empty,
    /// Java's `assert e : m;`.
    Assert(Expr, Option<Expr>),
    Labeled(Name, Box<Stmt>),
    /// `//@ open q(…);`
    Open(Expr),
    /// `//@ close q(…);`
    Close(Expr),
    /// `//@ use p(…);`
    Use(Expr),
    /// `//@ assert φ;`
    GhostAssert(Expr),
    /// `//@ join φ;`
    Join(Expr),
}

/// Binary operators. `Sep`, `Implies` exist in specifications only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    Ushr,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    BitAnd,
    BitOr,
    BitXor,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `&*&`
    Sep,
    /// `==>`
    Implies,
}

impl BinOp {
    /// As written.
    pub fn text(self) -> &'static str {
        use BinOp::*;
        match self {
            Add => "+",
            Sub => "-",
            Mul => "*",
            Div => "/",
            Rem => "%",
            Shl => "<<",
            Shr => ">>",
            Ushr => ">>>",
            Lt => "<",
            Le => "<=",
            Gt => ">",
            Ge => ">=",
            Eq => "==",
            Ne => "!=",
            BitAnd => "&",
            BitOr => "|",
            BitXor => "^",
            And => "&&",
            Or => "||",
            Sep => "&*&",
            Implies => "==>",
        }
    }
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnOp {
    Plus,
    Neg,
    Not,
    BitNot,
}

/// An expression or an assertion.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
    /// Inside a specification comment.
    pub ghost: bool,
}

/// Whose method is called.
#[derive(Clone, PartialEq, Debug)]
pub enum Receiver {
    /// `m(…)`
    None,
    /// `super.m(…)`
    Super,
    /// `e.m(…)`; `e` may turn out to be a class.
    Expr(Box<Expr>),
}

/// Kinds of expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// The digits as written, and whether `L` follows.
    Int(String, bool),
    Bool(bool),
    Char(u16),
    Str(Vec<u16>),
    Null,
    Name(String),
    This,
    Field(Box<Expr>, Name),
    /// `super.f`
    SuperField(Name),
    Index(Box<Expr>, Box<Expr>),
    Call(Receiver, Name, Vec<Expr>),
    /// `this(…)` (false) or `super(…)` (true) in a constructor.
    ConstructorCall(bool, Vec<Expr>),
    New(Name, Vec<Expr>),
    NewArray {
        elem: TypeRef,
        dims: Vec<Expr>,
        init: Option<Vec<Expr>>,
    },
    /// `{…}` as an initializer.
    ArrayInit(Vec<Expr>),
    Unary(UnOp, Box<Expr>),
    Binary(BinOp, Box<Expr>, Box<Expr>),
    Assign(Option<BinOp>, Box<Expr>, Box<Expr>),
    IncDec {
        increment: bool,
        prefix: bool,
        target: Box<Expr>,
    },
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Cast(TypeRef, Box<Expr>),
    InstanceOf(Box<Expr>, TypeRef),
    // Specifications.
    Old(Box<Expr>),
    Result,
    /// `acc(e.f)`, `acc(q(…))`, `acc(a[*])`, with an amount.
    Acc(Box<Expr>, Option<Box<Expr>>),
    /// `a[*]`, inside `acc` only.
    Elements(Box<Expr>),
    /// `opening q(…) in e`
    Opening(Box<Expr>, Box<Expr>),
    /// `using p(…) in e`
    Using(Box<Expr>, Box<Expr>),
    Untouched(Box<Expr>),
    /// `(forall T x; φ)`, `(exists T x; φ)`; true for `forall`.
    Quantified(bool, Vec<Param>, Option<Box<Expr>>, Box<Expr>),
    /// `wildcard`: some positive amount.
    Wildcard,
}
