import Foundation
public import HearthCore
public import HearthDocuments
import HearthSystem
import HearthText

/// Reads files into the store.
///
/// Files are prepared (read, extracted, cut into chunks) a few ahead of the one that is stored, large ones after all others;
/// each batch is one transaction. Their text comes first, so that all of it can be found by its words while the vectors, which
/// take far longer, are made: those of short documents before those of long ones. A run that is killed leaves every document
/// whole or absent, and the next run goes on after the last batch, also with the vectors that are missing. One bad file is
/// reported and does not stop the others.
public struct Ingestor: Sendable {
    public struct Configuration: Sendable {
        public var chunker = Chunker.Configuration()
        /// Chunks that are stored together.
        public var chunksPerBatch = 256
        /// Files in a batch at most, for files with few chunks or none.
        public var filesPerBatch = 200
        /// Files that are prepared ahead; bounds memory.
        public var filesAhead = 8
        /// Bytes from which on a file is read after the others, which would wait for it.
        public var largeFile = 4_000_000
        /// Of the pieces of files that are too large for one document, how many are prepared ahead.
        public var piecesAhead = 2
        /// From which size on a file is read in pieces, each a document of its own.
        package var parts = FileSplitter.Limits()

        public init() {}
    }

    let library: any DocumentStore & SearchIndex & LabelStore
    let embedder: (any EmbeddingModel)?
    let configuration: Configuration
    private let whyNoEmbedder: String?
    /// Where large files are cut, for who looks at them again and again.
    private let splits = KnownSplits()
    /// Shared by the runs of one store, so that none of them waits for the vectors of another.
    package var runs = IngestRuns()
    /// Whether a folder is one of Hearth's own; see ``FileFinder/isOwn``.
    package var isOwn: @Sendable (_ folder: String) -> Bool = { _ in false }
    /// Whether a file, by its absolute path without links, may be read for whoever wants it read. Asked of what a path leads to when it
    /// is looked up, and what that is by then is what is opened, without following a link.
    package var isGiven: @Sendable (_ file: String) -> Bool = { _ in true }
    private let reader: DocumentReader
    private let language = LanguageIdentifier()
    private let splitter = SentenceSplitter()

    /// - Parameter whyNoEmbedder: Why there is no embedder, for a person; `nil` says that there is none.
    public init(
        library: any DocumentStore & SearchIndex & LabelStore, embedder: (any EmbeddingModel)?,
        configuration: Configuration = Configuration(),
        reader: DocumentReader = DocumentReader(), whyNoEmbedder: String? = nil
    ) {
        self.whyNoEmbedder = whyNoEmbedder
        self.library = library
        self.embedder = embedder
        self.configuration = configuration
        self.reader = reader.tellingLanguages()
    }

    /// The events of one run. Dropping the stream stops the run after the batch at hand.
    public func ingest(_ paths: [String], options: IngestOptions = IngestOptions()) -> EventStream<IngestEvent> {
        EventStream { emit in try await run(paths, options: options, emit: emit) }
    }

    /// The same for files that were found before. They are read as what they were then.
    public func ingest(
        found entries: [FileFinder.Entry], options: IngestOptions = IngestOptions()
    ) -> EventStream<IngestEvent> {
        EventStream { emit in try await run([], found: entries, options: options, emit: emit) }
    }

    /// The same at once, without reading pages that are pictures: what there is of them is given back, for ``read(_:)``.
    package func ingest(
        found entries: [FileFinder.Entry], options: IngestOptions, emit: EventStream<IngestEvent>.Emit
    ) async throws -> LeftPictures? {
        try await run([], found: entries, options: options, leavesPictures: true, emit: emit)
    }

    /// As ``ingest(_:options:)``, again and again: looks every `interval` seconds for what has changed, until it is dropped.
    public func watch(
        _ paths: [String], options: IngestOptions, interval: Double = 2
    ) -> EventStream<IngestEvent> {
        var options = options
        // A word of the owner's is given once: what they say elsewhere meanwhile holds, and new files have their folder's label.
        options.lowersLabels = false
        if paths.allSatisfy({ FileFinder.folder($0) != nil }) { options.label = nil }
        return EventStream { [options] emit in
            // What holds for as long as nothing changes is said once.
            var said: Set<String> = []
            while true {
                try await Task.sleep(for: .seconds(interval))
                try await run(paths, options: options) { event in
                    if case .note(let note) = event, !said.insert(note).inserted { return }
                    if case .file(let report) = event, report.status == .added || report.status == .updated {
                        said.removeAll()
                    }
                    try await emit(event)
                }
            }
        }
    }

