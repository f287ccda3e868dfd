// The part of Apple's AppKit that Hearth uses, declared by us after Apple's public documentation (this file: 2026-11-26), so that
// the PDFKit file can be type-checked on any machine. Nothing here runs.

public import Foundation

open class NSImage: NSObject {
    open var tiffRepresentation: Data? { nil }
}

open class NSBitmapImageRep: NSObject {
    public enum FileType: UInt { case png }
    public struct PropertyKey: Hashable, Sendable {}
    public init?(data: Data) { nil }
    open func representation(using storageType: FileType, properties: [PropertyKey: Any]) -> Data? { nil }
}
