// The measurements of `galley bench`, with Qt: QTextLayout, and QPainter on a QImage.
//
//   qt-bench FILE.jsonl [--font FAMILY] [--size 16] [--width 360] [--relayout 280] [--scale 1]
//            [--threads 1,2] [--passes 5] [--picture OUT.png --count 12]
//
// It reads the same messages and prints the same figures under the same names as pango-bench. The
// fonts are selected by fontconfig; the script `run` sets FONTCONFIG_FILE. --picture draws the
// first messages to a PNG instead.
//
// Choices favor Qt: no hinting, one drawing buffer for all messages (no new pages), and layouts
// that keep their glyphs, because QTextLayout otherwise shapes again to draw. Starting
// QGuiApplication is not measured. The language of a message is ignored: QTextLayout has no
// property for it.

#include "../../Corpus/engines/qt-layout.h"

#include <QGuiApplication>
#include <QImage>
#include <QJsonDocument>
#include <QPainter>
#include <algorithm>
#include <barrier>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <malloc.h>
#include <memory>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

struct Job {
  std::vector<Message> messages;
  QString family = "Noto Sans", monospace = "Noto Sans Mono";
  double size = 16, width = 360, relayout = 280, scale = 1;
  int passes = 5;
};

double now_us() {
  auto time = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::micro>(time).count();
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

[[noreturn]] void fail(const std::string &what, int status = 1) {
  fprintf(stderr, "qt-bench: %s\n", what.c_str());
  exit(status);
}

// MARK: Messages

void read_messages(Job &job, const char *path) {
  std::ifstream file(path);
  if (!file) fail(std::string(path) + " cannot be opened");
  std::string line;
  for (size_t number = 1; std::getline(file, line); number++) {
    QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(line)).object();
    if (!object["text"].isString())
      fail(std::string(path) + ":" + std::to_string(number) + ": no text");
    job.messages.push_back(read_message(object, job.monospace));
  }
}

// MARK: Layout

using Layouts = std::vector<std::unique_ptr<Layout>>;

void make_layouts(const Job &job, const QFont &font, Layouts &layouts) {
  for (const Message &message : job.messages)
    layouts.push_back(std::make_unique<Layout>(message, font, job.width));
}

void set_widths(Layouts &layouts, double measure) {
  for (auto &layout : layouts) layout->break_lines(measure);
}

// MARK: Drawing

// The buffer that all messages are drawn into.
using Canvas = std::vector<uchar>;

QImage draw(const Layout &layout, double scale, Canvas &canvas) {
  int columns = std::max(1, int(std::ceil(layout.width * scale)));
  int rows = std::max(1, int(std::ceil(layout.height * scale)));
  size_t size = size_t(columns) * 4 * size_t(rows);
  if (size > canvas.size()) canvas.resize(size);
  memset(canvas.data(), 0, size);
  QImage image(canvas.data(), columns, rows, columns * 4, QImage::Format_ARGB32_Premultiplied);
  QPainter painter(&image);
  painter.scale(scale, scale);
  painter.setPen(Qt::black);
  layout.text.draw(&painter, QPointF(0, 0));
  return image;
}

void draw_all(const Layouts &layouts, double scale, Canvas &canvas) {
  for (auto &layout : layouts) draw(*layout, scale, canvas);
}

// The best of several rounds, with layouts of its own for each thread.
double raster_on_threads(const Job &job, size_t count, int rounds) {
  std::barrier start(ptrdiff_t(count) + 1);
  std::vector<std::thread> threads;
  for (size_t thread = 0; thread < count; thread++)
    threads.emplace_back([&, thread] {
      QFont font = make_font({job.family}, job.size);
      Canvas canvas;
      Layouts layouts;
      for (size_t i = thread; i < job.messages.size(); i += count)
        layouts.push_back(std::make_unique<Layout>(job.messages[i], font, job.width));
      draw_all(layouts, job.scale, canvas);
      start.arrive_and_wait();
      for (int round = 0; round < rounds; round++) {
        draw_all(layouts, job.scale, canvas);
        start.arrive_and_wait();
        start.arrive_and_wait();
      }
    });
  double best = INFINITY;
  for (int round = 0; round < rounds; round++) {
    // Before the threads wake, because they may finish before this one does.
    double begin = now_us();
    start.arrive_and_wait();
    start.arrive_and_wait();
    best = std::min(best, now_us() - begin);
  }
  start.arrive_and_wait();
  for (std::thread &thread : threads) thread.join();
  return best / double(job.messages.size());
}

// MARK: Measuring

