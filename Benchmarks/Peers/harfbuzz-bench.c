// The time that HarfBuzz alone takes to shape the messages: the floor of a first layout.
//
//   harfbuzz-bench FILE.jsonl --fonts MANIFEST --folder FOLDER [--passes 5]
//
// FOLDER is that of private_fonts.py, with a link to each font file. The text is itemized
// beforehand, by embedding level (FriBidi), script (the Unicode property, inherited by common
// characters) and font (the first face of the manifest with the character, in the style and the
// language if possible). Only hb_shape and what its buffer needs are timed: `first_us` with new
// fonts, which HarfBuzz has not used, and `again_us` with their tables and plans loaded. There are
// no lines, no caches of words, no results are kept, and nothing is drawn.

#include <fribidi.h>
#include <hb-ot.h>
#include <hb.h>

#include "messages.h"

typedef struct {
  hb_face_t *face;
  hb_font_t *font, *lookup; // `font` is that of timed shaping.
  const char *family;
  bool bold, italic, mono, emoji;
  json_t *languages; // NULL when the face is for all
} Face;

typedef struct {
  size_t message, start, count;
  size_t face;
  hb_script_t script;
  hb_direction_t direction;
} Run;

typedef struct {
  Face *faces;
  size_t face_count;
  Run *runs;
  size_t run_count, capacity;
} Job;

static void add_faces(Job *job, const char *manifest, const char *folder) {
  json_t *root = json_load_file(manifest, 0, NULL), *fonts = json_object_get(root, "fonts"), *font;
  if (!json_is_array(fonts)) fail("no fonts", manifest);
  job->faces = must(calloc(json_array_size(fonts), sizeof(Face)));
  size_t index;
  json_array_foreach(fonts, index, font) {
    const char *file = json_string_value(json_object_get(font, "file"));
    const char *family = json_string_value(json_object_get(font, "family"));
    const char *slant = json_string_value(json_object_get(font, "slant")), *name = strrchr(file, '/');
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name ? name + 1 : file);
    hb_blob_t *blob = hb_blob_create_from_file_or_fail(path);
    if (blob == NULL) fail("the font cannot be opened", path);
    Face *face = &job->faces[job->face_count++];
    unsigned number = (unsigned)json_integer_value(json_object_get(font, "index"));
    hb_face_t *scout = hb_face_create(blob, number);
    face->lookup = hb_font_create(scout);
    face->face = hb_face_create(blob, number);
    face->bold = json_integer_value(json_object_get(font, "weight")) >= 600;
    face->italic = slant && !strcmp(slant, "italic");
    face->family = family;
    face->mono = strstr(family, "Mono") && !strstr(family, "CJK");
    face->emoji = strstr(family, "Emoji") != NULL;
    face->languages = json_object_get(font, "langs");
    hb_face_destroy(scout);
    hb_blob_destroy(blob);
  }
}

// MARK: Itemization

static bool speaks(const Face *face, const char *language) {
  if (face->languages == NULL) return true;
  size_t index;
  json_t *item;
  json_array_foreach(face->languages, index, item) {
    const char *name = json_string_value(item);
    size_t length = strlen(name);
    if (!strcmp(name, "*")) return true;
    if (!strncmp(name, language, length) && (language[length] == 0 || language[length] == '-'))
      return true;
  }
  return false;
}

static bool covers(const Face *face, uint32_t scalar) {
  hb_codepoint_t glyph;
  return hb_font_get_nominal_glyph(face->lookup, scalar, &glyph);
}

// Returns whether a character takes the font of the one before it.
static bool joins(uint32_t scalar) {
  hb_unicode_general_category_t category =
      hb_unicode_general_category(hb_unicode_funcs_get_default(), scalar);
  return category == HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK ||
         category == HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK ||
         category == HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK ||
         category == HB_UNICODE_GENERAL_CATEGORY_FORMAT || (scalar >= 0x1F3FB && scalar <= 0x1F3FF);
}

