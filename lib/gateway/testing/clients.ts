// The published clients of several protocols against the gateway on a real socket.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterEach } from "vitest";
import { serveHandler } from "@/lib/server/testing/serve";
import { dispatch } from "../dispatch";
import { createGateway } from "../pipeline";
import { KEY, memoryParts, type World } from "./memory-parts";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Ends when the test does. */
export async function served(parts: ReturnType<typeof memoryParts>): Promise<string> {
  const { url, stop } = await serveHandler(dispatch(() => createGateway(parts)));
  stops.push(stop);
  return url;
}

export async function clientsFor(world: World = {}, apiKey = KEY) {
  const parts = memoryParts(world);
  const url = await served(parts);
  const options = { apiKey, maxRetries: 0 };
  return {
    parts,
    anthropic: new Anthropic({ ...options, baseURL: url }),
    openai: new OpenAI({ ...options, baseURL: `${url}/v1` }),
    aiSdk: createOpenAI({ apiKey, baseURL: `${url}/v1` }),
    aiSdkAnthropic: createAnthropic({ apiKey, baseURL: `${url}/v1` }),
  };
}

/** A provider that answers so; what it was sent. */
export function provider(answer: () => Response) {
  const sent: Record<string, unknown>[] = [];
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    sent.push(JSON.parse(String(init?.body)));
    return answer();
  };
  return { sent, fetch };
}
