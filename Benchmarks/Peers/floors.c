// The time that memory alone takes for drawing: the floors of drawing with and without clearing.
//
//   floors FILE.jsonl [--font FAMILY] [--size 16] [--width 360] [--threads 1,2] [--passes 5]
//
// The ink of each message is drawn beforehand, by Pango and cairo, as one mask of eight bits per
// pixel, and each row is cropped to its ink. Timed are `clear_us`, a memset of a bitmap of the
// message's size, with four bytes per pixel; `blit_us`, drawing the mask in one color over the
// bitmap (source over, premultiplied); and `raster_us`, both for each message in turn, as an
// engine does. There is no layout and no glyph, and emoji have one color. The blit is plain C,
// vectorized by the compiler for SSE2. It also visits the gaps between letters, so an engine that
// blits glyphs may touch fewer pixels.

#include <math.h>
#include <pango/pangocairo.h>
#include <pthread.h>

#include "messages.h"

// A row's ink, from `start` to `end`.
typedef struct {
  int start, end;
} Span;

typedef struct {
  size_t bytes; // of the bitmap
  int columns, rows;
  Span *spans;
  uint8_t *mask; // of the bitmap's size
} Picture;

typedef struct {
  const char *font;
  double size, width;
  int passes;
  Picture *pictures;
  size_t count;
} Job;

// MARK: Masks

static void set_styles(PangoLayout *layout, const Message *message, const char *text) {
  PangoAttrList *list = pango_attr_list_new();
  const char *here = text;
  for (size_t i = 0; i < message->count; i++) {
    const char *next = g_utf8_next_char(here);
    PangoAttribute *attributes[] = {
        message->styles[i] & BOLD ? pango_attr_weight_new(PANGO_WEIGHT_BOLD) : NULL,
        message->styles[i] & ITALIC ? pango_attr_style_new(PANGO_STYLE_ITALIC) : NULL,
        message->styles[i] & CODE ? pango_attr_family_new("monospace") : NULL};
    for (size_t a = 0; a < 3; a++)
      if (attributes[a]) {
        attributes[a]->start_index = (guint)(here - text);
        attributes[a]->end_index = (guint)(next - text);
        pango_attr_list_change(list, attributes[a]);
      }
    here = next;
  }
  pango_layout_set_attributes(layout, list);
  pango_attr_list_unref(list);
}

static void keep_mask(Picture *picture, const uint8_t *pixels, int stride) {
  size_t columns = (size_t)picture->columns, rows = (size_t)picture->rows;
  picture->mask = must(malloc(columns * rows));
  picture->spans = must(calloc(rows, sizeof(Span)));
  for (int y = 0; y < picture->rows; y++) {
    uint8_t *row = memcpy(picture->mask + (size_t)y * columns, pixels + y * stride, columns);
    Span span = {picture->columns, 0};
    for (int x = 0; x < picture->columns; x++)
      if (row[x]) span.start = x < span.start ? x : span.start, span.end = x + 1;
    if (span.start < span.end) picture->spans[y] = span;
  }
}

static Picture draw_mask(const Job *job, PangoContext *context, const Message *message) {
  char *text = g_ucs4_to_utf8(message->text, (glong)message->count, NULL, NULL, NULL);
  PangoLayout *layout = pango_layout_new(context);
  PangoFontDescription *font = pango_font_description_new();
  pango_font_description_set_family(font, job->font);
  pango_font_description_set_absolute_size(font, job->size * PANGO_SCALE);
  pango_layout_set_font_description(layout, font);
  pango_layout_set_width(layout, (int)(job->width * PANGO_SCALE));
  pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_text(layout, text, -1);
  set_styles(layout, message, text);
  int w, h;
  pango_layout_get_size(layout, &w, &h);
  Picture picture = {.columns = (int)fmax(1, ceil((double)w / PANGO_SCALE)),
                     .rows = (int)fmax(1, ceil((double)h / PANGO_SCALE))};
  picture.bytes = (size_t)picture.columns * (size_t)picture.rows * 4;
  cairo_surface_t *surface =
      cairo_image_surface_create(CAIRO_FORMAT_A8, picture.columns, picture.rows);
  cairo_t *drawing = cairo_create(surface);
  pango_cairo_show_layout(drawing, layout);
  cairo_destroy(drawing);
  cairo_surface_flush(surface);
  keep_mask(&picture, cairo_image_surface_get_data(surface),
            cairo_image_surface_get_stride(surface));
  cairo_surface_destroy(surface);
  pango_font_description_free(font);
  g_object_unref(layout);
  g_free(text);
  return picture;
}

