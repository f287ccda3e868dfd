// Included by csqlcipher.c after the amalgamation, so that it sees SQLite's own declarations.
//
// Three additions to a connection:
//   words         an FTS5 tokenizer that splits at U+0020 and changes nothing: terms arrive analysed, and must survive verbatim
//   hearth_bm25   an FTS5 ranking function: BM25F with parameters, statistics and term weights given by the caller
//   hearth_within a scalar function: does an id lie in one of many sorted ranges?
//
// hearth_bm25 exists because FTS5's own bm25() fixes k1 and b, knows no term weights, and takes the number of rows and the
// average length from totals that a `contentless_delete` table never corrects after a deletion.
#include <math.h>
#include <string.h>

// ---- words ----

static int hearth_words_create(void *context, const char **args, int count, Fts5Tokenizer **out) {
    (void)context; (void)args; (void)count;
    static int stateless;
    *out = (Fts5Tokenizer *)&stateless;
    return SQLITE_OK;
}

static void hearth_words_delete(Fts5Tokenizer *tokenizer) { (void)tokenizer; }

static int hearth_words_tokenize(
    Fts5Tokenizer *tokenizer, void *context, int flags, const char *text, int size,
    int (*token)(void *, int, const char *, int, int, int)
) {
    (void)tokenizer; (void)flags;
    int at = 0;
    while (at < size) {
        while (at < size && text[at] == ' ') at++;
        int start = at;
        while (at < size && text[at] != ' ') at++;
        if (at > start) {
            int rc = token(context, 0, text + start, at - start, start, at);
            if (rc != SQLITE_OK) return rc;
        }
    }
    return SQLITE_OK;
}

// ---- hearth_bm25(table, k1, rows, [b, weight, averageLength] per column, termWeight...) ----
//
// score = Σ terms  termWeight · idf · tf' · (k1 + 1) / (tf' + k1)
// tf'   = Σ columns  weight · tf / (1 − b + b · length / averageLength)        (Robertson, Zaragoza & Taylor 2004, BM25F)
// idf   = ln(1 + (rows − df + 0.5) / (df + 0.5))                               (never negative, as in Lucene)

typedef struct {
    int phrases;
    double *gain;  // termWeight · idf, one a phrase
} HearthRanking;

static void hearth_ranking_free(void *p) { sqlite3_free(p); }

static int hearth_count_row(const Fts5ExtensionApi *api, Fts5Context *fts, void *p) {
    (void)api; (void)fts;
    ++*(sqlite3_int64 *)p;
    return SQLITE_OK;
}

static void hearth_bm25(
    const Fts5ExtensionApi *api, Fts5Context *fts, sqlite3_context *context, int count, sqlite3_value **values
) {
    int columns = api->xColumnCount(fts);
    int firstWeight = 2 + 3 * columns;
    if (count < firstWeight) {
        sqlite3_result_error(context, "hearth_bm25: too few arguments", -1);
        return;
    }
    int rc = SQLITE_OK;
    HearthRanking *ranking = api->xGetAuxdata(fts, 0);
    if (!ranking) {
        int phrases = api->xPhraseCount(fts);
        double rows = sqlite3_value_double(values[1]);
        ranking = sqlite3_malloc64(sizeof(HearthRanking) + sizeof(double) * (size_t)phrases);
        if (!ranking) {
            sqlite3_result_error_nomem(context);
            return;
        }
        ranking->phrases = phrases;
        ranking->gain = (double *)(ranking + 1);
        for (int i = 0; i < phrases && rc == SQLITE_OK; i++) {
            sqlite3_int64 df = 0;
            double weight = firstWeight + i < count ? sqlite3_value_double(values[firstWeight + i]) : 1.0;
            rc = api->xQueryPhrase(fts, i, &df, hearth_count_row);
            double rest = rows > (double)df ? rows - (double)df : 0;
            ranking->gain[i] = weight * log(1.0 + (rest + 0.5) / ((double)df + 0.5));
        }
        if (rc != SQLITE_OK) {
            sqlite3_free(ranking);
            sqlite3_result_error_code(context, rc);
            return;
        }
        rc = api->xSetAuxdata(fts, ranking, hearth_ranking_free);
        if (rc != SQLITE_OK) {
            sqlite3_result_error_code(context, rc);
            return;
        }
    }
    enum { most = 8 };
    double norm[most];
    if (columns > most) {
        sqlite3_result_error(context, "hearth_bm25: too many columns", -1);
        return;
    }
    double k1 = sqlite3_value_double(values[0]);
    for (int c = 0; c < columns; c++) {
        double b = sqlite3_value_double(values[2 + 3 * c]);
        double weight = sqlite3_value_double(values[3 + 3 * c]);
        double average = sqlite3_value_double(values[4 + 3 * c]);
        int length = 0;
        if (b != 0) rc = api->xColumnSize(fts, c, &length);
        if (rc != SQLITE_OK) {
            sqlite3_result_error_code(context, rc);
            return;
        }
        double ratio = average > 0 ? (double)length / average : 1.0;
        norm[c] = weight / (1.0 - b + b * ratio);
    }
    double score = 0;
    for (int i = 0; i < ranking->phrases; i++) {
        Fts5PhraseIter iterator;
        int column = -1, offset = -1;
        double tf = 0;
        rc = api->xPhraseFirst(fts, i, &iterator, &column, &offset);
        if (rc != SQLITE_OK) {
            sqlite3_result_error_code(context, rc);
            return;
        }
        for (; column >= 0; api->xPhraseNext(fts, &iterator, &column, &offset)) {
            if (column < columns) tf += norm[column];
        }
        if (tf > 0) score += ranking->gain[i] * tf * (k1 + 1.0) / (tf + k1);
    }
    sqlite3_result_double(context, score);
}

// ---- hearth_within(id, ranges): ranges is a blob of (first, last) pairs of little-endian int64, sorted and disjoint ----

static void hearth_within(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count;
    sqlite3_int64 id = sqlite3_value_int64(values[0]);
    const char *ranges = sqlite3_value_blob(values[1]);
    int low = 0, high = sqlite3_value_bytes(values[1]) / 16;
    while (low < high) {
        int middle = low + (high - low) / 2;
        sqlite3_int64 range[2];
        memcpy(range, ranges + (size_t)middle * 16, 16);
        if (id < range[0]) high = middle;
        else if (id > range[1]) low = middle + 1;
        else {
            sqlite3_result_int(context, 1);
            return;
        }
    }
    sqlite3_result_int(context, 0);
}

static int hearth_register_search(sqlite3 *connection) {
    int rc = sqlite3_create_function_v2(
        connection, "hearth_within", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, 0, hearth_within, 0, 0, 0);
    if (rc != SQLITE_OK) return rc;
    sqlite3_stmt *statement = 0;
    fts5_api *api = 0;
    rc = sqlite3_prepare_v2(connection, "SELECT fts5(?1)", -1, &statement, 0);
    if (rc != SQLITE_OK) return rc;
    sqlite3_bind_pointer(statement, 1, (void *)&api, "fts5_api_ptr", 0);
    sqlite3_step(statement);
    rc = sqlite3_finalize(statement);
    if (rc != SQLITE_OK) return rc;
    if (!api) return SQLITE_ERROR;
    fts5_tokenizer words = {hearth_words_create, hearth_words_delete, hearth_words_tokenize};
    rc = api->xCreateTokenizer(api, "words", 0, &words, 0);
    if (rc != SQLITE_OK) return rc;
    return api->xCreateFunction(api, "hearth_bm25", 0, hearth_bm25, 0);
}
