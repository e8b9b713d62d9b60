//! Thin, copyable handles over LLVM's C interface and our own shim.
//!
//! All handles point into one module and are used only while that module
//! lives ([`crate::load::Loaded`] owns it and outlives the lowering), which is
//! why the wrappers are safe to call inside this crate and are not public. A
//! handle is asked only what its kind has (an instruction for its block, a call
//! for what it calls): LLVM would read another object's fields.

use llvm_sys::core::*;
use llvm_sys::prelude::*;
pub use llvm_sys::LLVMOpcode as Op;
use llvm_sys::{
    LLVMAtomicRMWBinOp, LLVMIntPredicate, LLVMRealPredicate, LLVMTypeKind, LLVMValueKind,
};
use std::ffi::c_char;

/// A call that reads what a handle points to, or writes to a place on our stack.
macro_rules! read {
    ($($call:tt)*) => {{
        // SAFETY: handles point into a module that lives, and are asked what their
        // kind has; see the head of the file. Nothing is kept or changed.
        unsafe { $($call)* }
    }};
}

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
        // SAFETY: a text is not null here, has this length, and lives as long as
        // LLVM's context.
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
        read!(LLVMGetTypeKind(self.0))
    }
    pub fn int_bits(self) -> u32 {
        read!(LLVMGetIntTypeWidth(self.0))
    }
    pub fn fields(self) -> Vec<Ty> {
        let n = read!(LLVMCountStructElementTypes(self.0));
        (0..n)
            .map(|i| Ty(read!(LLVMStructGetTypeAtIndex(self.0, i))))
            .collect()
    }
    pub fn element(self) -> Ty {
        Ty(read!(LLVMGetElementType(self.0)))
    }
    pub fn array_len(self) -> u64 {
        read!(LLVMGetArrayLength2(self.0))
    }
    pub fn vector_len(self) -> u32 {
        read!(LLVMGetVectorSize(self.0))
    }
    pub fn is_vector(self) -> bool {
        self.kind() == LLVMTypeKind::LLVMVectorTypeKind
    }
    pub fn is_sized(self) -> bool {
        read!(LLVMTypeIsSized(self.0) != 0)
    }
    pub fn address_space(self) -> u32 {
        read!(LLVMGetPointerAddressSpace(self.0))
    }
    pub fn return_type(self) -> Ty {
        Ty(read!(LLVMGetReturnType(self.0)))
    }
    /// Parameters of a function type that have names.
    pub fn param_count(self) -> u32 {
        read!(LLVMCountParamTypes(self.0))
    }
    pub fn is_variadic(self) -> bool {
        read!(LLVMIsFunctionVarArg(self.0) != 0)
    }
}

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bb(pub LLVMBasicBlockRef);

