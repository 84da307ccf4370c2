// SPDX-License-Identifier: Apache-2.0
// libical for Swift.
#ifndef CICAL_SHIM_H
#define CICAL_SHIM_H
#include <libical/ical.h>

// A rule is a structure of more than a thousand numbers, which Swift would import as tuples.

// Begins the times of a rule; NULL for a rule that libical does not know.
static inline icalrecur_iterator *cical_rule_times(
    const icalproperty *rule, struct icaltimetype first) {
    return icalrecur_iterator_new(icalproperty_get_rrule(rule), first);
}

// True if a rule ends after a number of times, so that its times must be counted from the first.
static inline int cical_rule_has_count(const icalproperty *rule) {
    return icalproperty_get_rrule(rule).count > 0;
}

// True if a rule repeats every minute or second.
static inline int cical_rule_is_fine(const icalproperty *rule) {
    const icalrecurrencetype_frequency frequency = icalproperty_get_rrule(rule).freq;
    return frequency == ICAL_SECONDLY_RECURRENCE || frequency == ICAL_MINUTELY_RECURRENCE;
}
#endif
