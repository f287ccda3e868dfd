/// Words that settle what was talked about, and some that look like them, by language. Kept here by hand, and not taken from any text.
enum SettlingMarkers {
    /// What was proposed is taken as it stands: "Let's do that." Short sentences only, which these open.
    static let acceptances: [String: [String]] = [
        "en": [
            "let's do that", "let's do it that way", "let's do it like that", "let's go for that",
            "then let's do that", "we'll do that then", "we'll do it that way",
            "we'll do it like that",
            "that's settled then", "that's agreed then",
        ],
        "de": [
            "machen wir so", "so machen wir es", "so machen wir's", "so machen wir das", "dann machen wir das so",
            "dann machen wir es so", "das machen wir so", "dabei bleibt es", "dann bleibt es dabei", "so halten wir es",
        ],
        "fr": [
            "on fait comme ça", "faisons comme ça", "faisons ça", "on fait ça", "va pour ça", "c'est entendu",
            "c'est réglé",
        ],
        "es": [
            "lo hacemos así", "hagámoslo así", "hagamos eso", "lo dejamos así", "quedamos en eso", "queda así",
            "pues así lo hacemos", "así lo hacemos",
        ],
        "it": ["facciamo così", "allora facciamo così", "resta così", "siamo d'accordo così"],
        "pt": ["fazemos assim", "vamos fazer assim", "fica assim", "fica combinado"],
        "nl": ["dat doen we", "zo doen we het", "dan doen we dat", "laten we dat doen", "daar blijven we bij"],
        "ru": ["так и сделаем", "так и поступим", "на том и порешим", "давайте так"],
    ]

    /// Opens what those who talk will do; where verbs say so by their endings, the first words of plans do.
    static let ours: [String: [String]] = [
        "en": ["we", "we'll", "we're"], "de": ["wir", "dann"], "fr": ["on", "nous", "alors"],
        "es": ["vamos a", "nosotros"], "it": ["noi", "allora"], "pt": ["nós", "vamos", "a gente"],
        "nl": ["we", "wij", "dan"], "ru": ["мы"],
    ]

    /// What has to be is not decided for that: "Then we'll have to talk about it."
    static let necessities: [String: [String]] = [
        "en": ["have to", "need to"]
    ]
}
