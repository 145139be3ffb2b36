"use client";
import { useState } from "react";
import { LeaveOrganization } from "@/app/_components/leave-organization";
import { useSwitchOrganization } from "@/app/_components/use-switch-organization";
import { Button } from "@/app/_ui/button/button";
import { Menu } from "@/app/_ui/overlay/menu";

interface Props {
  userId: string;
  /** The person's other organizations. */
  others: readonly { id: string; name: string }[];
}

/** For a session that its organization does not let in: to another organization, or out of this one. */
export function WaysOut({ userId, others }: Props) {
  const [isLeaving, setLeaving] = useState(false);
  const switchTo = useSwitchOrganization();
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
      {isLeaving ? <LeaveOrganization userId={userId} onClose={() => setLeaving(false)} /> : null}
    </>
  );
}
