import { sha256 } from "@/lib/auth/hash";

/** SHA-256 of the texts of the columns, by which a score knows that they have changed since. */
export const hashOfCells = (columnIds: readonly string[], cells: Readonly<Record<string, string>>): string =>
  sha256(JSON.stringify(columnIds.toSorted().map((id) => [id, hashed(cells[id])])));

/** A missing cell is hashed as the empty text was when datasets could not hold one, so that earlier hashes hold; the empty text as null. */
const hashed = (text: string | undefined): string | null => (text === undefined ? "" : text === "" ? null : text);
