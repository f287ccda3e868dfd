package import HearthCore

extension RequestFields {
    /// Up to 16 texts by names.
    package func metadata(_ name: String = "metadata") throws -> JSONObject {
        let object = try labelled(name)
        guard object.values.allSatisfy({ $0.stringValue != nil }) else {
            throw wrong(name, "an object of strings")
        }
        return object
    }

    /// Up to 16 texts, numbers and truth values by names.
    package func attributes() throws -> JSONObject { try labelled("attributes") }

    private func labelled(_ name: String) throws -> JSONObject {
        guard let value = self[name] else { return JSONObject() }
        guard let object = value.objectValue, object.count <= 16, object.keys.allSatisfy({ $0.utf8.count <= 256 })
        else {
            throw wrong(name, "an object of at most 16 fields with names of at most 64 characters")
        }
        for value in object.values {
            switch value {
            case .string(let text) where text.utf8.count <= 2_048: break
            case .number, .bool: break
            default: throw wrong(name, "an object of strings of at most 512 characters, numbers, true and false")
            }
        }
        return object
    }
}
