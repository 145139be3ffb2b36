import { expect, test } from "vitest";
import { setGatewayHeader } from "./headers";

test.each<[Parameters<typeof setGatewayHeader>[1], string | number, string, string]>([
  ["cache", "HIT", "HIT", "hit"],
  ["routing-strategy", "Least", "Least", "Least"],
  ["model-used", "größe", "gr%C3%B6%C3%9Fe", "gr%C3%B6%C3%9Fe"],
  ["latency-ms", 7, "7", "7"],
])("%s of %j is %j, and %j for published clients", (name, value, shown, published) => {
  const headers = {};
  setGatewayHeader(headers, name, value);
  expect(headers).toEqual({ [`x-gateway-${name}`]: shown, [`x-agentcc-${name}`]: published });
});
