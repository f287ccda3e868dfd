public import HearthCore
import HearthExtractive
import HearthKnowledge
public import HearthModels

/// A transcript, and what is to be found out about it.
public struct TranscriptAnalysisRequest: Sendable {
    public var cues: [Cue]
    public var aspects: Set<TranscriptAspect>
    /// ISO 639-1; `nil` finds it out.
    public var language: String?
    /// How many parts a model reads, evenly spread, first and last among them; `nil` reads all.
    public var sample: Int?
    /// How many chapters are wanted; `nil` goes by the length.
    public var chapters: Int?
    /// The task that an analysis is routed as, whatever its aspects: who may do it, and with whose consent.
    public static let task = TaskKind.summarize
    public var routing: RoutingChoice
    public var options: GenerationOptions
    /// Makes everything anew, also what an earlier run has left.
    public var again: Bool
    /// The hash of the file, so that what is kept of it goes when the document that has it is deleted.
    public var source: ContentHash?

    public init(
        cues: [Cue], aspects: Set<TranscriptAspect> = Set(TranscriptAspect.allCases), language: String? = nil,
        sample: Int? = nil, chapters: Int? = nil, routing: RoutingChoice = RoutingChoice(),
        options: GenerationOptions = TaskDefaults.options(for: .extract), again: Bool = false,
        source: ContentHash? = nil
    ) {
        self.cues = cues
        self.aspects = aspects
        self.language = language
        self.sample = sample
        self.chapters = chapters
        self.routing = routing
        self.options = options
        self.again = again
        self.source = source
    }
}

/// Finds out what is in a transcript: summary, tags, names, highlights, chapters, questions with their answers.
///
/// Without a model everything is counted and quoted. With one, the transcript is read in parts that fit the engine's window;
/// what is found is joined in as many levels as it takes, and whatever is quoted is looked up in the transcript: times and
/// wording are always those of its cues. All parts are read unless a sample is asked for, and what was not read is in the
/// ``CoverageReport``.
public struct TranscriptAnalyzer: Sendable {
    public struct Configuration: Hashable, Sendable {
        /// Parts that a service reads at the same time. Engines on this machine read one after the other.
        public var remoteConcurrency = 4

        public init() {}
    }

    /// States that wait for a slow reader at most.
    private static let statesAhead = 16

    let router: ModelRouter
    let cache: any AnalysisCache
    let tagger: (any TaggingModel)?
    let stops: (any SentenceEndModel)?
    let reader: (any ReadingModel)?
    let configuration: Configuration

    /// - Parameters:
    ///   - cache: Where finished pieces are kept, so that a run that was stopped goes on where it was.
    ///   - tagger: Tells names, tasks, mood and what matters where no engine writes, in the languages that it knows; `nil` goes by
    ///     rules. On this machine, because it is given all that is said.
    ///   - stops: Tells where sentences end in transcripts without marks, such as automatic captions, in the languages that it knows; `nil` goes
    ///     by the marks that there are. On this machine, likewise.
    ///   - reader: Finds what answers a question, in the languages that it knows; `nil` goes by who speaks when. On this machine, likewise.
    public init(
        router: ModelRouter, cache: any AnalysisCache = MemoryCache(), tagger: (any TaggingModel)? = nil,
        stops: (any SentenceEndModel)? = nil, reader: (any ReadingModel)? = nil,
        configuration: Configuration = Configuration()
    ) {
        self.router = router
        self.cache = cache
        self.tagger = tagger
        self.stops = stops
        self.reader = reader
        self.configuration = configuration
    }

    /// The states of one analysis; the last is ``AnalysisState/completed(_:)``, or the stream throws what ``analyze(_:progress:)``
    /// does. Dropping it stops the work within one token; what is done is kept. A state makes the ones before it old, so the work
    /// waits for nobody, and a slow reader misses some.
    public func states(of request: TranscriptAnalysisRequest) -> EventStream<AnalysisState> {
        EventStream { emit in
            try await emit(.idle)
            let states = BoundedChannel<AnalysisState>(capacity: Self.statesAhead)
            // A child of this task: it ends with it, also when `emit` throws.
            async let result = analyze(request, into: states)
            for try await state in states { try await emit(state) }
            try await emit(.completed(result))
        }
    }

    private func analyze(
        _ request: TranscriptAnalysisRequest, into states: BoundedChannel<AnalysisState>
    ) async throws -> TranscriptAnalysis {
        defer { states.finish() }
        return try await analyze(request) { states.trySend($0) }
    }

