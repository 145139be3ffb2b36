// People named in a comment as "@Ana Ruiz". Pure.

export interface Person {
  id: string;
  name: string;
}

/** A name that is being written: where its "@" is, and what follows up to the caret. */
export interface Writing {
  at: number;
  query: string;
}

const LONGEST_QUERY = 40;

/** The mention before the caret; null if there is none. An "@" inside a word, as in an address, begins none. */
export function writingAt(text: string, caret: number): Writing | null {
  const before = text.slice(0, caret);
  const at = before.lastIndexOf("@");
  if (at === -1 || /\S/.test(before[at - 1] ?? " ")) return null;
  const query = before.slice(at + 1);
  return query.length > LONGEST_QUERY || query.includes("\n") ? null : { at, query };
}

const plain = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** People with a part of their name that begins with the query. */
export function peopleMatching(people: readonly Person[], query: string): Person[] {
  const start = plain(query);
  return people.filter(({ name }) => plain(name).startsWith(start) || plain(name).includes(` ${start}`));
}

/** The text with the whole name, and where the caret comes to. */
export function withMention(text: string, { at, query }: Writing, name: string): { text: string; caret: number } {
  const written = `${text.slice(0, at)}@${name} `;
  return { text: written + text.slice(at + 1 + query.length).replace(/^ /, ""), caret: written.length };
}

/** The people whose whole names a comment mentions. The longest name counts: "@Ana Ruiz" does not mention Ana. */
export function mentionedIn(text: string, people: readonly Person[]): string[] {
  const longestFirst = people.toSorted((one, other) => other.name.length - one.name.length);
  const found = new Set<string>();
  for (const [, rest = ""] of text.matchAll(/(?<!\S)@([^@\n]+)/g)) {
    const person = longestFirst.find(
      ({ name }) => rest.startsWith(name) && !/^[\p{L}\p{N}]/u.test(rest.slice(name.length)),
    );
    if (person) found.add(person.id);
  }
  return [...found];
}
