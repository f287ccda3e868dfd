package import HearthCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

/// What the system refused.
package struct SystemError: ReasonedError {
    package enum Reason: String, FailureReason {
        case notStarted = "tool-not-started"
        case silent = "timeout"
        case notReadable = "not-readable"
        /// A link stands where a file or folder was, or the path leads out of its folder.
        case leadsOut = "leads-out"
        case notWritable = "not-writable"
        case exists
        case diskFull = "disk-full"
        /// It tells of no (further) changes in folders.
        case noWatches = "no-watches"
    }

    package let reason: Reason
    package let message: String

    package init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
    }

    /// Why a file or folder cannot be written, and what to do about it.
    ///
    /// - Parameter what: The file or folder, as the beginning of a sentence.
    static func notWritable(_ what: String, _ number: Int32) -> SystemError {
        let (reason, why): (Reason, String) =
            switch number {
            case ENOSPC, EDQUOT: (.diskFull, "the disk is full. Make room on it, and do it again.")
            case EACCES, EPERM: (.notWritable, "it or its folder is another user's. Look at whose it is.")
            case EROFS: (.notWritable, "the disk can only be read. Name a place on another one.")
            case ELOOP: (.notWritable, "a link is in its place. Remove the link.")
            case ENOENT, ENOTDIR: (.notWritable, "its folder is gone. Make the folder, and do it again.")
            default: (.notWritable, "\(words(number)). Look at the disk and at whose the folder is, and do it again.")
            }
        return SystemError(reason, "\(what) cannot be written: \(why)")
    }

    /// In the system's words.
    static func words(_ number: Int32) -> String { String(cString: strerror(number)) }
}

extension SystemError.Reason {
    package var kind: Failure.Kind {
        switch self {
        case .notStarted, .notWritable, .noWatches: .systemFailed
        case .silent: .timedOut
        case .notReadable, .leadsOut: .unreadable
        case .exists: .conflict
        case .diskFull: .diskFull
        }
    }
}
