/** Whether an SPDX expression can be met: one part of an OR, every part of an AND. */
export function isAllowed(licence: string | undefined): boolean;
