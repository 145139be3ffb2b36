// Objects in what came from outside.

/** Whether a value is an object with names, not a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The records in a list; none if the value is not a list. */
export const recordsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** The value, where it is an object with names; else one without members. */
export const recordIn = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** The value, where it is a text; else the empty one. */
export const textIn = (value: unknown): string => (typeof value === "string" ? value : "");
