/* SPDX-License-Identifier: GPL-2.0 */
/*
 * flight.h - alloctag record --flight
 */
#ifndef FLIGHT_H
#define FLIGHT_H

#include "options.h"

void record_flight(const struct options *options);

#endif
