// Reads JSON of unknown shape, member by member. Members of an unexpected type count as missing.
export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const textIn = (fields: Fields, name: string): string | null => {
  const value = fields[name];
  return typeof value === "string" ? value : null;
};

export const numberIn = (fields: Fields, name: string): number | null => {
  const value = fields[name];
  return typeof value === "number" ? value : null;
};
