import { quantity } from "@/app/_ui/figure/numbers";
import { millisecondsText } from "../../words";
import { clockText, type SpokenTurn } from "./spoken";

const LANE = 22;
const GAP = 6;
const HEIGHT = 2 * LANE + GAP;
const LANES = [
  { role: "assistant", name: "Agent", y: 0, fill: "fill-series-blue" },
  { role: "user", name: "Customer", y: LANE + GAP, fill: "fill-series-orange" },
] as const;

interface Props {
  turns: readonly SpokenTurn[];
  /** Length of the whole call in milliseconds. */
  lengthMs: number;
  /** Position of the playback. */
  atMs: number;
}

/** Who spoke when, one lane per speaker. A dashed line is the response latency, a triangle an interruption. */
export function SpeechTimeline({ turns, lengthMs, atMs }: Props) {
  const x = (ms: number): string => `${(Math.min(ms, lengthMs) / lengthMs) * 100}%`;
  const cuts = turns.filter(({ interruptionMs }) => interruptionMs !== null).length;
  const summary = `Who spoke when, in ${clockText(lengthMs)} minutes: ${quantity(turns.length, "turn")}, ${quantity(cuts, "interruption")}. The transcript lists each turn with its times.`;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-xs text-faint">
      <div className="grid" style={{ height: HEIGHT, rowGap: GAP }}>
        {LANES.map(({ name }) => (
          <span key={name} className="flex items-center">
            {name}
          </span>
        ))}
      </div>
      <svg role="img" aria-label={summary} height={HEIGHT} className="block w-full overflow-visible">
        {LANES.map(({ role, y, fill }) => (
          <g key={role}>
            <rect x="0" width="100%" y={y} height={LANE} className="fill-sunk" />
            {turns
              .filter(({ turn }) => turn.role === role)
              .map((spoken) => (
                <Speech key={spoken.turn.id} spoken={spoken} x={x} y={y} leastMs={lengthMs / 300} fill={fill} />
              ))}
          </g>
        ))}
        <line x1={x(atMs)} x2={x(atMs)} y1="-2" y2={HEIGHT + 2} className="stroke-accent" strokeWidth="2" />
      </svg>
      <span />
      <p className="flex justify-between tabular-nums">
        <span>0:00</span>
        <span>{clockText(lengthMs)}</span>
      </p>
    </div>
  );
}

interface SpeechProps {
  spoken: SpokenTurn;
  /** The position of a moment on the axis, in percent. */
  x: (ms: number) => string;
  /** The top of the speaker's lane. */
  y: number;
  /** A shorter turn is drawn this long, so that it can be seen. */
  leastMs: number;
  fill: string;
}

function Speech({ spoken: { turn, startMs, endMs, interruptionMs }, x, y, leastMs, fill }: SpeechProps) {
  const latency = turn.latency_ms;
  const title = [
    clockText(startMs),
    ...(latency === null ? [] : [`after ${millisecondsText(latency)}`]),
    ...(interruptionMs === null ? [] : [`interrupts for ${millisecondsText(interruptionMs)}`]),
  ].join(", ");
  return (
    <g>
      <title>{title}</title>
      {latency === null ? null : (
        <line
          x1={x(startMs - latency)}
          x2={x(startMs)}
          y1={y + LANE / 2}
          y2={y + LANE / 2}
          className="stroke-faint"
          strokeWidth="2"
          strokeDasharray="3 2"
        />
      )}
      <rect
        x={x(startMs)}
        width={x(Math.max(endMs - startMs, leastMs))}
        y={y + 3}
        height={LANE - 6}
        rx="2"
        className={fill}
      />
      {interruptionMs === null ? null : (
        <svg x={x(startMs)} y={y - 4} overflow="visible" aria-hidden="true">
          <path d="M-5 0 H5 L0 8 Z" className="fill-ink" />
        </svg>
      )}
    </g>
  );
}
