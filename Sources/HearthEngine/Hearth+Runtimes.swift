import HearthApple
import HearthCore
public import HearthRegistry
import HearthVoice

/// What can run models here.
extension Hearth {
    /// What runs models of a kind, the best first, each with what stands against it in this build or on this machine; `nil` where
    /// nothing does.
    public func runtimes(for modality: Modality) async throws -> [(runtime: Runtime, problem: String?)] {
        var states: [EngineState] = []
        if modality == .textGeneration || modality.runtimes.contains(.llama) { states = try await engineStates() }
        return modality.runtimes.map { ($0, Self.problem($0, modality, states)) }
    }

    private static func problem(_ runtime: Runtime, _ modality: Modality, _ states: [EngineState]) -> String? {
        func unavailable(_ engine: Engine) -> (reason: UnavailableReason, message: String)? {
            guard
                case .unavailable(let reason, let message)? = states.first(where: { $0.engine == engine })?.availability
            else { return nil }
            return (reason, message)
        }
        switch runtime {
        case .hearth: return nil
        case .llama:
            // That no model was chosen says nothing about what could run one.
            guard let found = unavailable(.local), found.reason == .notBuilt else { return nil }
            return found.message
        case .whisper: return WhisperRecognizer.isBuilt ? nil : "This build of Hearth has no whisper.cpp."
        case .apple:
            guard modality == .textGeneration else {
                return AppleSpeechRecognizer.isSupported ? nil : "This system has no speech recognizer of Apple's."
            }
            return unavailable(.apple)?.message
        case .remote:
            let remote: [Engine] = [.openai, .anthropic, .custom]
            return remote.contains { unavailable($0) == nil } ? nil : "No service is set up."
        }
    }
}
