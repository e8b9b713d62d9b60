//! Calls: arguments and results leaf by leaf, what cannot be called.

use super::function::FnLower;
use crate::layout::Unsupported;
use crate::llvm::Value;
use ep_ir::inst::Arg;
use ep_ir::{Callee, InstKind, Operand, Type};
use llvm_sys::LLVMValueKind;
use smallvec::smallvec;

/// Functions whose call is not a call: they return twice or not at all.
const NON_LOCAL: [&str; 12] = [
    "setjmp",
    "_setjmp",
    "sigsetjmp",
    "__sigsetjmp",
    "longjmp",
    "_longjmp",
    "siglongjmp",
    "__longjmp_chk",
    "vfork",
    "getcontext",
    "setcontext",
    "swapcontext",
];

impl FnLower<'_> {
    pub fn call(&mut self, v: Value) -> Result<(), Unsupported> {
        let called = v.called();
        if called.kind() == LLVMValueKind::LLVMInlineAsmValueKind {
            return self.inline_asm(v, called);
        }
        if called.is_function() {
            let name = called.name();
            if let Some(intrinsic) = name.strip_prefix("llvm.") {
                return self.intrinsic(v, intrinsic);
            }
            if called.is_declaration() && NON_LOCAL.contains(&name.as_str()) {
                return Err(name);
            }
        }
        let callee = if called.is_function() {
            Callee::Direct(self.lw.function_id(called))
        } else {
            match self.one(called)? {
                Operand::Func(f) => Callee::Direct(f),
                other => Callee::Indirect(other),
            }
        };
        let ty = v.called_type();
        let returned = self.lw.layouts.leaves(ty.return_type())?;
        let rets: Vec<Type> = returned.iter().map(|l| l.ty).collect();
        let mut args = Vec::new();
        let count = v.argument_count();
        let named = match ty.is_variadic() {
            false => count,
            true => ty.param_count(),
        };
        for i in 0..count {
            let arg = v.operand(i);
            let leaves = self.leaves(arg)?;
            let parts = self.parts(arg)?;
            let byval = self.byval(v, i);
            if i >= named && leaves.len() > 1 {
                // `va_arg` reads it as one piece of memory; leaf by leaf it
                // would stand elsewhere.
                return Err("a vector among variable arguments".into());
            }
            for (leaf, value) in leaves.iter().zip(parts) {
                args.push(Arg {
                    value,
                    ty: leaf.ty,
                    byval,
                });
            }
        }
        let dsts = if rets.is_empty() {
            Vec::new()
        } else {
            self.fresh(v)?
        };
        self.emit(InstKind::Call {
            dsts,
            callee,
            args,
            rets,
        });
        Ok(())
    }

    /// An empty template does nothing: without outputs it is a compiler
    /// barrier, and outputs tied to inputs pass through.
    fn inline_asm(&mut self, v: Value, asm: Value) -> Result<(), Unsupported> {
        let unsupported = || Err(super::program::ASSEMBLY.to_owned());
        let (template, constraints) = asm.assembly();
        if is_barrier(&template, &constraints) {
            return Ok(());
        }
        if !template.trim().is_empty() && self.lw.assembly_is_called {
            return self.called_asm(v);
        }
        if !template.trim().is_empty() {
            return unsupported();
        }
        let direct = |c: &&str| c.starts_with('=') && !c.contains('*');
        let constraints: Vec<&str> = constraints.split(',').collect();
        let outputs = constraints.iter().filter(|c| direct(c)).count();
        if outputs == 0 {
            return Ok(());
        }
        // Operands are the inputs and indirect outputs, in order.
        let operands: Vec<&&str> = constraints
            .iter()
            .filter(|c| !direct(c) && !c.starts_with('~') && !c.starts_with('!'))
            .collect();
        let mut parts = smallvec![];
        for output in 0..outputs {
            let tied = operands
                .iter()
                .position(|c| c.parse::<usize>() == Ok(output));
            let Some(tied) = tied else {
                return unsupported();
            };
            parts.push(self.one(v.operand(tied as u32))?);
        }
        if self.leaves(v)?.len() != outputs {
            return unsupported();
        }
        self.bind(v, parts);
        Ok(())
    }

    /// Assembly as a call with its operands as arguments: whoever runs the
    /// program beside may know what it computed.
    fn called_asm(&mut self, v: Value) -> Result<(), Unsupported> {
        let callee = Callee::Direct(self.lw.assembly());
        let returned = self.lw.layouts.leaves(v.ty())?;
        let rets: Vec<Type> = returned.iter().map(|l| l.ty).collect();
        let mut args = Vec::new();
        for i in 0..v.argument_count() {
            let arg = v.operand(i);
            let leaves = self.leaves(arg)?;
            for (leaf, value) in leaves.iter().zip(self.parts(arg)?) {
                args.push(Arg {
                    value,
                    ty: leaf.ty,
                    byval: None,
                });
            }
        }
        let dsts = match rets.is_empty() {
            true => Vec::new(),
            false => self.fresh(v)?,
        };
        self.emit(InstKind::Call {
            dsts,
            callee,
            args,
            rets,
        });
        Ok(())
    }
}

/// Instructions that order accesses, wait, or allow and forbid interrupts: for a
/// program without interrupts and other threads they do nothing.
const BARRIERS: [&str; 33] = [
    // x86; `rep; nop` is `pause`.
    "nop",
    "pause",
    "mfence",
    "lfence",
    "sfence",
    // Arm
    "nop.n",
    "nop.w",
    "dmb",
    "dsb",
    "isb",
    "wfi",
    "wfe",
    "sev",
    "sevl",
    "yield",
    "csdb",
    "cpsid",
    "cpsie",
    // RISC-V
    "fence",
    "fence.i",
    "fence.tso",
    // AVR, MSP430
    "sei",
    "cli",
    "sleep",
    "wdr",
    "dint",
    "eint",
    // PowerPC, MIPS
    "sync",
    "eieio",
    "isync",
    "lwsync",
    "ssnop",
    "ehb",
];

/// Whether a template that is not empty consists of [`BARRIERS`] and touches no
/// value: there are no operands, registers may only be clobbered.
fn is_barrier(template: &str, constraints: &str) -> bool {
    let mut found = false;
    for line in template.split(['\n', ';']) {
        let mut words = line.split_whitespace();
        let Some(word) = words.next() else { continue };
        let prefix = word == "rep" && words.next().is_none();
        if !prefix && !BARRIERS.contains(&word.to_ascii_lowercase().as_str()) {
            return false;
        }
        found = true;
    }
    let clobbers = |c: &str| c.is_empty() || c.starts_with('~');
    found && constraints.split(',').all(clobbers)
}
