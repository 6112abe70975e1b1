/** Provides the blog screens with the media library and the signed-in user's name. */
import { useSession } from "@/features/accounts/panel/session";
import { type Pictures, PicturesProvider, ProposedAuthorProvider } from "@/features/blog/panel/providers";
import { BlogScreen } from "@/features/blog/panel/screen";
import { MediaPicker } from "@/features/media/panel/picker";
import { problemOf } from "@/features/media/panel/upload-kind";
import { uploadFailure, uploadMedia } from "@/features/media/panel/upload-media";

class Refused extends Error {}

const PICTURES: Pictures = {
  Picker: MediaPicker,
  upload: async (file) => {
    const problem = problemOf(file, "picture");
    if (problem) throw new Refused(problem);
    const { url, alt } = await uploadMedia(file, "picture");
    return { url, alt };
  },
  reasonOf: (error) => (error instanceof Refused ? error.message : uploadFailure(error)),
};

export function Blog() {
  const { state } = useSession();
  return (
    <PicturesProvider value={PICTURES}>
      <ProposedAuthorProvider value={state.phase === "signed_in" ? state.user.full_name : ""}>
        <BlogScreen />
      </ProposedAuthorProvider>
    </PicturesProvider>
  );
}
