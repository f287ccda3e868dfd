// Words by which the server calls what there are only a few of: it sends them as codes, people read them.

import {say} from "./words.js";

const terms = {
    // How private something is.
    public: say("public"),
    personal: say("personal"),
    private: say("private"),
    // How much, how hard, which way.
    low: say("low"),
    medium: say("medium"),
    high: say("high"),
    beginner: say("beginner"),
    intermediate: say("intermediate"),
    advanced: say("advanced"),
    rising: say("rising"),
    steady: say("steady"),
    fading: say("fading"),
    // Moods.
    good: say("good"),
    mixed: say("mixed"),
    positive: say("positive"),
    negative: say("negative"),
    neutral: say("neutral"),
    // What became of something.
    added: say("added"),
    updated: say("updated"),
    unchanged: say("unchanged"),
    undated: say("undated"),
    skipped: say("skipped"),
    refused: say("refused"),
    truncated: say("truncated"),
    failed: say("failed"),
    stoodIn: say("another engine stood in"),
    missing: say("missing"),
    bad: say("bad"),
    passed: say("passed"),
    warning: say("warning"),
    unknown: say("unknown"),
    // Where a setting comes from.
    default: say("default"),
    file: say("file"),
    environment: say("environment"),
    variable: say("variable"),
    flag: say("flag")
};

/** The word for a code; the code itself where it is none of these. */
export const term = (code) => (Object.hasOwn(terms, code ?? "") ? terms[code] : code);
