import { sha256 } from "@/lib/auth/hash";

/** SHA-256 of the texts of the columns. A score uses it to detect that they have changed. */
export const hashOfCells = (columnIds: readonly string[], cells: Readonly<Record<string, string>>): string =>
  sha256(JSON.stringify(columnIds.toSorted().map((id) => [id, hashed(cells[id])])));

/**
 * A missing cell hashes as an empty text, as before datasets could store one, so that old hashes stay valid. An empty
 * text hashes as null.
 */
const hashed = (text: string | undefined): string | null => (text === undefined ? "" : text === "" ? null : text);
