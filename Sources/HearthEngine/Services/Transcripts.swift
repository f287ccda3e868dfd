public import Foundation
public import HearthAnalysis
public import HearthCore
import HearthDocuments
public import HearthExtractive
import HearthKnowledge
public import HearthModels
import HearthSystem
import Synchronization

extension Hearth {
    /// Transcripts: those in the store and those in files; read, analysed, searched and asked.
    public struct Transcripts: Sendable {
        let hearth: Hearth
    }
}

/// A transcript with where it came from.
public struct SourcedTranscript: Sendable {
    public var transcript: Transcript
    /// The file, or the first file of the stored document.
    public var path: String
    /// The stored document's id, or what it would be.
    public var documentID: String
    /// Whether there is such a document.
    public var isStored: Bool
    /// The hash of the file, by which what is worked out from it is deleted with it.
    public var contentHash: ContentHash
    /// How private it is; `nil` for a file that is not in the store.
    public var label: SensitivityLabel?

    /// The choice for work with it: at least as private as it is, also when that changes meanwhile.
    public func applied(to choice: RoutingChoice) -> RoutingChoice {
        var choice = choice.atLeast(label ?? .public)
        // A file that is not in the store has no label there that could change; and what is not there counts as gone.
        if isStored { choice.origins.insert(.document(documentID)) }
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

extension Hearth.Transcripts {
    /// The transcript in a file, for the owner alone, or in the store by an id, a path, a file's name or a title.
    ///
    /// - Throws: `DocumentError` for a file that holds no transcript; ``EngineError`` with the code `unknown-document`,
    ///   `ambiguous-document` or `no-transcript`.
    public func read(_ name: String) async throws -> SourcedTranscript {
        // A transcript may be long, and the disk that it lies on slow.
        // Of files of this machine a program reads none, and nobody with an account; what they name is in the store.
        let isOwners = Reader.current == nil && Person.current == nil
        guard let file = try await BlockingWork.run({ try isOwners ? TranscriptFile(name) : nil }) else {
            return try await read(try await hearth.documents.find(name), named: name)
        }
        let library = try await hearth.library()
        let place = FileFinder.realPath(name)
        let stored = try await library.documents(named: place ?? name).first { $0.contentHash == file.hash }
        return SourcedTranscript(
            transcript: file.transcript, path: name, documentID: stored?.id ?? String(file.hash.hex.prefix(16)),
            isStored: stored != nil, contentHash: file.hash,
            label: try await library.label(ofContent: file.hash, path: place))
    }

    /// The transcript that a stored document holds. Nothing of the disk is looked at, whatever the document's id is.
    ///
    /// - Throws: As ``read(_:)``.
    public func read(_ document: StoredDocument, named name: String? = nil) async throws -> SourcedTranscript {
        guard let content = try await hearth.library().content(ofDocument: document.id),
            let transcript = Transcript(content)
        else {
            throw EngineError(
                .noTranscript, "The document \(name ?? document.id) is no transcript: it has no turns and no times.")
        }
        return SourcedTranscript(
            transcript: transcript, path: document.presentPath ?? document.id, documentID: document.id,
            isStored: true, contentHash: document.contentHash, label: document.label)
    }

    /// The states of one analysis. See `TranscriptAnalyzer`; what is worked out is kept in the store.
    public func analyze(_ request: TranscriptAnalysisRequest) async throws -> EventStream<AnalysisState> {
        let resources = try await hearth.current()
        // What is worked out of it is kept.
        try resources.snapshot.refusePrivate(request.routing.label, "This transcript")
        return try await TranscriptAnalyzer(
            router: resources.router(), cache: StoredCache(resources.library()), tagger: resources.tagger(),
            stops: resources.stops(), reader: resources.reader()
        )
        .states(of: request)
    }

    /// What an analysis would send first, without sending it. See `TranscriptAnalyzer`.
    public func preview(_ request: TranscriptAnalysisRequest) async throws -> [OutboundPreview] {
        let resources = try await hearth.current()
        return try await TranscriptAnalyzer(
            router: resources.router(), cache: StoredCache(resources.library()), tagger: resources.tagger(),
            stops: resources.stops()
        )
        .preview(request)
    }

    /// Finds moments of one transcript.
    public func searcher(for source: SourcedTranscript) async throws -> TranscriptSearcher {
        let resources = try await hearth.current()
        let cues = source.transcript.cues
        let stops = try await RestoredStops(cues, language: nil, model: resources.stops())
        return TranscriptSearcher(cues, embedder: try await resources.usableEmbedder().model, stops: stops)
    }

    /// Answers questions about one transcript.
    public func answerer(for source: SourcedTranscript) async throws -> TranscriptAnswerer {
        let resources = try await hearth.current()
        return try await TranscriptAnswerer(
            source.transcript.cues, path: source.path, documentID: source.documentID, router: resources.router(),
            embedder: resources.usableEmbedder().model, reader: resources.reader(), stops: resources.stops())
    }

    /// The stored documents that are transcripts, the latest first.
    public func list() async throws -> [StoredTranscript] {
        let resources = try await hearth.current()
        let (library, known) = (try await resources.library(), resources.transcriptFacts)
        var found: [StoredTranscript] = []
        let filter = SearchFilter(formats: [.srt, .vtt, .text, .markdown, .chat])
        for document in try await library.documents(matching: filter, limit: .max, offset: 0) {
            try Task.checkCancellation()
            // A note is read once to see that nobody speaks in it: thousands of notes are not read again for each list.
            let facts: TranscriptFacts
            if let before = known[document] {
                facts = before
            } else {
                guard let content = try await library.content(ofDocument: document.id) else { continue }
                facts = TranscriptFacts(content)
                known[document] = facts
            }
            guard facts.cues > 0 else { continue }
            found.append(StoredTranscript(document: document, cues: facts.cues, duration: facts.duration))
        }
        return found
    }

    /// What an earlier analysis of a stored transcript came to, as ``keep(_:of:)`` took it; `nil` where nothing was kept.
    ///
    /// - Parameter id: The document's.
    public func keptAnalysis(of id: String) async throws -> Data? {
        try await hearth.library().analysisNode(Self.key(id))
    }

    /// Keeps what an analysis came to beside what it was worked out from, in the caller's own form. It goes with the document.
    public func keep(_ analysis: Data, of source: SourcedTranscript) async throws {
        try hearth.environments.current.refusePrivate(source.label ?? .public, "What was made of this transcript")
        try await hearth.library().keepAnalysisNodes(
            [Self.key(source.documentID): analysis], source: source.contentHash)
    }

    /// The name is that of the first one who kept such results; it must stay, or what was kept is not found.
    private static func key(_ id: String) -> ContentHash {
        ContentHash(of: Data("server transcript analysis 1 \(id)".utf8))
    }
}

/// A file that is there and holds a transcript.
private struct TranscriptFile: Sendable {
    let transcript: Transcript
    let hash: ContentHash

    /// `nil` where no file is called so.
    ///
    /// - Throws: `DocumentError` where it holds no transcript.
    init?(_ path: String) throws {
        let url = URL(fileURLWithPath: path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue else {
            return nil
        }
        transcript = try TranscriptReader().read(contentsOf: url)
        hash = ContentHash(of: try Data(contentsOf: url))
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
        if document.format == .chat {
            self.init(ofChat: document)
            return
        }
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
