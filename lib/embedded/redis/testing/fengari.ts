// fengari, a Lua 5.3 whose integers have 32 bits, with the numbers of Redis's Lua 5.1: doubles, all of them. Otherwise counts
// would wrap silently at 2^31.
import { createRequire } from "node:module";

/** Opaque: only fengari's own functions look inside. */
export interface LuaState {
  readonly hook: unknown;
}

type LuaString = Uint8Array;
type LuaFunction = (state: LuaState) => number;

interface Lua {
  readonly LUA_OK: number;
  readonly LUA_REGISTRYINDEX: number;
  readonly LUA_TBOOLEAN: number;
  readonly LUA_TNUMBER: number;
  readonly LUA_TSTRING: number;
  readonly LUA_TTABLE: number;
  lua_createtable(state: LuaState, arraySize: number, recordSize: number): void;
  lua_error(state: LuaState): never;
  lua_gettop(state: LuaState): number;
  lua_pcall(state: LuaState, args: number, results: number, messageHandler: number): number;
  lua_pop(state: LuaState, count: number): void;
  lua_pushboolean(state: LuaState, value: boolean): void;
  lua_pushcfunction(state: LuaState, value: LuaFunction): void;
  lua_pushlightuserdata(state: LuaState, value: object): void;
  lua_pushnumber(state: LuaState, value: number): void;
  lua_pushstring(state: LuaState, value: LuaString): void;
  lua_rawgeti(state: LuaState, index: number, key: number): number;
  lua_rawset(state: LuaState, index: number): void;
  lua_rawseti(state: LuaState, index: number, key: number): void;
  lua_setfield(state: LuaState, index: number, name: LuaString): void;
  lua_setglobal(state: LuaState, name: LuaString): void;
  lua_settop(state: LuaState, index: number): void;
  lua_toboolean(state: LuaState, index: number): boolean;
  lua_tonumber(state: LuaState, index: number): number;
  lua_tojsstring(state: LuaState, index: number): string;
  lua_type(state: LuaState, index: number): number;
}

interface AuxiliaryLibrary {
  luaL_loadstring(state: LuaState, source: LuaString): number;
  luaL_newstate(): LuaState;
  luaL_ref(state: LuaState, index: number): number;
}

interface StandardLibrary {
  luaL_openlibs(state: LuaState): void;
}

interface NumberSlot {
  readonly value: number;
  ttisinteger(): boolean;
  setfltvalue(value: number): void;
}

interface Internals {
  /** Reads a numeral, of a source text or a string, into the slot; 0 when it is none. */
  luaO_str2num(text: LuaString, slot: NumberSlot): number;
}

const load = createRequire(import.meta.url);

// The order counts: `defs` completes the configuration, which every module loaded after it copies.
load("fengari/src/defs.js");
const configuration: { LUA_COMPAT_FLOATSTRING: boolean } = load("fengari/src/luaconf.js");
configuration.LUA_COMPAT_FLOATSTRING = true;
const fengari: {
  lua: Lua;
  lauxlib: AuxiliaryLibrary;
  lualib: StandardLibrary;
  to_luastring(text: string): LuaString;
} = load("fengari");
const internals: Internals = load("fengari/src/lobject.js");

const readNumeral = internals.luaO_str2num;
internals.luaO_str2num = (text, slot) => {
  const length = readNumeral(text, slot);
  if (length > 0 && slot.ttisinteger()) slot.setfltvalue(slot.value);
  return length;
};

export const { lua, lauxlib, lualib, to_luastring: luaString } = fengari;
