import Foundation
import Hearth

/// A deletion receipt, for a person and as JSON.
struct ReceiptView: Encodable {
    var documentIDs: [String]
    var rows: Int
    var indexEntries: Int
    var vectors: Int
    var pagesScanned: Int
    var samplesSearched: Int
    var remnants: Int
    /// Those that still quote it.
    var conversations: [String]
    var proven: Bool

    init(_ receipt: DeletionReceipt) {
        documentIDs = receipt.documentIDs
        rows = receipt.removed.documents + receipt.removed.chunks + receipt.removed.sources
        indexEntries = receipt.removed.indexEntries
        vectors = receipt.removed.vectors
        pagesScanned = receipt.pagesScanned
        samplesSearched = receipt.samplesSearched
        remnants = receipt.remnants
        conversations = receipt.conversations
        proven = receipt.isProven
    }

    var text: String {
        let pages = Format.count(pagesScanned, "page")
        let left = "Searched \(pages): \(Format.count(remnants, "piece")) left"
        let proof =
            if proven {
                "Searched \(pages) for \(Format.count(samplesSearched, "piece")) of the text: none is left."
            } else if !conversations.isEmpty {
                "\(left), quoted in \(Format.count(conversations.count, "conversation")): "
                    + conversations.map { Terminal.line($0) }.joined(separator: ", ")
                    + ". `hearth conversations remove ID` removes one with its quotes."
            } else {
                "\(left), or another process still reads older pages; close it and repeat."
            }
        return """
            Removed \(documentIDs.joined(separator: ", ")). Gone: \(Format.count(rows, "row")), \
            \(Format.count(indexEntries, "index entry", many: "index entries")), \(Format.count(vectors, "vector")).
            \(proof)

            """
    }
}

/// A feed or a folder that the library is kept in step with no longer, and the documents that went with it.
struct EndedSource: Encodable {
    let name: String
    /// `nil` where its documents stay, or where it had none.
    let removed: ReceiptView?

    init(name: String, receipt: DeletionReceipt?) {
        self.name = name
        removed = receipt.flatMap { $0.documentIDs.isEmpty ? nil : ReceiptView($0) }
    }

    /// - Parameter what: What it is no longer, after its name.
    func show(_ what: String, json: Bool) throws {
        if json { return try JSONLines().write(self) }
        Terminal.output.write("\(Terminal.line(name)) \(what)\n")
        if let removed { Terminal.output.write(removed.text) }
    }
}
