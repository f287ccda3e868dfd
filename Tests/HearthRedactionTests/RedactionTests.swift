import HearthCore
import HearthModels
import Testing

@testable import HearthRedaction

private func request(_ texts: String...) -> ModelRequest {
    ModelRequest(task: .chat, messages: texts.map { Message(.user, $0) })
}

private let plain = RedactionOptions(explainsPlaceholders: false)
private let accepting = RedactionOptions(acceptsDoubt: true, explainsPlaceholders: false)

/// The text as it would leave, or the doubts.
private func redacted(_ text: String, _ options: RedactionOptions = plain) throws -> String {
    try LocalRedactor().redact(request(text), options: options).request.messages[0].content
}

private func doubts(_ text: String) -> [RedactionError.Doubt] {
    do {
        _ = try redacted(text)
        return []
    } catch {
        return (error as? RedactionError)?.doubts ?? []
    }
}

@Suite("Redaction")
struct RedactionTests {
    @Test(
        "A name that is also a month is no month beside a name",
        arguments: [
            ("My name is Jan Kowalski and I live in Berlin.", "My name is [PERSON_1] and I live in Berlin."),
            ("I met April Jones and Mark Lee in May.", "I met [PERSON_1] and [PERSON_2] in May."),
            (
                "Will Smith and Grace Hopper were there. Rose May wrote to Dr. Jan de Vries.",
                "[PERSON_1] and [PERSON_2] were there. [NAME_1] wrote to Dr. [NAME_2]."
            ),
            ("Monday Kowalski called.", "Monday [PERSON_1] called."),
            ("Meet Jan on 5 Jan 2026.", "Meet Jan on 5 Jan 2026."),
        ])
    func namesOfMonths(text: String, expected: String) throws {
        #expect(try redacted(text) == expected)
    }

    @Test(
        "Who has a form of address is a person, also where the name is that of a company or of a month",
        arguments: [
            ("I saw Dr. August Weber today.", "I saw Dr. [PERSON_1] today."),
            ("I spoke with Dr. Weber about the lease.", "I spoke with Dr. [PERSON_1] about the lease."),
            ("Mr. March left, and Mr. March came back.", "Mr. [PERSON_1] left, and Mr. [PERSON_1] came back."),
            ("Prof. Dr. Weber was there.", "Prof. Dr. [PERSON_1] was there."),
            ("She is a Dr. Then we left in March.", "She is a Dr. Then we left in March."),
        ])
    func formsOfAddress(text: String, expected: String) throws {
        #expect(try redacted(text) == expected)
    }

    @Test(
        "Each kind is replaced by its placeholder",
        arguments: [
            ("Write to ada.lane+x@mail.example.org today.", "Write to [EMAIL_1] today."),
            ("Write to ada (at) example (dot) org today.", "Write to [EMAIL_1] today."),
            ("Log in as root@server1 now.", "Log in as [EMAIL_1] now."),
            ("Call +43 1 234 56 78 at noon.", "Call [PHONE_1] at noon."),
            ("Call (555) 123-4567 at noon.", "Call [PHONE_1] at noon."),
            ("Call 06 12 34 56 78 at noon.", "Call [PHONE_1] at noon."),
            ("My tel.: 40 12 34", "My tel.: [PHONE_1]"),
            ("The card 4111 1111 1111 1111 is mine.", "The card [CARD_1] is mine."),
            ("The card 378282246310005 is mine.", "The card [CARD_1] is mine."),
            ("Pay to AT61 1904 3002 3457 3201 now.", "Pay to [IBAN_1] now."),
            ("Pay to DE89370400440532013000.", "Pay to [IBAN_1]."),
            ("His number is 123-45-6789.", "His number is [IDENTITY_1]."),
            ("Use sk-proj-abcdefghijklmnop1234567890 for it.", "Use [KEY_1] for it."),
            ("Use AKIAIOSFODNN7EXAMPLE for it.", "Use [KEY_1] for it."),
            ("Use ghp_16C7e42F292c6912E7710c838347Ae178B4a.", "Use [KEY_1]."),
            ("The password is hunter2.", "The password is [KEY_1]."),
            ("We set api_key=\"abc def\" there.", "We set api_key=\"[KEY_1]\" there."),
            ("Authorization: Bearer abcdef.ghijkl", "Authorization: Bearer [KEY_1]"),
            ("See https://joe:pw123@example.org/x for it.", "See https://[KEY_1]/x for it."),
            ("The server at 192.168.1.20 is down.", "The server at [HOST_1] is down."),
            ("The server at fe80::1ff:fe23:4567:890a is down.", "The server at [HOST_1] is down."),
            ("We live at 221B Baker Street, London NW1 6XE.", "We live at [ADDRESS_1]."),
            ("We live at 742 Evergreen Terrace, Springfield, IL 62704.", "We live at [ADDRESS_1]."),
            ("Send it to PO Box 1234 please.", "Send it to [ADDRESS_1] please."),
            ("It was sold at Lange Gasse 12, 1080 Wien.", "It was sold at [ADDRESS_1]."),
            ("It was sold at 12 bis, rue de la Paix.", "It was sold at [ADDRESS_1]."),
            ("It was sold at Calle Mayor 3.", "It was sold at [ADDRESS_1]."),
            ("Ask @quiet_fox about it.", "Ask [NAME_1] about it."),
        ])
    func kinds(text: String, expected: String) throws {
        #expect(try redacted(text) == expected)
    }

