// The part of `galley bench --entities` that Pango supports. Included by pango-bench.c, whose
// engine and layouts it uses.

// Returns a text of a number of bytes with an attribute per 50 bytes: bold, italic, underline,
// color.
static Message styled_message(size_t bytes) {
  static const char *words[] = {"the", "bridge", "is", "closed", "on", "Sunday",
                                "so",  "we",     "take", "a",   "boat"};
  Message message = {.text = must(malloc(bytes + 32), "out of memory")};
  size_t length = 0;
  for (size_t i = 0; length < bytes; i++)
    length += (size_t)sprintf(message.text + length, "%s%c", words[i % 11],
                              (i + 1) % 12 == 0 ? '\n' : ' ');
  message.length = (int)length;
  message.styles = pango_attr_list_new();
  for (size_t start = 0, i = 0; start + 50 <= bytes; start += 50, i++) {
    PangoAttribute *attribute =
        i % 4 == 0   ? pango_attr_weight_new(PANGO_WEIGHT_BOLD)
        : i % 4 == 1 ? pango_attr_style_new(PANGO_STYLE_ITALIC)
        : i % 4 == 2 ? pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)
                     : pango_attr_foreground_new(0x1000, 0x6B00, 0xBD00);
    attribute->start_index = (guint)start;
    attribute->end_index = (guint)start + 33;
    pango_attr_list_insert(message.styles, attribute);
  }
  return message;
}

// Returns the minimum time to lay out a styled text, in milliseconds.
static double styled_layout(Engine *engine, const Job *job, size_t bytes) {
  Message message = styled_message(bytes);
  double least = 1e18;
  for (int pass = 0; pass < job->passes; pass++) {
    double begin = now_us();
    PangoLayout *layout = make_layout(engine, &message, job->width);
    pango_layout_get_line_count(layout);
    double time = (now_us() - begin) / 1e3;
    if (time < least) least = time;
    g_object_unref(layout);
  }
  pango_attr_list_unref(message.styles);
  free(message.text);
  return least;
}

// Returns the minimum time to find the index at a point of a text of 10,000 lines, in microseconds.
static double index_at_point(Engine *engine, const Job *job) {
  static const char line[] = "some words and a link to somewhere\n";
  const size_t length = sizeof line - 1, lines = 10000;
  Message message = {.text = must(malloc(length * lines + 1), "out of memory"),
                     .length = (int)(length * lines)};
  for (size_t i = 0; i < lines; i++) memcpy(message.text + i * length, line, length + 1);
  PangoLayout *layout = make_layout(engine, &message, job->width);
  int width, height, index, trailing;
  pango_layout_get_size(layout, &width, &height);
  const int points = 200;
  double least = 1e18;
  for (int pass = 0; pass < job->passes; pass++) {
    double begin = now_us();
    for (int i = 0; i < points; i++)
      pango_layout_xy_to_index(layout, (int)((double)width * (i * 7919 % 997) / 997),
                               (int)((double)height * (i * 1049 % 997) / 997), &index, &trailing);
    double time = (now_us() - begin) / points;
    if (time < least) least = time;
  }
  g_object_unref(layout);
  free(message.text);
  return least;
}

static int measure_entities(const Job *job) {
  Engine engine = make_engine(job->font, job->size);
  double small = styled_layout(&engine, job, 10000), large = styled_layout(&engine, job, 100000);
  printf("{\"entities_10k_ms\":%.3f,\"entities_100k_ms\":%.3f,\"entities_growth\":%.3f,"
         "\"link_us\":%.3f}\n", small, large, large / small, index_at_point(&engine, job));
  free_engine(&engine);
  return 0;
}
