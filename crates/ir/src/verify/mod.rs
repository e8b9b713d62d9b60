//! The verifier: what every module must obey before anything runs on it.
//!
//! Idea: one named rule per thing that can be wrong, each listed in [`Rule`]
//! with its sentence; engines may rely on all of them and need no checks of
//! their own. Direct calls need not match the callee's parameters: C allows
//! such programs, and executing the call is where it is undefined.
//! Source of the habit: Cranelift's verifier. Cost: linear in the module.

mod function;
mod insts;

#[cfg(test)]
mod tests;

use crate::module::RelocTarget;
use crate::{BlockId, DebugType, DebugTypeId, FuncId, LocId, Module};
use std::collections::HashSet;

/// Errors that are collected before the verifier gives up.
const MAX_ERRORS: usize = 100;

macro_rules! rules {
    ($($(#[$meta:meta])* $name:ident => $word:literal, $text:literal;)*) => {
        /// What must hold of a module.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Rule {
            $(#[doc = $text] $name,)*
        }
        impl Rule {
            /// All rules.
            pub const ALL: &'static [Rule] = &[$(Rule::$name,)*];
            /// The rule's stable name.
            pub fn word(self) -> &'static str {
                match self { $(Rule::$name => $word,)* }
            }
            /// The rule in a sentence.
            pub fn sentence(self) -> &'static str {
                match self { $(Rule::$name => $text,)* }
            }
        }
    };
}

rules! {
    PointerWidth => "pointer-width", "Addresses have 32 or 64 bits.";
    UnknownEntries => "unknown-entries", "Entry 0 of the positions and of the debug types exists.";
    FileRange => "file-range", "Every position names a file of the module.";
    LocRange => "loc-range", "Every position of an entity is in the table.";
    DebugTypeRange => "debug-type-range", "Every debug type is in the table.";
    UniqueNames => "unique-names", "No two functions and no two globals share a name.";
    GlobalAlign => "global-align", "The alignment of a global is a power of two.";
    InitSize => "init-size", "Initial content has exactly the bytes of its global.";
    RelocPlace => "reloc-place", "Relocations lie inside their global, in order, without overlap.";
    RelocRange => "reloc-target", "A relocation's target exists.";
    ConstructorRange => "constructor-range", "Every constructor exists.";
    TypeWidth => "type-width", "Integers have 1 to 128 bits.";
    ParamReg => "param-reg", "Parameters have distinct registers of their types.";
    ByvalPointer => "byval-pointer", "What is passed by value in memory is a pointer with a power of two as alignment.";
    VarRange => "var-range", "The storage of a variable and the variable of an alloca exist.";
    RegRange => "reg-range", "Every register exists.";
    BlockRange => "block-range", "Every branch target exists.";
    GlobalRange => "global-range", "Every global that is named exists.";
    FuncRange => "func-range", "Every function and label that is named exists.";
    OperandType => "operand-type", "An operand has the type that its place asks for.";
    ConstantFits => "constant-fits", "A constant fits its type.";
    ResultType => "result-type", "A destination has the type of the result.";
    ResultCount => "result-count", "An instruction has as many destinations as results, or a call none.";
    DistinctResults => "distinct-results", "The destinations of one instruction differ.";
    IntegerOp => "integer-op", "Integer operations work on integers.";
    FlagPlace => "flag-place", "nsw and nuw stand at add, sub, mul and shl, exact at divisions and right shifts.";
    CompareType => "compare-type", "Comparisons are of integers or addresses, float comparisons of floats.";
    FloatOp => "float-op", "Float operations work on floats.";
    CastShape => "cast-shape", "A conversion goes between the kinds and widths that its name says.";
    Align => "align", "Alignments are powers of two.";
    IndexType => "index-type", "Indices, lengths and counts are integers of at most 64 bits.";
    IntrinsicShape => "intrinsic-shape", "An intrinsic has its number of arguments and its kind of type.";
    SwitchType => "switch-type", "A switch is on an integer.";
    SwitchCases => "switch-cases", "The cases of a switch fit its type and differ.";
    ReturnCount => "return-count", "A return has the values that the function declares.";
}

/// A broken rule and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyError {
    pub rule: Rule,
    /// The function, if it is in one.
    pub func: Option<FuncId>,
    /// The block and the index of the instruction in it (its length for the
    /// terminator).
    pub at: Option<(BlockId, usize)>,
    /// What was found.
    pub detail: String,
}

impl std::fmt::Display for VerifyError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(func) = self.func {
            write!(f, "{func}")?;
            if let Some((block, index)) = self.at {
                write!(f, " {block} instruction {index}")?;
            }
            write!(f, ": ")?;
        }
        write!(f, "{}: {}", self.rule.word(), self.rule.sentence())?;
        if !self.detail.is_empty() {
            write!(f, " Found: {}", self.detail)?;
        }
        Ok(())
    }
}

