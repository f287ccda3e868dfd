import Foundation
import HearthCore
import HearthLlama
import HearthRunner

/// Where a model runs: in this process, or in one of its own as the command `hearth` runs it.
struct Place {
    let name: String
    private let host: any ModelHost

    static let thisProcess = Place(name: "in this process", host: InProcessHost())

    /// - Throws: When the program that would run the model is not built.
    static func ownProcess() throws -> Place {
        let path = program.path
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw BenchmarkError(
                message: "there is no program at \(path): build it (scripts/build), or name one in HEARTH_PROGRAM")
        }
        return Place(name: "in a process of its own", host: ChildHost(program: RunnerProgram(path: path)))
    }

    /// The built command, of the same sources: the two speak a protocol that has one version.
    private static var program: URL {
        if let named = ProcessInfo.processInfo.environment["HEARTH_PROGRAM"], !named.isEmpty {
            return URL(fileURLWithPath: named)
        }
        let package = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized
        return package.appendingPathComponent("../../.build/release/hearth").standardized
    }

    /// Reads the file again each time, as `llama-bench` does: where the memory happens to lie makes up to a tenth of the speed.
    func load(_ model: String) async throws -> any HostedModel {
        try await host.load(model, configuration: .init()) { _ in }
    }
}

extension HostedModel {
    /// An engine whose context is there and holds next to nothing, as that of `llama-bench` before each test: what an engine keeps
    /// of earlier requests is in the same store, and every token is compared with all of it.
    func freshEngine(threads: Int) async throws -> any HostedEngine {
        // A limit for a process of its own, far above what a context takes.
        let engine = engine(configuration: .init(threads: threads), states: nil, checks: nil, memory: 8 << 30)
        _ = try await engine.complete("a", limit: 1)
        return engine
    }
}

/// An answer by the clock of who reads it, so that the way from a process of its own counts.
struct TimedAnswer {
    /// Seconds until something of it was there.
    var first: Double
    /// Seconds until it was whole.
    var whole: Double
    var response: ModelResponse
}

extension LanguageModel {
    /// As ``complete(_:limit:)``, read piece by piece.
    func timed(_ text: String, limit: Int) async throws -> TimedAnswer {
        let start = ContinuousClock.now
        var first: Double?
        for try await event in respond(to: .completion(text, limit: limit)) {
            let now = (ContinuousClock.now - start).seconds
            if first == nil { first = now }
            if case .final(let response) = event {
                return TimedAnswer(first: first ?? now, whole: now, response: response)
            }
        }
        throw BenchmarkError(message: "an answer broke off")
    }
}
