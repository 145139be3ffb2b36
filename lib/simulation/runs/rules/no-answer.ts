// How a message is refused whose simulated customer gave no answer.
import { cut } from "@/lib/bounds/excerpt";
import type { FaultKind } from "@/lib/contracts/simulation/call-names";
import { Failure, invalid } from "@/lib/errors";
import type { Unanswered } from "../../conversation/answer";

/** What the organization can cure: its budget, or what its guardrails and keys allow. */
const OWN: ReadonlySet<FaultKind> = new Set(["budget", "refusal"]);

/** A retry would meet a call that is over. */
const OVER = "The call has failed and takes no more messages: start a new test execution.";

/** Why no conversation can begin or go on: the customer's model cannot be called. */
export const unreachableCustomer = (model: string, why: string): string =>
  `The simulated customer's model "${cut(model, 100)}" cannot be called: ${why} Choose another simulator_model in the settings of the run test, or scripted, which needs no model.`;

/** A 400 for what the organization can cure, and a 503 if the model or its provider failed. */
export function noAnswer({ kind, message, text }: Unanswered, model: string): Failure {
  if (kind === "not_configured") return invalid(unreachableCustomer(model, text || message));
  const words = [message, text].filter(Boolean).join(" ");
  if (OWN.has(kind)) return invalid(words);
  return new Failure("unavailable", `${OVER} ${words}`);
}
