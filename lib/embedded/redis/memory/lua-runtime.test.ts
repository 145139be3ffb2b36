import { describe, expect, it } from "vitest";
import { RedisError } from "../engine";
import { LuaRuntime } from "./lua-runtime";

const run = (runtime: LuaRuntime, source: string) => runtime.run(runtime.compile(source), [], [], () => null);

describe("the Lua runtime", () => {
  it("ends a script that never would, even one that catches the first error", () => {
    const runtime = new LuaRuntime(20);
    expect(() => run(runtime, "while true do end")).toThrow(RedisError);
    expect(() => run(runtime, "while true do pcall(function() while true do end end) end")).toThrow(
      /longer than 20 ms/,
    );
    expect(run(runtime, "return 1")).toBe(1);
  });

  it.each([
    ["runaway recursion", "local function f() return 1 + f() end return f()"],
    ["a table within itself", "local t = {} t[1] = t return t"],
    ["a table within itself as JSON", "local t = {} t[1] = t return cjson.encode(t)"],
    ["a raised table without a reply", "error({})"],
    ["a raised nil", "error(nil)"],
  ])("fails, and goes on living, at %s", (_title, source) => {
    const runtime = new LuaRuntime(500);
    expect(() => run(runtime, source)).toThrow(RedisError);
    expect(run(runtime, "return 'alive'")).toBe("alive");
  });

  it.each(["io", "os", "require", "dofile", "loadfile", "print", "debug", "package", "coroutine"])(
    "hides %s from scripts",
    (name) => {
      expect(() => run(new LuaRuntime(), `return ${name}`)).toThrow(/nonexistent global/);
    },
  );

  it("keeps nothing of one script for the next", () => {
    const runtime = new LuaRuntime();
    const count = runtime.compile("local n = 0 n = n + 1 return {n, #KEYS}");
    expect(runtime.run(count, ["a"], [], () => null)).toEqual([1, 1]);
    expect(runtime.run(count, [], [], () => null)).toEqual([1, 0]);
  });

  it("keeps the line numbers of a script", () => {
    expect(() => run(new LuaRuntime(), "\n\nerror('here')")).toThrow("ERR user_script:3: here");
  });
});
