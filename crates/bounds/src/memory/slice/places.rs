//! Where pointers of a program lead, asked for two objects.
//!
//! Idea: who rewrites a program asks of each pointer whether it may lead to an object,
//! and whether it may lead elsewhere. Source and cost: [`super::points`].

use super::offsets::Off;
use super::points::{marked, Marks, Object, Points, Set};
use ep_base::Stop;
use ep_ir::{BlockId, Callee, FuncId, GlobalId, Module, Operand};
use std::collections::{BTreeMap, BTreeSet};

/// Places of numbers that are followed through copies.
const MOST_COPIED: usize = 2_000;

/// A place that makes blocks, or an array: function, block, instruction.
pub(in super::super) type Made = (FuncId, BlockId, usize);

/// One place in an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(in super::super) struct Spot {
    object: Object,
    at: i64,
}

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Home {
    Global(GlobalId),
    /// All that this place makes.
    Made(Made),
    Other,
}

impl Spot {
    pub fn home(&self) -> Home {
        match self.object {
            Object::Global(g) => Home::Global(g),
            Object::Made(f, b, i) => Home::Made((f, BlockId(b), i as usize)),
            _ => Home::Other,
        }
    }

    /// How far it is from the object's begin.
    pub fn at(&self) -> i64 {
        self.at
    }
}

/// Where a pointer may lead.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(in super::super) struct Leads {
    pub text: bool,
    pub vector: bool,
    /// To anything else.
    pub other: bool,
}

/// How what is written meets what is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Way {
    /// They may have a byte in common.
    Overlaps,
    /// It begins inside: see [`Places::any_begins_inside`].
    BeginsInside,
}

/// The sets of a program.
pub(in super::super) struct Places<'m>(Points<'m>);

/// Looks at a program that is entered there. None where it has to end before.
pub(in super::super) fn places<'m>(
    module: &'m Module,
    entries: &[FuncId],
    marks: Marks,
    stop: &Stop,
) -> Option<Places<'m>> {
    marked(module, entries, marks, stop).map(Places)
}

