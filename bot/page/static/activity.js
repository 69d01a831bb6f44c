// The page within Discord: who somebody is comes by the Embedded App SDK, and is proved by a bearer held in memory.
// An iframe that loads itself again never reaches Discord any more, so that everything begins anew in place.

import { DiscordSDK } from "./embedded-app-sdk.js";

const { client, url, refused: refusedWords } = document.documentElement.dataset;
const sdk = new DiscordSDK(client);
let bearer = "", entering;

async function enter() {
  await sdk.ready();
  const { code } = await sdk.commands.authorize({
    client_id: client, response_type: "code", state: "", prompt: "none", scope: ["identify", "guilds.members.read"],
  });
  const answer = await fetch("/activity/enter", {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code, instance: sdk.instanceId }),
  });
  if (!answer.ok) throw new Error(`${answer.status}`);
  const told = await answer.json();
  bearer = told.bearer;
  globalThis.taproom.base = `/${told.path}/`;
  // A link names the table; else it is the one that was pressed in chat, or where one sits.
  globalThis.taproom.table = Number(sdk.customId) || told.table;
}

// Discord's frame has no storage.
globalThis.taproom = {
  window: crypto.randomUUID().replaceAll("-", ""),
  base: "/",
  headers: () => ({ Authorization: `Bearer ${bearer}` }),
  signIn: () => (entering ??= enter().finally(() => (entering = undefined))),
};

// No window opens from here but by Discord's leave; what is to be saved is saved in a browser.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link) return;
  event.preventDefault();
  const to = new URL(link.getAttribute("href"), url + globalThis.taproom.base);
  sdk.commands.openExternalLink({ url: to.href });
});

for (let tries = 0; ; tries++) {
  try {
    await globalThis.taproom.signIn();
    break;
  } catch (refused) {
    // Whoever says no, or is not let in, is not asked again and again.
    if (!(refused instanceof TypeError) && !(refused.message >= 500)) {
      document.getElementById("main").textContent = refusedWords;
      throw refused;
    }
    await new Promise((done) => setTimeout(done, Math.min(500 * 2 ** tries, 8000)));
  }
}
await import("./page.js");
