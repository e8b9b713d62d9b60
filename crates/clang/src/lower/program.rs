//! One module of LLVM's on its way: what has an id, and what waits to be
//! lowered.

use super::function;
use crate::debug::DebugInfo;
use crate::layout::Layouts;
use crate::llvm::{Bb, Value};
use crate::loaded::Loaded;
use crate::ReadOptions;
use ep_base::Diagnostic;
use ep_ir::{BlockId, DataLayout, FuncId, Function, GlobalId, Module, Operand, RelocTarget};
use llvm_sys::core::*;
use llvm_sys::target::LLVMGetModuleDataLayout;
use rustc_hash::FxHashMap;
use std::ffi::CString;

/// What inline assembly is called, in messages and as a function
/// ([`ReadOptions::assembly_is_called`]).
pub const ASSEMBLY: &str = "inline assembly";

/// State of the lowering of one module.
pub struct Lowerer {
    pub module: Module,
    pub layouts: Layouts,
    pub debug: DebugInfo,
    /// The metadata kind of instructions that a sanitizer added.
    pub nosanitize: u32,
    pub function_ids: FxHashMap<Value, FuncId>,
    pub function_queue: Vec<(FuncId, Value)>,
    pub global_ids: FxHashMap<Value, GlobalId>,
    pub global_queue: Vec<(GlobalId, Value)>,
    /// Blocks of functions whose address is taken, by LLVM block.
    pub labels_used: bool,
    /// Final block of each LLVM block position, for functions with labels.
    pub label_map: FxHashMap<(FuncId, BlockId), BlockId>,
    /// Instructions stand where the programmer wrote them: compiled by us
    /// without optimisation.
    pub in_source_order: bool,
    /// The program counts what is covered.
    pub counts: bool,
    /// The first counter of each array, for what is one.
    pub counters: FxHashMap<Value, Option<u32>>,
    /// Inline assembly becomes a call of this function, once there is one.
    pub assembly_is_called: bool,
    assembly: Option<FuncId>,
}

/// Lowers what the roots reach.
pub fn module(
    loaded: &Loaded,
    options: &ReadOptions,
    from_source: bool,
) -> Result<Module, Diagnostic> {
    let llvm = loaded.module;
    // SAFETY: the module lives as long as `loaded`, and so does its layout.
    let td = unsafe { LLVMGetModuleDataLayout(llvm) };
    let layouts = Layouts::new(td);
    let ptr_bits = layouts.ptr_bits();
    if ptr_bits != 32 && ptr_bits != 64 {
        return Err(Diagnostic::bad_input(format!(
            "pointers of {ptr_bits} bits are not supported"
        )));
    }
    let mut module = Module::new(DataLayout { ptr_bits });
    module.from_source = from_source;
    let kind = c"nosanitize";
    let mut lowerer = Lowerer {
        module,
        layouts,
        debug: DebugInfo::default(),
        // SAFETY: a text of ten bytes.
        nosanitize: unsafe { LLVMGetMDKindID(kind.as_ptr(), 10) },
        function_ids: FxHashMap::default(),
        function_queue: Vec::new(),
        global_ids: FxHashMap::default(),
        global_queue: Vec::new(),
        labels_used: false,
        label_map: FxHashMap::default(),
        in_source_order: from_source && !optimised(&options.clang_flags),
        counts: options.counted,
        counters: FxHashMap::default(),
        assembly_is_called: options.assembly_is_called,
        assembly: None,
    };
    let mut own = false;
    for root in &options.roots {
        let Ok(name) = CString::new(root.as_str()) else {
            continue;
        };
        // SAFETY: the module lives; the name ends with zero.
        let found = unsafe { LLVMGetNamedFunction(llvm, name.as_ptr()) };
        if let Some(f) = Value::some(found) {
            lowerer.function_id(f);
            // Models of ours are roots beside those of the program.
            own |= !root.starts_with("__ep_");
        }
    }
    // Without a root there is only a message to come, which names what there is.
    if options.keep_unreachable_functions || !own {
        // SAFETY: the module lives, and with it the list of its functions.
        let mut f = unsafe { LLVMGetFirstFunction(llvm) };
        while let Some(function) = Value::some(f) {
            if !function.is_declaration() {
                lowerer.function_id(function);
            }
            // SAFETY: not null, and of the same list.
            f = unsafe { LLVMGetNextFunction(f) };
        }
    }
    let mut constructors = lowerer.in_sections(loaded);
    constructors.extend(lowerer.listed(loaded, c"llvm.global_ctors"));
    lowerer.module.constructors = constructors;
    lowerer.run();
    lowerer.patch_labels();
    Ok(lowerer.module)
}

/// Whether the user's flags ask clang to optimise; the last one wins.
fn optimised(flags: &[String]) -> bool {
    let level = flags.iter().rev().find(|f| f.starts_with("-O"));
    level.is_some_and(|f| f != "-O0")
}

impl Lowerer {
    /// The id of a function, which is lowered later.
    pub fn function_id(&mut self, f: Value) -> FuncId {
        if let Some(&id) = self.function_ids.get(&f) {
            return id;
        }
        let id = self.module.functions.push(Function {
            name: f.name(),
            params: Vec::new(),
            rets: Vec::new(),
            variadic: f.value_type().is_variadic(),
            noreturn: f.no_return(),
            internal: f.internal(),
            blocks: ep_base::Arena::new(),
            regs: ep_base::Arena::new(),
            vars: ep_base::Arena::new(),
            ty: ep_ir::DebugTypeId(0),
            loc: ep_ir::LocId(0),
        });
        self.function_ids.insert(f, id);
        self.function_queue.push((id, f));
        id
    }

