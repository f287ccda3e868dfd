/// Words and phrases that tell of laughter, objection and emphasis, and of questions.
///
/// As the others: general words of each language, kept here by hand and not taken from any text; marks of laughter as those who write
/// captions set them.
extension SpeechMarkers {
    /// Marks of laughter and applause, in any language.
    static let laughter = [
        "[laugh", "(laugh", "[applause", "(applause", "[chuckle", "(chuckle", "[cheer", "(cheer", "[lachen", "(lach",
        "[gelächter", "(gelächter",
        "[applaus", "(applaus", "[rires", "(rires", "(rire", "[rire", "[risas", "(risas", "(risa", "[aplausos",
        "(aplausos", "（笑", "(笑", "[笑", "【笑", "（拍手",
        "[掌声", "（掌声", "[웃음", "(웃음", "(박수", "[박수", "haha", "hahaha", "hehe", "jaja", "jajaja", "哈哈", "ㅋㅋ", "ㅎㅎ", "😂",
        "🤣", "😄", "🎉",
    ]

    static let amusement: [String: [String]] = [
        "en": [
            "hilarious", "funny", "joke", "joking", "kidding", "crazy", "ridiculous", "wow", "amazing", "awesome",
            "oh my god", "no way", "fun", "weird", "laugh",
        ],
        "de": ["lustig", "witzig", "witz", "scherz", "verrückt", "wahnsinn", "unglaublich", "toll", "wow", "spaß"],
        "fr": ["drôle", "marrant", "blague", "rigolo", "fou", "incroyable", "génial", "wow", "plaisante", "rire"],
        "es": ["gracioso", "divertido", "chiste", "broma", "loco", "increíble", "genial", "guau", "reír"],
        "it": [
            "divertente", "buffo", "scherzo", "scherzi", "scherzando", "pazzesco", "incredibile", "ridere",
            "barzelletta", "fantastico",
        ],
        "pt": ["engraçado", "divertido", "piada", "brincadeira", "brincando", "louco", "incrível", "rir", "uau"],
        "nl": ["grappig", "leuk", "grap", "grapje", "gek", "ongelooflijk", "geweldig", "lachen", "wauw"],
        "ru": ["смешно", "забавно", "шутка", "шучу", "прикол", "невероятно", "обалдеть", "ого", "анекдот", "смеяться"],
        "zh": ["好笑", "搞笑", "笑话", "开玩笑", "疯狂", "有趣", "太棒了", "天哪", "哇"],
        "ja": ["面白", "おもしろ", "冗談", "笑", "すごい", "びっくり", "まさか"],
        "ko": ["웃기", "재미있", "재밌", "농담", "대박", "미쳤", "와우", "놀랍"],
    ]

    static let disagreement: [String: [String]] = [
        "en": [
            "i disagree", "don't agree", "do not agree", "can't agree", "not true", "that's wrong", "is wrong",
            "you're wrong", "on the contrary",
            "i object", "controversial", "nonsense", "ridiculous", "unfair", "not convinced", "i doubt", "no no",
            "that's not", "not the case", "absolutely not",
            "i'm not sure about", "the problem with", "i don't think", "unacceptable", "failed to", "misleading",
            "but no", "i'm against",
        ],
        "de": [
            "nicht einverstanden", "stimme nicht zu", "stimmt nicht", "ist falsch", "im gegenteil", "widerspreche",
            "umstritten", "unsinn", "quatsch", "unfair",
            "bezweifle", "das glaube ich nicht", "ich glaube nicht", "auf keinen fall", "nicht überzeugt",
            "inakzeptabel", "dagegen",
        ],
        "fr": [
            "pas d'accord", "c'est faux", "pas vrai", "au contraire", "controversé", "n'importe quoi", "ridicule",
            "injuste", "je doute", "je ne crois pas",
            "je ne pense pas", "absolument pas", "pas convaincu", "inacceptable", "je m'oppose",
        ],
        "es": [
            "no estoy de acuerdo", "no es cierto", "no es verdad", "es falso", "al contrario", "polémico",
            "controvertido", "tonterías", "ridículo", "injusto",
            "lo dudo", "no creo", "de ninguna manera", "no me convence", "inaceptable", "me opongo",
        ],
        "it": [
            "non sono d'accordo", "non è vero", "è falso", "al contrario", "controverso", "sciocchezze", "ridicolo",
            "ingiusto", "ne dubito", "non credo", "non penso", "assolutamente no", "inaccettabile", "mi oppongo",
        ],
        "pt": [
            "não concordo", "discordo", "não é verdade", "é falso", "pelo contrário", "controverso", "disparate",
            "ridículo", "injusto", "duvido", "não acho", "não acredito", "de modo nenhum", "de jeito nenhum",
            "inaceitável",
        ],
        "nl": [
            "niet mee eens", "oneens", "klopt niet", "is onjuist", "is fout", "integendeel", "omstreden", "onzin",
            "belachelijk", "oneerlijk", "ik betwijfel", "ik denk niet", "ik geloof niet", "absoluut niet",
            "onaanvaardbaar",
        ],
        "ru": [
            "не согласен", "не согласна", "не согласны", "это не так", "неправда", "это ложь", "наоборот", "спорно",
            "ерунда", "чушь", "несправедливо", "сомневаюсь", "не думаю", "ни в коем случае", "неприемлемо", "я против",
        ],
        "zh": ["不同意", "不对", "不是这样", "错了", "相反", "反对", "有争议", "胡说", "荒谬", "不公平", "我怀疑", "不认为", "不可接受", "不赞成"],
        "ja": ["反対", "同意でき", "違います", "違うと", "そうではな", "賛成でき", "異議", "間違", "疑問", "納得でき", "とは思いません", "おかしい"],
        "ko": ["동의하지 않", "반대", "아닙니다", "아니에요", "틀렸", "그렇지 않", "논란", "말도 안", "불공평", "의심", "생각하지 않", "받아들일 수 없"],
    ]

