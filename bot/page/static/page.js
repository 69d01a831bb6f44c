// The page in a browser: shows what the server rendered and reports presses. It contains no rules and no texts.

import { RESULT, TURN, chime, choosing, coins, fly, pressEarly } from "./look.js";

const $ = (id) => document.getElementById(id);
const reduced = matchMedia("(prefers-reduced-motion: reduce)");
const RETRY = [200, 500, 1000, 2000, 4000];
const SHOWN = 3_000;
const TRIES = 8;

const random = (bytes) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (each) => each.toString(16).padStart(2, "0")).join("");
// Requests are authenticated by a cookie, unless an earlier script (activity.js) has defined another way.
const way = globalThis.taproom ?? {
  base: `/${location.pathname.split("/")[1]}/`,
  headers: () => ({}),
  signIn() {
    location.assign(`/login?to=${encodeURIComponent(location.pathname + location.search + location.hash)}`);
    return new Promise(() => {}); // the page is being left
  },
};
// A window is one tab, and survives reloads. A duplicated tab copies the session storage, so the window's name is
// stored only between two loads of the page.
const stored = way.window ? {} : sessionStorage;
const own = way.window ?? (/^[0-9a-f]{24}$/.test(stored.taproom) ? stored.taproom : random(12));
delete stored.taproom;
addEventListener("pagehide", () => { stored.taproom = own; });
addEventListener("pageshow", () => { delete stored.taproom; });
// The path names the page, such as me/record or table/12; URLs of earlier versions have the table after ? or #.
const pageOf = ({ pathname, search, hash }) => {
  const old = Number(new URLSearchParams(search).get("table") ?? hash.slice(1));
  return old ? `table/${old}` : pathname.split("/").slice(2).join("/");
};
const join = ({ table, page }) => (table ? `table/${table}` : page ?? "");
const numberOf = (at) => Number(/^table\/(\d+)$/.exec(at)?.[1] ?? 0);
let here = way.window ? join(way) : pageOf(location), table = numberOf(here);
const where = () => (table ? { table } : { table, page: here });

// Each page is an entry of the history, whose state is the previous page: leaving a table goes back to that page.
function recordHistory(came) {
  if (way.window) return;
  const to = way.base + here;
  if (came === undefined) history.replaceState(history.state, "", to);
  else if (pageOf(location) === here) return;
  else if (numberOf(came) && history.state === here) history.back();
  else history.pushState(came, "", to);
}
recordHistory();
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
    // Remove the nodes before the match, so that the nodes after it can be kept.
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

// The attributes that only this script sets, so they are kept although the server does not send them.
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
  // Parts within the node are updated by their own names.
  if (node.dataset.part === undefined) morph(old, node);
}

// Keyboard focus stays on its element. If the element is gone, focus moves to the answers, to the sheet on top, or
// to the heading of the page.
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
  keepPlace(() => update(parts));
  afterUpdate();
  markChanges(before);
  if (!reduced.matches) fly(lay);
}

// A button that is new, has moved or has another action can be pressed only after a moment: so a double tap, or a tap
// aimed at the button that was there before, does nothing.
const STEADY = 400, STILL = 8;
const changedAt = new WeakMap();
const isUnsteady = (button) => performance.now() - (changedAt.get(button) ?? -STEADY) < STEADY;

function places() {
  const found = document.querySelectorAll("#main [data-action], #sheet [data-action]");
  const lies = (each) => ({ action: each.dataset.action, at: each.getBoundingClientRect() });
  return new Map(Array.from(found, (each) => [each, lies(each)]));
}

function markChanges(before) {
  for (const [button, { action, at }] of places()) {
    const was = before.get(button), edges = ["left", "top", "right", "bottom"];
    if (was?.action !== action || edges.some((each) => Math.abs(was.at[each] - at[each]) >= STILL))
      changedAt.set(button, performance.now());
  }
  // While the answers can't be pressed, a line above them fills up.
  const bar = document.querySelector("#main .act > .bar"), isDeaf = bar && [...bar.children].some(isUnsteady);
  if (isDeaf && !reduced.matches) bar.animate({ transform: ["scaleX(0)", "scaleX(1)"] }, { duration: STEADY, pseudoElement: "::before" });
}

