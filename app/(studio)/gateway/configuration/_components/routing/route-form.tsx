"use client";
import { wholePercentText } from "@/app/_ui/figure/numbers";
import type { GatewayModels } from "@/lib/contracts/gateway/catalogue";
import { EntryView } from "../entry-view";
import { ConfigField } from "../fields/config-field";
import { EntryList } from "../fields/entry-list";
import { FieldGroup } from "../fields/field-group";
import { NameField } from "../fields/name-input";
import { problemAt, useConfigDraft } from "../use-draft";
import { listAt, type Path, recordAt, valueAt } from "../values";
import { fallbacksPath, routeOf, shareOf, targetsPath, timeoutPath, withoutRoute, withRouteNamed } from "./routes";

interface Props {
  name: string;
  live: GatewayModels | undefined;
  onBack: () => void;
  onFollow: (from: string, to: string) => void;
}

/** One route: its targets in order, its fallbacks and its timeout. */
export function RouteForm({ name, live, onBack, onFollow }: Props) {
  const draft = useConfigDraft();
  const path = targetsPath(name);
  return (
    <EntryView
      title={name}
      back="All routes"
      onBack={onBack}
      onRemove={() => draft.write(withoutRoute(draft.config, name))}
    >
      <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
        <div className="max-w-sm">
          <NameField
            hint="The model name in requests."
            path={["routing", "targets"]}
            name={name}
            onRename={(next) => {
              onFollow(name, next);
              draft.write(withRouteNamed(draft.config, name, next));
            }}
          />
        </div>
        <div data-field={path.join(".")}>
          <FieldGroup
            title="Targets"
            hint="Alt+↑ and Alt+↓ move a target. The others take over while the first fails."
            problem={problemAt(draft, path, false)}
          >
            <EntryList path={path} noun="target" isOrdered>
              {(target) => <Target path={target} name={name} live={live} />}
            </EntryList>
          </FieldGroup>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2">
          <ConfigField path={fallbacksPath(name)} />
          <ConfigField path={timeoutPath(name)} />
        </div>
      </div>
    </EntryView>
  );
}

function Target({ path, name, live }: { path: Path; name: string; live: GatewayModels | undefined }) {
  const { config } = useConfigDraft();
  const own = recordAt(config, ["providers"]);
  const provider = valueAt(config, [...path, "provider"]);
  const shared = (live?.providers ?? []).filter((each) => !Object.hasOwn(own, each.name));
  const names = [...Object.keys(own), ...shared.map((each) => each.name)];
  const isKnown = names.some((each) => each.toLowerCase() === String(provider).toLowerCase());
  const isMissing = live !== undefined && provider !== undefined && !isKnown;
  const models = [
    ...listAt(own, [String(provider), "models"]).map(String),
    ...shared.filter((each) => each.name === provider).flatMap((each) => each.models),
  ];
  const isWeighted = valueAt(config, ["routing", "strategy"]) === "weighted";
  const share = shareOf(routeOf(config, name), Number(path.at(-1)));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_6rem]">
      <ConfigField
        path={[...path, "provider"]}
        suggestions={names}
        {...(isMissing ? { hint: "No provider has this name: the target is skipped." } : {})}
      />
      <ConfigField path={[...path, "model"]} suggestions={models} />
      <ConfigField
        path={[...path, "weight"]}
        hint={isWeighted ? `${wholePercentText(share)} of requests` : "Only for “By weight”"}
      />
    </div>
  );
}