    @Test("Names are replaced, generally known places and companies are not")
    func names() throws {
        let text = try redacted(
            "Yesterday Maria Brontel met her doctor in Vienna. Later Brontel flew to Germany with Google.")
        #expect(text == "Yesterday [PERSON_1] met her doctor in Vienna. Later [PERSON_2] flew to Germany with Google.")
    }

    @Test("The same value has the same placeholder in every message, and a surname is found again on its own")
    func stable() throws {
        let result = try LocalRedactor().redact(
            request(
                "I wrote to Maria Brontel at m@b.org.", "What did Maria Brontel say? Does m@b.org work? Is BRONTEL in?"),
            options: plain)
        #expect(result.request.messages[0].content == "I wrote to [PERSON_1] at [EMAIL_1].")
        #expect(result.request.messages[1].content.hasPrefix("What did [PERSON_1] say? Does [EMAIL_1] work?"))
        #expect(!result.request.messages[1].content.contains("BRONTEL"))
        #expect(result.replacements.count == 3)
    }

    @Test("A password is found again without its label")
    func passwordAgain() throws {
        let result = try LocalRedactor().redact(
            request("My password: swordfish9", "Is (swordfish9) a good one?"), options: plain)
        #expect(result.request.messages.map(\.content) == ["My password: [KEY_1]", "Is ([KEY_1]) a good one?"])
    }

    @Test("A placeholder that the text already holds is not given out and not restored")
    func lookalikes() throws {
        let text = "The template says [EMAIL_1] and [EMAIL_2]; mine is a@b.org."
        let result = try LocalRedactor().redact(request(text), options: plain)
        #expect(result.request.messages[0].content == "The template says [EMAIL_1] and [EMAIL_2]; mine is [EMAIL_3].")
        let restorer = PlaceholderRestorer(result.replacements)
        #expect(restorer.restore(result.request.messages[0].content) == text)
        #expect(restorer.restore("[EMAIL_1] [EMAIL_3]") == "[EMAIL_1] a@b.org")
    }

    @Test(
        "Ordinary numbers and words are left alone",
        arguments: [
            "On 2024-05-12 we sold 1,234,567 pieces for 12.50 each.", "From 1999-2004 it was 3.14159265 long.",
            "It was 12.05.2024 and then 5/12/24.", "The book is 978-3-16-148410-0.", "It took 12 000 000 years.",
            "Version 1.22.333 is out.", "In 2019 there were 300 of them.", "We waited 10 minutes at 10:30:45.",
            "The id is 123e4567-e89b-12d3-a456-426614174000.", "The state-of-the-art methods are in section 4.",
            "The secret is to wait.", "It scored 3 to 1 in the final.",
        ])
    func harmless(text: String) throws {
        #expect(try redacted(text) == text)
    }

