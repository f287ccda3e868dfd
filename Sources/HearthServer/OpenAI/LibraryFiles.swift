import Foundation
import Hearth
import HearthHTTP

/// `/v1/files`: the documents of the library, and the files that programs keep for batches.
struct LibraryFiles: Sendable {
    let hearth: Hearth
    let places: UploadPlaces

    /// The most that are listed at a time.
    private static let mostListed = 10_000
    /// Documents that are read in one step while a list is made.
    private static let step = 5_000
    /// The largest file of requests: all of it is in memory while they are answered.
    static let mostBatchBytes = 16 << 20

    private static let keeping = FairSemaphore<OneQueue>(limit: 2)

    static let batch = "batch"
    static let batchOutput = "batch_output"

    // MARK: Reading

    func list(_ request: ServerRequest) async throws -> ServerResponse {
        let query = try ListQuery(request.query, usual: Self.mostListed, most: Self.mostListed)
        let purpose = request.query["purpose"].flatMap { $0.isEmpty ? nil : $0 }
        var kept = try await hearth.deposits.list(.file)
        if let purpose { kept.removeAll { $0.purpose != purpose } }
        var documents: [LibraryWire.File] = []
        if purpose == nil || purpose == LibraryWire.File.ofDocuments {
            documents = try await self.documents(newest: query.newest)
        }
        let all = Self.merged(kept.map(LibraryWire.File.init), documents)
        let page = try query.page(all) { $0.id }
        let given = page.data.filter { $0.purpose == LibraryWire.File.ofDocuments }
        try await hearth.privacy.willName(given.map { .document($0.id) })
        return .json(try page.json())
    }

    /// - Parameter newest: How many are needed; `nil` for all.
    private func documents(newest: Int?) async throws -> [LibraryWire.File] {
        var files: [LibraryWire.File] = []
        while true {
            let limit = min(Self.step, (newest ?? .max) - files.count)
            let page = try await hearth.documents.page(matching: .documents, limit: limit, offset: files.count)
            files += page.documents.map(LibraryWire.File.init)
            guard page.documents.count == limit, files.count < newest ?? .max else { return files }
        }
    }

    /// Two lists as one, the newest first, each in its own order: so a beginning of it is the same whether all is known or the beginning.
    private static func merged(_ first: [LibraryWire.File], _ second: [LibraryWire.File]) -> [LibraryWire.File] {
        var all: [LibraryWire.File] = []
        all.reserveCapacity(first.count + second.count)
        var rest = second[...]
        for file in first {
            let newer = rest.prefix { $0.createdAt > file.createdAt }
            all += newer
            rest = rest.dropFirst(newer.count)
            all.append(file)
        }
        return all + rest
    }

    func describe(_ request: ServerRequest) async throws -> ServerResponse {
        let id = request.parameter("id")
        // Whoever follows a citation asks for a document.
        if let found = try await hearth.documents.document(id: id) {
            try await hearth.privacy.willName([.document(found.id)])
            return .json(try LibraryWire.File(found).json())
        }
        guard let kept = try await hearth.deposits.find(id, .file) else { throw Self.unknown() }
        return .json(try LibraryWire.File(kept).json())
    }

    /// Of a document the text that was read of it; its file need not be there any more.
    func content(_ request: ServerRequest) async throws -> ServerResponse {
        let id = request.parameter("id")
        if let found = try await hearth.documents.document(id: id),
            let text = try await hearth.documents.text(of: found.id)
        {
            try await hearth.privacy.willGive([.document(found.id)])
            return .text(text)
        }
        guard let kept = try await hearth.deposits.find(id, .file) else { throw Self.unknown() }
        return try await content(of: kept)
    }

    /// Part by part, so that who reads slowly holds little.
    private func content(of kept: Deposit) async throws -> ServerResponse {
        try await hearth.deposits.willGive(kept)
        return ServerResponse(
            headers: [("content-type", "application/jsonl")],
            content: .stream(.raw) { [hearth] sink in
                sink.start()
                var number = 0
                while let part = try await hearth.deposits.part(number, of: kept) {
                    try await sink.send(raw: Array(part))
                    number += 1
                }
            })
    }

    // MARK: Changing

    func remove(_ request: ServerRequest) async throws -> ServerResponse {
        let id = request.parameter("id")
        if try await !hearth.deposits.remove(id, .file) {
            // The store removes nothing for a program that it may not read.
            guard let receipt = try await hearth.documents.remove(id), receipt.documentIDs.contains(id) else {
                throw Self.unknown()
            }
        }
        return .json(try LibraryWire.Deleted(id: id, object: "file").json())
    }

    func upload(_ request: ServerRequest) async throws -> ServerResponse {
        let label = try request.label()
        let batch = try await UploadFolder(data: hearth.folder).receive(request, mostFiles: 1, hashes: true)
        let form: Form
        do {
            form = try await Form(batch)
            if form.purpose == Self.batch {
                let kept = try await keep(form, label)
                await batch.remove()
                return .json(try LibraryWire.File(kept).json(), notes: form.notes)
            }
        } catch {
            await batch.remove()
            throw error
        }
        var options = IngestOptions()
        (options.includesHidden, options.areSent) = (true, true)
        // Where nothing is said, what is known of its content and its name holds.
        if request.headers["hearth-label"] != nil { options.label = label }
        let job = try await UploadJob(hearth: hearth, places: places).start(batch, options, replaces: false)
        let report = try await fileReport(of: job.id)
        return .json(try await described(report, form).json(), notes: form.notes)
    }

