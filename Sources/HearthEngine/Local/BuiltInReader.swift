import Foundation
import HearthCore
import HearthEmbedding
import HearthLlama
import Synchronization

/// The reader that comes with Hearth, loaded when a question first needs it: most calls of the program ask none.
///
/// Where its file cannot be used, each reading says so; who reads goes on without.
final class BuiltInReader: ReadingModel {
    /// As the files are called, by their language: `hearth-reader-en`.
    let id: String
    let languages: Set<String>
    private let loaded: SharedValue<Loaded>

    private final class Loaded: Sendable {
        let model: SpanReader
        let held: HeldModel?

        init(model: SpanReader, held: HeldModel?) {
            self.model = model
            self.held = held
        }
    }

    /// - Parameters:
    ///   - paths: Where its file is; the first that can be used is taken.
    ///   - languages: ISO 639-1 of those that the file reads, so that a question in another one does not load it.
    ///   - hold: Called with the path once it is in memory; what it gives lives as long as the model.
    init(
        paths: [String], languages: Set<String>, threads: Int,
        hold: @escaping @Sendable (_ path: String) -> HeldModel?
    ) {
        id = URL(fileURLWithPath: ModelFiles.readerFile).deletingPathExtension().lastPathComponent
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
            throw problem ?? EngineError(.modelNotFound, "\(ModelFiles.readerFile) is not there.")
        }
    }

    /// The weights are packed beside the cooperative pool.
    ///
    /// - Throws: `EmbeddingError` or `GGUFError`, which say what is wrong with the file.
    static func open(_ path: String, threads: Int) async throws -> SpanReader {
        try await BlockingWork.run(on: "hearth.reader.load") { try SpanReader(modelAt: path, threads: threads) }
    }

    func read(question: String, passages: [String]) async throws -> [PassageReading] {
        try await loaded.value().model.read(question: question, passages: passages)
    }
}

/// The readers of a program: one for each file, whatever environments and settings ask for it, because its weights are always the same.
final class BuiltInReaders: Sendable {
    private struct Key: Hashable {
        var paths: [String]
        var threads: Int
    }

    private let readers = Mutex<[Key: BuiltInReader]>([:])

    /// The English reader, where its file is there.
    func reader(in files: ModelFiles, threads: Int, pool: ModelPool) -> BuiltInReader? {
        let paths = files.readerModels()
        guard !paths.isEmpty else { return nil }
        return readers.withLock { readers in
            let key = Key(paths: paths, threads: threads)
            if let reader = readers[key] { return reader }
            let reader = BuiltInReader(paths: paths, languages: ModelFiles.readerLanguages, threads: threads) {
                HeldModel($0, in: pool)
            }
            // With other settings the former is not asked for any more; who still uses it keeps it.
            readers = readers.filter { $0.key.paths != paths }
            readers[key] = reader
            return reader
        }
    }
}
