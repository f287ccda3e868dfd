#if Llama
import HearthCore
import HearthLlama
import Synchronization

/// What the child asks its parent for, which alone has the store. The engine's thread waits for the answer, as it waits for the
/// disk where it has one.
final class ParentCalls: Sendable {
    private let channel: Channel
    private let pending = PendingCalls()
    private let last = Mutex(UInt32(0))

    init(_ channel: Channel) { self.channel = channel }

    func take(_ frame: Frame) { pending.answer(frame.number, .result(frame.payload)) }

    /// - Parameter subject: The request or the engine that it is about.
    /// - Returns: `nil` when there is nothing.
    func ask(_ kind: Frame.Kind, _ subject: UInt32, _ write: (inout WireWriter) -> Void) -> WireReader? {
        let call = last.withLock { last in
            last &+= 1
            return last
        }
        var writer = WireWriter()
        writer.put(subject)
        write(&writer)
        pending.expect(call)
        guard channel.send(Frame(kind: kind, number: call, payload: writer.bytes)),
            case .result(let bytes)? = pending.wait(for: call), !bytes.isEmpty
        else { return nil }
        return WireReader(bytes)
    }

    func tell(_ kind: Frame.Kind, _ subject: UInt32, _ write: (inout WireWriter) -> Void) {
        var writer = WireWriter()
        writer.put(subject)
        write(&writer)
        channel.send(Frame(kind: kind, number: 0, payload: writer.bytes))
    }
}

/// The parent's store of what was evaluated. Conversations go by the numbers of their requests; the parent knows their names.
struct ParentStates: PromptStateStore {
    private let parent: ParentCalls
    let maximumStateSize: Int

    init(_ parent: ParentCalls, maximumStateSize: Int) {
        self.parent = parent
        self.maximumStateSize = maximumStateSize
    }

    func tokens(ofConversation id: String, identity: String) -> [Int32]? {
        guard let request = UInt32(id), var reader = parent.ask(.askTokens, request, { $0.put(identity) }) else {
            return nil
        }
        return try? reader.numbers()
    }

    func state(ofConversation id: String, identity: String) -> PromptState? {
        guard let request = UInt32(id), var reader = parent.ask(.askState, request, { $0.put(identity) }),
            let tokens = try? reader.numbers(), let data = try? reader.content()
        else { return nil }
        return PromptState(identity: identity, tokens: tokens, data: data)
    }

    func mark() throws -> PromptStateMark { PromptStateMark("") }

    func save(_ state: PromptState, ofConversation id: String, since mark: PromptStateMark) throws {
        guard let request = UInt32(id) else { return }
        parent.tell(.keepState, request) { writer in
            writer.put(state.identity)
            writer.put(state.tokens)
            writer.put(state.data)
        }
    }

    /// Only people remove what is kept, in the parent.
    func removeState(ofConversation id: String) throws {}
}

/// What the parent remembers of self-tests.
struct ParentChecks: ModelChecks {
    private let parent: ParentCalls
    private let engine: UInt32

    init(_ parent: ParentCalls, engine: UInt32) {
        self.parent = parent
        self.engine = engine
    }

    func findings(for identity: String) -> [String]? {
        guard var reader = parent.ask(.askFindings, engine, { $0.put(identity) }), let bytes = try? reader.content()
        else {
            return nil
        }
        return try? WireJSON.value(bytes)
    }

    func remember(_ findings: [String], for identity: String) {
        guard let bytes = try? WireJSON.bytes(findings) else { return }
        parent.tell(.keepFindings, engine) { writer in
            writer.put(identity)
            writer.put(bytes)
        }
    }
}
#endif
