import HearthCore
import HearthText

/// Finds what somebody took on or was asked to do.
///
/// A sentence is a task when enough comes together: a promise or a request, a verb of work, a time, or that it is called
/// a task; and what a tagger makes of it, where one knows the language. What is only supposed, or was done already, is none, and what people
/// ask of each other to go on talking neither. Precision is preferred: "I will say" is no task. A request and the words that take it on
/// are one task: the request says what, the answer who and by when.
struct ActionItemFinder {
    private let context: SpokenContext
    private let promises: PhraseList
    private let requests: PhraseList
    private let hints: PhraseList
    private let tasks: PhraseList
    private let actions: PhraseList
    private let deadlines: PhraseList
    private let hypotheses: PhraseList
    private let pointers: PhraseList
    private let offers: PhraseList
    private let notes: PhraseList
    private let own: PhraseList
    private let suggestions: PhraseList
    private let refusals: PhraseList
    private let talking: PhraseList
    private let assents: PhraseList
    private let addressed: PhraseList
    private let demands: PhraseList
    private let orders: PhraseList
    private let anybody: PhraseList
    private let duties: PhraseList
    private let noDuties: PhraseList
    private let counters: PhraseList
    private let leaving: PhraseList
    private let forms: RequestForms
    private let deadlinePhrases: [String]
    private let reader: DueReader
    private let names: SpokenNames
    private let speakers: Int
    /// Whether several people speak.
    private var isTalk: Bool { speakers > 1 }

    /// Of all that speaks for a task, how much is asked for.
    private static let least = 2.0
    private static let most = 50

    init(_ context: SpokenContext) {
        self.context = context
        func list(_ phrases: [String: [String]]) -> PhraseList { PhraseList(phrases, language: context.language) }
        promises = list(SpeechMarkers.promises)
        requests = list(SpeechMarkers.requests)
        hints = list(SpeechMarkers.hints)
        tasks = list(SpeechMarkers.tasks)
        actions = list(SpeechMarkers.actions)
        deadlines = list(SpeechMarkers.deadlines)
        hypotheses = list(SpeechMarkers.hypotheses)
        pointers = list(SpeechMarkers.pointers)
        offers = list(TaskMarkers.offers)
        notes = list(TaskMarkers.notes)
        own = list(TaskMarkers.own)
        suggestions = list(TaskMarkers.suggestions)
        refusals = list(TaskMarkers.refusals)
        talking = list(TaskMarkers.talking)
        assents = list(TaskMarkers.assents)
        addressed = list(TaskMarkers.addressed)
        demands = list(TaskMarkers.demands)
        orders = list(TaskMarkers.orders)
        anybody = list(TaskMarkers.anybody)
        duties = list(TaskMarkers.duties)
        noDuties = list(TaskMarkers.noDuties)
        counters = list(RequestMarkers.counters)
        leaving = list(RequestMarkers.leaving)
        reader = DueReader(language: context.language)
        let names = SpokenNames(context)
        self.names = names
        forms = RequestForms(context, names: names)
        speakers = Set(context.text.turns.map(\.speaker)).count
        let phrases = SpeechMarkers.deadlines[context.language] ?? []
        deadlinePhrases = phrases.sorted { ($1.utf8.count, $0) < ($0.utf8.count, $1) }
    }

    func items() -> [ActionItem] {
        var found: [(index: Int, score: Double, item: ActionItem)] = []
        var told: Set<String> = []
        // Sentences that take on what one before them asked for.
        var taken: Set<Int> = []
        for index in context.text.sentences.indices where !taken.contains(index) {
            var value = score(index)
            let reply = reply(to: index)
            // Whatever is asked for, who takes it on by a certain time is to do it.
            if value < Self.least, let reply, reply.due != nil || reply.takesOn && asksToDo(context.words[index]),
                requests.occurs(in: context.words[index]), !isTalking(index),
                reply.speaker != nil || !forms.isReported(index)
            {
                value = Self.least
            }
            guard value >= Self.least,
                told.insert(context.words[index].words.joined(separator: " ") + context.words[index].text).inserted
            else { continue }
            if let reply { taken.formUnion(reply.sentences) }
            let listed = TaskList.items(in: context.text.sentences[index].text, language: context.language)
            guard listed.isEmpty else {
                for text in listed {
                    var quote = context.text.quote(index..<(index + 1))
                    quote.text = text
                    let item = ActionItem(
                        owner: owner(index, reply: nil), due: reader.due(in: text), context: nil, quote: quote,
                        confidence: min(1, value / 4))
                    found.append((index, value, item))
                }
                continue
            }
            let item = ActionItem(
                owner: owner(index, reply: reply), due: reply?.due ?? due(index) ?? dueBehind(index),
                context: context(of: index),
                quote: context.text.quote(index..<(index + 1)),
                confidence: min(1, value / 4))
            found.append((index, value, item))
        }
        if found.count > Self.most {
            found.sort { $0.score != $1.score ? $0.score > $1.score : $0.index < $1.index }
            found.removeLast(found.count - Self.most)
            found.sort { $0.index < $1.index }
        }
        return found.map(\.item)
    }

