import ArgumentParser
import Foundation
import Hearth

/// A command that there is none of. The argument parser calls it an unexpected argument of the command before it, or of the one that
/// stands in where none is named.
enum UnknownCommand {
    /// What to say where arguments could not be understood because they name no command; `nil` where it is something else.
    static func failure(in arguments: [String]) -> CommandFailure? {
        var command: any ParsableCommand.Type = HearthCommand.self
        var path = "hearth"
        for argument in arguments {
            let below = command.configuration.subcommands
            guard !below.isEmpty, !argument.isEmpty, !argument.hasPrefix("-") else { return nil }
            if let next = below.first(where: { names(of: $0).contains(argument) }) {
                command = next
                path += " " + argument
                continue
            }
            // It may be a value of the command that stands in.
            let standsIn = command.configuration.defaultSubcommand
            if standsIn != nil, (try? standsIn?.parse([argument])) != nil { return nil }
            let known = below.filter { $0.configuration.shouldDisplay }.flatMap { names(of: $0) }
            let shown = Terminal.line(String(argument.prefix(100)))
            return CommandFailure(
                ExitStatus.usage,
                KeyText.redacting(
                    "There is no command `\(path) \(shown)`\(NearestName.question(argument, among: known)) "
                        + "`\(path) --help` shows what there is."))
        }
        return nil
    }

    private static func names(of command: any ParsableCommand.Type) -> [String] {
        [command.configuration.commandName].compactMap(\.self) + command.configuration.aliases
    }
}
