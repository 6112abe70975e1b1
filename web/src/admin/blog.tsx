/** The blog with the library of pictures, from which posts take theirs. */
import { BlogScreen } from "../blog/admin/blog-screen";
import { type Pictures, PicturesProvider } from "../blog/admin/pictures";
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
  return (
    <PicturesProvider value={PICTURES}>
      <BlogScreen />
    </PicturesProvider>
  );
}
