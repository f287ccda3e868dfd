import HearthCore
package import HearthSystem

/// One of the pieces in which a file is read that is too large for one document: a mailbox, or a file of values.
///
/// Each is a document of its own, so that no more of the file is in memory than a piece. They are cut where a mail or a row begins, from the
/// start of the file on: what is added at its end changes the last piece, and the others stay as they are.
package struct FilePart: Hashable, Sendable {
    /// Counts from 1.
    package var number: Int
    /// How many there are.
    package var count: Int
    /// Where its bytes lie in the file.
    package var range: Range<Int>
    /// How many bytes behind these belong to a mail that is larger than a piece may be, and are not read.
    package var leftOut = 0
    /// How many bytes at the file's start tell what its columns are called; 0 for the first piece, which has them itself, and for mails.
    package var head = 0
    /// The number of its first row, as a spreadsheet shows it.
    package var firstRow = 1
    /// What the file was when it was cut.
    package var size: Int
    package var modified: Double

    /// Bytes in which it is kept and compared: the file's head, where it needs that, and its own.
    ///
    /// - Throws: ``DocumentError`` `not-readable` where the file is no more what it was.
    package func bytes(of file: OpenFile) throws -> [UInt8] {
        guard file.size == size, file.modified == modified else {
            throw DocumentError(
                .notReadable, "The file was changed while it was read. Read it again when nothing writes to it.")
        }
        do {
            return try file.bytes(count: head) + file.bytes(from: range.lowerBound, count: range.count)
        } catch let error as SystemError {
            throw DocumentError(.notReadable, error.message)
        }
    }

    /// The place under which it is kept, where its file has the place `file`.
    package func place(in file: String) -> String { PartPlace.place(of: number, in: file) }
}
