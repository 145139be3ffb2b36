import type { RunDetail } from "@/lib/contracts/evaluation/shapes/run-shapes";

export type Tried = Pick<RunDetail, "prompt" | "config" | "agent" | "message">;

/** What a run tries, as texts to read and to compare, by what they are. None if the outputs were there already. */
export function taskTexts({ prompt, config, agent, message }: Tried): Record<string, string> {
  if (agent) return { Message: message ?? "", Agent: `${agent.name}, version ${agent.version}` };
  if (!config) return {};
  const { messages, tools, ...settings } = config;
  return {
    Messages: messages.map(({ role, content }) => `${role}: ${content}`).join("\n\n"),
    "Model and settings": [
      ...(prompt ? [`prompt: ${prompt.name}, ${prompt.version}`] : []),
      ...Object.entries(settings).flatMap(settingText),
    ].join("\n"),
    ...(tools && tools.length > 0 ? { Tools: JSON.stringify(tools, null, 2) } : {}),
  };
}

const settingText = ([name, value]: [string, unknown]): string[] =>
  value === null || value === undefined
    ? []
    : [`${name}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`];
