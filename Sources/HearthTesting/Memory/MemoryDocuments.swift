import Foundation
public import HearthCore

extension MemoryLibrary {
    // MARK: Documents

    public func documents(
        matching filter: SearchFilter = .everything, limit: Int = .max, offset: Int = 0
    ) throws -> [StoredDocument] {
        try page(matching: filter, limit: limit, offset: offset).documents
    }

    public func page(
        matching filter: SearchFilter = .everything, limit: Int, offset: Int = 0
    ) throws -> (documents: [StoredDocument], total: Int) {
        let found = state.documents(filter.limited()).sorted {
            $0.ingestedAt != $1.ingestedAt ? $0.ingestedAt > $1.ingestedAt : $0.number > $1.number
        }
        return (found.dropFirst(max(0, offset)).prefix(max(0, limit)).map(state.stored), found.count)
    }

    public func counts() throws -> StoreCounts {
        let readable = state.readable
        let numbers = Set(readable.map(\.number))
        let sources = state.sources.filter { numbers.contains($0.value.document) }
        let entries = Set(
            sources.filter { $0.key.begins(with: JournalSession.pathPrefix) }.map(\.value.document))
        return StoreCounts(
            documents: readable.count - entries.count, sources: sources.count,
            chunks: readable.reduce(0) { $0 + $1.new.chunks.count },
            withoutText: readable.count { $0.new.chunks.isEmpty && !entries.contains($0.number) })
    }

    public func document(id: String) throws -> StoredDocument? { state.readable(id).map(state.stored) }

    public func document(atPath path: String) throws -> StoredDocument? {
        state.sources[path].flatMap { state.documents[$0.document] }
            .flatMap { state.readable($0.id) }.map(state.stored)
    }

    public func writers() throws -> [String] {
        ChunkOrigin.names(
            inLists: state.readable.flatMap(\.new.chunks).compactMap {
                $0.chunk.origin?.senders.joined(separator: "\n")
            }
            .sorted())
    }

    public func documents(named name: String) throws -> [StoredDocument] {
        guard !name.isEmpty else { return [] }
        let place = PathRange(name)
        let attempts: [(MemoryState.Document) -> Bool] = [
            { name.utf8.count >= 4 && $0.id.begins(with: name) },
            { [state] in state.paths(of: $0).contains(where: place.holds) },
            { [state] in state.paths(of: $0).contains { $0.utf8.reversed().starts(with: ("/" + name).utf8.reversed()) }
            },
            { $0.title?.lowercasedASCII == name.lowercasedASCII },
        ]
        let readable = state.readable.sorted { $0.number < $1.number }
        for attempt in attempts {
            let found = readable.filter(attempt)
            if !found.isEmpty { return found.map(state.stored) }
        }
        return []
    }

    // MARK: Texts

    public func content(ofDocument id: String) throws -> ExtractedDocument? {
        state.readable(id).map { document in
            var content = document.new.content
            content.title = document.title
            return content
        }
    }

    public func texts(ofDocuments ids: Set<String>) throws -> [String: String] {
        ids.reduce(into: [:]) { $0[$1] = state.readable($1)?.new.content.text }
    }

    public func chunks(ofDocument id: String) throws -> [StoredChunk] {
        state.readable(id).map { document in document.chunkIDs.map(document.chunk) } ?? []
    }

    public func chunks(ids: [Int64]) throws -> [StoredChunk] { ids.compactMap { state.readableChunk($0) } }

    public func neighbours(ofChunks ids: [Int64], before: Int, after: Int) throws -> [Int64: [StoredChunk]] {
        ids.reduce(into: [:]) { found, id in
            guard let document = state.document(ofChunk: id), state.readable(document.id) != nil else { return }
            let (low, high) = (Int64(clamping: max(0, before)), Int64(clamping: max(0, after)))
            let first = max(document.firstChunk, id.subtractingReportingOverflow(low).partialValue)
            let (end, overflow) = id.addingReportingOverflow(high)
            let last = overflow ? document.chunkIDs.upperBound - 1 : min(document.chunkIDs.upperBound - 1, end)
            found[id] = (first...last).map(document.chunk)
        }
    }

