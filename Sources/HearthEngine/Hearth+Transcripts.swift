import Foundation
public import HearthAnalysis
public import HearthBasic
public import HearthCore
import HearthDocuments
import HearthKnowledge
public import HearthModels
public import HearthStore
import Synchronization

/// A transcript with where it came from.
public struct SourcedTranscript: Sendable {
    public var transcript: Transcript
    /// The file, or the first file of the stored document.
    public var path: String
    /// The stored document's id, or what it would be.
    public var documentID: String
    /// The hash of the file, by which what is worked out from it is deleted with it.
    public var contentHash: ContentHash
    /// How private it is; `nil` for a file that is not in the store.
    public var label: SensitivityLabel?

    /// The choice for work with it: at least as private as it is, also when that changes meanwhile.
    public func applied(to choice: RoutingChoice) -> RoutingChoice {
        var choice = choice.atLeast(label ?? .public)
        choice.origins.insert(.document(documentID))
        return choice
    }
}

/// A document in the store that is a transcript.
public struct StoredTranscript: Sendable {
    public var document: StoredDocument
    public var cues: Int
    /// When the last cue ends, in seconds; `nil` where no cue has a time.
    public var duration: Double?
}

extension Hearth {
    /// The transcript in a file, or in the store by an id, a path, a file's name or a title.
    ///
    /// - Throws: `DocumentError` for a file that holds no transcript; ``EngineError`` with the code `unknown-document`,
    ///   `ambiguous-document` or `no-transcript`.
    public func transcript(_ name: String) async throws -> SourcedTranscript {
        let database = try await database()
        let url = URL(fileURLWithPath: name)
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue {
            let transcript = try TranscriptReader().read(contentsOf: url)
            let hash = ContentHash(of: try Data(contentsOf: url))
            let stored = try await database.documents(named: FileFinder.realPath(name) ?? name).first {
                $0.contentHash == hash
            }
            return SourcedTranscript(
                transcript: transcript, path: name, documentID: stored?.id ?? String(hash.hex.prefix(16)),
                contentHash: hash, label: try await database.label(ofContent: hash, path: FileFinder.realPath(name)))
        }
        return try await transcript(of: try await document(name), named: name)
    }

    /// The transcript that a stored document holds. Nothing of the disk is looked at, whatever the document's id is.
    ///
    /// - Throws: As ``transcript(_:)``.
    public func transcript(of document: StoredDocument, named name: String? = nil) async throws -> SourcedTranscript {
        guard let content = try await database().content(ofDocument: document.id),
            let transcript = Transcript(content)
        else {
            throw EngineError(
                .noTranscript, "The document \(name ?? document.id) is no transcript: it has no turns and no times.")
        }
        return SourcedTranscript(
            transcript: transcript, path: document.presentPath ?? document.id, documentID: document.id,
            contentHash: document.contentHash, label: document.label)
    }

    /// The states of one analysis. See `TranscriptAnalyzer`; what is worked out is kept in the store.
    public func analyze(_ request: TranscriptAnalysisRequest) async throws -> AsyncStream<AnalysisState> {
        let parts = try current()
        return try await TranscriptAnalyzer(router: parts.router(), cache: StoredCache(parts.database()))
            .states(of: request)
    }

    /// What an analysis would send first, without sending it. See `TranscriptAnalyzer`.
    public func preview(_ request: TranscriptAnalysisRequest) async throws -> [OutboundPreview] {
        let parts = try current()
        return try await TranscriptAnalyzer(router: parts.router(), cache: StoredCache(parts.database()))
            .preview(request)
    }

    /// Finds moments of one transcript.
    public func searcher(for source: SourcedTranscript) async throws -> TranscriptSearcher {
        TranscriptSearcher(source.transcript.cues, embedder: try await embedder())
    }

    /// Answers questions about one transcript.
    public func answerer(for source: SourcedTranscript) async throws -> TranscriptAnswerer {
        let parts = try current()
        return try await TranscriptAnswerer(
            source.transcript.cues, path: source.path, documentID: source.documentID, router: parts.router(),
            embedder: parts.embedder())
    }

    /// The stored documents that are transcripts, the latest first.
    public func transcripts() async throws -> [StoredTranscript] {
        let parts = try current()
        let (database, known) = (try await parts.database(), parts.transcriptFacts)
        var found: [StoredTranscript] = []
        let filter = SearchFilter(formats: [.srt, .vtt, .text, .markdown])
        for document in try await database.documents(matching: filter) {
            try Task.checkCancellation()
            // A note is read once to see that nobody speaks in it: thousands of notes are not read again for each list.
            let facts: TranscriptFacts
            if let before = known[document] {
                facts = before
            } else {
                guard let content = try await database.content(ofDocument: document.id) else { continue }
                facts = TranscriptFacts(content)
                known[document] = facts
            }
            guard facts.cues > 0 else { continue }
            found.append(StoredTranscript(document: document, cues: facts.cues, duration: facts.duration))
        }
        return found
    }
}

/// What a list shows of the turns in a document; no turns in most.
struct TranscriptFacts: Sendable {
    var cues: Int
    var duration: Double?

    init(_ content: ExtractedDocument) {
        let spoken = content.blocks.filter { $0.kind == .utterance }
        cues = spoken.count
        duration = spoken.compactMap { $0.endTime ?? $0.startTime }.filter(\.isFinite).max()
    }
}

/// What is known of contents by their hash and by how they were read, which they never outgrow.
final class TranscriptFactCache: Sendable {
    private struct Key: Hashable {
        let hash: ContentHash
        let processing: String

        init(_ document: StoredDocument) { (hash, processing) = (document.contentHash, document.processing) }
    }

    private let facts = Mutex<[Key: TranscriptFacts]>([:])

    subscript(document: StoredDocument) -> TranscriptFacts? {
        get { facts.withLock { $0[Key(document)] } }
        set { facts.withLock { $0[Key(document)] = newValue } }
    }
}

extension Transcript {
    /// The transcript that a document holds; `nil` where it has no utterances.
    init?(_ document: ExtractedDocument) {
        let utterances = document.blocks.filter { $0.kind == .utterance }
        guard !utterances.isEmpty else { return nil }
        // The text of a written transcript is the file itself, which its own reader understands best.
        if document.format == .text || document.format == .markdown,
            let read = try? TranscriptReader().read(Array(document.text.utf8)),
            read.cues.count(where: { $0.start != nil }) >= utterances.count(where: { $0.startTime != nil })
        {
            self = read
            return
        }
        var speaker: String?
        let cues = utterances.map { block in
            var text = Substring(document.text.text(in: block.span) ?? "")
            // A document shows who speaks where that changes.
            if let name = block.speaker, name != speaker, text.hasPrefix(name + ": ") {
                text = text.dropFirst(name.count + 2)
            }
            speaker = block.speaker
            return Cue(start: block.startTime, end: block.endTime, speaker: block.speaker, text: String(text))
        }
        let format: Format = document.format == .srt ? .srt : document.format == .vtt ? .vtt : .json
        self.init(format: format, cues: cues, warnings: document.warnings)
    }
}
