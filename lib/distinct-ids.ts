/** Each UUID once, in order, in the lower case in which the database answers them. */
export const distinctIds = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];
