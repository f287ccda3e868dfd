import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Frames over a socket that two processes share. Any thread may send; one reads. Whoever reads slowly slows down whoever
/// sends: the kernel holds back what does not fit into the socket.
final class Channel: Sendable {
    /// Length of the payload (UInt32), kind, number (UInt32).
    private static let headBytes = 9
    /// Read in pieces, so that an announced length takes no memory before its bytes are there.
    private static let pieceBytes = 1 << 20

    let descriptor: Int32
    private let sending = Mutex(())
    private let isShut = Mutex(false)

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        #if canImport(Darwin)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit { close(descriptor) }

    /// Two ends that belong together; `nil` when the system has none left.
    static func pair() -> (Channel, Channel)? {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
        guard socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        #else
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            return nil
        }
        #endif
        return (Channel(ends[0]), Channel(ends[1]))
    }

    /// How long a send waits for the other side to read, in seconds; then it fails.
    func setPatience(_ seconds: Int) {
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Ends the reading and the sending of both sides.
    func shut() {
        isShut.withLock { isShut in
            guard !isShut else { return }
            isShut = true
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }

    /// How it went with a frame.
    enum Delivery {
        case sent
        /// The other side has closed its end, or is gone.
        case gone
        /// The other side did not read for as long as its patience lasts.
        case unread
    }

    /// - Returns: `false` when the other side is gone or does not read.
    @discardableResult
    func send(_ frame: Frame) -> Bool { deliver(frame) == .sent }

    func deliver(_ frame: Frame) -> Delivery {
        var head = WireWriter()
        head.put(UInt32(clamping: frame.payload.count))
        head.put(frame.kind.rawValue)
        head.put(frame.number)
        guard frame.payload.count <= frame.limit else { return .unread }
        // Small ones in one call.
        let isSmall = frame.payload.count <= 4096
        let first = isSmall ? head.bytes + frame.payload : head.bytes
        return sending.withLock { _ in
            let delivery = write(first)
            return isSmall || delivery != .sent ? delivery : write(frame.payload)
        }
    }

    /// The next frame; `nil` when the other side is gone.
    ///
    /// - Throws: ``WireError`` for what is no frame.
    func receive() throws -> Frame? {
        guard let head = try read(Self.headBytes) else { return nil }
        var reader = WireReader(head)
        let length = Int(try reader.number(UInt32.self))
        guard let kind = Frame.Kind(rawValue: try reader.number()) else { throw WireError() }
        var frame = Frame(kind: kind, number: try reader.number())
        guard length <= frame.limit else { throw WireError() }
        if length > 0 {
            guard let payload = try read(length) else { return nil }
            frame.payload = payload
        }
        return frame
    }

    private func write(_ bytes: [UInt8]) -> Delivery {
        bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count, let start = buffer.baseAddress {
                #if canImport(Darwin)
                let count = Darwin.send(descriptor, start + sent, buffer.count - sent, 0)
                #elseif canImport(Musl)
                let count = Musl.send(descriptor, start + sent, buffer.count - sent, Int32(MSG_NOSIGNAL))
                #else
                let count = Glibc.send(descriptor, start + sent, buffer.count - sent, Int32(MSG_NOSIGNAL))
                #endif
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return errno == EPIPE || errno == ECONNRESET ? .gone : .unread }
                sent += count
            }
            return .sent
        }
    }

    private func read(_ count: Int) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let start = bytes.count
            let piece = min(count - start, Self.pieceBytes)
            var filled = 0
            let part = [UInt8](unsafeUninitializedCapacity: piece) { buffer, made in
                while filled < piece, let base = buffer.baseAddress {
                    let got = recv(descriptor, base + filled, piece - filled, 0)
                    if got < 0, errno == EINTR { continue }
                    guard got > 0 else { break }
                    filled += got
                }
                made = filled
            }
            guard filled == piece else { return nil }
            if bytes.isEmpty { bytes = part } else { bytes += part }
        }
        return bytes
    }
}

