import Foundation
import HearthCore

/// One row, read column by column in their order.
struct RowReader {
    let kind: LibraryRow.Kind
    /// The row itself.
    var whole: LibraryRow { row }
    private let row: LibraryRow
    private var next = 0

    init(_ row: LibraryRow, of kind: LibraryRow.Kind) {
        self.row = row
        self.kind = kind
    }

    private mutating func value() -> LibraryRow.Value {
        defer { next += 1 }
        return next < row.values.count ? row.values[next] : .null
    }

    mutating func optionalInteger() -> Int64? { value().integer }
    mutating func optionalReal() -> Double? { value().real }
    mutating func optionalText() -> String? { value().text }
    mutating func optionalBytes() -> Data? { value().bytes }
    mutating func integer() throws -> Int64 { try need(value().integer) }
    mutating func int() throws -> Int { Int(try integer()) }
    mutating func real() throws -> Double { try need(value().real) }
    mutating func date() throws -> Date { Date(timeIntervalSince1970: try real()) }
    mutating func text() throws -> String { try need(value().text) }
    mutating func bytes() throws -> Data { try need(value().bytes) }
    mutating func longText() throws -> String { String(decoding: try bytes(), as: UTF8.self) }
    mutating func optionalLongText() -> String? { optionalBytes().map { String(decoding: $0, as: UTF8.self) } }
    mutating func hash() throws -> ContentHash { try need(ContentHash(bytes: Array(try bytes()))) }
    mutating func word<Word: RawRepresentable<String>>() throws -> Word { try need(Word(rawValue: try text())) }

    mutating func optionalWord<Word: RawRepresentable<String>>() throws -> Word? {
        try optionalText().map { try need(Word(rawValue: $0)) }
    }

    /// A value that has to be there.
    func need<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw LibraryRow.damaged(kind) }
        return value
    }
}

extension MemoryState {
    /// Adds a row that came from another library.
    mutating func keep(_ row: RowReader) throws {
        var row = row
        switch row.kind {
        case .folderLabel: folders[try row.text()] = try row.word() as SensitivityLabel
        case .placeLabel: formerPlaces[try row.text()] = try row.word() as SensitivityLabel
        case .document: try keepDocument(&row)
        case .text: try keepText(&row)
        case .source:
            let (path, document, size) = (try row.text(), try row.integer(), try row.int())
            let (modified, hash) = (try row.date(), try row.hash())
            _ = try row.need(documents[document])
            sources[path] = Source(
                file: SourceFile(path: path, size: size, modifiedAt: modified, hash: hash), document: document,
                seenAt: try row.date(), label: try row.optionalWord())
        case .documentLabel: throw LibraryRow.damaged(.documentLabel)
        case .chunk: try keepChunk(&row)
        case .origin: try keepOrigin(&row)
        case .vectorModel:
            models.append(
                VectorModel(
                    number: try row.integer(), id: try row.text(), dimension: try row.int(),
                    isActive: try row.integer() != 0))
        case .vector:
            let (number, chunk) = (try row.integer(), try row.integer())
            let index = try row.need(models.firstIndex { $0.number == number })
            models[index].vectors[chunk] = try row.need(CarriedVector.vector(try row.bytes()))
        case .familiarity:
            let (model, language, value) = (try row.text(), try row.text(), row.optionalReal())
            familiarities[model, default: [:]][language] = LanguageFamiliarity(
                language: language, value: value, chunks: try row.int(), measure: try row.text())
        case .conversation, .boundary: try keepConversation(&row)
        case .message: try keepMessage(&row)
        case .messageDocument:
            let message = try row.integer()
            _ = try row.need(messages[message])
            messages[message]?.documents.insert(try row.integer())
        case .messagePlace:
            let message = try row.integer()
            _ = try row.need(messages[message])
            messages[message]?.places.insert(try row.text())
        case .entry: try keepEntry(&row)
        case .rollup:
            let key = NodeKey(level: try row.word(), period: try row.text(), model: try row.text())
            nodes[key] = (try row.hash(), try row.bytes())
        case .analysis:
            let (key, value) = (try row.hash(), try row.bytes())
            analyses[key] = (value, row.optionalBytes().flatMap { ContentHash(bytes: Array($0)) })
            analysisTimes[key] = try row.integer()
        case .person:
            let (id, name) = (try row.text(), try row.text())
            copiedPersons.append(PeopleRegister.Person(id: id, name: name, label: try row.word()))
        case .name:
            let (key, name) = (try row.text(), try row.text())
            let person = row.optionalText()
            let kind: PeopleRegister.NotPerson? = try row.optionalWord()
            let meaning = try row.need(person.map { .person($0) } ?? kind.map { PeopleRegister.Meaning.notPerson($0) })
            let names = people.names + [PeopleRegister.Name(key: key, name: name, meaning: meaning)]
            people = PeopleRegister(persons: copiedPersons, names: names)
        case .feed:
            let (name, version) = (try row.text(), try row.int())
            namedRecords[.feed, default: [:]][name] = StoredRecord(
                name: name, version: version, value: try row.bytes())
        case .work:
            let task = try WorkTask(row.whole)
            work[task.id] = task
        case .workPart:
            let (id, part) = (try row.text(), WorkPart(file: try row.int(), number: try row.int()))
            _ = try row.need(work[id])
            workParts[id, default: [:]][part] = try row.bytes()
        case .watchedFolder:
            let (name, version) = (try row.text(), try row.int())
            namedRecords[.watchedFolder, default: [:]][name] = StoredRecord(
                name: name, version: version, value: try row.bytes())
        case .watchedFile:
            let (folder, path) = (try row.text(), try row.text())
            _ = try row.need(namedRecords[.watchedFolder]?[folder])
            let stamp = FileStamp(size: try row.int(), modified: try row.integer(), inode: try row.integer())
            let (isElsewhere, state) = (try row.integer() != 0, try row.word() as WatchedFile.State)
            watchedFiles[folder, default: [:]][path] = WatchedFile(
                path: path, stamp: stamp, isElsewhere: isElsewhere, state: state, code: row.optionalText(),
                message: row.optionalText())
        case .consent:
            _ = try row.integer()
            let (id, engine, host) = (try row.text(), try row.word() as Engine, try row.text())
            let (task, granted) = (try row.optionalWord() as TaskKind?, try row.integer())
            consents.append(
                StoredConsent(
                    consent: Consent(id: id, engine: engine, host: host, task: task, grantedAt: Self.date(granted)),
                    revokedAt: row.optionalInteger().map(Self.date)))
        case .counter:
            switch try row.text() {
            case LibraryRow.Counter.chunk: nextChunk = max(nextChunk, try row.integer() + 1)
            case LibraryRow.Counter.message: lastMessage = max(lastMessage, try row.integer())
            default: throw LibraryRow.damaged(.counter)
            }
        case .ledgerRecord:
            let (number, content) = (try row.int(), Array(try row.bytes()))
            let hash = Self.hash(after: records.last?.hash ?? Self.start, content)
            guard number == records.count + 1, CanonicalRecord.number(content) == number,
                hash == Array(try row.bytes())
            else { throw StoreError.brokenLedger("record \(number) is not the one that should follow") }
            records.append((content, hash))
        }
    }

