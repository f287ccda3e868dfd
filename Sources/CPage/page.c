// Written by scripts/page-assets. Do not edit.
#include "page.h"

// C23; the package is compiled as what the compiler takes C for by itself.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char asset_0[] = {
#embed "page/index.html"
};
static const unsigned char asset_1[] = {
#embed "page/css/base.css"
};
static const unsigned char asset_2[] = {
#embed "page/css/calendar.css"
};
static const unsigned char asset_3[] = {
#embed "page/css/chat.css"
};
static const unsigned char asset_4[] = {
#embed "page/css/controls.css"
};
static const unsigned char asset_5[] = {
#embed "page/css/documents.css"
};
static const unsigned char asset_6[] = {
#embed "page/css/journal.css"
};
static const unsigned char asset_7[] = {
#embed "page/css/layout.css"
};
static const unsigned char asset_8[] = {
#embed "page/css/models.css"
};
static const unsigned char asset_9[] = {
#embed "page/css/news.css"
};
static const unsigned char asset_10[] = {
#embed "page/css/print.css"
};
static const unsigned char asset_11[] = {
#embed "page/css/privacy.css"
};
static const unsigned char asset_12[] = {
#embed "page/css/reading.css"
};
static const unsigned char asset_13[] = {
#embed "page/css/settings.css"
};
static const unsigned char asset_14[] = {
#embed "page/css/start.css"
};
static const unsigned char asset_15[] = {
#embed "page/css/tokens.css"
};
static const unsigned char asset_16[] = {
#embed "page/css/transcripts.css"
};
static const unsigned char asset_17[] = {
#embed "page/example/house-manual.md"
};
static const unsigned char asset_18[] = {
#embed "page/example/residents-2025-10-02.vtt"
};
static const unsigned char asset_19[] = {
#embed "page/example/rye-bread.md"
};
static const unsigned char asset_20[] = {
#embed "page/icon-maskable.svg"
};
static const unsigned char asset_21[] = {
#embed "page/icon.svg"
};
static const unsigned char asset_22[] = {
#embed "page/js/lib/api.js"
};
static const unsigned char asset_23[] = {
#embed "page/js/lib/bytes.js"
};
static const unsigned char asset_24[] = {
#embed "page/js/lib/changes.js"
};
static const unsigned char asset_25[] = {
#embed "page/js/lib/days.js"
};
static const unsigned char asset_26[] = {
#embed "page/js/lib/dom.js"
};
static const unsigned char asset_27[] = {
#embed "page/js/lib/events.js"
};
static const unsigned char asset_28[] = {
#embed "page/js/lib/format.js"
};
static const unsigned char asset_29[] = {
#embed "page/js/lib/formats.js"
};
static const unsigned char asset_30[] = {
#embed "page/js/lib/highlight.js"
};
static const unsigned char asset_31[] = {
#embed "page/js/lib/jobs.js"
};
static const unsigned char asset_32[] = {
#embed "page/js/lib/kept.js"
};
static const unsigned char asset_33[] = {
#embed "page/js/lib/names.js"
};
static const unsigned char asset_34[] = {
#embed "page/js/lib/pages.js"
};
static const unsigned char asset_35[] = {
#embed "page/js/lib/places.js"
};
static const unsigned char asset_36[] = {
#embed "page/js/lib/plain.js"
};
static const unsigned char asset_37[] = {
#embed "page/js/lib/qr-code.js"
};
static const unsigned char asset_38[] = {
#embed "page/js/lib/router.js"
};
static const unsigned char asset_39[] = {
#embed "page/js/lib/routing-modes.js"
};
static const unsigned char asset_40[] = {
#embed "page/js/lib/session.js"
};
static const unsigned char asset_41[] = {
#embed "page/js/lib/setting-names.js"
};
static const unsigned char asset_42[] = {
#embed "page/js/lib/settings-words.js"
};
static const unsigned char asset_43[] = {
#embed "page/js/lib/sheet-rows.js"
};
static const unsigned char asset_44[] = {
#embed "page/js/lib/shell-cache.js"
};
static const unsigned char asset_45[] = {
#embed "page/js/lib/table-rows.js"
};
static const unsigned char asset_46[] = {
#embed "page/js/lib/terms.js"
};
static const unsigned char asset_47[] = {
#embed "page/js/lib/wav.js"
};
static const unsigned char asset_48[] = {
#embed "page/js/lib/when-back.js"
};
static const unsigned char asset_49[] = {
#embed "page/js/lib/words.js"
};
static const unsigned char asset_50[] = {
#embed "page/js/lib/wrapped-lines.js"
};
static const unsigned char asset_51[] = {
#embed "page/js/lib/written-days.js"
};
static const unsigned char asset_52[] = {
#embed "page/js/main.js"
};
static const unsigned char asset_53[] = {
#embed "page/js/markdown/blocks.js"
};
static const unsigned char asset_54[] = {
#embed "page/js/markdown/cursor.js"
};
static const unsigned char asset_55[] = {
#embed "page/js/markdown/emphasis.js"
};
static const unsigned char asset_56[] = {
#embed "page/js/markdown/entities.js"
};
static const unsigned char asset_57[] = {
#embed "page/js/markdown/inline.js"
};
static const unsigned char asset_58[] = {
#embed "page/js/markdown/lines.js"
};
static const unsigned char asset_59[] = {
#embed "page/js/markdown/links.js"
};
static const unsigned char asset_60[] = {
#embed "page/js/markdown/marked.js"
};
static const unsigned char asset_61[] = {
#embed "page/js/markdown/markup.js"
};
static const unsigned char asset_62[] = {
#embed "page/js/markdown/openings.js"
};
static const unsigned char asset_63[] = {
#embed "page/js/markdown/pieces.js"
};
static const unsigned char asset_64[] = {
#embed "page/js/markdown/render.js"
};
static const unsigned char asset_65[] = {
#embed "page/js/markdown/source-text.js"
};
static const unsigned char asset_66[] = {
#embed "page/js/opening.js"
};
static const unsigned char asset_67[] = {
#embed "page/js/page.js"
};
static const unsigned char asset_68[] = {
#embed "page/js/ui/answerer-sheet.js"
};
static const unsigned char asset_69[] = {
#embed "page/js/ui/answerers.js"
};
static const unsigned char asset_70[] = {
#embed "page/js/ui/badge.js"
};
static const unsigned char asset_71[] = {
#embed "page/js/ui/blocks.js"
};
static const unsigned char asset_72[] = {
#embed "page/js/ui/controls.js"
};
static const unsigned char asset_73[] = {
#embed "page/js/ui/date-field.js"
};
static const unsigned char asset_74[] = {
#embed "page/js/ui/day-picker.js"
};
static const unsigned char asset_75[] = {
#embed "page/js/ui/device-name.js"
};
static const unsigned char asset_76[] = {
#embed "page/js/ui/dialog.js"
};
static const unsigned char asset_77[] = {
#embed "page/js/ui/dictation.js"
};
static const unsigned char asset_78[] = {
#embed "page/js/ui/document-text.js"
};
static const unsigned char asset_79[] = {
#embed "page/js/ui/dropped.js"
};
static const unsigned char asset_80[] = {
#embed "page/js/ui/edges.js"
};
static const unsigned char asset_81[] = {
#embed "page/js/ui/engines.js"
};
static const unsigned char asset_82[] = {
#embed "page/js/ui/heights.js"
};
static const unsigned char asset_83[] = {
#embed "page/js/ui/icons.js"
};
static const unsigned char asset_84[] = {
#embed "page/js/ui/labels.js"
};
static const unsigned char asset_85[] = {
#embed "page/js/ui/markdown-document.js"
};
static const unsigned char asset_86[] = {
#embed "page/js/ui/menu.js"
};
static const unsigned char asset_87[] = {
#embed "page/js/ui/page-picture.js"
};
static const unsigned char asset_88[] = {
#embed "page/js/ui/palette.js"
};
static const unsigned char asset_89[] = {
#embed "page/js/ui/phone.js"
};
static const unsigned char asset_90[] = {
#embed "page/js/ui/popup.js"
};
static const unsigned char asset_91[] = {
#embed "page/js/ui/privacy-line.js"
};
static const unsigned char asset_92[] = {
#embed "page/js/ui/problem.js"
};
static const unsigned char asset_93[] = {
#embed "page/js/ui/reader.js"
};
static const unsigned char asset_94[] = {
#embed "page/js/ui/recorder.js"
};
static const unsigned char asset_95[] = {
#embed "page/js/ui/server-words.js"
};
static const unsigned char asset_96[] = {
#embed "page/js/ui/service-form.js"
};
static const unsigned char asset_97[] = {
#embed "page/js/ui/settings-places.js"
};
static const unsigned char asset_98[] = {
#embed "page/js/ui/sheet-table.js"
};
static const unsigned char asset_99[] = {
#embed "page/js/ui/shell.js"
};
static const unsigned char asset_100[] = {
#embed "page/js/ui/shortcuts.js"
};
static const unsigned char asset_101[] = {
#embed "page/js/ui/sign-in-provider.js"
};
static const unsigned char asset_102[] = {
#embed "page/js/ui/sign-in-ways.js"
};
static const unsigned char asset_103[] = {
#embed "page/js/ui/sign-in.js"
};
static const unsigned char asset_104[] = {
#embed "page/js/ui/tabs.js"
};
static const unsigned char asset_105[] = {
#embed "page/js/ui/text-window.js"
};
static const unsigned char asset_106[] = {
#embed "page/js/ui/theme.js"
};
static const unsigned char asset_107[] = {
#embed "page/js/ui/toast.js"
};
static const unsigned char asset_108[] = {
#embed "page/js/ui/windowed-list.js"
};
static const unsigned char asset_109[] = {
#embed "page/js/ui/work-card.js"
};
static const unsigned char asset_110[] = {
#embed "page/js/ui/work-line.js"
};
static const unsigned char asset_111[] = {
#embed "page/js/views/chat/another-answer.js"
};
static const unsigned char asset_112[] = {
#embed "page/js/views/chat/answerer-button.js"
};
static const unsigned char asset_113[] = {
#embed "page/js/views/chat/attachments.js"
};
static const unsigned char asset_114[] = {
#embed "page/js/views/chat/branch.js"
};
static const unsigned char asset_115[] = {
#embed "page/js/views/chat/chat.js"
};
static const unsigned char asset_116[] = {
#embed "page/js/views/chat/citations.js"
};
static const unsigned char asset_117[] = {
#embed "page/js/views/chat/composer.js"
};
static const unsigned char asset_118[] = {
#embed "page/js/views/chat/conversation-actions.js"
};
static const unsigned char asset_119[] = {
#embed "page/js/views/chat/conversation-list.js"
};
static const unsigned char asset_120[] = {
#embed "page/js/views/chat/elsewhere.js"
};
static const unsigned char asset_121[] = {
#embed "page/js/views/chat/failures.js"
};
static const unsigned char asset_122[] = {
#embed "page/js/views/chat/follow-ups.js"
};
static const unsigned char asset_123[] = {
#embed "page/js/views/chat/live-answer.js"
};
static const unsigned char asset_124[] = {
#embed "page/js/views/chat/live-view.js"
};
static const unsigned char asset_125[] = {
#embed "page/js/views/chat/mention.js"
};
static const unsigned char asset_126[] = {
#embed "page/js/views/chat/message-actions.js"
};
static const unsigned char asset_127[] = {
#embed "page/js/views/chat/message-list.js"
};
static const unsigned char asset_128[] = {
#embed "page/js/views/chat/message.js"
};
static const unsigned char asset_129[] = {
#embed "page/js/views/chat/next-question.js"
};
static const unsigned char asset_130[] = {
#embed "page/js/views/chat/scope.js"
};
static const unsigned char asset_131[] = {
#embed "page/js/views/chat/share-file.js"
};
static const unsigned char asset_132[] = {
#embed "page/js/views/chat/thread.js"
};
static const unsigned char asset_133[] = {
#embed "page/js/views/chat/welcome.js"
};
static const unsigned char asset_134[] = {
#embed "page/js/views/documents/collections.js"
};
static const unsigned char asset_135[] = {
#embed "page/js/views/documents/document-list.js"
};
static const unsigned char asset_136[] = {
#embed "page/js/views/documents/document-page.js"
};
static const unsigned char asset_137[] = {
#embed "page/js/views/documents/documents.js"
};
static const unsigned char asset_138[] = {
#embed "page/js/views/documents/feed-items.js"
};
static const unsigned char asset_139[] = {
#embed "page/js/views/documents/feed-work.js"
};
static const unsigned char asset_140[] = {
#embed "page/js/views/documents/feeds.js"
};
static const unsigned char asset_141[] = {
#embed "page/js/views/documents/folder-picker.js"
};
static const unsigned char asset_142[] = {
#embed "page/js/views/documents/folders.js"
};
static const unsigned char asset_143[] = {
#embed "page/js/views/documents/kinds.js"
};
static const unsigned char asset_144[] = {
#embed "page/js/views/documents/people-picker.js"
};
static const unsigned char asset_145[] = {
#embed "page/js/views/documents/receipt.js"
};
static const unsigned char asset_146[] = {
#embed "page/js/views/documents/relabel.js"
};
static const unsigned char asset_147[] = {
#embed "page/js/views/documents/search-panel.js"
};
static const unsigned char asset_148[] = {
#embed "page/js/views/documents/upload-panel.js"
};
static const unsigned char asset_149[] = {
#embed "page/js/views/documents/upload-row.js"
};
static const unsigned char asset_150[] = {
#embed "page/js/views/documents/uploads.js"
};
static const unsigned char asset_151[] = {
#embed "page/js/views/journal/calendar.js"
};
static const unsigned char asset_152[] = {
#embed "page/js/views/journal/charts.js"
};
static const unsigned char asset_153[] = {
#embed "page/js/views/journal/entries.js"
};
static const unsigned char asset_154[] = {
#embed "page/js/views/journal/entry-words.js"
};
static const unsigned char asset_155[] = {
#embed "page/js/views/journal/failures.js"
};
static const unsigned char asset_156[] = {
#embed "page/js/views/journal/import.js"
};
static const unsigned char asset_157[] = {
#embed "page/js/views/journal/journal.js"
};
static const unsigned char asset_158[] = {
#embed "page/js/views/journal/people.js"
};
static const unsigned char asset_159[] = {
#embed "page/js/views/journal/period-view.js"
};
static const unsigned char asset_160[] = {
#embed "page/js/views/journal/periods.js"
};
static const unsigned char asset_161[] = {
#embed "page/js/views/journal/wrapped.js"
};
static const unsigned char asset_162[] = {
#embed "page/js/views/journal/write-box.js"
};
static const unsigned char asset_163[] = {
#embed "page/js/views/models/add-model.js"
};
static const unsigned char asset_164[] = {
#embed "page/js/views/models/download-row.js"
};
static const unsigned char asset_165[] = {
#embed "page/js/views/models/hub-search.js"
};
static const unsigned char asset_166[] = {
#embed "page/js/views/models/loaded.js"
};
static const unsigned char asset_167[] = {
#embed "page/js/views/models/model-card.js"
};
static const unsigned char asset_168[] = {
#embed "page/js/views/models/model-settings.js"
};
static const unsigned char asset_169[] = {
#embed "page/js/views/models/models.js"
};
static const unsigned char asset_170[] = {
#embed "page/js/views/privacy/consent-panel.js"
};
static const unsigned char asset_171[] = {
#embed "page/js/views/privacy/delete-panel.js"
};
static const unsigned char asset_172[] = {
#embed "page/js/views/privacy/ledger-panel.js"
};
static const unsigned char asset_173[] = {
#embed "page/js/views/privacy/privacy.js"
};
static const unsigned char asset_174[] = {
#embed "page/js/views/privacy/routing-panel.js"
};
static const unsigned char asset_175[] = {
#embed "page/js/views/settings/about.js"
};
static const unsigned char asset_176[] = {
#embed "page/js/views/settings/account.js"
};
static const unsigned char asset_177[] = {
#embed "page/js/views/settings/all-settings.js"
};
static const unsigned char asset_178[] = {
#embed "page/js/views/settings/devices.js"
};
static const unsigned char asset_179[] = {
#embed "page/js/views/settings/endpoint-groups.js"
};
static const unsigned char asset_180[] = {
#embed "page/js/views/settings/endpoints.js"
};
static const unsigned char asset_181[] = {
#embed "page/js/views/settings/environments.js"
};
static const unsigned char asset_182[] = {
#embed "page/js/views/settings/look.js"
};
static const unsigned char asset_183[] = {
#embed "page/js/views/settings/moving.js"
};
static const unsigned char asset_184[] = {
#embed "page/js/views/settings/people.js"
};
static const unsigned char asset_185[] = {
#embed "page/js/views/settings/providers.js"
};
static const unsigned char asset_186[] = {
#embed "page/js/views/settings/settings.js"
};
static const unsigned char asset_187[] = {
#embed "page/js/views/settings/sign-in-provider.js"
};
static const unsigned char asset_188[] = {
#embed "page/js/views/settings/tool-servers.js"
};
static const unsigned char asset_189[] = {
#embed "page/js/views/start/document-step.js"
};
static const unsigned char asset_190[] = {
#embed "page/js/views/start/example-library.js"
};
static const unsigned char asset_191[] = {
#embed "page/js/views/start/first-run.js"
};
static const unsigned char asset_192[] = {
#embed "page/js/views/start/model-step.js"
};
static const unsigned char asset_193[] = {
#embed "page/js/views/start/question-step.js"
};
static const unsigned char asset_194[] = {
#embed "page/js/views/start/start.js"
};
static const unsigned char asset_195[] = {
#embed "page/js/views/start/wanted-model.js"
};
static const unsigned char asset_196[] = {
#embed "page/js/views/transcripts/ask-box.js"
};
static const unsigned char asset_197[] = {
#embed "page/js/views/transcripts/aspect-panel.js"
};
static const unsigned char asset_198[] = {
#embed "page/js/views/transcripts/availability.js"
};
static const unsigned char asset_199[] = {
#embed "page/js/views/transcripts/cards.js"
};
static const unsigned char asset_200[] = {
#embed "page/js/views/transcripts/cue-list.js"
};
static const unsigned char asset_201[] = {
#embed "page/js/views/transcripts/player.js"
};
static const unsigned char asset_202[] = {
#embed "page/js/views/transcripts/recordings.js"
};
static const unsigned char asset_203[] = {
#embed "page/js/views/transcripts/speech-drawing.js"
};
static const unsigned char asset_204[] = {
#embed "page/js/views/transcripts/transcript-list.js"
};
static const unsigned char asset_205[] = {
#embed "page/js/views/transcripts/transcript-page.js"
};
static const unsigned char asset_206[] = {
#embed "page/js/views/transcripts/transcripts.js"
};
static const unsigned char asset_207[] = {
#embed "page/manifest.webmanifest"
};
static const unsigned char asset_208[] = {
#embed "page/openapi.json"
};
static const unsigned char asset_209[] = {
#embed "page/shared.html"
};
static const unsigned char asset_210[] = {
#embed "page/sw.js"
};
static const unsigned char asset_211[] = {
#embed "page/words/ar.json"
};
static const unsigned char asset_212[] = {
#embed "page/words/de.json"
};
static const unsigned char asset_213[] = {
#embed "page/words/es.json"
};
static const unsigned char asset_214[] = {
#embed "page/words/fr.json"
};
static const unsigned char asset_215[] = {
#embed "page/words/it.json"
};
static const unsigned char asset_216[] = {
#embed "page/words/ja.json"
};
static const unsigned char asset_217[] = {
#embed "page/words/pt.json"
};
static const unsigned char asset_218[] = {
#embed "page/words/zh.json"
};

