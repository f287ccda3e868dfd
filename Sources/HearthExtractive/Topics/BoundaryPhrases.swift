/// Words with which people mark that one topic ends and another begins.
///
/// General words of chairing, lecturing and presenting, after the lists of discourse markers in the literature
/// (Grosz and Sidner 1986; Passonneau and Litman 1997), for the languages Hearth knows best. Kept here by hand; no script makes
/// them.
enum BoundaryPhrases {
    /// Short words that open a new stretch of talk when they open a sentence.
    static let openers: [String: [String]] = [
        "en": [
            "okay", "ok", "alright", "all right", "right", "now", "so", "thank you", "thanks", "anyway", "good",
            "great", "next",
            "fine", "well",
        ],
        "de": [
            "okay", "ok", "gut", "so", "also", "nun", "jetzt", "danke", "vielen dank", "schön", "prima", "dann",
            "als nächstes",
        ],
        "fr": [
            "bon", "bien", "alors", "maintenant", "donc", "merci", "ok", "d'accord", "très bien", "ensuite", "voilà",
        ],
        "es": [
            "bueno", "bien", "ahora", "entonces", "gracias", "vale", "de acuerdo", "muy bien", "pues", "a continuación",
        ],
        "zh": ["好", "那么", "那", "接下来", "现在", "谢谢", "下面", "然后", "首先", "最后", "其次", "另外"],
        "ja": ["では", "それでは", "じゃあ", "さて", "次", "はい", "ありがとう", "続いて", "まず", "最後", "ところで"],
        "ko": ["자", "그럼", "그러면", "다음", "이제", "감사합니다", "네", "먼저", "마지막", "그런데", "한편"],
    ]

    /// Phrases that name the step to another topic. They count among the first words of a sentence.
    static let steps: [String: [String]] = [
        "en": [
            "next", "move on", "moving on", "agenda", "item", "let's", "let us", "let me", "turn to", "turning to",
            "first",
            "second", "secondly", "third", "thirdly", "final", "finally", "last", "lastly", "another", "presentation",
            "welcome",
            "so now", "now we", "begin", "topic", "question", "questions", "issue", "what about", "how about",
            "discuss",
            "discussion", "talk about", "switch", "back to", "anyway", "any other", "close", "wrap", "finish",
            "finished", "i want to",
            "i'd like to", "i would like to", "i wanted to", "chapter", "part", "to start", "in conclusion",
            "to sum up", "in summary",
            "with that", "that brings", "speaking of", "consider", "imagine", "suppose", "step",
        ],
        "de": [
            "nächste", "nächster", "nächstes", "nächsten", "weiter", "tagesordnung", "punkt", "kapitel", "teil",
            "thema", "lassen sie uns",
            "lasst uns", "kommen wir", "gehen wir", "wenden wir", "zuerst", "zunächst", "erstens", "zweitens",
            "drittens",
            "schließlich", "zuletzt", "zum schluss", "abschließend", "willkommen", "frage", "fragen", "was ist mit",
            "sprechen wir",
            "reden wir", "zurück zu", "zurück zum", "zurück zur", "außerdem", "zusammenfassend", "ich möchte",
            "ich wollte", "vorstellen",
            "stellen sie sich vor", "fangen wir",
        ],
        "fr": [
            "suivant", "suivante", "passons", "ordre du jour", "point", "chapitre", "partie", "sujet", "parlons",
            "commençons", "revenons",
            "d'abord", "premièrement", "deuxièmement", "troisièmement", "enfin", "finalement", "pour finir",
            "pour conclure",
            "en conclusion", "bienvenue", "question", "questions", "prochain", "prochaine", "qu'en est-il",
            "je voudrais",
            "j'aimerais", "je voulais", "par ailleurs", "en résumé", "imaginez", "imaginons", "présentation",
        ],
        "es": [
            "siguiente", "pasemos", "pasamos", "orden del día", "punto", "capítulo", "parte", "tema", "hablemos",
            "empecemos", "comencemos",
            "volvamos", "primero", "en primer lugar", "segundo", "en segundo lugar", "tercero", "por último",
            "finalmente", "para terminar",
            "en conclusión", "bienvenidos", "pregunta", "preguntas", "próximo", "próxima", "qué tal", "quisiera",
            "me gustaría", "quería",
            "por otro lado", "en resumen", "imaginen", "imaginemos", "presentación",
        ],
        "zh": [
            "下一个", "下一项", "接下来", "议程", "议题", "话题", "问题", "我们来", "让我们", "讨论", "谈谈", "说说", "看看", "首先", "第一", "第二",
            "第三", "最后", "总结", "总之", "回到", "欢迎", "开始", "章", "部分", "我想", "另外", "介绍", "再来",
        ],
        "ja": [
            "次の", "次に", "次は", "議題", "話題", "テーマ", "に移", "進み", "始め", "まず", "第一", "第二", "第三", "最後", "まとめ", "質問", "章",
            "について", "話しましょう", "見ていき", "見てみ", "戻り", "ようこそ", "紹介", "話は変わ", "続いて",
        ],
        "ko": [
            "다음", "넘어가", "안건", "주제", "이야기해", "이야기하", "말씀드리", "살펴보", "시작하", "먼저", "첫째", "첫 번째", "둘째", "두 번째",
            "셋째", "마지막", "정리하", "요약", "질문", "장에서", "대해", "돌아가", "환영", "소개",
        ],
    ]

    /// Words that close a topic, in the sentence or turn before the new one.
    static let closers: [String: [String]] = [
        "en": [
            "thank you", "thanks", "that's it", "that's all", "any questions", "okay", "ok", "alright", "all right",
            "great",
        ],
        "de": [
            "danke", "vielen dank", "das war's", "das war es", "das ist alles", "noch fragen", "in ordnung", "okay",
            "ok",
        ],
        "fr": ["merci", "c'est tout", "voilà", "des questions", "d'accord", "ok"],
        "es": ["gracias", "eso es todo", "alguna pregunta", "de acuerdo", "vale", "ok"],
        "zh": ["谢谢", "就这样", "就是这些", "好的", "没有问题", "以上"],
        "ja": ["ありがとう", "以上です", "わかりました", "承知", "了解"],
        "ko": ["감사합니다", "고맙습니다", "이상입니다", "알겠습니다", "좋습니다"],
    ]
}
