import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// What tells that the files behind the settings are still the ones that were read, for two looks at the folder and without
/// opening a file.
///
/// The number of the file is the strongest part: all that writes here puts a new file in the old one's place. Time and size are
/// for editors that write into the file.
struct SettingsStamp: Hashable, Sendable {
    private let files: [File?]

    private struct File: Hashable {
        let device: UInt64
        let number: UInt64
        let size: Int64
        let seconds: Int64
        let nanoseconds: Int64

        init?(_ path: String) {
            var status = stat()
            // Links are followed, as they are when the file is read.
            guard stat(path, &status) == 0 else { return nil }
            #if canImport(Darwin)
            let time = status.st_mtimespec
            #else
            let time = status.st_mtim
            #endif
            device = UInt64(truncatingIfNeeded: status.st_dev)
            number = UInt64(truncatingIfNeeded: status.st_ino)
            size = Int64(status.st_size)
            seconds = Int64(time.tv_sec)
            nanoseconds = Int64(time.tv_nsec)
        }
    }

    /// - Parameter folder: The base data folder.
    init(folder: URL) {
        files = [SettingsFile(folder: folder).url, EnvironmentRegistry(folder: folder).url].map { File($0.path) }
    }
}
