// tau²-bench's domain `mock`, in which an agent keeps people's tasks: its tools and what they do to the world, tasks of its shape
// in words of our own, and agents that do right and wrong by them.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { importScenarioTasks as tasksContract } from "@/lib/contracts/simulation/scenario-sources";
import { checkScenario } from "../scenarios/checks";
import { importScenarioTasks } from "../scenarios/known-rows";
import { createTestAgent } from "../scenarios/testing";
import { createRunTest } from "./run-tests/run-tests";
import { callsIn, meansOf, playRun, startRun, type TestAgent } from "./testing";

interface Action {
  name: string;
  arguments: Record<string, string>;
}
type World = { tasks: Record<string, Record<string, string>>; users: Record<string, { name: string; tasks: string }> };

const initial: World = {
  tasks: { task_1: { title: "Test task", status: "pending" } },
  users: { user_1: { name: "Test User", tasks: "task_1" } },
};

/** The world after a tool was called; the person who takes over changes nothing. */
function after(world: World, { name, arguments: args }: Action): World {
  const { tasks, users } = world;
  const { user_id = "", task_id = "", title = "", status = "" } = args;
  const user = users[user_id];
  if (name === "create_task" && user) {
    const id = `task_${Object.keys(tasks).length + 1}`;
    const owner = { ...user, tasks: `${user.tasks} ${id}` };
    return { tasks: { ...tasks, [id]: { title, status: "pending" } }, users: { ...users, [user_id]: owner } };
  }
  const task = tasks[task_id];
  if (name === "update_task_status" && task) return { users, tasks: { ...tasks, [task_id]: { ...task, status } } };
  if (name === "delete_task")
    return { users, tasks: Object.fromEntries(Object.entries(tasks).filter(([id]) => id !== task_id)) };
  return world;
}

const action = (name: string, args: Record<string, string>): Action => ({ name, arguments: args });
const create = (title: string) => action("create_task", { user_id: "user_1", title });
const update = (task_id: string, status: string) => action("update_task_status", { task_id, status });

const taskOf = (
  id: string,
  instructions: object | string,
  script: string[],
  actions: Action[],
  compared?: string[],
) => ({
  id,
  user_scenario: { persona: null, instructions },
  evaluation_criteria: {
    actions: actions.map((one, index) => ({
      action_id: `${id}_${index}`,
      ...one,
      ...(compared ? { compare_args: compared } : {}),
    })),
  },
  script,
  expected_state: actions.reduce(after, initial),
});
const tasks = [
  taskOf(
    "create_task",
    { domain: "mock", reason_for_call: "You want a task named Important Meeting.", known_info: "You are user_1." },
    ["I am user_1. Please create a task named Important Meeting."],
    [create("Important Meeting")],
  ),
  taskOf(
    "update_task",
    "You have done task_1 and want it marked so.",
    ["task_1 is done: please mark it as completed."],
    [update("task_1", "completed")],
  ),
  taskOf(
    "create_and_update",
    { domain: "mock", reason_for_call: "You want a task named Report, and then have done it." },
    ["I am user_1. Please create a task named Report.", "I have just finished it: please mark it as completed."],
    [create("Report"), update("task_2", "completed")],
  ),
  taskOf(
    "impossible_task",
    "You want task_1 deleted, which the agent has no tool for: it hands you over.",
    ["Please delete task_1."],
    [action("transfer_to_human_agents", { summary: "task_1 is to be deleted" })],
    [],
  ),
];

