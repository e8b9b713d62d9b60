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
        // SAFETY: both are ours and are not used again; a module goes before the
        // context that it belongs to.
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
        // SAFETY: the place is boxed, so it stays where it is until the context,
        // which is dropped with it, is gone.
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
    // SAFETY: LLVM calls this while a method that has `&mut Loaded` waits for it;
    // `messages` is the place that was given to it, and the text is ours to free.
    unsafe {
        let text = LLVMGetDiagInfoDescription(info);
        let message = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        (*messages.cast::<Messages>()).0.push(message);
    }
}
