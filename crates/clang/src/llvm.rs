//! Thin, copyable handles over LLVM's C interface and our own shim.
//!
//! All handles point into one module and are used only while that module
//! lives ([`crate::load::Loaded`] owns it and outlives the lowering), which is
//! why the wrappers are safe to call inside this crate and are not public.

use llvm_sys::core::*;
use llvm_sys::prelude::*;
pub use llvm_sys::LLVMOpcode as Op;
use llvm_sys::{LLVMTypeKind, LLVMValueKind};
use std::ffi::c_char;

/// Text owned by LLVM.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Str {
    data: *const c_char,
    len: usize,
}

impl Str {
    const EMPTY: Str = Str {
        data: std::ptr::null(),
        len: 0,
    };
    fn bytes(&self) -> &[u8] {
        if self.data.is_null() || self.len == 0 {
            return &[];
        }
        // LLVM keeps the text alive with its context.
        unsafe { std::slice::from_raw_parts(self.data.cast(), self.len) }
    }
    /// As text; invalid UTF-8 is replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(self.bytes()).into_owned()
    }
}

/// A debug metadata node, possibly absent.
#[repr(transparent)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Md(*const std::ffi::c_void);

impl Md {
    pub const NONE: Md = Md(std::ptr::null());
    pub fn is_none(self) -> bool {
        self.0.is_null()
    }
}

/// Fields of a `DIType`.
#[repr(C)]
pub struct DiType {
    pub tag: u32,
    pub encoding: u32,
    pub name: Str,
    pub size_bits: u64,
    pub offset_bits: u64,
    pub base: Md,
    pub elements: Md,
    pub element_count: u32,
    pub static_member: u32,
    pub bit_field: u32,
    pub vector: u32,
    /// Asked for by the declaration; 0 if none was.
    pub align_bits: u32,
}

/// Fields of a `DIVariable` or of a `DISubprogram`.
#[repr(C)]
pub struct DiVariable {
    pub name: Str,
    pub ty: Md,
    pub file: Md,
    pub line: u32,
    pub arg: u32,
    /// Made by the compiler, not in the source.
    pub artificial: u32,
}

#[repr(C)]
pub struct DiFile {
    pub name: Str,
    pub directory: Str,
}

extern "C" {
    pub fn ep_link(dst: LLVMModuleRef, src: LLVMModuleRef, only_needed: i32) -> i32;
    pub fn ep_register_destructors(m: LLVMModuleRef);
    pub fn ep_upgrade_layout(m: LLVMModuleRef);
    fn ep_has_metadata(v: LLVMValueRef, kind: u32) -> i32;
    fn ep_location(v: LLVMValueRef) -> Md;
    fn ep_location_parts(md: Md, line: *mut u32, column: *mut u32) -> Md;
    fn ep_scope(md: Md) -> Md;
    fn ep_file(md: Md, out: *mut DiFile) -> i32;
    fn ep_type(md: Md, out: *mut DiType) -> i32;
    fn ep_element(md: Md, i: u32) -> Md;
    fn ep_enumerator(md: Md, name: *mut Str, value: *mut i64) -> i32;
    fn ep_subrange(md: Md) -> i64;
    fn ep_variable(md: Md, out: *mut DiVariable) -> i32;
    fn ep_global_variable(v: LLVMValueRef) -> Md;
    fn ep_subprogram(v: LLVMValueRef, out: *mut DiVariable) -> i32;
    fn ep_declare(v: LLVMValueRef, address: *mut LLVMValueRef, var: *mut Md) -> i32;
    fn ep_is_debug(v: LLVMValueRef) -> i32;
    fn ep_constant_bits(v: LLVMValueRef, low: *mut u64, high: *mut u64) -> u32;
    fn ep_constant_word(v: LLVMValueRef, i: u32) -> u64;
    fn ep_constant_data(v: LLVMValueRef, out: *mut Str) -> i32;
    fn ep_byval(v: LLVMValueRef, index: u32, align: *mut u32) -> LLVMTypeRef;
    fn ep_dereferenceable(v: LLVMValueRef, index: u32) -> u64;
    fn ep_no_return(v: LLVMValueRef) -> i32;
    pub fn ep_count_instructions(m: LLVMModuleRef) -> u64;
}

