// memory: f --strings --buffer 10 => heap 30
// a text of up to nine characters: ten, its copy twice: 3 copies of at most 10
#include <stdlib.h>
#include <string.h>
int f(const char*s){ if(strlen(s)>9) return 0; char*a=strdup(s); char*b=strdup(a); char*c=strdup(b); free(a); free(c); free(b); return 0; }
