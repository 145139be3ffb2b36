"use client";
import { useState } from "react";
import { Kbd } from "@/app/_ui/keyboard/kbd";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { Difference } from "../difference/difference";
import { outputName } from "../label-field/preference-choices";
import type { Pair } from "./pairs";
import { SourceField } from "./source-field";

/** Two outputs side by side, or below each other where there is no room; or as one text with what differs marked. */
export function Outputs({ pair: { outputs } }: { pair: Pair }) {
  const [differs, setDiffers] = useState(false);
  useShortcuts("Item", [
    { keys: "d", description: "Show or hide what differs between the outputs", run: () => setDiffers((is) => !is) },
  ]);
  const [first, second] = outputs;
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <button
        type="button"
        aria-pressed={differs}
        onClick={() => setDiffers(!differs)}
        className="inline-flex w-fit items-center gap-1.5 rounded-sm text-xs text-accent hover:underline pointer-coarse:min-h-11"
      >
        {differs ? "Show them side by side" : "Show what differs"}
        <Kbd keys="d" />
      </button>
      {differs ? (
        <Difference
          name={`From ${outputName(1)} to ${outputName(2)}`}
          before={first.text ?? ""}
          after={second.text ?? ""}
        />
      ) : (
        <div className="grid gap-4 @xl:grid-cols-2 @xl:gap-x-0 @xl:divide-x @xl:divide-line">
          {outputs.map(({ name, text }, index) => (
            <div key={name} className="min-w-0 @xl:first:pr-5 @xl:last:pl-5">
              <SourceField name={outputName(index + 1)} text={text} />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
