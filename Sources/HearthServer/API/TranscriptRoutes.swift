import Foundation
import Hearth
import HearthHTTP

/// `/api/transcripts`
struct TranscriptRoutes: Sendable {
    let hearth: Hearth
    let places: UploadPlaces

    var routes: [ServerRoute] {
        [
            Wire.listTranscripts.route { _ in try await list() },
            Wire.uploadTranscripts.route { call in
                try await UploadJob(hearth: hearth, places: places, onlyTranscripts: true)
                    .start(call.request)
            },
            Wire.getTranscript.route { try await show($0.request) },
            Wire.getAudio.responding { try await audio($0.request) },
            Wire.getAnalysis.responding { call in
                // As it was kept, perhaps by an earlier version.
                .json(.object(try await kept(try await source(call.request).documentID)))
            },
            Wire.analyze.route { try await analyze($0) },
            Wire.askTranscript.route { try await ask($0) },
            Wire.searchTranscript.route { try await search($0) },
            Wire.exportTranscript.responding { try await export($0) },
        ]
    }

    private func document(_ request: ServerRequest) async throws -> StoredDocument {
        guard let document = try await hearth.documents.document(id: request.parameter("id")) else {
            throw ServerError(.unknownItem, "There is no such transcript.\(Reader.hint)")
        }
        return document
    }

    private func source(_ request: ServerRequest) async throws -> SourcedTranscript {
        let document = try await document(request)
        try await hearth.privacy.willGive([.document(document.id)])
        do {
            return try await hearth.transcripts.read(document)
        } catch let error as EngineError where error.reason == .noTranscript {
            throw ServerError(.unknownItem, error.message)
        }
    }

    private func list() async throws -> Wire.TranscriptList {
        let found = try await hearth.transcripts.list()
        try await hearth.privacy.willName(found.map { .document($0.document.id) })
        let items = found.map { item in
            let document = item.document
            return Wire.TranscriptItem(
                documentID: document.id, title: document.title, path: document.presentPath, format: document.format,
                language: document.language, label: document.label, cues: item.cues, duration: item.duration,
                ingestedAt: document.ingestedAt, hasAudio: RecordingFile(beside: document) != nil)
        }
        return Wire.TranscriptList(transcripts: items)
    }

    private func show(_ request: ServerRequest) async throws -> Wire.TranscriptDetail {
        let document = try await document(request)
        let source = try await source(request)
        let end = source.transcript.cues.compactMap { $0.end ?? $0.start }.filter(\.isFinite).max()
        return Wire.TranscriptDetail(
            documentID: document.id, title: document.title, path: document.presentPath,
            format: document.format.rawValue, language: document.language, label: document.label, duration: end,
            hasAudio: RecordingFile(beside: document) != nil,
            cues: source.transcript.cues.map {
                Wire.Cue(start: $0.start, end: $0.end, speaker: $0.speaker, text: $0.text)
            }, warnings: document.warnings.map(Wire.Warning.init), ingestedAt: document.ingestedAt)
    }

    private func audio(_ request: ServerRequest) async throws -> ServerResponse {
        let document = try await document(request)
        // Subtitles are transcripts; of a text it has to be found out, and a player asks often.
        if document.format != .srt, document.format != .vtt { _ = try await source(request) }
        try await hearth.privacy.willGive([.document(document.id)])
        guard let recording = RecordingFile(beside: document) else { throw RecordingResponse.missing }
        return try RecordingResponse(recording: recording).respond(to: request)
    }

    // MARK: - Analysis

    private func kept(_ id: String) async throws -> JSONObject {
        guard let data = try await hearth.transcripts.keptAnalysis(of: id),
            let object = try? JSONValue(parsing: Array(data)).objectValue
        else { return [:] }
        return object
    }

    private func analyze(_ call: Call<Nothing, Wire.AnalysisRequest>) async throws -> Wire.Job {
        let body = try await call.body()
        let source = try await source(call.request)
        let before = try await kept(source.documentID)
        // Whoever asks for what is there wants another one; what was begun and not finished is gone on with.
        let again = body.again ?? body.aspects.contains { before[$0.rawValue] != nil }
        let routing = source.applied(
            to: RoutingChoice(engine: body.engine, mode: body.mode, label: source.label ?? .personal))
        var options = TaskDefaults.options(for: .extract)
        options.choose(maxTokens: body.maxTokens)
        let wanted = TranscriptAnalysisRequest(
            cues: source.transcript.cues, aspects: Set(body.aspects.map(\.aspect)), language: body.language,
            sample: body.sample, chapters: body.chapters, routing: routing, options: options, again: again,
            source: source.contentHash)
        let job = await hearth.jobs.start(
            .analysis, title: source.path, subject: source.documentID, of: [.document(source.documentID)],
            floor: source.label
        ) { report in
            for try await state in try await hearth.transcripts.analyze(wanted) {
                switch state {
                case .idle: break
                case .analyzing(let fraction, let message): await report.progress(fraction, message)
                case .completed(let analysis):
                    let all = try Wire.TranscriptAnalysis(analysis).added(to: try await kept(source.documentID))
                    await report.result(.analysis(analysis))
                    try await hearth.transcripts.keep(Data(JSONValue.object(all).description.utf8), of: source)
                    return
                }
            }
            throw CancellationError()
        }
        return try Wire.Job(job)
    }

