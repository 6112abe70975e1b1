import { useEffect } from "react";
import { useNavigate } from "react-router";

import { onEnrollmentRequired } from "@/api/client";
import { panelPaths } from "@/lib/paths";

/** Opens the security screen when the server requires staff to set up a second factor. */
export function useEnrollmentRedirect(): void {
  const navigate = useNavigate();
  useEffect(() => onEnrollmentRequired(() => void navigate(panelPaths.security)), [navigate]);
}
