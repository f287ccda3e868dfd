/// A template in Jinja, as model files carry it, read and ready to be rendered.
///
/// It behaves as in Hugging Face transformers: `trim_blocks` and `lstrip_blocks` are on, loops have `break` and
/// `continue`, values cannot be changed. It reaches nothing outside of what it is given, and stops at its limits.
public struct JinjaTemplate: Sendable {
    let statements: [Statement]
    private let limits: TemplateLimits

    /// - Throws: ``TemplateError`` when the text is not a template.
    public init(_ source: String, limits: TemplateLimits = TemplateLimits()) throws {
        statements = try Parser.statements(of: source, limits: limits)
        self.limits = limits
    }

    /// Renders with `context`.
    ///
    /// - Parameters:
    ///   - foreign: Values that people, documents and models wrote. Their bytes are told apart in the result.
    ///   - now: What `strftime_now` tells.
    /// - Throws: ``TemplateError`` where the template raises one or goes wrong; `CancellationError`.
    public func render(
        _ context: [String: TemplateValue], foreign: [String: TemplateValue] = [:],
        now: TemplateMoment = TemplateMoment()
    ) throws -> RenderedTemplate {
        var values: [String: Value] = [:]
        for (name, value) in context { values[name] = try Value(value, foreign: false, limit: limits.valueDepth) }
        for (name, value) in foreign { values[name] = try Value(value, foreign: true, limit: limits.valueDepth) }
        return RenderedTemplate(try Renderer(limits: limits, now: now).render(statements, context: values))
    }
}

/// What a template made: text, and which of it is the template's own.
public struct RenderedTemplate: Sendable, Equatable {
    /// A run of text from one side.
    public struct Part: Sendable, Equatable {
        public var text: [UInt8]
        /// Written by people, documents or a model: never to be read as marks that steer.
        public var isForeign: Bool
    }

    /// UTF-8, in order; no two neighbours from the same side, none empty.
    public let parts: [Part]

    /// All parts together.
    public var text: String { String(decoding: parts.flatMap(\.text), as: UTF8.self) }

    init(_ text: Text) {
        var parts: [Part] = []
        var position = 0
        for range in text.foreign {
            if position < range.lowerBound {
                parts.append(Part(text: Array(text.bytes[position..<range.lowerBound]), isForeign: false))
            }
            parts.append(Part(text: Array(text.bytes[range]), isForeign: true))
            position = range.upperBound
        }
        if position < text.count { parts.append(Part(text: Array(text.bytes[position...]), isForeign: false)) }
        self.parts = parts
    }
}

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
