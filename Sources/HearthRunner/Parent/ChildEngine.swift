#if Llama
import Dispatch
import Foundation
import HearthCore
import HearthLlama
import Synchronization

/// An engine of a model in a child: one context there. Requests go over as they are, and the events of their answers come back.
final class ChildEngine: HostedEngine {
    let engine = Engine.local
    let modelID: String
    let model: ChildModel
    let states: (any PromptStateStore)?
    private let configuration: LlamaEngine.Configuration
    private let keeper: StateKeeper
    private let number: UInt32
    private var process: RunnerProcess { model.process }

    init(
        _ model: ChildModel, _ configuration: LlamaEngine.Configuration, _ states: (any PromptStateStore)?,
        _ checks: ModelCheckFile?
    ) {
        self.model = model
        self.configuration = configuration
        self.states = states
        modelID = LlamaModel.id(of: model.path)
        keeper = StateKeeper(model.process, model.identity, states, checks)
        // Of a process that is gone each request says so.
        number = (try? model.process.number(for: keeper)) ?? 0
        let message = EngineMessage(
            configuration, window: model.window, maximumStateSize: states?.maximumStateSize,
            remembersChecks: checks != nil)
        if number != 0, let bytes = try? WireJSON.bytes(message) { model.process.send(.openEngine, number, bytes) }
    }

    deinit {
        process.forget(number)
        if !process.isGone { process.send(.closeEngine, number) }
    }

    var capabilities: ModelCapabilities {
        LlamaEngine.capabilities(
            trainedContext: model.facts.trainedContext, sees: model.sees, configuration: configuration)
    }
    var tokenizer: any TextTokenizer { model.tokenizer }

    func availability() async -> Availability { .available }

    private var address: [UInt8] {
        var writer = WireWriter()
        writer.put(number)
        return writer.bytes
    }

    func examine() async throws -> [String] {
        let findings: [String] = try WireJSON.value(try await ChildCall.result(.examine, address, of: process))
        return findings.prefix(16).map { String($0.prefix(1000)) }
    }

    func chatTemplate() async throws -> ChatTemplateChoice {
        let parts: [String] = try WireJSON.value(try await ChildCall.result(.template, address, of: process))
        guard parts.count == 3, parts.allSatisfy({ $0.utf8.count <= 4096 }) else {
            throw process.error(.violated)
        }
        var choice = ChatTemplateChoice(name: parts[0], reason: parts[1], isFromFile: parts[2] == "file")
        // The child was given the text of it.
        if let setting = configuration.chatTemplate, ChatTemplateText.ofFile(setting) != nil { choice.name = setting }
        return choice
    }

    /// Takes the pieces from the child as they are read, and tells it so; when the reader is gone, the child is told that too.
    func respond(to request: ModelRequest) -> EventStream<ResponseEvent> {
        EventStream { [self] emit in
            let answer = try ChildAnswer(request, of: self, process, keeper)
            defer { answer.cancel() }
            let message = try WireJSON.bytes(RequestMessage(request, engine: number, isKept: answer.isKept))
            guard message.count <= Frame.usualLimit else { throw LlamaError.tooLong }
            answer.begin(message)
            // Told in portions, so that a message goes over for many.
            let portion = max(1, model.window / 4)
            var taken = 0
            while let event = try await answer.events.next() {
                try await emit(event)
                if case .final = event { continue }
                taken += 1
                if taken >= portion {
                    answer.read(taken)
                    taken = 0
                }
            }
        }
    }
}

/// One answer that a child gives.
final class ChildAnswer: RunnerProcess.Listener {
    /// A token makes a few pieces at most (reasoning, probabilities, text) before the child looks at the window.
    private static let slack = 64

