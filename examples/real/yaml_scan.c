/* libyaml scans any 4 bytes into tokens. */
#include <everypath.h>
#include <yaml.h>

int main(void) {
    unsigned char text[4];
    ep_symbolic(text, sizeof text, "text");
    yaml_parser_t parser;
    yaml_token_t token;
    if (!yaml_parser_initialize(&parser))
        return 1;
    yaml_parser_set_input_string(&parser, text, sizeof text);
    for (int i = 0; i < 32; i++) {
        if (!yaml_parser_scan(&parser, &token))
            break;
        yaml_token_type_t type = token.type;
        yaml_token_delete(&token);
        if (type == YAML_STREAM_END_TOKEN)
            break;
    }
    yaml_parser_delete(&parser);
    return 0;
}
