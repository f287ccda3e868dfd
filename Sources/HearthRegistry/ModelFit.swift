public import Foundation
import HearthSystem

/// Whether a model fits this machine.
public struct ModelFit: Codable, Hashable, Sendable {
    public enum Verdict: String, Codable, Sendable {
        case fits
        /// It runs, but other programs will feel it.
        case tight
        case tooLarge = "too-large"
        /// Too little is known about the model.
        case unknown
    }

    public var memory: Verdict
    public var disk: Verdict
    public var estimate: MemoryEstimate?
    /// One sentence for a person.
    public var reason: String

    /// What stays for the system and other programs: a tenth of the memory, at least 512 MiB.
    static func reserve(of memory: Int) -> Int { max(memory / 10, 512 << 20) }

    /// - Parameters:
    ///   - bytes: The size of the model's file; `nil` when it is not known.
    ///   - isInstalled: Then it takes no more room on the disk.
    public init(bytes: Int?, shape: ModelShape?, context: Int, machine: MachineFacts, isInstalled: Bool = false) {
        guard let bytes, bytes > 0 else {
            (memory, disk, estimate) = (.unknown, isInstalled ? .fits : .unknown, nil)
            reason = "has a size that is not known yet"
            return
        }
        let estimate = MemoryEstimate(weights: bytes, shape: shape, context: context)
        self.estimate = estimate
        let usable = machine.memory - Self.reserve(of: machine.memory)
        if estimate.total > usable {
            memory = .tooLarge
        } else if estimate.total > (machine.availableMemory ?? usable) {
            memory = .tight
        } else {
            memory = .fits
        }
        if isInstalled {
            disk = .fits
        } else if let free = machine.freeDisk {
            disk =
                bytes.addingReportingOverflow(DiskRoom.reserve).overflow || bytes + DiskRoom.reserve > free
                ? .tooLarge : .fits
        } else {
            disk = .unknown
        }
        reason = Self.reason(estimate, memory: memory, disk: disk, bytes: bytes, machine: machine)
    }

    private static func reason(
        _ estimate: MemoryEstimate, memory: Verdict, disk: Verdict, bytes: Int, machine: MachineFacts
    ) -> String {
        let need =
            "needs about \(ByteText.of(estimate.total)) of memory"
            + (estimate.isExact ? " at \(estimate.context) tokens" : "")
        if disk == .tooLarge {
            return "takes \(ByteText.of(bytes)) on the disk, which has \(ByteText.of(machine.freeDisk ?? 0)) free"
        }
        switch memory {
        case .tooLarge: return need + ", more than this machine's \(ByteText.of(machine.memory)) can spare"
        case .tight: return need + "; \(ByteText.of(machine.availableMemory ?? 0)) are free now"
        case .fits, .unknown: return need
        }
    }
}

/// Sizes as people read them, in decimal units.
enum ByteText {
    static func of(_ bytes: Int) -> String {
        var value = Double(bytes)
        var unit = 0
        let units = ["B", "kB", "MB", "GB", "TB", "PB"]
        while value >= 1000, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        let tenths = Int((value * 10).rounded())
        return unit == 0 || value >= 100
            ? "\(Int(value.rounded())) \(units[unit])" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}

/// The memory that running a model takes, in bytes, and what it is for.
public struct MemoryEstimate: Codable, Hashable, Sendable {
    /// Tokens of the window that it was computed for.
    public var context: Int
    /// The weights: the file, mapped into memory.
    public var weights: Int
    /// Keys and values of every token of the window.
    public var cache: Int
    /// What one step of the network needs besides.
    public var compute: Int
    /// Whether the shape of the network was known; otherwise only the weights are counted, with a fifth on top.
    public var isExact: Bool

    public var total: Int { weights + cache + compute }

    /// Prompt tokens that llama.cpp evaluates in one step (`n_ubatch`).
    static let batch = 512
    /// More than any machine has; keeps sums of hostile numbers in range.
    private static let most = 1 << 50

    /// - Parameters:
    ///   - weights: The size of the file.
    ///   - shape: `nil` when it is not known.
    ///   - context: Tokens of the window.
    ///
    /// Keys and values: layers × tokens × heads × (key + value) × 2 bytes, since llama.cpp keeps them as F16
    /// (`llama-kv-cache.cpp`). The step: the larger of the logits of a batch (batch × vocabulary × 4 bytes, which llama.cpp
    /// sets aside for the worst case: 512 × 128,256 × 4 = 250.5 MiB of the 254.5 MiB that it reports for Llama 3.2 1B) and
    /// the scores of one layer's attention without flash attention (heads × batch × tokens × 4 bytes), and eight vectors of
    /// the network's width for each token of a batch.
    public init(weights: Int, shape: ModelShape?, context: Int) {
        let weights = min(max(0, weights), Self.most)
        let context = min(max(1, context), 1 << 24)
        self.context = context
        self.weights = weights
        guard let shape, shape.isPlausible else {
            cache = 0
            compute = weights / 5
            isExact = false
            return
        }
        cache = Self.product([shape.layers, context, shape.keyValueHeads, shape.keyLength + shape.valueLength, 2])
        let logits = Self.product([Self.batch, shape.vocabulary, 4])
        let scores = Self.product([shape.heads, Self.batch, context, 4])
        compute = max(logits, scores) + Self.product([Self.batch, shape.width, 8, 4])
        isExact = true
    }

