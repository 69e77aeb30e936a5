// The time that the least work takes for layout with warm caches: the floors of `again`, of another
// width, and of the sizes of many messages.
//
//   layout-floor FILE.jsonl [--size 16] [--width 360] [--second-width 280] [--passes 5]
//
// This is a sketch, not an engine: no fonts, directions, scripts, styles, clusters, fallback or
// Unicode line breaking. Glyphs are bytes with invented advances. What is left is what a design
// with a cache of words has to do: `again_us` finds the break opportunities with an automaton of
// six classes, finds each word by hash, compares its bytes and copies its glyphs, makes an entry
// for each opportunity, fills lines, and keeps all in one allocation. `relayout_us` fills the lines
// of kept layouts at another width, into a new allocation. `metrics_10000_us` is the median time to
// find the sizes of 10,000 messages at one more pixel, with the intervals of widths in flat arrays.

#include "messages.h"

enum { LETTER, SPACE, HYPHEN, IDEOGRAPH, OPEN, NEWLINE, CLASSES };
enum { GLYPHS = 1 << 18, WORDS = 1 << 14, MOST = 1 << 16, TABLE = 10000, PIXELS = 40 };

typedef struct {
  uint64_t bytes, digest; // the first eight bytes; all others
  uint32_t length, first, count, advance;
} Word;

// An entry of the text between two opportunities, as sums of units from the start of the text.
typedef struct {
  uint32_t ink_end, next;
} Entry;

typedef struct {
  uint32_t end;
  float width;
} Line;

// The glyphs and entries of a text, which layouts share.
typedef struct {
  size_t references, glyph_count, entry_count;
  const Entry *entries;
  uint32_t glyphs[];
} Text;

typedef struct {
  Text *text;
  double least, limit; // the widths at which the lines are the same
  size_t line_count;
  Line lines[];
} Layout;

typedef struct {
  const uint8_t *bytes;
  size_t length;
} Source;

static Word words[WORDS];
static uint32_t pool[GLYPHS], pool_count, glyphs[MOST], opportunities[MOST];
static Entry entries[MOST];
static Line lines[MOST];
static uint8_t classes[256];
static const uint8_t breaks[CLASSES][CLASSES] = {
    // To a letter, a space, a hyphen, an ideograph, an opening mark, a new line.
    [LETTER] = {0, 0, 0, 1, 0, 0},    [SPACE] = {1, 0, 1, 1, 1, 0}, [HYPHEN] = {1, 0, 0, 1, 1, 0},
    [IDEOGRAPH] = {1, 0, 0, 1, 1, 0}, [OPEN] = {0, 0, 0, 0, 0, 0}, [NEWLINE] = {1, 1, 1, 1, 1, 1},
};

static void set_classes(void) {
  for (int byte = 0; byte < 256; byte++)
    classes[byte] = byte == ' '                ? SPACE
                    : byte == '\n'             ? NEWLINE
                    : byte == '-'              ? HYPHEN
                    : byte == '(' || byte == '[' ? OPEN
                    : byte >= 0xE3 && byte < 0xF0 ? IDEOGRAPH : LETTER;
}

static uint32_t advance_of(uint8_t byte) { return byte == ' ' ? 260 : 400 + byte * 37 % 300; }

static uint64_t load(const uint8_t *bytes, size_t count) {
  uint64_t word = 0;
  memcpy(&word, bytes, 8); // Texts are padded.
  return count >= 8 ? word : word & ((1ULL << 8 * count) - 1);
}

// MARK: Stages

static size_t find_opportunities(Source source) {
  size_t count = 0;
  int last = LETTER;
  for (size_t i = 0; i < source.length; i++) {
    uint8_t byte = source.bytes[i];
    if ((byte & 0xC0) == 0x80) continue;
    int class = classes[byte];
    if (i > 0 && breaks[last][class]) opportunities[count++] = (uint32_t)i;
    last = class;
  }
  opportunities[count++] = (uint32_t)source.length;
  return count;
}

static Word *find_word(const uint8_t *bytes, size_t length) {
  uint64_t first = load(bytes, length), digest = 0;
  for (size_t i = 8; i < length; i += 8)
    digest = (digest ^ load(bytes + i, length - i)) * 0xD6E8FEB86659FD93;
  uint64_t hash = (first ^ digest ^ length << 56) * 0x9E3779B97F4A7C15;
  size_t place = hash >> 50;
  for (;; place = (place + 1) % WORDS) {
    Word *word = &words[place];
    if (word->length == length && word->bytes == first && word->digest == digest) return word;
    if (word->length == 0) break;
  }
  // A word that is not known is shaped.
  Word *word = &words[place];
  *word = (Word){first, digest, (uint32_t)length, pool_count, (uint32_t)length, 0};
  if (pool_count + length > GLYPHS) fail("too many words", "layout-floor");
  for (size_t i = 0; i < length; i++) {
    pool[pool_count++] = (uint32_t)bytes[i] << 16 | advance_of(bytes[i]);
    word->advance += advance_of(bytes[i]);
  }
  return word;
}

