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
  /** Null where a client speaks for the agent, or it is called. */
  agent: Agent | null;
  /** From where a voice agent is called; null for a text agent, and where the server has none. */
  line: TelephonyAccount | null;
  inbound: boolean;
  ask: () => Promise<AskModel>;
  send: Send;
  now: () => Date;
  /** Waits; in tests not really. */
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

/** Where the pinned version says that the agent is reached; null for a client. */
export const targetOf = ({ pinned }: Pick<ExecutionRow, "pinned">): AgentTarget | null =>
  // Safe because it is what the version's configuration has held, checked by its contract.
  (pinned.agent.snapshot.target ?? null) as AgentTarget | null;