    /// - Parameter progress: Gets ``AnalysisState/analyzing(fraction:message:)`` as the work goes on.
    /// - Throws: ``AnalysisError``, `RoutingError`, what the engine throws, and `CancellationError`.
    public func analyze(
        _ request: TranscriptAnalysisRequest, progress: @escaping @Sendable (AnalysisState) -> Void = { _ in }
    ) async throws -> TranscriptAnalysis {
        progress(.analyzing(fraction: 0, message: "Reading the transcript"))
        let read = try await ReadTranscript.read(
            request.cues, language: request.language, chapters: request.chapters, model: stops)
        try Task.checkCancellation()
        let asksTagger = !request.aspects.isDisjoint(with: [.summary, .entities, .highlights])
        let transcript = try await read.tagged(by: asksTagger ? tagger : nil)
            .read(by: request.aspects.contains(.exchanges) ? reader : nil)
        let routing = request.routing.request(TranscriptAnalysisRequest.task)
        let decision = try await router.explain(routing)
        let needsModel = !request.aspects.isSubset(of: [.exchanges])
        // The basic engine is no model.
        guard needsModel, let model = try await router.model(decision.engine, decision.model)
        else {
            // The decision is written down, although nothing is sent; and that nothing was.
            let made = try await router.run(routing, delivery: .whole) { route in route.decision }
            return try await basic(
                request, transcript, made.withoutEngine("what was asked for stands in the transcript"), progress
            ).estimatingTimes(of: request.cues)
        }
        return try await generate(request, transcript, routing, decision, model, progress)
            .estimatingTimes(of: request.cues)
    }

    /// What an analysis would send first, and to whom, without sending it: the parts of the transcript. What is then asked
    /// about the answers is made of them. What is known from an earlier run is not sent again, and so not shown.
    ///
    /// - Throws: What ``analyze(_:progress:)`` would throw before it sends anything.
    public func preview(_ request: TranscriptAnalysisRequest) async throws -> [OutboundPreview] {
        let transcript = try await ReadTranscript.read(
            request.cues, language: request.language, chapters: request.chapters, model: stops)
        let routing = request.routing.request(TranscriptAnalysisRequest.task)
        return try await router.previews(routing) { target in
            guard !request.aspects.isSubset(of: [.exchanges]),
                let model = try await router.model(target.engine, target.modelID)
            else { return [] }
            let recorder = NodeRunner.Recorder()
            let runner = NodeRunner(
                router: router, cache: cache, routing: routing, options: request.options, source: request.source,
                primary: model, isAnew: request.again, recorder: recorder)
            let analyst = try analyst(request, transcript, runner, concurrency: 1) { _ in }
            for aspect in TranscriptAspect.allCases where request.aspects.contains(aspect) {
                try Task.checkCancellation()
                // Without answers an aspect comes to nothing, which is an error of its own.
                do {
                    switch aspect {
                    case .summary: _ = try await analyst.summary()
                    case .tags: _ = try await analyst.tags()
                    case .entities: _ = try await analyst.entities()
                    case .highlights: _ = try await analyst.reel()
                    case .chapters: _ = try await analyst.chapters()
                    case .exchanges: break
                    }
                } catch is AnalysisError {}
            }
            return await recorder.requests
        }
    }

    private func analyst(
        _ request: TranscriptAnalysisRequest, _ transcript: ReadTranscript, _ runner: NodeRunner, concurrency: Int,
        report: @escaping @Sendable (AnalysisState) -> Void
    ) throws -> ModelTranscriptAnalyst {
        let model = runner.primary
        let budget = try TokenBudget(
            model.capabilities, frame: PromptFrame.largest(for: request.aspects, tokenizer: model.tokenizer),
            wanted: request.options.chosen.contains(.maxTokens) ? request.options.maxTokens : nil)
        return ModelTranscriptAnalyst(
            transcript, runner: runner, budget: budget, sample: request.sample, aspects: request.aspects,
            concurrency: concurrency, report: report)
    }

    // MARK: - Without a model

