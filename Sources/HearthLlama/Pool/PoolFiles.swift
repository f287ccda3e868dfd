#if Llama
import Foundation
import HearthCore
import Synchronization

/// What a pool knows of files without loading their weights: their heads, and their vocabularies for counting tokens.
///
/// Reading either takes some tenths of a second for a large vocabulary, and both are asked for with every request.
final class PoolFiles: Sendable {
    private struct State {
        var heads: [String: (stamp: FileStamp, file: ModelFile)] = [:]
        var vocabularies: [String: (stamp: FileStamp, tokenizer: any TextTokenizer)] = [:]
        /// Models that are loaded; this keeps none of them so.
        var loaded: [String: LoadedFile] = [:]
    }

    private struct LoadedFile {
        let stamp: FileStamp?
        weak var model: (any HostedModel)?
    }

    private let state = Mutex(State())
    private let host: any ModelHost
    /// Held while a vocabulary is read, so that each is read once.
    private let reading = Mutex(())

    /// A vocabulary of 128,000 tokens takes some tens of megabytes, and few models are talked to in turns.
    private static let mostVocabularies = 2
    /// Heads take some hundred bytes; this is more files than anyone has.
    private static let mostHeads = 256

    init(host: any ModelHost) { self.host = host }

    static func resolved(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path }

    /// The head of a file as it is now.
    func head(of path: String) throws(LlamaError) -> ModelFile {
        let stamp = FileStamp(Self.resolved(path))
        if let stamp, let known = state.withLock({ $0.heads[path] }), known.stamp == stamp { return known.file }
        let file = try ModelFile(path: path)
        guard let stamp else { return file }
        state.withLock { state in
            if state.heads.count >= Self.mostHeads { state.heads = [:] }
            state.heads[path] = (stamp, file)
        }
        return file
    }

    /// Takes note of a model that was loaded from a file as it was then; its tokenizer serves for as long as that is the file.
    func remember(_ model: any HostedModel, _ stamp: FileStamp?) {
        let path = Self.resolved(model.path)
        state.withLock { state in
            state.loaded = state.loaded.filter { $0.value.model != nil }
            state.loaded[path] = LoadedFile(stamp: stamp, model: model)
            state.vocabularies[path] = nil
        }
    }

    /// The model's own tokenizer: that of the loaded model, or of the vocabulary alone, which is read now if it was not.
    ///
    /// So that tokens are counted the same way before and after the model is loaded, and looking at a prompt loads no
    /// gigabytes. An estimate where the file cannot be read; a request then says why.
    func tokenizer(of path: String) -> any TextTokenizer {
        let path = Self.resolved(path)
        if let known = known(path) { return known }
        return reading.withLock { _ in
            if let known = known(path) { return known }
            guard let stamp = FileStamp(path), let tokenizer = try? host.tokenizer(of: path)
            else { return EstimatedTokenizer() }
            state.withLock { state in
                if state.vocabularies.count >= Self.mostVocabularies { state.vocabularies = [:] }
                state.vocabularies[path] = (stamp, tokenizer)
            }
            return tokenizer
        }
    }

    private func known(_ path: String) -> (any TextTokenizer)? {
        let stamp = FileStamp(path)
        return state.withLock { state in
            if let known = state.loaded[path], known.stamp == stamp, let model = known.model, !model.isGone {
                return model.tokenizer
            }
            guard let known = state.vocabularies[path], known.stamp == stamp else { return nil }
            return known.tokenizer
        }
    }
}
#endif
