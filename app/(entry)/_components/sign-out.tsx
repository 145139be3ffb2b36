"use client";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { signOut } from "@/lib/client/auth";
import { links } from "@/lib/client/links";

/** For a session that its organization does not let in. */
export function SignOut({ isMain }: { isMain: boolean }) {
  const [busy, setBusy] = useState(false);
  const leave = async () => {
    setBusy(true);
    await signOut();
    location.assign(links.signIn());
  };
  return (
    <Button look={isMain ? "primary" : "ghost"} busy={busy} onClick={leave}>
      Sign out
    </Button>
  );
}
