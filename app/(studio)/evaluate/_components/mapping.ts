// Which column of a dataset a template's input comes from.

interface Keys {
  required_keys: readonly string[];
  optional_keys: readonly string[];
}

export interface InputKey {
  key: string;
  isOptional: boolean;
}

/** The inputs of several templates, each once, those that any of them requires first. */
export function inputKeysOf(templates: readonly Keys[]): InputKey[] {
  const required = new Set(
    templates.flatMap(({ required_keys, optional_keys }) =>
      required_keys.filter((key) => !optional_keys.includes(key)),
    ),
  );
  const optional = new Set(templates.flatMap(({ optional_keys }) => optional_keys).filter((key) => !required.has(key)));
  return [
    ...[...required].map((key) => ({ key, isOptional: false })),
    ...[...optional].map((key) => ({ key, isOptional: true })),
  ];
}

/** Whether a template names no inputs, as one whose code leaves them open: it is given all that there is. */
export const isOpen = ({ required_keys, optional_keys }: Keys): boolean =>
  required_keys.length === 0 && optional_keys.length === 0;

/** The inputs, and those that somebody has added to them by name; a template can do without these. */
export const withAdded = (keys: readonly InputKey[], added: readonly string[]): InputKey[] => [
  ...keys,
  ...[...new Set(added)]
    .filter((name) => keys.every(({ key }) => key !== name))
    .map((key) => ({ key, isOptional: true })),
];

/** "output, context, input (optional)"; "" where a template has no inputs of its own. */
export const inputsText = (templates: readonly Keys[]): string =>
  inputKeysOf(templates)
    .map(({ key, isOptional }) => (isOptional ? `${key} (optional)` : key))
    .join(", ");

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, "");

/** By input, the id of its column: as chosen, else that of the column of the same name; "" where there is none. */
export function columnsFor(
  keys: readonly InputKey[],
  columns: readonly { id: string; name: string }[],
  chosen: Readonly<Record<string, string>>,
): Record<string, string> {
  const isThere = (id: string | undefined) => id === "" || columns.some((column) => column.id === id);
  return Object.fromEntries(
    keys.map(({ key }) => [
      key,
      (isThere(chosen[key]) ? chosen[key] : columns.find(({ name }) => plain(name) === plain(key))?.id) ?? "",
    ]),
  );
}

/** The mapping that is sent: what has no column is left out. */
export const mappingOf = (columns: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(columns).filter(([, id]) => id !== ""));

/** The columns of these ids as inputs of their own names, for a template that names none. */
export const underTheirNames = (
  ids: readonly string[],
  columns: readonly { id: string; name: string }[],
): Record<string, string> =>
  Object.fromEntries(columns.filter(({ id }) => ids.includes(id)).map(({ id, name }) => [name, id]));
