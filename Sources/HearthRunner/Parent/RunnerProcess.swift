import CSandbox
import Dispatch
import Foundation
import HearthCore
import HearthLlama
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The parent's side of one child: sends it messages, hands out what it answers, and knows how it ended.
///
/// What comes from the child is taken as hostile: what is not expected ends it.
final class RunnerProcess: Sendable {
    /// How the process came to its end.
    enum End: Sendable, Hashable {
        /// It was told to.
        case asked
        /// By itself; what of, as a part of a sentence.
        case crashed(String)
        /// By a signal from outside.
        case killed
        /// It said what makes no sense.
        case violated
        /// It was given up, because nothing came of it.
        case stuck
    }

    /// One who is told what belongs to a number.
    protocol Listener: AnyObject, Sendable {
        /// - Throws: For what must not come.
        func take(_ frame: Frame) throws
        func end(_ end: End)
    }

    private struct State {
        var listeners: [UInt32: any Listener] = [:]
        var last: UInt32 = 0
        var isAsked = false
        var isViolated = false
        var isStuck = false
        var end: End?
        /// Whether its number may be another process's by now.
        var isReaped = false
    }

    let path: String
    /// Bytes of the model's file.
    let size: UInt64
    private let process: pid_t
    private let channel: Channel
    /// Messages on their way to the socket, in order.
    private let outbox = DispatchQueue(label: "hearth.runner.send")
    private let waiting = Mutex(0)
    /// Messages that may wait for a child to read: one that asks for thousands and reads no answer wants its parent's memory.
    private static let mostWaiting = 4096
    private let onEnd: @Sendable (End) -> Void
    private let state = Mutex(State())
    let pending = PendingCalls()

    /// Seconds that the child may leave a message unread before it is taken for stuck.
    private static let patience = 20
    /// Bytes that every process maps: the program, its threads, what the library works with.
    static let memoryBase: UInt64 = 4 << 30
    private let memory: Mutex<UInt64>

