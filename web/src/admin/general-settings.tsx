/** The general settings with the media library's way to upload a picture. */
import { UploadField } from "../media/admin/upload-field";
import { GeneralSettingsScreen } from "../settings/admin/general-settings-screen";

export function GeneralSettings() {
  return <GeneralSettingsScreen Picture={UploadField} />;
}
