// Masks spans before they are stored, each by the rules of its project. The rules are loaded once for all of them.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { param, sqlStatement } from "@/db/statement";
import { turn } from "@/lib/bounds/turn";
import type { MaskingRule } from "@/lib/contracts/traces/masking";
import type { SpanRecord } from "@/lib/contracts/traces/span-record";
import type { Rule } from "@/lib/gateway/guardrails/compile";
import type { Owner } from "../projects";
import { compileMasking } from "./compile-masking";
import { type KnownTexts, maskSpan } from "./mask-span";

export interface OwnedSpan {
  owner: Owner;
  span: SpanRecord;
}

/** How many values each rule has masked, by its id. */
export type MaskedCounts = ReadonlyMap<string, number>;

interface ProjectRules {
  ids: string[];
  rules: Rule[];
  known: KnownTexts;
}

export async function maskSpans(
  db: Database,
  spans: readonly OwnedSpan[],
): Promise<{ spans: readonly OwnedSpan[]; counts: MaskedCounts }> {
  const counts = new Map<string, number>();
  const rulesOf = await loadRules(db, spans);
  if (rulesOf.size === 0) return { spans, counts };
  const done: OwnedSpan[] = [];
  for (const { owner, span } of spans) {
    const project = rulesOf.get(keyOf(owner.organizationId, span.project));
    if (!project) {
      done.push({ owner, span });
      continue;
    }
    const outcome = await maskSpan(span, project.rules, project.known);
    for (const [index, id] of project.ids.entries()) {
      const masked = outcome.masked[index] ?? 0;
      if (masked > 0) counts.set(id, (counts.get(id) ?? 0) + masked);
    }
    done.push({ owner, span: outcome.span });
    await turn();
  }
  return { spans: done, counts };
}

const keyOf = (organizationId: string, project: string): string => `${organizationId} ${project}`;

const findRules = sqlStatement<{ organization_id: string; project: string; id: string; rule: MaskingRule }>(
  () => sql`
    select masking.organization_id, project.name as project, masking.id, masking.rule
    from jsonb_to_recordset(${param("projects")}::jsonb) as named (organization_id uuid, name text)
    join projects as project on project.organization_id = named.organization_id and project.name = named.name
    join masking_rules as masking on masking.project_id = project.id
    order by masking.project_id, masking.position`,
);

async function loadRules(db: Database, spans: readonly OwnedSpan[]): Promise<Map<string, ProjectRules>> {
  const named = new Map(
    spans.map(({ owner: { organizationId }, span: { project } }) => [
      keyOf(organizationId, project),
      { organization_id: organizationId, name: project },
    ]),
  );
  if (named.size === 0) return new Map();
  const rows = await findRules(db, { projects: JSON.stringify([...named.values()]) });
  const found = new Map<string, ProjectRules>();
  for (const { organization_id, project, id, rule } of rows) {
    const key = keyOf(organization_id, project);
    const ofProject: ProjectRules = found.get(key) ?? { ids: [], rules: [], known: new Map() };
    ofProject.ids.push(id);
    ofProject.rules.push(compileMasking(rule));
    found.set(key, ofProject);
  }
  return found;
}

/** In one order for everybody, so that parallel exports wait for each other in it. */
export async function countMasked(db: Database, counts: MaskedCounts): Promise<void> {
  if (counts.size === 0) return;
  const rows = [...counts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([id, masked]) => ({ id, masked }));
  await addCounts(db, { counts: JSON.stringify(rows) });
}

const addCounts = sqlStatement(
  () => sql`
    with added as (
      select masking.id, this.masked from jsonb_to_recordset(${param("counts")}::jsonb) as this (id uuid, masked bigint)
      join masking_rules as masking on masking.id = this.id
      order by masking.id for no key update of masking
    )
    update masking_rules set masked = masking_rules.masked + added.masked from added where masking_rules.id = added.id`,
);
