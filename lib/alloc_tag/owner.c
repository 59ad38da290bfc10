// SPDX-License-Identifier: GPL-2.0
/*
 * Allocation tags: the names of a tag, for reports of faults.
 *
 * A report may be made in any context, so it can't take alloc_tag_mutex, and
 * the kernel's memory may be corrupt. So tags and their strings are copied
 * without faulting. If a module is unloaded at the same time, the names of its
 * lines may be wrong, but the report does not crash.
 */

#include <linux/alloc_tag/owner.h>
#include <linux/kernel.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "internal.h"

/*
 * Append the string at @from, which may be anywhere, to the @len bytes in
 * @place. Returns the new length.
 */
static size_t append(char place[ALLOC_TAG_OWNER_PLACE], size_t len, const char *from)
{
	long copied = strncpy_from_kernel_nofault(place + len, from, ALLOC_TAG_OWNER_PLACE - len);

	if (copied < 0)
		return len + scnprintf(place + len, ALLOC_TAG_OWNER_PLACE - len, "?");
	/* Without the zero, which also ends what was cut off. */
	return len + copied - 1;
}

/**
 * alloc_tag_owner_names() - the names of a tag
 * @idx: its index, as it was read from a slot
 * @owner: where to store @type and @place; the former is "" if it is not known
 *
 * Context: any, including NMI.
 * Return: false if no tag has the index; then nothing is stored.
 */
bool alloc_tag_owner_names(unsigned long idx, struct alloc_tag_owner *owner)
{
	const struct alloc_tag *tag = NULL;
	char *place = owner->place;
	const char *module = NULL;
	struct alloc_tag copy;
	size_t len;

	idx = alloc_tag_idx_without_record(idx);
	if (!idx || !alloc_tag_idx_valid(idx))
		return false;
	tag = idx < alloc_tag_nr ? &__start_alloc_tags[idx] : alloc_tag_module_peek(idx, &module);
	if (!tag || copy_from_kernel_nofault(&copy, tag, sizeof(copy)))
		return false;

	/* The strings are at these distances from the tag itself. */
	if (strncpy_from_kernel_nofault(owner->type, code_tag_string(tag, copy.type),
					sizeof(owner->type)) < 0)
		owner->type[0] = '\0';
	len = append(place, 0, code_tag_string(tag, copy.file));
	len += scnprintf(place + len, ALLOC_TAG_OWNER_PLACE - len, ":%u", copy.line);
	if (module) {
		len += scnprintf(place + len, ALLOC_TAG_OWNER_PLACE - len, " [");
		len = append(place, len, module);
		len += scnprintf(place + len, ALLOC_TAG_OWNER_PLACE - len, "]");
	}
	len += scnprintf(place + len, ALLOC_TAG_OWNER_PLACE - len, " func:");
	append(place, len, code_tag_string(tag, copy.function));
	return true;
}
