package import HearthCore
import HearthSchema

/// What an answer has to follow while it is written: a schema made into a grammar, or a grammar as it was given.
struct AnswerConstraint {
    let grammar: String
    /// Judges the finished answer; `nil` for a grammar that was given.
    let schema: JSONSchema?

    /// The value of an answer under a schema, where it is valid.
    func value(of text: String) -> GeneratedContent? {
        schema.flatMap { AnswerValue.of(text, under: $0) }
    }
}

/// The value that an answer under a schema is.
package enum AnswerValue {
    /// `nil` for a text that is none, or is not valid under the schema.
    package static func of(_ text: String, under schema: GenerationSchema) -> GeneratedContent? {
        (try? JSONSchema(schema.root)).flatMap { of(text, under: $0) }
    }

    static func of(_ text: String, under schema: JSONSchema) -> GeneratedContent? {
        guard let value = try? JSONValue(parsing: text), (try? schema.isValid(value)) == true else { return nil }
        return GeneratedContent(value)
    }
}

/// The constraints of the schemas used last: a program asks with the same few again and again.
struct AnswerConstraints {
    private static let most = 16

    private var known: [JSONValue: AnswerConstraint] = [:]
    /// Used last at the end.
    private var order: [JSONValue] = []

    /// The constraint of a request; `nil` when its answer is free.
    ///
    /// - Throws: ``LlamaError`` with the codes of `SchemaError` (`not-expressible` names the keyword), or `bad-option`.
    mutating func constraint(of request: ModelRequest) throws -> AnswerConstraint? {
        guard let schema = request.schema else {
            return request.options.grammar.map { AnswerConstraint(grammar: $0, schema: nil) }
        }
        guard request.options.grammar == nil else {
            throw LlamaError.badOption("An answer follows a schema or a grammar, not both")
        }
        if let found = known[schema.root] {
            order.removeAll { $0 == schema.root }
            order.append(schema.root)
            return found
        }
        do {
            let judge = try JSONSchema(schema.root)
            var configuration = SchemaGrammar.Configuration()
            configuration.order = .declared
            let made = AnswerConstraint(
                grammar: try SchemaGrammar(judge, configuration: configuration).text, schema: judge)
            if order.count >= Self.most { known[order.removeFirst()] = nil }
            known[schema.root] = made
            order.append(schema.root)
            return made
        } catch let error as SchemaError {
            throw LlamaError.schema(error)
        }
    }
}
