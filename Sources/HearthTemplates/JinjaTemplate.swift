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
