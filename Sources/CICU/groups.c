#include "cicu.h"

#include "icu.h"

static UProperty icu_property(cicu_group_property property) {
  return property == CICU_SCRIPT_PROPERTY ? UCHAR_SCRIPT : UCHAR_BLOCK;
}

int32_t cicu_group(cicu_group_property property, uint32_t scalar) {
  return icu()->u_getIntPropertyValue((UChar32)scalar, icu_property(property));
}

const char *cicu_group_name(cicu_group_property property, int32_t code) {
  return icu()->u_getPropertyValueName(icu_property(property), code, U_LONG_PROPERTY_NAME);
}

int32_t cicu_named_group(cicu_group_property property, const char *name) {
  return icu()->u_getPropertyValueEnum(icu_property(property), name);
}
