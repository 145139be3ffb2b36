import { CopyButton } from "@/app/_ui/button/copy-button";
import { Missing } from "@/app/_ui/feedback/missing";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { Time } from "@/app/_ui/text/time";
import { UserText } from "@/app/_ui/text/user-text";
import { type Agent, reachText } from "./editor/agent-form";

const code = (text: string) => <code className="font-mono text-xs wrap-anywhere">{text}</code>;
const optional = (term: string, text: string | null | undefined) => (text ? [{ term, value: code(text) }] : []);

/** The settings of an agent that apply to its kind. */
export function AgentFacts({ agent }: { agent: Agent }) {
  const { target } = agent;
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
      <DefinitionList
        entries={[
          { term: "Reached by", value: reachText(agent) },
          ...optional("Address", target && "url" in target ? target.url : null),
          ...optional("Model", target && "model" in target ? target.model : null),
          ...(target && "timeout_seconds" in target
            ? [{ term: "Timeout", value: `${target.timeout_seconds} s per turn` }]
            : []),
          ...optional("API key", agent.api_key),
          ...optional("Signing secret", agent.webhook_secret),
          ...(agent.agent_type === "voice"
            ? [{ term: "Direction", value: agent.inbound ? "Customers call it" : "It calls customers" }]
            : []),
          ...optional("Phone number", agent.contact_number),
          ...optional("Country code", agent.country_code),
          ...(agent.target_speaks_first === null
            ? []
            : [{ term: "Speaks first", value: agent.target_speaks_first ? "The agent" : "The customer" }]),
          ...optional("LiveKit URL", agent.livekit_url),
          ...optional("Assistant ID", agent.assistant_id),
          ...(agent.agent_type === "voice" ? [{ term: "Languages", value: agent.languages.join(", ") }] : []),
          { term: "Changed", value: <Time at={agent.updated_at} /> },
          {
            term: "ID",
            value: (
              <span className="flex items-center gap-1">
                {code(agent.id)}
                <CopyButton text={agent.id} label="Copy the ID" />
              </span>
            ),
          },
        ]}
      />
      <section>
        <h2 className="mb-1 text-faint">Description</h2>
        {agent.description ? (
          <UserText text={agent.description} className="max-h-80 overflow-y-auto" />
        ) : (
          <Missing reason="No description" />
        )}
      </section>
    </div>
  );
}