    /// - Parameter leavesPictures: Whether pages that are pictures are given back and not read.
    @discardableResult
    private func run(
        _ paths: [String], found: [FileFinder.Entry]? = nil, options: IngestOptions, leavesPictures: Bool = false,
        emit: EventStream<IngestEvent>.Emit
    ) async throws -> LeftPictures? {
        let start = ContinuousClock.now
        if embedder == nil { try await emit(.note(withoutVectors)) }
        let preparer = try await preparer(options)
        let former = try await options.label == nil || !options.lowersLabels ? [:] : labels()
        // Before what is in them, so that nothing of it is there without the label.
        if let label = options.label { try await setLabel(label, of: paths, options, emit: emit) }
        let entries = filesToRead(paths, found, options)
        let (small, large) = bySize(entries)
        let part = runs.begin()
        var batch = IngestBatch(library: library, total: entries.count)
        var cuts = FileCuts(preparer)
        for isLarge in [false, true] {
            // Large files are looked through when all others are stored.
            let entries = try isLarge ? inParts(large) : small
            if isLarge {
                batch.total = small.count + entries.count
                cuts.plan(entries)
            }
            let ahead = entries.contains(where: \.isPiece) ? configuration.piecesAhead : configuration.filesAhead
            try await prepareInOrder(entries, ahead: ahead, preparer) { prepared in
                cuts.note(prepared)
                batch.add(prepared)
                if batch.chunks >= configuration.chunksPerBatch || batch.count >= configuration.filesPerBatch {
                    try await batch.flush(emit)
                }
            }
            try await batch.flush(emit)
        }
        try await cuts.forgetFormerParts(library)
        if options.prunes { try await prune(paths, found: entries, emit: emit) }
        batch.summary.milder = try await milder(than: former)
        return try await complete(
            batch, part, since: start, preparer, leavesPictures: leavesPictures, emit: emit)
    }

    /// What is said where there is no embedding model.
    var withoutVectors: String { whyNoEmbedder ?? "No embedding model: search will be by words only." }

    func preparer(_ options: IngestOptions) async throws -> DocumentPreparer {
        let tokenizer = embedder?.tokenizer ?? EstimatedTokenizer()
        let chunking = Self.fitting(configuration.chunker, embedder)
        // Pictures are read when all else is stored.
        var waiting = reader
        if waiting.configuration.recognition == .now { waiting.configuration.recognition = .later }
        var preparer = DocumentPreparer(
            library: library, reader: waiting,
            chunker: Chunker(
                configuration: chunking, tokenizer: tokenizer,
                sentences: { [splitter] in splitter.sentences(in: $0) }),
            language: language,
            processing: DocumentPreparer.processing(chunker: chunking, tokenizer: tokenizer),
            options: options)
        preparer.languages = Set(try await library.languages(analysedAs: SearchAnalyzer.version))
        return preparer
    }

    /// What follows when all text is stored: the index of earlier versions, and vectors.
    ///
    /// - Parameter leavesPictures: Whether pages that are pictures are given back and not read.
    @discardableResult
    func complete(
        _ stored: IngestBatch, _ part: IngestRuns.Run, since start: ContinuousClock.Instant,
        _ preparer: DocumentPreparer, leavesPictures: Bool = false, emit: EventStream<IngestEvent>.Emit
    ) async throws -> LeftPictures? {
        var batch = stored
        try await IndexRefresh(library: library).run()
        let vectors = EmbeddingBackfill(library: library, embedder: embedder)
        try await vectors.documents(batch.stored) { done, total in
            try await emit(.vectors(done: done, total: total))
        }
        if !leavesPictures {
            try await readPictures(batch.pictures, preparer, vectors, &batch.summary, emit: emit)
        }
        try await finish(&batch.summary, part, vectors, since: start, emit: emit)
        guard leavesPictures, !batch.pictures.isEmpty else { return nil }
        return LeftPictures(items: batch.pictures, options: preparer.options)
    }

    /// The vectors that nobody made, and the end.
    func finish(
        _ summary: inout IngestSummary, _ part: IngestRuns.Run, _ vectors: EmbeddingBackfill,
        since start: ContinuousClock.Instant, emit: EventStream<IngestEvent>.Emit
    ) async throws {
        // What other runs are still at is theirs; the last one looks for what nobody made.
        if part.end() {
            try await vectors.run(emit: emit)
            if let embedder { try await LanguageMeasure(library: library).update(modelID: embedder.id) { embedder } }
        }
        summary.seconds = (ContinuousClock.now - start).seconds
        try await emit(.summary(summary))
    }

