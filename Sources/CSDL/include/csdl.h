// SDL 2's windows, loaded when the first one is opened.
//
// It is loaded like Cairo is (CCairo): a process without a window does not pay for it, and a machine
// without SDL can do everything else. Only the thread that opened the first window may call these
// functions, but for csdl_wake and csdl_main_queue_descriptor.
#ifndef GALLEY_CSDL_H
#define GALLEY_CSDL_H

#include <stdbool.h>
#include <stdint.h>

// Room for the library's words about what is wrong, and a NUL.
enum { CSDL_REASON_SIZE = 200 };

// A window with a texture as large as it is.
typedef struct csdl_window csdl_window;

typedef struct {
  int x;
  int y;
  int width;
  int height;
} csdl_rect;

// How large a window is, in the units of its events and in pixels, and how often its screen shows a
// picture, in a second; 0 if that is not known.
typedef struct {
  int width;
  int height;
  int pixel_width;
  int pixel_height;
  int refresh_rate;
} csdl_metrics;

// Pixels as blue, green, red and alpha, from the top.
typedef struct {
  const uint8_t *pixels;
  int bytes_per_row;
  int width;
  int height;
} csdl_picture;

typedef enum {
  // Nothing that is known here.
  CSDL_OTHER,
  // The process is asked to end, or the window to close.
  CSDL_QUIT,
  // The window has another size or another scale.
  CSDL_RESIZED,
  // What the window shows was lost.
  CSDL_EXPOSED,
  CSDL_FOCUS_GAINED,
  CSDL_FOCUS_LOST,
  // The pointer left the window.
  CSDL_POINTER_LEFT,
  CSDL_POINTER_MOVED,
  CSDL_BUTTON_DOWN,
  CSDL_BUTTON_UP,
  CSDL_WHEEL,
  CSDL_KEY_DOWN,
  CSDL_FINGER_DOWN,
  CSDL_FINGER_MOVED,
  CSDL_FINGER_UP,
} csdl_kind;

typedef struct {
  csdl_kind kind;
  // Which finger; counted by the library.
  int64_t finger;
  // Where a pointer is, in the window's units; of a wheel, how far it was turned, in notches.
  double x;
  double y;
  // Which button: 1 left, 2 middle, 3 right; and how many clicks there were in a row.
  int button;
  int clicks;
  // Which key, as SDL has it: letters are their characters.
  int32_t key;
  // The keys that modify others: SDL's bits.
  uint16_t modifiers;
  bool is_repeat;
} csdl_event;

// Loads the library and has it begin. To be called once, before anything else here.
//
// What comes back says why that failed; NULL if it did not.
const char *csdl_load(void);

// Opens a window that can be resized; NULL if that fails.
csdl_window *csdl_open(
    const char *title, int width, int height, char reason[CSDL_REASON_SIZE]);
void csdl_close(csdl_window *window);

void csdl_measure(csdl_window *window, csdl_metrics *metrics);

// Shows a picture, of which only some rectangles differ from what was shown before. Whether the window
// shows it.
bool csdl_present(
    csdl_window *window, const csdl_picture *picture, const csdl_rect *damage, int count);

// Takes the next event; false if there is none.
bool csdl_next_event(csdl_event *event);

// Returns when there is an event or somebody wakes the thread, or after some milliseconds; a negative
// number is for ever.
void csdl_wait(int milliseconds);

// Ends the waiting, on any thread.
void csdl_wake(void);

// 0 the arrow, 1 a hand, 2 the text cursor, 3 the one for resizing.
void csdl_set_cursor(int shape);

bool csdl_set_clipboard(const char *text);

// A descriptor that can be read from when blocks wait for the main queue, whether they do, and what
// runs them.
int csdl_main_queue_descriptor(void);
bool csdl_main_queue_waits(void);
void csdl_run_main_queue(void);

#endif
