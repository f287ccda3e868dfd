extension Migrations {
    /// Version 2: conversations, the journal, and what analyses worked out.
    ///
    /// - `message.label` is that of a message's own words. `message_source` names the documents that it was made of,
    ///   `message.given` the first message of its conversation that it was given, `message_place` the sources that held an earlier
    ///   version of what it was made of.
    /// - `conversation.forgotten` is another number after anything of it went that a model may have read (`PostgresPromptStates`).
    static let conversations = """
        CREATE TABLE conversation (
            owner_id bigint NOT NULL,
            number bigint NOT NULL,
            id plain NOT NULL,
            title text,
            folded bytea,
            system_prompt bytea,
            prompt_label plain,
            created_at double precision NOT NULL,
            updated_at double precision NOT NULL,
            forgotten bigint NOT NULL,
            PRIMARY KEY (owner_id, number),
            UNIQUE (owner_id, id)
        );
        CREATE INDEX conversation_by_time ON conversation (owner_id, updated_at DESC, number DESC);
        CREATE TABLE message (
            owner_id bigint NOT NULL,
            number bigint NOT NULL,
            conversation bigint NOT NULL,
            role plain NOT NULL,
            created_at double precision NOT NULL,
            metadata bytea,
            content bytea NOT NULL,
            folded bytea NOT NULL,
            state plain NOT NULL,
            label plain NOT NULL,
            given bigint,
            reasoning bytea,
            tool_calls bytea,
            tool_call_id text,
            tokenizer text,
            tokens bigint,
            PRIMARY KEY (owner_id, number)
        );
        CREATE INDEX message_of_conversation ON message (owner_id, conversation, number) INCLUDE (label, given, role);
        CREATE TABLE conversation_context (
            owner_id bigint NOT NULL,
            conversation bigint NOT NULL,
            up_to bigint NOT NULL,
            label plain NOT NULL,
            prompt_tokens bigint,
            max_messages bigint,
            summary bytea,
            PRIMARY KEY (owner_id, conversation)
        );
        CREATE TABLE message_source (
            owner_id bigint NOT NULL,
            message bigint NOT NULL,
            document bigint NOT NULL,
            PRIMARY KEY (owner_id, message, document),
            FOREIGN KEY (owner_id, message) REFERENCES message (owner_id, number) ON DELETE CASCADE
        );
        CREATE INDEX message_source_of_document ON message_source (owner_id, document);
        CREATE TABLE message_place (
            owner_id bigint NOT NULL,
            message bigint NOT NULL,
            path plain NOT NULL,
            PRIMARY KEY (owner_id, message, path),
            FOREIGN KEY (owner_id, message) REFERENCES message (owner_id, number) ON DELETE CASCADE
        );
        CREATE INDEX message_place_of_path ON message_place (owner_id, path);
        CREATE TABLE journal_session (
            owner_id bigint NOT NULL,
            number bigint NOT NULL,
            id plain NOT NULL,
            date plain,
            time bigint,
            time_zone text,
            title text,
            label plain NOT NULL,
            duration double precision,
            languages text NOT NULL,
            words bigint NOT NULL,
            hash bytea NOT NULL,
            added_at double precision NOT NULL,
            changed_at double precision NOT NULL,
            cues bytea,
            text bytea NOT NULL,
            PRIMARY KEY (owner_id, number),
            UNIQUE (owner_id, id)
        );
        CREATE INDEX journal_session_by_date ON journal_session (owner_id, date, time, number);
        CREATE TABLE journal_node (
            owner_id bigint NOT NULL,
            level plain NOT NULL,
            period plain NOT NULL,
            model plain NOT NULL,
            key bytea NOT NULL,
            content bytea NOT NULL,
            PRIMARY KEY (owner_id, level, period, model)
        );
        CREATE TABLE analysis_node (
            owner_id bigint NOT NULL,
            key bytea NOT NULL,
            value bytea NOT NULL,
            source bytea,
            created_at bigint NOT NULL,
            PRIMARY KEY (owner_id, key)
        );
        CREATE INDEX analysis_node_of_source ON analysis_node (owner_id, source) WHERE source IS NOT NULL;
        """

    /// Version 3: the ledger and the consents.
    ///
    /// - `ledger_record.content` is the record in its canonical form (`CanonicalRecord`), `hash` that of the one before and this;
    ///   `time`, `kind` and `engine` repeat what a filter asks for, and are compared with the content when the ledger is verified.
    /// - The triggers keep our own code, too, from changing what was written. Whoever owns the tables can take them away.
    static let ledger = """
        CREATE TABLE ledger_record (
            owner_id bigint NOT NULL,
            number bigint NOT NULL,
            time bigint NOT NULL,
            kind plain NOT NULL,
            engine plain,
            content bytea NOT NULL,
            hash bytea NOT NULL,
            PRIMARY KEY (owner_id, number)
        );
        CREATE TABLE ledger_head (
            owner_id bigint PRIMARY KEY,
            count bigint NOT NULL DEFAULT 0,
            hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex')
        );
        CREATE TABLE consent (
            owner_id bigint NOT NULL,
            number bigint NOT NULL,
            id plain NOT NULL,
            engine plain NOT NULL,
            host text NOT NULL,
            task plain,
            granted_at bigint NOT NULL,
            revoked_at bigint,
            PRIMARY KEY (owner_id, number),
            UNIQUE (owner_id, id)
        );
        CREATE FUNCTION ledger_stays() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION 'a record of the ledger never changes';
        END $$;
        CREATE TRIGGER record_stays BEFORE UPDATE OR DELETE ON ledger_record
            FOR EACH ROW EXECUTE FUNCTION ledger_stays();
        CREATE TRIGGER records_stay BEFORE TRUNCATE ON ledger_record
            FOR EACH STATEMENT EXECUTE FUNCTION ledger_stays();
        CREATE TRIGGER head_stays BEFORE DELETE ON ledger_head
            FOR EACH ROW EXECUTE FUNCTION ledger_stays();
        CREATE TRIGGER head_moves_on BEFORE UPDATE ON ledger_head
            FOR EACH ROW WHEN (NEW.count <= OLD.count) EXECUTE FUNCTION ledger_stays();
        """
}
