import GRDB

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
}