    /// Starts `program` and gives it the model's file.
    ///
    /// - Parameters:
    ///   - path: The model's file, opened here.
    ///   - room: Bytes that it may map beside the model; more is allowed with what is asked of it.
    ///   - onEnd: Called once, when the process is gone.
    /// - Throws: ``LlamaError``.
    static func start(
        _ program: RunnerProgram, model path: String, room: UInt64 = RunnerProcess.memoryBase,
        onEnd: @escaping @Sendable (End) -> Void
    ) throws -> RunnerProcess {
        // Opening a pipe would wait for its writer, and every other start for this one.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw LlamaError.unreadable(path, String(cString: strerror(errno))) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw LlamaError.unreadable(path, "not a file")
        }
        guard let (ours, theirs) = Channel.pair() else {
            throw LlamaError.notStarted(program.path, String(cString: strerror(errno)))
        }
        let size = UInt64(clamping: max(0, status.st_size))
        ours.setPatience(patience)
        var child: pid_t = 0
        var result = csandbox_start(program.path, RunnerChild.argument, theirs.descriptor, &child)
        guard result == 0 else { throw LlamaError.notStarted(program.path, String(cString: strerror(result))) }
        let made = RunnerProcess(path, child, ours, size, room, onEnd)
        made.listen()
        result = csandbox_send_file(ours.descriptor, file)
        guard result == 0 else {
            made.end()
            throw LlamaError.notStarted(program.path, String(cString: strerror(result)))
        }
        return made
    }

    private init(
        _ path: String, _ process: pid_t, _ channel: Channel, _ size: UInt64, _ room: UInt64,
        _ onEnd: @escaping @Sendable (End) -> Void
    ) {
        self.path = path
        self.size = size
        self.process = process
        self.channel = channel
        self.onEnd = onEnd
        // Weights may be copied beside the mapped file.
        memory = Mutex(room &+ min(size, 1 << 60) &* 2)
        allow(0)
    }

    /// Lets the process take that many bytes more.
    func allow(_ bytes: UInt64) {
        memory.withLock { memory in
            memory = memory.addingReportingOverflow(bytes).overflow ? .max : memory + bytes
            // Where the system cannot, the memory is the machine's.
            _ = csandbox_limit_memory(process, memory)
        }
    }

    /// Its number, for tests.
    var identifier: Int32 { process }
    var isGone: Bool { state.withLock { $0.end != nil || $0.isAsked } }

    // MARK: Sending

    /// A number that nothing else has, for whom its messages are.
    ///
    /// - Throws: ``LlamaError`` when the process is gone.
    func number(for listener: (any Listener)?) throws -> UInt32 {
        try state.withLock { state in
            if let end = state.end { throw error(end) }
            repeat { state.last &+= 1 } while state.last == 0 || state.listeners[state.last] != nil
            if let listener { state.listeners[state.last] = listener }
            return state.last
        }
    }

    /// Hears the messages that belong to no request: number 0.
    func listen(_ listener: any Listener) throws {
        try state.withLock { state in
            if let end = state.end { throw error(end) }
            state.listeners[0] = listener
        }
    }

    func forget(_ number: UInt32) { state.withLock { _ = $0.listeners.removeValue(forKey: number) } }

    /// Sends a message after those before it, and does not wait: tasks send, and a child that does not read would keep
    /// their thread for as long as ``patience`` lasts.
    ///
    /// - Parameter delivered: Called when the message is with the child, or will never be.
    func send(
        _ kind: Frame.Kind, _ number: UInt32, _ payload: [UInt8] = [], delivered: @escaping @Sendable () -> Void = {}
    ) {
        guard payload.count <= Frame(kind: kind, number: 0).limit else { return delivered() }
        let count = waiting.withLock { waiting in
            waiting += 1
            return waiting
        }
        if count > Self.mostWaiting { violate() }
        outbox.async { [self] in
            defer {
                waiting.withLock { $0 -= 1 }
                delivered()
            }
            switch channel.deliver(Frame(kind: kind, number: number, payload: payload)) {
            case .sent: break
            // How it ended tells whether that speaks against its file: the system, or its owner, may have ended it.
            case .gone: stop()
            // A child that does not read is stuck, or wants its parent to be.
            case .unread: violate()
            }
        }
    }

    /// Hands over a file after the messages before it, and closes it here. The child waits for it where a message announced it.
    func send(file: Int32) {
        outbox.async { [self] in
            defer { close(file) }
            if csandbox_send_file(channel.descriptor, file) != 0 { stop() }
        }
    }

    /// A call whose caller waits on its thread; `nil` when there is no answer within a time that no honest one needs.
    func call(_ kind: Frame.Kind, _ payload: [UInt8]) -> [UInt8]? {
        guard payload.count <= Frame.usualLimit, let number = try? number(for: nil) else { return nil }
        pending.expect(number)
        send(kind, number, payload)
        guard case .result(let bytes)? = pending.wait(for: number, seconds: 120) else { return nil }
        return bytes
    }

    // MARK: Ending

    /// Ends the process; who waits for it is told.
    func end() {
        state.withLock { $0.isAsked = true }
        stop()
    }

    /// Ends the process for what it did.
    func violate() {
        // Of one that was given up the channel is shut, so that what is still sent to it fails.
        state.withLock { if !$0.isStuck { $0.isViolated = true } }
        stop()
    }

    /// Ends the process because it does not get on.
    func giveUp() {
        state.withLock { $0.isStuck = true }
        stop()
    }

    private func stop() {
        channel.shut()
        // Under the lock that `reap` takes, so that the number is still its own.
        state.withLock { state in
            if !state.isReaped { _ = kill(process, SIGKILL) }
        }
    }

    func error(_ end: End) -> LlamaError {
        switch end {
        case .crashed(let status): .crashed(path, status: status)
        case .violated: .crashed(path, status: "it was ended, because what it answered made no sense")
        case .killed: .killed(path)
        case .stuck: .stuck(path)
        case .asked: .crashed(path, status: "it was unloaded")
        }
    }

    // MARK: Listening

    private func listen() {
        // A thread of its own, because reading blocks; it ends with the process and keeps this object until then.
        NamedThread.start("hearth.runner.listen") { [self] in
            do {
                while let frame = try channel.receive() { try dispatch(frame) }
            } catch {
                violate()
            }
            reap()
        }
    }

    private func dispatch(_ frame: Frame) throws {
        switch frame.kind {
        case .result where pending.answer(frame.number, .result(frame.payload)): return
        case .failed where pending.answer(frame.number, .failed(frame.payload)): return
        case .askTokens, .askState, .keepState:
            var reader = WireReader(frame.payload)
            let request = try reader.number(UInt32.self)
            guard let listener = state.withLock({ $0.listeners[request] }) else { return reply(frame.number, []) }
            try listener.take(frame)
        case .askFindings, .keepFindings:
            var reader = WireReader(frame.payload)
            let engine = try reader.number(UInt32.self)
            guard let listener = state.withLock({ $0.listeners[engine] }) else { return reply(frame.number, []) }
            try listener.take(frame)
        default:
            // What belongs to a request that was given up.
            guard let listener = state.withLock({ $0.listeners[frame.number] }) else { return }
            try listener.take(frame)
        }
    }

    func reply(_ number: UInt32, _ payload: [UInt8], delivered: @escaping @Sendable () -> Void = {}) {
        send(.reply, number, payload, delivered: delivered)
    }

    private func reap() {
        var status: Int32 = 0
        // It closed its end, so it is ending; one that only pretends to is helped.
        var waited = 0
        while true {
            let isEnded = state.withLock { state in
                state.isReaped = waitpid(process, &status, WNOHANG) != 0
                return state.isReaped
            }
            if isEnded { break }
            waited += 1
            if waited == 400 { kill(process, SIGKILL) }
            usleep(waited < 20 ? 500 : 5_000)
        }
        let signal = status & 0x7F
        let (listeners, end) = state.withLock { state -> ([any Listener], End) in
            let end: End =
                state.isAsked
                ? .asked
                : state.isViolated
                    ? .violated
                    : state.isStuck
                        ? .stuck
                        : signal == SIGKILL || signal == SIGTERM
                            ? .killed
                            : .crashed(
                                signal != 0
                                    ? String(cString: strsignal(signal)).lowercased()
                                    : "exit status \((status >> 8) & 0xFF)")
            state.end = end
            defer { state.listeners = [:] }
            return (Array(state.listeners.values), end)
        }
        pending.close()
        channel.shut()
        onEnd(end)
        for listener in listeners { listener.end(end) }
    }
}

