import { describeError } from "@/lib/error-report";
import { toFailure } from "@/lib/failures";

/**
 * Has things stored together; where the database refuses them, in halves, until what it will never take stands alone and costs
 * nothing else. Returns why some were refused. Throws when the database cannot be reached: none is stored then, or an unknown
 * part.
 */
export async function inHalves<T>(
  things: readonly T[],
  store: (together: readonly T[]) => Promise<string[]>,
): Promise<string[]> {
  try {
    return await store(things);
  } catch (error) {
    if (toFailure(error).kind === "unavailable") throw error;
    if (things.length <= 1) return [describeError(error)];
    const half = Math.ceil(things.length / 2);
    return [...(await inHalves(things.slice(0, half), store)), ...(await inHalves(things.slice(half), store))];
  }
}