    private func basic(
        _ request: TranscriptAnalysisRequest, _ transcript: ReadTranscript, _ decision: RoutingDecision,
        _ progress: @Sendable (AnalysisState) -> Void
    ) async throws -> TranscriptAnalysis {
        var coverage = CoverageReport()
        coverage.read = 1
        coverage.cues = transcript.cues.count { !$0.text.allSatisfy(\.isWhitespace) }
        var result = TranscriptAnalysis(
            language: transcript.language, coverage: coverage, route: decision, usage: TokenUsage(), reused: 0,
            notes: [])
        if request.sample != nil { result.notes.append("The basic engine reads everything, so nothing was sampled.") }
        if transcript.hasAdverts {
            result.notes.append(
                "What sounds like advertising was left out of summary, chapters and tasks; questions find it.")
        }
        let analyst = BasicTranscriptAnalyst(transcript)
        var done = 0
        for aspect in TranscriptAspect.allCases where request.aspects.contains(aspect) {
            try Task.checkCancellation()
            progress(
                .analyzing(
                    fraction: Double(done) / Double(request.aspects.count), message: "Finding \(aspect.rawValue)"))
            switch aspect {
            case .summary:
                result.summary = analyst.summary()
                result.notes.append("Whom it is for cannot be told without a model.")
            case .tags:
                result.tags = analyst.tags()
                result.notes.append("Categories cannot be told without a model.")
            case .entities:
                var collector = EntityCollector(transcript)
                collector.addSpeakers()
                collector.recognize(in: 0..<transcript.text.folded.count)
                result.entities = collector.entities()
            case .highlights:
                result.highlights = analyst.reel()
                if !TranscriptHighlighter.knowsMarkers(of: transcript.language) {
                    result.notes.append(
                        "Tasks and objections were not looked for: the basic engine knows no words for them in this language "
                            + "(\(transcript.language)). A model can find them.")
                }
            case .chapters: result.chapters = BasicTranscriptAnalyst.chapters(of: transcript)
            case .exchanges: result.exchanges = analyst.exchanges()
            }
            result.writers[aspect] = [
                PartWriter(
                    engine: .basic, model: decision.model, wasFallback: decision.wasFallback,
                    fallbackReason: decision.fallbackReason)
            ]
            done += 1
        }
        return result
    }

    // MARK: - With a model

    private func generate(
        _ request: TranscriptAnalysisRequest, _ transcript: ReadTranscript, _ routing: RoutingRequest,
        _ decision: RoutingDecision, _ model: any LanguageModel, _ progress: @escaping @Sendable (AnalysisState) -> Void
    ) async throws -> TranscriptAnalysis {
        let runner = NodeRunner(
            router: router, cache: cache, routing: routing, options: request.options, source: request.source,
            primary: model, isAnew: request.again)
        let analyst = try analyst(
            request, transcript, runner,
            concurrency: decision.engine.isRemote ? configuration.remoteConcurrency : 1, report: progress)
        var result = TranscriptAnalysis(
            language: transcript.language, coverage: CoverageReport(), route: decision, usage: TokenUsage(), reused: 0,
            notes: [])
        for aspect in TranscriptAspect.allCases where request.aspects.contains(aspect) {
            try Task.checkCancellation()
            switch aspect {
            case .summary: result.summary = try await analyst.summary()
            case .tags: result.tags = try await analyst.tags()
            case .entities: result.entities = try await analyst.entities()
            case .highlights: result.highlights = try await analyst.reel()
            case .chapters: result.chapters = try await analyst.chapters()
            case .exchanges:
                // They stand in the transcript, and are found by their form.
                result.exchanges = await analyst.basic.exchanges()
                await analyst.wrote(.exchanges, ModelTranscriptAnalyst.basicWriter())
            }
        }
        result.coverage = await analyst.finishedCoverage()
        result.usage = await runner.tally.usage
        result.reused = await runner.tally.reused
        result.writers = await analyst.writers
        result.route = await Self.route(result.writers, runner.tally, chosen: decision)
        result.notes = await analyst.notes + runner.tally.notes
        if result.coverage.unverified > 0 {
            result.notes.append(
                "\(result.coverage.unverified) quotes or names were left out, because they are not in the transcript.")
        }
        if result.coverage.skipped > 0 {
            result.notes.append(
                "\(result.coverage.parts - result.coverage.skipped) of \(result.coverage.parts) parts were read, spread evenly."
            )
        }
        return result
    }

    /// The decision for who wrote the result, so that nobody's name stands above what another one wrote: the engine that was
    /// chosen where it wrote any of it, else the first that did.
    private static func route(
        _ writers: [TranscriptAspect: [PartWriter]], _ tally: NodeRunner.Tally, chosen: RoutingDecision
    ) async -> RoutingDecision {
        let all = TranscriptAspect.allCases.flatMap { writers[$0] ?? [] }
        func isChosen(_ writer: PartWriter) -> Bool { writer.engine == chosen.engine && writer.model == chosen.model }
        guard
            let writer = all.first(where: isChosen) ?? all.first(where: { $0.engine != .basic })
                ?? all.first(where: { $0.wasFallback }) ?? all.first
        else { return chosen }
        if let decision = await tally.decision(for: writer.engine, writer.model) { return decision }
        // Its answers were there from before.
        if isChosen(writer) { return chosen }
        return RoutingDecision(
            task: chosen.task, mode: chosen.mode, label: chosen.label, engine: writer.engine, model: writer.model,
            host: writer.host, reason: "it stood in for \(chosen.engine.rawValue)", rejected: chosen.rejected,
            wasFallback: true, fallbackReason: writer.fallbackReason)
    }
}