    // MARK: - Questions

    private func ask(_ call: Call<Nothing, Wire.TranscriptAsk>) async throws -> Wire.TranscriptAnswer {
        let body = try await call.body()
        let source = try await source(call.request)
        let routing = source.applied(
            to: RoutingChoice(engine: body.engine, mode: body.mode, label: source.label ?? .personal))
        let found = try await hearth.transcripts.answerer(for: source).answer(
            TranscriptQuestion(body.question, routing: routing))
        let answer = found.answer
        return Wire.TranscriptAnswer(
            answer: answer.text, abstained: answer.abstained, abstention: answer.abstention?.rawValue,
            citations: answer.citations.map { CitationJSON($0) },
            unsupported: answer.unsupported, confidence: found.confidence,
            relatedTopics: found.relatedTopics, route: Wire.Route(answer.route), usage: answer.usage,
            notes: answer.notes)
    }

    private func search(_ call: Call<Nothing, Wire.TranscriptSearch>) async throws -> Wire.Moments {
        let body = try await call.body()
        let source = try await source(call.request)
        let found = try await hearth.transcripts.searcher(for: source).search(body.text, limit: body.limit ?? 10)
        return Wire.Moments(
            results: found.map {
                Wire.FoundMoment(
                    start: $0.quote.start, end: $0.quote.end, text: $0.quote.text, speaker: $0.quote.speaker,
                    speakers: $0.speakers, score: $0.score)
            })
    }

    private func export(_ call: Call<Wire.TranscriptExportQuery, Nothing>) async throws -> ServerResponse {
        guard let format = try call.query().format.flatMap(TranscriptWriter.Format.init) else {
            throw ServerError(.badRequest, "`format` is missing.", parameter: "format")
        }
        let source = try await source(call.request)
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

// What was found in a transcript, as the interface shows and keeps it.

extension Wire.TranscriptAnalysis {
    init(_ analysis: TranscriptAnalysis) throws {
        self.init()
        summary = try analysis.summary.map { try Encoded($0) }
        tags = try analysis.tags.map { try Encoded($0) }
        entities = try analysis.entities.map { try Encoded($0) }
        highlights = try analysis.highlights.map { try Encoded($0) }
        chapters = try analysis.chapters.map { try $0.map { try Encoded($0) } }
        questions = try analysis.exchanges.map { try $0.map { try Encoded($0) } }
        language = analysis.language
        coverage = try Encoded(analysis.coverage)
        route = Wire.Route(analysis.route)
        writers = analysis.namedWriters.mapValues { $0.map(Wire.Writer.init) }
        usage = analysis.usage
        reused = analysis.reused
        notes = analysis.notes
    }

    /// What an analysis tells beside what it found.
    private static let toldOfRuns = ["route", "coverage", "usage", "reused", "notes"]

    /// What is kept of a document: of each aspect the newest, with who wrote it and what was told of the run that made it. What
    /// was not asked for now stays as it was, and so does what was read for it.
    func added(to kept: JSONObject) throws -> JSONObject {
        let analysis = try json().objectValue ?? [:]
        var run: JSONObject = [:]
        for name in Self.toldOfRuns { run[name] = analysis[name] }
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
}

extension Wire.Writer {
    init(_ writer: PartWriter) {
        self.init(
            engine: writer.engine, model: writer.model, host: writer.host,
            onDevice: Wire.Route.isOnDevice(writer.engine, host: writer.host), pieces: writer.pieces,
            wasFallback: writer.wasFallback, fallbackReason: writer.fallbackReason)
    }
}

extension Wire.Aspect {
    var aspect: TranscriptAspect {
        switch self {
        case .summary: .summary
        case .tags: .tags
        case .entities: .entities
        case .highlights: .highlights
        case .chapters: .chapters
        case .questions: .exchanges
        }
    }
}
