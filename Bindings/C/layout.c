// Prints the layout of the structures of galley.h, for scripts/check-library.
#include <galley.h>

#include <stdio.h>

#define STRUCTURE(type) printf(#type " %zu\n", sizeof(type))
#define MEMBER(type, member) printf(#type "." #member " %zu\n", offsetof(type, member))

int main(void) {
  STRUCTURE(galley_error);
  MEMBER(galley_error, status);
  MEMBER(galley_error, offset);
  MEMBER(galley_error, message);
  STRUCTURE(galley_engine_options);
  MEMBER(galley_engine_options, manifest);
  MEMBER(galley_engine_options, font_files);
  MEMBER(galley_engine_options, font_file_count);
  MEMBER(galley_engine_options, cache_limit);
  MEMBER(galley_engine_options, message_limit);
  MEMBER(galley_engine_options, picture_limit);
  STRUCTURE(galley_message);
  MEMBER(galley_message, size);
  MEMBER(galley_message, format);
  STRUCTURE(galley_settings);
  MEMBER(galley_settings, width);
  MEMBER(galley_settings, font_size);
  MEMBER(galley_settings, scale);
  MEMBER(galley_settings, padding);
  MEMBER(galley_settings, theme);
  MEMBER(galley_settings, families);
  MEMBER(galley_settings, language);
  MEMBER(galley_settings, time_zone);
  MEMBER(galley_settings, direction);
  MEMBER(galley_settings, picture_format);
  MEMBER(galley_settings, maximum_lines);
  MEMBER(galley_settings, transparent);
  MEMBER(galley_settings, reveals_all);
  MEMBER(galley_settings, has_now);
  MEMBER(galley_settings, now);
  MEMBER(galley_settings, revealed);
  MEMBER(galley_settings, revealed_count);
  STRUCTURE(galley_content);
  MEMBER(galley_content, size);
  MEMBER(galley_content, width);
  MEMBER(galley_content, height);
  return 0;
}
