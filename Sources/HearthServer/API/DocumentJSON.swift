import Foundation
import HearthCore
import HearthHTTP
import HearthKnowledge
import HearthStore

/// Documents and what is found in them, as the interface shows them.
enum DocumentJSON {
    /// Under which name files that were uploaded are kept; they are no files of this machine.
    static let uploads = "uploads/"

    static func document(_ document: StoredDocument) -> JSONValue {
        var object: JSONObject = [
            "documentID": .string(document.id), "title": JSONEncoding.optional(document.title),
            "path": JSONEncoding.optional(document.presentPath), "paths": JSONEncoding.strings(document.paths),
            "format": .string(document.format.rawValue), "language": JSONEncoding.optional(document.language),
            "label": .string(document.label.rawValue), "pages": JSONEncoding.number(document.pageCount),
            "chunks": JSONEncoding.number(document.chunkCount), "bytes": JSONEncoding.number(document.byteCount),
            "ingestedAt": JSONEncoding.date(document.ingestedAt),
            "createdAt": JSONEncoding.optional(document.createdAt),
            "isTranscript": .bool(document.format == .srt || document.format == .vtt),
            "canReindex": .bool(file(of: document) != nil), "withoutText": .bool(document.chunkCount == 0),
        ]
        if !document.warnings.isEmpty { object["warnings"] = .array(document.warnings.map(warning)) }
        return .object(object)
    }

    /// The file that a document can be read from again.
    static func file(of document: StoredDocument) -> String? {
        document.paths.first { $0.hasPrefix("/") && FileManager.default.fileExists(atPath: $0) }
    }

    static func warning(_ warning: ExtractionWarning) -> JSONValue {
        [
            "kind": .string(warning.kind.rawValue), "message": .string(warning.message),
            "page": JSONEncoding.optional(warning.page),
        ]
    }

    static func passage(_ passage: Passage) -> JSONValue {
        [
            "documentID": .string(passage.documentID), "path": .string(passage.path),
            "title": JSONEncoding.optional(passage.title), "page": JSONEncoding.optional(passage.page),
            "start": JSONEncoding.number(passage.span.start), "end": JSONEncoding.number(passage.span.end),
            "text": .string(passage.text), "score": JSONEncoding.number(passage.score),
            "headings": JSONEncoding.strings(passage.headings), "startTime": JSONEncoding.number(passage.startTime),
            "endTime": JSONEncoding.number(passage.endTime), "label": .string(passage.label.rawValue),
        ]
    }

    static func citation(_ citation: Citation) -> JSONValue {
        [
            "index": JSONEncoding.number(citation.index), "documentID": .string(citation.documentID),
            "path": .string(citation.path), "title": JSONEncoding.optional(citation.title),
            "page": JSONEncoding.optional(citation.page), "start": JSONEncoding.number(citation.span.start),
            "end": JSONEncoding.number(citation.span.end), "quote": .string(citation.quote),
            "verified": .bool(citation.verified), "startTime": JSONEncoding.number(citation.startTime),
            "endTime": JSONEncoding.number(citation.endTime),
        ]
    }

    static func receipt(_ receipt: DeletionReceipt) -> JSONValue {
        let removed = receipt.removed
        return [
            "documentIDs": JSONEncoding.strings(receipt.documentIDs),
            "rows": JSONEncoding.number(removed.documents + removed.chunks + removed.sources),
            "indexEntries": JSONEncoding.number(removed.indexEntries), "vectors": JSONEncoding.number(removed.vectors),
            "pagesScanned": JSONEncoding.number(receipt.pagesScanned),
            "samplesSearched": JSONEncoding.number(receipt.samplesSearched),
            "remnants": JSONEncoding.number(receipt.remnants), "proven": .bool(receipt.isProven),
        ]
    }

    /// - Parameters:
    ///   - path: The name to show, where the file's own is only where it was put to be read.
    ///   - beside: The name that it came with, where that is another file's and stays so.
    static func report(_ report: IngestReport, path: String, beside: String? = nil) -> JSONValue {
        var object: JSONObject = [
            "path": .string(path), "documentID": JSONEncoding.optional(report.documentID),
            "status": .string(report.status.rawValue),
            "format": JSONEncoding.optional(report.format?.rawValue), "pages": JSONEncoding.number(report.pages),
            "chunks": JSONEncoding.number(report.chunks), "bytes": JSONEncoding.number(report.bytes),
            "withoutText": .bool(report.isWithoutText),
        ]
        if let beside { object["keptBeside"] = .string(beside) }
        if !report.warnings.isEmpty { object["warnings"] = .array(report.warnings.map(warning)) }
        if let problem = report.problem {
            object["error"] = [
                "code": .string(problem.code), "kind": .string(problem.kind.rawValue),
                "message": .string(problem.message.replacing(report.path, with: path)),
            ]
        }
        return .object(object)
    }

    /// A file that was not even tried.
    static func failure(_ error: any Error, path: String, name: String) -> JSONValue {
        let told = ServerError.telling(error)
        var problem = told.value.objectValue ?? JSONObject()
        problem["message"] = problem["message"]?.stringValue.map { .string($0.replacing(path, with: name)) }
        return [
            "path": .string(name), "documentID": .null, "status": "failed", "format": .null, "pages": 0, "chunks": 0,
            "bytes": 0,
            "error": .object(problem),
        ]
    }

    static func block(_ block: Block) -> JSONValue {
        var kind = "paragraph"
        var object: JSONObject = [:]
        switch block.kind {
        case .heading(let level):
            kind = "heading"
            object["level"] = JSONEncoding.number(level)
        case .paragraph: break
        case .listItem: kind = "listItem"
        case .table: kind = "table"
        case .code: kind = "code"
        case .quote: kind = "quote"
        case .utterance: kind = "utterance"
        }
        object["kind"] = .string(kind)
        object["start"] = JSONEncoding.number(block.span.start)
        object["end"] = JSONEncoding.number(block.span.end)
        object["startTime"] = JSONEncoding.number(block.startTime)
        object["endTime"] = JSONEncoding.number(block.endTime)
        object["speaker"] = JSONEncoding.optional(block.speaker)
        return .object(object)
    }
}
