-- The prelude: how native functions fail, how a run ends, and what a script finds besides them.
--
-- Runs once in each VM, after sandbox.lua, and gets the natives of runtime/src/lua/vm.rs. What it returns is used by Rust.
local host = ...
local error, rawget, select, setmetatable, tostring, type, xpcall =
  error, rawget, select, setmetatable, tostring, type, xpcall

-- Errors are tables {code, message, details, hint, attempted, guest, traceback}: they survive pcall, and print well.
local Error = { __name = "Error", __metatable = false }

function Error.__tostring(problem)
  return host.describe(problem)
end

local function raise(problem)
  error(setmetatable(problem, Error), 0)
end

local function unwrap(ok, result)
  if not ok then
    raise(result)
  end
  return result
end

-- Wraps a native that returns `true, result` or `false, problem`.
local function bind(native)
  return function(...)
    -- No tail call: the frame of whoever called the native would be gone from tracebacks.
    local result = unwrap(native(...))
    return result
  end
end

-- Makes an error table of what is none. A table of the script's own, without a code, stays what it is.
local function explain(problem)
  if type(problem) == "table" then
    if rawget(problem, "code") == nil then
      return problem
    end
    return host.explain(problem)
  end
  return setmetatable(host.explain(problem), Error)
end

-- Calls a function of the script for Rust, which cannot see more of an error than its text.
local function run(f, ...)
  return xpcall(f, explain, ...)
end

-- What only the guest's provider can do has the name of its scheme: sim.fault{...}.
if host.scheme then
  _G[host.scheme] = setmetatable({}, {
    __index = function(_, verb)
      return function(arguments)
        return unwrap(host.perform(verb, arguments or {}))
      end
    end,
  })
end

local function line(...)
  local words = {}
  for i = 1, select("#", ...) do
    words[i] = tostring((select(i, ...)))
  end
  return table.concat(words, "\t")
end

function print(...)
  host.log("print", line(...))
end

-- Modules: the standard library's, the recipes' and those beside the recipe that runs. Nothing else can be required.
local loaded = {}

function require(name)
  if type(name) ~= "string" then
    error("require needs a module's name", 2)
  end
  local module = loaded[name]
  if module == nil then
    local source, chunk = host.source(name)
    if source == nil then
      error(("there is no module %q beside the recipe or in the library"):format(name), 2)
    end
    local loader, problem = load(source, chunk, "t")
    if loader == nil then
      error(problem, 2)
    end
    module = loader(name)
    if module == nil then
      module = true
    end
    loaded[name] = module
  end
  return module
end

-- For the rest of the standard library, which is loaded next and cannot see this file's locals.
_G["mac-control internals"] = { host = host, raise = raise, explain = explain, line = line }

return { bind = bind, run = run }
