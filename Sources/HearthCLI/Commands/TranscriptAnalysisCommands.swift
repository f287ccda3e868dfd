import ArgumentParser
import HearthAnalysis
import HearthCore
import HearthEngine
import HearthModels

/// What the commands that analyse transcripts take, and what they do.
struct TranscriptAnalysisOptions: ParsableArguments {
    @Argument(help: "Files, or transcripts in the store.", completion: .file()) var files: [String]

    @Option(
        parsing: .unconditional,
        help: "How many parts a model reads, evenly spread, first and last among them; all when left out.")
    var sample: Int?

    @Option(help: "The language (ISO 639-1); found out when left out.") var language: String?

    @Flag(help: "Make it anew, also what an earlier run has left.") var again = false

    @OptionGroup var engine: EngineOptions

    @Flag(help: "Print JSON Lines.") var json = false

    func validate() throws {
        if let sample, sample < 1 { throw ValidationError("--sample must be at least 1.") }
    }

    /// Analyses each file; one that cannot be read or analysed is reported, and the others go on.
    func run(
        _ aspects: Set<TranscriptAspect>, chapters: Int? = nil,
        output: (String, TranscriptAnalysis) throws -> any Encodable, show: (TranscriptAnalysis) -> Void
    ) async throws {
        let hearth = try engine.hearth()
        var served = 0
        for file in files {
            try Task.checkCancellation()
            do {
                let request = try await request(file, aspects, chapters: chapters, hearth: hearth)
                if engine.preview {
                    try PreviewView(json: json, isFirstOfSeveral: true).write(await hearth.preview(request))
                    served += 1
                    continue
                }
                let analysis = try await analysis(request, hearth: hearth)
                served += 1
                if json {
                    try JSONLines().write(output(file, analysis))
                } else {
                    if files.count > 1 { Terminal.output.write(Terminal.output.bold(Terminal.line(file)) + "\n") }
                    show(analysis)
                    TranscriptAnalysisView().showFacts(analysis)
                }
            } catch let error as CancellationError {
                throw error
            } catch {
                // The exit status of a refusal must not be lost where there is one file.
                if files.count == 1, !json { throw error }
                let body = ErrorBody(error)
                if json {
                    try JSONLines().write(TranscriptFailure(path: file, error: body))
                } else {
                    Terminal.error.write("error: \(Terminal.line(file)): \(Terminal.safe(body.message))\n")
                }
                if files.count == 1, let error = error as? any ReadableError {
                    throw CommandFailure(ExitStatus.of(error.kind))
                }
            }
        }
        try CommandFailure.check(done: served, failed: files.count - served, json: json)
    }

    private func request(
        _ file: String, _ aspects: Set<TranscriptAspect>, chapters: Int?, hearth: Hearth
    ) async throws -> TranscriptAnalysisRequest {
        let source = try await hearth.transcript(file)
        let routing = source.applied(to: engine.routing)
        let options = engine.generation(for: .extract)
        return TranscriptAnalysisRequest(
            cues: source.transcript.cues, aspects: aspects, language: language, sample: sample, chapters: chapters,
            routing: routing, options: options, again: again, source: source.contentHash)
    }

    private func analysis(_ request: TranscriptAnalysisRequest, hearth: Hearth) async throws -> TranscriptAnalysis {
        var bar = AnalysisBar()
        defer { bar.clear() }
        for await state in try await hearth.analyze(request) {
            switch state {
            case .idle: break
            case .analyzing(let fraction, let message): bar.show(fraction, message)
            case .completed(let analysis): return analysis
            case .failed(let error): throw error
            }
        }
        throw CancellationError()
    }
}

struct TranscriptFailure: Encodable {
    var path: String
    var error: ErrorBody
}

/// `hearth transcript summary`.
struct TranscriptSummaryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "summary", abstract: "What a transcript is about, in a few sentences.")
    @OptionGroup var options: TranscriptAnalysisOptions

    func run() async throws {
        try await options.run([.summary]) { path, analysis in
            TranscriptOutput(path: path, fields: analysis.summary, analysis: analysis)
        } show: {
            TranscriptAnalysisView().show($0.summary)
        }
    }
}

