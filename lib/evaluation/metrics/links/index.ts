// Metrics that call other servers. Customer data names the address, so private addresses are refused before and during
// DNS lookup.
import { excerpt } from "@/lib/bounds/excerpt";
import { isPrivateHost } from "@/lib/gateway/providers/public-address";
import { isRecord } from "@/lib/records";
import { always } from "../empty";
import { numberOf, parsed, verdictOf } from "../metric-input";
import { computed, type Definition } from "../template";
import { Unscored } from "../unscored";
import type { GuardedFetch, World } from "../world";

const MOST_LINKS = 20;
const MOST_REDIRECTS = 3;
const WAIT_MS = 5_000;
const MAX_URL = 2_000;
const base = { keys: ["text"], output: "Pass/Fail", tags: ["link"] } as const;
const REQUESTS =
  "Links begin with http:// or https://. Each is asked once with HEAD, for 5 seconds, over up to 3 redirects; 200 is valid.";
const GUARDED =
  "Private, loopback and link-local addresses are never requested, whatever their name: such a link leaves the row without a score.";

function fetchOf({ fetch }: World): GuardedFetch {
  if (!fetch) throw new Unscored("This server cannot reach other servers.");
  return fetch;
}

/** Up to blanks, quotes, brackets of HTML and code, and Chinese or Japanese punctuation. */
const LINK = /https?:\/\/[^\s<>"'`\\^{}|\u3000-\u303F\uFF00-\uFFEF]+/gi;

export const linksIn = (text: string): string[] => [...new Set((text.match(LINK) ?? []).map(withoutPunctuation))];

/** Without what ends the sentence around a link. A closing parenthesis belongs to the link that opens it. */
function withoutPunctuation(link: string): string {
  let unopened = link.split(")").length - link.split("(").length;
  let end = link.length;
  for (; end > 0; end--) {
    const last = link.charAt(end - 1);
    if (last === ")" ? unopened <= 0 : !".,;:!?]*_".includes(last)) break;
    if (last === ")") unopened--;
  }
  return link.slice(0, end);
}

/** Throws `Unscored` for an address that may not be called. */
function publicUrl(address: string): URL | null {
  const url = address.length <= MAX_URL && URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "") return null;
  if (isPrivateHost(url.hostname))
    throw new Unscored(`${excerpt(address, 100)} is not a public address, so it was not requested.`);
  return url;
}

const signalOf = ({ signal }: World): AbortSignal => {
  const timeout = AbortSignal.timeout(WAIT_MS);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
};

/** The final status of a link, or why there is none. */
async function statusOf(link: string, world: World): Promise<number | string> {
  const fetch = fetchOf(world);
  const signal = signalOf(world);
  let address = link;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    const url = publicUrl(address);
    if (!url) return "not an address";
    try {
      const { status, headers } = await fetch(url, { method: "HEAD", signal });
      const location = headers.location;
      if (status < 300 || status > 399 || !location || !URL.canParse(location, url)) return status;
      address = new URL(location, url).href;
    } catch {
      return signal.aborted ? "no answer in time" : "not reached";
    }
  }
  return "too many redirects";
}

interface Verdict {
  readonly score?: number;
  readonly reason: string;
}

/** The connection error's own message. */
const RESERVED = /^(?:host|connection|content-length|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*)$/;

/** Reads an answer with `score` (0 to 1), `result` or `pass`, and `reason`. */
function verdictIn(body: string): Verdict {
  const answer = parsed(body);
  if (!isRecord(answer)) throw new Unscored("The server did not answer with a JSON object.");
  const { score, result, pass } = answer;
  const value = score ?? result ?? pass;
  if (value === undefined || value === null)
    throw new Unscored("The server's answer has neither score nor result nor pass.");
  const number = numberOf(verdictOf(value), "The server's score");
  const reason = answer.reason ?? answer.explanation;
  return {
    score: number,
    reason:
      typeof reason === "string" && reason.trim() !== ""
        ? excerpt(reason, 1_000)
        : `The server says ${excerpt(String(value), 100)}.`,
  };
}