static const struct hearth_page_asset assets[] = {
    {"/", "text/html; charset=utf-8", asset_0, sizeof asset_0},
    {"/css/base.css", "text/css; charset=utf-8", asset_1, sizeof asset_1},
    {"/css/calendar.css", "text/css; charset=utf-8", asset_2, sizeof asset_2},
    {"/css/chat.css", "text/css; charset=utf-8", asset_3, sizeof asset_3},
    {"/css/controls.css", "text/css; charset=utf-8", asset_4, sizeof asset_4},
    {"/css/documents.css", "text/css; charset=utf-8", asset_5, sizeof asset_5},
    {"/css/journal.css", "text/css; charset=utf-8", asset_6, sizeof asset_6},
    {"/css/layout.css", "text/css; charset=utf-8", asset_7, sizeof asset_7},
    {"/css/models.css", "text/css; charset=utf-8", asset_8, sizeof asset_8},
    {"/css/news.css", "text/css; charset=utf-8", asset_9, sizeof asset_9},
    {"/css/print.css", "text/css; charset=utf-8", asset_10, sizeof asset_10},
    {"/css/privacy.css", "text/css; charset=utf-8", asset_11, sizeof asset_11},
    {"/css/reading.css", "text/css; charset=utf-8", asset_12, sizeof asset_12},
    {"/css/settings.css", "text/css; charset=utf-8", asset_13, sizeof asset_13},
    {"/css/start.css", "text/css; charset=utf-8", asset_14, sizeof asset_14},
    {"/css/tokens.css", "text/css; charset=utf-8", asset_15, sizeof asset_15},
    {"/css/transcripts.css", "text/css; charset=utf-8", asset_16, sizeof asset_16},
    {"/example/house-manual.md", "text/markdown; charset=utf-8", asset_17, sizeof asset_17},
    {"/example/residents-2025-10-02.vtt", "text/vtt; charset=utf-8", asset_18, sizeof asset_18},
    {"/example/rye-bread.md", "text/markdown; charset=utf-8", asset_19, sizeof asset_19},
    {"/icon-maskable.svg", "image/svg+xml", asset_20, sizeof asset_20},
    {"/icon.svg", "image/svg+xml", asset_21, sizeof asset_21},
    {"/js/lib/api.js", "text/javascript; charset=utf-8", asset_22, sizeof asset_22},
    {"/js/lib/bytes.js", "text/javascript; charset=utf-8", asset_23, sizeof asset_23},
    {"/js/lib/changes.js", "text/javascript; charset=utf-8", asset_24, sizeof asset_24},
    {"/js/lib/days.js", "text/javascript; charset=utf-8", asset_25, sizeof asset_25},
    {"/js/lib/dom.js", "text/javascript; charset=utf-8", asset_26, sizeof asset_26},
    {"/js/lib/events.js", "text/javascript; charset=utf-8", asset_27, sizeof asset_27},
    {"/js/lib/format.js", "text/javascript; charset=utf-8", asset_28, sizeof asset_28},
    {"/js/lib/formats.js", "text/javascript; charset=utf-8", asset_29, sizeof asset_29},
    {"/js/lib/highlight.js", "text/javascript; charset=utf-8", asset_30, sizeof asset_30},
    {"/js/lib/jobs.js", "text/javascript; charset=utf-8", asset_31, sizeof asset_31},
    {"/js/lib/kept.js", "text/javascript; charset=utf-8", asset_32, sizeof asset_32},
    {"/js/lib/names.js", "text/javascript; charset=utf-8", asset_33, sizeof asset_33},
    {"/js/lib/pages.js", "text/javascript; charset=utf-8", asset_34, sizeof asset_34},
    {"/js/lib/places.js", "text/javascript; charset=utf-8", asset_35, sizeof asset_35},
    {"/js/lib/plain.js", "text/javascript; charset=utf-8", asset_36, sizeof asset_36},
    {"/js/lib/qr-code.js", "text/javascript; charset=utf-8", asset_37, sizeof asset_37},
    {"/js/lib/router.js", "text/javascript; charset=utf-8", asset_38, sizeof asset_38},
    {"/js/lib/routing-modes.js", "text/javascript; charset=utf-8", asset_39, sizeof asset_39},
    {"/js/lib/session.js", "text/javascript; charset=utf-8", asset_40, sizeof asset_40},
    {"/js/lib/setting-names.js", "text/javascript; charset=utf-8", asset_41, sizeof asset_41},
    {"/js/lib/settings-words.js", "text/javascript; charset=utf-8", asset_42, sizeof asset_42},
    {"/js/lib/sheet-rows.js", "text/javascript; charset=utf-8", asset_43, sizeof asset_43},
    {"/js/lib/shell-cache.js", "text/javascript; charset=utf-8", asset_44, sizeof asset_44},
    {"/js/lib/table-rows.js", "text/javascript; charset=utf-8", asset_45, sizeof asset_45},
    {"/js/lib/terms.js", "text/javascript; charset=utf-8", asset_46, sizeof asset_46},
    {"/js/lib/wav.js", "text/javascript; charset=utf-8", asset_47, sizeof asset_47},
    {"/js/lib/when-back.js", "text/javascript; charset=utf-8", asset_48, sizeof asset_48},
    {"/js/lib/words.js", "text/javascript; charset=utf-8", asset_49, sizeof asset_49},
    {"/js/lib/wrapped-lines.js", "text/javascript; charset=utf-8", asset_50, sizeof asset_50},
    {"/js/lib/written-days.js", "text/javascript; charset=utf-8", asset_51, sizeof asset_51},
    {"/js/main.js", "text/javascript; charset=utf-8", asset_52, sizeof asset_52},
    {"/js/markdown/blocks.js", "text/javascript; charset=utf-8", asset_53, sizeof asset_53},
    {"/js/markdown/cursor.js", "text/javascript; charset=utf-8", asset_54, sizeof asset_54},
    {"/js/markdown/emphasis.js", "text/javascript; charset=utf-8", asset_55, sizeof asset_55},
    {"/js/markdown/entities.js", "text/javascript; charset=utf-8", asset_56, sizeof asset_56},
    {"/js/markdown/inline.js", "text/javascript; charset=utf-8", asset_57, sizeof asset_57},
    {"/js/markdown/lines.js", "text/javascript; charset=utf-8", asset_58, sizeof asset_58},
    {"/js/markdown/links.js", "text/javascript; charset=utf-8", asset_59, sizeof asset_59},
    {"/js/markdown/marked.js", "text/javascript; charset=utf-8", asset_60, sizeof asset_60},
    {"/js/markdown/markup.js", "text/javascript; charset=utf-8", asset_61, sizeof asset_61},
    {"/js/markdown/openings.js", "text/javascript; charset=utf-8", asset_62, sizeof asset_62},
    {"/js/markdown/pieces.js", "text/javascript; charset=utf-8", asset_63, sizeof asset_63},
    {"/js/markdown/render.js", "text/javascript; charset=utf-8", asset_64, sizeof asset_64},
    {"/js/markdown/source-text.js", "text/javascript; charset=utf-8", asset_65, sizeof asset_65},
    {"/js/opening.js", "text/javascript; charset=utf-8", asset_66, sizeof asset_66},
    {"/js/page.js", "text/javascript; charset=utf-8", asset_67, sizeof asset_67},
    {"/js/ui/answerer-sheet.js", "text/javascript; charset=utf-8", asset_68, sizeof asset_68},
    {"/js/ui/answerers.js", "text/javascript; charset=utf-8", asset_69, sizeof asset_69},
    {"/js/ui/badge.js", "text/javascript; charset=utf-8", asset_70, sizeof asset_70},
    {"/js/ui/blocks.js", "text/javascript; charset=utf-8", asset_71, sizeof asset_71},
    {"/js/ui/controls.js", "text/javascript; charset=utf-8", asset_72, sizeof asset_72},
    {"/js/ui/date-field.js", "text/javascript; charset=utf-8", asset_73, sizeof asset_73},
    {"/js/ui/day-picker.js", "text/javascript; charset=utf-8", asset_74, sizeof asset_74},
    {"/js/ui/device-name.js", "text/javascript; charset=utf-8", asset_75, sizeof asset_75},
    {"/js/ui/dialog.js", "text/javascript; charset=utf-8", asset_76, sizeof asset_76},
    {"/js/ui/dictation.js", "text/javascript; charset=utf-8", asset_77, sizeof asset_77},
    {"/js/ui/document-text.js", "text/javascript; charset=utf-8", asset_78, sizeof asset_78},
    {"/js/ui/dropped.js", "text/javascript; charset=utf-8", asset_79, sizeof asset_79},
    {"/js/ui/edges.js", "text/javascript; charset=utf-8", asset_80, sizeof asset_80},
    {"/js/ui/engines.js", "text/javascript; charset=utf-8", asset_81, sizeof asset_81},
    {"/js/ui/heights.js", "text/javascript; charset=utf-8", asset_82, sizeof asset_82},
    {"/js/ui/icons.js", "text/javascript; charset=utf-8", asset_83, sizeof asset_83},
    {"/js/ui/labels.js", "text/javascript; charset=utf-8", asset_84, sizeof asset_84},
    {"/js/ui/markdown-document.js", "text/javascript; charset=utf-8", asset_85, sizeof asset_85},
    {"/js/ui/menu.js", "text/javascript; charset=utf-8", asset_86, sizeof asset_86},
    {"/js/ui/page-picture.js", "text/javascript; charset=utf-8", asset_87, sizeof asset_87},
    {"/js/ui/palette.js", "text/javascript; charset=utf-8", asset_88, sizeof asset_88},
    {"/js/ui/phone.js", "text/javascript; charset=utf-8", asset_89, sizeof asset_89},
    {"/js/ui/popup.js", "text/javascript; charset=utf-8", asset_90, sizeof asset_90},
    {"/js/ui/privacy-line.js", "text/javascript; charset=utf-8", asset_91, sizeof asset_91},
    {"/js/ui/problem.js", "text/javascript; charset=utf-8", asset_92, sizeof asset_92},
    {"/js/ui/reader.js", "text/javascript; charset=utf-8", asset_93, sizeof asset_93},
    {"/js/ui/recorder.js", "text/javascript; charset=utf-8", asset_94, sizeof asset_94},
    {"/js/ui/server-words.js", "text/javascript; charset=utf-8", asset_95, sizeof asset_95},
    {"/js/ui/service-form.js", "text/javascript; charset=utf-8", asset_96, sizeof asset_96},
    {"/js/ui/settings-places.js", "text/javascript; charset=utf-8", asset_97, sizeof asset_97},
    {"/js/ui/sheet-table.js", "text/javascript; charset=utf-8", asset_98, sizeof asset_98},
    {"/js/ui/shell.js", "text/javascript; charset=utf-8", asset_99, sizeof asset_99},
    {"/js/ui/shortcuts.js", "text/javascript; charset=utf-8", asset_100, sizeof asset_100},
    {"/js/ui/sign-in-provider.js", "text/javascript; charset=utf-8", asset_101, sizeof asset_101},
    {"/js/ui/sign-in-ways.js", "text/javascript; charset=utf-8", asset_102, sizeof asset_102},
    {"/js/ui/sign-in.js", "text/javascript; charset=utf-8", asset_103, sizeof asset_103},
    {"/js/ui/tabs.js", "text/javascript; charset=utf-8", asset_104, sizeof asset_104},
    {"/js/ui/text-window.js", "text/javascript; charset=utf-8", asset_105, sizeof asset_105},
    {"/js/ui/theme.js", "text/javascript; charset=utf-8", asset_106, sizeof asset_106},
    {"/js/ui/toast.js", "text/javascript; charset=utf-8", asset_107, sizeof asset_107},
    {"/js/ui/windowed-list.js", "text/javascript; charset=utf-8", asset_108, sizeof asset_108},
    {"/js/ui/work-card.js", "text/javascript; charset=utf-8", asset_109, sizeof asset_109},
    {"/js/ui/work-line.js", "text/javascript; charset=utf-8", asset_110, sizeof asset_110},
    {"/js/views/chat/another-answer.js", "text/javascript; charset=utf-8", asset_111, sizeof asset_111},
    {"/js/views/chat/answerer-button.js", "text/javascript; charset=utf-8", asset_112, sizeof asset_112},
    {"/js/views/chat/attachments.js", "text/javascript; charset=utf-8", asset_113, sizeof asset_113},
    {"/js/views/chat/branch.js", "text/javascript; charset=utf-8", asset_114, sizeof asset_114},
    {"/js/views/chat/chat.js", "text/javascript; charset=utf-8", asset_115, sizeof asset_115},
    {"/js/views/chat/citations.js", "text/javascript; charset=utf-8", asset_116, sizeof asset_116},
    {"/js/views/chat/composer.js", "text/javascript; charset=utf-8", asset_117, sizeof asset_117},
    {"/js/views/chat/conversation-actions.js", "text/javascript; charset=utf-8", asset_118, sizeof asset_118},
    {"/js/views/chat/conversation-list.js", "text/javascript; charset=utf-8", asset_119, sizeof asset_119},
    {"/js/views/chat/elsewhere.js", "text/javascript; charset=utf-8", asset_120, sizeof asset_120},
    {"/js/views/chat/failures.js", "text/javascript; charset=utf-8", asset_121, sizeof asset_121},
    {"/js/views/chat/follow-ups.js", "text/javascript; charset=utf-8", asset_122, sizeof asset_122},
    {"/js/views/chat/live-answer.js", "text/javascript; charset=utf-8", asset_123, sizeof asset_123},
    {"/js/views/chat/live-view.js", "text/javascript; charset=utf-8", asset_124, sizeof asset_124},
    {"/js/views/chat/mention.js", "text/javascript; charset=utf-8", asset_125, sizeof asset_125},
    {"/js/views/chat/message-actions.js", "text/javascript; charset=utf-8", asset_126, sizeof asset_126},
    {"/js/views/chat/message-list.js", "text/javascript; charset=utf-8", asset_127, sizeof asset_127},
    {"/js/views/chat/message.js", "text/javascript; charset=utf-8", asset_128, sizeof asset_128},
    {"/js/views/chat/next-question.js", "text/javascript; charset=utf-8", asset_129, sizeof asset_129},
    {"/js/views/chat/scope.js", "text/javascript; charset=utf-8", asset_130, sizeof asset_130},
    {"/js/views/chat/share-file.js", "text/javascript; charset=utf-8", asset_131, sizeof asset_131},
    {"/js/views/chat/thread.js", "text/javascript; charset=utf-8", asset_132, sizeof asset_132},
    {"/js/views/chat/welcome.js", "text/javascript; charset=utf-8", asset_133, sizeof asset_133},
    {"/js/views/documents/collections.js", "text/javascript; charset=utf-8", asset_134, sizeof asset_134},
    {"/js/views/documents/document-list.js", "text/javascript; charset=utf-8", asset_135, sizeof asset_135},
    {"/js/views/documents/document-page.js", "text/javascript; charset=utf-8", asset_136, sizeof asset_136},
    {"/js/views/documents/documents.js", "text/javascript; charset=utf-8", asset_137, sizeof asset_137},
    {"/js/views/documents/feed-items.js", "text/javascript; charset=utf-8", asset_138, sizeof asset_138},
    {"/js/views/documents/feed-work.js", "text/javascript; charset=utf-8", asset_139, sizeof asset_139},
    {"/js/views/documents/feeds.js", "text/javascript; charset=utf-8", asset_140, sizeof asset_140},
    {"/js/views/documents/folder-picker.js", "text/javascript; charset=utf-8", asset_141, sizeof asset_141},
    {"/js/views/documents/folders.js", "text/javascript; charset=utf-8", asset_142, sizeof asset_142},
    {"/js/views/documents/kinds.js", "text/javascript; charset=utf-8", asset_143, sizeof asset_143},
    {"/js/views/documents/people-picker.js", "text/javascript; charset=utf-8", asset_144, sizeof asset_144},
    {"/js/views/documents/receipt.js", "text/javascript; charset=utf-8", asset_145, sizeof asset_145},
    {"/js/views/documents/relabel.js", "text/javascript; charset=utf-8", asset_146, sizeof asset_146},
    {"/js/views/documents/search-panel.js", "text/javascript; charset=utf-8", asset_147, sizeof asset_147},
    {"/js/views/documents/upload-panel.js", "text/javascript; charset=utf-8", asset_148, sizeof asset_148},
    {"/js/views/documents/upload-row.js", "text/javascript; charset=utf-8", asset_149, sizeof asset_149},
    {"/js/views/documents/uploads.js", "text/javascript; charset=utf-8", asset_150, sizeof asset_150},
    {"/js/views/journal/calendar.js", "text/javascript; charset=utf-8", asset_151, sizeof asset_151},
    {"/js/views/journal/charts.js", "text/javascript; charset=utf-8", asset_152, sizeof asset_152},
    {"/js/views/journal/entries.js", "text/javascript; charset=utf-8", asset_153, sizeof asset_153},
    {"/js/views/journal/entry-words.js", "text/javascript; charset=utf-8", asset_154, sizeof asset_154},
    {"/js/views/journal/failures.js", "text/javascript; charset=utf-8", asset_155, sizeof asset_155},
    {"/js/views/journal/import.js", "text/javascript; charset=utf-8", asset_156, sizeof asset_156},
    {"/js/views/journal/journal.js", "text/javascript; charset=utf-8", asset_157, sizeof asset_157},
    {"/js/views/journal/people.js", "text/javascript; charset=utf-8", asset_158, sizeof asset_158},
    {"/js/views/journal/period-view.js", "text/javascript; charset=utf-8", asset_159, sizeof asset_159},
    {"/js/views/journal/periods.js", "text/javascript; charset=utf-8", asset_160, sizeof asset_160},
    {"/js/views/journal/wrapped.js", "text/javascript; charset=utf-8", asset_161, sizeof asset_161},
    {"/js/views/journal/write-box.js", "text/javascript; charset=utf-8", asset_162, sizeof asset_162},
    {"/js/views/models/add-model.js", "text/javascript; charset=utf-8", asset_163, sizeof asset_163},
    {"/js/views/models/download-row.js", "text/javascript; charset=utf-8", asset_164, sizeof asset_164},
    {"/js/views/models/hub-search.js", "text/javascript; charset=utf-8", asset_165, sizeof asset_165},
    {"/js/views/models/loaded.js", "text/javascript; charset=utf-8", asset_166, sizeof asset_166},
    {"/js/views/models/model-card.js", "text/javascript; charset=utf-8", asset_167, sizeof asset_167},
    {"/js/views/models/model-settings.js", "text/javascript; charset=utf-8", asset_168, sizeof asset_168},
    {"/js/views/models/models.js", "text/javascript; charset=utf-8", asset_169, sizeof asset_169},
    {"/js/views/privacy/consent-panel.js", "text/javascript; charset=utf-8", asset_170, sizeof asset_170},
    {"/js/views/privacy/delete-panel.js", "text/javascript; charset=utf-8", asset_171, sizeof asset_171},
    {"/js/views/privacy/ledger-panel.js", "text/javascript; charset=utf-8", asset_172, sizeof asset_172},
    {"/js/views/privacy/privacy.js", "text/javascript; charset=utf-8", asset_173, sizeof asset_173},
    {"/js/views/privacy/routing-panel.js", "text/javascript; charset=utf-8", asset_174, sizeof asset_174},
    {"/js/views/settings/about.js", "text/javascript; charset=utf-8", asset_175, sizeof asset_175},
    {"/js/views/settings/account.js", "text/javascript; charset=utf-8", asset_176, sizeof asset_176},
    {"/js/views/settings/all-settings.js", "text/javascript; charset=utf-8", asset_177, sizeof asset_177},
    {"/js/views/settings/devices.js", "text/javascript; charset=utf-8", asset_178, sizeof asset_178},
    {"/js/views/settings/endpoint-groups.js", "text/javascript; charset=utf-8", asset_179, sizeof asset_179},
    {"/js/views/settings/endpoints.js", "text/javascript; charset=utf-8", asset_180, sizeof asset_180},
    {"/js/views/settings/environments.js", "text/javascript; charset=utf-8", asset_181, sizeof asset_181},
    {"/js/views/settings/look.js", "text/javascript; charset=utf-8", asset_182, sizeof asset_182},
    {"/js/views/settings/moving.js", "text/javascript; charset=utf-8", asset_183, sizeof asset_183},
    {"/js/views/settings/people.js", "text/javascript; charset=utf-8", asset_184, sizeof asset_184},
    {"/js/views/settings/providers.js", "text/javascript; charset=utf-8", asset_185, sizeof asset_185},
    {"/js/views/settings/settings.js", "text/javascript; charset=utf-8", asset_186, sizeof asset_186},
    {"/js/views/settings/sign-in-provider.js", "text/javascript; charset=utf-8", asset_187, sizeof asset_187},
    {"/js/views/settings/tool-servers.js", "text/javascript; charset=utf-8", asset_188, sizeof asset_188},
    {"/js/views/start/document-step.js", "text/javascript; charset=utf-8", asset_189, sizeof asset_189},
    {"/js/views/start/example-library.js", "text/javascript; charset=utf-8", asset_190, sizeof asset_190},
    {"/js/views/start/first-run.js", "text/javascript; charset=utf-8", asset_191, sizeof asset_191},
    {"/js/views/start/model-step.js", "text/javascript; charset=utf-8", asset_192, sizeof asset_192},
    {"/js/views/start/question-step.js", "text/javascript; charset=utf-8", asset_193, sizeof asset_193},
    {"/js/views/start/start.js", "text/javascript; charset=utf-8", asset_194, sizeof asset_194},
    {"/js/views/start/wanted-model.js", "text/javascript; charset=utf-8", asset_195, sizeof asset_195},
    {"/js/views/transcripts/ask-box.js", "text/javascript; charset=utf-8", asset_196, sizeof asset_196},
    {"/js/views/transcripts/aspect-panel.js", "text/javascript; charset=utf-8", asset_197, sizeof asset_197},
    {"/js/views/transcripts/availability.js", "text/javascript; charset=utf-8", asset_198, sizeof asset_198},
    {"/js/views/transcripts/cards.js", "text/javascript; charset=utf-8", asset_199, sizeof asset_199},
    {"/js/views/transcripts/cue-list.js", "text/javascript; charset=utf-8", asset_200, sizeof asset_200},
    {"/js/views/transcripts/player.js", "text/javascript; charset=utf-8", asset_201, sizeof asset_201},
    {"/js/views/transcripts/recordings.js", "text/javascript; charset=utf-8", asset_202, sizeof asset_202},
    {"/js/views/transcripts/speech-drawing.js", "text/javascript; charset=utf-8", asset_203, sizeof asset_203},
    {"/js/views/transcripts/transcript-list.js", "text/javascript; charset=utf-8", asset_204, sizeof asset_204},
    {"/js/views/transcripts/transcript-page.js", "text/javascript; charset=utf-8", asset_205, sizeof asset_205},
    {"/js/views/transcripts/transcripts.js", "text/javascript; charset=utf-8", asset_206, sizeof asset_206},
    {"/manifest.webmanifest", "application/manifest+json", asset_207, sizeof asset_207},
    {"/openapi.json", "application/json", asset_208, sizeof asset_208},
    {"/shared.html", "text/html; charset=utf-8", asset_209, sizeof asset_209},
    {"/sw.js", "text/javascript; charset=utf-8", asset_210, sizeof asset_210},
    {"/words/ar.json", "application/json", asset_211, sizeof asset_211},
    {"/words/de.json", "application/json", asset_212, sizeof asset_212},
    {"/words/es.json", "application/json", asset_213, sizeof asset_213},
    {"/words/fr.json", "application/json", asset_214, sizeof asset_214},
    {"/words/it.json", "application/json", asset_215, sizeof asset_215},
    {"/words/ja.json", "application/json", asset_216, sizeof asset_216},
    {"/words/pt.json", "application/json", asset_217, sizeof asset_217},
    {"/words/zh.json", "application/json", asset_218, sizeof asset_218},
};

size_t hearth_page_asset_count(void) { return sizeof assets / sizeof assets[0]; }

const struct hearth_page_asset *hearth_page_asset_at(size_t index) {
    return index < hearth_page_asset_count() ? &assets[index] : NULL;
}
