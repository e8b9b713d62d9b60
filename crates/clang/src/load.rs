//! Parses and links bitcode, then lowers it.
//!
//! The context collects LLVM's messages instead of printing them. Model
//! libraries are linked "only needed": a body comes in only where the program
//! refers to the function and has none, and brings in what it calls.

use crate::compile::is_bitcode;
use crate::llvm::{
    ep_count_instructions, ep_link, ep_register_destructors, ep_upgrade_layout, Value,
};
use crate::loaded::Loaded;
use crate::mapping::{self, Collector};
use crate::{compile, lower, Bitcode, ReadOptions};
use ep_base::{Diagnostic, Position};
use ep_ir::{LocId, Module};
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::core::*;
use llvm_sys::ir_reader::LLVMParseIRInContext;
use llvm_sys::prelude::*;
use llvm_sys::target::{LLVMGetModuleDataLayout, LLVMPointerSize};
use llvm_sys::LLVMAttributeFunctionIndex;
use std::collections::BTreeSet;
use std::ffi::{c_char, CStr, CString};

/// What to do about bitcode that cannot be read.
pub const VERSION_HELP: &str =
    "LLVM 19 and older is read; compile with clang-19 -emit-llvm -c -g -O0";

/// Everything: parse, link, lower. Also returns the LLVM instruction count.
pub fn read(modules: &[Bitcode], options: &ReadOptions) -> Result<(Module, u64), Diagnostic> {
    let trusted = modules.iter().all(|m| m.trusted);
    let mut from_source = !modules.is_empty();
    let mut loaded = Loaded::new();
    let mut mapping = options.counted.then(Collector::default);
    for bitcode in modules {
        let unit = Unit {
            name: &bitcode.name,
            bytes: &bitcode.bytes,
            verify: !trusted,
            only_needed: false,
        };
        let trusted = bitcode.trusted;
        let checked = loaded.add(&unit, &mut |module| match &mut mapping {
            Some(mapping) if trusted => mapping.unit(module),
            Some(mapping) => mapping.without(),
            None => {}
        })?;
        from_source &= bitcode.sanitized || checked;
    }
    loaded.check_target(&modules.first().map(|m| m.name.clone()).unwrap_or_default())?;
    // SAFETY: the module is linked and lives in `loaded`.
    unsafe { ep_register_destructors(loaded.module) };
    let pointer_bits = loaded.pointer_bits();
    loaded.declare_starts(&options.roots);
    let unplaced = loaded.unplaced();
    for model in &options.models {
        if model.pointer_bits.is_some_and(|bits| bits != pointer_bits) {
            continue;
        }
        let unit = Unit {
            name: &model.name,
            bytes: &model.bitcode,
            verify: false,
            only_needed: true,
        };
        loaded.add(&unit, &mut |_| {})?;
    }
    // SAFETY: as above.
    unsafe { LLVMSetIsNewDbgInfoFormat(loaded.module, 0) };
    // SAFETY: as above.
    let count = unsafe { ep_count_instructions(loaded.module) };
    let mut module = lower::module(&loaded, options, from_source)?;
    place(&mut module, &unplaced);
    if let Some(mapping) = mapping {
        let ours = options.include_dirs.iter().chain([&options.scratch]);
        let ours: Vec<String> = ours.map(|p| p.display().to_string()).collect();
        module.mapping = mapping.finish(&ours, module.files.iter().map(|f| f.1));
        if module.mapping.is_none() {
            mapping::drop_counters(&mut module);
        }
    }
    Ok((module, count))
}

/// What is added to a module.
struct Unit<'a> {
    name: &'a str,
    bytes: &'a [u8],
    verify: bool,
    /// Only what the module refers to.
    only_needed: bool,
}

/// Whether a function is as clang wrote it. Passes leave those alone that are
/// `optnone`; those that are always inlined cannot be.
///
/// # Safety
/// A function of a module that lives.
unsafe fn is_untouched(function: LLVMValueRef) -> bool {
    ["optnone", "alwaysinline"].iter().any(|name| {
        let kind = LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len());
        !LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind).is_null()
    })
}

