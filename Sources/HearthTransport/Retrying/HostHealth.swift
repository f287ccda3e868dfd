import HearthCore
import Synchronization

/// The circuit breaker of every origin that has failed lately.
final class HostHealth: Sendable {
    private let configuration: CircuitBreaker.Configuration
    private let breakers = Mutex<[Origin: CircuitBreaker]>([:])

    init(_ configuration: CircuitBreaker.Configuration) {
        self.configuration = configuration
    }

    func requestPermission(for origin: Origin, at now: Duration) -> CircuitBreaker.Permission {
        change(origin) { $0.requestPermission(at: now) }
    }

    func reportSuccess(of origin: Origin) { change(origin) { $0.reportSuccess() } }
    func reportFailure(of origin: Origin, at now: Duration) { change(origin) { $0.reportFailure(at: now) } }
    func reportAbandoned(_ origin: Origin, at now: Duration) { change(origin) { $0.reportAbandoned(at: now) } }

    /// Only origins in trouble are kept.
    private func change<Result: Sendable>(_ origin: Origin, _ body: (inout CircuitBreaker) -> Result) -> Result {
        breakers.withLock { breakers in
            var breaker = breakers[origin] ?? CircuitBreaker(configuration)
            let result = body(&breaker)
            breakers[origin] = breaker.isAtRest ? nil : breaker
            return result
        }
    }
}
