// What the conversations of one run share.
import type { Database } from "@/db/client";
import type { AgentTarget } from "@/lib/contracts/simulation/configuration";
import { gatewayOf } from "@/lib/evaluation/judge/ask-gateway";
import type { AskModel } from "@/lib/evaluation/judge/judge";
import type { Send } from "@/lib/gateway/providers/provider";
import type { Agent } from "../../conversation/agent";
import type { TelephonyAccount } from "../../voice/telephony-account";
import type { ExecutionRow } from "../loaders";

/** What a run's conversations share. */
export interface RunContext {
  db: Database;
  execution: ExecutionRow;
  /** Null if a client speaks for the agent, or if the agent is called by phone. */
  agent: Agent | null;
  /** The telephony account for a voice agent; null for a text agent, and if the server has none. */
  line: TelephonyAccount | null;
  inbound: boolean;
  ask: () => Promise<AskModel>;
  send: Send;
  now: () => Date;
  /** Waits; tests skip the wait. */
  pause: (ms: number) => Promise<void>;
}

export const runContextOf = (
  db: Database,
  execution: ExecutionRow,
  agent: Agent | null,
  line: TelephonyAccount | null,
  services: Pick<RunContext, "send" | "now" | "pause">,
): RunContext => {
  let opened: Promise<AskModel> | null = null;
  const session = `simulation ${execution.id}`;
  return {
    db,
    execution,
    agent,
    line,
    inbound: execution.pinned.agent.snapshot.inbound !== false,
    ask: () => {
      opened ??= gatewayOf(db, execution.organizationId, session, "/v1/chat/completions", {
        requestPrefix: `sim-${execution.id.slice(0, 8)}-`,
      });
      return opened;
    },
    ...services,
  };
};

/** How the pinned version reaches its agent; null for a client. */
export const targetOf = ({ pinned }: Pick<ExecutionRow, "pinned">): AgentTarget | null =>
  // Safe: the version's configuration was checked by its contract.
  (pinned.agent.snapshot.target ?? null) as AgentTarget | null;
