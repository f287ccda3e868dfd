import HearthCore
import HearthTemplates
import Testing

@testable import HearthLlama

/// Calls in a text, however its pieces are cut, and whatever a model makes of them.
struct ToolCallReaderTests {
    private static let names = ["get_weather", "now"]

    private struct Read: Equatable {
        var text = ""
        var calls: [ToolCall] = []
        /// Calls as their pieces told of them.
        var told: [ToolCall] = []
    }

    private static func format(_ template: String) throws -> ToolCallFormat {
        try #require(ToolCallFormat(template: template))
    }

    private static let hermes = "<tool_call>"
    private static let llama = "<|python_tag|>"
    private static let mistral = "[TOOL_CALLS]"

    private static func reader(
        _ template: String, _ choice: ToolChoice = ToolChoice()
    ) throws -> ToolCallReader {
        var count = 0
        return ToolCallReader(try format(template), names: names, choice: choice) {
            count += 1
            return "id\(count)"
        }
    }

    private static func add(_ output: ToolCallReader.Output, to read: inout Read) {
        for part in output.parts {
            switch part {
            case .text(let bytes): read.text += String(decoding: bytes, as: UTF8.self)
            case .call(let piece):
                if piece.index == read.told.count {
                    read.told.append(ToolCall(id: piece.id, name: piece.name, arguments: ""))
                }
                #expect(piece.id == read.told[piece.index].id && piece.name == read.told[piece.index].name)
                read.told[piece.index].arguments += piece.arguments
            }
        }
    }