/// Whether every unit of the module was compiled with our checks, as those of
/// `everypath cc` are, and not optimised since. A unit has entries in
/// `llvm.ident` and `llvm.dbg.cu`, and one in `llvm.commandline` if its command
/// line was kept; linking puts them together.
///
/// # Safety
/// A module that lives.
unsafe fn has_checks(module: LLVMModuleRef) -> bool {
    let entries = |name: &CStr| LLVMGetNamedMetadataNumOperands(module, name.as_ptr());
    let lines = c"llvm.commandline".as_ptr();
    let count = entries(c"llvm.commandline");
    if count == 0 || count != entries(c"llvm.ident") || count != entries(c"llvm.dbg.cu") {
        return false;
    }
    let mut function = LLVMGetFirstFunction(module);
    while !function.is_null() {
        if LLVMIsDeclaration(function) == 0 && !is_untouched(function) {
            return false;
        }
        function = LLVMGetNextFunction(function);
    }
    let mut nodes = vec![std::ptr::null_mut(); count as usize];
    LLVMGetNamedMetadataOperands(module, lines, nodes.as_mut_ptr());
    nodes.into_iter().all(|node| {
        if LLVMGetMDNodeNumOperands(node) != 1 {
            return false;
        }
        let mut text = std::ptr::null_mut();
        LLVMGetMDNodeOperands(node, &mut text);
        if text.is_null() {
            return false;
        }
        let mut length = 0;
        let line = LLVMGetMDString(text, &mut length);
        if line.is_null() {
            return false;
        }
        let line = std::slice::from_raw_parts(line.cast::<u8>(), length as usize);
        compile::makes_checks(&String::from_utf8_lossy(line))
    })
}

/// The text of a message, which is freed.
///
/// # Safety
/// A message that LLVM gave us to free, or null.
unsafe fn take_message(text: *mut c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    let out = CStr::from_ptr(text).to_string_lossy().trim().to_owned();
    LLVMDisposeMessage(text);
    out
}

/// Functions of the program that say nothing of their place (`__attribute__((nodebug))`)
/// stand at the begin of its first file: what stands nowhere is a model of ours.
fn place(module: &mut Module, unplaced: &BTreeSet<String>) {
    // The first one is no file.
    let mut named = module.files.iter().filter(|f| !f.1.is_empty());
    let Some(file) = named.next().map(|f| f.0).filter(|_| !unplaced.is_empty()) else {
        return;
    };
    let begin = Position {
        file,
        line: 1,
        column: 0,
    };
    let at = module.locs.push(begin);
    for (_, f) in module.functions.iter_mut() {
        if f.loc == LocId(0) && unplaced.contains(&f.name) {
            f.loc = at;
        }
    }
}

impl Loaded {
    /// Functions with a body and without a place, before models come in.
    fn unplaced(&self) -> BTreeSet<String> {
        let mut out = BTreeSet::new();
        // SAFETY: the module is linked and lives here.
        let mut at = unsafe { LLVMGetFirstFunction(self.module) };
        while !at.is_null() {
            let f = Value(at);
            // SAFETY: a function of that module.
            let body = unsafe { LLVMIsDeclaration(at) } == 0;
            if body && f.subprogram().is_none() {
                out.insert(f.name());
            }
            // SAFETY: the same.
            at = unsafe { LLVMGetNextFunction(at) };
        }
        out
    }

    /// Declares the roots that are models of ours, so that linking finds them
    /// needed.
    fn declare_starts(&self, roots: &[String]) {
        let starts = roots.iter().filter(|r| r.starts_with("__ep_"));
        for name in starts.filter_map(|r| CString::new(r.as_str()).ok()) {
            // SAFETY: names end with zero; the type is of the module's context.
            unsafe {
                if LLVMGetNamedFunction(self.module, name.as_ptr()).is_null() {
                    let nothing = LLVMVoidTypeInContext(self.context);
                    let ty = LLVMFunctionType(nothing, std::ptr::null_mut(), 0, 0);
                    LLVMAddFunction(self.module, name.as_ptr(), ty);
                }
            }
        }
    }

