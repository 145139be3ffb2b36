"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { Line } from "@/app/_components/outbox/line";
import { Button } from "@/app/_ui/button/button";
import { Status } from "@/app/_ui/feedback/status";
import { organizationsQuery } from "@/lib/client/account";
import { readSwitched, subscribeSwitched, switchBack, watchSwitches } from "@/lib/client/tabs/switched";

/** Says that another tab has switched to another organization. Empty while this tab's is the browser's. */
export function SwitchedElsewhere() {
  const { data } = useQuery(organizationsQuery());
  const own = data?.organizations.find(({ is_current }) => is_current);
  const [id, name] = [own?.id, own?.display_name];
  useEffect(() => (id && name ? watchSwitches({ id, name }) : undefined), [id, name]);
  const switched = useSyncExternalStore(subscribeSwitched, readSwitched, () => null);
  const back = useMutation({ mutationFn: switchBack });
  return (
    <div role="status">
      {switched ? (
        <Line className="bg-warn-wash">
          <Status tone="warn" shape="alert" className="min-w-0 whitespace-normal!">
            You switched to {switched.other.name} in another tab. Links from here lead there.
          </Status>
          <Button size="small" busy={back.isPending} onClick={() => back.mutate(switched)}>
            Switch back to {switched.own.name}
          </Button>
          <Button size="small" onClick={() => location.reload()}>
            Reload
          </Button>
        </Line>
      ) : null}
    </div>
  );
}
