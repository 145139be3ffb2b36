"use client";
import { useState } from "react";
import { CopiedCode, CopiedLine } from "@/app/_components/copied-text";
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
        <CopiedCode name="Example" text={examples[shown].command} label="Copy the example" />
      </Tabs>
    </div>
  );
}

const Secret = ({ name, text }: { name: string; text: string }) => (
  <div>
    <p className="mb-1 font-medium">{name}</p>
    <CopiedLine text={text} label={`Copy the ${name.toLowerCase()}`} />
  </div>
);
