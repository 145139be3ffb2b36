import { afterEach, expect, test, vi } from "vitest";
import { CallError } from "@/lib/client/call-error";
import { signInAgain } from "./sign-in-again";

const refused = (status: number) => new CallError(status, "any", "No.");

afterEach(() => vi.unstubAllGlobals());

test("leads to sign-in once for many refused calls, and again after coming back", () => {
  const page = new EventTarget();
  const assign = vi.fn();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("location", { pathname: "/gateway/requests", search: "?span=day", assign });
  signInAgain(refused(403));
  expect(assign).not.toHaveBeenCalled();
  signInAgain(refused(401));
  signInAgain(refused(401));
  expect(assign.mock.calls).toEqual([["/sign-in?next=%2Fgateway%2Frequests%3Fspan%3Dday"]]);
  page.dispatchEvent(new Event("pageshow"));
  signInAgain(refused(401));
  expect(assign).toHaveBeenCalledTimes(2);
});
