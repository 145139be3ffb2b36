// Calls a model under one of the instrumentations that applications use, and exports the spans that it makes. Runs by
// itself, because instrumentations change the modules of the process: node send.mjs <instrumentation> <OTLP address>

import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { startFakeModels } from "./fake-models.mjs";

const QUESTION = "Where is parcel 7?";
const RULES = "Be brief.";
const SESSION = "visit-1";
const USER = "ann";

const messages = [
  { role: "system", content: RULES },
  { role: "user", content: QUESTION },
];
const parameters = { type: "object", properties: { id: { type: "number" } } };
const tools = [{ type: "function", function: { name: "lookup", description: "Finds a parcel.", parameters } }];
const request = { model: "gpt-4o-mini", messages, tools };

async function openaiUnder(instrumentation, url) {
  const module = await import("openai");
  instrumentation?.manuallyInstrument?.(module.OpenAI);
  return new module.OpenAI({ apiKey: "none", baseURL: `${url}/v1` });
}

const senders = {
  async "openinference-openai"({ url, provider }) {
    const { OpenAIInstrumentation } = await import("@arizeai/openinference-instrumentation-openai");
    const { setSession, setUser } = await import("@arizeai/openinference-core");
    const instrumentation = new OpenAIInstrumentation({ tracerProvider: provider });
    const client = await openaiUnder(
      { manuallyInstrument: (OpenAI) => instrumentation.manuallyInstrument(OpenAI) },
      url,
    );
    const about = setUser(setSession(context.active(), { sessionId: SESSION }), { userId: USER });
    await context.with(about, () => client.chat.completions.create(request));
  },
  async "openinference-anthropic"({ url, provider }) {
    const { AnthropicInstrumentation } = await import("@arizeai/openinference-instrumentation-anthropic");
    const { setSession, setUser } = await import("@arizeai/openinference-core");
    const module = await import("@anthropic-ai/sdk");
    new AnthropicInstrumentation({ tracerProvider: provider }).manuallyInstrument(module.default);
    const client = new module.default({ apiKey: "none", baseURL: url });
    const about = setUser(setSession(context.active(), { sessionId: SESSION }), { userId: USER });
    await context.with(about, () =>
      client.messages.create({
        model: "claude-haiku-4-5",
        max_tokens: 100,
        system: RULES,
        messages: [{ role: "user", content: QUESTION }],
        tools: [{ name: "lookup", description: "Finds a parcel.", input_schema: parameters }],
      }),
    );
  },
  async "traceloop-openai"({ url, provider }) {
    const { OpenAIInstrumentation } = await import("@traceloop/instrumentation-openai");
    const instrumentation = new OpenAIInstrumentation({ traceContent: true });
    instrumentation.setTracerProvider(provider);
    const client = await openaiUnder(
      { manuallyInstrument: (OpenAI) => instrumentation.manuallyInstrument(OpenAI) },
      url,
    );
    await client.chat.completions.create(request);
  },
  async "opentelemetry-openai"({ url, provider }) {
    const { OpenAIInstrumentation } = await import("@opentelemetry/instrumentation-openai");
    const instrumentation = new OpenAIInstrumentation({ captureMessageContent: true });
    instrumentation.setTracerProvider(provider);
    instrumentation.enable();
    const { createRequire } = await import("node:module");
    const { OpenAI } = createRequire(import.meta.url)("openai");
    await new OpenAI({ apiKey: "none", baseURL: `${url}/v1` }).chat.completions.create(request);
  },
  async "ai-sdk"({ url }) {
    const { generateText, jsonSchema, tool } = await import("ai");
    const { createOpenAI } = await import("@ai-sdk/openai");
    const openai = createOpenAI({ apiKey: "none", baseURL: `${url}/v1` });
    await generateText({
      model: openai.chat("gpt-4o-mini"),
      system: RULES,
      prompt: QUESTION,
      tools: {
        lookup: tool({
          description: "Finds a parcel.",
          inputSchema: jsonSchema(parameters),
          execute: async () => ({ found: true }),
        }),
      },
      experimental_telemetry: {
        isEnabled: true,
        functionId: "parcels",
        metadata: { sessionId: SESSION, userId: USER },
      },
    });
  },
  async "langfuse-openai"({ url }) {
    const { observeOpenAI } = await import("@langfuse/openai");
    const client = observeOpenAI(await openaiUnder(null, url), { sessionId: SESSION, userId: USER });
    await client.chat.completions.create(request);
  },
};

async function main(name, address) {
  const send = senders[name];
  if (!send || !address) throw new Error(`Use: node send.mjs ${Object.keys(senders).join("|")} <OTLP address>`);
  const exporter = new OTLPTraceExporter({ url: address });
  const processor =
    name === "langfuse-openai"
      ? new (await import("@langfuse/otel")).LangfuseSpanProcessor({ exporter, exportMode: "immediate" })
      : new SimpleSpanProcessor(exporter);
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": name }),
    spanProcessors: [processor],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  const models = await startFakeModels();
  try {
    await send({ url: models.url, provider });
    await provider.forceFlush();
  } finally {
    models.stop();
    await provider.shutdown();
  }
}

await main(process.argv[2], process.argv[3]);