    /// Parses a unit, shows it, and links it into the module. True if all of its
    /// units hold the checks of their source.
    fn add(
        &mut self,
        unit: &Unit,
        parsed: &mut dyn FnMut(LLVMModuleRef),
    ) -> Result<bool, Diagnostic> {
        let Unit {
            name,
            bytes,
            verify,
            only_needed,
        } = *unit;
        let module = self.parse(name, bytes)?;
        if verify {
            let mut text = std::ptr::null_mut();
            let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
            // SAFETY: the module was parsed just now.
            let broken = unsafe { LLVMVerifyModule(module, action, &mut text) } != 0;
            // SAFETY: what the verifier wrote, or null.
            let text = unsafe { take_message(text) };
            if broken {
                // SAFETY: ours, and not used again.
                unsafe { LLVMDisposeModule(module) };
                let first = text.lines().next().unwrap_or_default().to_owned();
                return Err(Diagnostic::bad_input(format!("not valid LLVM IR: {first}")).at(name));
            }
        }
        // SAFETY: the module was parsed just now.
        let checked = unsafe { has_checks(module) };
        parsed(module);
        if self.module.is_null() {
            self.module = module;
            return Ok(checked);
        }
        // SAFETY: both modules live, and so do their texts.
        let same_target = unsafe {
            let text = |m| CStr::from_ptr(LLVMGetDataLayoutStr(m));
            text(self.module) == text(module)
        };
        if !same_target {
            // SAFETY: ours, and not used again.
            unsafe { LLVMDisposeModule(module) };
            let what = match only_needed {
                false => "cannot link: this unit is for another target than the first one",
                true => "cannot link: the program is for another target than these",
            };
            return Err(Diagnostic::bad_input(what).at(name));
        }
        self.messages.0.clear();
        // SAFETY: both modules live; the second is taken, whatever happens.
        let failed = unsafe { ep_link(self.module, module, i32::from(only_needed)) } != 0;
        if failed {
            let what = self.messages.0.join("; ");
            let error = Diagnostic::bad_input(format!("cannot link: {what}")).at(name);
            return Err(match what.contains("multiply defined") {
                true => error
                    .help("the files belong to several programs: name those of one, also with -p"),
                false => error,
            });
        }
        Ok(checked)
    }

    fn parse(&mut self, name: &str, bytes: &[u8]) -> Result<LLVMModuleRef, Diagnostic> {
        let c_name = CString::new(name.replace('\0', "?")).unwrap_or_default();
        let mut module = std::ptr::null_mut();
        let mut text = std::ptr::null_mut();
        self.messages.0.clear();
        // SAFETY: the range is that of `bytes`, the name ends with zero, and the
        // results go to places of ours.
        let failed = unsafe {
            // A copy, because the text parser wants a terminating zero. The
            // reader takes the buffer.
            let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(
                bytes.as_ptr().cast(),
                bytes.len(),
                c_name.as_ptr(),
            );
            LLVMParseIRInContext(self.context, buffer, &mut module, &mut text) != 0
        };
        // SAFETY: what the reader wrote, or null.
        let message = unsafe { take_message(text) };
        if failed {
            let mut what = message;
            if what.is_empty() {
                what = self.messages.0.join("; ");
            }
            let diagnostic = Diagnostic::bad_input(format!("LLVM cannot read this: {what}"));
            let diagnostic = diagnostic.at(name);
            return Err(if is_bitcode(bytes) {
                diagnostic.help(VERSION_HELP)
            } else {
                diagnostic
            });
        }
        if !is_bitcode(bytes) {
            // SAFETY: the module was parsed just now.
            unsafe { ep_upgrade_layout(module) };
        }
        Ok(module)
    }

    fn pointer_bits(&self) -> u32 {
        // SAFETY: the module lives, and so does its layout.
        unsafe { 8 * LLVMPointerSize(LLVMGetModuleDataLayout(self.module)) }
    }

    fn check_target(&self, name: &str) -> Result<(), Diagnostic> {
        // SAFETY: a text that ends with zero and lives with the module.
        let triple = unsafe { CStr::from_ptr(LLVMGetTarget(self.module)) };
        let triple = triple.to_string_lossy();
        let arch = triple.split('-').next().unwrap_or_default();
        let known = matches!(arch, "x86_64" | "amd64" | "i386" | "i486" | "i586" | "i686");
        // SAFETY: as the triple.
        let layout = unsafe { CStr::from_ptr(LLVMGetDataLayoutStr(self.module)) };
        let layout = layout.to_string_lossy();
        if layout.starts_with('E') || !(known || arch.is_empty()) {
            let what = format!("the target {triple} is not supported");
            return Err(Diagnostic::bad_input(what)
                .at(name)
                .help("compile for x86-64 or i386"));
        }
        if layout.is_empty() {
            return Err(Diagnostic::bad_input("the file has no data layout")
                .at(name)
                .help("keep the line `target datalayout` that clang writes"));
        }
        Ok(())
    }
}
