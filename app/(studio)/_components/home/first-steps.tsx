import { LinkButton } from "@/app/_ui/button/link-button";
import { Status } from "@/app/_ui/feedback/status";
import type { Step } from "./steps";

/** Three steps with a tick for each one done. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const next = steps.find((step) => !step.done);
  if (!next) return null;
  return (
    <section aria-labelledby="first-steps">
      <h2 id="first-steps" className="mb-1 text-base font-medium">
        First steps
      </h2>
      <ol className="border-y border-line">
        {steps.map((step) => (
          <Line key={step.title} step={step} isNext={step === next} />
        ))}
      </ol>
    </section>
  );
}

function Line({ step, isNext }: { step: Step; isNext: boolean }) {
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3 last:border-0">
      <div className="min-w-0">
        <p className={step.done ? "text-soft" : "font-medium"}>
          <Status tone={step.done ? "good" : "neutral"} shape={step.done ? "check" : "ring"} className="gap-2.5!">
            {step.title}
            {step.done ? <span className="sr-only">, done</span> : null}
          </Status>
        </p>
        {step.done ? null : <p className="ml-5.5 text-soft">{step.text}</p>}
      </div>
      {isNext ? (
        <LinkButton look="primary" href={step.href} className="max-sm:ml-5.5">
          {step.act}
        </LinkButton>
      ) : null}
    </li>
  );
}
