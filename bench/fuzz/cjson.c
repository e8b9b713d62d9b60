/* Debian's cJSON with four planted bugs behind values of the document. */
#include "cJSON.h"
#include "planted.h"

static void check(const cJSON *j) {
  const cJSON *version = cJSON_GetObjectItemCaseSensitive(j, "version");
  if (cJSON_IsNumber(version) && version->valueint == 90210)
    PLANTED(1);
  const cJSON *name = cJSON_GetObjectItemCaseSensitive(j, "name");
  if (cJSON_IsString(name) && strlen(name->valuestring) == 8) {
    unsigned sum = 0;
    for (const char *p = name->valuestring; *p; p++)
      sum = sum * 31 + (unsigned char)*p;
    if ((sum & 0xffff) == 0x5eed)
      PLANTED(2);
  }
  const cJSON *list = cJSON_GetObjectItemCaseSensitive(j, "list");
  if (cJSON_IsArray(list) && cJSON_GetArraySize(list) == 5 && cJSON_IsNull(list->child->next))
    PLANTED(3);
  const cJSON *deep = j;
  int depth = 0;
  while (deep && (cJSON_IsObject(deep) || cJSON_IsArray(deep))) {
    deep = deep->child;
    depth++;
  }
  if (depth == 7 && cJSON_IsTrue(deep))
    PLANTED(4);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  if (!text)
    return 0;
  memcpy(text, data, size);
  text[size] = 0;
  cJSON *j = cJSON_Parse(text);
  if (j) {
    check(j);
    free(cJSON_PrintUnformatted(j));
    cJSON_Delete(j);
  }
  free(text);
  return 0;
}
