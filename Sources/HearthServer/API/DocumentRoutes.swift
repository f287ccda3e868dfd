import Foundation
import HearthCore
import HearthDocuments
import HearthEngine
import HearthHTTP
import HearthKnowledge
import HearthStore

/// `/api/documents` and `/api/search`
struct DocumentRoutes: Sendable {
    let hearth: Hearth
    let jobs: JobBoard
    let places: UploadPlaces

    /// Bytes of one upload: some large PDFs, or a folder of notes.
    static let uploadLimit = 1 << 30
    static let mostFiles = 100

    var routes: [ServerRoute] {
        [
            ServerRoute(.get, "/api/documents") { try await list($0) },
            ServerRoute(.post, "/api/documents", work: .long, bodyLimit: Self.uploadLimit) { request in
                try await UploadJob(hearth: hearth, jobs: jobs, places: places).start(request)
            },
            ServerRoute(.post, "/api/documents/paths") { try await ingest($0) },
            ServerRoute(.post, "/api/documents/remove", work: .long) { try await removeMany($0) },
            ServerRoute(.get, "/api/documents/:id") { request in
                let found = try await document(request)
                try await hearth.willName([.document(found.id)])
                return .json(DocumentJSON.document(found))
            },
            ServerRoute(.patch, "/api/documents/:id", bodyLimit: 4096) { try await change($0) },
            ServerRoute(.delete, "/api/documents/:id", work: .long) { request in
                let found = try await document(request)
                return try await remove([found.id])
            },
            ServerRoute(.post, "/api/documents/:id/reindex", bodyLimit: 4096) { try await reindex($0) },
            ServerRoute(.get, "/api/documents/:id/text") { try await text($0) },
            ServerRoute(.post, "/api/search", work: .long) { try await search($0) },
        ]
    }

    // MARK: - Reading

    private func document(_ request: ServerRequest) async throws -> StoredDocument {
        guard let document = try await hearth.database().document(id: request.parameter("id")) else {
            throw ServerError(.notFound, "unknown-item", "There is no such document.\(Reader.hint)")
        }
        return document
    }

    private func list(_ request: ServerRequest) async throws -> ServerResponse {
        let limit = try request.integer("limit", in: 1...500, otherwise: 50)
        let offset = try request.integer("offset", in: 0...Int.max, otherwise: 0)
        let format = try request.choice("format", DocumentFormat.self)
        let label = try request.choice("label", SensitivityLabel.self)
        var filter = SearchFilter()
        filter.formats = format.map { [$0] }
        filter.labels = label.map { [$0] }
        filter.name = try request.text("query", most: 500)
        // The journal has a view of its own; its entries would bury the documents.
        filter.withoutJournal = true
        let page = try await hearth.database().page(matching: filter, limit: limit, offset: offset)
        try await hearth.willName(page.documents.map { .document($0.id) })
        return .json([
            "documents": .array(page.documents.map(DocumentJSON.document)), "total": JSONEncoding.number(page.total),
        ])
    }

    private func text(_ request: ServerRequest) async throws -> ServerResponse {
        let found = try await document(request)
        let start = try request.integer("start", in: 0...Int.max, otherwise: 0)
        let usual = start.addingReportingOverflow(64 << 10).partialValue
        var end = try request.integer("end", in: 0...Int.max, otherwise: max(start, usual))
        end = min(end, max(start, start.addingReportingOverflow(256 << 10).partialValue))
        guard let content = try await hearth.database().content(ofDocument: found.id) else {
            throw ServerError(.notFound, "unknown-item", "There is no such document.")
        }
        try await hearth.willGive([.document(found.id)])
        let window = TextWindow(of: content.text, start: start, end: end)
        func isInside(_ span: TextSpan) -> Bool { span.start < window.end && span.end > window.start }
        return .json([
            "documentID": .string(found.id), "title": JSONEncoding.optional(found.title),
            "path": JSONEncoding.optional(found.presentPath), "format": .string(found.format.rawValue),
            "start": JSONEncoding.number(window.start), "end": JSONEncoding.number(window.end),
            "total": JSONEncoding.number(window.total), "text": .string(String(window.text)),
            "pages": .array(
                content.pages.filter { isInside($0.span) }.map {
                    [
                        "number": JSONEncoding.number($0.number), "start": JSONEncoding.number($0.span.start),
                        "end": JSONEncoding.number($0.span.end),
                    ]
                }),
            "blocks": .array(content.blocks.filter { isInside($0.span) }.map(DocumentJSON.block)),
        ])
    }

