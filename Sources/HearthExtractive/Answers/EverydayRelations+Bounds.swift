extension EverydayRelations {
    /// The words by which texts tell when something begins and ends, by language.
    ///
    /// "When does the lease end?" is seldom answered in these words: a paper says "from 1 March to 31 January", and that what stands before the
    /// last day is an end is told by a preposition or an ending alone. So these count as telling an end as well, where a date stands in the
    /// sentence. The verbs are those of the dictionaries of the languages, the prepositions a closed class; a word that is too much else
    /// ("à", "с", "من") is left out. Kept here by hand; no script makes the list.
    static let bounds: [String: [Relation]] = [
        "pt": [
            begin("começa começam começou inicia início começo"),
            end("termina terminam acaba acabam finda fim expira cessa", "até"),
        ],
        "nl": [
            begin("begint beginnen start starten aanvang ingang"),
            end("eindigt eindigen einde stopt afloopt loopt verloopt", "tot"),
        ],
        "sv": [
            begin("börjar börja startar inleds start"),
            end("slutar sluta upphör upphöra slut utgår löper", "till"),
        ],
        "da": [begin("begynder begynde starter start"), end("slutter slutte ophører udløber slut", "til")],
        "nb": [begin("begynner begynne starter start"), end("slutter slutte opphører utløper slutt", "til")],
        "fi": [
            begin("alkaa alkavat alkoi alkaen alku"),
            end("päättyy päättyvät loppuu loppuvat loppu päättyminen", "saakka asti"),
        ],
        "hu": [begin("kezdődik kezdődnek indul kezdete"), end("végződik lejár lejárat vége megszűnik befejeződik")],
        "pl": [
            begin("zaczyna zaczynają rozpoczyna rozpoczęcie początek"),
            end("kończy kończą koniec upływa wygasa zakończenie", "do"),
        ],
        "cs": [begin("začíná začínají začátek zahájení"), end("končí konec skončí vyprší uplyne ukončení", "do")],
        "sk": [begin("začína začínajú začiatok"), end("končí koniec skončí vyprší uplynie ukončenie", "do")],
        "hr": [begin("počinje počinju početak"), end("završava završavaju istječe prestaje kraj", "do")],
        "ro": [begin("începe încep începutul început"), end("termină expiră încetează sfârșitul sfârșit", "până")],
        "el": [
            begin("αρχίζει αρχίζουν ξεκινά ξεκινάει έναρξη"),
            end("λήγει λήγουν τελειώνει τελειώνουν λήξη τέλος", "έως μέχρι"),
        ],
        "ru": [
            begin("начинается начинаются начнётся начнется начало начала"),
            end(
                "заканчивается заканчиваются закончится кончается истекает истечение окончание окончания конец завершается",
                "до по"),
        ],
        "uk": [
            begin("починається починаються почнеться початок"),
            end("закінчується закінчуються завершується спливає закінчення кінець", "до по"),
        ],
        "bg": [begin("започва започват начало"), end("изтича свършва приключва завършва край", "до")],
        "sr": [begin("почиње почињу почетак"), end("завршава истиче престаје крај", "до")],
        "tr": [
            begin("başlıyor başlar başlayacak başlangıç başlangıcı"),
            end("bitiyor biter bitecek bitiş bitişi sona erer eriyor", "kadar"),
        ],
        "id": [begin("mulai dimulai"), end("berakhir selesai habis", "sampai hingga")],
        "vi": [end("kết thúc hết hạn", "đến")],
        "hi": [begin("शुरू आरंभ प्रारंभ"), end("समाप्त खत्म ख़त्म अंत", "तक")],
        "ar": [begin("يبدأ تبدأ بداية"), end("ينتهي تنتهي انتهاء نهاية", "حتى")],
        "he": [begin("מתחיל מתחילה תחילת"), end("מסתיים מסתיימת נגמר נגמרת סיום", "עד")],
        "zh": [begin("开始 起始 開始"), end("结束 到期 终止 届满 結束 終止", "截止 为止")],
        "ja": [begin("始ま 開始", "から"), end("終わ 終了 満了", "まで")],
        // Particles are no part of a word of Korean as it is searched, "까지" among them.
        "ko": [begin("시작"), end("끝나 종료 만료")],
    ]

    private static func begin(_ words: String, _ other: String = "") -> Relation {
        Relation(.time, .moment, words, "\(words) \(other)")
    }

    /// - Parameter other: What tells an end besides, and asks for none.
    private static func end(_ words: String, _ other: String = "") -> Relation {
        Relation(.time, .moment, words, "\(words) \(other)")
    }
}
