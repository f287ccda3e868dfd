import Foundation
import HearthAnalysis
import HearthBasic
import HearthCore
import HearthEngine
import HearthHTTP
import HearthKnowledge
import HearthModels
import HearthStore

/// `/api/transcripts`
struct TranscriptRoutes: Sendable {
    let hearth: Hearth
    let jobs: JobBoard
    let places: UploadPlaces

    var routes: [ServerRoute] {
        [
            ServerRoute(.get, "/api/transcripts", work: .long) { _ in try await list() },
            ServerRoute(.post, "/api/transcripts", work: .long, bodyLimit: DocumentRoutes.uploadLimit) { request in
                try await UploadJob(hearth: hearth, jobs: jobs, places: places, onlyTranscripts: true).start(request)
            },
            ServerRoute(.get, "/api/transcripts/:id") { try await show($0) },
            ServerRoute(.get, "/api/transcripts/:id/audio") { try await audio($0) },
            ServerRoute(.get, "/api/transcripts/:id/analysis") { request in
                .json(.object(try await kept(try await source(request).documentID)))
            },
            ServerRoute(.post, "/api/transcripts/:id/analysis", bodyLimit: 64 << 10) { try await analyze($0) },
            ServerRoute(.post, "/api/transcripts/:id/ask", work: .long, bodyLimit: 1 << 20) { try await ask($0) },
            ServerRoute(.post, "/api/transcripts/:id/search", work: .long, bodyLimit: 1 << 20) { try await search($0) },
            ServerRoute(.get, "/api/transcripts/:id/export") { try await export($0) },
        ]
    }

    private func document(_ request: ServerRequest) async throws -> StoredDocument {
        guard let document = try await hearth.database().document(id: request.parameter("id")) else {
            throw ServerError(.notFound, "unknown-item", "There is no such transcript.\(Reader.hint)")
        }
        return document
    }

    private func source(_ request: ServerRequest) async throws -> SourcedTranscript {
        let document = try await document(request)
        try await hearth.willGive([.document(document.id)])
        do {
            return try await hearth.transcript(of: document)
        } catch let error as EngineError where error.reason == .noTranscript {
            throw ServerError(.notFound, "unknown-item", error.message)
        }
    }

    private func list() async throws -> ServerResponse {
        let found = try await hearth.transcripts()
        try await hearth.willName(found.map { .document($0.document.id) })
        let items = found.map { item -> JSONValue in
            let document = item.document
            return [
                "documentID": .string(document.id), "title": JSONEncoding.optional(document.title),
                "path": JSONEncoding.optional(document.presentPath), "format": .string(document.format.rawValue),
                "language": JSONEncoding.optional(document.language), "label": .string(document.label.rawValue),
                "cues": JSONEncoding.number(item.cues), "duration": JSONEncoding.number(item.duration),
                "ingestedAt": JSONEncoding.date(document.ingestedAt),
                "hasAudio": .bool(RecordingFile(beside: document) != nil),
            ]
        }
        return .json(["transcripts": .array(items)])
    }

    private func show(_ request: ServerRequest) async throws -> ServerResponse {
        let document = try await document(request)
        let source = try await source(request)
        let cues = source.transcript.cues.map { cue -> JSONValue in
            [
                "start": JSONEncoding.number(cue.start), "end": JSONEncoding.number(cue.end),
                "speaker": JSONEncoding.optional(cue.speaker), "text": .string(cue.text),
            ]
        }
        let end = source.transcript.cues.compactMap { $0.end ?? $0.start }.filter(\.isFinite).max()
        return .json([
            "documentID": .string(document.id), "title": JSONEncoding.optional(document.title),
            "path": JSONEncoding.optional(document.presentPath), "format": .string(document.format.rawValue),
            "language": JSONEncoding.optional(document.language), "label": .string(document.label.rawValue),
            "duration": JSONEncoding.number(end), "hasAudio": .bool(RecordingFile(beside: document) != nil),
            "cues": .array(cues),
            "warnings": .array(document.warnings.map(DocumentJSON.warning)),
            "ingestedAt": JSONEncoding.date(document.ingestedAt),
        ])
    }

