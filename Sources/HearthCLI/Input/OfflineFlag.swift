import ArgumentParser
import HearthEngine

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
