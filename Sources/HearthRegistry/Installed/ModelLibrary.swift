import Foundation
import HearthCore
import HearthGGUF

/// The models of this machine: fetches, takes in, checks and removes their files, and keeps the registry in step.
public struct ModelLibrary: Sendable {
    public let registry: ModelRegistry
    let downloader: ModelDownloader?

    /// - Parameter downloader: `nil` when nothing is to be fetched.
    public init(registry: ModelRegistry, downloader: ModelDownloader? = nil) {
        self.registry = registry
        self.downloader = downloader
    }

    // MARK: Taking in

    /// Fetches the file of a model that the registry knows, or goes on fetching it.
    ///
    /// - Parameter inspector: Looks at it first, for what the list does not say: its hash, its size, whether it runs here.
    /// - Throws: ``RegistryError``: `incompatible-model` when it would not run here.
    public func pull(
        _ id: String, inspector: ModelInspector? = nil, progress: @escaping @Sendable (DownloadEvent) -> Void
    ) async throws -> DownloadedFile {
        let entry = try registry.entry(id)
        if let path = entry.path {
            let found = try await verify(id)
            if found.isGood {
                return DownloadedFile(
                    path: path, bytes: ModelFileSystem.regularFileSize(path) ?? 0, sha256: found.sha256)
            }
        }
        guard !entry.manifest.urls.isEmpty else { throw RegistryError.unpublished(entry.manifest) }
        var manifest = entry.manifest
        // What was taken by force is known to be incompatible.
        if let inspector, !manifest.wasForced {
            let found = try await inspector.inspect(manifest)
            if let refusal = found.refusal { throw RegistryError(.incompatible, refusal) }
            manifest = found.manifest
        }
        return try await fetch(manifest, progress: progress)
    }

    /// Registers a model that was looked at, and fetches it, or copies it when it is a file of this machine. A file that is the
    /// one of a built-in entry gets that entry's place.
    ///
    /// - Parameters:
    ///   - downloading: `false` registers it only; ``pull(_:inspector:progress:)`` fetches it later.
    ///   - isForced: Takes a file of unknown format as it is. No runtime is noted for it, so that none loads it.
    /// - Returns: `nil` when nothing was fetched.
    public func add(
        _ inspection: ModelInspection, downloading: Bool = true, isForced: Bool = false,
        progress: @escaping @Sendable (DownloadEvent) -> Void
    ) async throws -> DownloadedFile? {
        var manifest = inspection.manifest
        if let refusal = inspection.refusal {
            guard isForced, inspection.isRefusedForFormatOnly else { throw RegistryError(.incompatible, refusal) }
            manifest.runtimes = []
            manifest.note = "Taken as it is, although nothing was recognized in it; nothing here is known to run it."
        }
        if downloading, let known = try builtInModel(of: manifest) {
            return try await fetch(known, from: manifest.urls, progress: progress)
        }
        // Before the download: what breaks off goes on with `pull`. In one step, because two processes may add at once.
        // Beside the cooperative pool, because another process may have to be waited for.
        try await BlockingWork.untilStopped(on: "hearth.models") { [manifest] _ in
            try registry.save(manifest) { try checkName(of: manifest) }
        }
        return downloading ? try await fetch(manifest, progress: progress) : nil
    }

    /// The built-in model whose file this may be: one of this machine, with its name and its size. Some are published nowhere, so
    /// that a file that somebody has is the only way to them. Whether it is the file shows its hash, when it is copied.
    ///
    /// - Returns: `nil` also where the model is installed, or its hash is not known.
    func builtInModel(of manifest: ModelManifest) throws -> ModelManifest? {
        guard manifest.urls.first.flatMap({ URL(string: $0) })?.isFileURL == true,
            let entry = try registry.entries().first(where: { $0.manifest.id == manifest.id }),
            entry.origin == .builtIn, !entry.isInstalled, entry.manifest.sha256 != nil, entry.manifest.bytes != nil,
            entry.manifest.bytes == manifest.bytes
        else { return nil }
        return entry.manifest
    }

