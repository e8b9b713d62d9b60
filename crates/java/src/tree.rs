//! The typed tree: what the verifier lowers and what `traces` executes.
//!
//! All names are resolved to ids, all conversions are explicit
//! ([`ExprKind::Convert`]), both operands of an arithmetic operator have the
//! operator's type, `this` is never implicit, `for` over an array is a plain
//! loop, and every class but `Object` has a superclass and a constructor. The
//! tree is a value without interior pointers between entities; classes, fields
//! and methods stand in arenas.

use crate::source::{Sources, Span};
use crate::types::Type;
use ep_base::Arena;

pub use crate::ast::{BinOp, UnOp};

ep_base::entity!(
    /// A class or an interface.
    ClassId,
    "class"
);
ep_base::entity!(
    /// A field, static or not.
    FieldId,
    "field"
);
ep_base::entity!(
    /// A method, a constructor or a predicate.
    MethodId,
    "method"
);
ep_base::entity!(
    /// A parameter or local variable, numbered per method.
    LocalId,
    "local"
);
ep_base::entity!(
    /// A statement that `break` or `continue` can name, numbered per method.
    LabelId,
    "label"
);

/// A checked program.
#[derive(Clone, Debug)]
pub struct Program {
    /// The texts; file 0 is the prelude.
    pub sources: Sources,
    /// Classes; entry 0 is `Object`.
    pub classes: Arena<ClassId, Class>,
    /// Fields of all classes.
    pub fields: Arena<FieldId, Field>,
    /// Methods of all classes.
    pub methods: Arena<MethodId, Method>,
    /// The classes that the checker itself knows.
    pub known: Known,
}

/// Before the name of a class of the prelude whose simple name a class of the
/// file has.
pub const LANG: &str = "java.lang.";

/// Classes of the prelude with a meaning of their own.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub object: ClassId,
    pub throwable: ClassId,
    pub exception: ClassId,
    pub runtime_exception: ClassId,
    pub error: ClassId,
    pub null_pointer: ClassId,
    pub arithmetic: ClassId,
    pub index: ClassId,
    pub string_index: ClassId,
    pub negative_size: ClassId,
    pub class_cast: ClassId,
    pub array_store: ClassId,
    pub assertion: ClassId,
}

/// A class or an interface.
#[derive(Clone, Debug)]
pub struct Class {
    pub name: String,
    /// The name's place.
    pub span: Span,
    pub interface: bool,
    pub is_abstract: bool,
    pub is_final: bool,
    /// `None` for `Object` only; interfaces have `Object`.
    pub superclass: Option<ClassId>,
    /// Implemented (or, by an interface, extended) interfaces.
    pub interfaces: Vec<ClassId>,
    /// Own fields in text order.
    pub fields: Vec<FieldId>,
    /// Own methods, constructors and predicates in text order.
    pub methods: Vec<MethodId>,
    /// Comes from the prelude.
    pub prelude: bool,
}

/// A field.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub span: Span,
    pub class: ClassId,
    pub ty: Type,
    pub is_static: bool,
    pub is_final: bool,
    /// The initializer, converted to the field's type. `this` and locals are
    /// as in a constructor without parameters.
    pub init: Option<Expr>,
    /// The value of a constant variable (JLS 4.12.4).
    pub constant: Option<Constant>,
}

/// What a method is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MethodKind {
    /// Changes the heap, or may.
    Mutator,
    /// `/*@ pure @*/`.
    Pure,
    /// A constructor.
    Constructor,
    /// A predicate.
    Predicate,
}

/// A parameter or a local variable.
#[derive(Clone, Debug)]
pub struct Local {
    pub name: String,
    pub span: Span,
    pub ty: Type,
    /// Bound by a quantifier of a specification.
    pub ghost: bool,
}

/// A method, a constructor or a predicate.
#[derive(Clone, Debug)]
pub struct Method {
    pub name: String,
    pub span: Span,
    pub class: ClassId,
    pub kind: MethodKind,
    pub is_static: bool,
    pub is_abstract: bool,
    pub is_final: bool,
    pub is_private: bool,
    /// A constructor that the class did not write.
    pub implicit: bool,
    /// `void` for constructors.
    pub ret: Type,
    /// The first locals.
    pub params: u32,
    /// Parameters, then all locals of the body and the specification.
    pub locals: Arena<LocalId, Local>,
    /// How many labels the body has.
    pub labels: u32,
    pub throws: Vec<ClassId>,
    pub contract: Contract,
    /// `None` for abstract ones.
    pub body: Option<Body>,
    /// What this overrides or implements directly, in every supertype.
    pub overrides: Vec<MethodId>,
    /// The closing brace.
    pub end: Span,
}

