public import HearthCore

/// One of Hearth's own commands, as a wish was understood. It does nothing by itself.
public struct CommandAction: Hashable, Sendable {
    public var command: String
    public var argument: String
    /// Documents or folders that it is limited to.
    public var places: [String]

    public init(command: String, argument: String = "", places: [String] = []) {
        self.command = command
        self.argument = argument
        self.places = places
    }

    /// The arguments after `hearth`. An argument that begins with a dash cannot become an option.
    public var arguments: [String] { arguments(with: []) }

    /// - Parameter options: Options of the command that hold in any case, such as `--private`.
    public func arguments(with options: [String]) -> [String] {
        let plain = plainArguments
        return plain.prefix(1) + options + plain.dropFirst()
    }

    private var plainArguments: [String] {
        let limits = places.flatMap { ["--in=\($0)"] }
        switch command {
        case "documents": return ["documents", "list"]
        case "doctor": return ["doctor"]
        case "quiz": return ["quiz"] + limits + (argument.isEmpty ? [] : ["--topic=\(argument)"])
        case "ask", "search": return [command] + limits + ["--", argument]
        case "rewrite": return ["rewrite", "--text=\(argument)"]
        default: return [command, "--", argument]
        }
    }
}

/// What a wish was understood as.
public struct UnderstoodWish: Sendable {
    /// `nil` when no command does it.
    public var action: CommandAction?
    public var route: RoutingDecision
    public var notes: [String]
}