/// One message between the two processes. `number` names the request, the engine or the call that it belongs to.
struct Frame: Sendable {
    enum Kind: UInt8, Sendable {
        // To the child.
        /// The first one: what to load from the file that was sent before it (`LoadMessage`).
        case load = 1
        /// Makes an engine (`EngineMessage`); forgets it.
        case openEngine, closeEngine
        /// Answers a request (`RequestMessage`); gives it up; says how many pieces were read (UInt32).
        case respond, cancel, read
        /// Calls that are answered with a ``result`` or a ``failed``: the self-test, the template; counting the tokens of a text,
        /// and where they end; ranking texts; making vectors of them; writing down a clip.
        case examine, template, count, ends, rank, embed, recognize
        /// The answer to an ``ask…`` of the child.
        case reply
        /// For tests: aborts; tries what must not be possible, and answers with what was.
        case abort, attempt
        /// Further calls: the tokens of a text and what tokens stand for (``TokenCoding``); a conversation as it is laid out
        /// (`LayOutMessage`), and by what template (`TemplateMessage`).
        case tokenize, detokenize, layOut, source
        /// A call as those above: counts the tokens of a request's prompt (`PromptMessage`).
        case countPrompt

        // From the child.
        /// How much is loaded (Double); all of it (`LoadedMessage`).
        case progress = 64, loaded
        /// Pieces of an answer.
        case reasoning, text, logprobs
        /// The answer's end (`ResponseMessage`).
        case final
        /// The answer to a call; what a clip says so far.
        case result, partial
        /// A request, a call or the load came to nothing (`ErrorMessage`).
        case failed
        /// Asks the parent for what is kept of a conversation: its tokens, all of it; hands over what to keep.
        case askTokens, askState, keepState
        /// Asks for what the self-test found; hands that over.
        case askFindings, keepFindings
        /// A piece of a call of a tool, beside those above.
        case toolCall
    }

    var kind: Kind
    var number: UInt32
    var payload: [UInt8] = []

    /// No message but a kept state is as long as this.
    static let usualLimit = 64 << 20
    /// The longest state of a conversation that is taken, with its tokens.
    static let stateLimit = (1 << 30) + usualLimit

    var limit: Int { kind == .keepState || kind == .reply ? Self.stateLimit : Self.usualLimit }
}

// MARK: - Calls that wait

/// Calls to the other process whose callers wait on their threads for the answer (requests in flight, by their numbers).
///
/// `@unchecked Sendable`: every access to its fields holds `condition`.
final class PendingCalls: @unchecked Sendable {
    enum Answer {
        case result([UInt8])
        case failed([UInt8])
    }

    private let condition = NSCondition()
    private var answers: [UInt32: Answer] = [:]
    private var waiting: Set<UInt32> = []
    private var isClosed = false

    /// Expects an answer to the call of that number; before it is sent.
    func expect(_ number: UInt32) {
        condition.lock()
        waiting.insert(number)
        condition.unlock()
    }

    /// - Returns: Whether somebody waits for it.
    @discardableResult
    func answer(_ number: UInt32, _ answer: Answer) -> Bool {
        condition.lock()
        defer { condition.unlock() }
        guard waiting.contains(number), answers[number] == nil else { return false }
        answers[number] = answer
        condition.broadcast()
        return true
    }

    /// Nobody answers any more.
    func close() {
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }

    /// The answer; `nil` when none comes, or not within `seconds`.
    func wait(for number: UInt32, seconds: Double? = nil) -> Answer? {
        let end = seconds.map { Date(timeIntervalSinceNow: $0) }
        condition.lock()
        defer {
            waiting.remove(number)
            answers[number] = nil
            condition.unlock()
        }
        while answers[number] == nil, !isClosed {
            guard let end else {
                condition.wait()
                continue
            }
            guard condition.wait(until: end) else { break }
        }
        return answers[number]
    }
}
