/// What ``WireServer`` does after a request, byte by byte.
///
/// ```swift
/// let plain = WireResponse.http(body: Array("hello".utf8))
/// let stream = WireResponse.http(body: events, framing: .chunked(size: 20)).cut(pieces: 50, seed: 7)
/// let broken = WireResponse.http(body: events).dropping(after: 100, reset: true)
/// ```
public struct WireResponse: Sendable {
    public enum Step: Hashable, Sendable {
        /// Written and flushed together.
        case bytes([UInt8])
        /// That many bytes of zero, made while they are sent: a large file that takes no memory.
        case zeros(Int)
        case pause(Duration)
        /// Ends the connection in the usual way.
        case close
        /// Ends the connection with a TCP reset; what the client has not read yet is lost.
        case reset
        /// Does nothing more, until the client closes.
        case hold
    }

    /// How the end of a body is told.
    public enum Framing: Hashable, Sendable {
        /// By a `Content-Length` header.
        case length
        /// By `Transfer-Encoding: chunked`, in chunks of that many bytes.
        case chunked(size: Int)
        /// By the end of the connection.
        case untilClose
        /// As the given headers say; nothing is added.
        case asGiven
    }

    public var steps: [Step]

    public init(steps: [Step]) {
        self.steps = steps
    }

    /// A response with its framing.
    public static func http(
        _ status: Int = 200, headers: [(name: String, value: String)] = [], body: [UInt8] = [],
        framing: Framing = .length
    ) -> WireResponse {
        var head = "HTTP/1.1 \(status) Scripted\r\n"
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        var bytes: [UInt8] = []
        var end: [Step] = []
        switch framing {
        case .length:
            head += "content-length: \(body.count)\r\n\r\n"
            bytes = body
        case .chunked(let size):
            head += "transfer-encoding: chunked\r\n\r\n"
            var rest = body[...]
            while !rest.isEmpty {
                let chunk = rest.prefix(max(1, size))
                rest = rest.dropFirst(chunk.count)
                bytes += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
            }
            bytes += Array("0\r\n\r\n".utf8)
        case .untilClose:
            head += "connection: close\r\n\r\n"
            bytes = body
            end = [.close]
        case .asGiven:
            head += "\r\n"
            bytes = body
        }
        return WireResponse(steps: [.bytes(Array(head.utf8) + bytes)] + end)
    }

    /// A request that is never answered.
    public static let silence = WireResponse(steps: [.hold])

    /// A connection that is closed without an answer.
    public static let hangUp = WireResponse(steps: [.close])

    /// All bytes that are sent, pauses and zeros left out.
    public var bytes: [UInt8] {
        steps.flatMap { if case .bytes(let bytes) = $0 { bytes } else { [] as [UInt8] } }
    }

    /// The same bytes, flushed apart at these places, with a pause at each.
    public func cut(at places: [Int], pause: Duration = .zero) -> WireResponse {
        let bytes = bytes
        var steps: [Step] = []
        var start = 0
        for place in Set(places).sorted() + [bytes.count] where place > start && place <= bytes.count {
            if start > 0, pause > .zero { steps.append(.pause(pause)) }
            steps.append(.bytes(Array(bytes[start..<place])))
            start = place
        }
        return WireResponse(steps: steps + ending)
    }

    /// The same bytes in that many pieces, cut at places that the seed decides.
    public func cut(pieces: Int, seed: UInt64, pause: Duration = .zero) -> WireResponse {
        let count = bytes.count
        guard count > 1, pieces > 1 else { return self }
        var generator = SeededGenerator(seed: seed)
        return cut(at: (1..<pieces).map { _ in Int.random(in: 1..<count, using: &generator) }, pause: pause)
    }

    /// The first `count` bytes, and then the end of the connection.
    public func dropping(after count: Int, reset: Bool = false) -> WireResponse {
        WireResponse(steps: upTo(count) + [reset ? .reset : .close])
    }

    /// The first `count` bytes, and then silence.
    public func stalling(after count: Int) -> WireResponse {
        WireResponse(steps: upTo(count) + [.hold])
    }

    /// The same after a pause.
    public func delayed(by pause: Duration) -> WireResponse {
        WireResponse(steps: [.pause(pause)] + steps)
    }

    /// What comes after the last bytes.
    private var ending: [Step] {
        guard let last = steps.last else { return [] }
        switch last {
        case .close, .reset, .hold: return [last]
        case .bytes, .zeros, .pause: return []
        }
    }

    private func upTo(_ count: Int) -> [Step] {
        var left = count
        var result: [Step] = []
        for step in steps {
            switch step {
            case .bytes(let bytes):
                result.append(.bytes(Array(bytes.prefix(left))))
                left -= bytes.count
                if left <= 0 { return result }
            case .zeros(let count):
                result.append(.zeros(min(count, left)))
                left -= count
                if left <= 0 { return result }
            case .pause: result.append(step)
            case .close, .reset, .hold: return result
            }
        }
        return result
    }
}
