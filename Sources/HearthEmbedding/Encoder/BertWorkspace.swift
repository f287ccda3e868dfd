import CEncoderKernels

/// The working memory of one thread: the vectors of all tokens of a batch on their way through the layers.
///
/// `@unchecked Sendable`: used by one batch at a time; `BertWorkspacePool` hands each out to one taker.
final class BertWorkspace: @unchecked Sendable {
    /// The most tokens of one batch.
    let capacity: Int
    private let memory: AlignedMemory
    /// Tokens × width: what the layers add to.
    let stream: UnsafeMutablePointer<Float>
    /// Tokens × 3 width.
    let projections: UnsafeMutablePointer<Float>
    /// Tokens × width.
    let attended: UnsafeMutablePointer<Float>
    /// Tokens × feed-forward width.
    let inner: UnsafeMutablePointer<Float>
    /// For the kernels.
    let scratch: UnsafeMutableRawPointer

    init(shape: BertShape, kernel: hearth_kernel, capacity: Int) {
        self.capacity = capacity
        let row = shape.width * 4
        let scratchSize = max(
            hearth_linear_scratch_size(kernel, capacity, max(shape.feedForward, shape.width)),
            hearth_attention_scratch_size(capacity, shape.headWidth))
        let sizes = [row, 3 * row, row, shape.feedForward * 4].map { AlignedMemory.rounded($0 * capacity) }
        memory = AlignedMemory(count: sizes.reduce(0, +) + scratchSize)
        let base = memory.base
        stream = base.bindMemory(to: Float.self, capacity: sizes[0] / 4)
        projections = (base + sizes[0]).bindMemory(to: Float.self, capacity: sizes[1] / 4)
        attended = (base + sizes[0] + sizes[1]).bindMemory(to: Float.self, capacity: sizes[2] / 4)
        inner = (base + sizes[0] + sizes[1] + sizes[2]).bindMemory(to: Float.self, capacity: sizes[3] / 4)
        scratch = base + sizes.reduce(0, +)
    }
}