    private func audio(_ request: ServerRequest) async throws -> ServerResponse {
        let document = try await document(request)
        // Subtitles are transcripts; of a text it has to be found out, and a player asks often.
        if document.format != .srt, document.format != .vtt { _ = try await source(request) }
        try await hearth.willGive([.document(document.id)])
        guard let recording = RecordingFile(beside: document) else { throw RecordingResponse.missing }
        return try RecordingResponse(recording: recording).respond(to: request)
    }

    // MARK: - Analysis

    /// Where the result of the last analysis of a document is kept, beside what it was worked out from; it goes with it.
    private static func key(_ id: String) -> ContentHash {
        ContentHash(of: Data("server transcript analysis 1 \(id)".utf8))
    }

    private func kept(_ id: String) async throws -> JSONObject {
        guard let data = try await hearth.database().analysisNode(Self.key(id)),
            let object = try? JSONValue(parsing: Array(data)).objectValue
        else { return [:] }
        return object
    }

    private static func aspect(_ name: String) -> TranscriptAspect? {
        name == "questions" ? .exchanges : name == "exchanges" ? nil : TranscriptAspect(rawValue: name)
    }

    private func analyze(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try await request.fields()
        guard let names = try fields.strings("aspects", most: 6), !names.isEmpty else {
            throw fields.missing("aspects")
        }
        let aspects = names.compactMap(Self.aspect)
        guard aspects.count == names.count else { throw fields.wrong("aspects", "known aspects") }
        let source = try await source(request)
        let before = try await kept(source.documentID)
        // Whoever asks for what is there wants another one; what was begun and not finished is gone on with.
        let again = try fields.bool("again") ?? names.contains { before[$0] != nil }
        let routing = source.applied(
            to: RoutingChoice(
                engine: try fields.choice("engine", Engine.self), mode: try fields.choice("mode", RoutingMode.self),
                label: source.label ?? .personal))
        var options = TaskDefaults.options(for: .extract)
        options.choose(maxTokens: try fields.integer("maxTokens", in: GenerationOptions.sensibleTokens))
        let wanted = TranscriptAnalysisRequest(
            cues: source.transcript.cues, aspects: Set(aspects), language: try fields.text("language", most: 20),
            sample: try fields.integer("sample", in: 1...1_000_000),
            chapters: try fields.integer("chapters", in: 1...10_000), routing: routing, options: options,
            again: again, source: source.contentHash)
        let job = await jobs.start(
            .analysis, title: source.path, subject: source.documentID, of: [.document(source.documentID)],
            floor: source.label
        ) { report in
            for await state in try await hearth.analyze(wanted) {
                switch state {
                case .idle: break
                case .analyzing(let fraction, let message): await report.progress(fraction, message)
                case .failed(let error): throw error
                case .completed(let analysis):
                    let value = try TranscriptJSON.analysis(analysis)
                    await report.result("analysis", .object(value))
                    let all = TranscriptJSON.added(value, to: try await kept(source.documentID))
                    try await hearth.database().keepAnalysisNodes(
                        [Self.key(source.documentID): Data(JSONValue.object(all).description.utf8)],
                        source: source.contentHash)
                    return
                }
            }
            throw CancellationError()
        }
        return .json(job.value, status: .accepted)
    }

    // MARK: - Questions

    private func ask(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try await request.fields()
        let question = try fields.requiredText("question", most: 4000)
        let source = try await source(request)
        let routing = source.applied(
            to: RoutingChoice(
                engine: try fields.choice("engine", Engine.self), mode: try fields.choice("mode", RoutingMode.self),
                label: source.label ?? .personal))
        let found = try await hearth.answerer(for: source).answer(TranscriptQuestion(question, routing: routing))
        let answer = found.answer
        return .json([
            "answer": .string(answer.text), "abstained": .bool(answer.abstained),
            "abstention": JSONEncoding.optional(answer.abstention?.rawValue),
            "citations": .array(answer.citations.map(DocumentJSON.citation)),
            "unsupported": .array(
                answer.unsupported.map { ["start": JSONEncoding.number($0.start), "end": JSONEncoding.number($0.end)] }),
            "confidence": JSONEncoding.number(found.confidence),
            "relatedTopics": JSONEncoding.strings(found.relatedTopics), "route": MessageJSON.route(answer.route),
            "usage": MessageJSON.usage(answer.usage), "notes": JSONEncoding.strings(answer.notes),
        ])
    }

