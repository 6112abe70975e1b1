import { useSession } from "@/features/accounts/panel/session";
import { mayLeave } from "@/panel/form/unsaved-changes";

/** Returns a function that signs out, after a question if there are unsaved changes. */
export function useSignOut(): () => Promise<void> {
  const { signOut } = useSession();
  return async () => {
    if (await mayLeave()) await signOut();
  };
}
