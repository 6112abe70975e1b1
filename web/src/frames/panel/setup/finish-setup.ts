/** The end of the wizard: one call sets up the company, then the new session uploads the logos. */
import { api, body } from "@/api/client";
import type { Session } from "@/api/types";
import { uploadFailure, uploadMedia } from "@/features/media/panel/upload-media";
import { updateRecord } from "@/features/settings/panel/queries";
import { showColors } from "@/panel/accent-colors";
import { setBrand } from "@/panel/page-title";
import { setupBody, type SetupValues } from "./setup-values";

export function setUp(token: string, values: SetupValues): Promise<Session> {
  return body(api.POST("/api/auth/setup", { body: setupBody(token, values) }));
}

/** Returns why an upload failed, or null. The company is set up either way. */
export async function uploadLogos(
  files: Readonly<Record<"logo" | "logo_dark", File | undefined>>,
  { company }: SetupValues,
): Promise<string | null> {
  const name = company.name.trim();
  if (name) setBrand(name);
  showColors(company.accent_color.trim());
  try {
    for (const field of ["logo", "logo_dark"] as const) {
      const file = files[field];
      if (!file) continue;
      const { url } = await uploadMedia(file, "logo");
      await updateRecord("company", { [field]: url }, null);
    }
    return null;
  } catch (error) {
    return uploadFailure(error);
  }
}
