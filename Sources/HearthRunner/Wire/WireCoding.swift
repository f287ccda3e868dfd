import Foundation
import HearthCore

/// Puts a message into bytes: numbers in little-endian order, texts and lists with their length before them.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func put(_ number: Double) { put(number.bitPattern) }

    mutating func put(_ content: [UInt8]) {
        put(UInt64(content.count))
        bytes.append(contentsOf: content)
    }

    mutating func put(_ text: String) {
        put(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }

    mutating func put(_ numbers: [Int32]) {
        put(UInt64(numbers.count))
        numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
}

/// A message that is not what it should be. The other side is at fault, or hostile, and is not listened to any more.
struct WireError: Error {}

/// Reads what a ``WireWriter`` wrote, and believes no length in it.
struct WireReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var rest: Int { bytes.count - position }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) throws -> Number {
        let size = MemoryLayout<Number>.size
        guard size <= rest else { throw WireError() }
        defer { position += size }
        return bytes.withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Number.self))
        }
    }

    mutating func double() throws -> Double { Double(bitPattern: try number()) }

    mutating func content() throws -> [UInt8] {
        let count = try length(of: 1)
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    mutating func text() throws -> String {
        let count = try length(of: 1)
        defer { position += count }
        return String(decoding: bytes[position..<position + count], as: UTF8.self)
    }

    mutating func numbers() throws -> [Int32] {
        let count = try length(of: 4)
        return try (0..<count).map { _ in try number() }
    }

    /// A count of things, each at least that many bytes long.
    mutating func length(of size: Int) throws -> Int {
        let count = try number(UInt64.self)
        guard count <= UInt64(rest / size) else { throw WireError() }
        return Int(count)
    }
}

/// Messages that are sent seldom go as JSON, which both sides get from their types.
enum WireJSON {
    static func bytes(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return [UInt8](try encoder.encode(value))
    }

    static func value<Value: Decodable>(_ bytes: [UInt8], as type: Value.Type = Value.self) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try decoder.decode(Value.self, from: Data(bytes))
    }
}

/// Pieces of an answer as frames. They are what is sent most often, so they are not put into JSON.
enum EventCoding {
    /// `nil` for the end, which is a message of its own.
    static func frame(_ event: ResponseEvent, _ number: UInt32) -> Frame? {
        switch event {
        case .reasoning(let text): return Frame(kind: .reasoning, number: number, payload: Array(text.utf8))
        case .text(let text): return Frame(kind: .text, number: number, payload: Array(text.utf8))
        case .logprobs(let tokens):
            var writer = WireWriter()
            writer.put(UInt64(tokens.count))
            for token in tokens {
                writer.put(token.text)
                writer.put(token.bytes)
                writer.put(token.logprob)
                writer.put(UInt64(token.alternatives.count))
                for other in token.alternatives {
                    writer.put(other.text)
                    writer.put(other.bytes)
                    writer.put(other.logprob)
                }
            }
            return Frame(kind: .logprobs, number: number, payload: writer.bytes)
        case .toolCall(let call):
            var writer = WireWriter()
            writer.put(UInt32(clamping: call.index))
            writer.put(call.id)
            writer.put(call.name)
            writer.put(call.arguments)
            return Frame(kind: .toolCall, number: number, payload: writer.bytes)
        case .final: return nil
        }
    }

    /// - Throws: ``WireError`` for what is no piece.
    static func event(_ frame: Frame) throws -> ResponseEvent {
        switch frame.kind {
        case .reasoning: return .reasoning(String(decoding: frame.payload, as: UTF8.self))
        case .text: return .text(String(decoding: frame.payload, as: UTF8.self))
        case .logprobs:
            var reader = WireReader(frame.payload)
            // Lengths and a number: no less than 32 bytes each.
            let tokens = try (0..<reader.length(of: 32)).map { _ in
                var token = TokenLogprob(
                    text: try reader.text(), bytes: try reader.content(), logprob: try reader.double())
                token.alternatives = try (0..<reader.length(of: 24)).map { _ in
                    TokenLogprob.Alternative(
                        text: try reader.text(), bytes: try reader.content(), logprob: try reader.double())
                }
                return token
            }
            return .logprobs(tokens)
        case .toolCall:
            var reader = WireReader(frame.payload)
            return .toolCall(
                ToolCallDelta(
                    index: Int(try reader.number(UInt32.self)), id: try reader.text(), name: try reader.text(),
                    arguments: try reader.text()))
        default: throw WireError()
        }
    }
}

// MARK: - Tokens

/// Texts and their tokens as bytes. A text may have a million tokens, so they are not put into JSON.
enum TokenCoding {
    /// What is asked: how the tokens are listed, and the text.
    static func bytes(_ text: String, _ listing: TokenListing) -> [UInt8] {
        var writer = WireWriter()
        var flags: UInt8 = 0
        if listing.addsSpecials { flags |= 1 }
        if listing.namesSpecials { flags |= 2 }
        if listing.withBytes { flags |= 4 }
        writer.put(flags)
        writer.put(text)
        return writer.bytes
    }

    static func text(_ bytes: [UInt8]) throws -> (text: String, listing: TokenListing) {
        var reader = WireReader(bytes)
        let flags = try reader.number(UInt8.self)
        let listing = TokenListing(
            addsSpecials: flags & 1 != 0, namesSpecials: flags & 2 != 0, withBytes: flags & 4 != 0)
        return (try reader.text(), listing)
    }

    /// What is answered: the numbers, then the lengths of what they stand for and all of that in one, where it was asked for.
    static func bytes(_ tokens: [ModelToken], _ listing: TokenListing) -> [UInt8] {
        var writer = WireWriter()
        writer.put(tokens.map(\.id))
        guard listing.withBytes else { return writer.bytes }
        writer.put(tokens.map { Int32(clamping: $0.bytes.count) })
        writer.put(tokens.flatMap(\.bytes))
        return writer.bytes
    }

    /// - Parameter length: Bytes of the text that was asked about.
    /// - Throws: ``WireError`` for what cannot be its tokens.
    static func tokens(_ bytes: [UInt8], _ listing: TokenListing, ofBytes length: Int) throws -> [ModelToken] {
        var reader = WireReader(bytes)
        let ids = try reader.numbers()
        // No token is shorter than nothing, and escapes make one of each byte; a few stand around a prompt.
        guard ids.count <= length * 4 + 16, ids.allSatisfy({ $0 >= 0 }) else { throw WireError() }
        guard listing.withBytes else {
            guard reader.rest == 0 else { throw WireError() }
            return ids.map { ModelToken(id: $0) }
        }
        let lengths = try reader.numbers()
        let all = try reader.content()
        guard lengths.count == ids.count, lengths.allSatisfy({ $0 >= 0 }), reader.rest == 0,
            lengths.reduce(0, { $0 + Int($1) }) == all.count
        else { throw WireError() }
        var start = 0
        return zip(ids, lengths).map { id, length in
            defer { start += Int(length) }
            return ModelToken(id: id, bytes: Array(all[start..<start + Int(length)]))
        }
    }
}
