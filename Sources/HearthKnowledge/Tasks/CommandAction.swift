public import HearthCore

/// One of Hearth's own commands, as a wish was understood. It does nothing by itself.
public struct CommandAction: Hashable, Sendable {
    public var command: String
    public var argument: String
    /// Documents or folders that it is limited to.
    public var places: [String]
    /// How many are wanted, where the wish says so.
    public var count: Int?

    public init(command: String, argument: String = "", places: [String] = [], count: Int? = nil) {
        self.command = command
        self.argument = argument
        self.places = places
        self.count = count
    }

    /// The arguments after `hearth`. An argument that begins with a dash cannot become an option.
    public var arguments: [String] { arguments(with: []) }

    /// - Parameter options: Options of the command that hold in any case, such as `--private`.
    public func arguments(with options: [String]) -> [String] {
        let plain = plainArguments
        // An option belongs to the command that takes it, which may be one of several of that name.
        let words = ["journal", "transcript"].contains(command) ? 2 : 1
        return plain.prefix(words) + options + plain.dropFirst(words)
    }

    /// The command of the journal that tells about a stretch of time; `nil` where the argument is an entry.
    public var journalPeriod: [String]? {
        guard command == "journal" else { return nil }
        switch argument.lowercased() {
        case "", "today": return ["today"]
        case "week", "month", "year": return [argument.lowercased()]
        case "weeks": return ["rollup", "--level=week"]
        case "months": return ["rollup", "--level=month"]
        case "years": return ["rollup", "--level=year"]
        default: return nil
        }
    }

    private var plainArguments: [String] {
        let limits = places.flatMap { ["--in=\($0)"] }
        switch command {
        case "documents": return ["documents", "list"]
        case "doctor": return ["doctor"]
        case "quiz":
            return ["quiz"] + limits + (count.map { ["--count=\($0)"] } ?? [])
                + (argument.isEmpty ? [] : ["--topic=\(argument)"])
        case "transcript": return ["transcript", "analyze", "--", argument]
        case "journal":
            return journalPeriod.map { ["journal"] + $0 } ?? ["journal", "add", "--", argument]
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
