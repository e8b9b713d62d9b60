//! What the rules of a run share: the program, the symbolic variables and
//! areas made so far, and what could not be decided.

use super::facts::Counters;
use super::forms::Found;
use super::lin::{Interval, Lin, Sym};
use super::options::{Arithmetic, Options, OverflowMode, ViewMode};
use super::products::Products;
use super::relevant::Relevant;
use super::rules::{Num, View};
use super::shape::Shape;
use super::state::{Area, State, Value};
use super::views::Views;
use ep_base::outcome::Place;
use ep_base::time::{Assumption, Expr, Parameter, ParameterKind};
use ep_base::Arena;
use ep_ir::{BlockId, FuncId, GlobalId, LocId, Module, Type};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Work of all linear programs for the bounds of one analysis.
const PROGRAMS: u64 = 300_000_000;

/// What an area is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum AreaKey {
    /// An `alloca` of an activation.
    Local(Vec<(FuncId, BlockId, usize)>, FuncId, BlockId, usize),
    Global(GlobalId),
    /// Behind this parameter of the entry.
    Behind(u32),
    /// Behind the pointer at an offset of what this parameter leads to.
    Field(u32, u64),
    /// From an allocation in an activation.
    Heap(Vec<(FuncId, BlockId, usize)>, FuncId, BlockId, usize),
    /// `argv` of `main`, its string with this number, and one of them that was
    /// read there.
    Arguments,
    Argument(usize),
    SomeArgument(Vec<(FuncId, BlockId, usize)>, FuncId, BlockId, usize),
    /// What is left of standard input, in a cell.
    StandardInput,
    /// What `stdin` leads to.
    InputStream,
    /// The older objects from such an allocation.
    Older(Vec<(FuncId, BlockId, usize)>, FuncId, BlockId, usize),
}

/// An allocated area.
#[derive(Clone, Debug)]
pub struct AreaInfo {
    pub key: AreaKey,
    /// Bytes, where they are known.
    pub size: Option<u64>,
    /// Several objects may be meant at one time: nothing is kept of it.
    pub weak: bool,
    /// A pointer to it may be null instead.
    pub nullable: bool,
}

/// A symbolic variable that stands for an input.
#[derive(Clone, Debug)]
pub struct InputVariable {
    pub sym: Sym,
    pub parameter: Parameter,
    pub range: Interval,
}

/// A quantity of the inputs that is no linear form of them.
#[derive(Clone, Debug)]
pub struct Derived {
    pub sym: Sym,
    pub expr: Expr,
    pub range: Interval,
}

/// Shared by all states of a run.
pub struct Engine<'a> {
    pub module: &'a Module,
    pub options: &'a Options,
    pub views: Views,
    pub calls: super::callgraph::Calls,
    /// What decides something; all else holds any value.
    pub relevant: Relevant,
    /// What is claimed of the results of recursive functions.
    pub results: super::results::Results,
    shapes: BTreeMap<FuncId, Rc<Shape>>,
    pub coarse: bool,
    /// Pointers to characters that are parameters of the entry lead to strings.
    pub take_strings: bool,
    /// What is told apart of the inputs.
    pub(super) middle: super::middle::Middle,
    /// What each case of the inputs says, by its number.
    pub(super) cases: Vec<super::facts::Facts>,
    /// The view of each cell, the first in which a number was kept there.
    pub cell_views: BTreeMap<(Area, i64), View>,
    /// The next symbolic variable.
    pub next: u32,
    /// Variables that are products of two forms.
    pub products: Products,
    pub count: Counters,
    /// Work that is left for the linear programs of bounds
    /// ([`ep_smt::linear::Simplex::work`]). Where none is left, a bound is missing.
    pub programs: Cell<u64>,
    /// The potentials that are found, while somebody collects them.
    pub found: RefCell<Option<Vec<Found>>>,
    pub areas: Arena<Area, AreaInfo>,
    pub families: Arena<super::state::Family, super::state::FamilyInfo>,
    by_key: BTreeMap<AreaKey, Area>,
    pub inputs: Vec<InputVariable>,
    /// What the source calls cells that hold inputs at the start.
    pub held: BTreeMap<(Area, i64), String>,
    /// Inputs that decide nothing.
    pub idle: BTreeSet<Sym>,
    /// Quantities of the inputs that bounds may name.
    pub derived: Vec<Derived>,
    /// Reads at offsets over registers, by the number of their slot.
    pub(super) templates: Vec<super::arrival::Template>,
    /// Measures of loops, as text, by the number of their slot.
    pub measures: Vec<String>,
    /// What is said when a parameter of the entry was taken for a string.
    pub strings: BTreeMap<u32, Assumption>,
    pub assumptions: BTreeSet<Assumption>,
    /// What the program does to its input beside reading it, once it is known.
    pub beside: Option<Option<String>>,
    pub changes_stream: Option<bool>,
    /// What is not modelled or was given up, with its place.
    pub undecided: BTreeSet<(String, Place)>,
    /// The function that the analysis begins in.
    pub entry: Option<FuncId>,
    /// Functions without a line of the user's: models of the C library.
    library: BTreeSet<FuncId>,
}

