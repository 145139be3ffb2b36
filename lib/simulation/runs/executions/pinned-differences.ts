// What two executions pinned differently.
import { runSettings } from "@/lib/contracts/simulation/call-parts";
import type { ExecutionRow } from "../loaders";

export function differencesOf(baseline: ExecutionRow, execution: ExecutionRow): string[] {
  const [one, other] = [baseline.pinned.agent, execution.pinned.agent];
  const [before, after] = [baseline, execution].map(
    (row) => new Map<string, unknown>(Object.entries(runSettings.parse(row.settings))),
  );
  const settings = [...(after ?? [])].flatMap(([name, value]) =>
    JSON.stringify(before?.get(name)) === JSON.stringify(value) ? [] : name,
  );
  return [
    ...(one.id === other.id ? [] : [`agent: ${one.name} and ${other.name}`]),
    ...(one.version_id === other.version_id ? [] : [`agent version: v${one.version} and v${other.version}`]),
    ...settings.map((name) => `settings: ${name}`),
  ];
}
