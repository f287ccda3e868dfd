import HearthCore
import Testing

@testable import HearthExtractive

@Suite struct DueReaderTests {
    @Test(arguments: [
        ("en", "I'll write to the members by the first of May.", "by the first of May"),
        ("en", "Could you get the quotes by the end of next week?", "by the end of next week"),
        ("en", "We need the keys on the 3rd, please.", "on the 3rd"),
        ("en", "I'll paint the hall before Christmas.", "before Christmas"),
        ("en", "You will have it by close of business tomorrow.", "by close of business tomorrow"),
        ("en", "Please make an appointment in two weeks, when we have the picture.", "in two weeks"),
        ("en", "Send it no later than Friday morning.", "no later than Friday morning"),
        ("en", "On Monday I go to Leeds, but the report is done by the 14th of March.", "by the 14th of March"),
        ("en", "Can you finish it by 5pm?", "by 5pm"),
        ("en", "It has to be there by end of day Friday.", "by end of day Friday"),
        ("en", "You'll have it by Wednesday lunchtime.", "by Wednesday lunchtime"),
        ("en", "I'll come next Monday or Tuesday with the keys.", "next Monday or Tuesday"),
        ("en", "Send it on Friday or call me.", "on Friday"),
        ("de", "Wir machen es nächsten Montag oder Dienstag.", "nächsten Montag oder Dienstag"),
        ("en", "I'll do it next week.", "next week"), ("en", "Call me in a fortnight.", "in a fortnight"),
        ("de", "Ich bestelle das Zelt bis zum ersten Mai.", "bis zum ersten Mai"),
        ("de", "Das muss am ersten Mai fertig sein.", "am ersten Mai"),
        ("de", "Ich frage sie bis Ende nächster Woche.", "bis Ende nächster Woche"),
        ("de", "Der Antrag muss bis zum 15. Januar dort sein.", "bis zum 15. Januar"),
        ("de", "Ich rufe ihn noch vor Weihnachten an.", "vor Weihnachten"),
        ("de", "Wir treffen uns in zwei Wochen.", "in zwei Wochen"),
        ("fr", "J'envoie le fichier d'ici la fin de la semaine prochaine.", "d'ici la fin de la semaine prochaine"),
        ("fr", "Je vais préparer la liste avant Noël.", "avant Noël"), ("fr", "Je l'appelle demain.", "demain"),
        ("es", "Lo pediré antes del viernes.", "antes del viernes"),
        ("es", "Empezamos el tres de febrero.", "el tres de febrero"),
        ("es", "La enviaré la semana que viene.", "la semana que viene"),
        ("it", "Lo mando entro la fine del mese.", "entro la fine del mese"),
        ("pt", "Envio isso até sexta-feira.", "até sexta-feira"),
        ("nl", "Ik stuur het voor het einde van de maand.", "voor het einde van de maand"),
        ("ru", "Я отправлю отчёт до конца следующей недели.", "до конца следующей недели"),
    ]) func timesAreReadAsTheyAreSaid(language: String, sentence: String, due: String) {
        #expect(DueReader(language: language).due(in: sentence) == due)
    }

    @Test(arguments: [
        ("en", "The office is on the 3rd floor."), ("en", "We do exercises for six weeks."),
        ("en", "This may be late."),
        ("en", "I saw her last Tuesday."), ("en", "On second thought, no."), ("en", "It was two weeks ago."),
        ("en", "In the end we laughed."), ("de", "Guten Morgen zusammen."), ("de", "Vor zwei Wochen war er krank."),
        ("es", "Trabajo por la mañana."), ("et", "Reedel on koosolek."), ("en", ""),
    ]) func whatIsNoTimeToComeIsNone(language: String, sentence: String) {
        #expect(DueReader(language: language).due(in: sentence) == nil)
    }

    @Test func aTimeIsPartOfItsSentenceAlsoBesideOtherScripts() throws {
        let sentence = "„Könnt ihr’s“ – ja – bis Freitag erledigen?"
        let span = try #require(DueReader(language: "de").span(in: sentence))
        #expect(sentence.text(in: span) == "bis Freitag")
    }

    @Test(arguments: [
        ("en", "Thursday", true), ("en", "27th", true), ("en", "July, twelfth", true), ("en", "next month", true),
        ("en", "Monday mornings", false), ("en", "Christmas dinner", false), ("en", "Christmas", false),
        ("en", "budget meeting", false), ("de", "letztes Jahr", true), ("de", "ersten Mai", true), ("de", "Euro", true),
        ("fr", "mardi", true), ("es", "lunes", true), ("xx", "Thursday", false), ("en", "", false),
    ]) func whatIsOnlyATimeIsNoTag(language: String, phrase: String, isTime: Bool) {
        #expect(TimePhrases.isOnlyTime(phrase, language: language) == isTime)
    }

    @Test(arguments: [
        ("en", "Hi everyone, thanks for joining.", true),
        ("en", "Welcome, Professor Adeyemi, and thank you for taking the time to talk to us.", true),
        ("en", "Good evening and welcome to the meeting of the board of the Fernhill Society.", true),
        ("en", "Hello and welcome back to Kitchen Radio, the show about growing food in small places.", false),
        ("en", "Thanks, the invoice arrived, but the tax number and the address are wrong.", false),
        ("de", "Guten Abend zusammen, schön, dass ihr alle da seid.", true),
        ("de", "Danke, fangen wir mit dem Sommerfest und der Kasse des Vereins an.", false),
        ("fr", "Bonjour à tous, merci d'être venus.", true), ("es", "Buenas tardes a todos y gracias por venir.", true),
        ("et", "Tere hommikust.", false), ("en", "", false),
    ]) func greetingsAreTold(language: String, sentence: String, isCourtesy: Bool) {
        #expect(Courtesies.isCourtesy(sentence, language: language) == isCourtesy)
    }
}
