import { Section } from "@/app/_ui/page/section";
import { taskTexts } from "@/app/(studio)/evaluate/experiments/_components/task-texts";
import { TriedText } from "@/app/(studio)/evaluate/experiments/_components/tried-text";
import type { RunDetail } from "@/lib/contracts/evaluation/shapes/run-shapes";

/** The prompt, or the message to an agent, as it was when the run started. Nothing if the outputs were there already. */
export function RunTask({ run }: { run: RunDetail }) {
  const texts = Object.entries(taskTexts(run));
  if (texts.length === 0) return null;
  return (
    <Section title={run.agent ? "Message" : "Prompt"} className="max-w-3xl">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {texts.map(([name, text]) => (
          <TriedText key={name} name={name} text={text} />
        ))}
      </div>
    </Section>
  );
}
