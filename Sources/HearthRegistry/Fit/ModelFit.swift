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

    /// Room that a download leaves on the disk: a full disk harms every program.
    static let diskReserve = 256 << 20

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
                bytes.addingReportingOverflow(Self.diskReserve).overflow || bytes + Self.diskReserve > free
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
