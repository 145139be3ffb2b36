import { Status } from "@/app/_ui/feedback/status";
import { percentText, quantity } from "@/app/_ui/figure/numbers";
import { Section } from "@/app/_ui/page/section";
import { TurnLink } from "../turn-link";
import { type CallPath, missedNodes, type PathNode, type PathStep } from "./path-steps";

interface Props {
  callId: string;
  path: CallPath;
  steps: readonly PathStep[];
}

/** The walked nodes in order with their evidence, then the nodes that the call did not reach. */
export function PathList({ callId, path, steps }: Props) {
  const missed = missedNodes(path);
  return (
    <div className="grid min-w-0 content-start gap-6">
      <Section title="Walked">
        <Left callId={callId} path={path} isShown={path.left_at?.node === null} />
        <ol className="grid list-decimal gap-3 pl-6 marker:text-faint marker:tabular-nums">
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a node may be walked twice
            <li key={index} className="pl-1">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <span className="font-medium wrap-anywhere">{step.name}</span>
                <span className="text-xs text-faint">{step.node ? shareOf(step.node, path) : null}</span>
              </p>
              {step.node ? <Shown callId={callId} node={step.node} isAgain={step.isAgain} /> : null}
              <Left callId={callId} path={path} isShown={step.isLeft} />
            </li>
          ))}
        </ol>
      </Section>
      {missed.length > 0 ? (
        <Section title="Not walked">
          <ul className="grid gap-1">
            {missed.map((node) => (
              <li key={node.name} className="flex flex-wrap items-baseline gap-x-3">
                <span className="wrap-anywhere">{node.name}</span>
                <span className="text-xs text-faint">{shareOf(node, path)}</span>
                {node.expected ? (
                  <Status tone="warn" shape="alert" className="text-xs">
                    Expected
                  </Status>
                ) : null}
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </div>
  );
}

/** How many calls passed through it. */
export const shareOf = (
  { calls, share }: Pick<PathNode, "calls" | "share">,
  { calls_compared: of }: Pick<CallPath, "calls_compared">,
): string | null =>
  share === null ? null : `${calls} of ${quantity(of, "call")} (${percentText(share).replace(" ", "\u00a0")})`;

function Shown({ callId, node, isAgain }: { callId: string; node: PathNode; isAgain: boolean }) {
  if (isAgain) return <p className="text-xs text-faint">Visited again: see its evidence above.</p>;
  if (node.turns.length === 0) return <p className="text-xs text-faint">Passed through without a turn.</p>;
  return (
    <p className="flex flex-wrap gap-x-2 text-xs text-soft">
      {node.turns.map((turn) => (
        <TurnLink key={turn} callId={callId} turn={turn} />
      ))}
      <span className="wrap-anywhere">
        {node.evidence.length > 0 ? `evidence: ${node.evidence.join(", ")}` : "no matching words in these turns"}
      </span>
    </p>
  );
}

/** Marks where the path leaves the expected one. */
function Left({ callId, path, isShown }: { callId: string; path: CallPath; isShown: boolean }) {
  const left = path.left_at;
  if (!isShown || !left) return null;
  const isUnclear = path.outcome === "unclear";
  const word = left.taken === null ? "Ended here" : isUnclear ? "May have left here" : "Left here";
  return (
    <p className="my-1 flex flex-wrap items-baseline gap-x-2 text-xs">
      <Status tone={isUnclear ? "neutral" : "warn"} shape={left.taken === null ? "pause" : "unequal"}>
        {word}
      </Status>
      <span className="text-soft">expected: {left.expected}</span>
      {left.turn === null ? null : <TurnLink callId={callId} turn={left.turn} />}
    </p>
  );
}
