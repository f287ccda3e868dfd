import HearthCore
import HearthPrompts

/// What a prompt needs beside the transcript: its own words, and the form of the answer, which most engines are told.
enum PromptFrame {
    /// A chat template's own marks, and the words that tell the form.
    private static let marks = 80

    /// Tokens of the largest prompt that the aspects need.
    static func largest(for aspects: Set<TranscriptAspect>, tokenizer: any TextTokenizer) -> Int {
        var frames: [([Message], GenerationSchema)] = []
        for aspect in aspects {
            switch aspect {
            case .summary:
                frames.append((TranscriptSummaryPrompt.messages(notes: []), TranscriptSummaryAnswer.generationSchema))
                frames.append((TranscriptNotesPrompt.merge([]), TranscriptNotesAnswer.generationSchema))
            case .tags:
                frames.append((TranscriptTagsPrompt.messages(notes: []), TranscriptTagsAnswer.generationSchema))
                frames.append((TranscriptNotesPrompt.merge([]), TranscriptNotesAnswer.generationSchema))
            case .entities:
                frames.append((TranscriptEntitiesPrompt.messages(part: ""), TranscriptEntitiesAnswer.generationSchema))
            case .highlights:
                frames.append(
                    (TranscriptHighlightsPrompt.messages(part: ""), TranscriptHighlightsAnswer.generationSchema))
            case .chapters:
                frames.append(
                    (
                        TranscriptChapterPrompt.messages(chapter: "", keyphrases: []),
                        TranscriptChapterAnswer.generationSchema
                    ))
            case .exchanges: break
            }
        }
        return frames.map { tokens($0.0, $0.1, tokenizer) }.max() ?? 0
    }

    static func tokens(_ messages: [Message], _ schema: GenerationSchema, _ tokenizer: any TextTokenizer) -> Int {
        messages.reduce(marks + tokenizer.countTokens(schema.root.description)) {
            $0 + tokenizer.countTokens($1.content)
        }
    }
}
