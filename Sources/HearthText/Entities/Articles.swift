/// The articles of some languages: what stands behind one is a thing, and no first name in small letters.
enum Articles {
    /// By ISO 639-1. In others a word like one is something else: the Spanish "a" stands before persons.
    static let byLanguage: [String: Set<String>] = [
        "en": ["a", "an", "the"], "de": ["ein", "eine", "einen", "einem", "einer"],
        "fr": ["un", "une", "le", "la", "les"], "es": ["un", "una", "uno", "el", "la", "las", "los"],
        "it": ["un", "una", "uno", "la", "le"], "pt": ["um", "uma"], "nl": ["een", "het"], "sv": ["en", "ett"],
        "da": ["en", "et"], "nb": ["en", "et"],
    ]
}