// On a field a press only picks a place; another button, which names the place, sends it.
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

function update(parts) {
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

// Timestamps are formatted here, since only the browser knows the reader's time zone.
const STYLES = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "medium", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
};
const STEPS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

// The server's clock minus this device's clock, in milliseconds: all countdowns follow the server's clock.
let ahead;
const setClock = (now) => { ahead = now * 1000 - Date.now(); };
const serverNow = () => Date.now() + ahead;

// Returns the text of a seat's countdown and sets its ring: the turn's time, then the time bank, marked by a plus.
// With reduced motion it counts in steps of five; from an hour on it shows hours, and changes once a minute.
function countdown(time, at, lang) {
  const { whole, bank } = time.dataset, isOver = bank !== undefined && serverNow() >= at;
  let left = Math.max(0, Math.ceil((at - serverNow()) / 1000 + (isOver ? Number(bank) : 0)));
  const isLong = left >= 3600;
  if (isLong) left -= left % 60;
  time.parentNode.style.setProperty("--part", Math.min(1, left / Number(isOver ? bank : whole)));
  time.parentNode.classList.toggle("bank", isOver);
  const short = reduced.matches ? Math.ceil(left / 5) * 5 : left;
  const count = isLong ? Math.floor(left / 3600) : short, unit = isLong ? "hour" : "second";
  const words = new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "narrow" }).format(count);
  return isOver ? `+${words}` : words;
}

function formatTime(time) {
  const at = Number(time.dataset.at) * 1000, lang = document.documentElement.lang;
  if (time.dataset.whole) return countdown(time, at, lang);
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
    const words = formatTime(time);
    if (time.textContent !== words) time.textContent = words;
  }
}

// Scrolls the hand rankings to the reader's own hand.
let ownRank = "";
function scrollToOwnRank(isOpened) {
  const own = document.querySelector("#ranks .on"), words = own?.textContent ?? "";
  if (own && (isOpened || words !== ownRank)) {
    const list = $("ranks"), above = own.getBoundingClientRect().top - list.getBoundingClientRect().top;
    list.scrollTop += above - list.clientHeight / 2;
  }
  ownRank = words;
}
document.addEventListener("toggle", ({ target }) => target.id === "ranks" && scrollToOwnRank(true), true);

// Returns a node's text for screen readers: images by their alternative texts, several in a row with commas.
function spokenText(node) {
  if (node.nodeName === "IMG") return node.alt;
  if (!node.firstChild) return node.nodeName === "BR" ? " " : node.textContent;
  const parts = Array.from(node.childNodes, spokenText);
  if (node.classList?.contains("run")) return parts.filter(Boolean).join(", ");
  const isInline = node.nodeType !== Node.ELEMENT_NODE || /^(inline|contents)/.test(getComputedStyle(node).display);
  return isInline ? parts.join("") : ` ${parts.join("")} `;
}
const aloud = (node) => spokenText(node).replace(/\s+/g, " ").trim();

// Announces to screen readers the new lines of the log, oldest first, and then the question.
let lines = [], linesOf;
function say(asks) {
  const before = linesOf === table ? lines : null;
  lines = Array.from(document.querySelectorAll(".lines > *"), aloud);
  linesOf = table;
  const known = !before ? 0 : before.length ? lines.indexOf(before[0]) : -1;
  const announced = lines.slice(0, known < 0 ? lines.length : known).reverse();
  const asked = asks && document.querySelector("#main .q");
  if (asked) announced.push(aloud(asked));
  if (announced.length) $("said").textContent = announced.join(" ");
}

let wasAsked = false, wasOver = true, wantsToSay = false;
function afterUpdate() {
  tick();
  pick(picked);
  showUndo();
  if (wantsToSay && $("sheet").open) {
    $("sheet").querySelector('[data-action$=":say"]')?.focus();
    wantsToSay = false;
  }
  measure();
  document.querySelectorAll("fieldset:has([data-send]), #main .faces").forEach(updateSendButtons);
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
  scrollToOwnRank(false);
}

// ---- the event stream

let stream, heardAt = Date.now(), quiet = 20_000, failures = 0, again, isShut = false;