impl<'a> Engine<'a> {
    /// `coarse`: states are joined wherever they meet.
    pub fn new(module: &'a Module, options: &'a Options, coarse: bool) -> Engine<'a> {
        Engine {
            module,
            options,
            views: Views::of(
                module,
                match options.arithmetic {
                    Arithmetic::Bits => options.view,
                    Arithmetic::Math => ViewMode::Signed,
                },
            ),
            calls: super::callgraph::Calls::of(module),
            relevant: match options.overflow {
                OverflowMode::Wrap => Relevant::of(module),
                // Each operation may overflow, whatever its result is for.
                OverflowMode::Error | OverflowMode::Assume => Relevant::everything(),
            },
            results: super::results::Results::default(),
            shapes: BTreeMap::new(),
            coarse,
            take_strings: true,
            middle: super::middle::Middle::Everything,
            cases: Vec::new(),
            cell_views: BTreeMap::new(),
            next: 0,
            products: Products::default(),
            count: Counters::default(),
            programs: Cell::new(PROGRAMS),
            found: RefCell::default(),
            areas: Arena::new(),
            families: Arena::new(),
            by_key: BTreeMap::new(),
            inputs: Vec::new(),
            held: BTreeMap::new(),
            idle: BTreeSet::new(),
            derived: Vec::new(),
            templates: Vec::new(),
            measures: Vec::new(),
            strings: BTreeMap::new(),
            assumptions: match options.arithmetic {
                Arithmetic::Bits => BTreeSet::new(),
                Arithmetic::Math => BTreeSet::from([Assumption {
                    text: "integers are mathematical ones: no arithmetic wraps around".into(),
                    place: Place::default(),
                }]),
            },
            beside: None,
            changes_stream: None,
            undecided: BTreeSet::new(),
            entry: None,
            library: (module.functions.iter())
                .filter(|(_, f)| module.locs.get(f.loc).is_none_or(|p| p.line == 0))
                .map(|(id, _)| id)
                .collect(),
        }
    }

    /// Whether a function is a model of the C library.
    pub fn is_library(&self, f: FuncId) -> bool {
        self.library.contains(&f)
    }

    /// The shape of a function with a body.
    pub fn shape(&mut self, f: FuncId) -> Option<Rc<Shape>> {
        if let Some(s) = self.shapes.get(&f) {
            return Some(s.clone());
        }
        let function = self.module.functions.get(f)?;
        let shape = Rc::new(Shape::of(function, self.coarse));
        self.shapes.insert(f, shape.clone());
        Some(shape)
    }

    /// The area for a key, made when it is new.
    pub fn area(&mut self, key: AreaKey, size: Option<u64>, weak: bool) -> Area {
        if let Some(a) = self.by_key.get(&key) {
            return *a;
        }
        let a = self.areas.push(AreaInfo {
            key: key.clone(),
            size,
            weak,
            nullable: matches!(key, AreaKey::Heap(..) | AreaKey::Older(..)),
        });
        self.by_key.insert(key, a);
        a
    }

    /// Whether a pointer to an area may be null instead.
    pub fn nullable(&mut self, area: Area, is: bool) {
        if let Some((_, info)) = self.areas.iter_mut().find(|(a, _)| *a == area) {
            info.nullable = is;
        }
    }

    /// A fresh variable.
    pub fn sym(&mut self) -> Sym {
        let s = Sym(self.next);
        self.next += 1;
        s
    }

    /// An integer of which nothing is known but its type.
    pub fn arbitrary(&mut self, s: &mut State, view: View, bits: u32) -> Num {
        let v = Lin::var(self.sym());
        s.facts.add(&v, &self.range(view, bits));
        s.exact = false;
        Num {
            form: v,
            view,
            bits,
        }
    }

    /// An integer that the run reads: a parameter of the bounds while there is
    /// only one way here, else any number.
    pub fn read(&mut self, s: &mut State, by: Option<&str>, view: View, bits: u32) -> Num {
        if !s.fresh_start {
            return self.arbitrary(s, view, bits);
        }
        let order = s.reads;
        s.reads += 1;
        let signed = view == View::Signed;
        let kind = ParameterKind::Read {
            order,
            bits,
            signed,
        };
        let same =
            |k: &ParameterKind| matches!(k, ParameterKind::Read { order: o, .. } if *o == order);
        self.taken_as(s, by, kind, &same, format!("input#{order}"))
    }

    /// The word `order` of standard input, which the program took as a number, likewise.
    pub fn word(
        &mut self,
        s: &mut State,
        by: Option<&str>,
        order: u32,
        (view, bits): (View, u32),
    ) -> Num {
        let signed = view == View::Signed;
        let kind = ParameterKind::Word {
            order,
            bits,
            signed,
        };
        let same =
            |k: &ParameterKind| matches!(k, ParameterKind::Word { order: o, .. } if *o == order);
        self.taken_as(s, by, kind, &same, format!("word#{order}"))
    }

    /// A parameter for what is read, under the name of the variable that takes it, if
    /// that is the same on all ways here. `same`: read at the same point, maybe with
    /// another type.
    fn taken_as(
        &mut self,
        s: &mut State,
        by: Option<&str>,
        kind: ParameterKind,
        same: &dyn Fn(&ParameterKind) -> bool,
        number: String,
    ) -> Num {
        let (ParameterKind::Read { bits, signed, .. } | ParameterKind::Word { bits, signed, .. }) =
            kind
        else {
            return self.arbitrary(s, View::Signed, 64);
        };
        let view = match signed {
            true => View::Signed,
            false => View::Unsigned,
        };
        let known = self.inputs.iter_mut().find(|i| i.parameter.kind == kind);
        let sym = match known {
            Some(i) => {
                if by != Some(&i.parameter.name) {
                    // Another variable takes it on another way.
                    i.parameter.name = number;
                }
                i.sym
            }
            None => {
                // Another type was read there on another way.
                if self.inputs.iter().any(|i| same(&i.parameter.kind)) {
                    return self.arbitrary(s, view, bits);
                }
                let range = self.range(view, bits);
                let free = |n: &&str| self.inputs.iter().all(|i| i.parameter.name != **n);
                let name = by.filter(free).map(str::to_owned);
                self.input(name.unwrap_or(number), kind, range)
            }
        };
        let form = Lin::var(sym);
        s.facts.add(&form, &self.range(view, bits));
        Num { form, view, bits }
    }

    /// Takes work of linear programs from what is left.
    pub fn spend(&self, work: u64) {
        self.programs.set(self.programs.get().saturating_sub(work));
    }

    /// A new input variable.
    pub fn input(&mut self, name: String, kind: ParameterKind, range: Interval) -> Sym {
        let sym = self.sym();
        // A parameter may have the name of a variable: the second is `n#2`.
        let taken = |name: &str| self.inputs.iter().any(|i| i.parameter.name == name);
        let name = match taken(&name) {
            false => name,
            true => (2..)
                .map(|n| format!("{name}#{n}"))
                .find(|n| !taken(n))
                .unwrap_or(name),
        };
        self.inputs.push(InputVariable {
            sym,
            parameter: Parameter { name, kind },
            range,
        });
        sym
    }

    /// Whether a variable stands for an input.
    pub fn is_input(&self, v: Sym) -> bool {
        self.inputs.iter().any(|i| i.sym == v)
    }

    /// A value of a type of which nothing is known.
    pub fn unknown(&mut self, s: &mut State, f: FuncId, r: ep_ir::Reg, ty: Type) -> Value {
        match ty {
            Type::Int(1) => Value::Any,
            Type::Int(bits) => {
                let view = self.views.view(f, r);
                Value::Int(self.arbitrary(s, view, bits))
            }
            Type::Float(_) | Type::Ptr => Value::Any,
        }
    }

    /// What memory of which nothing is known holds: an integer may be any, and
    /// the way that the run takes does not hang on it yet.
    pub fn content(&mut self, s: &mut State, f: FuncId, r: ep_ir::Reg, ty: Type) -> Value {
        let exact = s.exact;
        let v = self.unknown(s, f, r, ty);
        if let Value::Int(n) = &v {
            if let Some(sym) = n.form.as_var() {
                s.free.insert(sym, self.range(n.view, n.bits));
                s.exact = exact;
            }
        }
        v
    }

    /// A position as text.
    pub fn place(&self, func: FuncId, loc: LocId) -> Place {
        let mut place = Place {
            function: self
                .module
                .functions
                .get(func)
                .map(|f| f.name.clone())
                .unwrap_or_default(),
            ..Place::default()
        };
        if let Some(p) = self.module.locs.get(loc) {
            place.file = self.module.files.get(p.file).cloned().unwrap_or_default();
            place.line = p.line;
            place.column = p.column;
        }
        place
    }

    /// The result rests on this.
    pub fn assume(&mut self, text: &str, place: Place) {
        if self.options.strict {
            self.undecided
                .insert((format!("not proved: {text}"), place));
        } else {
            self.assumptions.insert(Assumption {
                text: text.to_owned(),
                place,
            });
        }
    }

    /// The analysis gives up here.
    pub fn give_up(&mut self, what: impl Into<String>, place: Place) {
        self.undecided.insert((what.into(), place));
    }
}
