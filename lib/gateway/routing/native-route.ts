// Which targets may answer a request in its own protocol.
import { type Target, targetId } from "../providers/choose-targets";
import { refersToKept, serves } from "../providers/native/native";
import type { NativeChat } from "../read-body";
import type { Caller } from "../settings";
import { type Route, routeWithout, targetsOf } from "./plan-route";

/**
 * If the request contains more than a chat can, only targets with its protocol may answer it. `native` is null if no target has
 * that; then the request is sent as a chat. Throws for what a chat cannot contain.
 */
export function nativeRoute(
  caller: Caller,
  route: Route,
  native: NativeChat,
): { route: Route; native: NativeChat | null } {
  const { key } = caller;
  // Prices cover tokens, not the provider's own tools.
  if (native.flaw && key.isManaged) throw native.flaw;
  // An organization's stored data is private: a provider that several organizations share is never asked for it.
  const mayRefer = (target: Target) => target.organizationId !== null || key.organizationId === null;
  const refers = refersToKept(native.body);
  const isOther = (target: Target) => !serves(target.provider, native.operation) || (refers && !mayRefer(target));
  const others = targetsOf(route).filter(isOther);
  if (others.length === targetsOf(route).length) {
    if (native.flaw) throw native.flaw;
    return { route, native: null };
  }
  return { route: native.flaw ? routeWithout(route, new Set(others.map(targetId))) : route, native };
}