    private func search(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try await request.fields()
        var filter = SearchFilter()
        if let ids = try fields.strings("in", most: 1000) { filter = try await hearth.filter(for: ids) }
        if let names = try fields.strings("formats", most: 20) {
            filter.formats = Set(
                try names.map { name in
                    guard let format = DocumentFormat(rawValue: name) else {
                        throw fields.wrong("formats", "known formats")
                    }
                    return format
                })
        }
        if let names = try fields.strings("labels", most: 3) {
            filter.labels = Set(
                try names.map { name in
                    guard let label = SensitivityLabel(rawValue: name) else { throw fields.wrong("labels", "labels") }
                    return label
                })
        }
        let response = try await hearth.search(
            SearchRequest(
                text: try fields.requiredText("text", most: 4000),
                limit: try fields.integer("limit", in: 1...100) ?? 10, filter: filter))
        try await hearth.willGive(response.passages)
        return .json([
            "results": .array(response.passages.map(DocumentJSON.passage)),
            "notes": JSONEncoding.strings(response.notes),
        ])
    }

    // MARK: - Changing

    private func change(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try await request.fields()
        guard let label = try fields.choice("label", SensitivityLabel.self) else { throw fields.missing("label") }
        let found = try await document(request)
        try await hearth.database().setLabel(label, ofDocument: found.id)
        // Called more private than the program that asked may read, it is shown once more.
        var changed = try await hearth.database().document(id: found.id) ?? found
        changed.label = label
        return .json(DocumentJSON.document(changed))
    }

    private func removeMany(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try await request.fields()
        guard let ids = try fields.strings("documentIDs", most: 1000), !ids.isEmpty else {
            throw fields.missing("documentIDs")
        }
        return try await remove(ids)
    }

    private func remove(_ ids: [String]) async throws -> ServerResponse {
        .json(DocumentJSON.receipt(try await hearth.database().removeDocuments(ids: ids)))
    }

    private func ingest(_ request: ServerRequest) async throws -> ServerResponse {
        let fields = try await request.fields()
        guard let paths = try fields.strings("paths", most: 100), !paths.isEmpty else { throw fields.missing("paths") }
        guard paths.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 4096 && !$0.utf8.contains(0) }) else {
            throw fields.wrong("paths", "paths of files and folders")
        }
        guard paths.allSatisfy({ $0.hasPrefix("/") || $0.hasPrefix("~/") }) else {
            throw fields.wrong("paths", "absolute paths: the server's own folder means nothing to you")
        }
        var options = IngestOptions()
        options.label = try fields.choice("label", SensitivityLabel.self)
        options.includesHidden = try fields.bool("hidden") ?? false
        let expanded = paths.map { $0.hasPrefix("~/") ? NSHomeDirectory() + $0.dropFirst() : $0 }
        let title = expanded.count == 1 ? (expanded.first ?? "") : "\(expanded.count) places"
        let floor = try await hearth.label(
            ofNames: expanded.map { FileFinder.realPath($0) ?? $0 }, calledSo: options.label)
        let job = await jobs.start(.ingest, title: title, floor: floor) { [options] report in
            try await IngestWork.run(hearth, expanded, options, report)
        }
        return .json(job.value, status: .accepted)
    }

    private func reindex(_ request: ServerRequest) async throws -> ServerResponse {
        let found = try await document(request)
        guard let path = DocumentJSON.file(of: found) else {
            throw ServerError(
                .conflict, "source-missing", "The file that this document was read from is not there any more.")
        }
        var options = IngestOptions()
        options.includesHidden = true
        let job = await jobs.start(
            .reindex, title: found.title ?? path, subject: found.id, of: [.document(found.id)]
        ) { [options] report in
            try await IngestWork.run(hearth, [path], options, report)
        }
        return .json(job.value, status: .accepted)
    }
}

/// Reading files, as a job.
enum IngestWork {
    /// - Parameters:
    ///   - shown: The name to show for a path.
    ///   - beside: The name of another file that it is kept beside.
    static func run(
        _ hearth: Hearth, _ paths: [String], _ options: IngestOptions, _ report: JobBoard.Report,
        shown: @Sendable (String) async -> String = { $0 }, beside: @Sendable (String) -> String? = { _ in nil },
        each: @Sendable (IngestReport) async throws -> Void = { _ in }
    ) async throws {
        for try await event in try await hearth.ingest(paths, options: options) {
            switch event {
            case .progress(let done, let total, let chunks):
                await report.progress(
                    total > 0 ? Double(done) / Double(total) : nil, "\(done) of \(total) files, \(chunks) passages",
                    done: done, total: total)
            case .file(let file):
                await report.file(
                    DocumentJSON.report(file, path: await shown(file.path), beside: beside(file.path)))
                try await each(file)
            case .note: break
            case .summary(let summary):
                await report.progress(
                    1,
                    "\(summary.added) added, \(summary.updated) updated, \(summary.unchanged) unchanged, "
                        + "\(summary.skipped) skipped, \(summary.failed) failed")
            }
        }
        try Task.checkCancellation()
    }
}

extension IngestOptions {
    /// For files that were uploaded, with the fields of their form.
    ///
    /// - Throws: ``HearthHTTP/ServerError`` for a `label` that does not exist.
    init(ofUpload fields: [String: String]) throws {
        self.init()
        includesHidden = true
        guard let label = fields["label"], !label.isEmpty else { return }
        guard let known = SensitivityLabel(rawValue: label) else {
            throw ServerError.invalid("label", "`label` has to be public, personal or private.")
        }
        self.label = known
    }
}
