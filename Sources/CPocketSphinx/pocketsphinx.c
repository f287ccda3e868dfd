#include "CPocketSphinx.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// The functions that are used, of both versions. Their types are opaque here; the prototypes are those of pocketsphinx.h,
// and of cmd_ln.h, err.h, jsgf.h, fsg_model.h and logmath.h of sphinxbase.
static struct {
    void *(*init)(void *config);
    int (*free)(void *decoder);
    int (*start_utt)(void *decoder);
    int (*process_raw)(void *decoder, const int16_t *samples, size_t count, int no_search, int full_utt);
    int (*end_utt)(void *decoder);
    void *(*seg_iter)(void *decoder);
    void *(*seg_next)(void *segment);
    const char *(*seg_word)(void *segment);
    void (*seg_frames)(void *segment, int *first, int *last);
    int32_t (*seg_prob)(void *segment, int32_t *acoustic, int32_t *language, int32_t *back);
    void *(*get_logmath)(void *decoder);
    double (*logmath_exp)(void *logmath, int value);
    // Version 5
    void *(*config_init)(const void *definitions);
    const void *(*config_set_str)(void *config, const char *name, const char *value);
    int (*config_free)(void *config);
    const char *(*set_loglevel)(const char *level);
    int (*add_jsgf_string)(void *decoder, const char *name, const char *grammar);
    int (*activate_search)(void *decoder, const char *name);
    // Version 0.8
    const void *(*args)(void);
    void *(*cmd_ln_parse)(void *config, const void *definitions, int32_t count, char *arguments[], int32_t strict);
    int (*cmd_ln_free)(void *config);
    double (*cmd_ln_float)(void *config, const char *name);
    void (*set_logfp)(FILE *file);
    void *(*get_config)(void *decoder);
    void *(*jsgf_parse)(const char *grammar, void *parent);
    void *(*jsgf_rule)(void *grammar);
    void *(*jsgf_fsg)(void *grammar, void *rule, void *logmath, float weight);
    void (*jsgf_free)(void *grammar);
    int (*fsg_free)(void *model);
    int (*set_fsg)(void *decoder, const char *name, void *model);
    int (*set_search)(void *decoder, const char *name);
} ps;

enum { NONE, VERSION_0_8, VERSION_5 };
static int version = NONE;

static const char *const names[] = {
    "libpocketsphinx.so.5", "libpocketsphinx.so.4", "libpocketsphinx.so.3",
    "/opt/homebrew/lib/libpocketsphinx.dylib", "/usr/local/lib/libpocketsphinx.dylib",
};

static void load(void) {
    void *library = NULL;
    for (size_t i = 0; i < sizeof(names) / sizeof(*names) && !library; i++) {
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    }
    if (!library) return;
    int missing = 0;
#define FIND(field, name) \
    do { \
        *(void **)&ps.field = dlsym(library, name); \
        missing += !ps.field; \
    } while (0)
    FIND(init, "ps_init");
    FIND(free, "ps_free");
    FIND(start_utt, "ps_start_utt");
    FIND(process_raw, "ps_process_raw");
    FIND(end_utt, "ps_end_utt");
    FIND(seg_iter, "ps_seg_iter");
    FIND(seg_next, "ps_seg_next");
    FIND(seg_word, "ps_seg_word");
    FIND(seg_frames, "ps_seg_frames");
    FIND(seg_prob, "ps_seg_prob");
    FIND(get_logmath, "ps_get_logmath");
    FIND(logmath_exp, "logmath_exp");
    int is_5 = dlsym(library, "ps_config_init") != NULL;
    if (is_5) {
        FIND(config_init, "ps_config_init");
        FIND(config_set_str, "ps_config_set_str");
        FIND(config_free, "ps_config_free");
        FIND(set_loglevel, "err_set_loglevel_str");
        FIND(add_jsgf_string, "ps_add_jsgf_string");
        FIND(activate_search, "ps_activate_search");
    } else {
        FIND(args, "ps_args");
        FIND(cmd_ln_parse, "cmd_ln_parse_r");
        FIND(cmd_ln_free, "cmd_ln_free_r");
        FIND(cmd_ln_float, "cmd_ln_float_r");
        FIND(set_logfp, "err_set_logfp");
        FIND(get_config, "ps_get_config");
        FIND(jsgf_parse, "jsgf_parse_string");
        FIND(jsgf_rule, "jsgf_get_public_rule");
        FIND(jsgf_fsg, "jsgf_build_fsg");
        FIND(jsgf_free, "jsgf_grammar_free");
        FIND(fsg_free, "fsg_model_free");
        FIND(set_fsg, "ps_set_fsg");
        FIND(set_search, "ps_set_search");
    }
#undef FIND
    if (missing) {
        dlclose(library);
        return;
    }
    version = is_5 ? VERSION_5 : VERSION_0_8;
}

