#if canImport(FoundationModels)
import FoundationModels
import HearthCore

/// The system's word on its model, in ours.
@available(macOS 26, iOS 26, visionOS 26, *)
enum AppleAvailability {
    static func now() -> Availability {
        switch SystemLanguageModel.default.availability {
        case .available: .available
        case .unavailable(let reason): unavailable(reason)
        }
    }

    static func unavailable(_ reason: SystemLanguageModel.Availability.UnavailableReason) -> Availability {
        switch reason {
        case .deviceNotEligible:
            .unavailable(reason: .deviceNotEligible, message: "this device cannot run Apple Intelligence")
        case .appleIntelligenceNotEnabled:
            .unavailable(
                reason: .notEnabled, message: "Apple Intelligence is switched off; turn it on in the system's settings")
        case .modelNotReady:
            .unavailable(
                reason: .modelNotReady, message: "the system is still preparing its model; try again in some minutes")
        @unknown default:
            .unavailable(reason: .platform, message: "the system says that its model is not available")
        }
    }
}
#endif
