/** The media library: uploads, filters and all pictures. */
import { Outlet } from "react-router";

import { ListFrame } from "@/panel/list/list-frame";
import { ListTabs } from "@/panel/list/list-tabs";
import { useListState } from "@/panel/list/use-list-state";
import { useRecords } from "@/panel/list/use-records";
import { Screen } from "@/panel/screen";
import { MediaToolbar, NoPictures, Pictures } from "./list";
import { LIBRARY, mediaPage } from "./queries";
import { UploadMany } from "./upload-many";

export function MediaScreen() {
  const list = useListState(LIBRARY);
  const records = useRecords(mediaPage(list.filter));
  const { trash } = list.filter;
  return (
    <Screen title="Mídia">
      <ListTabs
        label="Pastas"
        tabs={[
          { label: "Biblioteca", to: LIBRARY.url({}), isCurrent: !trash },
          { label: "Lixeira", to: LIBRARY.url({ trash: true }), isCurrent: trash },
        ]}
      />
      {!trash && <UploadMany />}
      <MediaToolbar list={list} />
      <ListFrame
        list={list}
        records={records}
        texts={{ one: "imagem", many: "imagens", loading: "Carregando imagens…" }}
        empty={<NoPictures filter={list.filter} />}
      >
        <Pictures records={records} />
      </ListFrame>
      <Outlet />
    </Screen>
  );
}
