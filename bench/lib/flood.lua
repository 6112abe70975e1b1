-- Sends one request repeatedly. Arguments: method, path, content type, body. `{n}` in path and body is replaced with an
-- increasing number. With the header X-Networks, each request comes from another network.
local call, body, headers
local number = 0

function init(args)
  call = { method = args[1], path = args[2] }
  body = args[4]
  headers = wrk.headers
  if args[3] and args[3] ~= "" then headers["Content-Type"] = args[3] end
end

local function numbered(text)
  return (text:gsub("{n}", tostring(number)))
end

function request()
  number = number + 1
  if headers["X-Networks"] then
    local high, low = math.floor(number / 256) % 256, number % 256
    headers["X-Forwarded-For"] = "9." .. math.floor(number / 65536) % 256 .. "." .. high .. "." .. low
  end
  return wrk.format(call.method, numbered(call.path), headers, body and body ~= "" and numbered(body) or nil)
end
