import HearthCore

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
package struct SystemError: ReadableError {
    package enum Code: String, Sendable {
        case notStarted = "tool-not-started"
        case silent = "timeout"
        case notReadable = "not-readable"
        /// A link stands where a file or folder was, or the path leads out of its folder.
        case leadsOut = "leads-out"
        case notWritable = "not-writable"
        case exists
    }

    package let reason: Code
    package let message: String

    package var code: String { reason.rawValue }

    package init(_ reason: Code, _ message: String) {
        self.reason = reason
        self.message = message
    }

    /// In the system's words.
    static func words(_ number: Int32) -> String { String(cString: strerror(number)) }
}
