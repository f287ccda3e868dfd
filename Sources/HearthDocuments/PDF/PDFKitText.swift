#if canImport(PDFKit)
import Foundation
import HearthCore
import PDFKit

/// Text of a PDF through Apple's PDFKit.
enum PDFKitText {
    static func read(_ bytes: [UInt8], limit: Int) throws -> PDFText {
        guard let document = PDFDocument(data: Data(bytes)) else {
            throw DocumentError(.damagedPDF, "The file is no PDF, or is damaged beyond repair.")
        }
        guard !document.isLocked || document.unlock(withPassword: "") else {
            throw DocumentError(.encryptedPDF, "The PDF is encrypted. Save a copy without a password and read that.")
        }
        var text = PDFText(title: document.documentAttributes?[PDFDocumentAttribute.titleAttribute] as? String)
        var total = 0
        for index in 0..<document.pageCount {
            try Task.checkCancellation()
            let page = autoreleasepool { Array((document.page(at: index)?.string ?? "").utf8) }
            total += page.count
            guard total <= limit else {
                text.warnings.append(ExtractionWarning(.truncated, "Only the first \(index) pages were read."))
                break
            }
            text.pages.append(page)
        }
        return text
    }
}
#endif
