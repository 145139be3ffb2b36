import { Missing } from "@/app/_ui/feedback/missing";
import { Status } from "@/app/_ui/feedback/status";
import { wholePercentText } from "@/app/_ui/figure/numbers";
import { Table } from "@/app/_ui/list/table";
import { Time } from "@/app/_ui/text/time";
import type { GatewayModels } from "@/lib/contracts/gateway/catalogue";
import { shownPrices } from "./price-text";

type Model = GatewayModels["models"][number];

/** A target's share of requests, if the weights differ. */
const shareOf = (model: Model, weight: number): string | null => {
  if (new Set(model.targets.map((target) => target.weight)).size < 2) return null;
  const all = model.targets.reduce((sum, target) => sum + target.weight, 0);
  return wholePercentText(weight / all);
};

function Targets({ model }: { model: Model }) {
  return (
    <ul className="grid gap-1">
      {model.targets.map((target) => (
        <li key={`${target.provider}/${target.model}`} className="flex flex-wrap items-center gap-x-3">
          <code className="font-mono text-xs wrap-anywhere">
            {target.provider}/{target.model}
          </code>
          {shareOf(model, target.weight) ? (
            <span className="text-xs text-faint tabular-nums">{shareOf(model, target.weight)}</span>
          ) : null}
          {target.open_until ? (
            <Status tone="warn" shape="pause" className="text-xs">
              Circuit open until <Time at={target.open_until} />
            </Status>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Prices({ model, unknown }: { model: Model; unknown: GatewayModels["unknown_model"] }) {
  return (
    <ul className="grid gap-1">
      {shownPrices(model.targets, unknown).map(({ of, text, title }) => (
        <li key={of} title={title} className="tabular-nums">
          {of ? <code className="block font-mono text-xs wrap-anywhere text-faint">{of}</code> : null}
          {text}
        </li>
      ))}
    </ul>
  );
}

interface Props {
  models: readonly Model[];
  modelMap: Record<string, string>;
  unknownModel: GatewayModels["unknown_model"];
}

export function ModelTable({ models, modelMap, unknownModel }: Props) {
  return (
    <Table
      caption="Models"
      rows={models}
      rowKey={({ id }) => id}
      columns={[
        {
          key: "name",
          header: "Model",
          cell: ({ id }) => (
            <span className="grid max-w-64">
              <code className="font-mono text-xs wrap-anywhere">{id}</code>
              {Object.hasOwn(modelMap, id) ? <span className="text-xs text-faint">Alias of {modelMap[id]}</span> : null}
            </span>
          ),
        },
        { key: "targets", header: "Answered by", cell: (model) => <Targets model={model} /> },
        {
          key: "price",
          header: "Price per million tokens",
          width: "sm:w-56",
          cell: (model) => <Prices model={model} unknown={unknownModel} />,
        },
        {
          key: "fallbacks",
          header: "Fallbacks",
          wide: true,
          width: "w-48",
          cell: ({ fallbacks }) =>
            fallbacks.length > 0 ? (
              <code className="font-mono text-xs wrap-anywhere">{fallbacks.join(", ")}</code>
            ) : (
              <Missing reason="No fallback models" />
            ),
        },
      ]}
    />
  );
}
