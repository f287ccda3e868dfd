import Foundation
public import HearthCore

extension StoredDocument {
    /// The first of its paths that is still there, for who wants to see the file: one that was renamed or moved has its former
    /// path too, until somebody looks whether that is gone. The first of all where none is there; a name that is no path of
    /// this machine, such as that of an upload, is taken for there.
    public var presentPath: String? {
        guard paths.count > 1 else { return paths.first }
        return paths.first { !$0.hasPrefix("/") || FileManager.default.fileExists(atPath: $0) } ?? paths.first
    }
}