    @Test(
        "What may be private and may be not is refused, and the error holds no text",
        arguments: [
            ("The number 4111 1111 1111 1112 was given.", RedactionKind.card),
            ("The number 123456789 was given.", .number),
            ("The number 555-1234 was given.", .number), ("The account AT62 1904 3002 3457 3201 was given.", .iban),
            ("The hash d41d8cd98f00b204e9800998ecf8427e was given.", .key), ("The number ٠١٢٣٤٥ was given.", .number),
            ("The token xK9fQ2mZ7pL4vB8nR3tW was given.", .key),
        ])
    func doubtful(text: String, kind: RedactionKind) throws {
        let found = doubts(text)
        #expect(found.first?.kind == kind)
        #expect(found.first?.reason == .mayBePrivate)
        let span = try #require(found.first?.span)
        let value = try #require(text.text(in: span))
        let error = RedactionError(found)
        #expect(error.code == "redaction-unsure")
        #expect(!error.message.contains(value))
        // With the user's word it is replaced all the same.
        #expect(try !redacted(text, accepting).contains(value))
    }

    @Test(
        "Text in which names cannot be told is refused, and sent when the user accepts that",
        arguments: [
            ("请给王小明写一封信。", RedactionError.Doubt.Reason.scriptWithoutCapitals),
            ("我是 from Vienna.", .scriptWithoutCapitals),
            ("please write to brontel about the budget", .noCapitals),
            ("WRITE TO BRONTEL ABOUT THE BUDGET NOW", .onlyCapitals),
        ])
    func unreadable(text: String, reason: RedactionError.Doubt.Reason) throws {
        #expect(doubts(text).contains { $0.reason == reason })
        _ = try redacted(text, accepting)
    }

    @Test("Where every noun has a capital, nouns stay, what is certain goes, and it is said what may be left")
    func nounsWithCapitals() throws {
        let text = """
            Liebe Eva, danke für die Karte und die Uhr. Der Käufer, ein Herr Petersen, zahlt im Frühjahr für das Haus. Ich bringe \
            den Wein und das Rezept mit. Schreib mir an hilde@example.org oder ruf an: +49 451 123 45 67. Die Rechnung geht \
            an DE89 3704 0044 0532 0130 00. Petersen weiß Bescheid.
            """
        let result = try LocalRedactor().redact(request(text), options: accepting)
        let sent = result.request.messages[0].content
        for kept in ["Karte", "Uhr", "Käufer", "Frühjahr", "Haus", "Wein", "Rezept", "Rechnung"] {
            #expect(sent.contains(kept), "\(kept)")
        }
        for gone in ["Petersen", "hilde@example.org", "+49 451", "DE89"] { #expect(!sent.contains(gone), "\(gone)") }
        #expect(result.notes.contains { $0.contains("names may be left") && $0.contains("message 1") })
        #expect(try LocalRedactor().redact(request("Maria Brontel left."), options: plain).notes.isEmpty)
    }

    @Test("A short question in such a language keeps its nouns as well")
    func shortQuestionWithNouns() throws {
        #expect(
            try redacted("Wie viel kostet die Karte für das Museum und wann kommt der Bus?", accepting).contains(
                "Karte"))
    }

