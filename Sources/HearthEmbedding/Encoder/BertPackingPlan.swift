import CEncoderKernels
import Dispatch
import HearthGGUF
import Synchronization

/// Where each part of the weights goes, and the work that brings it there.
///
/// First everything is looked up and checked, then memory is allocated once and filled by all cores.
struct BertPackingPlan {
    private enum Step {
        /// Rows of a matrix, from `first` of `outputs` on.
        case matrix(GGUFTensor, first: Int, outputs: Int, to: Int)
        /// All numbers of a tensor, one row after another.
        case numbers(GGUFTensor, to: Int)
        /// Each row of the first tensor plus the first row of the second.
        case sums(GGUFTensor, GGUFTensor, rows: Int, to: Int)
        case zeros(count: Int, to: Int)
    }

    let file: GGUFFile
    let shape: BertShape
    let kernel: hearth_kernel
    private var steps: [Step] = []
    private var size = 0

    init(file: GGUFFile, shape: BertShape, kernel: hearth_kernel) {
        self.file = file
        self.shape = shape
        self.kernel = kernel
    }

    /// A tensor of the shape that is expected; `rows` of `nil` allows any number.
    func tensor(_ name: String, rows: Int?, length: Int) throws -> GGUFTensor {
        guard let tensor = file.tensor(named: name) else {
            throw EmbeddingError(.malformedModel, "The model file has no tensor \(name).")
        }
        guard tensor.rowLength == length, rows == nil || tensor.rowCount == rows else {
            throw EmbeddingError(.malformedModel, "The model file's tensor \(name) has a wrong shape.")
        }
        guard GGUFFile.isReadable(tensor.type) else {
            throw EmbeddingError(
                .unsupportedModel,
                "The tensor \(name) is stored as \(tensor.type); use a model file in F32, F16, BF16 or Q8_0.")
        }
        return tensor
    }

    private mutating func reserve(_ bytes: Int) -> Int {
        defer { size += AlignedMemory.rounded(bytes) }
        return size
    }

    /// Adds matrices of equal shape, stacked into one.
    mutating func linear(_ names: [String], inputs: Int, outputs: Int) throws -> BertLinear {
        let total = outputs * names.count
        let matrix = reserve(hearth_packed_size(kernel, total, inputs))
        let bias = reserve(total * 4)
        for (index, name) in names.enumerated() {
            let weight = try tensor(name + ".weight", rows: outputs, length: inputs)
            steps.append(.matrix(weight, first: index * outputs, outputs: total, to: matrix))
            let place = bias + index * outputs * 4
            if file.tensor(named: name + ".bias") == nil {
                steps.append(.zeros(count: outputs, to: place))
            } else {
                steps.append(.numbers(try tensor(name + ".bias", rows: 1, length: outputs), to: place))
            }
        }
        return BertLinear(inputs: inputs, outputs: total, matrix: matrix, bias: bias)
    }

    mutating func norm(_ name: String) throws -> BertNorm {
        let norm = BertNorm(scale: reserve(shape.width * 4), shift: reserve(shape.width * 4))
        steps.append(.numbers(try tensor(name + ".weight", rows: 1, length: shape.width), to: norm.scale))
        steps.append(.numbers(try tensor(name + ".bias", rows: 1, length: shape.width), to: norm.shift))
        return norm
    }

    mutating func positions() throws -> Int {
        let place = reserve(shape.positions * shape.width * 4)
        let positions = try tensor("position_embd.weight", rows: shape.positions, length: shape.width)
        let segments = try tensor("token_types.weight", rows: nil, length: shape.width)
        steps.append(.sums(positions, segments, rows: shape.positions, to: place))
        return place
    }

    /// Allocates the memory and does the work.
    func pack() throws -> AlignedMemory {
        let memory = AlignedMemory(count: size)
        let failure = Mutex<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: steps.count) { index in
            do {
                try run(steps[index], memory)
            } catch {
                failure.withLock { $0 = error }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
        return memory
    }

    /// Different steps write to different places, so they may run at once.
    private func run(_ step: Step, _ memory: AlignedMemory) throws {
        func floats(_ offset: Int, _ count: Int) -> UnsafeMutableBufferPointer<Float> {
            UnsafeMutableBufferPointer(
                start: (memory.base + offset).bindMemory(to: Float.self, capacity: count), count: count)
        }
        switch step {
        case .zeros(let count, let place):
            floats(place, count).initialize(repeating: 0)
        case .numbers(let tensor, let place):
            let length = tensor.rowLength
            for row in 0..<tensor.rowCount {
                try file.readRow(row, of: tensor, into: floats(place + row * length * 4, length))
            }
        case .sums(let tensor, let other, let rows, let place):
            let length = tensor.rowLength
            try withUnsafeTemporaryAllocation(of: Float.self, capacity: length) { added in
                try file.readRow(0, of: other, into: added)
                for row in 0..<rows {
                    let sums = floats(place + row * length * 4, length)
                    try file.readRow(row, of: tensor, into: sums)
                    for i in 0..<length { sums[i] += added[i] }
                }
            }
        case .matrix(let tensor, let first, let outputs, let place):
            // Some rows at a time: enough to fill a packed line, few enough to stay in the cache.
            let inputs = tensor.rowLength
            let group = 32
            try withUnsafeTemporaryAllocation(of: Float.self, capacity: group * inputs) { rows in
                for start in stride(from: 0, to: tensor.rowCount, by: group) {
                    let count = min(group, tensor.rowCount - start)
                    for row in 0..<count {
                        try file.readRow(
                            start + row, of: tensor,
                            into: UnsafeMutableBufferPointer(rebasing: rows[row * inputs..<(row + 1) * inputs]))
                    }
                    hearth_pack(kernel, rows.baseAddress, first + start, count, outputs, inputs, memory.base + place)
                }
            }
            file.releasePages(of: tensor)
        }
    }
}
