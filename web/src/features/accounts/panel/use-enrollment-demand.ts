import { useEffect } from "react";
import { useNavigate } from "react-router";

import { onEnrollmentRequired } from "@/api/client";
import { paths } from "@/lib/paths";

/** Leads staff to where they set up a second factor, once the server wants one before anything else. */
export function useEnrollmentDemand(): void {
  const navigate = useNavigate();
  useEffect(() => onEnrollmentRequired(() => void navigate(paths.admin.security)), [navigate]);
}