    /// The files to read, and why others are none.
    private func filesToRead(
        _ paths: [String], _ found: [FileFinder.Entry]?, _ options: IngestOptions
    ) -> [FileFinder.Entry] {
        var finder = FileFinder(includesHidden: options.includesHidden)
        guard !options.areSent else { return found ?? finder.find(paths) }
        finder.isOwn = isOwn
        finder.isGiven = isGiven
        return (found ?? finder.find(paths)).map { entry in
            guard case .file(let file) = entry else { return entry }
            // What somebody else found was not held against it.
            if found != nil, finder.isInOwn(file.absolutePath) {
                return .refused(.init(path: file.path, reason: .own))
            }
            return isGiven(file.absolutePath) ? entry : .refused(.init(path: file.path, reason: .notGiven))
        }
    }

    /// Chunks that the model reads whole behind the prefix that it wants before passages.
    ///
    /// The usual size counts an encoder's two special tokens, which a model's room for a text leaves out.
    static func fitting(_ usual: Chunker.Configuration, _ embedder: (any EmbeddingModel)?) -> Chunker.Configuration {
        guard let room = embedder?.maxTokens(as: .passage), room < usual.maxTokens - 2 else { return usual }
        return Chunker.Configuration(maxTokens: room, overlapTokens: min(usual.overlapTokens, room / 2))
    }

    /// Labels the folders that are named, and says for what the label holds from now on.
    private func setLabel(
        _ label: SensitivityLabel, of paths: [String], _ options: IngestOptions,
        emit: (IngestEvent) async throws -> Void
    ) async throws {
        func stands(_ folder: String) -> String { folder.hasSuffix("/") ? folder : folder + "/" }
        let before = try await library.folderLabels()
        let folders = paths.compactMap(FileFinder.folder)
        for folder in folders { try await library.setLabel(label, ofFolder: folder, lowers: options.lowersLabels) }
        let now = try await library.folderLabels()
        for folder in Set(folders).sorted() {
            guard let said = now[stands(folder)], said != before[stands(folder)] else { continue }
            try await emit(.note("\(folder) is \(said.rawValue) from now on, with what will come into it."))
        }
        // Whoever names all that is in a folder, as a shell does for "notes/*", may believe that the folder is labelled.
        for folder in FileFinder(includesHidden: options.includesHidden).foldersNamedByFiles(paths) {
            let here = now.filter { stands(folder).hasPrefix($0.key) }.max { $0.key.count < $1.key.count }?.value
            guard label > here ?? .personal else { continue }
            try await emit(
                .note(
                    "Only the files that were named are \(label.rawValue): what comes into \(folder) later is "
                        + "\((here ?? .personal).rawValue). Name the folder itself to have the label hold for it."))
        }
    }

    /// The labels of all places that are known.
    private func labels() async throws -> [String: SensitivityLabel] {
        try await library.documents(matching: .everything, limit: .max, offset: 0).reduce(into: [:]) {
            labels, document in
            for path in document.paths { labels[path] = document.label }
        }
    }

    /// Documents that are less private than their places were.
    private func milder(than former: [String: SensitivityLabel]) async throws -> [IngestSummary.Milder] {
        guard !former.isEmpty else { return [] }
        return try await library.documents(matching: .everything, limit: .max, offset: 0).compactMap { document in
            guard let from = document.paths.compactMap({ former[$0] }).max(), document.label < from else { return nil }
            return IngestSummary.Milder(
                documentID: document.id, path: document.presentPath ?? document.id, from: from, to: document.label)
        }.sorted { $0.path < $1.path }
    }

    /// Those that are too large for one document, in their pieces.
    private func inParts(_ entries: [FileFinder.Entry]) throws -> [FileFinder.Entry] {
        let splitter = FileSplitter(limits: configuration.parts)
        return try entries.flatMap { entry in
            try Task.checkCancellation()
            // Of a file that cannot be opened its reading says so.
            guard case .file(let file) = entry, !file.isMail,
                let opened = try? OpenFolder.file(withoutLinks: file.absolutePath)
            else { return [entry] }
            do {
                let parts = try splits.parts(of: opened, at: file.absolutePath) {
                    try splitter.parts(of: opened, name: file.path)
                }
                return parts?.map { part in
                    var piece = file
                    piece.part = part
                    return .file(piece)
                } ?? [entry]
            } catch is SystemError {
                return [entry]
            }
        }
    }

    /// The entries in their order, without those of large files, and these.
    private func bySize(_ entries: [FileFinder.Entry]) -> (small: [FileFinder.Entry], large: [FileFinder.Entry]) {
        let isLarge = entries.map { entry in
            if case .file(let file) = entry {
                FileFinder.size(of: file.absolutePath) >= configuration.largeFile
            } else {
                false
            }
        }
        let both = [false, true].map { wanted in zip(entries, isLarge).filter { $0.1 == wanted }.map(\.0) }
        return (both[0], both[1])
    }

