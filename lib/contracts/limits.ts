// Limits that screens show in advance. Browsers load this file, so it does not import zod.
/** Characters of a new password. */
export const SHORTEST_PASSWORD = 10;
/** Characters of a code of a second factor, as it is typed. */
export const MAX_CODE = 40;
export const MAX_ADDED_ITEMS = 10_000;
/** The most items of a new queue, of a filter or another queue, so that its one transaction is short. */
export const MAX_FIRST_ITEMS = 50_000;
/** The most items that one request by filter changes, and the most that it reviews. */
export const MAX_MATCHING = 100_000;
export const MAX_REVIEWED = 1000;
/** Rows of a page that has answers or fields beside each item. */
export const MAX_DETAILED_ROWS = 100;
/** The highest exact count of rows for which no total is stored. */
export const MAX_COUNTED = 1000;
/** Inputs of an evaluation template, and the characters of their names. */
export const MAX_KEYS = 50;
export const MAX_KEY = 255;
export const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** Counts of long lists above this number are estimates. */
export const MAX_EXACT_COUNT = 10_000;
/** The longest range of a project's figures, and the longest that is shown by the hour. */
export const MAX_ACTIVITY_DAYS = 92;
export const HOURLY_DAYS = 3;
/** With more traces than this, a project's figures are estimated from a sample. */
export const MAX_COUNTED_TRACES = 50_000;
export const MAX_ACTIVITY_GROUPS = 20;

/** How many days the status of an installation is kept, with today. */
export const STATUS_DAYS = 90;

export const MAX_COMPANY_DOMAINS = 20;
export const MAX_ALERTS = 20;
/** The longest that an alert waits for a trace to end. */
export const MAX_SETTLE_MINUTES = 60;
export const PREVIEW_DAYS = 14;
