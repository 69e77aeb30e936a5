// What Galley calls of ICU, and nothing else: ICU's own headers cannot be imported beside
// Foundation, which carries an ICU of its own with the same type names.
#ifndef GALLEY_CICU_H
#define GALLEY_CICU_H

#endif
