import Foundation
import Hearth
import HearthHTTP

/// Takes the files of a form into the store.
struct UploadJob: Sendable {
    let hearth: Hearth
    let places: UploadPlaces
    var onlyTranscripts = false

    func start(_ request: ServerRequest) async throws -> Wire.Job {
        let batch = try await UploadFolder(data: hearth.folder).receive(request, mostFiles: DocumentRoutes.mostFiles)
        let (options, replaces): (IngestOptions, Bool)
        do {
            guard await !batch.files.isEmpty else { throw Self.noFile }
            try ServerError.checkForm(await batch.fields, Wire.UploadForm.self)
            options = try IngestOptions(ofUpload: await batch.fields)
            replaces = try Self.replaces(await batch.fields)
        } catch {
            await batch.remove()
            throw error
        }
        return try Wire.Job(try await start(batch, options, replaces: replaces))
    }

    static let noFile = ServerError(
        .badRequest, "`file` is missing: the form holds no file.", parameter: "file")

    /// Reads files that were received, which are gone when that has ended, however it ends.
    ///
    /// - Parameter replaces: Whether they take the place of what has their names; otherwise they are kept beside it.
    func start(
        _ batch: UploadFolder.Batch, _ options: IngestOptions, replaces: Bool
    ) async throws -> Hearth.Jobs.Job {
        let files = await batch.files
        var taken: [String: UploadPlaces.Place] = [:]
        do {
            let title = files.count == 1 ? (files.first?.name ?? "") : "\(files.count) files"
            for file in files {
                taken[file.path] = try await places.take(file, replaces: replaces, among: hearth.documents)
            }
            let names = try await hearth.documents.label(
                ofNames: taken.values.map(\.path).sorted(), calledSo: options.label)
            // The job is called what its files are called, and that is the name of what they are kept beside.
            let floor = taken.values.compactMap(\.label).reduce(names, max)
            return await hearth.jobs.start(.ingest, title: title, floor: floor) { [places, taken] report in
                do {
                    try await batch.use { try await read(batch, taken, options, report) }
                } catch {
                    await places.giveBack(Array(taken.values))
                    throw error
                }
                await places.giveBack(Array(taken.values))
            }
        } catch {
            await places.giveBack(Array(taken.values))
            await batch.remove()
            throw error
        }
    }

    private static func replaces(_ fields: [String: String]) throws -> Bool {
        switch fields["replace"] {
        case nil, "", "false": return false
        case "true": return true
        default: throw ServerError.invalid("replace", "`replace` has to be true or false.")
        }
    }

    /// - Parameter places: Where each file is kept, by its path.
    private func read(
        _ batch: UploadFolder.Batch, _ places: [String: UploadPlaces.Place], _ options: IngestOptions,
        _ report: Hearth.Jobs.Report
    ) async throws {
        var paths: [String] = []
        for file in await batch.files {
            if onlyTranscripts {
                do {
                    _ = try TranscriptReader().read(contentsOf: URL(fileURLWithPath: file.path))
                } catch {
                    await report.file(.init(.failed(error, path: file.path), name: file.name))
                    continue
                }
            }
            paths.append(file.path)
        }
        guard !paths.isEmpty else { return }
        var options = options
        options.areTranscripts = onlyTranscripts
        var names: [String: String] = [:]
        var besides: [String: String] = [:]
        for path in paths {
            // Kept under its own name from the start, so that what is known of it there holds at once.
            guard let place = places[path] else { continue }
            let real = FileFinder.realPath(path) ?? path
            options.names[real] = place.path
            let name = String(place.path.dropFirst(Wire.Document.uploads.count))
            (names[path], names[real]) = (name, name)
            (besides[path], besides[real]) = (place.beside, place.beside)
            // A folder that was uploaded is called what its files are called.
            if let label = options.label, let slash = name.firstIndex(of: "/") {
                try await hearth.documents.setLabel(
                    label, ofFolder: Wire.Document.uploads + name[..<slash], lowers: false)
            }
        }
        // What its sender says of a file holds; where nothing is said, one that may be the edited copy of a private one is private.
        let isSaid = options.label != nil
        let isPrivate = { (path: String) in !isSaid && places[path]?.label == .private }
        var strict = options
        strict.label = .private
        for (paths, options) in [(paths.filter { !isPrivate($0) }, options), (paths.filter(isPrivate), strict)]
        where !paths.isEmpty {
            try await IngestWork.run(
                hearth, paths, options, report,
                shown: { [names] path in
                    if let name = names[path] { return name }
                    return await batch.name(of: path) ?? "file"
                }, beside: { [besides] in besides[$0] })
        }
    }
}

extension IngestOptions {
    /// For files that were uploaded, with the fields of their form.
    ///
    /// - Throws: ``HearthHTTP/ServerError`` for a `label` that does not exist.
    init(ofUpload fields: [String: String]) throws {
        self.init()
        includesHidden = true
        areSent = true
        guard let label = fields["label"], !label.isEmpty else { return }
        guard let known = SensitivityLabel(rawValue: label) else {
            throw ServerError.invalid("label", "`label` has to be public, personal or private.")
        }
        self.label = known
    }
}

// MARK: - Reading files

/// Reading files, as a job.
enum IngestWork {
    /// - Parameters:
    ///   - shown: The name to show for a path.
    ///   - beside: The name of another file that it is kept beside.
    static func run(
        _ hearth: Hearth, _ paths: [String], _ options: IngestOptions, _ report: Hearth.Jobs.Report,
        shown: @Sendable (String) async -> String = { $0 }, beside: @Sendable (String) -> String? = { _ in nil },
        each: @Sendable (IngestReport) async throws -> Void = { _ in }
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
                try await each(file)
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

/// How far an ingestion is, for a person. That it is at 100 % is said when nothing is left to wait for: when all files are read, their
/// vectors are still to be made, and those of passages that an earlier run or another program left without.
struct IngestProgress {
    struct Step: Equatable {
        var fraction: Double?
        var message: String
        var done: Int?
        var total: Int?
    }

    private var isRead = false

    /// What is new; `nil` where nothing is.
    mutating func step(_ event: IngestEvent) -> Step? {
        switch event {
        case .progress(let done, let total, let chunks):
            isRead = done >= total
            guard !isRead else {
                return Step(
                    message: "\(total) of \(total) files are read, and found by their words; now by meaning, too")
            }
            return Step(
                fraction: total > 0 ? Double(done) / Double(total) : nil,
                message: "\(done) of \(total) files, \(chunks) passages", done: done, total: total)
        case .vectors(let done, let total):
            guard done < total else { return Step(message: "The files can be searched, by words and by meaning") }
            return Step(
                fraction: Double(done) / Double(total),
                message: "The text can be searched; \(done) of \(total) passages are found by meaning, too", done: done,
                total: total)
        case .note(let note):
            // Before that, a note is of what is set up, not of what is waited for.
            return isRead ? Step(message: "The files can be searched. \(note)") : nil
        case .pictures(let path, let left):
            let name = path.split(separator: "/").last ?? ""
            return Step(
                message: left == 1
                    ? "The files can be searched; \(name) is being read from its pictures"
                    : "The files can be searched; \(left) are still to be read from their pictures")
        case .file, .recognized: return nil
        case .summary(let summary):
            return Step(
                fraction: 1,
                message: "\(summary.added) added, \(summary.updated) updated, \(summary.unchanged) unchanged, "
                    + "\(summary.skipped) skipped, \(summary.failed) failed")
        }
    }
}
