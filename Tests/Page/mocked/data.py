"""What the mock server holds at its start: believable, and in places hostile.

Everything that the page shows may come from a document, a model or a file, so the data tries what an attacker would: markup in
titles, texts, names of files and models, words without an end, texts that run from right to left.
"""

HOSTILE = "<img src=x onerror=\"window.pwned=1\"><script>window.pwned=1</script>"

LEASE = """Lease agreement

This agreement is made between Marta Lindqvist (the landlord) and Jonas Weber (the tenant) for the flat at 14 Harbour Street, third floor, on the first of March 2026.

1. Term

The lease begins on 1 March 2026 and ends on 28 February 2028. It goes on by itself for one year at a time unless one of the parties gives notice in writing three months before it ends.

\f2. Rent and deposit

The rent is 1,150 euros a month, payable in advance by the third working day. The tenant pays a deposit of 2,300 euros before the keys are handed over. The landlord returns the deposit within six weeks after the end of the lease, less what is owed.

- Heating is paid to the supplier directly.
- Water is part of the rent, up to 90 cubic metres a year.

\f3. Care of the flat

The tenant keeps the flat clean and reports damage at once. Repairs of up to 100 euros are paid by the tenant; larger ones by the landlord. Walls may be painted in light colours.

The landlord may enter the flat after giving notice of 48 hours, and without notice only in an emergency.
"""

NOTES_CJK = """# 研究笔记 — 茶叶贮藏

绿茶应当密封、避光并低温保存。温度保持在五度以下时，香气可以保存十二个月。

普洱茶则需要空气流通，湿度在百分之六十左右最为合适。

静岡の煎茶は、開封後一か月以内に飲むのが良い。
"""

NOTES_RTL = """# دفتر الرحلة

وصلنا إلى الميناء في الساعة السابعة صباحا، وكان البحر هادئا. ثم سافرنا بالقطار إلى المدينة القديمة.

בערב אכלנו ליד הים, והמחיר היה 120 שקלים (for two people).
"""

HOSTILE_TEXT = f"""{HOSTILE}

Recipe for soup </script><script>window.pwned=1</script> with **bold** and [a link](javascript:window.pwned=1).

Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft{'x' * 200} is a word without an end.
"""

MINUTES = """# Minutes of the garden club, 4 November 2026

Present: Ada, Bruno, Chiara and Dov.

The club decided to order 40 tulip bulbs and 12 bags of compost. Bruno will fetch them by 20 November.

Ada asked whether the fence can be repaired before the winter. Chiara promises to get two offers.

| Item | Number | Price |
| Tulips | 40 | 32 euros |
| Compost | 12 | 66 euros |
"""

DOCUMENTS = [
    {"title": "Lease agreement", "path": "/home/me/contracts/lease-2026.pdf", "format": "pdf", "text": LEASE, "label": "personal"},
    {"title": "Minutes of the garden club", "path": "/home/me/notes/garden-club.md", "format": "markdown", "text": MINUTES, "label": "personal"},
    {"title": "研究笔记 — 茶叶贮藏", "path": "/home/me/notes/茶叶.md", "format": "markdown", "text": NOTES_CJK, "label": "public", "language": "zh"},
    {"title": "دفتر الرحلة", "path": "/home/me/notes/رحلة.txt", "format": "text", "text": NOTES_RTL, "label": "private", "language": "ar"},
    {"title": f"Soup {HOSTILE}", "path": f"/home/me/{HOSTILE}.html", "format": "html", "text": HOSTILE_TEXT, "label": "personal",
     "warnings": [{"kind": "noTextLayer", "message": "The page has no text layer; it is a scan, perhaps.", "page": 2}]},
    {"title": "A_file_with_a_very_long_name_that_has_no_place_to_break_because_somebody_exported_it_from_a_scanner_2026-11-21_final_v2", "path": "/home/me/scans/A_file_with_a_very_long_name.txt", "format": "text",
     "text": "\n\n".join(f"Paragraph {number}: the river rises by {number} centimetres and the bridge at the old mill is closed for cars." for number in range(1, 700)), "label": "personal"},
]

SPOKEN = [
    ("Ines", "Welcome to the show. Today we talk about heat pumps in old houses."),
    ("Ines", "With me is Tom Okafor, who installs them in Lisbon."),
    ("Tom", "Thank you. The first thing to know is that insulation comes before the pump."),
    ("Ines", "What does a family pay, all in all?"),
    ("Tom", "Between nine and fourteen thousand euros, and the grant pays a third."),
    ("Tom", "The best money you ever spend is the money you spend on windows."),
    ("Ines", "How loud is it at night?"),
    ("Tom", "About forty decibels at three metres, quieter than a fridge in a small kitchen."),
    ("Ines", "Please send us the list of grants, so that we can link it by Friday."),
    ("Tom", "I will. And do check the radiators first: large ones work at lower temperatures."),
    ("Ines", "Thank you, Tom. Next week: solar roofs and <b>batteries</b>."),
]

CUES = [
    {"start": round(index * 7.5, 2), "end": round(index * 7.5 + 7.2, 2), "speaker": SPOKEN[index % len(SPOKEN)][0], "text": SPOKEN[index % len(SPOKEN)][1]}
    for index in range(44)
]

ENTRIES = [
    "Walked to the harbour with Anna before breakfast. Cold, clear, glad of it. I must write to the bank.",
    "A long day at the office with Bruno. The plan for the spring is there at last, and I am tired and relieved.",
    "Rain. Read about tea and slept badly. Anna called in the evening from Lisbon.",
    "Garden club: forty tulips. I should repair the fence before the winter.",
    "Ran eight kilometres along the river. My knee is fine again, which makes me happy.",
]

