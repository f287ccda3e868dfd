package import HearthCore

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
