import HearthCore
import HearthTesting

/// Random JSON values and texts, the same on every run.
struct RandomJSON {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func value(depth: Int = 0) -> JSONValue {
        switch Int.random(in: 0..<(depth > 4 ? 5 : 8), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return .number(JSONNumber(Int.random(in: -1_000_000...1_000_000, using: &random)))
        case 3: return JSONNumber("\(Double.random(in: -9...9, using: &random))").map(JSONValue.number) ?? .null
        case 4: return .string(text())
        case 5: return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth: depth + 1) })
        default:
            let count = Int.random(in: 0...4, using: &random)
            return .object(JSONObject((0..<count).map { ("\($0)" + text(), value(depth: depth + 1)) }))
        }
    }

    mutating func text() -> String {
        let alphabet = ["a", "B", " ", "\"", "\\", "/", "\n", "\u{1}", "é", "漢", "👩‍👩‍👧", "\u{FFFD}", "u", "}"]
        return (0..<Int.random(in: 0...6, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "" }
            .joined()
    }

    /// The value in one of the many ways to write it.
    mutating func written(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): return written(text)
        case .array(let items):
            return "[" + space() + items.map { written($0) + space() }.joined(separator: "," + space()) + "]"
        case .object(let object):
            let members = object.map { written($0.0) + space() + ":" + space() + written($0.1) + space() }
            return "{" + space() + members.joined(separator: "," + space()) + "}"
        default: return value.description
        }
    }

    private mutating func space() -> String { ["", " ", "\n", "\t\r "].randomElement(using: &random) ?? "" }

    private mutating func written(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if Int.random(in: 0..<3, using: &random) == 0 {
                for unit in String(scalar).utf16 {
                    let hex = String(unit, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                }
            } else {
                result += JSONValue.escaped(scalar)
            }
        }
        return result + "\""
    }
}