// Returns the member of a face's family that is closest to a style.
static size_t styled(const Job *job, size_t first, uint8_t style, uint32_t scalar) {
  size_t best = first;
  int most = -1;
  for (size_t f = 0; f < job->face_count; f++) {
    const Face *face = &job->faces[f];
    if (strcmp(face->family, job->faces[first].family) || !covers(face, scalar)) continue;
    int match = (face->bold == !!(style & BOLD)) + (face->italic == !!(style & ITALIC));
    if (match > most) best = f, most = match;
  }
  return best;
}

// Returns the face of a character, which is the first that covers it, with these preferences:
// the emoji face before U+FE0F, a monospaced face for code, a face for the message's language.
static size_t choose_face(const Job *job, const Message *message, size_t i) {
  uint32_t scalar = message->text[i];
  bool emoji = i + 1 < message->count && message->text[i + 1] == 0xFE0F;
  bool code = message->styles[i] & CODE;
  size_t first = job->face_count;
  for (int step = 0; step < 3 && first == job->face_count; step++)
    for (first = 0; first < job->face_count; first++) {
      const Face *face = &job->faces[first];
      bool preferred = emoji ? face->emoji : !code || face->mono;
      if ((step > 0 || preferred) && (step > 1 || speaks(face, message->language)) &&
          covers(face, scalar))
        break;
    }
  return first == job->face_count ? 0 : styled(job, first, message->styles[i], scalar);
}

static void add_run(Job *job, Run run) {
  if (job->run_count == job->capacity) {
    job->capacity = job->capacity ? 2 * job->capacity : 4096;
    job->runs = must(realloc(job->runs, job->capacity * sizeof(Run)));
  }
  job->runs[job->run_count++] = run;
}

static void embedding_levels(const Message *message, FriBidiLevel *levels) {
  FriBidiStrIndex count = (FriBidiStrIndex)message->count;
  FriBidiCharType *types = must(calloc(message->count + 1, sizeof *types));
  FriBidiBracketType *brackets = must(calloc(message->count + 1, sizeof *brackets));
  FriBidiParType direction = FRIBIDI_PAR_ON;
  fribidi_get_bidi_types(message->text, count, types);
  fribidi_get_bracket_types(message->text, count, types, brackets);
  if (!fribidi_get_par_embedding_levels_ex(types, brackets, count, &direction, levels))
    fail("no memory", "fribidi");
  free(types);
  free(brackets);
}

static void itemize(Job *job, const Message *message, size_t number) {
  FriBidiLevel *levels = must(calloc(message->count + 1, sizeof *levels));
  if (message->count) embedding_levels(message, levels);
  // Common characters at the beginning have the script of the first character with one.
  hb_unicode_funcs_t *unicode = hb_unicode_funcs_get_default();
  hb_script_t script = HB_SCRIPT_COMMON;
  for (size_t i = 0; i < message->count && script == HB_SCRIPT_COMMON; i++) {
    hb_script_t own = hb_unicode_script(unicode, message->text[i]);
    if (own != HB_SCRIPT_INHERITED) script = own;
  }
  Run run = {.message = number};
  size_t face = 0;
  for (size_t i = 0; i < message->count; i++) {
    hb_script_t own = hb_unicode_script(unicode, message->text[i]);
    if (own != HB_SCRIPT_COMMON && own != HB_SCRIPT_INHERITED) script = own;
    // Marks and joiners stay in their cluster's font; if it lacks one, shaping shows that.
    if (i == 0 || !joins(message->text[i])) face = choose_face(job, message, i);
    hb_direction_t direction = levels[i] & 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR;
    if (run.count && (run.face != face || run.script != script || run.direction != direction)) {
      add_run(job, run);
      run.count = 0;
    }
    if (run.count == 0) run = (Run){number, i, 0, face, script, direction};
    run.count++;
  }
  if (run.count) add_run(job, run);
  free(levels);
}

// MARK: Measuring

typedef struct {
  unsigned long glyphs, unknown;
  double advance; // ems
} Result;

