// A chat whose body names a prompt of the organization: the version's messages and settings are filled in before anything is
// decided of the request, so that every control acts on what the model gets.
import { findingsOf } from "@/lib/bounds/findings";
import { chatBody } from "@/lib/contracts/gateway/chat";
import { type PromptReference, promptReference } from "@/lib/contracts/gateway/prompt";
import type { UsedPrompt } from "@/lib/contracts/gateway/request-record";
import { PRODUCTION, versionName } from "@/lib/contracts/prompts/names";
import { isRecord } from "@/lib/records";
import type { ReadChat } from "../dialects/read-chat";
import { GatewayFailure } from "../errors";
import { checkObject, parseBody, readRequest, refusalOf } from "../read-body";
import type { Caller } from "../settings";
import { bodyOf, type FillProblem, fillMessages } from "./fill";
import type { ProjectedVersion } from "./projected";
import type { PromptStore, Selector } from "./store";

export const readPrompted =
  (store: PromptStore): ReadChat =>
  async (request, caller) => {
    const { object, characters } = await readRequest(request);
    checkObject(object);
    // Other values of this name are a provider's.
    if (!isRecord(object.prompt)) return parseBody({ object, characters }, chatBody);
    const reference = referenceIn(object);
    const selector = selectorOf(reference);
    const found = await findVersion(store, caller, reference.name, selector);
    const filled = fillMessages(found.version.content, reference.variables);
    if ("problems" in filled) throw unfilled(filled.problems);
    const { prompt: _, messages: own, ...others } = object;
    const messages = own === undefined || own === null ? filled.messages : withOwn(filled.messages, own);
    const body = { ...bodyOf(found.version.content), ...others, messages };
    const used: UsedPrompt = {
      name: found.version.name,
      version: versionName(found.version.number),
      label: "label" in selector ? selector.label : null,
    };
    return { ...parseBody({ object: body, characters: characters + found.characters }, chatBody), prompt: used };
  };

function referenceIn(object: Record<string, unknown>): PromptReference {
  const parsed = promptReference.safeParse(object.prompt);
  if (parsed.success) return parsed.data;
  const [first] = findingsOf(parsed.error, object.prompt);
  throw refusalOf({ path: ["prompt", ...(first?.path ?? [])], message: first?.message ?? "Is not valid." });
}

const selectorOf = ({ label, version }: PromptReference): Selector =>
  version === undefined ? { label: label ?? PRODUCTION } : { number: Number(String(version).replace(/^v/i, "")) };

async function findVersion(
  store: PromptStore,
  { key }: Caller,
  name: string,
  selector: Selector,
): Promise<{ version: ProjectedVersion; characters: number }> {
  if (key.organizationId === null) {
    throw refusalOf({ path: ["prompt"], message: "This key belongs to no organization, and so has no prompts." });
  }
  const { version, isKnown, characters } = await findNamed(store, key.organizationId, name, selector);
  if (version) return { version, characters };
  if (!isKnown) throw absent("prompt.name", `There is no prompt "${name}" with a committed version.`);
  throw "label" in selector
    ? absent("prompt.label", `Prompt "${name}" has no version with the label "${selector.label}".`)
    : absent("prompt.version", `Prompt "${name}" has no committed version ${versionName(selector.number)}.`);
}

/** Names are stored in NFC, except older ones. */
async function findNamed(store: PromptStore, organizationId: string, name: string, selector: Selector) {
  const found = await store.find(organizationId, name, selector);
  const stored = name.normalize("NFC");
  return found.isKnown || stored === name ? found : store.find(organizationId, stored, selector);
}

const absent = (param: string, message: string): GatewayFailure =>
  new GatewayFailure("prompt_not_found", `${param}: ${message}`, { param });

/** Names the first in `param`, and all of them in the message. */
function unfilled(problems: readonly FillProblem[]): GatewayFailure {
  const [first] = problems;
  const message = problems.map(({ name, message: problem }) => `prompt.variables.${name}: ${problem}`).join(" ");
  return new GatewayFailure("invalid_request_error", message, { param: `prompt.variables.${first?.name}` });
}

/** The request's own messages go on from those of the prompt. Anything else is left to the check of the body. */
const withOwn = (messages: readonly unknown[], own: unknown): unknown =>
  Array.isArray(own) ? [...messages, ...own] : own;
