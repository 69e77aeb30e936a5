// Messages and their layouts with Qt's QTextLayout, for qt.cpp and Benchmarks/Peers/qt-bench.cpp.
//
// Choices favor Qt: no hinting, and layouts that keep their glyphs, because QTextLayout otherwise
// shapes again to draw.

#include <QFont>
#include <QJsonArray>
#include <QJsonObject>
#include <QTextLayout>
#include <algorithm>

struct Message {
  QString text;
  size_t characters; // scalars
  QList<QTextLayout::FormatRange> styles;
};

inline bool style(const QString &type, const QString &monospace, QTextCharFormat &format) {
  if (type == "bold") format.setFontWeight(QFont::Bold);
  else if (type == "italic") format.setFontItalic(true);
  else if (type == "underline") format.setFontUnderline(true);
  else if (type == "strikethrough") format.setFontStrikeOut(true);
  else if (type == "code" || type == "pre") format.setFontFamilies({monospace});
  else return false;
  return true;
}

// Reads the text and the styles of a message; line feeds become line separators.
inline Message read_message(const QJsonObject &object, const QString &monospace) {
  Message message{object["text"].toString(), 0, {}};
  message.characters = size_t(message.text.toUcs4().size());
  message.text.replace('\n', QChar::LineSeparator);
  for (const QJsonValue &entity : object["entities"].toArray()) {
    QTextLayout::FormatRange range;
    range.start = entity["offset"].toInt(), range.length = entity["length"].toInt();
    if (style(entity["type"].toString(), monospace, range.format)) message.styles.append(range);
  }
  return message;
}

inline QFont make_font(const QStringList &families, double size) {
  QFont font;
  font.setFamilies(families);
  font.setPixelSize(int(size));
  font.setHintingPreference(QFont::PreferNoHinting);
  font.setStyleStrategy(QFont::StyleStrategy(QFont::PreferAntialias | QFont::NoSubpixelAntialias));
  return font;
}

struct Layout {
  QTextLayout text;
  double width = 0, height = 0;

  Layout(const Message &message, const QFont &font, double measure) : text(message.text, font) {
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setUseDesignMetrics(true);
    text.setTextOption(option);
    text.setCacheEnabled(true);
    if (!message.styles.isEmpty()) text.setFormats(message.styles);
    break_lines(measure);
  }

  void break_lines(double measure) {
    width = height = 0;
    text.beginLayout();
    for (QTextLine line = text.createLine(); line.isValid(); line = text.createLine()) {
      line.setLineWidth(measure);
      line.setPosition(QPointF(0, height));
      height += line.height();
      width = std::max(width, line.naturalTextWidth());
    }
    text.endLayout();
  }
};