static void draw_masks(Job *job, const Messages *messages) {
  PangoFontMap *map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
  pango_cairo_font_map_set_resolution(PANGO_CAIRO_FONT_MAP(map), 96);
  PangoContext *context = pango_font_map_create_context(map);
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options(context, options);
  cairo_font_options_destroy(options);
  job->count = messages->count;
  job->pictures = must(calloc(job->count, sizeof(Picture)));
  for (size_t i = 0; i < job->count; i++)
    job->pictures[i] = draw_mask(job, context, &messages->items[i]);
  g_object_unref(context);
  g_object_unref(map);
}

// MARK: Floors

typedef void Work(const Picture *picture, uint32_t *canvas);

static void clear(const Picture *picture, uint32_t *canvas) { memset(canvas, 0, picture->bytes); }

// Draws a row of a mask in a premultiplied color, two components in one product.
static void blit_row(uint32_t *restrict out, const uint8_t *restrict mask, int width,
                     uint32_t color) {
  uint32_t odd = (color >> 8) & 0xFF00FF, even = color & 0xFF00FF, alpha = color >> 24;
  alpha += alpha >> 7;
  for (int x = 0; x < width; x++) {
    uint32_t cover = mask[x] + (mask[x] >> 7), rest = 256 - (alpha * cover >> 8), below = out[x];
    out[x] = ((((below & 0xFF00FF) * rest + even * cover) >> 8) & 0xFF00FF) |
             ((((below >> 8) & 0xFF00FF) * rest + odd * cover) & 0xFF00FF00);
  }
}

static void blit(const Picture *picture, uint32_t *canvas) {
  for (int y = 0; y < picture->rows; y++) {
    Span span = picture->spans[y];
    size_t start = (size_t)y * (size_t)picture->columns + (size_t)span.start;
    blit_row(canvas + start, picture->mask + start, span.end - span.start, 0xFF000000);
  }
}

static void clear_and_blit(const Picture *picture, uint32_t *canvas) {
  clear(picture, canvas);
  blit(picture, canvas);
}

// MARK: Measuring

// The buffer that all messages are drawn into.
static uint32_t *make_canvas(const Job *job) {
  size_t most = 0;
  for (size_t i = 0; i < job->count; i++)
    most = job->pictures[i].bytes > most ? job->pictures[i].bytes : most;
  return must(calloc(1, most));
}

static double per_message(const Job *job, Work *work, uint32_t *canvas) {
  double *samples = must(calloc((size_t)job->passes, sizeof *samples));
  for (int pass = -1; pass < job->passes; pass++) { // The first pass touches the memory.
    double begin = now_us();
    for (size_t i = 0; i < job->count; i++) work(&job->pictures[i], canvas);
    if (pass >= 0) samples[pass] = (now_us() - begin) / (double)job->count;
  }
  double result = median(samples, (size_t)job->passes);
  free(samples);
  return result;
}

typedef struct {
  const Job *job;
  size_t thread, threads;
  int rounds;
  pthread_barrier_t *start;
} Share;

