/// The letters with which languages are written, beyond those of ASCII: the main and the auxiliary exemplar characters of Unicode's
/// CLDR, version 44, where the auxiliary ones are common.
///
/// A sample of a few lines has few of a language's words, yet which letters a language has not is known for certain. One without a
/// list here has no letter that it could not have.
enum LanguageAlphabets {
    static let letters: [String: String] = [
        // Latin
        "en": "éï", "de": "äöüßé", "fr": "àâæçéèêëîïôœùûüÿ", "es": "áéíñóúü", "it": "àèéìòùî", "pt": "áâãàçéêíóôõú",
        "nl": "éèëïöüáíóúê", "sv": "åäöéà", "da": "æøåé", "nb": "æøåéòóôà", "fi": "äöåšžé", "pl": "ąćęłńóśźż",
        "cs": "áčďéěíňóřšťúůýž", "sk": "áäčďéíĺľňóôŕšťúýž", "hu": "áéíóöőúüű", "ro": "ăâîșțşţ", "tr": "çğıöşüâîûi̇",
        "hr": "čćđšž", "sl": "čšž", "et": "äõöüšž", "lv": "āčēģīķļņšūž", "lt": "ąčęėįšųūž", "ca": "àéèíïóòúüç",
        "id": "é", "ms": "é", "gl": "áéíóúñüï", "sq": "çë", "af": "êëéèîïôöûá", "sw": "", "tl": "ñ", "is": "áðéíóúýþæö",
        "ga": "áéíóú",
        "cy": "âêîôûŵŷäëïöáéíóàèìòù", "eu": "ñüç", "la": "āēīōūæœ",
        "vi": """
        àáâãèéêìíòóôõùúýăđĩũơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ
        """,
        // Cyrillic
        "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
        "be": "абвгдеёжзійклмнопрстуўфхцчшыьэюя", "bg": "абвгдежзийклмнопрстуфхцчшщъьюяѝ",
        "sr": "абвгдђежзијклљмнњопрстћуфхцчџш", "mk": "абвгдѓежзѕијклљмнњопрстќуфхцчџшѐѝ",
        "kk": "аәбвгғдеёжзийкқлмнңоөпрстуұүфхһцчшщъыіьэюя", "mn": "абвгдеёжзийклмноөпрстуүфхцчшщъыьэюя",
        // Arabic
        "ar": "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي",
        "fa": "ءآأؤئابپتثجچحخدذرزژسشصضطظعغفقکگلمنهةویيكى",
        "ur": "ءآأؤئابپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںوہۂۃھیےۓ",
        "ps": "ءآأؤئابپتټثجځچڅحخدډذرړزژږسشښصضطظعغفقکګلمنڼهةویېۍيكگ",
    ]

    /// What a word loses in a language that has not all its letters, as a logarithm: names and quotations of others occur.
    static let penalty: Float = 6
}
