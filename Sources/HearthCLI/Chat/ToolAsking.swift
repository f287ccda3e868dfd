import Hearth

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Asks at the terminal whether a tool may be called, while an answer waits for it.
enum ToolAsking {
    /// Milliseconds after which a wait looks whether the answer was stopped.
    private static let patience: Int32 = 100
    private static let shownArguments = 2000

    static func ask(_ question: ToolQuestion) async throws -> ToolDecision {
        show(question)
        while true {
            Terminal.output.write("Call it? [o]nce, [a]lways, [n]o, ne[v]er: ")
            guard let line = try await line() else { return .no }
            switch line.lowercased() {
            case "o", "once", "y", "yes": return .once
            case "a", "always": return .always
            case "n", "no", "": return .no
            case "v", "never": return .never
            default: continue
            }
        }
    }

    private static func show(_ question: ToolQuestion) {
        let place = question.host.map { "at \($0)" } ?? "on this machine, without the internet"
        let arguments = question.arguments
        let shown = String(arguments.prefix(shownArguments))
        Terminal.output.write(
            "\nThe model wants to call \(Terminal.line(question.server))/\(Terminal.line(question.tool)) \(Terminal.line(place)). "
                + "What it knows is \(question.label.rawValue).\n")
        let first = question.description.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        if !first.isEmpty { Terminal.output.write("  it is said to: \(Terminal.line(String(first.prefix(200))))\n") }
        Terminal.output.write("  with: \(Terminal.line(shown))\n")
        if shown.count < arguments.count {
            Terminal.output.write("  and \(arguments.count - shown.count) characters more\n")
        }
    }

    /// A line of the terminal; `nil` at the end of the input. The thread that waits is one of its own, and looks now and then whether
    /// the answer was stopped: left behind, it would take the line that is meant for the next prompt.
    private static func line() async throws -> String? {
        try await BlockingWork.untilStopped { flag in
            while true {
                if flag.isSet { throw CancellationError() }
                var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                if poll(&input, 1, patience) != 0 { return readLine() }
            }
        }
    }
}
