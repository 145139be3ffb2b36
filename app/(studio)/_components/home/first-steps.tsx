"use client";
import { type ReactNode, useState } from "react";
import { CopiedCode } from "@/app/_components/copied-text";
import { useOrigin } from "@/app/_components/use-origin";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { Select } from "@/app/_ui/control/select";
import { Status } from "@/app/_ui/feedback/status";
import { Section } from "@/app/_ui/page/section";
import { Time } from "@/app/_ui/text/time";
import { links } from "@/lib/client/links";
import { type Language, languageNames, languages, snippetOf } from "./snippets";
import type { Step, StepName } from "./steps";

/** Five steps that tick themselves; one of them shows what to paste. */
export function FirstSteps({ steps }: { steps: readonly Step[] }) {
  const [chosen, setChosen] = useState<StepName | null>(null);
  const open = steps.filter(({ arrivedAt }) => arrivedAt === null);
  // A step that has been done meanwhile makes room for the next one.
  const shown = open.find(({ name }) => name === chosen) ?? open[0];
  return (
    <Section title="First steps">
      <ol className="border-y border-line">
        {steps.map((step) => (
          <Line key={step.name} step={step} isShown={step === shown} onShow={() => setChosen(step.name)}>
            <Snippet step={step.name} />
          </Line>
        ))}
      </ol>
    </Section>
  );
}

interface LineProps {
  step: Step;
  isShown: boolean;
  onShow: () => void;
  children: ReactNode;
}

function Line({ step, isShown, onShow, children }: LineProps) {
  const { title, text, arrivedAt, act, href } = step;
  const isDone = arrivedAt !== null;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 border-b border-line py-3 last:border-0">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-6 gap-y-2 sm:flex-nowrap">
        <div className="min-w-0">
          <p className={isDone ? "text-soft" : "font-medium"}>
            <Status tone={isDone ? "good" : "neutral"} shape={isDone ? "check" : "ring"} className="gap-2.5!">
              {title}
              {isDone ? <span className="sr-only">, done</span> : null}
            </Status>
          </p>
          <p className="ml-5.5 text-soft">
            {isDone ? (
              <>
                First arrived <Time at={arrivedAt} />
              </>
            ) : (
              text
            )}
          </p>
        </div>
        {isDone ? null : (
          <div className="flex shrink-0 gap-2 max-sm:ml-5.5">
            {isShown ? null : (
              <Button onClick={onShow} aria-label={`Show the code: ${title}`}>
                Show code
              </Button>
            )}
            <LinkButton look={isShown ? "primary" : "secondary"} href={href}>
              {act}
            </LinkButton>
          </div>
        )}
      </div>
      {isShown ? children : null}
    </li>
  );
}

function Snippet({ step }: { step: StepName }) {
  const [language, setLanguage] = useState<Language>("curl");
  const origin = useOrigin();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:ml-5.5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-soft">
          Needs an API key in <code className="font-mono text-xs">ASSAY_API_KEY</code>.{" "}
          <a href={links.apiKeys()} className="reach underline underline-offset-2">
            Make an API key
          </a>
        </p>
        {step === "run" ? null : (
          <Select
            aria-label="Language"
            className="w-36"
            value={language}
            onChange={setLanguage}
            options={languages.map((value) => ({ value, label: languageNames[value] }))}
          />
        )}
      </div>
      <CopiedCode name="Code of the step" text={snippetOf(step, language, origin)} label="Copy the code" />
    </div>
  );
}
