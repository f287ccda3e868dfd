#if canImport(PDFKit)
import Foundation
import HearthCore
import PDFKit

#if canImport(UIKit)
import UIKit
#else
import AppKit
#endif

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

    /// A page as a picture (PNG); `nil` where it cannot be drawn.
    ///
    /// - Parameters:
    ///   - page: Counts from 1.
    ///   - side: Points of its longer side; what a page of A4 has at 300 dots an inch is what text is read from.
    static func picture(of bytes: [UInt8], page: Int, side: Int = 3_508) -> [UInt8]? {
        autoreleasepool { () -> [UInt8]? in
            guard let document = PDFDocument(data: Data(bytes)),
                !document.isLocked || document.unlock(withPassword: ""),
                (1...max(document.pageCount, 1)).contains(page), let page = document.page(at: page - 1)
            else { return nil }
            let bounds = page.bounds(for: .cropBox)
            let longer = max(bounds.width, bounds.height)
            guard longer >= 1, min(bounds.width, bounds.height) >= 1 else { return nil }
            let scale = Double(side) / longer
            let size = CGSize(width: bounds.width * scale, height: bounds.height * scale)
            let image = page.thumbnail(of: size, for: .cropBox)
            #if canImport(UIKit)
            return image.pngData().map { Array($0) }
            #else
            return image.tiffRepresentation.flatMap { NSBitmapImageRep(data: $0) }?
                .representation(using: .png, properties: [:]).map { Array($0) }
            #endif
        }
    }
}
#endif
