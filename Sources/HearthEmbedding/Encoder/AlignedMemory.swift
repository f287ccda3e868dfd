#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Memory of a fixed size that begins at a multiple of 64 bytes, as the kernels want it.
///
/// `@unchecked Sendable`: the owner decides who writes when; see `BertWeights` and `BertWorkspace`.
final class AlignedMemory: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let count: Int

    init(count: Int) {
        self.count = max(count, 64)
        base = .allocate(byteCount: self.count, alignment: 64)
        askForHugePages()
    }

    /// Weights are read from end to end for every text; with pages of 4 KiB, finding them takes a good part of the time. It
    /// is a wish: nothing changes where the system does not grant it.
    private func askForHugePages() {
        #if os(Linux)
        // Whole pages only, of whatever size the machine has.
        let page = 1 << 16
        guard count >= 64 * page else { return }
        _ = madvise(base.alignedUp(toMultipleOf: page), count - page, MADV_HUGEPAGE)
        #endif
    }

    /// `count` bytes rounded up, so that what follows is aligned again.
    static func rounded(_ count: Int) -> Int { (count + 63) / 64 * 64 }

    deinit { base.deallocate() }
}
