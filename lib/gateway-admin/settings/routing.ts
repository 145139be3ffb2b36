import { z } from "zod";
import { defaultRouting, type RoutingSettings, strategies, type TargetSettings } from "@/lib/gateway/routing/settings";
import { count, duration } from "@/lib/gateway/setting-values";
import { section } from "./section";

const MAX_NAMES = 50;
const MAX_RETRIES = 10;
const name = z.string().min(1);
const atMost = (most: number) => count.refine((value) => value <= most, `Must be at most ${most}.`);

const target = z.strictObject({
  provider: name.meta({ title: "Provider" }),
  model: name.optional().meta({ title: "Model at the provider", "x-unset": "The requested name" }),
  weight: z
    .number("Must be a number above 0.")
    .positive("Must be a number above 0.")
    .optional()
    .meta({ title: "Weight", "x-unset": "1" }),
});

const shape = z.strictObject({
  strategy: z
    .enum(strategies, `Must be one of ${strategies.join(", ")}.`)
    .optional()
    .meta({
      title: "First target",
      description: "Which of several targets comes first. The others are fallbacks",
      "x-unset": "round-robin",
    }),
  targets: z.record(name, z.array(target).min(1).max(MAX_NAMES).meta({ title: "Targets" })).optional(),
  model_fallbacks: z
    .record(
      name,
      z
        .array(name)
        .max(MAX_NAMES)
        .meta({ title: "Then", description: "Models to try in this order after all targets have failed" }),
    )
    .optional(),
  model_timeouts: z
    .record(
      name,
      duration.meta({
        title: "Timeout",
        description: "Until the answer begins. In seconds, or with a unit such as 1m30s",
        "x-unset": "The provider's timeout",
      }),
    )
    .optional(),
  failover: z
    .strictObject({
      enabled: z.boolean().optional().meta({ title: "Try other targets", "x-unset": "true" }),
      max_attempts: atMost(MAX_NAMES)
        .optional()
        .meta({
          title: "Maximum targets",
          description: "How many targets to try for a request",
          "x-unset": String(defaultRouting.failover.attempts),
        }),
      on_status_codes: z
        .array(z.int().min(400).max(599))
        .max(MAX_NAMES)
        .optional()
        .meta({
          title: "On these status codes",
          description: "Also when a provider does not answer",
          "x-unset": defaultRouting.failover.statuses.join(", "),
        }),
      per_attempt_timeout: duration.optional().meta({
        title: "Timeout per target",
        description: "In seconds, or with a unit such as 20s",
        "x-unset": "The provider's or model's timeout",
      }),
    })
    .optional()
    .meta({ title: "Failover" }),
  retry: z
    .strictObject({
      max_retries: atMost(MAX_RETRIES)
        .optional()
        .meta({
          title: "Retries",
          description: "How often to try the last target again",
          "x-unset": String(defaultRouting.retry.attempts),
        }),
      initial_delay: duration.optional().meta({
        title: "Initial delay",
        description: "In seconds, or with a unit such as 500ms. It doubles with each retry",
        "x-unset": `${defaultRouting.retry.firstMs}ms`,
      }),
      max_delay: duration
        .optional()
        .meta({ title: "Maximum delay", "x-unset": `${defaultRouting.retry.mostMs / 1000}s` }),
    })
    .optional()
    .meta({ title: "Retries" }),
  circuit_breaker: z
    .strictObject({
      failure_threshold: count
        .refine((value) => value > 0, "Must be 1 or more.")
        .optional()
        .meta({ title: "Open after failures in a row", "x-unset": String(defaultRouting.breaker.failures) }),
      cooldown: duration.optional().meta({
        title: "Stays open for",
        description: "In seconds, or with a unit such as 30s",
        "x-unset": `${defaultRouting.breaker.openMs / 1000}s`,
      }),
      success_threshold: count
        .refine((value) => value > 0, "Must be 1 or more.")
        .optional()
        .meta({ title: "Close after successes", "x-unset": String(defaultRouting.breaker.successes) }),
    })
    .optional()
    .meta({ title: "Circuit breaker" }),
});

type RoutingInput = z.output<typeof shape>;

/** The routing of requests to providers. Settings that are absent are not projected; the defaults below apply. */
export const routing = section({
  shape,
  project: (input) => (input ? { routing: projected(input) } : {}),
});

function projected(input: RoutingInput): Partial<RoutingSettings> {
  const { strategy, targets, model_fallbacks, model_timeouts, failover, retry, circuit_breaker: breaker } = input;
  return definedOf({
    strategy,
    targets: targets && mapped(targets, (entries) => entries.map(targetOf)),
    modelFallbacks: model_fallbacks,
    modelTimeouts: model_timeouts && mapped(model_timeouts, milliseconds),
    failover: failover && failoverOf(failover),
    retry: retry && {
      ...defaultRouting.retry,
      ...definedOf({
        attempts: retry.max_retries,
        firstMs: retry.initial_delay && milliseconds(retry.initial_delay),
        mostMs: retry.max_delay && milliseconds(retry.max_delay),
      }),
    },
    breaker: breaker && {
      ...defaultRouting.breaker,
      ...definedOf({
        failures: breaker.failure_threshold,
        openMs: breaker.cooldown && milliseconds(breaker.cooldown),
        successes: breaker.success_threshold,
      }),
    },
  });
}

const targetOf = ({ provider, model, weight }: z.output<typeof target>): TargetSettings => ({
  provider,
  model: model ?? null,
  weight: weight ?? 1,
});

function failoverOf({
  enabled,
  max_attempts,
  on_status_codes,
  per_attempt_timeout,
}: NonNullable<RoutingInput["failover"]>) {
  const { failover } = defaultRouting;
  return {
    attempts: enabled === false ? 1 : Math.max(1, max_attempts ?? failover.attempts),
    statuses: on_status_codes ?? failover.statuses,
    attemptTimeoutMs: per_attempt_timeout === undefined ? null : milliseconds(per_attempt_timeout),
  };
}

const milliseconds = (seconds: number): number => seconds * 1000;

const mapped = <From, To>(entries: Record<string, From>, change: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, change(value)]));

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/** Without the members that are undefined. */
const definedOf = <T extends object>(values: T): Defined<T> =>
  // Safe because only members that are undefined are taken away.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
