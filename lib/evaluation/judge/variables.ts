// The variables of criteria: names of any language in {{}}, with blanks, as columns have them.

const VARIABLE = /\{\{([^{}"]+)\}\}/g;

/** The name within {{}}; null if there is none. Quotes and line breaks are of JSON, not of a name. */
function nameIn(inner: string): string | null {
  const name = inner.trim();
  return name === "" || /[\r\n]/.test(name) ? null : name;
}

/** The variables of a text in the order of their first appearance. */
export const variablesOf = (text: string): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].flatMap(([, inner = ""]) => nameIn(inner) ?? [])),
];

/** Replaces {{key}} with «key»: the criteria refer to an input without containing it. */
export const namedInputs = (text: string): string =>
  text.replaceAll(VARIABLE, (whole, inner: string) => {
    const name = nameIn(inner);
    return name === null ? whole : `«${name}»`;
  });
