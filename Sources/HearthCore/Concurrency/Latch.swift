import Synchronization

/// A flag that is set once, from any thread, and stays set: that work which blocks is to end (engines in C poll it between two
/// steps), that an answer began.
///
/// Set and read with release and acquire, so whoever sees it set sees what was done before; on the processors that we know it costs
/// next to nothing beside what lies between two looks.
package final class Latch: Sendable {
    private let flag = Atomic<Bool>(false)

    package init() {}

    package var isSet: Bool { flag.load(ordering: .acquiring) }

    /// In the form that engines in C call: it is given an unretained latch, and stops where that is set.
    package static let isSet: @convention(c) (UnsafeMutableRawPointer?) -> Bool = { pointer in
        guard let pointer else { return false }
        return Unmanaged<Latch>.fromOpaque(pointer).takeUnretainedValue().isSet
    }

    /// Ends work that was to end.
    ///
    /// - Throws: `CancellationError` where it is set.
    package func check() throws { if isSet { throw CancellationError() } }

    package func set() { flag.store(true, ordering: .releasing) }
}
