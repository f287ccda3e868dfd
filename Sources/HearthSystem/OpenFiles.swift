import CSandbox
import Foundation
public import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// A regular file that is open for reading, whatever becomes of its name. It is closed with the last reference.
///
/// What was examined under a name is then what is read: nobody can put another file in its place in between. A program in a
/// child process is handed the file itself (``ChildProcess/file``).
package final class OpenFile: Sendable {
    package let descriptor: Int32
    package let size: Int
    /// When its contents were changed last, in seconds since 1970.
    package let modified: Double

    /// Where a program that was handed the file finds it.
    #if os(Linux) || os(Android)
    package static let pathInChild = "/proc/self/fd/\(CSANDBOX_FILE)"
    #else
    package static let pathInChild = "/dev/fd/\(CSANDBOX_FILE)"
    #endif

    /// Opens a file that a person named. Links are followed: the person sees where they lead.
    ///
    /// - Throws: ``SystemError`` `not-readable`, also for a folder, a pipe or a device, which would block or never end.
    package convenience init(path: String) throws {
        guard !path.utf8.contains(0) else { throw SystemError(.notReadable, "A path cannot hold a zero byte.") }
        // Without O_NONBLOCK, opening a pipe waits for its writer before its type can be asked.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw SystemError(.notReadable, "Cannot open \(path): \(SystemError.words(errno)).")
        }
        try self.init(taking: descriptor, name: path)
    }

    /// Bytes as a file in memory, without a name, that nobody can change.
    ///
    /// - Throws: ``SystemError`` `not-readable` where the system has no such files, or no memory.
    package convenience init(holding bytes: [UInt8]) throws {
        let descriptor = bytes.withUnsafeBytes { csandbox_memory_file($0.baseAddress, $0.count) }
        guard descriptor >= 0 else {
            throw SystemError(.notReadable, "A file in memory could not be made: \(SystemError.words(errno)).")
        }
        try self.init(taking: descriptor, name: "A file in memory")
    }

    /// - Parameter taking: A descriptor that is closed in any case.
    package init(taking descriptor: Int32, name: String) throws {
        var status = stat()
        let type = fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
        let isRegular = type == S_IFREG
        self.descriptor = descriptor
        size = isRegular ? Int(status.st_size) : 0
        let time = status.modificationTime
        modified = Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
        guard isRegular else {
            throw SystemError(
                .notReadable,
                type == S_IFDIR ? "\(name) is a folder. Name a file." : "\(name) is not a regular file.")
        }
    }

    deinit { _ = Self.closeFile(descriptor) }

    /// The bytes from `offset` on, at most `count`: fewer only at the end.
    package func bytes(from offset: Int = 0, count: Int) throws -> [UInt8] {
        let wanted = max(0, min(count, size - offset))
        return try [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted {
                let taken = pread(
                    descriptor, buffer.baseAddress?.advanced(by: filled), wanted - filled, off_t(offset + filled))
                if taken < 0, errno == EINTR { continue }
                guard taken >= 0 else {
                    throw SystemError(.notReadable, "The file cannot be read: \(SystemError.words(errno)).")
                }
                if taken == 0 { break }
                filled += taken
            }
        }
    }

    private static func closeFile(_ descriptor: Int32) -> Int32 { close(descriptor) }
}

// MARK: -

extension FileStamp {
    /// Of what a path leads to, through links; `nil` where nothing is there.
    package init?(path: String) {
        var status = stat()
        guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        let time = status.modificationTime
        let (seconds, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        self.init(
            size: Int(status.st_size), modified: overflow ? 0 : seconds &+ Int64(time.tv_nsec),
            inode: Int64(truncatingIfNeeded: status.st_ino))
    }
}

extension StoredDocument {
    /// The first of its paths that is still there, for who wants to see the file: one that was renamed or moved has its former
    /// path too, until somebody looks whether that is gone. The first of all where none is there; a name that is no path of
    /// this machine, such as that of an upload, is taken for there.
    public var presentPath: String? {
        guard paths.count > 1 else { return paths.first }
        return paths.first { !$0.hasPrefix("/") || FileManager.default.fileExists(atPath: $0) } ?? paths.first
    }
}

// MARK: - Folders

/// A folder that is open. What lies below it is reached from it, and no link leads out of it, also not one that is put in the
/// place of a folder or a file a moment before it is opened.
package final class OpenFolder: Sendable {
    private let descriptor: Int32

    /// `unnamable`: its name is not UTF-8, so that no path leads to it; the name that is given has marks in its place.
    package enum Kind: Sendable { case file, folder, link, other, unnamable }

    package struct Item: Sendable {
        package var name: String
        package var kind: Kind
        /// By which its content is known to be unchanged.
        package var stamp: FileStamp
        /// The disk that it lies on, as long as that is there.
        package var device: UInt64
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

    /// Whether anything of this name is in it, a link included.
    package func holds(_ name: String) -> Bool {
        var status = stat()
        return !name.utf8.contains(0) && fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
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
                let unknown = FileStamp(size: 0, modified: 0, inode: 0)
                items.append(Item(name: name, kind: .unnamable, stamp: unknown, device: 0))
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
            let device = UInt64(truncatingIfNeeded: status.st_dev)
            items.append(Item(name: name, kind: kind, stamp: FileStamp(status), device: device))
        }
        return items.sorted { $0.name < $1.name }
    }

    /// The folder's own number on its disk, and its disk as long as that is there.
    ///
    /// `disk` is 0 where nothing tells it from another: FAT and exFAT say where it is plugged in, and number each root 1.
    package func identity() throws -> (inode: Int64, device: UInt64, disk: UInt64) {
        var (status, volume) = (stat(), statvfs())
        guard fstat(descriptor, &status) == 0, fstatvfs(descriptor, &volume) == 0 else {
            throw SystemError(.notReadable, "The folder cannot be read: \(SystemError.words(errno)).")
        }
        let device = UInt64(truncatingIfNeeded: status.st_dev)
        let disk = UInt64(truncatingIfNeeded: volume.f_fsid)
        return (
            Int64(truncatingIfNeeded: status.st_ino), device, disk == device && status.st_ino == 1 ? 0 : disk
        )
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
