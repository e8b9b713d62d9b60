//! The rewriting rules of the constructors, by name.
//!
//! Idea: what a constructor may do beside making its node has a name, a left
//! and a right side; whoever asks can count how often each was used, and a test
//! switches each off and wants the same values from the same expressions. What
//! is written here is what the page of rules shows; the code of a rule stands
//! at the operator that it begins with. What others rely on is no rule: the order
//! of the operands of a commutative operator, comparisons that ranges decide,
//! shifts by the width and more, extensions to the own width. Sums and products
//! of integers are kept as linear forms.
//! Source: Bitwuzla's rewriter, whose rules are an enumeration with a function
//! each. Alternative: rules as data for a matcher, which could not say "without a
//! carry" and would look at each operator for every rule.
//! Cost: a count and a test of one bit when a rule is used; nothing otherwise.

use crate::pool::Pool;

macro_rules! rules {
    ($($name:ident: $left:literal => $right:literal,)*) => {
        /// A rewriting rule.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Rule {
            $(
                #[doc = concat!($left, " becomes ", $right, ".")]
                $name,
            )*
        }

        impl Rule {
            /// Every rule.
            pub const ALL: &'static [Rule] = &[$(Rule::$name,)*];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self { $(Rule::$name => stringify!($name),)* }
            }

            /// What it is used for, and what comes of it; `c`, `d` and `e` are
            /// literals, `h · l` is a concatenation, `p ? x : y` a choice.
            pub fn sides(self) -> (&'static str, &'static str) {
                match self { $(Rule::$name => ($left, $right),)* }
            }
        }
    };
}