/// A type.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ty(pub LLVMTypeRef);

impl Ty {
    pub fn kind(self) -> LLVMTypeKind {
        unsafe { LLVMGetTypeKind(self.0) }
    }
    pub fn int_bits(self) -> u32 {
        unsafe { LLVMGetIntTypeWidth(self.0) }
    }
    pub fn fields(self) -> Vec<Ty> {
        let n = unsafe { LLVMCountStructElementTypes(self.0) };
        (0..n)
            .map(|i| Ty(unsafe { LLVMStructGetTypeAtIndex(self.0, i) }))
            .collect()
    }
    pub fn element(self) -> Ty {
        Ty(unsafe { LLVMGetElementType(self.0) })
    }
    pub fn array_len(self) -> u64 {
        unsafe { LLVMGetArrayLength2(self.0) }
    }
    pub fn vector_len(self) -> u32 {
        unsafe { LLVMGetVectorSize(self.0) }
    }
    pub fn is_vector(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMVectorTypeKind
    }
    pub fn is_sized(self) -> bool {
        unsafe { LLVMTypeIsSized(self.0) != 0 }
    }
    pub fn address_space(self) -> u32 {
        unsafe { LLVMGetPointerAddressSpace(self.0) }
    }
    pub fn return_type(self) -> Ty {
        Ty(unsafe { LLVMGetReturnType(self.0) })
    }
    pub fn is_variadic(self) -> bool {
        unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }
}

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bb(pub LLVMBasicBlockRef);

impl Bb {
    pub fn insts(self) -> Insts {
        Insts(unsafe { LLVMGetFirstInstruction(self.0) })
    }
    pub fn terminator(self) -> Option<Value> {
        Value::some(unsafe { LLVMGetBasicBlockTerminator(self.0) })
    }
    pub fn successors(self) -> Vec<Bb> {
        match self.terminator() {
            None => Vec::new(),
            Some(t) => t.successors(),
        }
    }
}

/// Iterates over the instructions of a block.
pub struct Insts(LLVMValueRef);

impl Iterator for Insts {
    type Item = Value;
    fn next(&mut self) -> Option<Value> {
        let v = Value::some(self.0)?;
        self.0 = unsafe { LLVMGetNextInstruction(self.0) };
        Some(v)
    }
}

/// A value: instruction, argument, constant, function, global.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value(pub LLVMValueRef);