size_t heap_bytes() {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

// Returns the median time to lay out and draw 15 consecutive messages, in milliseconds.
double screenful(const Job &job, const QFont &font, Canvas &canvas) {
  std::vector<double> times;
  for (size_t start = 0; start + 15 <= job.messages.size(); start += 15) {
    Layouts layouts;
    layouts.reserve(15);
    double begin = now_us();
    for (size_t i = start; i < start + 15; i++) {
      layouts.push_back(std::make_unique<Layout>(job.messages[i], font, job.width));
      draw(*layouts.back(), job.scale, canvas);
    }
    times.push_back((now_us() - begin) / 1e3);
  }
  return median(times);
}

void measure(const Job &job, const std::string &threads) {
  size_t count = job.messages.size(), characters = 0;
  for (const Message &message : job.messages) characters += message.characters;
  auto per_message = [&](auto work) {
    double begin = now_us();
    work();
    return (now_us() - begin) / double(count);
  };
  auto passes = [&](auto sample) {
    std::vector<double> samples;
    for (int pass = 0; pass < job.passes; pass++) samples.push_back(sample());
    return median(samples);
  };

  Layouts layouts, spare;
  layouts.reserve(count), spare.reserve(count);
  QFont font;
  double first = per_message([&] { font = make_font({job.family}, job.size), make_layouts(job, font, layouts); });
  double again = passes([&] {
    layouts.clear();
    return per_message([&] { make_layouts(job, font, layouts); });
  });

  malloc_trim(0);
  size_t heap = heap_bytes();
  make_layouts(job, font, spare);
  double bytes = double(heap_bytes() - heap) / double(count);
  spare.clear();

  long lines = 0, unknown = 0;
  double height = 0;
  for (auto &layout : layouts) {
    lines += layout->text.lineCount(), height += layout->height;
    for (const QGlyphRun &run : layout->text.glyphRuns())
      unknown += run.glyphIndexes().count(0);
  }

  double relayout = passes([&] {
    double time = per_message([&] { set_widths(layouts, job.relayout); });
    set_widths(layouts, job.width);
    return time;
  });
  Canvas canvas;
  double ink = 0;
  for (auto &layout : layouts) { // Fills the glyph caches, too.
    QImage image = draw(*layout, job.scale, canvas);
    for (qsizetype i = 3; i < image.sizeInBytes(); i += 4) ink += image.constBits()[i] / 255.0;
  }
  double raster = passes([&] { return per_message([&] { draw_all(layouts, job.scale, canvas); }); });
  double screen = screenful(job, font, canvas);

  printf("{\"version\":\"%s\",\"messages\":%zu,\"characters\":%zu,\"first_us\":%.3f,"
         "\"again_us\":%.3f,\"relayout_us\":%.3f,\"raster_us\":%.3f,\"raster_threads_us\":{",
         qVersion(), count, characters, first, again, relayout, raster);
  const char *rest = threads.c_str();
  for (bool more = false; *rest; more = true) {
    char *end;
    size_t number = strtoul(rest, &end, 10);
    if (end == rest || number < 1 || number > 64) break;
    printf("%s\"%zu\":%.3f", more ? "," : "", number,
           raster_on_threads(job, number, 3 * job.passes));
    rest = *end == ',' ? end + 1 : end;
  }
  printf("},\"bytes_per_layout\":%.0f,\"screen15_ms\":%.4f,\"lines\":%ld,\"height\":%.0f,"
         "\"ink\":%.0f,\"unknown_glyphs\":%ld}\n",
         bytes, screen, lines, height, ink, unknown);
}

void draw_picture(const Job &job, const QString &path, size_t count) {
  QImage picture(int(job.width * job.scale), 40 * int(count), QImage::Format_RGB32);
  picture.fill(Qt::white);
  QPainter painter(&picture);
  double y = 0;
  for (size_t i = 0; i < std::min(count, job.messages.size()); i++) {
    Canvas canvas;
    Layout layout(job.messages[i], make_font({job.family}, job.size), job.width);
    painter.drawImage(QPointF(0, y), draw(layout, job.scale, canvas));
    y += std::ceil(layout.height * job.scale) + 4;
  }
  if (!picture.save(path)) fail(path.toStdString() + " cannot be written");
}

} // namespace

int main(int argc, char **argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  // Qt warns about each script that the first font lacks, and about missing desktop settings.
  qInstallMessageHandler([](QtMsgType, const QMessageLogContext &, const QString &) {});
  QGuiApplication application(argc, argv);
  Job job;
  const char *path = nullptr;
  std::string threads = "1,2";
  QString picture;
  size_t count = 12;
  for (int i = 1; i < argc; i++) {
    std::string option = argv[i];
    const char *value = i + 1 < argc ? argv[i + 1] : "";
    if (option == "--font") job.family = value, i++;
    else if (option == "--size") job.size = atof(value), i++;
    else if (option == "--width") job.width = atof(value), i++;
    else if (option == "--relayout") job.relayout = atof(value), i++;
    else if (option == "--scale") job.scale = atof(value), i++;
    else if (option == "--threads") threads = value, i++;
    else if (option == "--passes") job.passes = atoi(value), i++;
    else if (option == "--picture") picture = value, i++;
    else if (option == "--count") count = strtoul(value, nullptr, 10), i++;
    else path = argv[i];
  }
  if (job.size < 1 || job.width <= 0 || job.relayout <= 0 || job.scale <= 0 || job.passes < 1)
    fail("sizes, widths, the scale and the passes are positive", 64);
  if (!path) fail("usage: qt-bench FILE.jsonl [options]; see the head of its source", 64);
  read_messages(job, path);
  if (job.messages.empty()) fail(std::string(path) + ": no messages");
  if (picture.isEmpty()) measure(job, threads);
  else draw_picture(job, picture, count);
}
