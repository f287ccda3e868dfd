import ArgumentParser
import Foundation
import HearthCore
import HearthEngine
import HearthServer

extension ModelsCommand {
    struct Loaded: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "What the running server has loaded.",
            discussion: """
                Models stay loaded in `hearth serve`; every other command loads what it needs and ends. They are unloaded when \
                another one needs the room, the one used least recently first: see the setting model-memory.
                """)
        @Flag(help: "Print one JSON object.") var json = false

        /// What is printed as JSON.
        private struct Report: Encodable {
            var running: Bool
            var models: [LoadedModels.Model]
            var usedBytes: Int
            var budgetBytes: Int
        }

        func run() async throws {
            let hearth = try Hearth()
            let found = try await ModelsCommand.askingServer(of: hearth) { try await hearth.serverModels(token: $0) }
            if json {
                return try JSONLines().write(
                    Report(
                        running: found != nil, models: found?.models ?? [], usedBytes: found?.usedBytes ?? 0,
                        budgetBytes: found?.budgetBytes ?? 0))
            }
            guard let found else { return ModelsCommand.sayThatNoneRuns() }
            for model in found.models {
                let use =
                    model.state == "loading"
                    ? "loading, \(Int(model.progress * 100)) %"
                    : model.isKept == true
                        ? "kept by Hearth" : model.users == 0 ? "not in use" : "\(model.users) in use"
                let window = model.contextLength > 0 ? ", \(model.contextLength) tokens" : ""
                Terminal.output.write(
                    "\(Terminal.output.bold(Terminal.line(model.id))): \(Format.bytes(model.bytes))\(window), \(use)\n")
            }
            let state = found.models.isEmpty ? "nothing is loaded" : "\(Format.bytes(found.usedBytes)) in all"
            Terminal.output.write("\(state), of \(Format.bytes(found.budgetBytes)) for models\n")
        }
    }

    struct Unload: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Have the running server unload a model.")
        @Argument(help: "The id of a model that is loaded.") var id: String

        func run() async throws {
            let hearth = try Hearth()
            let unloaded = try await ModelsCommand.askingServer(of: hearth) {
                try await hearth.unloadModelInServer(id, token: $0)
            }
            guard let unloaded else { return ModelsCommand.sayThatNoneRuns() }
            Terminal.output.write(unloaded ? "\(id) is unloaded\n" : "\(id) was not loaded\n")
        }
    }

    /// Asks the server with its token; the store and the connection are closed afterwards.
    static func askingServer<Answer: Sendable>(
        of hearth: Hearth, _ ask: (Secret) async throws -> Answer?
    ) async throws -> Answer? {
        guard try RunningServer.find(in: hearth.folder) != nil else { return nil }
        let token = try TokenFile(folder: hearth.folder)
            .token(override: ProcessInfo.processInfo.environment["HEARTH_TOKEN"])
        let answer: Answer?
        do {
            answer = try await ask(token)
        } catch {
            await hearth.shutdown()
            throw error
        }
        await hearth.shutdown()
        return answer
    }

    private static func sayThatNoneRuns() {
        Terminal.output.write("no server runs here, so nothing stays loaded; `hearth serve` starts one\n")
    }
}
