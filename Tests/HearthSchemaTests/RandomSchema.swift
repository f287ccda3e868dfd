import HearthCore
import HearthSchema
import HearthTesting

/// Makes schemas, and values that have a fair chance to be near their borders.
struct RandomSchema {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed &* 0xD134_2543_DE82_EF95 &+ 0x2545_F491_4F6C_DD1D) }

    private mutating func pick<T>(_ items: [T]) -> T { items[Int.random(in: 0..<items.count, using: &generator)] }
    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
    private static let names = ["a", "b", "ab", "c\"d"]

    mutating func number() -> JSONValue {
        let text = pick([
            "0", "1", "-1", "2", "3", "10", "12", "99", "-7", "0.5", "1.5", "-0.25", "2.75", "100", "3.05", "-12",
            "1e2",
        ])
        return .number(JSONNumber(text) ?? JSONNumber(0))
    }

    mutating func string() -> String {
        pick(["", "a", "b", "ab", "abc", "aab", "é", "😀", "\"", "\n", "2020-02-30", "2020-02-29", "7", "A-b"])
    }

    mutating func value(depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &generator) {
        case 0: return .null
        case 1: return .bool(chance(50))
        case 2, 3: return number()
        case 4, 5: return .string(string())
        case 6: return .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in value(depth: depth - 1) })
        default:
            var object = JSONObject()
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                object[pick(Self.names + ["z"])] = value(depth: depth - 1)
            }
            return .object(object)
        }
    }

    mutating func schema(depth: Int) -> JSONValue {
        if depth == 0 || chance(8) {
            return pick([true, ["type": "integer"], ["type": "string"], false, ["const": 1], ["type": "null"]])
        }
        var schema = JSONObject()
        if chance(60) {
            schema["type"] = pick([
                "string", "number", "integer", "object", "object", "array", "array", ["null", "string"],
                ["object", "integer"],
            ])
        }
        for _ in 0..<Int.random(in: 1...3, using: &generator) { add(to: &schema, depth: depth - 1) }
        return .object(schema)
    }

    private mutating func list(_ depth: Int) -> JSONValue {
        .array((0..<Int.random(in: 1...3, using: &generator)).map { _ in schema(depth: depth) })
    }

    private mutating func map(_ keys: [String], _ depth: Int) -> JSONValue {
        var object = JSONObject()
        for _ in 0..<Int.random(in: 1...3, using: &generator) { object[pick(keys)] = schema(depth: depth) }
        return .object(object)
    }

    private mutating func add(to schema: inout JSONObject, depth: Int) {
        let small = Int.random(in: 0...3, using: &generator)
        switch Int.random(in: 0..<27, using: &generator) {
        case 0: schema["minimum"] = number()
        case 1: schema["maximum"] = number()
        case 2: schema["exclusiveMinimum"] = number()
        case 3: schema["exclusiveMaximum"] = number()
        case 4:
            schema["multipleOf"] = pick([
                2, 3, .number(JSONNumber("0.5") ?? JSONNumber(1)), .number(JSONNumber("0.25") ?? JSONNumber(1)),
            ])
        case 5: schema["minLength"] = .number(JSONNumber(small))
        case 6: schema["maxLength"] = .number(JSONNumber(small))
        case 7: schema["pattern"] = pick(["^a", "b$", "^[a-z]*$", "a|b", "^(?!a)", "^.{2}$", #"\d"#, "^(ab|c)+$"])
        case 8: schema["enum"] = .array((0..<3).map { _ in value(depth: 1) })
        case 9: schema["const"] = value(depth: 1)
        case 10, 11, 12: schema["properties"] = map(Self.names, depth)
        case 13, 14: schema["required"] = .array([.string(pick(Self.names)), .string(pick(Self.names))])
        case 15: schema["additionalProperties"] = self.schema(depth: depth)
        case 16: schema["patternProperties"] = map(["^a", "b$", "z"], depth)
        case 17: schema["minProperties"] = .number(JSONNumber(min(small, 2)))
        case 18: schema["maxProperties"] = .number(JSONNumber(small))
        case 19: schema["items"] = self.schema(depth: depth)
        case 20: schema["prefixItems"] = list(depth)
        case 21: schema[pick(["minItems", "maxItems"])] = .number(JSONNumber(small))
        case 22: schema["contains"] = self.schema(depth: depth)
        case 23: schema[pick(["anyOf", "allOf"])] = list(depth)
        case 24: schema["oneOf"] = list(depth)
        case 25: schema["not"] = self.schema(depth: depth)
        default:
            schema[pick(["unevaluatedProperties", "propertyNames", "if", "unevaluatedItems"])] = self.schema(
                depth: depth)
            if schema["if"] != nil { schema[pick(["then", "else"])] = self.schema(depth: depth) }
            if chance(30) { schema["dependentRequired"] = ["a": ["b"]] }
            if chance(30) { schema["format"] = "date" }
        }
    }
}
