import { promptText } from "@/lib/contracts/prompts/names";

/** Which version of a prompt was filled in, as the gateway writes it into a call's span; null for none. */
export function promptOfSpan(attributes: Readonly<Record<string, unknown>>): string | null {
  const { "gateway.prompt.name": name, "gateway.prompt.version": version } = attributes;
  return typeof name === "string" && typeof version === "string" ? promptText({ name, version }) : null;
}