impl Bb {
    pub fn insts(self) -> Insts {
        Insts(read!(LLVMGetFirstInstruction(self.0)))
    }
    pub fn terminator(self) -> Option<Value> {
        Value::some(read!(LLVMGetBasicBlockTerminator(self.0)))
    }
    /// The block that stands before it in the function.
    pub fn previous(self) -> Option<Bb> {
        let bb = read!(LLVMGetPreviousBasicBlock(self.0));
        (!bb.is_null()).then_some(Bb(bb))
    }
    /// The block as its branches name it.
    pub fn as_value(self) -> Value {
        Value(read!(LLVMBasicBlockAsValue(self.0)))
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
        self.0 = read!(LLVMGetNextInstruction(self.0));
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
        read!(LLVMGetValueKind(self.0))
    }
    pub fn ty(self) -> Ty {
        Ty(read!(LLVMTypeOf(self.0)))
    }
    pub fn name(self) -> String {
        let mut len = 0;
        let data = read!(LLVMGetValueName2(self.0, &mut len));
        Str { data, len }.text()
    }
    /// Gives it another name, before anything else is known of it.
    pub fn rename(self, name: &str) {
        // SAFETY: a value of a module that lives; the text has this length.
        unsafe { LLVMSetValueName2(self.0, name.as_ptr().cast(), name.len()) }
    }
    /// Takes a global out of its group (`comdat`), which linking keeps or drops
    /// as a whole.
    pub fn leave_group(self) {
        // SAFETY: a global of a module that lives; null is no group.
        unsafe { llvm_sys::comdat::LLVMSetComdat(self.0, std::ptr::null_mut()) }
    }
    /// The opcode of an instruction.
    pub fn opcode(self) -> Op {
        read!(LLVMGetInstructionOpcode(self.0))
    }
    /// The opcode of a constant expression.
    pub fn const_opcode(self) -> Op {
        read!(LLVMGetConstOpcode(self.0))
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
        Value(read!(LLVMGetOperand(self.0, i)))
    }
    pub fn operand_count(self) -> u32 {
        let n = read!(LLVMGetNumOperands(self.0));
        u32::try_from(n).unwrap_or(0)
    }
    /// The users, one entry per use.
    pub fn users(self) -> Vec<Value> {
        let mut out = Vec::new();
        let mut u = read!(LLVMGetFirstUse(self.0));
        while !u.is_null() {
            out.push(Value(read!(LLVMGetUser(u))));
            u = read!(LLVMGetNextUse(u));
        }
        out
    }
    /// The only user, if there is exactly one use.
    pub fn single_user(self) -> Option<Value> {
        let first = read!(LLVMGetFirstUse(self.0));
        if first.is_null() || !read!(LLVMGetNextUse(first)).is_null() {
            return None;
        }
        Some(Value(read!(LLVMGetUser(first))))
    }
    pub fn block(self) -> Bb {
        Bb(read!(LLVMGetInstructionParent(self.0)))
    }
    pub fn successors(self) -> Vec<Bb> {
        let n = read!(LLVMGetNumSuccessors(self.0));
        (0..n)
            .map(|i| Bb(read!(LLVMGetSuccessor(self.0, i))))
            .collect()
    }
    pub fn is_conditional(self) -> bool {
        read!(LLVMIsConditional(self.0) != 0)
    }
    pub fn incoming(self) -> Vec<(Value, Bb)> {
        let n = read!(LLVMCountIncoming(self.0));
        (0..n)
            .map(|i| {
                (
                    Value(read!(LLVMGetIncomingValue(self.0, i))),
                    Bb(read!(LLVMGetIncomingBlock(self.0, i))),
                )
            })
            .collect()
    }
    /// Indices of `extractvalue` and `insertvalue`.
    pub fn indices(self) -> Vec<u32> {
        let n = read!(LLVMGetNumIndices(self.0)) as usize;
        let p = read!(LLVMGetIndices(self.0));
        if n == 0 || p.is_null() {
            return Vec::new();
        }
        // SAFETY: an instruction has `n` indices at `p`, which is not null here.
        unsafe { std::slice::from_raw_parts(p, n) }.to_vec()
    }
    pub fn has_metadata(self, kind: u32) -> bool {
        read!(ep_has_metadata(self.0, kind) != 0)
    }
    pub fn location(self) -> Md {
        read!(ep_location(self.0))
    }
    pub fn is_debug(self) -> bool {
        read!(ep_is_debug(self.0) != 0)
    }
    /// Address and variable of a `dbg.declare`.
    pub fn declare(self) -> Option<(Value, Md)> {
        let mut address = std::ptr::null_mut();
        let mut var = Md::NONE;
        if read!(ep_declare(self.0, &mut address, &mut var)) == 0 {
            return None;
        }
        Some((Value(address), var))
    }
    /// Width and bits of an integer or float constant of at most 128 bits.
    pub fn constant_bits(self) -> Option<(u32, u128)> {
        let (mut low, mut high) = (0, 0);
        let width = read!(ep_constant_bits(self.0, &mut low, &mut high));
        (width != 0).then_some((width, u128::from(high) << 64 | u128::from(low)))
    }
    /// A word of an integer constant, lowest first.
    pub fn constant_word(self, i: u32) -> u64 {
        read!(ep_constant_word(self.0, i))
    }
    /// Raw bytes of a constant array of numbers.
    pub fn constant_data(self) -> Option<&'static [u8]> {
        let mut out = Str::EMPTY;
        if read!(ep_constant_data(self.0, &mut out)) == 0 {
            return None;
        }
        if out.len == 0 {
            return Some(&[]);
        }
        // SAFETY: not empty here; it lives as long as the context, see the head of
        // the file.
        Some(unsafe { std::slice::from_raw_parts(out.data.cast(), out.len) })
    }
    pub fn is_constant_int(self) -> bool {
        self.kind() == LLVMValueKind::LLVMConstantIntValueKind
    }
    pub fn is_null_constant(self) -> bool {
        read!(LLVMIsConstant(self.0) != 0 && LLVMIsNull(self.0) != 0)
    }
    pub fn byval(self, index: u32) -> Option<(Ty, u32)> {
        let mut align = 0;
        let ty = read!(ep_byval(self.0, index, &mut align));
        (!ty.is_null()).then_some((Ty(ty), align))
    }
    /// Bytes behind a parameter of a function that its caller promises.
    pub fn dereferenceable(self, index: u32) -> u64 {
        read!(ep_dereferenceable(self.0, index))
    }
    pub fn no_return(self) -> bool {
        read!(ep_no_return(self.0) != 0)
    }
    /// No other module can name it.
    pub fn internal(self) -> bool {
        use llvm_sys::LLVMLinkage as L;
        let linkage = read!(LLVMGetLinkage(self.0));
        matches!(linkage, L::LLVMInternalLinkage | L::LLVMPrivateLinkage)
    }
    pub fn is_declaration(self) -> bool {
        read!(LLVMIsDeclaration(self.0) != 0)
    }
    /// The type of a global, the function type of a function.
    pub fn value_type(self) -> Ty {
        Ty(read!(LLVMGlobalGetValueType(self.0)))
    }
    pub fn blocks(self) -> Vec<Bb> {
        let mut out = Vec::new();
        let mut b = read!(LLVMGetFirstBasicBlock(self.0));
        while !b.is_null() {
            out.push(Bb(b));
            b = read!(LLVMGetNextBasicBlock(b));
        }
        out
    }
    pub fn params(self) -> Vec<Value> {
        let n = read!(LLVMCountParams(self.0));
        (0..n)
            .map(|i| Value(read!(LLVMGetParam(self.0, i))))
            .collect()
    }
    pub fn subprogram(self) -> Option<DiVariable> {
        let mut out = DiVariable::EMPTY;
        (read!(ep_subprogram(self.0, &mut out)) != 0).then_some(out)
    }
    pub fn global_variable(self) -> Option<DiVariable> {
        let md = read!(ep_global_variable(self.0));
        md.variable()
    }
    /// What a function's alias stands for.
    pub fn aliased(self) -> Value {
        Value(read!(LLVMAliasGetAliasee(self.0)))
    }
    /// Function and block of the address of a label.
    pub fn labelled(self) -> (Value, Bb) {
        (
            Value(read!(LLVMGetBlockAddressFunction(self.0))),
            Bb(read!(LLVMGetBlockAddressBasicBlock(self.0))),
        )
    }
    /// The type that the indices of an address computation walk through.
    pub fn source_type(self) -> Ty {
        Ty(read!(LLVMGetGEPSourceElementType(self.0)))
    }
    pub fn is_inbounds(self) -> bool {
        read!(LLVMIsInBounds(self.0) != 0)
    }
    pub fn is_constant_global(self) -> bool {
        read!(LLVMIsGlobalConstant(self.0) != 0)
    }
    pub fn initializer(self) -> Option<Value> {
        Value::some(read!(LLVMGetInitializer(self.0)))
    }
    /// An element of a constant aggregate.
    pub fn constant_element(self, i: u32) -> Option<Value> {
        Value::some(read!(LLVMGetAggregateElement(self.0, i)))
    }
    pub fn no_signed_wrap(self) -> bool {
        read!(LLVMGetNSW(self.0) != 0)
    }
    pub fn no_unsigned_wrap(self) -> bool {
        read!(LLVMGetNUW(self.0) != 0)
    }
    pub fn is_exact(self) -> bool {
        read!(LLVMGetExact(self.0) != 0)
    }
    pub fn int_predicate(self) -> LLVMIntPredicate {
        read!(LLVMGetICmpPredicate(self.0))
    }
    pub fn float_predicate(self) -> LLVMRealPredicate {
        read!(LLVMGetFCmpPredicate(self.0))
    }
    /// What a call calls.
    pub fn called(self) -> Value {
        Value(read!(LLVMGetCalledValue(self.0)))
    }
    pub fn called_type(self) -> Ty {
        Ty(read!(LLVMGetCalledFunctionType(self.0)))
    }
    pub fn argument_count(self) -> u32 {
        read!(LLVMGetNumArgOperands(self.0))
    }
    pub fn allocated_type(self) -> Ty {
        Ty(read!(LLVMGetAllocatedType(self.0)))
    }
    pub fn atomic_op(self) -> LLVMAtomicRMWBinOp {
        read!(LLVMGetAtomicRMWBinOp(self.0))
    }
    /// How many lanes a shuffle gives, and which lane each is; negative for any.
    pub fn mask_len(self) -> u32 {
        read!(LLVMGetNumMaskElements(self.0))
    }
    pub fn mask(self, i: u32) -> i32 {
        read!(LLVMGetMaskValue(self.0, i))
    }
    /// Template and constraints of inline assembly.
    pub fn assembly(self) -> (String, String) {
        let mut len = 0;
        let data = read!(LLVMGetInlineAsmAsmString(self.0, &mut len));
        let template = Str { data, len }.text();
        let data = read!(LLVMGetInlineAsmConstraintString(self.0, &mut len));
        (template, Str { data, len }.text())
    }
    pub fn is_volatile(self) -> bool {
        read!(LLVMGetVolatile(self.0) != 0)
    }
    pub fn align(self) -> u32 {
        read!(LLVMGetAlignment(self.0))
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
        (read!(ep_variable(self, &mut out)) != 0).then_some(out)
    }
    /// File, line and column of a location node.
    pub fn location_parts(self) -> Option<(Md, u32, u32)> {
        if self.is_none() {
            return None;
        }
        let (mut line, mut column) = (0, 0);
        let file = read!(ep_location_parts(self, &mut line, &mut column));
        Some((file, line, column))
    }
    /// The lexical block or subprogram that a location, a local variable or a
    /// lexical block stands in; none for a subprogram.
    pub fn scope(self) -> Md {
        if self.is_none() {
            return Md::NONE;
        }
        read!(ep_scope(self))
    }
    /// Name and directory of a file node.
    pub fn file(self) -> Option<(String, String)> {
        let mut out = DiFile {
            name: Str::EMPTY,
            directory: Str::EMPTY,
        };
        (read!(ep_file(self, &mut out)) != 0).then(|| (out.name.text(), out.directory.text()))
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
        (read!(ep_type(self, &mut out)) != 0).then_some(out)
    }
    pub fn element(self, i: u32) -> Md {
        read!(ep_element(self, i))
    }
    pub fn enumerator(self) -> Option<(String, i64)> {
        let (mut name, mut value) = (Str::EMPTY, 0);
        (read!(ep_enumerator(self, &mut name, &mut value)) != 0).then(|| (name.text(), value))
    }
    /// The count of an array dimension, `None` when unknown.
    pub fn subrange(self) -> Option<u64> {
        u64::try_from(read!(ep_subrange(self))).ok()
    }
}
