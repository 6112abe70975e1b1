/** The media library: uploads, filters and all pictures. */
import { Outlet } from "react-router";

import { ListFrame } from "@/panel/list/list-frame";
import { ViewTabs } from "@/panel/list/list-tabs";
import { useListState } from "@/panel/list/use-list-state";
import { useRecords } from "@/panel/list/use-records";
import { Screen } from "@/panel/screen";
import { MediaToolbar, NoPictures, Pictures } from "./list";
import { LIBRARY, mediaPage } from "./queries";
import { UploadMany } from "./upload-many";

const TABS = [
  { value: false, label: "Biblioteca" },
  { value: true, label: "Lixeira" },
];

/** Border of a message that is shown instead of the pictures. */
const FRAME = "border-line bg-surface rounded-lg border";

export function MediaScreen() {
  const list = useListState(LIBRARY);
  const records = useRecords(mediaPage(list.filter));
  return (
    <Screen title="Mídia">
      <ViewTabs label="Pastas" list={list} param="trash" options={TABS} />
      {!list.filter.trash && <UploadMany />}
      <MediaToolbar list={list} />
      <ListFrame
        list={list}
        records={records}
        texts={{ one: "imagem", many: "imagens" }}
        empty={<NoPictures filter={list.filter} />}
        className={records.failure || records.items?.length === 0 ? FRAME : ""}
      >
        <Pictures records={records} />
      </ListFrame>
      <Outlet />
    </Screen>
  );
}
