#pragma once
#include <pocketsphinx.h>
#if __has_include(<sphinxbase/err.h>)
#include <sphinxbase/err.h>
#include <sphinxbase/fsg_model.h>
#include <sphinxbase/jsgf.h>
#else
#include <pocketsphinx/err.h>
#endif

/// Opens a decoder; NULL when it cannot be. The two versions in use are told their settings in different ways.
static inline ps_decoder_t *hearth_ps_open(const char *acoustic, const char *language, const char *dictionary) {
#if __has_include(<sphinxbase/cmd_ln.h>)
    // 0.8 leaves silence out by default, and then all times are wrong.
    char *arguments[] = {"hearth", "-hmm", (char *)acoustic, "-lm", (char *)language, "-dict", (char *)dictionary,
                         "-remove_silence", "no", "-logfn", "/dev/null"};
    err_set_logfp(NULL);
    cmd_ln_t *config = cmd_ln_parse_r(NULL, ps_args(), sizeof(arguments) / sizeof(*arguments), arguments, 1);
    if (!config) return NULL;
    ps_decoder_t *decoder = ps_init(config);
    cmd_ln_free_r(config);
    return decoder;
#else
    err_set_loglevel(ERR_FATAL);
    ps_config_t *config = ps_config_init(NULL);
    if (!config) return NULL;
    ps_config_set_str(config, "hmm", acoustic);
    ps_config_set_str(config, "lm", language);
    ps_config_set_str(config, "dict", dictionary);
    ps_decoder_t *decoder = ps_init(config);
    ps_config_free(config);
    return decoder;
#endif
}

/// Makes a grammar what is listened for; below 0 when it cannot be read.
static inline int hearth_ps_grammar(ps_decoder_t *decoder, const char *grammar) {
#if __has_include(<sphinxbase/cmd_ln.h>)
    // What ps_set_jsgf_string does, which forgets the grammar that it read.
    jsgf_t *rules = jsgf_parse_string(grammar, NULL);
    if (!rules) return -1;
    int status = -1;
    jsgf_rule_t *rule = jsgf_get_public_rule(rules);
    float weight = (float)cmd_ln_float_r(ps_get_config(decoder), "-lw");
    fsg_model_t *model = rule ? jsgf_build_fsg(rules, rule, ps_get_logmath(decoder), weight) : NULL;
    if (model) {
        status = ps_set_fsg(decoder, "grammar", model);
        fsg_model_free(model);
    }
    jsgf_grammar_free(rules);
    return status < 0 ? status : ps_set_search(decoder, "grammar");
#else
    if (ps_add_jsgf_string(decoder, "grammar", grammar) < 0) return -1;
    return ps_activate_search(decoder, "grammar");
#endif
}
