import HearthCore
import Testing

@testable import HearthDocuments

struct MeasuredReaderTests {
    static let gpx = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
        <metadata><name>Easter</name><desc>With Bob</desc><time>2024-03-05T00:00:00Z</time></metadata>
        <wpt lat="48.20849" lon="16.37208"><ele>170</ele><name>Spring</name><desc>Cold &amp; clear</desc></wpt>
        <trk><name>Round the lake</name><type>hiking</type><cmt>hiking</cmt><trkseg>
        <trkpt lat="48.0" lon="16.0"><ele>210.4</ele><time>2024-03-05T08:10:00Z</time></trkpt>
        <trkpt lat="48.1" lon="16.0"><ele>480.2</ele><time>2024-03-05T09:10:00Z</time></trkpt></trkseg><trkseg>
        <trkpt lat="49.0" lon="16.0"><time>2024-03-05T11:30:00+01:00</time></trkpt>
        <trkpt lat="49.0" lon="16.01"><time>2024-03-05T10:40:00Z</time></trkpt></trkseg></trk>
        <rte><rtept lat="0" lon="0"/><rtept lat="0" lon="0.001"/></rte></gpx>
        """

    @Test func aTrackIsToldByWhatItComesTo() async throws {
        let document = try await read(Self.gpx, "easter.gpx")
        #expect(document.format == .text)
        #expect(document.title == "Easter")
        #expect(
            document.pieces() == [
                "Easter", "With Bob", "Round the lake · 2024-03-05",
                "Track: 11.8 km, 2024-03-05 08:10 to 10:40 UTC (2 h 30 min), 210 to 480 m above the sea", "hiking",
                "Route 2", "Route: 111 m", "Places",
                "Spring – Cold & clear (48.20849, 16.37208)",
            ])
        #expect(document.warnings.map(\.message) == ["6 points of tracks and lines were summed up and are not listed."])
        #expect(document.writtenParts.contains { $0.date != nil })
    }

    @Test func whatIsCutAndWhatLiesNowhereIsTold() async throws {
        let words = String(repeating: "Cold. ", count: 300)
        let track = Self.gpx.replacing("Cold &amp; clear", with: words).replacing(#"lat="48.1""#, with: #"lat="948.1""#)
        let document = try await read(track, "easter.gpx")
        #expect(
            document.pieces().last?.contains("Cold. Cold.") == true && document.pieces().last?.contains("…") == true)
        #expect(
            document.warnings.map(\.message).suffix(2) == [
                "1 long description was cut.", "1 point without a place on the Earth was left out.",
            ])
    }

    static let kml = """
        <?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
        <Document><name>Trip</name><Folder><name>Huts</name>
        <Placemark><name>Hut</name><description><![CDATA[<p>Warm <b>soup</b></p>]]></description>
        <Point><coordinates>16.37208,48.20849,0</coordinates></Point></Placemark>
        <Placemark><name>Ridge</name><TimeStamp><when>2024-03</when></TimeStamp>
        <LineString><coordinates>16,48 16,48.1</coordinates></LineString></Placemark></Folder>
        <Placemark><name>Walk</name><gx:Track><when>2024-03-05T08:10:00Z</when><when>2024-03-05T08:40:00Z</when>
        <gx:coord>16 48 200</gx:coord><gx:coord>16 48.01 300</gx:coord></gx:Track></Placemark></Document></kml>
        """

    @Test func placesStandInTheirFolders() async throws {
        for (bytes, name) in [
            (Array(Self.kml.utf8), "trip.kml"), (ZipWriter.archive([("doc.kml", Self.kml)]), "trip.kmz"),
        ] {
            let document = try await read(bytes, name)
            #expect(document.title == "Trip")
            #expect(
                document.pieces() == [
                    "Huts", "Hut – Warm soup (48.20849, 16.37208)", "Ridge – 2024-03 – Line: 11.1 km",
                    "Walk · 2024-03-05",
                    "Track: 1.1 km, 2024-03-05 08:10 to 08:40 UTC (30 min), 200 to 300 m above the sea",
                ])
            #expect(
                document.warnings.first?.message == "4 points of tracks and lines were summed up and are not listed.")
        }
    }

    static func record(_ type: String, _ day: String, _ value: String, _ unit: String = "count/min") -> String {
        "<Record type=\"HKQuantityTypeIdentifier\(type)\" unit=\"\(unit)\" startDate=\"\(day) 07:35:42 +0100\" value=\"\(value)\"/>"
    }

    static let health = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE HealthData [
        <!ELEMENT HealthData (ExportDate,Me,(Record|Workout)*)>
        <!ATTLIST Record type CDATA #REQUIRED>
        ]>
        <HealthData locale="de_AT"><ExportDate value="2024-03-07 10:00:00 +0100"/>
        <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-02-01" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexNotSet"/>
        \(record("HeartRate", "2023-12-31", "48"))\(record("HeartRate", "2024-01-01", "61.5"))
        \(record("HeartRate", "2024-03-05", "151"))\(record("BodyMass", "2024-03-05", "71.25", "kg"))
        <Record type="HKCategoryTypeIdentifierSleepAnalysis" startDate="2024-03-05 23:00:00 +0100" value="HKCategoryValueSleepAnalysisAsleep"/>
        <Record type="HKQuantityTypeIdentifierStepCount" value="9"/>
        <Correlation type="HKCorrelationTypeIdentifierBloodPressure" startDate="2024-03-05 08:00:00 +0100">
        \(record("BloodPressureSystolic", "2024-03-05", "120"))</Correlation>
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30.5" durationUnit="min" startDate="2024-03-05 08:00:00 +0100"/>
        </HealthData>
        """

