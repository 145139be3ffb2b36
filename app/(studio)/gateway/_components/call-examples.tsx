"use client";
import { useState } from "react";
import { CopiedCode } from "@/app/_components/copied-text";
import { useOrigin } from "@/app/_components/use-origin";
import { Tabs } from "@/app/_ui/page/tabs";

const examples = {
  curl: (origin: string, key: string) => `curl ${origin}/v1/chat/completions \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"model": "sandbox/echo", "messages": [{"role": "user", "content": "Hello"}]}'`,
  python: (origin: string, key: string) => `from openai import OpenAI

client = OpenAI(base_url="${origin}/v1", api_key="${key}")
answer = client.chat.completions.create(
    model="sandbox/echo", messages=[{"role": "user", "content": "Hello"}]
)
print(answer.choices[0].message.content)`,
  javascript: (origin: string, key: string) => `import OpenAI from "openai";

const client = new OpenAI({ baseURL: "${origin}/v1", apiKey: "${key}" });
const answer = await client.chat.completions.create({
  model: "sandbox/echo",
  messages: [{ role: "user", content: "Hello" }],
});
console.log(answer.choices[0].message.content);`,
  left: (origin: string, key: string) => `curl ${origin}/v1/key -H "Authorization: Bearer ${key}"`,
};
type Example = keyof typeof examples;

const tabs: { value: Example; label: string }[] = [
  { value: "curl", label: "curl" },
  { value: "python", label: "Python" },
  { value: "javascript", label: "JavaScript" },
  { value: "left", label: "Remaining limits" },
];

/** Example calls to paste, with a placeholder if the key is no longer known. */
export function CallExamples({ secret = "YOUR_KEY" }: { secret?: string }) {
  const [shown, setShown] = useState<Example>("curl");
  const origin = useOrigin();
  return (
    <Tabs label="Examples" tabs={tabs} value={shown} onChange={setShown}>
      <CopiedCode name="Example" text={examples[shown](origin, secret)} label="Copy the example" />
    </Tabs>
  );
}
