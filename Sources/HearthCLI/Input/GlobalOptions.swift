import ArgumentParser
import Foundation
import Hearth
import Synchronization

/// `hearth --offline COMMAND …`: the flag of every command, which works before any of them is known.
enum OfflineFlag {
    static let name = "--offline"

    /// Takes the network away when the flag is among the arguments or the environment asks for it; returns the arguments
    /// without it. Behind a bare `--` it is a word like any other.
    ///
    /// - Throws: ``EngineError`` with the code `offline-unsupported`; then nothing must run.
    static func take(from arguments: [String]) throws -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        let others = arguments[..<end].filter { $0 != name }
        if others.count < end { KernelOffline.request() }
        // A server opens the one socket that it listens at first; see `ServeCommand`.
        let command = others.first { !$0.hasPrefix("-") }
        if command == ServeCommand.configuration.commandName { KernelOffline.hold() }
        if KernelOffline.isRequested() { try KernelOffline.enforce() }
        return others + arguments[end...]
    }
}

/// `hearth --environment NAME COMMAND …`: the option of every command, as `--offline` is its flag. It counts more than the
/// variable `HEARTH_ENVIRONMENT`.
enum EnvironmentFlag {
    private static let option = "--environment"
    private static let variable = "HEARTH_ENVIRONMENT"
    private static let noted = Mutex<String?>(nil)

    /// The environment that was named in this call; `nil` when none was. For commands that change one, which a variable
    /// that has been forgotten must not redirect; for all others the settings have it.
    static var name: String? { noted.withLock { $0 } }

    /// Notes the environment for all that runs in this process; returns the arguments without the option. Behind a bare `--`
    /// it is a word like any other.
    static func take(from arguments: [String]) throws -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var others: [String] = []
        var index = 0
        while index < end {
            let argument = arguments[index]
            index += 1
            if argument == option {
                guard index < end, !arguments[index].hasPrefix("-") else { throw Self.missing }
                note(arguments[index])
                index += 1
            } else if argument.hasPrefix(option + "=") {
                let value = argument.dropFirst(option.count + 1)
                guard !value.isEmpty else { throw Self.missing }
                note(String(value))
            } else {
                others.append(argument)
            }
        }
        return others + arguments[end...]
    }

    private static func note(_ name: String) {
        noted.withLock { $0 = name }
        setenv(variable, name, 1)
    }

    private static let missing = CommandFailure(
        ExitStatus.usage, "--environment needs a name; `hearth environment list` shows which there are.")
}

/// Numbers below zero among the arguments. The argument parser takes `-1` for an option, and then says that there is no such
/// option, or that a value is missing; no option of this program has a digit for a name.
enum NegativeNumbers {
    /// The arguments with negative numbers that stand by themselves behind a bare `--`, where they are values. One behind an option
    /// stays with it.
    static func asValues(_ arguments: [String]) -> [String] {
        // Whoever writes -- knows of this.
        guard !arguments.contains("--") else { return arguments }
        var others: [String] = []
        var values: [String] = []
        for (index, argument) in arguments.enumerated() {
            let followsOption = index > 0 && arguments[index - 1].hasPrefix("-") && !isNumber(arguments[index - 1])
            if isNumber(argument), !followsOption { values.append(argument) } else { others.append(argument) }
        }
        return values.isEmpty ? arguments : others + ["--"] + values
    }

    private static func isNumber(_ argument: String) -> Bool {
        argument.hasPrefix("-") && argument.dropFirst().first?.isNumber == true && Double(argument) != nil
    }
}

// MARK: - Moments

/// A day or a moment as an argument: `2026-11-01`, which begins at midnight UTC as the days of the ledger do, or
/// `2026-11-01T09:30:00Z`.
struct Moment: ExpressibleByArgument {
    var date: Date

    init?(argument: String) {
        let styles: [Date.ISO8601FormatStyle] = [
            .iso8601, .iso8601.year().month().day(), Date.ISO8601FormatStyle(includingFractionalSeconds: true),
        ]
        // A style reads a beginning and leaves the rest; `2026-11-01T9` must not pass for a day.
        let index = argument.utf8.count == 10 ? 1 : argument.contains(".") ? 2 : 0
        guard argument.utf8.count <= 40, let date = try? styles[index].parse(argument) else { return nil }
        self.date = date
    }
}
