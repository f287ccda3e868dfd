import Foundation
import Hearth
import HearthHTTP

/// `/api/documents` and `/api/search`
struct DocumentRoutes: Sendable {
    let hearth: Hearth
    let places: UploadPlaces

    /// Bytes of one upload: some large PDFs, or a folder of notes.
    static let uploadLimit = 1 << 30
    static let mostFiles = 100

    var routes: [ServerRoute] {
        [
            Wire.listDocuments.route { try await list($0) },
            Wire.uploadDocuments.route { call in
                try await UploadJob(hearth: hearth, places: places).start(call.request)
            },
            Wire.ingestPaths.route { try await ingest($0) },
            Wire.removeDocuments.route { call in try await remove(try await call.body().documentIDs) },
            Wire.getDocument.route { call in
                let found = try await readable(call.request)
                try await hearth.privacy.willName([.document(found.id)])
                return try Wire.Document.shown([found], hearth).first ?? Wire.Document(found)
            },
            Wire.labelDocument.route { try await change($0) },
            Wire.removeDocument.route { call in
                let found = try await document(call.request)
                return try await remove([found.id])
            },
            Wire.reindexDocument.route { try await reindex($0.request) },
            Wire.getDocumentText.route { try await text($0) },
            Wire.getPagePicture.responding { try await picture($0.request) },
            Wire.getPagePlaces.route { try await pagePlaces($0) },
            Wire.search.route { try await search($0) },
        ]
    }

    // MARK: - Reading

    private func document(_ request: ServerRequest) async throws -> StoredDocument {
        guard let document = try await hearth.documents.document(id: request.parameter("id")) else {
            throw ServerError(.unknownItem, "There is no such document.\(Reader.hint)")
        }
        return document
    }

    /// The same, or one that another shares: to be read, not to be changed.
    private func readable(_ request: ServerRequest) async throws -> StoredDocument {
        guard let document = try await hearth.documents.readable(id: request.parameter("id")) else {
            throw ServerError(.unknownItem, "There is no such document.\(Reader.hint)")
        }
        return document
    }

    /// The formats that a list is narrowed to; `nil` for all.
    private static func formats(_ query: Wire.DocumentQuery) throws -> Set<DocumentFormat>? {
        let one: Set<DocumentFormat>? = query.format.map { [$0] }
        guard let names = query.formats else { return one }
        let several = try names.split(separator: ",").map { name in
            guard let format = DocumentFormat(rawValue: String(name)) else {
                throw ServerError(.badRequest, "`\(name.prefix(40))` is no format of documents.", parameter: "formats")
            }
            return format
        }
        guard !several.isEmpty else { return one }
        return one?.intersection(several) ?? Set(several)
    }

    private func list(_ call: Call<Wire.DocumentQuery, Nothing>) async throws -> Wire.DocumentList {
        let query = try call.query()
        let (limit, offset) = (query.limit, query.offset)
        var filter = SearchFilter.documents
        filter.formats = try Self.formats(query)
        filter.labels = query.label.map { [$0] }
        filter.name = query.query
        let page =
            if let collection = query.collection {
                try await hearth.documents.page(
                    ofCollection: collection, matching: filter, limit: limit, offset: offset)
            } else {
                try await hearth.documents.page(matching: filter, limit: limit, offset: offset)
            }
        try await hearth.privacy.willName(page.documents.map { .document($0.id) })
        return Wire.DocumentList(documents: try Wire.Document.shown(page.documents, hearth), total: page.total)
    }

    private func text(_ call: Call<Wire.TextQuery, Nothing>) async throws -> Wire.DocumentText {
        let found = try await readable(call.request)
        let query = try call.query()
        let start = query.start
        let usual = start.addingReportingOverflow(64 << 10).partialValue
        var end = query.end ?? max(start, usual)
        end = min(end, max(start, start.addingReportingOverflow(256 << 10).partialValue))
        guard let content = try await hearth.documents.readableContent(of: found.id) else {
            throw ServerError(.unknownItem, "There is no such document.")
        }
        try await hearth.privacy.willGive([.document(found.id)])
        let window = TextWindow(of: content.text, start: start, end: end)
        var names = try await ShownNames(hearth)
        let shown = names.names(in: String(window.text), from: window.start)
        try await names.willGive(by: hearth)
        func isInside(_ span: TextSpan) -> Bool { span.start < window.end && span.end > window.start }
        return Wire.DocumentText(
            documentID: found.id, title: found.title, path: found.presentPath, format: found.format,
            start: window.start, end: window.end, total: window.total, text: String(window.text),
            pages: content.pages.filter { isInside($0.span) }.map {
                Wire.Page(number: $0.number, start: $0.span.start, end: $0.span.end)
            }, blocks: content.blocks.filter { isInside($0.span) }.map(Wire.Block.init), names: shown)
    }

    private func picture(_ request: ServerRequest) async throws -> ServerResponse {
        let found = try await readable(request)
        guard let page = Int(request.parameter("page")), page >= 1,
            let picture = try await hearth.documents.picture(of: found.id, page: page)
        else { throw ServerError(.unknownItem, "There is no picture of this page.") }
        // The page holds what the text holds, and may hold more.
        try await hearth.privacy.willGive([.document(found.id)])
        return ServerResponse(
            .ok, headers: [("content-type", picture.type), ("content-disposition", "inline")],
            content: .bytes(picture.bytes))
    }

