/// Words and phrases that tell what a sentence does in a conversation, by language.
///
/// General words of each language, kept here by hand and not taken from any text. Verbs in the forms that people say.
enum SpeechMarkers {
    // MARK: - Tasks

    /// The speaker takes something on.
    static let promises: [String: [String]] = [
        "en": [
            "i'll", "i will", "i'm going to", "i am going to", "i need to", "i have to", "i should", "i must",
            "i've got to", "i'll have to",
        ],
        "de": [
            "ich werde", "ich muss", "ich kann", "ich will", "ich möchte", "ich sollte", "ich soll", "ich kümmere",
            "ich übernehme", "ich schicke",
        ],
        "fr": [
            "je vais", "je dois", "je peux", "il faut que je", "je m'occupe", "je m'en occupe", "j'enverrai",
            "je ferai", "je me charge",
        ],
        "es": ["voy a", "tengo que", "debo", "puedo", "me encargo", "me encargaré", "enviaré", "haré", "necesito"],
        "zh": ["我会", "我来", "我要", "我去", "我需要", "我得", "我负责", "由我"],
        "ja": ["私が", "僕が", "します", "しておき", "やります", "いたします", "担当し"],
        "ko": ["제가", "내가", "하겠습니다", "할게요", "드리겠습니다", "드릴게요", "맡겠"],
    ]

    /// Somebody else, or everybody, is to do something.
    static let requests: [String: [String]] = [
        "en": [
            "please", "can you", "could you", "would you", "will you", "we need to", "we have to", "we should",
            "we must", "let's", "make sure",
            "remember to", "don't forget", "needs to", "will have to", "we'll have to",
        ],
        "de": [
            "bitte", "kannst du", "können sie", "könntest du", "könnten sie", "würdest du", "würden sie", "du musst",
            "sie müssen",
            "wir müssen", "wir sollten", "wir sollen", "wir werden", "lass uns", "lassen sie uns", "denk daran",
            "denken sie", "vergiss nicht",
            "vergessen sie nicht", "muss noch", "soll bis", "sollte noch",
        ],
        "fr": [
            "s'il te plaît", "s'il vous plaît", "peux-tu", "pouvez-vous", "pourrais-tu", "pourriez-vous", "merci de",
            "il faut", "nous devons", "on doit",
            "on va", "nous allons", "tu dois", "vous devez", "n'oublie pas", "n'oubliez pas", "veuillez", "il faudrait",
            "doit être",
        ],
        "es": [
            "por favor", "puedes", "puede", "podrías", "podría", "tenemos que", "debemos", "hay que", "vamos a",
            "tienes que", "tiene que",
            "no olvides", "no olviden", "recuerda", "recuerden", "deberíamos", "debería", "necesitamos",
        ],
        "zh": ["请", "麻烦", "你能", "能不能", "我们要", "我们需要", "我们必须", "我们应该", "你需要", "你要", "务必", "别忘", "记得", "必须", "需要"],
        "ja": ["ください", "お願いします", "お願いでき", "していただけ", "しましょう", "必要があり", "なければなりません", "しなければ", "忘れないで", "べきです", "してもらえ"],
        "ko": ["해 주세요", "해주세요", "주세요", "부탁", "주시겠", "해야 합니다", "해야 해", "해야 돼", "합시다", "하자", "잊지 마", "필요가 있", "바랍니다"],
    ]

    /// Weaker signs, which many explanations have as well: they make a task only together with a time.
    static let hints: [String: [String]] = [
        "en": [
            "you need to", "you should", "you have to", "you must", "you'll", "you will", "we'll", "we will",
            "we're going to", "i can", "let me", "will", "is going to", "has to", "should",
        ],
        "de": ["man muss", "man sollte", "ich könnte", "wir können"],
        "fr": ["on peut", "je pourrais", "nous pouvons"],
        "es": ["se puede", "podemos", "podría"],
    ]

    /// What is named a task is one.
    static let tasks: [String: [String]] = [
        "en": [
            "action item", "action items", "to do", "todo", "to-do", "next step", "next steps", "follow up",
            "follow-up", "action point", "task", "deadline",
        ],
        "de": [
            "todo", "to-do", "aufgabe", "nächste schritte", "nächster schritt", "nachfassen", "frist", "zu erledigen",
        ],
        "fr": [
            "à faire", "tâche", "prochaine étape", "prochaines étapes", "action à mener", "date limite", "échéance",
        ],
        "es": [
            "tarea", "pendiente", "pendientes", "próximo paso", "próximos pasos", "acción", "fecha límite", "plazo",
        ],
        "zh": ["待办", "任务", "下一步", "行动项", "截止", "跟进"],
        "ja": ["宿題", "タスク", "次のステップ", "締め切り", "締切", "期限", "対応事項", "やること"],
        "ko": ["할 일", "과제", "다음 단계", "마감", "후속 조치", "업무"],
    ]

