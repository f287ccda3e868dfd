import Foundation
import GRDB

/// Text is stored as the bytes of its UTF-8: GRDB reads TEXT as a C string, which would end at a NUL that a document may
/// hold, and then spans would point beyond it.
extension String {
    var blob: Data { Data(utf8) }

    /// For short text that is compared in the database and so stays TEXT: each NUL becomes U+FFFD.
    var withoutNUL: String { utf8.contains(0) ? String(map { $0 == "\0" ? "\u{FFFD}" : $0 }) : self }
}

extension Row {
    /// The text in a column, or `nil` when there is none.
    func text(_ column: Int) throws -> String? {
        try withUnsafeData(atIndex: column) { data in
            data.map { String(decoding: $0, as: UTF8.self) }
        }
    }
}
