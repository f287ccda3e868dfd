import Foundation

/// Names of models and of their files, made safe: an address is written by somebody else.
enum ModelID {
    private static let mostCharacters = 96

    /// A model's id from a name that a person or an address gives: lower-case letters, digits, dots, hyphens and
    /// underscores; `nil` when nothing is left of it.
    static func make(from name: String) -> String? {
        let text = cleaned(name.lowercased())
        return text.isEmpty ? nil : text
    }

    /// The name of a file in the folder of models. It never holds a separator and never begins with a dot, so that it
    /// cannot leave the folder, hide, or be taken for a file of ours.
    static func fileName(from name: String) -> String? {
        let text = cleaned(name)
        return text.isEmpty ? nil : text
    }

    /// The last part of an address without the ending of its format.
    static func stem(of url: URL) -> String {
        let name = url.lastPathComponent
        for ending in [".gguf", ".bin", ".safetensors", ".onnx", ".mlmodelc", ".mlpackage", ".mlmodel"]
        where name.lowercased().hasSuffix(ending) {
            return String(name.dropLast(ending.count))
        }
        return name
    }

    private static func cleaned(_ name: String) -> String {
        var result = ""
        for scalar in name.unicodeScalars.prefix(400) {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": result.unicodeScalars.append(scalar)
            default: if !result.hasSuffix("-") { result += "-" }
            }
            if result.utf8.count >= mostCharacters { break }
        }
        while let first = result.first, first == "." || first == "-" { result.removeFirst() }
        while let last = result.last, last == "." || last == "-" { result.removeLast() }
        return result
    }
}