// Shapes every run in one buffer.
static void shape(const Job *job, const Messages *messages, hb_language_t *languages,
                  hb_buffer_t *buffer, Result *result) {
  for (size_t r = 0; r < job->run_count; r++) {
    const Run *run = &job->runs[r];
    const Message *message = &messages->items[run->message];
    hb_buffer_clear_contents(buffer);
    hb_buffer_add_codepoints(buffer, message->text, (int)message->count, (unsigned)run->start,
                             (int)run->count);
    hb_buffer_set_direction(buffer, run->direction);
    hb_buffer_set_script(buffer, run->script);
    hb_buffer_set_language(buffer, languages[run->message]);
    hb_shape(job->faces[run->face].font, buffer, NULL, 0);
    if (result == NULL) continue;
    unsigned count;
    hb_glyph_info_t *infos = hb_buffer_get_glyph_infos(buffer, &count);
    hb_glyph_position_t *positions = hb_buffer_get_glyph_positions(buffer, &count);
    double units = hb_face_get_upem(job->faces[run->face].face);
    for (unsigned g = 0; g < count; g++) {
      // Line feeds have no glyph; a layout replaces them.
      result->unknown += infos[g].codepoint == 0 && message->text[infos[g].cluster] >= 0x20;
      result->advance += positions[g].x_advance / units;
    }
    result->glyphs += count;
  }
}

static void measure(Job *job, const Messages *messages, int passes) {
  hb_buffer_t *buffer = hb_buffer_create();
  hb_language_t *languages = must(calloc(messages->count, sizeof *languages));
  for (size_t i = 0; i < messages->count; i++)
    languages[i] = messages->items[i].language[0]
                       ? hb_language_from_string(messages->items[i].language, -1)
                       : hb_language_get_default();
  double n = (double)messages->count, *samples = must(calloc((size_t)passes, sizeof *samples));
  double begin = now_us();
  for (size_t f = 0; f < job->face_count; f++)
    job->faces[f].font = hb_font_create(job->faces[f].face);
  shape(job, messages, languages, buffer, NULL);
  double first = (now_us() - begin) / n;
  for (int pass = 0; pass < passes; pass++) {
    begin = now_us();
    shape(job, messages, languages, buffer, NULL);
    samples[pass] = (now_us() - begin) / n;
  }
  Result result = {0};
  shape(job, messages, languages, buffer, &result);
  printf("{\"version\":\"%s\",\"messages\":%zu,\"characters\":%zu,\"first_us\":%.3f,"
         "\"again_us\":%.3f,\"runs\":%zu,\"glyphs\":%lu,\"advance_em\":%.0f,"
         "\"unknown_glyphs\":%lu}\n",
         hb_version_string(), messages->count, messages->characters, first,
         median(samples, (size_t)passes), job->run_count, result.glyphs, result.advance,
         result.unknown);
  hb_buffer_destroy(buffer);
  free(languages);
  free(samples);
}

int main(int argc, char **argv) {
  const char *path = NULL, *manifest = NULL, *folder = NULL;
  int passes = 5;
  for (int i = 1; i < argc; i++) {
    const char *value = i + 1 < argc ? argv[i + 1] : "";
    if (!strcmp(argv[i], "--fonts")) manifest = value, i++;
    else if (!strcmp(argv[i], "--folder")) folder = value, i++;
    else if (!strcmp(argv[i], "--passes")) passes = atoi(value), i++;
    else path = argv[i];
  }
  if (path == NULL || manifest == NULL || folder == NULL || passes < 1) {
    fputs("usage: harfbuzz-bench FILE.jsonl --fonts MANIFEST --folder FOLDER [--passes N]\n",
          stderr);
    return 64;
  }
  Job job = {0};
  add_faces(&job, manifest, folder);
  Messages messages = read_messages(path);
  for (size_t i = 0; i < messages.count; i++) itemize(&job, &messages.items[i], i);
  measure(&job, &messages, passes);
  return 0;
}
