package import HearthCore
import HearthModels
import HearthSchema

/// Reads the fields of a client's JSON, and says which one is wrong.
package struct RequestFields: Sendable {
    private let object: JSONObject
    /// Where the object stands in the request, such as `messages[2].`; empty for the request itself.
    private let path: String

    /// - Throws: ``ServerError`` when the value is no object.
    package init(_ value: JSONValue, path: String = "") throws {
        guard let object = value.objectValue else {
            guard !path.isEmpty else {
                throw ServerError(.badRequest, value.notAnObject, parameter: "body")
            }
            let name = String(path.dropLast())
            throw ServerError.invalid(name, "`\(name)` has to be an object, and is \(value.found).")
        }
        self.object = object
        self.path = path
    }

    /// `nil` when the field is not there, or null.
    package subscript(name: String) -> JSONValue? {
        guard let value = object[name], value != .null else { return nil }
        return value
    }

    /// Whether the field is there, also as null.
    package func has(_ name: String) -> Bool { object[name] != nil }

    package var value: JSONValue { .object(object) }

    /// The same with another value of a field.
    package func with(_ name: String, _ value: JSONValue) throws -> RequestFields {
        var object = object
        object[name] = value
        return try RequestFields(.object(object), path: path)
    }

    /// Says which fields of the client have no effect here; `nil` where all of them are `known`. What is null, false or empty asks for
    /// nothing.
    package func note(beyond known: Set<String>) -> String? {
        let names = object.keys.filter { name in
            guard !known.contains(name), let value = object[name] else { return false }
            return ![.null, .bool(false), .string(""), [], [:]].contains(value)
        }
        guard !names.isEmpty else { return nil }
        let shown = names.prefix(12).map { path + $0.prefix(40) } + (names.count > 12 ? ["…"] : [])
        return "Without effect here: \(shown.joined(separator: ", "))."
    }

    package func string(_ name: String) throws -> String? {
        guard let value = self[name] else { return nil }
        guard let text = value.stringValue else { throw wrong(name, "a string") }
        return text
    }

    package func required(_ name: String) throws -> String {
        guard let text = try string(name) else { throw missing(name) }
        return text
    }

    package func bool(_ name: String) throws -> Bool? {
        guard let value = self[name] else { return nil }
        guard let flag = value.boolValue else { throw wrong(name, "true or false") }
        return flag
    }

    package func integer(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let value = self[name] else { return nil }
        guard let number = value.numberValue?.intValue, range.contains(number) else {
            throw wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    package func number(_ name: String, in range: ClosedRange<Double>) throws -> Double? {
        guard let value = self[name] else { return nil }
        guard let number = value.numberValue.flatMap({ Double($0.description) }), range.contains(number) else {
            throw wrong(name, "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    package func array(_ name: String, most: Int) throws -> [JSONValue]? {
        guard let value = self[name] else { return nil }
        guard let items = value.arrayValue else { throw wrong(name, "a list") }
        guard items.count <= most else { throw wrong(name, "a list of at most \(most) items") }
        return items
    }

    package func fields(_ name: String) throws -> RequestFields? {
        guard let value = self[name] else { return nil }
        return try RequestFields(value, path: "\(path)\(name).")
    }

    /// The objects of a list.
    package func list(_ name: String, most: Int) throws -> [RequestFields]? {
        try array(name, most: most)?.enumerated().map { index, value in
            try RequestFields(value, path: "\(path)\(name)[\(index)].")
        }
    }

    /// A string, or a list of strings.
    package func strings(_ name: String, most: Int) throws -> [String]? {
        if let text = self[name]?.stringValue { return [text] }
        if let value = self[name], value.arrayValue == nil { throw wrong(name, "a string, or a list of strings") }
        return try array(name, most: most)?.enumerated().map { index, value in
            guard let text = value.stringValue else {
                throw ServerError.invalid(
                    path + name, "`\(path)\(name)[\(index)]` has to be a string, and is \(value.found).")
            }
            return text
        }
    }

    /// - Parameter expected: What the field has to be. What it is instead is told by its kind and size.
    package func wrong(_ name: String, _ expected: String) -> ServerError {
        let found = self[name].map { ", and is \($0.found)" } ?? ""
        return .invalid(path + name, "`\(path)\(name)` has to be \(expected)\(found).")
    }

    package func missing(_ name: String) -> ServerError { .invalid(path + name, "`\(path)\(name)` is missing.") }

    package func unsupported(_ name: String, _ why: String) -> ServerError {
        ServerError(.unsupportedValue, "`\(path)\(name)`: \(why)", parameter: path + name)
    }
}

extension ServerRequest {
    /// How private the text of a request is: `personal`, or as private as what the program may have read here, unless the header
    /// `hearth-label` says it.
    ///
    /// What comes without a token is `private`, so that no engine beyond this machine gets it. A client cannot make it milder than
    /// personal: what programs send is a person's own until that person says otherwise.
    package func label() throws -> SensitivityLabel {
        // Whoever came without a token uses what runs here, and sends nothing anywhere in the owner's name.
        if caller == .nobody { return .private }
        guard let text = headers["hearth-label"] else { return Reader.labelOfWords }
        guard let label = SensitivityLabel(rawValue: text.lowercased()), label >= .personal else {
            throw ServerError.invalid(
                "hearth-label", "The header hearth-label takes `personal` (as without it) or `private`.")
        }
        return label
    }
}