async function post(where, body) {
  const at = Date.now();
  const answer = await fetch(way.base + where, {
    method: "POST", headers: { "Content-Type": "application/json", ...way.headers() }, body,
    // A request on a broken connection might never end.
    signal: AbortSignal.timeout(quiet),
  });
  // After each press the stream sends an event; without one the stream is broken.
  if (where === "press" && answer.ok) setTimeout(() => { if (heardAt < at) reconnect(); }, SHOWN);
  return answer;
}

// Shows the notice of a lost connection in place of the log line, so that nothing moves; without one, below the bar.
function showTrouble(trouble) {
  document.body.classList.add(trouble);
  const tray = document.querySelector("#main .tray")?.getBoundingClientRect(), notice = $(trouble);
  const hasPlace = tray && tray.top > 120 && tray.top < innerHeight;
  notice.toggleAttribute("data-kept", pending.length > 0);
  notice.style.cssText = hasPlace ? `inset: ${tray.top - 44}px auto auto ${tray.left}px; width: ${tray.width}px; height: 44px` : "";
}

function reconnect() {
  if (isShut) return;
  showTrouble("lost");
  stream?.close();
  clearTimeout(again);
  again = setTimeout(listen, RETRY[Math.min(failures++, RETRY.length - 1)]);
}

// Shows a user why they are not admitted any more; no further requests are made.
async function showRefusal(answer) {
  const body = await answer.text(), words = document.createElement("p");
  words.setAttribute("role", "alert");
  try {
    words.textContent = JSON.parse(body).closed ?? body;
  } catch {
    words.textContent = body;
  }
  showOnly(words.outerHTML);
}

function showOnly(html) {
  isShut = true;
  stream?.close();
  document.body.classList.remove("lost");
  for (const each of ["top", "nav", "sheet", "said"]) $(each).replaceChildren();
  if ($("sheet").open) $("sheet").close();
  $("main").className = "lone";
  $("main").innerHTML = html;
  document.title = "Taproom";
}

function noteSign(now) {
  heardAt = Date.now();
  setClock(now);
  document.body.classList.remove("lost");
}

