import CVectorKernels
import Foundation
import HearthCore
import Synchronization

/// A scan of a matrix for the rows that are closest to a query.
struct VectorScan: Sendable {
    /// Below this many bytes a second thread costs more than it brings.
    static let bytesPerThread = 8 << 20

    let matrix: VectorCache.Matrix
    private let codes: [Int8]
    private let scale: Float
    private let kernel: Int32

    /// `nil` when the query is not finite.
    init?(_ matrix: VectorCache.Matrix, query: [Float], kernel: Int32 = hearth_scan_kernel_best()) {
        guard query.count <= matrix.padded else { return nil }
        var codes = [Int8](repeating: 0, count: matrix.padded)
        var scale: Float = 0
        guard hearth_quantize_i8(query, query.count, matrix.padded, &codes, &scale) == 1 else { return nil }
        self.matrix = matrix
        self.codes = codes
        self.scale = scale
        self.kernel = kernel
    }

    /// The `capacity` best rows by quantized score, best first.
    ///
    /// - Parameter ranges: the chunks to consider, sorted and disjoint; `nil` considers all.
    func best(_ capacity: Int, in ranges: [ChunkRange]?, threads: Int) -> [TopCandidates.Candidate] {
        let wanted = min(capacity, matrix.count)
        guard wanted > 0 else { return [] }
        let workers = min(threads, max(1, matrix.count * matrix.padded / Self.bytesPerThread))
        guard workers > 1 else {
            var top = TopCandidates(capacity: wanted)
            let scratch = Scratch()
            for segment in matrix.segments { scan(segment, ranges, scratch, &top) }
            return Self.sorted(top.heap)
        }
        // Each worker takes the next segment when it is done with one: where a core is busy with something else, the other
        // does the work, and nobody waits for a share that has not been started.
        let next = Atomic<Int>(0)
        let found = Mutex<[TopCandidates.Candidate]>([])
        DispatchQueue.concurrentPerform(iterations: workers) { _ in
            var top = TopCandidates(capacity: wanted)
            let scratch = Scratch()
            while true {
                let position = next.add(1, ordering: .relaxed).oldValue
                guard position < matrix.segments.count else { break }
                scan(matrix.segments[position], ranges, scratch, &top)
            }
            let heap = top.heap
            found.withLock { $0 += heap }
        }
        return Array(Self.sorted(found.withLock { $0 }).prefix(wanted))
    }

    private static func sorted(_ candidates: [TopCandidates.Candidate]) -> [TopCandidates.Candidate] {
        candidates.sorted { $1.isWorse(than: $0) }
    }

    private func scan(
        _ segment: VectorSegment, _ ranges: [ChunkRange]?, _ scratch: Scratch, _ top: inout TopCandidates
    ) {
        guard let ranges else { return scan(segment, 0..<segment.count, scratch, &top) }
        for rows in segment.rows(in: ranges) { scan(segment, rows, scratch, &top) }
    }

    private func scan(
        _ segment: VectorSegment, _ rows: Range<Int>, _ scratch: Scratch, _ top: inout TopCandidates
    ) {
        let hits = hearth_scan_i8(
            kernel, codes, scale, segment.codes + rows.lowerBound * matrix.padded, segment.scales + rows.lowerBound,
            rows.count, matrix.padded, top.threshold, scratch.rows, scratch.scores)
        for hit in 0..<hits {
            let row = rows.lowerBound + Int(scratch.rows[hit])
            top.offer(TopCandidates.Candidate(score: scratch.scores[hit], chunk: segment.chunks[row]))
        }
    }

    /// Room for the hits of one segment.
    private final class Scratch {
        let rows = UnsafeMutablePointer<UInt32>.allocate(capacity: VectorCoding.rowsPerSegment)
        let scores = UnsafeMutablePointer<Float>.allocate(capacity: VectorCoding.rowsPerSegment)

        deinit {
            rows.deallocate()
            scores.deallocate()
        }
    }
}

/// The best `capacity` candidates seen so far; equal scores go to the smaller chunk id, so results do not depend on threads.
struct TopCandidates {
    struct Candidate: Sendable {
        var score: Float
        var chunk: Int64

        /// Whether this one is worse than `other`.
        func isWorse(than other: Candidate) -> Bool {
            score != other.score ? score < other.score : chunk > other.chunk
        }
    }

    private let capacity: Int
    /// A heap with the worst on top.
    private(set) var heap: [Candidate] = []

    init(capacity: Int) {
        self.capacity = max(1, capacity)
        heap.reserveCapacity(min(self.capacity, 4_096))
    }

    /// A score below this cannot get in.
    var threshold: Float { heap.count < capacity ? -.infinity : heap[0].score }

    mutating func offer(_ candidate: Candidate) {
        if heap.count < capacity {
            heap.append(candidate)
            siftUp(heap.count - 1)
        } else if heap[0].isWorse(than: candidate) {
            heap[0] = candidate
            siftDown(0)
        }
    }

    private mutating func siftUp(_ start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isWorse(than: heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(_ start: Int) {
        var parent = start
        while true {
            var worst = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if heap[child].isWorse(than: heap[worst]) { worst = child }
            }
            guard worst != parent else { return }
            heap.swapAt(parent, worst)
            parent = worst
        }
    }
}
