public import Foundation
import HearthCore
import HearthGGUF

/// All models that are known: those that ship with the program, and the user's own in the folder of models.
///
/// A user's entry stands in for a built-in one with the same id. Files lie beside `registry.json`; a model is installed when
/// its file is there under its own name, which happens only by a rename after the file was checked.
public struct ModelRegistry: Sendable {
    /// Where a model's entry comes from.
    public enum Origin: String, Codable, Sendable {
        case builtIn = "built-in"
        case user
    }

    /// A model and what is the case with it here.
    public struct Entry: Sendable {
        public var manifest: ModelManifest
        public var origin: Origin
        /// Where its file is; `nil` when it is not installed.
        public var path: String?
        /// Bytes of a download that was begun.
        public var partialBytes: Int?
        public var isInstalled: Bool { path != nil }
    }

    /// The folder of models.
    public let folder: URL
    private let otherPlaces: [URL]

    /// - Parameters:
    ///   - folder: The folder of models; it is made when it is first needed.
    ///   - otherPlaces: Folders in which files are found, too, such as the one of set-up. They are never written to.
    public init(folder: URL, otherPlaces: [URL] = []) {
        self.folder = folder
        self.otherPlaces = otherPlaces
    }

    var file: URL { folder.appendingPathComponent("registry.json") }
    /// Where downloads lie until they are whole: on the same disk, for the rename, and where nothing looks for models.
    var partialFolder: URL { folder.appendingPathComponent(".partial", isDirectory: true) }

