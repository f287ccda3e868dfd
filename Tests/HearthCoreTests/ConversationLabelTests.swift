import HearthCore
import Testing

@Suite("Labels of the messages of a conversation")
struct ConversationLabelTests {
    @Test func `A message is as private as its words, its documents and what it was given`() {
        var labels = ConversationLabels(hasPrompt: false, promptLabel: nil)
        labels.add(1, own: .public, documents: nil, given: nil, isAnswer: false)
        labels.add(2, own: .public, documents: .private, given: 1, isAnswer: true)
        labels.add(3, own: .personal, documents: nil, given: 3, isAnswer: false)
        labels.add(4, own: .public, documents: .public, given: 3, isAnswer: true)
        labels.add(5, own: .public, documents: nil, given: 1, isAnswer: true)
        #expect((1...5).map { labels[$0] } == [.public, .private, .personal, .personal, .private])
        #expect(labels.strictest(since: 3, before: 5) == .personal)
        #expect(labels.strictest() == .private)
        #expect(labels.strictest(since: 6) == nil)
        #expect(labels[6] == .private, "one that is not there")
    }

    @Test func `A system prompt counts for answers alone, and is personal where nothing was said of it`() {
        var labels = ConversationLabels(hasPrompt: true, promptLabel: nil)
        labels.add(1, own: .public, documents: nil, given: nil, isAnswer: false)
        labels.add(2, own: .public, documents: nil, given: nil, isAnswer: true)
        #expect(labels.prompt == .personal && labels[1] == .public && labels[2] == .personal)
        #expect(ConversationLabels(hasPrompt: true, promptLabel: "public").prompt == .public)
        #expect(ConversationLabels(hasPrompt: true, promptLabel: "of a newer version").prompt == .private)
        #expect(ConversationLabels(hasPrompt: false, promptLabel: "private").prompt == .public)
    }
}
