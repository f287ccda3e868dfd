/// The models that ship with the program: what is known of them for certain. Sizes and hashes that may change with a new
/// upload of the same file stay empty, and are learned from the server.
enum BuiltInCatalogue {
    /// JSON rather than Swift, so that a user's entries and these are read by the same code and look the same.
    ///
    /// Hashes and sizes of the Whisper and Silero models are those of the LFS records of their repositories.
    static let text = #"""
        {"version": 1, "models": [
          {"id": "llama-3.2-1b-instruct", "name": "Llama 3.2 1B Instruct", "modality": "text-generation",
           "runtimes": ["llama.cpp"], "format": "gguf", "architecture": "llama", "quantization": "Q4_K_M",
           "urls": ["https://huggingface.co/bartowski/Llama-3.2-1B-Instruct-GGUF/resolve/main/Llama-3.2-1B-Instruct-Q4_K_M.gguf"],
           "bytes": 807694464, "parameters": 1235814400, "licence": "Llama 3.2 Community License", "contextLength": 131072,
           "shape": {"layers": 16, "width": 2048, "heads": 32, "keyValueHeads": 8, "keyLength": 64, "valueLength": 64,
                     "vocabulary": 128256},
           "templateFamily": "llama3-instruct", "stopSequences": ["<|eot_id|>"], "reasons": false,
           "languages": ["en", "de", "fr", "it", "pt", "hi", "es", "th"]},
          {"id": "llama-3.2-3b-instruct", "name": "Llama 3.2 3B Instruct", "modality": "text-generation",
           "runtimes": ["llama.cpp"], "format": "gguf", "architecture": "llama", "quantization": "Q4_K_M",
           "urls": ["https://huggingface.co/bartowski/Llama-3.2-3B-Instruct-GGUF/resolve/main/Llama-3.2-3B-Instruct-Q4_K_M.gguf"],
           "parameters": 3212749824, "licence": "Llama 3.2 Community License", "contextLength": 131072,
           "shape": {"layers": 28, "width": 3072, "heads": 24, "keyValueHeads": 8, "keyLength": 128,
                     "valueLength": 128, "vocabulary": 128256},
           "templateFamily": "llama3-instruct", "stopSequences": ["<|eot_id|>"], "reasons": false,
           "languages": ["en", "de", "fr", "it", "pt", "hi", "es", "th"]},
          {"id": "phi-3.5-mini-instruct", "name": "Phi-3.5 mini Instruct", "modality": "text-generation",
           "runtimes": ["llama.cpp"], "format": "gguf", "architecture": "phi3", "quantization": "Q4_K_M",
           "urls": ["https://huggingface.co/bartowski/Phi-3.5-mini-instruct-GGUF/resolve/main/Phi-3.5-mini-instruct-Q4_K_M.gguf"],
           "parameters": 3821079552, "licence": "MIT", "contextLength": 131072,
           "shape": {"layers": 32, "width": 3072, "heads": 32, "keyValueHeads": 32, "keyLength": 96,
                     "valueLength": 96, "vocabulary": 32064},
           "templateFamily": "phi-3", "stopSequences": ["<|end|>", "<|endoftext|>"], "reasons": false},
          {"id": "mistral-7b-instruct", "name": "Mistral 7B Instruct v0.3", "modality": "text-generation",
           "runtimes": ["llama.cpp"], "format": "gguf", "architecture": "llama", "quantization": "Q4_K_M",
           "urls": ["https://huggingface.co/bartowski/Mistral-7B-Instruct-v0.3-GGUF/resolve/main/Mistral-7B-Instruct-v0.3-Q4_K_M.gguf"],
           "parameters": 7248023552, "licence": "Apache-2.0", "contextLength": 32768,
           "shape": {"layers": 32, "width": 4096, "heads": 32, "keyValueHeads": 8, "keyLength": 128,
                     "valueLength": 128, "vocabulary": 32768},
           "templateFamily": "mistral-instruct", "stopSequences": ["</s>"], "reasons": false},
          {"id": "all-minilm-l6-v2", "name": "all-MiniLM-L6-v2", "modality": "embedding", "runtimes": ["hearth"],
           "format": "gguf", "architecture": "bert", "urls": [], "file": "all-MiniLM-L6-v2.gguf", "bytes": 90897888,
           "sha256": "1b2406c37a91688dc31e1009969acb7e6ba87fe09443ba2d94a5fcbddebc1337", "licence": "Apache-2.0",
           "quantization": "F32",
           "languages": ["en"], "note": "scripts/setup makes this file from the published weights."},
          {"id": "bge-reranker-v2-m3", "name": "BGE reranker v2 M3", "modality": "reranking", "runtimes": ["llama.cpp"],
           "format": "gguf", "architecture": "bert", "quantization": "Q8_0",
           "urls": ["https://huggingface.co/gpustack/bge-reranker-v2-m3-GGUF/resolve/main/bge-reranker-v2-m3-Q8_0.gguf"],
           "licence": "Apache-2.0"},
          {"id": "whisper-tiny", "name": "Whisper tiny", "modality": "speech-recognition", "runtimes": ["whisper.cpp"],
           "format": "ggml-whisper",
           "urls": ["https://huggingface.co/ggerganov/whisper.cpp/resolve/main/ggml-tiny.bin"], "bytes": 77691713,
           "sha256": "be07e048e1e599ad46341c8d2a135645097a538221678b7acdd1b1919c6e1b21", "licence": "MIT"},
          {"id": "whisper-base", "name": "Whisper base", "modality": "speech-recognition", "runtimes": ["whisper.cpp"],
           "format": "ggml-whisper",
           "urls": ["https://huggingface.co/ggerganov/whisper.cpp/resolve/main/ggml-base.bin"], "bytes": 147951465,
           "sha256": "60ed5bc3dd14eea856493d334349b405782ddcaf0028d4b5df4088345fba2efe", "licence": "MIT"},
          {"id": "whisper-small", "name": "Whisper small", "modality": "speech-recognition",
           "runtimes": ["whisper.cpp"], "format": "ggml-whisper",
           "urls": ["https://huggingface.co/ggerganov/whisper.cpp/resolve/main/ggml-small.bin"], "bytes": 487601967,
           "sha256": "1be3a9b2063867b937e64e2ec7483364a79917e157fa98c5d94b5c1fffea987b", "licence": "MIT"},
          {"id": "whisper-medium", "name": "Whisper medium", "modality": "speech-recognition",
           "runtimes": ["whisper.cpp"], "format": "ggml-whisper",
           "urls": ["https://huggingface.co/ggerganov/whisper.cpp/resolve/main/ggml-medium.bin"], "bytes": 1533763059,
           "sha256": "6c14d5adee5f86394037b4e4e8b59f1673b6cee10e3cf0b11bbdbee79c156208", "licence": "MIT"},
          {"id": "whisper-large-v3", "name": "Whisper large v3", "modality": "speech-recognition",
           "runtimes": ["whisper.cpp"], "format": "ggml-whisper",
           "urls": ["https://huggingface.co/ggerganov/whisper.cpp/resolve/main/ggml-large-v3.bin"],
           "bytes": 3095033483,
           "sha256": "64d182b440b98d5203c4f9bd541544d84c605196c4f7b845dfa11fb23594d1e2", "licence": "MIT"},
          {"id": "silero-vad", "name": "Silero VAD 5.1.2", "modality": "voice-activity", "runtimes": ["whisper.cpp"],
           "format": "ggml-whisper",
           "urls": ["https://huggingface.co/ggml-org/whisper-vad/resolve/main/ggml-silero-v5.1.2.bin"], "bytes": 885098,
           "sha256": "29940d98d42b91fbd05ce489f3ecf7c72f0a42f027e4875919a28fb4c04ea2cf", "licence": "MIT"}
        ]}
        """#

    /// What is recommended, by what it is for: `standard` for a computer, `lite` for small devices.
    static let choices: [(purpose: Modality, standard: String, lite: String)] = [
        (.textGeneration, "llama-3.2-3b-instruct", "llama-3.2-1b-instruct"),
        (.embedding, "all-minilm-l6-v2", "all-minilm-l6-v2"),
        (.reranking, "bge-reranker-v2-m3", "bge-reranker-v2-m3"),
        (.speechRecognition, "whisper-small", "whisper-tiny"),
        (.voiceActivity, "silero-vad", "silero-vad"),
    ]
}
