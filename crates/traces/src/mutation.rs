//! Rules broken on purpose.
//!
//! A theorem test that cannot fail says nothing. Each variant breaks one rule
//! of this crate; `tests/theorems/mutations.rs` and `tests/jvm` switch it on and
//! want the test of the theorem to fail. Only builds for tests (the feature `mutations`)
//! have the [`Switch`]; in all others it has no value but that all rules hold, and what asks
//! it is compiled away.

/// Which rule is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mutation {
    /// All rules as they should be.
    #[default]
    None,
    /// Assignment: `σ[x := e]` instead of `σ[x := eσ]` (section 2).
    AssignUnsubstituted,
    /// Choice: the else branch assumes `b` instead of `¬b` (section 2).
    ElseAssumesThen,
    /// Iteration: leaving the loop assumes nothing (section 2).
    LoopExitAssumesNothing,
    /// Array assignment: `(a[e'] := e)` forgets the earlier updates of `a` (2.1).
    StoreForgetsOlder,
    /// Array read: `(a[e] := e')[e'']` is always `e'` (2.1).
    SelectTakesNewest,
    /// Bounds: `0 ≤ e ≤ |a|`, as printed in 2.1.
    BoundInclusive,
    /// Call: actual parameters are not substituted (section 3).
    ArgumentsUnsubstituted,
    /// Return: the caller's local substitution is not restored (section 3).
    ReturnKeepsLocals,
    /// `this` is not bound to the value but to the expression `e₀` (section 4).
    ThisByName,
    /// `return` goes on with the rest of the body (section 4).
    ReturnFallsThrough,
    /// `e'[h.f := e]` without the aliasing case (section 4).
    NoAliasing,
    /// `e'[h.f := e]` compares with `h'` before instead of after the
    /// substitution (section 4).
    AliasUnsubstituted,
    /// `(x.f)[x := new C] = x.f` (section 4).
    FreshFieldKept,
    /// `(x = e)[x := new C]` is left as it is (section 4).
    FreshEqualityKept,
    /// `δ(e.f)` without `e ≠ nil` (Definition 4.1).
    DeltaForgetsNil,
    /// `δ(if b then e₁ else e₂)` wants both branches defined, as strict
    /// conditionals would.
    DeltaStrict,
    /// Conditionals evaluate both branches (section 4, `op̄` strict).
    StrictConditionals,
    /// `path(h := e · ρ)` without `δ(h, e)` (Definition 4.2).
    PathForgetsDelta,
    /// `path` applies the substitutions from the left instead of the right.
    PathForwards,
    /// A rule of Java in the concrete interpreter.
    Java(JavaRule),
}

/// What a run keeps of it.
#[cfg(any(test, feature = "mutations"))]
pub type Switch = Mutation;

/// What a run keeps of it: nothing, no rule can be broken.
#[cfg(not(any(test, feature = "mutations")))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Switch(());

impl Switch {
    /// Which rule is broken.
    #[cfg(any(test, feature = "mutations"))]
    pub fn rule(self) -> Mutation {
        self
    }

    /// No rule is broken.
    #[cfg(not(any(test, feature = "mutations")))]
    pub fn rule(self) -> Mutation {
        Mutation::None
    }
}

/// Rules of Java in the concrete interpreter and in what Java becomes;
/// `tests/jvm` compares them with the JVM and breaks each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JavaRule {
    /// A shift by 32 or more gives 0.
    ShiftUnmasked,
    /// Division rounds down instead of to zero.
    DivisionFloors,
    /// Addition stops at the largest value instead of wrapping around.
    AdditionSaturates,
    /// `>>>` keeps the sign.
    UnsignedShiftKeepsSign,
    /// `(char)` gives a signed value.
    CharSigned,
    /// `(byte)` keeps all bits.
    ByteKeepsAll,
    /// `x op= e` is not converted back to the type of `x`.
    CompoundUnconverted,
    /// `x++` has the new value.
    PostfixIsPrefix,
    /// An operand is evaluated after effects of those to its right.
    OperandsUnsaved,
    /// Every call runs the first candidate.
    DispatchFirst,
    /// Constructors do not run the initializers of fields.
    FieldInitializersSkipped,
    /// `catch` does not catch subclasses.
    CatchExact,
    /// `finally` does not run when an exception passes.
    FinallySkipped,
    /// `continue` leaves the loop.
    ContinueLeaves,
    /// `switch` does not fall through.
    NoFallThrough,
    /// A cast between classes never fails.
    CastUnchecked,
    /// `instanceof` is true for `null`.
    InstanceOfNull,
    /// The strings of the input are never the objects of literals.
    LiteralsApart,
    /// The text of a negative number has no sign.
    TextWithoutSign,
    /// Any value can be stored in an array of its static type.
    StoreUnchecked,
    /// Strings are equal when their lengths are.
    EqualsByLength,
    /// Assertions are not checked.
    AssertionsOff,
    /// `a & b` on conditions does not evaluate `b` when `a` is false.
    StrictAndIsLazy,
}

impl JavaRule {
    /// All of them, in order.
    pub const ALL: [JavaRule; 23] = [
        JavaRule::ShiftUnmasked,
        JavaRule::DivisionFloors,
        JavaRule::AdditionSaturates,
        JavaRule::UnsignedShiftKeepsSign,
        JavaRule::CharSigned,
        JavaRule::ByteKeepsAll,
        JavaRule::CompoundUnconverted,
        JavaRule::PostfixIsPrefix,
        JavaRule::OperandsUnsaved,
        JavaRule::DispatchFirst,
        JavaRule::FieldInitializersSkipped,
        JavaRule::CatchExact,
        JavaRule::FinallySkipped,
        JavaRule::ContinueLeaves,
        JavaRule::NoFallThrough,
        JavaRule::CastUnchecked,
        JavaRule::InstanceOfNull,
        JavaRule::LiteralsApart,
        JavaRule::TextWithoutSign,
        JavaRule::StoreUnchecked,
        JavaRule::EqualsByLength,
        JavaRule::AssertionsOff,
        JavaRule::StrictAndIsLazy,
    ];
}
