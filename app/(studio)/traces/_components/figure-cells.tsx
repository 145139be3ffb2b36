import { Missing } from "@/app/_ui/feedback/missing";
import { Status } from "@/app/_ui/feedback/status";
import { countText, latencyText, quantity } from "@/app/_ui/figure/numbers";
import { usdText } from "../../gateway/_components/usd";

/** Figures of traces, and why one is unknown. */
export const Latency = ({ ms }: { ms: number | null }) =>
  ms === null ? <Missing reason="Not finished" /> : <span className="tabular-nums">{latencyText(ms)}</span>;

export const Tokens = ({ count }: { count: number | null }) =>
  count === null ? (
    <Missing reason="No span has a token count" />
  ) : (
    <span className="tabular-nums">{countText(count)}</span>
  );

export const Usd = ({ usd }: { usd: number | null }) =>
  usd === null ? <Missing reason="No span has a cost" /> : <span className="tabular-nums">{usdText(usd)}</span>;

/** Nothing without an error. */
export const Errors = ({ count, noun = "error" }: { count: number; noun?: string }) =>
  count === 0 ? null : (
    <Status tone="bad" shape="alert" className="tabular-nums">
      {quantity(count, noun)}
    </Status>
  );