rules! {
    Literals: "an operator on literals" => "its value",
    AddBit: "x + y, one bit wide" => "x ^ y",
    AddInnerLiteral: "(x + c) + y" => "(x + y) + c",
    AddNeg: "x + -y" => "x - y",
    AddNot: "x + ~y" => "(x - y) - 1",
    AddLiteralMinus: "x + (c - y)" => "(x - y) + c",
    AddSubSame: "(x - y) + y" => "x",
    AddMultiples: "c * x + d * x" => "(c + d) * x",
    AddSame: "x + x" => "x << 1",
    AddDisjoint: "x + y without a common bit" => "a concatenation",
    AddZero: "x + 0" => "x",
    AddLiterals: "(x + c) + d" => "x + (c + d)",
    AddLiteralToLiteralMinus: "(c - x) + d" => "(c + d) - x",
    AddLiteralToIte: "(p ? c : d) + e" => "p ? c + e : d + e",
    AddLiteralToNot: "~x + c" => "(c - 1) - x",
    AddLiteralToNeg: "-x + c" => "c - x",
    AddLiteralToConcat: "(h · c) + d without a carry" => "h · (c + d)",
    SubSame: "x - x" => "0",
    SubBit: "x - y, one bit wide" => "x ^ y",
    SubFromSum: "(x + c) - y" => "(x - y) + c",
    SubSum: "x - (y + c)" => "(x - y) - c",
    SubFromLiteralMinus: "(c - x) - y" => "c - (x + y)",
    SubLiteralMinus: "x - (c - y)" => "(x + y) - c",
    SubNeg: "x - -y" => "x + y",
    SubFromSumOfSame: "(x + y) - x" => "y",
    SubSumOfSame: "x - (x + y)" => "-y",
    SubFromDifference: "(x - y) - x" => "-y",
    SubDifference: "x - (x - y)" => "y",
    SubMultiples: "c * x - d * x" => "(c - d) * x",
    ZeroMinus: "0 - x" => "-x",
    LiteralMinusSum: "c - (x + d)" => "(c - d) - x",
    LiteralMinusLiteralMinus: "c - (d - x)" => "x + (c - d)",
    LiteralMinusNeg: "c - -x" => "x + c",
    LiteralMinusNot: "c - ~x" => "x + (c + 1)",
    LiteralMinusIte: "c - (p ? d : e)" => "p ? c - d : c - e",
    OnesMinus: "-1 - x" => "~x",
    NegBit: "-x, one bit wide" => "x",
    NegNeg: "--x" => "x",
    NegSub: "-(x - y)" => "y - x",
    NegNot: "-~x" => "x + 1",
    NegSum: "-(x + c)" => "-c - x",
    NegMultiple: "-(c * x)" => "-c * x",
    NegIte: "-(p ? c : d)" => "p ? -c : -d",
    NotNotBits: "~~x" => "x",
    NotNeg: "~-x" => "x - 1",
    NotSum: "~(x + c)" => "~c - x",
    NotLiteralMinus: "~(c - x)" => "x + ~c",
    NotXor: "~(x ^ c)" => "x ^ ~c",
    NotIte: "~(p ? c : d)" => "p ? ~c : ~d",
    MulBit: "x * y, one bit wide" => "x & y",
    MulInnerLiteral: "(c * x) * y" => "c * (x * y)",
    MulNeg: "-x * y" => "-(x * y)",
    MulFlag: "(p ? 1 : 0) * x" => "p ? x : 0",
    MulZero: "0 * x" => "0",
    MulOne: "1 * x" => "x",
    MulOnes: "-1 * x" => "-x",
    MulPower: "2^n * x" => "x << n",
    MulLiterals: "c * (d * x)" => "(c * d) * x",
    MulSum: "c * (x + d)" => "c * x + c * d",
    MulLiteralNeg: "c * -x" => "-c * x",
    MulLiteralIte: "c * (p ? d : e)" => "p ? c * d : c * e",
    AndSame: "x & x" => "x",
    AndDisjoint: "x & y without a common bit" => "0",
    AndAll: "x & c, where c has every bit that x can have" => "x",
    AndLiterals: "(x & c) & d" => "x & (c & d)",
    AndRun: "x & c, where c is one run of ones" => "an extraction in its place",
    AndFlags: "(p ? c : 0) & (q ? d : 0)" => "(p and q) ? c & d : 0",
    AndNot: "x & ~x" => "0",
    AndAbsorbed: "(x & y) & x" => "x & y",
    AndOr: "(x or y) & x, bitwise" => "x",
    OrSame: "x or x, bitwise" => "x",
    OrKnown: "x or c, where x has every bit of c" => "x",
    OrAll: "x or c, where c has every bit that x can have" => "c",
    OrLiterals: "(x or c) or d, bitwise" => "x or (c or d)",
    OrDisjoint: "x or y without a common bit" => "a concatenation",
    OrFlags: "(p ? c : 0) or (q ? c : 0)" => "(p or q) ? c : 0",
    OrNot: "x or ~x, bitwise" => "-1",
    OrAbsorbed: "(x or y) or x, bitwise" => "x or y",
    OrAnd: "(x & y) or x, bitwise" => "x",
    XorSame: "x ^ x" => "0",
    XorZero: "x ^ 0" => "x",
    XorOnes: "x ^ -1" => "~x",
    XorLiterals: "(x ^ c) ^ d" => "x ^ (c ^ d)",
    XorNotLiteral: "~x ^ c" => "x ^ ~c",
    XorDisjoint: "x ^ y without a common bit" => "a concatenation",
    XorOpposite: "~x ^ x" => "-1",
    XorNot: "~x ^ y" => "~(x ^ y)",
    XorTwice: "(x ^ y) ^ x" => "y",
    BitwiseIte: "a bitwise operator on (p ? c : d) and a literal" => "a choice of literals",
    BitwiseConcat: "a bitwise operator on a concatenation and a literal" => "the operator on its parts",
    BitwiseZext: "a bitwise operator on two zero extensions" => "the extension of the operator",
    BitwiseFlags: "a bitwise operator on two conditions as bits" => "a condition as a bit",
    AshrPositive: "x >> y, where x is not negative" => "the logical shift",
    NotNot: "not not x" => "x",
    NotOrder: "not x < y; not x <= y" => "y <= x; y < x",
    JunctionNeutral: "x and true; x or false; x and x" => "x",
    JunctionDecided: "x and false; x or true; x and not x" => "the constant",
    JunctionAbsorbed: "x and (x and y); x or (x or y)" => "the inner one",
    JunctionInnerDecided: "x and (not x and y)" => "the constant",
    JunctionDual: "x and (x or y); x or (x and y)" => "x",
    JunctionDualOpposite: "x and (not x or y); x or (not x and y)" => "x and y; x or y",
    MeetIntervals: "two comparisons of a term with literals" => "one, where one says both",
    IteLiteral: "true ? x : y; false ? x : y" => "x; y",
    IteSame: "p ? x : x" => "x",
    IteNot: "not p ? x : y" => "p ? y : x",
    IteBool: "p ? x : y of conditions, one of them constant, p or a complement" => "a connective",
    IteAskedAgain: "p ? (p ? x : y) : z" => "p ? x : z",
    IteSharedBranch: "p ? (q ? x : y) : y" => "(p and q) ? x : y",
    IteEqual: "(x = y) ? x : y" => "y",
    IteExtended: "p ? ext(x) : ext(y)" => "ext(p ? x : y)",
    OrderEdge: "x < c, where x has one value below c (or one that is not)" => "x = that value; x != that value",
    OrderPushed: "a comparison of an extension, a choice, a concatenation or a sum with a literal" => "one of what is inside",
    OrderExtended: "ext(x) < ext(y)" => "x < y",
    OrderStrict: "x <= c; c <= x" => "x < c + 1; c - 1 < x",
    OrderUnsigned: "a signed comparison of terms of one known sign" => "the unsigned one",
    OverflowDecided: "an overflow that ranges decide" => "the constant",
    OverflowLiteral: "an overflow with a literal" => "a comparison",
    OverflowSubSame: "x - x overflows" => "false",
    DivZero: "x / 0, unsigned" => "-1",
    DivOne: "x / 1" => "x",
    DivPower: "x / 2^n, unsigned" => "x >> n",
    DivIte: "(p ? c : d) / e" => "p ? c / e : d / e",
    DivZext: "zext(x) / zext(y)" => "zext(x / y)",
    RemZero: "x % 0" => "x",
    RemOne: "x % 1; x % -1 signed" => "0",
    RemPower: "x % 2^n, unsigned" => "x & (2^n - 1)",
    RemIte: "(p ? c : d) % e" => "p ? c % e : d % e",
    RemSame: "x % x" => "0",
    RemLess: "x % y, where x < y" => "x",
    RemZext: "zext(x) % zext(y)" => "zext(x % y)",
    DivPositive: "x / y, signed, neither negative" => "the unsigned quotient",
    DivOnes: "x / -1, signed" => "-x",
    DivSext: "sext(x) / c, signed" => "sext(x / c)",
    RemPositive: "x % y, signed, neither negative" => "the unsigned remainder",
    RemSext: "sext(x) % c, signed" => "sext(x % c)",
    IffLiteral: "p = true; p = false" => "p; not p",
    IffOpposite: "p = not p" => "false",
    IffNot: "not p = q" => "not (p = q)",
    EqDecided: "an equality that ranges or known bits deny" => "false",
    EqStripped: "f(x) = f(y) for an injective operator f" => "x = y",
    EqSumOfSame: "x + y = x; x ^ y = x" => "y = 0",
    EqDifferenceOfSame: "x - y = x" => "y = 0",
    EqNot: "~x = x" => "false",
    EqBranch: "(p ? x : y) = x" => "p or y = x",
    EqNotLiteral: "~x = c" => "x = ~c",
    EqNegLiteral: "-x = c" => "x = -c",
    EqZextLiteral: "zext(x) = c" => "x = c",
    EqSextLiteral: "sext(x) = c" => "x = c",
    EqConcatLiteral: "(h · l) = c" => "h = c's top and l = c's rest",
    EqSumLiteral: "x + c = d" => "x = d - c",
    EqXorLiteral: "x ^ c = d" => "x = c ^ d",
    EqMultipleLiteral: "c * x = d, where c is odd" => "x = d / c modulo the width",
    EqXorZero: "x ^ y = 0" => "x = y",
    EqLiteralMinus: "c - x = d" => "x = c - d",
    EqDifferenceZero: "x - y = 0" => "x = y",
    EqOrZero: "(x or y) = 0, bitwise" => "x = 0 and y = 0",
    EqAndOnes: "(x & y) = -1" => "x = -1 and y = -1",
    EqIteLiteral: "(p ? c : x) = d" => "a connective of p and x = d",
    EqBitZero: "x = 0, one bit wide" => "not x = 1",
    EqBitXor: "x ^ y = 1, one bit wide" => "x = 1 xor y = 1",
    EqBitOr: "(x or y) = 1, one bit wide" => "x = 1 or y = 1",
    FloatBitsBack: "float(bits(x))" => "x",
    BitsFloatBack: "bits(float(x))" => "x",
    FloatNegNeg: "--x of floats" => "x",
    FloatNegBits: "-float(x)" => "float(x ^ the sign)",
    FloatAbsAbs: "abs(abs(x))" => "abs(x)",
    FloatAbsBits: "abs(float(x))" => "float(x without the sign)",
    FloatCompareBits: "a comparison of floats that are made of bits" => "one of their bits",
    FloatLessSame: "x < x of floats" => "false",
    FloatClassBits: "the class of a float that is made of bits" => "a condition on the bits",
    FloatSameFormat: "the conversion of a float to its own format" => "it",
    SelectConstant: "(an array of x)[i]" => "x",
    SelectStored: "a[i := x][i]" => "x",
    StoreSelected: "a[i := a[i]]" => "a",
    StoreConstant: "(an array of x)[i := x]" => "the array",
    QuantifierUnused: "a quantifier whose variables do not occur" => "its body",
    ConcatMerged: "h · l of literals, of parts side by side, of zeros, signs or choices above" => "one term",
    ConcatNested: "(x · y) · z" => "x · (y · z)",
    ConcatZext: "zext(x) · y" => "zext(x · y)",
    ConcatMergedInside: "x · (y · z), where x · y is one term" => "that · z",
    ConcatLiteralZext: "c · zext(x)" => "(c · 0) · x",
    ExtractAll: "all bits of x" => "x",
    ExtractExtract: "bits of bits of x" => "bits of x",
    ExtractConcat: "bits of (h · l)" => "bits of h and l",
    ExtractZext: "bits of zext(x)" => "bits of x, zeros above",
    ExtractSext: "bits of sext(x)" => "bits of x, its sign above",
    ExtractIte: "bits of (p ? c : d)" => "p ? bits of c : bits of d",
    ExtractNarrowed: "the low bits of f(x, y), where those of x and y are simpler" => "f of the low bits",
    ZextZext: "zext(zext(x))" => "zext(x)",
    ZextIte: "zext(p ? c : d)" => "p ? c : d, wider",
    ZextUncut: "zext(low bits of x), where x has no others" => "x",
    ZextSum: "zext(x + y) without a carry, of extensions" => "zext(x) + zext(y)",
    SextPositive: "sext(x), where x is not negative" => "zext(x)",
    SextSext: "sext(sext(x))" => "sext(x)",
    SextIte: "sext(p ? c : d)" => "p ? c : d, wider",
    SextUncut: "sext(low bits of x), where they tell x" => "x",
}

