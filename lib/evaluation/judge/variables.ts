// The variables of criteria: names of any language in {{}}, with blanks, as columns have them.

const VARIABLE = /\{\{([^{}"]+)\}\}/g;

/** Quotes and line breaks are of JSON, and these first characters are of mustache's sections and comments. */
const NO_NAME = /[\r\n]|^[#/^!>&=]/;

/** The name within {{}}; null if there is none. */
function nameIn(inner: string): string | null {
  const name = inner.trim();
  return name === "" || NO_NAME.test(name) ? null : name;
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
