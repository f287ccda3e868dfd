import ArgumentParser
import Hearth

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
        try await FileBatch.run(files, json: json) { file in
            let request = try await request(file, aspects, chapters: chapters, hearth: hearth)
            if engine.preview {
                try PreviewView(json: json, isFirstOfSeveral: true).write(await hearth.transcripts.preview(request))
                return
            }
            let analysis = try await ProgressBar.following(hearth.transcripts.analyze(request))
            if json {
                try JSONLines().write(output(file, analysis))
            } else {
                if files.count > 1 { Terminal.output.write(Terminal.output.bold(Terminal.line(file)) + "\n") }
                show(analysis)
                TranscriptAnalysisView().showFacts(analysis)
            }
        } failed: { file, error in
            // The exit status of a refusal must not be lost where there is one file.
            if files.count == 1, !json { throw error }
            try FileBatch.tell(file, error, json: json)
            if files.count == 1, let error = error.readable {
                throw CommandFailure(ExitStatus.of(error.kind))
            }
        }
    }

    private func request(
        _ file: String, _ aspects: Set<TranscriptAspect>, chapters: Int?, hearth: Hearth
    ) async throws -> TranscriptAnalysisRequest {
        let source = try await hearth.transcripts.read(file)
        let routing = source.applied(to: engine.routing)
        let options = engine.generation(for: .extract)
        return TranscriptAnalysisRequest(
            cues: source.transcript.cues, aspects: aspects, language: language, sample: sample, chapters: chapters,
            routing: routing, options: options, again: again, source: source.contentHash)
    }
}

/// What one of the commands that analyse transcripts asks for, and how it writes what was found.
protocol TranscriptAnalysisTask {
    /// What is printed as JSON, beside what is told of every analysis.
    associatedtype Fields: Encodable
    /// ``ChapterOptions`` where chapters are asked for.
    associatedtype Chapters: ParsableArguments & ChapterCount = NoChapterOptions
    static var name: String { get }
    static var abstract: String { get }
    static var aspects: Set<TranscriptAspect> { get }
    static func fields(of analysis: TranscriptAnalysis) -> Fields?
    static func show(_ analysis: TranscriptAnalysis, in view: TranscriptAnalysisView)
}

/// A command that analyses transcripts: all have one shape, and differ in their ``TranscriptAnalysisTask``.
struct TranscriptAnalysisCommand<Kind: TranscriptAnalysisTask>: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: Kind.name, abstract: Kind.abstract)
    }

    @OptionGroup var options: TranscriptAnalysisOptions
    @OptionGroup var chapters: Kind.Chapters

    func run() async throws {
        try await options.run(Kind.aspects, chapters: chapters.count) { path, analysis in
            TranscriptOutput(path: path, fields: Kind.fields(of: analysis), analysis: analysis)
        } show: {
            Kind.show($0, in: TranscriptAnalysisView())
        }
    }
}

protocol ChapterCount {
    /// How many chapters; `nil` goes by the length.
    var count: Int? { get }
}

struct ChapterOptions: ParsableArguments, ChapterCount {
    @Option(parsing: .unconditional, help: "How many chapters; by the length when left out.") var count: Int?

    func validate() throws {
        if let count, !(1...10_000).contains(count) { throw ValidationError("--count must be from 1 to 10000.") }
    }
}

struct NoChapterOptions: ParsableArguments, ChapterCount {
    var count: Int? { nil }
}

/// `hearth transcript summary`.
enum SummaryTask: TranscriptAnalysisTask {
    static let name = "summary"
    static let abstract = "What a transcript is about, in a few sentences."
    static let aspects: Set<TranscriptAspect> = [.summary]

    static func fields(of analysis: TranscriptAnalysis) -> TranscriptSummary? { analysis.summary }
    static func show(_ analysis: TranscriptAnalysis, in view: TranscriptAnalysisView) { view.show(analysis.summary) }
}

/// `hearth transcript tags`.
enum TagsTask: TranscriptAnalysisTask {
    static let name = "tags"
    static let abstract = "What a transcript can be filed under."
    static let aspects: Set<TranscriptAspect> = [.tags]

    static func fields(of analysis: TranscriptAnalysis) -> TranscriptTags? { analysis.tags }
    static func show(_ analysis: TranscriptAnalysis, in view: TranscriptAnalysisView) { view.show(analysis.tags) }
}

