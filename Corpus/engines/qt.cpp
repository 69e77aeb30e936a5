// Qt's QTextLayout as an engine of `galley corpus compare`. README.md describes input and output.

#include "qt-layout.h"

#include <QGuiApplication>
#include <QImage>
#include <QJsonDocument>
#include <QPainter>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace {

// The margin around the box of a picture, in points.
const double margin = 8;

// A paragraph with its place in the text. QTextLayout lays out a single one.
struct Paragraph {
  qsizetype start;
  double y;
  std::unique_ptr<Layout> layout;
};

// Returns the styles that apply to a part of the text.
QList<QTextLayout::FormatRange> styles(const Message &message, qsizetype start, qsizetype end) {
  QList<QTextLayout::FormatRange> result;
  for (QTextLayout::FormatRange range : message.styles) {
    qsizetype first = std::max(qsizetype(range.start), start);
    qsizetype last = std::min(qsizetype(range.start) + range.length, end);
    if (first >= last) continue;
    range.start = int(first - start), range.length = int(last - first);
    result.append(range);
  }
  return result;
}

struct Text {
  std::vector<Paragraph> paragraphs;
  double height = 0;

  Text(const Message &message, const QFont &font, double width, Qt::LayoutDirection direction) {
    qsizetype start = 0;
    for (const QString &part : message.text.split(QChar::LineSeparator)) {
      Message paragraph{part, 0, styles(message, start, start + part.size())};
      auto layout = std::make_unique<Layout>(paragraph, font, width);
      QTextOption option = layout->text.textOption();
      option.setTextDirection(direction);
      bool is_mirrored = direction == Qt::RightToLeft ||
                         (direction == Qt::LayoutDirectionAuto && part.isRightToLeft());
      option.setAlignment(is_mirrored ? Qt::AlignRight : Qt::AlignLeft);
      layout->text.setTextOption(option);
      layout->break_lines(width);
      double y = height;
      height += layout->height;
      paragraphs.push_back({start, y, std::move(layout)});
      start += part.size() + 1;
    }
  }

  QJsonArray lines() const {
    QJsonArray result;
    for (const Paragraph &paragraph : paragraphs) {
      for (int i = 0; i < paragraph.layout->text.lineCount(); i++) {
        QTextLine line = paragraph.layout->text.lineAt(i);
        QRectF box = line.naturalTextRect();
        result.append(QJsonObject{{"start", paragraph.start + line.textStart()},
                                  {"end", paragraph.start + line.textStart() + line.textLength()},
                                  {"x", box.x()},
                                  {"width", line.naturalTextWidth()},
                                  {"baseline", paragraph.y + line.y() + line.ascent()}});
      }
    }
    return result;
  }

  bool draw(double width, double scale, const QString &path) const {
    QImage image(int(std::ceil((width + 2 * margin) * scale)),
                 int(std::ceil((height + 2 * margin) * scale)), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.scale(scale, scale);
    painter.setPen(Qt::black);
    for (const Paragraph &paragraph : paragraphs)
      paragraph.layout->text.draw(&painter, QPointF(margin, margin + paragraph.y));
    painter.end();
    return image.save(path);
  }
};

QJsonObject answer(const QJsonObject &object, const QString &monospace) {
  QStringList families;
  for (const QJsonValue &family : object["families"].toArray()) families.append(family.toString());
  double width = object["width"].toDouble();
  QString direction = object["dir"].toString();
  Text text(read_message(object, monospace), make_font(families, object["size"].toDouble()), width,
            direction == "rtl"   ? Qt::RightToLeft
            : direction == "ltr" ? Qt::LeftToRight
                                 : Qt::LayoutDirectionAuto);
  QJsonObject result{{"id", object["id"]}, {"offsets", "utf-16"}, {"lines", text.lines()}};
  QString picture = object["picture"].toString();
  if (!picture.isEmpty() && !text.draw(width, object["scale"].toDouble(), picture))
    result["error"] = "the picture cannot be written";
  return result;
}

void print(const QJsonObject &line) {
  std::cout << QJsonDocument(line).toJson(QJsonDocument::Compact).toStdString() << std::endl;
}

} // namespace

int main(int argc, char **argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  // Qt warns about each script that the first font lacks, and about missing desktop settings.
  qInstallMessageHandler([](QtMsgType, const QMessageLogContext &, const QString &) {});
  QGuiApplication application(argc, argv);
  QString monospace = argc > 1 ? argv[1] : "monospace";
  print({{"engine", QString("Qt ") + qVersion()},
         {"notes", QJsonArray{"The language is ignored: QTextLayout has no property for it.",
                              "Sizes are whole pixels."}}});
  std::string line;
  for (size_t number = 1; std::getline(std::cin, line); number++) {
    QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(line));
    if (!document.isObject()) {
      fprintf(stderr, "qt: line %zu is no JSON\n", number);
      return 1;
    }
    print(answer(document.object(), monospace));
  }
}
