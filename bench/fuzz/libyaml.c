/* Debian's libyaml with four planted bugs behind events of the stream. */
#include "planted.h"
#include <yaml.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  yaml_parser_t parser;
  yaml_event_t event;
  int done = 0, depth = 0;
  if (!yaml_parser_initialize(&parser))
    return 0;
  yaml_parser_set_input_string(&parser, data, size);
  while (!done && yaml_parser_parse(&parser, &event)) {
    switch (event.type) {
    case YAML_SCALAR_EVENT: {
      const char *value = (const char *)event.data.scalar.value;
      if (strcmp(value, "launch-code") == 0)
        PLANTED(1);
      if (event.data.scalar.tag && strcmp((const char *)event.data.scalar.tag, "!key") == 0)
        PLANTED(2);
      break;
    }
    case YAML_ALIAS_EVENT:
      if (strcmp((const char *)event.data.alias.anchor, "boot") == 0)
        PLANTED(3);
      break;
    case YAML_SEQUENCE_START_EVENT:
      if (++depth == 5)
        PLANTED(4);
      break;
    case YAML_SEQUENCE_END_EVENT:
      depth--;
      break;
    case YAML_STREAM_END_EVENT:
      done = 1;
      break;
    default:
      break;
    }
    yaml_event_delete(&event);
  }
  yaml_parser_delete(&parser);
  return 0;
}
