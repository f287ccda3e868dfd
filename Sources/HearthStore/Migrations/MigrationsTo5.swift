import GRDB
import HearthCore

extension Migrations {
    /// Tables of version 1.
    ///
    /// - `document` and `documentText` are apart so that listing documents never reads their text.
    /// - The chunks of a document have consecutive ids, which are never used again. So a document is one range of ids, in
    ///   `chunk`, in the full-text index and in the vectors, and a filter is a list of ranges. Chunks carry no foreign key:
    ///   it would need an index on `chunk.document` that nothing else uses.
    /// - Text of any length is a BLOB, see ``String/blob``; names, titles and paths are TEXT and hold no NUL.
    /// - `chunkTerms` holds no text, only the index of the terms that the analyser made.
    /// - `statistic` holds totals that FTS5 does not keep right for a contentless table.
    /// - `vectorSegment` holds up to 1,024 quantized vectors a row, in the order and form in which they lie in memory.
    ///   `vectorExact` holds the same vectors in 15 bits, one a row, to rescore the best candidates; its id is
    ///   model · 2⁴⁰ + chunk.
    static func createVersion1(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE document (
                    number INTEGER PRIMARY KEY,
                    id TEXT NOT NULL UNIQUE,
                    contentHash BLOB NOT NULL UNIQUE,
                    processing TEXT NOT NULL,
                    format TEXT NOT NULL,
                    title TEXT,
                    language TEXT,
                    label TEXT NOT NULL,
                    createdAt REAL,
                    ingestedAt REAL NOT NULL,
                    byteCount INTEGER NOT NULL,
                    pageCount INTEGER NOT NULL,
                    firstChunk INTEGER NOT NULL,
                    chunkCount INTEGER NOT NULL,
                    warnings TEXT NOT NULL
                );
                CREATE TABLE documentText (
                    document INTEGER PRIMARY KEY REFERENCES document(number) ON DELETE CASCADE,
                    structure BLOB NOT NULL,
                    text BLOB NOT NULL
                );
                CREATE TABLE source (
                    path TEXT PRIMARY KEY,
                    document INTEGER NOT NULL REFERENCES document(number) DEFERRABLE INITIALLY DEFERRED,
                    fileSize INTEGER NOT NULL,
                    modifiedAt REAL NOT NULL,
                    fileHash BLOB NOT NULL,
                    seenAt REAL NOT NULL
                ) WITHOUT ROWID;
                CREATE INDEX sourceOfDocument ON source(document);
                CREATE TABLE chunk (
                    id INTEGER PRIMARY KEY,
                    document INTEGER NOT NULL,
                    start INTEGER NOT NULL,
                    end INTEGER NOT NULL,
                    tokens INTEGER NOT NULL,
                    page INTEGER,
                    startTime REAL,
                    endTime REAL,
                    titleTerms INTEGER NOT NULL,
                    bodyTerms INTEGER NOT NULL,
                    headings BLOB,
                    text BLOB NOT NULL
                );
                CREATE VIRTUAL TABLE chunkTerms USING fts5(
                    title, body, content='', contentless_delete=1, tokenize='words'
                );
                CREATE VIRTUAL TABLE chunkVocabulary USING fts5vocab(chunkTerms, row);
                CREATE TABLE statistic (
                    name TEXT PRIMARY KEY,
                    value INTEGER NOT NULL
                ) WITHOUT ROWID;
                INSERT INTO statistic VALUES ('nextChunk', 1), ('chunks', 0), ('titleTerms', 0), ('bodyTerms', 0);
                CREATE TABLE vectorModel (
                    number INTEGER PRIMARY KEY AUTOINCREMENT,
                    id TEXT NOT NULL UNIQUE,
                    dimension INTEGER NOT NULL,
                    isActive INTEGER NOT NULL DEFAULT 0,
                    revision INTEGER NOT NULL DEFAULT 0,
                    vectors INTEGER NOT NULL DEFAULT 0
                );
                CREATE TABLE vectorSegment (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    model INTEGER NOT NULL REFERENCES vectorModel(number),
                    count INTEGER NOT NULL,
                    firstChunk INTEGER NOT NULL,
                    lastChunk INTEGER NOT NULL,
                    chunks BLOB NOT NULL,
                    scales BLOB NOT NULL,
                    codes BLOB NOT NULL
                );
                CREATE INDEX segmentOfModel ON vectorSegment(model, id, count, firstChunk, lastChunk);
                CREATE TABLE vectorExact (
                    id INTEGER PRIMARY KEY,
                    scale REAL NOT NULL,
                    codes BLOB NOT NULL
                );
                CREATE TABLE conversation (
                    number INTEGER PRIMARY KEY,
                    id TEXT NOT NULL UNIQUE,
                    title TEXT,
                    createdAt REAL NOT NULL,
                    updatedAt REAL NOT NULL
                );
                CREATE INDEX conversationByTime ON conversation(updatedAt);
                CREATE TABLE message (
                    number INTEGER PRIMARY KEY,
                    conversation INTEGER NOT NULL REFERENCES conversation(number) ON DELETE CASCADE,
                    role TEXT NOT NULL,
                    createdAt REAL NOT NULL,
                    metadata BLOB,
                    content BLOB NOT NULL
                );
                CREATE INDEX messageOfConversation ON message(conversation, number);
                CREATE TABLE setting (
                    key TEXT PRIMARY KEY,
                    value BLOB NOT NULL
                ) WITHOUT ROWID;
                """)
    }

    /// Tables of version 2: the ledger and the consents.
    ///
    /// - `ledgerRecord.content` is the record in its canonical form, see ``CanonicalRecord``; `time`, `kind` and `engine`
    ///   repeat what a filter asks for and are compared with the content when the ledger is verified.
    /// - The triggers keep our own code, too, from changing what was written: a record is only ever added, at the end, and
    ///   the head only moves on. `INSERT OR REPLACE` would delete without a trigger, so the number is checked first.
    /// - A consent that was revoked stays, because records of the ledger refer to it.
    static func createVersion2(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE ledgerRecord (
                    number INTEGER PRIMARY KEY,
                    time INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    engine TEXT,
                    content BLOB NOT NULL,
                    hash BLOB NOT NULL,
                    seal BLOB NOT NULL
                );
                CREATE TABLE ledgerHead (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    count INTEGER NOT NULL,
                    hash BLOB NOT NULL,
                    seal BLOB NOT NULL
                );
                CREATE TRIGGER ledgerRecordIsAddedAtTheEnd BEFORE INSERT ON ledgerRecord
                WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM ledgerRecord)
                BEGIN SELECT RAISE(ABORT, 'a ledger record is added at the end'); END;
                CREATE TRIGGER ledgerRecordNeverChanges BEFORE UPDATE ON ledgerRecord
                BEGIN SELECT RAISE(ABORT, 'a ledger record never changes'); END;
                CREATE TRIGGER ledgerRecordStays BEFORE DELETE ON ledgerRecord
                BEGIN SELECT RAISE(ABORT, 'a ledger record is never removed'); END;
                CREATE TRIGGER ledgerHeadMovesOn BEFORE UPDATE ON ledgerHead
                WHEN NEW.count <= OLD.count OR NEW.id <> OLD.id
                BEGIN SELECT RAISE(ABORT, 'the head of the ledger only moves on'); END;
                CREATE TRIGGER ledgerHeadIsOne BEFORE INSERT ON ledgerHead
                WHEN EXISTS (SELECT 1 FROM ledgerHead)
                BEGIN SELECT RAISE(ABORT, 'the ledger has one head'); END;
                CREATE TRIGGER ledgerHeadStays BEFORE DELETE ON ledgerHead
                BEGIN SELECT RAISE(ABORT, 'the head of the ledger is never removed'); END;
                CREATE TABLE consent (
                    number INTEGER PRIMARY KEY,
                    id TEXT NOT NULL UNIQUE,
                    engine TEXT NOT NULL,
                    host TEXT NOT NULL,
                    task TEXT,
                    grantedAt INTEGER NOT NULL,
                    revokedAt INTEGER
                );
                """)
    }

    /// Tables of version 3: conversations that carry a system prompt, labels, reasoning and the state of each answer.
    ///
    /// - Until now every conversation was personal, so that is the label of what is there.
    /// - `tokens` is the length of a message as `tokenizer` counts it, so that a prompt is built without counting again.
    /// - `conversationContext` says where the part of a conversation begins that goes into prompts; see `ContextBoundary`.
    static func createVersion3(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE conversation ADD COLUMN systemPrompt BLOB;
                ALTER TABLE message ADD COLUMN state TEXT NOT NULL DEFAULT 'complete';
                ALTER TABLE message ADD COLUMN label TEXT NOT NULL DEFAULT 'personal';
                ALTER TABLE message ADD COLUMN reasoning BLOB;
                ALTER TABLE message ADD COLUMN toolCalls BLOB;
                ALTER TABLE message ADD COLUMN toolCallID TEXT;
                ALTER TABLE message ADD COLUMN tokenizer TEXT;
                ALTER TABLE message ADD COLUMN tokens INTEGER;
                CREATE TABLE conversationContext (
                    conversation INTEGER PRIMARY KEY REFERENCES conversation(number) ON DELETE CASCADE,
                    upTo INTEGER NOT NULL,
                    label TEXT NOT NULL,
                    promptTokens INTEGER,
                    maxMessages INTEGER,
                    summary BLOB
                );
                """)
    }

    /// Tables of version 4: what analyses of transcripts and the journal have worked out.
    ///
    /// - `key` is the hash of everything that the value depends on, so a row is never wrong, only unused.
    /// - `source` is the hash of the content that the value was made of, where there is one: when that content is deleted, the
    ///   value goes with it, since it may quote it.
    static func createVersion4(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE analysisNode (
                    key BLOB PRIMARY KEY NOT NULL,
                    value BLOB NOT NULL,
                    source BLOB,
                    createdAt INTEGER NOT NULL
                ) WITHOUT ROWID;
                CREATE INDEX analysisNodeOfSource ON analysisNode (source) WHERE source IS NOT NULL;
                """)
    }

    /// Tables of version 5: the journal.
    ///
    /// - `journalSession.date` is the day as its writer called it, in ISO 8601, so that its order is the order of time; an
    ///   undated entry has none. `hash` is the digest of everything that an entry holds.
    /// - `journalNode` holds what was made of an entry (`period` is the entry's id) or of a period, by one engine. `content` is
    ///   current as long as `key`, the hash of everything that it was made of, is.
    static func createVersion5(_ db: Database) throws {
        try db.execute(
            sql: """
                CREATE TABLE journalSession (
                    number INTEGER PRIMARY KEY,
                    id TEXT NOT NULL UNIQUE,
                    date TEXT,
                    time INTEGER,
                    timeZone TEXT,
                    title TEXT,
                    label TEXT NOT NULL,
                    duration REAL,
                    languages TEXT NOT NULL,
                    words INTEGER NOT NULL,
                    hash BLOB NOT NULL,
                    addedAt REAL NOT NULL,
                    changedAt REAL NOT NULL,
                    cues BLOB,
                    text BLOB NOT NULL
                );
                CREATE INDEX journalSessionByDate ON journalSession(date, time, number);
                CREATE TABLE journalNode (
                    number INTEGER PRIMARY KEY,
                    level TEXT NOT NULL,
                    period TEXT NOT NULL,
                    model TEXT NOT NULL,
                    key BLOB NOT NULL,
                    content BLOB NOT NULL,
                    UNIQUE (level, period, model)
                );
                """)
    }
}
