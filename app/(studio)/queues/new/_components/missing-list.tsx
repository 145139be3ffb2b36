import { Status } from "@/app/_ui/feedback/status";
import type { MissingThing } from "./missing";

export const MISSING_LIST = "missing-things";

/** What the queue still needs; each line leads to its section. */
export function MissingList({ things }: { things: readonly MissingThing[] }) {
  return (
    <section aria-labelledby="missing-title" aria-live="polite" className="rounded-lg border border-line px-4 py-3">
      <h2 id="missing-title" className="font-medium">
        Missing before it can be activated
      </h2>
      {things.length === 0 ? (
        <p id={MISSING_LIST} className="mt-1 text-soft">
          <Status tone="good" shape="check">
            Nothing is missing
          </Status>
        </p>
      ) : (
        <ul id={MISSING_LIST} className="mt-1 grid gap-1">
          {things.map(({ section, text }) => (
            <li key={text}>
              <a
                href={`#${section}`}
                className="reach flex gap-2 text-soft hover:text-ink hover:underline hover:underline-offset-2"
                onClick={() => document.getElementById(section)?.focus({ preventScroll: true })}
              >
                <Status tone="warn" shape="ring" className="whitespace-normal!">
                  {text}
                </Status>
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