    /// The function that inline assembly becomes a call of.
    pub fn assembly(&mut self) -> FuncId {
        if let Some(id) = self.assembly {
            return id;
        }
        let id = self.module.functions.push(Function {
            name: ASSEMBLY.to_owned(),
            params: Vec::new(),
            rets: Vec::new(),
            variadic: true,
            noreturn: false,
            internal: false,
            blocks: ep_base::Arena::new(),
            regs: ep_base::Arena::new(),
            vars: ep_base::Arena::new(),
            ty: ep_ir::DebugTypeId(0),
            loc: ep_ir::LocId(0),
        });
        self.assembly = Some(id);
        id
    }

    fn run(&mut self) {
        // First in, first out, so that ids grow with the distance from the root.
        let (mut next_function, mut next_global) = (0, 0);
        loop {
            if next_function < self.function_queue.len() {
                let (id, f) = self.function_queue[next_function];
                next_function += 1;
                function::lower(self, id, f);
            } else if next_global < self.global_queue.len() {
                let (id, g) = self.global_queue[next_global];
                next_global += 1;
                self.lower_global(id, g);
            } else {
                return;
            }
        }
    }

    /// The functions that a list of LLVM names, by priority.
    fn listed(&mut self, loaded: &Loaded, name: &std::ffi::CStr) -> Vec<FuncId> {
        // SAFETY: the module lives; the name ends with zero.
        let list = unsafe { LLVMGetNamedGlobal(loaded.module, name.as_ptr()) };
        let Some(init) = Value::some(list).and_then(Value::initializer) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for i in 0..init.operand_count() {
            let entry = init.operand(i);
            if entry.operand_count() < 2 {
                continue;
            }
            let priority = entry.operand(0).constant_bits().map_or(65535, |(_, b)| b);
            let f = entry.operand(1);
            if f.is_function() {
                found.push((priority, f));
            }
        }
        found.sort_by_key(|(priority, _)| *priority);
        found
            .into_iter()
            .map(|(_, f)| self.function_id(f))
            .collect()
    }

    /// The functions whose addresses lie in a section that the system calls through
    /// before `main`, as `__attribute__((constructor))` does without saying so.
    fn in_sections(&mut self, loaded: &Loaded) -> Vec<FuncId> {
        let mut found = Vec::new();
        // SAFETY: the module lives, and with it the list of its variables.
        let mut g = unsafe { LLVMGetFirstGlobal(loaded.module) };
        while let Some(global) = Value::some(g) {
            // SAFETY: not null; what is returned is null or a string that the module owns.
            let section = unsafe { LLVMGetSection(g) };
            let name = match section.is_null() {
                true => std::borrow::Cow::Borrowed(""),
                // SAFETY: not null, and it ends with zero.
                false => unsafe { std::ffi::CStr::from_ptr(section) }.to_string_lossy(),
            };
            let before = [".preinit_array", ".init_array", ".ctors"];
            if before.iter().any(|b| name.starts_with(b)) {
                if let Some(init) = global.initializer() {
                    let elements = (0..init.operand_count()).map(|i| init.operand(i));
                    let all = std::iter::once(init).chain(elements);
                    found.extend(all.filter(|f| f.is_function()));
                }
            }
            // SAFETY: not null, and of the same list.
            g = unsafe { LLVMGetNextGlobal(g) };
        }
        found.into_iter().map(|f| self.function_id(f)).collect()
    }

    /// The provisional name of a label: its position in LLVM's block list.
    pub fn label(&mut self, f: Value, block: Bb) -> (FuncId, BlockId) {
        self.labels_used = true;
        let id = self.function_id(f);
        let index = f.blocks().iter().position(|b| *b == block).unwrap_or(0);
        (id, BlockId(index as u32))
    }

    fn patch_labels(&mut self) {
        if !self.labels_used {
            return;
        }
        let map = &self.label_map;
        // A label whose block cannot be reached keeps the entry, which no
        // computed goto lists: jumping there is a wild jump.
        let find = |f: FuncId, b: BlockId| map.get(&(f, b)).copied().unwrap_or(BlockId(0));
        for (_, function) in self.module.functions.iter_mut() {
            let blocks: Vec<BlockId> = function.blocks.ids().collect();
            for b in blocks {
                let block = &mut function.blocks[b];
                let mut patch = |o: &mut Operand| {
                    if let Operand::Label(f, l) = o {
                        *l = find(*f, *l);
                    }
                };
                for inst in &mut block.insts {
                    crate::opt::visit::uses_mut(&mut inst.kind, &mut patch);
                }
                crate::opt::visit::term_uses_mut(&mut block.term, &mut patch);
            }
        }
        for (_, global) in self.module.globals.iter_mut() {
            for reloc in global.init.iter_mut().flat_map(|i| i.relocs.iter_mut()) {
                if let RelocTarget::Label(f, l) = &mut reloc.target {
                    *l = find(*f, *l);
                }
            }
        }
    }
}
