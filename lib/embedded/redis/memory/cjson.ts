// The `cjson` library of Redis's scripts, on JavaScript's JSON.
import { fromText, toText } from "../byte-string";
import { type LuaState, lauxlib, lua } from "./fengari";
import { byteString, luaString, pushList, pushString } from "./lua-values";

/** What `cjson.null` is in Lua: a value unlike every other, and true. */
const nullMark = {};
const deepest = 1000;
const sparseFrom = 10;

export class CjsonError extends Error {}

export function pushCjson(
  state: LuaState,
  guarded: (run: (state: LuaState) => void) => (state: LuaState) => number,
): void {
  lua.lua_createtable(state, 0, 3);
  lua.lua_pushcfunction(state, guarded(encode));
  lua.lua_setfield(state, -2, luaString("encode"));
  lua.lua_pushcfunction(state, guarded(decode));
  lua.lua_setfield(state, -2, luaString("decode"));
  lua.lua_pushlightuserdata(state, nullMark);
  lua.lua_setfield(state, -2, luaString("null"));
}

function decode(state: LuaState): void {
  const text = lua.lua_gettop(state) === 1 ? lua.lua_tostring(state, 1) : null;
  if (text === null) throw new CjsonError("bad argument to 'decode' (one string expected)");
  pushJson(state, parse(toText(byteString(text))));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CjsonError("Expected value but found invalid JSON");
  }
}

function pushJson(state: LuaState, value: unknown): void {
  if (lua.lua_gettop(state) > deepest) throw new CjsonError("Found too many nested data structures");
  if (typeof value === "string") pushString(state, fromText(value));
  else if (typeof value === "number") lua.lua_pushnumber(state, value);
  else if (typeof value === "boolean") lua.lua_pushboolean(state, value);
  else if (Array.isArray(value)) pushList(state, value, pushJson);
  else if (typeof value === "object" && value !== null) pushObject(state, Object.entries(value));
  else lua.lua_pushlightuserdata(state, nullMark);
}

function pushObject(state: LuaState, entries: readonly [string, unknown][]): void {
  lauxlib.luaL_checkstack(state, 4, null);
  lua.lua_createtable(state, 0, entries.length);
  for (const [name, value] of entries) {
    pushString(state, fromText(name));
    pushJson(state, value);
    lua.lua_rawset(state, -3);
  }
}

function encode(state: LuaState): void {
  if (lua.lua_gettop(state) !== 1) throw new CjsonError("bad argument to 'encode' (one value expected)");
  pushString(state, encodeTop(state));
}

/** JSON of a byte string: bytes above ASCII stand for themselves, and a slash is escaped as the original library does. */
const quoted = (bytes: string): string => JSON.stringify(bytes).replaceAll("/", "\\/");

function number(value: number): string {
  if (!Number.isFinite(value)) throw new CjsonError("Cannot serialise number: must not be NaN or Inf");
  return String(Number(value.toPrecision(14)));
}

function encodeTop(state: LuaState): string {
  const type = lua.lua_type(state, -1);
  if (type === lua.LUA_TSTRING) return quoted(topString(state));
  if (type === lua.LUA_TNUMBER) return number(lua.lua_tonumber(state, -1));
  if (type === lua.LUA_TBOOLEAN) return String(lua.lua_toboolean(state, -1));
  if (type === lua.LUA_TTABLE) return encodeTable(state);
  const isNull = type <= 0 || (type === lua.LUA_TLIGHTUSERDATA && lua.lua_touserdata(state, -1) === nullMark);
  if (!isNull) throw new CjsonError("Cannot serialise: type not supported");
  return "null";
}

const topString = (state: LuaState): string => byteString(lua.lua_tostring(state, -1) ?? new Uint8Array());

/** A table whose keys are all positive integers is an array; an empty one is an object. */
function encodeTable(state: LuaState): string {
  if (lua.lua_gettop(state) > deepest) throw new CjsonError("Cannot serialise, excessive depth");
  lauxlib.luaL_checkstack(state, 4, null);
  const entries: [key: string | number, json: string][] = [];
  lua.lua_pushnil(state);
  while (lua.lua_next(state, -2)) {
    const json = encodeTop(state);
    lua.lua_pop(state, 1);
    entries.push([tableKey(state), json]);
  }
  const length = entries.reduce((most, [key]) => (isIndex(key) ? Math.max(most, key) : Infinity), 0);
  if (length === 0 || length === Infinity) {
    return `{${entries.map(([key, json]) => `${quoted(String(key))}:${json}`).join(",")}}`;
  }
  if (length > sparseFrom && length > entries.length * 2)
    throw new CjsonError("Cannot serialise table: excessively sparse array");
  const items = new Array<string>(length).fill("null");
  for (const [key, json] of entries) items[Number(key) - 1] = json;
  return `[${items.join(",")}]`;
}

const isIndex = (key: string | number): key is number => typeof key === "number" && Number.isInteger(key) && key > 0;

function tableKey(state: LuaState): string | number {
  const type = lua.lua_type(state, -1);
  if (type === lua.LUA_TNUMBER) return lua.lua_tonumber(state, -1);
  if (type === lua.LUA_TSTRING) return topString(state);
  throw new CjsonError("Cannot serialise table: table key must be a number or string");
}
