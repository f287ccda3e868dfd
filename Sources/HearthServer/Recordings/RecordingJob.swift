import Foundation
import Hearth
import HearthHTTP

/// Has recordings written down, and what was said kept as transcripts. The recordings themselves are not kept: they are in the encrypted
/// store until all of them are written down, or the job ends.
struct RecordingJob: Sendable {
    let hearth: Hearth
    let voice: VoiceRequest

    static let mostFiles = 20

    /// - Throws: ``HearthHTTP/ServerError``; `VoiceError` where nothing here turns speech into text.
    func start(_ request: ServerRequest) async throws -> Wire.Job {
        _ = try hearth.voice.model(for: voice)
        let batch = try await UploadFolder(data: hearth.folder).receive(request, mostFiles: Self.mostFiles)
        do {
            let (files, fields) = (await batch.files, await batch.fields)
            guard !files.isEmpty else {
                throw ServerError(.badRequest, "`file` is missing: the form holds no recording.", parameter: "file")
            }
            try ServerError.checkForm(fields, Wire.RecordingForm.self)
            let options = try IngestOptions(ofUpload: fields)
            let voice = try voiceRequest(fields)
            let title = files.count == 1 ? (files.first?.name ?? "") : "\(files.count) recordings"
            let floor = try await hearth.documents.label(
                ofNames: files.map { Wire.Document.uploads + $0.name }, calledSo: options.label)
            let work = RecordingWork(
                files: files.map { .init(name: $0.name, last: URL(fileURLWithPath: $0.path).lastPathComponent) },
                label: options.label, engine: voice.engine, model: voice.model, language: voice.options.language,
                diarizes: voice.diarization.isWanted)
            let job = try await hearth.work.add(
                .transcription, title: title, payload: work, floor: floor, files: files.map(\.path))
            await batch.remove()
            return try Wire.Job(job)
        } catch {
            await batch.remove()
            throw error
        }
    }

    // MARK: - What was asked for

    private func voiceRequest(_ fields: [String: String]) throws -> VoiceRequest {
        var request = voice
        if let language = fields["language"], !language.isEmpty {
            guard (2...3).contains(language.utf8.count), language.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
                throw ServerError.invalid("language", "`language` has to be a code such as en or de.")
            }
            request.options.language = language
        }
        switch fields["diarize"] {
        case nil, "", "false": break
        case "true": request.diarization = .automatic
        default: throw ServerError.invalid("diarize", "`diarize` has to be true or false.")
        }
        return request
    }
}

/// `/api/recordings`: sound that becomes a transcript.
struct RecordingRoutes: Sendable {
    let hearth: Hearth
    /// With which engine and model recordings are written down.
    let voice: VoiceRequest

    var routes: [ServerRoute] {
        [
            Wire.getRecordings.route { _ in state() },
            Wire.uploadRecordings.route { call in
                try await RecordingJob(hearth: hearth, voice: voice).start(call.request)
            },
        ]
    }

    /// Asked before an upload, which would be in vain where nothing can write it down.
    private func state() -> Wire.Recordings {
        let formats = AudioFile.decoder == nil ? ["wav"] : RecordingFormat.endings.sorted()
        var state = Wire.Recordings(
            available: true, formats: formats, mostFiles: RecordingJob.mostFiles,
            mostBytes: DocumentRoutes.uploadLimit)
        do {
            state.model = try hearth.voice.model(for: voice)
        } catch {
            (state.available, state.problem) = (false, Wire.Problem(ServerError.telling(error)))
        }
        return state
    }
}
