// The page within Discord: the Embedded App SDK identifies the user, and a bearer token held in memory proves it.
// An iframe that reloads itself loses its connection to Discord, so every retry happens without reloading.

import { DiscordSDK } from "./embedded-app-sdk.js";

const { client, url, declined, refused, silent, again } = document.documentElement.dataset;
const SILENT = 8000;
const sdk = new DiscordSDK(client);
let bearer = "", entering;

// Discord or the server refuses with a message: retry only when the user asks for it.
class Refused extends Error {}

async function enter() {
  await sdk.ready();
  const { code } = await sdk.commands.authorize({
    client_id: client, response_type: "code", state: "", prompt: "none", scope: ["identify", "guilds.members.read"],
  }).catch(() => { throw new Refused(declined); });
  const answer = await fetch("/activity/enter", {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code, instance: sdk.instanceId }),
  });
  if (answer.status >= 500) throw new Error(`${answer.status}`);
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(told.closed ?? refused);
  bearer = told.bearer;
  globalThis.taproom.base = `/${told.path}/`;
  // A link names the table; otherwise it is the one pressed in the chat, or the one where the user sits.
  globalThis.taproom.table = Number(sdk.customId) || told.table;
}

// Shows a message in place of the table, optionally with a button, until the next content is drawn.
function say(words, button = "") {
  const said = document.createElement("p");
  said.textContent = words;
  said.setAttribute("role", "status");
  document.getElementById("main").replaceChildren(said, button);
}

function asked(words) {
  const button = document.createElement("button");
  button.className = "btn p";
  button.textContent = again;
  say(words, button);
  return new Promise((done) => button.addEventListener("click", done, { once: true }));
}

async function signIn() {
  for (let tries = 0; ; tries++) {
    const waiting = setTimeout(say, SILENT, silent);
    try {
      return await enter();
    } catch (failed) {
      clearTimeout(waiting);
      if (failed instanceof Refused) await asked(failed.message);
      else await new Promise((done) => setTimeout(done, Math.min(500 * 2 ** tries, 8000)));
    } finally {
      clearTimeout(waiting);
    }
  }
}

// Discord's frame has no storage.
globalThis.taproom = {
  window: crypto.randomUUID().replaceAll("-", ""),
  base: "/",
  headers: () => ({ Authorization: `Bearer ${bearer}` }),
  signIn: () => (entering ??= signIn().finally(() => (entering = undefined))),
};

// Within Discord links open only through the SDK; downloads are left to an external browser.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || "page" in link.dataset || "table" in link.dataset) return;
  event.preventDefault();
  const to = new URL(link.getAttribute("href"), url + globalThis.taproom.base);
  sdk.commands.openExternalLink({ url: to.href });
});

await globalThis.taproom.signIn();
await import("./page.js");
