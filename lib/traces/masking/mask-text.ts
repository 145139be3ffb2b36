// Masks a text that names something of a project's spans, as in the spans.
import { and, asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { maskingRules } from "@/db/schema";
import { compileMasking } from "./compile-masking";
import { asText, maskTexts } from "./mask-texts";

interface ProjectKey {
  organizationId: string;
  projectId: string;
}

export async function maskedText(
  db: Database,
  { organizationId, projectId }: ProjectKey,
  text: string,
): Promise<string> {
  const rows = await db
    .select({ rule: maskingRules.rule })
    .from(maskingRules)
    .where(and(eq(maskingRules.organizationId, organizationId), eq(maskingRules.projectId, projectId)))
    .orderBy(asc(maskingRules.position));
  const rules = rows.map(({ rule }) => compileMasking(rule));
  const outcomes = await maskTexts(
    [text],
    rules.map((rule) => ({ rule, leftMs: rule.timeoutMs })),
    asText,
  );
  return outcomes.get(text)?.text ?? text;
}
