//! What is known of the initial heap: its pointers, by number, and what of it
//! is decided on one path.

use crate::options::Entry;
use crate::value::{LazyId, ObjectId, Value};
use crate::world::pointers;
use ep_base::outcome::{PointerSlot, PointerTarget};
use ep_ir::{DebugTypeId, FuncId, Type};
use ep_term::TermId;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A pointer whose target is not decided.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LazyPointer {
    pub slot: PointerSlot,
    /// What it points to.
    pub to: DebugTypeId,
    /// How the source reaches it.
    pub name: String,
    /// Pointers between it and a parameter, itself included.
    pub depth: u32,
}

/// The table behind [`Value::Lazy`]: the same for the same pointer on every
/// path.
#[derive(Default)]
pub struct LazyTable {
    pub(super) list: Vec<Rc<LazyPointer>>,
    pub(super) index: FxHashMap<Rc<LazyPointer>, LazyId>,
    /// The types of functions behind pointers.
    pub(super) signatures: Vec<DebugTypeId>,
}

impl LazyTable {
    /// For a program and its entry.
    pub fn new(module: &ep_ir::Module, entry: &Entry) -> LazyTable {
        let mut table = LazyTable::default();
        if let Entry::Function { name, .. } = entry {
            if let Some(f) = module.function(name) {
                let types = pointers::parameter_types(module, &module.functions[f]);
                table.signatures = pointers::signatures(module, &types);
            }
        }
        table
    }

    #[inline]
    pub(super) fn intern(&mut self, p: LazyPointer) -> LazyId {
        if let Some(id) = self.index.get(&p) {
            return *id;
        }
        let p = Rc::new(p);
        let id = LazyId(self.list.len() as u32);
        self.list.push(p.clone());
        self.index.insert(p, id);
        id
    }

    #[inline]
    pub(super) fn get(&self, id: LazyId) -> Rc<LazyPointer> {
        self.list[id.0 as usize].clone()
    }

    /// Whether any pointer is undecided anywhere.
    #[inline]
    pub fn any(&self) -> bool {
        !self.list.is_empty()
    }
}

/// What is asked about a pointer.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) targets: Vec<PointerTarget>,
    /// The input that chooses one, if there is a choice.
    pub(super) which: Option<TermId>,
}

/// An object of the initial heap.
#[derive(Clone, Debug)]
pub struct HeapObject {
    pub number: u32,
    pub object: ObjectId,
    pub ty: DebugTypeId,
}

#[derive(Clone, Debug)]
pub(super) struct HeapFunction {
    pub(super) func: FuncId,
    pub(super) signature: u32,
    pub(super) number: u32,
    pub(super) depth: u32,
    pub(super) name: String,
}

/// Where a parameter of the entry comes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Register(u32),
    /// The variable argument with this number.
    Variable(usize),
}

/// The variable arguments of an activation.
type Variable = Rc<Vec<(Value, Type)>>;

impl Place {
    /// Puts the parameter there.
    #[inline]
    pub fn put(self, regs: &mut [Value], variable: &mut Variable, v: Value) {
        match self {
            Place::Register(r) => regs[r as usize] = v,
            Place::Variable(k) => Rc::make_mut(variable)[k].0 = v,
        }
    }
}

/// What is decided of the initial heap on one path.
#[derive(Clone, Default, Debug)]
pub struct InitialHeap {
    pub(super) decided: Vec<(LazyId, Value)>,
    pub(super) asked: Vec<(LazyId, Rc<Question>)>,
    pub(crate) objects: Vec<HeapObject>,
    pub(super) functions: Vec<HeapFunction>,
    /// Calls of functions behind pointers.
    pub(super) calls: u32,
    /// Parameters of the entry that are undecided.
    pub(super) pending: Vec<(Place, LazyId)>,
    /// The number of the next object that is no parameter's.
    pub(super) next: u32,
    /// Where the result goes, if that is in memory.
    pub(super) result: Option<ObjectId>,
    /// Objects by number that have as many bytes as a parameter says, once that is there.
    pub(crate) sized: Vec<(u32, Option<TermId>)>,
}

impl InitialHeap {
    /// Whether nothing of it is there or asked for.
    pub fn is_untouched(&self) -> bool {
        let decided = self.decided.is_empty() && self.asked.is_empty();
        let there = self.objects.is_empty() && self.functions.is_empty();
        let due = self.pending.is_empty() && self.sized.is_empty();
        decided && there && due && self.calls == 0 && self.result.is_none()
    }

    /// The objects that are there so far.
    #[inline]
    pub fn objects(&self) -> &[HeapObject] {
        &self.objects
    }

    /// How many bytes this object has, where a parameter says it.
    #[inline]
    pub(crate) fn size_of(&self, number: u32) -> Option<TermId> {
        let found = self.sized.iter().find(|(n, _)| *n == number);
        found.and_then(|(_, t)| *t)
    }

    /// Whether a parameter says how large this object is.
    #[inline]
    pub(crate) fn is_sized(&self, number: u32) -> bool {
        self.sized.iter().any(|(n, _)| *n == number)
    }

    /// Where the result goes, if that is in memory.
    #[inline]
    pub fn result(&self) -> Option<ObjectId> {
        self.result
    }

    /// Says where the result goes.
    #[inline]
    pub fn set_result(&mut self, o: ObjectId) {
        self.result = Some(o);
    }

    /// Whether the entry's parameters are still to be decided.
    #[inline]
    pub fn pending(&self) -> bool {
        !self.pending.is_empty()
    }

    #[inline]
    pub(super) fn decided(&self, id: LazyId) -> Option<Value> {
        let found = self.decided.iter().find(|(i, _)| *i == id);
        found.map(|(_, v)| *v)
    }
}
