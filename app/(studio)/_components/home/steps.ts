import { links } from "@/lib/client/links";
import type { FirstSteps } from "@/lib/contracts/accounts/first-steps";

export type StepName = keyof FirstSteps;

export interface Step {
  name: StepName;
  title: string;
  text: string;
  /** When its first data arrived; null while it is open. */
  arrivedAt: string | null;
  /** The screen that does the same. */
  act: string;
  href: string;
}

const words: Omit<Step, "arrivedAt">[] = [
  {
    name: "trace",
    title: "Send a trace",
    text: "Any OpenTelemetry exporter works, and the instrumentations of most frameworks. The trace appears within seconds.",
    act: "Traces",
    href: links.traces(),
  },
  {
    name: "request",
    title: "Make a request",
    text: "The gateway speaks OpenAI's protocol. The sandbox models need no provider.",
    act: "Gateway",
    href: links.gatewayKeys(),
  },
  {
    name: "rows",
    title: "Import rows",
    text: "Each row is one conversation, answer or document to evaluate or annotate.",
    act: "Import dataset",
    href: links.importDataset(),
  },
  {
    name: "invitation",
    title: "Invite somebody",
    text: "The link works once, for seven days.",
    act: "Members",
    href: links.members(),
  },
  {
    name: "run",
    title: "Start a run",
    text: "The command evaluates a file and ends with a status that a pipeline understands.",
    act: "Datasets",
    href: links.datasets(),
  },
];

/** Each tick comes from data that is there. */
export const stepsOf = (first: FirstSteps): Step[] => words.map((step) => ({ ...step, arrivedAt: first[step.name] }));

/** Four of the five are enough: some people never invite anybody, and the log of requests forgets. */
export const isNewWith = (steps: readonly Step[]): boolean =>
  steps.filter(({ arrivedAt }) => arrivedAt !== null).length < steps.length - 1;
