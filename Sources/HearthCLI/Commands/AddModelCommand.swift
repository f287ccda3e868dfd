import ArgumentParser
import Foundation
import Hearth

extension ModelsCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a model by its address, or a file of this machine.",
            discussion: """
                The file is looked at first: its format, what its header says, its size, this disk and this memory, and whether \
                the llama.cpp of this build knows it. A file of this machine is copied; --no-download only notes where it is. \
                A folder with one model is taken for that model. A projector that lies beside the model comes along. \
                With --force a file of an unknown format is taken as it is; nothing \
                will load it.
                """)
        @Argument(help: "An https address, a file: URL, or the path of a file or a folder.") var place: String
        @Flag(inversion: .prefixedNo, help: "Fetch the file now.") var download = true
        @Flag(help: "Load it once to see that it works, and use it from now on for what it is made for.") var load =
            false
        @Option(help: "The file of its projector (mmproj….gguf), with which it sees pictures.") var projector: String?
        @Option(help: "The model's id.") var name: String?
        @Option(help: ArgumentHelp("What it does: \(Modality.allCases.map(\.rawValue).joined(separator: ", "))."))
        var modality: String?
        @Option(help: "The SHA-256 that the file must have.") var sha256: String?
        @Flag(help: "Take a file of unknown format as it is.") var force = false
        @Flag(help: "Print JSON Lines.") var json = false

        /// What was found out.
        private struct Inspected: Encodable {
            let event = "inspected"
            var id: String
            var compatible: Bool
            var manifest: ModelManifest
            var checks: [ModelInspection.Check]
            var fit: ModelFit
            var fetchedBytes: Int
            var resumable: Bool
        }

        private struct Added: Encodable {
            let event = "added"
            var id: String
        }

        func validate() throws {
            if let modality, Modality(rawValue: modality) == nil {
                throw ValidationError("“\(modality)” is not what a model does; see --help.")
            }
            if projector != nil, !download {
                throw ValidationError("--projector needs the model's file; leave out --no-download.")
            }
            if load, !download { throw ValidationError("--load needs the file; leave out --no-download.") }
        }

        func run() async throws {
            guard let place = ModelPlace(place) else {
                throw ValidationError("Give an address that begins with https://, a file: URL or a path.")
            }
            let hearth = try Hearth()
            // On standard error, so that the output holds the model alone.
            let inspection = try await hearth.models.inspect(
                place,
                wishes: ModelWishes(name: name, modality: modality.flatMap(Modality.init(rawValue:)), sha256: sha256))
            try show(inspection)
            let view = DownloadView(json: json)
            defer { view.clear() }
            let id = inspection.manifest.id
            let purpose = ModelPurpose(inspection.manifest.modality)
            if load, inspection.isCompatible, purpose == nil {
                throw ValidationError(
                    "A model for \(inspection.manifest.modality.title) is not chosen with --load; leave it out.")
            }
            let library: ModelLibrary
            switch place {
            case .file: library = hearth.models.localLibrary
            case .remote: library = try await hearth.models.library()
            }
            let file = try await library.add(inspection, downloading: download, isForced: force) { view.show($0) }
            if let projector, file != nil {
                try await library.addProjector(projector, to: id) { view.show($0) }
            }
            view.clear()
            // What was taken by force is nothing that could run.
            if !load, inspection.isCompatible, case .remote = place, let file,
                let trial = await hearth.models.trial(ofFile: file.path, for: inspection.manifest.modality)
            {
                Self.show(trial)
                if trial.state == .failed {
                    throw CommandFailure(
                        ExitStatus.failed,
                        "\(id) was fetched and cannot be used: \(trial.reason) `hearth models remove \(id)` takes it away."
                    )
                }
            }
            if load, file != nil, let purpose {
                for finding in try await hearth.models.tryOut(id, for: purpose) {
                    Terminal.error.write("warning: \(Terminal.safe(finding))\n")
                }
                try await hearth.models.use(id, for: purpose)
                ModelsCommand.reportUse(id, purpose)
            }
            if let file {
                try ModelsCommand.report(id, file, json: json)
            } else if json {
                try JSONLines().write(Added(id: id))
            } else {
                Terminal.output.write("added \(id); `hearth models pull \(id)` fetches it\n")
            }
        }

        private func show(_ inspection: ModelInspection) throws {
            if json {
                return try JSONLines().write(
                    Inspected(
                        id: inspection.manifest.id, compatible: inspection.isCompatible, manifest: inspection.manifest,
                        checks: inspection.checks, fit: inspection.fit, fetchedBytes: inspection.fetchedBytes,
                        resumable: inspection.canResume))
            }
            for check in inspection.checks { Self.show(check) }
        }

        private static func show(_ check: ModelInspection.Check) {
            let mark =
                switch check.state {
                case .passed: Terminal.error.green("✓")
                case .warning: Terminal.error.yellow("!")
                case .failed: Terminal.error.red("✗")
                case .unknown: Terminal.error.dim("?")
                }
            Terminal.error.write("\(mark) \(check.name): \(Terminal.safe(check.reason))\n")
            if let remedy = check.remedy { Terminal.error.write("    → \(Terminal.safe(remedy))\n") }
        }
    }
}