    /// The speaker says that something matters.
    static let emphasis: [String: [String]] = [
        "en": [
            "important", "the key", "key", "crucial", "the point is", "in fact", "turns out", "we decided", "decision",
            "the reason", "the main", "essentially",
            "fundamental", "the biggest", "the best", "the most", "never", "always", "realized", "learned",
            "surprising", "remember", "the truth",
            "means that", "conclusion", "the problem is", "the goal",
        ],
        "de": [
            "wichtig", "entscheidend", "der punkt ist", "tatsächlich", "beschlossen", "der grund", "das ziel",
            "das problem ist", "vor allem", "niemals", "immer", "gelernt",
        ],
        "fr": [
            "important", "essentiel", "crucial", "le point", "en fait", "décidé", "la raison", "l'objectif",
            "le problème", "surtout", "jamais", "toujours", "appris",
        ],
        "es": [
            "importante", "clave", "crucial", "el punto", "de hecho", "decidido", "decidimos", "la razón",
            "el objetivo", "el problema", "sobre todo", "nunca", "siempre",
        ],
        "it": [
            "importante", "essenziale", "fondamentale", "il punto", "infatti", "deciso", "il motivo", "l'obiettivo",
            "il problema", "soprattutto", "mai", "sempre", "imparato",
        ],
        "pt": [
            "importante", "essencial", "fundamental", "o ponto", "de facto", "de fato", "decidido", "decidimos",
            "a razão", "o objetivo", "o problema", "sobretudo", "nunca", "sempre", "aprendi",
        ],
        "nl": [
            "belangrijk", "essentieel", "cruciaal", "het punt", "in feite", "besloten", "de reden", "het doel",
            "het probleem", "vooral", "nooit", "altijd", "geleerd",
        ],
        "ru": [
            "важно", "главное", "ключевой", "суть", "на самом деле", "решили", "причина", "цель", "проблема в",
            "прежде всего", "никогда", "всегда", "понял", "вывод",
        ],
        "zh": ["重要", "关键", "其实", "事实上", "决定", "原因", "目标", "问题是", "最大", "从来", "总是", "意味着", "结论"],
        "ja": ["重要", "大切", "鍵", "実は", "決定", "理由", "目標", "問題は", "最も", "一番", "決して", "結論", "つまり"],
        "ko": ["중요", "핵심", "사실", "결정", "이유", "목표", "문제는", "가장", "절대", "항상", "결론", "즉"],
    ]

