import { Status } from "@/app/_ui/feedback/status";
import { Markdown } from "@/app/_ui/text/markdown";

interface Props {
  open: boolean;
  /** They are not those that the person has read. */
  changed?: boolean;
  text: string | null;
}

/** The queue's guidelines, above the source while they are open. */
export function InstructionsPanel({ open, changed = false, text }: Props) {
  if (!open) return null;
  return (
    <section aria-label="Instructions" className="mb-5 rounded-lg bg-sunk px-4 py-3">
      <h2 className="mb-1 flex flex-wrap items-center gap-x-3 text-xs font-medium text-faint">
        Instructions
        {changed ? (
          <Status tone="warn" shape="alert">
            Changed since you closed them
          </Status>
        ) : null}
      </h2>
      {text?.trim() ? (
        <Markdown text={text} />
      ) : (
        <p className="text-soft">This queue has no instructions. A manager can add them in the queue's settings.</p>
      )}
    </section>
  );
}
