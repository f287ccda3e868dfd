import Foundation
import HearthCore

/// `hearth --environment NAME COMMAND …`: the option of every command, as `--offline` is its flag. It counts more than the
/// variable `HEARTH_ENVIRONMENT`.
enum EnvironmentFlag {
    static let name = "--environment"
    private static let variable = "HEARTH_ENVIRONMENT"

    /// Notes the environment for all that runs in this process; returns the arguments without the option. Behind a bare `--`
    /// it is a word like any other.
    static func take(from arguments: [String]) throws -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var others: [String] = []
        var index = 0
        while index < end {
            let argument = arguments[index]
            index += 1
            if argument == name {
                guard index < end, !arguments[index].hasPrefix("-") else { throw Self.missing }
                setenv(variable, arguments[index], 1)
                index += 1
            } else if argument.hasPrefix(name + "=") {
                let value = argument.dropFirst(name.count + 1)
                guard !value.isEmpty else { throw Self.missing }
                setenv(variable, String(value), 1)
            } else {
                others.append(argument)
            }
        }
        return others + arguments[end...]
    }

    private static let missing = CommandFailure(
        ExitStatus.usage, "--environment needs a name; `hearth environment list` shows which there are.")
}
