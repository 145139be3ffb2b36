/** Reads or writes the browser's storage. Null if the browser blocks it: what would be kept then ends with the page. */
export function attemptStorage<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}
