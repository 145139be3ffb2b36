// Which fields of an agent differ between two of its versions.
import { changesBetween, valueAt } from "@/lib/gateway-admin/configs/diff";
import type { VersionRow } from "./loaders";
import { snapshotOf } from "./rules/configuration";
import { maskedSecrets, openSecrets, type Secrets } from "./secrets";

/** The changes in `to` since `from`; there may be no `from`. */
export async function compared(from: VersionRow | null, to: VersionRow) {
  const before = from ? withoutMessage(snapshotOf(from.configuration, "")) : {};
  const after = withoutMessage(snapshotOf(to.configuration, ""));
  const [closed, open] = await Promise.all([openSecrets(from?.secrets ?? {}), openSecrets(to.secrets)]);
  const changes = changesBetween(before, after).map(({ path, kind }) => ({
    field: path.join("."),
    kind,
    from: valueAt(before, path) ?? null,
    to: valueAt(after, path) ?? null,
  }));
  return [...changes, ...secretChanges(closed, open)];
}

const withoutMessage = ({ commit_message: _, ...members }: Record<string, unknown>) => members;

function secretChanges(before: Secrets, after: Secrets) {
  const [from, to] = [maskedSecrets(before), maskedSecrets(after)];
  const names = Object.keys(from) as (keyof typeof from)[]; // safe: they are its own
  return names.flatMap((field) => {
    if (before[field] === after[field]) return [];
    const kind = before[field] === undefined ? "added" : after[field] === undefined ? "removed" : "changed";
    return [{ field, kind: kind as "added" | "removed" | "changed", from: from[field], to: to[field] }];
  });
}
