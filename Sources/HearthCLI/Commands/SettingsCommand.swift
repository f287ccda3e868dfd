import ArgumentParser
import Foundation
import HearthCore
import HearthEngine

/// `hearth settings`: what is set, and setting it.
struct SettingsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings",
        abstract: "Show or change settings.",
        discussion: """
            EXAMPLES
              hearth settings
              hearth settings set local-model ~/models/llama-3.2-1b.gguf
              hearth settings unset local-model
            """,
        subcommands: [Show.self, Set.self, Unset.self], defaultSubcommand: Show.self)

    enum Key: String, ExpressibleByArgument, CaseIterable {
        case localModel = "local-model"
        case contextLength = "context-length"
        case threads

        func value(in settings: Settings) -> String? {
            switch self {
            case .localModel: settings.localModel
            case .contextLength: settings.contextLength.map(String.init)
            case .threads: settings.threads.map(String.init)
            }
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "All settings.")

        func run() async throws {
            let settings = try Settings.load(from: DataFolder.resolve())
            for key in Key.allCases {
                let value = key.value(in: settings).map(Terminal.safe) ?? Terminal.output.dim("not set")
                Terminal.output.write("\(key.rawValue) = \(value)\n")
            }
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Change a setting.")
        @Argument(help: "local-model, context-length or threads.") var key: Key
        @Argument(help: "The value.") var value: String

        func run() async throws {
            var settings = try Settings.load(from: DataFolder.resolve())
            switch key {
            case .localModel:
                let path = URL(fileURLWithPath: value).standardizedFileURL.path
                guard FileManager.default.fileExists(atPath: path) else {
                    throw CommandFailure(ExitStatus.usage, "There is no file \(value).")
                }
                settings.localModel = path
            case .contextLength: settings.contextLength = try number(in: 256...1_048_576)
            case .threads: settings.threads = try number(in: 1...1024)
            }
            try settings.save(to: DataFolder.resolve())
        }

        private func number(in range: ClosedRange<Int>) throws -> Int {
            guard let number = Int(value), range.contains(number) else {
                throw CommandFailure(
                    ExitStatus.usage,
                    "\(key.rawValue) must be a number from \(range.lowerBound) to \(range.upperBound).")
            }
            return number
        }
    }

    struct Unset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Go back to a setting's default.")
        @Argument(help: "local-model, context-length or threads.") var key: Key

        func run() async throws {
            var settings = try Settings.load(from: DataFolder.resolve())
            switch key {
            case .localModel: settings.localModel = nil
            case .contextLength: settings.contextLength = nil
            case .threads: settings.threads = nil
            }
            try settings.save(to: DataFolder.resolve())
        }
    }
}