impl Value {
    pub fn some(v: LLVMValueRef) -> Option<Value> {
        (!v.is_null()).then_some(Value(v))
    }
    pub fn kind(self) -> LLVMValueKind {
        unsafe { LLVMGetValueKind(self.0) }
    }
    pub fn ty(self) -> Ty {
        Ty(unsafe { LLVMTypeOf(self.0) })
    }
    pub fn name(self) -> String {
        let mut len = 0;
        let data = unsafe { LLVMGetValueName2(self.0, &mut len) };
        Str { data, len }.text()
    }
    /// The opcode of an instruction.
    pub fn opcode(self) -> Op {
        unsafe { LLVMGetInstructionOpcode(self.0) }
    }
    /// The opcode of a constant expression.
    pub fn const_opcode(self) -> Op {
        unsafe { LLVMGetConstOpcode(self.0) }
    }
    pub fn is_const_expr(self) -> bool {
        self.kind() == LLVMValueKind::LLVMConstantExprValueKind
    }
    pub fn is_instruction(self) -> bool {
        self.kind() == LLVMValueKind::LLVMInstructionValueKind
    }
    pub fn is_function(self) -> bool {
        self.kind() == LLVMValueKind::LLVMFunctionValueKind
    }
    pub fn operand(self, i: u32) -> Value {
        Value(unsafe { LLVMGetOperand(self.0, i) })
    }
    pub fn operand_count(self) -> u32 {
        let n = unsafe { LLVMGetNumOperands(self.0) };
        u32::try_from(n).unwrap_or(0)
    }
    /// The users, one entry per use.
    pub fn users(self) -> Vec<Value> {
        let mut out = Vec::new();
        let mut u = unsafe { LLVMGetFirstUse(self.0) };
        while !u.is_null() {
            out.push(Value(unsafe { LLVMGetUser(u) }));
            u = unsafe { LLVMGetNextUse(u) };
        }
        out
    }
    /// The only user, if there is exactly one use.
    pub fn single_user(self) -> Option<Value> {
        let first = unsafe { LLVMGetFirstUse(self.0) };
        if first.is_null() || !unsafe { LLVMGetNextUse(first) }.is_null() {
            return None;
        }
        Some(Value(unsafe { LLVMGetUser(first) }))
    }
    pub fn block(self) -> Bb {
        Bb(unsafe { LLVMGetInstructionParent(self.0) })
    }
    pub fn successors(self) -> Vec<Bb> {
        let n = unsafe { LLVMGetNumSuccessors(self.0) };
        (0..n)
            .map(|i| Bb(unsafe { LLVMGetSuccessor(self.0, i) }))
            .collect()
    }
    pub fn is_conditional(self) -> bool {
        unsafe { LLVMIsConditional(self.0) != 0 }
    }
    pub fn incoming(self) -> Vec<(Value, Bb)> {
        let n = unsafe { LLVMCountIncoming(self.0) };
        (0..n)
            .map(|i| unsafe {
                (
                    Value(LLVMGetIncomingValue(self.0, i)),
                    Bb(LLVMGetIncomingBlock(self.0, i)),
                )
            })
            .collect()
    }
    /// Indices of `extractvalue` and `insertvalue`.
    pub fn indices(self) -> Vec<u32> {
        let n = unsafe { LLVMGetNumIndices(self.0) } as usize;
        let p = unsafe { LLVMGetIndices(self.0) };
        if n == 0 || p.is_null() {
            return Vec::new();
        }
        unsafe { std::slice::from_raw_parts(p, n) }.to_vec()
    }
    pub fn has_metadata(self, kind: u32) -> bool {
        unsafe { ep_has_metadata(self.0, kind) != 0 }
    }
    pub fn location(self) -> Md {
        unsafe { ep_location(self.0) }
    }
    pub fn is_debug(self) -> bool {
        unsafe { ep_is_debug(self.0) != 0 }
    }
    /// Address and variable of a `dbg.declare`.
    pub fn declare(self) -> Option<(Value, Md)> {
        let mut address = std::ptr::null_mut();
        let mut var = Md::NONE;
        if unsafe { ep_declare(self.0, &mut address, &mut var) } == 0 {
            return None;
        }
        Some((Value(address), var))
    }
    /// Width and bits of an integer or float constant of at most 128 bits.
    pub fn constant_bits(self) -> Option<(u32, u128)> {
        let (mut low, mut high) = (0, 0);
        let width = unsafe { ep_constant_bits(self.0, &mut low, &mut high) };
        (width != 0).then_some((width, u128::from(high) << 64 | u128::from(low)))
    }
    /// A word of an integer constant, lowest first.
    pub fn constant_word(self, i: u32) -> u64 {
        unsafe { ep_constant_word(self.0, i) }
    }
    /// Raw bytes of a constant array of numbers.
    pub fn constant_data(self) -> Option<&'static [u8]> {
        let mut out = Str::EMPTY;
        if unsafe { ep_constant_data(self.0, &mut out) } == 0 {
            return None;
        }
        if out.len == 0 {
            return Some(&[]);
        }
        // Lives as long as the context, see the module's comment.
        Some(unsafe { std::slice::from_raw_parts(out.data.cast(), out.len) })
    }
    pub fn is_constant_int(self) -> bool {
        self.kind() == LLVMValueKind::LLVMConstantIntValueKind
    }
    pub fn is_null_constant(self) -> bool {
        unsafe { LLVMIsConstant(self.0) != 0 && LLVMIsNull(self.0) != 0 }
    }
    pub fn byval(self, index: u32) -> Option<(Ty, u32)> {
        let mut align = 0;
        let ty = unsafe { ep_byval(self.0, index, &mut align) };
        (!ty.is_null()).then_some((Ty(ty), align))
    }
    /// Bytes behind a parameter of a function that its caller promises.
    pub fn dereferenceable(self, index: u32) -> u64 {
        unsafe { ep_dereferenceable(self.0, index) }
    }
    pub fn no_return(self) -> bool {
        unsafe { ep_no_return(self.0) != 0 }
    }
    /// No other module can name it.
    pub fn internal(self) -> bool {
        use llvm_sys::LLVMLinkage as L;
        let linkage = unsafe { LLVMGetLinkage(self.0) };
        matches!(linkage, L::LLVMInternalLinkage | L::LLVMPrivateLinkage)
    }
    pub fn is_declaration(self) -> bool {
        unsafe { LLVMIsDeclaration(self.0) != 0 }
    }
    /// The type of a global, the function type of a function.
    pub fn value_type(self) -> Ty {
        Ty(unsafe { LLVMGlobalGetValueType(self.0) })
    }
    pub fn blocks(self) -> Vec<Bb> {
        let mut out = Vec::new();
        let mut b = unsafe { LLVMGetFirstBasicBlock(self.0) };
        while !b.is_null() {
            out.push(Bb(b));
            b = unsafe { LLVMGetNextBasicBlock(b) };
        }
        out
    }
    pub fn params(self) -> Vec<Value> {
        let n = unsafe { LLVMCountParams(self.0) };
        (0..n)
            .map(|i| Value(unsafe { LLVMGetParam(self.0, i) }))
            .collect()
    }
    pub fn subprogram(self) -> Option<DiVariable> {
        let mut out = DiVariable::EMPTY;
        (unsafe { ep_subprogram(self.0, &mut out) } != 0).then_some(out)
    }
    pub fn global_variable(self) -> Option<DiVariable> {
        let md = unsafe { ep_global_variable(self.0) };
        md.variable()
    }
    pub fn is_volatile(self) -> bool {
        unsafe { LLVMGetVolatile(self.0) != 0 }
    }
    pub fn align(self) -> u32 {
        unsafe { LLVMGetAlignment(self.0) }
    }
}

