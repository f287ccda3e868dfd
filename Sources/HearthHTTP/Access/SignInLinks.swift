import Crypto
import HearthCore
import Synchronization

/// Codes that sign a browser in, once each, for a few minutes.
///
/// The link is printed in a terminal and opened from there. It would be in the browser's history; by then it is void.
final class SignInLinks: Sendable {
    private struct State {
        /// By hash, so that looking a code up takes the same time wherever a guess differs.
        var codes: [[UInt8]: ContinuousClock.Instant] = [:]
    }

    /// Long enough to walk over to another screen.
    private let lifetime: Duration
    private static let mostCodes = 16
    private let state = Mutex(State())

    init(lifetime: Duration = .seconds(600)) { self.lifetime = lifetime }

    func make(now: ContinuousClock.Instant = .now) -> String {
        let code = AccessToken.random().exposedText() ?? ""
        state.withLock { state in
            state.codes = state.codes.filter { $0.value > now }
            if state.codes.count >= Self.mostCodes, let oldest = state.codes.min(by: { $0.value < $1.value }) {
                state.codes[oldest.key] = nil
            }
            state.codes[Self.hash(code)] = now + lifetime
        }
        return code
    }

    /// Whether the code was good; it is not any more.
    func redeem(_ code: String, now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            guard let end = state.codes.removeValue(forKey: Self.hash(code)) else { return false }
            return now < end
        }
    }

    private static func hash(_ code: String) -> [UInt8] { Array(SHA256.hash(data: Array(code.utf8))) }
}
