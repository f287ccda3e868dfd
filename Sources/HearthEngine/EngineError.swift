public import HearthCore

/// An error of the engine: settings, models, services, permissions.
public struct EngineError: ReasonedError {
    /// What can go wrong; a raw value is the `code`.
    public enum Reason: String, FailureReason {
        /// The call is wrong as it was written.
        case usage
        /// A file of settings, or a value in it, cannot be used.
        case badSettings = "bad-settings"
        /// The value is set by a source with a higher priority than the one that would be changed, such as an environment variable.
        case settingOverridden = "setting-overridden"
        /// No key is set for the service.
        case noKey = "no-key"
        /// The stored key belongs to another origin than the configured one, and is not sent.
        case keyOfAnotherHost = "key-of-another-host"
        /// The key was set, and the place where it is cannot be reached now.
        case keyUnavailable = "key-unavailable"
        /// The service returned an error of its own when the key was validated.
        case serviceFailed = "service-failed"
        /// The engine has no such model.
        case unknownModel = "unknown-model"
        /// The model is in the registry, but its file is not on this machine.
        case modelNotFound = "model-not-found"
        case modelDamaged = "model-damaged"
        /// The model cannot be used for this purpose.
        case incompatibleModel = "incompatible-model"
        case unknownDocument = "unknown-document"
        case ambiguousDocument = "ambiguous-document"
        /// The document is no transcript.
        case noTranscript = "no-transcript"
        /// Nobody is heard to speak in a recording.
        case noSpeech = "no-speech"
        /// Something else that was named is not there.
        case unknownItem = "unknown-item"
        /// The item is more private than the calling program may read.
        case aboveCeiling = "above-ceiling"
        /// No program may do it, whatever it may read.
        case ownerOnly = "owner-only"
        /// The destination folder is not empty.
        case notEmpty = "not-empty"
        /// The passphrase is another one than the file was sealed with.
        case wrongPassphrase = "wrong-passphrase"
        /// The system cannot take the network away from this process.
        case offlineUnsupported = "offline-unsupported"
        /// The engine is at another host than the one that was meant.
        case otherHost = "other-host"
        /// The operation would affect other people's accounts or libraries in this data folder.
        case peopleAreHere = "people-are-here"
        /// No ledger is kept, and nothing leaves without a record.
        case noLedger = "no-ledger"
        /// The program that listens at the server's address does not answer as a server of Hearth does.
        case serverRefused = "server-refused"
    }

    public let reason: Reason
    public let message: String
    public let help: [Failure.Help]

    public init(_ reason: Reason, _ message: String, help: [Failure.Help] = []) {
        self.reason = reason
        self.message = message
        self.help = help
    }

    /// An embedding model whose file cannot be used, which one it is, and how to go on without it.
    ///
    /// - Parameter isSet: Whether a setting names it; else it is the one in the folder of models.
    init(embeddingModel path: String, isSet: Bool, _ cause: any ReadableError) {
        // Some causes name the file themselves.
        let which = cause.message.contains(path) ? "" : " \(path)"
        self.init(
            .modelDamaged,
            "The embedding model\(which) cannot be used: \(cause.message) Without it search is by words only, until its file can be "
                + "used or another model is chosen.",
            help: isSet ? [.unset(setting: SettingKey.embeddingModel.rawValue)] : [])
    }
}

extension EngineError.Reason {
    public var kind: Failure.Kind {
        switch self {
        case .usage: .usage
        case .badSettings: .badSettings
        case .settingOverridden, .ambiguousDocument, .otherHost, .peopleAreHere: .conflict
        case .noKey: .notConfigured
        case .keyOfAnotherHost: .keyOfAnotherHost
        case .keyUnavailable: .locked
        case .serviceFailed: .providerFailed
        case .unknownModel: .unknownModel
        case .modelNotFound, .modelDamaged: .unusableModel
        case .incompatibleModel: .unfitModel
        case .unknownDocument, .noTranscript, .unknownItem: .unknownItem
        case .aboveCeiling, .ownerOnly: .notAllowed
        case .notEmpty: .badRequest
        case .wrongPassphrase: .invalidInput
        case .noSpeech: .nothingToRead
        case .offlineUnsupported: .systemFailed
        case .noLedger: .notRecorded
        case .serverRefused: .badResponse
        }
    }
}

/// Whose an act is, on a server with accounts.
package enum ActOwner: Sendable {
    /// The owner of the library: each person, for their own.
    case library
    /// An administrator of the server, whose settings, keys, models and endpoints are shared by all accounts.
    case server
    /// The operator of the server: the operation reaches files and programs of that machine, which no account does.
    case machine
}

extension Reader {
    /// Refuses what only the owner does, where a program asks for it: whatever decides what may leave this machine and to whom, what
    /// is kept where, and what is fetched from elsewhere. A program that could do it would be the owner.
    ///
    /// It stands where the thing is done, and not where it is asked for, so that a way in of which nobody thought is none.
    ///
    /// - Parameters:
    ///   - act: What is refused, as the beginning of a sentence.
    ///   - whose: Who may do it of those who have an account. Where nothing is said, none of them.
    /// - Throws: ``EngineError`` with the code `owner-only`.
    package static func requireOwner(for act: String, of whose: ActOwner = .machine) throws {
        guard current == nil else {
            throw EngineError(
                .ownerOnly, "\(act) is for the owner to do, and not for programs."
            )
        }
        guard let person = Person.current else { return }
        switch whose {
        case .library: return
        case .server:
            guard person.role != .administrator else { return }
            throw EngineError(.ownerOnly, "\(act) is for an administrator of this server to do.")
        case .machine:
            throw EngineError(
                .ownerOnly, "\(act) is for whoever runs this server to do, and for nobody with an account on it.")
        }
    }
}
