import HearthCore
import HearthModels
import HostileTexts
import Testing

@testable import HearthRedaction

@Suite("Redaction, over generated texts")
struct RedactionPropertyTests {
    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 16) | (state << 48)
        }
    }

    /// Values that must never be seen in what leaves, made anew each time.
    private static func value(_ random: inout Generator) -> String {
        func digits(_ count: Int) -> String {
            (0..<count).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
        }
        func letters(_ count: Int) -> String {
            String((0..<count).compactMap { _ in "bcdfghklmnprstvz".randomElement(using: &random) })
        }
        switch Int.random(in: 0..<10, using: &random) {
        case 0: return "\(letters(6)).\(letters(5))@\(letters(7)).org"
        case 1: return "+\(Int.random(in: 1...9, using: &random))\(digits(2)) \(digits(3)) \(digits(4))"
        case 2:
            let body = "4" + digits(14)
            let check = (0...9).first { NumberDetector.passesLuhn(Array("\(body)\($0)".utf8)) } ?? 0
            return "\(body)\(check)"
        case 3:
            let body = digits(16)
            let check = (2...98).first {
                AccountDetector.isValid(Array(("AT" + String($0 + 100).suffix(2) + body).utf8))
            }
            return "AT" + String((check ?? 0) + 100).suffix(2) + body
        case 4: return "sk-\(letters(12))\(digits(8))"
        case 5: return "ghp_\(letters(18))\(digits(18))"
        case 6: return "10.\(Int.random(in: 0...255, using: &random)).3.\(Int.random(in: 0...255, using: &random))"
        case 7: return "Maria \(letters(1).uppercased())\(letters(7))"
        case 8: return "\(Int.random(in: 1...999, using: &random)) \(letters(1).uppercased())\(letters(6)) Street"
        default: return "(\(Int.random(in: 200...999, using: &random))) \(digits(3))-\(digits(4))"
        }
    }

    private static let frames = [
        "I told them about %, and they agreed.", "The record says: %.", "Then (%) was read out.",
        "Please note %\nand go on.",
        "It was “%” that came first.",
    ]

    @Test("What was put in is not in what leaves, and comes back exactly")
    func nothingLeaks() throws {
        var random = Generator(state: 7)
        for _ in 0..<300 {
            let values = (0..<3).map { _ in Self.value(&random) }
            let messages = values.map { value in
                let frame = Self.frames.randomElement(using: &random) ?? "%"
                return Message(
                    .user, frame.split(separator: "%", omittingEmptySubsequences: false).joined(separator: value))
            }
            let request = ModelRequest(task: .chat, messages: messages + messages.reversed())
            let result = try LocalRedactor().redact(
                request, options: RedactionOptions(acceptsDoubt: true, explainsPlaceholders: false))
            let restorer = PlaceholderRestorer(result.replacements)
            for (sent, original) in zip(result.request.messages, request.messages) {
                for value in values { #expect(!sent.content.contains(value), "\(value) in \(sent.content)") }
                #expect(Array(restorer.restore(sent.content).utf8) == Array(original.content.utf8))
            }
            #expect(Set(result.replacements.map(\.placeholder)).count == result.replacements.count)
        }
    }

    @Test("Restoring what was redacted gives the text back, byte for byte, whatever it is")
    func roundTrip() throws {
        let options = RedactionOptions(acceptsDoubt: true, explainsPlaceholders: false)
        for text in HostileTexts.all + [
            "[PERSON_1] [[EMAIL_1]] a@b.c [PERSON_Maria Brontel]", "e\u{301}@x.org é@x.org",
        ] {
            let result = try LocalRedactor().redact(
                ModelRequest(task: .chat, messages: [Message(.user, text)]), options: options)
            let restored = PlaceholderRestorer(result.replacements).restore(result.request.messages[0].content)
            #expect(Array(restored.utf8) == Array(text.utf8))
        }
    }

    @Test("A placeholder is restored however the answer is cut into pieces")
    func streaming() {
        let replacements: [RedactedPrompt.Replacement] = [
            .init(placeholder: "[PERSON_1]", kind: .person, original: "Jörg \"J\" Brontel\n"),
            .init(placeholder: "[EMAIL_12]", kind: .email, original: "[PERSON_1]@x.org"),
        ]
        let answer = "Dear [PERSON_1], [[EMAIL_12]] [PERSON_2] [PERSON_1 [EMAIL_12]é[ [é[PERSON_1]\u{301}[PERSON_"
        let whole = PlaceholderRestorer(replacements).restore(answer)
        #expect(whole.utf8.count > answer.utf8.count)
        #expect(whole.contains("[PERSON_1]@x.org"), "what is put back is not looked at again")
        var random = Generator(state: 3)
        for _ in 0..<500 {
            var restorer = PlaceholderRestorer(replacements)
            var out: [UInt8] = []
            var rest = Substring(answer).unicodeScalars
            while !rest.isEmpty {
                let piece = rest.prefix(Int.random(in: 1...7, using: &random))
                out += restorer.push(String(piece)).utf8
                rest = rest.dropFirst(piece.count)
            }
            out += restorer.finish().utf8
            #expect(out == Array(whole.utf8))
        }
    }

    @Test("Inside JSON what is put back is escaped")
    func json() throws {
        let replacements = [RedactedPrompt.Replacement(placeholder: "[NAME_1]", kind: .name, original: "A \"B\"\n\\C")]
        let text = PlaceholderRestorer(replacements, form: .json).restore(#"{"who":"[NAME_1]"}"#)
        #expect(try JSONValue(parsing: text)["who"]?.stringValue == "A \"B\"\n\\C")
        let value = PlaceholderRestorer(replacements).restore(JSONValue.object(JSONObject([("[NAME_1]", "x")])))
        #expect(value == .object(JSONObject([("A \"B\"\n\\C", "x")])))
    }

    @Test("Long hostile texts are done with in one pass")
    func long() throws {
        let pieces = [
            "@", "a@", "1 ", "(", "-----BEGIN X", "sk-", "AT12 ", "[A", "1-", "password is ", "://a", "12 Rue ", "a:",
        ]
        for piece in pieces {
            let text = String(repeating: piece, count: 4_000)
            _ = try? LocalRedactor().redact(
                ModelRequest(task: .chat, messages: [Message(.user, text)]),
                options: RedactionOptions(acceptsDoubt: true))
        }
    }
}
