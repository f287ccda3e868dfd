import Foundation
import HearthCore

/// What `system_fingerprint` holds: a name for what computed an answer, so that a client which sends the same `seed` again sees whether
/// another answer was to be expected.
///
/// It is made of the version of this program (and with it of the engines that are built in), the engine, the model's name, the host that it
/// was asked at, and of a local model its file: the size and the time of its last change. So it stays the same over
/// restarts, and is another one where the program or the file is. What a service changes at its own place is not seen from here.
enum SystemFingerprint {
    private static let digits = 10

    static func of(_ decision: RoutingDecision, _ service: any ModelService) async -> String {
        let name = GenerationResult.name(decision)
        return of([service.build, name, decision.host ?? "", await service.fileIdentity(ofModel: name) ?? ""])
    }

    private static func of(_ parts: [String]) -> String {
        "fp_" + ContentHash(of: Data(parts.joined(separator: "\0").utf8)).hex.prefix(digits)
    }
}