    private func score(_ index: Int) -> Double {
        let sentence = context.text.sentences[index]
        let words = context.words[index]
        guard sentence.words >= 3, sentence.words <= 60, !isTalking(index) else { return 0 }
        if isTalk,
            forms.commands(index) || forms.presses(index) && (due(index) != nil || names.called(in: index) != nil)
        {
            return Self.least + (due(index) == nil ? 0 : 1)
        }
        // "And the foreman said, can you paint?" tells of what another was asked.
        if due(index) == nil, forms.isReported(index) { return 0 }
        // The verb follows at once in most languages, and at the end of the sentence in German and Dutch.
        let reach = context.language == "de" || context.language == "nl" ? 20 : 4
        let isPromise =
            actions.follows(promises, within: reach, in: words) || promisesInOneWord(words) || promisesApart(words)
        // "What would you like to ask us?" asks nobody to ask.
        let wonders = TaskMarkers.wonders(words.words, language: context.language)
        let isRequest =
            !wonders
            && (actions.follows(requests, within: reach, in: words) || commands(words) || orders.occurs(in: words))
        let isHint = actions.follows(hints, within: reach, in: words) || doesItself(words)
        let isTask = tasks.occurs(in: words)
        if isDuty(index) { return Self.least + (due(index) == nil ? 0 : 1) }
        let ownTag = taggersScore(index)
        let tagged = wonders && !isPromise ? min(0, ownTag) : ownTag
        // A diary says "Must book the train", and of whom it speaks is known.
        let isNote = !isTalk && (notes.opens(words) || commandsItself(words))
        let undertakes =
            promises.occurs(in: words) || offers.occurs(in: words) && context.language == "en"
            || requests.occurs(in: words) && addressed.occurs(in: words) || demands.occurs(in: words)
        guard isTask || isPromise || isRequest || isHint || isNote || undertakes || tagged > 0 else { return 0 }
        let due = due(index)
        if suggestions.occurs(in: words), due == nil { return 0 }
        // "Read Grace's talk." in a diary says what was done; so that it is to be done must be in its words.
        if !isTalk, !(isTask || isPromise || isRequest || isHint || isNote || undertakes),
            TaskMarkers.tellsOfDone(words.words, language: context.language)
        {
            return 0
        }
        // In talk "I'd rather" weighs what is to be done; in a diary it is what is not.
        if !isTalk, refusals.occurs(in: words) { return 0 }
        var score = tagged + (isPromise || isRequest ? 2.0 : isHint || isNote ? 1.0 : 0)
        if isNote, actions.follows(notes, within: reach, in: words) || commandsItself(words), !isPromise, !isRequest {
            score += 1
        }
        // "Action item: order lamps" says it all; elsewhere the word supports the rest.
        if isTask { score += actions.follows(tasks, within: 4, in: words) ? 2 : 0.5 }
        if due != nil { score += 1 }
        // Whatever the verb is, what is promised or asked for by a certain time is to be done; but "I'll be home by six" is told.
        if score < Self.least, undertakes, !isHint, due.map(reader.isLimit) == true, !TaskMarkers.isOfBeing(words.words)
        {
            score += 1
        }
        if score < Self.least, due != nil, promisesWork(words) { score += 1 }
        // What is promised of a thing, whatever the verb is, where the tagger takes it for one's word, too.
        if score < Self.least, !isPromise, isTalk {
            switch TaskMarkers.promisedThing(words.words, promises, language: context.language) {
            case .sure: score += Self.least
            case .likely: score += context.tags?[index].acts[.commit]?.holds == true ? Self.least : 1
            case .none: break
            }
        }
        // "Anna will send it" is a task where Anna is one of those who speak.
        if isHint, !isPromise, !isRequest, names.doer(in: index) != nil { score += 1 }
        // "Tom, you need to tell the others": whatever the verb of doing is.
        if isTalk, score < Self.least, forms.demandsWork(words, demands), names.called(in: index) != nil {
            score += Self.least
        }
        if hypotheses.occurs(in: words) || suggestions.occurs(in: words) { score -= 1.5 }
        // "Can you send it?" is a request; "Should we send it?" is a question. "I'll send it, is that right?" is a promise.
        let promisesFirst =
            isPromise && words.words.indices.prefix(4).contains { promises.length(at: $0, in: words.words) != nil }
        if SentenceEnd.asks(sentence.text), !isRequest || isPromise, !promisesFirst { score -= 1 }
        return score
    }

