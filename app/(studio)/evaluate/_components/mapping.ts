// Maps a template's inputs to the columns of a dataset.

interface Keys {
  required_keys: readonly string[];
  optional_keys: readonly string[];
}

export interface InputKey {
  key: string;
  isOptional: boolean;
}

/** The inputs of several templates, each once. Inputs that any of them requires come first. */
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

/** Whether a template declares no inputs, for example in code. Such a template receives everything. */
export const isOpen = ({ required_keys, optional_keys }: Keys): boolean =>
  required_keys.length === 0 && optional_keys.length === 0;

/** The inputs and the added ones, which are optional. */
export const withAdded = (keys: readonly InputKey[], added: readonly string[]): InputKey[] => [
  ...keys,
  ...[...new Set(added)]
    .filter((name) => keys.every(({ key }) => key !== name))
    .map((key) => ({ key, isOptional: true })),
];

/** "output, context, input (optional)"; "" if a template declares no inputs. */
export const inputsText = (templates: readonly Keys[]): string =>
  inputKeysOf(templates)
    .map(({ key, isOptional }) => (isOptional ? `${key} (optional)` : key))
    .join(", ");

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, "");

/** The column id of each input: the selected one, else the column with the same name, else "". */
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

/** The mapping to send, without inputs that have no column. */
export const mappingOf = (columns: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(columns).filter(([, id]) => id !== ""));

/** Maps columns to inputs of the same names, for a template that declares none. */
export const underTheirNames = (
  ids: readonly string[],
  columns: readonly { id: string; name: string }[],
): Record<string, string> =>
  Object.fromEntries(columns.filter(({ id }) => ids.includes(id)).map(({ id, name }) => [name, id]));
