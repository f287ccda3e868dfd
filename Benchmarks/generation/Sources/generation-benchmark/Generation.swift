import Foundation
import HearthCore
import HearthLlama

// Measures Hearth's local engine on one file, in turns with what it is compared with, so that whatever else the machine
// does hits both alike.
//
//   generation make-model FILE              writes a model of 240 million random weights
//   generation compare FILE LLAMA-BENCH     one request, here and in a process of its own, against llama.cpp's own bench tool
//   generation parallel FILE BATCHED-BENCH  several requests at once against one, beside llama.cpp's own tool for that
//   generation follow-up FILE               the next turn of a long conversation, with and without what was evaluated
//
// Options: [--rounds N] [--prompt LETTERS] [--generate N] [--threads N] [--requests N] [--conversation LETTERS]
// `HEARTH_PROGRAM` names the built command that runs a model in a process of its own; by default that of this checkout.

@main
struct Generation {
    static func main() async {
        do {
            let arguments = Array(CommandLine.arguments.dropFirst())
            switch (arguments.first, arguments.count) {
            case ("make-model", 2): try RandomModel().write(to: arguments[1])
            case ("compare", 3...):
                try await Comparison(model: arguments[1], bench: arguments[2], options: Options(arguments[3...])).run()
            case ("parallel", 3...):
                try await Parallel(model: arguments[1], bench: arguments[2], options: Options(arguments[3...])).run()
            case ("follow-up", 2...): try await FollowUp(model: arguments[1], options: Options(arguments[2...])).run()
            default:
                print("usage: generation make-model FILE")
                print("       generation compare FILE LLAMA-BENCH [OPTIONS]")
                print("       generation parallel FILE LLAMA-BATCHED-BENCH [OPTIONS]")
                print("       generation follow-up FILE [OPTIONS]")
                print(
                    "options: --rounds N --prompt LETTERS --generate N --threads N --requests N --conversation LETTERS")
                exit(2)
            }
        } catch {
            FileHandle.standardError.write(Data("generation: \(error)\n".utf8))
            exit(1)
        }
    }
}
