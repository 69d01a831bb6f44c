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
