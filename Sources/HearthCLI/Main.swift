import ArgumentParser
import Foundation
import Hearth

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The entry point: runs the command that the arguments name, and turns its outcome into the exit status of the contract.
@main
enum Main {
    static func main() async {
        openStandardDescriptors()
        // Where this program was started to run one model, it does nothing else.
        RunnerChild.runIfAsked()
        RunnerProgram.standard = .thisProgram
        // A key is about to be held. Who looks for a fault wants core dumps and debuggers, and says so.
        if ProcessInfo.processInfo.environment["HEARTH_DEBUGGABLE"] != "1" { ProcessWall.closeToOthers() }
        do {
            // Before anything else: what runs later, runs without a network.
            let named = try EnvironmentFlag.take(from: Array(CommandLine.arguments.dropFirst()))
            let arguments = NegativeNumbers.asValues(try OfflineFlag.take(from: named))
            // What a program that was killed has left of somebody's files goes with the next command, whichever that is.
            Leftovers.sweep(DataFolder.resolve())
            let work = Interruption.task {
                var command = try Main.command(in: arguments)
                try Main.checkDataFolder()
                if !(command is SettingsCommand.Show) { SettingsWarning.tell() }
                if var asynchronous = command as? any AsyncParsableCommand {
                    try await asynchronous.run()
                } else {
                    try command.run()
                }
            }
            let result = await work.result
            await Hearth.endConnections()
            try result.get()
            if let reason = Terminal.lost {
                throw CommandFailure(ExitStatus.failed, "Not all of the output could be written: \(reason).")
            }
            end(ExitStatus.done)
        } catch {
            end(report(error))
        }
    }

    /// Fills the places of standard input, output and error where whoever started the program closed them. Otherwise the next
    /// files that are opened get their numbers, the database among them, and what is printed is written into it. Each is opened
    /// the wrong way round, so that reading and writing fail as they do where nothing is.
    private static func openStandardDescriptors() {
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
            // It gets the lowest number that is free, which is this one.
            _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    private static func command(in arguments: [String]) throws -> any ParsableCommand {
        if arguments.first == "help", let unknown = UnknownCommand.failure(ofHelp: Array(arguments.dropFirst())) {
            throw unknown
        }
        do {
            return try HearthCommand.parseAsRoot(arguments)
        } catch {
            guard HearthCommand.exitCode(for: error) == .validationFailure,
                let found = UnknownCommand.failure(in: arguments) ?? LooseWords.failure(in: arguments)
            else { throw error }
            throw found
        }
    }

    private static func checkDataFolder() throws {
        let path = DataFolder.resolve().path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else { return }
        throw CommandFailure(
            ExitStatus.usage, "The data folder \(Terminal.line(path)) is a file and no folder. HEARTH_HOME names it.")
    }

    /// Ends the program without running the C libraries' exit handlers.
    ///
    /// Work that was cancelled a moment ago may still be in SQLCipher or llama.cpp on another thread, and OpenSSL's handler
    /// takes its tables away under it: 2 of 600 runs of `ask` ended with a segmentation fault after their output. Nothing is
    /// lost, because output is written without buffers and the database needs no goodbye.
    private static func end(_ status: Int32) -> Never { _exit(status) }

    /// Prints what a person needs to know and returns the exit status.
    private static func report(_ error: any Error) -> Int32 {
        switch error {
        case is CancellationError:
            Terminal.error.write("interrupted\n")
            return ExitStatus.interrupted
        case let failure as CommandFailure:
            if let message = failure.message { Terminal.error.write("error: \(message)\n") }
            return failure.status
        case let error as ValidationError:
            // Of a command that ran already: the parser no longer knows which one, and would show how `hearth` itself is used.
            Terminal.error.write("error: \(KeyText.redacting(error.message))\n")
            return ExitStatus.usage
        default:
            if let error = error.readable {
                // A name that was not found may be a key in the wrong place.
                Terminal.error.write("error: \(KeyText.redacting(HelpText.lines(of: error)))\n")
                return ExitStatus.of(error.kind)
            }
            let code = HearthCommand.exitCode(for: error)
            if code == .validationFailure {
                // It repeats what was given, which may be a key in the wrong place.
                let message = KeyText.redacting(HearthCommand.fullMessage(for: error))
                Terminal.error.write(message.replacing("Error: ", with: "error: ", maxReplacements: 1) + "\n")
                return ExitStatus.usage
            }
            if code == .success {
                Terminal.output.write(HearthCommand.fullMessage(for: error) + "\n")
                return ExitStatus.done
            }
            // What a check of the arguments threw comes wrapped in types of the argument parser, which take it out again.
            Terminal.error.write("error: \(KeyText.redacting(HearthCommand.message(for: error)))\n")
            return ExitStatus.failed
        }
    }
}
