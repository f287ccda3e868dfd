public import HearthCore

/// What one entry is about.
///
/// Names, mood, numbers and quotes are taken from the text by code, whatever engine wrote the rest.
public struct SessionIntelligence: Hashable, Codable, Sendable {
    public var entryID: String
    public var date: CivilDate?
    public var title: String
    public var keyInsights: [String]
    /// Where each of them comes from; `nil` where a model wrote them.
    public var insightOrigins: [InsightOrigin]? = nil
    /// Up to five.
    public var mainThemes: [String]
    /// How the writer's thinking goes, or what his thoughts turn to one after the other.
    public var thoughtProcess: String
    public var actionItems: [String]
    /// Up to ten phrases, the most important first.
    public var topics: [String]
    public var entities: [NamedEntity]
    public var mood: JournalMood
    /// Runs of characters that are not white space.
    public var words: Int
    /// Seconds; `nil` when the entry does not say.
    public var duration: Double?
    /// BCP 47; `und` when it was not recognised.
    public var language: String
    /// The best first; at least one.
    public var quotes: [JournalQuote]
    /// The engine and the model that wrote it.
    public var engine: String
    public var model: String
    /// What an engine did not read of the entry, in words; empty when everything was read.
    public var notes: [String]

    /// For a person, composed from the fields.
    public var summary: String {
        // A title may be a sentence, and of a short entry the very one that is its insight.
        let isSentence = title.last.map { ".!?…。！？".contains($0) } ?? true
        let isSaid = keyInsights.contains { $0.hasPrefix(title) }
        var parts = isSaid || title.isEmpty ? [] : [isSentence ? title : title + "."]
        parts += keyInsights
        if !actionItems.isEmpty { parts.append("To do: " + actionItems.joined(separator: "; ")) }
        return parts.joined(separator: " ")
    }
}

/// Words of an entry, exactly as they stand in it.
public struct JournalQuote: Hashable, Codable, Sendable {
    public var text: String
    public var entryID: String
    /// The entry's day; `nil` in an undated entry.
    public var date: CivilDate?
    /// How well it stands on its own, from 0; comparable within one journal.
    public var score: Double

    public init(text: String, entryID: String, date: CivilDate?, score: Double) {
        self.text = text
        self.entryID = entryID
        self.date = date
        self.score = score
    }
}

/// Where an insight that was taken word for word comes from.
public struct InsightOrigin: Hashable, Codable, Sendable {
    public var entryID: String
    /// The entry's day; `nil` in an undated entry.
    public var date: CivilDate?
    /// What it is worth to who looks back, less than 0 for what was only to be done; comparable within one journal.
    public var weight: Double

    public init(entryID: String, date: CivilDate?, weight: Double) {
        self.entryID = entryID
        self.date = date
        self.weight = weight
    }
}

/// A name and how often it stands in an entry.
public struct NamedEntity: Hashable, Codable, Sendable {
    public enum Kind: String, Codable, Sendable {
        case person, organization, location, product, work, other
    }

    public var name: String
    public var kind: Kind
    public var count: Int

    public init(name: String, kind: Kind, count: Int) {
        self.name = name
        self.kind = kind
        self.count = count
    }
}

/// The mood of a text, counted: sentences that a tagger found to feel good or bad, or words of a list.
public struct JournalMood: Hashable, Codable, Sendable {
    public enum Label: String, Codable, Sendable {
        case positive, negative, mixed, neutral
    }

    /// Remarks of each kind: sentences, or words, of which a negated one counts for the other kind.
    public var positive: Int
    public var negative: Int

    public init(positive: Int, negative: Int) {
        self.positive = positive
        self.negative = negative
    }

    /// From -1 to 1: the balance of both, drawn towards 0 where there are few, as by five that say nothing.
    public var score: Double { Double(positive - negative) / Double(positive + negative + 5) }

    public var label: Label {
        switch score {
        case 0.15...: .positive
        case ...(-0.15): .negative
        default: positive > 2 && negative > 2 ? .mixed : .neutral
        }
    }

    static func + (a: JournalMood, b: JournalMood) -> JournalMood {
        JournalMood(positive: a.positive + b.positive, negative: a.negative + b.negative)
    }
}

// MARK: - Words of moods and themes

/// Words by which a journal shows what its writer thinks and feels, and words that say nothing about a day. Kept here by hand; no script
/// makes the lists.
enum JournalWords {
    /// Said of oneself.
    static func firstPerson(_ language: String) -> Set<String> {
        switch language {
        case "en": ["i", "i'm", "i’m", "my", "me", "myself", "we", "our", "us"]
        case "de": ["ich", "mich", "mir", "mein", "meine", "meinen", "meiner", "wir", "uns"]
        case "fr": ["je", "j'ai", "j’ai", "me", "moi", "mon", "ma", "mes", "nous", "notre"]
        case "es": ["yo", "me", "mí", "mi", "mis", "nosotros", "nos", "nuestro", "nuestra"]
        default: []
        }
    }

