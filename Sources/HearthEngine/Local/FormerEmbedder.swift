import Foundation
import HearthCore
import HearthLlama
import HearthRegistry
import Synchronization

/// What search makes the vectors of queries with.
struct SearchEmbedder: Sendable {
    /// `nil` where search is by words only.
    var model: (any EmbeddingModel)?
    /// Why there is none, where it is not that none is set.
    var why: String?
}

/// The model whose vectors search uses while the library waits for those of the one that is chosen. It is loaded when a search first needs
/// it, and let go when the new vectors are whole.
final class FormerEmbedder: Sendable {
    private let snapshot: EnvironmentSnapshot
    private let threads: Int
    private let pool: ModelPool
    private let held = Mutex<Held?>(nil)

    private struct Held: Sendable {
        var id: String
        var model: SharedValue<HeldEmbedder>
    }

    init(snapshot: EnvironmentSnapshot, threads: Int, pool: ModelPool) {
        (self.snapshot, self.threads, self.pool) = (snapshot, threads, pool)
    }

    /// The model of stored vectors; `nil` where its file is not there, or another model is in it now.
    func model(of stored: StoredVectorModel) async throws -> (any EmbeddingModel)? {
        let shared = shared(stored)
        // The process of a model may have ended; who asks then has it loaded again.
        await shared.forget { ($0.model as? any HostedEmbeddingModel)?.isGone == true }
        do {
            return try await shared.value().model
        } catch is HeldEmbedder.Missing {
            return nil
        }
    }

    func letGo() { held.withLock { $0 = nil } }

    private func shared(_ stored: StoredVectorModel) -> SharedValue<HeldEmbedder> {
        held.withLock { held in
            if let held, held.id == stored.id { return held.model }
            let model = SharedValue { [snapshot, threads, pool] in
                let files = try await BlockingWork.run { Self.files(of: stored.id, snapshot) }
                for file in files {
                    do {
                        let model = try await LocalEmbedder.open(file, threads: threads, host: pool.host)
                        guard model.id == stored.id, model.dimension == stored.dimension else { continue }
                        return HeldEmbedder(model: model, held: HeldModel(file.path, in: pool))
                    } catch let error as CancellationError {
                        throw error
                    } catch {
                        // A file that cannot be used is as good as gone: the library gets other vectors anyway.
                    }
                }
                throw HeldEmbedder.Missing()
            }
            held = Held(id: stored.id, model: model)
            return model
        }
    }

    /// Files that may hold the model: where it was last, else those that would make a model of that id.
    private static func files(of id: String, _ snapshot: EnvironmentSnapshot) -> [EmbedderFile] {
        if let known = KnownEmbedders(dataFolder: snapshot.dataFolder).file(of: id),
            FileManager.default.fileExists(atPath: known.path)
        {
            return [known]
        }
        let files = ModelFiles(dataFolder: snapshot.dataFolder)
        let entries = ((try? files.registry.entries()) ?? []).filter { $0.manifest.modality == .embedding }
        let paths =
            [snapshot.settings.embeddingModel, files.embeddingModel()].compactMap(\.self) + entries.compactMap(\.path)
        var seen: Set<String> = []
        return paths.filter { seen.insert($0).inserted }.flatMap { path in
            // Earlier versions put nothing before texts.
            Set([EmbedderFile(path: path, in: files.registry), EmbedderFile(path: path, prefixes: .none)])
        }.filter { $0.possibleIDs.contains(id) }
    }
}
