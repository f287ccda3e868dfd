import HearthCore
import HearthText

/// Finds what was decided.
///
/// A sentence tells of a decision when it says so: "agreed", "we'll go with", "six for, none against". What is asked, only supposed, or said
/// not to be decided is none. A vote is quoted with the question that was put. Of the 59 decisions that the tagger saw in training it learnt
/// too little (`docs/models/hearth-tagger-en.md`), so its opinion is not asked.
struct DecisionFinder {
    private let context: SpokenContext
    private let decisions: PhraseList
    private let votes: PhraseList
    private let changes: PhraseList
    private let doubts: PhraseList
    private let conclusions: PhraseList
    private let suggestions: PhraseList
    private let calls: PhraseList
    private let plans: PhraseList
    private let assents: PhraseList
    private let acceptances: PhraseList
    private let necessities: PhraseList
    private let ours: PhraseList
    private let endings: [[String]]

    private static let most = 30
    private static let leastWords = 3
    private static let mostWords = 60
    /// A word of assent alone ("Agreed.") speaks of the sentence before it; so many words say what was agreed.
    private static let ownWords = 4
    /// Before what sums up: "Gut, dann bleiben wir dabei."
    private static let openers: Set<String> = [
        "and", "okay", "ok", "good", "fine", "right", "great", "alright", "all", "und", "gut", "also", "schön", "na",
        "et", "bon", "bien", "y",
        "e", "bene", "bom", "en", "goed", "и", "хорошо",
    ]

    init(_ context: SpokenContext) {
        self.context = context
        func list(_ phrases: [String: [String]]) -> PhraseList { PhraseList(phrases, language: context.language) }
        decisions = list(DecisionMarkers.decisions)
        votes = list(DecisionMarkers.votes)
        changes = list(DecisionMarkers.changes)
        doubts = list(DecisionMarkers.doubts)
        conclusions = list(DecisionMarkers.conclusions)
        suggestions = list(TaskMarkers.suggestions)
        calls = list(DecisionMarkers.calls)
        plans = list(DecisionMarkers.plans)
        assents = list(TaskMarkers.assents.merging(DecisionMarkers.agreements) { $0 + $1 })
        acceptances = list(SettlingMarkers.acceptances)
        necessities = list(SettlingMarkers.necessities)
        ours = list(SettlingMarkers.ours)
        endings = (DecisionMarkers.endings[context.language] ?? []).map { $0.split(separator: " ").map(String.init) }
    }

    /// In order of time.
    func found() -> [TranscriptHighlight] {
        var found: [(index: Int, highlight: TranscriptHighlight)] = []
        var told: Set<Int> = []
        for index in context.text.sentences.indices {
            guard let range = stretch(of: index), !range.contains(where: told.contains) else { continue }
            told.formUnion(range)
            found.append(
                (
                    index,
                    TranscriptHighlight(
                        title: context.title(index), quote: context.text.quote(range),
                        score: 1 + context.importance[index])
                ))
        }
        if found.count > Self.most {
            found.sort {
                $0.highlight.score != $1.highlight.score ? $0.highlight.score > $1.highlight.score : $0.index < $1.index
            }
            found.removeLast(found.count - Self.most)
            found.sort { $0.index < $1.index }
        }
        return found.map(\.highlight)
    }