    /// Words that stand for what was named before.
    static let pointers: [String: [String]] = [
        "en": ["that", "this", "these", "those", "it", "them", "him", "her", "one", "both", "there"],
        "de": [
            "das", "dies", "diese", "diesen", "dieses", "es", "ihn", "sie", "ihm", "ihr", "darum", "damit", "dafür",
            "daran",
        ],
        "fr": ["ça", "cela", "ceci", "ce", "cette", "ces", "le", "la", "les", "lui", "leur", "en", "y"],
        "es": ["eso", "esto", "ese", "esa", "esos", "esas", "lo", "la", "los", "las", "le", "ello"],
        "it": ["questo", "quello", "quella", "questa", "lo", "la", "li", "le", "ci", "ne", "gli"],
        "pt": ["isso", "isto", "aquilo", "esse", "essa", "esses", "essas", "o", "a", "os", "as", "lhe"],
        "nl": ["dat", "dit", "die", "deze", "het", "hem", "haar", "ze", "ervoor", "ermee", "eraan"],
        "ru": ["это", "этот", "эту", "этим", "его", "её", "их", "ему", "ей", "им"],
        "zh": ["这", "那", "它", "他", "她"],
        "ja": ["それ", "これ", "あれ", "その", "この"],
        "ko": ["그것", "이것", "그거", "이거", "그 ", "이 "],
    ]

    /// The course of the meeting itself, which nobody wants to remember of it. By judgement; the words of each language are general ones.
    static let procedure: [String: [String]] = [
        "en": [
            "we are done", "we're done", "that's it for", "that is it for", "that's all for", "let's move on",
            "moving on", "next item",
            "next topic", "next slide", "any other business", "meeting is closed", "meeting is adjourned",
            "let's get started",
            "let's start", "shall we start", "can you hear me", "can everybody hear", "can everyone hear",
            "you're muted", "you are on mute",
            "share my screen", "see my screen", "see you next", "thanks for joining", "thank you for joining",
            "thanks for coming",
            "thank you for coming", "we're recording", "we are recording", "out of time", "running out of time",
            "two minutes", "five minutes",
            "take a break", "enough to decide",
        ],
        "de": [
            "wir sind fertig", "das war's", "das wäre es", "nächster punkt", "nächste folie", "fangen wir an",
            "legen wir los", "hört ihr mich",
            "hören sie mich", "bis zum nächsten mal", "bis nächste woche", "danke fürs kommen",
            "die sitzung ist geschlossen", "machen wir pause",
        ],
        "fr": [
            "nous avons fini", "on a fini", "point suivant", "on commence", "commençons", "vous m'entendez",
            "tu m'entends",
            "à la prochaine", "la séance est levée", "faisons une pause",
        ],
        "es": [
            "hemos terminado", "ya terminamos", "siguiente punto", "empecemos", "comencemos", "me oyen", "me escuchan",
            "se levanta la sesión",
            "hasta la próxima", "hagamos una pausa",
        ],
        "it": [
            "abbiamo finito", "prossimo punto", "cominciamo", "iniziamo", "mi sentite", "la seduta è tolta",
            "alla prossima", "facciamo una pausa",
        ],
        "pt": [
            "terminámos", "terminamos", "próximo ponto", "vamos começar", "comecemos", "conseguem ouvir",
            "até à próxima", "façamos uma pausa",
        ],
        "nl": [
            "we zijn klaar", "volgende punt", "laten we beginnen", "horen jullie mij", "tot de volgende keer",
            "de vergadering is gesloten",
        ],
        "ru": [
            "мы закончили", "следующий пункт", "давайте начнём", "давайте начнем", "меня слышно",
            "до следующей встречи",
        ],
        "zh": ["会议结束", "下一个议题", "我们开始", "能听到吗", "散会", "休息一下"],
        "ja": ["以上です", "次の議題", "始めましょう", "聞こえますか", "お疲れ様", "休憩"],
        "ko": ["이상입니다", "다음 안건", "시작하겠습니다", "들리시나요", "수고하셨습니다", "쉬었다"],
    ]

