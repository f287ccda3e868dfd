package import HearthCore

/// Where a value stands in what somebody sent, and what it has to be there.
package struct WirePlace: Sendable {
    /// Such as `messages[2].text`; empty for the whole.
    var name: String
    /// What its field says of it.
    var field: WireField?
    /// Whether it stood in an address, where everything is text.
    var isText: Bool
    /// Whether a request takes no name that it does not have. The protocols of others are open: their clients may say more than
    /// is known here.
    var isClosed: Bool

    package init(name: String, field: WireField? = nil, isText: Bool = false, isClosed: Bool = false) {
        (self.name, self.field, self.isText, self.isClosed) = (name, field, isText, isClosed)
    }

    /// It is not what it has to be.
    ///
    /// - Parameter value: What stands there, which is told by its kind and size.
    package func wrong(_ expected: String, _ value: JSONValue) -> WireProblem {
        let shown = name.isEmpty ? "body" : name
        // In an address everything is a text, and what it says is there to be seen.
        let found = isText ? "" : ", and is \(value.found)"
        return WireProblem(name: shown, message: "`\(shown)` has to be \(expected)\(found).")
    }

    var missing: WireProblem { WireProblem(name: name, message: "`\(name)` is missing.") }

    /// Something else stands in the place of an object.
    func notAnObject(_ value: JSONValue) -> WireProblem {
        guard name.isEmpty, !isText else { return wrong("an object", value) }
        return WireProblem(name: "body", message: value.notAnObject, reason: .notAnObject)
    }

    /// A name that nothing has here.
    ///
    /// - Parameter names: Those that there are.
    func unknown(_ given: String, among names: [String]) -> WireProblem {
        let path = (name.isEmpty ? "" : name + ".") + given.prefix(40)
        let known =
            if let near = NearestName.of(given, among: names) {
                "; did you mean `\(near)`?"
            } else if names.isEmpty {
                ": nothing is taken here."
            } else {
                ". There \(names.count == 1 ? "is" : "are") \(names.map { "`\($0)`" }.joined(separator: ", "))."
            }
        return WireProblem(name: path, message: "`\(path)` is not known here\(known)", reason: .unknownField)
    }

    /// It has to say something, and does not.
    var empty: WireProblem {
        WireProblem(name: name, message: "`\(name)` is empty. \(EmptyTextError.rule)", reason: .emptyText)
    }
}

/// What was sent is not what it has to be.
package struct WireProblem: Error, Equatable {
    /// What is wrong, as far as what is answered differs.
    package enum Reason: Sendable {
        /// A value cannot be taken.
        case invalidInput
        /// There is nothing to read in a text; see ``HearthCore/EmptyTextError``.
        case emptyText
        /// All that was sent is no object, so that there is no field to speak of.
        case notAnObject
        /// There is no field of that name. What was meant by it would not be done.
        case unknownField
    }

    /// The field.
    package let name: String
    package let message: String
    package let reason: Reason

    package init(name: String, message: String, reason: Reason = .invalidInput) {
        (self.name, self.message, self.reason) = (name, message, reason)
    }
}

extension JSONValue {
    /// What a value is, for an error that says what stands where something else has to: its kind and size, and a number itself. Of texts
    /// and objects nothing is repeated: they may be private, and errors are logged.
    package var found: String {
        switch self {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .number(let number): "the number \(number.description.prefix(40))"
        case .string(let text): Self.counted(text.unicodeScalars.count, "string", "character")
        case .array(let items): Self.counted(items.count, "list", "item")
        case .object: "an object"
        }
    }

    /// What to say where all that was sent is no object.
    package var notAnObject: String { "The body has to be a JSON object, `{…}`, and is \(found)." }

    private static func counted(_ count: Int, _ whole: String, _ part: String) -> String {
        count == 0 ? "an empty \(whole)" : "a \(whole) of \(count) \(part)\(count == 1 ? "" : "s")"
    }
}
