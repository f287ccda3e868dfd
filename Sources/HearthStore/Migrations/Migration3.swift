import GRDB

extension Migrations {
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
}