    /// - Parameter places: Where the file is, in the place of where the manifest says.
    private func fetch(
        _ manifest: ModelManifest, from places: [String]? = nil,
        progress: @escaping @Sendable (DownloadEvent) -> Void
    ) async throws -> DownloadedFile {
        let urls = (places ?? manifest.urls).compactMap { URL(string: $0) }
        let destination = try registry.destination(of: manifest)
        guard let first = urls.first else { throw RegistryError.unpublished(manifest) }
        if first.isFileURL {
            var copy = FileCopy(
                source: first.path, destination: destination, sha256: manifest.sha256, progress: progress)
            copy.expectedBytes = manifest.bytes
            copy.validate = Self.validation(of: manifest)
            let file = try await installed(copy.run(), manifest)
            // What lies beside it and lets it see comes along.
            if manifest.modality == .textGeneration, let projector = ProjectorFile(of: first.path) {
                try await addProjector(projector.path, to: manifest.id, progress: progress)
            }
            return file
        }
        guard let downloader else { throw RegistryError(.noSource, "Nothing can be fetched here.") }
        var request = DownloadRequest(
            urls: urls, destination: destination, expectedBytes: manifest.bytes, sha256: manifest.sha256)
        request.validate = Self.validation(of: manifest)
        for try await event in downloader.download(request) {
            guard case .done(let file) = event else {
                progress(event)
                continue
            }
            return try await installed(file, manifest)
        }
        throw CancellationError()
    }

    /// Looks at a whole file before it gets its name. What was taken by force is nothing that could be looked at.
    private static func validation(of manifest: ModelManifest) -> @Sendable (String) throws -> Void {
        guard !manifest.wasForced else { return { _ in } }
        let format = manifest.format
        return { try FileCheck.check($0, format: format) }
    }

    /// Notes what is known now that the file is here.
    private func installed(_ file: DownloadedFile, _ manifest: ModelManifest) async throws -> DownloadedFile {
        // Also when the download is cancelled at this moment: the file is in its place.
        try await BlockingWork.untilStopped(on: "hearth.models") { _ in try noteInstalled(file, manifest) }
        return file
    }

    private func noteInstalled(_ file: DownloadedFile, _ manifest: ModelManifest) throws {
        var known = manifest
        if known.sha256 != file.sha256 { known.note(.sha256, from: .file) }
        if known.bytes != file.bytes { known.note(.bytes, from: .file) }
        known.sha256 = file.sha256
        known.bytes = file.bytes
        if let header = FileCheck.header(of: file.path) { known.learn(from: header) }
        // A built-in entry of which everything was known needs no copy of its own.
        if known != (try? registry.entry(manifest.id))?.manifest { try registry.save(known) }
    }

    /// Names are first come, first served: a model from an address must not take the place of another one.
    private func checkName(of manifest: ModelManifest) throws {
        for other in try registry.entries() where other.manifest.id == manifest.id {
            if other.origin == .user, other.manifest.urls == manifest.urls, !other.isInstalled { continue }
            // There is nothing that could be removed.
            if other.origin == .builtIn, !other.isInstalled {
                throw RegistryError(
                    .nameTaken,
                    "\(manifest.id) is the name of another model, which Hearth knows and which is not installed. Choose another "
                        + "name.",
                    help: [.give(option: "name")])
            }
            throw RegistryError(
                .nameTaken,
                "There is a model \(manifest.id) already; choose another name, or remove it first.",
                help: [.give(option: "name"), .removeModel(id: manifest.id)])
        }
        let file = ModelRegistry.fileName(of: manifest)
        for other in try registry.entries()
        where other.manifest.id != manifest.id && ModelRegistry.fileName(of: other.manifest) == file {
            throw RegistryError(
                .nameTaken, "\(other.manifest.id) has a file of the same name; choose another name.",
                help: [.give(option: "name")])
        }
    }

