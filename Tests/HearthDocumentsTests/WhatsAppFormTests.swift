import HearthCore
import Testing

@testable import HearthDocuments

/// What telephones write into chats, and what only looks like it.
struct WhatsAppFormTests {
    /// What two people say to each other in a chat of Android, behind two lines that make it one.
    private func words(_ text: String) async throws -> (said: [String], warnings: [String]) {
        let chat = "13/03/2024, 10:15 - Ann: a\n13/03/2024, 10:16 - Bob: b\n13/03/2024, 10:17 - Ann: \(text)"
        let document = try await read(chat, "chat.txt")
        let said = zip(document.blocks, document.pieces()).filter { $0.0.kind == .utterance }.map(\.1)
        return (Array(said.dropFirst(2)), document.warnings.map(\.message))
    }

    @Test(arguments: [
        "I promise", "Promis !", "promessa mia", "Voice omitted?", "<big hug>", "<the omission hurts>",
        "You deleted this message? Why?", "This message was deleted, but I know what it said",
        "Документ безопасен", "видео безопасности", "Call at 3.15 (joint call with Bob)", "晚上7.30见 (附近的咖啡馆)",
        "See Plan.B (the joint one of us all)", "Read <what I edited>", "see <https://example.org>",
        "write to <mailto:ann@example.org>",
    ])
    func whatPeopleWriteIsNoRemark(_ text: String) async throws {
        let (said, warnings) = try await words(text)
        #expect(said == ["[10:17] Ann: \(text)"])
        #expect(warnings.isEmpty)
    }

    @Test(arguments: [
        "<Media omitted>", "<Medien ausgeschlossen>", "<Médias omis>", "<Multimedia omitido>", "<Media omessi>",
        "<Mídia oculta>", "<Media weggelaten>", "<Без медиафайлов>", "<省略多媒体文件>", "<미디어 파일을 제외했습니다>",
        "<Media tidak disertakan>", "<تم استبعاد الوسائط>", "‹Media omitted›", "\u{200E}Bild weggelassen",
    ])
    func mediaAreCounted(_ text: String) async throws {
        let (said, warnings) = try await words(text)
        #expect(said.isEmpty)
        #expect(warnings == ["1 picture, recording or other file without a name was left out."])
    }

    @Test(arguments: [
        "This message was deleted", "You deleted this message.", "This message was deleted by admin Bob",
        "Ce message a été supprimé par l’admin Bob", "\u{200F}تم حذف هذه الرسالة", "Mesej ini telah dipadam",
    ])
    func deletedMessagesAreCounted(_ text: String) async throws {
        let (said, warnings) = try await words(text)
        #expect(said.isEmpty)
        #expect(warnings == ["1 message was deleted by its sender."])
    }

    @Test(arguments: [
        ("Shopping • milk \u{200E}<attached: 1.jpg>", "Shopping • milk [1.jpg]"),
        ("Roof \u{200E}<attached: 00000012-PHOTO.jpg>", "Roof [00000012-PHOTO.jpg]"),
        ("offer.pdf • 3 pages \u{200E}<attached: 00000013-offer.pdf>", "[offer.pdf]"),
        ("compare <std::vector.h>", "compare <std::vector.h>"),
    ])
    func whatStandsBeforeAFileIsKept(_ text: String, _ shown: String) async throws {
        #expect(try await words(text).said == ["[10:17] Ann: \(shown)"])
    }

    @Test(arguments: [
        "12.03.2024, 10:15 - Present: Ann\n\nThe roof leaks.\n\n19.03.2024, 10:15 - Present: Ann, Bob\n\nIt is mended.",
        "[05.03.2024 10:15:30] INFO main: started\n[05.03.2024 10:15:31] WARN disk: slow",
        "[05.03.2024 10:15:30] [error] main: started\n[05.03.2024 10:15:31] [error] disk: full",
        "05.03.2024, 10:15 - Note: all that follows\n" + String(repeating: "It rained.\n", count: 15)
            + "06.03.2024, 10:15 - Note: more\n" + String(repeating: "It rained.\n", count: 15),
    ])
    func minutesAndLogsAreNoChats(_ text: String) async throws {
        #expect(try await read(text, "notes.txt").format != .chat)
    }

    @Test(arguments: [
        // A chat that something put empty lines into, and one whose people write long.
        "13/03/2024, 10:15 - Ann: a\n\n13/03/2024, 10:16 - Bob: b\n\n13/03/2024, 10:17 - Ann: c",
        "13/03/2024, 10:15 - Ann: a\nb\nc\n\nd\ne\n13/03/2024, 10:16 - Bob: f\ng\nh\ni",
        "[13.03.24, 10:15:30] Info Kita: Morgen ist zu.\n[13.03.24, 10:16:30] Ann: Danke",
    ])
    func chatsStayChats(_ text: String) async throws {
        #expect(try await read(text, "chat.txt").format == .chat)
    }

    private func days(_ lines: [String]) async throws -> (days: [String], warnings: [String]) {
        let text = lines.enumerated().map { "\($0.element) - \($0.offset % 2 == 0 ? "Ann" : "Bob"): word" }
        let document = try await read(text.joined(separator: "\n"), "chat.txt")
        try #require(document.format == .chat)
        let headings = zip(document.blocks, document.pieces()).filter { $0.0.kind == .heading(level: 3) }
        return (headings.map(\.1), document.warnings.map(\.message))
    }

