import HearthCore
import HostileTexts
import Testing

@testable import HearthExtractive

@Suite struct TopicSegmenterTests {
    private let parts = [Talks.harbour, Talks.bread, Talks.bees]

    @Test func bordersStandWhereTheSubjectChanges() {
        let segments = TopicSegmenter().segments(of: Talks.cues(parts), count: 3)
        #expect(segments.map(\.cues) == [0..<6, 6..<12, 12..<18])
        #expect(segments.map(\.start) == [0, 30, 60])
        #expect(segments.map(\.end) == [30, 60, 90])
    }

    @Test func titlesAreTakenFromTheirOwnSegmentAndNoOther() {
        let cues = Talks.cues(parts)
        let segments = TopicSegmenter().segments(of: cues, count: 3)
        let subjects = [
            ["harbour", "boats", "pier", "fish", "berth"], ["dough", "bread", "oven", "crust", "flour"],
            ["bee", "hive", "queen", "nectar"],
        ]
        for (segment, words) in zip(segments, subjects) {
            #expect(words.contains { segment.title.lowercased().contains($0) }, "\(segment.title)")
            let text = cues[segment.cues].map { $0.text.lowercased() }.joined(separator: " ")
            #expect(segment.keyphrases.allSatisfy { text.contains($0.lowercased()) })
            #expect(segment.quote?.isVerbatim(in: cues) == true)
        }
        #expect(Set(segments.map(\.title)).count == 3)
    }

    @Test(arguments: 1...17) func theWantedCountIsKept(count: Int) {
        #expect(TopicSegmenter().segments(of: Talks.cues(parts), count: count).count == count)
    }

    @Test func moreSegmentsThanPlacesGivesAllPlaces() {
        #expect(TopicSegmenter().segments(of: Talks.cues(parts), count: 500).count == 18)
        #expect(TopicSegmenter().segments(of: Talks.cues(parts), count: 0).count == 1)
    }

    @Test func hundredsOfSegmentsCanBeAskedFor() {
        let cues = Talks.cues(Array(repeating: parts, count: 60).flatMap { $0 })
        #expect(TopicSegmenter().segments(of: cues, count: 700).count == 700)
    }

    @Test func segmentsFollowEachOtherWithoutAGap() {
        let cues = Talks.cues(parts + parts, pause: 1)
        for count in [2, 5, 9] {
            let segments = TopicSegmenter().segments(of: cues, count: count)
            #expect(segments.first?.cues.lowerBound == 0)
            #expect(segments.last?.cues.upperBound == cues.count)
            #expect(zip(segments, segments.dropFirst()).allSatisfy { $0.cues.upperBound == $1.cues.lowerBound })
        }
    }

    @Test func silenceDecidesBetweenPlacesThatAreOtherwiseAlike() {
        // The same sentences all the way: words say nothing about where to cut.
        var cues = Talks.cues([Array(repeating: "We look at the old harbour again from here.", count: 20)])
        for index in 13..<20 {
            cues[index].start = (cues[index].start ?? 0) + 6
            cues[index].end = (cues[index].end ?? 0) + 6
        }
        #expect(TopicSegmenter().segments(of: cues, count: 2).map(\.cues.lowerBound) == [0, 13])
    }

    @Test(arguments: [6, 8, 11]) func aPhraseThatOpensATopicDrawsTheBorder(place: Int) {
        var sentences = Talks.harbour + Talks.harbour + Talks.harbour
        sentences[place] = "Okay, let's move on to the next one. " + sentences[place]
        let segments = TopicSegmenter().segments(of: Talks.cues([sentences]), count: 2)
        #expect(segments.map(\.cues.lowerBound) == [0, place])
    }

    @Test func theCountGrowsWithTheSquareRootOfTheLength() {
        #expect(TopicSegmenter.defaultCount(words: 0) == 1)
        #expect(TopicSegmenter.defaultCount(words: 15 * 150) == 6)
        #expect(TopicSegmenter.defaultCount(words: 60 * 150) == 12)
        #expect(TopicSegmenter.defaultCount(words: 180 * 150) == 21)
    }

    @Test func aSentenceThatRunsOverCuesIsNotCut() {
        let cues = Talks.harbour.flatMap { sentence -> [Cue] in
            let words = sentence.split(separator: " ")
            let middle = words.count / 2
            return [words[..<middle], words[middle...]].map { Cue(text: $0.joined(separator: " ")) }
        }
        for segment in TopicSegmenter().segments(of: cues, count: 4) {
            #expect(segment.cues.lowerBound.isMultiple(of: 2))
            #expect(segment.start == nil && segment.end == nil)
        }
    }

    @Test func chineseAndJapaneseAreCutBySubject() {
        let chinese = [
            ["蜜蜂采集花蜜回到蜂巢。", "蜂王每天在蜂巢产卵。", "养蜂人打开蜂巢寻找蜂王。", "蜜蜂用翅膀风干花蜜。"],
            ["面包需要面粉和水。", "面团发酵一个晚上。", "烤箱给面包金黄外壳。", "面粉决定面团强度。"],
        ]
        #expect(TopicSegmenter().segments(of: Talks.cues(chinese), count: 2).map(\.cues.lowerBound) == [0, 4])
        let japanese = [
            ["女王蜂は巣箱で卵を産みます。", "働き蜂は花粉を巣箱に運びます。", "養蜂家は巣箱を開けて女王蜂を探します。"],
            ["パン生地は一晩発酵させます。", "オーブンでパン生地を焼きます。", "小麦粉がパン生地の強さを決めます。"],
        ]
        #expect(TopicSegmenter().segments(of: Talks.cues(japanese), count: 2).map(\.cues.lowerBound) == [0, 3])
    }

    @Test func nothingGivesNothing() {
        #expect(TopicSegmenter().segments(of: []).isEmpty)
        #expect(TopicSegmenter().segments(of: [Cue(text: " \n "), Cue(text: "")]).isEmpty)
    }

    @Test func hostileTextAndTimesAreSurvived() {
        let times: [Double?] = [nil, .nan, .infinity, -.infinity, -5, 1e300, 0]
        for text in HostileTexts.all {
            let cues = (0..<14).map {
                Cue(start: times[$0 % 7], end: times[($0 * 3) % 7], speaker: $0 % 5 == 0 ? text : nil, text: text)
            }
            let segments = TopicSegmenter().segments(of: cues, count: 4)
            #expect(segments.isEmpty || segments.last?.cues.upperBound == cues.count)
            let highlights = TranscriptHighlighter().highlights(of: cues)
            #expect(highlights.keyMoments.count <= 5)
            #expect(TranscriptSearcher(cues).matches(text, limit: 3).count <= 3)
        }
    }

    @Test func automaticCaptionsWithoutFullStopsAreCutAtCues() {
        let words = (Talks.harbour + Talks.bread + Talks.bees).map { $0.lowercased().filter { $0 != "." && $0 != "," } }
        let cues = words.enumerated().map { Cue(start: Double($0) * 5, end: Double($0) * 5 + 5, text: $1) }
        let segments = TopicSegmenter().segments(of: cues, count: 3)
        #expect(segments.count == 3)
    }
}
