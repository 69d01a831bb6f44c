// The page in a browser: shows what the server rendered and reports presses. It contains no rules and no texts.

import { RESULT, TURN, chime, choosing, coins, fly, pressEarly } from "./look.js";

const $ = (id) => document.getElementById(id);
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const RETRY = [200, 500, 1000, 2000, 4000];
const SHOWN = 3_000;
const TRIES = 8;

const random = (bytes) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (each) => each.toString(16).padStart(2, "0")).join("");
// The authentication of requests: a cookie, unless a script that ran before this one defines another way.
const way = globalThis.taproom ?? {
  base: `/${location.pathname.split("/")[1]}/`,
  headers: () => ({}),
  signIn() {
    location.assign(`/login?to=${encodeURIComponent(location.pathname + location.search + location.hash)}`);
    return new Promise(() => {}); // the page is being left
  },
};
// A window is one tab, reloads included. A duplicated tab gets a copy of the session storage, so the name is stored
// only while no page uses it.
const stored = way.window ? {} : sessionStorage;
const own = way.window ?? (/^[0-9a-f]{24}$/.test(stored.taproom) ? stored.taproom : random(12));
delete stored.taproom;
addEventListener("pagehide", () => { stored.taproom = own; });
addEventListener("pageshow", () => { delete stored.taproom; });
// The address names the page, such as me/record or table/12; earlier versions had the table behind a ? or a #.
const pageOf = ({ pathname, search, hash }) => {
  const old = Number(new URLSearchParams(search).get("table") ?? hash.slice(1));
  return old ? `table/${old}` : pathname.split("/").slice(2).join("/");
};
const join = ({ table, page }) => (table ? `table/${table}` : page ?? "");
const numberOf = (at) => Number(/^table\/(\d+)$/.exec(at)?.[1] ?? 0);
let here = way.window ? join(way) : pageOf(location), table = numberOf(here);
const where = () => (table ? { table } : { table, page: here });

// Each page is an entry of the history, with the page before it as its state: leaving a table goes back to that.
function note(came) {
  if (way.window) return;
  const to = way.base + here;
  if (came === undefined) history.replaceState(history.state, "", to);
  else if (pageOf(location) === here) return;
  else if (numberOf(came) && history.state === here) history.back();
  else history.pushState(came, "", to);
}
note();
addEventListener("popstate", () => {
  if (pageOf(location) !== here) press("page", pageOf(location));
});

// ---- rendering

const keyOf = (node) =>
  node.dataset?.action ?? node.dataset?.page ?? node.dataset?.table ?? node.dataset?.number ?? node.getAttribute?.("src") ?? node.id ?? "";
const isSame = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

function morph(from, to) {
  let old = from.firstChild;
  for (const node of [...to.childNodes]) {
    // Remove the nodes before the match, so that those after it are kept.
    let found = old;
    while (found && !isSame(found, node)) found = found.nextSibling;
    if (found) {
      while (old !== found) {
        const next = old.nextSibling;
        old.remove();
        old = next;
      }
      freshen(old, node);
      old = old.nextSibling;
    } else {
      from.insertBefore(node, old);
      if (node.classList && !from.classList.contains("fresh")) node.classList.add("new");
    }
  }
  while (old) {
    const next = old.nextSibling;
    old.remove();
    old = next;
  }
}

// Attributes set by this script, of which the server does not know.
const OURS = ["open", "aria-busy", "tabindex"];

function freshen(old, node) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== node.data) old.data = node.data;
    return;
  }
  for (const { name } of [...old.attributes])
    if (!node.hasAttribute(name) && !OURS.includes(name)) old.removeAttribute(name);
  for (const { name, value } of [...node.attributes]) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  old.classList.remove("new");
  if (old instanceof HTMLSelectElement && old !== document.activeElement) {
    morph(old, node);
    old.selectedIndex = Math.max(0, [...node.options].findIndex((each) => each.defaultSelected));
    return;
  }
  // A part of its own is updated separately.
  if (node.dataset.part === undefined) morph(old, node);
}

