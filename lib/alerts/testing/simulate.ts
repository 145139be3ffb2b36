// Traffic with a known share, to count false alarms and the time until a change is found.

import type { AlertBaseline } from "@/db/schema";
import { binomialOf, randomOf } from "@/lib/evaluation/statistics/testing/random";
import { type Alarm, advance, newMemory, shareOfTest, type Terms } from "../rules/advance";
import { BASELINE_DAYS, baselineOf, PARTS_OF_DAY } from "../rules/baseline";
import type { Tally } from "../rules/detector";
import { hoursOf } from "../rules/replay";

const DAY = 1440;

export interface Traffic {
  /** Requests of an hour at a minute, in expectation. */
  perHour: (minute: number) => number;
  /** The chance of a request of a minute to be bad. */
  share: (minute: number) => number;
  /** Requests that end alike, one after another in their minute; 1 for independent requests. */
  cluster?: number;
}

/** By inversion: enough for the few requests of a minute. Knuth (1997), "The Art of Computer Programming" 2, 3.4.1. */
function poisson(mean: number, random: () => number): number {
  const floor = Math.exp(-mean);
  let [count, product] = [0, random()];
  while (product > floor) {
    count += 1;
    product *= random();
  }
  return count;
}

export function* trafficOf(traffic: Traffic, from: number, random: () => number): Generator<Tally, never> {
  const cluster = traffic.cluster ?? 1;
  for (let at = from; ; at++) {
    const clusters = poisson(traffic.perHour(at) / 60 / cluster, random);
    if (clusters === 0) continue;
    yield { at, requests: clusters * cluster, bad: cluster * binomialOf(random, clusters, traffic.share(at)) };
  }
}

export const fixed = (limit: number, days = 1000): Terms => ({
  comparison: "fixed",
  limit,
  perDay: 1 / days,
  mutedUntil: null,
});

/** How many alarms there are in so many days. After each the alert starts over, as after a recovery. */
export function alarmsOf(traffic: Traffic, terms: Terms, days: number, seed: string): number {
  const minutes = trafficOf(traffic, 0, randomOf(seed));
  let memory = newMemory(["above"]);
  let alarms = 0;
  for (;;) {
    const { value } = minutes.next();
    if (value.at >= days * DAY) return alarms;
    if (advance(memory, [value], terms).length === 0) continue;
    alarms += 1;
    memory = newMemory(["above"]);
  }
}

/** The same for a comparison with the week before, whose baseline is made again each day. */
export function alarmsOfWeeks(traffic: Traffic, days: number, seed: string, { margin = 0, perDay = 1 / 1000 } = {}) {
  const terms: Terms = { comparison: "week_before", limit: null, perDay, mutedUntil: null };
  const risk = (perDay * (1 - shareOfTest(terms.comparison))) / PARTS_OF_DAY;
  const minutes = trafficOf(traffic, 0, randomOf(seed));
  const hours = new Map<number, { at: number; requests: number; bad: number }>();
  let memory = newMemory(["above"]);
  let alarms = 0;
  for (;;) {
    const { value } = minutes.next();
    const day = Math.floor(value.at / DAY);
    if (day >= days + BASELINE_DAYS) return alarms;
    if (day >= BASELINE_DAYS && memory.baseline?.day !== day) {
      for (const at of hours.keys()) if (at < (day - BASELINE_DAYS) * DAY) hours.delete(at);
      memory.baseline = baselineOf(day, [...hours.values()], { risk, margin });
    }
    if (advance(memory, [value], terms).length > 0) {
      alarms += 1;
      memory = newMemory(["above"], memory.baseline);
    }
    const at = Math.floor(value.at / 60) * 60;
    const hour = hours.get(at) ?? { at, requests: 0, bad: 0 };
    hours.set(at, { at, requests: hour.requests + value.requests, bad: hour.bad + value.bad });
  }
}

/** A baseline of a week of traffic, and the terms of an alert that compares with it. */
function comparedWith(traffic: Traffic, seed: string): { baseline: AlertBaseline; terms: Terms } {
  const terms: Terms = { comparison: "week_before", limit: null, perDay: 1 / 1000, mutedUntil: null };
  const risk = (terms.perDay * (1 - shareOfTest(terms.comparison))) / PARTS_OF_DAY;
  const minutes: Tally[] = [];
  for (const tally of trafficOf(traffic, 0, randomOf(`${seed} week`))) {
    if (tally.at >= BASELINE_DAYS * DAY) break;
    minutes.push(tally);
  }
  return { baseline: baselineOf(0, hoursOf(minutes), { risk, margin: MARGIN }), terms };
}

const MARGIN = 0.2;

export interface Delay {
  requests: number;
  minutes: number;
}

const CALM_DAYS = 2;
/** By then a change has become the week before. What is not found until then has a delay without end. */
const LONGEST_DAYS = 7;

interface Change {
  perHour: number;
  from: number;
  to: number;
  /** Null for a comparison with the week before. */
  limit: number | null;
}

/** From the moment a share changes until the alarm, in requests and minutes: the median of `runs`. */
export function delayOf({ perHour, from, to, limit }: Change, runs: number): Delay {
  const change = CALM_DAYS * DAY;
  const delays = Array.from({ length: runs }, (_, run) => {
    const traffic: Traffic = { perHour: () => perHour, share: (minute) => (minute < change ? from : to) };
    const minutes = trafficOf(traffic, 0, randomOf(`change ${run}`));
    const calm = { ...traffic, share: () => from };
    const { baseline = null, terms } = limit === null ? comparedWith(calm, `change ${run}`) : { terms: fixed(limit) };
    const memory = newMemory(["above"], baseline);
    let requests = 0;
    for (;;) {
      const { value } = minutes.next();
      if (value.at >= change) requests += value.requests;
      if (value.at >= change + LONGEST_DAYS * DAY) return { requests: Infinity, minutes: Infinity };
      if (advance(memory, [value], terms).some(isAlarm)) return { requests, minutes: value.at - change + 1 };
    }
  });
  return { requests: median(delays.map((one) => one.requests)), minutes: median(delays.map((one) => one.minutes)) };
}

const isAlarm = (finding: { kind: string }): finding is Alarm => finding.kind === "opened";
const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
