// The person's keys at the desks.
import { type DeskKeys, usualDeskKeys } from "@/lib/accounts/rules/desk-keys";
import { deskActions } from "@/lib/contracts/names";
import * as operations from "../operations";
import { mutationFor, queryFor } from "../query";

export const deskKeysQuery = () => queryFor(operations.getDeskKeys, {});
export const setDeskKeys = mutationFor(operations.setDeskKeys, {
  invalidates: [operations.getDeskKeys],
  showsErrors: true,
});

/** Usual keys with those that were chosen instead. */
export const ownKeysOf = (keys: DeskKeys): Record<string, string> =>
  Object.fromEntries(deskActions.map((action) => [usualDeskKeys[action], keys[action]]));
