#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// What tells one version of a file from another, for a look at its name and without opening it: who keeps what a file says
/// reads it again when this is another one.
///
/// The number of the file is the strongest part: all that writes here puts a new file in the old one's place. Time and size are
/// for editors that write into the file.
package struct FileVersion: Hashable, Sendable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int64
    private let nanoseconds: Int64

    /// - Parameter path: Links are followed, as they are when the file is read.
    /// - Returns: `nil` where nothing is there, or where it cannot be looked at.
    package init?(of path: String) {
        var status = stat()
        // A zero byte would end the path, and another file would be looked at.
        guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
        let time = status.modificationTime
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int64(status.st_size)
        seconds = Int64(time.tv_sec)
        nanoseconds = Int64(time.tv_nsec)
    }
}

extension stat {
    /// When the contents were changed last, under the name that each system has for it.
    var modificationTime: timespec {
        #if canImport(Darwin)
        st_mtimespec
        #else
        st_mtim
        #endif
    }
}
