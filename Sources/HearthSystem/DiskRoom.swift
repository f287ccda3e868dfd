package import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// How much room a disk has.
package enum DiskRoom {
    /// What a download leaves free: a full disk harms every program.
    package static let reserve = 256 << 20

    /// Bytes that a user without privileges may write where `folder` is or will be; `nil` where the system does not say.
    package static func free(at folder: URL) -> Int? {
        var place = folder.standardizedFileURL
        for _ in 0..<64 {
            var status = statvfs()
            if statvfs(place.path, &status) == 0 {
                let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
                return overflow ? Int.max : Int(clamping: bytes)
            }
            guard place.path != "/" else { return nil }
            place.deleteLastPathComponent()
        }
        return nil
    }
}