/// `hearth transcript entities`.
enum EntitiesTask: TranscriptAnalysisTask {
    static let name = "entities"
    static let abstract = "Who and what is named, with the words that name it."
    static let aspects: Set<TranscriptAspect> = [.entities]

    static func fields(of analysis: TranscriptAnalysis) -> TranscriptEntities? { analysis.entities }
    static func show(_ analysis: TranscriptAnalysis, in view: TranscriptAnalysisView) { view.show(analysis.entities) }
}

/// `hearth transcript highlights`.
enum HighlightsTask: TranscriptAnalysisTask {
    static let name = "highlights"
    static let abstract = "Moments, the best quote, and what is to be done."
    static let aspects: Set<TranscriptAspect> = [.highlights]

    static func fields(of analysis: TranscriptAnalysis) -> TranscriptReel? { analysis.highlights }
    static func show(_ analysis: TranscriptAnalysis, in view: TranscriptAnalysisView) { view.show(analysis.highlights) }
}

/// `hearth transcript chapters`.
enum ChaptersTask: TranscriptAnalysisTask {
    typealias Chapters = ChapterOptions
    static let name = "chapters"
    static let abstract = "Where the topic changes, with titles."
    static let aspects: Set<TranscriptAspect> = [.chapters]

    struct Fields: Encodable { var chapters: [TranscriptChapter] }

    static func fields(of analysis: TranscriptAnalysis) -> Fields? { Fields(chapters: analysis.chapters ?? []) }
    static func show(_ analysis: TranscriptAnalysis, in view: TranscriptAnalysisView) { view.show(analysis.chapters) }
}

/// `hearth transcript questions`.
enum QuestionsTask: TranscriptAnalysisTask {
    static let name = "questions"
    static let abstract = "Questions that are asked in a transcript, and their answers."
    static let aspects: Set<TranscriptAspect> = [.exchanges]

    struct Fields: Encodable { var questions: [TranscriptExchange] }

    static func fields(of analysis: TranscriptAnalysis) -> Fields? { Fields(questions: analysis.exchanges ?? []) }
    static func show(_ analysis: TranscriptAnalysis, in view: TranscriptAnalysisView) { view.show(analysis.exchanges) }
}

/// `hearth transcript analyze`: everything at once.
enum WholeAnalysisTask: TranscriptAnalysisTask {
    typealias Chapters = ChapterOptions
    static let name = "analyze"
    static let abstract = "All of it at once: summary, tags, names, highlights, chapters, questions."
    static let aspects = Set(TranscriptAspect.allCases)

    struct Fields: Encodable {
        var summary: TranscriptSummary?
        var tags: TranscriptTags?
        var entities: TranscriptEntities?
        var highlights: TranscriptReel?
        var chapters: [TranscriptChapter]?
        var questions: [TranscriptExchange]?
    }

    static func fields(of analysis: TranscriptAnalysis) -> Fields? {
        Fields(
            summary: analysis.summary, tags: analysis.tags, entities: analysis.entities,
            highlights: analysis.highlights, chapters: analysis.chapters, questions: analysis.exchanges)
    }

    static func show(_ analysis: TranscriptAnalysis, in view: TranscriptAnalysisView) { view.showFindings(analysis) }
}

/// An analysis as one JSON object: the fields of what was asked for, and how they came about.
struct TranscriptOutput<Fields: Encodable>: Encodable {
    /// `nil` where the object that this is a part of names it.
    var path: String?
    var fields: Fields?
    var analysis: TranscriptAnalysis

    private enum CodingKeys: String, CodingKey { case path, language, coverage, route, writers, usage, reused, notes }

    func encode(to encoder: any Encoder) throws {
        try fields?.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(path, forKey: .path)
        try container.encode(analysis.language, forKey: .language)
        try container.encode(analysis.coverage, forKey: .coverage)
        try container.encode(analysis.route, forKey: .route)
        try container.encode(analysis.namedWriters, forKey: .writers)
        try container.encode(analysis.usage, forKey: .usage)
        try container.encode(analysis.reused, forKey: .reused)
        if !analysis.notes.isEmpty { try container.encode(analysis.notes, forKey: .notes) }
    }
}