/// Starts programs on a thread that lives as long as this process: Linux ends a child with the *thread* that started it.
///
/// `@unchecked Sendable`: every access to its jobs holds `condition`.
final class Spawner: @unchecked Sendable {
    typealias OnEnd = @Sendable (RunnerProcess.End) -> Void

    static let shared = Spawner()

    private let condition = NSCondition()
    private var jobs: [@Sendable () -> Void] = []

    private init() {
        NamedThread.start("hearth.runner.start") { [self] in
            while true { next()() }
        }
    }

    private func next() -> @Sendable () -> Void {
        condition.lock()
        defer { condition.unlock() }
        while jobs.isEmpty { condition.wait() }
        return jobs.removeFirst()
    }

    private func run(_ job: @escaping @Sendable () -> Void) {
        condition.lock()
        jobs.append(job)
        condition.signal()
        condition.unlock()
    }

    func start(_ program: RunnerProgram, _ path: String, onEnd: @escaping OnEnd) async throws -> RunnerProcess {
        try await withCheckedThrowingContinuation { continuation in
            run { continuation.resume(with: Result { try RunnerProcess.start(program, model: path, onEnd: onEnd) }) }
        }
    }

    /// For callers that wait on their threads.
    func startNow(_ program: RunnerProgram, _ path: String, onEnd: @escaping OnEnd) throws -> RunnerProcess {
        let started = Promise<RunnerProcess>()
        run { started.settle(Result { try RunnerProcess.start(program, model: path, onEnd: onEnd) }) }
        return try started.wait()
    }
}