    private static func date(_ micros: Int64) -> Date { Date(timeIntervalSince1970: Double(micros) / 1e6) }

    private mutating func keepDocument(_ row: inout RowReader) throws {
        let (number, id, hash) = (try row.integer(), try row.text(), try row.hash())
        let (processing, format) = (try row.text(), try row.word() as DocumentFormat)
        let (title, language) = (row.optionalText(), row.optionalText())
        let (created, ingested) = (row.optionalReal(), try row.date())
        let (byteCount, pageCount, firstChunk) = (try row.int(), try row.int(), try row.integer())
        let (chunkCount, warnings) = (try row.int(), try row.text())
        let known = try? JSONDecoder().decode([ExtractionWarning].self, from: Data(warnings.utf8))
        let new = NewDocument(
            contentHash: hash, processing: processing, title: title, language: language,
            createdAt: created.map(Date.init(timeIntervalSince1970:)), byteCount: byteCount,
            content: ExtractedDocument(format: format, text: "", blocks: [], warnings: known ?? []), chunks: [])
        var document = Document(number: number, id: id, new: new, firstChunk: firstChunk, ingestedAt: ingested)
        document.carried = CarriedDocument(chunkCount: chunkCount, pageCount: pageCount, warnings: warnings)
        documents[number] = document
    }

    private mutating func keepText(_ row: inout RowReader) throws {
        let number = try row.integer()
        _ = try row.need(documents[number])
        let structure = try row.need(DocumentStructure(decoding: Array(try row.bytes())))
        documents[number]?.new.content.pages = structure.pages
        documents[number]?.new.content.blocks = structure.blocks
        documents[number]?.new.content.layouts = structure.layouts
        documents[number]?.new.content.text = try row.longText()
        documents[number]?.carried?.hasText = true
    }