    @Test func recordsOfHealthAreCountedByMonth() async throws {
        let document = try await read(Self.health, "export.xml")
        #expect(
            document.pieces() == [
                "Apple Health", "Born: 1980-02-01\nExported: 2024-03-07", "2023",
                "Heart rate: 1 time, 48 count/min (Dec 1)", "2024", "Body mass: 1 time, 71.25 kg (Mar 1)",
                "Heart rate: 2 times, 61.5 to 151 count/min (Jan 1, Mar 1)", "Sleep analysis: 1 time (Mar 1)",
                "Workout: Running: 1 time, 30 min (Mar 1)",
            ])
        #expect(
            document.warnings.map(\.message) == [
                "6 records were counted and are not listed.", "1 workout was counted and is not listed.",
                "Other parts of the export were left out: Correlation (1).", "1 record without a day was left out.",
            ])
    }

    @Test func theArchiveOfHealthIsItsAccount() async throws {
        let folder = "apple_health_export/"
        let zip = ZipWriter.archive([
            ("\(folder)export.xml", Self.health),
            ("\(folder)export_cda.xml", "<ClinicalDocument><a>x</a></ClinicalDocument>"),
            ("\(folder)electrocardiograms/ecg_1.csv", "Name,Ann\n1,2\n3,4\n5,6"),
            ("\(folder)workout-routes/route_1.gpx", Self.gpx),
        ])
        let document = try await read(zip, "export.zip")
        #expect(document.text.contains("Heart rate: 2 times"))
        #expect(document.text.contains("Round the lake"))
        #expect(!document.text.contains("Clinical") && !document.text.contains("Name: Ann"))
        #expect(document.warnings.map(\.message).contains("2 files beside what was exported were left out."))
    }

    @Test(arguments: [
        ("HKQuantityTypeIdentifierHeartRateVariabilitySDNN", "Heart rate variability SDNN"),
        ("HKQuantityTypeIdentifierVO2Max", "VO2 max"), ("HKDataTypeSleepDurationGoal", "Sleep duration goal"),
        ("HKCategoryTypeIdentifierSleepAnalysis", "Sleep analysis"), ("", ""), ("Own words", "Own words"),
    ])
    func kindsAreCalledByWords(_ identifier: String, _ words: String) {
        #expect(HealthReader.name(identifier) == words)
    }

    @Test func whatFollowsDamageIsToldAndNothingFloods() async throws {
        let cut = try await read(String(Self.gpx.prefix(640)), "a.gpx")
        #expect(cut.warnings.last?.message == "The file ends in the middle or is damaged; what follows is not there.")
        let points = String(repeating: "<trkpt lat='1' lon='1'/>", count: 50_000)
        let many = String(repeating: "<wpt lat='1' lon='1'><name>W</name></wpt>", count: 1_200)
        let large = try await read("<gpx><trk><trkseg>\(points)</trkseg></trk>\(many)</gpx>", "a.gpx")
        #expect(large.text.utf8.count < 40_000)
        #expect(large.warnings.map(\.kind) == [.skipped, .truncated])
        #expect(large.warnings.last?.message == "200 places were not read, beyond what is kept.")
        // Other XML stays what it is.
        #expect(try await read("<gpx2><a>b</a></gpx2>", "a.xml").text == "<gpx2><a>b</a></gpx2>")
        #expect(try await read("<gpx></gpx>", "a.gpx").text == "<gpx></gpx>")
    }
}
