import Foundation
import Hearth
import HearthHTTP

/// `/api/models`: what is installed, what fits, and bringing files here.
struct ModelRoutes: Sendable {
    let hearth: Hearth

    var routes: [ServerRoute] {
        [
            Wire.listModels.route { _ in try await list() },
            Wire.addModel.route { try await add($0) },
            Wire.listModelKinds.route { _ in try await kinds() },
            Wire.listLoadedModels.route { _ in try Encoded(await hearth.models.loaded()) },
            Wire.searchHub.route { try await search($0) },
            Wire.listHubFiles.route { try await files($0) },
            Wire.inspectModel.route { try await inspect($0) },
            Wire.getModel.route { try await model(try entry($0.request)) },
            Wire.removeModel.route { try await remove($0.request) },
            Wire.pullModel.route { try await Wire.Job(pull(try entry($0.request).manifest.id)) },
            Wire.useModel.route { try await use($0) },
            Wire.verifyModel.route { try await verify($0.request) },
            Wire.unloadModel.route { try await unload($0.request) },
        ] + ModelSettingRoutes(hearth: hearth).routes
    }

    private func entry(_ request: ServerRequest) throws -> ModelRegistry.Entry {
        do {
            return try hearth.models.registry.entry(request.parameter("id"))
        } catch let error as RegistryError where error.reason == .unknownModel {
            throw ServerError(.unknownItem, error.message)
        }
    }

    // MARK: - Reading

    private func list() async throws -> Wire.ModelList {
        let machine = hearth.models.machine
        let recommended = try hearth.models.registry.recommendations(for: machine)
        var models: [Wire.Model] = []
        for entry in try hearth.models.registry.entries() {
            let reason = recommended.first { $0.entry.manifest.id == entry.manifest.id }?.reason
            models.append(try await model(entry, machine: machine, recommended: reason))
        }
        return Wire.ModelList(
            models: models,
            machine: Wire.Machine(
                memory: machine.memory, availableMemory: machine.availableMemory, freeDisk: machine.freeDisk,
                cores: machine.cores))
    }

    private func model(
        _ entry: ModelRegistry.Entry, machine: MachineFacts? = nil, recommended: String? = nil
    ) async throws -> Wire.Model {
        let manifest = entry.manifest
        let fit = ModelRegistry.fit(of: entry, on: machine ?? hearth.models.machine)
        let inUse = hearth.models.inUse
        return Wire.Model(
            ModelSummary(manifest),
            here: .init(
                installed: entry.isInstalled, path: entry.path, partialBytes: entry.partialBytes,
                origin: entry.origin.rawValue, fit: Wire.Fit(fit), inUse: entry.path.map(inUse.contains) ?? false,
                removable: hearth.models.registry.canRemove(entry), recommended: recommended,
                job: await hearth.jobs.running(.download, subject: manifest.id)?.id,
                estimatedBytes: ModelRegistry.bytes(of: entry), problem: ModelRegistry.problem(of: entry)))
    }

    private func kinds() async throws -> Wire.ModelKinds {
        var kinds: [Wire.ModelKind] = []
        for modality in Modality.allCases {
            let runtimes = try await hearth.models.runtimes(for: modality).map { runtime, problem in
                Wire.ModelKind.Runtime(
                    name: runtime.rawValue, formats: runtime.formats(for: modality).map(\.rawValue),
                    available: problem == nil, reason: problem)
            }
            kinds.append(Wire.ModelKind(modality: modality, title: modality.title, runtimes: runtimes))
        }
        return Wire.ModelKinds(kinds: kinds)
    }

    // MARK: - Bringing

