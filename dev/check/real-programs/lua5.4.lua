-- SPDX-License-Identifier: GPL-2.0
-- What the program lua5.4 runs. Prints results; exits with an error if a check
-- fails.

-- A garbage collector at work: many short-lived objects of all kinds.
local live = {}
for i = 1, 200000 do
	local object = { i, tostring(i), function() return i end }
	live[i % 1000 + 1] = object
	assert(object[3]() == i)
end
collectgarbage()
assert(collectgarbage("count") < 10000)

-- Weak tables lose what nothing else refers to.
local weak = setmetatable({}, { __mode = "v" })
for i = 1, 1000 do weak[i] = {} end
collectgarbage()
assert(next(weak) == nil)

-- Finalizers run once.
local finalized = 0
for _ = 1, 100 do setmetatable({}, { __gc = function() finalized = finalized + 1 end }) end
collectgarbage()
collectgarbage()
assert(finalized == 100)

-- Strings, patterns, formats.
local words = {}
for word in ("the quick brown fox jumps over the lazy dog"):rep(500, " "):gmatch("%a+") do
	words[word] = (words[word] or 0) + 1
end
assert(words.the == 1000)
print(string.format("%5.2f %q %x %s", 1 / 3, "a\nb", 255, ("abc"):rep(3, "-")))
assert(#string.pack("i4z", 7, "seven") == 10)

-- Sorting calls back into Lua.
local numbers, seed = {}, 42
for i = 1, 20000 do
	seed = (seed * 1103515245 + 12345) % 2147483648
	numbers[i] = seed
end
table.sort(numbers, function(a, b) return a > b end)
for i = 2, #numbers do assert(numbers[i - 1] >= numbers[i]) end
print(numbers[1], numbers[#numbers])

-- Coroutines, errors, protected calls.
local function generator(n)
	return coroutine.wrap(function() for i = 1, n do coroutine.yield(i) end end)
end
local sum = 0
for i in generator(10000) do sum = sum + i end
assert(sum == 50005000)
local ok, message = pcall(function() local t; return t.x end)
assert(not ok and message:find("nil value"))
local function deep(n) return n == 0 and 0 or 1 + deep(n - 1) end
assert(deep(10000) == 10000)
assert(not pcall(deep, 1e8))

-- Compiled code, dumped and loaded again.
local dumped = string.dump(assert(load("local a, b = ... return a * b, _VERSION")))
print(load(dumped)(6, 7))
print("done")
