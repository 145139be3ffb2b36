/** Changes to a list whose entries are known by their keys. */
export const keyedList = <Entry extends { key: string | number }>(
  entries: readonly Entry[],
  onChange: (entries: Entry[]) => void,
) => ({
  change: (key: Entry["key"], changes: Partial<Entry>) =>
    onChange(entries.map((entry) => (entry.key === key ? { ...entry, ...changes } : entry))),
  remove: (key: Entry["key"]) => onChange(entries.filter((entry) => entry.key !== key)),
  add: (entry: Entry) => onChange([...entries, entry]),
});
