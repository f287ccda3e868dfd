/// Words and phrases that tell what a sentence does in a conversation, by language.
///
/// General words of each language, kept here by hand and not taken from any text. Verbs in the forms that people say.
enum SpeechMarkers {
    /// The speaker takes something on.
    static let promises: [String: [String]] = [
        "en": [
            "i'll", "i will", "i'm going to", "i am going to", "i need to", "i have to", "i should", "i must",
            "i've got to", "i'll have to", "i promise", "i promise i'll", "i promise to", "i promised to",
            "i promised i'd", "i'm supposed to", "i'm meant to", "i'd better",
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
        "it": [
            "farò", "devo", "dovrò", "posso", "voglio", "vado a", "me ne occupo", "ci penso io", "manderò", "invierò",
            "mi incarico",
        ],
        "pt": [
            "vou", "tenho de", "tenho que", "devo", "posso", "quero", "eu trato", "eu cuido", "encarrego-me",
            "me encarrego", "enviarei", "farei", "preciso",
        ],
        "nl": [
            "ik zal", "ik ga", "ik moet", "ik kan", "ik wil", "ik zou", "ik zorg", "ik regel", "ik stuur",
            "ik neem op me",
        ],
        "ru": [
            "я буду", "я должен", "я должна", "я могу", "мне нужно", "мне надо", "я хочу", "я возьму", "беру на себя",
            "я займусь", "я отправлю", "я сделаю", "я пришлю",
        ],
        "zh": ["我会", "我来", "我要", "我去", "我需要", "我得", "我负责", "由我"],
        "ja": ["私が", "僕が", "します", "しておき", "やります", "いたします", "担当し"],
        "ko": ["제가", "내가", "하겠습니다", "할게요", "드리겠습니다", "드릴게요", "맡겠"],
    ]

    /// Somebody else, or everybody, is to do something.
    static let requests: [String: [String]] = [
        "en": [
            "please", "can you", "could you", "would you", "will you", "we need to", "we have to", "we should",
            "we must", "let's", "make sure",
            "remember to", "don't forget", "needs to", "will have to", "we'll have to", "i'd like you to",
            "i need you to", "i want you to", "would you mind", "can somebody", "could somebody", "can someone",
            "could someone", "can anybody", "could anybody", "can anyone", "could anyone",
        ],
        "de": [
            "bitte", "kannst du", "können sie", "könntest du", "könnten sie", "würdest du", "würden sie", "du musst",
            "sie müssen",
            "wir müssen", "wir sollten", "wir sollen", "wir werden", "lass uns", "lassen sie uns", "denk daran",
            "denken sie", "vergiss nicht",
            "vergessen sie nicht", "kann jemand", "könnte jemand", "muss noch", "soll bis", "sollte noch",
        ],
        "fr": [
            "s'il te plaît", "s'il vous plaît", "peux-tu", "pouvez-vous", "pourrais-tu", "pourriez-vous", "merci de",
            "quelqu'un peut", "quelqu'un pourrait",
            "il faut", "nous devons", "on doit",
            "on va", "nous allons", "tu dois", "vous devez", "n'oublie pas", "n'oubliez pas", "veuillez", "il faudrait",
            "doit être",
        ],
        "es": [
            "por favor", "puedes", "puede", "podrías", "podría", "tenemos que", "debemos", "hay que", "vamos a",
            "tienes que", "tiene que",
            "no olvides", "no olviden", "recuerda", "recuerden", "deberíamos", "debería", "necesitamos",
        ],
        "it": [
            "per favore", "puoi", "può", "potresti", "potrebbe", "potete", "dobbiamo", "bisogna", "devi", "deve",
            "dovete", "dovremmo", "ricordati", "ricordatevi", "non dimenticare", "non dimenticate", "facciamo in modo",
            "va fatto",
        ],
        "pt": [
            "por favor", "podes", "pode", "poderias", "poderia", "podem", "temos de", "temos que", "precisamos",
            "é preciso", "tens de", "tem de", "tem que", "devemos", "deveríamos", "não te esqueças", "não se esqueça",
            "não esqueça", "lembre-se",
        ],
        "nl": [
            "alsjeblieft", "alstublieft", "graag", "kun je", "kan je", "kunt u", "zou je", "zou u", "wil je", "wilt u",
            "we moeten", "we zullen", "laten we", "kan iemand", "wil iemand", "je moet", "u moet", "moet nog",
            "denk eraan", "vergeet niet",
        ],
        "ru": [
            "пожалуйста", "можешь", "можете", "можешь ли", "не могли бы", "мог бы", "могла бы", "нам нужно", "нам надо",
            "мы должны", "нужно", "надо", "необходимо", "давайте", "ты должен", "вы должны", "не забудь", "не забудьте",
            "прошу",
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
        "it": ["si può", "potrei", "possiamo"],
        "pt": ["pode-se", "podemos", "eu podia"],
        "nl": ["we kunnen", "ik zou kunnen", "men moet"],
        "ru": ["можно", "мы можем", "следует"],
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
        "it": ["da fare", "compito", "compiti", "prossimo passo", "prossimi passi", "attività", "scadenza"],
        "pt": ["tarefa", "tarefas", "por fazer", "a fazer", "próximo passo", "próximos passos", "pendente", "prazo"],
        "nl": ["actiepunt", "actiepunten", "taak", "te doen", "volgende stap", "volgende stappen", "deadline"],
        "ru": ["задача", "задачи", "поручение", "следующий шаг", "следующие шаги", "срок", "к выполнению"],
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
            "circulate", "post", "pay", "look at", "take care of", "pick up", "fill in", "fill out", "hand in",
            "make an appointment",
            "follow up", "clean", "repair", "return", "remind", "ring", "phone", "text", "drive", "fetch", "renew",
            "cancel", "sort out", "swap", "drop off", "register", "apply for", "sign up", "replace", "switch off",
            "turn off", "transfer", "refund", "water", "wash", "paint", "reply", "chase", "put in", "take off",
            "tidy", "move", "translate", "back up", "insure", "descale",
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
            "entscheiden", "kümmere", "kümmern", "übernehmen", "abgeben", "bezahlen", "überweisen", "abholen",
            "reservieren", "erledigen",
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
            "encargo", "hablar con", "buscar", "pagar", "recoger", "avisar",
        ],
        "it": [
            "mandare", "manderò", "inviare", "invierò", "preparare", "scrivere", "controllare", "verificare",
            "pianificare", "chiamare", "telefonare", "prenotare", "finire", "completare", "correggere", "aggiornare",
            "condividere", "contattare", "organizzare", "creare", "consegnare", "provare", "cercare", "ordinare",
            "comprare", "portare", "caricare", "installare", "pubblicare", "chiedere", "invitare", "confermare",
            "firmare", "cambiare", "decidere", "occupo", "parlare con",
        ],
        "pt": [
            "enviar", "enviarei", "mandar", "preparar", "escrever", "verificar", "rever", "marcar", "ligar",
            "telefonar", "reservar", "terminar", "acabar", "corrigir", "atualizar", "partilhar", "compartilhar",
            "contactar", "contatar", "organizar", "criar", "entregar", "testar", "investigar", "encomendar", "pedir",
            "comprar", "trazer", "carregar", "instalar", "publicar", "perguntar", "convidar", "confirmar", "assinar",
            "mudar", "decidir", "tratar", "falar com",
        ],
        "nl": [
            "sturen", "stuur", "versturen", "opsturen", "voorbereiden", "schrijven", "schrijf", "controleren",
            "nakijken", "plannen", "bellen", "bel", "boeken", "afmaken", "afronden", "herstellen", "bijwerken", "delen",
            "contacteren", "organiseren", "regelen", "maken", "leveren", "indienen", "testen", "uitzoeken", "bestellen",
            "kopen", "meenemen", "uploaden", "installeren", "publiceren", "vragen", "uitnodigen", "bevestigen",
            "ondertekenen", "wijzigen", "beslissen", "bespreken", "zorg",
        ],
        "ru": [
            "отправить", "отправлю", "послать", "пришлю", "прислать", "подготовить", "написать", "проверить",
            "запланировать", "позвонить", "забронировать", "закончить", "исправить", "обновить", "поделиться",
            "связаться", "организовать", "создать", "сдать", "протестировать", "выяснить", "узнать", "заказать",
            "купить", "принести", "загрузить", "установить", "опубликовать", "спросить", "пригласить", "подтвердить",
            "собрать", "подписать", "изменить", "решить", "обсудить", "сделать", "займусь",
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

    /// When something is due, in words that are no time of the calendar; the others are ``CalendarWords``. Those of languages that set no spaces
    /// are all here.
    static let deadlines: [String: [String]] = [
        "en": ["by then", "as soon as possible", "asap", "right away"],
        "de": ["so bald wie möglich", "sobald wie möglich", "sofort", "umgehend", "bis dahin"],
        "fr": ["dès que possible", "tout de suite", "d'ici là"],
        "es": ["cuanto antes", "lo antes posible", "enseguida"],
        "it": ["appena possibile", "al più presto", "subito"],
        "pt": ["assim que possível", "quanto antes"],
        "nl": ["zo snel mogelijk", "meteen"],
        "ru": ["как можно скорее", "срочно"],
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
        "it": ["avrei", "avrebbe", "avessi", "se io", "se tu", "se noi", "credo che", "penso che", "sarebbe"],
        "pt": ["teria", "tivesse", "se eu", "se tu", "se você", "se nós", "acho que", "penso que", "seria"],
        "nl": ["had gekund", "zou hebben", "zou kunnen", "als ik", "als je", "als we", "ik denk", "ik geloof"],
        "ru": ["если бы", "если я", "если ты", "если мы", "я думаю", "мне кажется", "наверное", "бы"],
        "zh": ["如果", "我觉得", "我认为", "本来"],
        "ja": ["もし", "と思い", "かもしれ"],
        "ko": ["만약", "생각합니다", "것 같"],
    ]
}