impl std::error::Error for VerifyError {}

/// Collects errors.
struct Checker<'m> {
    m: &'m Module,
    func: Option<FuncId>,
    at: Option<(BlockId, usize)>,
    errors: Vec<VerifyError>,
}

/// Checks a module; on failure at least one and at most a hundred errors.
pub fn verify(module: &Module) -> Result<(), Vec<VerifyError>> {
    let mut c = Checker {
        m: module,
        func: None,
        at: None,
        errors: Vec::new(),
    };
    c.module();
    for (id, f) in module.functions.iter() {
        if c.errors.len() >= MAX_ERRORS {
            break;
        }
        c.func = Some(id);
        c.at = None;
        c.function(f);
    }
    if c.errors.is_empty() {
        Ok(())
    } else {
        Err(c.errors)
    }
}

impl Checker<'_> {
    /// Records an error unless `ok`. The detail is made only on failure.
    fn need(&mut self, ok: bool, rule: Rule, detail: impl FnOnce() -> String) -> bool {
        if !ok && self.errors.len() < MAX_ERRORS {
            self.errors.push(VerifyError {
                rule,
                func: self.func,
                at: self.at,
                detail: detail(),
            });
        }
        ok
    }

    fn loc(&mut self, loc: LocId) {
        self.need(self.m.locs.get(loc).is_some(), Rule::LocRange, || {
            loc.to_string()
        });
    }

    fn debug_type(&mut self, ty: DebugTypeId) {
        let ok = self.m.debug_types.get(ty).is_some();
        self.need(ok, Rule::DebugTypeRange, || ty.to_string());
    }

    fn module(&mut self) {
        let m = self.m;
        let bits = m.layout.ptr_bits;
        self.need(bits == 32 || bits == 64, Rule::PointerWidth, || {
            bits.to_string()
        });
        let unknown = !m.locs.is_empty() && !m.debug_types.is_empty();
        self.need(unknown, Rule::UnknownEntries, String::new);
        for (id, p) in m.locs.iter() {
            self.need(m.files.get(p.file).is_some(), Rule::FileRange, || {
                format!("{id} is in {}", p.file)
            });
        }
        for (_, t) in m.debug_types.iter() {
            match t {
                DebugType::Pointer { to, .. } | DebugType::Alias { to, .. } => self.debug_type(*to),
                DebugType::Array { element, .. } => self.debug_type(*element),
                DebugType::Record { fields, .. } => {
                    fields.iter().for_each(|f| self.debug_type(f.ty));
                }
                DebugType::Function {
                    returns, params, ..
                } => {
                    self.debug_type(*returns);
                    params.iter().for_each(|p| self.debug_type(*p));
                }
                _ => {}
            }
        }
        let mut names = HashSet::new();
        for (_, g) in m.globals.iter() {
            self.need(names.insert(&g.name), Rule::UniqueNames, || g.name.clone());
        }
        names.clear();
        for (_, f) in m.functions.iter() {
            self.need(names.insert(&f.name), Rule::UniqueNames, || f.name.clone());
        }
        for ctor in &m.constructors {
            let ok = m.functions.get(*ctor).is_some();
            self.need(ok, Rule::ConstructorRange, || ctor.to_string());
        }
        self.globals();
    }

    fn globals(&mut self) {
        let m = self.m;
        let word = u64::from(m.layout.ptr_bits / 8);
        for (id, g) in m.globals.iter() {
            self.loc(g.loc);
            self.debug_type(g.ty);
            self.need(g.align.is_power_of_two(), Rule::GlobalAlign, || {
                format!("{id} has {}", g.align)
            });
            let Some(init) = &g.init else { continue };
            self.need(init.bytes.len() as u64 == g.size, Rule::InitSize, || {
                format!("{id} has {} bytes, {} given", g.size, init.bytes.len())
            });
            let mut from = 0u64;
            for r in &init.relocs {
                let end = r.offset.saturating_add(word);
                self.need(r.offset >= from && end <= g.size, Rule::RelocPlace, || {
                    format!("{id} offset {}", r.offset)
                });
                from = end;
                let ok = match r.target {
                    RelocTarget::Global(t) => m.globals.get(t).is_some(),
                    RelocTarget::Func(f) => m.functions.get(f).is_some(),
                    RelocTarget::Label(f, b) => m
                        .functions
                        .get(f)
                        .is_some_and(|f| f.blocks.get(b).is_some()),
                };
                self.need(ok, Rule::RelocRange, || format!("{:?}", r.target));
            }
        }
    }
}