    let events: BoundedChannel<ResponseEvent>
    /// Whether what is evaluated for it may be kept.
    var isKept: Bool { mark != nil }
    private let request: ModelRequest
    private let process: RunnerProcess
    private let keeper: StateKeeper
    private let model: ChildModel
    private let mark: PromptStateMark?
    private let number = Mutex(UInt32(0))
    private let isOver = Mutex(false)
    /// Bytes that the pieces may have together: no token is as long.
    private let left: Mutex<Int>

    init(_ request: ModelRequest, of engine: ChildEngine, _ process: RunnerProcess, _ keeper: StateKeeper) throws {
        self.request = request
        self.process = process
        self.keeper = keeper
        model = engine.model
        mark = request.conversationID == nil ? nil : request.conversationMark ?? (try? engine.states?.mark())
        events = BoundedChannel(capacity: engine.model.window + Self.slack)
        let perToken = 1024 * (1 + (request.options.logprobs ?? 0))
        left = Mutex(
            perToken.multipliedReportingOverflow(by: max(1, min(request.options.maxTokens, 1 << 24))).partialValue
                + (1 << 20))
        let number = try process.number(for: self)
        self.number.withLock { $0 = number }
    }

    private var name: UInt32 { number.withLock { $0 } }

    func begin(_ message: [UInt8]) { process.send(.respond, name, message) }

    func read(_ count: Int) {
        var writer = WireWriter()
        writer.put(UInt32(clamping: count))
        process.send(.read, name, writer.bytes)
    }

    /// Tells the child that nobody wants more; does nothing when the answer is whole.
    func cancel() {
        let wasOver = isOver.withLock { isOver in
            defer { isOver = true }
            return isOver
        }
        guard !wasOver else { return }
        process.forget(name)
        process.send(.cancel, name)
        events.close()
    }

    func take(_ frame: Frame) throws {
        switch frame.kind {
        case .final:
            let message: ResponseMessage = try WireJSON.value(frame.payload)
            let response = try message.response(to: request)
            // After what is to be kept of it: who has the answer may end the program.
            keeper.afterKeeping { [self] in
                finish { .final(response) }
                model.onAnswer()
            }
        case .failed:
            let error = try WireJSON.value(frame.payload, as: ErrorMessage.self).error
            keeper.afterKeeping { [self] in finish(throwing: error) }
        case .askTokens, .askState, .keepState:
            guard let id = request.conversationID, let mark else { return process.reply(frame.number, []) }
            try keeper.take(frame, of: name, conversation: id, mark: mark)
        default:
            let event = try EventCoding.event(frame)
            if case .toolCall(let call) = event { try call.check(against: request) }
            let isTooMuch = left.withLock { left in
                left -= frame.payload.count
                return left < 0
            }
            guard !isTooMuch else { throw WireError() }
            if !events.trySend(event), !isOver.withLock({ $0 }) { throw WireError() }
        }
    }

    func end(_ end: RunnerProcess.End) { finish(throwing: process.error(end)) }

    private func finish(_ event: () -> ResponseEvent) {
        guard !over() else { return }
        process.forget(name)
        events.trySend(event())
        events.finish()
    }

    private func finish(throwing error: any Error) {
        guard !over() else { return }
        process.forget(name)
        events.finish(throwing: error)
    }

    private func over() -> Bool {
        isOver.withLock { isOver in
            defer { isOver = true }
            return isOver
        }
    }
}

// MARK: - What only the parent can

/// Does for an engine in a child what only this process can: reads and seals what is kept of conversations, and remembers
/// self-tests. In order, on a queue of its own, because the disk is slow and pieces of answers are not to wait for it.
///
/// The child names neither the conversation nor the file: the first is that of the request which it works for, and what it calls
/// the state has to begin with what this process calls the model's file. So it reads and changes nothing of another conversation
/// or model.
final class StateKeeper: RunnerProcess.Listener {
    private static let mostFindings = 16
    private static let longestIdentity = 4096

