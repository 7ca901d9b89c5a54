-- step(name, body): runs the body as a named step. Steps nest; each is timed, and stands in the trace with what it did.
-- Returns what the body returns, and fails as the body fails.
local internals = _G["mac-control internals"]
local host, explain = internals.host, internals.explain
local error, type, xpcall = error, type, xpcall

local function finish(token, ok, ...)
  host.step_end(token, ok, (...))
  if not ok then
    error((...), 0)
  end
  return ...
end

return function(name, body)
  if type(name) ~= "string" or type(body) ~= "function" then
    error("step needs a name and a function", 2)
  end
  return finish(host.step_begin(name), xpcall(body, explain))
end