impl Method {
    /// The ids of the parameters.
    pub fn param_ids(&self) -> impl DoubleEndedIterator<Item = LocalId> + ExactSizeIterator {
        (0..self.params).map(LocalId)
    }
    /// The types of the parameters.
    pub fn param_types(&self) -> Vec<Type> {
        self.param_ids().map(|p| self.locals[p].ty).collect()
    }
    /// Whether calls choose by the object's class.
    pub fn is_virtual(&self) -> bool {
        !self.is_static && !self.is_private && self.kind != MethodKind::Constructor
    }
}

/// Pre- and postcondition, measures.
#[derive(Clone, Debug, Default)]
pub struct Contract {
    /// Each clause is one assertion.
    pub requires: Vec<Expr>,
    pub ensures: Vec<Expr>,
    pub decreases: Vec<Expr>,
}

/// What a method does.
#[derive(Clone, Debug)]
pub enum Body {
    /// Statements. A constructor's first is [`StmtKind::ConstructorCall`]
    /// (written or not); field initializers run right after a call of `super`.
    Block(Vec<Stmt>),
    /// The assertion of a predicate.
    Assertion(Box<Expr>),
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

/// Invariants and measures of a loop.
#[derive(Clone, Debug, Default)]
pub struct LoopSpec {
    pub invariants: Vec<Expr>,
    pub decreases: Vec<Expr>,
}

/// `catch`.
#[derive(Clone, Debug)]
pub struct Catch {
    pub classes: Vec<ClassId>,
    pub local: LocalId,
    pub body: Vec<Stmt>,
    pub span: Span,
}

/// A group of `case` labels; control falls through to the next.
#[derive(Clone, Debug)]
pub struct Case {
    /// Values of the labels.
    pub values: Vec<Constant>,
    /// `default` stands among the labels.
    pub default: bool,
    pub body: Vec<Stmt>,
    pub span: Span,
}

/// Kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// A declaration, with the value converted to the variable's type.
    Local(LocalId, Option<Expr>),
    /// An expression for its effect.
    Expr(Expr),
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `label` is the loop's own: `break` and `continue` name it.
    While {
        label: LabelId,
        cond: Expr,
        spec: LoopSpec,
        body: Box<Stmt>,
    },
    DoWhile {
        label: LabelId,
        body: Box<Stmt>,
        spec: LoopSpec,
        cond: Expr,
    },
    For {
        label: LabelId,
        init: Vec<Stmt>,
        cond: Option<Expr>,
        update: Vec<Expr>,
        spec: LoopSpec,
        body: Box<Stmt>,
    },
    Switch {
        label: LabelId,
        on: Expr,
        cases: Vec<Case>,
    },
    /// A labeled statement that is no loop; only `break` can name it.
    Labeled(LabelId, Box<Stmt>),
    Break(LabelId),
    Continue(LabelId),
    Return(Option<Expr>),
    Throw(Expr),
    Try {
        body: Vec<Stmt>,
        catches: Vec<Catch>,
        finally: Option<Vec<Stmt>>,
    },
    Block(Vec<Stmt>),
    /// Java's `assert`, with its message.
    Assert(Expr, Option<Expr>),
    /// `super(…)` or `this(…)`. `None` for `Object`'s own superclass.
    ConstructorCall {
        /// `this(…)`: the other constructor runs the field initializers.
        this: bool,
        constructor: MethodId,
        args: Vec<Expr>,
    },
    /// `open q(…);`
    Open(Expr),
    /// `close q(…);`
    Close(Expr),
    /// `use p(…);`
    Use(Expr),
    /// `//@ assert φ;`
    GhostAssert(Expr),
    /// `join φ;`
    Join(Expr),
}

/// A compile-time constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    Boolean(bool),
    /// Of the integral type of its expression.
    Integer(i64),
    /// UTF-16 units.
    Str(Vec<u16>),
}

/// An expression or an assertion with its type.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Type,
    pub span: Span,
}

/// What can be assigned.
#[derive(Clone, Debug)]
pub enum Place {
    Local(LocalId),
    /// `e.f`
    Field(Box<Expr>, FieldId),
    Static(FieldId),
    /// `a[i]`, `i` of type `int`.
    Index(Box<Expr>, Box<Expr>),
}

