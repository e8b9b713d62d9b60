//! How long a text can be: no longer than the object that it lies in.
//!
//! Idea: `strlen(p)` is less than the size of the object that `p` leads into,
//! since the text ends there. A pointer stays in its object, however it moves:
//! so only where it comes from counts, an array of the function, a global, a
//! block of a fixed size, or what the caller hands over. Alternative: the bytes
//! themselves, which paths know. Cost: the instructions that set the pointer.
//!
//! What must never happen: a pointer that also comes from elsewhere; a function
//! of the program that has the name of one of the library.

use super::super::reach::COPIES_OF_TEXTS;
use super::amount::Amount;
use super::numbers::Reading;
use super::values::Value;
use super::{Context, Sites};
use ep_explore::outcome::describe as findings;
use ep_ir::inst::Arg;
use ep_ir::provided::{lookup, Builtin};
use ep_ir::{Callee, CastOp, FuncId, InstKind, Operand, Reg};
use num_bigint::BigInt;
use std::collections::BTreeSet;

/// Blocks whose size is the length of a text in another one.
const DEEPEST: usize = 8;

/// Functions of the library that give the length of a text, or of a part of
/// it: that of their first argument.
const LENGTHS: [&str; 4] = ["strlen", "strnlen", "strspn", "strcspn"];

/// Functions of the library that give null or a pointer into the object of their first
/// argument.
const INTO_THE_FIRST: [&str; 16] = [
    "strchr",
    "strrchr",
    "strchrnul",
    "strstr",
    "strcasestr",
    "strpbrk",
    "index",
    "rindex",
    "memchr",
    "memrchr",
    "rawmemchr",
    "strcpy",
    "strcat",
    "strncpy",
    "strncat",
    "fgets",
];

impl<'m> Sites<'m> {
    /// The result of a call that gives a length.
    pub(super) fn length(
        &mut self,
        cx: &Context<'m>,
        callee: &Callee,
        args: &[Arg],
    ) -> Option<Value> {
        let Callee::Direct(g) = callee else {
            return None;
        };
        self.of_the_library(*g, &LENGTHS).then_some(())?;
        let room = self.room(cx, args.first()?.value)?;
        // Only `strnlen` may find no end.
        let name = self.module.functions.get(*g).map(|f| f.name.as_str());
        let ends = name != Some("strnlen");
        let upper = match (room.exact, room.upper.as_number()) {
            (Some(mut n), _) if ends => {
                n.number -= 1;
                Amount::of(&n, &self.variables)
            }
            (_, Some(n)) => Amount::number(n - u8::from(ends)),
            _ => room.upper,
        };
        Some(Value {
            low: BigInt::from(0),
            upper,
            exact: None,
        })
    }

    /// The difference of two addresses, which C defines within one object alone: no more
    /// than its bytes.
    pub(super) fn distance(&mut self, cx: &Context<'m>, a: Operand, b: Operand) -> Option<Value> {
        let address = |o: Operand| match o {
            Operand::Reg(r) => match cx.facts.only(cx.function, r)?.1.kind {
                InstKind::Cast {
                    op: CastOp::PtrToInt,
                    src,
                    ..
                } => Some(src),
                _ => None,
            },
            _ => None,
        };
        let (a, b) = (address(a)?, address(b)?);
        // Of numbers that were addresses of two objects C defines a difference too.
        let begins = self.begins_at(cx, a)?;
        (begins == self.begins_at(cx, b)?).then_some(())?;
        let room = self.room(cx, a)?.upper.most(&self.variables)?;
        Some(Value::between(-room.clone(), room))
    }

    /// The one variable that a pointer leads into, wherever it moves there.
    fn begins_at(&self, cx: &Context<'m>, o: Operand) -> Option<Operand> {
        let (mut seen, mut work) = (BTreeSet::new(), vec![o]);
        let mut found: BTreeSet<(Option<u32>, Option<Reg>)> = BTreeSet::new();
        while let Some(o) = work.pop() {
            let r = match o {
                Operand::Global(g, _) => {
                    found.insert((Some(g.0), None));
                    continue;
                }
                Operand::Reg(r) => r,
                _ => return None,
            };
            if !seen.insert(r) {
                continue;
            }
            if cx.function.params.iter().any(|p| p.reg == r) {
                found.insert((None, Some(r)));
            }
            for at in cx.facts.defs(r) {
                match &super::facts::inst(cx.function, *at)?.kind {
                    InstKind::Copy { src, .. } => work.push(*src),
                    InstKind::PtrAdd { base, .. } => work.push(*base),
                    InstKind::Alloca { .. } => _ = found.insert((None, Some(r))),
                    InstKind::Call { callee, args, .. } => {
                        work.push(self.object_of_first(callee, args)?);
                    }
                    _ => return None,
                }
            }
        }
        match (found.len(), found.pop_first()?) {
            (1, (Some(g), _)) => Some(Operand::Global(ep_ir::GlobalId(g), 0)),
            (1, (_, Some(r))) => Some(Operand::Reg(r)),
            _ => None,
        }
    }

    /// The block that `strdup` and its kin make: no larger than the object of
    /// the text.
    pub(super) fn copy_of_a_text(
        &mut self,
        cx: &Context<'m>,
        f: FuncId,
        args: &[Arg],
    ) -> Option<Amount> {
        self.of_the_library(f, &COPIES_OF_TEXTS).then_some(())?;
        let room = self.room(cx, args.first()?.value)?;
        // `strndup` puts an end behind a text that has none.
        Some(match args.len() {
            1 => room.upper,
            _ => room.upper.plus(&Amount::number(1)),
        })
    }

