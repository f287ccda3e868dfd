import Testing

@testable import HearthText

@Suite struct FileNameTests {
    @Test func aFilesNameSaysWhatItsTitleDoesNot() {
        #expect(FileName.words(of: "/home/ann/dentist_treatment-plan.pdf", besides: "Treatment plan") == "dentist")
        #expect(FileName.words(of: "https://a.example/news/roof-repair.html", besides: nil) == "roof repair")
        #expect(FileName.words(of: "/x/बिजली_विभाग.txt", besides: nil) == "बिजली विभाग")
    }

    @Test(arguments: ["/x/lease.pdf", "/x/2024-09.pdf", "/x/.hidden", "journal/8c1f", "", "/", "/x/lease (2).pdf"])
    func whatSaysNothingNewIsLeftOut(path: String) {
        #expect(FileName.words(of: path, besides: "Lease") == nil)
    }
}
