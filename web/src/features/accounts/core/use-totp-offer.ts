/** The secret that an authenticator app is set up with. */
import { useEffect, useEffectEvent, useRef, useState } from "react";

import type { TotpOffer } from "@/api/types";

/** Requests a secret for an authenticator app once, when the enrollment opens. */
export function useTotpOffer(
  request: () => Promise<TotpOffer>,
  onFailure: (error: unknown) => void,
): TotpOffer | undefined {
  const [offer, setOffer] = useState<TotpOffer>();
  const isRequested = useRef(false);
  const start = useEffectEvent(() => request().then(setOffer, onFailure));
  useEffect(() => {
    // Effects run twice in development; a second secret would replace the first.
    if (isRequested.current) return;
    isRequested.current = true;
    void start();
  }, []);
  return offer;
}