    /// "Je dois payer le loyer.", "Muszę zadzwonić do dentysty.": what somebody who writes for themselves says that they must do or must not forget is
    /// to be done, whatever the verb is.
    private func isDuty(_ index: Int) -> Bool {
        guard !isTalk, context.language != "en", !SentenceEnd.asks(context.text.sentences[index].text) else {
            return false
        }
        let words = context.words[index]
        return duties.occurs(in: words) && !noDuties.occurs(in: words) && !hypotheses.occurs(in: words)
    }

    /// Whether a sentence is only about the talk itself: "Can you hear me?", "Thanks for joining".
    private func isTalking(_ index: Int) -> Bool {
        talking.occurs(in: context.words[index]) || context.adverts.contains(index)
            || context.text.sentences[index].words <= Self.shortLeave && leaving.occurs(in: context.words[index])
            || Courtesies.isCourtesy(context.text.sentences[index].text, language: context.language)
    }

    /// Words of a sentence that says no more than that somebody has to go.
    private static let shortLeave = 14

    /// "Please make an appointment": the verb stands behind the word.
    private func commands(_ words: SpokenWords) -> Bool {
        guard context.language == "en", let place = words.words.prefix(4).firstIndex(of: "please"),
            words.words.indices.contains(place + 1)
        else { return false }
        let verb = words.words[place + 1]
        return !TaskMarkers.noCommands.contains(verb) && !Stopwords.contains(verb, language: "en")
            && words.words.prefix(place).allSatisfy { Stopwords.contains($0, language: "en") || names.isName($0) }
    }

    /// "I'll turn it off at dusk", "I'll pick the cake up": the words of one verb stand apart.
    private func promisesApart(_ words: SpokenWords) -> Bool {
        guard context.language == "en" else { return false }
        let spoken = words.words
        return spoken.indices.contains { place in
            guard let length = promises.length(at: place, in: spoken) else { return false }
            let verb = place + length
            return verb < spoken.count
                && TaskMarkers.particles[spoken[verb]].map {
                    !$0.isDisjoint(with: spoken[verb...].dropFirst(2).prefix(4))
                } == true
        }
    }

    /// "Ring the plumber." as somebody notes it who talks to nobody: a verb of work at the front, and a thing or a name behind it.
    private func commandsItself(_ words: SpokenWords) -> Bool {
        guard context.language == "en", words.words.count >= 3 else { return false }
        let spoken = words.words
        guard let length = actions.length(at: 0, in: spoken), length < spoken.count,
            !TaskMarkers.tellsOfDone(spoken, language: context.language)
        else { return false }
        return TaskMarkers.beforeThings.contains(spoken[length])
    }

    /// Whether another is asked to do something, and not only whether they can or want to.
    private func asksToDo(_ words: SpokenWords) -> Bool {
        context.language == "en" && !TaskMarkers.wonders(words.words, language: "en")
            && zip(words.words, words.words.dropFirst()).contains {
                ["will", "can", "could", "would"].contains($0)
                    && ["you", "somebody", "someone", "anybody", "anyone"].contains($1)
            }
    }

    /// "I'm going to ring him on Monday": whatever the verb of work is.
    private func promisesWork(_ words: SpokenWords) -> Bool {
        guard context.language == "en" else { return false }
        let spoken = words.words
        return spoken.indices.contains { place in
            guard let length = promises.length(at: place, in: spoken), place + length < spoken.count else {
                return false
            }
            return !TaskMarkers.noWork.contains(spoken[place + length])
        }
    }

    /// "Lo pediré antes del viernes": the verb tells who, and that it will be done; "j'enverrai" has its pronoun with it.
    private func promisesInOneWord(_ words: SpokenWords) -> Bool {
        TaskMarkers.tellsPerson.contains(context.language) && own.occurs(in: words)
    }