// Keyboard focus stays where it was; if the focused element is gone, focus moves to its successor:
// the answers, the sheet on top, or the heading of the new page.
const isThere = (at) => at.isConnected && !at.disabled && at.checkVisibility();

function keepPlace(change) {
  const at = document.activeElement, around = at?.closest(".act, .sheet-in");
  change();
  if (!at || at === document.body || isThere(at) || document.activeElement !== document.body) return;
  const places = [around?.isConnected && around, $("sheet").querySelector(".sheet-in"), $("main").querySelector(".act")];
  const next = places.find(Boolean) ?? $("top").querySelector("h1");
  if (!next) return;
  next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

function show(parts) {
  const before = places(), lay = coins();
  keepPlace(() => put(parts));
  finish();
  settle(before);
  if (!reduced.matches) fly(lay);
}

// A double tap does nothing, nor one aimed at what the button replaced: a button that is new, has moved or has another
// meaning can be pressed after a moment.
const STEADY = 400, STILL = 8;
const changedAt = new WeakMap();
const isUnsteady = (button) => performance.now() - (changedAt.get(button) ?? -STEADY) < STEADY;

function places() {
  const found = document.querySelectorAll("#main [data-action], #sheet [data-action]");
  const lies = (each) => ({ action: each.dataset.action, at: each.getBoundingClientRect() });
  return new Map(Array.from(found, (each) => [each, lies(each)]));
}

function settle(before) {
  for (const [button, { action, at }] of places()) {
    const was = before.get(button), edges = ["left", "top", "right", "bottom"];
    if (was?.action !== action || edges.some((each) => Math.abs(was.at[each] - at[each]) >= STILL))
      changedAt.set(button, performance.now());
  }
  // As long as the answers are deaf, a line above them fills.
  const bar = document.querySelector("#main .act > .bar"), isDeaf = bar && [...bar.children].some(isUnsteady);
  if (isDeaf && !reduced.matches) bar.animate({ transform: ["scaleX(0)", "scaleX(1)"] }, { duration: STEADY, pseudoElement: "::before" });
}

// Of many places one is picked first, and another button, which names it, sends it.
let picked = "";
function pick(action) {
  picked = action;
  const control = document.querySelector("[data-picked]"), cells = [...document.querySelectorAll(".cell.pick")];
  const chosen = cells.find((each) => each.dataset.action === picked);
  for (const each of cells) each.ariaPressed = each === chosen ? "true" : null;
  if (!chosen) picked = "";
  if (!control) return;
  control.disabled = !chosen;
  control.querySelector(".line").textContent = (chosen ?? control).dataset[chosen ? "says" : "picked"];
}

function put(parts) {
  for (const [name, html] of Object.entries(parts)) {
    const target = $(name);
    if (!target) continue;
    const made = document.createElement("template");
    made.innerHTML = html;
    const isFirst = !target.hasChildNodes();
    target.classList.toggle("fresh", isFirst);
    morph(target, made.content);
    target.classList.remove("fresh");
  }
  const sheet = $("sheet");
  if (sheet.hasChildNodes() && !sheet.open) sheet.showModal();
  if (!sheet.hasChildNodes() && sheet.open) sheet.close();
}

// Depends on the browser: the reader's local time, and which letters are free as keyboard shortcuts.
const STYLES = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "medium", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};
const STEPS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

// The difference between the server's clock and this device's: all countdowns follow the server's.
let ahead;
const setClock = (now) => { ahead = now * 1000 - Date.now(); };
const serverNow = () => Date.now() + ahead;

// The countdown at a seat, in steps of five with reduced motion, and the rest of its ring: of the turn, and after that
// of the time bank, marked by a plus. From an hour on it tells hours, and moves once a minute.
function seconds(time, at, lang) {
  const { whole, bank } = time.dataset, isOver = bank !== undefined && serverNow() >= at;
  let left = Math.max(0, Math.ceil((at - serverNow()) / 1000 + (isOver ? Number(bank) : 0)));
  const isLong = left >= 3600;
  if (isLong) left -= left % 60;
  time.parentNode.style.setProperty("--part", Math.min(1, left / Number(isOver ? bank : whole)));
  time.parentNode.classList.toggle("bank", isOver);
  const short = reduced.matches ? Math.ceil(left / 5) * 5 : left;
  const told = isLong ? Math.floor(left / 3600) : short, unit = isLong ? "hour" : "second";
  const words = new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "narrow" }).format(told);
  return isOver ? `+${words}` : words;
}