    /// Verbs of work that can be done and checked.
    static let actions: [String: [String]] = [
        "en": [
            "send", "prepare", "write", "email", "e-mail", "mail", "check", "schedule", "call", "book", "finish", "fix",
            "update", "review", "share",
            "contact", "set up", "organize", "organise", "arrange", "create", "look into", "find out", "get back",
            "deliver", "submit", "test",
            "complete", "draft", "design", "research", "investigate", "order", "buy", "bring", "upload", "download",
            "install", "publish", "report",
            "present", "talk to", "speak to", "ask", "invite", "confirm", "collect", "put together", "work on", "sign",
            "print", "copy", "implement",
            "add", "remove", "change", "measure", "record", "read", "meet", "decide", "provide", "build", "run",
            "circulate", "post", "pay",
        ],
        "de": [
            "schicken", "schicke", "senden", "sende", "vorbereiten", "schreiben", "schreibe", "prüfen", "prüfe",
            "überprüfen", "planen", "anrufen", "buchen",
            "fertigstellen", "beheben", "aktualisieren", "teilen", "kontaktieren", "organisieren", "erstellen",
            "herausfinden", "liefern",
            "einreichen", "testen", "entwerfen", "untersuchen", "bestellen", "kaufen", "mitbringen", "hochladen",
            "installieren",
            "veröffentlichen", "berichten", "fragen", "einladen", "bestätigen", "sammeln", "unterschreiben", "ändern",
            "melden", "klären", "besprechen",
            "entscheiden", "kümmere", "kümmern", "übernehmen",
        ],
        "fr": [
            "envoyer", "préparer", "écrire", "rédiger", "vérifier", "planifier", "appeler", "réserver", "finir",
            "terminer", "corriger", "mettre à jour",
            "partager", "contacter", "organiser", "créer", "livrer", "soumettre", "tester", "rechercher", "commander",
            "acheter", "apporter",
            "installer", "publier", "demander", "inviter", "confirmer", "signer", "modifier", "décider", "occupe",
            "charge", "relire",
        ],
        "es": [
            "enviar", "mandar", "preparar", "escribir", "redactar", "revisar", "comprobar", "programar", "llamar",
            "reservar", "terminar", "corregir",
            "actualizar", "compartir", "contactar", "organizar", "crear", "entregar", "probar", "investigar", "pedir",
            "comprar", "traer",
            "subir", "instalar", "publicar", "preguntar", "invitar", "confirmar", "firmar", "cambiar", "decidir",
            "encargo", "hablar con",
        ],
        "zh": [
            "发送", "发给", "发一", "准备", "写", "检查", "确认", "安排", "联系", "打电话", "预订", "完成", "修复", "更新", "审核", "分享", "整理", "创建",
            "提交",
            "测试", "设计", "调查", "购买", "上传", "安装", "发布", "汇报", "邀请", "讨论", "决定", "通知", "修改", "处理",
        ],
        "ja": [
            "送", "準備", "書", "確認", "連絡", "予約", "完成", "修正", "更新", "共有", "作成", "提出", "テスト", "調査", "調べ", "購入", "アップロード",
            "公開", "報告",
            "依頼", "招待", "検討", "決め", "手配", "対応", "変更", "まとめ",
        ],
        "ko": [
            "보내", "준비", "작성", "확인", "연락", "예약", "완료", "수정", "업데이트", "공유", "만들", "제출", "테스트", "조사", "구매", "업로드", "설치",
            "게시", "보고",
            "요청", "초대", "검토", "결정", "정리", "전달",
        ],
    ]