    /// "Ich bestelle das Zelt": as said today it may be a habit, so that a time has to come with it.
    private func doesItself(_ words: SpokenWords) -> Bool {
        if TaskMarkers.tellsPerson.contains(context.language) { return isTalk && forms.doesNow(words) }
        return own.follows(offers, within: 3, in: words) || offers.follows(own, within: 1, in: words)
            || context.language == "fr" && own.occurs(in: words) && words.words.contains { $0.hasPrefix("j'") }
    }

    /// What a tagger's opinion counts, in points of the rules. That something is to be done is enough: of 479 such sentences of mails the rules found
    /// 15 of 100, both together find 68, with about the same precision; of the 22 such acts of eight unseen meetings the rules found 2 among 16
    /// sentences, the tagger 10 among 23, and in 1,800 sentences of two other meetings it took 3 for tasks. Where two talk it only supports
    /// the rules: one asks the other ("Tell us about …", "Take me back to that morning"). Promises and requests alone are too many in
    /// any talk ("I will say"). Small talk is none, whatever words it uses.
    private func taggersScore(_ index: Int) -> Double {
        guard let acts = context.tags?[index].acts else { return 0 }
        func holds(_ act: SentenceTags.Act) -> Bool { acts[act]?.holds ?? false }
        if holds(.backchannel) { return -2 }
        // Between two only what asks for more than an answer: what is promised, or what the other is to do some time.
        let words = context.words[index]
        let isOfTalk =
            speakers == 2 && !promises.occurs(in: words) && !demands.occurs(in: words)
            && !words.words.contains("please") && due(index) == nil
        var score = holds(.action) ? (isOfTalk ? 0.5 : 2.0) : 0
        if isTalk { return score }
        if holds(.commit) || holds(.request) { score += 1 }
        if holds(.question), !holds(.request) { score -= 0.5 }
        return score
    }

    // MARK: - Who, and what was answered

    /// What is said to a request: who says it, by when, and the sentences that only take it on.
    private struct Reply {
        var speaker: String?
        var due: String?
        var sentences: Set<Int>
        /// Whether somebody says that they will do it, and not only "yes".
        var takesOn = false
    }

    private static let (mostReplies, shortReply) = (3, 8)

    /// Whether a sentence asks another one to do something.
    private func asksAnother(_ index: Int) -> Bool {
        let words = context.words[index]
        if demands.occurs(in: words) { return true }
        guard requests.occurs(in: words) || SentenceEnd.asks(context.text.sentences[index].text) else {
            return false
        }
        return addressed.occurs(in: words) || anybody.occurs(in: words) || names.called(in: index) != nil
    }

    /// The answer that takes a request on, in the turn behind it; where nobody knows who speaks, in the sentence behind it.
    private func reply(to index: Int) -> Reply? {
        guard asksAnother(index) else { return nil }
        let (text, sentences) = (context.text, context.text.sentences)
        let turn = sentences[index].turn
        let replies: Range<Int>
        if text.turns.indices.contains(turn + 1) {
            let next = text.turns[turn + 1].sentences
            replies = next.lowerBound..<min(next.upperBound, next.lowerBound + Self.mostReplies)
        } else if text.turns[turn].speaker == nil, index + 1 < sentences.count {
            replies = (index + 1)..<(index + 2)
        } else {
            return nil
        }
        // Another request of the same turn comes before what is answered; the answer may be to that.
        let speaker = text.turns[sentences[replies.lowerBound].turn].speaker
        let called = names.called(in: index) ?? names.calledStranger(in: index)
        guard called == nil || speaker == nil || called == speaker else { return nil }
        // "Wednesday is tight. Let's say Friday." takes it on, by another time.
        if let place = replies.first(where: { counters.occurs(in: context.words[$0]) && counteredDue($0) != nil }) {
            return Reply(speaker: speaker, due: counteredDue(place), sentences: [place], takesOn: true)
        }
        var reply: Reply?
        for place in replies {
            let words = context.words[place]
            let assents = assents.opens(words)
            guard place > replies.lowerBound || assents || sharesMatter(index, place),
                !SentenceEnd.asks(sentences[place].text)
            else { return reply }
            let takesOn = promises.occurs(in: words) || offers.occurs(in: words) || own.occurs(in: words)
            if place == replies.lowerBound, !assents, !takesOn { return nil }
            var answer = reply ?? Reply(speaker: speaker, due: nil, sentences: [])
            if takesOn || words.words.starts(with: ["will", "do"]) || words.words.starts(with: ["on", "it"]) {
                answer.takesOn = true
            }
            if takesOn || assents,
                sharesMatter(index, place) || sentences[place].words <= Self.shortReply && isPointing(place)
            {
                answer.sentences.insert(place)
                answer.due = answer.due ?? due(place)
            }
            reply = answer
        }
        return reply
    }

