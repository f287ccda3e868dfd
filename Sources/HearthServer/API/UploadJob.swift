import Foundation
import Hearth
import HearthHTTP

/// Takes the files of a form into the store.
struct UploadJob: Sendable {
    let hearth: Hearth
    let places: UploadPlaces
    var onlyTranscripts = false

    func start(_ request: ServerRequest) async throws -> Wire.Job {
        let batch = try await UploadFolder(data: hearth.folder).receive(
            request, mostFiles: DocumentRoutes.mostFiles, hashes: true)
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

    /// Has files read that were received. They are in the library when this returns, and nothing of them lies in a folder.
    ///
    /// - Parameter replaces: Whether they take the place of what has their names; otherwise they are kept beside it.
    func start(
        _ batch: UploadFolder.Batch, _ options: IngestOptions, replaces: Bool
    ) async throws -> Hearth.Jobs.Job {
        do {
            for attempt in 1...Self.mostAttempts {
                do {
                    let job = try await attemptStart(batch, options, replaces: replaces)
                    await batch.remove()
                    return job
                } catch is PlaceTaken {
                    // Of two that met both may have given way: not for the same time.
                    try await Task.sleep(for: .milliseconds(Int.random(in: 1...50 * attempt)))
                }
            }
            throw ServerError(
                .tooMany, "Files of the same name are being sent to other servers of this library. Send it again.",
                retryAfter: 1)
        } catch {
            await batch.remove()
            throw error
        }
    }

    /// Names that others took meanwhile, before this gives up.
    private static let mostAttempts = 10

    /// Another server was sent a file of the same name at the same moment.
    private struct PlaceTaken: Error {}

    private func attemptStart(
        _ batch: UploadFolder.Batch, _ options: IngestOptions, replaces: Bool
    ) async throws -> Hearth.Jobs.Job {
        let files = await batch.files
        var work = UploadWork(files: [], label: options.label, areTranscripts: onlyTranscripts)
        let queued = replaces ? [] : try await hearth.work.placesOfUploads()
        let taken = try await places.take(files, replaces: replaces, among: hearth.documents, queued: queued)
        work.files = zip(files, taken).map { file, place in
            UploadWork.File(
                name: file.name, last: URL(fileURLWithPath: file.path).lastPathComponent, place: place.path,
                beside: place.beside, isPrivate: place.label == .private)
        }
        let floor: SensitivityLabel
        do {
            let names = try await hearth.documents.label(
                ofNames: taken.map(\.path).sorted(), calledSo: options.label)
            // The job is called what its files are called, and that is the name of what they are kept beside.
            floor = taken.compactMap(\.label).reduce(names, max)
        } catch {
            await places.giveBack(taken)
            throw error
        }
        let title = files.count == 1 ? (files.first?.name ?? "") : "\(files.count) files"
        let placed = Array(zip(taken, files))
        let after: Date?
        do {
            after = replaces ? try await hearth.work.lastChange(ofPlaces: taken.map(\.path)) : nil
        } catch {
            await places.giveBack(taken)
            throw error
        }
        return try await hearth.work.add(
            .ingest, title: title, payload: work, floor: floor, files: files.map(\.path), after: after,
            confirm: { [places, hearth] id in
                if try await places.areShared(placed, with: id, hearth) { throw PlaceTaken() }
            },
            atEnd: { [places, taken] in await places.giveBack(taken) })
    }

    private static func replaces(_ fields: [String: String]) throws -> Bool {
        switch fields["replace"] {
        case nil, "", "false": return false
        case "true": return true
        default: throw ServerError.invalid("replace", "`replace` has to be true or false.")
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
