//! Linked lists of any length and trees, as segments.
//!
//! Idea: a pointer to a node of a chain is a family and the number of nodes
//! that are left from there along the link, itself included; 0 is null. Reading
//! the link takes one off. Nodes of different families are different, and in a
//! family of a list the number tells the node; so of two pointers the one with
//! fewer nodes left cannot come to the other one, and a write to a link changes
//! those pointers only that have at least as many left as the node that is
//! written. A new object is an area of its own until its place of allocation is
//! met again: then it is folded into the family that its link leads to. What
//! does not fit becomes unknown, and a write through an unknown pointer makes
//! all of them unknown.
//!
//! A family of a tree is the same with the number of nodes below; its children
//! have fewer in all, and a write to one of its links makes it unknown.
//!
//! That a chain is acyclic is known of what the program builds here, and said
//! as an assumption of what its caller gives. Source: J. Hensel, J. Giesl,
//! "Proving Termination of C Programs with Lists" (CADE 2023), section 3 (list
//! invariants); T. Stroeder et al. (JAR 2017). Alternative: separation logic
//! with lemmas for segments between any two nodes. Cost: linear in the values
//! of a state for each write to a link.

use super::engine::{AreaKey, Engine};
use super::lin::{Interval, Lin};
use super::rules::{Case, Ruled, Side};
use super::state::{Area, Cell, Family, FamilyInfo, FamilyKey, State, Value};
use super::stepped::Stepped;
use ep_base::entity::EntityId;
use ep_ir::{FuncId, Inst, Reg, Type};
use num_bigint::BigInt;
use num_traits::One;

/// Families that one place can begin.
const ORDINALS: u32 = 3;

/// Where a chain that is written goes on.
struct Rest {
    /// `None`: it ends.
    family: Option<Family>,
    left: Lin,
    /// A new object in between.
    object: Option<Area>,
}

/// How a number compares with another one in a state.
enum Order {
    Below,
    AtLeast,
    Open(Vec<Case>),
}

impl State {
    /// All values that the state holds.
    fn each_value(&mut self, see: &mut dyn FnMut(&mut Value)) {
        for f in &mut self.frames {
            f.regs.iter_mut().for_each(&mut *see);
        }
        for c in self.cells.values_mut() {
            see(&mut c.value);
        }
        self.cells.retain(|_, c| c.value != Value::Any);
    }

    /// Pointers to nodes become unknown.
    pub fn forget_nodes(&mut self, of: Option<Family>) {
        self.each_value(&mut |v| {
            if matches!(v, Value::Node { family, .. } if of.is_none_or(|f| f == *family)) {
                *v = Value::Any;
            }
        });
        self.children
            .retain(|(f, ..), _| of.is_some_and(|g| g != *f));
    }

    fn uses_family(&mut self, family: Family) -> bool {
        let mut found = false;
        self.each_value(&mut |v| {
            found |= matches!(v, Value::Node { family: f, .. } if *f == family);
        });
        found
    }
}

