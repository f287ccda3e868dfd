import Foundation
import HearthCore
import HearthDocuments
import HearthSystem
import HearthText

/// Turns a file into what the store takes: text, chunks, search terms. Stores nothing.
struct DocumentPreparer: Sendable {
    /// A file that is ready to be stored, or why there is nothing to store.
    enum Prepared: Sendable {
        case ready(Ingestion, file: FileFinder.Found, isUpdate: Bool)
        /// The store has this content already; the file's new time or path is to be noted, when `source` is given.
        ///
        /// - Parameter awaits: Set where its pages are still to be read from their pictures.
        case unchanged(IngestReport, source: SourceFile?, awaits: FileFinder.Found? = nil)
        case refused(IngestReport)
    }

    /// Names the versions of extraction and chunking: a change makes unchanged files be read again. That of analysis is apart
    /// (``NewDocument/analysis``), because the text in the store is enough for it.
    static func processing(chunker: Chunker.Configuration, tokenizer: any TextTokenizer) -> String {
        "12;\(tokenizer.name);\(chunker.maxTokens)/\(chunker.overlapTokens)"
    }

    /// What follows ``processing`` where the file is read in pieces.
    private static let inParts = ";part"

    /// What ``processing`` ends with for files that somebody said are transcripts.
    private static let inTurns = ";turns"

    let library: any DocumentStore & LabelStore
    let reader: DocumentReader
    let chunker: Chunker
    let language: LanguageIdentifier
    let processing: String
    let options: IngestOptions
    /// ISO 639-1, of what is in the library already.
    var languages: Set<String> = []

    func prepare(_ file: FileFinder.Found) async throws -> Prepared {
        do {
            return try await read(file)
        } catch let error as CancellationError {
            throw error
        } catch let error as StoreError where error.isPassing {
            // Nothing is wrong with the file: who reads it reads it again when the library can be had.
            throw error
        } catch let error as DocumentError where error.reason == .unsupportedFormat {
            return .refused(
                IngestReport(
                    path: file.shown, status: .skipped, problem: .init(error)))
        } catch {
            guard let told = error.readable else { throw error }
            return .refused(IngestReport(path: file.shown, status: .failed, problem: .init(told)))
        }
    }

    /// Where a file is kept, as a whole.
    func place(of file: FileFinder.Found) -> String { options.names[file.absolutePath] ?? file.absolutePath }

    private func read(_ file: FileFinder.Found) async throws -> Prepared {
        let place = file.part?.place(in: place(of: file)) ?? place(of: file)
        let known = try await library.sourceState(path: place)
        // Opened once, as what it was when it was found: a link that was put in its place, or in that of a folder above it,
        // is not followed, and what is examined is what is read.
        let opened = try OpenFolder.file(withoutLinks: file.absolutePath)
        // A database is as new as its log, which is read with it.
        func log() -> OpenFile? {
            guard DocumentReader.mayHaveLog(file.absolutePath) else { return nil }
            return try? OpenFolder.file(withoutLinks: file.absolutePath + DocumentReader.logEnding)
        }
        let (size, newest) = (opened.size, max(opened.modified, log()?.modified ?? 0))
        let modified = Date(timeIntervalSince1970: newest)
        // Said once that it is a transcript, it stays one.
        let former = known.map { Self.withoutAwaitedPictures($0.processing) }
        let inTurns = options.areTranscripts || former?.hasSuffix(Self.inTurns) == true
        let processing = processing + (file.part == nil ? "" : Self.inParts) + (inTurns ? Self.inTurns : "")
        let current = former == processing
        let awaits = known.flatMap { $0.processing == former ? nil : file }
        // Of what was sent, the time is when that was; two may have been at once.
        let isTold = !file.isCompared && !options.areSent
        if let known, current, isTold, known.file.size == size, known.file.modifiedAt == modified {
            return .unchanged(
                try await report(file, at: place, unchanged: known.documentID), source: nil, awaits: awaits)
        }
        let data = try file.part?.bytes(of: opened) ?? reader.bytes(of: opened, name: file.path, log: log)
        var source = SourceFile(
            path: place, size: file.part == nil ? data.count : size, modifiedAt: modified, hash: ContentHash(of: data))
        let isLate = options.areSent && known.map { $0.file.modifiedAt > modified } == true
        if let known, current, known.file.hash == source.hash {
            if isLate { source.modifiedAt = known.file.modifiedAt }
            return .unchanged(
                try await report(file, at: place, unchanged: known.documentID), source: source, awaits: awaits)
        }
        // Before it is read for nothing. What comes while it is read, the store sees.
        guard !isLate else { return .refused(.superseded(file.shown)) }
        try Task.checkCancellation()
        let content = try await content(of: data, file, isKnown: known != nil, inTurns: inTurns)
        // An upload that is kept beside another of its name is not called like that one.
        let name = ((options.names[file.absolutePath] ?? file.path) as NSString).lastPathComponent
        var new = document(content, named: name, part: file.part?.number, source: source)
        new.byteCount = data.count
        new.processing = content.awaitsPictures ? processing + Self.awaitingPictures : processing
        // The owner's word of now holds for an export, too.
        if new.label == nil, let label = ExportMark.label(of: file.absolutePath, bytes: data) {
            (new.label, new.lowersLabel) = (label, false)
        }
        // A further piece of a file is as private as that is.
        if new.label == nil, let part = file.part, part.number > 1,
            let label = try await library.label(ofPath: self.place(of: file))
        {
            (new.label, new.lowersLabel) = (label, false)
        }
        let ingestion = Ingestion(
            source: source, document: new, condition: options.areSent ? .unlessNewer : .none)
        return .ready(ingestion, file: file, isUpdate: known != nil)
    }