    private mutating func keepChunk(_ row: inout RowReader) throws {
        let (id, number) = (try row.integer(), try row.integer())
        let document = try row.need(documents[number])
        guard id == document.chunkIDs.upperBound else { throw LibraryRow.damaged(.chunk) }
        let span = TextSpan(start: try row.int(), end: try row.int())
        let (tokens, page) = (try row.int(), row.optionalInteger().map { Int($0) })
        let (start, end) = (row.optionalReal(), row.optionalReal())
        let headings = HeadingsText.split(row.optionalLongText())
        let chunk = Chunk(
            index: document.new.chunks.count, span: span, text: try row.longText(), tokens: tokens, page: page,
            headings: headings, startTime: start, endTime: end)
        documents[number]?.new.chunks.append(NewChunk(chunk: chunk, terms: ""))
        nextChunk = max(nextChunk, id + 1)
    }

    private mutating func keepOrigin(_ row: inout RowReader) throws {
        let (id, number) = (try row.integer(), try row.integer())
        let (first, last) = (row.optionalReal(), row.optionalReal())
        let senders = try row.text().split(separator: "\n").map(String.init)
        let document = try row.need(documents[number])
        guard document.chunkIDs.contains(id) else { throw LibraryRow.damaged(.origin) }
        documents[number]?.new.chunks[Int(id - document.firstChunk)].chunk.origin = ChunkOrigin(
            first: first.map(Date.init(timeIntervalSince1970:)), last: last.map(Date.init(timeIntervalSince1970:)),
            senders: senders)
    }

    private mutating func keepConversation(_ row: inout RowReader) throws {
        let number = try row.integer()
        guard row.kind == .boundary else {
            let (id, title, prompt) = (try row.text(), row.optionalText(), row.optionalLongText())
            let label = try row.optionalWord() as SensitivityLabel?
            let conversation = Conversation(
                id: id, title: title, systemPrompt: prompt, systemPromptLabel: label, createdAt: try row.date(),
                updatedAt: try row.date(), isPinned: try row.integer() != 0, folder: row.optionalText())
            talks[id] = Talk(number: number, conversation: conversation)
            lastTalk = max(lastTalk, number)
            return
        }
        let id = try row.need(talks.values.first { $0.number == number }).conversation.id
        let (upTo, label) = (try row.integer(), try row.word() as SensitivityLabel)
        let (tokens, most) = (row.optionalInteger(), row.optionalInteger())
        talks[id]?.boundary = ContextBoundary(
            upTo: upTo, summary: row.optionalLongText(), label: label, promptTokens: tokens.map { Int($0) },
            maxMessages: most.map { Int($0) })
    }

    private mutating func keepMessage(_ row: inout RowReader) throws {
        let (id, conversation) = (try row.integer(), try row.integer())
        let (role, created) = (try row.word() as Message.Role, try row.date())
        let (metadata, content) = (row.optionalBytes(), try row.longText())
        let (state, label) = (try row.word() as ConversationMessage.State, try row.word() as SensitivityLabel)
        let (given, reasoning) = (row.optionalInteger(), row.optionalLongText())
        let (calls, callID) = (row.optionalBytes(), row.optionalText())
        let (tokenizer, tokens) = (row.optionalText(), row.optionalInteger())
        let decoder = JSONDecoder()
        let message = ConversationMessage(
            id: id,
            Message(
                role, content, reasoning: reasoning,
                toolCalls: calls.flatMap { try? decoder.decode([ToolCall].self, from: $0) }, toolCallID: callID),
            createdAt: created, state: state, label: label, origin: .init(given: given),
            metadata: metadata.flatMap { try? decoder.decode(ConversationMessage.Metadata.self, from: $0) },
            tokenCount: tokenizer.flatMap { name in tokens.map { .init(tokenizer: name, count: Int($0)) } })
        messages[id] = Said(
            conversation: conversation, message: message, documents: [],
            carried: CarriedMessage(metadata: metadata, toolCalls: calls))
        lastMessage = max(lastMessage, id)
    }

    private mutating func keepEntry(_ row: inout RowReader) throws {
        let (number, id, date) = (try row.int(), try row.text(), row.optionalText())
        let (time, zone, title) = (row.optionalInteger().map { Int($0) }, row.optionalText(), row.optionalText())
        let (label, duration) = (try row.word() as SensitivityLabel, row.optionalReal())
        let languages = try row.text().split(separator: " ").map(String.init)
        // How many words it has, and its digest, follow from the rest.
        _ = (try row.int(), try row.hash())
        let (added, changed, cues) = (try row.date(), try row.date(), row.optionalBytes())
        let session = JournalSession(
            id: id, date: date.flatMap { CivilDate($0) }, time: time, timeZone: zone, title: title,
            text: try row.longText(), cues: try cues.map { try JSONDecoder().decode([Cue].self, from: $0) },
            duration: duration, languages: languages, label: label)
        entries[id] = Entry(
            number: number, session: session, changedAt: changed, addedAt: added, carriedCues: cues)
        lastEntry = max(lastEntry, number)
    }
}
