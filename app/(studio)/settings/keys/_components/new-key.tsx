"use client";
import { useState } from "react";
import { CopyButton } from "@/app/_ui/button/copy-button";
import { ScrollRegion } from "@/app/_ui/page/scroll-region";
import { Tabs } from "@/app/_ui/page/tabs";
import { keyExamples } from "./key-examples";

type Example = keyof ReturnType<typeof keyExamples>;

const tabs: { value: Example; label: string }[] = [
  { value: "bearer", label: "Bearer" },
  { value: "pair", label: "Key and secret" },
  { value: "gateway", label: "Gateway" },
];

export function NewKey({ apiKey, secretKey }: { apiKey: string; secretKey: string }) {
  const [shown, setShown] = useState<Example>("bearer");
  const examples = keyExamples({ origin: location.origin, apiKey, secretKey });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Secret name="API key" text={apiKey} />
      <Secret name="Secret key" text={secretKey} />
      <Tabs label="Examples" tabs={tabs} value={shown} onChange={setShown}>
        <p className="mb-2 text-soft">{examples[shown].description}</p>
        <div className="flex items-start gap-1 rounded-md border border-line bg-sunk">
          <ScrollRegion label="Example" className="min-w-0 flex-1 overflow-x-auto p-3">
            <pre className="font-mono text-xs">{examples[shown].command}</pre>
          </ScrollRegion>
          <CopyButton text={examples[shown].command} label="Copy the example" />
        </div>
      </Tabs>
    </div>
  );
}

function Secret({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <p className="mb-1 font-medium">{name}</p>
      <div className="flex items-center gap-1 rounded-md border border-line bg-sunk pl-3">
        <code className="min-w-0 flex-1 py-2 font-mono text-xs wrap-anywhere select-all">{text}</code>
        <CopyButton text={text} label={`Copy the ${name.toLowerCase()}`} />
      </div>
    </div>
  );
}
