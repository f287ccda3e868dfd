import ArgumentParser
import Hearth

extension ModelsCommand {
    /// `hearth models search`: what there is on Hugging Face.
    struct Search: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "search", abstract: "Look for models on Hugging Face, and for the files of one.",
            discussion: """
                The words that you look for go to huggingface.co, and the request is in the ledger. Nothing is fetched: `hearth models add` \
                with the address of a file does that, after a look at its header.
                """)
        @Argument(help: "Words in the name of a model.") var query: String?
        @Option(help: "The files of this model: OWNER/NAME.") var files: String?
        @Option(help: "How many models to list.") var limit = 20
        @Flag(help: "Print JSON Lines.") var json = false

        func validate() throws {
            guard (query == nil) != (files == nil) else {
                throw ValidationError(
                    "Give words to look for, or the files of which model to list with --files OWNER/NAME.")
            }
            if let query, !(1...200).contains(query.utf8.count) {
                throw ValidationError("What is looked for has 1 to 200 bytes.")
            }
            guard (1...HubSearch.mostModels).contains(limit) else {
                throw ValidationError("Between 1 and \(HubSearch.mostModels) models can be listed.")
            }
        }

        func run() async throws {
            let hearth = try Hearth()
            do {
                let hub = try await hearth.models.hub()
                if let files {
                    try await list(files, hub)
                } else {
                    try await list(try await hub.models(matching: query ?? "", limit: limit))
                }
            } catch {
                await hearth.shutdown()
                throw error
            }
            await hearth.shutdown()
        }

        private func list(_ models: [HubModel]) async throws {
            let (terminal, width) = (Terminal.output, models.map(\.name.count).max() ?? 0)
            for model in models {
                if json {
                    try JSONLines().write(model)
                    continue
                }
                let facts = [
                    "\(Format.count(model.downloads, "download")) in a month", model.licence.map(Terminal.line),
                    model.changed,
                    model.isGated ? "its terms have to be accepted on its page" : nil,
                ].compactMap(\.self).joined(separator: ", ")
                let name = Terminal.line(model.name)
                terminal.write(
                    terminal.bold(name) + String(repeating: " ", count: max(0, width - name.count) + 2)
                        + terminal.dim(facts) + "\n")
            }
            guard !json else { return }
            if models.isEmpty {
                terminal.write("nothing of that name has files that run here\n")
            } else {
                Terminal.note("`hearth models search --files OWNER/NAME` lists the files of one.")
            }
        }

        private struct Row: Encodable {
            var path: String
            var url: String
            var bytes: Int
            var sha256: String?
            var quantization: String?
            var fit: ModelFit
        }

        private func list(_ repository: String, _ hub: HubSearch) async throws {
            let (files, leftOut) = try await hub.files(of: repository)
            let terminal = Terminal.output
            for file in files {
                if json {
                    try JSONLines().write(
                        Row(
                            path: file.path, url: file.url, bytes: file.bytes, sha256: file.sha256,
                            quantization: file.quantization,
                            fit: file.fit))
                    continue
                }
                terminal.write(
                    "\(terminal.bold(Terminal.line(file.path)))  \(Format.bytes(file.bytes))\n"
                        + terminal.dim("    \(file.fit.reason)\n    hearth models add \(Format.shellWord(file.url))\n"))
            }
            guard !json else { return }
            if files.isEmpty { terminal.write("it has no file that is a whole model\n") }
            if leftOut > 0 {
                Terminal.note("\(Format.count(leftOut, "file")) more: parts of models, or what reads pictures for one.")
            }
        }
    }
}
