// Words by which the server calls what there are only a few of: it sends them as codes, people read them.

import {isEnglish, listed, say} from "./words.js";

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

const tasks = {
    chat: say("Chat"),
    answer: say("Answers from documents"),
    summarize: say("Summaries and the journal"),
    extract: say("Transcripts"),
    rewrite: say("Rewriting"),
    studyQuestionGen: say("Study questions"),
    intentToAction: say("What is to be done"),
    textCompletion: say("Going on with a text"),
    embed: say("Search by meaning"),
    rerank: say("The order of what is found"),
    transcribe: say("Writing down recordings")
};

const parts = {
    hearth: "Hearth",
    settings: say("Settings"),
    "data folder": say("Data folder"),
    store: say("Library"),
    library: say("Library"),
    "way to the library": say("Way to the library"),
    "protection of rows": say("Protection of rows"),
    "vectors in the library": say("Vectors in the library"),
    ledger: say("Ledger"),
    vectors: say("Search by meaning"),
    "search by meaning": say("Search by meaning"),
    "embedding model": say("Model for search by meaning"),
    "reranking model": say("Model for the order of what is found"),
    reader: say("Reader of answers"),
    tagger: say("Finder of names and tasks"),
    "full stops": say("Sentences of transcripts"),
    "word forms": say("Forms of words"),
    "local model": say("Model that answers"),
    "other files among the models": say("Other files among the models"),
    "PDF reader": say("Reader of PDFs"),
    "picture reader": say("Reader of pictures"),
    "walls around parsers": say("Isolation of what reads files"),
    "speech model": say("Model for speech"),
    "voice activity model": say("Model that finds speech"),
    "sound decoder": say("Reader of sound"),
    "offline enforcement": say("Going without a network")
};

/** What a part of Hearth is called that an examination looks at. The English names are the server's. */
export const partName = (name) => (!isEnglish() && Object.hasOwn(parts, name) ? parts[name] : name);

/** What an engine is asked to do. */
export const taskName = (code) => (Object.hasOwn(tasks, code ?? "") ? tasks[code] : code);

const keyPlaces = {
    keychain: say("in the Keychain"),
    "secret-service": say("in the desktop's secret service"),
    file: say("in an encrypted file"),
    variable: say("in an environment variable")
};

/** Where the key of a service is kept. */
export const keyPlace = (code) => (Object.hasOwn(keyPlaces, code ?? "") ? keyPlaces[code] : code);

/** The same of the database's key, which is told by a description, or is the path of its file. */
export function describedKeyPlace(description) {
    if (description === "Keychain") return keyPlaces.keychain;
    if (description === "secret service") return keyPlaces["secret-service"];
    const [, isEncrypted, path] = /^(?:(encrypted file )|key file in )?(\/.*?)(?: \(this build .*\))?$/s.exec(description) ?? [];
    if (!path) return say("in the {place}", {place: description});
    return isEncrypted ? listed([keyPlaces.file, path]) : say("in a key file: {path}", {path});
}
