import Foundation

/// The user's list of models, as JSON.
struct CatalogueFile: Codable {
    var version = 1
    var models: [ModelManifest]

    private static let most = 4_096

    init(models: [ModelManifest]) { self.models = models }

    /// Reads a list and checks what later code relies on.
    ///
    /// - Throws: ``RegistryError`` with the code `bad-registry` that names the place and what is wrong.
    init(_ data: Data, from place: String) throws {
        do {
            self = try JSONDecoder().decode(CatalogueFile.self, from: data)
        } catch {
            throw RegistryError(.badRegistry, "\(place) is not a list of models. Correct it, or delete it.")
        }
        guard version == 1 else {
            throw RegistryError(.badRegistry, "\(place) has version \(version), which this program does not know.")
        }
        try check(place)
    }

    /// - Throws: ``RegistryError`` with the code `bad-registry`.
    func check(_ place: String) throws {
        guard models.count <= Self.most else {
            throw RegistryError(.badRegistry, "\(place) lists more than \(Self.most) models.")
        }
        var seen: Set<String> = []
        for model in models {
            guard ModelID.make(from: model.id) == model.id, seen.insert(model.id).inserted else {
                throw RegistryError(.badRegistry, "\(place) has a model whose id is not valid or stands twice.")
            }
            guard model.file == nil || model.file == model.file.flatMap(ModelID.fileName) else {
                throw RegistryError(.badRegistry, "\(place): the file of \(model.id) has a name that is not allowed.")
            }
            guard model.sha256.map(HashText.isSHA256) ?? true, (model.bytes ?? 0) >= 0 else {
                throw RegistryError(.badRegistry, "\(place): the size or SHA-256 of \(model.id) is not one.")
            }
        }
    }
}
