import HearthCore
import HearthSystem

/// A folder of this machine and the folders in it, for somebody who looks for one to keep in step.
public struct FolderPlace: Hashable, Sendable {
    /// Absolute and without links.
    public var path: String
    /// The folder that it lies in; `nil` for the root of all.
    public var parent: String?
    /// Names of the folders in it, in their order; hidden ones, links and folders of Hearth's own are left out.
    public var folders: [String]
    /// Whether there are no more than these.
    public var isWhole: Bool

    public init(path: String, parent: String?, folders: [String], isWhole: Bool) {
        (self.path, self.parent, self.folders, self.isWhole) = (path, parent, folders, isWhole)
    }

    /// The most names that are told of one folder: more is nothing that somebody looks through.
    package static let mostFolders = 1_000

    /// - Parameters:
    ///   - path: Absolute; it may lead through links.
    ///   - isOwn: Whether a folder is one of Hearth's own.
    /// - Throws: ``FolderError`` `no-folder`, `own-folder`.
    package init(at path: String, isOwn: @escaping @Sendable (_ folder: String) -> Bool) throws {
        guard let real = FileFinder.folder(path), let open = try? OpenFolder(withoutLinks: real),
            let items = try? open.items()
        else {
            throw FolderError(.noFolder, "There is no folder at \(path.prefix(300)), or it may not be looked at.")
        }
        var finder = FileFinder()
        finder.isOwn = isOwn
        guard !finder.isInOwn(real) else {
            throw FolderError(
                .own, "\(real) is a data folder of Hearth, with its keys and settings, or lies in one. Choose another.")
        }
        let start = real == "/" ? real : real + "/"
        let names = items.compactMap { item in
            item.kind == .folder && !item.name.hasPrefix(".") && !isOwn(start + item.name) ? item.name : nil
        }
        let slash = real.lastIndex(of: "/") ?? real.startIndex
        let above = slash == real.startIndex ? "/" : String(real[..<slash])
        self.init(
            path: real, parent: real == "/" ? nil : above, folders: Array(names.prefix(Self.mostFolders)),
            isWhole: names.count <= Self.mostFolders)
    }
}

extension FolderService {
    /// A folder of this machine and the folders in it. Nothing is read of files but that they are none.
    ///
    /// - Throws: ``FolderError`` `no-folder`, `own-folder`.
    package func place(at path: String) async throws -> FolderPlace {
        let isOwn = ingestor.isOwn
        // A disk of the network may take its time.
        return try await BlockingWork.run(on: "hearth.folders") { try FolderPlace(at: path, isOwn: isOwn) }
    }
}
