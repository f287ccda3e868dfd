import Foundation
import Hearth
import HearthHTTP

/// Takes the files of a form into a collection that another shares.
///
/// They go to the owner's library, and lie in the owner's data folder until they are read. Unlike what is sent to one's own library they are no
/// task that outlives the server: whose right it was may be gone by then, so what was not read when it ends is to be sent again.
struct SharedUpload: Sendable {
    let hearth: Hearth
    let writing: SharedWriting

    func start(_ request: ServerRequest) async throws -> Wire.Job {
        try await writing.requireRoom(request.body.announced ?? 0)
        let batch = try await UploadFolder(data: writing.folder).receive(request, mostFiles: DocumentRoutes.mostFiles)
        let (files, label): ([UploadFolder.File], SensitivityLabel?)
        do {
            files = await batch.files
            guard !files.isEmpty else { throw UploadJob.noFile }
            let fields = await batch.fields
            try ServerError.checkForm(fields, Wire.UploadForm.self)
            guard fields["replace"] ?? "false" != "true" else {
                throw ServerError.invalid("replace", "What is added to another's collection takes nothing's place.")
            }
            label = try IngestOptions(ofUpload: fields).label
            try SharedWriting.require(label)
            // It may have been taken back while the files came, and where nobody said how many bytes, it is known now.
            try writing.require()
            try await writing.requireRoom(Self.bytes(of: files))
        } catch {
            await batch.remove()
            throw error
        }
        let title = files.count == 1 ? (files.first?.name ?? "") : "\(files.count) files"
        let job = await hearth.jobs.start(.ingest, title: title, isOwners: true) { [writing] report in
            do {
                try await Self.run(files, label, writing, report)
            } catch {
                await batch.remove()
                throw error
            }
            await batch.remove()
        }
        return try Wire.Job(job)
    }

    private static func run(
        _ files: [UploadFolder.File], _ label: SensitivityLabel?, _ writing: SharedWriting, _ report: Hearth.Jobs.Report
    ) async throws {
        for (index, file) in files.enumerated() {
            try Task.checkCancellation()
            await report.progress(
                Double(index) / Double(files.count), file.name, done: index, total: files.count)
            let last = URL(fileURLWithPath: file.path).lastPathComponent
            do {
                for one in try await writing.add(file.path, as: last, label: label) {
                    await report.file(.init(.ingested(one), name: last))
                }
            } catch let error as CancellationError {
                throw error
            } catch {
                await report.file(.init(.failed(error, path: file.path), name: last))
            }
        }
        await report.progress(1, "", done: files.count, total: files.count)
    }

    private static func bytes(of files: [UploadFolder.File]) -> Int {
        files.reduce(0) { sum, file in
            let values = try? URL(fileURLWithPath: file.path).resourceValues(forKeys: [.fileSizeKey])
            return sum + (values?.fileSize ?? 0)
        }
    }
}
