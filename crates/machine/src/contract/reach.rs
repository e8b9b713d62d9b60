//! Which functions and variables a function can name: what it calls, and what
//! stands in the initial values of the variables that it names. A function that
//! calls through a pointer can name all of them. Cost: linear in the program.

use ep_ir::{visit, Callee, FuncId, GlobalId, InstKind, Module, Operand, RelocTarget};

/// What a function can name, directly or through what it calls.
pub struct Reach {
    functions: Vec<bool>,
    globals: Vec<bool>,
    all: bool,
}

enum Name {
    Function(FuncId),
    Global(GlobalId),
}

impl Reach {
    /// What `from` can name.
    pub fn new(module: &Module, from: FuncId) -> Reach {
        let mut r = Reach {
            functions: vec![false; module.functions.len()],
            globals: vec![false; module.globals.len()],
            all: false,
        };
        let mut left = vec![Name::Function(from)];
        while let Some(name) = left.pop() {
            match name {
                Name::Function(f) => {
                    if !std::mem::replace(&mut r.functions[f.0 as usize], true) {
                        r.function_names(module, f, &mut left);
                    }
                }
                Name::Global(g) => {
                    if std::mem::replace(&mut r.globals[g.0 as usize], true) {
                        continue;
                    }
                    for reloc in module.globals[g].init.iter().flat_map(|i| &i.relocs) {
                        match reloc.target {
                            RelocTarget::Global(g) => left.push(Name::Global(g)),
                            RelocTarget::Func(f) => left.push(Name::Function(f)),
                            RelocTarget::Label(..) => {}
                        }
                    }
                }
            }
        }
        r
    }

    fn function_names(&mut self, module: &Module, f: FuncId, left: &mut Vec<Name>) {
        let mut indirect = false;
        {
            let mut see = |o: &Operand| match o {
                Operand::Global(g, _) => left.push(Name::Global(*g)),
                Operand::Func(f) => left.push(Name::Function(*f)),
                _ => {}
            };
            for (_, b) in module.functions[f].blocks.iter() {
                for i in &b.insts {
                    visit::uses(&i.kind, &mut see);
                    if let InstKind::Call { callee, .. } = &i.kind {
                        match callee {
                            Callee::Direct(g) => see(&Operand::Func(*g)),
                            Callee::Indirect(_) => indirect = true,
                        }
                    }
                }
                visit::term_uses(&b.term, &mut see);
            }
        }
        self.all |= indirect;
    }

    /// Whether the function can be called.
    pub fn function(&self, f: FuncId) -> bool {
        self.all || self.functions[f.0 as usize]
    }

    /// Whether the variable can be named.
    pub fn global(&self, g: GlobalId) -> bool {
        self.all || self.globals[g.0 as usize]
    }
}

/// Functions with a contract that a run from here can call: also what runs
/// before the entry and after it.
pub fn contracts_in_reach(module: &Module, clauses: &[u32], from: FuncId) -> Vec<FuncId> {
    let at_exit = module.function("atexit");
    let registers = at_exit.is_some_and(|f| !module.functions[f].is_declaration());
    let mut reach = vec![Reach::new(module, from)];
    reach.extend(module.constructors.iter().map(|c| Reach::new(module, *c)));
    let all = module.functions.iter().map(|(f, _)| f);
    all.filter(|f| clauses[f.0 as usize] > 0)
        .filter(|f| registers || reach.iter().any(|r| r.function(*f)))
        .collect()
}