    /// Prepares up to `ahead` files at once and hands them on in their order.
    private func prepareInOrder(
        _ entries: [FileFinder.Entry], ahead: Int, _ preparer: DocumentPreparer,
        consume: (DocumentPreparer.Prepared) async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: (Int, DocumentPreparer.Prepared).self) { group in
            var waiting: [Int: DocumentPreparer.Prepared] = [:]
            var started = 0
            var consumed = 0
            while consumed < entries.count {
                while started < entries.count, started - consumed < ahead {
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
        _ paths: [String], found: [FileFinder.Entry], emit: EventStream<IngestEvent>.Emit
    ) async throws {
        let present = Set(
            found.compactMap { entry in
                if case .file(let file) = entry { file.absolutePath } else { nil }
            })
        var gone: [String] = []
        for folder in paths.compactMap(FileFinder.folder) {
            let known = try await library.sourceStates(under: folder).map(\.file.path)
            // That this run did not come upon a file says little: it may be hidden, or in a folder that cannot be read.
            let missing = known.filter { !present.contains($0) && FileFinder.isGone($0) }
            // So looks the place of a disk that is not there.
            if !missing.isEmpty, missing.count == known.count, FileFinder.isEmpty(folder: folder) {
                try await emit(
                    .note(
                        "\(folder) is empty, so nothing of it was forgotten: its disk may be missing. "
                            + "What is really gone can be removed as a document."))
                continue
            }
            gone += missing
        }
        guard !gone.isEmpty else { return }
        _ = try await library.removeSources(paths: gone, keepsLabels: true)
        for path in gone { try await emit(.note("Forgot \(path): the file is gone.")) }
    }
}

extension IngestReport {
    init(_ refused: FileFinder.Refused) {
        self.init(
            path: refused.path, status: refused.reason.isMissing ? .failed : .skipped,
            problem: .init(refused))
    }
}

// MARK: - Pages that are pictures

extension Ingestor {
    /// Pages that are pictures of files that were stored, which a run has left for ``read(_:)``.
    package struct LeftPictures: Sendable {
        var items: [PictureQueue.Item]
        var options: IngestOptions
    }

    /// Reads what a run has left. It goes on beside other runs, for as long as it takes.
    package func read(_ left: LeftPictures) -> EventStream<IngestEvent> {
        EventStream { emit in
            let start = ContinuousClock.now
            let part = runs.begin()
            var summary = IngestSummary()
            let vectors = EmbeddingBackfill(library: library, embedder: embedder)
            try await readPictures(left.items, try await preparer(left.options), vectors, &summary, emit: emit)
            try await finish(&summary, part, vectors, since: start, emit: emit)
        }
    }

    /// Reads the pages that are pictures, when everything else is stored and found, and makes their vectors.
    func readPictures(
        _ items: [PictureQueue.Item], _ preparer: DocumentPreparer, _ vectors: EmbeddingBackfill,
        _ summary: inout IngestSummary, emit: EventStream<IngestEvent>.Emit
    ) async throws {
        let read = try await documents(ofPictures: items, preparer, &summary, emit: emit)
        try await vectors.documents(read) { done, total in try await emit(.vectors(done: done, total: total)) }
    }

    /// - Returns: The documents that have passages of them.
    private func documents(
        ofPictures items: [PictureQueue.Item], _ preparer: DocumentPreparer, _ summary: inout IngestSummary,
        emit: EventStream<IngestEvent>.Emit
    ) async throws -> [(documentID: String, chunks: Int)] {
        guard !items.isEmpty, try await DocumentReader.recognizesPictures() else { return [] }
        let library = library
        var done: [(item: PictureQueue.Item, report: IngestReport)] = []
        var before: [String: Int] = [:]
        for item in items { before[item.documentID] = try await library.document(id: item.documentID)?.chunkCount }
        try await PictureQueue(preparer: preparer, items: items).run { ingestion, item, isWhole in
            guard let outcome = try await library.store([ingestion]).first, outcome.change != .passedOver else {
                return false
            }
            let document = ingestion.document
            let report = IngestReport(
                path: item.file.path, title: document.title, status: .updated, documentID: outcome.documentID,
                format: document.content.format, pages: document.content.pages.count, chunks: document.chunks.count,
                bytes: document.content.text.utf8.count, warnings: document.content.warnings)
            try await emit(.recognized(report))
            if isWhole { done.append((item, report)) }
            return true
        } starts: { item, left in
            try await emit(.pictures(path: item.file.path, left: left))
        } fails: { item, message in
            try await emit(.note("\(item.file.path) still waits to be read from its pictures: \(message)"))
        }
        return done.map { item, report in
            let former = before[item.documentID] ?? 0
            summary.count(recognized: report, hadText: former > 0, gained: report.chunks - former)
            return (item.documentID, report.chunks)
        }
    }
}
