// What LLVM's C interface lacks: fields of debug metadata, raw bytes of
// constants, linking with flags. Plain accessors; every decision is in Rust.

#include "llvm-c/Core.h"
#include "llvm-c/DebugInfo.h"
#include "llvm/IR/AutoUpgrade.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugLoc.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

struct EpStr {
  const char *data;
  size_t len;
};

static EpStr str(StringRef s) { return {s.data(), s.size()}; }

struct EpType {
  uint32_t tag;
  uint32_t encoding;
  EpStr name;
  uint64_t size_bits;
  uint64_t offset_bits;
  const Metadata *base;
  const Metadata *elements;
  uint32_t element_count;
  uint32_t static_member;
  uint32_t bit_field;
  uint32_t vector;
  uint32_t align_bits;
};

struct EpVariable {
  EpStr name;
  const Metadata *type;
  const Metadata *file;
  uint32_t line;
  uint32_t arg;
  uint32_t artificial;
};

struct EpFile {
  EpStr name;
  EpStr directory;
};

extern "C" {

// Moves `src` into `dst` and destroys it. True on failure.
int ep_link(LLVMModuleRef dst, LLVMModuleRef src, int only_needed) {
  std::unique_ptr<Module> from(unwrap(src));
  return Linker::linkModules(*unwrap(dst), std::move(from),
                             only_needed ? Linker::Flags::LinkOnlyNeeded
                                         : Linker::Flags::None);
}

// Gives the module the data layout that this LLVM has for its target, as the
// reader of bitcode does; that of the text form leaves an older one as it is.
void ep_upgrade_layout(LLVMModuleRef m) {
  Module &module = *unwrap(m);
  module.setDataLayout(UpgradeDataLayoutString(
      module.getDataLayoutStr(), module.getTargetTriple()));
}

// Destructor functions become handlers that a first constructor registers with
// `atexit`: they run last, those of the highest priority number first.
void ep_register_destructors(LLVMModuleRef m) {
  Module &module = *unwrap(m);
  GlobalVariable *list = module.getNamedGlobal("llvm.global_dtors");
  auto *entries = list && list->hasInitializer()
                      ? dyn_cast<ConstantArray>(list->getInitializer())
                      : nullptr;
  if (!entries)
    return;
  std::vector<std::pair<uint64_t, Constant *>> found;
  for (Value *entry : entries->operands())
    if (auto *fields = dyn_cast<ConstantStruct>(entry))
      if (auto *priority = dyn_cast<ConstantInt>(fields->getOperand(0)))
        if (!fields->getOperand(1)->isNullValue())
          found.emplace_back(priority->getZExtValue(), fields->getOperand(1));
  std::stable_sort(found.begin(), found.end(), [](const auto &a, const auto &b) {
    return a.first < b.first;
  });
  LLVMContext &context = module.getContext();
  auto *pointer = PointerType::getUnqual(context);
  auto *nothing = FunctionType::get(Type::getVoidTy(context), false);
  auto *handler =
      FunctionType::get(Type::getInt32Ty(context), {pointer}, false);
  FunctionCallee atexit = module.getOrInsertFunction("atexit", handler);
  auto *function = Function::Create(nothing, GlobalValue::InternalLinkage,
                                    "__ep_register_destructors", module);
  IRBuilder<> build(BasicBlock::Create(context, "", function));
  for (auto &entry : found)
    build.CreateCall(atexit, {entry.second});
  build.CreateRetVoid();
  list->eraseFromParent();
  appendToGlobalCtors(module, function, 0);
}

int ep_has_metadata(LLVMValueRef v, unsigned kind) {
  auto *inst = dyn_cast<Instruction>(unwrap(v));
  return inst && inst->getMetadata(kind) != nullptr;
}

// The location node of an instruction, null when there is none.
const Metadata *ep_location(LLVMValueRef v) {
  auto *inst = dyn_cast<Instruction>(unwrap(v));
  return inst ? inst->getDebugLoc().get() : nullptr;
}

const Metadata *ep_location_parts(const Metadata *md, uint32_t *line,
                                  uint32_t *column) {
  auto *loc = dyn_cast_or_null<DILocation>(md);
  if (!loc)
    return nullptr;
  *line = loc->getLine();
  *column = loc->getColumn();
  return loc->getFile();
}

int ep_file(const Metadata *md, EpFile *out) {
  auto *file = dyn_cast_or_null<DIFile>(md);
  if (!file)
    return 0;
  out->name = str(file->getFilename());
  out->directory = str(file->getDirectory());
  return 1;
}

// 1 for a type, 0 for anything else (out untouched).
int ep_type(const Metadata *md, EpType *out) {
  auto *type = dyn_cast_or_null<DIType>(md);
  if (!type)
    return 0;
  *out = EpType();
  out->tag = type->getTag();
  out->name = str(type->getName());
  out->size_bits = type->getSizeInBits();
  out->offset_bits = type->getOffsetInBits();
  out->static_member = type->isStaticMember();
  out->bit_field = type->isBitField();
  out->vector = type->isVector();
  out->align_bits = type->getAlignInBits();
  if (auto *basic = dyn_cast<DIBasicType>(type))
    out->encoding = basic->getEncoding();
  if (auto *derived = dyn_cast<DIDerivedType>(type))
    out->base = derived->getBaseType();
  if (auto *composite = dyn_cast<DICompositeType>(type)) {
    out->base = composite->getBaseType();
    auto *tuple = dyn_cast_or_null<MDTuple>(composite->getRawElements());
    out->elements = tuple;
    out->element_count = tuple ? tuple->getNumOperands() : 0;
  }
  if (auto *sub = dyn_cast<DISubroutineType>(type)) {
    auto *tuple = dyn_cast_or_null<MDTuple>(sub->getRawTypeArray());
    out->elements = tuple;
    out->element_count = tuple ? tuple->getNumOperands() : 0;
  }
  return 1;
}

const Metadata *ep_element(const Metadata *md, uint32_t i) {
  auto *tuple = dyn_cast_or_null<MDTuple>(md);
  if (!tuple || i >= tuple->getNumOperands())
    return nullptr;
  return tuple->getOperand(i);
}

int ep_enumerator(const Metadata *md, EpStr *name, int64_t *value) {
  auto *e = dyn_cast_or_null<DIEnumerator>(md);
  if (!e)
    return 0;
  *name = str(e->getName());
  *value = e->getValue().sextOrTrunc(64).getSExtValue();
  return 1;
}

// The element count of an array dimension, -1 when unknown.
int64_t ep_subrange(const Metadata *md) {
  auto *range = dyn_cast_or_null<DISubrange>(md);
  if (!range)
    return -1;
  auto count = range->getCount();
  if (auto *c = dyn_cast_if_present<ConstantInt *>(count))
    return c->getSExtValue();
  return -1;
}

// The scope that a location, a local variable or a lexical block stands in,
// without the marks of other files; null outside of a subprogram and for code
// that was inlined.
const Metadata *ep_scope(const Metadata *md) {
  const DILocalScope *scope = nullptr;
  if (auto *loc = dyn_cast_or_null<DILocation>(md))
    scope = loc->getInlinedAt() ? nullptr : loc->getScope();
  else if (auto *var = dyn_cast_or_null<DILocalVariable>(md))
    scope = var->getScope();
  else if (auto *block = dyn_cast_or_null<DILexicalBlock>(md))
    scope = block->getScope();
  return scope ? scope->getNonLexicalBlockFileScope() : nullptr;
}

// A local variable, or the variable of a global variable expression.
int ep_variable(const Metadata *md, EpVariable *out) {
  if (auto *gve = dyn_cast_or_null<DIGlobalVariableExpression>(md))
    md = gve->getVariable();
  auto *var = dyn_cast_or_null<DIVariable>(md);
  if (!var)
    return 0;
  *out = EpVariable();
  out->name = str(var->getName());
  out->type = var->getType();
  out->file = var->getFile();
  out->line = var->getLine();
  if (auto *local = dyn_cast<DILocalVariable>(var))
  {
    out->arg = local->getArg();
    out->artificial = local->isArtificial();
  }
  return 1;
}

// The debug description of a global, null when there is none.
const Metadata *ep_global_variable(LLVMValueRef v) {
  auto *global = dyn_cast<GlobalVariable>(unwrap(v));
  if (!global)
    return nullptr;
  SmallVector<DIGlobalVariableExpression *, 1> found;
  global->getDebugInfo(found);
  return found.empty() ? nullptr : found.front();
}

// The subprogram of a function as a variable: its type, file and line.
int ep_subprogram(LLVMValueRef v, EpVariable *out) {
  auto *f = dyn_cast<Function>(unwrap(v));
  if (!f || !f->getSubprogram())
    return 0;
  auto *sub = f->getSubprogram();
  *out = EpVariable();
  out->name = str(sub->getName());
  out->type = sub->getType();
  out->file = sub->getFile();
  out->line = sub->getLine();
  return 1;
}

// For a call of llvm.dbg.declare with an empty expression: the address and
// the variable.
int ep_declare(LLVMValueRef v, LLVMValueRef *address, const Metadata **var) {
  auto *call = dyn_cast<DbgDeclareInst>(unwrap(v));
  if (!call || !call->getAddress() || call->getExpression()->getNumElements())
    return 0;
  *address = wrap(call->getAddress());
  *var = call->getVariable();
  return 1;
}

int ep_is_debug(LLVMValueRef v) { return isa<DbgInfoIntrinsic>(unwrap(v)); }

// Bits of an integer or floating constant, little endian words. Returns the
// width, 0 for anything else or a width over 128.
uint32_t ep_constant_bits(LLVMValueRef v, uint64_t *low, uint64_t *high) {
  APInt bits;
  if (auto *i = dyn_cast<ConstantInt>(unwrap(v)))
    bits = i->getValue();
  else if (auto *f = dyn_cast<ConstantFP>(unwrap(v)))
    bits = f->getValueAPF().bitcastToAPInt();
  else
    return 0;
  if (bits.getBitWidth() > 128)
    return 0;
  *low = bits.getRawData()[0];
  *high = bits.getNumWords() > 1 ? bits.getRawData()[1] : 0;
  return bits.getBitWidth();
}

// Word `i` of an integer constant of any width.
uint64_t ep_constant_word(LLVMValueRef v, uint32_t i) {
  auto *c = dyn_cast<ConstantInt>(unwrap(v));
  if (!c || i >= c->getValue().getNumWords())
    return 0;
  return c->getValue().getRawData()[i];
}

// The bytes of a constant array or vector of plain numbers.
int ep_constant_data(LLVMValueRef v, EpStr *out) {
  auto *data = dyn_cast<ConstantDataSequential>(unwrap(v));
  if (!data)
    return 0;
  *out = str(data->getRawDataValues());
  return 1;
}

// The type that a byval parameter or argument points to, null when not byval;
// `align` is its declared alignment or 0.
LLVMTypeRef ep_byval(LLVMValueRef v, unsigned index, uint32_t *align) {
  Type *type = nullptr;
  MaybeAlign found;
  if (auto *call = dyn_cast<CallBase>(unwrap(v))) {
    type = call->getParamByValType(index);
    found = call->getParamAlign(index);
  } else if (auto *f = dyn_cast<Function>(unwrap(v))) {
    type = f->getParamByValType(index);
    found = f->getParamAlign(index);
  }
  *align = found ? found->value() : 0;
  return type ? wrap(type) : nullptr;
}

// Bytes that a function may access behind a parameter, as its caller promises.
uint64_t ep_dereferenceable(LLVMValueRef v, unsigned index) {
  auto *f = dyn_cast<Function>(unwrap(v));
  return f ? f->getParamDereferenceableBytes(index) : 0;
}

int ep_no_return(LLVMValueRef v) {
  auto *f = dyn_cast<Function>(unwrap(v));
  return f && f->doesNotReturn();
}

// Instructions of all bodies, debug records not counted.
uint64_t ep_count_instructions(LLVMModuleRef m) {
  uint64_t n = 0;
  for (auto &f : *unwrap(m))
    n += f.getInstructionCount();
  return n;
}
}
