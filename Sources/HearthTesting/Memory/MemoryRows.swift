import Foundation
public import HearthCore

extension MemoryLibrary {
    public func rows(of kind: LibraryRow.Kind, after last: LibraryRow?, limit: Int) throws -> [LibraryRow] {
        try LibraryRow.refusePrograms()
        let all = try state.rows(of: kind).sorted { $0.key(of: kind).precede($1.key(of: kind)) }
        guard let last else { return LibraryRow.page(all, limit: max(1, limit)) }
        return LibraryRow.page(
            all.drop { !last.key(of: kind).precede($0.key(of: kind)) }, limit: max(1, limit))
    }

    public func rowCount(of kind: LibraryRow.Kind) throws -> Int {
        try LibraryRow.refusePrograms()
        return try state.rows(of: kind).count
    }

    public func keep(_ rows: [LibraryRow], of kind: LibraryRow.Kind) throws {
        try LibraryRow.refusePrograms()
        try LibraryRow.check(rows, of: kind)
        guard !rows.isEmpty else { return }
        try change { state in
            guard state.unfinishedCopy != nil else { throw LibraryRow.notMarked }
            for row in rows { try state.keep(RowReader(row, of: kind)) }
        }
    }

    public func unfinishedCopy() throws -> String? { state.unfinishedCopy }

    public func setUnfinishedCopy(of source: String?) throws {
        try LibraryRow.refusePrograms()
        try change { $0.unfinishedCopy = source }
    }
}

extension MemoryLibrary {
    public func rows(_ lookup: LibraryLookup, after last: LibraryRow?, limit: Int) throws -> [LibraryRow] {
        try LibraryRow.refusePrograms()
        let kind = lookup.kind
        let found = try state.rows(of: kind).filter(lookup.finds)
            .sorted { $0.key(of: kind).precede($1.key(of: kind)) }
        guard let last else { return LibraryRow.page(found, limit: max(1, limit)) }
        return LibraryRow.page(
            found.drop { !last.key(of: kind).precede($0.key(of: kind)) }, limit: max(1, limit))
    }

    public func add(_ item: LibraryItem) throws {
        try LibraryRow.refusePrograms()
        try item.check()
        try change { state in
            if let source = state.unfinishedCopy { throw LibraryItem.unfinished(source) }
            for lookup in item.identities {
                guard try !state.rows(of: lookup.kind).contains(where: lookup.finds) else { throw LibraryItem.taken }
            }
            let new = item.numbered(
                from: LibraryNumbers(
                    document: (state.documents.keys.max() ?? 0) + 1, chunk: state.nextChunk,
                    conversation: state.lastTalk + 1, message: state.lastMessage + 1,
                    entry: Int64(state.lastEntry) + 1))
            for kind in LibraryItem.kinds {
                for row in new[kind] { try state.keep(RowReader(row, of: kind)) }
            }
        }
    }
}

/// What came with a row and is said nowhere else in memory, or not with the very same bytes.
struct CarriedDocument: Sendable {
    var chunkCount: Int
    var pageCount: Int
    /// JSON.
    var warnings: String
    /// Whether its text has come, too.
    var hasText = false
}

/// The same of a message: JSON, as it was written.
struct CarriedMessage: Sendable {
    var metadata: Data?
    var toolCalls: Data?
}

extension ArraySlice<LibraryRow.Value> {
    fileprivate func precede(_ other: ArraySlice<LibraryRow.Value>) -> Bool {
        for (a, b) in zip(self, other) where a != b { return a.precedes(b) }
        return false
    }
}

// MARK: - Reading

extension MemoryState {
    private func rows(of kind: StoredRecord.Kind) -> [LibraryRow] {
        (namedRecords[kind] ?? [:]).values.map { LibraryRow([.text($0.name), .init($0.version), .bytes($0.value)]) }
    }

