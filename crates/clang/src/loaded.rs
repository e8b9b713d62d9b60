//! A linked module of LLVM's and what keeps it alive.

use llvm_sys::core::*;
use llvm_sys::prelude::*;
use std::ffi::{c_void, CStr};

/// LLVM's messages; boxed, because the context holds its address.
#[derive(Default)]
pub struct Messages(pub Vec<String>);

/// A linked module and what keeps it alive.
pub struct Loaded {
    pub context: LLVMContextRef,
    pub module: LLVMModuleRef,
    pub messages: Box<Messages>,
}

impl Drop for Loaded {
    fn drop(&mut self) {
        unsafe {
            if !self.module.is_null() {
                LLVMDisposeModule(self.module);
            }
            LLVMContextDispose(self.context);
        }
    }
}

impl Loaded {
    /// A context without a module.
    pub fn new() -> Loaded {
        let mut messages = Box::<Messages>::default();
        let context = unsafe {
            let context = LLVMContextCreate();
            let place: *mut Messages = &mut *messages;
            LLVMContextSetDiagnosticHandler(context, Some(collect), place.cast());
            context
        };
        Loaded {
            context,
            module: std::ptr::null_mut(),
            messages,
        }
    }
}

extern "C" fn collect(info: LLVMDiagnosticInfoRef, messages: *mut c_void) {
    unsafe {
        let text = LLVMGetDiagInfoDescription(info);
        let message = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        (*messages.cast::<Messages>()).0.push(message);
    }
}
