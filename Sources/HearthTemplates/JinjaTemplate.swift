public import HearthCore

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

// MARK: -

/// What a template may use up. Templates come with model files, from anywhere, so all of them are strangers.
public struct TemplateLimits: Sendable {
    /// Bytes of template text. The longest in use have some 40,000.
    public var sourceBytes = 1 << 20
    /// Operations; those on long texts count more.
    public var steps = 5_000_000
    /// Bytes that are written, and bytes of any one text on the way. No model reads a prompt of so many.
    public var outputBytes = 8 << 20
    /// Expressions, blocks and macro calls inside each other.
    public var depth = 250
    /// Lists and mappings inside each other.
    public var valueDepth = 100

    public init() {}
}

/// Watches how much stack a recursion has used since it began.
///
/// How deep is too deep depends on the build and on the thread: frames of a debug build are several times larger, and
/// threads of a pool may have 512 KiB. A count alone is too high for one or too low for the other.
struct StackGuard {
    private static let budget: UInt = 224 * 1024
    private let base = Self.position()

    /// - Throws: ``TemplateError`` when little is left.
    func check() throws {
        let here = Self.position()
        guard max(base, here) - min(base, here) < Self.budget else {
            throw TemplateError(.limit, "the template nests or calls itself too deeply.")
        }
    }

    @inline(never)
    private static func position() -> UInt {
        var mark: UInt8 = 0
        return withUnsafePointer(to: &mark) { UInt(bitPattern: $0) }
    }
}

// MARK: -

/// Why a chat template could not be read or rendered.
public struct TemplateError: ReasonedError, Equatable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        /// The text is not a template: a block is not closed, an expression makes no sense.
        case syntax = "template-syntax"
        /// The template called `raise_exception`: it does not take this conversation.
        case raised = "template-raised"
        /// A value that does not exist was used as if it did.
        case undefined = "template-undefined"
        /// An operation was applied to a value that does not have it.
        case type = "template-type"
        /// The template does what the sandbox or this interpreter does not allow: changing its input, including files.
        case unsupported = "template-unsupported"
        /// The template ran too long, wrote too much or nested too deeply.
        case limit = "template-limit"
        /// There is no family of that name.
        case unknownFamily = "unknown-template-family"
    }

    public let reason: Reason
    /// The line of the template, from 1; `nil` where none is to blame.
    public let line: Int?
    private let text: String
    /// Bytes of what a template gives that a message repeats.
    private static let mostBytes = 4_000

    public var message: String { line.map { "Line \($0) of the chat template: \(text)" } ?? text }

    init(_ reason: Reason, _ text: String, line: Int? = nil) {
        self.reason = reason
        // Templates may put whole texts into it.
        self.text = Self.shortened(text)
        self.line = line
    }

    /// Cut between two characters.
    private static func shortened(_ text: String) -> String {
        guard text.utf8.count > mostBytes else { return text }
        var (kept, bytes) = (String.UnicodeScalarView(), 0)
        for scalar in text.unicodeScalars {
            bytes += UTF8.width(scalar)
            guard bytes <= mostBytes else { break }
            kept.append(scalar)
        }
        return String(kept) + "…"
    }

    /// The same error with a line, unless it has one.
    func at(_ line: Int) -> TemplateError {
        self.line == nil ? TemplateError(reason, text, line: line) : self
    }
}

extension TemplateError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .syntax, .raised, .undefined, .type, .unsupported, .limit, .unknownFamily: .unusableTemplate
        }
    }
}