MODELS = [
    {"id": "llama-3.2-1b-instruct", "name": "Llama 3.2 1B Instruct", "modality": "text-generation", "runtimes": ["llama.cpp"], "format": "gguf", "bytes": 807_694_464, "quantization": "Q4_K_M", "parameters": 1_235_814_432, "contextLength": 131_072,
     "architecture": "llama", "licence": "llama3.2", "urls": ["https://example.org/llama-3.2-1b.gguf"], "installed": True, "inUse": True, "path": "/home/me/.local/share/hearth/models/llama-3.2-1b.gguf", "origin": "built-in"},
    {"id": "qwen2.5-3b-instruct", "name": "Qwen 2.5 3B Instruct", "modality": "text-generation", "runtimes": ["llama.cpp"], "format": "gguf", "bytes": 1_929_903_264, "quantization": "Q4_K_M", "parameters": 3_085_938_688, "contextLength": 32_768,
     "architecture": "qwen2", "licence": "qwen-research", "urls": ["https://example.org/qwen2.5-3b.gguf"], "origin": "built-in", "recommended": "standard: it needs about 2.6 GB of memory at 8192 tokens", "partialBytes": None},
    {"id": "all-minilm-l6-v2", "name": "MiniLM L6 v2", "modality": "embedding", "runtimes": ["hearth", "llama.cpp"], "format": "gguf", "bytes": 45_949_216, "quantization": "F16", "contextLength": 512, "architecture": "bert", "licence": "apache-2.0",
     "urls": ["https://example.org/minilm.gguf"], "installed": True, "inUse": True, "path": "/opt/hearth/minilm.gguf", "origin": "built-in"},
    {"id": "whisper-base", "name": "Whisper base", "modality": "speech-recognition", "runtimes": ["whisper.cpp"], "format": "ggml-whisper", "bytes": 147_951_465, "quantization": "F16", "architecture": "whisper", "licence": "mit",
     "urls": ["https://example.org/whisper-base.bin"], "origin": "built-in", "recommended": "a hundred languages; it needs about 0.4 GB of memory"},
    {"id": "llama-3.1-70b-instruct", "name": "Llama 3.1 70B Instruct", "modality": "text-generation", "runtimes": ["llama.cpp"], "format": "gguf", "bytes": 42_520_395_584, "quantization": "Q4_K_M", "contextLength": 131_072, "architecture": "llama",
     "licence": "llama3.1", "urls": ["https://example.org/llama-70b.gguf"], "origin": "built-in", "tooLarge": True},
    {"id": "hostile", "name": f"Model {HOSTILE}", "modality": "text-generation", "runtimes": ["llama.cpp"], "format": "gguf", "bytes": 1_000_000, "urls": ["https://example.org/a.gguf"], "origin": "user", "note": HOSTILE},
]

KINDS = [
    ("text-generation", "chat", [("llama.cpp", True, ["gguf"], ""), ("apple", False, ["core-ml"], "Apple's model is part of macOS and iOS; this is Linux."), ("remote", True, [], "")]),
    ("embedding", "embedding", [("hearth", True, ["gguf"], ""), ("llama.cpp", True, ["gguf"], "")]),
    ("reranking", "reranking", [("llama.cpp", True, ["gguf"], "")]),
    ("speech-recognition", "speech recognition", [("whisper.cpp", False, ["ggml-whisper"], "This build has no whisper.cpp. Run `scripts/setup`, then build again."), ("apple", False, ["core-ml"], "Needs macOS 26.")]),
    ("voice-activity", "voice activity", [("hearth", True, ["ggml-whisper"], "")]),
    ("diarization", "diarization", []),
]

SETTINGS = [
    ("local-model", "path", "/home/me/.local/share/hearth/models/llama-3.2-1b.gguf", "file", "the path of a file", "GGUF file of the local chat model"),
    ("context-length", "integer", None, "default", "a number from 256 to 1048576", "tokens of the local model's window (default: the model's own, at most 8192)"),
    ("threads", "integer", None, "default", "a number from 1 to 1024", "threads for local models (default: one for each core)"),
    ("mode", "choice", "auto", "default", "auto, appleOnly, localOnly, byoOnly", "which engines may be considered"),
    ("offline", "flag", "false", "default", "true or false", "nothing may leave this machine"),
    ("redact", "flag", "false", "default", "true or false", "replace names, addresses and numbers before a prompt leaves this machine"),
    ("openai-model", "model", "gpt-4o-mini", "default", "the name of a model, up to 200 characters without spaces", "model asked of OpenAI"),
    ("custom-url", "endpoint", "http://127.0.0.1:11434/v1", "variable", "a URL that begins with https:// (http:// only for this machine), without a password or query", "base URL of your own endpoint that speaks OpenAI's protocol"),
    ("total-timeout", "seconds", "600", "default", "seconds from 0.1 to 86400", "seconds until an answer has ended"),
]

GENERATION = [
    ("chat", 0.3, 1024, "Close to the facts, not stiff; about 700 words, more is not read."), ("answer", 0.3, 1024, "Close to the sources."), ("summarize", 0.3, 1024, "Close to the text."),
    ("rewrite", 0.5, 2048, "Another wording is wanted, the meaning is to stay."), ("studyQuestionGen", 0.7, 2048, "Questions should differ from each other."), ("intentToAction", 0.0, 256, "The same words must give the same action every time."),
    ("extract", 0.0, 1024, "Facts are copied, not sampled."),
]