    fileprivate func rows(of kind: LibraryRow.Kind) throws -> [LibraryRow] {
        switch kind {
        case .folderLabel: folders.map { LibraryRow([.text($0.key), .text($0.value.rawValue)]) }
        case .placeLabel: formerPlaces.map { LibraryRow([.text($0.key), .text($0.value.rawValue)]) }
        case .document: try documents.values.map(row)
        case .text: documents.values.filter { $0.carried?.hasText ?? true }.map(textRow)
        case .source: sources.map { row($0.key, $0.value) }
        case .documentLabel:
            documents.values.map { LibraryRow([.integer($0.number), .text(label(of: $0).rawValue)]) }
        case .chunk: documents.values.flatMap(chunkRows)
        case .origin: documents.values.flatMap(originRows)
        case .vectorModel:
            models.map {
                LibraryRow([
                    .integer($0.number), .text($0.id), .init($0.dimension), .integer($0.isActive ? 1 : 0),
                ])
            }
        case .vector:
            models.flatMap { model in
                model.vectors.map {
                    LibraryRow([.integer(model.number), .integer($0.key), .bytes(CarriedVector.bytes($0.value))])
                }
            }
        case .familiarity:
            familiarities.flatMap { model, values in
                values.values.map {
                    LibraryRow([
                        .text(model), .text($0.language), .init($0.value), .init($0.chunks), .text($0.measure),
                    ])
                }
            }
        case .conversation: talks.values.map(row)
        case .boundary: talks.values.compactMap(boundaryRow)
        case .message: try messages.values.map(row)
        case .messageDocument:
            messages.flatMap { id, said in said.documents.map { LibraryRow([.integer(id), .integer($0)]) } }
        case .messagePlace:
            messages.flatMap { id, said in said.places.map { LibraryRow([.integer(id), .text($0)]) } }
        case .entry: try entries.values.map(row)
        case .rollup:
            nodes.map { key, node in
                LibraryRow([
                    .text(key.level.rawValue), .text(key.period), .text(key.model), .bytes(Data(node.key.bytes)),
                    .bytes(node.content),
                ])
            }
        case .analysis:
            analyses.map { key, node in
                LibraryRow([
                    .bytes(Data(key.bytes)), .bytes(node.value), .init(node.source.map { Data($0.bytes) }),
                    .integer(analysisTimes[key] ?? 0),
                ])
            }
        case .person:
            // While it is copied, those whose names have not come are there, too.
            (unfinishedCopy == nil ? people.persons : copiedPersons).map {
                LibraryRow([.text($0.id), .text($0.name), .text($0.label.rawValue)])
            }
        case .name:
            people.names.map {
                LibraryRow([
                    .text($0.key), .text($0.name), .init($0.personID), .init($0.notPerson?.rawValue),
                ])
            }
        case .feed: rows(of: StoredRecord.Kind.feed)
        case .work: try work.values.map { try $0.row }
        case .workPart:
            workParts.flatMap { id, parts in
                parts.map { LibraryRow([.text(id), .init($0.key.file), .init($0.key.number), .bytes($0.value)]) }
            }
        case .watchedFolder: rows(of: StoredRecord.Kind.watchedFolder)
        case .watchedFile:
            watchedFiles.flatMap { folder, files in
                files.values.map { file in
                    LibraryRow([
                        .text(folder), .text(file.path), .init(file.stamp.size), .integer(file.stamp.modified),
                        .integer(file.stamp.inode), .integer(file.isElsewhere ? 1 : 0), .text(file.state.rawValue),
                        .init(file.code), .init(file.message),
                    ])
                }
            }
        case .consent: try consents.enumerated().map(row)
        case .counter:
            [
                LibraryRow([.text(LibraryRow.Counter.chunk), .integer(nextChunk - 1)]),
                LibraryRow([.text(LibraryRow.Counter.message), .integer(lastMessage)]),
            ]
        case .ledgerRecord:
            records.enumerated().map { index, record in
                LibraryRow([.integer(Int64(index + 1)), .bytes(Data(record.content)), .bytes(Data(record.hash))])
            }
        }
    }

