// Windows of SDL 2, loaded on first use like Cairo (CCairo).
//
// A machine without SDL can do everything else. Only the thread that opened the first window may
// call these functions, except csdl_wake and csdl_main_queue_descriptor.
#ifndef GALLEY_CSDL_H
#define GALLEY_CSDL_H

#include <stdbool.h>
#include <stdint.h>

// The size of the buffer for an error message of the library, including the NUL.
enum { CSDL_REASON_SIZE = 200 };

// The size of the buffer for the text of an event, including the NUL.
enum { CSDL_TEXT_SIZE = 256 };

// A window with a texture of its size.
typedef struct csdl_window csdl_window;

typedef struct {
  int x;
  int y;
  int width;
  int height;
} csdl_rect;

// The size of a window, in the units of its events and in pixels, and the refresh rate of its
// display in hertz; 0 if unknown.
typedef struct {
  int width;
  int height;
  int pixel_width;
  int pixel_height;
  int refresh_rate;
} csdl_metrics;

// Pixels as blue, green, red and alpha, from the top row.
typedef struct {
  const uint8_t *pixels;
  int bytes_per_row;
  int width;
  int height;
} csdl_picture;

typedef enum {
  // An event that is ignored.
  CSDL_OTHER,
  // A request to quit or to close the window.
  CSDL_QUIT,
  // The size or the scale of the window has changed.
  CSDL_RESIZED,
  // The contents of the window were lost.
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
  // Text was typed, or the text that an input method composes has changed.
  CSDL_TEXT,
  CSDL_COMPOSITION,
  CSDL_FINGER_DOWN,
  CSDL_FINGER_MOVED,
  CSDL_FINGER_UP,
} csdl_kind;

typedef struct {
  csdl_kind kind;
  // The finger, numbered by SDL.
  int64_t finger;
  // The position of a pointer, in the window's units, or the rotation of a wheel, in notches.
  double x;
  double y;
  // The button (1 left, 2 middle, 3 right) and the number of consecutive clicks.
  int button;
  int clicks;
  // The SDL key code; a letter is its character.
  int32_t key;
  // The modifier keys, as SDL's bits.
  uint16_t modifiers;
  bool is_repeat;
  // The typed or composed text in UTF-8, and the selection of an input method in code points.
  char text[CSDL_TEXT_SIZE];
  int selection_start;
  int selection_length;
} csdl_event;

// Loads and initializes the library. Must be called once, before the other functions.
//
// Returns NULL, or the reason of the failure.
const char *csdl_load(void);

// Opens a resizable window. Returns NULL on failure.
csdl_window *csdl_open(
    const char *title, int width, int height, char reason[CSDL_REASON_SIZE]);
void csdl_close(csdl_window *window);

void csdl_measure(csdl_window *window, csdl_metrics *metrics);

// Returns the position of the window's contents on the screen; 0 if the display does not tell.
void csdl_locate(csdl_window *window, int *x, int *y);

// Shows a picture that differs from the previous one only in some rectangles. Returns whether it
// succeeded.
bool csdl_present(
    csdl_window *window, const csdl_picture *picture, const csdl_rect *damage, int count);

// Removes the next event from the queue. Returns false if there is none.
bool csdl_next_event(csdl_event *event);

// Waits for an event, a call of csdl_wake, or a number of milliseconds; a negative number waits
// without limit.
void csdl_wait(int milliseconds);

// Ends the wait. May be called on any thread.
void csdl_wake(void);

// Sets the cursor: 0 arrow, 1 hand, 2 text, 3 vertical resizing.
void csdl_set_cursor(int shape);

bool csdl_set_clipboard(const char *text);

// Returns the text of the clipboard, to be freed with csdl_free; NULL if there is none.
char *csdl_get_clipboard(void);

// Sets or returns the text of the primary selection as those of the clipboard; without effect, and
// NULL, if the library or the display has none.
void csdl_set_primary(const char *text);
char *csdl_get_primary(void);
void csdl_free(char *text);

// Begins or ends text input, for which an input method may open.
void csdl_set_text_input(bool is_on);

// Sets the place of the caret in the window's units, beside which an input method shows its
// candidates.
void csdl_set_text_input_place(const csdl_rect *place);

// The descriptor that becomes readable when blocks are pending on the main queue, whether there are
// any, and the function that runs them.
int csdl_main_queue_descriptor(void);
bool csdl_main_queue_waits(void);
void csdl_run_main_queue(void);

#endif
