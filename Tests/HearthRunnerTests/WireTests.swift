import Foundation
import HearthCore
import Testing

@testable import HearthRunner

/// What one process says, the other reads; what makes no sense is refused.
struct WireTests {
    @Test func everyPieceComesOverAsItWas() throws {
        let token = TokenLogprob(
            text: "a\\xff", bytes: [0xFF, 0x61], logprob: -.infinity,
            alternatives: [
                .init(text: "</s>", bytes: [], logprob: -0.25), .init(text: "ö", bytes: [0xC3, 0xB6], logprob: .nan),
            ])
        let call = ToolCallDelta(index: 3, id: "call_1", name: "get_weather", arguments: "{\"a\":\"ö")
        for event in [
            ResponseEvent.text("größe"), .reasoning(""), .logprobs([token, token]), .logprobs([]), .toolCall(call),
        ] {
            let frame = try #require(EventCoding.frame(event, 7))
            #expect(String(describing: try EventCoding.event(frame)) == String(describing: event))
        }
    }

    @Test func toolsAndCallsComeOverAsTheyWere() throws {
        var request = ModelRequest(
            task: .chat, messages: [Message(.user, "go")], options: GenerationOptions(),
            tools: [
                ToolDefinition(
                    name: "get_weather", description: "Says it.",
                    parameters: ["type": "object", "properties": ["z": ["type": "string"], "a": ["const": 2]]])
            ])
        request.toolChoice = ToolChoice(isRequired: true, allowsSeveral: false)
        let sent: RequestMessage = try WireJSON.value(
            WireJSON.bytes(RequestMessage(request, engine: 1, isKept: false)))
        let arrived = try sent.request(1)
        #expect(arrived.tools == request.tools && arrived.toolChoice == request.toolChoice)
        var response = ModelResponse(
            text: "", toolCalls: [ToolCall(id: "call_1", name: "get_weather", arguments: #"{"z":"ö"}"#)],
            usage: TokenUsage(), timings: Timings(), finishReason: .toolCalls)
        #expect(try ResponseMessage(response).response(to: request).toolCalls == response.toolCalls)
        // A child says anything: what was not offered, what is no object, what is no id.
        for call in [
            ToolCall(id: "call_1", name: "rm", arguments: "{}"),
            ToolCall(id: "call_1", name: "get_weather", arguments: "[]"),
            ToolCall(id: "call_1", name: "get_weather", arguments: "{"),
            ToolCall(id: "a\r\nb", name: "get_weather", arguments: "{}"),
            ToolCall(id: "", name: "get_weather", arguments: "{}"),
        ] {
            response.toolCalls = [call]
            let message = ResponseMessage(response)
            #expect(throws: WireError.self) { _ = try message.response(to: request) }
        }
    }

    @Test func whatStandsBehindAGapComesOver() throws {
        for suffix in ["größe", "", nil] as [String?] {
            var request = ModelRequest(task: .textCompletion, messages: [Message(.user, "go")])
            request.suffix = suffix
            let sent: RequestMessage = try WireJSON.value(
                WireJSON.bytes(RequestMessage(request, engine: 1, isKept: false)))
            #expect(try sent.request(1).suffix == suffix)
        }
    }

    @Test func aStopSequenceComesOverWhereItWasAskedFor() throws {
        var request = ModelRequest(task: .chat, messages: [Message(.user, "go")])
        request.options.stopSequences = ["END"]
        for (said, told) in [("END", "END"), ("ELSE", nil), (nil, nil)] as [(String?, String?)] {
            let response = ModelResponse(
                text: "", usage: TokenUsage(), timings: Timings(), finishReason: .stop, stopSequence: said)
            let sent: ResponseMessage = try WireJSON.value(WireJSON.bytes(ResponseMessage(response)))
            #expect(try sent.response(to: request).stopSequence == told)
        }
    }

    @Test func tokensComeOverAsTheyWereAndWhatCannotBeThoseOfATextIsRefused() throws {
        let tokens = [ModelToken(id: 7, bytes: [0xC3]), ModelToken(id: 0), ModelToken(id: .max, bytes: [0xA4, 0x20])]
        for flags in 0..<8 {
            let listing = TokenListing(
                addsSpecials: flags & 1 != 0, namesSpecials: flags & 2 != 0, withBytes: flags & 4 != 0)
            let asked = try TokenCoding.text(TokenCoding.bytes("größe", listing))
            #expect(asked.text == "größe" && asked.listing == listing)
            let sent = TokenCoding.bytes(tokens, listing)
            let arrived = try TokenCoding.tokens(sent, listing, ofBytes: 3)
            #expect(arrived == (listing.withBytes ? tokens : tokens.map { ModelToken(id: $0.id) }))
            for cut in 0..<sent.count {
                #expect(throws: WireError.self) {
                    _ = try TokenCoding.tokens(Array(sent.prefix(cut)), listing, ofBytes: 3)
                }
            }
            #expect(throws: WireError.self) { _ = try TokenCoding.tokens(sent + [0], listing, ofBytes: 3) }
        }
        // More than any text of that length has, and numbers that no token has.
        let many = TokenCoding.bytes((0..<30).map { ModelToken(id: $0) }, TokenListing())
        #expect(throws: WireError.self) { _ = try TokenCoding.tokens(many, TokenListing(), ofBytes: 3) }
        let negative = TokenCoding.bytes([ModelToken(id: -1)], TokenListing())
        #expect(throws: WireError.self) { _ = try TokenCoding.tokens(negative, TokenListing(), ofBytes: 3) }
        // Lengths that add up to what is there, and of which one is less than nothing.
        var writer = WireWriter()
        writer.put([Int32(1), 2])
        writer.put([Int32(3), -1])
        writer.put([UInt8(1), 2])
        let listing = TokenListing(withBytes: true)
        #expect(throws: WireError.self) { _ = try TokenCoding.tokens(writer.bytes, listing, ofBytes: 3) }
    }

    @Test func bytesThatAreNoMessageAreRefused() throws {
        let frame = try #require(
            EventCoding.frame(.logprobs([TokenLogprob(bytes: [1, 2, 3], logprob: -1)]), 7))
        for cut in 0..<frame.payload.count {
            var short = frame
            short.payload = Array(frame.payload.prefix(cut))
            #expect(throws: WireError.self) { _ = try EventCoding.event(short) }
        }
        // Lengths beyond all that is there.
        for place in stride(from: 0, to: frame.payload.count - 8, by: 1) {
            var wrong = frame
            for byte in 0..<8 { wrong.payload[place + byte] = 0xFF }
            _ = try? EventCoding.event(wrong)
        }
        var reader = WireReader([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: WireError.self) { _ = try reader.numbers() }
    }

    @Test func framesCrossASocketWhole() throws {
        let (one, other) = try #require(Channel.pair())
        let long = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) }
        let sender = Task {
            one.send(Frame(kind: .text, number: 3, payload: long)) && one.send(Frame(kind: .final, number: 4))
        }
        let first = try #require(try other.receive())
        #expect(first.kind == .text && first.number == 3 && first.payload == long)
        #expect(try other.receive()?.kind == .final)
        one.shut()
        #expect(try other.receive() == nil)
        _ = sender
    }

    @Test func aFrameOfNoKindOrBeyondItsLimitIsNone() throws {
        for head: [UInt8] in [[0, 0, 0, 0, 255, 0, 0, 0, 0], [0xFF, 0xFF, 0xFF, 0xFF, 66, 0, 0, 0, 0]] {
            let (one, other) = try #require(Channel.pair())
            #expect(head.withUnsafeBytes { write(one.descriptor, $0.baseAddress, $0.count) } == head.count)
            #expect(throws: WireError.self) { _ = try other.receive() }
        }
    }
}