/// How a method is chosen.
#[derive(Clone, Debug)]
pub enum Target {
    Static,
    /// By the class of the object.
    Virtual(Box<Expr>),
    /// This very method on this object: private methods and `super.m(…)`.
    Exact(Box<Expr>),
}

/// Methods of `String` that the subset has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StringOp {
    /// `s.length()`
    Length,
    /// `s.charAt(i)`
    CharAt,
    /// `s.equals(t)`
    Equals,
    /// `s.isEmpty()`
    IsEmpty,
}

/// How far a permission goes.
#[derive(Clone, Debug)]
pub enum Access {
    /// `acc(e.f)`
    Field(Box<Expr>, FieldId),
    /// `acc(C.f)`
    Static(FieldId),
    /// `acc(a[*])`
    Elements(Box<Expr>),
    /// `acc(q(…))`
    Predicate(Box<Expr>),
}

/// An amount of permission.
#[derive(Clone, Debug)]
pub enum Amount {
    Full,
    /// Some positive amount.
    Wildcard,
    /// A fraction: two integers, or an expression of type [`Type::Fraction`].
    Ratio(Box<Expr>, Box<Expr>),
}

/// Kinds of expressions. What stands behind `Acc` is for specifications only.
#[derive(Clone, Debug)]
pub enum ExprKind {
    Constant(Constant),
    Null,
    Local(LocalId),
    This,
    Field(Box<Expr>, FieldId),
    Static(FieldId),
    Index(Box<Expr>, Box<Expr>),
    /// `a.length`
    Length(Box<Expr>),
    /// On `int`, `long` (or `boolean` for `!`).
    Unary(UnOp, Box<Expr>),
    /// Arithmetic and bit operations on two values of the same type (`int`,
    /// `long`, `boolean` for `& | ^`; a shift's right side is `int` or `long`
    /// of its own), comparisons, `==` and `!=` on values and references,
    /// `&&`, `||`, `==>`, `&*&`.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// `+` with a string on one side; operands have their own types.
    Concat(Box<Expr>, Box<Expr>),
    /// `c ? a : b`, both of the expression's type.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The value is converted to the place's type.
    Assign(Place, Box<Expr>),
    /// `place op= value`: the place's value is converted to `in_ty`, combined
    /// with the value (of that type; a shift's amount has its own, a string's
    /// right side too) and converted back.
    Compound {
        place: Place,
        op: BinOp,
        in_ty: Type,
        value: Box<Expr>,
    },
    /// `++x`, `x++`, `--x`, `x--`.
    IncDec {
        place: Place,
        increment: bool,
        prefix: bool,
    },
    /// Arguments are converted to the parameters' types.
    Call {
        target: Target,
        method: MethodId,
        args: Vec<Expr>,
    },
    /// A method of `String`; the receiver is the first operand.
    String(StringOp, Vec<Expr>),
    /// `System.out.println` (true) or `print`, with at most one value.
    Print(bool, Option<Box<Expr>>),
    New {
        class: ClassId,
        constructor: MethodId,
        args: Vec<Expr>,
    },
    /// `new T[a][b][]`: the type is the expression's.
    NewArray(Vec<Expr>),
    /// `{a, b}` as an array of the expression's type.
    ArrayLiteral(Vec<Expr>),
    /// A conversion between integral types.
    Convert(Box<Expr>),
    /// A cast between reference types; may fail unless it goes up.
    Cast(Box<Expr>),
    InstanceOf(Box<Expr>, Type),

    // Specifications.
    Acc(Access, Amount),
    Old(Box<Expr>),
    Result,
    /// The predicate call, with its amount, around the expression.
    Opening(Box<Expr>, Box<Expr>),
    Using(Box<Expr>, Box<Expr>),
    Untouched(Box<Expr>),
    /// Over locals of the method that are marked ghost.
    Quantified {
        all: bool,
        vars: Vec<LocalId>,
        body: Box<Expr>,
    },
}

