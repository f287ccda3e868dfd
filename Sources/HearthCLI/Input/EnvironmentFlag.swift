import Foundation
import HearthCore
import Synchronization

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
