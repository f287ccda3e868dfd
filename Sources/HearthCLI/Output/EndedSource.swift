import Foundation
import Hearth

extension ReceiptJSON {
    /// The receipt for a person.
    var text: String {
        let pages = Format.count(pagesScanned, "page")
        var proof = "Searched \(pages) for \(Format.count(samplesSearched, "piece")) of the text: none is left."
        if let message {
            proof = "Searched \(pages). \(message)"
            if reason == .found { proof += " `hearth doctor` examines it." }
            if !conversations.isEmpty {
                proof +=
                    " `hearth conversations remove ID` removes one: "
                    + conversations.map { Terminal.line($0) }.joined(separator: ", ") + "."
            }
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
    let removed: ReceiptJSON?

    init(name: String, receipt: DeletionReceipt?) {
        self.name = name
        removed = receipt.flatMap { $0.documentIDs.isEmpty ? nil : ReceiptJSON($0) }
    }

    /// - Parameter what: What it is no longer, after its name.
    func show(_ what: String, json: Bool) throws {
        if json { return try JSONLines().write(self) }
        Terminal.output.write("\(Terminal.line(name)) \(what)\n")
        if let removed { Terminal.output.write(removed.text) }
    }
}
