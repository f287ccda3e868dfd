import Foundation
import HearthBasic
import HearthCore
import HearthDocuments
import HearthStore
import HearthSystem

/// Turns a file into what the store takes: text, chunks, search terms. Stores nothing.
struct DocumentPreparer: Sendable {
    /// A file that is ready to be stored, or why there is nothing to store.
    enum Prepared: Sendable {
        case ready(Ingestion, path: String, isUpdate: Bool)
        /// The store has this content already; the file's new time or path is to be noted, when `source` is given.
        case unchanged(IngestReport, source: SourceFile?)
        case refused(IngestReport)
    }

    /// Names the versions of extraction and chunking: a change makes unchanged files be read again. That of analysis is apart
    /// (``NewDocument/analysis``), because the text in the store is enough for it.
    static func processing(chunker: Chunker.Configuration, tokenizer: any TextTokenizer) -> String {
        "1;\(tokenizer.name);\(chunker.maxTokens)/\(chunker.overlapTokens)"
    }

    /// What ``processing`` ends with for files that somebody said are transcripts.
    private static let inTurns = ";turns"

    let database: HearthDatabase
    let reader: DocumentReader
    let chunker: Chunker
    let language: LanguageIdentifier
    let processing: String
    let options: IngestOptions

    func prepare(_ file: FileFinder.Found) async throws -> Prepared {
        do {
            return try await read(file)
        } catch let error as CancellationError {
            throw error
        } catch let error as DocumentError where error.reason == .unsupportedFormat {
            return .refused(
                IngestReport(
                    path: file.path, status: .skipped, problem: .init(error)))
        } catch let error as any ReadableError {
            return .refused(
                IngestReport(path: file.path, status: .failed, problem: .init(error))
            )
        }
    }

    private func read(_ file: FileFinder.Found) async throws -> Prepared {
        let place = options.names[file.absolutePath] ?? file.absolutePath
        let known = try await database.sourceState(path: place)
        // Opened once, as what it was when it was found: a link that was put in its place, or in that of a folder above it,
        // is not followed, and what is examined is what is read.
        let opened = try OpenFolder.file(withoutLinks: file.absolutePath)
        let (size, modified) = (opened.size, Date(timeIntervalSince1970: opened.modified))
        // Said once that it is a transcript, it stays one.
        let inTurns = options.areTranscripts || known?.processing.hasSuffix(Self.inTurns) == true
        let processing = inTurns ? processing + Self.inTurns : processing
        let current = known.map { $0.processing == processing } ?? false
        if let known, current, known.file.size == size, known.file.modifiedAt == modified {
            return .unchanged(try await report(file, at: place, unchanged: known.documentID), source: nil)
        }
        let data = try reader.bytes(of: opened, name: file.path)
        let source = SourceFile(
            path: place, size: data.count, modifiedAt: modified, hash: ContentHash(of: data))
        if let known, current, known.file.hash == source.hash {
            return .unchanged(try await report(file, at: place, unchanged: known.documentID), source: source)
        }
        try Task.checkCancellation()
        let content = try await content(of: data, file, isKnown: known != nil, inTurns: inTurns)
        var new = document(content, of: file, source: source)
        new.processing = processing
        return .ready(Ingestion(source: source, document: new), path: file.path, isUpdate: known != nil)
    }

    /// A text that somebody emptied has nothing in it any more, and must not be quoted as it was. Of a file of another format
    /// that is empty not even its frame is there, as when a copy has not come yet: that is a failure.
    private func content(
        of data: [UInt8], _ file: FileFinder.Found, isKnown: Bool, inTurns: Bool
    ) async throws -> ExtractedDocument {
        var reader = reader
        reader.configuration.readsTurns = inTurns
        do {
            return try await reader.read(data, name: file.path)
        } catch let error as DocumentError where error.reason == .empty {
            let former = isKnown ? try await database.document(atPath: file.absolutePath)?.format : nil
            guard let format = DocumentReader.textFormat(ofFile: file.path) ?? former, format.isWrittenAsText else {
                throw error
            }
            return try await reader.read([0x0A] as [UInt8], format: format, name: file.path)
        }
    }

    private func document(
        _ content: ExtractedDocument, of file: FileFinder.Found, source: SourceFile
    ) -> NewDocument {
        // An upload that is kept beside another of its name is not called like that one.
        let name = ((options.names[file.absolutePath] ?? file.path) as NSString).lastPathComponent
        let title = content.title ?? (name as NSString).deletingPathExtension
        let sample = String(decoding: content.text.utf8.prefix(4096), as: UTF8.self)
        let guess = language.identify(sample).language
        let known = guess == "und" ? nil : guess
        let analyzer = SearchAnalyzer(language: known)
        let chunks = chunker.chunks(of: content).map { NewChunk($0, terms: analyzer.terms(of: $0, title: title)) }
        var document = NewDocument(
            contentHash: source.hash, processing: processing, title: title,
            language: known, label: options.label, byteCount: source.size, content: content, chunks: chunks,
            analysis: SearchAnalyzer.version)
        document.lowersLabel = options.lowersLabels
        return document
    }

    private func report(
        _ file: FileFinder.Found, at place: String, unchanged id: String
    ) async throws -> IngestReport {
        if let label = options.label {
            try await database.setLabel(label, ofSource: place, lowers: options.lowersLabels)
        }
        let stored = try await database.document(id: id)
        return IngestReport(
            path: file.path, status: .unchanged, documentID: id, format: stored?.format,
            pages: stored?.pageCount ?? 0, chunks: stored?.chunkCount ?? 0, bytes: stored?.byteCount ?? 0)
    }
}

extension DocumentFormat {
    /// Whether a file without a byte can be one: a text, not a container and not subtitles, which have cues.
    fileprivate var isWrittenAsText: Bool {
        switch self {
        case .text, .markdown, .html: true
        case .pdf, .docx, .epub, .odt, .srt, .vtt: false
        }
    }
}