    // MARK: Checking

    /// What a check of an installed model found.
    public struct Verification: Codable, Hashable, Sendable {
        public var id: String
        public var path: String
        public var sha256: String
        public var isGood: Bool
        /// Whether a hash to compare with was known; otherwise only the content was checked.
        public var wasCompared: Bool
        /// What is wrong, and what to do about it; `nil` when nothing is.
        public var problem: String?
    }

    /// Reads a model's file whole and compares it with what is known of it.
    public func verify(
        _ id: String, progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> Verification {
        try await BlockingWork.untilStopped(on: "hearth.verify") { try verify(id, until: $0, progress) }
    }

    private func verify(
        _ id: String, until flag: Latch, _ progress: (Int) -> Void
    ) throws -> Verification {
        let entry = try registry.entry(id)
        guard let path = entry.path else {
            throw RegistryError(
                .notFound, "\(entry.manifest.id) is not installed.", help: [.fetchModel(id: entry.manifest.id)])
        }
        let sha256 = try FileHash.sha256(of: path, until: flag, progress: progress)
        // What can be seen without its hash says more, and is said alike wherever it is said.
        var problem = ModelRegistry.problem(of: entry)
        if problem == nil, let expected = entry.manifest.sha256, expected != sha256 {
            let remedy =
                entry.manifest.urls.isEmpty ? "Put a whole copy in its place." : "Remove it, and fetch it again."
            problem = "Its SHA-256 is not the one that is known (\(expected)). \(remedy)"
        }
        return Verification(
            id: entry.manifest.id, path: path, sha256: sha256, isGood: problem == nil,
            wasCompared: entry.manifest.sha256 != nil, problem: problem)
    }

    // MARK: Removing

    /// Removes a model's file, the part of a download, and a user's entry.
    ///
    /// - Returns: Bytes that became free.
    /// - Throws: ``RegistryError`` `unknown-model`, `busy`, `in-use` when one of `inUse` is its file, `model-not-found` when there
    ///   is nothing of it here.
    public func remove(_ id: String, inUse: [String] = []) async throws -> Int {
        // A large file takes the disk a while, and the list of models may be locked.
        try await BlockingWork.untilStopped(on: "hearth.models") { _ in try removeNow(id, inUse: inUse) }
    }

    private func removeNow(_ id: String, inUse: [String]) throws -> Int {
        let entry = try registry.entry(id)
        let destination = try registry.destination(of: entry.manifest)
        if let path = entry.path, !Self.isSame(path, destination.path) {
            throw RegistryError(
                .notWritable,
                "The file of \(entry.manifest.id) came with the program, or lies where Hearth removes nothing, and stays: \(path)."
            )
        }
        if let user = inUse.first(where: { Self.isSame($0, destination.path) }) {
            throw RegistryError(
                .inUse, "\(entry.manifest.id) is in use: the settings name \(user). Choose another one first.")
        }
        guard entry.origin == .user || entry.isInstalled || entry.partialBytes != nil else {
            throw RegistryError(.notFound, "\(entry.manifest.id) is not installed; there is nothing to remove.")
        }
        var freed = 0
        let partial = DownloadFiles(destination: destination).partial
        freed += ModelFileSystem.regularFileSize(partial.path) ?? 0
        try ModelDownloader.removePart(of: destination)
        if let size = ModelFileSystem.regularFileSize(destination.path) {
            try ModelFileSystem.remove(destination.path)
            freed += size
        }
        let projector = registry.projectorPlace(of: destination)
        if let size = ModelFileSystem.regularFileSize(projector.path) {
            try ModelFileSystem.remove(projector.path)
            freed += size
        }
        try registry.forget(entry.manifest.id)
        return freed
    }

    /// What ``collectGarbage(isDryRun:)`` found.
    public struct Garbage: Codable, Hashable, Sendable {
        /// Parts of downloads and leftovers that were removed, and their bytes.
        public var removed: [String]
        public var bytes: Int
        /// Downloads that are under way elsewhere.
        public var busy: [String]
        /// Files that no model names. They may be a person's own, so that they are only named.
        public var strangers: [String]
    }

    /// Removes what downloads left behind. What is being fetched stays.
    public func collectGarbage(isDryRun: Bool = false) async throws -> Garbage {
        try await BlockingWork.untilStopped(on: "hearth.models") { _ in try collectNow(isDryRun: isDryRun) }
    }

    private func collectNow(isDryRun: Bool) throws -> Garbage {
        var garbage = Garbage(removed: [], bytes: 0, busy: [], strangers: [])
        let partials = registry.partialFolder
        for name in try Self.names(in: partials) where name.hasSuffix(".part") || Self.isLoneJournal(name, partials) {
            let files = DownloadFiles(folder: registry.folder, name: String(name.dropLast(5)))
            guard let lock = try FileLock(files.lock) else {
                garbage.busy.append(files.partial.path)
                continue
            }
            defer { lock.release() }
            garbage.removed.append(partials.appendingPathComponent(name).path)
            garbage.bytes += ModelFileSystem.regularFileSize(files.partial.path) ?? 0
            guard !isDryRun else { continue }
            try files.remove()
        }
        for name in try registry.unlistedNames() {
            let path = registry.folder.appendingPathComponent(name).path
            if ModelFileSystem.regularFileSize(path) != nil { garbage.strangers.append(path) }
        }
        return garbage
    }

    /// Whether a journal has lost its part, as when the part was removed by hand.
    private static func isLoneJournal(_ name: String, _ folder: URL) -> Bool {
        guard name.hasSuffix(".json") else { return false }
        let part = folder.appendingPathComponent(String(name.dropLast(5)) + ".part")
        return ModelFileSystem.regularFileSize(part.path) == nil
    }

    private static func names(in folder: URL) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        } catch {
            throw RegistryError(.fileFailed, "The folder \(folder.path) cannot be read. Check its permissions.")
        }
    }

    static func isSame(_ a: String, _ b: String) -> Bool {
        URL(fileURLWithPath: a).resolvingSymlinksInPath().path == URL(fileURLWithPath: b).resolvingSymlinksInPath().path
    }
}

