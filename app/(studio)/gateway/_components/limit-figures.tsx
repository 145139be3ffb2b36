import type { ReactNode } from "react";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Time } from "@/app/_ui/text/time";
import type { GatewayKey } from "@/lib/contracts/gateway/keys";
import type { KeyStanding } from "@/lib/contracts/gateway/standing";
import { LeftBar } from "./left-bar";
import { UnpricedCalls } from "./unpriced";
import { usdText } from "./usd";

const levels = {
  global: "The whole gateway",
  organization: "The organization",
  key: "This key",
  user: "User",
  model: "Model",
};
const count = (value: number): string => value.toLocaleString("en");

interface Line {
  name: string;
  used: number;
  reserved?: number;
  remaining: number;
  limit: number;
  text: (value: number) => string;
  resets: ReactNode;
  note?: string;
}

/** The limits that apply to a key, each with its used, reserved and remaining amounts. */
export function LimitFigures({ gatewayKey: { id, standing: limits, status } }: { gatewayKey: GatewayKey }) {
  if (!limits) {
    return (
      <EmptyState title={status === "revoked" ? "The key is revoked" : "The key has expired"}>
        It can no longer be used, so its limits no longer apply.
      </EmptyState>
    );
  }
  return (
    <div className="grid min-w-0 content-start gap-8">
      <Group title="Requests per minute" lines={ratesOf(limits.requests)} nothing="No request limit applies." />
      <Group title="Tokens per minute" lines={ratesOf(limits.tokens)} nothing="No token limit applies." />
      <div>
        <Group title="Budgets" lines={budgetsOf(limits)} nothing="No budget applies." />
        {limits.budgets.length > 0 ? <UnpricedCalls keyId={id} /> : null}
      </div>
      {limits.credits ? <Credits {...limits.credits} /> : null}
    </div>
  );
}

const ratesOf = (rates: readonly { level: keyof typeof levels; limit: number; remaining: number }[]) =>
  rates.map(
    ({ level, limit, remaining }): Line => ({
      name: levels[level],
      used: limit - remaining,
      remaining,
      limit,
      text: count,
      resets: "Resets every minute",
    }),
  );

const budgetsOf = ({ budgets }: KeyStanding): Line[] =>
  budgets.map(({ level, name, period, action, limit, spent, reserved, remaining, resets_at }) => ({
    name: `${levels[level]}${name ? ` ${name}` : ""}, ${period}`,
    used: spent,
    reserved,
    remaining,
    limit,
    text: usdText,
    resets: resets_at ? (
      <>
        Resets <Time at={resets_at} />
      </>
    ) : (
      "Never resets"
    ),
    ...(action === "warn" ? { note: "When spent, answers only get a warning." } : {}),
  }));

function Group({ title, lines, nothing }: { title: string; lines: readonly Line[]; nothing: string }) {
  return (
    <section>
      <h2 className="mb-2 text-base font-medium">{title}</h2>
      {lines.length === 0 ? <p className="text-soft">{nothing}</p> : null}
      <ul className="grid gap-4">
        {lines.map((line) => (
          <li key={line.name} className="grid gap-1">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span className="wrap-anywhere">{line.name}</span>
              <span className="tabular-nums">
                {line.text(line.remaining)} left <span className="text-faint">of {line.text(line.limit)}</span>
              </span>
            </p>
            <LeftBar
              label={`${line.name}: ${line.text(line.remaining)} left of ${line.text(line.limit)}`}
              used={line.used}
              reserved={line.reserved ?? 0}
              limit={line.limit}
            />
            <p className="flex flex-wrap gap-x-4 text-xs text-faint tabular-nums">
              <span>{line.text(line.used)} used</span>
              {line.reserved === undefined ? null : <span>{line.text(line.reserved)} reserved for running calls</span>}
              {line.note ? <span>{line.note}</span> : null}
              <span className="ml-auto">{line.resets}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Credits({ balance, reserved, remaining }: NonNullable<KeyStanding["credits"]>) {
  return (
    <section>
      <h2 className="mb-2 text-base font-medium">Credits</h2>
      <p className="text-xl font-semibold tabular-nums">{usdText(remaining)}</p>
      <p className="text-xs text-faint tabular-nums">
        {usdText(balance)} balance, of which {usdText(reserved)} is reserved for running calls. The gateway's operator
        adds credits.
      </p>
    </section>
  );
}
