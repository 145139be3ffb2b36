import { Markdown } from "@/app/_ui/text/markdown";

/** The queue's guidelines, above the source while they are open. */
export function InstructionsPanel({ open, text }: { open: boolean; text: string | null }) {
  if (!open) return null;
  return (
    <section aria-label="Instructions" className="mb-5 rounded-lg bg-sunk px-4 py-3">
      <h2 className="mb-1 text-xs font-medium text-faint">Instructions</h2>
      {text?.trim() ? (
        <Markdown text={text} />
      ) : (
        <p className="text-soft">This queue has no instructions. A manager can add them in the queue's settings.</p>
      )}
    </section>
  );
}
