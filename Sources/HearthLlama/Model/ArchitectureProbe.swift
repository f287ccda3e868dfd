import Foundation
import HearthSystem

/// Asks the llama.cpp that is linked whether it knows a kind of network.
///
/// Its list of names is in no header. So it is shown a GGUF file that names the architecture and holds nothing else: what it
/// does not know it refuses by name, what it knows it refuses for what is missing.
public enum ArchitectureProbe {
    /// - Returns: `nil` when this build has no llama.cpp, or the name is not one that a file could have.
    public static func knows(_ architecture: String) -> Bool? {
        guard !architecture.isEmpty, architecture.utf8.count <= 64,
            architecture.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else { return false }
        #if Llama
        #if os(Linux)
        // llama.cpp takes names only; this one leads to a file that has none.
        guard let file = try? OpenFile(holding: header(architecture)) else { return nil }
        let refusal = LlamaModel.refusal(of: "/proc/self/fd/\(file.descriptor)")
        withExtendedLifetime(file) {}
        #else
        // A name of an architecture and nothing else, where there are no files without names.
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("hearth-\(UUID().uuidString).gguf")
        defer { try? FileManager.default.removeItem(at: file) }
        // As above.
        guard (try? Data(header(architecture)).write(to: file)) != nil else { return nil }
        let refusal = LlamaModel.refusal(of: file.path)
        #endif
        return refusal.map { !$0.contains("unknown model architecture") }
        #else
        return nil
        #endif
    }

    /// GGUF version 3 with one metadata entry and no tensors.
    private static func header(_ architecture: String) -> [UInt8] {
        func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: number.littleEndian) { Array($0) }
        }
        func text(_ string: String) -> [UInt8] { bytes(UInt64(string.utf8.count)) + Array(string.utf8) }
        var header = Array("GGUF".utf8) + bytes(UInt32(3)) + bytes(UInt64(0)) + bytes(UInt64(1))
        header += text("general.architecture") + bytes(UInt32(8)) + text(architecture)
        return header + [UInt8](repeating: 0, count: 64)
    }
}

#if Llama
internal import CLlama

extension LlamaModel {
    /// What llama.cpp says against a file, reading no weights; `nil` when it says nothing.
    static func refusal(of path: String) -> String? {
        var parameters = llama_model_default_params()
        parameters.vocab_only = true
        parameters.n_gpu_layers = 0
        let (model, report) = LlamaLog.capturing { llama_model_load_from_file(path, parameters) }
        if let model { llama_model_free(model) }
        return report.isEmpty && model == nil ? nil : report
    }
}
#endif
