import HearthCore
import Testing

@Suite struct NearestNameTests {
    private let names = ["custom-url", "custom-model", "mode", "order", "offline", "threads"]

    @Test(arguments: [
        ("custm-url", "custom-url"), ("customurl", "custom-url"), ("CUSTOM_URL", "custom-url"), ("ofline", "offline"),
        ("oredr", "order"), ("thread", "threads"), ("custom-modle", "custom-model"), ("moode", "mode"),
    ])
    func aSlipLeadsToTheName(_ given: String, _ meant: String) {
        #expect(NearestName.of(given, among: names) == meant)
        #expect(NearestName.question(given, among: names) == "; did you mean \(meant)?")
    }

    @Test(arguments: ["", "sk-proj-0123456789", "temperature", "x", "url", String(repeating: "a", count: 300)])
    func whatIsFarIsNotGuessedAt(_ given: String) {
        #expect(NearestName.of(given, among: names) == nil)
        #expect(NearestName.question(given, among: names) == ".")
    }
}