export const links = [
  {
    ...base,
    name: "contains_valid_link",
    empty: always(0),
    description: "Passes when the first link in the text answers.",
    notes: [REQUESTS, "A text without a link fails.", GUARDED],
    source: "RFC 9110, HEAD",
    async score(input, world) {
      const [link] = linksIn(input.text("text"));
      if (!link) return { score: false, reason: "The text has no link." };
      const status = await statusOf(link, world);
      return { score: status === 200, reason: `${excerpt(link, 200)}: ${status}.` };
    },
  } satisfies Definition,
  {
    ...base,
    name: "no_invalid_links",
    empty: always(1),
    description: "Passes when every link in the text answers.",
    notes: [
      REQUESTS,
      `At most ${MOST_LINKS} different links are requested. With more links, the row fails if one of these is invalid, and otherwise has no score.`,
      "A text without links passes.",
      GUARDED,
    ],
    source: "RFC 9110, HEAD",
    async score(input, world) {
      const all = linksIn(input.text("text"));
      if (all.length === 0) return { score: true, reason: "The text has no links." };
      const statuses = await Promise.all(all.slice(0, MOST_LINKS).map((link) => statusOf(link, world)));
      const wrong = statuses.flatMap((status, index) =>
        status === 200 ? [] : `${excerpt(all[index] ?? "", 100)}: ${status}`,
      );
      if (wrong.length > 0)
        return { score: false, reason: `${wrong.length} of ${all.length} links: ${wrong.slice(0, 5).join("; ")}.` };
      if (all.length > MOST_LINKS)
        throw new Unscored(`The text has ${all.length} links; ${MOST_LINKS} were requested and are valid.`);
      return { score: true, reason: `All ${all.length} links answer 200.` };
    },
  } satisfies Definition,
  {
    ...base,
    name: "api_call",
    empty: always("by parameters", "JSON"),
    keys: ["response"],
    hidden: true,
    description: "Passes when your own server says so: it receives the response and returns a verdict.",
    params: {
      url: { type: "string" },
      payload: { type: "dict", default: {} },
      headers: { type: "dict", default: {} },
    },
    notes: [
      "POSTs payload with response added, as JSON, for 5 seconds, and follows no redirect. The answer is {score, result or pass, reason}: a number of at least 0.5, true or Passed passes.",
      "If the server cannot be reached or returns anything else, the row has no score.",
      GUARDED,
    ],
    source: "Ours",
    async score(input, world) {
      const address = input.param<string>("url");
      if (!address) throw new Unscored("url is needed.");
      const url = publicUrl(address);
      if (!url) throw new Unscored("url is not an address that begins with http:// or https://.");
      const payload = input.param<Record<string, unknown>>("payload") ?? {};
      const headers = Object.entries(input.param<Record<string, unknown>>("headers") ?? {})
        .map(([name, value]) => [name.toLowerCase(), String(value)] as const)
        .filter(([name]) => !RESERVED.test(name));
      const request = {
        method: "POST" as const,
        headers: { ...Object.fromEntries(headers), "content-type": "application/json", accept: "application/json" },
        body: JSON.stringify({ ...payload, response: input.json("response") }),
        signal: signalOf(world),
      };
      const fetch = fetchOf(world);
      const answer = await fetch(url, request).catch((cause) => {
        throw new Unscored(`${url.host} was not reached${request.signal.aborted ? " in time" : ""}.`, { cause });
      });
      if (answer.status < 200 || answer.status > 299) throw new Unscored(`${url.host} answered ${answer.status}.`);
      const { score = 0, reason } = verdictIn(answer.body);
      return { score: score >= 0.5, reason };
    },
  } satisfies Definition,
].map(computed);
