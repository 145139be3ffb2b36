import { Status } from "@/app/_ui/feedback/status";
import type { CellOutcome } from "@/lib/contracts/evaluation/names";
import { Verdict } from "./verdict";

interface Props {
  outcome: CellOutcome | null;
  /** For a cell without an outcome. */
  open: string;
}

/** In place of a score that is missing. */
export const NoScore = ({ outcome, open }: Props) =>
  outcome === "error" || outcome === "unscored" ? (
    <Verdict outcome={outcome} output={null} />
  ) : (
    <Status shape="ring">{open}</Status>
  );
