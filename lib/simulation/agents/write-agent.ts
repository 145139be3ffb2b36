// Every change to an agent. The complete result is decided before anything is written.
import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { agentDefinitions, type SealedSecrets } from "@/db/schema";
import type { Context } from "@/lib/context";
import type { AgentConfiguration } from "@/lib/contracts/simulation/configuration";
import type { AgentSecret } from "@/lib/contracts/simulation/names";
import { Failure } from "@/lib/errors";
import { mayAsk, NOT_PUBLIC } from "@/lib/gateway/outbound";
import { ensureProjects } from "@/lib/traces/projects";
import type { AgentRow } from "./loaders";
import { addressesOf, strayed } from "./rules/addresses";
import { changed, flawsOf, type GivenConfiguration } from "./rules/configuration";
import { type GivenSecrets, secretsAfter } from "./secrets";

const SIGNING_BYTES = 32;

export interface GivenAgent extends GivenConfiguration, GivenSecrets {
  rotate_webhook_secret?: boolean | undefined;
}

interface CurrentAgent {
  configuration: AgentConfiguration;
  secrets: SealedSecrets;
  projectId: string | null;
}

/** The agent's new state; `webhookSecret` is the secret created for it. Throws `invalid`, which names every field. */
export async function agentAfter(context: Context, before: CurrentAgent, changes: GivenAgent) {
  const needsSecret = (changes.target ?? before.configuration.target)?.type === "webhook";
  const isMade = needsSecret && (changes.rotate_webhook_secret || !before.secrets.webhook_secret);
  const webhookSecret = isMade ? `whsec_${randomBytes(SIGNING_BYTES).toString("base64")}` : undefined;
  const { secrets, kept } = await secretsAfter(
    before.secrets,
    changes,
    webhookSecret === undefined ? {} : { webhook_secret: webhookSecret },
  );
  const has = new Set(Object.keys(secrets) as AgentSecret[]); // safe: only secrets' names are stored there
  const configuration = changed(before.configuration, changes, has);
  refuse({
    ...flawsOf(configuration, has),
    ...Object.fromEntries(
      strayed(before.configuration, configuration, kept).map((name) => [
        name,
        "This secret is stored for another address. Send the secret again, or send it empty to remove it.",
      ]),
    ),
    ...Object.fromEntries(
      addressesOf(configuration)
        .filter(({ url }) => url !== null && !mayAsk(new URL(url)))
        .map(({ field }) => [field, NOT_PUBLIC]),
    ),
  });
  const projectId = configuration.observability_enabled
    ? (before.projectId ?? (await projectNamed(context, configuration.agent_name)))
    : null;
  return { configuration, secrets, projectId, webhookSecret };
}

/** Writes the sent fields to a locked agent. */
export async function changeAgent(context: Context, before: AgentRow, changes: GivenAgent) {
  const { webhookSecret, ...after } = await agentAfter(context, before, changes);
  const [agent] = await context.db
    .update(agentDefinitions)
    .set({ ...after, updatedAt: sql`clock_timestamp()` })
    .where(eq(agentDefinitions.id, before.id))
    .returning();
  if (!agent) throw new Error("the locked agent no longer exists");
  return { agent, webhookSecret };
}

/** The new secret, which is shown once. */
export const once = (secret: string | undefined) => (secret === undefined ? {} : { webhook_secret: secret });

async function projectNamed({ db, caller }: Context, name: string): Promise<string> {
  return (await ensureProjects(db, [{ owner: caller, name }]))(caller, name);
}

function refuse(flaws: Record<string, string>): void {
  const all = Object.entries(flaws);
  if (all.length === 0) return;
  throw new Failure("invalid", all.map(([field, text]) => `${field}: ${text}`).join("; "), {
    fields: Object.fromEntries(all.map(([field, text]) => [field, [text]])),
  });
}
