import Foundation

/// Names of models and of their files, made safe: an address is written by somebody else.
enum ModelID {
    private static let mostCharacters = 96
    /// An id and the ending of a format.
    private static let mostCharactersOfFile = 128
    /// Files of ours in the folder of models, in lower case: some disks do not tell cases apart.
    private static let reserved = ["registry.json", "registry.json.new"]

    /// A model's id from a name that a person or an address gives: lower-case letters, digits, dots, hyphens and
    /// underscores; `nil` when nothing is left of it.
    static func make(from name: String) -> String? {
        let text = cleaned(name.lowercased(), most: mostCharacters)
        return text.isEmpty ? nil : text
    }

    /// The name of a file in the folder of models. It never holds a separator and never begins with a dot, so that it
    /// cannot leave the folder or hide; and it is never that of a file of ours, which a download would overwrite.
    static func fileName(from name: String) -> String? {
        let text = cleaned(name, most: mostCharactersOfFile)
        return text.isEmpty || reserved.contains(text.lowercased()) ? nil : text
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

    private static func cleaned(_ name: String, most: Int) -> String {
        var result = ""
        for scalar in name.unicodeScalars.prefix(400) {
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-": result.unicodeScalars.append(scalar)
            default: if !result.hasSuffix("-") { result += "-" }
            }
            if result.utf8.count >= most { break }
        }
        while let first = result.first, first == "." || first == "-" { result.removeFirst() }
        while let last = result.last, last == "." || last == "-" { result.removeLast() }
        return result
    }
}