    /// Where on its pages a part of a document stands.
    private func pagePlaces(_ call: Call<Wire.PlaceQuery, Nothing>) async throws -> Wire.PagePlaces {
        let found = try await readable(call.request)
        let query = try call.query()
        guard query.start >= 0, query.end >= query.start else {
            throw ServerError.invalid("end", "`end` has to be no less than `start`, and both no less than 0.")
        }
        let span = TextSpan(start: query.start, end: query.end)
        let places = try await hearth.documents.places(of: span, in: found.id) ?? []
        try await hearth.privacy.willName([.document(found.id)])
        return Wire.PagePlaces(
            documentID: found.id,
            places: places.map { place in
                Wire.PagePlace(
                    page: place.page,
                    boxes: place.boxes.map {
                        Wire.PageBox(left: $0.left, top: $0.top, width: $0.width, height: $0.height)
                    })
            })
    }

    private func search(_ call: Call<Nothing, Wire.SearchRequest>) async throws -> Wire.SearchResults {
        let body = try await call.body()
        var filter = SearchFilter()
        if let ids = body.in { filter = try await hearth.documents.filter(for: ids) }
        if let formats = body.formats { filter.formats = Set(formats) }
        if let labels = body.labels { filter.labels = Set(labels) }
        if body.after != nil || body.before != nil {
            let first = body.after ?? Date.distantPast
            let last = body.before.map { $0.addingTimeInterval(-0.001) } ?? max(first, Date.distantFuture)
            guard first <= last else {
                throw ServerError.invalid("before", "`before` has to be later than `after`.")
            }
            filter.dates = first...last
        }
        if let from = body.from, !from.isEmpty {
            guard from.allSatisfy({ $0.contains { $0.isLetter || $0.isNumber } }) else {
                throw ServerError.invalid("from", "`from` has to be names of people.")
            }
            filter.senders = from
        }
        let response = try await hearth.documents.search(
            SearchRequest(text: body.text, limit: body.limit, filter: filter))
        try await hearth.privacy.willGive(response.passages)
        var names = try await ShownNames(hearth)
        var results: [Wire.Passage] = []
        for passage in response.passages { results.append(names.passage(passage)) }
        try await names.willGive(by: hearth)
        return Wire.SearchResults(results: results, notes: response.notes)
    }

    // MARK: - Changing

    private func change(_ call: Call<Nothing, Wire.DocumentChange>) async throws -> Wire.Document {
        let label = try await call.body().label
        let found = try await document(call.request)
        try await hearth.documents.setLabel(label, of: found.id)
        // Called more private than the program that asked may read, it is shown once more.
        var changed = try await hearth.documents.document(id: found.id) ?? found
        changed.label = label
        return Wire.Document(changed)
    }

    private func remove(_ ids: [String]) async throws -> ReceiptJSON {
        ReceiptJSON(try await hearth.documents.remove(ids))
    }

    private func ingest(_ call: Call<Nothing, Wire.IngestPaths>) async throws -> Wire.Job {
        let body = try await call.body()
        let paths = body.paths
        guard paths.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 4096 && !$0.utf8.contains(0) }) else {
            throw ServerError.invalid("paths", "`paths` has to be paths of files and folders.")
        }
        guard paths.allSatisfy({ $0.hasPrefix("/") || $0.hasPrefix("~/") }) else {
            throw ServerError.invalid(
                "paths", "`paths` has to be absolute paths: the server's own folder means nothing to you.")
        }
        var options = IngestOptions()
        options.label = body.label
        options.includesHidden = body.hidden ?? false
        let expanded = paths.map { $0.hasPrefix("~/") ? NSHomeDirectory() + $0.dropFirst() : $0 }
        // The work asks it, too; a program is told now, and leaves no job behind that failed.
        try await hearth.documents.requireGiven(expanded)
        let title = expanded.count == 1 ? (expanded.first ?? "") : "\(expanded.count) places"
        let floor = try await hearth.documents.label(
            ofNames: expanded.map { FileFinder.realPath($0) ?? $0 }, calledSo: options.label)
        let job = await hearth.jobs.start(.ingest, title: title, floor: floor) { [options] report in
            try await IngestWork.run(hearth, expanded, options, report)
        }
        return try Wire.Job(job)
    }

    private func reindex(_ request: ServerRequest) async throws -> Wire.Job {
        let found = try await document(request)
        guard let path = Wire.Document.file(of: found) else {
            throw ServerError(.sourceMissing, "The file that this document was read from is not there any more.")
        }
        try await hearth.documents.requireGiven([path])
        var options = IngestOptions()
        options.includesHidden = true
        let job = await hearth.jobs.start(
            .reindex, title: found.title ?? path, subject: found.id, of: [.document(found.id)]
        ) { [options] report in
            try await IngestWork.run(hearth, [path], options, report)
        }
        return try Wire.Job(job)
    }
}

