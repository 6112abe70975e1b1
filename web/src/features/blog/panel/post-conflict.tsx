import type { Post } from "@/api/types";
import { type Choices, ConflictDialog } from "@/panel/edit/conflict-dialog";
import { changedFields, pick } from "@/panel/edit/merge";
import type { Conflict } from "@/panel/edit/save-record";
import { fieldsOf, LABELS, plain, type PostFields } from "./post-fields";
import { POST } from "./post-record";
import { baseFields } from "./post-text";
import type { PostEditor } from "./use-post-editor";

interface PostConflictProps {
  editor: PostEditor;
  onSaved: (id: string) => void;
}

/** Asks which version stays, for as long as there are two. */
export function PostConflict({ editor, onSaved }: PostConflictProps) {
  const { base, conflict, fields: typed } = editor;
  if (!conflict) return null;
  const theirs = fieldsOf(conflict.theirs.value);

  /** Goes on from their version, with mine where it was chosen. */
  async function resolve(
    { theirs: opened, fields }: Conflict<Post, PostFields>,
    choices: Choices,
  ): Promise<void> {
    const given = fields.filter((name) => choices[name] === "theirs");
    const kept = changedFields(POST, baseFields(base), typed).filter((name) => !given.includes(name));
    const mine = { ...theirs, ...pick(typed, kept) };
    const saved = await editor.saveOver(opened, mine);
    if (saved) onSaved(saved.id);
  }

  return (
    <ConflictDialog
      fields={conflict.fields.map((name) => ({
        name,
        label: LABELS[name],
        mine: plain(typed, name),
        theirs: plain(theirs, name),
      }))}
      savedBy={conflict.savedBy}
      busy={editor.work === "saving"}
      onResolve={(choices) => void resolve(conflict, choices)}
      onClose={editor.dropConflict}
    />
  );
}
