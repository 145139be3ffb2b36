// Checks keys, limits and money of a request in one round trip. The cached key decides what to take, and it is
// taken while the directory confirms the key. If the key has changed, the decision is made again.
import type { Level, Reading } from "../limits/reading";
import { type Claim, isSameClaim } from "../money/claim";
import { type Hold, isAffordable } from "../money/hold-status";
import type { Parts } from "../parts";
import type { Lookup } from "../settings";

/** What a request is to take. Deciding it counts nothing. */
export interface Admission {
  levels: Level[];
  /** Its claim on money and tokens; null if nothing is configured that it could exceed. */
  claim: Claim | null;
  /** Whether the request takes one of each level and reserves its claim; a refused request only reads them. */
  takes: boolean;
}

/** What was taken or read for a request. */
export interface LimitResult {
  readings: Reading[];
  hold: Hold | null;
  /** If one level refuses, nothing is taken from any. */
  isAllowed: boolean;
}

type Counting = Pick<Parts, "directory" | "limiter" | "money">;

/** `admissionFor` decides by a lookup; it may be called twice, and the last answer counts. Throws what the directory throws. */
export async function enter<A extends Admission>(
  { directory, limiter, money }: Counting,
  keyHash: string | null,
  admissionFor: (found: Lookup) => Promise<A>,
): Promise<{ admission: A } & LimitResult> {
  const take = async ({ takes, levels, claim }: A): Promise<LimitResult> => {
    // Both travel together.
    const reading = takes ? limiter.take(levels) : limiter.peek(levels);
    const holding = claim && money.hold(claim, takes && claim.reserves);
    return undoUnlessAll({ readings: await reading, hold: await holding, isAllowed: takes });
  };
  const undoUnlessAll = async (taken: LimitResult): Promise<LimitResult> => {
    const { readings, hold } = taken;
    const isCounted = readings.every(({ admitted }) => admitted);
    // Uncounted money refuses nothing here.
    const isHeld = !hold?.claim.reserves || isAffordable(hold) || hold.life === null;
    if (!taken.isAllowed || (isCounted && isHeld)) return taken;
    const refused = { readings: isCounted ? await limiter.release(readings) : readings, hold, isAllowed: false };
    if (!hold?.isHeld) return refused;
    await money.settle(hold, nothing);
    return { ...refused, hold: { ...hold, isHeld: false } };
  };
  const giveBack = async ({ readings, hold, isAllowed: isTaken }: LimitResult) => {
    if (isTaken) await Promise.all([limiter.release(readings), hold?.isHeld && money.settle(hold, nothing)]);
  };

  const recalled = directory.recall(keyHash);
  if (!recalled) {
    const admission = await admissionFor(await directory.find(keyHash));
    return { admission, ...(await take(admission)) };
  }
  const admission = await admissionFor(recalled);
  const taking = take(admission);
  const undo = async () => giveBack(await taking);
  const found = await directory.find(keyHash).catch(async (error) => {
    await undo();
    throw error;
  });
  if (found === recalled) return { admission, ...(await taking) };
  const second = await admissionFor(found);
  const isSame =
    second.takes === admission.takes &&
    isSameLevels(second.levels, admission.levels) &&
    isSameClaim(second.claim, admission.claim);
  if (isSame) return { admission: second, ...(await taking) };
  await undo();
  return { admission: second, ...(await take(second)) };
}

const nothing = { tokens: 0, cost: 0, booked: [], entry: null };

const isSameLevels = (some: Level[], others: Level[]): boolean =>
  some.length === others.length &&
  some.every(({ subject, limit }, index) => subject === others[index]?.subject && limit === others[index]?.limit);
