/**
 * Runs once in a new Lua state: restores what Lua 5.1 had, takes away what reaches outside, and closes the globals, so that a
 * script with a forgotten `local` fails here as it does in Redis.
 */
export const prelude = `
dofile, loadfile, print, collectgarbage = nil, nil, nil, nil
unpack = table.unpack
loadstring = load
math.pow = function(base, exponent) return base ^ exponent end
math.log10 = function(value) return math.log(value, 10) end
table.getn = function(list) return #list end
table.maxn = function(list)
  local most = 0
  for key in pairs(list) do
    if type(key) == "number" and key > most then most = key end
  end
  return most
end

local format, truncate = string.format, math.truncate
math.truncate = nil
-- %d takes any whole number that a double holds, not only 32 bits of it.
string.format = function(pattern, ...)
  if not string.find(pattern, "%%[-+ #0]*%d*[di]") then return format(pattern, ...) end
  local values, position = { ... }, 0
  local count = select("#", ...)
  pattern = string.gsub(pattern, "%%([-+ #0]*%d*%.?%d*)(.)", function(width, kind)
    if kind ~= "%" then position = position + 1 end
    if kind ~= "d" and kind ~= "i" then return nil end
    values[position] = truncate(values[position])
    return "%" .. width .. ".0f"
  end)
  return format(pattern, unpack(values, 1, count))
end

local convert, digits = tonumber, redis.digits
redis.digits = nil
tonumber = function(value, base)
  if base == nil or base == 10 then return convert(value) end
  return digits(value, base)
end

local guard = pcall
-- A refusal of Redis, caught, is its message.
local function caught(fine, problem, ...)
  if not fine and type(problem) == "table" and problem.err then return false, problem.err end
  return fine, problem, ...
end
pcall = function(...) return caught(guard(...)) end

KEYS, ARGV = {}, {}
setmetatable(_G, {
  __index = function(_, name)
    error("Script attempted to access nonexistent global variable '" .. tostring(name) .. "'", 2)
  end,
  __newindex = function()
    error("Attempt to modify a readonly table", 2)
  end,
})
`;
