// Looks and sounds of the page, stored on this device; without storage, only until the page is closed.

export const kept = (() => {
  try {
    return localStorage;
  } catch {
    return {};
  }
})();

const theme = () => kept.theme ?? "";
document.documentElement.dataset.theme = theme();

// Clicks made before the page's main script has loaded are repeated once it is there.
const early = [];
const catchUp = ({ target }) => early.push(target);
document.addEventListener("click", catchUp);
export function pressEarly() {
  document.removeEventListener("click", catchUp);
  for (const each of early) each.closest("button:not([popovertarget]), a[data-page], a[data-table]")?.click();
}

// Shows the current settings in the form and applies changes; called once, when the form exists.
export function choosing(form) {
  for (const each of form.querySelectorAll("input"))
    each.checked = each.type === "radio" ? each.value === theme() : Boolean(kept[each.name]);
  form.addEventListener("change", ({ target }) => {
    if (target.name === "language") {
      document.cookie = `taproom-language=${target.value}; path=/; max-age=31536000; samesite=lax`;
      location.reload();
      return;
    }
    kept[target.name] = target.type === "radio" ? target.value : target.checked ? "on" : "";
    document.documentElement.dataset.theme = theme();
    if (target.name === "sound") chime(...TURN);
  });
}

// Sounds are off by default, and browsers allow none before the user has pressed something.
export const TURN = [660, 880], RESULT = [523, 659, 784];
const APART = 0.11, LONG = 0.45, LOUD = 0.12, SILENT = 0.0001;
let air;

export function chime(...tones) {
  if (!kept.sound || !navigator.userActivation?.hasBeenActive) return;
  air ??= new AudioContext();
  air.resume();
  for (const [at, frequency] of tones.entries()) {
    const begin = air.currentTime + at * APART, swell = new GainNode(air, { gain: SILENT });
    swell.gain.setValueAtTime(SILENT, begin);
    swell.gain.exponentialRampToValueAtTime(LOUD, begin + 0.02);
    swell.gain.exponentialRampToValueAtTime(SILENT, begin + LONG);
    const tone = new OscillatorNode(air, { type: "triangle", frequency });
    tone.connect(swell).connect(air.destination);
    tone.start(begin);
    tone.stop(begin + LONG);
  }
}

// Coins fly from the seats to the pot, and from the pot to the winners. This is decoration only: a press or a key ends
// it, and the page already shows the result.
const FLIGHT = 320, APART_BY = 40, COINS = 3;
const flying = new Set();
const middle = (each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
};

export function coins() {
  const all = (which) => Array.from(document.querySelectorAll(`#main ${which}`), middle);
  const [pot] = all(".middle .pile .heap");
  return { bets: all(".bet"), pot, winners: all(".row.won .d, .row .d.g") };
}

export function fly(before) {
  const now = coins(), coin = document.querySelector('img[src$="/coin.png"]');
  if (!coin) return;
  if (before.bets.length && !now.bets.length && now.pot) for (const from of before.bets) flight(coin, from, now.pot);
  if (before.pot && !before.winners.length) for (const to of now.winners) flight(coin, before.pot, to);
}

function flight(coin, from, to) {
  for (let at = 0; at < COINS; at++) {
    const each = coin.cloneNode();
    each.className = "flying";
    each.alt = "";
    each.style.translate = `${from.x - 12}px ${from.y - 12}px`;
    document.body.append(each);
    const way = { transform: ["none", `translate(${to.x - from.x}px, ${to.y - from.y}px)`], opacity: [1, 1, 0] };
    const flown = each.animate(way, { duration: FLIGHT, delay: at * APART_BY, easing: "cubic-bezier(.3, 0, .2, 1)" });
    flying.add(flown);
    flown.onfinish = flown.oncancel = () => { flying.delete(flown); each.remove(); };
  }
}
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => { for (const each of flying) each.cancel(); });
