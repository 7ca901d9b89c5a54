-- Log lines of the script: they appear while it runs, and in the trace, in the step where they belong.
local internals = _G["mac-control internals"]
local host, line = internals.host, internals.line

local log = {}

for _, level in ipairs({ "debug", "info", "warn", "error" }) do
  log[level] = function(...)
    host.log(level, line(...))
  end
end

return log
