public import Foundation
public import Hearth
public import HearthHTTP

/// Hearth, as the interfaces for other programs see it.
public struct HearthService: ModelService {
    private let hearth: Hearth
    private let lexical = LexicalEmbedder()
    public let transcriber: (any AudioTranscriber)?
    public let speaker: (any TextSpeaker)?
    /// Sets of documents that were decoded.
    private let sets = DecodedCache<DocumentSet>(bytes: 8 << 20)

    public init(_ hearth: Hearth, transcriber: (any AudioTranscriber)? = nil) {
        self.hearth = hearth
        speaker = MachineSpeaker(hearth: hearth)
        self.transcriber = transcriber
    }

    public func models() async throws -> [ServedModel] {
        var models = [
            ServedModel(id: "auto"), ServedModel(id: "local"), ServedModel(id: "basic", engine: .basic),
            ServedModel(id: "documents", readsDocuments: true),
        ]
        let router = try await hearth.models.router()
        // The basic engine stands in where a client asks for it so, but it is no model that a program should offer for chats.
        models[1].problem = try await Self.problem(of: RoutingRequest(task: .chat, mode: .localOnly), router)
        for state in try await hearth.models.engines() where state.engine != .basic && !state.model.isEmpty {
            guard state.tasks.contains(.chat) else { continue }
            var problem: String?
            if case .unavailable(_, let message) = state.availability { problem = message }
            if problem == nil {
                // What mode, offline switch and consents are against cannot serve either.
                problem = try await Self.problem(of: RoutingRequest(task: .chat, engine: state.engine), router)
            }
            var served = ServedModel(
                id: "\(state.engine.rawValue)/\(state.model)", engine: state.engine, model: state.model,
                otherNames: state.engine.endpointName.map { ["\($0.text)/\(state.model)"] } ?? [], problem: problem)
            served.sees = state.sees
            models.append(served)
        }
        for group in try await hearth.endpoints.groups() {
            guard let model = group.members.lazy.compactMap(\.model).first else { continue }
            models.append(
                ServedModel(
                    id: "\(group.engine.rawValue)/\(model)", engine: group.engine, model: model,
                    otherNames: ["\(group.name)/\(model)"],
                    problem: try await Self.problem(of: RoutingRequest(task: .chat, engine: group.engine), router)))
        }
        // Any model that is installed can be asked for by its name; the pool loads it when it is.
        for model in try await hearth.models.servable() {
            var served = ServedModel(
                id: "local/\(model.id)", engine: .local, model: model.id, otherNames: [model.file],
                problem: model.problem)
            served.sees = model.sees
            if let known = models.firstIndex(where: { $0.id == served.id }) {
                models[known].otherNames = served.otherNames
            } else {
                models.append(served)
            }
        }
        // Each of them can answer from the documents as well.
        models += models.filter { $0.model != nil }.map { model in
            var reading = model
            reading.id = "documents/\(model.id)"
            reading.readsDocuments = true
            // Answers from documents are made of texts alone.
            reading.sees = false
            reading.otherNames = []
            return reading
        }
        // One that cannot be used serves nobody, and keeps no other from being listed.
        if let embedder = try await hearth.models.usableEmbedder() {
            models.append(
                ServedModel(
                    id: "local/\(embedder.name)", engine: .local, model: embedder.name,
                    otherNames: try await otherNames(ofModelFor: .embed), task: .embed))
        }
        models.append(ServedModel(id: "basic/\(lexical.id)", engine: .basic, model: lexical.id, task: .embed))
        if let reranker = try await hearth.models.reranker() {
            models.append(
                ServedModel(
                    id: "local/\(reranker.id)", engine: .local, model: reranker.id,
                    otherNames: try await otherNames(ofModelFor: .rerank), task: .rerank))
        }
        return models
    }

    /// Why no engine would serve a request now; `nil` where one would.
    private static func problem(of request: RoutingRequest, _ router: ModelRouter) async throws -> String? {
        do {
            _ = try await router.explain(request)
            return nil
        } catch let error as RoutingError {
            return error.message
        }
    }

    public func router(engine: Engine?, model: String?) async throws -> ModelRouter {
        guard let engine, let model else { return try await hearth.models.router() }
        return try await hearth.models.router(engine: engine, model: model)
    }

    public func embedder(_ engine: Engine) async throws -> (any EmbeddingModel)? {
        switch engine {
        case .local: try await hearth.models.embedder()
        case .basic: lexical
        default: nil
        }
    }

    public func reranker() async throws -> (any RerankingModel)? { try await hearth.models.reranker() }

    public func otherNames(ofModelFor task: TaskKind) async throws -> [String] {
        try await hearth.models.otherNames(ofModelFor: task)
    }

    public var build: String { "hearth-\(Version.current)" }

    public func aliases() async throws -> [String: String] { hearth.settings.modelAliases }

    public func loaded() async throws -> [ModelInMemory] {
        await hearth.models.loaded().models.filter { $0.state == "ready" }.map {
            ModelInMemory(id: "local/\($0.id)", bytes: $0.bytes, contextLength: $0.contextLength)
        }
    }

    public func fileIdentity(ofModel id: String) async -> String? {
        guard id.hasPrefix("local/") else { return nil }
        return await hearth.models.fileIdentity(of: String(id.dropFirst("local/".count)))
    }

    public func unload(_ id: String, unusedSince moment: Date) async throws -> Date? {
        let models = await hearth.models.loaded().models
        guard let model = models.first(where: { "local/\($0.id)" == id }), model.isKept != true else { return nil }
        guard model.users == 0 else { return .now }
        guard model.lastUsed <= moment else { return model.lastUsed }
        do {
            _ = try await hearth.models.unload(model.id)
            return nil
        } catch let error as any ReadableError where error.kind == .conflict {
            // Somebody was quicker, and uses it.
            return .now
        }
    }

