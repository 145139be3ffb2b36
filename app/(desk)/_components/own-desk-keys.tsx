"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { OwnKeysProvider } from "@/app/_ui/keyboard/own-keys";
import { deskKeysQuery, ownKeysOf } from "@/lib/client/queues/desk-keys";

const usual = {};

/** Inside, the desk listens to the person's own keys. */
export function OwnDeskKeys({ children }: { children: ReactNode }) {
  const { data } = useQuery(deskKeysQuery());
  return <OwnKeysProvider keys={data ? ownKeysOf(data.keys) : usual}>{children}</OwnKeysProvider>;
}
