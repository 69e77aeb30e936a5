// The measurements of `galley bench`, with Pango and cairo.
//
//   pango-bench FILE.jsonl [--font FAMILY] [--size 16] [--width 360] [--relayout 280] [--scale 1]
//               [--threads 1,2] [--passes 5]
//   pango-bench --entities [--font FAMILY] [--size 16] [--width 360] [--passes 5]
//   pango-bench --once TEXT OUT.png [--font FAMILY] [--size 16] [--width 360]
//
// It reads the same messages and prints the same figures under the same names, as one JSON object:
// wall-clock means per message, in microseconds. The fonts are selected by fontconfig; the script
// `run` sets FONTCONFIG_FILE to the files of Galley's manifest.
//
// Choices favor Pango: no hinting and no rounding of positions (fewer lookups), one drawing buffer
// for all messages (no new pages), one font map for all layouts of a thread.

#include "../../Corpus/engines/pango-layout.h"

#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef struct {
  Message *messages;
  size_t count;
  const char *font;
  double size, width, relayout, scale;
  int passes;
} Job;

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values, size_t count) {
  if (count == 0) return 0;
  qsort(values, count, sizeof *values, compare_doubles);
  return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

// MARK: Messages

static void read_messages(Job *job, const char *path) {
  FILE *file = must(fopen(path, "r"), "the messages cannot be opened");
  size_t capacity = 0, line = 0, room = 0;
  char *buffer = NULL;
  for (ssize_t length; (length = getline(&buffer, &room, file)) >= 0;) {
    line++;
    json_error_t error;
    json_t *object = json_loadb(buffer, (size_t)length, JSON_ALLOW_NUL, &error);
    if (object == NULL) {
      fprintf(stderr, "pango-bench: %s:%zu: %s\n", path, line, error.text);
      exit(1);
    }
    if (job->count == capacity) {
      capacity = capacity ? 2 * capacity : 1024;
      job->messages = must(realloc(job->messages, capacity * sizeof(Message)), "no memory");
    }
    job->messages[job->count++] = read_message(object, path, line);
    json_decref(object);
  }
  free(buffer);
  fclose(file);
}

// MARK: Layout

static void make_layouts(const Engine *engine, const Job *job, PangoLayout **layouts) {
  for (size_t i = 0; i < job->count; i++)
    layouts[i] = make_layout(engine, &job->messages[i], job->width);
}

static void set_widths(const Job *job, PangoLayout **layouts, double width) {
  for (size_t i = 0; i < job->count; i++) {
    int w, h;
    pango_layout_set_width(layouts[i], (int)(width * PANGO_SCALE));
    pango_layout_get_size(layouts[i], &w, &h);
  }
}

static void free_layouts(PangoLayout **layouts, size_t count) {
  for (size_t i = 0; i < count; i++) g_object_unref(layouts[i]);
}

// MARK: Drawing

// The buffer that all messages are drawn into.
typedef struct {
  unsigned char *bytes;
  size_t size;
} Canvas;

static cairo_surface_t *draw(PangoLayout *layout, double scale, Canvas *canvas) {
  int w, h;
  pango_layout_get_size(layout, &w, &h);
  int columns = (int)(w * scale / PANGO_SCALE + 0.999), rows = (int)(h * scale / PANGO_SCALE + 0.999);
  if (columns < 1) columns = 1;
  if (rows < 1) rows = 1;
  size_t size = (size_t)columns * 4 * (size_t)rows;
  if (size > canvas->size) {
    canvas->bytes = must(realloc(canvas->bytes, size), "no memory");
    canvas->size = size;
  }
  memset(canvas->bytes, 0, size);
  cairo_surface_t *surface = cairo_image_surface_create_for_data(
      canvas->bytes, CAIRO_FORMAT_ARGB32, columns, rows, columns * 4);
  cairo_t *context = cairo_create(surface);
  cairo_scale(context, scale, scale);
  pango_cairo_show_layout(context, layout);
  cairo_destroy(context);
  cairo_surface_flush(surface);
  return surface;
}

typedef struct {
  const Job *job;
  size_t thread, threads;
  int rounds;
  pthread_barrier_t *start;
} Share;

// Draws every `threads`th message, with its own layouts and fonts, because font maps are per
// thread.
static void *draw_share(void *argument) {
  Share *share = argument;
  const Job *job = share->job;
  Engine engine = make_engine(job->font, job->size);
  Canvas canvas = {0};
  size_t room = job->count / share->threads + 1, count = 0;
  PangoLayout **layouts = must(calloc(room, sizeof *layouts), "no memory");
  for (size_t i = share->thread; i < job->count; i += share->threads)
    layouts[count++] = make_layout(&engine, &job->messages[i], job->width);
  for (size_t i = 0; i < count; i++) cairo_surface_destroy(draw(layouts[i], job->scale, &canvas));

  pthread_barrier_wait(share->start);
  for (int round = 0; round < share->rounds; round++) {
    for (size_t i = 0; i < count; i++)
      cairo_surface_destroy(draw(layouts[i], job->scale, &canvas));
    pthread_barrier_wait(share->start);
    pthread_barrier_wait(share->start);
  }

  free_layouts(layouts, count);
  free(layouts);
  free(canvas.bytes);
  free_engine(&engine);
  return NULL;
}

// The best of several rounds, because other processes disturb the measurement more than threads
// disturb each other.
static double raster_on_threads(const Job *job, size_t threads, int rounds) {
  pthread_barrier_t start;
  pthread_barrier_init(&start, NULL, (unsigned)threads + 1);
  pthread_t *handles = must(calloc(threads, sizeof *handles), "no memory");
  Share *shares = must(calloc(threads, sizeof *shares), "no memory");
  for (size_t i = 0; i < threads; i++) {
    shares[i] = (Share){job, i, threads, rounds, &start};
    pthread_create(&handles[i], NULL, draw_share, &shares[i]);
  }
  double best = 0;
  for (int round = 0; round < rounds; round++) {
    // Before the threads wake, because they may finish before this one does.
    double begin = now_us();
    pthread_barrier_wait(&start);
    pthread_barrier_wait(&start);
    double elapsed = now_us() - begin;
    if (round == 0 || elapsed < best) best = elapsed;
  }
  pthread_barrier_wait(&start);
  for (size_t i = 0; i < threads; i++) pthread_join(handles[i], NULL);
  pthread_barrier_destroy(&start);
  free(handles);
  free(shares);
  return best / (double)job->count;
}

// MARK: Measuring

static size_t heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

static size_t resident_bytes(void) {
  size_t pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL || fscanf(file, "%*u %zu", &pages) != 1) pages = 0;
  if (file) fclose(file);
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

// Returns the median time to lay out and draw 15 consecutive messages, in milliseconds.
static double screenful(const Engine *engine, const Job *job, Canvas *canvas) {
  size_t count = job->count / 15;
  double *times = must(calloc(count + 1, sizeof *times), "no memory");
  for (size_t s = 0; s < count; s++) {
    PangoLayout *layouts[15];
    double begin = now_us();
    for (size_t i = 0; i < 15; i++) {
      layouts[i] = make_layout(engine, &job->messages[15 * s + i], job->width);
      cairo_surface_destroy(draw(layouts[i], job->scale, canvas));
    }
    times[s] = (now_us() - begin) / 1e3;
    free_layouts(layouts, 15);
  }
  double result = median(times, count);
  free(times);
  return result;
}

static void measure(const Job *job, const char *threads) {
  double n = (double)job->count, *samples = must(calloc((size_t)job->passes, 8), "no memory");
  PangoLayout **layouts = must(calloc(job->count + 1, sizeof *layouts), "no memory");
  size_t characters = 0;
  for (size_t i = 0; i < job->count; i++) characters += job->messages[i].characters;

  double begin = now_us();
  Engine engine = make_engine(job->font, job->size);
  make_layouts(&engine, job, layouts);
  double first = (now_us() - begin) / n;

  for (int pass = 0; pass < job->passes; pass++) {
    free_layouts(layouts, job->count);
    begin = now_us();
    make_layouts(&engine, job, layouts);
    samples[pass] = (now_us() - begin) / n;
  }
  double again = median(samples, (size_t)job->passes);

  // The spare layouts are created with warm caches, so the added memory is theirs alone.
  PangoLayout **spare = must(calloc(job->count + 1, sizeof *spare), "no memory");
  malloc_trim(0);
  size_t heap = heap_bytes(), resident = resident_bytes();
  make_layouts(&engine, job, spare);
  double bytes = (double)(heap_bytes() - heap) / n;
  double resident_growth = ((double)resident_bytes() - (double)resident) / n;
  free_layouts(spare, job->count);
  free(spare);

  long lines = 0;
  int unknown = 0;
  for (size_t i = 0; i < job->count; i++) {
    lines += pango_layout_get_line_count(layouts[i]);
    unknown += pango_layout_get_unknown_glyphs_count(layouts[i]);
  }

  for (int pass = 0; pass < job->passes; pass++) {
    begin = now_us();
    set_widths(job, layouts, job->relayout);
    samples[pass] = (now_us() - begin) / n;
    set_widths(job, layouts, job->width);
  }
  double relayout = median(samples, (size_t)job->passes);

  Canvas canvas = {0};
  for (int pass = -1; pass < job->passes; pass++) { // The first pass fills the glyph caches.
    begin = now_us();
    for (size_t i = 0; i < job->count; i++)
      cairo_surface_destroy(draw(layouts[i], job->scale, &canvas));
    if (pass >= 0) samples[pass] = (now_us() - begin) / n;
  }
  double raster = median(samples, (size_t)job->passes);
  double screen = screenful(&engine, job, &canvas);

  printf("{\"version\":\"%s\",\"messages\":%zu,\"characters\":%zu,\"first_us\":%.3f,"
         "\"again_us\":%.3f,\"relayout_us\":%.3f,\"raster_us\":%.3f,\"raster_threads_us\":{",
         pango_version_string(), job->count, characters, first, again, relayout, raster);
  const char *rest = threads;
  for (bool more = false; *rest; more = true) {
    char *end;
    size_t count = strtoul(rest, &end, 10);
    if (end == rest || count < 1 || count > 64) break;
    printf("%s\"%zu\":%.3f", more ? "," : "", count,
           raster_on_threads(job, count, 3 * job->passes));
    rest = *end == ',' ? end + 1 : end;
  }
  printf("},\"bytes_per_layout\":%.0f,\"resident_bytes_per_layout\":%.0f,\"screen15_ms\":%.4f,"
         "\"lines\":%ld,\"unknown_glyphs\":%d}\n",
         bytes, resident_growth, screen, lines, unknown);

  free_layouts(layouts, job->count);
  free(layouts);
  free(canvas.bytes);
  free(samples);
  free_engine(&engine);
}

#include "entities.h"

static int draw_once(const Job *job, char *text, const char *path) {
  Message message = {.text = text, .length = (int)strlen(text)};
  Engine engine = make_engine(job->font, job->size);
  Canvas canvas = {0};
  PangoLayout *layout = make_layout(&engine, &message, job->width);
  cairo_surface_t *surface = draw(layout, job->scale, &canvas);
  cairo_status_t status = cairo_surface_write_to_png(surface, path);
  if (status) fprintf(stderr, "pango-bench: %s: %s\n", path, cairo_status_to_string(status));
  return status ? 1 : 0;
}

int main(int argc, char **argv) {
  Job job = {
      .font = "Noto Sans", .size = 16, .width = 360, .relayout = 280, .scale = 1, .passes = 5};
  const char *path = NULL, *threads = "1,2", *output = NULL;
  char *once = NULL;
  bool entities = false;
  for (int i = 1; i < argc; i++) {
    const char *value = i + 1 < argc ? argv[i + 1] : "";
    if (!strcmp(argv[i], "--font")) job.font = value, i++;
    else if (!strcmp(argv[i], "--size")) job.size = atof(value), i++;
    else if (!strcmp(argv[i], "--width")) job.width = atof(value), i++;
    else if (!strcmp(argv[i], "--relayout")) job.relayout = atof(value), i++;
    else if (!strcmp(argv[i], "--scale")) job.scale = atof(value), i++;
    else if (!strcmp(argv[i], "--threads")) threads = value, i++;
    else if (!strcmp(argv[i], "--entities")) entities = true;
    else if (!strcmp(argv[i], "--passes")) job.passes = atoi(value), i++;
    else if (!strcmp(argv[i], "--once") && i + 2 < argc) once = argv[i + 1], output = argv[i + 2], i += 2;
    else path = argv[i];
  }
  if (job.size <= 0 || job.width <= 0 || job.relayout <= 0 || job.scale <= 0 || job.passes < 1) {
    fputs("pango-bench: sizes, widths, the scale and the passes are positive\n", stderr);
    return 64;
  }
  if (entities) return measure_entities(&job);
  if (once) return draw_once(&job, once, output);
  if (path == NULL) {
    fputs("usage: pango-bench FILE.jsonl [--font F --size S --width W --relayout W --scale S "
          "--threads 1,2 --passes N]\n", stderr);
    return 64;
  }
  read_messages(&job, path);
  if (job.count == 0) {
    fprintf(stderr, "pango-bench: %s: no messages\n", path);
    return 1;
  }
  measure(&job, threads);
  return 0;
}