function receive(message) {
  noteSign(message.now);
  if (join(message) !== here) {
    const came = here;
    here = join(message);
    table = numberOf(here);
    recordHistory(came);
    scrollTo(0, 0);
    overAt = -READ;
  }
  held = { ...held, ...message.parts };
  clearTimeout(holding);
  // A result stays for some seconds, even if others play on, unless it is the reader's turn or they press something.
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
// The listener is on the window, so that a press is handled before its button is replaced.
for (const kind of ["click", "keydown"]) addEventListener(kind, () => { overAt = -READ; release(); });

// Fetches the content with a ticket, and opens the stream of changes with it. Of concurrent calls the latest counts.
let turn = 0;
async function listen() {
  if (isShut) return;
  const mine = ++turn;
  clearTimeout(again);
  stream?.close();
  let ticket;
  try {
    // On load the URL decides what is shown; later the window itself, which may have changed meanwhile.
    const answer = await post("ticket", JSON.stringify({ window: own, ...where(), opens: mine === 1 }));
    if (mine !== turn) return;
    if (answer.status === 401) {
      await way.signIn();
      return void listen();
    }
    if (answer.status === 403) return void (await showRefusal(answer));
    ticket = await answer.json();
  } catch {
    if (mine === turn) reconnect();
    return;
  }
  if (mine !== turn) return;
  quiet = ticket.quiet * 1000;
  person = ticket.person;
  stream = new EventSource(`${way.base}stream?ticket=${ticket.ticket}`);
  stream.onmessage = ({ data }) => receive(JSON.parse(data));
  stream.addEventListener("beat", ({ data }) => { failures = 0; noteSign(Number(data)); tick(); });
  stream.addEventListener("dropped", ({ data }) => showOnly(JSON.parse(data)));
  stream.onerror = reconnect;
  receive(ticket);
}

// Reconnects after a silence, since a broken connection may stay open, and a sleeping device receives nothing. It also
// does so if the device's clock was set, to fetch the server's time again.
function watch() {
  if (!document.body.classList.contains("lost") && Math.abs(Date.now() - heardAt) > 1.5 * quiet) reconnect();
}
document.addEventListener("visibilitychange", watch);
addEventListener("pageshow", watch);
addEventListener("online", listen);

// ---- presses: each has an id, and is sent until there is a response

// Outside Discord, presses are stored, so that they survive a sign-in. Each names its user and place, since another
// user may have signed in meanwhile.
let queue = Promise.resolve(), pending = [], person = document.documentElement.dataset.person;
const keep = () => {
  if (!way.window) sessionStorage.presses = JSON.stringify(pending);
};

function press(deed, action, more = {}) {
  enqueue(JSON.stringify({ id: random(16), window: own, ...where(), person, deed, action, ...more }));
}

function enqueue(body) {
  document.body.classList.remove("failed");
  pending.push(body);
  keep();
  queue = queue.then(() => send(body)).then(() => {
    pending = pending.filter((each) => each !== body);
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
        // The next presses must not wait any longer.
        showTrouble("failed");
        if (isOthers) listen();
        break;
      }
      // Other responses need no retry: the effect of the press, or its refusal, arrives on the stream.
      else if (answer.status < 500 && answer.status !== 429) break;
    } catch {
      showTrouble("lost");
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
  // Only actions are protected against mistaken taps, since navigation can be undone.
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

// A fold is sent after two seconds, in which it can be undone; it is sent at once if little time is left.
// *Undo* is not where *Fold* was, so that a double tap does not undo it.
const UNDO = 2_000, HURRY = 4_000;
let folding = null;
function foldLater(button, place) {
  const bar = document.querySelector("#main .undoing"), time = document.querySelector(".own-seat time");
  const until = time ? 1000 * (Number(time.dataset.at) + Number(time.dataset.bank ?? 0)) : Infinity;
  if (!bar || until - serverNow() < HURRY) return false;
  const { action } = button.dataset, send = () => { folding = null; press("press", action, place); showUndo(); };
  folding = { action, send, timer: setTimeout(send, UNDO) };
  showUndo();
  bar.querySelector("[data-undo]").focus();
  return true;
}

function showUndo() {
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
  showUndo();
  const act = document.querySelector("#main .act");
  act.tabIndex = -1;
  act.focus({ preventScroll: true });
}
addEventListener("pagehide", () => { clearTimeout(folding?.timer); folding?.send(); });

// Of several choices exactly the required number is sent; a further choice replaces the earliest one.
// An unchanged choice is not sent again.
const chosen = (set) => [...set.querySelectorAll("input:checked")];
const sends = (set) => (set.matches(".faces") && !set.querySelector("[data-send]") ? document.querySelector(".act") : set).querySelectorAll("[data-send]");

function updateSendButtons(set) {
  const count = chosen(set).length, isPeople = "people" in set.dataset;
  const isNew = [...set.querySelectorAll("input")].some((each) => each.checked !== each.defaultChecked);
  for (const [at, button] of [...sends(set)].entries()) {
    const fits = isPeople ? count : count === Number(button.dataset.count);
    button.disabled = !isNew || !fits;
    // If there are buttons for different numbers of cards, only the one for the current number is visible.
    if (!isPeople) button.hidden = !fits && (at > 0 || [...sends(set)].some((each) => Number(each.dataset.count) === count));
  }
}

function choose(button) {
  const set = button.closest("fieldset") ?? document.querySelector("#main .faces");
  button.setAttribute("aria-busy", "true");
  press("press", button.dataset.action, { ...placeOf(set), values: chosen(set).map((each) => each.value) });
}

// Sliders, pickers and suggestions fill in the text input beside them.
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
    updateSendButtons(set);
  }
  if (target.matches("select[data-action], [type=radio][data-action]") && target.value !== "")
    press("press", target.dataset.action, { ...placeOf(target), values: [target.value] });
});

// The sheet for raises: its text input, slider and buttons share one amount, and a line shows what it would leave.
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

// Keyboard: each key has the same meaning in all games, Enter presses the gold button, and arrows move on a field.
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
  // A key that is held down counts as one press.
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
  // The remarks are in the menu, so S opens the menu. The rules' button may be in a closed popover.
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
if ($("main").hasChildNodes()) afterUpdate();
pressEarly();
listen();