    @Test func datesWithDotsAreOfDaysFirst() async throws {
        let greetings = try await days(["01.01.22, 00:01", "01.01.23, 00:01", "01.01.24, 00:02"])
        #expect(greetings.days == ["2022-01-01", "2023-01-01", "2024-01-01"])
        #expect(greetings.warnings.isEmpty)
        let day = try await days(["05.03.24, 10:15", "05.03.24, 10:16"])
        #expect(day.days == ["2024-03-05"])
        #expect(day.warnings.isEmpty)
        // Korea's have a dot at the end.
        let korean = try await days(["24. 3. 5. 오후 10:15", "24. 3. 16. 오후 10:15"])
        #expect(korean.days == ["2024-03-05", "2024-03-16"])
    }

    @Test func yearsBeforeMessengersAreNone() async throws {
        let slashes = try await days(["01/01/22, 00:01", "01/01/23, 00:01", "01/01/24, 00:02"])
        #expect(slashes.days == ["2022-01-01", "2023-01-01", "2024-01-01"])
    }

    @Test func theNoteNamesTheOrder() async throws {
        let months = try await days(["3/5/24, 10:15 PM", "3/5/24, 10:16 PM"])
        #expect(months.days == ["2024-03-05"])
        #expect(months.warnings == ["Its dates can be read in two ways; they were read with the month first."])
        // India's and Britain's have two digits.
        let padded = try await days(["05/03/24, 10:15 pm", "05/03/24, 10:16 pm"])
        #expect(padded.days == ["2024-03-05"])
        #expect(padded.warnings == ["Its dates can be read in two ways; they were read with the day first."])
        let years = try await days(["20/01/19, 10:15", "20/01/20, 10:15", "20/01/21, 10:15"])
        #expect(years.days == ["2020-01-19", "2020-01-20", "2020-01-21"])
        #expect(years.warnings == ["Its dates can be read in two ways; they were read with the year first."])
    }

    @Test(arguments: [
        "13\u{200F}/3\u{200F}/2024, 10:15 م\u{200F} - Ann: a\n14\u{200F}/3\u{200F}/2024, 10:15 م - Bob: b",
        "١٣\u{200F}/٣\u{200F}/٢٠٢٤، ٢٢:١٥\u{200F} - Ann: a\n١٤\u{200F}/٣\u{200F}/٢٠٢٤، ٢٢:١٥ - Bob: b",
        "13/03/2024, 10:15 PTG - Ann: a\n14/03/2024, 10:15 PG - Bob: b",
    ])
    func telephonesInArabicAndMalayAreRead(_ text: String) async throws {
        let document = try await read(text, "chat.txt")
        try #require(document.format == .chat)
        #expect(document.pieces()[2] == "2024-03-13")
        #expect(document.pieces()[3] == "[22:15] Ann: a")
        #expect(document.pieces()[4] == "2024-03-14")
    }

    /// Forms of telephones in other languages: the year first, the time first, hours with their own marks, the Buddhist era.
    @Test(arguments: [
        ("[2024/01/03 21:15:00] 花子: 屋根\n[2024/01/14 9:17:00] 太郎: 明日", "2024-01-03"),
        ("2024. 1. 3. 오후 9:15, 민수: 지붕\n2024. 1. 14. 오전 9:17, 지영: 내일", "2024-01-03"),
        ("2024년 1월 3일 오후 9:15, 민수 : 지붕\n2024년 1월 14일 오전 9:17, 지영 : 내일", "2024-01-03"),
        ("[2024-01-03 21:15:00] Anna: Taket\n[2024-01-14 09:17:00] Pelle: i morgon", "2024-01-03"),
        ("2024-01-03 21 h 15 - Anna: toit\n2024-01-14 9 h 17 - Luc: demain", "2024-01-03"),
        ("3.01.24 г., 21:15 ч. - Anna: roof\n14.01.24 г., 9:17 ч. - Bob: soon", "2024-01-03"),
        ("21:15, 3/1/2024 - Anna: roof\n9:17, 14/1/2024 - Bob: soon", "2024-01-03"),
        ("3/1/2567 21:15 - Anna: roof\n14/1/2567 9:17 - Bob: soon", "2024-01-03"),
    ])
    func formsOfOtherLanguagesAreChats(_ text: String, _ day: String) async throws {
        let document = try await read(text, "_chat.txt")
        #expect(document.blocks.count { $0.kind == .utterance } == 2)
        #expect(document.text.contains(day) && document.text.contains("[21:15]"))
    }

    @Test(arguments: [
        "[2024-01-01 21:11:00] db: open\n[2024-01-01 21:12:00] net: up\n[2024-01-01 21:13:00] db: closed",
        "[2024-01-01 21:11:00] main: start\n[2024-01-01 21:12:00] main: stop", "21:15, 3 - a: b\n21:16, 4 - a: c",
    ]) func logsOfProgramsAreNoChats(_ text: String) async throws {
        #expect(try await !read(text, "run.log").blocks.contains { $0.kind == .utterance })
    }
}
