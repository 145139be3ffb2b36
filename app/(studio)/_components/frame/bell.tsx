"use client";
import { useQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import NextLink from "next/link";
import { classNames } from "@/app/_ui/class-names";
import { hint } from "@/app/_ui/overlay/hint";
import { links } from "@/lib/client/links";
import { unreadNotificationsQuery } from "@/lib/client/notifications";

const REFRESH_MS = 60_000;
/** The server counts no further. */
const MOST = 100;

/** Leads to the notifications, and says how many are unread. */
export function Bell({ current }: { current: boolean }) {
  const { data } = useQuery({ ...unreadNotificationsQuery(), refetchInterval: REFRESH_MS });
  const unread = data?.unread ?? 0;
  const count = unread < MOST ? String(unread) : `${MOST - 1}+`;
  return (
    <NextLink
      href={links.notifications()}
      aria-label={unread > 0 ? `Notifications, ${count} unread` : "Notifications"}
      aria-current={current ? "page" : undefined}
      {...hint({ text: "Notifications", keys: "g n" })}
      className={classNames(
        "relative flex size-8 shrink-0 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink max-md:size-11",
        current && "bg-press text-ink",
      )}
    >
      <BellIcon aria-hidden="true" className="size-4" />
      {unread > 0 ? (
        <span
          aria-hidden="true"
          className="absolute -top-0.5 -right-0.5 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-xs font-medium text-on-accent tabular-nums max-md:top-1 max-md:right-1"
        >
          {count}
        </span>
      ) : null}
    </NextLink>
  );
}
