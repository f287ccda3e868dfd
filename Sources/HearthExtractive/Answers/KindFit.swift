import HearthCore
import HearthText

/// How a sentence fits the kind of what a question wants: a time, a number, a person, a place, a reason.
struct KindFit {
    let offer: AnswerOffer
    /// What kinds of time it tells, where a time or a number is asked for and they can be told apart.
    let times: ToldTime?
    private let kind: QuestionKind
    private let time: AskedTime

    /// - Parameter asked: The words of the question in lower case, which are no answer.
    init(_ span: TextSpan, _ bytes: UTF8Bytes, question: AnswerQuestion, asked: Set<String>) {
        offer = AnswerOffer(span.range, bytes, asked: asked)
        (kind, time) = (question.kind, question.time)
        let asksForTime = kind.contains(.time) || kind.contains(.number)
        times =
            asksForTime && !question.isPaired
            ? ToldTime(bytes.string(span.range), isNumber: AnswerOffer.isNumber) : nil
    }

    /// Whether it holds what a question for a time or a number wants.
    var holdsKind: Bool {
        guard let times else { return holdsByOffer }
        if time.contains(.clock) { return times.hasClock }
        if time.contains(.duration) { return times.hasDuration }
        guard kind.contains(.time) else { return holdsByOffer }
        return offer.hasYearOrMonth || offer.hasNamedDay || times.hasClock || offer.hasDigits && times.hasOtherDigits
    }

    /// Whether a time is asked for and it names a year, a month or a day, or the time of day that is asked for.
    var holdsDate: Bool {
        guard kind.contains(.time) else { return false }
        return time.contains(.clock) ? times?.hasClock == true : offer.hasYearOrMonth || offer.hasNamedDay
    }

    private var holdsByOffer: Bool {
        if kind.contains(.time) { return offer.hasYearOrMonth || offer.hasNamedDay || offer.hasDigits }
        if kind.contains(.number) { return offer.hasDigits || offer.hasNumberWord }
        return true
    }

    func note(in evidence: inout SentenceEvidence) {
        if kind.contains(.person) { evidence[.person] = Double(offer.names) / 4 }
        if kind.contains(.time) {
            if offer.hasYearOrMonth { evidence[.year] = 1 }
            if offer.hasDigits { evidence[.digits] = 1 }
        }
        if kind.contains(.place) { evidence[.place] = Double(min(2, offer.names + (offer.hasPlace ? 1 : 0))) / 2 }
        if kind.contains(.number), offer.hasDigits || offer.hasNumberWord { evidence[.number] = 1 }
        if kind.contains(.reason), offer.hasReason { evidence[.reason] = 1 }
        guard let times else { return }
        if time.contains(.clock) {
            evidence[.time] = times.hasClock ? 1 : 0
        } else if time.contains(.duration) {
            evidence[.time] = times.hasDuration ? 1 : 0
        } else if kind.contains(.time), times.hasDuration, !holdsKind {
            // "Three months' notice" is no day, and its number no date.
            evidence[.time] = -1
            evidence[.digits] = 0
        }
    }
}
