/** Parts of the section that are loaded when they are opened. */
import { onDemand } from "@/features/accounts/site/on-demand";

export const Confirmation = onDemand(async () => (await import("./confirmation")).Confirmation);
export const PasskeyItem = onDemand(async () => (await import("./passkey-item")).PasskeyItem);
export const PasskeyNameForm = onDemand(async () => (await import("./passkey-name-form")).PasskeyNameForm);
export const RecoveryCodesState = onDemand(
  async () => (await import("./recovery-codes-state")).RecoveryCodesState,
);
