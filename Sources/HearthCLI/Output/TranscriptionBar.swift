import HearthCore
import HearthVoice
import Synchronization

/// Shows how a recording gets on, where a person looks on: how much was heard, and what was understood last.
final class TranscriptionBar: Sendable {
    private struct State {
        var bar = AnalysisBar()
        var fraction = 0.0
        var text = ""
    }

    private let state = Mutex(State())

    func show(_ event: VoiceEvent) {
        state.withLock { state in
            switch event {
            case .progress(let heard, let total):
                state.fraction = total.map { $0 > 0 ? heard / $0 : 0 } ?? 0
            case .partial(let text, _): state.text = text
            case .segments(let segments): state.text = segments.last?.text ?? ""
            case .finished: return state.bar.clear()
            case .state, .speakerTurns, .notice: return
            }
            let percent = Int(min(1, max(0, state.fraction)) * 100)
            state.bar.show(state.fraction, Terminal.safe("\(percent) %  \(state.text.suffix(40))"))
        }
    }

    /// Takes the line away, so that other text can be written.
    func clear() { state.withLock { $0.bar.clear() } }
}
