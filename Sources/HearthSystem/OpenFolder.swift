import CSandbox

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// A folder that is open. What lies below it is reached from it, and no link leads out of it, also not one that is put in the
/// place of a folder or a file a moment before it is opened.
package final class OpenFolder: Sendable {
    private let descriptor: Int32

    /// `unnamable`: its name is not UTF-8, so that no path leads to it; the name that is given has marks in its place.
    package enum Kind: Sendable { case file, folder, link, other, unnamable }

    package struct Item: Sendable {
        package var name: String
        package var kind: Kind
    }

    /// Opens a folder by its absolute path, in which no part may be a link.
    package init(withoutLinks path: String) throws {
        descriptor = try Self.open(at: AT_FDCWD, path, isFolder: true, absolute: true)
    }

    private init(taking descriptor: Int32) { self.descriptor = descriptor }

    deinit { _ = Self.closeFile(descriptor) }

    /// - Throws: ``SystemError`` `leads-out` where a link is in the way.
    package func folder(_ path: String) throws -> OpenFolder {
        OpenFolder(taking: try Self.open(at: descriptor, path, isFolder: true))
    }

    package func file(_ path: String) throws -> OpenFile {
        try OpenFile(taking: Self.open(at: descriptor, path, isFolder: false), name: path)
    }

    /// A file by its absolute path, in which no part may be a link: a path that was resolved, and is now opened as what it was
    /// when it was resolved.
    package static func file(withoutLinks path: String) throws -> OpenFile {
        try OpenFile(taking: open(at: AT_FDCWD, path, isFolder: false, absolute: true), name: path)
    }

    /// What is in it, in the order of names; without `.` and `..`.
    package func items() throws -> [Item] {
        // A descriptor of its own: reading a folder moves a position that copies share.
        let copy = try Self.open(at: descriptor, ".", isFolder: true)
        guard let stream = fdopendir(copy) else {
            _ = Self.closeFile(copy)
            throw SystemError(.notReadable, "The folder cannot be read: \(SystemError.words(errno)).")
        }
        defer { closedir(stream) }
        var items: [Item] = []
        while let entry = readdir(stream) {
            let (name, isText) = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 1) { bytes in
                    (String(cString: bytes), String(validatingCString: bytes) != nil)
                }
            }
            guard name != ".", name != ".." else { continue }
            guard isText else {
                items.append(Item(name: name, kind: .unnamable))
                continue
            }
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            let kind: Kind =
                switch status.st_mode & S_IFMT {
                case S_IFREG: .file
                case S_IFDIR: .folder
                case S_IFLNK: .link
                default: .other
                }
            items.append(Item(name: name, kind: kind))
        }
        return items.sorted { $0.name < $1.name }
    }

    private static func open(
        at folder: Int32, _ path: String, isFolder: Bool, absolute: Bool = false
    ) throws -> Int32 {
        guard !path.utf8.contains(0) else { throw SystemError(.notReadable, "A path cannot hold a zero byte.") }
        var start = folder
        var relative = path[...]
        if absolute {
            start = openRoot()
            relative = path.drop { $0 == "/" }
        }
        defer { if absolute { _ = closeFile(start) } }
        let opened = csandbox_open_beneath(start, String(relative), isFolder ? 1 : 0)
        guard opened >= 0 else {
            switch errno {
            case ELOOP, EXDEV, ENOTDIR:
                throw SystemError(
                    .leadsOut, "A link stands in the way to \(path); what it leads to is not read.")
            default: throw SystemError(.notReadable, "Cannot open \(path): \(SystemError.words(errno)).")
            }
        }
        return opened
    }

    private static func openRoot() -> Int32 {
        #if canImport(Glibc)
        Glibc.open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #elseif canImport(Musl)
        Musl.open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #elseif canImport(Android)
        Android.open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #else
        Darwin.open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #endif
    }

    private static func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }
}
