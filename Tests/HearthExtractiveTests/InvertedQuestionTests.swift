import Foundation
import HearthCore
import Testing

@testable import HearthExtractive

/// Questions without a mark are told by the order of their words.
@Suite struct InvertedQuestionTests {
    @Test(arguments: [
        "do you think that works", "so what do you think", "where are we on the budget",
        "and how many of them do we need",
        "what time is it over there", "how about the second one", "who's going to write the letter",
        "is there anything else",
        "okay can we move on", "why didn't they call us", "what is the plan", "well isn't that what we said",
        "which one did you take",
        "how long have you been here",
    ])
    func aVerbBeforeItsSubjectAsks(_ sentence: String) { #expect(InvertedQuestion.asks(sentence)) }

    @Test(arguments: [
        "what I mean is that it works", "which is why we left", "when you do that it breaks",
        "what is clear is that we lost", "what's clear is that we lost",
        "how it works is simple", "have a look at this", "do the dishes please", "who wrote it does not matter",
        "there is a plan",
        "I do think so", "where I come from that is normal", "can opener in the drawer", "what happened was a mistake",
        "", "so", "is it",
    ])
    func whatOnlyBeginsWithAQuestionWordTells(_ sentence: String) { #expect(!InvertedQuestion.asks(sentence)) }

    @Test func aRestoredQuestionIsShownWithItsMark() {
        let talk = "we met on monday where are we on the budget it is all spent"
        let stops = RestoredStops(
            starts: ["where", "it is"].map {
                talk.utf8.distance(from: talk.startIndex, to: talk.range(of: $0)!.lowerBound)
            })
        #expect(
            stops.marked(talk, startingAt: 0, endsSentence: true)
                == "we met on monday. where are we on the budget? it is all spent.")
    }
}
