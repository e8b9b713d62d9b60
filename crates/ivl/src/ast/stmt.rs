//! Statements.

use super::{Access, ExprId, FieldId, LabelId, Measure, MethodId, NoteId, VarId};
use ep_base::Span;

ep_base::entity!(
    /// A statement of the program.
    StmtId,
    "s"
);

/// A statement with its place.
#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
    /// What a front end wants said when it fails.
    pub note: Option<NoteId>,
}

/// Statements in order; a scope of its own.
pub type Block = Vec<StmtId>;

/// `while (condition) invariant … decreases … { body }`
#[derive(Clone, Debug)]
pub struct Loop {
    pub condition: ExprId,
    pub invariants: Vec<ExprId>,
    pub decreases: Vec<Measure>,
    pub body: Block,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `var x: T`: an arbitrary value each time it is passed.
    Declare(VarId),
    /// `x := e`
    Assign(VarId, ExprId),
    /// `receiver.field := e`
    AssignField(ExprId, FieldId, ExprId),
    /// `x := new(f, g)`; for `new(*)` the list holds all fields and `all` is set.
    New {
        target: VarId,
        fields: Vec<FieldId>,
        all: bool,
    },
    /// `x, y := m(args)`
    Call {
        method: MethodId,
        args: Vec<ExprId>,
        targets: Vec<VarId>,
    },
    Inhale(ExprId),
    Exhale(ExprId),
    Assert(ExprId),
    Assume(ExprId),
    /// Fails when the assertion provably holds here on every path.
    Refute(ExprId),
    Fold(Access),
    Unfold(Access),
    /// `package wand { script }`
    Package(ExprId, Block),
    /// `apply wand`
    ApplyWand(ExprId),
    If(ExprId, Block, Block),
    While(Box<Loop>),
    /// `label l invariant …`
    Label(LabelId, Vec<ExprId>),
    Goto(LabelId),
    /// `unreachable`: no check that this place can be reached (see `smoke`).
    Unreachable,
    /// `{ … }`
    Block(Block),
    /// `use f(x)`: assume the definition of `f` at `x` (document 001). Not Viper's.
    Use(ExprId),
    /// `join φ`: the paths before it end in `φ`, those after it begin in it
    /// (document 001, section 6.1). Not Viper's.
    Join(ExprId),
    /// `quasihavoc [condition ==>] resource`, and `quasihavocall` with variables: what
    /// the resource holds becomes arbitrary.
    Quasihavoc(Vec<VarId>, Option<ExprId>, ExprId),
    /// What only extensions of Viper know; the text names the construct. The member is not supported.
    Unsupported(String),
}