    /// A text that somebody emptied has nothing in it any more, and must not be quoted as it was. Of a file of another format
    /// that is empty not even its frame is there, as when a copy has not come yet: that is a failure.
    private func content(
        of data: [UInt8], _ file: FileFinder.Found, isKnown: Bool, inTurns: Bool
    ) async throws -> ExtractedDocument {
        var reader = reader
        reader.configuration.readsTurns = inTurns
        reader.configuration.readsMail = file.isMail
        if let part = file.part { return try await reader.read(part, data, name: file.path) }
        do {
            return try await reader.read(data, name: file.path)
        } catch let error as DocumentError where error.reason == .empty {
            let former = isKnown ? try await library.document(atPath: place(of: file))?.format : nil
            guard let format = DocumentReader.textFormat(ofFile: file.path) ?? former, format.isWrittenAsText else {
                throw error
            }
            return try await reader.read([0x0A] as [UInt8], format: format, name: file.path)
        }
    }

    func document(
        _ content: ExtractedDocument, named name: String, part: Int? = nil, source: SourceFile
    ) -> NewDocument {
        let bare = (name as NSString).deletingPathExtension + (part.map { " (\($0))" } ?? "")
        // A file may be called nothing but spaces.
        let title = content.title.map(Self.shortened) ?? (bare.allSatisfy(\.isWhitespace) ? name : bare)
        let sample = String(decoding: content.text.utf8.prefix(4096), as: UTF8.self)
        let guess = language.identify(sample, among: languages).language
        let known = guess == "und" ? nil : guess
        let analyzer = SearchAnalyzer(language: known)
        let chunks = chunker.sized(for: content.text).chunks(of: content)
            .map { NewChunk($0, terms: analyzer.terms(of: $0, title: title, path: name)) }
        var document = NewDocument(
            contentHash: source.hash, processing: processing, title: title,
            language: known, label: options.label, createdAt: content.createdAt, byteCount: source.size,
            content: content, chunks: chunks,
            analysis: SearchAnalyzer.version)
        document.lowersLabel = options.lowersLabels
        return document
    }

    /// A title as lists and prompts can show it: what a document calls its title may be all of its text.
    private static func shortened(_ title: String) -> String {
        let head = title.unicodeScalars.prefix(300)
        return head.endIndex == title.unicodeScalars.endIndex ? title : String(head) + "…"
    }

    private func report(
        _ file: FileFinder.Found, at place: String, unchanged id: String
    ) async throws -> IngestReport {
        try await report(file.shown, at: place, unchanged: id)
    }

    func report(_ path: String, at place: String, unchanged id: String) async throws -> IngestReport {
        if let label = options.label {
            try await library.setLabel(label, ofSource: place, lowers: options.lowersLabels)
        }
        let stored = try await library.document(id: id)
        return IngestReport(
            path: path, title: stored?.title, status: .unchanged, documentID: id, format: stored?.format,
            pages: stored?.pageCount ?? 0, chunks: stored?.chunkCount ?? 0, bytes: stored?.byteCount ?? 0)
    }
}

