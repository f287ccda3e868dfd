/// What a deletion removed, and the proof that it is gone.
public struct DeletionReceipt: Hashable, Sendable {
    public var documentIDs: [String]
    public var removed: DeletionCounts
    /// Pages that were decrypted and searched after the deletion.
    public var pagesScanned: Int
    /// Pieces of the removed text that were searched for.
    public var samplesSearched: Int
    /// Pieces that were still found although no remaining document holds them. Always 0 unless something is wrong.
    public var remnants: Int
    /// Bytes of the write-ahead log afterwards; 0 unless another process was reading and so kept older pages.
    public var logBytes: Int

    /// Whether nothing was found and the log is empty.
    public var isProven: Bool { remnants == 0 && logBytes == 0 }
}