/// `hearth transcript tags`.
struct TranscriptTagsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tags", abstract: "What a transcript can be filed under.")
    @OptionGroup var options: TranscriptAnalysisOptions

    func run() async throws {
        try await options.run([.tags]) { path, analysis in
            TranscriptOutput(path: path, fields: analysis.tags, analysis: analysis)
        } show: {
            TranscriptAnalysisView().show($0.tags)
        }
    }
}

/// `hearth transcript entities`.
struct TranscriptEntitiesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "entities", abstract: "Who and what is named, with the words that name it.")
    @OptionGroup var options: TranscriptAnalysisOptions

    func run() async throws {
        try await options.run([.entities]) { path, analysis in
            TranscriptOutput(path: path, fields: analysis.entities, analysis: analysis)
        } show: {
            TranscriptAnalysisView().show($0.entities)
        }
    }
}

/// `hearth transcript highlights`.
struct TranscriptHighlightsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "highlights", abstract: "Moments, the best quote, and what is to be done.")
    @OptionGroup var options: TranscriptAnalysisOptions

    func run() async throws {
        try await options.run([.highlights]) { path, analysis in
            TranscriptOutput(path: path, fields: analysis.highlights, analysis: analysis)
        } show: {
            TranscriptAnalysisView().show($0.highlights)
        }
    }
}

/// `hearth transcript chapters`.
struct TranscriptChaptersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chapters", abstract: "Where the topic changes, with titles.")
    @OptionGroup var options: TranscriptAnalysisOptions
    @Option(parsing: .unconditional, help: "How many chapters; by the length when left out.") var count: Int?

    struct Fields: Encodable { var chapters: [TranscriptChapter] }

    func validate() throws {
        if let count, !(1...10_000).contains(count) { throw ValidationError("--count must be from 1 to 10000.") }
    }

    func run() async throws {
        try await options.run([.chapters], chapters: count) { path, analysis in
            TranscriptOutput(path: path, fields: Fields(chapters: analysis.chapters ?? []), analysis: analysis)
        } show: {
            TranscriptAnalysisView().show($0.chapters)
        }
    }
}

/// `hearth transcript questions`.
struct TranscriptQuestionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "questions", abstract: "Questions that are asked in a transcript, and their answers.")
    @OptionGroup var options: TranscriptAnalysisOptions

    struct Fields: Encodable { var questions: [TranscriptExchange] }

    func run() async throws {
        try await options.run([.exchanges]) { path, analysis in
            TranscriptOutput(path: path, fields: Fields(questions: analysis.exchanges ?? []), analysis: analysis)
        } show: {
            TranscriptAnalysisView().show($0.exchanges)
        }
    }
}

/// `hearth transcript analyze`: everything at once.
struct TranscriptAnalyzeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyze", abstract: "All of it at once: summary, tags, names, highlights, chapters, questions.")
    @OptionGroup var options: TranscriptAnalysisOptions
    @Option(parsing: .unconditional, help: "How many chapters; by the length when left out.") var count: Int?

    struct Fields: Encodable {
        var summary: TranscriptSummary?
        var tags: TranscriptTags?
        var entities: TranscriptEntities?
        var highlights: TranscriptReel?
        var chapters: [TranscriptChapter]?
        var questions: [TranscriptExchange]?

        init(_ analysis: TranscriptAnalysis) {
            summary = analysis.summary
            tags = analysis.tags
            entities = analysis.entities
            highlights = analysis.highlights
            chapters = analysis.chapters
            questions = analysis.exchanges
        }
    }

    func run() async throws {
        try await options.run(Set(TranscriptAspect.allCases), chapters: count) { path, analysis in
            TranscriptOutput(path: path, fields: Fields(analysis), analysis: analysis)
        } show: { analysis in
            let view = TranscriptAnalysisView()
            view.show(analysis.summary)
            view.show(analysis.tags)
            view.show(analysis.entities)
            view.show(analysis.highlights)
            view.show(analysis.chapters)
            view.show(analysis.exchanges)
        }
    }
}
