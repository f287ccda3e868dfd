import GRDB

extension Migrations {
    /// Version 10: documents know how their index entries were made.
    ///
    /// `document.analysis` names it, as ``NewDocument/analysis`` does. It is `NULL` in a store of before; what has another name than
    /// today's is made anew (``HearthDatabase/documentsToIndex(as:most:)``). The index also tells a query in which languages
    /// there are documents.
    static func nameAnalyses(_ db: Database) throws {
        try db.execute(
            sql: """
                ALTER TABLE document ADD COLUMN analysis TEXT;
                CREATE INDEX documentOfAnalysis ON document(analysis, language);
                """)
    }
}
