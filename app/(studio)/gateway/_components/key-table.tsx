"use client";
import { Missing } from "@/app/_ui/feedback/missing";
import { timeColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { Badge } from "@/app/_ui/text/badge";
import { links } from "@/lib/client/links";
import type { GatewayKey } from "@/lib/contracts/gateway/keys";
import { KeyStatus } from "./key-status";
import { LeftBar } from "./left-bar";
import { strictestLimits } from "./strictest";
import { usdText } from "./usd";

interface LimitStatus {
  remaining: number;
  limit: number;
  used: number;
  reserved?: number;
  text: (value: number) => string;
  what: string;
}

const count = (value: number): string => value.toLocaleString("en");

function LeftCell({ left, nothing }: { left: LimitStatus | null; nothing: string }) {
  if (!left) return <Missing reason={nothing} />;
  const { remaining, limit, text, what, used, reserved = 0 } = left;
  return (
    <span className="inline-grid w-full min-w-20 gap-1">
      <span className="whitespace-nowrap">
        {text(remaining)} <span className="text-faint">of {text(limit)}</span>
      </span>
      <LeftBar
        label={`${what}: ${text(remaining)} of ${text(limit)} left`}
        {...{ used, reserved, limit }}
        className="h-1!"
      />
    </span>
  );
}

function leftOf(key: GatewayKey): Record<"requests" | "tokens" | "money", LimitStatus | null> {
  if (!key.standing) return { requests: null, tokens: null, money: null };
  const { requests, tokens, budget } = strictestLimits(key.standing);
  const rate = (each: { limit: number; remaining: number } | undefined, what: string): LimitStatus | null =>
    each ? { ...each, used: each.limit - each.remaining, text: count, what } : null;
  return {
    requests: rate(requests, "Requests this minute"),
    tokens: rate(tokens, "Tokens this minute"),
    money: budget ? { ...budget, used: budget.spent, text: usdText, what: `Budget, ${budget.period}` } : null,
  };
}

const columns: Column<GatewayKey>[] = [
  {
    key: "name",
    header: "Name",
    cell: (key) => (
      <span className="grid max-w-72">
        <RowLink href={links.gatewayKey(key.id)}>{key.name}</RowLink>
        <span className="flex flex-wrap items-center gap-x-2 text-xs text-faint">
          <code className="font-mono whitespace-nowrap">{key.key_prefix}</code>
          {key.key_type === "managed" ? <Badge>Managed</Badge> : null}
        </span>
      </span>
    ),
  },
  { key: "status", header: "Status", width: "w-24", cell: ({ status }) => <KeyStatus status={status} /> },
  {
    key: "requests",
    header: "Requests left per minute",
    align: "right",
    width: "w-40",
    wide: true,
    cell: (key) => (
      <LeftCell left={leftOf(key).requests} nothing={whyNot(key, "No request limit applies to this key")} />
    ),
  },
  {
    key: "tokens",
    header: "Tokens left per minute",
    align: "right",
    width: "w-40",
    wide: true,
    cell: (key) => <LeftCell left={leftOf(key).tokens} nothing={whyNot(key, "No token limit applies to this key")} />,
  },
  {
    key: "budget",
    header: "Budget left",
    align: "right",
    width: "w-40",
    wide: true,
    cell: (key) => <LeftCell left={leftOf(key).money} nothing={whyNot(key, "No budget applies to this key")} />,
  },
  {
    key: "credits",
    header: "Credits",
    align: "right",
    width: "w-24",
    cell: (key) =>
      key.credit_balance === null ? (
        <Missing reason="Only managed keys hold credits" />
      ) : (
        usdText(key.standing?.credits?.remaining ?? key.credit_balance)
      ),
  },
  timeColumn("Created", (key) => key.created_at, { wide: true }),
];

const whyNot = (key: GatewayKey, nothing: string): string => (key.standing ? nothing : "The key can no longer be used");

export function KeyTable({ keys, stale }: { keys: readonly GatewayKey[]; stale: boolean }) {
  return <Table caption="Gateway keys" columns={columns} rows={keys} rowKey={(key) => key.id} stale={stale} />;
}
