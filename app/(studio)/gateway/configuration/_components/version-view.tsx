"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { Loaded } from "@/app/_components/loaded";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { Select } from "@/app/_ui/control/select";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { Status } from "@/app/_ui/feedback/status";
import { activateConfig, configChangesQuery, configVersionQuery } from "@/lib/client/gateway";
import { ChangeList } from "../../../_components/change-list";
import { ConfigView } from "./config-view";
import { numberIn } from "./number-in";

interface Props {
  organizationId: string;
  version: number;
  versions: readonly { version: number; active: boolean }[];
}

/** One version: its changes compared with another, its whole configuration, and the way back to it. */
export function VersionView({ organizationId, version, versions }: Props) {
  const { set } = useAddress();
  return (
    <Loaded
      found={useQuery(configVersionQuery(organizationId, version))}
      problem={`Version ${version} could not be loaded`}
      skeleton={<TableSkeleton columns={2} rows={4} />}
    >
      {({ active, change_description: description, config }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <div className="flex flex-wrap items-center gap-3">
            <Button onClick={() => set({ version: null, compare: null })}>All versions</Button>
            <h2 className="text-base font-medium">Version {version}</h2>
            {active ? (
              <Status tone="good" shape="check">
                Active
              </Status>
            ) : (
              <GoBack {...{ organizationId, version, versions }} />
            )}
            {description ? <p className="w-full text-soft wrap-anywhere">{description}</p> : null}
          </div>
          <Changes {...{ organizationId, version, versions }} />
          <section>
            <h3 className="mb-3 font-medium">Full configuration</h3>
            <ConfigView config={config} />
          </section>
        </div>
      )}
    </Loaded>
  );
}

const activeOf = (versions: Props["versions"]): number | undefined => versions.find(({ active }) => active)?.version;

function GoBack({ organizationId, version, versions }: Props) {
  const active = activeOf(versions);
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button look="primary" onClick={() => setConfirming(true)}>
        Go back to this version
      </Button>
      <ConfirmChange
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Go back to version ${version}?`}
        action="Go back"
        danger={false}
        change={activateConfig}
        input={{ org_id: organizationId, version }}
      >
        Version {version} takes effect with the next request.{active ? ` Version ${active} is kept.` : ""}
      </ConfirmChange>
    </>
  );
}

const NOTHING = "nothing";

/** The changes compared with another version, by default the active one. */
function Changes({ organizationId, version, versions }: Props) {
  const { get, set } = useAddress();
  const active = activeOf(versions);
  const compare = get("compare");
  const defaultOther = active !== undefined && active !== version ? active : null;
  const other = compare === NOTHING ? null : (numberIn(compare) ?? defaultOther);
  const options = versions
    .filter((entry) => entry.version !== version)
    .map((entry) => ({
      value: String(entry.version),
      label: `Version ${entry.version}${entry.active ? ", active" : ""}`,
    }));
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <h3 className="font-medium">Changes compared with</h3>
        <Select
          aria-label="Compare with"
          className="w-44!"
          value={String(other ?? NOTHING)}
          options={[{ value: NOTHING, label: "Empty configuration" }, ...options]}
          onChange={(compare) => set({ compare })}
        />
      </div>
      <Loaded
        found={useQuery(configChangesQuery(organizationId, version, other))}
        problem="The changes could not be loaded"
        skeleton={<TableSkeleton columns={2} rows={4} />}
      >
        {({ changes }) => <ChangeList changes={changes} />}
      </Loaded>
    </section>
  );
}