function tell(time) {
  const at = Number(time.dataset.at) * 1000, lang = document.documentElement.lang;
  if (time.dataset.whole) return seconds(time, at, lang);
  if (time.dataset.style !== "R") return new Intl.DateTimeFormat(lang, STYLES[time.dataset.style]).format(at);
  const left = (at - serverNow()) / 1000;
  const [unit, size] = STEPS.find(([, each]) => Math.abs(left) >= each) ?? STEPS.at(-1);
  let count = Math.round(left / size);
  if (unit === "second" && reduced.matches) count = Math.round(count / 5) * 5;
  return new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(count, unit);
}

function tick() {
  if (ahead === undefined) return;
  for (const time of document.querySelectorAll("time")) {
    const words = tell(time);
    if (time.textContent !== words) time.textContent = words;
  }
}

// The list of what beats what stands where one's own hand is.
let ownRank = "";
function turnTo(isOpened) {
  const own = document.querySelector("#ranks .on"), words = own?.textContent ?? "";
  if (own && (isOpened || words !== ownRank)) {
    const list = $("ranks"), above = own.getBoundingClientRect().top - list.getBoundingClientRect().top;
    list.scrollTop += above - list.clientHeight / 2;
  }
  ownRank = words;
}
document.addEventListener("toggle", ({ target }) => target.id === "ranks" && turnTo(true), true);

// The spoken text of a node: an image's alternative text; the texts of several images, separated by commas.
function heard(node) {
  if (node.nodeName === "IMG") return node.alt;
  if (!node.firstChild) return node.nodeName === "BR" ? " " : node.textContent;
  const parts = Array.from(node.childNodes, heard);
  if (node.classList?.contains("run")) return parts.filter(Boolean).join(", ");
  const isInline = node.nodeType !== Node.ELEMENT_NODE || /^(inline|contents)/.test(getComputedStyle(node).display);
  return isInline ? parts.join("") : ` ${parts.join("")} `;
}
const aloud = (node) => heard(node).replace(/\s+/g, " ").trim();

// Announced to screen readers: the new lines of the log, oldest first, and then the question.
let lines = [], linesOf;
function say(asks) {
  const before = linesOf === table ? lines : null;
  lines = Array.from(document.querySelectorAll(".lines > *"), aloud);
  linesOf = table;
  const known = !before ? 0 : before.length ? lines.indexOf(before[0]) : -1;
  const told = lines.slice(0, known < 0 ? lines.length : known).reverse();
  const asked = asks && document.querySelector("#main .q");
  if (asked) told.push(aloud(asked));
  if (told.length) $("said").textContent = told.join(" ");
}

let wasAsked = false, wasOver = true, wantsToSay = false;
function finish() {
  tick();
  pick(picked);
  dress();
  if (wantsToSay && $("sheet").open) {
    $("sheet").querySelector('[data-action$=":say"]')?.focus();
    wantsToSay = false;
  }
  measure();
  document.querySelectorAll("fieldset:has([data-send]), #main .faces").forEach(weigh);
  for (const each of document.querySelectorAll("[aria-busy]")) each.removeAttribute("aria-busy");
  const isAsked = document.querySelector("#main [data-asked]") !== null;
  const isOver = document.querySelector("#main .rows") !== null;
  if (isOver && !wasOver) {
    chime(...RESULT);
    overAt = performance.now();
  }
  if (isAsked && !wasAsked) {
    chime(...TURN);
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(40);
  }
  document.title = isAsked ? "● Taproom" : "Taproom";
  say(isAsked && !wasAsked);
  wasAsked = isAsked;
  wasOver = isOver;
  turnTo(false);
}

// ---- the event stream

let stream, heardAt = Date.now(), quiet = 20_000, failures = 0, again, isShut = false;

