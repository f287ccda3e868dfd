/// One event of a `text/event-stream`.
package struct ServerSentEvent: Hashable, Sendable {
    /// `message` where the stream names none.
    package var type: String
    /// The values of its `data` lines, joined by line feeds.
    package var data: String
    /// The last `id` that the stream gave, in this event or before it.
    package var lastEventID: String

    package init(type: String = "message", data: String, lastEventID: String = "") {
        self.type = type
        self.data = data
        self.lastEventID = lastEventID
    }
}

/// Reads a `text/event-stream` (WHATWG HTML, section 9.2.6) from pieces of bytes that may be cut anywhere.
///
/// One thing is stricter than the standard: bytes that are not UTF-8 are an error instead of U+FFFD. A browser shows such a
/// stream to a person; here it would silently change an answer.
package struct ServerSentEventParser: Sendable {
    /// What a stream may make us keep.
    package struct Limits: Sendable {
        /// Of one line, its end not counted.
        package var lineBytes: Int
        /// Of the data of one event.
        package var eventBytes: Int

        /// Far above any provider's events, which are below 100 KB, and below the limit of a whole response.
        package init(lineBytes: Int = 16 << 20, eventBytes: Int = 16 << 20) {
            self.lineBytes = lineBytes
            self.eventBytes = eventBytes
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let limits: Limits
    private var line: [UInt8] = []
    /// A carriage return ended the line before; a line feed right after it belongs to that end.
    private var endedByCarriageReturn = false
    private var isFirstLine = true

    private var type = ""
    private var data: [UInt8] = []
    private var hasData = false
    private var lastEventID = ""
    /// Milliseconds to wait before connecting again, where the stream asked for a wait.
    package private(set) var retry: Int?

    package init(limits: Limits = Limits()) { self.limits = limits }

    /// Takes the next piece and appends the events that it completes.
    ///
    /// - Throws: ``StreamFormatError``; the events before the fault have been appended.
    package mutating func consume(_ piece: [UInt8], into events: inout [ServerSentEvent]) throws {
        var start = 0
        if endedByCarriageReturn, let first = piece.first {
            if first == UInt8(ascii: "\n") { start = 1 }
            endedByCarriageReturn = false
        }
        while start < piece.count {
            guard let end = Self.lineEnd(in: piece, from: start) else {
                try keep(piece[start...])
                return
            }
            try keep(piece[start..<end])
            try endLine(into: &events)
            start = end + 1
            if piece[end] == UInt8(ascii: "\r") {
                if start == piece.count {
                    endedByCarriageReturn = true
                } else if piece[start] == UInt8(ascii: "\n") {
                    start += 1
                }
            }
        }
    }

    /// What the end of the stream cut off: the standard drops an event without the empty line after it, and this leaves it to
    /// the caller, because some servers forget that line at the very end.
    package mutating func finish() throws -> ServerSentEvent? {
        var events: [ServerSentEvent] = []
        if !line.isEmpty { try endLine(into: &events) }
        if events.isEmpty { try endEvent(into: &events) }
        return events.first
    }

    private static func lineEnd(in piece: [UInt8], from start: Int) -> Int? {
        piece.withUnsafeBufferPointer { bytes in
            var at = start
            while at < bytes.count {
                if bytes[at] == 0x0A || bytes[at] == 0x0D { return at }
                at += 1
            }
            return nil
        }
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) throws {
        guard line.count + bytes.count <= limits.lineBytes else {
            throw StreamFormatError.tooLong("a line of the stream", limit: limits.lineBytes)
        }
        line += bytes
    }

    private mutating func endLine(into events: inout [ServerSentEvent]) throws {
        if isFirstLine, line.starts(with: Self.byteOrderMark) { line.removeFirst(3) }
        isFirstLine = false
        defer { line.removeAll(keepingCapacity: line.count <= 1 << 16) }
        guard !line.isEmpty else { return try endEvent(into: &events) }
        let colon = line.firstIndex(of: UInt8(ascii: ":"))
        if colon == 0 { return }
        let field = line[..<(colon ?? line.count)]
        var value = line[(colon.map { $0 + 1 } ?? line.count)...]
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        if field.elementsEqual("data".utf8) {
            guard data.count + value.count < limits.eventBytes else {
                throw StreamFormatError.tooLong("an event of the stream", limit: limits.eventBytes)
            }
            if hasData { data.append(UInt8(ascii: "\n")) }
            data += value
            hasData = true
        } else if field.elementsEqual("event".utf8) {
            type = try text(value)
        } else if field.elementsEqual("id".utf8) {
            if !value.contains(0) { lastEventID = try text(value) }
        } else if field.elementsEqual("retry".utf8) {
            if let text = String(validating: value, as: UTF8.self), value.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
                let milliseconds = Int(text)
            {
                retry = milliseconds
            }
        }
    }

    private mutating func endEvent(into events: inout [ServerSentEvent]) throws {
        defer {
            type = ""
            data.removeAll(keepingCapacity: data.count <= 1 << 16)
            hasData = false
        }
        guard hasData else { return }
        events.append(
            ServerSentEvent(type: type.isEmpty ? "message" : type, data: try text(data[...]), lastEventID: lastEventID))
    }

    private func text(_ bytes: ArraySlice<UInt8>) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw StreamFormatError.notUTF8 }
        return text
    }
}

/// Why a stream of events cannot be read.
package struct StreamFormatError: Error, Hashable {
    package let message: String

    static let notUTF8 = StreamFormatError(message: "it has bytes that are not UTF-8")

    static func tooLong(_ what: String, limit: Int) -> StreamFormatError {
        StreamFormatError(message: "\(what) is longer than \(limit) bytes")
    }
}