    private func search(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try await request.fields()
        let text = try fields.requiredText("text", most: 4000)
        let limit = try fields.integer("limit", in: 1...100) ?? 10
        let source = try await source(request)
        let found = try await hearth.searcher(for: source).search(text, limit: limit)
        return .json([
            "results": .array(
                found.map {
                    [
                        "start": JSONEncoding.number($0.quote.start), "end": JSONEncoding.number($0.quote.end),
                        "text": .string($0.quote.text), "score": JSONEncoding.number($0.score),
                    ]
                })
        ])
    }

    private func export(_ request: ServerRequest) async throws -> ServerResponse {
        guard let format = try request.choice("format", TranscriptWriter.Format.self) else {
            throw ServerError(.badRequest, "bad-request", "`format` is missing.", parameter: "format")
        }
        let source = try await source(request)
        let text = try TranscriptWriter().write(source.transcript.cues, as: format)
        let types: [TranscriptWriter.Format: (String, String)] = [
            .srt: ("srt", "application/x-subrip"), .vtt: ("vtt", "text/vtt; charset=utf-8"),
            .json: ("json", "application/json"), .markdown: ("md", "text/markdown; charset=utf-8"),
        ]
        let (ending, type) = types[format] ?? ("txt", "text/plain; charset=utf-8")
        let name = source.path.split(separator: "/").last.map(String.init) ?? "transcript"
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        return .attachment(text, name: "\(stem.isEmpty ? "transcript" : stem).\(ending)", type: type)
    }
}

/// An analysis, as the interface shows it.
enum TranscriptJSON {
    private static func writers(_ writers: [PartWriter]) -> JSONValue {
        .array(
            writers.map { writer in
                [
                    "engine": .string(writer.engine.rawValue), "model": .string(writer.model),
                    "host": JSONEncoding.optional(writer.host),
                    "onDevice": .bool(MessageJSON.isOnDevice(writer.engine, host: writer.host)),
                    "pieces": JSONEncoding.number(writer.pieces), "wasFallback": .bool(writer.wasFallback),
                    "fallbackReason": JSONEncoding.optional(writer.fallbackReason),
                ]
            })
    }

    /// What an analysis tells beside what it found.
    private static let toldOfRuns = ["route", "coverage", "usage", "reused", "notes"]

    /// What is kept of a document: of each aspect the newest, with who wrote it and what was told of the run that made it. What
    /// was not asked for now stays as it was, and so does what was read for it.
    static func added(_ analysis: JSONObject, to kept: JSONObject) -> JSONObject {
        var run: JSONObject = [:]
        for name in toldOfRuns { run[name] = analysis[name] }
        var writers = kept["writers"]?.objectValue ?? [:]
        var runs = kept["runs"]?.objectValue ?? [:]
        for (aspect, part) in analysis["writers"]?.objectValue ?? [:] {
            writers[aspect] = part
            runs[aspect] = .object(run)
        }
        var all = kept
        for (name, part) in analysis { all[name] = part }
        all["writers"] = .object(writers)
        all["runs"] = .object(runs)
        return all
    }

    static func analysis(_ analysis: TranscriptAnalysis) throws -> JSONObject {
        var object: JSONObject = [
            "language": .string(analysis.language), "coverage": try JSONEncoding.value(analysis.coverage),
            "route": MessageJSON.route(analysis.route),
            "writers": .object(JSONObject(analysis.namedWriters.sorted { $0.key < $1.key }.map { ($0, writers($1)) })),
            "usage": MessageJSON.usage(analysis.usage),
            "reused": JSONEncoding.number(analysis.reused), "notes": JSONEncoding.strings(analysis.notes),
        ]
        if let summary = analysis.summary { object["summary"] = try JSONEncoding.value(summary) }
        if let tags = analysis.tags { object["tags"] = try JSONEncoding.value(tags) }
        if let entities = analysis.entities { object["entities"] = try JSONEncoding.value(entities) }
        if let highlights = analysis.highlights { object["highlights"] = try JSONEncoding.value(highlights) }
        if let chapters = analysis.chapters { object["chapters"] = try JSONEncoding.value(chapters) }
        if let exchanges = analysis.exchanges { object["questions"] = try JSONEncoding.value(exchanges) }
        return object
    }
}