// MARK: - Files of no model

/// A file in the folder of models that belongs to no model of the list, and why it is not used.
public struct UnlistedFile: Codable, Hashable, Sendable {
    public var path: String
    /// `nil` for a folder.
    public var bytes: Int?
    /// Sentences for a person.
    public var reason: String
    /// Whether it is a model that could be taken into the list as it is.
    public var canBeAdded: Bool
}

extension ModelRegistry {
    /// A folder of models has dozens of files. Of what somebody unpacked there by mistake, the first say enough.
    static let mostUnlisted = 100

    /// What lies in the folder of models and is not used, by name: models that nobody added, downloads of other programs that are not whole,
    /// and what is none. Reads the beginning of each file alone.
    ///
    /// - Throws: ``RegistryError`` `bad-registry`, or `file-failed` where the folder cannot be read.
    public func unlistedFiles() throws -> [UnlistedFile] {
        let files = try unlistedNames().prefix(Self.mostUnlisted)
        let known = try knownNames()
        return files.map { name in
            let path = folder.appendingPathComponent(name).path
            let bytes = ModelFileSystem.regularFileSize(path)
            let (reason, canBeAdded) = Self.reason(name, path, bytes, known)
            return UnlistedFile(path: path, bytes: bytes, reason: reason, canBeAdded: canBeAdded)
        }
    }

