// One letter can be written in two ways: "é" as one character (NFC), or as "e" and an accent (NFD, as file names of macOS).
// Both look the same, so texts are compared, and names stored, in NFC.

const ASCII = /^\p{ASCII}*$/u;

export const isAscii = (text: string): boolean => ASCII.test(text);

/** What names are compared by: their case and normal form do not matter. */
export const nameKey = (name: string): string => name.normalize("NFC").toLowerCase();

/** Whether a text has `part`, whatever the case and normal form of both. */
export const includesText = (text: string, part: string): boolean => nameKey(text).includes(nameKey(part));

/** Finds by name. A name in exactly this form comes first: older names may be two that look the same. */
export function findByName<T extends { name: string }>(all: readonly T[]): (name: string) => T | undefined {
  const exact = new Map(all.map((one) => [one.name.toLowerCase(), one]));
  const alike = new Map(all.map((one) => [nameKey(one.name), one]));
  return (name) => exact.get(name.toLowerCase()) ?? alike.get(nameKey(name));
}

/** The same, or by the id. */
export function findByIdOrName<T extends { id: string; name: string }>(
  all: readonly T[],
): (idOrName: string) => T | undefined {
  const byId = new Map(all.map((one) => [one.id, one]));
  const named = findByName(all);
  return (idOrName) => byId.get(idOrName.toLowerCase()) ?? named(idOrName);
}

export const isSameText = (one: string, other: string): boolean => one.normalize("NFC") === other.normalize("NFC");

/** The ways in which a text may have been stored, for lookups by an index. */
export const formsOf = (text: string): string[] => [...new Set([text.normalize("NFC"), text.normalize("NFD"), text])];
