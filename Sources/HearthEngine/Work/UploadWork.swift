import Foundation
package import HearthCore
import HearthDocuments
package import HearthKnowledge

/// Files that were sent to be read, as a task.
///
/// Done twice it has one effect: each file has its name from the start, and what is there already with the same content is left as it is.
/// Done late it has none: what was sent under a name after it, and is read already, stays (``Ingestion/Condition/unlessNewer``).
package struct UploadWork: Codable, Sendable {
    package struct File: Codable, Sendable {
        /// The name to show, with its folder.
        package var name: String
        /// The last part of it, whose ending tells the format.
        package var last: String
        /// Under which name it is kept.
        package var place: String
        /// The name that it came with, where that is another file's and stays so.
        package var beside: String?
        /// Whether the file beside it is private: this may be the same one, edited.
        package var isPrivate: Bool

        package init(name: String, last: String, place: String, beside: String?, isPrivate: Bool) {
            (self.name, self.last, self.place, self.beside) = (name, last, place, beside)
            self.isPrivate = isPrivate
        }
    }

    package var files: [File]
    /// What their sender calls them.
    package var label: SensitivityLabel?
    package var areTranscripts: Bool

    package init(files: [File], label: SensitivityLabel?, areTranscripts: Bool) {
        (self.files, self.label, self.areTranscripts) = (files, label, areTranscripts)
    }

    /// The folder under which names of uploads begin; they are no files of this machine.
    package static let folder = "uploads/"

    func run(_ hearth: Hearth, _ files: TaskFiles, _ report: Hearth.Jobs.Report) async throws {
        var options = IngestOptions()
        (options.includesHidden, options.areSent, options.areTranscripts) = (true, true, areTranscripts)
        options.label = label
        var read: [(path: String, file: File)] = []
        for (path, file) in zip(files.paths, self.files) {
            if areTranscripts {
                do {
                    _ = try TranscriptReader().read(contentsOf: URL(fileURLWithPath: path))
                } catch {
                    await report.file(.init(.failed(error, path: path), name: file.name))
                    continue
                }
            }
            read.append((path, file))
        }
        var known: [String: File] = [:]
        for (path, file) in read {
            // Kept under its own name from the start, so that what is known of it there holds at once.
            let real = FileFinder.realPath(path) ?? path
            options.names[real] = file.place
            (known[path], known[real]) = (file, file)
            // A folder that was uploaded is called what its files are called.
            let name = file.place.dropFirst(Self.folder.count)
            if let label, let slash = name.firstIndex(of: "/") {
                try await hearth.documents.setLabel(label, ofFolder: Self.folder + name[..<slash], lowers: false)
            }
        }
        // What its sender says of a file holds; where nothing is said, one that may be the edited copy of a private one is private.
        let isStrict = { (file: File) in label == nil && file.isPrivate }
        var strict = options
        strict.label = .private
        let groups = [
            (read.filter { !isStrict($0.file) }.map(\.path), options),
            (read.filter { isStrict($0.file) }.map(\.path), strict),
        ]
        for (paths, options) in groups where !paths.isEmpty {
            try await IngestWork.run(
                hearth, paths, options, report,
                shown: { [known] in Self.shown($0, known) }, beside: { [known] in known[$0]?.beside })
        }
    }

    /// The name to show for a file, or for one that was found in it.
    private static func shown(_ path: String, _ known: [String: File]) -> String {
        if let file = known[path] { return String(file.place.dropFirst(folder.count)) }
        // The last parts tell: `UUID/NUMBER/NAME`, with whatever is in an archive behind them.
        return known.first { path.hasPrefix($0.key + "/") }?.value.name ?? "file"
    }
}

// MARK: - Reading files

/// Reading files, as a job.
package enum IngestWork {
    /// - Parameters:
    ///   - shown: The name to show for a path.
    ///   - beside: The name of another file that it is kept beside.
    package static func run(
        _ hearth: Hearth, _ paths: [String], _ options: IngestOptions, _ report: Hearth.Jobs.Report,
        shown: @Sendable (String) async -> String = { $0 }, beside: @Sendable (String) -> String? = { _ in nil }
    ) async throws {
        var progress = IngestProgress()
        for try await event in try await hearth.documents.ingest(paths, options: options) {
            if case .file(let file) = event {
                // Without a document to be as private as, it is as private as its place: a name tells, too.
                if file.documentID == nil, !options.areSent {
                    let label = try await hearth.documents.label(ofNames: places(file.path), calledSo: options.label)
                    await report.made(of: [], label: label)
                }
                await report.file(
                    .init(.ingested(file), name: await shown(file.path), keptBeside: beside(file.path)))
            }
            if case .recognized(let file) = event {
                await report.file(
                    .init(.ingested(file), name: await shown(file.path), keptBeside: beside(file.path)))
            }
            if let step = progress.step(event) {
                await report.progress(step.fraction, step.message, done: step.done, total: step.total)
            }
        }
        try Task.checkCancellation()
    }

    /// Where a file lies, and where it leads to if it is a link.
    private static func places(_ path: String) -> [String] {
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent().path
        let place = (FileFinder.realPath(folder) ?? folder) + "/" + url.lastPathComponent
        return [place, FileFinder.realPath(path) ?? place]
    }
}
