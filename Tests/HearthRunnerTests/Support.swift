import Foundation
import HearthCore
import HearthLlama
import Synchronization
import Testing
import TinyModels

@testable import HearthRunner

/// The real program beside the test bundle, which runs models where it is asked to.
enum Program {
    static let path: String = {
        var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        for argument in CommandLine.arguments where argument.contains(".xctest") {
            folder = URL(fileURLWithPath: argument).resolvingSymlinksInPath()
        }
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let candidate = folder.appendingPathComponent("hearth")
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder), !isFolder.boolValue {
                return candidate.path
            }
        }
        return "/nonexistent/hearth"
    }()

    static func host(_ crashes: CrashLog = CrashLog(url: nil), window: Int = ChildHost.usualWindow) -> ChildHost {
        ChildHost(program: RunnerProgram(path: path), crashes: crashes, window: window)
    }

    static func pool(
        _ crashes: CrashLog = CrashLog(url: nil), window: Int = ChildHost.usualWindow, requests: Int = 4
    ) -> ModelPool {
        ModelPool(
            configuration: .init(
                engine: .init(contextLength: 512, threads: 1, batchSize: 64, parallelRequests: requests)),
            host: host(crashes, window: window))
    }
}

extension ModelLease {
    /// The process that the model is in.
    var process: RunnerProcess {
        get throws { try #require(model as? ChildModel).process }
    }
}

/// A request whose answer is the same each time.
func request(_ text: String, tokens: Int = 24, logprobs: Int? = nil) -> ModelRequest {
    var options = GenerationOptions(temperature: 0, maxTokens: tokens)
    options.logprobs = logprobs
    return ModelRequest(task: .chat, messages: [Message(.user, text)], options: options)
}

/// Everything that comes of an answer.
func events(_ model: any LanguageModel, _ request: ModelRequest) async throws -> (
    pieces: [String], response: ModelResponse
) {
    var pieces: [String] = []
    for try await event in model.respond(to: request) {
        switch event {
        case .text(let text): pieces.append(text)
        case .reasoning(let text): pieces.append("(" + text + ")")
        case .logprobs(let tokens): pieces.append(tokens.map { "\($0.text) \($0.logprob) \($0.alternatives)" }.joined())
        case .toolCall(let call): pieces.append("\(call.index) \(call.name) \(call.arguments)")
        case .final(let response): return (pieces, response)
        }
    }
    throw IncompleteResponse(engine: .local)
}

/// The code of the error that `work` ends with; `nil` when it does not.
func code(_ work: () async throws -> Void) async -> String? {
    do {
        try await work()
        return nil
    } catch {
        return (error as? any ReadableError)?.code ?? String(describing: error)
    }
}

/// Keeps states in memory, as they are.
final class MemoryStates: PromptStateStore {
    private let states = Mutex<[String: PromptState]>([:])
    let maximumStateSize = 1 << 26

    var names: [String] { states.withLock { Array($0.keys) } }
    var identities: [String] { states.withLock { $0.values.map(\.identity) } }

    func tokens(ofConversation id: String, identity: String) -> [Int32]? {
        state(ofConversation: id, identity: identity)?.tokens
    }

    func state(ofConversation id: String, identity: String) -> PromptState? {
        states.withLock { $0[id].flatMap { $0.identity == identity ? $0 : nil } }
    }

    func mark() throws -> PromptStateMark { PromptStateMark("now") }

    func save(_ state: PromptState, ofConversation id: String, since mark: PromptStateMark) throws {
        guard mark.value == "now" else { return }
        states.withLock { $0[id] = state }
    }

    func removeState(ofConversation id: String) throws { states.withLock { $0[id] = nil } }
}
