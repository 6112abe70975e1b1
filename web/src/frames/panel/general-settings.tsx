/** The general settings with the media library's way to upload a picture. */
import { UploadField } from "@/features/media/panel/upload-field";
import { GeneralSettingsScreen } from "@/features/settings/panel/general-settings-screen";

export function GeneralSettings() {
  return <GeneralSettingsScreen Picture={UploadField} />;
}
