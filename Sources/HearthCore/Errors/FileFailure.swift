import Foundation

/// What Foundation or the system said of a file where no module made an error of its own of it.
///
/// The message names no file, because it may go to a client that must not learn of one; ``path`` is for whoever sits at the machine.
package struct FileFailure: ReasonedError {
    /// What can go wrong; a raw value is the `code`.
    package enum Reason: String, FailureReason {
        case diskFull = "disk-full"
        case notReadable = "not-readable"
        case notWritable = "not-writable"

        package var kind: Failure.Kind {
            switch self {
            case .diskFull: .diskFull
            case .notReadable: .unreadable
            case .notWritable: .systemFailed
            }
        }
    }

    package let reason: Reason
    /// Which file it is about, where the error says so.
    package let path: String?

    package var message: String {
        switch reason {
        case .diskFull: "The disk is full."
        case .notReadable: "A file is not there, or cannot be read."
        case .notWritable: "A file or folder cannot be written."
        }
    }

    /// - Returns: `nil` for an error that is about no file.
    package init?(_ error: any Error) {
        switch error {
        case let error as CocoaError:
            guard let reason = Self.reason(error) else { return nil }
            (self.reason, path) = (reason, error.filePath ?? error.url?.path)
        case let error as POSIXError:
            guard let reason = Self.reason(error.code) else { return nil }
            (self.reason, path) = (reason, nil)
        default: return nil
        }
    }

    /// Foundation keeps the numbers below 512 for files that are read, and those from there to 1023 for files that are written; some
    /// of them say no more than that.
    private static func reason(_ error: CocoaError) -> Reason? {
        if let cause = error.underlying as? POSIXError, reason(cause.code) == .diskFull { return .diskFull }
        return switch error.code.rawValue {
        case CocoaError.Code.fileWriteOutOfSpace.rawValue: .diskFull
        case 0..<512: .notReadable
        case 512..<1024: .notWritable
        default: nil
        }
    }

    private static func reason(_ code: POSIXErrorCode) -> Reason? {
        switch code {
        case .ENOSPC, .EDQUOT, .EFBIG: .diskFull
        case .ENOENT, .ENOTDIR, .EISDIR, .ELOOP, .ENAMETOOLONG: .notReadable
        case .EACCES, .EPERM, .EROFS: .notWritable
        default: nil
        }
    }
}

extension Error {
    /// The error as one that a person can act on; `nil` for one that was written for nobody, whose text may hold anything.
    package var readable: (any ReadableError)? { (self as? any ReadableError) ?? FileFailure(self) }
}
