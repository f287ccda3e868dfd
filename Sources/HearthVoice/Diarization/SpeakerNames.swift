/// "Speaker 1", "Speaker 2", … in the order in which they are first heard.
struct SpeakerNames {
    private var numbers: [Int: Int] = [:]

    mutating func name(ofChannel channel: Int) -> String {
        let number = numbers[channel] ?? numbers.count + 1
        numbers[channel] = number
        return "Speaker \(number)"
    }
}
