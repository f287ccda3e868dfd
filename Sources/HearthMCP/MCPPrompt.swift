/// Something that a person may ask of a model with this server's tools, under a name that a host shows to be chosen.
public struct MCPPrompt: Sendable {
    /// What a person fills in.
    public struct Argument: Sendable {
        public let name: String
        public let title: String
        public let description: String
        public let isRequired: Bool
        /// What it may be, by what was typed so far; `nil` where anything may be.
        let suggestions: (@Sendable (_ typed: String) async throws -> MCPSuggestions)?

        public init(
            _ name: String, title: String, description: String, isRequired: Bool = true,
            suggestions: (@Sendable (_ typed: String) async throws -> MCPSuggestions)? = nil
        ) {
            self.name = name
            self.title = title
            self.description = description
            self.isRequired = isRequired
            self.suggestions = suggestions
        }
    }

    public let name: String
    public let title: String
    public let description: String
    public let arguments: [Argument]
    let words: @Sendable (_ arguments: [String: String]) async throws -> String

    /// The most characters of one argument; as many as a question to a tool may have.
    static let mostCharacters = 20_000

    /// - Parameter words: What the person says to the model, made of the arguments: all that are required are there, and none is
    ///   empty or unknown. May throw ``MCPError/invalidParameters(_:)``.
    public init(
        name: String, title: String, description: String, arguments: [Argument],
        words: @escaping @Sendable (_ arguments: [String: String]) async throws -> String
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.arguments = arguments
        self.words = words
    }

    func wire(_ version: ProtocolVersion) -> MCPWire.Prompt {
        MCPWire.Prompt(
            name: name, title: version.hasStructuredContent ? title : nil, description: description,
            arguments: arguments.map { argument in
                .init(
                    name: argument.name, title: version.hasStructuredContent ? argument.title : nil,
                    description: argument.description, required: argument.isRequired)
            })
    }

    /// The arguments as ``words`` takes them. What is empty, or blank, was not filled in.
    ///
    /// - Throws: ``MCPError`` that names the one that is wrong.
    func checked(_ given: [String: String]) throws(MCPError) -> [String: String] {
        var found: [String: String] = [:]
        for (name, value) in given {
            guard arguments.contains(where: { $0.name == name }) else {
                throw .invalidParameters("The prompt \(self.name) has no argument \(name.prefix(100)).")
            }
            guard value.unicodeScalars.prefix(Self.mostCharacters + 1).count <= Self.mostCharacters else {
                throw .invalidParameters(
                    "`arguments.\(name)` has to be at most \(Self.mostCharacters) characters long.")
            }
            if value.contains(where: { !$0.isWhitespace }) { found[name] = value }
        }
        for argument in arguments where argument.isRequired && found[argument.name] == nil {
            throw .invalidParameters("`arguments.\(argument.name)` is missing.")
        }
        return found
    }
}

/// What a client may offer while somebody types.
public struct MCPSuggestions: Sendable, Equatable {
    /// The most that the protocol lets an answer have.
    public static let most = 100

    /// The best first.
    public let values: [String]
    /// Whether there are others.
    public let hasMore: Bool

    /// Where nothing is known of what it may be.
    public static let nothing = MCPSuggestions([])

    /// - Parameters:
    ///   - all: The best first; those beyond ``most`` are left out.
    ///   - hasMore: Whether there may be some beside these.
    public init(_ all: [String], hasMore: Bool = false) {
        values = Array(all.prefix(Self.most))
        self.hasMore = hasMore || all.count > Self.most
    }
}
