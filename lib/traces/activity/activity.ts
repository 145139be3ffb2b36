import type { Verb } from "@/lib/context";
import type { getProjectActivity as contract } from "@/lib/contracts/traces/activity";
import { estimateMean } from "@/lib/estimate";
import { groupBy } from "@/lib/group-by";
import { projectInOrganization } from "../projects";
import { countsOf, spreadsOf } from "./counts";
import { feedbackOf, verdictsOf } from "./opinions";
import { figuresOf, noTally, rateOf } from "./rules/figures";
import { type Period, rangeOf } from "./rules/period";
import { sampleOf } from "./sample";

const presented = ({ from, to }: Period) => ({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });

export const getProjectActivity: Verb<typeof contract> = async ({ db, caller, now }, input) => {
  const project = await projectInOrganization(db, caller.organizationId, input.project_id);
  const range = rangeOf(input, now());
  const sample = await sampleOf(db, project.id, input, range);
  const [counts, spreads, verdicts, feedback] = await Promise.all([
    countsOf(db, sample, input.split),
    sample.slices === null ? null : spreadsOf(db, sample),
    verdictsOf(db, project.id, sample),
    feedbackOf(db, caller.organizationId, new Date(range.from), sample),
  ]);
  const sampling = sample.slices === null ? null : { slices: sample.slices };
  const rowOf = (kind: string, key: string) => counts.find((row) => row.kind === kind && row.key === key) ?? noTally;
  const spreadOf = (step: number) => spreads?.get(step) ?? { sum: 0, squares: 0 };
  const total = rowOf("total", "");
  return {
    ...presented(range),
    step: range.step,
    project: { id: project.id, name: project.name },
    is_estimated: sampling !== null,
    sampled_traces: total.requests,
    total: figuresOf(total, sampling, [...(spreads?.values() ?? [])]),
    steps: range.steps.map((step, index) => ({
      ...presented(step),
      ...figuresOf(rowOf("step", String(index)), sampling, [spreadOf(index)]),
    })),
    groups: counts
      .filter(({ kind }) => kind === "group")
      // A group's slices are not counted one by one: its count has no interval of its own.
      .map((row) => ({ value: row.key, ...figuresOf(row, sampling, []), requests_interval: null })),
    verdicts: verdictSeries(verdicts, range.steps),
    feedback: feedbackSeries(feedback, range.steps),
  };
};

type Verdicts = Awaited<ReturnType<typeof verdictsOf>>[number];
type Feedback = Awaited<ReturnType<typeof feedbackOf>>[number];

function verdictSeries(rows: readonly Verdicts[], steps: readonly Period[]) {
  const rates = ({ traces = 0, passed = 0 }: Partial<Pick<Verdicts, "traces" | "passed">>) => ({
    traces,
    passed,
    pass_rate: rateOf(passed, traces),
  });
  return [...groupBy(rows, ({ evaluation_id }) => evaluation_id).values()].flatMap((own) => {
    const all = own.find(({ step }) => step === null);
    if (!all) return [];
    const { evaluation_id, evaluation, task_id } = all;
    return {
      ...{ evaluation_id, evaluation, task_id },
      ...rates(all),
      steps: steps.map((step, index) => ({
        ...presented(step),
        ...rates(own.find((row) => row.step === index) ?? {}),
      })),
    };
  });
}

function feedbackSeries(rows: readonly Feedback[], steps: readonly Period[]) {
  const mean = (row: Feedback | undefined) => {
    if (!row) return { count: 0, mean: null, interval: null };
    const { count, traces: clusters, mean, squares, count_squares: countSquares, label_type } = row;
    const { is_binary: isBinary, is_share: isShare } = row;
    const scale = label_type === "thumbs_up_down" ? "unit" : "number";
    const sums = { values: count, clusters, mean: mean ?? 0, squares, countSquares };
    const sample = { ...sums, scale, isBinary, isShare } as const;
    return { count, mean, interval: estimateMean(sample).interval };
  };
  return [...groupBy(rows, ({ label_id }) => label_id).values()].flatMap((own) => {
    const all = own.find(({ step }) => step === null);
    if (!all) return [];
    const { label_id, label, label_type } = all;
    return {
      ...{ label_id, label, label_type },
      ...mean(all),
      steps: steps.map((step, index) => ({ ...presented(step), ...mean(own.find((row) => row.step === index)) })),
    };
  });
}
