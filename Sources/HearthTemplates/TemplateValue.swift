/// Data handed to a template: what JSON can hold. Mappings keep their order, because templates print them.
public enum TemplateValue: Sendable, Equatable {
    case none
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([TemplateValue])
    case object([(key: String, value: TemplateValue)])

    public static func == (left: TemplateValue, right: TemplateValue) -> Bool {
        switch (left, right) {
        case (.none, .none): true
        case (.bool(let a), .bool(let b)): a == b
        case (.int(let a), .int(let b)): a == b
        case (.double(let a), .double(let b)): a == b
        case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a.elementsEqual(b) { $0.key == $1.key && $0.value == $1.value }
        default: false
        }
    }
}

extension TemplateValue: Decodable {
    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// The order in which the field names them. Decoders forget the order of the text, and another order each time
    /// would print another prompt each time; what is not listed follows by name.
    private static let order = [
        "role", "type", "function", "id", "name", "content", "text", "description", "parameters", "arguments",
        "properties", "required",
    ]

    /// - Throws: `DecodingError` for what is not JSON, or nested more than 64 deep.
    public init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= 64 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "nested too deeply"))
        }
        if let container = try? decoder.container(keyedBy: Key.self) {
            let keys = container.allKeys.sorted {
                let left = Self.order.firstIndex(of: $0.stringValue) ?? Int.max
                let right = Self.order.firstIndex(of: $1.stringValue) ?? Int.max
                return left == right ? $0.stringValue < $1.stringValue : left < right
            }
            self = .object(
                try keys.map { ($0.stringValue, try container.decode(TemplateValue.self, forKey: $0)) })
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var items: [TemplateValue] = []
            while !container.isAtEnd { items.append(try container.decode(TemplateValue.self)) }
            self = .array(items)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .none
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else {
            self = .string(try container.decode(String.self))
        }
    }
}
