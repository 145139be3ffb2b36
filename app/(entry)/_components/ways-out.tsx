"use client";
import { useEffect, useState } from "react";
import { LeaveOrganization } from "@/app/_components/leave-organization";
import { useSwitchOrganization } from "@/app/_components/use-switch-organization";
import { Button } from "@/app/_ui/button/button";
import { Menu } from "@/app/_ui/overlay/menu";
import { callAs } from "@/lib/client/call";
import type { Owner } from "@/lib/client/outbox/entry";

interface Props {
  /** The person, and the organization that does not let them in. */
  owner: Owner;
  /** The person's other organizations. */
  others: readonly { id: string; name: string }[];
}

/** For a session that its organization does not let in: to another organization, or out of this one. */
export function WaysOut({ owner, others }: Props) {
  const { userId, organizationId } = owner;
  const [isLeaving, setLeaving] = useState(false);
  const switchTo = useSwitchOrganization();
  // The browser may have another organization or person by now, in another tab: nobody leaves a different one, or removes somebody.
  useEffect(() => callAs({ userId, organizationId }), [userId, organizationId]);
  return (
    <>
      {others.length > 0 ? (
        <Menu
          align="start"
          trigger={<Button look="ghost">Switch organization</Button>}
          groups={[others.map(({ id, name }) => ({ label: name, onSelect: () => switchTo(id) }))]}
        />
      ) : null}
      <Button look="ghost" onClick={() => setLeaving(true)}>
        Leave the organization…
      </Button>
      {isLeaving ? <LeaveOrganization {...owner} onClose={() => setLeaving(false)} /> : null}
    </>
  );
}