impl Places<'_> {
    /// The functions that can run.
    pub fn reached(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.0.reached.iter().copied()
    }

    /// Where an operand leads.
    pub fn leads(&self, f: FuncId, o: &Operand, text: GlobalId, vector: GlobalId) -> Leads {
        of(&self.0.value(f, o), text, vector)
    }

    /// The same of all that memory leads to from there.
    pub fn leads_through(&self, f: FuncId, o: &Operand, text: GlobalId, vector: GlobalId) -> Leads {
        of(&self.0.closure(&self.0.value(f, o)), text, vector)
    }

    /// The calls and arrays that made what an operand leads to; none where it may lead to
    /// anything else.
    pub fn made(&self, f: FuncId, o: &Operand) -> Option<BTreeSet<(FuncId, BlockId, usize)>> {
        let set = self.0.value(f, o);
        let one = |(o, _): &(Object, Off)| match o {
            Object::Made(f, b, i) => Some((*f, BlockId(*b), *i as usize)),
            _ => None,
        };
        set.iter().map(one).collect()
    }

    /// Whether a function can run.
    pub fn is_reached(&self, f: FuncId) -> bool {
        self.0.reached.contains(&f)
    }

    /// Whether nothing is known of where a pointer leads: it is null, or what no instruction
    /// made that is understood.
    pub fn is_unknown(&self, f: FuncId, o: &Operand) -> bool {
        matches!(o, Operand::Reg(_)) && self.0.value(f, o).is_empty()
    }

    /// Whether a pointer may lead to what one of these places made.
    pub fn leads_to_any(&self, f: FuncId, o: &Operand, made: &BTreeSet<Made>) -> bool {
        let set = self.0.value(f, o);
        set.iter().any(|(o, _)| is_of(o, made))
    }

    /// Whether it is known to lead to nothing else.
    pub fn leads_only_to(&self, f: FuncId, o: &Operand, made: &BTreeSet<Made>) -> bool {
        let set = self.0.value(f, o);
        !set.is_empty() && set.iter().all(|(o, _)| is_of(o, made))
    }

    /// Whether it may lead to what any place made.
    pub fn leads_to_made(&self, f: FuncId, o: &Operand) -> bool {
        let set = self.0.value(f, o);
        set.iter().any(|(o, _)| matches!(o, Object::Made(..)))
    }

    /// Whether memory leads there from a pointer, or it leads there itself.
    pub fn reaches_any(&self, f: FuncId, o: &Operand, made: &BTreeSet<Made>) -> bool {
        let set = self.0.closure(&self.0.value(f, o));
        set.iter().any(|(o, _)| is_of(o, made))
    }

    /// The functions that memory leads to from a pointer, or that it is.
    pub fn functions(&self, f: FuncId, o: &Operand) -> Vec<FuncId> {
        functions(&self.0.closure(&self.0.value(f, o)))
    }

    fn outside(&self) -> Set {
        self.0.closure(&Set::from([(Object::Outside, Off::ANY)]))
    }

    /// Whether a pointer may lead to memory that is not seen, or to what is not understood.
    pub fn leads_outside(&self, f: FuncId, o: &Operand) -> bool {
        let set = self.0.value(f, o);
        self.is_unknown(f, o) || set.iter().any(|(o, _)| *o == Object::Outside)
    }

    /// Whether memory leads from a pointer to memory that is not seen.
    pub fn reaches_outside(&self, f: FuncId, o: &Operand) -> bool {
        let set = self.0.closure(&self.0.value(f, o));
        set.iter().any(|(o, _)| *o == Object::Outside)
    }

    /// Whether code that is not seen may know what these places made.
    pub fn is_outside(&self, made: &BTreeSet<Made>) -> bool {
        self.outside().iter().any(|(o, _)| is_of(o, made))
    }

    /// The functions that it may know.
    pub fn outside_functions(&self) -> Vec<FuncId> {
        functions(&self.outside())
    }

    /// Whether it leads to the begin of each of these blocks that it leads to.
    pub fn begins_in(&self, f: FuncId, o: &Operand, made: &BTreeSet<Made>) -> bool {
        let set = self.0.value(f, o);
        let own = set.iter().filter(|(o, _)| is_of(o, made));
        own.map(|(_, at)| *at).all(|at| at == Off::START)
    }

    /// Where in these blocks it leads; none where that is no known number.
    pub fn exactly_in(
        &self,
        f: FuncId,
        o: &Operand,
        made: &BTreeSet<Made>,
    ) -> Option<BTreeSet<(Made, i64)>> {
        let set = self.0.value(f, o);
        let own = set.iter().filter(|(o, _)| is_of(o, made));
        own.map(|(o, at)| match o {
            Object::Made(f, b, i) if at.stride == 0 => {
                Some(((*f, BlockId(*b), *i as usize), at.base))
            }
            _ => None,
        })
        .collect()
    }

    /// The one place that a pointer leads to, if it is null or leads there.
    pub fn spot(&self, f: FuncId, o: &Operand) -> Option<Spot> {
        let set = self.0.value(f, o);
        let mut all = set.iter();
        match (all.next(), all.next()) {
            (Some((object, at)), None) if at.stride == 0 => Some(Spot {
                object: *object,
                at: at.base,
            }),
            _ => None,
        }
    }

    /// How far behind the begin of `n` bytes there a place of `size` bytes lies, if all of
    /// it is in them and the pointer leads nowhere else.
    pub fn behind(
        &self,
        f: FuncId,
        (o, n): (&Operand, u64),
        (spot, size): (&Spot, u64),
    ) -> Option<i64> {
        let to = self.spot(f, o)?;
        let end = spot.at.checked_add_unsigned(size)?;
        let last = to.at.checked_add_unsigned(n)?;
        let covers = to.home() == spot.home() && to.at <= spot.at && end <= last;
        spot.at.checked_sub(to.at).filter(|_| covers)
    }

    /// The places that a pointer leads to, if it is null or leads to one of them.
    pub fn spots(&self, f: FuncId, o: &Operand) -> Option<Vec<Spot>> {
        let set = self.0.value(f, o);
        let spot = |(object, at): &(Object, Off)| {
            (at.stride == 0).then_some(Spot {
                object: *object,
                at: at.base,
            })
        };
        let all: Option<Vec<Spot>> = set.iter().map(spot).collect();
        all.filter(|a| !a.is_empty())
    }

    /// Whether a pointer that leads into the object of a place leads exactly there.
    pub fn only_exactly(&self, f: FuncId, o: &Operand, spot: &Spot) -> bool {
        let set = self.0.value(f, o);
        let mut own = set.iter().filter(|(o, _)| *o == spot.object);
        own.all(|(_, at)| at.stride == 0 && at.base == spot.at)
    }

    /// Whether so many bytes here and there may have one in common.
    pub fn hits(
        &self,
        f: FuncId,
        (o, n): (&Operand, Option<u64>),
        (spot, m): (&Spot, u64),
    ) -> bool {
        let set = self.0.value(f, o);
        let mut here = set.iter().filter(|(o, _)| *o == spot.object);
        here.any(|(_, at)| at.overlaps(n, Off::at(spot.at), Some(m)))
    }

    /// Whether memory leads to a place's object from a pointer, or it leads there itself.
    pub fn reaches(&self, f: FuncId, o: &Operand, spot: &Spot) -> bool {
        let set = self.0.closure(&self.0.value(f, o));
        set.iter().any(|(o, _)| *o == spot.object)
    }

    /// Whether code that is not seen may know a place's object.
    pub fn is_known_outside(&self, spot: &Spot) -> bool {
        self.outside().iter().any(|(o, _)| *o == spot.object)
    }

    /// Whether so many bytes here and there may have one in common.
    pub fn overlap(
        &self,
        (f, a, n): (FuncId, &Operand, Option<u64>),
        (g, b, m): (FuncId, &Operand, Option<u64>),
    ) -> bool {
        let (a, b) = (self.0.value(f, a), self.0.value(g, b));
        let meets = |(o, at): &(Object, Off)| {
            let same = b.iter().filter(|(p, _)| p == o);
            same.into_iter().any(|(_, to)| at.overlaps(n, *to, m))
        };
        a.iter().any(meets)
    }

    /// Whether so many bytes there may hold the address of a function.
    pub fn holds_function(&self, f: FuncId, o: &Operand, n: u64) -> bool {
        let held = self.0.load(&self.0.value(f, o), Some(n));
        !functions(&held).is_empty()
    }

    /// Whether it leads to variables that hold no pointers, and nowhere else.
    pub fn leads_to_texts(&self, f: FuncId, o: &Operand) -> bool {
        let set = self.0.value(f, o);
        !set.is_empty() && set.iter().all(|(o, _)| self.0.is_text(o))
    }

    /// Where these lead, for each object.
    fn by_object(&self, all: &[(FuncId, Operand)]) -> BTreeMap<Object, BTreeSet<Off>> {
        let mut at: BTreeMap<Object, BTreeSet<Off>> = BTreeMap::new();
        for (object, off) in all.iter().flat_map(|(f, o)| self.0.value(*f, o)) {
            at.entry(object).or_default().insert(off);
        }
        at
    }

    /// Whether some of these accesses, of so many bytes or to an end that is not known,
    /// may have a byte in common with some of those, of so many each.
    pub fn any_overlap(
        &self,
        these: &[(FuncId, Operand, Option<u64>)],
        (those, bytes): (&[(FuncId, Operand)], u64),
    ) -> bool {
        let at = self.by_object(those);
        let mut seen: BTreeSet<(Object, Off, Option<u64>)> = BTreeSet::new();
        these.iter().any(|(f, o, n)| {
            self.0.value(*f, o).iter().any(|(object, off)| {
                let new = seen.insert((*object, *off, *n));
                let there = at.get(object).filter(|_| new);
                there.is_some_and(|l| l.iter().any(|x| off.overlaps(*n, *x, Some(bytes))))
            })
        })
    }

    /// Whether some of these addresses lie in one of those accesses, of so many bytes each.
    /// One that walks up counts where it begins, and one of which nothing is known nowhere.
    pub fn any_begins_inside(
        &self,
        these: &[(FuncId, Operand)],
        (those, bytes): (&[(FuncId, Operand)], u64),
    ) -> bool {
        let at = self.by_object(those);
        these.iter().any(|(f, o)| {
            self.0.value(*f, o).iter().any(|(object, off)| {
                let there = at.get(object);
                there.is_some_and(|l| l.iter().any(|x| off.begins_inside(*x, bytes)))
            })
        })
    }

    /// Whether bytes that are stored at the first ones may come, by copies of memory from
    /// the third to the second operand, to where a pointer is loaded; true where that is
    /// too much to follow.
    pub fn copied_to(
        &self,
        stores: &[(FuncId, Operand, u64)],
        copies: &[(FuncId, Operand, Operand)],
        loads: &[(FuncId, Operand)],
        way: Way,
    ) -> bool {
        let word = u64::from(self.0.word());
        let meets = |at: Off, n: u64, to: Off| match way {
            Way::Overlaps => at.overlaps(Some(n), to, Some(word)),
            Way::BeginsInside => at.begins_inside(to, word),
        };
        let mut cells: BTreeSet<(Object, Off, u64)> = BTreeSet::new();
        for (f, at, n) in stores {
            cells.extend(self.0.value(*f, at).iter().map(|(o, at)| (*o, *at, *n)));
        }
        let mut work: Vec<(Object, Off, u64)> = cells.iter().copied().collect();
        let copies: Vec<(Set, Set)> = copies
            .iter()
            .map(|(f, to, from)| (self.0.value(*f, to), self.0.value(*f, from)))
            .collect();
        let loads: Set = loads
            .iter()
            .flat_map(|(f, at)| self.0.value(*f, at))
            .collect();
        while let Some((o, at, n)) = work.pop() {
            if cells.len() > MOST_COPIED {
                return true;
            }
            for (to, from) in &copies {
                for (_, begin) in from.iter().filter(|(p, _)| *p == o) {
                    for (q, there) in to {
                        let at = at.moved(*begin, *there);
                        let here = loads.iter().filter(|(p, _)| p == q);
                        if here.into_iter().any(|(_, x)| meets(at, n, *x)) {
                            return true;
                        }
                        if cells.insert((*q, at, n)) {
                            work.push((*q, at, n));
                        }
                    }
                }
            }
        }
        false
    }

    /// Whether something that memory leads to from the one is of the other's objects.
    pub fn overlap_through(&self, (f, a): (FuncId, &Operand), (g, b): (FuncId, &Operand)) -> bool {
        let from = self.0.closure(&self.0.value(f, a));
        let to = self.0.value(g, b);
        from.iter().any(|(o, _)| to.iter().any(|(p, _)| p == o))
    }

    /// Whether a pointer here and one there are the same one wherever they have a byte in
    /// common.
    pub fn same_place(&self, (f, a): (FuncId, &Operand), (g, b): (FuncId, &Operand)) -> bool {
        let word = u64::from(self.0.word());
        let (a, b) = (self.0.value(f, a), self.0.value(g, b));
        a.iter().all(|(o, at)| {
            let mut same = b.iter().filter(|(p, _)| p == o);
            same.all(|(_, to)| {
                let one = at == to && (at.stride == 0 || at.stride >= word);
                one || !at.overlaps(Some(word), *to, Some(word))
            })
        })
    }

    /// The functions that a call can reach, where it can reach no other one.
    pub fn known_targets(&self, f: FuncId, callee: &Callee) -> Option<Vec<FuncId>> {
        let Callee::Indirect(o) = callee else {
            return Some(self.0.targets(f, callee));
        };
        let set = self.0.value(f, o);
        let seen = |o: &Object| matches!(o, Object::Function(_));
        (!set.is_empty() && set.iter().all(|(o, _)| seen(o))).then(|| self.0.targets(f, callee))
    }

    /// The functions that a call can reach.
    pub fn targets(&self, f: FuncId, callee: &Callee) -> Vec<FuncId> {
        self.0.targets(f, callee)
    }
}

fn functions(set: &Set) -> Vec<FuncId> {
    let one = |(o, _): &(Object, Off)| match o {
        Object::Function(g) => Some(*g),
        _ => None,
    };
    set.iter().filter_map(one).collect()
}

fn is_of(o: &Object, made: &BTreeSet<Made>) -> bool {
    match o {
        Object::Made(f, b, i) => made.contains(&(*f, BlockId(*b), *i as usize)),
        _ => false,
    }
}

fn of(set: &Set, text: GlobalId, vector: GlobalId) -> Leads {
    let mut out = Leads::default();
    for (o, _) in set {
        match o {
            Object::Global(g) if *g == text => out.text = true,
            Object::Global(g) if *g == vector => out.vector = true,
            _ => out.other = true,
        }
    }
    out
}
