#pragma once
// What Snowball's generated C and its runtime (version 2.2.0) expect to be declared: the package that carries them leaves its
// two headers, api.h and header.h, out. The declarations are those of the definitions in utilities.c and api.c, under the
// licence in licenses/Snowball.txt.
//
// All names get a prefix, so that a program which links Snowball for another reason has two of them without a clash.

#define create_s hearth_snowball_create_s
#define lose_s hearth_snowball_lose_s
#define skip_utf8 hearth_snowball_skip_utf8
#define skip_b_utf8 hearth_snowball_skip_b_utf8
#define in_grouping_U hearth_snowball_in_grouping_U
#define in_grouping_b_U hearth_snowball_in_grouping_b_U
#define out_grouping_U hearth_snowball_out_grouping_U
#define out_grouping_b_U hearth_snowball_out_grouping_b_U
#define in_grouping hearth_snowball_in_grouping
#define in_grouping_b hearth_snowball_in_grouping_b
#define out_grouping hearth_snowball_out_grouping
#define out_grouping_b hearth_snowball_out_grouping_b
#define eq_s hearth_snowball_eq_s
#define eq_s_b hearth_snowball_eq_s_b
#define eq_v hearth_snowball_eq_v
#define eq_v_b hearth_snowball_eq_v_b
#define find_among hearth_snowball_find_among
#define find_among_b hearth_snowball_find_among_b
#define replace_s hearth_snowball_replace_s
#define slice_from_s hearth_snowball_slice_from_s
#define slice_from_v hearth_snowball_slice_from_v
#define slice_del hearth_snowball_slice_del
#define insert_s hearth_snowball_insert_s
#define insert_v hearth_snowball_insert_v
#define slice_to hearth_snowball_slice_to
#define assign_to hearth_snowball_assign_to
#define len_utf8 hearth_snowball_len_utf8
#define SN_create_env hearth_snowball_create_env
#define SN_close_env hearth_snowball_close_env
#define SN_set_current hearth_snowball_set_current

typedef unsigned char symbol;

/// A word that is being stemmed. Before its bytes, and those of each string in `S`, stand their room and their number.
struct SN_env {
    symbol *p;
    int c;
    int l;
    int lb;
    int bra;
    int ket;
    symbol **S;
    int *I;
};

/// One entry of a table of endings.
struct among {
    int s_size;
    const symbol *s;
    int substring_i;
    int result;
    int (*function)(struct SN_env *);
};

#define HEAD (2 * sizeof(int))
#define SIZE(p) ((const int *)(p))[-1]
#define SET_SIZE(p, n) ((int *)(p))[-1] = n
#define CAPACITY(p) ((int *)(p))[-2]

struct SN_env *SN_create_env(int strings, int integers);
void SN_close_env(struct SN_env *z, int strings);
int SN_set_current(struct SN_env *z, int size, const symbol *s);

symbol *create_s(void);
void lose_s(symbol *p);
int skip_utf8(const symbol *p, int c, int limit, int n);
int skip_b_utf8(const symbol *p, int c, int limit, int n);
int in_grouping_U(struct SN_env *z, const unsigned char *s, int min, int max, int repeat);
int in_grouping_b_U(struct SN_env *z, const unsigned char *s, int min, int max, int repeat);
int out_grouping_U(struct SN_env *z, const unsigned char *s, int min, int max, int repeat);
int out_grouping_b_U(struct SN_env *z, const unsigned char *s, int min, int max, int repeat);
int in_grouping(struct SN_env *z, const unsigned char *s, int min, int max, int repeat);
int in_grouping_b(struct SN_env *z, const unsigned char *s, int min, int max, int repeat);
int out_grouping(struct SN_env *z, const unsigned char *s, int min, int max, int repeat);
int out_grouping_b(struct SN_env *z, const unsigned char *s, int min, int max, int repeat);
int eq_s(struct SN_env *z, int size, const symbol *s);
int eq_s_b(struct SN_env *z, int size, const symbol *s);
int eq_v(struct SN_env *z, const symbol *p);
int eq_v_b(struct SN_env *z, const symbol *p);
int find_among(struct SN_env *z, const struct among *v, int size);
int find_among_b(struct SN_env *z, const struct among *v, int size);
int replace_s(struct SN_env *z, int bra, int ket, int size, const symbol *s, int *adjustment);
int slice_from_s(struct SN_env *z, int size, const symbol *s);
int slice_from_v(struct SN_env *z, const symbol *p);
int slice_del(struct SN_env *z);
int insert_s(struct SN_env *z, int bra, int ket, int size, const symbol *s);
int insert_v(struct SN_env *z, int bra, int ket, const symbol *p);
symbol *slice_to(struct SN_env *z, symbol *p);
symbol *assign_to(struct SN_env *z, symbol *p);
int len_utf8(const symbol *p);