// Copies the glyphs of all words, and makes an entry for each opportunity.
static size_t shape(Source source, size_t opportunity_count) {
  size_t glyph_count = 0, entry = 0, start = 0;
  uint32_t position = 0;
  for (size_t i = 0; i < opportunity_count; i++) {
    size_t end = opportunities[i], ink_end = end;
    while (ink_end > start && classes[source.bytes[ink_end - 1]] == SPACE) ink_end--;
    if (ink_end > start) {
      Word *word = find_word(source.bytes + start, ink_end - start);
      memcpy(glyphs + glyph_count, pool + word->first, word->count * sizeof *glyphs);
      glyph_count += word->count;
      position += word->advance;
    }
    entries[entry].ink_end = position;
    for (size_t space = ink_end; space < end; space++) {
      glyphs[glyph_count++] = ' ' << 16 | 260;
      position += 260;
    }
    entries[entry++].next = position;
    start = end;
  }
  return glyph_count;
}

static size_t fill(const Entry *entries, size_t count, double scale, double width, double *least,
                   double *limit) {
  size_t line = 0;
  uint32_t base = 0, most = (uint32_t)(width / scale);
  *least = 0, *limit = 1e30;
  for (size_t i = 0; i < count; line++) {
    size_t first = i;
    while (i < count && entries[i].ink_end - base <= most) i++;
    if (i == first) i++; // A word that is too long
    double found = (entries[i - 1].ink_end - base) * scale;
    double next = i < count ? (entries[i].ink_end - base) * scale : 1e30;
    *least = found > *least ? found : *least;
    *limit = next < *limit ? next : *limit;
    lines[line] = (Line){(uint32_t)i, (float)found};
    base = entries[i - 1].next;
  }
  return line;
}

// MARK: Layouts

static Layout *make_layout(Text *text, double scale, double width) {
  double least, limit;
  size_t count = fill(text->entries, text->entry_count, scale, width, &least, &limit);
  Layout *layout = must(malloc(sizeof *layout + count * sizeof(Line)));
  *layout = (Layout){text, least, limit, count};
  memcpy(layout->lines, lines, count * sizeof(Line));
  text->references++;
  return layout;
}

static Layout *lay_out(Source source, double scale, double width) {
  size_t count = find_opportunities(source), glyph_count = shape(source, count);
  Text *text = must(malloc(sizeof *text + glyph_count * sizeof(uint32_t) + count * sizeof(Entry)));
  *text = (Text){0, glyph_count, count, (Entry *)(text->glyphs + glyph_count)};
  memcpy(text->glyphs, glyphs, glyph_count * sizeof(uint32_t));
  memcpy((Entry *)text->entries, entries, count * sizeof(Entry));
  return make_layout(text, scale, width);
}

static void release(Layout *layout) {
  if (--layout->text->references == 0) free(layout->text);
  free(layout);
}

// MARK: Sizes

// The lines of a text at the last width, from its first stop.
typedef struct {
  const Entry *entries;
  size_t count, line_count;
  struct Row {
    uint32_t end, width, limit;
  } *rows;
} Sized;

// Finds the lines at a measure in units: those that hold stay, others end near their old ends.
static void measure(Sized *text, uint32_t most, uint32_t *least, uint32_t *limit) {
  uint32_t base = 0, moved = 0, last = 0;
  size_t i = 0, line = 0;
  *least = 0, *limit = UINT32_MAX;
  for (; i < text->count; line++) {
    struct Row *row = &text->rows[line];
    if (moved || line >= text->line_count || row->width > most || row->limit <= most) {
      size_t end = line < text->line_count && row->end > i ? row->end : i + last;
      uint32_t old = row->end;
      if (end > text->count) end = text->count;
      while (end > i + 1 && text->entries[end - 1].ink_end - base > most) end--;
      if (end <= i) end = i + 1;
      while (end < text->count && text->entries[end].ink_end - base <= most) end++;
      *row = (struct Row){(uint32_t)end, text->entries[end - 1].ink_end - base,
                          end < text->count ? text->entries[end].ink_end - base : UINT32_MAX};
      moved = old != row->end;
    }
    *least = row->width > *least ? row->width : *least;
    *limit = row->limit < *limit ? row->limit : *limit;
    last = row->end - (uint32_t)i;
    i = row->end;
    base = text->entries[i - 1].next;
  }
  text->line_count = line;
}