impl Engine<'_> {
    /// The family for a key, made when it is new.
    pub fn family(&mut self, key: FamilyKey, links: &[u64], bytes: Option<u64>) -> Family {
        let same = |i: &FamilyInfo| i.key == key && i.links == links;
        if let Some((f, _)) = self.families.iter().find(|(_, i)| same(i)) {
            return f;
        }
        self.families.push(FamilyInfo {
            key,
            links: links.to_vec(),
            bytes,
        })
    }

    fn info(&self, f: Family) -> (Vec<u64>, Option<u64>) {
        match self.families.get(f) {
            Some(i) => (i.links.clone(), i.bytes),
            None => (Vec::new(), None),
        }
    }

    /// Registers that are not read any more hold nothing.
    fn bury(&mut self, s: &mut State) {
        let live = self.live(s);
        for (f, live) in s.frames.iter_mut().zip(live) {
            for (at, v) in f.regs.iter_mut().enumerate() {
                let pointer = matches!(v, Value::Node { .. } | Value::Pointer { .. });
                if pointer && !live.contains(&Reg::from_index(at)) {
                    *v = Value::Any;
                }
            }
        }
    }

    fn order(&mut self, s: &State, a: &Lin, b: &Lin) -> Order {
        let d = a.minus(b);
        let r = s.facts.range(&d, &mut self.count);
        let zero = BigInt::from(0);
        if r.hi.as_ref().is_some_and(|h| *h < zero) {
            return Order::Below;
        }
        if r.lo.as_ref().is_some_and(|l| *l >= zero) {
            return Order::AtLeast;
        }
        let case = |lo, hi| Case {
            form: d.clone(),
            within: Interval { lo, hi },
            side: Side::None,
        };
        Order::Open(vec![
            case(None, Some(-BigInt::one())),
            case(Some(zero), None),
        ])
    }

    /// Whether there is a node; `None` where the state must be refined first.
    fn is_node(&mut self, s: &State, left: &Lin) -> Ruled<bool> {
        match self.order(s, left, &Lin::number(1)) {
            Order::AtLeast => Ruled::Is(true),
            Order::Below => Ruled::Is(false),
            Order::Open(cases) => Ruled::Refine(cases),
        }
    }

    fn null_access(&mut self, func: FuncId, inst: &Inst) {
        let place = self.place(func, inst.loc);
        self.assume("the access is to an object of the program", place);
    }

    /// Reads from a node; on a refinement the state is as before.
    #[allow(clippy::too_many_arguments)]
    pub fn load_node(
        &mut self,
        s: &mut State,
        func: FuncId,
        inst: &Inst,
        dst: Reg,
        (family, left, offset): (Family, &Lin, &Lin),
        ty: Type,
    ) -> Ruled<Value> {
        match self.is_node(s, left) {
            Ruled::Is(true) => {}
            Ruled::Is(false) => {
                self.null_access(func, inst);
                return Ruled::Is(self.unknown(s, func, dst, ty));
            }
            Ruled::Refine(cases) => return Ruled::Refine(cases),
        }
        let (links, bytes) = self.info(family);
        let at = offset.as_number().and_then(|n| u64::try_from(n).ok());
        let size = self.module.layout.store_size(ty);
        let inside = at.is_some_and(|at| bytes.is_none_or(|b| at.saturating_add(size) <= b));
        if !inside {
            let place = self.place(func, inst.loc);
            self.assume("the access stays within its object", place);
        }
        let link = at.filter(|a| links.contains(a) && ty == Type::Ptr);
        let Some(at) = link else {
            return Ruled::Is(self.content(s, func, dst, ty));
        };
        let left = match links.as_slice() {
            [_] => left.add(&-BigInt::one()),
            _ => match self.child(s, family, left, at, &links) {
                Some(child) => child,
                None => return Ruled::Is(Value::Any),
            },
        };
        Ruled::Is(Value::Node {
            family,
            left,
            offset: Lin::default(),
        })
    }

    /// The size of a child of a tree's node, the same when it is read again.
    fn child(
        &mut self,
        s: &mut State,
        family: Family,
        left: &Lin,
        at: u64,
        links: &[u64],
    ) -> Option<Lin> {
        let node = left.as_var()?;
        if let Some(c) = s.children.get(&(family, node, at)) {
            return Some(c.clone());
        }
        let child = Lin::var(self.sym());
        s.facts.at_least_zero(&child);
        s.children.insert((family, node, at), child.clone());
        // All children and the node itself.
        let mut sum = Lin::number(1);
        let mut all = true;
        for l in links {
            match s.children.get(&(family, node, *l)) {
                Some(c) => sum = sum.plus(c),
                None => all = false,
            }
        }
        let rest = left.minus(&sum);
        s.facts.at_least_zero(&rest);
        if all {
            s.facts.equals_zero(&rest);
        }
        // Which share a child has is any.
        s.exact = false;
        Some(child)
    }

    /// Writes to a node.
    #[allow(clippy::too_many_arguments)]
    pub fn store_node(
        &mut self,
        s: &mut State,
        func: FuncId,
        inst: &Inst,
        (family, left, offset): (Family, &Lin, &Lin),
        ty: Type,
        value: &Value,
    ) -> Stepped {
        match self.is_node(s, left) {
            Ruled::Is(true) => {}
            Ruled::Is(false) => {
                self.null_access(func, inst);
                s.forget_memory();
                s.exact = false;
                return Stepped::Next;
            }
            Ruled::Refine(cases) => return Stepped::Refine(cases),
        }
        let (links, bytes) = self.info(family);
        let size = self.module.layout.store_size(ty);
        let at = offset.as_number().and_then(|n| u64::try_from(n).ok());
        let inside = at.is_some_and(|at| bytes.is_none_or(|b| at.saturating_add(size) <= b));
        if !inside {
            let place = self.place(func, inst.loc);
            self.assume("the access stays within its object", place);
        }
        let pointer = self.module.layout.store_size(Type::Ptr);
        let apart =
            |l: &u64, at: u64| at.saturating_add(size) <= *l || l.saturating_add(pointer) <= at;
        if at.is_some_and(|at| links.iter().all(|l| apart(l, at))) {
            return Stepped::Next;
        }
        match (links.as_slice(), at, ty) {
            ([link], Some(at), Type::Ptr) if at == *link => {
                self.relink(s, func, (family, left, at), value)
            }
            _ => {
                s.forget_nodes(Some(family));
                s.exact = false;
                Stepped::Next
            }
        }
    }

    /// What a link is made to lead to.
    fn rest(&mut self, s: &State, value: &Value, link: u64) -> Option<Rest> {
        match value {
            Value::Null => Some(Rest {
                family: None,
                left: Lin::default(),
                object: None,
            }),
            Value::Node {
                family,
                left,
                offset,
            } if offset.as_number() == Some(&BigInt::from(0)) => (self.info(*family).0 == [link])
                .then(|| Rest {
                    family: Some(*family),
                    left: left.clone(),
                    object: None,
                }),
            Value::Pointer { area, offset } if offset.as_number() == Some(&BigInt::from(0)) => {
                let inner = self.chained(s, *area, link)?;
                Some(Rest {
                    object: Some(*area),
                    ..inner
                })
            }
            _ => None,
        }
    }

    /// The chain that the link of a new object leads to.
    fn chained(&mut self, s: &State, area: Area, link: u64) -> Option<Rest> {
        let a = self.areas.get(area).filter(|a| !a.weak)?;
        let AreaKey::Heap(..) = a.key else {
            return None;
        };
        let at = i64::try_from(link).ok()?;
        match &s.cells.get(&(area, at))?.value {
            Value::Pointer { .. } => None,
            v => self.rest(s, &v.clone(), link),
        }
    }

    /// `node.link = value`.
    fn relink(
        &mut self,
        s: &mut State,
        func: FuncId,
        (family, m, link): (Family, &Lin, u64),
        value: &Value,
    ) -> Stepped {
        self.bury(s);
        let Some(rest) = self.rest(s, value, link) else {
            return self.unlink(s, family, m);
        };
        // A null pointer of any family ends the chain.
        let mut rest = rest;
        if rest.object.is_none() && rest.family.is_some() && rest.family != Some(family) {
            match self.is_node(s, &rest.left) {
                Ruled::Is(true) => {}
                Ruled::Is(false) => {
                    rest.family = None;
                    rest.left = Lin::default();
                }
                Ruled::Refine(cases) => return Stepped::Refine(cases),
            }
        }
        if rest.family == Some(family) {
            // Only what is behind the node cannot lead back to it.
            match self.order(s, &rest.left, m) {
                Order::Below => {}
                Order::AtLeast => return self.unlink(s, family, m),
                Order::Open(cases) => return Stepped::Refine(cases),
            }
        }
        // The nodes that come to this one, and how those of the target lie.
        let mut forms: Vec<(Family, Lin)> = Vec::new();
        s.each_value(&mut |v| {
            if let Value::Node { family, left, .. } = v {
                let one = (*family, left.clone());
                if !forms.contains(&one) {
                    forms.push(one);
                }
            }
        });
        let mut moved: Vec<(Family, Lin)> = Vec::new();
        let mut lost: Vec<(Family, Lin)> = Vec::new();
        for (f, l) in &forms {
            if *f == family {
                match self.order(s, l, m) {
                    Order::AtLeast => moved.push((*f, l.clone())),
                    Order::Below => {
                        // Between the node and its new rest it is cut out.
                        if rest.family == Some(family) {
                            match self.order(s, &rest.left, l) {
                                Order::AtLeast => {}
                                Order::Below => lost.push((*f, l.clone())),
                                Order::Open(cases) => return Stepped::Refine(cases),
                            }
                        }
                    }
                    Order::Open(cases) => return Stepped::Refine(cases),
                }
            } else if Some(*f) == rest.family {
                match self.order(s, &rest.left, l) {
                    Order::AtLeast => {}
                    _ => lost.push((*f, l.clone())),
                }
            }
        }
        let base = match rest.object {
            Some(_) => rest.left.add(&BigInt::one()),
            None => rest.left.clone(),
        };
        let target = match rest.family {
            Some(f) => f,
            None => match self.new_family(s, func, link, family) {
                Some(f) => f,
                None => return self.unlink(s, family, m),
            },
        };
        self.cut_out(s, func, link, &lost, &rest);
        let object = rest.object;
        s.each_value(&mut |v| match v {
            Value::Node {
                family: f, left, ..
            } if moved.contains(&(*f, left.clone())) => {
                *f = target;
                *left = left.minus(m).add(&BigInt::one()).plus(&base);
            }
            Value::Pointer { area, offset } if Some(*area) == object => {
                *v = Value::Node {
                    family: target,
                    left: base.clone(),
                    offset: offset.clone(),
                };
            }
            _ => {}
        });
        if let Some(area) = object {
            s.forget(area);
            s.sizes.remove(&area);
        }
        Stepped::Next
    }

    /// A node's link leads somewhere: what comes to it is unknown.
    fn unlink(&mut self, s: &mut State, family: Family, m: &Lin) -> Stepped {
        let mut gone: Vec<Lin> = Vec::new();
        let mut forms: Vec<Lin> = Vec::new();
        s.each_value(&mut |v| {
            if let Value::Node {
                family: f, left, ..
            } = v
            {
                if *f == family && !forms.contains(left) {
                    forms.push(left.clone());
                }
            }
        });
        for l in forms {
            if !matches!(self.order(s, &l, m), Order::Below) {
                gone.push(l);
            }
        }
        s.each_value(&mut |v| {
            if matches!(v, Value::Node { family: f, left, .. } if *f == family && gone.contains(left))
            {
                *v = Value::Any;
            }
        });
        s.exact = false;
        Stepped::Next
    }

    /// Pointers to nodes that are in no chain any more: one of them, next to
    /// the rest, is an object of its own; others become unknown.
    fn cut_out(
        &mut self,
        s: &mut State,
        func: FuncId,
        link: u64,
        lost: &[(Family, Lin)],
        rest: &Rest,
    ) {
        let next = rest.left.add(&BigInt::one());
        let single = match lost {
            [(f, l)] if Some(*f) == rest.family && rest.object.is_none() => {
                l.minus(&next).as_number() == Some(&BigInt::from(0))
            }
            _ => false,
        };
        let Some(frame) = s.top() else { return };
        let key = AreaKey::Heap(s.path(), func, frame.block, frame.next);
        let size = rest.family.and_then(|f| self.info(f).1);
        let area = self.area(key, size, false);
        let pointers = points_to(s, area);
        s.each_value(&mut |v| {
            let Value::Node {
                family,
                left,
                offset,
            } = v
            else {
                return;
            };
            if !lost.contains(&(*family, left.clone())) {
                return;
            }
            *v = if single && !pointers {
                Value::Pointer {
                    area,
                    offset: offset.clone(),
                }
            } else {
                Value::Any
            };
        });
        let (Some(family), true, Ok(at)) = (rest.family, single && !pointers, i64::try_from(link))
        else {
            return;
        };
        s.forget(area);
        s.cells.insert(
            (area, at),
            Cell {
                bytes: self.module.layout.store_size(Type::Ptr),
                value: Value::Node {
                    family,
                    left: rest.left.clone(),
                    offset: Lin::default(),
                },
            },
        );
    }

    /// A family that no pointer of the state is in.
    fn new_family(
        &mut self,
        s: &mut State,
        func: FuncId,
        link: u64,
        like: Family,
    ) -> Option<Family> {
        let bytes = self.info(like).1;
        self.fresh_family(s, func, link, bytes)
    }

    fn fresh_family(
        &mut self,
        s: &mut State,
        func: FuncId,
        link: u64,
        bytes: Option<u64>,
    ) -> Option<Family> {
        let (block, next) = s.top().map(|f| (f.block, f.next))?;
        for n in 0..ORDINALS {
            let key = FamilyKey::Made(s.path(), func, block, next, n);
            let f = self.family(key, &[link], bytes);
            if !s.uses_family(f) {
                return Some(f);
            }
        }
        None
    }

    /// Before an allocation at a place that has an object already: that is
    /// folded into the list that it is the head of, or is one of several.
    pub fn fold(&mut self, s: &mut State, func: FuncId, area: Area) {
        self.bury(s);
        if !points_to(s, area) {
            return;
        }
        if self.fold_whole(s, func, area) {
            return;
        }
        let Some(AreaKey::Heap(path, f, b, n)) = self.areas.get(area).map(|a| a.key.clone()) else {
            return;
        };
        let old = self.area(AreaKey::Older(path, f, b, n), None, true);
        s.each_value(&mut |v| {
            if let Value::Pointer { area: a, .. } = v {
                if *a == area {
                    *a = old;
                }
            }
        });
    }

    /// Folds an object that is the head of a list; whether it is one.
    pub fn fold_whole(&mut self, s: &mut State, func: FuncId, area: Area) -> bool {
        let Some((family, left)) = self.folded(s, func, area) else {
            return false;
        };
        s.each_value(&mut |v| {
            if let Value::Pointer { area: a, offset } = v {
                if *a == area {
                    *v = Value::Node {
                        family,
                        left: left.clone(),
                        offset: offset.clone(),
                    };
                }
            }
        });
        s.forget(area);
        s.sizes.remove(&area);
        true
    }

    /// The family and number that an object has as the head of a list.
    fn folded(&mut self, s: &mut State, func: FuncId, area: Area) -> Option<(Family, Lin)> {
        let own: Vec<(u64, Value)> = s
            .cells
            .iter()
            .filter(|((a, _), _)| *a == area)
            .filter_map(|((_, at), c)| Some((u64::try_from(*at).ok()?, c.value.clone())))
            .filter(|(_, v)| matches!(v, Value::Null | Value::Node { .. }))
            .collect();
        let [(link, value)] = own.as_slice() else {
            return None;
        };
        let rest = self.rest(s, value, *link).filter(|r| r.object.is_none())?;
        let size = s
            .sizes
            .get(&area)
            .and_then(|n| n.as_number().and_then(|n| u64::try_from(n).ok()));
        let family = match rest.family {
            Some(f) => f,
            None => self.fresh_family(s, func, *link, size)?,
        };
        // Another node with this number would be mistaken for it.
        let mut others: Vec<Lin> = Vec::new();
        s.each_value(&mut |v| {
            if let Value::Node {
                family: f, left, ..
            } = v
            {
                if *f == family {
                    others.push(left.clone());
                }
            }
        });
        for l in others {
            if !matches!(self.order(s, &rest.left, &l), Order::AtLeast) {
                return None;
            }
        }
        Some((family, rest.left.add(&BigInt::one())))
    }

    /// `free` of a node: what comes to it leads to what is not there.
    pub fn free_node(&mut self, s: &mut State, family: Family, left: &Lin) {
        self.bury(s);
        if self.info(family).0.len() == 1 {
            let _ = self.unlink(s, family, left);
        } else {
            s.forget_nodes(Some(family));
            s.exact = false;
        }
    }
}

/// Whether something leads to an area.
fn points_to(s: &mut State, area: Area) -> bool {
    let mut found = false;
    s.each_value(&mut |v| {
        found |= matches!(v, Value::Pointer { area: a, .. } if *a == area);
    });
    found
}