    /// A file of requests, as it is.
    private func keep(_ form: Form, _ label: SensitivityLabel) async throws -> Deposit {
        guard form.bytes <= Self.mostBatchBytes else {
            throw ServerError(
                .tooLarge,
                "A file of requests may have \(Self.mostBatchBytes >> 20) MiB. Send it in parts, each for a batch.",
                parameter: "file")
        }
        // So that few of them are in memory, however many are sent at a time.
        try await Self.keeping.acquire()
        defer { Self.keeping.release() }
        let data = try Data(contentsOf: URL(fileURLWithPath: form.file.path))
        guard !data.isEmpty else {
            throw ServerError.invalid("file", "The file is empty. It has to hold requests, one a line.")
        }
        return try await hearth.deposits.keep(
            Deposit(
                id: Identifier.make("file-"), kind: .file, name: form.file.name, purpose: Self.batch, label: label,
                expiresAt: form.seconds.map { Date(timeIntervalSinceNow: Double($0)) }),
            value: data)
    }

    /// What became of the one file of a job, as soon as it is in the library; the vectors of its passages are made meanwhile.
    private func fileReport(of job: String) async throws -> Hearth.Jobs.FileReport {
        for await _ in try await hearth.jobs.changes(of: job) {
            let now = try await hearth.jobs.job(job)
            if let report = now.files.first { return report }
            if let error = now.error { throw error }
            if now.hasEnded { break }
        }
        try Task.checkCancellation()
        let last = try await hearth.jobs.job(job)
        if let report = last.files.first { return report }
        throw last.error ?? ServerError(.cancelled, "Reading the file was stopped before it was done.")
    }

    private func described(_ report: Hearth.Jobs.FileReport, _ form: Form) async throws -> LibraryWire.File {
        switch report.outcome {
        case .failed(let error, _): throw error
        case .ingested(let ingested):
            guard let id = ingested.documentID else {
                throw FileProblem(ingested, shownAs: report.name)
            }
            // One that was there already may be more private than the program may read; it knows the content anyhow.
            if let found = try await hearth.documents.document(id: id) { return LibraryWire.File(found) }
            return LibraryWire.File(
                id: id, bytes: form.bytes, createdAt: Identifier.now(), filename: form.file.name)
        }
    }

    static func unknown(_ parameter: String = "file_id") -> ServerError {
        ServerError(.unknownItem, "There is no such file.\(Reader.hint)", parameter: parameter)
    }
}

extension LibraryFiles {
    /// What a client sends with a file.
    private struct Form: Sendable {
        let file: UploadFolder.File
        /// Of the file.
        let bytes: Int
        let purpose: String
        /// How long it is to stay; `nil` until somebody removes it.
        let seconds: Int?
        let notes: [String]

        init(_ batch: UploadFolder.Batch) async throws {
            let fields = await batch.fields
            guard let file = await batch.files.first else { throw UploadJob.noFile }
            self.file = file
            guard let purpose = fields["purpose"], !purpose.isEmpty else {
                throw ServerError.invalid("purpose", "`purpose` is missing.")
            }
            guard [LibraryWire.File.ofDocuments, "user_data", LibraryFiles.batch].contains(purpose) else {
                throw ServerError(
                    .unsupportedValue,
                    "`purpose`: files are taken for `assistants` and `user_data`, which are read into the library, and for `batch`.",
                    parameter: "purpose")
            }
            self.purpose = purpose
            let isAged = fields.keys.contains { $0.hasPrefix("expires_after") }
            guard !isAged || purpose == LibraryFiles.batch else {
                // It may be the owner's already, whoever sends it again.
                throw ServerError(
                    .unsupportedValue,
                    "`expires_after`: documents stay in the library until somebody removes them; files of the purpose `batch` can go by "
                        + "themselves. Remove the file when it has served.",
                    parameter: "expires_after")
            }
            seconds = isAged ? try Self.seconds(fields) : nil
            let said = fields.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) }
            notes = [
                try RequestFields(.object(JSONObject(said))).note(
                    beyond: ["purpose", "expires_after[anchor]", "expires_after[seconds]"])
            ].compactMap(\.self)
            let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
            bytes = (attributes?[.size] as? NSNumber)?.intValue ?? 0
        }

        /// What `expires_after[anchor]` and `expires_after[seconds]` of a form say.
        private static func seconds(_ form: [String: String]) throws -> Int {
            let seconds = form["expires_after[seconds]"].flatMap(Int.init).map { JSONValue.number(JSONNumber($0)) }
            let said: JSONObject = [
                "anchor": form["expires_after[anchor]"].map(JSONValue.string) ?? .null, "seconds": seconds ?? .null,
            ]
            return try RequestFields(.object(said), path: "expires_after.").age(of: .file)
        }
    }
}

/// Why a file that was sent is no document now.
struct FileProblem: ReadableError {
    let code: String
    let kind: Failure.Kind
    let message: String
    let help: [Failure.Help]

    /// - Parameter name: The name that the sender knows it by.
    init(_ report: IngestReport, shownAs name: String) {
        let problem = report.problem
        code = problem?.code ?? "unreadable"
        kind = problem?.kind ?? .unreadable
        message =
            problem.map { $0.message.replacing(report.path, with: name) }
            ?? "The file \(name) was not read: it is no document."
        help = problem?.help ?? []
    }
}

extension LibraryWire.File {
    init(_ document: StoredDocument) {
        self.init(
            id: document.id, bytes: document.byteCount, createdAt: Int(document.ingestedAt.timeIntervalSince1970),
            filename: document.fileName)
    }

    init(_ kept: Deposit) {
        self.init(
            id: kept.id, bytes: kept.bytes, createdAt: Int(kept.createdAt.timeIntervalSince1970), filename: kept.name,
            purpose: kept.purpose, expiresAt: kept.expiresAt.map { Int($0.timeIntervalSince1970) })
    }
}
