import { UserX } from "lucide-react";
import { useState } from "react";

import { useErasePerson } from "@/api/erase-person";
import { readSession } from "@/lib/session";
import { Button } from "@/panel/controls/button";
import { ErasePersonDialog } from "@/panel/dialog/erase-person-dialog";

/** For administrators: erases all data of the contact's sender. */
export function ErasePerson({ email, onDone }: { email: string; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const erase = useErasePerson();
  if (email === "" || readSession()?.user.role !== "admin") return null;
  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        <UserX aria-hidden />
        Apagar dados da pessoa
      </Button>
      {isAsking && (
        <ErasePersonDialog
          email={email}
          busy={erase.isPending}
          onConfirm={() => erase.mutate(email, { onSuccess: onDone, onError: () => setAsking(false) })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
