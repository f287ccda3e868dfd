/// What a part of a form says of itself.
public struct MultipartPart: Sendable, Hashable {
    /// The field's name.
    public var field: String
    /// The name that the sender gave to the file, without folders and without anything that is not a name; `nil` for a part
    /// that is no file. It is shown, and never used as a path.
    public var fileName: String?
    /// The same with its folders, as a browser sends it for a file of a chosen folder.
    public var relativePath: String?

    /// More of a name is cut off.
    static let mostNameBytes = 200

    init(field: String, fileName: String? = nil, relativePath: String? = nil) {
        self.field = field
        self.fileName = fileName
        self.relativePath = relativePath
    }

    /// - Parameter headers: Without the empty line at their end.
    init(headers: ArraySlice<UInt8>) throws {
        guard let text = String(validating: headers, as: UTF8.self) else {
            throw MultipartParser.malformed("a name is not UTF-8")
        }
        var disposition: String?
        for line in text.split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else {
                throw MultipartParser.malformed("a header of a part has no colon")
            }
            if line[..<colon].lowercased() == "content-disposition" {
                disposition = String(line[line.index(after: colon)...])
            }
        }
        guard let disposition, let field = Self.value("name", in: disposition) else {
            throw MultipartParser.malformed("a part has no name")
        }
        self.field = field
        guard let raw = Self.value("filename", in: disposition) else { return }
        let parts = raw.split(whereSeparator: { $0 == "/" || $0 == "\\" }).map(Self.clean).filter {
            !$0.isEmpty && $0 != "." && $0 != ".."
        }
        fileName = parts.last ?? "unnamed"
        relativePath = parts.isEmpty ? "unnamed" : parts.suffix(32).joined(separator: "/")
    }

    /// A parameter's value, quoted or not (RFC 7578, 4.2; browsers write `"` as `%22`).
    private static func value(_ name: String, in disposition: String) -> String? {
        var rest = disposition[...]
        while let semicolon = rest.firstIndex(of: ";") {
            rest = rest[rest.index(after: semicolon)...].drop { $0 == " " || $0 == "\t" }
            guard let equals = rest.firstIndex(of: "=") else { return nil }
            let key = rest[..<equals].lowercased()
            rest = rest[rest.index(after: equals)...]
            var value = ""
            if rest.first == "\"" {
                rest.removeFirst()
                while let character = rest.popFirst(), character != "\"" {
                    if character == "\\", let next = rest.first, next == "\"" || next == "\\" {
                        value.append(rest.removeFirst())
                    } else {
                        value.append(character)
                    }
                }
            } else {
                let end = rest.firstIndex(of: ";") ?? rest.endIndex
                value = String(rest[..<end])
                rest = rest[end...]
            }
            if key == name { return value.replacing("%22", with: "\"") }
        }
        return nil
    }

    /// A name without control characters and marks that change the direction of text, which hide what a file is.
    private static func clean(_ name: Substring) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            let hides = scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
            guard !hides else { continue }
            text.unicodeScalars.append(scalar)
            if text.utf8.count >= mostNameBytes { break }
        }
        while text.hasPrefix(" ") { text.removeFirst() }
        return text
    }
}