/** Does what it is asked for, by `change` of each call that it would have made; null leaves a call out. */
function agentWith(change: (call: Action) => Action | null = (call) => call): TestAgent {
  const worlds = new Map<string, World>();
  return ({ call, turn, message }) => {
    const world = worlds.get(call) ?? initial;
    const title = /named ([\w ]+)\./.exec(message)?.[1];
    const named = /task_\d/.exec(message)?.[0] ?? Object.keys(world.tasks).at(-1) ?? "";
    const right = title
      ? create(title)
      : message.includes("delete")
        ? action("transfer_to_human_agents", { summary: message })
        : update(named, "completed");
    const made = change(right);
    const next = made ? after(world, made) : world;
    worlds.set(call, next);
    const toolCall = made && {
      id: `c${turn}`,
      function: { name: made.name, arguments: JSON.stringify(made.arguments) },
    };
    return {
      messages: [
        ...(toolCall
          ? [
              { role: "assistant", tool_calls: [toolCall] },
              { role: "tool", tool_call_id: toolCall.id, content: "ok" },
            ]
          : []),
        { role: "assistant", content: `Number ${turn} of this conversation about ${title ?? named} is done.` },
      ],
      state: next,
    };
  };
}

const only = (name: string, change: (call: Action) => Action | null) =>
  agentWith((call) => (call.name === name ? change(call) : call));
const withArguments = (call: Action, change: Record<string, string>): Action => ({
  ...call,
  arguments: { ...call.arguments, ...change },
});
/** Who is tried, and which of the tasks it gets wrong. */
const agents: [name: string, agent: TestAgent, wrong: string[]][] = [
  ["does right", agentWith(), []],
  [
    "says that it did, and calls nothing",
    agentWith(() => null),
    ["create_task", "update_task", "create_and_update", "impossible_task"],
  ],
  [
    "gives another title",
    only("create_task", (call) => withArguments(call, { title: "Meeting" })),
    ["create_task", "create_and_update"],
  ],
  [
    "sets another status",
    only("update_task_status", (call) => withArguments(call, { status: "pending" })),
    ["update_task", "create_and_update"],
  ],
  [
    "takes another task",
    only("update_task_status", (call) => withArguments(call, { task_id: "task_1" })),
    ["create_and_update"],
  ],
  [
    "deletes by a tool that it has not",
    only("transfer_to_human_agents", () => action("delete_task", { task_id: "task_1" })),
    ["impossible_task"],
  ],
];

const database = suiteDatabase();
let context: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});

test("tau²-bench mock: tasks imported as scenarios tell right outcomes from wrong ones", async () => {
  const target = { type: "webhook" as const, url: "https://agent.example.com/turn", timeout_seconds: 5 };
  const agent_definition_id = await createTestAgent(context, { target });
  const body = tasksContract.body.parse({ name: "Mock", agent_definition_id, tasks });
  const { scenario_id } = await importScenarioTasks(context, body);
  expect(
    (await checkScenario(context, { scenario_id })).findings.filter(({ severity }) => severity === "error"),
  ).toEqual([]);
  const run = await createRunTest(context, {
    name: `mock ${randomUUID()}`,
    description: "",
    agent_definition_id,
    scenario_ids: [scenario_id],
    eval_config_ids: [],
    evaluations_config: [],
    dataset_row_ids: [],
    enable_tool_evaluation: false,
    settings: { simulator_model: "scripted" },
  });
  for (const [name, agent, wrong] of agents) {
    const { execution_id } = await startRun(context, run.id);
    await playRun(context, execution_id, meansOf(agent));
    const calls = await callsIn(context, execution_id);
    const verdicts = calls.map(({ row, verdict, faultSide }) => [row.task_id?.value, verdict, faultSide]);
    const expected = tasks.map(({ id }) => [
      id,
      wrong.includes(id) ? "failed" : "passed",
      wrong.includes(id) ? "agent" : null,
    ]);
    expect([name, verdicts]).toEqual([name, expected]);
    for (const { checks, verdict } of calls) {
      const kinds = new Set(checks.filter(({ passed }) => !passed).map(({ kind }) => kind));
      expect([verdict, kinds.size > 0]).toEqual([verdict, verdict === "failed"]);
      expect(new Set(checks.map(({ kind }) => kind))).toEqual(new Set(["tool_call", "state"]));
    }
  }
});
