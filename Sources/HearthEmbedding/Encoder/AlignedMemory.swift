/// Memory of a fixed size that begins at a multiple of 64 bytes, as the kernels want it.
///
/// `@unchecked Sendable`: the owner decides who writes when; see `BertWeights` and `BertWorkspace`.
final class AlignedMemory: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let count: Int

    init(count: Int) {
        self.count = max(count, 64)
        base = .allocate(byteCount: self.count, alignment: 64)
    }

    /// `count` bytes rounded up, so that what follows is aligned again.
    static func rounded(_ count: Int) -> Int { (count + 63) / 64 * 64 }

    deinit { base.deallocate() }
}