    /// Every model, the built-in ones first.
    ///
    /// - Throws: ``RegistryError`` with the code `bad-registry`.
    public func entries() throws -> [Entry] {
        let users = try userModels()
        let own = Dictionary(users.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let builtIn = BuiltInCatalogue.models
        let known = Set(builtIn.map(\.id))
        return builtIn.map { model in own[model.id].map { entry($0, .user) } ?? entry(model, .builtIn) }
            + users.filter { !known.contains($0.id) }.map { entry($0, .user) }
    }

    /// The model of an id, in whatever case.
    ///
    /// - Throws: ``RegistryError`` with the code `unknown-model`, which names what is near.
    public func entry(_ id: String) throws -> Entry {
        let all = try entries()
        if let found = all.first(where: { $0.manifest.id == id.lowercased() }) { return found }
        let ids = all.map(\.manifest.id)
        let containing = ids.filter { $0.contains(id.lowercased()) }.prefix(3)
        let near = containing.isEmpty ? [NearestName.of(id, among: ids)].compactMap(\.self) : Array(containing)
        throw RegistryError(
            .unknownModel,
            "There is no model \(id.prefix(100))"
                + (near.isEmpty
                    ? "." : "; did you mean \(near.joined(separator: ", "))?"),
            help: near.isEmpty ? [.see(.models)] : [])
    }

    private func entry(_ model: ModelManifest, _ origin: Origin) -> Entry {
        var entry = Entry(manifest: model, origin: origin, path: nil, partialBytes: nil)
        guard let name = Self.fileName(of: model) else { return entry }
        entry.path = place(of: name)
        if entry.path == nil, origin == .builtIn, let other = BuiltInCatalogue.standIns[model.id],
            let path = place(of: other.file)
        {
            entry.path = path
            (entry.manifest.name, entry.manifest.bytes, entry.manifest.sha256) = (other.name, other.bytes, other.sha256)
        }
        entry.partialBytes = ModelFileSystem.regularFileSize(DownloadFiles(folder: folder, name: name).partial.path)
        return entry
    }

    /// Where a file of this name is, in the folder of models or elsewhere.
    private func place(of name: String) -> String? {
        ([folder] + otherPlaces).lazy.map { $0.appendingPathComponent(name).path }
            .first { ModelFileSystem.regularFileSize($0) != nil }
    }

    /// The name of a model's file in the folder of models; `nil` when nothing names it.
    static func fileName(of model: ModelManifest) -> String? {
        if let file = model.file { return ModelID.fileName(from: file) }
        return model.urls.first.flatMap { URL(string: $0) }.flatMap { ModelID.fileName(from: $0.lastPathComponent) }
    }

    /// Where a model's file is kept.
    func destination(of model: ModelManifest) throws -> URL {
        guard let name = Self.fileName(of: model) else {
            throw RegistryError(.noSource, "Nothing says how the file of \(model.id) is called.")
        }
        return folder.appendingPathComponent(name)
    }

    /// Where the projector of a model is kept that has its file there.
    func projectorPlace(of model: URL) -> URL {
        model.deletingLastPathComponent().appendingPathComponent(ProjectorFile.name(of: model.lastPathComponent))
    }

    /// The file with which an installed model sees pictures; `nil` where it sees none.
    public static func projector(of entry: Entry) -> String? {
        guard entry.manifest.modality == .textGeneration, let path = entry.path else { return nil }
        return ProjectorFile(of: path)?.path
    }

    /// Whether there is something of a model that can be taken away: its file or a part of it in the folder of models, or a user's entry. What
    /// came with the program stays.
    public func canRemove(_ entry: Entry) -> Bool {
        guard let path = entry.path else { return entry.origin == .user || entry.partialBytes != nil }
        return (try? destination(of: entry.manifest)).map { ModelLibrary.isSame(path, $0.path) } ?? false
    }

    // MARK: The user's own

    func userModels() throws -> [ModelManifest] {
        guard let data = try ModelFileSystem.read(file, mostBytes: 4 << 20) else { return [] }
        return try CatalogueFile(data, from: file.path).models
    }

    /// Adds or replaces a user's entry.
    ///
    /// - Parameter check: Called first, while no other process can change the list.
    public func save(_ model: ModelManifest, after check: () throws -> Void = {}) throws {
        try update { models in
            try check()
            if let place = models.firstIndex(where: { $0.id == model.id }) {
                models[place] = model
            } else {
                models.append(model)
            }
        }
    }

    /// Takes a user's entry out; a built-in one shows again.
    public func forget(_ id: String) throws {
        guard try userModels().contains(where: { $0.id == id }) else { return }
        try update { $0.removeAll { $0.id == id } }
    }

    private func update(_ change: (inout [ModelManifest]) throws -> Void) throws {
        try ModelFileSystem.makeFolder(folder)
        let lock = try FileLock(folder.appendingPathComponent(".registry.lock"), waiting: true)
        defer { lock?.release() }
        var models = try userModels()
        try change(&models)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(CatalogueFile(models: models))
        // What cannot be read again must not be written.
        _ = try CatalogueFile(data, from: "The changed list of models")
        try ModelFileSystem.replace(file, with: Array(data))
    }

    // MARK: Choice

    /// One recommended model, and why.
    public struct Recommendation: Sendable {
        public var entry: Entry
        public var fit: ModelFit
        public var reason: String
    }

    /// The model to take for each kind of work on a machine: the standard one where it fits, else the lite one. A kind of work
    /// for which the list has nothing that is small is left out for a small device.
    public func recommendations(for machine: MachineFacts, isSmallDevice: Bool = false) throws -> [Recommendation] {
        try BuiltInCatalogue.choices.compactMap { choice in
            let standard = try entry(choice.standard)
            let fit = Self.fit(of: standard, on: machine)
            if choice.standard == choice.lite {
                let reason = "one size for every machine" + (fit.memory == .unknown ? "" : ": it \(fit.reason)")
                return Recommendation(entry: standard, fit: fit, reason: reason)
            }
            let fits = fit.memory == .fits || fit.memory == .unknown
            guard isSmallDevice || (!fits && choice.lite != nil) else {
                let reason = fit.memory == .unknown ? "standard" : "standard: it \(fit.reason)"
                return Recommendation(entry: standard, fit: fit, reason: reason)
            }
            guard let lite = try choice.lite.map(entry) else { return nil }
            let liteFit = Self.fit(of: lite, on: machine)
            let why = isSmallDevice ? "it \(liteFit.reason)" : "\(standard.manifest.name) \(fit.reason)"
            return Recommendation(entry: lite, fit: liteFit, reason: "lite: \(why)")
        }
    }

    /// Bytes of a model's file: as it is here, as it is known, or by its weights; `nil` when nothing tells.
    public static func bytes(of entry: Entry) -> Int? {
        entry.path.flatMap(ModelFileSystem.regularFileSize) ?? entry.manifest.bytes
            ?? WeightEstimate.bytes(parameters: entry.manifest.parameters, quantization: entry.manifest.quantization)
    }

    /// Why the file that is here cannot be used, as far as its size and its head tell without reading it whole, which
    /// ``ModelLibrary/verify(_:progress:)`` does; `nil` when nothing is known against it, or it is not here.
    public static func problem(of entry: Entry) -> String? {
        guard let path = entry.path, let size = ModelFileSystem.regularFileSize(path) else { return nil }
        let manifest = entry.manifest
        guard size > 0 else { return ModelFileFault.empty.sentence() }
        // What was taken as it is, nothing here runs, and nothing is known of.
        guard !manifest.runtimes.isEmpty else { return nil }
        let format = manifest.format ?? ModelFormat.guess(from: URL(fileURLWithPath: path))
        do {
            try FileCheck.check(path, format: format)
        } catch {
            return error.message
        }
        // A GGUF file tells how long it must be; of others only the list does.
        guard format != .gguf, let whole = manifest.bytes, size < whole else { return nil }
        return ModelFileFault.cutOff(has: size, needs: whole).sentence()
    }

    /// Whether a model fits a machine, at the window that a local engine takes by default.
    public static func fit(of entry: Entry, on machine: MachineFacts, context: Int? = nil) -> ModelFit {
        let usual = min(entry.manifest.contextLength ?? ModelInspector.usualContext, ModelInspector.usualContext)
        return ModelFit(
            bytes: bytes(of: entry), shape: entry.manifest.shape, context: context ?? usual, machine: machine,
            isInstalled: entry.isInstalled)
    }
}

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
            guard model.sha256.map(FileHash.isSHA256) ?? true, (model.bytes ?? 0) >= 0 else {
                throw RegistryError(.badRegistry, "\(place): the size or SHA-256 of \(model.id) is not one.")
            }
            guard model.prefixes?.isSensible ?? true else {
                throw RegistryError(
                    .badRegistry,
                    "\(place): a prefix of \(model.id) has more than \(EmbeddingPrefixes.longest) bytes, or is not one line."
                )
            }
        }
    }
}