    private static func json(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    private func row(_ document: Document) throws -> LibraryRow {
        let (new, carried) = (document.new, document.carried)
        let warnings = try carried?.warnings ?? String(decoding: Self.json(new.content.warnings), as: UTF8.self)
        return LibraryRow([
            .integer(document.number), .text(document.id), .bytes(Data(new.contentHash.bytes)),
            .text(new.processing), .text(new.content.format.rawValue), .init(document.title), .init(new.language),
            .init(new.createdAt?.timeIntervalSince1970), .real(document.ingestedAt.timeIntervalSince1970),
            .init(new.byteCount), .init(carried?.pageCount ?? new.content.pages.count),
            .integer(document.firstChunk), .init(carried?.chunkCount ?? new.chunks.count), .text(warnings),
        ])
    }

    private func textRow(_ document: Document) -> LibraryRow {
        let content = document.new.content
        let structure = DocumentStructure(pages: content.pages, blocks: content.blocks, layouts: content.layouts)
            .encoded()
        return LibraryRow([.integer(document.number), .bytes(Data(structure)), .init(bytesOf: content.text)])
    }

    private func row(_ path: String, _ source: Source) -> LibraryRow {
        LibraryRow([
            .text(path), .integer(source.document), .init(source.file.size),
            .real(source.file.modifiedAt.timeIntervalSince1970), .bytes(Data(source.file.hash.bytes)),
            .real(source.seenAt.timeIntervalSince1970), .init(source.label?.rawValue),
        ])
    }

    private func chunkRows(_ document: Document) -> [LibraryRow] {
        zip(document.chunkIDs, document.new.chunks).map { id, new in
            let chunk = new.chunk
            return LibraryRow([
                .integer(id), .integer(document.number), .init(chunk.span.start), .init(chunk.span.end),
                .init(chunk.tokens), .init(chunk.page), .init(chunk.startTime), .init(chunk.endTime),
                .init(bytesOf: HeadingsText.joined(chunk.headings)), .init(bytesOf: chunk.text),
            ])
        }
    }

    private func originRows(_ document: Document) -> [LibraryRow] {
        zip(document.chunkIDs, document.new.chunks).compactMap { id, new in
            new.chunk.origin.map { origin in
                LibraryRow([
                    .integer(id), .integer(document.number), .init(origin.first?.timeIntervalSince1970),
                    .init(origin.last?.timeIntervalSince1970), .text(origin.senders.joined(separator: "\n")),
                ])
            }
        }
    }

    private func row(_ talk: Talk) -> LibraryRow {
        let conversation = talk.conversation
        return LibraryRow([
            .integer(talk.number), .text(conversation.id), .init(conversation.title),
            .init(bytesOf: conversation.systemPrompt), .init(conversation.systemPromptLabel?.rawValue),
            .real(conversation.createdAt.timeIntervalSince1970), .real(conversation.updatedAt.timeIntervalSince1970),
            .integer(conversation.isPinned ? 1 : 0), .init(conversation.folder),
        ])
    }

    private func boundaryRow(_ talk: Talk) -> LibraryRow? {
        talk.boundary.map { boundary in
            LibraryRow([
                .integer(talk.number), .integer(boundary.upTo), .text(boundary.label.rawValue),
                .init(boundary.promptTokens), .init(boundary.maxMessages), .init(bytesOf: boundary.summary),
            ])
        }
    }

    private func row(_ said: Said) throws -> LibraryRow {
        let message = said.message
        let metadata = try said.carried.map(\.metadata) ?? message.metadata.map { try Self.json($0) }
        let calls = try said.carried.map(\.toolCalls) ?? message.message.toolCalls.map { try Self.json($0) }
        return LibraryRow([
            .integer(message.id), .integer(said.conversation), .text(message.message.role.rawValue),
            .real(message.createdAt.timeIntervalSince1970), .init(metadata), .init(bytesOf: message.message.content),
            .text(message.state.rawValue), .text(message.label.rawValue), .init(message.origin.given),
            .init(bytesOf: message.message.reasoning), .init(calls), .init(message.message.toolCallID),
            .init(message.tokenCount?.tokenizer), .init(message.tokenCount?.count),
        ])
    }

    private func row(_ entry: Entry) throws -> LibraryRow {
        let session = entry.session
        let cues = try entry.carriedCues ?? session.cues.map { try Self.json($0) }
        return LibraryRow([
            .init(entry.number), .text(session.id), .init(session.date?.description), .init(session.time),
            .init(session.timeZone), .init(session.title), .text(session.label.rawValue), .init(session.duration),
            .text(session.languages.joined(separator: " ")), .init(session.words),
            .bytes(Data(session.contentHash.bytes)),
            .real((entry.addedAt ?? entry.changedAt).timeIntervalSince1970),
            .real(entry.changedAt.timeIntervalSince1970), .init(cues), .init(bytesOf: session.text),
        ])
    }

    private func row(_ index: Int, _ kept: StoredConsent) throws -> LibraryRow {
        let consent = kept.consent
        return LibraryRow([
            .init(index + 1), .text(consent.id), .text(consent.engine.rawValue), .text(consent.host),
            .init(consent.task?.rawValue), .init(try CanonicalRecord.micros(consent.grantedAt.timeIntervalSince1970)),
            .init(try kept.revokedAt.map { try CanonicalRecord.micros($0.timeIntervalSince1970) }),
        ])
    }
}
