/// What a server says with 401 or 403: the header `WWW-Authenticate` with the scheme `Bearer` (RFC 6750, 3; RFC 9728, 5.1).
package struct OAuthChallenge: Hashable, Sendable {
    /// Where it describes itself.
    package var metadata: String?
    /// What is to be asked for.
    package var scope: String?
    /// `insufficient_scope`, `invalid_token`.
    package var error: String?

    private static let mostBytes = 8 << 10

    /// - Returns: `nil` where no challenge of the header is a `Bearer` one.
    package init?(_ header: String?) {
        guard let header, header.utf8.count <= Self.mostBytes else { return nil }
        var reader = Reader(Array(header.utf8))
        guard let parameters = reader.bearer() else { return nil }
        metadata = parameters["resource_metadata"]
        scope = parameters["scope"]
        error = parameters["error"]
    }

    /// Reads challenges from the left: `Scheme name=value, name="value", Scheme …`. Whatever it cannot read ends it.
    private struct Reader {
        private let bytes: [UInt8]
        private var place = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func bearer() -> [String: String]? {
            while place < bytes.count {
                skip([0x20, 0x09, UInt8(ascii: ",")])
                guard let scheme = token() else { return nil }
                let parameters = parameters()
                if scheme.lowercased() == "bearer" { return parameters }
            }
            return nil
        }

        private mutating func parameters() -> [String: String] {
            var found: [String: String] = [:]
            while true {
                let start = place
                skip([0x20, 0x09, UInt8(ascii: ",")])
                guard let name = token() else { return found }
                skip([0x20, 0x09])
                guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else {
                    // The next scheme.
                    place = start
                    return found
                }
                place += 1
                skip([0x20, 0x09])
                guard let value = value() else { return found }
                if found[name.lowercased()] == nil { found[name.lowercased()] = value }
            }
        }

        private mutating func value() -> String? {
            guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return token() }
            place += 1
            var text: [UInt8] = []
            while place < bytes.count {
                defer { place += 1 }
                switch bytes[place] {
                case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
                case UInt8(ascii: "\\") where place + 1 < bytes.count:
                    place += 1
                    text.append(bytes[place])
                default: text.append(bytes[place])
                }
            }
            return nil
        }

        /// RFC 9110, 5.6.2, and what stands unquoted in values of some servers: addresses.
        private mutating func token() -> String? {
            let start = place
            while place < bytes.count, bytes[place] > 0x20, bytes[place] < 0x7F, !"=,\"".utf8.contains(bytes[place]) {
                place += 1
            }
            return start == place ? nil : String(decoding: bytes[start..<place], as: UTF8.self)
        }

        private mutating func skip(_ these: [UInt8]) {
            while place < bytes.count, these.contains(bytes[place]) { place += 1 }
        }
    }
}