    /// Words that lean on what was said before: a sentence that opens with one cannot stand alone.
    static let leaning: [String: [String]] = [
        "en": [
            "he", "she", "it", "it's", "they", "they're", "them", "this", "that", "that's", "these", "those", "and",
            "but", "or", "because", "so", "which", "then", "here",
            "also", "yeah", "yes", "no", "well", "okay", "ok", "right", "thank", "thanks", "there", "him", "her",
            "what", "mm", "oh", "sorry", "hi", "hello", "like", "hey", "welcome", "good morning", "good afternoon",
            "good evening",
        ],
        "de": [
            "er", "sie", "es", "das", "dies", "diese", "dieser", "und", "aber", "oder", "weil", "also", "dann", "ja",
            "nein", "gut", "okay", "danke", "da", "so", "denn", "hallo", "willkommen", "guten morgen", "guten tag",
            "guten abend",
        ],
        "fr": [
            "il", "elle", "ils", "elles", "ça", "cela", "c'est", "ce", "et", "mais", "ou", "parce", "donc", "alors",
            "oui", "non", "bon", "ok", "merci", "voilà", "ben", "bonjour", "bonsoir", "salut", "bienvenue",
        ],
        "es": [
            "él", "ella", "ellos", "esto", "eso", "y", "pero", "o", "porque", "entonces", "así", "sí", "no", "bueno",
            "vale", "gracias", "pues", "claro", "hola", "buenos días", "buenas", "bienvenidos",
        ],
        "it": [
            "lui", "lei", "loro", "questo", "quello", "ciò", "e", "ma", "o", "perché", "quindi", "allora", "sì", "no",
            "bene", "ok", "grazie", "ecco", "così", "ciao", "buongiorno", "buonasera", "benvenuti",
        ],
        "pt": [
            "ele", "ela", "eles", "elas", "isto", "isso", "aquilo", "e", "mas", "ou", "porque", "então", "assim", "sim",
            "não", "bem", "ok", "obrigado", "obrigada", "pois", "olá", "bom dia", "boa tarde", "bem-vindos",
        ],
        "nl": [
            "hij", "zij", "ze", "het", "dit", "dat", "deze", "die", "en", "maar", "of", "omdat", "dus", "dan", "ja",
            "nee", "goed", "oké", "dank", "zo", "want", "hallo", "welkom", "goedemorgen", "goedemiddag",
        ],
        "ru": [
            "он", "она", "оно", "они", "это", "этот", "эта", "то", "и", "а", "но", "или", "потому", "поэтому", "тогда",
            "да", "нет", "хорошо", "ладно", "спасибо", "вот", "ну", "так", "привет", "здравствуйте", "добрый день",
        ],
        "zh": ["他", "她", "它", "这", "那", "和", "但是", "因为", "所以", "然后", "对", "好", "是的", "谢谢", "嗯", "不是"],
        "ja": ["それ", "これ", "あれ", "そして", "でも", "しかし", "だから", "はい", "いいえ", "ありがとう", "そう", "あの", "彼", "なので", "じゃあ"],
        "ko": ["그", "이것", "저것", "그리고", "하지만", "그래서", "네", "아니", "감사", "그런데", "그러니까", "음", "맞"],
    ]

    /// Words that open a question.
    static let questionWords: [String: [String]] = [
        "en": [
            "what", "why", "how", "when", "where", "who", "which", "whose", "do", "does", "did", "is", "are", "was",
            "were", "can", "could", "would", "should", "will",
            "have", "has", "may",
        ],
        "de": [
            "was", "warum", "wieso", "weshalb", "wie", "wann", "wo", "wer", "welche", "welcher", "welches", "woher",
            "wohin", "können", "kann", "ist", "sind", "haben", "hat",
        ],
        "fr": [
            "que", "quoi", "pourquoi", "comment", "quand", "où", "qui", "quel", "quelle", "quels", "quelles", "combien",
            "est-ce", "qu'est-ce",
        ],
        "es": ["qué", "por qué", "cómo", "cuándo", "dónde", "quién", "cuál", "cuáles", "cuánto", "cuántos"],
        "it": [
            "che", "cosa", "perché", "come", "quando", "dove", "chi", "quale", "quali", "quanto", "quanti", "quante",
        ],
        "pt": [
            "que", "o que", "por que", "porque", "porquê", "como", "quando", "onde", "quem", "qual", "quais", "quanto",
            "quantos", "quantas",
        ],
        "nl": [
            "wat", "waarom", "hoe", "wanneer", "waar", "wie", "welke", "welk", "hoeveel", "waarheen", "kun", "kan",
            "is", "zijn", "heeft",
        ],
        "ru": [
            "что", "почему", "зачем", "как", "когда", "где", "кто", "какой", "какая", "какие", "сколько", "куда",
            "откуда", "чей", "ли",
        ],
        "zh": ["什么", "为什么", "怎么", "如何", "哪", "谁", "多少", "几", "吗", "呢", "是否", "能不能", "是不是"],
        "ja": ["何", "なぜ", "どう", "いつ", "どこ", "誰", "どの", "どれ", "いくら", "どんな"],
        "ko": ["무엇", "뭐", "왜", "어떻게", "언제", "어디", "누가", "누구", "얼마", "어떤", "몇"],
    ]
}
