//! Global variables: layout, initial content, source names.

use crate::llvm::Value;
use crate::lower::Lowerer;
use ep_ir::{DebugTypeId, Global, GlobalId, Init, LocId};

/// Initialised globals over this size keep no content: nobody writes such an
/// initialiser, and the bytes would be held in memory.
const MAX_INIT: u64 = 1 << 30;

impl Lowerer {
    /// The id of a global variable, whose content is lowered later.
    pub fn global_id(&mut self, g: Value) -> GlobalId {
        if let Some(&id) = self.global_ids.get(&g) {
            return id;
        }
        let ty = g.value_type();
        let (size, natural) = if ty.is_sized() {
            (self.layouts.alloc_size(ty), self.layouts.align(ty))
        } else {
            (0, 1)
        };
        let align = g.align();
        let id = self.module.globals.push(Global {
            name: self.global_name(g),
            size,
            align: if align == 0 { natural } else { align },
            constant: g.is_constant_global(),
            volatile: false,
            init: None,
            ty: DebugTypeId(0),
            loc: LocId(0),
        });
        self.global_ids.insert(g, id);
        self.global_queue.push((id, g));
        id
    }

    /// Private globals may have no name; the ir wants one.
    fn global_name(&self, g: Value) -> String {
        let name = g.name();
        if name.is_empty() {
            format!(".unnamed.{}", self.module.globals.len())
        } else {
            name
        }
    }

    /// Fills in the content and the source description.
    pub fn lower_global(&mut self, id: GlobalId, g: Value) {
        if let Some(var) = g.global_variable() {
            self.module.globals[id].volatile |= crate::debug::is_volatile(var.ty);
            self.module.globals[id].ty = self.debug.type_id(&mut self.module, var.ty);
            self.module.globals[id].loc =
                self.debug.position(&mut self.module, var.file, var.line, 0);
        }
        let size = self.module.globals[id].size;
        let Some(value) = g.initializer() else {
            return;
        };
        if size > MAX_INIT {
            return;
        }
        let mut init = Init {
            bytes: vec![0; size as usize],
            relocs: Vec::new(),
        };
        // An initial value that cannot be written down leaves the content
        // unknown, as for a global that is only declared.
        if self.write_constant(value, 0, &mut init).is_ok() {
            init.relocs.sort_by_key(|r| r.offset);
            self.module.globals[id].init = Some(init);
        }
    }
}
