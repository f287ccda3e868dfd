import Foundation
import HearthGGUF

/// Whether a file's content is that of a whole model of its format.
enum FileCheck {
    /// - Throws: ``RegistryError`` with the code `model-damaged`.
    static func check(_ path: String, format: ModelFormat?) throws(RegistryError) {
        guard let format else { return }
        let found = ModelFormat.detect(start(of: path))
        switch format {
        case .gguf:
            do {
                _ = try GGUFFile(mapping: path)
            } catch {
                throw RegistryError(.damaged, "The file is not a whole GGUF model: \(error.message)")
            }
        case .ggmlWhisper, .safetensors, .onnx:
            guard found == format else {
                throw RegistryError(.damaged, "The file is not \(format.title). Fetch it again, or take another one.")
            }
        case .mlx, .coreML: return
        }
    }

    /// The header of a GGUF file; `nil` for other files.
    static func header(of path: String) -> ModelHeader? {
        guard ModelFormat.detect(start(of: path)) == .gguf else { return nil }
        return (try? GGUFFile(mapping: path)).map(ModelHeader.init)
    }

    private static func start(of path: String) -> [UInt8] {
        guard let handle = FileHandle(forReadingAtPath: path) else { return [] }
        defer { try? handle.close() }
        return [UInt8]((try? handle.read(upToCount: ModelFormat.detectionBytes)) ?? Data())
    }
}
