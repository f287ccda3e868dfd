import HearthCore
import HearthTesting
import Testing

@testable import HearthModels

@Suite struct ServerSentEventParserTests {
    /// Every rule of the standard at once: a byte order mark, all three line ends, comments, several lines of data, fields
    /// without a value, ids, a null in an id, an unknown field, a retry, an event without data, and one that is cut off.
    static let stream: [UInt8] =
        [0xEF, 0xBB, 0xBF]
        + Array(
            ("data: first\r\n\r\n" + ": comment\r" + "event: named\rdata:no space\rdata:  two spaces\r\r"
                + "id: 7\ndata\n\n" + "id: a\0b\ndata: Zwölf 東京 👩‍👩‍👧\n\n" + "event: lost\n\n" + "data\ndata\n\n"
                + "unknown: field\nretry: 1500\nretry: soon\ndata: a:b: c\r\n\r\n" + ":\n\n" + "data: \u{FEFF}mark\n\n"
                + "id\ndata: last\n\n" + "data: cut off").utf8)

    static let events = [
        ServerSentEvent(data: "first"),
        ServerSentEvent(type: "named", data: "no space\n two spaces"),
        ServerSentEvent(data: "", lastEventID: "7"),
        ServerSentEvent(data: "Zwölf 東京 👩‍👩‍👧", lastEventID: "7"),
        ServerSentEvent(data: "\n", lastEventID: "7"),
        ServerSentEvent(data: "a:b: c", lastEventID: "7"),
        ServerSentEvent(data: "\u{FEFF}mark", lastEventID: "7"),
        ServerSentEvent(data: "last"),
    ]

    static func parse(_ pieces: [[UInt8]]) throws -> [ServerSentEvent] {
        var parser = ServerSentEventParser()
        var events: [ServerSentEvent] = []
        for piece in pieces { try parser.consume(piece, into: &events) }
        return events
    }

    @Test func readsWhatTheStandardSays() throws {
        #expect(try Self.parse([Self.stream]) == Self.events)
    }

    @Test func everyCutInTwoGivesTheSame() throws {
        for place in 0...Self.stream.count {
            let pieces = [Array(Self.stream[..<place]), Array(Self.stream[place...])]
            #expect(try Self.parse(pieces) == Self.events, "cut at \(place)")
        }
    }

    @Test func byteForByteGivesTheSame() throws {
        #expect(try Self.parse(Self.stream.map { [$0] }) == Self.events)
        #expect(try Self.parse(Self.stream.flatMap { [[$0], []] }) == Self.events)
    }

    @Test(arguments: 0..<200) func randomCutsGiveTheSame(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var pieces: [[UInt8]] = []
        var rest = Self.stream[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 0...12, using: &generator))
            pieces.append(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
        #expect(try Self.parse(pieces) == Self.events)
    }

    /// The property on streams that nobody wrote: pieces of the grammar in any order.
    @Test(arguments: 0..<100) func randomStreamsDoNotDependOnTheirCuts(seed: UInt64) throws {
        let parts = ["\r", "\n", "\r\n", "data", ":", " ", "event", "id", "x", "é", "data: y", ": c", "\u{FEFF}", "\0"]
        var generator = SeededGenerator(seed: seed)
        let text = (0..<120).map { _ in parts[Int.random(in: 0..<parts.count, using: &generator)] }.joined()
        let bytes = Array(text.utf8)
        let whole = try Self.parse([bytes])
        #expect(try Self.parse(bytes.map { [$0] }) == whole)
        let place = Int.random(in: 0...bytes.count, using: &generator)
        #expect(try Self.parse([Array(bytes[..<place]), Array(bytes[place...])]) == whole)
    }

    @Test func aWaitBeforeReconnectingIsKept() throws {
        var parser = ServerSentEventParser()
        var events: [ServerSentEvent] = []
        try parser.consume(Self.stream, into: &events)
        #expect(parser.retry == 1500)
        try parser.consume(Array("\nretry: 99999999999999999999999999\n".utf8), into: &events)
        #expect(parser.retry == 1500)
    }

    @Test func whatTheEndCutsOffIsLeftToTheCaller() throws {
        for (text, data) in [("data: a\n\ndata: [DONE]", "[DONE]"), ("data: a\n\ndata: [DONE]\n", "[DONE]")] {
            var parser = ServerSentEventParser()
            var events: [ServerSentEvent] = []
            try parser.consume(Array(text.utf8), into: &events)
            #expect(events.map(\.data) == ["a"])
            #expect(try parser.finish()?.data == data)
        }
        var parser = ServerSentEventParser()
        var events: [ServerSentEvent] = []
        try parser.consume(Array("data: a\n\n".utf8), into: &events)
        #expect(try parser.finish() == nil)
    }

    @Test func bytesThatAreNotUTF8AreAnErrorWhereverTheyAreCut() throws {
        let bytes = Array("data: good\n\ndata: ".utf8) + [0xC3, 0x28] + Array("\n\n".utf8)
        for place in 0...bytes.count {
            var parser = ServerSentEventParser()
            var events: [ServerSentEvent] = []
            #expect(throws: StreamFormatError.self) {
                try parser.consume(Array(bytes[..<place]), into: &events)
                try parser.consume(Array(bytes[place...]), into: &events)
            }
            #expect(events.map(\.data) == ["good"])
        }
    }

    @Test func endlessLinesAndEventsAreRefused() throws {
        let limits = ServerSentEventParser.Limits(lineBytes: 100, eventBytes: 250)
        var events: [ServerSentEvent] = []
        var line = ServerSentEventParser(limits: limits)
        #expect(throws: StreamFormatError.self) {
            for _ in 0..<200 { try line.consume(Array("x".utf8), into: &events) }
        }
        var data = ServerSentEventParser(limits: limits)
        #expect(throws: StreamFormatError.self) {
            for _ in 0..<20 { try data.consume(Array("data: 12345678901234567890\n".utf8), into: &events) }
        }
        var comments = ServerSentEventParser(limits: limits)
        for _ in 0..<1000 { try comments.consume(Array(": keep-alive\n\n".utf8), into: &events) }
        #expect(events.isEmpty)
    }
}
