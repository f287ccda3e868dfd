extension IdentityProvider {
    /// What an administrator calls a provider here, such as `google`: in commands, in the name of its key, and at the end of the
    /// address that browsers come back to.
    public struct ID: Hashable, Sendable, Comparable, CustomStringConvertible, Codable {
        public let text: String

        /// The most characters. It is part of the name of a key, which has at most 64 with that of its environment.
        public static let longest = 20
        /// What an id must look like, as the end of a sentence.
        public static let allowed = "1 to \(longest) characters of a-z, 0-9 and single - inside"
        /// Of the provider that is set up without an id, and of the only one there was before there could be several. Its key and its
        /// redirect address are named as they were then.
        public static let `default` = ID(known: "default")

        private init(known text: String) { self.text = text }

        /// `nil` where the text is no such id.
        public init?(_ text: String) {
            let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            let isOne =
                text.utf8.count <= Self.longest
                && parts.allSatisfy { part in
                    !part.isEmpty
                        && part.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
                }
            guard isOne else { return nil }
            self.text = text
        }

        /// - Throws: ``AccountError`` `bad-sign-in-provider` for a text that can be no id.
        public init(checking text: String) throws {
            guard let id = ID(text) else {
                throw IdentityProvider.refused("The id \(text.prefix(64)) cannot be one: it has \(Self.allowed).")
            }
            self = id
        }

        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let id = ID(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "It is no id of a provider.")
            }
            self = id
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        }

        /// Where the provider sends browsers back to. Each has an address of its own, so that what was meant for one is never taken for
        /// an answer of another (RFC 9700, 4.4.2).
        ///
        /// - Parameter base: The address of this server that all of them begin with.
        public func redirect(from base: String) -> String { self == .default ? base : "\(base)/\(text)" }

        public var description: String { text }

        public static func < (a: ID, b: ID) -> Bool { a.text < b.text }
    }
}
