// The types and functions of SDL 2 that Galley uses, as declared by its headers. The interface of
// libSDL2-2.0.so.0 is stable; scripts/check-declarations compares them.
#ifndef GALLEY_CSDL_LIBRARY_H
#define GALLEY_CSDL_LIBRARY_H

#include <stdint.h>

typedef struct sdl_window sdl_window;
typedef struct sdl_renderer sdl_renderer;
typedef struct sdl_texture sdl_texture;
typedef struct sdl_cursor sdl_cursor;

typedef struct {
  int x, y, w, h;
} sdl_rect;

typedef struct {
  uint32_t format;
  int w, h, refresh_rate;
  void *driver;
} sdl_display_mode;

enum {
  sdl_init_video = 0x20,
  sdl_window_resizable = 0x20,
  sdl_window_high_dpi = 0x2000,
  sdl_window_centered = 0x2FFF0000,
  sdl_argb = 0x16362004,
  sdl_streaming = 1,
  sdl_blend_none = 0,
};

enum {
  sdl_event_quit = 0x100,
  sdl_event_window = 0x200,
  sdl_event_key_down = 0x300,
  sdl_event_text_editing = 0x302,
  sdl_event_text_input = 0x303,
  sdl_event_text_editing_long = 0x305,
  sdl_event_motion = 0x400,
  sdl_event_button_down = 0x401,
  sdl_event_button_up = 0x402,
  sdl_event_wheel = 0x403,
  sdl_event_finger_down = 0x700,
  sdl_event_finger_up = 0x701,
  sdl_event_finger_motion = 0x702,
  sdl_event_targets_reset = 0x2000,
  sdl_event_device_reset = 0x2001,
  sdl_event_user = 0x8000,
};

enum {
  sdl_window_exposed = 3,
  sdl_window_size_changed = 6,
  sdl_window_leave = 11,
  sdl_window_focus_gained = 12,
  sdl_window_focus_lost = 13,
  sdl_window_close = 14,
  sdl_window_display_changed = 18,
};

typedef struct {
  uint32_t type, timestamp, window;
  uint8_t event, padding[3];
  int32_t data1, data2;
} sdl_window_event;

typedef struct {
  uint32_t type, timestamp, window;
  uint8_t state, repeat, padding[2];
  uint32_t scancode;
  int32_t key;
  uint16_t modifiers;
  uint32_t unused;
} sdl_key_event;

// The text and the composition of an input method; a long composition is allocated.
typedef struct {
  uint32_t type, timestamp, window;
  char text[32];
  int32_t start, length;
} sdl_text_event;

typedef struct {
  uint32_t type, timestamp, window;
  char *text;
  int32_t start, length;
} sdl_long_text_event;

typedef struct {
  uint32_t type, timestamp, window, which, state;
  int32_t x, y, dx, dy;
} sdl_motion_event;

typedef struct {
  uint32_t type, timestamp, window, which;
  uint8_t button, state, clicks, padding;
  int32_t x, y;
} sdl_button_event;

// Newer versions have more members.
typedef struct {
  uint32_t type, timestamp, window, which;
  int32_t x, y;
  uint32_t direction;
  float precise_x, precise_y;
} sdl_wheel_event;

typedef struct {
  uint32_t type, timestamp;
  int64_t touch, finger;
  float x, y, dx, dy, pressure;
  uint32_t window;
} sdl_finger_event;

// At least as large as SDL_Event, because SDL writes whole events.
typedef union {
  uint32_t type;
  sdl_window_event window;
  sdl_key_event key;
  sdl_text_event text;
  sdl_long_text_event long_text;
  sdl_motion_event motion;
  sdl_button_event button;
  sdl_wheel_event wheel;
  sdl_finger_event finger;
  uint8_t bytes[128];
} sdl_event;

// The functions: result, name without SDL_, parameters.
#define CSDL_FUNCTIONS(F)                                                                        \
  F(int, Init, (uint32_t))                                                                       \
  F(const char *, GetError, (void))                                                              \
  F(uint32_t, SetHint, (const char *, const char *))                                             \
  F(const char *, GetCurrentVideoDriver, (void))                                                 \
  F(sdl_window *, CreateWindow, (const char *, int, int, int, int, uint32_t))                    \
  F(void, DestroyWindow, (sdl_window *))                                                         \
  F(void, SetWindowMinimumSize, (sdl_window *, int, int))                                        \
  F(void, GetWindowSize, (sdl_window *, int *, int *))                                           \
  F(void, GetWindowPosition, (sdl_window *, int *, int *))                                       \
  F(int, GetWindowDisplayIndex, (sdl_window *))                                                  \
  F(int, GetCurrentDisplayMode, (int, sdl_display_mode *))                                       \
  F(sdl_renderer *, CreateRenderer, (sdl_window *, int, uint32_t))                               \
  F(void, DestroyRenderer, (sdl_renderer *))                                                     \
  F(int, GetRendererOutputSize, (sdl_renderer *, int *, int *))                                  \
  F(int, RenderCopy, (sdl_renderer *, sdl_texture *, const sdl_rect *, const sdl_rect *))        \
  F(int, RenderClear, (sdl_renderer *))                                                          \
  F(void, RenderPresent, (sdl_renderer *))                                                       \
  F(sdl_texture *, CreateTexture, (sdl_renderer *, uint32_t, int, int, int))                     \
  F(void, DestroyTexture, (sdl_texture *))                                                       \
  F(int, SetTextureBlendMode, (sdl_texture *, uint32_t))                                         \
  F(int, UpdateTexture, (sdl_texture *, const sdl_rect *, const void *, int))                    \
  F(int, PollEvent, (sdl_event *))                                                               \
  F(int, WaitEvent, (sdl_event *))                                                               \
  F(int, WaitEventTimeout, (sdl_event *, int))                                                   \
  F(int, PushEvent, (sdl_event *))                                                               \
  F(sdl_cursor *, CreateSystemCursor, (uint32_t))                                                \
  F(void, SetCursor, (sdl_cursor *))                                                             \
  F(uint32_t, GetModState, (void))                                                               \
  F(int, SetClipboardText, (const char *))                                                       \
  F(char *, GetClipboardText, (void))                                                            \
  F(void, StartTextInput, (void))                                                                \
  F(void, StopTextInput, (void))                                                                 \
  F(void, SetTextInputRect, (const sdl_rect *))                                                  \
  F(void, free, (void *))

// Since SDL 2.26.
#define CSDL_PRIMARY_FUNCTIONS(F)                                                                \
  F(int, SetPrimarySelectionText, (const char *))                                                \
  F(char *, GetPrimarySelectionText, (void))

#endif