    /// The sentences that tell of a decision which one sentence names; `nil` where it names none.
    private func stretch(of index: Int) -> Range<Int>? {
        let sentences = context.text.sentences
        let (sentence, words) = (sentences[index], context.words[index])
        if let put = put(before: index) { return put }
        guard sentence.words <= Self.mostWords, !SentenceEnd.asks(sentence.text), !isDoubted(words) else { return nil }
        if votes.occurs(in: words) {
            // "Who is for Halden and Sons? That is six for, none against."
            return index > 0 && SentenceEnd.asks(sentences[index - 1].text)
                ? (index - 1)..<(index + 1) : index..<(index + 1)
        }
        if conclusions.opens(words, after: Self.openers), changes.occurs(in: words), !necessities.occurs(in: words),
            sentence.words >= Self.leastWords
        {
            return named(index)
        }
        // "Let's do that." takes what was proposed.
        if sentence.words <= Self.mostPointing, acceptances.opens(words, after: Self.openers) { return named(index) }
        // "Good, the 27th it is" names what was chosen, as the last thing that is said.
        if sentence.words >= Self.leastWords + 1,
            endings.contains(where: { words.words.suffix($0.count).elementsEqual($0) })
        {
            return named(index)
        }
        guard decisions.occurs(in: words), !context.terms.sentences[index].isEmpty else { return nil }
        guard sentence.words >= Self.ownWords else { return nil }
        // "Dann ist das beschlossen." says of the sentence before that it is.
        let isPointing = sentence.words <= Self.mostPointing && Set(context.terms.sentences[index]).count < 2
        let isBehind = index > 0 && sentence.turn - sentences[index - 1].turn <= 1
        return isPointing && isBehind ? withBefore(index) : index..<(index + 1)
    }

    /// A sentence that only points, with the one before it, of which it speaks. Where another says that one, it stands alone: a quote has one
    /// speaker, and nobody is to be given the words of another.
    private func withBefore(_ index: Int) -> Range<Int> {
        let (sentences, turns) = (context.text.sentences, context.text.turns)
        let isOnes = turns[sentences[index - 1].turn].speaker == turns[sentences[index].turn].speaker
        return (index - 1)..<(isOnes ? index + 1 : index)
    }

    /// Whether something is only supposed, or not decided. What comes behind the words that decide is how it is done: "Let's go with Brennan's and
    /// ask whether they have room."
    private func isDoubted(_ words: SpokenWords) -> Bool {
        guard doubts.occurs(in: words) || suggestions.occurs(in: words) else { return false }
        guard let decided = words.words.indices.first(where: { decisions.length(at: $0, in: words.words) != nil })
        else {
            return true
        }
        // "We agreed that if they come …": what follows at once is of the decision itself.
        return words.words.indices.contains { place in
            (doubts.length(at: place, in: words.words) ?? suggestions.length(at: place, in: words.words)) != nil
                && place < decided + Self.nearWords
        }
    }

    private static let nearWords = 5

    /// A sentence that names what was chosen; where it only points, "Then that's what we'll do.", with the short one behind it that says what, or with
    /// what was proposed before it.
    private func named(_ index: Int) -> Range<Int> {
        let sentences = context.text.sentences
        guard Set(context.terms.sentences[index]).count < 2 else { return index..<(index + 1) }
        let next = index + 1
        if next < sentences.count, sentences[next].turn == sentences[index].turn,
            sentences[next].words <= (ours.opens(context.words[next]) ? Self.mostPlanned : Self.mostNaming),
            !context.terms.sentences[next].isEmpty, !SentenceEnd.asks(sentences[next].text)
        {
            return index..<(next + 1)
        }
        return index > 0 && sentences[index].turn - sentences[index - 1].turn <= 1
            ? withBefore(index) : index..<(index + 1)
    }

    /// Words of a sentence that says no more than that something is decided, and of what is put to the others.
    private static let (mostPointing, leastPut) = (7, 5)
    /// Words of a sentence behind one that only points, which names what was chosen: "Café on the ninth, shop on the sixteenth."
    private static let mostNaming = 10
    /// The same of one that begins with what those who talk will do: "We pay the forty euros, and we tell the group next week."
    private static let mostPlanned = 24
    /// Sentences in which the others say whether they agree.
    private static let mostBehind = 5

