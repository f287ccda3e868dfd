import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The file of a model's projector: a second network that turns pictures into what the model reads in the place of tokens.
///
/// Published beside models that see, as `mmproj-….gguf` (llama.cpp's `convert_hf_to_gguf.py --mmproj`).
package struct ProjectorFile: Hashable, Sendable {
    package let path: String
    /// Bytes of the file.
    package let size: UInt64
    /// An open file that is read in the place of the path, by a process that can open none.
    package var descriptor: Int32?

    package init(path: String, size: UInt64, descriptor: Int32? = nil) {
        self.path = path
        self.size = size
        self.descriptor = descriptor
    }

    /// The one beside a model's file: `NAME.mmproj.gguf` for `NAME.gguf`, as the library of models names it; else the only file that
    /// begins with `mmproj` in a folder where the model is the only other one, as publishers do.
    ///
    /// `nil` where there is none, or it is none by its head.
    package init?(of model: String) {
        let url = URL(fileURLWithPath: model).resolvingSymlinksInPath()
        let folder = url.deletingLastPathComponent()
        let own = folder.appendingPathComponent(Self.name(of: url.lastPathComponent)).path
        if let found = ProjectorFile(path: own) {
            self = found
            return
        }
        guard let found = Self.lone(beside: url, in: folder), let file = ProjectorFile(path: found) else { return nil }
        self = file
    }

    /// The file at a path, where that is a projector for pictures.
    package init?(path: String) {
        guard let size = Self.size(of: path), let file = try? GGUFFile(headerOf: path), Self.sees(file) else {
            return nil
        }
        self.init(path: path, size: size)
    }

    /// What the file of a model's projector is called beside the model's, whose name is given.
    package static func name(of model: String) -> String {
        (model.lowercased().hasSuffix(".gguf") ? String(model.dropLast(5)) : model) + ".mmproj.gguf"
    }

    /// Whether a file's name says that it is a projector.
    package static func isProjector(_ name: String) -> Bool {
        let name = name.lowercased()
        return name.hasSuffix(".gguf") && (name.hasPrefix("mmproj") || name.hasSuffix(".mmproj.gguf"))
    }

    /// What such a file names as its architecture.
    package static let architecture = "clip"

    /// Whether it is the head of a projector for pictures.
    package static func sees(_ file: GGUFFile) -> Bool {
        file.architecture == architecture && file.metadata["clip.has_vision_encoder"]?.bool == true
            && !file.tensors.isEmpty
            && file.tensors.allSatisfy { $0.type.isKnown && $0.fileRange != nil }
    }

    /// Entries of a folder that are looked at; one with more is nobody's download of one model.
    private static let mostNeighbours = 64

    private static func lone(beside model: URL, in folder: URL) -> String? {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path),
            names.count <= mostNeighbours
        else { return nil }
        let models = names.filter { $0.lowercased().hasSuffix(".gguf") }
        let projectors = models.filter { $0.lowercased().hasPrefix("mmproj") }
        guard projectors.count == 1, models.count == 2, !isProjector(model.lastPathComponent) else { return nil }
        return folder.appendingPathComponent(projectors[0]).path
    }

    private static func size(of path: String) -> UInt64? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return nil }
        return UInt64(status.st_size)
    }
}