    /// Names in the folder that no model has, without what is kept beside models: the list itself, and licences.
    func unlistedNames() throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        let known = try knownNames()
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        } catch {
            throw RegistryError(.fileFailed, "The folder \(folder.path) cannot be read. Check its permissions.")
        }
        let projectors = Set(known.map(ProjectorFile.name))
        return names.filter { name in
            !name.hasPrefix(".") && !projectors.contains(name) && !name.hasPrefix(file.lastPathComponent)
                && !known.contains(name)
                && !known.contains { name.hasPrefix($0 + ".") && Self.isText(name) }
        }
    }

    private func knownNames() throws -> Set<String> {
        Set(try entries().compactMap { Self.fileName(of: $0.manifest) }).union(
            BuiltInCatalogue.standIns.values.map(\.file))
    }

    private static func isText(_ name: String) -> Bool {
        ["txt", "md"].contains(URL(fileURLWithPath: name).pathExtension.lowercased())
    }

    /// Endings that programs give to what they have not fetched whole.
    private static let unfinished: Set<String> = [
        "part", "partial", "crdownload", "download", "incomplete", "aria2", "tmp", "opdownload", "filepart",
    ]

    private static func reason(
        _ name: String, _ path: String, _ bytes: Int?, _ known: Set<String>
    ) -> (reason: String, canBeAdded: Bool) {
        guard let bytes else { return ("It is no file; a model here is one file.", false) }
        guard bytes > 0 else { return (ModelFileFault.empty.sentence(), false) }
        if unfinished.contains(URL(fileURLWithPath: name).pathExtension.lowercased()) {
            return ("By its name it is a download that is not finished. Finish it, and give it its own name.", false)
        }
        if let meant = known.first(where: { $0.lowercased() == name.lowercased() }) {
            return ("A model of the list has the file \(meant), and names differ by capital letters. Rename it.", false)
        }
        let format = FileCheck.format(of: path)
        if format == .gguf, ProjectorFile(path: path) != nil {
            return (
                "It is the projector of a model that sees pictures. Add that model, and name this file as its projector.",
                false
            )
        }
        switch format {
        case .gguf:
            do {
                try FileCheck.check(path, format: .gguf)
            } catch {
                return (error.message, false)
            }
            return ("It is a GGUF model that is not in the list. It has to be added before it is used.", true)
        case .ggmlWhisper:
            return (
                "It is not in the list. A transcription takes it where it is named, or where there is no other.", true
            )
        case let other?:
            return ("It is \(other.title), which nothing here runs. \(other.alternative)", false)
        case nil: return ("It is no model: its first bytes are those of no format that is known here.", false)
        }
    }
}

/// Projectors, with which models see.
extension ModelLibrary {
    /// Copies the file of a projector beside an installed model, which sees pictures with it from then on.
    ///
    /// - Throws: ``RegistryError`` `unknown-model`, `model-not-found` where the model is not installed in the folder of models, or there
    ///   is no such file; `incompatible-model` for what is no projector for pictures.
    public func addProjector(
        _ path: String, to id: String, progress: @escaping @Sendable (DownloadEvent) -> Void = { _ in }
    ) async throws {
        let entry = try registry.entry(id)
        let model = try registry.destination(of: entry.manifest)
        guard let place = entry.path, Self.isSame(place, model.path) else {
            throw RegistryError(
                .notFound, "\(entry.manifest.id) is not installed among the models, so nothing can be put beside it.",
                help: [.fetchModel(id: entry.manifest.id)])
        }
        guard ModelFileSystem.regularFileSize(path) != nil else {
            throw RegistryError(.notFound, "There is no file \(path). Check the path.")
        }
        guard entry.manifest.modality == .textGeneration, ProjectorFile(path: path) != nil else {
            throw RegistryError(
                .incompatible,
                "\(path) is no projector that lets \(entry.manifest.id) see pictures. Take the file mmproj….gguf that was published "
                    + "with the model.")
        }
        var copy = FileCopy(
            source: path, destination: registry.projectorPlace(of: model), sha256: nil, progress: progress)
        copy.validate = { made in
            guard ProjectorFile(path: made) != nil else {
                throw RegistryError(.incompatible, "The projector changed while it was copied. Add it once more.")
            }
        }
        _ = try await copy.run()
    }
}
