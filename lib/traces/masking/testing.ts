// Spans and rules, for tests.
import { type MaskingRule, maskingRule } from "@/lib/contracts/traces/masking";
import { type OtlpSpan, otlpSpan } from "@/lib/contracts/traces/otlp";
import { readSpan } from "../rules/read-span";
import { compileMasking } from "./compile-masking";
import { maskSpan } from "./mask-span";

export const ruleOf = (rule: unknown): MaskingRule => maskingRule.parse(rule);
export const emails = { type: "pii-detection", config: { entities: ["email"] } };
export const cards = { type: "pii-detection", name: "cards", treatment: "mask", config: { entities: ["credit_card"] } };
export const keys = { type: "secret-detection" };
export const orders = { type: "patterns", config: { patterns: ["ORD-\\d{6}"] } };
export const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
export const MAIL = "ann@example.com";
export const CARD = "4111 1111 1111 1111";

export const spanOf = (change: Partial<OtlpSpan>) =>
  readSpan(
    { "service.name": "shop" },
    otlpSpan.parse({
      traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
      spanId: "00f067aa0ba902b7",
      startTimeUnixNano: "1700000000000000000",
      ...change,
    }),
  );

export const masked = async (change: Partial<OtlpSpan>, ...rules: unknown[]) =>
  maskSpan(
    spanOf(change),
    rules.map((rule) => compileMasking(ruleOf(rule))),
  );
