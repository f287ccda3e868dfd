import HearthText

/// A question for what is still to be done: "What must I still do?", "Was muss ich noch erledigen?", "What's on my to-do list?"
///
/// Only questions that ask for nothing else are taken: "What must I do when the boiler fails?" asks for an instruction. Kept here by hand from grammars of
/// the languages; no script makes the list.
package enum TaskQuestion {
    /// - Parameter question: In any language.
    package static func isOne(_ question: String) -> Bool {
        guard question.utf8.count <= 200 else { return false }
        let lower = question.lowercased().replacing("’", with: "'")
        let isUnspaced = lower.unicodeScalars.contains { ScalarClass($0.value).isWithoutSpaces }
        if isUnspaced {
            let bare = lower.filter { $0.isLetter }
            return unspaced.contains { bare.contains($0) && bare.count <= $0.count + mostBeside }
        }
        let words = lower.split { !$0.isLetter && $0 != "'" && $0 != "-" }.map(String.init).filter {
            !adverbs.contains($0)
        }
        return phrases.contains(words.joined(separator: " "))
    }

    /// Characters beside the words of such a question, in scripts without spaces: "I", "still", the polite ending.
    private static let mostBeside = 9

    private static func list(_ text: String) -> [String] {
        text.split { $0 == "|" || $0.isNewline }.map { $0.split(separator: " ").joined(separator: " ") }.filter {
            !$0.isEmpty
        }
    }

    /// "Still", "yet", "now", "today", "this week": without them the question asks the same.
    private static let adverbs = Set(
        words: """
            still yet now today please currently noch jetzt heute alles denn encore maintenant aujourd'hui todavía aún ahora hoy por ancora adesso \
            oggi ainda agora hoje nog nu vandaag fortfarande ännu idag stadig endnu fortsatt ennå vielä tänään jeszcze teraz dzisiaj dziś ještě \
            teď dnes ещё еще сейчас сегодня ще зараз сьогодні daha hâlâ bugün még ma mai încă acum azi ακόμα ακόμη σήμερα masih sekarang còn vẫn \
            bây giờ بعد الآن اليوم עוד עכשיו היום
            """)

    private static let phrases = Set(
        list(
            """
            what must i do|what do i have to do|what do i need to do|what have i got to do|what should i do|what is left to do|what's left to do|what is to do
            what's on my to-do list|what is on my to-do list|what is on my list|what are my to-dos|what are my todos|my to-dos|my to-do list|show my to-dos
            what are my tasks|my tasks|what tasks do i have|which tasks do i have|what do i have to remember|what must i not forget|what should i not forget
            was muss ich tun|was muss ich machen|was muss ich erledigen|was habe ich zu tun|was habe ich zu erledigen|was ist zu tun|was steht an|was soll ich tun
            was darf ich nicht vergessen|was sind meine aufgaben|meine aufgaben|welche aufgaben habe ich|was ist zu erledigen
            que dois-je faire|qu'est-ce que je dois faire|qu'est ce que je dois faire|que me reste-t-il à faire|qu'est-ce qu'il me reste à faire|quelles sont mes tâches|mes tâches
            que dois-je ne pas oublier
            qué tengo que hacer|que tengo que hacer|qué debo hacer|qué me falta hacer|qué me queda por hacer|qué me queda hacer|cuáles son mis tareas|mis tareas
            cosa devo fare|che cosa devo fare|che devo fare|cosa mi resta da fare|cosa ho da fare|le mie cose da fare|quali sono i miei compiti
            o que tenho de fazer|o que tenho que fazer|o que é que tenho de fazer|o que é que tenho que fazer|o que preciso de fazer|o que preciso fazer|o que devo fazer
            o que me falta fazer|as minhas tarefas|minhas tarefas
            wat moet ik doen|wat moet ik|wat heb ik te doen|wat staat er op mijn lijst|mijn taken|wat mag ik niet vergeten
            vad måste jag göra|vad ska jag göra|vad har jag kvar att göra|mina uppgifter|vad får jag inte glömma
            hvad skal jeg gøre|hvad skal jeg|hvad mangler jeg at gøre|hvad må jeg ikke glemme|hva må jeg gjøre|hva skal jeg gjøre|hva har jeg igjen å gjøre
            mitä minun pitää tehdä|mitä pitää tehdä|mitä minun täytyy tehdä|mitä minulla on tekemättä
            co muszę zrobić|co mam zrobić|co mam do zrobienia|co trzeba zrobić|moje zadania|o czym mam pamiętać
            co musím udělat|co mám udělat|co je třeba udělat|moje úkoly|čo musím urobiť|čo mám urobiť
            что мне надо сделать|что мне нужно сделать|что надо сделать|что нужно сделать|что я должен сделать|что я должна сделать|мои дела|мои задачи|что мне осталось сделать
            що мені треба зробити|що мені потрібно зробити|що треба зробити|що я маю зробити|мої справи
            ne yapmam lazım|ne yapmam gerek|ne yapmam gerekiyor|ne yapmalıyım|neler yapmam lazım|yapılacaklar listem
            mit kell tennem|mit kell megtennem|mit kell csinálnom|mit kell elintéznem|mi a teendőm|mik a teendőim
            ce trebuie să fac|ce am de făcut|τι πρέπει να κάνω|τι έχω να κάνω
            apa yang harus aku lakukan|apa yang harus saya lakukan|apa yang perlu saya lakukan|apa tugas saya
            tôi phải làm gì|tôi cần làm gì|phải làm gì
            ماذا يجب أن أفعل|ماذا علي أن أفعل|ما الذي يجب أن أفعله|ما هي مهامي
            מה אני צריך לעשות|מה אני צריכה לעשות|מה עליי לעשות|מה המשימות שלי
            """))

    private static let unspaced = list(
        """
        何をしなければなりません|何をしなければならない|何をしなきゃ|やることは何|やるべきこと|しなければならないこと|やらなければならないこと
        뭘해야|무엇을해야|뭐해야|할일이뭐|할일은|해야할일
        要做什么|该做什么|需要做什么|待办事项|要做的事|該做什麼|要做什麼
        """)
}
