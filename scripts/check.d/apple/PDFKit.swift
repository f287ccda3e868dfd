// The part of Apple's PDFKit that Hearth uses, declared by us after Apple's public documentation (this file: 2026-11-21),
// so that the PDFKit file can be type-checked on any machine. Nothing here runs.

public import AppKit
public import Foundation

public struct PDFDocumentAttribute: Hashable, Sendable {
    public static let titleAttribute = PDFDocumentAttribute()
}

public enum PDFDisplayBox: Int { case mediaBox, cropBox }

open class PDFPage: NSObject {
    open var string: String? { nil }
    open func bounds(for box: PDFDisplayBox) -> CGRect { .zero }
    open func thumbnail(of size: CGSize, for box: PDFDisplayBox) -> NSImage { NSImage() }
}

open class PDFDocument: NSObject {
    public init?(data: Data) { nil }
    open var isLocked: Bool { false }
    open func unlock(withPassword password: String) -> Bool { false }
    open var documentAttributes: [AnyHashable: Any]? { nil }
    open var pageCount: Int { 0 }
    open func page(at index: Int) -> PDFPage? { nil }
}

public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
