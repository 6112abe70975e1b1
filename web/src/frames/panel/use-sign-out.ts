import { useSession } from "@/features/accounts/panel/session";
import { mayLeave } from "@/panel/form/unsaved-changes";

/** Signs out, once whoever has something unsaved has said that it may go. */
export function useSignOut(): () => Promise<void> {
  const { signOut } = useSession();
  return async () => {
    if (await mayLeave()) await signOut();
  };
}
