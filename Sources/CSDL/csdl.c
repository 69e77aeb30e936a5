#include "csdl.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "library.h"
#include "library_table.h"

#define MEMBER(result, name, parameters) result(*name) parameters;
#define SYMBOL(result, name, parameters) "SDL_" #name,
static struct { CSDL_FUNCTIONS(MEMBER) } sdl;
static const char *const symbols[] = {CSDL_FUNCTIONS(SYMBOL)};
static struct { CSDL_PRIMARY_FUNCTIONS(MEMBER) } primary;
static const char *const primary_symbols[] = {CSDL_PRIMARY_FUNCTIONS(SYMBOL)};
static bool has_primary;

struct csdl_window {
  sdl_window *window;
  sdl_renderer *renderer;
  sdl_texture *texture;
  int texture_width;
  int texture_height;
};

// Returns whether SDL fell back to a driver without a display.
static bool shows_nothing(void) {
  const char *driver = sdl.GetCurrentVideoDriver();
  return driver == NULL || strcmp(driver, "offscreen") == 0 || strcmp(driver, "dummy") == 0;
}

const char *csdl_load(void) {
  const char *reason = LIBRARY_LOAD("libSDL2-2.0.so.0", symbols, sdl);
  if (reason != NULL) return reason;
  has_primary = LIBRARY_LOAD("libSDL2-2.0.so.0", primary_symbols, primary) == NULL;
  // Touches are reported as such, and signals are left to the program.
  sdl.SetHint("SDL_TOUCH_MOUSE_EVENTS", "0");
  sdl.SetHint("SDL_NO_SIGNAL_HANDLERS", "1");
  sdl.SetHint("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0");
  // A texture of the window's size is not interpolated.
  sdl.SetHint("SDL_RENDER_SCALE_QUALITY", "0");
  // Long compositions come whole, and input methods show their candidates.
  sdl.SetHint("SDL_IME_SUPPORT_EXTENDED_TEXT", "1");
  sdl.SetHint("SDL_IME_SHOW_UI", "1");
  if (sdl.Init(sdl_init_video) != 0) return sdl.GetError();
  // SDL begins text input by itself, for which an input method may open.
  sdl.StopTextInput();
  if (shows_nothing() && getenv("SDL_VIDEODRIVER") == NULL) {
    return "no display found at DISPLAY or WAYLAND_DISPLAY";
  }
  return NULL;
}

static void say(char *reason) { snprintf(reason, CSDL_REASON_SIZE, "%s", sdl.GetError()); }

csdl_window *csdl_open(const char *title, int width, int height, char *reason) {
  csdl_window *window = calloc(1, sizeof *window);
  if (window == NULL) {
    snprintf(reason, CSDL_REASON_SIZE, "out of memory");
    return NULL;
  }
  window->window = sdl.CreateWindow(
      title, sdl_window_centered, sdl_window_centered, width, height,
      sdl_window_resizable | sdl_window_high_dpi);
  // The default renderer, which may be accelerated or in software.
  if (window->window != NULL) window->renderer = sdl.CreateRenderer(window->window, -1, 0);
  if (window->renderer == NULL) {
    say(reason);
    csdl_close(window);
    return NULL;
  }
  sdl.SetWindowMinimumSize(window->window, 120, 120);
  return window;
}

void csdl_close(csdl_window *window) {
  if (window->texture != NULL) sdl.DestroyTexture(window->texture);
  if (window->renderer != NULL) sdl.DestroyRenderer(window->renderer);
  if (window->window != NULL) sdl.DestroyWindow(window->window);
  free(window);
}

void csdl_measure(csdl_window *window, csdl_metrics *metrics) {
  memset(metrics, 0, sizeof *metrics);
  sdl.GetWindowSize(window->window, &metrics->width, &metrics->height);
  if (sdl.GetRendererOutputSize(
          window->renderer, &metrics->pixel_width, &metrics->pixel_height) != 0) {
    metrics->pixel_width = metrics->width;
    metrics->pixel_height = metrics->height;
  }
  sdl_display_mode mode;
  int display = sdl.GetWindowDisplayIndex(window->window);
  if (display >= 0 && sdl.GetCurrentDisplayMode(display, &mode) == 0) {
    metrics->refresh_rate = mode.refresh_rate;
  }
}

