import { countText } from "@/app/_ui/figure/numbers";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { Time } from "@/app/_ui/text/time";
import { links } from "@/lib/client/links";
import type { Calibration } from "@/lib/contracts/evaluation/calibrations";
import { Inline } from "../../_components/inline";
import { passText } from "./label-values";

/** Which judge was compared with whom, and on how many items. */
export function CalibrationFacts({ calibration }: { calibration: Calibration }) {
  const { template_id, template_name, version, is_current, model, fingerprint, items } = calibration;
  const left = [
    ...(items.undecided > 0 ? [`${countText(items.undecided)} on which people are split`] : []),
    ...(items.unjudged > 0 ? [`${countText(items.unjudged)} without a judge's verdict`] : []),
  ];
  return (
    <DefinitionList
      entries={[
        {
          term: "Judge",
          value: (
            <>
              <Inline href={links.evalTemplate(template_id)}>{template_name}</Inline> V{version}
              {is_current ? "" : ", not the current version"}
            </>
          ),
        },
        { term: "Model", value: model ?? "The template's" },
        { term: "Fingerprint", value: <code className="font-mono text-xs">{fingerprint.slice(0, 16)}</code> },
        calibration.task_id
          ? { term: "Task", value: <Inline href={links.evalTask(calibration.task_id)}>{calibration.task_name}</Inline> }
          : { term: "Run", value: calibration.run_name },
        {
          term: "People",
          value: (
            <>
              <Inline href={links.queue(calibration.queue_id)}>{calibration.queue_name}</Inline>,{" "}
              {calibration.label_name}
            </>
          ),
        },
        {
          term: "Pass values",
          value: calibration.pass_values.map((value) => passText(calibration.label_type, value)).join(", "),
        },
        {
          term: "Items",
          value: `${countText(items.compared)} compared${left.length > 0 ? `; left out: ${left.join(", ")}` : ""}`,
        },
        { term: "Created", value: <Time at={calibration.created_at} /> },
      ]}
    />
  );
}