async function post(where, body) {
  const at = Date.now();
  const answer = await fetch(way.base + where, {
    method: "POST", headers: { "Content-Type": "application/json", ...way.headers() }, body,
    // A request can hang on a broken connection, too.
    signal: AbortSignal.timeout(quiet),
  });
  // The stream sends something after each press.
  if (where === "press" && answer.ok) setTimeout(() => { if (heardAt < at) lose(); }, SHOWN);
  return answer;
}

// What is told of the line stands where the log line is, so that nothing moves; elsewhere below the bar.
function tellOf(trouble) {
  document.body.classList.add(trouble);
  const tray = document.querySelector("#main .tray")?.getBoundingClientRect(), notice = $(trouble);
  const hasPlace = tray && tray.top > 120 && tray.top < innerHeight;
  notice.toggleAttribute("data-kept", pending.length > 0);
  notice.style.cssText = hasPlace ? `inset: ${tray.top - 44}px auto auto ${tray.left}px; width: ${tray.width}px; height: 44px` : "";
}

function lose() {
  if (isShut) return;
  tellOf("lost");
  stream?.close();
  clearTimeout(again);
  again = setTimeout(listen, RETRY[Math.min(failures++, RETRY.length - 1)]);
}

// A user who is no longer admitted is told so once, and no further requests are made.
async function shut(answer) {
  const told = await answer.text(), words = document.createElement("p");
  words.setAttribute("role", "alert");
  try {
    words.textContent = JSON.parse(told).closed ?? told;
  } catch {
    words.textContent = told;
  }
  sleep(words.outerHTML);
}

function sleep(html) {
  isShut = true;
  stream?.close();
  document.body.classList.remove("lost");
  for (const each of ["top", "nav", "sheet", "said"]) $(each).replaceChildren();
  if ($("sheet").open) $("sheet").close();
  $("main").className = "lone";
  $("main").innerHTML = html;
  document.title = "Taproom";
}

function alive(now) {
  heardAt = Date.now();
  setClock(now);
  document.body.classList.remove("lost");
}

function hear(told) {
  alive(told.now);
  if (join(told) !== here) {
    const came = here;
    here = join(told);
    table = numberOf(here);
    note(came);
    scrollTo(0, 0);
    overAt = -READ;
  }
  held = { ...held, ...told.parts };
  clearTimeout(holding);
  // How it came out stays long enough to be read, whoever goes on: until the reader is asked, or presses anything.
  const left = overAt + READ - performance.now(), { main = "" } = held;
  if (left > 0 && main && !/class="rows"|data-asked/.test(main)) holding = setTimeout(release, left);
  else release();
}

const READ = 5_000;
let overAt = -READ, held, holding;
function release() {
  clearTimeout(holding);
  overAt = held?.main ? -READ : overAt;
  if (held) show(held);
  held = undefined;
}
// On the window, so that what was pressed is sent before it is replaced.
for (const kind of ["click", "keydown"]) addEventListener(kind, () => { overAt = -READ; release(); });

// The ticket, valid once, brings the content, the stream its changes; of two concurrent calls the later one counts.
let turn = 0;
async function listen() {
  if (isShut) return;
  const mine = ++turn;
  clearTimeout(again);
  stream?.close();
  let told;
  try {
    // On load the address counts; later the window may show another page meanwhile.
    const answer = await post("ticket", JSON.stringify({ window: own, ...where(), opens: mine === 1 }));
    if (mine !== turn) return;
    if (answer.status === 401) {
      await way.signIn();
      return void listen();
    }
    if (answer.status === 403) return void (await shut(answer));
    told = await answer.json();
  } catch {
    if (mine === turn) lose();
    return;
  }
  if (mine !== turn) return;
  quiet = told.quiet * 1000;
  person = told.person;
  stream = new EventSource(`${way.base}stream?ticket=${told.ticket}`);
  stream.onmessage = ({ data }) => hear(JSON.parse(data));
  stream.addEventListener("beat", ({ data }) => { failures = 0; alive(Number(data)); tick(); });
  stream.addEventListener("dropped", ({ data }) => sleep(JSON.parse(data)));
  stream.onerror = lose;
  hear(told);
}

