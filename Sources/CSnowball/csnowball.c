#include "include/CSnowball.h"

#include <stddef.h>

#if __has_include("generated/runtime.c")
#include <stdlib.h>
#include <string.h>
#include "runtime.h"

// Set-up gives the functions of each language these names.
#define LANGUAGES(DO) \
    DO(ar, arabic) DO(ca, catalan) DO(da, danish) DO(de, german) DO(el, greek) DO(en, english) DO(es, spanish) \
    DO(eu, basque) DO(fi, finnish) DO(fr, french) DO(ga, irish) DO(hi, hindi) DO(hu, hungarian) DO(hy, armenian) \
    DO(id, indonesian) DO(it, italian) DO(lt, lithuanian) DO(ne, nepali) DO(nl, dutch) DO(no, norwegian) \
    DO(pt, portuguese) DO(ro, romanian) DO(ru, russian) DO(sr, serbian) DO(sv, swedish) DO(ta, tamil) DO(tr, turkish) \
    DO(yi, yiddish)

#define DECLARE(code, name) \
    struct SN_env *hearth_snowball_##name##_create_env(void); \
    void hearth_snowball_##name##_close_env(struct SN_env *z); \
    int hearth_snowball_##name##_stem(struct SN_env *z);
LANGUAGES(DECLARE)

struct algorithm {
    const char *code;
    struct SN_env *(*create)(void);
    void (*close)(struct SN_env *);
    int (*stem)(struct SN_env *);
};

#define ENTRY(code, name) \
    {#code, hearth_snowball_##name##_create_env, hearth_snowball_##name##_close_env, hearth_snowball_##name##_stem},
static const struct algorithm algorithms[] = {LANGUAGES(ENTRY)};

#define CODE(code, name) #code,
static const char *const codes[] = {LANGUAGES(CODE) NULL};

struct stemmer {
    const struct algorithm *algorithm;
    struct SN_env *environment;
};

int csnowball_linked(void) { return 1; }

const char *const *csnowball_languages(void) { return codes; }

void *csnowball_make(const char *language) {
    for (size_t index = 0; index < sizeof algorithms / sizeof *algorithms; index++) {
        const struct algorithm *algorithm = &algorithms[index];
        if (strcmp(algorithm->code, language) != 0) continue;
        struct stemmer *made = malloc(sizeof *made);
        if (!made) return NULL;
        made->algorithm = algorithm;
        made->environment = algorithm->create();
        if (made->environment) return made;
        free(made);
        return NULL;
    }
    return NULL;
}

void csnowball_free(void *stemmer) {
    struct stemmer *made = stemmer;
    if (!made) return;
    if (made->environment) made->algorithm->close(made->environment);
    free(made);
}

int csnowball_stem(void *stemmer, const unsigned char *word, int size, const unsigned char **stem) {
    struct stemmer *made = stemmer;
    // After a failure for want of memory there may be no environment any more.
    if (!made->environment && !(made->environment = made->algorithm->create())) return -1;
    struct SN_env *z = made->environment;
    if (SN_set_current(z, size, word) == 0 && made->algorithm->stem(z) >= 0) {
        *stem = z->p;
        return z->l;
    }
    // Snowball frees the word's own bytes when they cannot grow.
    made->algorithm->close(z);
    made->environment = NULL;
    return -1;
}
#else
#warning "Snowball's stemmers are not there, so words are searched as they are written. Run scripts/setup."
int csnowball_linked(void) { return 0; }
const char *const *csnowball_languages(void) {
    static const char *const none[] = {NULL};
    return none;
}
void *csnowball_make(const char *language) { (void)language; return NULL; }
void csnowball_free(void *stemmer) { (void)stemmer; }
int csnowball_stem(void *stemmer, const unsigned char *word, int size, const unsigned char **stem) {
    (void)stemmer; (void)word; (void)size; (void)stem;
    return -1;
}
#endif
