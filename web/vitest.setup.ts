/** Setup of every test file. */
import { vi } from "vitest";

// Messages aren't drawn, because the module that draws them could load after the end of its test.
vi.mock("@/ui/toaster", () => ({ draw: () => () => undefined }));
