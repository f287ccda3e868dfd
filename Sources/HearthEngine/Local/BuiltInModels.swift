import Foundation
import HearthCore
import HearthEmbedding
import HearthLlama
import Synchronization

/// A kind of small model that Hearth has trained and brings along.
protocol ShippedModel: Sendable {
    /// What its file is called wherever one looks for it; without the ending, what the model is called.
    static var file: String { get }
    /// ISO 639-1 of those in which that one was trained, so that text in another does not load it.
    static var trainedLanguages: Set<String> { get }
    /// In words: `reader`.
    static var title: String { get }
    /// What is so where it cannot be used, for a person: "… its rules alone".
    static var without: String { get }

    var id: String { get }
    var languages: Set<String> { get }

    /// - Throws: `EmbeddingError` or `GGUFError`, which say what is wrong with the file.
    init(modelAt path: String, threads: Int?) throws
}

extension SpanReader: ShippedModel {
    static var file: String { ModelFiles.readerFile }
    static var trainedLanguages: Set<String> { ["en"] }
    static var title: String { "reader" }
    static var without: String { "the basic engine answers by its rules alone" }
}

extension SentenceTagger: ShippedModel {
    static var file: String { ModelFiles.taggerFile }
    static var trainedLanguages: Set<String> { ["en"] }
    static var title: String { "tagger" }
    static var without: String { "the basic engine finds names, mood and tasks by its rules alone" }
}

extension StopRestorer: ShippedModel {
    static var file: String { ModelFiles.stopsFile }
    static var trainedLanguages: Set<String> { ["en"] }
    static var title: String { "full stops" }
    static var without: String { "transcripts without marks are read as they stand, in long sentences" }

    /// A table needs no threads.
    convenience init(modelAt path: String, threads: Int?) throws { try self.init(modelAt: path) }
}

/// A model that comes with Hearth, loaded when something first needs it: most calls of the program need none.
///
/// Where its file cannot be used, each call says so; who calls goes on without.
final class BuiltIn<Model: ShippedModel>: Sendable {
    /// As the files are called, by their language: `hearth-reader-en`.
    let id: String
    let languages: Set<String>
    private let loaded: SharedValue<Loaded>

    private final class Loaded: Sendable {
        let model: Model
        let held: HeldModel?

        init(model: Model, held: HeldModel?) {
            self.model = model
            self.held = held
        }
    }

    /// - Parameters:
    ///   - paths: Where its file is; the first that can be used is taken.
    ///   - languages: ISO 639-1 of those that the file was trained in.
    ///   - hold: Called with the path once it is in memory; what it gives lives as long as the model.
    init(
        paths: [String], languages: Set<String> = Model.trainedLanguages, threads: Int,
        hold: @escaping @Sendable (_ path: String) -> HeldModel?
    ) {
        id = URL(fileURLWithPath: Model.file).deletingPathExtension().lastPathComponent
        self.languages = languages
        loaded = SharedValue {
            var problem: (any Error)?
            for path in paths {
                do {
                    let model = try await Self.open(path, threads: threads)
                    return Loaded(model: model, held: hold(path))
                } catch let error as any ReadableError {
                    problem = problem ?? error
                }
            }
            throw problem ?? EngineError(.modelNotFound, "\(Model.file) is not there.")
        }
    }

    /// The weights are packed beside the cooperative pool.
    ///
    /// - Throws: `EmbeddingError` or `GGUFError`, which say what is wrong with the file.
    static func open(_ path: String, threads: Int) async throws -> Model {
        try await BlockingWork.run(on: "hearth.\(Model.title).load") { try Model(modelAt: path, threads: threads) }
    }

    fileprivate func model() async throws -> Model { try await loaded.value().model }
}

typealias BuiltInReader = BuiltIn<SpanReader>
typealias BuiltInTagger = BuiltIn<SentenceTagger>
typealias BuiltInStops = BuiltIn<StopRestorer>

extension BuiltIn: ReadingModel where Model == SpanReader {
    func read(question: String, passages: [String]) async throws -> [PassageReading] {
        try await model().read(question: question, passages: passages)
    }
}

extension BuiltIn: TaggingModel where Model == SentenceTagger {
    func tag(_ sentences: [TaggerSentence]) async throws -> [SentenceTags] { try await model().tag(sentences) }
}

extension BuiltIn: SentenceEndModel where Model == StopRestorer {
    func sentenceEnds(in words: [String]) async throws -> [Double] { try await model().sentenceEnds(in: words) }
}

/// The small models of a program: one for each file, whatever environments and settings ask for it, because its weights are always the same.
final class BuiltInModels: Sendable {
    private let readers = BuiltInFiles<SpanReader>()
    private let taggers = BuiltInFiles<SentenceTagger>()
    private let stops = BuiltInFiles<StopRestorer>()

    /// The English reader, where its file is there.
    func reader(in files: ModelFiles, threads: Int, pool: ModelPool) -> BuiltInReader? {
        readers.model(in: files, threads: threads, pool: pool)
    }

    /// The English tagger, where its file is there.
    func tagger(in files: ModelFiles, threads: Int, pool: ModelPool) -> BuiltInTagger? {
        taggers.model(in: files, threads: threads, pool: pool)
    }

    /// What restores full stops of English talk, where its file is there.
    func stops(in files: ModelFiles, threads: Int, pool: ModelPool) -> BuiltInStops? {
        stops.model(in: files, threads: threads, pool: pool)
    }
}

/// The models of one kind.
private final class BuiltInFiles<Model: ShippedModel>: Sendable {
    private struct Key: Hashable {
        var paths: [String]
        var threads: Int
    }

    private let models = Mutex<[Key: BuiltIn<Model>]>([:])

    func model(in files: ModelFiles, threads: Int, pool: ModelPool) -> BuiltIn<Model>? {
        let paths = files.shippedModels(Model.file)
        guard !paths.isEmpty else { return nil }
        return models.withLock { models in
            let key = Key(paths: paths, threads: threads)
            if let model = models[key] { return model }
            let model = BuiltIn<Model>(paths: paths, threads: threads) { HeldModel($0, in: pool) }
            // With other settings the former is not asked for any more; who still uses it keeps it.
            models = models.filter { $0.key.paths != paths }
            models[key] = model
            return model
        }
    }
}
