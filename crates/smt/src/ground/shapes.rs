//! Normal forms of sequences, sets and multisets under what is known.
//!
//! Idea: a collection is what its parts are: single elements and collections that
//! nothing takes apart. A sequence is the list of its parts (append is associative
//! with the empty sequence as unit), a multiset their bag, a set their set. Parts
//! are named by their classes in the congruence closure, and a class is taken apart
//! by one of its members that is built from others, so that equal terms have equal
//! normal forms. Two collections with one normal form are equal: they are the same
//! append, union or sum of equal parts. Different normal forms say nothing.
//! Source: the axioms of `theories/`, which these rules follow from.
//! Cost: linear in the parts, of which there are at most `PARTS`.

use super::facts::Facts;
use ep_term::{FunId, Op, Pool, Sort, TermId};
use rustc_hash::{FxHashMap, FxHashSet};

/// More parts than this are not looked at.
const PARTS: usize = 64;

/// The kinds of collections with normal forms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    Seq,
    Set,
    Multiset,
}

/// What a symbol of a collection does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    Empty,
    Single,
    /// `append`, `union`
    Join,
    /// A set or multiset with one element more.
    Add,
    Size,
    In,
    Equal,
    Subset,
}

/// A part, named by the representative of its class.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Part {
    Element(TermId),
    Whole(TermId),
}

/// What the symbols of collections do.
#[derive(Default)]
pub struct Shapes {
    acts: FxHashMap<FunId, (Kind, Act)>,
    equal: FxHashMap<Sort, FunId>,
}

/// The normal forms that were found, by class.
pub type Forms = FxHashMap<TermId, Vec<Part>>;

struct Walk<'a> {
    pool: &'a Pool,
    facts: &'a Facts,
    forms: &'a mut Forms,
    /// Classes that are being taken apart.
    open: FxHashSet<TermId>,
    /// How often one of them was met again.
    circles: u32,
}

impl Shapes {
    /// Tells of a symbol by its name in the theory; false if it has no part in normal
    /// forms.
    pub fn declare(&mut self, kind: Kind, name: &str, f: FunId) -> bool {
        let act = match name {
            "empty" => Act::Empty,
            "single" => Act::Single,
            // The union of sets absorbs what is there twice; of multisets it adds.
            "append" | "union" => Act::Join,
            "add" => Act::Add,
            "size" => Act::Size,
            "in" => Act::In,
            "equal" => Act::Equal,
            "subset" => Act::Subset,
            _ => return false,
        };
        self.acts.insert(f, (kind, act));
        true
    }

    /// What the term does, if it is an operation of a collection.
    pub fn act(&self, pool: &Pool, t: TermId) -> Option<(Kind, Act)> {
        match pool.op(t) {
            Op::Apply(f) => self.acts.get(&f).copied(),
            _ => None,
        }
    }

    /// Tells of the equality of a sort of collections.
    pub fn declare_equal(&mut self, sort: Sort, f: FunId) {
        self.equal.insert(sort, f);
    }

    /// The equality of collections of a sort, by their elements.
    pub fn equal(&self, sort: Sort) -> Option<FunId> {
        self.equal.get(&sort).copied()
    }

    /// Whether there are collections at all.
    pub fn any(&self) -> bool {
        !self.acts.is_empty()
    }

    /// The parts of a collection.
    pub fn form(&self, pool: &Pool, facts: &Facts, t: TermId, forms: &mut Forms) -> Vec<Part> {
        let mut walk = Walk {
            pool,
            facts,
            forms,
            open: FxHashSet::default(),
            circles: 0,
        };
        self.take_apart(t, &mut walk)
    }

    fn take_apart(&self, t: TermId, walk: &mut Walk<'_>) -> Vec<Part> {
        let (pool, facts) = (walk.pool, walk.facts);
        let rep = facts.rep(t);
        if let Some(form) = walk.forms.get(&rep) {
            return form.clone();
        }
        // A class that is a part of itself is left whole.
        if !walk.open.insert(rep) {
            walk.circles += 1;
            return vec![Part::Whole(rep)];
        }
        let circles = walk.circles;
        let mut form = vec![Part::Whole(rep)];
        for m in facts.members(t) {
            let Some((kind, act)) = self.act(pool, m) else {
                continue;
            };
            let args = pool.args(m);
            let mut parts = match act {
                Act::Empty => Vec::new(),
                Act::Single => vec![Part::Element(facts.rep(args[0]))],
                Act::Join => {
                    let (a, b) = (args[0], args[1]);
                    let mut parts = self.take_apart(a, walk);
                    parts.extend(self.take_apart(b, walk));
                    parts
                }
                Act::Add => {
                    let (s, x) = (args[0], args[1]);
                    let mut parts = self.take_apart(s, walk);
                    parts.push(Part::Element(facts.rep(x)));
                    parts
                }
                _ => continue,
            };
            if parts.len() > PARTS || parts.contains(&Part::Whole(rep)) {
                continue;
            }
            if kind != Kind::Seq {
                parts.sort_unstable();
            }
            if kind == Kind::Set {
                parts.dedup();
            }
            form = parts;
            break;
        }
        walk.open.remove(&rep);
        // What was found inside of a circle depends on where it was entered.
        if walk.open.is_empty() || walk.circles == circles {
            walk.forms.insert(rep, form.clone());
        }
        form
    }
}
