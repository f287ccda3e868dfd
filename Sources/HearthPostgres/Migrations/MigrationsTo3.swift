extension PostgresMigrations {
    /// Version 1: documents, what finds them, and their labels.
    ///
    /// - `owner_id` is the first column of every key, so that an owner's rows lie together and a table can be cut by it.
    /// - Names are compared by their bytes, whatever the database's language is (`plain`).
    /// - `library` has the totals of an owner and the last numbers that were given; a change locks it.
    /// - The chunks of a document have consecutive ids, which are never used again, so a filter is a list of ranges.
    /// - Text of any length is `bytea`, because it may hold NUL. `folded` is what is searched letter case aside.
    /// - `posting.data` has, for each chunk of 1,024 in which a term stands, how often and in how long a text (`PostingBlock`).
    ///   `chunk_terms` has the terms themselves, for phrases and to find again what a chunk that goes has in `posting`.
    /// - `chunk_vector.exact` has a vector as 32-bit numbers. Where pgvector is there, `half` is added beside it (`VectorSupport`), and
    ///   `vector_model.halves` counts those that have it.
    /// - `document.label` is the strictest label of its sources, kept by triggers and by nothing else, as in the embedded store.
    static let documents = """
        CREATE DOMAIN plain AS text COLLATE "C";
        CREATE FUNCTION current_owner() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE
            RETURN nullif(current_setting('hearth.owner', true), '')::bigint;
        CREATE FUNCTION label_rank(label text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
            RETURN CASE label WHEN 'public' THEN 0 WHEN 'personal' THEN 1 ELSE 2 END;
        CREATE FUNCTION label_of(rank integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
            RETURN CASE rank WHEN 0 THEN 'public' WHEN 1 THEN 'personal' ELSE 'private' END;

        CREATE TABLE owner (
            owner_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            name plain NOT NULL UNIQUE
        );
        CREATE TABLE library (
            owner_id bigint PRIMARY KEY,
            last_document bigint NOT NULL DEFAULT 0,
            last_chunk bigint NOT NULL DEFAULT 0,
            last_conversation bigint NOT NULL DEFAULT 0,
            last_message bigint NOT NULL DEFAULT 0,
            last_entry bigint NOT NULL DEFAULT 0,
            last_consent bigint NOT NULL DEFAULT 0,
            last_model bigint NOT NULL DEFAULT 0,
            chunks bigint NOT NULL DEFAULT 0,
            title_terms bigint NOT NULL DEFAULT 0,
            body_terms bigint NOT NULL DEFAULT 0,
            forgotten bigint NOT NULL DEFAULT 0,
            forgotten_of_one bigint NOT NULL DEFAULT 0
        );

        CREATE TABLE document (
            owner_id bigint NOT NULL,
            number bigint NOT NULL,
            id plain NOT NULL,
            content_hash bytea NOT NULL,
            processing text NOT NULL,
            format plain NOT NULL,
            title text,
            folded bytea NOT NULL,
            language plain,
            label plain NOT NULL,
            created_at double precision,
            ingested_at double precision NOT NULL,
            byte_count bigint NOT NULL,
            page_count bigint NOT NULL,
            first_chunk bigint NOT NULL,
            chunk_count bigint NOT NULL,
            warnings text NOT NULL,
            analysis plain,
            PRIMARY KEY (owner_id, number),
            UNIQUE (owner_id, id),
            UNIQUE (owner_id, content_hash)
        );
        CREATE INDEX document_by_time ON document (owner_id, ingested_at DESC, number DESC);
        CREATE INDEX document_of_analysis ON document (owner_id, analysis, language);
        CREATE TABLE document_text (
            owner_id bigint NOT NULL,
            document bigint NOT NULL,
            structure bytea NOT NULL,
            text bytea NOT NULL,
            PRIMARY KEY (owner_id, document)
        );
        CREATE TABLE source (
            owner_id bigint NOT NULL,
            path plain NOT NULL,
            folded bytea NOT NULL,
            document bigint NOT NULL,
            file_size bigint NOT NULL,
            modified_at double precision NOT NULL,
            file_hash bytea NOT NULL,
            seen_at double precision NOT NULL,
            label plain,
            PRIMARY KEY (owner_id, path),
            FOREIGN KEY (owner_id, document) REFERENCES document (owner_id, number) DEFERRABLE INITIALLY DEFERRED
        );
        CREATE INDEX source_of_document ON source (owner_id, document);
        CREATE TABLE chunk (
            owner_id bigint NOT NULL,
            id bigint NOT NULL,
            document bigint NOT NULL,
            start_byte bigint NOT NULL,
            end_byte bigint NOT NULL,
            tokens bigint NOT NULL,
            page bigint,
            start_time double precision,
            end_time double precision,
            title_terms bigint NOT NULL,
            body_terms bigint NOT NULL,
            headings bytea,
            text bytea NOT NULL,
            PRIMARY KEY (owner_id, id)
        );
        CREATE TABLE chunk_terms (
            owner_id bigint NOT NULL,
            chunk bigint NOT NULL,
            title bytea NOT NULL,
            body bytea NOT NULL,
            PRIMARY KEY (owner_id, chunk)
        );
        CREATE TABLE posting (
            owner_id bigint NOT NULL,
            term plain NOT NULL,
            block bigint NOT NULL,
            count bigint NOT NULL,
            data bytea NOT NULL,
            PRIMARY KEY (owner_id, term, block)
        ) WITH (fillfactor = 80);
        CREATE TABLE vector_model (
            owner_id bigint NOT NULL,
            number bigint NOT NULL,
            id plain NOT NULL,
            dimension bigint NOT NULL,
            is_active boolean NOT NULL,
            vectors bigint NOT NULL DEFAULT 0,
            halves bigint NOT NULL DEFAULT 0,
            PRIMARY KEY (owner_id, number),
            UNIQUE (owner_id, id)
        );
        CREATE TABLE chunk_vector (
            owner_id bigint NOT NULL,
            model bigint NOT NULL,
            chunk bigint NOT NULL,
            dimension bigint NOT NULL,
            exact bytea NOT NULL,
            PRIMARY KEY (owner_id, model, chunk)
        );
        ALTER TABLE chunk_vector ALTER COLUMN exact SET STORAGE EXTERNAL;
        CREATE TABLE language_familiarity (
            owner_id bigint NOT NULL,
            model plain NOT NULL,
            language plain NOT NULL,
            value double precision,
            chunks bigint NOT NULL,
            measure text NOT NULL,
            PRIMARY KEY (owner_id, model, language)
        );
        CREATE TABLE folder_label (
            owner_id bigint NOT NULL,
            path plain NOT NULL,
            label plain NOT NULL,
            PRIMARY KEY (owner_id, path)
        );
        CREATE TABLE place_label (
            owner_id bigint NOT NULL,
            path plain NOT NULL,
            label plain NOT NULL,
            PRIMARY KEY (owner_id, path)
        );

        CREATE FUNCTION folder_label_of(owner bigint, place text) RETURNS text LANGUAGE sql STABLE RETURN (
            SELECT label FROM folder_label WHERE owner_id = owner AND starts_with(place, path)
            ORDER BY length(path) DESC LIMIT 1
        );
        CREATE FUNCTION compute_label(owner bigint, wanted bigint) RETURNS void LANGUAGE plpgsql AS $$
        DECLARE
            strictest integer;
        BEGIN
            SELECT max(label_rank(coalesce(label, folder_label_of(owner, path), 'personal'))) INTO strictest
            FROM source WHERE owner_id = owner AND document = wanted;
            IF strictest IS NOT NULL THEN
                UPDATE document SET label = label_of(strictest) WHERE owner_id = owner AND number = wanted;
            END IF;
        END $$;
        CREATE FUNCTION source_changes() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'DELETE' OR TG_OP = 'UPDATE' AND NEW.document <> OLD.document THEN
                -- A content that leaves one of its places is as private in the others as it was.
                UPDATE source SET label = (
                    SELECT label FROM document WHERE owner_id = OLD.owner_id AND number = OLD.document)
                WHERE owner_id = OLD.owner_id AND document = OLD.document;
                PERFORM compute_label(OLD.owner_id, OLD.document);
            END IF;
            IF TG_OP <> 'DELETE' THEN PERFORM compute_label(NEW.owner_id, NEW.document); END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER source_comes_or_goes AFTER INSERT OR DELETE ON source
            FOR EACH ROW EXECUTE FUNCTION source_changes();
        CREATE TRIGGER source_changes AFTER UPDATE OF document, label, path ON source
            FOR EACH ROW WHEN (OLD.document <> NEW.document OR OLD.label IS DISTINCT FROM NEW.label OR OLD.path <> NEW.path)
            EXECUTE FUNCTION source_changes();
        CREATE FUNCTION folder_changes() RETURNS trigger LANGUAGE plpgsql AS $$
        DECLARE
            folder record;
        BEGIN
            IF TG_OP = 'DELETE' THEN folder := OLD; ELSE folder := NEW; END IF;
            PERFORM compute_label(folder.owner_id, document) FROM (
                SELECT DISTINCT document FROM source WHERE owner_id = folder.owner_id AND starts_with(path, folder.path)
            ) AS within;
            RETURN NULL;
        END $$;
        CREATE TRIGGER folder_is_labelled AFTER INSERT OR UPDATE OR DELETE ON folder_label
            FOR EACH ROW EXECUTE FUNCTION folder_changes();
        """
}

// MARK: - 2 and 3

extension PostgresMigrations {
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
