import HearthCore
import HearthDocuments
import HearthSystem

extension Doctor {
    /// What reads the text of scans and pictures.
    static func pictures() -> Finding {
        let name = "picture reader"
        #if canImport(Darwin)
        return Finding(name: name, state: .good, detail: "Vision")
        #else
        guard let path = ToolLocator.path(of: "tesseract") else {
            return Finding(
                name: name, state: .missing, detail: "no Tesseract; the text of scans and pictures is not read",
                remedies: [.help(.install(package: "tesseract-ocr"))])
        }
        // Telephones take their pictures in HEIC; what reads it is in few systems from the start.
        let others = DocumentReader.missingForPictures
        guard !others.isEmpty else { return Finding(name: name, state: .good, detail: path) }
        return Finding(
            name: name, state: .good, detail: "\(path); \(others.map(\.message).joined(separator: " "))",
            remedies: others.flatMap(\.help).map { .help($0) })
        #endif
    }
}
