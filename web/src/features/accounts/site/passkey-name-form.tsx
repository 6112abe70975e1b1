import { onDemand } from "./on-demand";

export const PasskeyNameForm = onDemand(
  async () => (await import("./passkey-name-fields")).PasskeyNameFields,
);