void csdl_locate(csdl_window *window, int *x, int *y) {
  sdl.GetWindowPosition(window->window, x, y);
}

bool csdl_present(
    csdl_window *window, const csdl_picture *picture, const csdl_rect *damage, int count) {
  csdl_rect all = {0, 0, picture->width, picture->height};
  if (window->texture == NULL || window->texture_width != picture->width ||
      window->texture_height != picture->height) {
    if (window->texture != NULL) sdl.DestroyTexture(window->texture);
    window->texture = sdl.CreateTexture(
        window->renderer, sdl_argb, sdl_streaming, picture->width, picture->height);
    if (window->texture == NULL) return false;
    sdl.SetTextureBlendMode(window->texture, sdl_blend_none);
    window->texture_width = picture->width;
    window->texture_height = picture->height;
    damage = &all;
    count = 1;
  }
  for (int i = 0; i < count; i++) {
    sdl_rect rect = {damage[i].x, damage[i].y, damage[i].width, damage[i].height};
    const uint8_t *first = picture->pixels + (size_t)rect.y * (size_t)picture->bytes_per_row +
                           (size_t)rect.x * 4;
    if (sdl.UpdateTexture(window->texture, &rect, first, picture->bytes_per_row) != 0) return false;
  }
  // While the window is resized, the texture may have another size and is not stretched.
  sdl_rect place = {0, 0, picture->width, picture->height};
  sdl.RenderClear(window->renderer);
  if (sdl.RenderCopy(window->renderer, window->texture, NULL, &place) != 0) return false;
  sdl.RenderPresent(window->renderer);
  return true;
}

static csdl_kind window_kind(uint8_t event) {
  switch (event) {
    case sdl_window_exposed: return CSDL_EXPOSED;
    case sdl_window_size_changed: return CSDL_RESIZED;
    case sdl_window_display_changed: return CSDL_RESIZED;
    case sdl_window_leave: return CSDL_POINTER_LEFT;
    case sdl_window_focus_gained: return CSDL_FOCUS_GAINED;
    case sdl_window_focus_lost: return CSDL_FOCUS_LOST;
    case sdl_window_close: return CSDL_QUIT;
    default: return CSDL_OTHER;
  }
}

static void translate_pointer(const sdl_event *from, csdl_event *to) {
  switch (from->type) {
    case sdl_event_motion:
      to->kind = CSDL_POINTER_MOVED;
      to->x = from->motion.x;
      to->y = from->motion.y;
      break;
    case sdl_event_button_down:
    case sdl_event_button_up:
      to->kind = from->type == sdl_event_button_down ? CSDL_BUTTON_DOWN : CSDL_BUTTON_UP;
      to->x = from->button.x;
      to->y = from->button.y;
      to->button = from->button.button;
      to->clicks = from->button.clicks;
      break;
    case sdl_event_wheel:
      to->kind = CSDL_WHEEL;
      to->x = from->wheel.precise_x;
      to->y = from->wheel.precise_y;
      // The user has inverted the wheel, which SDL does not apply.
      if (from->wheel.direction == 1) {
        to->x = -to->x;
        to->y = -to->y;
      }
      break;
    default:
      to->kind = from->type == sdl_event_finger_down ? CSDL_FINGER_DOWN
                 : from->type == sdl_event_finger_up ? CSDL_FINGER_UP
                                                     : CSDL_FINGER_MOVED;
      // The damaged parts of the window.
      to->x = from->finger.x;
      to->y = from->finger.y;
      to->finger = from->finger.finger;
  }
}

// Copies a text of a limited length, cut between code points if it does not fit.
static void copy_text(char to[CSDL_TEXT_SIZE], const char *from, size_t limit) {
  size_t length = strnlen(from, limit);
  if (length >= CSDL_TEXT_SIZE) {
    length = CSDL_TEXT_SIZE - 1;
    while (length > 0 && ((unsigned char)from[length] & 0xC0) == 0x80) length--;
  }
  memcpy(to, from, length);
  to[length] = 0;
}

