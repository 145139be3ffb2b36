// What a reader pastes to do a first step, with the server's own address. The key is in ASSAY_API_KEY, since nobody can read it again.
import { pipelineScript } from "@/lib/client/pipeline-recipe";
import type { StepName } from "./steps";

export const languages = ["curl", "python", "typescript"] as const;
export type Language = (typeof languages)[number];

export const languageNames: Record<Language, string> = { curl: "curl", python: "Python", typescript: "TypeScript" };

type Snippets = Record<Language, (origin: string) => string>;

const trace: Snippets = {
  curl: (origin) => `curl -sS ${origin}/tracer/v1/traces -H "Authorization: Bearer $ASSAY_API_KEY" \\
  -H "Content-Type: application/json" -d '{"resourceSpans": [{
    "resource": {"attributes": [{"key": "service.name", "value": {"stringValue": "my-app"}}]},
    "scopeSpans": [{"spans": [{
      "traceId": "'$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')'",
      "spanId": "'$(od -An -N8 -tx1 /dev/urandom | tr -d ' \\n')'", "name": "first answer",
      "attributes": [
        {"key": "openinference.span.kind", "value": {"stringValue": "LLM"}},
        {"key": "llm.model_name", "value": {"stringValue": "my-model"}},
        {"key": "input.value", "value": {"stringValue": "Where is my parcel?"}},
        {"key": "output.value", "value": {"stringValue": "At the depot."}}],
      "startTimeUnixNano": "'$(date +%s)000000000'", "endTimeUnixNano": "'$(date +%s)250000000'"}]}]}]}'`,
  python: (origin) => `# pip install opentelemetry-sdk opentelemetry-exporter-otlp-proto-http
import os
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor

exporter = OTLPSpanExporter(
    endpoint="${origin}/tracer/v1/traces",
    headers={"authorization": f"Bearer {os.environ['ASSAY_API_KEY']}"},
)
provider = TracerProvider(resource=Resource({"service.name": "my-app"}))
provider.add_span_processor(SimpleSpanProcessor(exporter))
with provider.get_tracer("first").start_as_current_span("first answer") as span:
    span.set_attributes({
        "openinference.span.kind": "LLM",
        "llm.model_name": "my-model",
        "input.value": "Where is my parcel?",
        "output.value": "At the depot.",
    })
provider.shutdown()`,
  typescript: (
    origin,
  ) => `// npm i @opentelemetry/sdk-trace-base @opentelemetry/resources @opentelemetry/exporter-trace-otlp-http
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";

const exporter = new OTLPTraceExporter({
  url: "${origin}/tracer/v1/traces",
  headers: { authorization: \`Bearer \${process.env.ASSAY_API_KEY}\` },
});
const provider = new BasicTracerProvider({
  resource: resourceFromAttributes({ "service.name": "my-app" }),
  spanProcessors: [new SimpleSpanProcessor(exporter)],
});
const span = provider.getTracer("first").startSpan("first answer");
span.setAttributes({
  "openinference.span.kind": "LLM",
  "llm.model_name": "my-model",
  "input.value": "Where is my parcel?",
  "output.value": "At the depot.",
});
span.end();
await provider.shutdown();`,
};

const request: Snippets = {
  curl: (origin) => `curl -sS ${origin}/v1/chat/completions -H "Authorization: Bearer $ASSAY_API_KEY" \\
  -H "Content-Type: application/json" -d '{
    "model": "sandbox/echo", "messages": [{"role": "user", "content": "Hello"}]}'`,
  python: (origin) => `# pip install openai
import os
from openai import OpenAI

client = OpenAI(base_url="${origin}/v1", api_key=os.environ["ASSAY_API_KEY"])
answer = client.chat.completions.create(
    model="sandbox/echo", messages=[{"role": "user", "content": "Hello"}]
)
print(answer.choices[0].message.content)`,
  typescript: (origin) => `// npm i openai
import OpenAI from "openai";

const client = new OpenAI({ baseURL: "${origin}/v1", apiKey: process.env.ASSAY_API_KEY });
const answer = await client.chat.completions.create({
  model: "sandbox/echo",
  messages: [{ role: "user", content: "Hello" }],
});
console.log(answer.choices[0].message.content);`,
};

/** A call with a JSON body, with nothing but what each language brings along. */
const jsonCall = (path: string, body: string): Snippets => ({
  curl: (origin) => `curl -sS ${origin}${path} -H "Authorization: Bearer $ASSAY_API_KEY" \\
  -H "Content-Type: application/json" -d '${body}'`,
  python: (origin) => `import json, os, urllib.request

request = urllib.request.Request(
    "${origin}${path}",
    data=json.dumps(${body}).encode(),
    headers={
        "authorization": f"Bearer {os.environ['ASSAY_API_KEY']}",
        "content-type": "application/json",
    },
)
print(urllib.request.urlopen(request).read().decode())`,
  typescript: (origin) => `const answer = await fetch("${origin}${path}", {
  method: "POST",
  headers: {
    authorization: \`Bearer \${process.env.ASSAY_API_KEY}\`,
    "content-type": "application/json",
  },
  body: JSON.stringify(${body}),
});
console.log(await answer.json());`,
});

const uploadPath = "/model-hub/develops/create-dataset-from-local-file/";

const rows: Snippets = {
  curl: (origin) => `printf 'question,answer\\nWhere is my parcel?,At the depot.\\n' > answers.csv
curl -sS ${origin}${uploadPath} -H "Authorization: Bearer $ASSAY_API_KEY" \\
  -F file=@answers.csv -F new_dataset_name="First rows"`,
  python: (origin) => `# pip install requests
import os, requests

answer = requests.post(
    "${origin}${uploadPath}",
    headers={"authorization": f"Bearer {os.environ['ASSAY_API_KEY']}"},
    files={"file": ("answers.csv", "question,answer\\nWhere is my parcel?,At the depot.\\n")},
    data={"new_dataset_name": "First rows"},
)
print(answer.json())`,
  typescript: (origin) => `const form = new FormData();
form.set("file", new Blob(["question,answer\\nWhere is my parcel?,At the depot.\\n"]), "answers.csv");
form.set("new_dataset_name", "First rows");
const answer = await fetch("${origin}${uploadPath}", {
  method: "POST",
  headers: { authorization: \`Bearer \${process.env.ASSAY_API_KEY}\` },
  body: form,
});
console.log(await answer.json());`,
};

const invitation = jsonCall("/accounts/organization/invite/", '{"email": "grace@example.com", "role": "Member"}');

const runScript = (origin: string): string => `printf 'mail\\nada@example.com\\nnobody\\n' > mails.csv
${pipelineScript(origin, {
  kind: "evaluation",
  data: "mails.csv",
  evaluations: [{ template: "is_email", inputs: { text: "mail" } }],
})}`;

const run: Snippets = { curl: runScript, python: runScript, typescript: runScript };

const snippets: Record<StepName, Snippets> = { trace, request, rows, invitation, run };

export const snippetOf = (step: StepName, language: Language, origin: string): string =>
  snippets[step][language](origin);
