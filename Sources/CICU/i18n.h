// The part of ICU that is loaded on first use.
#ifndef GALLEY_CICU_I18N_H
#define GALLEY_CICU_I18N_H

#if !__has_include(<unicode/uversion.h>)
#error "The headers of ICU are missing: apt-get install libicu-dev"
#endif
#include <unicode/uversion.h>

#include "library_table.h"

#define I18N_TEXT(name) #name
#define I18N_FILE(version) "libicui18n.so." I18N_TEXT(version)
#define I18N_LIBRARY I18N_FILE(U_ICU_VERSION_MAJOR_NUM)

#endif
