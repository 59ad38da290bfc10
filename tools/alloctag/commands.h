/* SPDX-License-Identifier: GPL-2.0 */
/*
 * commands.h - the commands: arguments as main() gets them, from the command's
 * name on
 */
#ifndef COMMANDS_H
#define COMMANDS_H

int cmd_summary(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_record(int argc, char **argv);
int cmd_diff(int argc, char **argv);
int cmd_leaks(int argc, char **argv);
int cmd_treemap(int argc, char **argv);
int cmd_flame(int argc, char **argv);
int cmd_chart(int argc, char **argv);
int cmd_export(int argc, char **argv);
int cmd_top(int argc, char **argv);
int cmd_watch(int argc, char **argv);
int cmd_unwatch(int argc, char **argv);
int cmd_stacks(int argc, char **argv);
int cmd_slack(int argc, char **argv);
int cmd_lifetimes(int argc, char **argv);
int cmd_peaks(int argc, char **argv);
int cmd_nodes(int argc, char **argv);
int cmd_trace(int argc, char **argv);
int cmd_whose(int argc, char **argv);
int cmd_why(int argc, char **argv);
int cmd_errors(int argc, char **argv);
int cmd_info(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_waits(int argc, char **argv);
int cmd_waits_diff(int argc, char **argv);
int cmd_waits_top(int argc, char **argv);
int cmd_waits_record(int argc, char **argv);
int cmd_waits_flame(int argc, char **argv);
int cmd_waits_export(int argc, char **argv);

#endif
