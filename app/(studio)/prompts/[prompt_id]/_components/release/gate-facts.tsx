import NextLink from "next/link";
import { quantity, wholePercentText } from "@/app/_ui/figure/numbers";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { links } from "@/lib/client/links";
import type { PromptGate } from "@/lib/contracts/prompts/releases";
import { rowsText } from "./rows-text";

/** What a gate pins and requires. */
export function GateFacts({ gate }: { gate: PromptGate }) {
  const { dataset_id, dataset_name, version, evaluations, margin, power, allow_uncalibrated, needed_rows } = gate;
  return (
    <DefinitionList
      entries={[
        {
          term: "Rows",
          value: (
            <>
              <NextLink href={links.dataset(dataset_id)} className="reach underline underline-offset-2">
                {dataset_name}
              </NextLink>
              , version {version.number} ({version.name}): {quantity(version.rows, "row")}
            </>
          ),
        },
        { term: "Evaluations", value: evaluations.map(({ name }) => name).join(", ") },
        { term: "Smallest loss that matters", value: margin },
        { term: "Power", value: `${wholePercentText(power)} of versions without any loss pass` },
        {
          term: "Judges",
          value: allow_uncalibrated ? "Trusted without a calibration" : "Must be calibrated with annotations",
        },
        { term: "Rows needed", value: rowsText(needed_rows) },
      ]}
    />
  );
}