    /// What somebody says will be, where they ask whether the others agree, here or in the next sentence, and another does: "We'll postpone it to
    /// the twenty-first. Everybody fine with that?" – "Fine by me." With the sentence that asks.
    private func put(before index: Int) -> Range<Int>? {
        let sentences = context.text.sentences
        let words = context.words[index]
        guard SentenceEnd.asks(sentences[index].text), calls.occurs(in: words) else { return nil }
        let isWhole = plans.occurs(in: words) && sentences[index].words > Self.leastPut
        let first = isWhole ? index : index - 1
        guard first >= 0, sentences[first].turn == sentences[index].turn, sentences[first].words >= Self.leastPut,
            isWhole || plans.occurs(in: context.words[first]), !doubts.occurs(in: context.words[first]),
            !suggestions.occurs(in: context.words[first])
        else { return nil }
        let speaker = context.text.turns[sentences[index].turn].speaker
        let behind = (index + 1)..<min(sentences.count, index + 1 + Self.mostBehind)
        let agrees = behind.contains {
            context.text.turns[sentences[$0].turn].speaker != speaker && assents.opens(context.words[$0])
        }
        return agrees ? first..<(index + 1) : nil
    }
}

/// Words and phrases that tell of decisions, by language. Kept here by hand, and not taken from any text.
enum DecisionMarkers {
    /// Something was decided or agreed.
    static let decisions: [String: [String]] = [
        "en": [
            "agreed", "we agree that", "we decided", "we've decided", "we have decided", "it was decided",
            "it's decided",
            "is decided", "the decision is", "our decision", "it's settled", "that's settled", "is settled",
            "we settled on",
            "we'll go with", "we will go with", "we're going with", "we are going with", "let's go with",
            "let's agree on", "let's agree the", "let's agree that", "let's settle on", "we go with",
            "i decided", "i've decided", "we'll stick with", "let's stick with", "we chose", "we've chosen",
            "we opted for",
            "is approved", "was approved", "approved the", "we approve", "signed off", "motion carried",
            "motion passes",
            "motion is carried", "it's a deal", "let's keep", "is moved to", "has been moved to", "is postponed to",
            "is put off until", "that's decided", "that is decided", "we've decided", "we'll postpone",
            "we're postponing",
            "we'll cancel", "we're cancelling", "we're canceling", "we're dropping", "decided against",
            "decided to keep",
            "then we're doing it",
        ],
        "de": [
            "beschlossen", "beschließen wir", "abgemacht", "vereinbart", "wir haben entschieden",
            "haben uns entschieden",
            "wir einigen uns", "haben uns geeinigt", "einigen wir uns", "legen wir fest", "halten wir fest",
            "entscheidung ist", "wir nehmen",
            "wir bleiben bei",
            "genehmigt", "angenommen ist", "ist angenommen", "machen wir so", "bleiben wir bei", "nehmen wir also",
            "wird verschoben auf", "vertagen wir", "das vertagen wir", "verschieben wir auf", "ist das beschlossen",
            "ist beschlossen",
        ],
        "fr": [
            "décidé", "c'est décidé", "nous décidons", "on décide", "d'accord pour", "convenu", "nous retenons",
            "on retient",
            "on part sur", "on garde", "approuvé", "adopté", "validé",
        ],
        "es": [
            "decidido", "hemos decidido", "decidimos", "acordado", "hemos acordado", "acordamos", "queda acordado",
            "nos quedamos con", "aprobado", "queda aprobado",
        ],
        "it": [
            "deciso", "abbiamo deciso", "decidiamo", "concordato", "siamo d'accordo", "resta deciso", "approvato",
            "scegliamo", "teniamo",
        ],
        "pt": [
            "decidido", "decidimos", "ficou decidido", "combinado", "ficou combinado", "acordado", "aprovado",
            "ficamos com",
        ],
        "nl": [
            "besloten", "afgesproken", "we hebben besloten", "we kiezen", "we kiezen voor", "goedgekeurd",
            "akkoord dat",
            "we houden het op",
        ],
        "ru": [
            "решили", "решено", "договорились", "постановили", "утвердили", "утверждено", "принято решение",
            "согласовано",
        ],
        "zh": ["决定", "定下来", "说定", "一致同意", "通过了", "就这么定", "敲定"],
        "ja": ["決定", "決まり", "決めました", "ことにしました", "ことになりました", "ことにしましょう", "合意"],
        "ko": ["결정했", "결정되", "정했습니다", "하기로 했", "하기로 합", "합의했", "확정"],
    ]

