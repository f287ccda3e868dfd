import HearthCore
import HearthTesting
import Testing

struct PartialJSONTests {
    @Test func aTextCutAnywhereGivesTheValueThatParsingGives() throws {
        var made = RandomJSON(seed: 1)
        for _ in 0..<400 {
            let value = made.value()
            let bytes = Array(made.written(value).utf8)
            var parser = PartialJSON()
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...min(7, rest.count), using: &made.random)
                try parser.append(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(try parser.finish() == JSONValue(parsing: bytes))
            #expect(try JSONValue(parsing: bytes) == value)
        }
    }

    @Test func snapshotsOnlyGrowAndEndAsTheValue() throws {
        var made = RandomJSON(seed: 2)
        for _ in 0..<200 {
            let value = JSONValue.array([made.value(), made.value()])
            var parser = PartialJSON()
            var last: JSONValue?
            for byte in made.written(value).utf8 {
                try parser.append(CollectionOfOne(byte))
                let snapshot = parser.snapshot
                #expect(snapshot != nil)
                if let last, let snapshot { #expect(Self.grows(last, into: snapshot.value)) }
                last = snapshot?.value
            }
            #expect(parser.snapshot == GeneratedContent(value))
        }
    }

    /// Whether a snapshot could become another one.
    private static func grows(_ earlier: JSONValue, into later: JSONValue) -> Bool {
        switch (earlier, later) {
        case (.string(let a), .string(let b)): return b.utf8.starts(with: a.utf8)
        case (.array(let a), .array(let b)): return a.count <= b.count && zip(a, b).allSatisfy(grows)
        case (.object(let a), .object(let b)):
            return b.keys.starts(with: a.keys) && zip(a.values, b.values).allSatisfy(grows)
        default: return earlier == later
        }
    }

    @Test(arguments: [
        (#"{"a": 12"#, "{}"), (#"{"a": 12,"#, #"{"a":12}"#), (#"{"a": tru"#, "{}"), (#"{"a": "x\"#, #"{"a":"x"}"#),
        (#"{"a": "x\u00"#, #"{"a":"x"}"#), (#"{"a": "x\ud83d"#, #"{"a":"x"}"#), (#"{"a": "x\ud83d\u"#, #"{"a":"x"}"#),
        (#"{"a": "x\ud83d\ude00"#, #"{"a":"x😀"}"#), (#"{"a": "x\ud83dy"#, #"{"a":"x�y"}"#),
        (#"{"a": 1, "b"#, #"{"a":1}"#),
        (#"{"a": 1, "b":"#, #"{"a":1}"#), (#"[[1, 2], [3"#, "[[1,2],[]]"), ("[", "[]"),
    ])
    func whatMayStillChangeIsHeldBack(_ text: String, _ expected: String) throws {
        let content = try GeneratedContent(json: text)
        #expect(content.jsonString == expected)
        #expect(!content.isComplete)
    }

    @Test func halfACharacterIsHeldBack() throws {
        var parser = PartialJSON()
        try parser.append(Array("[\"a漢".utf8).dropLast())
        #expect(parser.snapshot?.value == ["a"])
        try parser.append([Array("漢".utf8)[2]])
        #expect(parser.snapshot?.value == ["a漢"])
    }

    @Test func onlyWhatIsBeingWrittenIsIncomplete() throws {
        let content = try GeneratedContent(json: #"{"a": "done", "b": ["one", "tw"#)
        #expect(try content.value(GeneratedContent.self, forProperty: "a").isComplete)
        let items = try content.value(GeneratedContent.self, forProperty: "b").elements()
        #expect(items.map(\.isComplete) == [true, false])
        let closed = try GeneratedContent(json: #"{"b": ["one", "two"]"#)
        #expect(!closed.isComplete)
        #expect(try closed.value(GeneratedContent.self, forProperty: "b").isComplete)
    }

    @Test func textsThatAreNotJSONAreRefusedAsTheParserRefusesThem() throws {
        var made = RandomJSON(seed: 3)
        var refused = 0
        for _ in 0..<3_000 {
            var bytes = Array(made.written(made.value()).utf8)
            for _ in 0..<Int.random(in: 1...2, using: &made.random) {
                let at = Int.random(in: 0...bytes.count, using: &made.random)
                let odd = Array("{}[],:\"\\utfn019.-+eE \u{1}é".utf8).randomElement(using: &made.random) ?? 0
                switch Int.random(in: 0..<3, using: &made.random) {
                case 0: bytes.insert(odd, at: at)
                case 1 where at < bytes.count: bytes[at] = odd
                case 2 where at < bytes.count: bytes.remove(at: at)
                default: break
                }
            }
            let expected = try? JSONValue(parsing: bytes)
            var parser = PartialJSON()
            var found: JSONValue?
            if (try? parser.append(bytes)) != nil { found = try? parser.finish() }
            #expect(found == expected, "\(String(decoding: bytes, as: UTF8.self))")
            if expected == nil { refused += 1 }
        }
        #expect(refused > 500)
    }

    @Test func deepTextsAreRefusedWithoutRecursion() {
        var parser = PartialJSON()
        #expect(throws: JSONSyntaxError.self) { try parser.append(String(repeating: "[", count: 1_000_000)) }
        #expect(throws: JSONSyntaxError.self) { try parser.append(" ") }
    }
}
