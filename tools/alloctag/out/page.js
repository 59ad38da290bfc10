/* What the pages of alloctag have in common. */

/* With three digits: "46.1 us", "9.75 s", "35 min". */
function humanTime(ns)
{
	const units = [["ns", 1], ["us", 1e3], ["ms", 1e6], ["s", 1e9]];
	let unit = 0;

	if (ns >= 120e9)
		return ns < 7200e9 ? (ns / 60e9).toFixed(0) + " min" : (ns / 3600e9).toFixed(1) + " h";
	while (unit < 3 && ns >= 999.5 * units[unit][1])
		unit++;
	return Number((ns / units[unit][1]).toPrecision(3)) + " " + units[unit][0];
}

/* With three digits: "5.75 MiB". Of waits, sizes are nanoseconds. */
function human(number)
{
	if (typeof waits !== "undefined" && waits)
		return humanTime(number);

	const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
	const sign = number < 0 ? "-" : "";
	let size = Math.abs(number), unit = 0;

	while (size >= (unit ? 999.5 : 1024) && unit < units.length - 1) {
		size /= 1024;
		unit++;
	}
	if (!unit)
		return sign + Math.round(size) + " B";
	return sign + size.toFixed(size < 9.995 ? 2 : size < 99.95 ? 1 : 0) + " " + units[unit];
}

function signed(number)
{
	return (number > 0 ? "+" : "") + human(number);
}

/* As growth_color() and choose_hue() of the program. */
function growthColor(before, now)
{
	const grown = [1.01, 1.05, 1.25, 2], shrunk = [0.99, 0.95, 0.75, 0.5];
	let step = 0;

	if (now > before) {
		while (step < 4 && now >= before * grown[step])
			step++;
		return 4 + step;
	}
	while (now < before && step < 4 && now <= before * shrunk[step])
		step++;
	return 4 - step;
}

const HUES = 12, PLAIN = 12;

function chooseHue(name, used)
{
	let hash = 0;

	for (const byte of new TextEncoder().encode(name))
		hash = (Math.imul(hash, 31) + byte) >>> 0;
	if (used.size === HUES)
		return PLAIN;
	for (hash %= HUES; used.has(hash); hash = (hash + 1) % HUES)
		;
	used.add(hash);
	return hash;
}

function element(name, properties, ...children)
{
	const made = Object.assign(document.createElement(name), properties);

	made.append(...children);
	return made;
}

function byId(id)
{
	return document.getElementById(id);
}

/*
 * What is shown is in the fragment of the address, NAME=VALUE&NAME=VALUE, so
 * that a link to it can be sent. Values are encoded.
 */
function readLink()
{
	const values = {};

	for (const pair of location.hash.slice(1).split("&")) {
		const at = pair.indexOf("=");

		if (at > 0)
			values[pair.slice(0, at)] = pair.slice(at + 1);
	}
	return values;
}

function decode(text)
{
	try {
		return decodeURIComponent(text || "");
	} catch {
		return "";
	}
}

/* STEP: one that the browser's button leads back from. */
function writeLink(values, step)
{
	const hash = "#" + Object.entries(values).filter(([, value]) => value)
		.map(([name, value]) => name + "=" + value).join("&");

	if (hash === (location.hash || "#"))
		return;
	if (step)
		history.pushState(null, "", hash);
	else
		history.replaceState(null, "", hash);
}

function showTip(lines, x, y)
{
	const tip = byId("tip");

	tip.style.display = "block";
	tip.textContent = lines;
	tip.style.left = Math.max(4, Math.min(x + 14, innerWidth - tip.offsetWidth - 8)) + "px";
	tip.style.top = Math.max(4, Math.min(y + 14, innerHeight - tip.offsetHeight - 8)) + "px";
}

function hideTip()
{
	byId("tip").style.display = "none";
}

/*
 * Call DRAW now, when the size of the window changes, when another view is asked
 * for, and for paper, which has another width.
 */
function start(restore, draw)
{
	const root = document.documentElement;

	root.classList.toggle("dark", matchMedia("(prefers-color-scheme: dark)").matches);
	byId("theme").onclick = () => root.classList.toggle("dark");
	addEventListener("resize", draw);
	addEventListener("popstate", restore);
	addEventListener("hashchange", restore);
	addEventListener("beforeprint", () => {
		document.body.style.width = "970px";
		root.classList.add("printing");
		draw();
	});
	addEventListener("afterprint", () => {
		document.body.style.width = "";
		root.classList.remove("printing");
		draw();
	});
	restore();
}