    private func inspection(_ wanted: Wire.InspectRequest) async throws -> ModelInspection {
        guard let place = ModelPlace(wanted.place) else {
            throw ServerError.invalid("place", "`place` has to be an address with https, or a file's path.")
        }
        let hash = wanted.sha256
        if let hash, hash.utf8.count != 64 || !hash.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) {
            throw ServerError.invalid("sha256", "`sha256` has to be 64 hexadecimal digits.")
        }
        let wishes = ModelWishes(name: wanted.name, modality: wanted.modality, sha256: hash)
        return try await hearth.models.inspect(place, wishes: wishes)
    }

    private func search(_ call: Call<Nothing, Wire.HubQuery>) async throws -> Wire.FoundModels {
        let wanted = try await call.body()
        let found = try await hearth.models.hub().models(matching: wanted.query, limit: wanted.limit ?? 20)
        return Wire.FoundModels(models: found.map(Wire.FoundModel.init))
    }

    private func files(_ call: Call<Nothing, Wire.HubRepository>) async throws -> Wire.FoundFiles {
        let (files, leftOut) = try await hearth.models.hub().files(of: try await call.body().name)
        return Wire.FoundFiles(
            files: files.map {
                Wire.FoundFile(
                    path: $0.path, url: $0.url, bytes: $0.bytes, sha256: $0.sha256, quantization: $0.quantization,
                    fit: Wire.Fit($0.fit))
            }, leftOut: leftOut)
    }

    private func inspect(_ call: Call<Nothing, Wire.InspectRequest>) async throws -> Wire.Inspection {
        Wire.Inspection(try await inspection(try await call.body()))
    }

    private func add(_ call: Call<Nothing, Wire.AddModel>) async throws -> Wire.AddedModel {
        let body = try await call.body()
        let found = try await inspection(
            Wire.InspectRequest(place: body.place, name: body.name, modality: body.modality, sha256: body.sha256))
        let library = try await hearth.models.library()
        _ = try await library.add(found, downloading: false, isForced: body.force ?? false) { _ in }
        let id = found.manifest.id
        let job = body.download ?? true ? try await pull(id, use: body.use ?? false) : nil
        return Wire.AddedModel(
            model: try await model(try hearth.models.registry.entry(id)), job: try job.map { try Wire.Job($0) })
    }

    private func pull(_ id: String, use: Bool = false) async throws -> Hearth.Jobs.Job {
        // The work asks it, too; a program is told now, and leaves no job behind that failed.
        try Reader.requireOwner(for: Hearth.Models.fetching, of: .server)
        if let job = await hearth.jobs.running(.download, subject: id) { return job }
        let entry = try hearth.models.registry.entry(id)
        return await hearth.jobs.start(.download, title: entry.manifest.name, subject: id) { report in
            let file = try await Conflation.telling { (event: DownloadEvent) in
                switch event {
                case .progress(let progress):
                    await report.transfer(
                        bytes: progress.bytes, total: progress.total, bytesPerSecond: progress.bytesPerSecond,
                        secondsRemaining: progress.secondsRemaining)
                case .retrying(let reason, let seconds):
                    await report.retrying(reason, after: seconds)
                case .done: break
                }
            } during: {
                try await hearth.models.pull(id, progress: $0)
            }
            await report.result(.model(id: id, path: file.path, bytes: file.bytes, sha256: file.sha256))
            if use, let purpose = ModelPurpose(entry.manifest.modality) {
                // Loaded once before it is chosen, so that one that cannot be used is seen now.
                _ = try await hearth.models.tryOut(id, for: purpose)
                try await hearth.models.use(id, for: purpose)
            }
        }
    }

    // MARK: - What is here

    private func use(_ call: Call<Nothing, Wire.ModelUse?>) async throws -> Wire.Model {
        let entry = try entry(call.request)
        // Without a body, or without `for`, it is what the model is made for.
        let purpose = try await call.body()?.for.flatMap(ModelPurpose.init(rawValue:))
        let chosen = try await hearth.models.use(entry.manifest.id, for: purpose)
        return try await model(chosen)
    }

    private func unload(_ request: ServerRequest) async throws -> Wire.UnloadedModel {
        try Self.refuseMembers()
        // What is loaded need not be in the list: any file can be chosen for chat.
        let id = request.parameter("id")
        let unloaded = try await hearth.models.unload(id)
        return Wire.UnloadedModel(id: id, unloaded: unloaded)
    }

    private func remove(_ request: ServerRequest) async throws -> Wire.RemovedModel {
        let entry = try entry(request)
        let freed = try await hearth.models.remove(entry.manifest.id)
        return Wire.RemovedModel(id: entry.manifest.id, removed: freed > 0, freedBytes: freed)
    }

    /// Models are everybody's: one that is unloaded is missing to all, and reading a file whole takes the disk from all.
    private static func refuseMembers() throws {
        guard Person.current?.role == .member else { return }
        throw ServerError(.ownerOnly, "Unloading and checking models is for an administrator of this server to do.")
    }

    private func verify(_ request: ServerRequest) async throws -> Wire.Job {
        try Self.refuseMembers()
        let entry = try entry(request)
        guard entry.isInstalled else {
            throw ServerError(.modelNotFound, "The model is not installed.")
        }
        let id = entry.manifest.id
        let job = await hearth.jobs.start(.verifyModel, title: entry.manifest.name, subject: id) { report in
            let total = entry.manifest.bytes
            let found = try await Conflation.telling { (bytes: Int) in
                await report.transfer(bytes: bytes, total: total)
            } during: {
                try await hearth.models.localLibrary.verify(id, progress: $0)
            }
            await report.result(
                .model(id: found.id, path: found.path, bytes: total ?? 0, sha256: found.sha256))
            if let problem = found.problem, !found.isGood {
                throw ServerError(.modelDamaged, problem)
            }
        }
        return try Wire.Job(job)
    }
}

