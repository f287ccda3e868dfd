import Foundation
import HearthCore

/// What Foundation or the system said of a file where no module below made an error of its own of it. The message names no file:
/// theirs may hold anything.
struct FileFailure: ReadableError {
    let code: String
    let kind: Failure.Kind
    let message: String

    private init(_ code: String, _ kind: Failure.Kind, _ message: String) {
        self.code = code
        self.kind = kind
        self.message = message
    }

    /// - Returns: `nil` for an error that is about no file.
    init?(_ error: any Error) {
        let full = Self("disk-full", .diskFull, "The disk is full.")
        let unreadable = Self("not-readable", .unreadable, "A file is not there, or cannot be read.")
        let unwritable = Self("not-writable", .systemFailed, "A file or folder cannot be written.")
        switch error {
        case let error as CocoaError:
            switch error.code {
            case .fileWriteOutOfSpace: self = full
            case .fileNoSuchFile, .fileReadNoSuchFile, .fileReadNoPermission: self = unreadable
            case .fileWriteNoPermission, .fileWriteVolumeReadOnly, .fileWriteFileExists: self = unwritable
            default: return nil
            }
        case let error as POSIXError:
            switch error.code {
            case .ENOSPC, .EDQUOT: self = full
            case .ENOENT: self = unreadable
            case .EACCES, .EPERM, .EROFS: self = unwritable
            default: return nil
            }
        default: return nil
        }
    }
}