    /// Reads a text in pieces of one length.
    private static func read(
        _ text: String, _ template: String, pieces length: Int = .max, _ choice: ToolChoice = ToolChoice()
    ) throws -> (Read, ToolCallReader) {
        var reader = try reader(template, choice)
        var read = Read()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            add(reader.append(Array(rest.prefix(length))), to: &read)
            rest = rest.dropFirst(length)
        }
        add(reader.finish(), to: &read)
        read.calls = reader.calls
        return (read, reader)
    }

    private static let weather = ToolCall(
        id: "id1", name: "get_weather", arguments: #"{"city": "Köln \"<tool_call>\""}"#)
    private static let now = ToolCall(id: "id2", name: "now", arguments: "{}")

    /// What models of each format write for the same two calls.
    private static let written: [(template: String, text: String)] = [
        (
            "<tool_call>",
            """
            Let me see.<tool_call>
            {"name": "get_weather", "arguments": {"city": "Köln \\"<tool_call>\\""}}
            </tool_call>
            <tool_call>{"name":"now","arguments": {} } </tool_call>
            """
        ),
        (
            "[TOOL_CALLS]",
            """
            Let me see.[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Köln \\"<tool_call>\\""}}, {"name": "now",
            "arguments": {}}]
            """
        ),
        (
            "[TOOL_CALLS][ARGS]",
            #"Let me see.[TOOL_CALLS]get_weather[ARGS]{"city": "Köln \"<tool_call>\""}[TOOL_CALLS]now[ARGS]{}"#
        ),
        (
            "<|python_tag|>",
            """
            {"name": "get_weather", "parameters": {"city": "Köln \\"<tool_call>\\""}}; {"type": "function", "name": "now",
            "parameters": {}}
            """
        ),
        (
            "<|tool_call|>",
            """
            Let me see.<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Köln \\"<tool_call>\\""}},
            {"name": "now", "arguments": {}}]
            """
        ),
        (
            "<function=",
            #"Let me see.<function=get_weather>{"city": "Köln \"<tool_call>\""}</function><function=now>{}</function>"#
        ),
        (
            "<｜tool▁call▁begin｜>",
            """
            Let me see.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Köln \\"<tool_call>\\""}\
            <｜tool▁call▁end｜><｜tool▁call▁begin｜>now<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>
            """
        ),
        (
            "<｜tool▁call▁begin｜>```json",
            """
            Let me see.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>get_weather
            ```json
            {"city": "Köln \\"<tool_call>\\""}
            ```<｜tool▁call▁end｜>
            <｜tool▁call▁begin｜>function<｜tool▁sep｜>now
            ```json
            {}
            ```<｜tool▁call▁end｜><｜tool▁calls▁end｜>
            """
        ),
    ]

    @Test func whatEachFormatWritesIsReadHoweverItIsCut() throws {
        for (template, text) in Self.written {
            let said = template == Self.llama ? "" : "Let me see."
            let expected = Read(text: said, calls: [Self.weather, Self.now], told: [Self.weather, Self.now])
            for length in [1, 2, 3, 5, 7, 11, 64, .max] {
                let (read, reader) = try Self.read(text, template, pieces: length)
                #expect(read == expected, "\(template) in pieces of \(length)")
                #expect(reader.endsWithCall && !reader.isInCall && !reader.isBroken)
            }
        }
    }

    /// The engine writes itself what is settled, and lets the model choose the rest.
    @Test func whatTheEngineWritesIsReadAsTheCallThatItMeans() throws {
        for (template, _) in Self.written {
            for isRequired in [false, true] {
                let choice = ToolChoice(isRequired: isRequired)
                var reader = try Self.reader(template, choice)
                var read = Read()
                if !isRequired {
                    let format = try Self.format(template)
                    #expect(reader.settled == nil && reader.rule == nil)
                    Self.add(reader.append(Array((format.silent.first ?? "").utf8)), to: &read)
                    Self.add(reader.append(Array((format.marks.first ?? "").utf8)), to: &read)
                }
                var steps = 0
                while reader.isInCall, steps < 40 {
                    steps += 1
                    if let settled = reader.settled {
                        #expect(reader.rule == nil)
                        Self.add(reader.append(settled), to: &read)
                        continue
                    }
                    switch reader.rule {
                    case .name:
                        let name = reader.calls.isEmpty ? "get_weather" : "now"
                        Self.add(reader.append(Array(name.utf8)), to: &read)
                        Self.add(reader.append(reader.terminator), to: &read)
                    case .arguments(let tool):
                        #expect(tool == reader.calls.count)
                        let arguments = tool == 0 ? Self.weather.arguments : "{}"
                        Self.add(reader.append(Array(" \(arguments)".utf8)), to: &read)
                    case .more: Self.add(reader.append(Array((reader.calls.count < 2 ? "," : "]").utf8)), to: &read)
                    case nil: Issue.record("\(template): nothing to write and nothing to choose")
                    }
                }
                let expected = Array([Self.weather, Self.now].prefix(reader.calls.count))
                #expect(read.told == expected, "\(template)")
                #expect(reader.calls == expected && !reader.calls.isEmpty && reader.endsWithCall)
                #expect(read.text.isEmpty)
            }
        }
    }

    // MARK: - Text that is no call

    @Test func whatOnlyBeginsLikeACallIsText() throws {
        for (template, text) in [
            (Self.hermes, "a < b, <tool, <tool_cal"), (Self.hermes, "<tool_response> is none"),
            (Self.mistral, "see [1] and [TOOL]"), (Self.llama, #"{"name": "get_weathers"}"#),
            (Self.llama, #"Then {"name": "now"} it is"#), (Self.llama, #"{"name": 7}"#), (Self.llama, #"{"na"#),
            (Self.llama, #"{"type": "function", "name": "n"#), (Self.hermes, " \n spaced"), (Self.llama, "  \n"),
        ] {
            for length in [1, 3, .max] {
                let (read, reader) = try Self.read(text, template, pieces: length)
                #expect(read == Read(text: text), "\(template): \(text)")
                #expect(!reader.endsWithCall)
            }
        }
    }

    @Test func whiteSpaceAroundCallsIsNoneOfTheAnswer() throws {
        let call = #"<tool_call>{"name": "now", "arguments": {}}</tool_call>"#
        let (alone, _) = try Self.read(" \n\(call)\n \n\(call)\n\n", Self.hermes, pieces: 2)
        #expect(alone.text.isEmpty && alone.calls.count == 2)
        let (between, reader) = try Self.read("a\(call)\n b", Self.hermes)
        #expect(between.text == "a\n b" && between.calls.count == 1 && !reader.endsWithCall)
    }

    @Test func aCallThatIsNotWholeIsNone() throws {
        let whole = #"<tool_call>{"name": "now", "arguments": {"a": [1, 2]}}"#
        let body = #"{"a": [1, 2]}"#
        for count in whole.indices.map({ whole.distance(from: whole.startIndex, to: $0) }) {
            let (read, reader) = try Self.read(String(whole.prefix(count)), Self.hermes, pieces: 4)
            // The closing brace of the arguments is what makes it whole.
            let expected = count == whole.count - 1 ? 1 : 0
            #expect(read.calls.count == expected, "\(count)")
            #expect(reader.endsWithCall == !read.calls.isEmpty)
            let told = read.told.first?.arguments ?? ""
            #expect(body.hasPrefix(told))
        }
    }

    @Test func aFormThatIsNoneOrANameThatNobodyOfferedIsNoCall() throws {
        for text in [
            #"<tool_call>{"name": "rm", "arguments": {}}</tool_call>"#, #"<tool_call>[1]</tool_call>"#,
            #"<tool_call>{"name": "now" "arguments": {}}</tool_call>"#, "<tool_call></tool_call>",
            "<tool_call>" + String(repeating: "x", count: 10_000),
        ] {
            let (read, _) = try Self.read(text, Self.hermes, pieces: 3)
            #expect(read.calls.isEmpty, "\(text.prefix(60))")
        }
    }

    // MARK: - How many, and for how long

    @Test func whereOneCallIsAllowedTheAnswerEndsWithIt() throws {
        for (template, text) in Self.written {
            let (read, reader) = try Self.read(text, template, pieces: 1, ToolChoice(allowsSeveral: false))
            #expect(read.calls == [Self.weather], "\(template)")
            // A list is settled to end then, which this text does not.
            if try Self.format(template).arrangement != .list { #expect(reader.isDone) }
        }
    }

    @Test func whoHasToCallSaysNothingElseAndMayCallAgain() throws {
        let call = #"<tool_call>{"name": "now", "arguments": {}}</tool_call>"#
        let (read, reader) = try Self.read("\(call)\n\(call) and more", Self.hermes, pieces: 1, .init(isRequired: true))
        #expect(read.calls.count == 2 && read.text.isEmpty && reader.isDone)
    }

    @Test func aModelThatCallsForEverIsStopped() throws {
        let many = String(repeating: #"<tool_call>{"name": "now", "arguments": {}}</tool_call>"#, count: 500)
        let (read, reader) = try Self.read(many, Self.hermes, pieces: 16)
        #expect(read.calls.count == ToolCallReader.mostCalls && reader.isDone)
        let list = Array(repeating: #"{"name": "now", "arguments": {}}"#, count: 500).joined(separator: ",")
        let (listed, end) = try Self.read("[TOOL_CALLS][\(list)]", Self.mistral, pieces: 16)
        #expect(listed.calls.count == ToolCallReader.mostCalls && !end.isBroken)
    }

    @Test func argumentsThatAreNestedBeyondReadingBreakTheCallAndEndTheAnswer() throws {
        let deep = #"<tool_call>{"name": "now", "arguments": {"a": "# + String(repeating: "[", count: 5_000)
        let (read, reader) = try Self.read(deep, Self.hermes, pieces: 64)
        #expect(reader.isBroken && reader.isDone && read.calls.isEmpty && read.text.isEmpty)
    }

    @Test func longArgumentsArriveWhole() throws {
        let long = String(repeating: "größer ", count: 20_000)
        let text = #"<tool_call>{"name": "now", "arguments": {"a": "\#(long)"}}</tool_call>"#
        let (read, _) = try Self.read(text, Self.hermes, pieces: 5)
        #expect(read.calls.first?.arguments == #"{"a": "\#(long)"}"#)
        #expect(read.told == read.calls)
    }

    /// A model that goes on with white space, or with what may become a call, is not waited for.
    @Test func nothingIsHeldBackForEver() throws {
        for (template, beginning) in [
            (Self.hermes, ""), (Self.llama, ""), (Self.llama, "{"), (Self.llama, #"{"name":"#),
        ] {
            var reader = try Self.reader(template)
            var read = Read()
            Self.add(reader.append(Array(beginning.utf8)), to: &read)
            for _ in 0..<2_000 { Self.add(reader.append(Array("  \n".utf8)), to: &read) }
            #expect(read.text.utf8.count > 5_000, "\(beginning)")
            Self.add(reader.finish(), to: &read)
            #expect(read.text.utf8.count == beginning.utf8.count + 6_000)
        }
    }

    @Test func idsAreOfTheirOwnAndPlain() {
        let ids = (0..<100).map { _ in ToolCallReader.freshID() }
        #expect(Set(ids).count == 100)
        #expect(ids.allSatisfy { $0.utf8.count == 29 && $0.hasPrefix("call_") })
    }
}
