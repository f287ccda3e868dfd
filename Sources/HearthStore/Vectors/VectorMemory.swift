import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A stretch of memory that segments share, in huge pages where the system grants them: a scan then misses the address
/// cache once in 2 MiB instead of once in 4 KiB.
///
/// `@unchecked Sendable`: only ``carve(_:)`` changes anything, and it is called by the one thread that loads.
final class VectorMemory: @unchecked Sendable {
    static let hugePage = 2 << 20
    /// Memory is given back stretch by stretch, when the last segment in one goes.
    static let largest = 32 << 20

    private let start: UnsafeMutableRawPointer
    private let size: Int
    private var used = 0

    /// Room for at least `bytes`, and for up to `wanted` if that is not too much for one stretch.
    init(bytes: Int, wanted: Int) {
        let target = max(bytes, min(wanted, Self.largest))
        let isLarge = target >= Self.hugePage
        let unit = isLarge ? Self.hugePage : 64
        size = (target + unit - 1) / unit * unit
        start = .allocate(byteCount: size, alignment: unit)
        #if os(Linux)
        if isLarge { _ = madvise(start, size, MADV_HUGEPAGE) }
        #endif
    }

    deinit { start.deallocate() }

    /// The next `bytes`, aligned to 64, or `nil` when they are not left.
    func carve(_ bytes: Int) -> UnsafeMutableRawPointer? {
        let rounded = (bytes + 63) / 64 * 64
        guard rounded <= size - used else { return nil }
        defer { used += rounded }
        return start + used
    }
}

/// Hands out memory for segments that are loaded together.
struct VectorMemoryPool {
    private var memory: VectorMemory?
    /// Bytes that are still to come.
    private var remaining: Int

    /// - Parameter total: bytes of all segments together.
    init(total: Int) { remaining = total }

    mutating func allocate(_ bytes: Int) -> (VectorMemory, UnsafeMutableRawPointer) {
        defer { remaining = max(0, remaining - bytes) }
        if let memory, let place = memory.carve(bytes) { return (memory, place) }
        while true {
            // With room for the rounding of each piece.
            let fresh = VectorMemory(bytes: bytes + 64, wanted: remaining + remaining / 64)
            memory = fresh
            if let place = fresh.carve(bytes) { return (fresh, place) }
        }
    }
}
