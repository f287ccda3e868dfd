public import HearthCore

/// Why a model could not be found, looked at, fetched or kept.
public struct RegistryError: ReasonedError, Hashable {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        /// No model has that name.
        case unknownModel = "unknown-model"
        /// Another model has that name already.
        case nameTaken = "name-taken"
        /// The catalogue knows the model, but not where it can be fetched.
        case noSource = "no-source"
        /// The address is not one that a model can be fetched from.
        case badAddress = "bad-address"
        /// The user's `registry.json` cannot be read.
        case badRegistry = "bad-registry"
        /// The server has no such file.
        case notFound = "model-not-found"
        /// The server wants a token, or does not accept the one it got.
        case needsToken = "needs-token"
        /// The server answered in a way that nothing can be done with.
        case badResponse = "bad-response"
        /// The connection failed more often than it is worth trying.
        case interrupted = "download-interrupted"
        /// The file is shorter or longer than it should be.
        case wrongSize = "wrong-size"
        /// The file's SHA-256 is not the expected one.
        case wrongHash = "wrong-hash"
        /// The file is larger than is taken.
        case tooLarge = "model-too-large"
        /// The file is not a model of the format that it claims to be.
        case damaged = "model-damaged"
        /// Nothing here can run the model.
        case incompatible = "incompatible-model"
        /// There is no room on the disk.
        case diskFull = "disk-full"
        /// The folder cannot be written to.
        case notWritable = "folder-not-writable"
        /// The system refused something else about a file.
        case fileFailed = "file-failed"
        /// Another process holds what is needed.
        case busy = "model-busy"
        /// The model is in use by the settings.
        case inUse = "model-in-use"
    }

    public let reason: Reason
    public let message: String
    public let help: [Failure.Help]

    public init(_ reason: Reason, _ message: String, help: [Failure.Help] = []) {
        self.reason = reason
        self.message = message
        self.help = help
    }

    static func unpublished(_ model: ModelManifest) -> RegistryError {
        RegistryError(
            .noSource, "Nobody publishes the file of \(model.id)." + (model.note.map { " " + $0 } ?? ""))
    }
}

extension RegistryError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .unknownModel: .unknownModel
        case .nameTaken, .noSource, .inUse: .conflict
        case .badAddress: .invalidInput
        case .badRegistry: .badSettings
        case .needsToken: .notConfigured
        case .badResponse: .badResponse
        case .interrupted: .connectionFailed
        // The file is not what was promised; there is nothing yet that the request could be in conflict with.
        case .wrongSize, .wrongHash, .tooLarge: .unreadable
        case .notFound, .damaged: .unusableModel
        case .incompatible: .unfitModel
        case .diskFull: .diskFull
        case .notWritable, .fileFailed: .systemFailed
        case .busy: .occupied
        }
    }
}