    private static func product(_ factors: [Int]) -> Int {
        factors.reduce(1) { result, factor in
            let (product, overflow) = result.multipliedReportingOverflow(by: factor)
            return overflow ? most : min(product, most)
        }
    }
}

/// The measures of a network that decide how much memory it takes to run.
public struct ModelShape: Codable, Hashable, Sendable {
    /// Layers.
    public var layers: Int
    /// Components of a token's vector.
    public var width: Int
    /// Heads of attention, and those that have keys and values of their own (grouped-query attention has fewer).
    public var heads: Int
    public var keyValueHeads: Int
    /// Components of a head's key, and of its value.
    public var keyLength: Int
    public var valueLength: Int
    /// Tokens of the vocabulary.
    public var vocabulary: Int

    public init(
        layers: Int, width: Int, heads: Int, keyValueHeads: Int, keyLength: Int, valueLength: Int, vocabulary: Int
    ) {
        self.layers = layers
        self.width = width
        self.heads = heads
        self.keyValueHeads = keyValueHeads
        self.keyLength = keyLength
        self.valueLength = valueLength
        self.vocabulary = vocabulary
    }

    /// Whether every measure is one that a network could have. Beyond these limits products could overflow.
    public var isPlausible: Bool {
        (1...4_096).contains(layers) && (1...1 << 20).contains(width) && (1...1 << 14).contains(heads)
            && (1...1 << 14).contains(keyValueHeads) && (1...1 << 16).contains(keyLength)
            && (1...1 << 16).contains(valueLength) && (0...1 << 24).contains(vocabulary)
    }
}

/// The size of a model's weights when nobody has told the size of its file.
enum WeightEstimate {
    /// Bits for each weight, scales included: the table of llama.cpp's `tools/quantize/README.md`, measured on Llama 3.1 8B.
    /// Other networks differ by some percent, since embeddings and outputs are stored finer.
    private static let bits: [String: Double] = [
        "F32": 32, "F16": 16, "BF16": 16, "Q8_0": 8.5, "Q6_K": 6.56, "Q5_K_M": 5.70, "Q5_K_S": 5.57, "Q4_K_M": 4.89,
        "Q4_K_S": 4.67, "Q4_0": 4.67, "Q3_K_M": 4.0,
    ]

    /// - Returns: `nil` when one of the two is not known.
    static func bytes(parameters: Int?, quantization: String?) -> Int? {
        guard let parameters, parameters > 0, let quantization, let bits = bits[quantization] else { return nil }
        let bytes = Double(parameters) * bits / 8
        return bytes < 1e15 ? Int(bytes) : nil
    }
}

// MARK: - The machine

/// What this machine has for models.
public struct MachineFacts: Codable, Hashable, Sendable {
    /// Bytes of memory in all.
    public var memory: Int
    /// Bytes that programs can have now without swapping; `nil` where the system does not say.
    public var availableMemory: Int?
    /// Bytes that can be written on the disk of the folder of models; `nil` when it is not known.
    public var freeDisk: Int?
    public var cores: Int

    public init(memory: Int, availableMemory: Int?, freeDisk: Int?, cores: Int) {
        self.memory = memory
        self.availableMemory = availableMemory
        self.freeDisk = freeDisk
        self.cores = cores
    }

    /// The facts as of now, for models that are kept in `folder` or, when it is not there yet, where it will be made.
    public static func current(folder: URL) -> MachineFacts {
        MachineFacts(
            memory: Int(clamping: ProcessInfo.processInfo.physicalMemory), availableMemory: memoryAvailable(),
            freeDisk: DiskRoom.free(at: folder), cores: ProcessInfo.processInfo.activeProcessorCount)
    }

    private static func memoryAvailable() -> Int? {
        #if os(Linux)
        // `MemAvailable` counts what the kernel can take back from caches (proc(5)).
        guard let text = try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8) else { return nil }
        for line in text.split(separator: "\n") where line.hasPrefix("MemAvailable:") {
            let digits = line.filter(\.isNumber)
            return Int(digits).map { $0 * 1024 }
        }
        return nil
        #else
        return nil
        #endif
    }
}
