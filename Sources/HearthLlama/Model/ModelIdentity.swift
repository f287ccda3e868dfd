#if Llama
internal import CLlama
import Foundation

/// Tells whether two runs of the program use the same model in the same way, so that one can go on from what the other
/// evaluated.
package enum ModelIdentity {
    /// Names a model's file: its size, the time of its last change, and a hash of its first mebibyte, which holds the
    /// metadata and the beginning of the vocabulary. Hashing all of it would take longer than loading it.
    package static func file(_ path: String) -> String? {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path),
            let handle = try? FileHandle(forReadingFrom: url)
        else { return nil }
        defer { try? handle.close() }
        let size = (attributes[.size] as? NSNumber)?.uint64Value ?? 0
        let changed = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        let beginning = (try? handle.read(upToCount: 1 << 20)) ?? Data()
        return "\(size)-\(changed)-\(String(hash(beginning), radix: 16))"
    }

    /// Names everything that what was evaluated depends on. A state of another version of llama.cpp is never read: its
    /// format is checked by llama.cpp only in part.
    static func evaluation(_ model: LlamaModel, contextLength: Int, configuration: LlamaModel.Configuration) -> String?
    {
        guard let file = model.fileIdentity else { return nil }
        let version = llama_version().map { String(cString: $0) } ?? "unknown"
        return "\(prefix(file))\(version)|\(contextLength)|\(configuration.gpuLayers.map(String.init) ?? "all")"
    }

    /// What every name begins with that is made for that file.
    package static func prefix(_ file: String) -> String { "1|\(file)|" }

    /// FNV-1a in 64 bits (Fowler, Noll, Vo). It guards against mix-ups, not against an attacker, who could change the model.
    private static func hash(_ data: Data) -> UInt64 {
        data.withUnsafeBytes { bytes in
            bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        }
    }
}
#endif
