import Crypto
import HearthCore
import Synchronization

/// Codes that sign a browser in, once each, for a few minutes.
///
/// One stands in the link that is printed in a terminal and opened from there; it would be in the browser's history, and by then it is
/// void. Others are shown by the owner's browser to a device that photographs them: they end sooner, with the session that made them,
/// and when it makes another.
final class SignInLinks: Sendable {
    private struct Code {
        var end: ContinuousClock.Instant
        /// The session that made it; `nil` for the one of the terminal.
        var session: String?
    }

    private struct State {
        /// By hash, so that looking a code up takes the same time wherever a guess differs.
        var codes: [[UInt8]: Code] = [:]
        /// When those of sessions were made lately.
        var made: [ContinuousClock.Instant] = []
    }

    /// Long enough to walk over to another screen.
    private let lifetime: Duration
    /// Long enough to take a telephone in the hand.
    static let secondsForDevice = 300
    private static let mostCodes = 16
    /// Of sessions, in the time in which they are counted. Nobody photographs more, and fewer than there is room for, so that they
    /// do not push out the one of the terminal.
    static let mostLately = 12
    private static let lately = Duration.seconds(600)
    private let state = Mutex(State())

    init(lifetime: Duration = .seconds(600)) { self.lifetime = lifetime }

    /// The one of the terminal.
    func make(now: ContinuousClock.Instant = .now) -> String {
        let code = AccessToken.random().exposedText() ?? ""
        state.withLock { Self.add(code, Code(end: now + lifetime), to: &$0, now) }
        return code
    }

    /// One that a session shows, in the place of what it showed before; `nil` where too many were made lately.
    func make(for session: String, now: ContinuousClock.Instant = .now) -> String? {
        let code = AccessToken.random().exposedText() ?? ""
        return state.withLock { state in
            state.made.removeAll { now - $0 >= Self.lately }
            guard state.made.count < Self.mostLately else { return nil }
            state.made.append(now)
            state.codes = state.codes.filter { $0.value.session != session }
            let end = now + .seconds(Self.secondsForDevice)
            Self.add(code, Code(end: end, session: session), to: &state, now)
            return code
        }
    }

    private static func add(_ text: String, _ code: Code, to state: inout State, _ now: ContinuousClock.Instant) {
        state.codes = state.codes.filter { $0.value.end > now }
        if state.codes.count >= mostCodes, let oldest = state.codes.min(by: { $0.value.end < $1.value.end }) {
            state.codes[oldest.key] = nil
        }
        state.codes[hash(text)] = code
    }

    /// What a session showed is good for nothing any more.
    func withdraw(from session: String) {
        state.withLock { $0.codes = $0.codes.filter { $0.value.session != session } }
    }

    /// Whether the code was good; it is not any more.
    ///
    /// - Parameter holds: Whether a session that made one still is.
    func redeem(
        _ code: String, now: ContinuousClock.Instant = .now, whileHolding holds: (String) -> Bool = { _ in true }
    ) -> Bool {
        let found = state.withLock { $0.codes.removeValue(forKey: Self.hash(code)) }
        guard let found, now < found.end else { return false }
        return found.session.map(holds) ?? true
    }

    private static func hash(_ code: String) -> [UInt8] { Array(SHA256.hash(data: Array(code.utf8))) }
}
