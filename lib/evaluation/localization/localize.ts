// Finds which parts of an input made a run fail: after the run's answer, once, in steps that can be repeated.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalLogs, evalTemplateVersions } from "@/db/schema";
import type { Localization } from "@/lib/contracts/evaluation/localization";
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import { inOrganization } from "@/lib/owned-rows";
import { gatewayOf } from "../judge/ask-gateway";
import { askFor } from "../judge/judge";
import { namedInputs } from "../judge/variables";
import { answerFormOf, questionOf, readFound } from "./question";
import { divisible, type Ran, skipReason } from "./rules";

/** The localization status that a run's log starts with: pending, or the reason why there is none. */
export function firstState(ran: Ran, inputs: Readonly<Record<string, unknown>>): Localization {
  const reason =
    skipReason(ran) ??
    (Object.keys(divisible(inputs)).length === 0 ? "No input is a text of several sentences." : null);
  return reason === null ? { status: "pending", message: null } : { status: "skipped", message: reason };
}

const NO_PART = "No part of the inputs was found to have caused the verdict.";
const MAX_TOKENS = 4_000;

const open = (organizationId: string, logId: string) =>
  and(
    eq(evalLogs.id, logId),
    inOrganization(evalLogs, organizationId),
    sql`${evalLogs.localization} ->> 'status' in ('pending', 'running')`,
  );

/**
 * Asks the run's judge. Null if nothing is to be done: the log is deleted, or its localization has ended. Rejects if a
 * retry may succeed.
 */
export async function askForParts(db: Database, organizationId: string, logId: string): Promise<Localization | null> {
  const running: Localization = { status: "running", message: null };
  const [log] = await db.update(evalLogs).set({ localization: running }).where(open(organizationId, logId)).returning();
  if (!log) return null;
  const version = and(
    eq(evalTemplateVersions.templateId, log.templateId),
    eq(evalTemplateVersions.number, log.versionNumber),
  );
  const [found] = await db.select().from(evalTemplateVersions).where(version);
  if (!found) throw new Error("a run's version is never deleted");
  const { definition } = found;
  const parts = divisible(inputsOf(definition, log.mapping));
  const criteria = criteriaOf(definition, log.params);
  const missing = [criteria.trim() === "" && "criteria", Object.keys(parts).length === 0 && "inputs"].filter(Boolean);
  if (missing.length > 0) return { status: "failed", message: `Missing required fields: ${missing.join(", ")}` };
  const verdict = JSON.stringify(log.output ?? null);
  const form = {
    name: "localization",
    messages: questionOf({ criteria, verdict, reason: log.reason, parts }),
    schema: answerFormOf(parts),
    maxTokens: MAX_TOKENS,
    read: (text: string) => readFound(text, parts),
  };
  const ask = await gatewayOf(db, organizationId, "error localization");
  const answer = await askFor(form, log.model ?? definition.model, ask);
  const about = { model: answer.model, usage: { ...answer.usage } };
  if ("failure" in answer) {
    if (answer.failure === "rate_limited") throw new Error(answer.message);
    return { ...about, status: "failed", message: answer.message };
  }
  if (answer.read.entries.length === 0) return { ...about, status: "skipped", message: NO_PART };
  return { ...about, status: "completed", message: null, found: answer.read };
}

/** The first result stays. If the log was deleted in the meantime, nothing is stored. */
export async function endLocalization(db: Database, organizationId: string, logId: string, end: Localization) {
  await db.update(evalLogs).set({ localization: end }).where(open(organizationId, logId));
}

/** The mapped inputs that the template names; all of them if it names none. */
function inputsOf({ required_keys: required, optional_keys: optional }: TemplateDefinition, mapping: object) {
  const keys = new Set([...required, ...optional]);
  return Object.fromEntries(Object.entries(mapping).filter(([key]) => keys.size === 0 || keys.has(key)));
}

const criteriaOf = (
  { instructions, messages }: TemplateDefinition,
  { rule_prompt: rule }: Readonly<Record<string, unknown>>,
): string =>
  namedInputs(
    typeof rule === "string" ? rule : [instructions ?? "", ...messages.map(({ content }) => content)].join("\n"),
  );

/** In the form of the run's detail. */
export function errorDetailsOf(localization: Localization | null, mapping: Readonly<Record<string, unknown>>) {
  const found = localization?.status === "completed" ? localization.found : undefined;
  if (!found) return null;
  const { selected, entries } = found;
  return {
    error_analysis: { [selected]: entries },
    selected_input_key: selected,
    input_types: { [selected]: "text" },
    input_data: { [selected]: mapping[selected] },
  };
}