// Documents, what is found in them and what became of files, as the interface shows them.

extension Wire.Document {
    /// Under which name files that were uploaded are kept; they are no files of this machine.
    static let uploads = UploadWork.folder

    init(_ document: StoredDocument) {
        self.init(
            documentID: document.id, title: document.title, path: document.presentPath, paths: document.paths,
            format: document.format, language: document.language, label: document.label, pages: document.pageCount,
            chunks: document.chunkCount, bytes: document.byteCount, ingestedAt: document.ingestedAt,
            createdAt: document.createdAt, isTranscript: document.format == .srt || document.format == .vtt,
            withoutText: document.chunkCount == 0, awaitsPictures: document.awaitsPictures,
            canReindex: Self.file(of: document) != nil,
            warnings: document.warnings.isEmpty ? nil : document.warnings.map(Wire.Warning.init),
            sharedBy: document.sharedBy, addedBy: document.addedBy, isMine: document.isAddedByReader ? true : nil)
    }

    /// Documents of one's own with who added them to a collection, where somebody else did.
    static func shown(_ documents: [StoredDocument], _ hearth: Hearth) throws -> [Wire.Document] {
        let names = try hearth.collections.contributors(of: documents)
        return documents.map { document in
            var shown = Wire.Document(document)
            shown.addedBy = shown.addedBy ?? names[document.id]
            return shown
        }
    }

    /// The file that a document can be read from again.
    static func file(of document: StoredDocument) -> String? {
        document.paths.first { $0.hasPrefix("/") && FileManager.default.fileExists(atPath: $0) }
    }
}

extension Wire.Warning {
    init(_ warning: ExtractionWarning) {
        self.init(
            kind: warning.kind.rawValue, message: warning.message, page: warning.page,
            help: warning.help.isEmpty ? nil : warning.help.map(Wire.FailureHelp.init))
    }
}

extension Wire.Block {
    init(_ block: Block) {
        var level: Int?
        let kind =
            switch block.kind {
            case .heading: "heading"
            case .paragraph: "paragraph"
            case .listItem: "listItem"
            case .table: "table"
            case .code: "code"
            case .quote: "quote"
            case .utterance: "utterance"
            }
        if case .heading(let found) = block.kind { level = found }
        self.init(
            kind: kind, level: level, start: block.span.start, end: block.span.end, startTime: block.startTime,
            endTime: block.endTime, speaker: block.speaker)
    }
}

extension Wire.Passage {
    init(_ passage: Passage) {
        self.init(
            documentID: passage.documentID, path: passage.path, title: passage.title, page: passage.page,
            start: passage.span.start, end: passage.span.end, text: passage.text, score: passage.score,
            headings: passage.headings, startTime: passage.startTime, endTime: passage.endTime, label: passage.label,
            match: passage.match, marks: MarkJSON.all(in: passage.text, from: passage.span.start),
            sharedBy: passage.sharedBy)
    }
}

extension Wire.IngestFile {
    /// - Parameters:
    ///   - path: The name to show, where the file's own is only where it was put to be read.
    ///   - beside: The name that it came with, where that is another file's and stays so.
    init(_ report: IngestReport, path: String, beside: String? = nil) {
        let problem = report.problem.map {
            Wire.Problem(
                code: $0.code, kind: $0.kind, message: $0.message.replacing(report.path, with: path),
                help: $0.help?.map(Wire.FailureHelp.init))
        }
        self.init(
            path: path, documentID: report.documentID, status: report.status.rawValue, format: report.format,
            pages: report.pages, chunks: report.chunks, bytes: report.bytes, withoutText: report.isWithoutText,
            warnings: report.warnings.isEmpty ? nil : report.warnings.map(Wire.Warning.init), error: problem,
            keptBeside: beside)
    }

    /// A file that was not even tried.
    init(failed error: any Error, path: String, name: String) {
        var problem = Wire.Problem(ServerError.telling(error))
        problem.message = problem.message.replacing(path, with: name)
        self.init(
            path: name, documentID: nil, status: IngestReport.Status.failed.rawValue, format: nil, pages: 0, chunks: 0,
            bytes: 0, error: problem)
    }
}

// MARK: -

/// A part of a text, from a byte to a byte, widened to whole characters.
struct TextWindow: Sendable {
    let text: Substring
    /// UTF-8 bytes; ``end`` is exclusive.
    let start: Int
    let end: Int
    let total: Int

    init(of whole: String, start: Int, end: Int) {
        let bytes = whole.utf8
        total = bytes.count
        func boundary(_ offset: Int) -> String.Index {
            var index = bytes.index(bytes.startIndex, offsetBy: min(max(0, offset), bytes.count))
            // A window begins and ends at scalars; grapheme clusters can be of any length.
            while index < bytes.endIndex, bytes[index] & 0xC0 == 0x80 { index = bytes.index(before: index) }
            return index
        }
        let first = boundary(start)
        let last = max(first, boundary(max(start, end)))
        text = whole[first..<last]
        self.start = bytes.distance(from: bytes.startIndex, to: first)
        self.end = bytes.distance(from: bytes.startIndex, to: last)
    }
}