    private let process: RunnerProcess
    private let file: String
    private let states: (any PromptStateStore)?
    private let checks: ModelCheckFile?
    private let queue = DispatchQueue(label: "hearth.runner.states")
    /// Messages under way, by their request and kind. Each may be a gigabyte here, and take as much to answer.
    private let underWay = Mutex<[Matter: Int]>([:])

    private struct Matter: Hashable {
        var request: UInt32
        var kind: Frame.Kind
    }

    /// A request asks for its conversation once or twice and hands over one state, and a child waits for what it asks.
    private static let mostUnderWay = 2

    init(_ process: RunnerProcess, _ file: String, _ states: (any PromptStateStore)?, _ checks: ModelCheckFile?) {
        self.process = process
        self.file = file
        self.states = states
        self.checks = checks
    }

    /// Does something once everything that came before is kept.
    func afterKeeping(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    func end(_ end: RunnerProcess.End) {}

    /// A message about a request's conversation.
    ///
    /// - Throws: ``WireError`` for more at a time, or a larger one, than an honest child sends.
    func take(_ frame: Frame, of request: UInt32, conversation: String, mark: PromptStateMark) throws {
        let longest = (frame.kind == .keepState ? states?.maximumStateSize ?? 0 : 0) + Frame.usualLimit
        let matter = Matter(request: request, kind: frame.kind)
        let count = underWay.withLock { underWay in
            underWay[matter, default: 0] += 1
            return underWay[matter] ?? 0
        }
        guard count <= Self.mostUnderWay, frame.payload.count <= longest else { throw WireError() }
        queue.async { [self] in
            do {
                try work(frame, conversation, mark) { [self] in
                    underWay.withLock { underWay in
                        underWay[matter] = underWay[matter].flatMap { $0 > 1 ? $0 - 1 : nil }
                    }
                }
            } catch {
                process.violate()
            }
        }
    }

    /// - Parameter done: Called when nothing of it is in memory any more: the child may leave an answer unread.
    private func work(
        _ frame: Frame, _ conversation: String, _ mark: PromptStateMark, done: @escaping @Sendable () -> Void
    ) throws {
        var reader = WireReader(frame.payload)
        _ = try reader.number(UInt32.self)
        let identity = try reader.text()
        guard let states, identity.utf8.count <= Self.longestIdentity, identity.hasPrefix(ModelIdentity.prefix(file))
        else {
            throw WireError()
        }
        var writer = WireWriter()
        switch frame.kind {
        case .askTokens:
            if let tokens = states.tokens(ofConversation: conversation, identity: identity) { writer.put(tokens) }
            process.reply(frame.number, writer.bytes, delivered: done)
        case .askState:
            if let state = states.state(ofConversation: conversation, identity: identity) {
                writer.put(state.tokens)
                writer.put(state.data)
            }
            process.reply(frame.number, writer.bytes, delivered: done)
        default:
            defer { done() }
            let state = PromptState(identity: identity, tokens: try reader.numbers(), data: try reader.content())
            guard state.data.count <= states.maximumStateSize else { throw WireError() }
            // A failure costs time at the next start and nothing else.
            try? states.save(state, ofConversation: conversation, since: mark)
        }
    }

    /// A message about the engine's self-test.
    func take(_ frame: Frame) throws {
        var reader = WireReader(frame.payload)
        _ = try reader.number(UInt32.self)
        switch frame.kind {
        case .askFindings, .keepFindings: break
        default: throw WireError()
        }
        let identity = try reader.text()
        guard identity.utf8.count <= Self.longestIdentity, identity.hasPrefix(file + "|") else { throw WireError() }
        if frame.kind == .keepFindings {
            let findings: [String] = try WireJSON.value(try reader.content())
            checks?.remember(findings.prefix(Self.mostFindings).map { String($0.prefix(1000)) }, for: identity)
        } else {
            var writer = WireWriter()
            if let found = checks?.findings(for: identity) { writer.put(try WireJSON.bytes(found)) }
            process.reply(frame.number, writer.bytes)
        }
    }
}
#endif