    /// Asks whether all agree.
    static let calls: [String: [String]] = [
        "en": [
            "agreed", "everybody fine", "everyone fine", "everybody okay", "everyone okay", "everybody ok",
            "everyone ok",
            "everybody happy", "everyone happy", "fine with that", "okay with that", "ok with that", "happy with that",
            "all right with everyone", "any objections", "does everybody agree", "does everyone agree", "all agreed",
            "is that okay", "is that settled", "deal", "right",
        ],
        "de": [
            "einverstanden", "alle einverstanden", "passt das", "passt allen", "recht so", "sind alle dafür",
            "abgemacht", "okay für alle",
        ],
        "fr": ["d'accord", "tout le monde est d'accord", "ça vous va", "ça te va", "entendu"],
        "es": ["de acuerdo", "les parece", "os parece", "te parece", "vale"],
        "it": ["d'accordo", "siete d'accordo", "va bene"], "pt": ["de acordo", "combinado", "pode ser", "está bem"],
        "nl": ["akkoord", "iedereen akkoord", "goed zo"], "ru": ["согласны", "договорились"],
    ]

    /// How something will be.
    static let plans: [String: [String]] = [
        "en": [
            "we'll", "we will", "we're", "we are", "let's", "so it's", "it'll be", "it moves", "it's moved", "then we",
        ],
        "de": ["wir", "dann", "wird"], "fr": ["on", "nous"],
        "es": [
            "vamos a", "quedamos", "lo dejamos", "hacemos", "se aplaza", "aplazamos", "abrimos", "cerramos",
            "cambiamos", "nos vemos",
        ],
        "it": ["facciamo", "andiamo", "restiamo", "spostiamo", "prendiamo"],
        "pt": ["vamos", "ficamos", "fazemos", "adiamos"], "nl": ["we", "dan"], "ru": ["мы", "будем", "переносим"],
    ]

    /// Says that one agrees, beside what takes on a task (``TaskMarkers/assents``).
    static let agreements: [String: [String]] = [
        "en": ["agreed", "good", "works for me", "sounds good", "deal", "aye", "no objections", "i agree"],
        "de": ["einverstanden", "passt", "genau", "abgemacht", "von mir aus"],
        "fr": ["ça marche", "entendu", "très bien"], "es": ["perfecto", "bien"], "it": ["perfetto"],
        "pt": ["de acordo", "combinado", "pode ser"], "nl": ["akkoord", "goed"], "ru": ["согласен", "согласна"],
    ]

    /// The outcome of a vote.
    static let votes: [String: [String]] = [
        "en": [
            "none against", "nobody against", "no one against", "against none", "unanimous", "unanimously",
            "the ayes have it",
            "all in favour then", "votes for", "voted for", "voted against", "votes to", "in favour and",
            "in favor and",
        ],
        "de": ["einstimmig", "keine gegenstimmen", "gegenstimmen", "niemand dagegen", "stimmen dafür", "enthaltungen"],
        "fr": ["à l'unanimité", "unanimité", "aucune voix contre", "personne contre", "voix pour", "abstentions"],
        "es": ["por unanimidad", "ningún voto en contra", "nadie en contra", "votos a favor", "abstenciones"],
        "it": ["all'unanimità", "unanimità", "nessun contrario", "voti a favore", "voti favorevoli", "astenuti"],
        "pt": ["por unanimidade", "nenhum voto contra", "ninguém contra", "votos a favor", "abstenções"],
        "nl": ["unaniem", "niemand tegen", "stemmen voor", "onthoudingen"],
        "ru": ["единогласно", "никто не против", "голосов за", "воздержал"],
        "zh": ["全票通过", "一致通过", "无人反对", "票赞成"],
        "ja": ["全会一致", "満場一致", "賛成多数", "反対なし"],
        "ko": ["만장일치", "반대 없", "찬성 다수"],
    ]