    /// Whether it is one of these, and no function of the program.
    fn of_the_library(&self, g: FuncId, names: &[&str]) -> bool {
        let f = self.module.functions.get(g);
        f.is_some_and(|f| {
            let model = || findings::place(self.module, g, f.loc).file.is_empty();
            names.contains(&f.name.as_str()) && (f.is_declaration() || model())
        })
    }

    /// The bytes of the largest object that a pointer can lead into; none where one is not
    /// known.
    pub(super) fn room(&mut self, cx: &Context<'m>, o: Operand) -> Option<Value> {
        // A block that is as large as a text in a block that is made there.
        if self.rooms.contains(&o) || self.rooms.len() > DEEPEST {
            return None;
        }
        self.rooms.push(o);
        let found = self.room_of_all(cx, o);
        self.rooms.pop();
        found
    }

    fn room_of_all(&mut self, cx: &Context<'m>, o: Operand) -> Option<Value> {
        let mut seen = BTreeSet::new();
        let mut work = vec![o];
        let mut all: Vec<Value> = Vec::new();
        while let Some(o) = work.pop() {
            match o {
                // Null leads nowhere.
                Operand::Int(0) => {}
                Operand::Global(g, _) => all.push(Value::number(self.global(g)?)),
                Operand::Reg(r) if seen.insert(r) => self.origins(cx, r, &mut work, &mut all)?,
                Operand::Reg(_) => {}
                _ => return None,
            }
        }
        let first = all.pop()?;
        Some(all.into_iter().fold(first, |a, b| Value {
            upper: a.upper.max(&b.upper),
            exact: a.exact.filter(|e| b.exact.as_ref() == Some(e)),
            low: a.low.min(b.low),
        }))
    }

    fn global(&self, g: ep_ir::GlobalId) -> Option<u64> {
        let g = self.module.globals.get(g)?;
        crate::stack::sorting::size_of_global(self.module, g)
    }

    /// What sets a pointer.
    fn origins(
        &mut self,
        cx: &Context<'m>,
        r: Reg,
        work: &mut Vec<Operand>,
        all: &mut Vec<Value>,
    ) -> Option<()> {
        if let Some(i) = cx.function.params.iter().position(|p| p.reg == r) {
            let own = cx.function.params.get(i).and_then(|p| p.byval);
            let given = || cx.args.get(i).and_then(|a| a.room.clone());
            all.push(own.map(|b| Value::number(b.0)).or_else(given)?);
        }
        let defs = cx.facts.defs(r);
        let set = !defs.is_empty() || cx.function.params.iter().any(|p| p.reg == r);
        set.then_some(())?;
        for at in defs.iter().copied() {
            match &super::facts::inst(cx.function, at)?.kind {
                InstKind::Copy { src, .. } | InstKind::Freeze { src, .. } => work.push(*src),
                InstKind::Select { a, b, .. } => work.extend([*a, *b]),
                // What is made of a number leads anywhere.
                InstKind::PtrAdd {
                    base: Operand::Int(_),
                    ..
                } => return None,
                InstKind::PtrAdd { base, .. } => work.push(*base),
                InstKind::Alloca {
                    size, count: None, ..
                } => all.push(Value::number(*size)),
                InstKind::Call { callee, args, .. } => match self.object_of_first(callee, args) {
                    Some(first) => work.push(first),
                    None => {
                        let there = self.at.map(|_| at.0);
                        let made = self.standing_at(there, |s| s.made(cx, callee, args));
                        all.push(made?);
                    }
                },
                _ => return None,
            }
        }
        Some(())
    }

    /// The argument whose object a call of the library gives a pointer into.
    fn object_of_first(&self, callee: &Callee, args: &[Arg]) -> Option<Operand> {
        let Callee::Direct(g) = callee else {
            return None;
        };
        let first = args.first()?.value;
        self.of_the_library(*g, &INTO_THE_FIRST).then_some(first)
    }

    /// The size of a block that a call makes: what is negative or too large fails.
    fn made(&mut self, cx: &Context<'m>, callee: &Callee, args: &[Arg]) -> Option<Value> {
        let Callee::Direct(g) = callee else {
            return None;
        };
        if let Some(upper) = self.copy_of_a_text(cx, *g, args) {
            return Some(Value {
                low: BigInt::from(0),
                upper,
                exact: None,
            });
        }
        let f = self.module.functions.get(*g)?;
        f.is_declaration().then_some(())?;
        match lookup(&f.name)? {
            Builtin::Malloc => self.bytes(cx, args.first()?),
            Builtin::Realloc => self.bytes(cx, args.get(1)?),
            Builtin::Calloc => {
                let (n, size) = (
                    self.bytes(cx, args.first()?)?,
                    self.bytes(cx, args.get(1)?)?,
                );
                let number = size.exact.as_ref().and_then(|e| e.as_number()).cloned();
                Some(Value {
                    low: BigInt::from(0),
                    upper: n.upper.times(&size.upper)?,
                    exact: n.exact.zip(number).map(|(n, k)| n.times(&k)),
                })
            }
            _ => None,
        }
    }

    fn bytes(&mut self, cx: &Context<'m>, a: &Arg) -> Option<Value> {
        let found = self.read(cx, a.value, a.ty, Reading::Signed);
        found.or_else(|| self.read(cx, a.value, a.ty, Reading::Unsigned))
    }
}
