import Foundation
import HearthBasic
public import HearthCore
public import HearthDocuments
public import HearthStore
import Synchronization

/// Reads files into the store.
///
/// Files are prepared (read, extracted, cut into chunks) a few ahead of the one that is stored; the chunks of several files
/// are embedded together; each batch is one transaction. So a run that is killed leaves every document whole or absent, and
/// the next run goes on after the last batch. One bad file is reported and does not stop the others.
public struct Ingestor: Sendable {
    public struct Configuration: Sendable {
        public var chunker = Chunker.Configuration()
        /// Chunks that are embedded and stored together. At 100 chunks a second this is a transaction every few seconds.
        public var chunksPerBatch = 256
        /// Files in a batch at most, for files with few chunks or none.
        public var filesPerBatch = 200
        /// Files that are prepared ahead; bounds memory.
        public var filesAhead = 8

        public init() {}
    }

    let database: HearthDatabase
    let embedder: (any EmbeddingModel)?
    let configuration: Configuration
    private let reader: DocumentReader
    private let language = LanguageIdentifier()
    private let splitter = SentenceSplitter()

    public init(
        database: HearthDatabase, embedder: (any EmbeddingModel)?, configuration: Configuration = Configuration(),
        reader: DocumentReader = DocumentReader()
    ) {
        self.database = database
        self.embedder = embedder
        self.configuration = configuration
        self.reader = reader
    }

    /// The events of one run. Dropping the stream stops the run after the batch at hand.
    public func ingest(_ paths: [String], options: IngestOptions = IngestOptions()) -> AsyncThrowingStream<
        IngestEvent, any Error
    > {
        stream { emit in try await run(paths, options: options, emit: emit) }
    }

    /// The same for files that were found before. They are read as what they were then.
    public func ingest(
        found entries: [FileFinder.Entry], options: IngestOptions = IngestOptions()
    ) -> AsyncThrowingStream<IngestEvent, any Error> {
        stream { emit in try await run([], found: entries, options: options, emit: emit) }
    }

    /// As ``ingest(_:options:)``, again and again: looks every `interval` seconds for what has changed, until it is dropped.
    public func watch(
        _ paths: [String], options: IngestOptions, interval: Double = 2
    ) -> AsyncThrowingStream<IngestEvent, any Error> {
        var options = options
        // A word of the owner's is given once: what they say elsewhere meanwhile holds, and new files have their folder's label.
        options.lowersLabels = false
        if paths.allSatisfy({ FileFinder.folder($0) != nil }) { options.label = nil }
        return stream { [options] emit in
            // What holds for as long as nothing changes is said once.
            let said = Mutex<Set<String>>([])
            while true {
                try await Task.sleep(for: .seconds(interval))
                try await run(paths, options: options) { event in
                    if case .note(let note) = event, !said.withLock({ $0.insert(note).inserted }) { return }
                    if case .file(let report) = event, report.status == .added || report.status == .updated {
                        said.withLock { $0.removeAll() }
                    }
                    emit(event)
                }
            }
        }
    }

    private func stream(
        _ body: @escaping @Sendable (_ emit: @escaping @Sendable (IngestEvent) -> Void) async throws -> Void
    ) -> AsyncThrowingStream<IngestEvent, any Error> {
        AsyncThrowingStream { continuation in
            // The stream is pulled from outside, so the work needs a task of its own; ending the stream cancels it.
            let task = Task {
                do {
                    try await body { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func run(
        _ paths: [String], found: [FileFinder.Entry]? = nil, options: IngestOptions,
        emit: @escaping @Sendable (IngestEvent) -> Void
    ) async throws {
        let start = ContinuousClock.now
        let tokenizer = embedder?.tokenizer ?? EstimatedTokenizer()
        if embedder == nil {
            emit(.note("No embedding model: search will be by words only."))
        }
        let preparer = DocumentPreparer(
            database: database, reader: reader,
            chunker: Chunker(
                configuration: configuration.chunker, tokenizer: tokenizer,
                sentences: { [splitter] in splitter.sentences(in: $0) }),
            language: language,
            processing: DocumentPreparer.processing(chunker: configuration.chunker, tokenizer: tokenizer),
            options: options)
        // Before what is in them, so that nothing of it is there without the label.
        if let label = options.label {
            for folder in paths.compactMap(FileFinder.folder) {
                try await database.setLabel(label, ofFolder: folder, lowers: options.lowersLabels)
            }
        }
        let entries = found ?? FileFinder(includesHidden: options.includesHidden).find(paths)
        var batch = IngestBatch(database: database, embedder: embedder, total: entries.count, emit: emit)
        try await prepareInOrder(entries, preparer) { prepared in
            batch.add(prepared)
            if batch.chunks >= configuration.chunksPerBatch || batch.count >= configuration.filesPerBatch {
                try await batch.flush()
            }
        }
        try await batch.flush()
        if options.prunes { try await prune(paths, found: entries, emit: emit) }
        try await IndexRefresh(database: database).run()
        try await EmbeddingBackfill(database: database, embedder: embedder).run(emit: emit)
        batch.summary.seconds = (ContinuousClock.now - start).seconds
        emit(.summary(batch.summary))
    }

    /// Prepares up to `filesAhead` files at once and hands them on in their order.
    private func prepareInOrder(
        _ entries: [FileFinder.Entry], _ preparer: DocumentPreparer,
        consume: (DocumentPreparer.Prepared) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (Int, DocumentPreparer.Prepared).self) { group in
            var waiting: [Int: DocumentPreparer.Prepared] = [:]
            var started = 0
            var consumed = 0
            while consumed < entries.count {
                while started < entries.count, started - consumed < configuration.filesAhead {
                    let index = started
                    let entry = entries[index]
                    group.addTask {
                        switch entry {
                        case .file(let file): (index, try await preparer.prepare(file))
                        case .refused(let refused): (index, .refused(IngestReport(refused)))
                        }
                    }
                    started += 1
                }
                guard let (index, prepared) = try await group.next() else { break }
                waiting[index] = prepared
                while let next = waiting.removeValue(forKey: consumed) {
                    consumed += 1
                    try await consume(next)
                }
            }
        }
    }

    /// Forgets what the store holds from below the named folders and is no longer there.
    private func prune(
        _ paths: [String], found: [FileFinder.Entry], emit: @Sendable (IngestEvent) -> Void
    ) async throws {
        let present = Set(
            found.compactMap { entry in
                if case .file(let file) = entry { file.absolutePath } else { nil }
            })
        var gone: [String] = []
        for folder in paths.compactMap(FileFinder.folder) {
            let known = try await database.sourceStates(under: folder).map(\.file.path)
            // That this run did not come upon a file says little: it may be hidden, or in a folder that cannot be read.
            let missing = known.filter { !present.contains($0) && FileFinder.isGone($0) }
            // So looks the place of a disk that is not there.
            if !missing.isEmpty, missing.count == known.count, FileFinder.isEmpty(folder: folder) {
                emit(
                    .note(
                        "\(folder) is empty, so nothing of it was forgotten: its disk may be missing. "
                            + "What is really gone can be removed as a document."))
                continue
            }
            gone += missing
        }
        guard !gone.isEmpty else { return }
        _ = try await database.removeSources(paths: gone, keepsLabels: true)
        for path in gone { emit(.note("Forgot \(path): the file is gone.")) }
    }
}

extension IngestReport {
    init(_ refused: FileFinder.Refused) {
        self.init(
            path: refused.path, status: refused.why.isMissing ? .failed : .skipped,
            problem: .init(refused))
    }
}

extension Duration {
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