// A broken connection may stay open and silent, and a sleeping device receives nothing. A clock that was set is also
// a reason to fetch the server's time again.
function watch() {
  if (!document.body.classList.contains("lost") && Math.abs(Date.now() - heardAt) > 1.5 * quiet) lose();
}
document.addEventListener("visibilitychange", watch);
addEventListener("pageshow", watch);
addEventListener("online", listen);

// ---- presses: each has an id, and is sent until it is answered

// Outside Discord they survive a sign-in that interrupts them.
// Each names its user and place: another user may have signed in since.
let queue = Promise.resolve(), pending = [], person = document.documentElement.dataset.person;
const keep = () => {
  if (!way.window) sessionStorage.presses = JSON.stringify(pending);
};

function press(deed, action, more = {}) {
  enqueue(JSON.stringify({ id: random(16), window: own, ...where(), person, deed, action, ...more }));
}

function enqueue(told) {
  document.body.classList.remove("failed");
  pending.push(told);
  keep();
  queue = queue.then(() => send(told)).then(() => {
    pending = pending.filter((each) => each !== told);
    keep();
  });
}

async function send(body) {
  for (let tries = 0, faults = 0; ; tries++) {
    try {
      const answer = await post("press", body);
      const isOthers = answer.status === 409;
      if (answer.status === 401) await way.signIn();
      else if (isOthers || (answer.status >= 500 && ++faults === TRIES)) {
        // The presses behind it must not wait any longer.
        tellOf("failed");
        if (isOthers) listen();
        break;
      }
      // Anything else can't be retried, or will show in the stream.
      else if (answer.status < 500 && answer.status !== 429) break;
    } catch {
      tellOf("lost");
    }
    await new Promise((done) => setTimeout(done, RETRY[Math.min(tries, RETRY.length - 1)]));
  }
  for (const each of document.querySelectorAll("[aria-busy]")) each.removeAttribute("aria-busy");
}

function placeOf(element) {
  const found = element.closest("[data-on]");
  return found ? { on: found.dataset.on, number: Number(found.dataset.number) || 0 } : {};
}

document.addEventListener("click", (event) => {
  let button = event.target.closest("button, [data-send], a[data-page], a[data-table]");
  if (button?.href) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
  }
  if (!button || button.disabled || button.type === "submit" || button.hasAttribute("aria-busy")) return;
  if (button.matches(".cell.pick")) return pick(button.dataset.action);
  if (button.dataset.by ?? button.dataset.to) return raiseTo(button);
  if (button.dataset.line !== undefined) return void listen();
  if (button.dataset.undo !== undefined) return undo();
  // Only actions need the check: navigation and sheets can be undone.
  if (event.isTrusted && button.dataset.action !== undefined && isUnsteady(button)) return;
  if (button.dataset.picked) button = document.querySelector(".cell.pick[aria-pressed=true]");
  const { action, command, go, table: to, page, close, copy, set } = button.dataset;
  if (button.dataset.send !== undefined) return choose(button);
  if (set !== undefined) return fill(button.closest("form").elements[button.dataset.for], set);
  if (copy !== undefined) {
    navigator.clipboard?.writeText(new URL(copy, location.href).href);
    button.classList.add("done");
    $("said").textContent = button.dataset.done;
    return;
  }
  const place = placeOf(button);
  button.setAttribute("aria-busy", "true");
  if (/^a:\d+:\d+:fold:/.test(action) && foldLater(button, place)) return;
  if (action !== undefined) press("press", action, place);
  else if (command !== undefined) press("command", command, place);
  else if (go !== undefined) press("go", go, place);
  else if (close !== undefined) press("close", "", { ...place, number: Number(close) });
  else if (page !== undefined) press("page", page);
  else if (to !== undefined) press("table", "", { number: Number(to) });
  else button.removeAttribute("aria-busy");
});

