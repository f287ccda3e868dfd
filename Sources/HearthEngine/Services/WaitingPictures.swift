import Foundation
import HearthCore
import HearthDocuments
import HearthKnowledge

extension Hearth.Documents {
    /// Reads the pages that an ingestion left unread, because it was broken off or because the program that reads pictures was not there yet.
    /// The next ingestion of their files would do it, too. It is a job where there is anything to do, can be cancelled, also by the end of the
    /// process, and goes on where it ended.
    public func readWaitingPictures() async throws {
        guard await DocumentReader.readsPictures() else { return }
        // What was uploaded has no file any more.
        let paths = try await list().filter(\.hasUnreadPictures).compactMap { document in
            document.paths.first { $0.hasPrefix("/") && FileManager.default.fileExists(atPath: $0) }
        }
        guard !paths.isEmpty else { return }
        var options = IngestOptions()
        options.includesHidden = true
        let job = await hearth.jobs.start(.ingest, title: "Pages that are pictures") { [options] report in
            for try await event in try await ingest(paths, options: options) {
                switch event {
                case .pictures(_, let left):
                    await report.progress(
                        Double(paths.count - min(left, paths.count)) / Double(paths.count),
                        "\(left) files are still to be read from their pictures")
                case .recognized(let file): await report.file(.init(.ingested(file), name: file.path))
                case .progress, .file, .vectors, .note, .summary: break
                }
            }
        }
        await withTaskCancellationHandler {
            _ = await hearth.jobs.ended(job.id)
        } onCancel: { [jobs = hearth.jobs] in
            // Whoever cancels waits for the end of this, and so for that of the job.
            Task { _ = try? await jobs.cancel(job.id) }
        }
    }
}

extension StoredDocument {
    /// Whether pages of it may be read now that could not be, or were not yet, when it was stored.
    fileprivate var hasUnreadPictures: Bool {
        warnings.contains { $0.kind == .recognitionPending || $0.kind == .recognizerMissing }
    }
}