static void *draw_share(void *argument) {
  Share *share = argument;
  uint32_t *canvas = make_canvas(share->job);
  for (int round = 0; round < share->rounds; round++) {
    pthread_barrier_wait(share->start);
    for (size_t i = share->thread; i < share->job->count; i += share->threads)
      clear_and_blit(&share->job->pictures[i], canvas);
    pthread_barrier_wait(share->start);
  }
  free(canvas);
  return NULL;
}

// The best of several rounds, as in pango-bench.
static double raster_on_threads(const Job *job, size_t threads, int rounds) {
  pthread_barrier_t start;
  pthread_barrier_init(&start, NULL, (unsigned)threads + 1);
  pthread_t *handles = must(calloc(threads, sizeof *handles));
  Share *shares = must(calloc(threads, sizeof *shares));
  for (size_t i = 0; i < threads; i++) {
    shares[i] = (Share){job, i, threads, rounds, &start};
    pthread_create(&handles[i], NULL, draw_share, &shares[i]);
  }
  double best = INFINITY;
  for (int round = 0; round < rounds; round++) {
    // Before the threads wake, because they may finish before this one does.
    double begin = now_us();
    pthread_barrier_wait(&start);
    pthread_barrier_wait(&start);
    best = fmin(best, now_us() - begin);
  }
  for (size_t i = 0; i < threads; i++) pthread_join(handles[i], NULL);
  pthread_barrier_destroy(&start);
  free(handles);
  free(shares);
  return best / (double)job->count;
}

static void measure(const Job *job, const Messages *messages, const char *threads) {
  uint32_t *canvas = make_canvas(job);
  double clearing = per_message(job, clear, canvas), drawing = per_message(job, blit, canvas);
  double both = per_message(job, clear_and_blit, canvas), ink = 0, pixels = 0;
  for (size_t i = 0; i < job->count; i++) {
    const Picture *picture = &job->pictures[i];
    clear_and_blit(picture, canvas);
    for (size_t p = 0; p < picture->bytes / 4; p++) ink += (canvas[p] >> 24) / 255.0;
    pixels += (double)picture->bytes / 4;
  }
  printf("{\"messages\":%zu,\"characters\":%zu,\"clear_us\":%.3f,\"blit_us\":%.3f,"
         "\"raster_us\":%.3f,\"raster_threads_us\":{",
         messages->count, messages->characters, clearing, drawing, both);
  const char *rest = threads;
  for (bool more = false; *rest; more = true) {
    char *end;
    size_t count = strtoul(rest, &end, 10);
    if (end == rest || count < 1 || count > 64) break;
    printf("%s\"%zu\":%.3f", more ? "," : "", count,
           raster_on_threads(job, count, 3 * job->passes));
    rest = *end == ',' ? end + 1 : end;
  }
  printf("},\"pixels\":%.0f,\"ink\":%.0f}\n", pixels, ink);
  free(canvas);
}

int main(int argc, char **argv) {
  Job job = {.font = "Noto Sans", .size = 16, .width = 360, .passes = 5};
  const char *path = NULL, *threads = "1,2";
  for (int i = 1; i < argc; i++) {
    const char *value = i + 1 < argc ? argv[i + 1] : "";
    if (!strcmp(argv[i], "--font")) job.font = value, i++;
    else if (!strcmp(argv[i], "--size")) job.size = atof(value), i++;
    else if (!strcmp(argv[i], "--width")) job.width = atof(value), i++;
    else if (!strcmp(argv[i], "--threads")) threads = value, i++;
    else if (!strcmp(argv[i], "--passes")) job.passes = atoi(value), i++;
    else path = argv[i];
  }
  if (path == NULL || job.size <= 0 || job.width <= 0 || job.passes < 1) {
    fputs("usage: floors FILE.jsonl [--font F --size S --width W --threads 1,2 --passes N]\n",
          stderr);
    return 64;
  }
  Messages messages = read_messages(path);
  draw_masks(&job, &messages);
  measure(&job, &messages, threads);
  return 0;
}
