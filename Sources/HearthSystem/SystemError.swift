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
        /// It tells of no (further) changes in folders.
        case noWatches = "no-watches"
    }

    package let reason: Reason
    package let message: String

    package init(_ reason: Reason, _ message: String) {
        self.reason = reason
        self.message = message
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
        }
    }
}