    /// What sums up.
    static let conclusions: [String: [String]] = [
        "en": ["so", "then", "therefore", "right so", "okay so", "ok so"],
        "de": ["also", "dann", "damit", "somit"],
        "fr": ["donc", "alors"],
        "es": ["entonces", "así que", "pues"],
        "it": ["quindi", "allora", "dunque"],
        "pt": ["então", "portanto", "assim"],
        "nl": ["dus", "dan"],
        "ru": ["значит", "итак", "тогда"],
    ]

    /// How something is from now on; only behind what sums up.
    static let changes: [String: [String]] = [
        "en": [
            "moves to", "is moved to", "we move it to", "goes ahead", "is postponed", "is put off", "is cancelled",
            "is canceled",
            "it is then", "it'll be", "we'll do", "we keep", "we'll keep", "we drop", "we'll drop", "we leave it",
            "we'll leave it", "goes up", "goes down", "stays the same", "takes place", "we'll take", "we take",
            "we'll have", "we'll meet",
            "we'll celebrate", "we'll use", "we'll start",
        ],
        "de": [
            "verschieben wir", "wird verschoben", "findet statt", "fällt aus", "bleibt es bei", "machen wir",
            "nehmen wir", "bleiben wir", "feiern wir", "treffen wir uns",
        ],
        "fr": ["est reporté", "est reportée", "est annulé", "est annulée", "on reporte", "on garde", "on fait"],
        "es": ["se aplaza", "se cancela", "se mantiene", "lo dejamos", "pasa al"],
        "it": ["è rinviato", "è rinviata", "è annullato", "è annullata", "si sposta", "restiamo"],
        "pt": ["é adiado", "é adiada", "é cancelado", "é cancelada", "passa para", "fica para"],
        "nl": ["wordt verplaatst", "gaat door", "gaat niet door", "houden we het"],
        "ru": ["переносим", "переносится", "отменяется", "оставляем"],
    ]

    /// What a sentence ends with that names a choice.
    static let endings: [String: [String]] = [
        "en": [
            "it is", "it is then", "it'll be then", "that's what we'll do", "that's what we will do",
            "that's what we're doing",
        ]
    ]

    /// Not decided, or only supposed; or decided elsewhere and told.
    static let doubts: [String: [String]] = [
        "en": [
            "not agreed", "not decided", "haven't decided", "hasn't decided", "not yet decided", "hasn't been decided",
            "undecided",
            "haven't agreed", "can't agree", "agreed to disagree", "if we", "if you", "if they", "whether",
            "would have",
            "could have", "should we", "not approved", "not settled", "when we decided", "before we decided", "used to",
            "let's keep this", "let's keep it short", "let's keep it brief", "let's keep going", "let's keep in",
            "let's keep talking",
        ],
        "de": [
            "nicht beschlossen", "nicht entschieden", "noch nicht", "wenn wir", "falls", "ob wir", "hätte", "hätten",
        ],
        "fr": ["pas décidé", "pas encore", "si on", "si nous", "aurait", "aurions"],
        "es": ["no hemos decidido", "no está decidido", "todavía no", "si nos", "habría"],
        "it": ["non abbiamo deciso", "non è deciso", "non ancora", "se noi", "avremmo"],
        "pt": ["não decidimos", "não está decidido", "ainda não", "se nós", "teria"],
        "nl": ["niet besloten", "nog niet", "als we", "zou hebben"],
        "ru": ["не решили", "ещё не", "если", "бы"],
        "zh": ["没有决定", "还没", "如果", "是否", "未决定"],
        "ja": ["決まっていない", "まだ", "もし", "かどうか"],
        "ko": ["아직", "만약", "결정하지"],
    ]
}
