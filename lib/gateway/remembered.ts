/** What follows of settings, once for each object of them: they are the same objects from request to request. */
export function remembered<Settings extends object, T>(of: (settings: Settings) => T): (settings: Settings) => T {
  const known = new WeakMap<Settings, { value: T }>();
  return (settings) => {
    const entry = known.get(settings);
    if (entry) return entry.value;
    const value = of(settings);
    known.set(settings, { value });
    return value;
  };
}