extension Wire.Fit {
    init(_ fit: ModelFit) {
        self.init(
            memory: fit.memory.rawValue, disk: fit.disk.rawValue,
            estimate: fit.estimate.map { Estimate(total: $0.total, context: $0.context) }, reason: fit.reason)
    }
}

extension Wire.Inspection {
    init(_ found: ModelInspection) {
        let checks = found.checks.map {
            Check(name: $0.name, state: $0.state.rawValue, reason: $0.reason, remedy: $0.remedy)
        }
        self.init(
            id: found.manifest.id, compatible: found.isCompatible, overridable: found.isRefusedForFormatOnly,
            manifest: ModelSummary(found.manifest), checks: checks, fit: Wire.Fit(found.fit),
            fetchedBytes: found.fetchedBytes, resumable: found.canResume)
    }
}

// MARK: - Settings

/// `/api/models/:id/settings`: how one local model is run and writes.
struct ModelSettingRoutes: Sendable {
    let hearth: Hearth

    var routes: [ServerRoute] {
        [
            Wire.getModelSettings.route { try await show($0.parameter("id")) },
            Wire.changeModelSetting.route { try await change($0) },
            Wire.resetModelSettings.route { try await reset($0.parameter("id")) },
        ]
    }

    private func show(_ id: String) async throws -> Wire.ModelSettings {
        let settings = try await telling { try hearth.models.settings(of: id) }
        return Wire.ModelSettings(
            id: id,
            settings: settings.map { setting in
                Wire.ModelSetting(
                    name: setting.name, value: setting.value, effective: setting.effective,
                    origin: setting.origin.rawValue, default: setting.preset, allowed: setting.allowed,
                    summary: setting.summary)
            })
    }

    /// One setting: `{"name": "temperature", "value": "0.7"}`; without a value it goes back to its default.
    private func change(_ call: Call<Nothing, Wire.ModelSettingChange>) async throws -> Wire.ModelSettings {
        let (body, id) = (try await call.body(), call.parameter("id"))
        try await telling { try await hearth.models.set(body.name, of: id, to: body.value) }
        return try await show(id)
    }

    private func reset(_ id: String) async throws -> Wire.ModelSettings {
        try await telling { try await hearth.models.resetSettings(of: id) }
        return try await show(id)
    }

    private func telling<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch let error as RegistryError where error.reason == .unknownModel {
            throw ServerError(.unknownItem, error.message)
        } catch let error as EngineError where error.reason == .usage {
            // What is wrong with a call at the terminal is a value here that cannot be taken.
            throw ServerError.telling(error, as: .unprocessableContent)
        }
    }
}
