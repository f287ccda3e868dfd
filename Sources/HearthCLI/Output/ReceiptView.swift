import HearthStore

/// A deletion receipt, for a person and as JSON.
struct ReceiptView: Encodable {
    var documentIDs: [String]
    var rows: Int
    var indexEntries: Int
    var vectors: Int
    var pagesScanned: Int
    var samplesSearched: Int
    var remnants: Int
    var proven: Bool

    init(_ receipt: DeletionReceipt) {
        documentIDs = receipt.documentIDs
        rows = receipt.removed.documents + receipt.removed.chunks + receipt.removed.sources
        indexEntries = receipt.removed.indexEntries
        vectors = receipt.removed.vectors
        pagesScanned = receipt.pagesScanned
        samplesSearched = receipt.samplesSearched
        remnants = receipt.remnants
        proven = receipt.isProven
    }

    var text: String {
        let proof =
            proven
            ? "Searched \(pagesScanned) pages for \(samplesSearched) pieces of the text: none is left."
            : "Searched \(pagesScanned) pages: \(remnants) pieces are left, or another process still reads older pages; "
                + "close it and repeat."
        return """
            Removed \(documentIDs.joined(separator: ", ")). Gone: rows \(rows), index entries \(indexEntries), vectors \(vectors).
            \(proof)

            """
    }
}