static double measure_sizes(Layout **layouts, size_t count, double scale, double width,
                            size_t *stale, size_t *lines) {
  static Sized texts[TABLE];
  static uint32_t least[TABLE], limit[TABLE];
  for (size_t i = 0; i < TABLE; i++) {
    const Text *text = layouts[i % count]->text;
    Entry *copy = must(malloc((text->entry_count + 1) * sizeof(Entry)));
    memcpy(copy, text->entries, text->entry_count * sizeof(Entry));
    texts[i] = (Sized){copy, text->entry_count, 0,
                       must(calloc(text->entry_count + 1, sizeof(struct Row)))};
    measure(&texts[i], (uint32_t)(width / scale), &least[i], &limit[i]);
  }
  double times[PIXELS];
  *stale = 0;
  for (int pixel = 0; pixel < PIXELS; pixel++) {
    uint32_t most = (uint32_t)((width + pixel + 1) / scale);
    double begin = now_us();
    for (size_t i = 0; i < TABLE; i++) {
      if (least[i] <= most && most < limit[i]) continue;
      measure(&texts[i], most, &least[i], &limit[i]);
      ++*stale;
    }
    times[pixel] = now_us() - begin;
  }
  *stale /= PIXELS;
  *lines = 0;
  for (size_t i = 0; i < TABLE; i++) *lines += texts[i].line_count;
  return median(times, PIXELS);
}

// MARK: Measuring

static Source encode(const Message *message) {
  uint8_t *bytes = must(calloc(4 * message->count + 16, 1)), *out = bytes;
  for (size_t i = 0; i < message->count; i++) {
    uint32_t c = message->text[i];
    if (c < 0x80) *out++ = (uint8_t)c;
    else {
      int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
      *out++ = (uint8_t)(0xF00 >> more | c >> 6 * more);
      while (more-- > 0) *out++ = 0x80 | (c >> 6 * more & 0x3F);
    }
  }
  if (out - bytes >= MOST) fail("a message is too long", "layout-floor");
  return (Source){bytes, (size_t)(out - bytes)};
}

int main(int argc, char **argv) {
  double size = 16, width = 360, second = 280;
  int passes = 5;
  const char *path = NULL;
  for (int i = 1; i < argc; i++) {
    const char *value = i + 1 < argc ? argv[i + 1] : "";
    if (!strcmp(argv[i], "--size")) size = atof(value), i++;
    else if (!strcmp(argv[i], "--width")) width = atof(value), i++;
    else if (!strcmp(argv[i], "--second-width")) second = atof(value), i++;
    else if (!strcmp(argv[i], "--passes")) passes = atoi(value), i++;
    else path = argv[i];
  }
  if (path == NULL || size <= 0 || width <= 0 || second <= 0 || passes < 1 || passes > 100) {
    fputs("usage: layout-floor FILE.jsonl [--size S --width W --second-width W --passes N]\n",
          stderr);
    return 64;
  }
  set_classes();
  Messages messages = read_messages(path);
  size_t count = messages.count, line_count = 0, stale, sized_lines;
  double scale = size / 1000, again[100], relayout[100];
  Source *sources = must(calloc(count, sizeof *sources));
  Layout **layouts = must(calloc(count, sizeof *layouts));
  Layout **narrow = must(calloc(count, sizeof *narrow));
  for (size_t i = 0; i < count; i++) sources[i] = encode(&messages.items[i]);
  for (int pass = -1; pass < passes; pass++) { // The first pass fills the cache.
    for (size_t i = 0; pass >= 0 && i < count; i++) release(layouts[i]);
    double begin = now_us();
    for (size_t i = 0; i < count; i++) layouts[i] = lay_out(sources[i], scale, width);
    if (pass >= 0) again[pass] = (now_us() - begin) / (double)count;
  }
  for (int pass = 0; pass < passes; pass++) {
    double begin = now_us();
    for (size_t i = 0; i < count; i++) {
      Layout *layout = layouts[i];
      bool holds = layout->least <= second && second < layout->limit;
      if (holds) layout->text->references++;
      narrow[i] = holds ? layout : make_layout(layout->text, scale, second);
    }
    relayout[pass] = (now_us() - begin) / (double)count;
    line_count = 0;
    for (size_t i = 0; i < count; i++) {
      line_count += narrow[i]->line_count;
      if (narrow[i] == layouts[i]) layouts[i]->text->references--;
      else release(narrow[i]);
    }
  }
  double sizes = measure_sizes(layouts, count, scale, width, &stale, &sized_lines);
  printf("{\"messages\":%zu,\"characters\":%zu,\"again_us\":%.3f,\"relayout_us\":%.4f,"
         "\"metrics_10000_us\":%.1f,\"metrics_10000_measured\":%zu,"
         "\"lines\":%zu,\"metrics_10000_lines\":%zu}\n",
         count, messages.characters, median(again, (size_t)passes),
         median(relayout, (size_t)passes), sizes, stale, line_count,
         sized_lines);
  return 0;
}