static void translate_text(const sdl_event *from, csdl_event *to) {
  to->kind = from->type == sdl_event_text_input ? CSDL_TEXT : CSDL_COMPOSITION;
  if (from->type == sdl_event_text_editing_long) {
    if (from->long_text.text != NULL) {
      copy_text(to->text, from->long_text.text, SIZE_MAX);
      sdl.free(from->long_text.text);
    }
    to->selection_start = from->long_text.start;
    to->selection_length = from->long_text.length;
    return;
  }
  copy_text(to->text, from->text.text, sizeof from->text.text);
  if (from->type == sdl_event_text_editing) {
    to->selection_start = from->text.start;
    to->selection_length = from->text.length;
  }
}

static void translate(const sdl_event *from, csdl_event *to) {
  memset(to, 0, sizeof *to);
  to->modifiers = (uint16_t)sdl.GetModState();
  switch (from->type) {
    case sdl_event_quit: to->kind = CSDL_QUIT; break;
    case sdl_event_window: to->kind = window_kind(from->window.event); break;
    case sdl_event_targets_reset:
    case sdl_event_device_reset: to->kind = CSDL_EXPOSED; break;
    case sdl_event_key_down:
      to->kind = CSDL_KEY_DOWN;
      to->key = from->key.key;
      to->modifiers = from->key.modifiers;
      to->is_repeat = from->key.repeat != 0;
      break;
    case sdl_event_text_input:
    case sdl_event_text_editing:
    case sdl_event_text_editing_long: translate_text(from, to); break;
    case sdl_event_motion:
    case sdl_event_button_down:
    case sdl_event_button_up:
    case sdl_event_wheel:
    case sdl_event_finger_down:
    case sdl_event_finger_up:
    case sdl_event_finger_motion: translate_pointer(from, to); break;
    default: to->kind = CSDL_OTHER;
  }
}

bool csdl_next_event(csdl_event *event) {
  sdl_event from;
  memset(&from, 0, sizeof from);
  if (sdl.PollEvent(&from) == 0) return false;
  translate(&from, event);
  return true;
}

void csdl_wait(int milliseconds) {
  if (milliseconds < 0) {
    sdl.WaitEvent(NULL);
  } else {
    sdl.WaitEventTimeout(NULL, milliseconds);
  }
}

void csdl_wake(void) {
  sdl_event event;
  memset(&event, 0, sizeof event);
  event.type = sdl_event_user;
  sdl.PushEvent(&event);
}

void csdl_set_cursor(int shape) {
  // SDL's values for the arrow, the hand, the text cursor and the vertical arrows.
  static const uint32_t names[] = {0, 11, 1, 8};
  static sdl_cursor *cursors[4];
  if (shape < 0 || shape > 3) return;
  if (cursors[shape] == NULL) cursors[shape] = sdl.CreateSystemCursor(names[shape]);
  if (cursors[shape] != NULL) sdl.SetCursor(cursors[shape]);
}

bool csdl_set_clipboard(const char *text) { return sdl.SetClipboardText(text) == 0; }

char *csdl_get_clipboard(void) { return sdl.GetClipboardText(); }

void csdl_set_primary(const char *text) {
  if (has_primary) primary.SetPrimarySelectionText(text);
}

char *csdl_get_primary(void) { return has_primary ? primary.GetPrimarySelectionText() : NULL; }

void csdl_free(char *text) { sdl.free(text); }

void csdl_set_text_input(bool is_on) {
  if (is_on) {
    sdl.StartTextInput();
  } else {
    sdl.StopTextInput();
  }
}

void csdl_set_text_input_place(const csdl_rect *place) {
  sdl_rect rect = {place->x, place->y, place->width, place->height};
  sdl.SetTextInputRect(&rect);
}

// libdispatch's interface for run loops such as Foundation's: on Linux, the main queue is served
// either by a run loop or by dispatch_main, which never returns.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *);

int csdl_main_queue_descriptor(void) { return _dispatch_get_main_queue_handle_4CF(); }

bool csdl_main_queue_waits(void) {
  struct pollfd wait = {csdl_main_queue_descriptor(), POLLIN, 0};
  return poll(&wait, 1, 0) > 0;
}

void csdl_run_main_queue(void) {
  if (!csdl_main_queue_waits()) return;
  uint64_t count;
  // Later submissions set it again.
  if (read(csdl_main_queue_descriptor(), &count, sizeof count) < 0) return;
  _dispatch_main_queue_callback_4CF(NULL);
}