    public func answer(fromDocuments question: LibraryQuestion) async throws -> DocumentAnswer {
        var request = AnswerRequest(
            question: question.text, routing: question.routing, history: question.history, options: question.options)
        request.historyLabel = question.routing.label
        var filter = try await hearth.documents.filter(for: question.scope.places)
        if let stores = question.scope.stores {
            filter = try await VectorStores(hearth: hearth, known: sets).filter(of: stores, within: filter)
        }
        filter.labels = question.scope.labels
        filter.formats = question.scope.formats
        request.filter = filter
        var final: Answer?
        try await hearth.answers.ask(request, model: question.model).forEach { event in
            if case .final(let answer) = event { final = answer }
        }
        guard let answer = final else { throw CancellationError() }
        try await hearth.privacy.willGive(answer.context.origins)
        let isBasic = answer.route.engine == .basic
        let notes = isBasic ? ["No model wrote this: the basic engine picked sentences from your documents."] : []
        // The title of a chat may be somebody's number, which says nothing to whoever reads what is cited.
        var names = try await ShownNames(hearth)
        let citations = answer.citations.map { citation in
            var shown = citation
            shown.title = citation.title.map { names.title($0) }
            return shown
        }
        try await names.willGive(by: hearth)
        var told = DocumentAnswer(
            text: answer.text, citations: citations, unsupported: answer.unsupported, decision: answer.route,
            usage: answer.usage, finishReason: answer.finishReason ?? .stop, notes: notes + answer.notes)
        told.origins = answer.context.origins.union(names.told)
        return told
    }

    public func willGive(_ origins: Set<LabelOrigin>) async throws { try await hearth.privacy.willGive(origins) }

    public func mayGive(_ origins: Set<LabelOrigin>) async throws -> Bool { try await hearth.privacy.mayGive(origins) }

    public func label(of origins: Set<LabelOrigin>) async throws -> SensitivityLabel? {
        origins.isEmpty ? nil : try await hearth.privacy.label(of: origins, gone: .private)
    }

    public func tools(of servers: [String]) async throws -> ServedTools {
        let opened = try await hearth.tools.openForProgram(servers)
        return ServedTools(
            box: opened,
            tools: opened.all.map {
                .init(
                    server: $0.server, name: $0.name, about: $0.description, changesNothing: $0.changesNothing,
                    definition: $0.definition)
            }
        ) { await opened.close() }
    }
}

/// Writes down recordings that clients send, with the speech models that are installed.
struct RecordingTranscriber: AudioTranscriber {
    let hearth: Hearth
    private let keeper = PipelineKeeper()

    init(hearth: Hearth) { self.hearth = hearth }

    func transcribe(_ recording: SentRecording) async throws -> RecordingText {
        try await transcribe(recording) { _ in }
    }

    func transcribe(
        _ recording: SentRecording, told: @escaping @Sendable ([RecognizedSegment]) async throws -> Void
    ) async throws -> RecordingText {
        do {
            let pipeline = try await hearth.voice.pipeline(try request(recording))
            // Who sends one recording will send another, and need not wait for the model again.
            await keeper.keep(pipeline)
            // The sound lies nowhere but in memory.
            let result = try await pipeline.transcribe(
                try await AudioFile.open(Array(recording.audio), name: recording.name)
            ) { event in
                if case .segments(let segments) = event { try await told(segments) }
            }
            return RecordingText(segments: result.segments, language: result.language, duration: result.duration)
        } catch let error as VoiceError {
            guard let field = Self.field(error) else { throw error }
            throw ServerError.invalid(field, error.message)
        }
    }

    /// A client may name an engine, or a model that is installed.
    private func request(_ recording: SentRecording) throws -> VoiceRequest {
        guard let name = recording.model else { return VoiceRequest(options: recording.options) }
        if let engine = SpeechEngine(rawValue: name) { return VoiceRequest(engine: engine, options: recording.options) }
        // By its name only: what a client sends is never taken for a path.
        guard !name.contains("/"), !name.hasSuffix(".bin"), try hearth.voice.models.speechModel(named: name) != nil
        else {
            throw ServerError(
                .unknownModel,
                "There is no speech model of that name here. `whisper-1` takes the best that is installed.",
                parameter: "model")
        }
        return VoiceRequest(engine: .whisper, model: name, options: recording.options)
    }

    /// The part of the request that is to blame; `nil` where what is missing or fails is here.
    private static func field(_ error: VoiceError) -> String? {
        switch error.reason {
        case .unknownLanguage: "language"
        case .notReadable, .empty, .notAudio, .damaged, .badOption: "file"
        case .toolMissing, .timeout, .device, .modelMissing, .modelDamaged, .engineUnavailable, .recognitionFailed,
            .cannotTranslate:
            nil
        }
    }
}

/// Holds on to what was used last, for a while: a model is hundreds of megabytes, which an idle server does not keep.
private actor PipelineKeeper {
    private static let minutes = 10.0

    private var kept: VoicePipeline?
    private var timer: Task<Void, Never>?

    deinit { timer?.cancel() }

    func keep(_ pipeline: VoicePipeline) {
        kept = pipeline
        timer?.cancel()
        // Outlives the request on purpose; it ends with the next one, or with the keeper.
        timer = Task { [weak self] in
            guard (try? await Task.sleep(for: .seconds(60 * Self.minutes))) != nil else { return }
            await self?.release()
        }
    }

    private func release() { kept = nil }
}