// Giving up a hand is sent after two seconds, in which it can be taken back; at once when there is little time left.
// The button to take it back is not where the finger is.
const UNDO = 2_000, HURRY = 4_000;
let folding = null;
function foldLater(button, place) {
  const bar = document.querySelector("#main .undoing"), time = document.querySelector(".own-seat time");
  const until = time ? 1000 * (Number(time.dataset.at) + Number(time.dataset.bank ?? 0)) : Infinity;
  if (!bar || until - serverNow() < HURRY) return false;
  const { action } = button.dataset, send = () => { folding = null; press("press", action, place); dress(); };
  folding = { action, send, timer: setTimeout(send, UNDO) };
  dress();
  bar.querySelector("[data-undo]").focus();
  return true;
}

function dress() {
  const bar = document.querySelector("#main .undoing");
  if (folding && !document.querySelector(`#main [data-action="${folding.action}"]`)) {
    clearTimeout(folding.timer);
    folding = null;
  }
  if (!bar) return;
  bar.hidden = !folding;
  bar.previousElementSibling.hidden = Boolean(folding);
}

function undo() {
  clearTimeout(folding?.timer);
  folding = null;
  for (const each of document.querySelectorAll("[aria-busy]")) each.removeAttribute("aria-busy");
  dress();
  const act = document.querySelector("#main .act");
  act.tabIndex = -1;
  act.focus({ preventScroll: true });
}
addEventListener("pagehide", () => { clearTimeout(folding?.timer); folding?.send(); });

// If several can be chosen, exactly the right number is sent; a further choice replaces the earliest one.
// An unchanged choice is not sent again.
const chosen = (set) => [...set.querySelectorAll("input:checked")];
const sends = (set) => (set.matches(".faces") && !set.querySelector("[data-send]") ? document.querySelector(".act") : set).querySelectorAll("[data-send]");

function weigh(set) {
  const count = chosen(set).length, isPeople = "people" in set.dataset;
  const isNew = [...set.querySelectorAll("input")].some((each) => each.checked !== each.defaultChecked);
  for (const [at, button] of [...sends(set)].entries()) {
    const fits = isPeople ? count : count === Number(button.dataset.count);
    button.disabled = !isNew || !fits;
    // Of several buttons for several numbers of cards the one stands there that fits.
    if (!isPeople) button.hidden = !fits && (at > 0 || [...sends(set)].some((each) => Number(each.dataset.count) === count));
  }
}

function choose(button) {
  const set = button.closest("fieldset") ?? document.querySelector("#main .faces");
  button.setAttribute("aria-busy", "true");
  press("press", button.dataset.action, { ...placeOf(set), values: chosen(set).map((each) => each.value) });
}

// A slider and a picker write into the line beside them.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
function fill(line, value) {
  line.value = value;
  for (const each of line.form.querySelectorAll(`[data-for="${line.name}"]`))
    if (each.dataset.set) each.ariaPressed = each.dataset.set === value;
    else if (each.type === "range") each.value = value;
}
document.addEventListener("input", ({ target }) => {
  const { dataset, form, type, value } = target, line = dataset.for ? form.elements[dataset.for] : target;
  if (type === "datetime-local") fill(line, value && `${value.replace("T", " ")} ${zone}`);
  else if (form && line.inputMode === "numeric") fill(line, value);
});

document.addEventListener("change", ({ target }) => {
  const set = target.closest("fieldset:has([data-send]), .faces");
  if (set) {
    const most = Math.max(...Array.from(sends(set), (each) => Number(each.dataset.count)));
    target.chosenAt = performance.now();
    const before = chosen(set).filter((each) => each !== target).sort((a, b) => (a.chosenAt ?? 0) - (b.chosenAt ?? 0));
    if (target.checked && before.length >= most) before[0].checked = false;
    weigh(set);
  }
  if (target.matches("select[data-action], [type=radio][data-action]") && target.value !== "")
    press("press", target.dataset.action, { ...placeOf(target), values: [target.value] });
});

// The sheet of a raise: one number, typed, slid to or stepped to, and what it would leave.
function raiseTo({ dataset }) {
  const form = document.querySelector("#raise form");
  form.text.value = dataset.to ?? Math.min(form.slide.max, Math.max(form.slide.min, Number(form.text.value) + Number(dataset.by)));
  measure();
}

