import Foundation
import HearthCore

extension MemoryState.Document {
    var title: String? { (new.title ?? new.content.title)?.withoutNUL }
}

extension MemoryState {
    var readable: [Document] { documents.values.filter { label(of: $0) <= Self.ceiling } }

    func document(_ id: String) -> Document? { documents.values.first { $0.id == id } }

    func readable(_ id: String) -> Document? { document(id).flatMap { label(of: $0) <= Self.ceiling ? $0 : nil } }

    func document(ofChunk id: Int64) -> Document? { documents.values.first { $0.chunkIDs.contains(id) } }

    func readableChunk(_ id: Int64) -> StoredChunk? {
        document(ofChunk: id).flatMap { label(of: $0) <= Self.ceiling ? $0.chunk(id) : nil }
    }

    func paths(of document: Document) -> [String] {
        sources.filter { $0.value.document == document.number }.keys.sorted { $0.precedes($1) }
    }

    func stored(_ document: Document) -> StoredDocument {
        StoredDocument(
            id: document.id, contentHash: document.new.contentHash, processing: document.new.processing,
            format: document.new.content.format, title: document.title, language: document.new.language,
            label: label(of: document), createdAt: document.new.createdAt, ingestedAt: document.ingestedAt,
            byteCount: document.new.byteCount, pageCount: document.new.content.pages.count,
            chunkCount: document.new.chunks.count, chunkIDs: document.chunkIDs, warnings: document.new.content.warnings,
            paths: paths(of: document))
    }

    func sourceState(_ path: String) -> SourceState? {
        guard let source = sources[path], let document = documents[source.document] else { return nil }
        return SourceState(
            file: source.file, documentID: document.id, processing: document.new.processing, seenAt: source.seenAt)
    }

    /// The documents that a filter lets through.
    func documents(_ filter: SearchFilter) -> [Document] {
        documents.values.filter { document in
            if filter.isOfChunks, !Self.mayBeWritten(document, filter), chunkIDs(of: document, filter).isEmpty {
                return false
            }
            let label = label(of: document)
            let paths = paths(of: document)
            if let ids = filter.documentIDs, !ids.contains(document.id) { return false }
            if let formats = filter.formats, !formats.contains(document.new.content.format) { return false }
            if let labels = filter.labels, !labels.contains(label) { return false }
            if let ceiling = filter.ceiling, label > ceiling { return false }
            if let places = filter.paths?.map({ PathRange($0) }),
                !paths.contains(where: { path in places.contains { $0.holds(path) } })
            {
                return false
            }
            if let name = filter.name?.lowercased(),
                !(document.title?.holds(name) ?? false), !paths.contains(where: { $0.holds(name) })
            {
                return false
            }
            return !filter.withoutJournal || paths.contains { !$0.begins(with: JournalSession.pathPrefix) }
        }
    }

    /// The chunks that a filter lets through, in no order.
    func chunkIDs(_ filter: SearchFilter) -> [Int64] { documents(filter).flatMap { chunkIDs(of: $0, filter) } }

    /// Whether a document says as a whole that it was written in the time of a filter.
    private static func mayBeWritten(_ document: Document, _ filter: SearchFilter) -> Bool {
        guard let dates = filter.dates, filter.senders == nil, let created = document.new.createdAt else {
            return false
        }
        return dates.contains(created) && document.new.chunks.allSatisfy { $0.chunk.origin == nil }
    }

    /// Of a document that a filter lets through, the chunks that it lets through.
    private func chunkIDs(of document: Document, _ filter: SearchFilter) -> [Int64] {
        guard filter.isOfChunks, !Self.mayBeWritten(document, filter) else { return Array(document.chunkIDs) }
        return zip(document.chunkIDs, document.new.chunks).compactMap { id, new in
            guard let origin = new.chunk.origin else { return nil }
            if let dates = filter.dates {
                let isThen =
                    origin.first == nil
                    ? document.new.createdAt.map(dates.contains) ?? false : origin.overlaps(dates)
                if !isThen { return nil }
            }
            if let wanted = filter.wantedSenders {
                let key = SenderKey.of(origin.senders)
                if !wanted.contains(where: key.contains) { return nil }
            }
            return id
        }
    }

    // MARK: Changes