impl DiVariable {
    const EMPTY: DiVariable = DiVariable {
        name: Str::EMPTY,
        ty: Md::NONE,
        file: Md::NONE,
        line: 0,
        arg: 0,
        artificial: 0,
    };
}

impl Md {
    pub fn variable(self) -> Option<DiVariable> {
        let mut out = DiVariable::EMPTY;
        (unsafe { ep_variable(self, &mut out) } != 0).then_some(out)
    }
    /// File, line and column of a location node.
    pub fn location_parts(self) -> Option<(Md, u32, u32)> {
        if self.is_none() {
            return None;
        }
        let (mut line, mut column) = (0, 0);
        let file = unsafe { ep_location_parts(self, &mut line, &mut column) };
        Some((file, line, column))
    }
    /// The lexical block or subprogram that a location, a local variable or a
    /// lexical block stands in; none for a subprogram.
    pub fn scope(self) -> Md {
        if self.is_none() {
            return Md::NONE;
        }
        unsafe { ep_scope(self) }
    }
    /// Name and directory of a file node.
    pub fn file(self) -> Option<(String, String)> {
        let mut out = DiFile {
            name: Str::EMPTY,
            directory: Str::EMPTY,
        };
        (unsafe { ep_file(self, &mut out) } != 0).then(|| (out.name.text(), out.directory.text()))
    }
    pub fn di_type(self) -> Option<DiType> {
        let mut out = DiType {
            tag: 0,
            encoding: 0,
            name: Str::EMPTY,
            size_bits: 0,
            offset_bits: 0,
            base: Md::NONE,
            elements: Md::NONE,
            element_count: 0,
            static_member: 0,
            bit_field: 0,
            vector: 0,
            align_bits: 0,
        };
        (unsafe { ep_type(self, &mut out) } != 0).then_some(out)
    }
    pub fn element(self, i: u32) -> Md {
        unsafe { ep_element(self, i) }
    }
    pub fn enumerator(self) -> Option<(String, i64)> {
        let (mut name, mut value) = (Str::EMPTY, 0);
        (unsafe { ep_enumerator(self, &mut name, &mut value) } != 0).then(|| (name.text(), value))
    }
    /// The count of an array dimension, `None` when unknown.
    pub fn subrange(self) -> Option<u64> {
        u64::try_from(unsafe { ep_subrange(self) }).ok()
    }
}
