import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallError } from "@/lib/client/call-error";
import { endSession, signInAgain } from "./sign-in-again";

const refused = (status: number) => new CallError(status, "any", "No.");

const page = new EventTarget();

beforeEach(() => {
  vi.stubGlobal("document", { querySelector: () => null });
});
afterEach(() => {
  page.dispatchEvent(new Event("pageshow"));
  vi.unstubAllGlobals();
});

test("leads to sign-in once for many refused calls, and again after coming back", () => {
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

test("stays while a dialog with a form is open", () => {
  const assign = vi.fn();
  let dialog: object | null = {};
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("location", { pathname: "/labels", search: "?new=1", assign });
  vi.stubGlobal("document", { querySelector: () => dialog });
  signInAgain(refused(401));
  expect(assign).not.toHaveBeenCalled();
  dialog = null;
  signInAgain(refused(401));
  expect(assign).toHaveBeenCalledOnce();
});

test.each([
  [true, 0],
  [false, 1],
])(
  "calls refused while a sign-out is under way redirect nowhere; after it ended with %s, %i times",
  async (ended, times) => {
    const assign = vi.fn();
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
    vi.stubGlobal("location", { pathname: "/", search: "", assign });
    const signingOut = endSession(async () => {
      signInAgain(refused(401));
      return ended;
    });
    expect(await signingOut).toBe(ended);
    expect(assign).not.toHaveBeenCalled();
    signInAgain(refused(401));
    expect(assign).toHaveBeenCalledTimes(times);
  },
);
