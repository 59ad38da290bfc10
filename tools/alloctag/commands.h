/* SPDX-License-Identifier: GPL-2.0 */
/*
 * commands.h - the commands: arguments as main() gets them, from the command's
 * name on. Some are for several, and look at that name.
 */
#ifndef COMMANDS_H
#define COMMANDS_H

int cmd_summary(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_record(int argc, char **argv);
int cmd_diff(int argc, char **argv);
int cmd_leaks(int argc, char **argv);
int cmd_picture(int argc, char **argv);
int cmd_chart(int argc, char **argv);
int cmd_export(int argc, char **argv);
int cmd_top(int argc, char **argv);
int cmd_watch(int argc, char **argv);
int cmd_records(int argc, char **argv);
int cmd_trace(int argc, char **argv);
int cmd_whose(int argc, char **argv);
int cmd_why(int argc, char **argv);
int cmd_errors(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_waits(int argc, char **argv);
int cmd_waits_top(int argc, char **argv);
int cmd_waits_record(int argc, char **argv);
int cmd_waits_flame(int argc, char **argv);
int cmd_waits_export(int argc, char **argv);

#endif