impl Program {
    /// The type as Java writes it.
    pub fn type_name(&self, ty: Type) -> String {
        match ty {
            Type::Void => "void".into(),
            Type::Null => "null".into(),
            Type::Boolean => "boolean".into(),
            Type::Byte => "byte".into(),
            Type::Short => "short".into(),
            Type::Char => "char".into(),
            Type::Int => "int".into(),
            Type::Long => "long".into(),
            Type::Str => "String".into(),
            Type::Class(c) => self.classes[c].name.clone(),
            Type::Array(b, d) => self.type_name(b.ty()) + &"[]".repeat(d.into()),
            Type::Fraction => "fraction".into(),
        }
    }
    /// Whether the first class is the second or a subtype of it.
    pub fn is_subclass(&self, sub: ClassId, sup: ClassId) -> bool {
        if sub == sup || sup == self.known.object {
            return true;
        }
        let c = &self.classes[sub];
        c.superclass.is_some_and(|s| self.is_subclass(s, sup))
            || c.interfaces.iter().any(|i| self.is_subclass(*i, sup))
    }
    /// Whether a reference of the first type is one of the second (JLS 4.10).
    pub fn is_subtype(&self, sub: Type, sup: Type) -> bool {
        if sub == sup {
            return true;
        }
        match (sub, sup) {
            (Type::Null, _) => sup.is_reference(),
            (Type::Class(a), Type::Class(b)) => self.is_subclass(a, b),
            (Type::Str | Type::Array(..), Type::Class(b)) => b == self.known.object,
            (Type::Array(..), Type::Array(..)) => match (sub.element(), sup.element()) {
                (Some(a), Some(b)) => {
                    a == b || (a.is_reference() && b.is_reference() && self.is_subtype(a, b))
                }
                _ => false,
            },
            _ => false,
        }
    }
    /// The class with this name.
    pub fn class_named(&self, name: &str) -> Option<ClassId> {
        self.classes
            .iter()
            .find(|(_, c)| c.name == name)
            .map(|c| c.0)
    }
    /// The class of `java.lang` with this simple name, which a class of the file
    /// may have too.
    pub fn prelude_class(&self, name: &str) -> Option<ClassId> {
        let is = |c: &Class| c.prelude && c.name.strip_prefix(LANG).unwrap_or(&c.name) == name;
        self.classes.iter().find(|(_, c)| is(c)).map(|c| c.0)
    }
    /// The method that runs when `method` is called on an object of `class`.
    pub fn dispatch(&self, method: MethodId, class: ClassId) -> Option<MethodId> {
        let m = &self.methods[method];
        if !m.is_virtual() {
            return Some(method);
        }
        let mut at = Some(class);
        while let Some(c) = at {
            for id in &self.classes[c].methods {
                let o = &self.methods[*id];
                if !o.is_abstract && (*id == method || self.overrides(*id, method)) {
                    return Some(*id);
                }
            }
            at = self.classes[c].superclass;
        }
        // A method of a superclass that implements an interface of this class.
        let mut at = Some(class);
        while let Some(c) = at {
            let found = self.classes[c].methods.iter().find(|id| {
                let o = &self.methods[**id];
                !o.is_abstract
                    && o.is_virtual()
                    && o.name == m.name
                    && o.param_types() == m.param_types()
            });
            if let Some(id) = found {
                return Some(*id);
            }
            at = self.classes[c].superclass;
        }
        None
    }
    /// Whether the first method overrides the second, directly or not.
    pub fn overrides(&self, by: MethodId, of: MethodId) -> bool {
        self.methods[by]
            .overrides
            .iter()
            .any(|o| *o == of || self.overrides(*o, of))
    }
    /// All fields of objects of a class, superclasses first.
    pub fn instance_fields(&self, class: ClassId) -> Vec<FieldId> {
        let c = &self.classes[class];
        let mut out = c
            .superclass
            .map_or_else(Vec::new, |s| self.instance_fields(s));
        out.extend(c.fields.iter().filter(|f| !self.fields[**f].is_static));
        out
    }
    /// Classes that can be created and are the class or below it.
    pub fn concrete_subclasses(&self, class: ClassId) -> Vec<ClassId> {
        self.classes
            .iter()
            .filter(|(id, c)| !c.interface && !c.is_abstract && self.is_subclass(*id, class))
            .map(|(id, _)| id)
            .collect()
    }
    /// `C.m(int, Cell)`.
    pub fn method_name(&self, id: MethodId) -> String {
        let m = &self.methods[id];
        let params: Vec<_> = m.param_types().iter().map(|t| self.type_name(*t)).collect();
        format!(
            "{}.{}({})",
            self.classes[m.class].name,
            m.name,
            params.join(", ")
        )
    }
    /// `static void main(String[])`, if there is one outside of the prelude.
    pub fn main(&self) -> Option<MethodId> {
        self.methods
            .iter()
            .find(|(_, m)| {
                m.is_static
                    && m.name == "main"
                    && m.ret == Type::Void
                    && m.param_types() == [Type::Array(crate::types::Base::Str, 1)]
            })
            .map(|m| m.0)
    }
}