extension DocumentFormat {
    /// Whether a file without a byte can be one: a text, not a container and not subtitles, which have cues.
    fileprivate var isWrittenAsText: Bool {
        switch self {
        case .text, .markdown, .html, .csv, .mbox, .vcf, .bookmarks: true
        case .pdf, .docx, .epub, .odt, .ods, .odp, .xlsx, .pptx, .rtf, .srt, .vtt, .ics, .ipynb, .chat, .notes, .zip,
            .image:
            false
        }
    }
}

/// Files that are stored in one transaction, without vectors.
struct IngestBatch {
    let library: any DocumentStore
    var total: Int

    /// Chunks that wait to be stored.
    private(set) var chunks = 0
    var summary = IngestSummary()
    /// What this run has stored, and how many chunks each has.
    private(set) var stored: [(documentID: String, chunks: Int)] = []
    /// Documents with pages that are still to be read from their pictures, where something here can.
    private(set) var pictures: [PictureQueue.Item] = []
    private var waiting: [DocumentPreparer.Prepared] = []
    private var done = 0

    init(library: any DocumentStore, total: Int) {
        self.library = library
        self.total = total
    }

    var count: Int { waiting.count }

    mutating func add(_ prepared: DocumentPreparer.Prepared) {
        waiting.append(prepared)
        if case .ready(let ingestion, _, _) = prepared { chunks += ingestion.document.chunks.count }
    }

    /// Stores what waits, and reports it in order. Nothing is reported as stored before it is.
    mutating func flush(_ emit: EventStream<IngestEvent>.Emit) async throws {
        guard !waiting.isEmpty else { return }
        var ingestions: [Ingestion] = []
        var sources: [SourceFile] = []
        for prepared in waiting {
            switch prepared {
            case .ready(let ingestion, _, _): ingestions.append(ingestion)
            case .unchanged(_, let source?, _): sources.append(source)
            default: break
            }
        }
        let outcomes = try await store(try await GoneFiles.noted(ingestions, in: library))
        if !sources.isEmpty { try await library.touchSources(sources) }
        let reports = reports(outcomes)
        waiting = []
        chunks = 0
        for report in reports { try await emit(.file(report)) }
        try await emit(.progress(done: done, total: total, chunks: summary.chunks))
    }

    /// What became of each, in their order. What a library on another machine does not take since it is private fails alone, and not all
    /// that is read with it.
    private func store(_ ingestions: [Ingestion]) async throws -> [Result<IngestionOutcome, StoreError>] {
        do {
            return try await library.store(ingestions).map { .success($0) }
        } catch let error as StoreError where error.reason == .privateElsewhere {
            guard ingestions.count > 1 else { return [.failure(error)] }
            var outcomes: [Result<IngestionOutcome, StoreError>] = []
            for ingestion in ingestions { outcomes += try await store([ingestion]) }
            return outcomes
        }
    }

    private mutating func reports(_ outcomes: [Result<IngestionOutcome, StoreError>]) -> [IngestReport] {
        var reports: [IngestReport] = []
        var next = 0
        for prepared in waiting {
            let report: IngestReport
            switch prepared {
            case .refused(let refused): report = refused
            case .unchanged(let unchanged, _, let awaits):
                report = unchanged
                if let awaits, let id = unchanged.documentID {
                    pictures.append(PictureQueue.Item(file: awaits, documentID: id))
                }
            case .ready(let ingestion, let file, let isUpdate):
                switch outcomes[next] {
                case .failure(let error):
                    report = IngestReport(path: file.shown, status: .failed, problem: .init(error))
                case .success(let outcome) where outcome.change == .passedOver: report = .superseded(file.shown)
                case .success(let outcome):
                    let document = ingestion.document
                    // Two runs may read one folder at the same time; the later of them adds nothing.
                    let added: IngestReport.Status = outcome.wasThere ? .unchanged : .added
                    report = IngestReport(
                        path: file.shown, title: document.title, status: isUpdate ? .updated : added,
                        documentID: outcome.documentID, format: document.content.format,
                        pages: document.content.pages.count, chunks: document.chunks.count,
                        bytes: document.content.text.utf8.count, warnings: document.content.warnings)
                    stored.append((outcome.documentID, document.chunks.count))
                    if document.content.canBeRecognized {
                        pictures.append(PictureQueue.Item(file: file, documentID: outcome.documentID))
                    }
                }
                next += 1
            }
            summary.count(report)
            done += 1
            reports.append(report)
        }
        return reports
    }
}