/// Which rules are switched off, and how often each was used.
pub(crate) struct Rules {
    off: [u64; Rule::ALL.len().div_ceil(64)],
    used: [u64; Rule::ALL.len()],
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            off: [0; Rule::ALL.len().div_ceil(64)],
            used: [0; Rule::ALL.len()],
        }
    }
}

impl Rules {
    /// Whether a rule that could be used is; counts it.
    #[inline]
    fn fires(&mut self, rule: Rule) -> bool {
        let i = rule as usize;
        let on = self.off[i / 64] >> (i % 64) & 1 == 0;
        self.used[i] += u64::from(on);
        on
    }
}

impl Pool {
    /// Whether a rule that could be used is.
    #[inline]
    pub(crate) fn fires(&mut self, rule: Rule) -> bool {
        self.rules.fires(rule)
    }

    /// Terms that are made from here on are not rewritten by this rule; for
    /// tests and measurements. Terms that exist stay as they are.
    pub fn switch_off(&mut self, rule: Rule) {
        let i = rule as usize;
        self.rules.off[i / 64] |= 1 << (i % 64);
    }

    /// How often each rule was used.
    pub fn used_rules(&self) -> impl Iterator<Item = (Rule, u64)> + '_ {
        (Rule::ALL.iter()).map(|&r| (r, self.rules.used[r as usize]))
    }
}

/// Returns the result of a rule, unless it is switched off.
macro_rules! rule {
    ($pool:expr, $name:ident, $result:expr) => {
        if $pool.fires(Rule::$name) {
            return $result;
        }
    };
}
pub(crate) use rule;
