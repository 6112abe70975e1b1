/** Starts the panel in its empty document. */
import "./frames/panel/panel.css";

import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { config } from "zod";

import { SessionProvider } from "./features/accounts/panel/session";
import { createQueryClient } from "./frames/panel/query-cache";
import { createRouter } from "./frames/panel/routes";
import { reloadAfterUpgrade } from "./lib/reload-after-upgrade";
import { TooltipProvider } from "./panel/controls/tooltip";
import { dropStrayClicks } from "./panel/dialog/double-click";
import { removeExpiredLocalDrafts } from "./panel/edit/local-draft";
import { hasUnsavedChanges } from "./panel/form/unsaved-changes";

// Zod compiles checks with `new Function` by default, which the content security policy refuses.
config({ jitless: true });

removeExpiredLocalDrafts();
dropStrayClicks(document);
reloadAfterUpgrade(hasUnsavedChanges);

const root = document.getElementById("root");
if (!root) throw new Error("#root is missing in the panel's document");

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <SessionProvider>
        <TooltipProvider>
          <RouterProvider router={createRouter()} />
        </TooltipProvider>
      </SessionProvider>
    </QueryClientProvider>
  </StrictMode>,
);

// Loaded in advance, because it can't be loaded when a message must report that the server is unreachable. If loading fails,
// the first message tries again.
import("./ui/toaster").catch(() => undefined);