    /// When something is due.
    static let deadlines: [String: [String]] = [
        "en": [
            "today", "tonight", "tomorrow", "by monday", "by tuesday", "by wednesday", "by thursday", "by friday",
            "by saturday", "by sunday",
            "on monday", "on tuesday", "on wednesday", "on thursday", "on friday", "this week", "next week",
            "next month", "by the end of the week",
            "by the end of the month", "by the end of the day", "before the next meeting", "for the next meeting",
            "next meeting", "by then", "as soon as possible", "asap", "right away",
            "by next week", "this afternoon", "by noon",
        ],
        "de": [
            "heute", "morgen", "übermorgen", "bis montag", "bis dienstag", "bis mittwoch", "bis donnerstag",
            "bis freitag", "diese woche",
            "nächste woche", "bis nächste woche", "nächsten monat", "bis ende der woche", "bis zum nächsten treffen",
            "so bald wie möglich", "sofort",
            "am montag", "am dienstag", "am mittwoch", "am donnerstag", "am freitag",
        ],
        "fr": [
            "aujourd'hui", "demain", "ce soir", "d'ici lundi", "d'ici mardi", "d'ici mercredi", "d'ici jeudi",
            "d'ici vendredi", "cette semaine",
            "la semaine prochaine", "le mois prochain", "avant la prochaine réunion", "dès que possible", "avant lundi",
            "avant vendredi", "lundi",
            "mardi", "mercredi", "jeudi", "vendredi",
        ],
        "es": [
            "hoy", "mañana", "esta noche", "antes del lunes", "antes del viernes", "para el lunes", "para el martes",
            "para el miércoles", "para el jueves",
            "para el viernes", "esta semana", "la próxima semana", "el próximo mes", "antes de la próxima reunión",
            "cuanto antes", "lo antes posible",
            "el lunes", "el martes", "el miércoles", "el jueves", "el viernes",
        ],
        "zh": [
            "今天", "明天", "后天", "今晚", "本周", "这周", "下周", "下个月", "周一", "周二", "周三", "周四", "周五", "星期一", "星期五", "月底", "尽快",
            "下次会议", "之前",
        ],
        "ja": ["今日", "明日", "明後日", "今週", "来週", "来月", "月曜", "火曜", "水曜", "木曜", "金曜", "月末", "できるだけ早く", "次回", "までに"],
        "ko": [
            "오늘", "내일", "모레", "이번 주", "다음 주", "다음 달", "월요일", "화요일", "수요일", "목요일", "금요일", "월말", "최대한 빨리", "다음 회의", "까지",
        ],
    ]

    /// What might be done, or was done, is no task.
    static let hypotheses: [String: [String]] = [
        "en": [
            "would have", "could have", "should have", "if i", "if you", "if we", "i think", "i guess", "i mean",
            "used to", "tell you", "you know", "say that", "sometimes", "usually", "whenever", "as if", "not gonna",
            "not going to",
        ],
        "de": ["hätte", "hätten", "wenn ich", "wenn du", "wenn wir", "ich glaube", "ich denke", "wäre"],
        "fr": ["aurait", "aurais", "si je", "si tu", "si on", "si nous", "je pense", "je crois"],
        "es": ["habría", "hubiera", "si yo", "si tú", "si nosotros", "creo que", "pienso que"],
        "zh": ["如果", "我觉得", "我认为", "本来"],
        "ja": ["もし", "と思い", "かもしれ"],
        "ko": ["만약", "생각합니다", "것 같"],
    ]

    // MARK: - Moods

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
        "zh": ["重要", "关键", "其实", "事实上", "决定", "原因", "目标", "问题是", "最大", "从来", "总是", "意味着", "结论"],
        "ja": ["重要", "大切", "鍵", "実は", "決定", "理由", "目標", "問題は", "最も", "一番", "決して", "結論", "つまり"],
        "ko": ["중요", "핵심", "사실", "결정", "이유", "목표", "문제는", "가장", "절대", "항상", "결론", "즉"],
    ]

    /// Words that lean on what was said before: a sentence that opens with one cannot stand alone.
    static let leaning: [String: [String]] = [
        "en": [
            "he", "she", "it", "it's", "they", "they're", "them", "this", "that", "that's", "these", "those", "and",
            "but", "or", "because", "so", "which", "then",
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
        "zh": ["什么", "为什么", "怎么", "如何", "哪", "谁", "多少", "几", "吗", "呢", "是否", "能不能", "是不是"],
        "ja": ["何", "なぜ", "どう", "いつ", "どこ", "誰", "どの", "どれ", "いくら", "どんな"],
        "ko": ["무엇", "뭐", "왜", "어떻게", "언제", "어디", "누가", "누구", "얼마", "어떤", "몇"],
    ]
}
