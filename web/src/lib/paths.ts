/**
 * All addresses that code links to. Addresses of editable links come with the content. They are modules, not objects, so
 * that a page's script includes only the addresses it uses.
 */
export * as paths from "./site-paths";
export * as panelPaths from "./panel-paths";
