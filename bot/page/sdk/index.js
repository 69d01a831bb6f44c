// All of Discord's Embedded App SDK that the page needs, as one file: make sdk.
export { DiscordSDK } from "@discord/embedded-app-sdk";
