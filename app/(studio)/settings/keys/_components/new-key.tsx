"use client";
import { useState } from "react";
import { CopiedCode, CopiedLine } from "@/app/_components/copied-text";
import { Tabs } from "@/app/_ui/page/tabs";
import type { KeyScope } from "@/lib/contracts/names";
import { keyExamples } from "./key-examples";

type Example = keyof ReturnType<typeof keyExamples>;

/** The examples, each with the scope that it needs. */
const tabs: { value: Example; label: string; scope: KeyScope }[] = [
  { value: "bearer", label: "Bearer", scope: "read" },
  { value: "pair", label: "Key and secret", scope: "read" },
  { value: "gateway", label: "Gateway", scope: "gateway" },
];

interface Props {
  apiKey: string;
  secretKey: string;
  scopes: readonly KeyScope[];
}

export function NewKey({ apiKey, secretKey, scopes }: Props) {
  const usable = tabs.filter(({ scope }) => scopes.includes(scope));
  const [chosen, setShown] = useState<Example>("bearer");
  const shown = usable.some(({ value }) => value === chosen) ? chosen : usable[0]?.value;
  const examples = keyExamples({ origin: location.origin, apiKey, secretKey });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Secret name="API key" copies="Copy the API key" text={apiKey} />
      <Secret name="Secret key" copies="Copy the secret key" text={secretKey} />
      {shown ? (
        <Tabs label="Examples" tabs={usable} value={shown} onChange={setShown}>
          <p className="mb-2 text-soft">{examples[shown].description}</p>
          <CopiedCode name="Example" text={examples[shown].command} label="Copy the example" />
        </Tabs>
      ) : null}
    </div>
  );
}

const Secret = ({ name, copies, text }: { name: string; copies: string; text: string }) => (
  <div>
    <p className="mb-1 font-medium">{name}</p>
    <CopiedLine text={text} label={copies} />
  </div>
);
