import { Status } from "@/app/_ui/feedback/status";

export interface Change {
  path: string[];
  kind: "added" | "removed" | "changed";
  before: unknown;
  after: unknown;
}

const kinds = {
  added: { tone: "good", shape: "check", word: "Added" },
  removed: { tone: "bad", shape: "cross", word: "Removed" },
  changed: { tone: "warn", shape: "unequal", word: "Changed" },
} as const;

const valueText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value, null, 1));

/** Each value that differs, before and after. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <p className="text-soft">No differences.</p>;
  return (
    <ul className="grid gap-3">
      {changes.map(({ path, kind, before, after }) => {
        const { tone, shape, word } = kinds[kind];
        return (
          <li key={path.join(".")} className="grid gap-1 border-b border-line pb-3 last:border-0">
            <p className="flex flex-wrap items-center gap-x-3">
              <code className="font-mono text-xs wrap-anywhere">{path.join(".")}</code>
              <Status tone={tone} shape={shape} className="text-xs">
                {word}
              </Status>
            </p>
            <div className="grid gap-1 font-mono text-xs sm:grid-cols-2">
              {kind === "added" ? null : (
                <pre className="rounded-md bg-bad-wash px-2 py-1 whitespace-pre-wrap wrap-anywhere">
                  <del className="no-underline">{valueText(before)}</del>
                </pre>
              )}
              {kind === "removed" ? null : (
                <pre className="rounded-md bg-good-wash px-2 py-1 whitespace-pre-wrap wrap-anywhere">
                  <ins className="no-underline">{valueText(after)}</ins>
                </pre>
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
