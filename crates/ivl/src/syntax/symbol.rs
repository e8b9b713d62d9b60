//! Interned names. Keywords have the lowest numbers, so that asking whether a
//! name is reserved is one comparison.

use rustc_hash::FxHashMap;

/// An interned name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

macro_rules! keywords {
    ($($name:ident = $text:literal),* $(,)?) => {
        /// The reserved words.
        pub mod kw {
            #![allow(missing_docs)]
            use super::Symbol;
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Number { $($name),* }
            $(#[allow(non_upper_case_globals)] pub const $name: Symbol = Symbol(Number::$name as u32);)*
            /// All of them, in the order of their numbers.
            pub const ALL: &[&str] = &[$($text),*];
        }
    };
}

keywords! {
    Result = "result", Int = "Int", Perm = "Perm", Bool = "Bool", Ref = "Ref",
    Rational = "Rational", True = "true", False = "false", Null = "null",
    Import = "import", Method = "method", Function = "function", Predicate = "predicate",
    Domain = "domain", Axiom = "axiom", Var = "var", Returns = "returns", Field = "field",
    Define = "define", Interpretation = "interpretation", Requires = "requires",
    Ensures = "ensures", Invariant = "invariant", Fold = "fold", Unfold = "unfold",
    Inhale = "inhale", Exhale = "exhale", New = "new", Assert = "assert", Assume = "assume",
    Package = "package", Apply = "apply", Quasihavoc = "quasihavoc",
    Quasihavocall = "quasihavocall", While = "while", If = "if", Elseif = "elseif",
    Else = "else", Goto = "goto", Label = "label", Seq = "Seq", Set = "Set",
    Multiset = "Multiset", Union = "union", Intersection = "intersection",
    Setminus = "setminus", Subset = "subset", Map = "Map", Range = "range",
    Unfolding = "unfolding", In = "in", Applying = "applying", Asserting = "asserting",
    Old = "old", Lhs = "lhs", Let = "let", Forall = "forall", Exists = "exists",
    Forperm = "forperm", Acc = "acc", Wildcard = "wildcard", Write = "write", None = "none",
    Epsilon = "epsilon", PermOf = "perm", Unique = "unique", Decreases = "decreases",
    Adt = "adt", Derives = "derives", Without = "without", Refute = "refute",
}

/// The table of names.
#[derive(Debug)]
pub struct Interner {
    texts: Vec<Box<str>>,
    ids: FxHashMap<Box<str>, Symbol>,
}

impl Interner {
    /// The symbol of a text.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&s) = self.ids.get(text) {
            return s;
        }
        let symbol = Symbol(self.texts.len() as u32);
        self.texts.push(text.into());
        self.ids.insert(text.into(), symbol);
        symbol
    }
    /// The text of a symbol.
    pub fn text(&self, symbol: Symbol) -> &str {
        &self.texts[symbol.0 as usize]
    }
    /// A name that no text of the program has: `base$0`, `base$1`, …
    pub fn fresh(&mut self, base: Symbol, used: impl Fn(Symbol) -> bool) -> Symbol {
        let base = self.text(base).to_owned();
        let mut n = 0u32;
        loop {
            let candidate = self.intern(&format!("{base}${n}"));
            if !used(candidate) {
                return candidate;
            }
            n += 1;
        }
    }
}

impl Symbol {
    /// A reserved word.
    pub fn is_keyword(self) -> bool {
        (self.0 as usize) < kw::ALL.len()
    }
}

impl Default for Interner {
    fn default() -> Self {
        let mut interner = Interner {
            texts: Vec::new(),
            ids: FxHashMap::default(),
        };
        for text in kw::ALL {
            interner.intern(text);
        }
        interner
    }
}
