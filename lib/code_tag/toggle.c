// SPDX-License-Identifier: GPL-2.0
/*
 * Code tags: sysctls that enable and disable what a class does.
 */

#include <linux/capability.h>
#include <linux/code_tag/toggle.h>
#include <linux/errno.h>
#include <linux/sysctl.h>

/**
 * code_tag_toggle() - read or write a sysctl with the values 0 and 1
 * @write: as of a handler of sysctls, and so are
 * @buffer: the text,
 * @lenp: its length
 * @ppos: and the position in the file
 * @enabled: the present value
 * @set: sets a value. Returns 0 or an error
 *
 * Writing needs CAP_SYS_ADMIN in the initial user namespace, as with
 * proc_do_static_key(): root of a container has none.
 *
 * Context: process context.
 * Return: 0; -EPERM; -EINVAL if the text is another value; or the error of
 * @set.
 */
int code_tag_toggle(int write, void *buffer, size_t *lenp, loff_t *ppos, bool enabled,
		    int (*set)(bool enable))
{
	int value = enabled;
	struct ctl_table table = {
		.data = &value,
		.maxlen = sizeof(value),
		.extra1 = SYSCTL_ZERO,
		.extra2 = SYSCTL_ONE,
	};
	int err;

	if (write && !capable(CAP_SYS_ADMIN))
		return -EPERM;
	err = proc_dointvec_minmax(&table, write, buffer, lenp, ppos);
	return err || !write ? err : set(value);
}
