/** The blog screens, given pictures and the signed-in user's name by other features. */
import { useSession } from "../accounts/admin/session";
import { BlogScreen } from "../blog/admin/blog-screen";
import { type Pictures, PicturesProvider } from "../blog/admin/pictures";
import { ProposedAuthorProvider } from "../blog/admin/proposed-author";
import { MediaPicker } from "../media/admin/media-picker";
import { problemOf } from "../media/admin/place";
import { uploadFailure, uploadMedia } from "../media/admin/upload-media";

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
