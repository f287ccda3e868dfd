#if Llama
public import Foundation
public import HearthCore
import HearthGGUF
public import HearthLlama
import HearthSystem
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Runs each model in a process of its own, which can compute and nothing else: a file that is hostile, or makes llama.cpp end its
/// process, meets no key, no store, no network and no other model.
///
/// A model that ended its process is loaded again when it is next asked for, after a wait that doubles; one that did so twice
/// within a day is doubtful and refused (`model-doubtful`).
public struct ChildHost: ModelHost {
    let program: RunnerProgram
    private let crashes: CrashLog
    /// Pieces of an answer that may be on their way to a reader.
    private let window: Int
    private let patience: Duration
    private let spawner = Spawner.shared

    /// What a reader may be behind: more than a usual answer has, so that only one that has stopped reading slows the model.
    public static let usualWindow = 1024
    /// How long a load may stand still.
    static let usualPatience = Duration.seconds(120)
    /// Bytes a second of a disk behind a slow network. Not all that is read is told of while it is (the weights of a model for
    /// speech, one large tensor), so the time for the whole file counts on top.
    private static let slowestReading = 8e6

    /// - Parameters:
    ///   - crashLog: Remembers files that ended their processes, over the program's end; `nil` forgets with this value.
    public init(program: RunnerProgram, crashLog: URL? = nil, window: Int = ChildHost.usualWindow) {
        self.program = program
        self.window = max(1, window)
        patience = Self.usualPatience
        crashes = CrashLog(url: crashLog)
    }

    init(
        program: RunnerProgram, crashes: CrashLog, window: Int = ChildHost.usualWindow,
        patience: Duration = ChildHost.usualPatience
    ) {
        self.program = program
        self.crashes = crashes
        self.window = window
        self.patience = patience
    }

    public func load(
        _ path: String, configuration: LlamaModel.Configuration, progress: @escaping @Sendable (Double) -> Void
    ) async throws -> any HostedModel {
        let projector = try await BlockingWork.run(on: "hearth.runner.projector") { ProjectorFile(of: path) }
        let (process, identity, loaded) = try await start(path, projector: projector, progress: progress) { identity in
            LoadMessage(
                purpose: .text, path: path, identity: identity, gpuLayers: configuration.gpuLayers,
                memoryMapped: configuration.memoryMapped, projector: projector?.path, projectorSize: projector?.size,
                needsConfinement: program.needsConfinement)
        }
        guard let facts = loaded.facts, facts.isSensible else {
            process.violate()
            throw process.error(.violated)
        }
        return ChildModel(
            process, facts, loaded, identity: identity, sees: projector != nil, window: window
        ) { [crashes] in
            crashes.worked(identity)
        }
    }

    public func rerankingModel(
        _ path: String, configuration: LlamaRerankingModel.Configuration
    ) async throws -> any RerankingModel {
        let (process, _, _) = try await start(path, progress: { _ in }) { identity in
            LoadMessage(
                purpose: .ranking, path: path, identity: identity, maxTokens: configuration.maxTokens,
                threads: configuration.threads ?? ThreadCount.recommended, needsConfinement: program.needsConfinement)
        }
        return ChildRanker(process)
    }

    public func embeddingModel(
        _ path: String, configuration: LlamaEmbeddingModel.Configuration
    ) async throws -> any HostedEmbeddingModel {
        let (process, identity, loaded) = try await start(path, progress: { _ in }) { identity in
            LoadMessage(
                purpose: .embedding, path: path, identity: identity, maxTokens: configuration.maxTokens,
                threads: configuration.threads ?? ThreadCount.recommended, needsConfinement: program.needsConfinement)
        }
        guard let model = ChildEmbedder(process, loaded, onAnswer: { [crashes] in crashes.worked(identity) }) else {
            process.violate()
            throw process.error(.violated)
        }
        return model
    }

    public func tokenizer(of path: String) throws -> any TextTokenizer {
        let identity = try identity(of: path)
        let process = try spawner.startNow(program, path) { [crashes] in crashes.add(identity, $0) }
        let message = LoadMessage(
            purpose: .vocabulary, path: path, identity: identity, needsConfinement: program.needsConfinement)
        let loading = LoadCall { _ in }
        try process.listen(loading)
        loading.watch(process, patience: limit(of: process))
        process.send(.load, 0, try WireJSON.bytes(message))
        do {
            return ChildTokenizer(process: ProcessHandle(process), name: try loading.wait(for: process).tokenizer)
        } catch {
            process.end()
            throw error
        }
    }

    /// How long its load may stand still.
    private func limit(of process: RunnerProcess) -> Duration {
        patience + .seconds(Double(process.size) / Self.slowestReading)
    }

    private func identity(of path: String) throws -> String {
        guard let identity = ModelIdentity.file(path) else { throw LlamaError.notFound(path) }
        try crashes.check(identity, path)
        return identity
    }

    func start(
        _ path: String, projector: ProjectorFile? = nil, progress: @escaping @Sendable (Double) -> Void = { _ in },
        message: (String) -> LoadMessage
    ) async throws -> (RunnerProcess, String, LoadedMessage) {
        let identity = try await BlockingWork.run(on: "hearth.runner.identity") { try self.identity(of: path) }
        let wait = crashes.wait(before: identity)
        if wait > 0 { try await Task.sleep(for: .seconds(wait)) }
        let process = try await spawner.start(program, path) { [crashes] in crashes.add(identity, $0) }
        let loading = LoadCall(progress)
        do {
            let bytes = try WireJSON.bytes(message(identity))
            let loaded = try await withTaskCancellationHandler {
                try process.listen(loading)
                loading.watch(process, patience: limit(of: process))
                let file = try projector.map { try Self.opened($0) }
                process.send(.load, 0, bytes)
                if let file { process.send(file: file) }
                return try await loading.value(of: process)
            } onCancel: {
                process.end()
            }
            return (process, identity, loaded)
        } catch {
            process.end()
            try Task.checkCancellation()
            throw error
        }
    }
}

extension ChildHost {
    /// - Throws: ``LlamaError`` `model-unreadable`.
    fileprivate static func opened(_ projector: ProjectorFile) throws -> Int32 {
        // Opening a pipe would wait for its writer.
        let file = open(projector.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw LlamaError.unreadable(projector.path, String(cString: strerror(errno))) }
        return file
    }
}

extension CrashLog {
    fileprivate func add(_ identity: String, _ end: RunnerProcess.End) {
        switch end {
        case .asked: break
        case .crashed, .violated: add(identity, isFault: true)
        // It may be the machine: its memory, or its disk.
        case .killed, .stuck: add(identity, isFault: false)
        }
    }
}

/// Ends the process when nobody needs it any more.
final class ProcessHandle: Sendable {
    let process: RunnerProcess

    init(_ process: RunnerProcess) { self.process = process }

    deinit { process.end() }
}
#endif