    private func isPointing(_ index: Int) -> Bool {
        pointers.occurs(in: context.words[index]) || Set(context.terms.sentences[index]).count < 2
    }

    /// Whether two sentences speak of the same: both have a word that says something, or the second one points at the first.
    private func sharesMatter(_ one: Int, _ other: Int) -> Bool {
        let matter = Set(context.terms.sentences[one])
        return context.terms.sentences[other].contains(where: matter.contains)
            || pointers.occurs(in: context.words[other]) && context.text.sentences[other].words <= Self.shortTask
    }

    /// Who is asked by name, who takes it on, the other one of two; of what nobody is asked, who says "I", else the one that it names.
    private func owner(_ index: Int, reply: Reply?) -> String? {
        let speaker = context.text.turns[context.text.sentences[index].turn].speaker
        let words = context.words[index]
        if asksAnother(index), !actions.follows(promises, within: 4, in: words) {
            if let called = names.called(in: index) ?? names.calledStranger(in: index) { return called }
            if let taker = reply?.speaker ?? names.doer(in: index) { return taker }
            // "Could somebody bring it?" asks nobody.
            return speakers == 2 && addressed.occurs(in: words) && !anybody.occurs(in: words)
                ? names.other(than: speaker) : nil
        }
        let isPromise =
            promises.occurs(in: words) || promisesInOneWord(words) || doesItself(words)
            || context.language == "en" && offers.occurs(in: words)
        if isPromise { return speaker }
        if let doer = names.called(in: index) ?? names.doer(in: index) { return doer }
        // "Send me the list" is said to another.
        if context.language == "en", words.words.prefix(4).contains("me") {
            return speakers == 2 ? names.other(than: speaker) : nil
        }
        return context.tags?[index].acts[.commit]?.holds ?? false ? speaker : nil
    }

    /// The sentence before one that is short and points back: "I'll do that", "let me check it".
    private func context(of index: Int) -> TranscriptQuote? {
        let sentences = context.text.sentences
        guard index > 0, sentences[index].words <= Self.shortTask,
            Set(context.terms.sentences[index]).count <= (context.language == "en" ? Self.fewTerms : Self.fewTerms - 1),
            pointers.occurs(in: context.words[index]),
            sentences[index - 1].words >= Self.leastContext, sentences[index].turn - sentences[index - 1].turn <= 1
        else { return nil }
        return context.text.quote((index - 1)..<index)
    }

    /// Words of a task that says hardly more than that something is done; and of a sentence that may say what.
    private static let (shortTask, leastContext) = (12, 5)
    /// Words that say something: with more of them the article is no pointer, "Ich bestelle das Zelt bis Mai". Other languages have articles
    /// that look like pointers.
    private static let fewTerms = 3

    /// "Can you send me three points? By Monday?": the time stands alone behind what it is for.
    private func dueBehind(_ index: Int) -> String? {
        let (sentences, next) = (context.text.sentences, index + 1)
        guard next < sentences.count, sentences[next].turn == sentences[index].turn,
            sentences[next].words <= Self.loneTime
        else { return nil }
        return due(next).flatMap { reader.isLimit($0) ? $0 : nil }
    }

    /// Words of a sentence that is hardly more than a time.
    private static let loneTime = 4

    /// The time that is offered for another: "Let's say Friday". The name of a day is enough there.
    private func counteredDue(_ index: Int) -> String? {
        due(index) ?? reader.day(in: context.text.sentences[index].text)
    }

    private func due(_ index: Int) -> String? {
        let text = context.text.sentences[index].text
        if let due = reader.due(in: text) { return due }
        let lower = text.lowercased()
        // Offsets of the lower-cased text are those of the text only where lengths agree.
        guard lower.utf8.count == text.utf8.count, deadlines.occurs(in: context.words[index]) else { return nil }
        for phrase in deadlinePhrases {
            guard lower.holds(phrase), let range = lower.firstRange(of: phrase) else { continue }
            let from = lower.utf8.distance(from: lower.startIndex, to: range.lowerBound)
            let start = text.utf8.index(text.startIndex, offsetBy: from)
            let end = text.utf8.index(start, offsetBy: phrase.utf8.count)
            return String(text[start..<end])
        }
        return nil
    }
}