function measure() {
  const form = document.querySelector("#raise form");
  if (!form) return;
  const { min, max, step } = form.slide, to = Number(form.text.value), left = form.querySelector("[data-left]"), allIn = form.querySelector(".bar [data-action]");
  const fits = Number.isInteger(to) && to >= min && to <= max && (to - min) % step === 0;
  const rest = left.dataset.whole - to, send = form.querySelector("[type=submit]"), says = send.firstChild;
  form.slide.value = to;
  send.disabled = !fits;
  says.textContent = says.dataset.says.replace("{to}", form.text.value);
  left.textContent = !fits ? left.dataset.wrong : rest ? left.dataset.left.replace("{left}", rest) : left.dataset.none;
  for (const each of form.querySelectorAll("[data-to]")) each.ariaPressed = String(Number(each.dataset.to) === to);
  if (allIn) send.hidden = !(allIn.hidden = !fits || rest > 0);
}
document.addEventListener("input", ({ target }) => {
  if (target.name === "slide") target.form.text.value = target.value;
  if (target.form?.slide) measure();
});

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target, fields = {};
  if (form.slide) {
    if (form.querySelector(".bar .btn.p:not([hidden])").disabled) return;
    form.slide.disabled = true;
    form.closest("[popover]").hidePopover();
  }
  for (const [name, value] of new FormData(form)) fields[name] = fields[name] ? `${fields[name]} ${value}` : value;
  press("form", form.dataset.form, { ...placeOf(form), fields });
});

$("sheet").addEventListener("cancel", (event) => {
  event.preventDefault();
  document.querySelector("#sheet [data-close]")?.click();
});
$("sheet").addEventListener("click", (event) => {
  if (event.target === $("sheet")) document.querySelector("#sheet [data-close]")?.click();
});

// A key is one deed's, the same in all games; Enter is the gold button's, and arrows go from place to place.
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
function go([x, y], at) {
  const cells = [...document.querySelectorAll("#main .pick")], lies = (each) => each.getBoundingClientRect();
  if (!at.matches?.(".pick")) return cells[0]?.focus();
  const from = lies(at), next = cells.map((each) => {
    const to = lies(each), ahead = x * (to.x - from.x) + y * (to.y - from.y), aside = Math.abs(x ? to.y - from.y : to.x - from.x);
    return { each, far: ahead > 1 ? ahead + 9 * aside : Infinity };
  }).sort((a, b) => a.far - b.far)[0];
  if (next?.far < Infinity) next.each.focus();
}

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  // A key that is held down is one press.
  if (event.repeat && target.closest("button")) event.preventDefault();
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || $("sheet").open) return;
  if (target.matches("select, textarea, input:not([type=checkbox], [type=radio])")) return;
  const opened = document.querySelector("#main :popover-open"), within = opened ?? document;
  if (ARROWS[key] && !opened && document.querySelector("#main .pick")) {
    event.preventDefault();
    return go(ARROWS[key], target);
  }
  const isGold = key === "Enter" && !target.closest("button, a, summary, input");
  if (key === "?") return $("keys").togglePopover();
  // What can be said is in the menu; how to play may lie in a sheet that is closed.
  const letter = key.toLowerCase(), found = within.querySelectorAll(isGold ? ".act .btn.p, form .btn.p" : "[data-key]");
  const its = letter === "s" ? "m" : letter;
  const isIts = (each) =>
    (isGold || each.dataset.key === its) && (each.checkVisibility() || letter === "h") && each.closest("button");
  const button = [...found].find(isIts)?.closest("button");
  if (!button) return;
  event.preventDefault();
  wantsToSay = letter === "s";
  if (button.disabled) document.querySelector("#main .faces input")?.focus();
  if (!isUnsteady(button)) button.click();
});

choosing($("look"));
setInterval(() => { tick(); watch(); }, 1000);
if (!way.window) JSON.parse(sessionStorage.presses ?? "[]").forEach(enqueue);
if ($("main").hasChildNodes()) finish();
pressEarly();
listen();