    /// Openings of thoughts, in lower case, found anywhere in a sentence.
    static func thoughts(_ language: String) -> [String] {
        switch language {
        case "en":
            [
                "i think", "i thought", "i believe", "i hope", "i fear", "i wonder", "i realize", "i realise", "i feel",
                "i felt", "i decided", "i resolve", "i learned", "i learnt", "i find that", "i found that", "i wish",
                "i doubt", "it seems", "methinks", "makes me think", "made me think", "i am afraid", "i am troubled",
                "i was troubled", "i pray", "god grant", "because", "therefore", "perhaps",
            ]
        case "de":
            [
                "ich denke", "ich dachte", "ich glaube", "ich hoffe", "ich fürchte", "ich frage mich", "ich merke",
                "ich fühle",
                "ich habe beschlossen", "ich wünsche", "es scheint", "vielleicht", "deshalb", "weil ",
            ]
        case "fr":
            [
                "je pense", "je pensais", "je crois", "j'espère", "j’espère", "je crains", "je me demande", "je sens",
                "j'ai décidé", "j’ai décidé", "il semble", "peut-être", "parce que", "donc ",
            ]
        case "es":
            [
                "pienso", "pensaba", "pensé", "creo que", "espero", "temo", "me pregunto", "siento", "he decidido",
                "decidí",
                "parece que", "quizá", "tal vez", "porque", "por eso",
            ]
        case "zh": ["我想", "我觉得", "我認為", "我认为", "我希望", "我决定", "也许", "因为", "所以"]
        case "ja": ["と思う", "と思った", "と思い", "気がする", "気がした", "たぶん", "だから", "なぜなら"]
        case "ko": ["생각한다", "생각했다", "것 같다", "느꼈다", "바란다", "아마", "때문에", "그래서"]
        default: []
        }
    }

    /// What every day has, so that it is no theme of one.
    static let everyday: Set<String> = [
        "day", "days", "today", "yesterday", "tomorrow", "morning", "afternoon", "evening", "night", "noon", "hour",
        "hours",
        "week", "month", "year", "time", "thing", "things", "way", "lot", "bit", "people", "man", "men", "woman",
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "january", "february", "march",
        "april", "may", "june", "july", "august", "september", "october", "november", "december", "o’clock", "o'clock",
        // Titles, and what grammar leaves over of sentences.
        "mr", "mrs", "ms", "miss", "sir", "dr", "st", "esq", "thence", "hence", "hither", "thither", "whence", "till",
        "minute", "minutes", "degree", "degrees", "metre", "metres", "mile", "miles", "pound", "pounds", "euro",
        "euros",
        "told", "said", "says", "went", "came", "gone", "met", "took", "got", "gave", "made", "found", "thought",
        "left",
        "sent", "brought", "saw", "seen", "heard", "called", "stayed", "began", "put", "sat", "set", "kept", "paid",
        "drank",
        "ate", "rose", "walked", "talked", "spoke", "read", "wrote", "felt", "knew", "tried", "wanted", "asked",
        "looked",
        "good", "great", "little", "new", "old", "first", "last", "next", "much", "many", "well", "back", "home",
        "tag", "tage", "heute", "gestern", "morgen", "abend", "nacht", "woche", "monat", "jahr", "zeit", "stunde",
        "jour", "journée", "matin", "soir", "nuit", "semaine", "mois", "temps", "heure", "aujourd’hui", "aujourd'hui",
        "día", "mañana", "tarde", "noche", "semana", "mes", "año", "tiempo", "hora", "hoy", "ayer",
        "今天", "昨天", "早上", "晚上", "今日", "昨日", "朝", "夜", "오늘", "어제", "아침", "저녁",
    ]

    /// A theme as it is compared: lower case, without an article or a pronoun before it.
    static func key(_ theme: String) -> String {
        var words = theme.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        while words.count > 1, leading.contains(words[0]) { words.removeFirst() }
        return words.joined(separator: " ")
    }

    private static let leading: Set<String> = [
        "the", "a", "an", "my", "his", "her", "our", "their", "this", "that", "der", "die", "das", "mein", "meine",
        "le", "la",
        "les", "l'", "mon", "ma", "el", "los", "las", "mi",
    ]

    /// Whether a phrase says something about a particular day.
    static func isTheme(_ theme: String) -> Bool {
        let key = key(theme)
        let words = key.split(separator: " ")
        return key.utf8.count >= 3 && key.utf8.count <= 60 && !words.allSatisfy { everyday.contains(String($0)) }
            && key.unicodeScalars.contains { $0.properties.isAlphabetic }
    }
}
