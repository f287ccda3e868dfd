import Foundation

/// What a browser calls itself, in a few words of ours. Nothing of the header is shown: it may hold anything.
enum BrowserName {
    static func of(_ userAgent: String?) -> String {
        guard let text = userAgent?.prefix(512) else { return "an unnamed program" }
        // In this order: most call themselves by their forerunners' names, too.
        let browsers = [
            ("Edg/", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chromium/", "Chromium"),
            ("Chrome/", "Chrome"),
            ("CriOS/", "Chrome"), ("FxiOS/", "Firefox"), ("Safari/", "Safari"), ("curl/", "curl"),
        ]
        let systems = [
            ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Macintosh", "Mac"),
            ("Windows", "Windows"),
            ("CrOS", "ChromeOS"), ("Linux", "Linux"),
        ]
        let browser = browsers.first { text.contains($0.0) }?.1 ?? "a program"
        return systems.first { text.contains($0.0) }.map { "\(browser) on \($0.1)" } ?? browser
    }
}