    @Test("A question in English about a letter in German keeps the nouns of the letter and hides the names of both")
    func nounsInAnotherLanguage() throws {
        let sent = try redacted(
            """
            Please tell me in two sentences what my sister Brontel asked for in the letter below.

            Liebe Eva, danke für die Karte und die Uhr, die gestern mit der Post gekommen sind. Wir trinken heute den Wein und sehen \
            uns das Haus an. Herr Petersen bringt morgen die Schlüssel und das Werkzeug.
            """, accepting)
        for kept in ["Karte", "Uhr", "Post", "Wein", "Haus", "Schlüssel", "Werkzeug"] {
            #expect(sent.contains(kept), "\(kept)")
        }
        for gone in ["Brontel", "Petersen"] { #expect(!sent.contains(gone), "\(gone)") }
    }

    @Test("Something private in a schema or a tool is refused, because it cannot be replaced there")
    func fixedTexts() throws {
        var one = request("Is Maria Brontel in?")
        one.schema = GenerationSchema(
            name: "answer", root: .object(JSONObject([("enum", .array(["Brontel", "nobody"]))])))
        #expect(throws: RedactionError.self) { try LocalRedactor().redact(one, options: plain) }
        one.schema = GenerationSchema(name: "answer", root: .object(JSONObject([("type", "object")])))
        _ = try LocalRedactor().redact(one, options: plain)
        one.tools = [
            ToolDefinition(name: "mail", description: "Writes to boss@example.org.", parameters: .object(JSONObject()))
        ]
        #expect(throws: RedactionError.self) { try LocalRedactor().redact(one, options: plain) }
    }

    @Test("Reasoning, stop sequences and the arguments of tool calls are redacted too")
    func everywhere() throws {
        var one = ModelRequest(
            task: .chat,
            messages: [
                Message(
                    .assistant, "Done.", reasoning: "The mail is a@b.org.",
                    toolCalls: [ToolCall(id: "1", name: "send", arguments: #"{"to":"a@b\u002eorg"}"#)])
            ])
        one.options.stopSequences = ["a@b.org"]
        one.suffix = "Yours, a@b.org"
        let result = try LocalRedactor().redact(one, options: plain)
        #expect(result.request.messages[0].reasoning == "The mail is [EMAIL_1].")
        #expect(result.request.messages[0].toolCalls?[0].arguments == #"{"to":"[EMAIL_1]"}"#)
        #expect(result.request.options.stopSequences == ["[EMAIL_1]"])
        #expect(result.request.suffix == "Yours, [EMAIL_1]")
    }

    @Test("The model is told to keep placeholders, only where there are some")
    func explanation() throws {
        let result = try LocalRedactor().redact(request("Mail a@b.org."))
        #expect(result.request.messages.first?.role == .system)
        #expect(result.request.messages.first?.content.contains("[EMAIL_1]") == true)
        #expect(try LocalRedactor().redact(request("Nothing here.")).request.messages.count == 1)
    }

    @Test("Only the kinds that are wanted are replaced")
    func chosenKinds() throws {
        let options = RedactionOptions(kinds: [.email], explainsPlaceholders: false)
        #expect(try redacted("Maria Brontel, a@b.org, 123456789", options) == "Maria Brontel, [EMAIL_1], 123456789")
    }

    @Test("A private key is replaced whole, also when its end is cut off")
    func pem() throws {
        let key =
            "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\nAAAA\n-----END OPENSSH PRIVATE KEY-----"
        #expect(try redacted("Here it is:\n\(key)\nDone.") == "Here it is:\n[KEY_1]\nDone.")
        #expect(try redacted("Here it is:\n\(key.prefix(60))") == "Here it is:\n[KEY_1]")
    }

    @Test(
        "Where every noun has a capital, people are told by their names, by whom is greeted and by who speaks",
        arguments: [
            (
                "Hallo Jens, ich habe gestern mit Marlies telefoniert. Holger und Renate kommen auch.",
                ["Jens", "Marlies", "Holger", "Renate"]
            ),
            (
                "Xaverl: Wer backt den Kuchen?\nQuirl: Das mache ich.\nXaverl: Gut, dann sagt Quirl den anderen Bescheid.\nQuirl: Ja.",
                ["Xaverl", "Quirl"]
            ),
        ])
    func peopleAmongNouns(text: String, names: [String]) throws {
        let told = try redacted(text, accepting)
        for name in names { #expect(!told.contains(name), "\(told)") }
        #expect(!told.contains("Gestern") && (!text.contains("Kuchen") || told.contains("Kuchen")))
    }

    @Test("Who is called like a month of another language is hidden")
    func namesThatAreMonthsElsewhere() throws {
        let spanish = try redacted("Ayer vi a Julio en el mercado. Julio y Domingo Ferrer compraron pan.", accepting)
        #expect(!spanish.contains("Julio") && !spanish.contains("Domingo"), "\(spanish)")
    }
}