bool hearth_ps_available(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return version != NONE;
}

hearth_ps *hearth_ps_open(const char *acoustic, const char *language, const char *dictionary) {
    if (!hearth_ps_available()) return NULL;
    void *decoder = NULL;
    if (version == VERSION_5) {
        ps.set_loglevel("FATAL");
        void *config = ps.config_init(NULL);
        if (!config) return NULL;
        ps.config_set_str(config, "hmm", acoustic);
        ps.config_set_str(config, "lm", language);
        ps.config_set_str(config, "dict", dictionary);
        decoder = ps.init(config);
        ps.config_free(config);
    } else {
        // 0.8 leaves silence out by default, and then all times are wrong.
        char *arguments[] = {"hearth", "-hmm", (char *)acoustic, "-lm", (char *)language, "-dict", (char *)dictionary,
                             "-remove_silence", "no", "-logfn", "/dev/null"};
        ps.set_logfp(NULL);
        void *config = ps.cmd_ln_parse(NULL, ps.args(), sizeof(arguments) / sizeof(*arguments), arguments, 1);
        if (!config) return NULL;
        decoder = ps.init(config);
        ps.cmd_ln_free(config);
    }
    return decoder;
}

void hearth_ps_close(hearth_ps *decoder) { ps.free(decoder); }

int hearth_ps_grammar(hearth_ps *decoder, const char *grammar) {
    if (version == VERSION_5) {
        if (ps.add_jsgf_string(decoder, "grammar", grammar) < 0) return -1;
        return ps.activate_search(decoder, "grammar");
    }
    // What ps_set_jsgf_string does, which forgets the grammar that it read.
    void *rules = ps.jsgf_parse(grammar, NULL);
    if (!rules) return -1;
    int status = -1;
    void *rule = ps.jsgf_rule(rules);
    float weight = (float)ps.cmd_ln_float(ps.get_config(decoder), "-lw");
    void *model = rule ? ps.jsgf_fsg(rules, rule, ps.get_logmath(decoder), weight) : NULL;
    if (model) {
        status = ps.set_fsg(decoder, "grammar", model);
        ps.fsg_free(model);
    }
    ps.jsgf_free(rules);
    return status < 0 ? status : ps.set_search(decoder, "grammar");
}

int hearth_ps_hear(hearth_ps *decoder, const int16_t *samples, size_t count) {
    if (ps.start_utt(decoder) != 0) return -1;
    int heard = ps.process_raw(decoder, samples, count, 0, 1);
    return ps.end_utt(decoder) == 0 && heard >= 0 ? 0 : -1;
}

hearth_ps_segment *hearth_ps_first(hearth_ps *decoder) { return ps.seg_iter(decoder); }
hearth_ps_segment *hearth_ps_next(hearth_ps_segment *segment) { return ps.seg_next(segment); }
const char *hearth_ps_word(hearth_ps_segment *segment) { return ps.seg_word(segment); }

void hearth_ps_frames(hearth_ps_segment *segment, int *first, int *last) { ps.seg_frames(segment, first, last); }

double hearth_ps_probability(hearth_ps *decoder, hearth_ps_segment *segment) {
    return ps.logmath_exp(ps.get_logmath(decoder), ps.seg_prob(segment, NULL, NULL, NULL));
}