    public func chunks(after id: Int64, limit: Int) throws -> [StoredChunk] {
        Array(
            state.readable.flatMap { document in document.chunkIDs.map(document.chunk) }
                .filter { $0.id > id }.sorted { $0.id < $1.id }.prefix(max(0, limit)))
    }

    // MARK: Sources

    public func sourceState(path: String) throws -> SourceState? { state.sourceState(path) }

    public func sourceStates(under path: String) throws -> [SourceState] {
        state.sources.keys.filter(PathRange(path).holds).sorted { $0.precedes($1) }.compactMap { state.sourceState($0) }
    }

    public func touchSources(_ files: [SourceFile]) throws {
        try change { state in
            for file in files where state.sources[file.path]?.file.hash == file.hash {
                state.sources[file.path]?.file = file
                state.sources[file.path]?.seenAt = Date()
            }
        }
    }

    public func renameSource(_ path: String, to name: String) throws {
        try change { state in
            guard path != name, let moved = state.sources[path]?.document else { return }
            if let earlier = state.sources[name]?.document, earlier != moved {
                // What stood there goes on under the new content: its label, and what was made of it.
                let labels = [state.sources[name]?.label, state.sources[path]?.label, state.label(ofPath: name)]
                if let strictest = labels.compactMap(\.self).max() { state.sources[path]?.label = strictest }
                state.follow(earlier, to: moved, at: name)
                if !state.removeSources([name], areFilledAgain: true).isEmpty { state.forgetsPrompts = true }
            }
            state.rename(path, to: name)
        }
    }

    public func renameSource(
        _ path: String, toFirstFreeOf name: @escaping @Sendable (Int) -> String
    ) throws -> String? {
        try change { state in
            guard let moved = state.sources[path]?.document else { return nil }
            for number in 1... {
                let name = name(number)
                let holder = state.sources[name]?.document
                guard holder == nil || holder == moved else { continue }
                if name != path { state.rename(path, to: name) }
                return name
            }
            return nil
        }
    }

    // MARK: Changes

    @discardableResult
    public func store(_ batch: [Ingestion]) throws -> [IngestionOutcome] {
        let batch = try batch.map { try $0.validated() }
        return try change { state in
            var log = LabelLog(reader: Reader.current)
            let outcomes = try batch.map { try state.store($0, &log) }
            try state.note(log)
            if outcomes.contains(where: { !$0.removedDocumentIDs.isEmpty }) { state.forgetsPrompts = true }
            return outcomes
        }
    }

    @discardableResult
    public func removeDocuments(ids: [String]) throws -> DeletionReceipt {
        guard !ids.isEmpty else { return DeletionReceipt(documentIDs: [], removed: DeletionCounts()) }
        return try change { state in
            var receipt = DeletionReceipt(documentIDs: [], removed: DeletionCounts())
            for id in Set(ids).sorted() {
                guard let document = state.readable(id) else { continue }
                let paths = state.paths(of: document)
                for path in paths { state.freezeLabels(derivedFromSource: path) }
                state.freezeLabels(derivedFromDocument: document.number)
                for path in paths { state.sources[path] = nil }
                receipt.removed.sources += paths.count
                receipt.removed.documents += 1
                receipt.removed.chunks += document.new.chunks.count
                receipt.removed.indexEntries += document.new.chunks.count
                receipt.removed.vectors += state.removeContent(of: document.number)
                receipt.documentIDs.append(id)
            }
            if !receipt.documentIDs.isEmpty { state.forgetEndedWork() }
            state.forgetsPrompts = true
            return receipt
        }
    }

    @discardableResult
    public func removeSources(paths: [String], keepsLabels: Bool = false) throws -> [String] {
        guard !paths.isEmpty else { return [] }
        return try change { state in
            for path in keepsLabels ? paths : [] {
                guard let own = state.sources[path]?.label, own > state.folderLabel(of: path) ?? .personal else {
                    continue
                }
                state.formerPlaces[path] = own
            }
            state.forgetsPrompts = true
            return state.removeSources(paths)
        }
    }
}

extension String {
    fileprivate var lowercasedASCII: [UInt8] { utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
}
