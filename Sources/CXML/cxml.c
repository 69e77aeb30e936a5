#include "cxml.h"

#include <dlfcn.h>

// As in libxml/tree.h, parser.h, HTMLparser.h and xmlerror.h, whose types and functions are a fixed
// interface of libxml2.so.2; what is not used here is a function of whatever kind.
typedef struct xml_context xml_context;
typedef void (*xml_unused)(void);

typedef struct {
  int domain;
  int code;
  char *message;
} xml_error;

typedef struct {
  xml_unused before_start[14];
  void (*start_element)(void *context, const unsigned char *name, const unsigned char **attributes);
  void (*end_element)(void *context, const unsigned char *name);
  xml_unused reference;
  void (*characters)(void *context, const unsigned char *bytes, int length);
  void (*ignorable_whitespace)(void *context, const unsigned char *bytes, int length);
  xml_unused processing_instruction;
  void (*comment)(void *context, const unsigned char *text);
  xml_unused warnings[3];
  xml_unused parameter_entity;
  void (*cdata_block)(void *context, const unsigned char *bytes, int length);
  xml_unused external_subset;
  unsigned int initialized;
  void *own;
  xml_unused namespaces[2];
  void (*structured_error)(void *context, xml_error *error);
} xml_handler;

enum { xml_utf8 = 1 };

// What makes libxml2 look at `structured_error`.
static const unsigned int xml_second_version = 0xDEEDBEAF;

static struct {
  void (*init)(void);
  xml_context *(*create)(xml_handler *, void *, const char *, int, const char *, int);
  int (*parse)(xml_context *, const char *, int, int);
  void (*stop)(xml_context *);
  int (*line)(void *);
  void (*free)(xml_context *);
} xml;

// A document that is being read.
typedef struct {
  const cxml_reader *reader;
  xml_context *context;
  long line;
} reading;

static void go_on(reading *reading, int is_wanted) {
  if (is_wanted || reading->line > 0) return;
  reading->line = xml.line(reading->context);
  xml.stop(reading->context);
}

static void start(void *context, const unsigned char *name, const unsigned char **attributes) {
  static const char *const none[] = {NULL};
  reading *reading = context;
  if (reading->line > 0) return;
  const char *const *list = attributes == NULL ? none : (const char *const *)attributes;
  go_on(reading, reading->reader->start(reading->reader->context, (const char *)name, list));
}

static void end(void *context, const unsigned char *name) {
  reading *reading = context;
  if (reading->line > 0) return;
  go_on(reading, reading->reader->end(reading->reader->context, (const char *)name));
}

static void text(void *context, const unsigned char *bytes, int length) {
  reading *reading = context;
  if (reading->line > 0) return;
  go_on(reading, reading->reader->text(reading->reader->context, (const char *)bytes, length));
}

static void comment(void *context, const unsigned char *bytes) {
  (void)bytes;
  reading *reading = context;
  if (reading->line > 0) return;
  go_on(reading, reading->reader->comment(reading->reader->context));
}

static void error(void *context, xml_error *error) {
  reading *reading = context;
  // The first errors come while the context is being made.
  if (reading->context == NULL || reading->line > 0) return;
  const char *message = error->message == NULL ? "" : error->message;
  go_on(reading, reading->reader->error(reading->reader->context, error->code, message));
}

const char *cxml_load(void) {
  // It stays loaded until the process ends.
  void *library = dlopen("libxml2.so.2", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return dlerror();
#define CXML_FILL(member, name)                                       \
  xml.member = (__typeof__(xml.member))dlsym(library, name);          \
  if (xml.member == NULL) return "libxml2.so.2 has no " name;
  CXML_FILL(init, "xmlInitParser")
  CXML_FILL(create, "htmlCreatePushParserCtxt")
  CXML_FILL(parse, "htmlParseChunk")
  CXML_FILL(stop, "xmlStopParser")
  CXML_FILL(line, "xmlSAX2GetLineNumber")
  CXML_FILL(free, "htmlFreeParserCtxt")
#undef CXML_FILL
  // Before threads use it.
  xml.init();
  return NULL;
}

long cxml_read(const uint8_t *html, int length, const cxml_reader *reader) {
  reading reading = {.reader = reader};
  xml_handler handler = {
      .start_element = start,
      .end_element = end,
      .characters = text,
      .ignorable_whitespace = text,
      .cdata_block = text,
      .comment = comment,
      .initialized = xml_second_version,
      .structured_error = error,
  };
  reading.context = xml.create(&handler, &reading, NULL, 0, NULL, xml_utf8);
  if (reading.context == NULL) return 0;
  xml.parse(reading.context, (const char *)html, length, 1);
  if (reading.line == 0) reading.line = xml.line(reading.context);
  xml.free(reading.context);
  return reading.line > 0 ? reading.line : 1;
}
