#if Llama
import Dispatch
import HearthCore
import HearthLlama

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
    func take(_ frame: Frame, conversation: String, mark: PromptStateMark) {
        queue.async { [self] in
            do {
                try work(frame, conversation, mark)
            } catch {
                process.violate()
            }
        }
    }

    private func work(_ frame: Frame, _ conversation: String, _ mark: PromptStateMark) throws {
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
            process.reply(frame.number, writer.bytes)
        case .askState:
            if let state = states.state(ofConversation: conversation, identity: identity) {
                writer.put(state.tokens)
                writer.put(state.data)
            }
            process.reply(frame.number, writer.bytes)
        default:
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