    mutating func store(_ item: Ingestion, _ log: inout LabelLog) throws -> IngestionOutcome {
        let path = item.source.path
        let former = sources[path]?.document
        let known = documents.values.first { $0.new.contentHash == item.document.contentHash }
        // What a program sends takes the place of nothing that it may not read. A file is read again from where it lies.
        if let reader = log.reader, !path.begins(with: "/"), let former = former.flatMap({ documents[$0] }),
            label(of: former) > reader.ceiling
        {
            throw StoreError(.notAllowed, "\(path) is not this program's to replace. Choose another name.")
        }
        let there = sourceState(path)
        if !item.condition.holds(for: item.source, known: there.map { ($0.file.modifiedAt, $0.file.hash) }) {
            return IngestionOutcome(documentID: there?.documentID ?? "", change: .passedOver)
        }
        let held = known.map(label(of:))
        let replaced = former.flatMap { documents[$0] }.map(label(of:))
        let before = held ?? replaced
        let label = placeLabel(of: item, former: replaced, held: held, known: known, log)
        let number: Int64
        let id: String
        let change: IngestionOutcome.Change
        if let known {
            (number, id) = (known.number, known.id)
            if known.new.processing == item.document.processing {
                change = .alreadyStored
                if let vectors = item.document.vectors, vectors.vectors.count == known.new.chunks.count {
                    _ = try addVectors(Array(zip(known.chunkIDs, vectors.vectors)), of: vectors.modelID)
                }
                if isRenamed(item, known) { retitle(item.document, known) }
            } else {
                change = .reprocessed
                _ = removeContent(of: number)
                try insert(item.document, number: number, id: id)
            }
        } else {
            change = .added
            let hex = item.document.contentHash.hex
            guard
                let free = stride(from: 16, through: 64, by: 4).map({ String(hex.prefix($0)) })
                    .first(where: { document($0) == nil })
            else { throw StoreError(.failure, "No free id for a document.") }
            id = free
            number = (documents.keys.max() ?? 0) + 1
            try insert(item.document, number: number, id: id)
        }
        if let former, former != number {
            follow(former, to: number, at: path)
            leave(former, path)
        }
        sources[path] = Source(file: item.source, document: number, seenAt: Date(), label: label)
        if former == nil { formerPlaces[path] = nil }
        // What is said of an entry of the journal is written down with the entry.
        if let before, !path.begins(with: JournalSession.pathPrefix), let stored = documents[number] {
            log.add("document \(id)", from: before, to: self.label(of: stored))
        }
        var removed: [String] = []
        if let former, former != number, let id = removeIfUnused(former, isFollowed: true) { removed.append(id) }
        return IngestionOutcome(
            documentID: id, change: change, removedDocumentIDs: removed,
            wasThere: change == .alreadyStored && former == number)
    }

    private mutating func insert(_ new: NewDocument, number: Int64, id: String) throws {
        var new = new
        let vectors = new.vectors
        new.vectors = nil
        let document = Document(number: number, id: id, new: new, firstChunk: nextChunk, ingestedAt: Date())
        nextChunk += Int64(new.chunks.count)
        documents[number] = document
        if let vectors { _ = try addVectors(Array(zip(document.chunkIDs, vectors.vectors)), of: vectors.modelID) }
    }

    /// Whether the file has another name now, by which the document is called or at least found.
    private func isRenamed(_ item: Ingestion, _ known: Document) -> Bool {
        let others = paths(of: known).filter { $0 != item.source.path }
        return !others.isEmpty && others.allSatisfy(item.gone.contains)
    }

    private mutating func retitle(_ new: NewDocument, _ known: Document) {
        guard known.new.chunks.count == new.chunks.count else { return }
        documents[known.number]?.new.title = new.title
        for index in new.chunks.indices {
            documents[known.number]?.new.chunks[index].titleTerms = new.chunks[index].titleTerms
            documents[known.number]?.new.chunks[index].terms = new.chunks[index].terms
        }
    }

    mutating func rename(_ path: String, to name: String) {
        guard var source = sources[path] else { return }
        // As private as it was, also where its former folder said so and the one of its new name says less.
        let former = label(ofPath: path).flatMap { $0 > folderLabel(of: name) ?? .personal ? $0 : nil }
        if let kept = [former, formerLabel(of: name)].compactMap(\.self).max() {
            source.label = max(kept, source.label ?? kept)
        }
        formerPlaces[name] = nil
        if let other = sources[name]?.document, other != source.document { leave(other, name) }
        sources[path] = nil
        source.file.path = name
        sources[name] = source
        for id in messages.keys where path != name && messages[id]?.places.remove(path) != nil {
            messages[id]?.places.insert(name)
        }
    }

    /// Removes a document's row, text, chunks and vectors, but not its sources; returns how many vectors went.
    mutating func removeContent(of number: Int64) -> Int {
        guard let document = documents.removeValue(forKey: number) else { return 0 }
        analyses = analyses.filter { $0.value.source != document.new.contentHash }
        var count = 0
        for index in models.indices {
            for id in document.chunkIDs where models[index].vectors.removeValue(forKey: id) != nil { count += 1 }
        }
        return count
    }

    /// Removes a document that no source refers to any more; returns its id if it did.
    mutating func removeIfUnused(_ number: Int64, isFollowed: Bool = false) -> String? {
        guard let document = documents[number], !sources.values.contains(where: { $0.document == number }) else {
            return nil
        }
        if isFollowed {
            for id in messages.keys { messages[id]?.documents.remove(number) }
        }
        _ = removeContent(of: number)
        return document.id
    }

    /// - Parameter areFilledAgain: Whether other sources get these names.
    mutating func removeSources(_ paths: [String], areFilledAgain: Bool = false) -> [String] {
        var removed: [String] = []
        for path in paths {
            guard let source = sources[path], let document = documents[source.document] else { continue }
            if !areFilledAgain { freezeLabels(derivedFromSource: path) }
            let isLast = self.paths(of: document).count == 1
            if isLast { freezeLabels(derivedFromDocument: source.document) }
            leave(source.document, path)
            sources[path] = nil
            if let id = removeIfUnused(source.document) { removed.append(id) }
        }
        return removed
    }
}

extension PathRange {
    func holds(_ path: String) -> Bool {
        path.utf8.elementsEqual(self.path.utf8) || (!path.precedes(first) && path.precedes(end))
    }
}
