import { afterEach, expect, test, vi } from "vitest";
import { announceSwitch, readSwitched, subscribeSwitched, watchSwitches } from "./switched";

const [first, second] = [
  { id: "1", name: "First" },
  { id: "2", name: "Second" },
];

/** Another tab of the browser. */
const otherTab = () => new BroadcastChannel("assay organization");

let end = () => {};
afterEach(() => end());

test("another tab's switch is seen until the browser is back", async () => {
  end = watchSwitches(first);
  const other = otherTab();
  const listener = vi.fn();
  subscribeSwitched(listener);
  other.postMessage(second);
  await vi.waitFor(() => expect(readSwitched()).toEqual({ own: first, other: second }));
  expect(listener).toHaveBeenCalledOnce();
  other.postMessage("something else");
  other.postMessage(first);
  await vi.waitFor(() => expect(readSwitched()).toBeNull());
  other.close();
});

test("a switch is announced to other tabs, not to this one", async () => {
  end = watchSwitches(first);
  const other = otherTab();
  const heard = vi.fn();
  other.onmessage = ({ data }) => heard(data);
  announceSwitch(second);
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(second));
  expect(readSwitched()).toBeNull();
  other.close();
});
