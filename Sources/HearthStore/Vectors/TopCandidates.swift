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
