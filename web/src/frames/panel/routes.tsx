/** The routes of the panel. */
import { createBrowserRouter, redirect, type RouteObject } from "react-router";

import { panelPaths, paths } from "@/lib/paths";
import { SpinnerScreen } from "@/panel/controls/spinner";
import { PanelGuard, Restricted } from "./guard";
import { NotFoundFrame, NotFoundScreen } from "./not-found-screen";
import { PanelFailure, ScreenFailure } from "./screen-failure";

const STAFF_ROUTES: RouteObject[] = [
  {
    path: panelPaths.dashboard,
    lazy: async () => ({ Component: (await import("./dashboard/dashboard-screen")).DashboardScreen }),
  },
  {
    path: panelPaths.visits,
    lazy: async () => ({ Component: (await import("@/features/visits/panel/screen")).VisitsScreen }),
  },
  {
    path: panelPaths.help,
    lazy: async () => ({ Component: (await import("./help/help-screen")).HelpScreen }),
  },
  {
    path: panelPaths.ownAccount,
    lazy: async () => ({
      Component: (await import("@/features/accounts/panel/own-account/screen")).OwnAccountScreen,
    }),
  },
  {
    path: panelPaths.security,
    lazy: async () => ({
      Component: (await import("@/features/accounts/panel/security/screen")).SecurityScreen,
    }),
  },
];

const SUPPORT_ROUTES: RouteObject[] = [
  {
    path: panelPaths.contacts,
    lazy: async () => ({
      Component: (await import("@/features/contacts/panel/screen")).ContactsScreen,
    }),
    children: [
      {
        path: ":id",
        lazy: async () => ({
          Component: (await import("@/features/contacts/panel/details/opened")).OpenedContact,
        }),
      },
    ],
  },
  {
    path: panelPaths.notifications,
    lazy: async () => ({
      Component: (await import("@/features/contacts/panel/notifications/screen")).NotificationsScreen,
    }),
  },
  {
    path: panelPaths.replyTemplates,
    lazy: async () => ({
      Component: (await import("@/features/contacts/panel/templates/screen")).TemplatesScreen,
    }),
  },
  {
    path: panelPaths.results,
    lazy: async () => ({
      Component: (await import("@/features/contacts/panel/results/screen")).ResultsScreen,
    }),
  },
];

const WRITER_ROUTES: RouteObject[] = [
  {
    path: panelPaths.editions,
    lazy: async () => ({
      Component: (await import("@/features/newsletter/panel/editions/screen")).EditionsScreen,
    }),
  },
  {
    path: panelPaths.edition(":id"),
    lazy: async () => ({
      Component: (await import("@/features/newsletter/panel/editions/editor-screen")).EditionScreen,
    }),
  },
  {
    path: panelPaths.redirects,
    lazy: async () => ({
      Component: (await import("@/features/redirects/panel/screen")).RedirectsScreen,
    }),
  },
  {
    path: panelPaths.missingPages,
    lazy: async () => ({
      Component: (await import("@/features/redirects/panel/screen")).MissingPagesScreen,
    }),
  },
  {
    path: panelPaths.media,
    lazy: async () => ({ Component: (await import("@/features/media/panel/screen")).MediaScreen }),
    children: [
      {
        path: ":id",
        lazy: async () => ({ Component: (await import("@/features/media/panel/editor")).MediaDialog }),
      },
    ],
  },
  {
    path: panelPaths.services,
    lazy: async () => ({
      Component: (await import("@/features/services/panel/screen")).ServicesScreen,
    }),
    // The screen reads the address and edits the service in its list.
    children: [
      { path: panelPaths.newService, element: null },
      { path: ":id", element: null },
    ],
  },
  {
    path: panelPaths.blog,
    lazy: async () => ({ Component: (await import("./blog")).Blog }),
    children: [
      {
        path: ":id",
        lazy: async () => ({ Component: (await import("@/features/blog/panel/editor/dialog")).PostDialog }),
      },
    ],
  },
  {
    path: panelPaths.menuFooter,
    lazy: async () => ({ Component: (await import("./menu-footer")).MenuFooter }),
  },
  {
    path: panelPaths.pages,
    lazy: async () => ({ Component: (await import("@/features/pages/panel/screen")).PagesScreen }),
  },
  {
    path: panelPaths.page(":name"),
    lazy: async () => ({
      Component: (await import("@/features/pages/panel/editor-screen")).PageEditorScreen,
    }),
  },
];

const EDITOR_ROUTES: RouteObject[] = [
  {
    path: panelPaths.newsletter,
    lazy: async () => ({
      Component: (await import("@/features/newsletter/panel/screen")).NewsletterScreen,
    }),
  },
];

const ADMIN_ROUTES: RouteObject[] = [
  {
    path: panelPaths.assignment,
    lazy: async () => ({
      Component: (await import("@/features/contacts/panel/assignment/screen")).AssignmentScreen,
    }),
  },
  {
    path: panelPaths.contactSettings,
    lazy: async () => ({
      Component: (await import("@/features/settings/panel/contact-settings-screen")).ContactSettingsScreen,
    }),
  },
  {
    path: panelPaths.generalSettings,
    lazy: async () => {
      const [{ GeneralSettingsScreen }, { UploadField }, { ConsentCard }] = await Promise.all([
        import("@/features/settings/panel/general-settings-screen"),
        import("@/features/media/panel/upload-field"),
        import("@/features/consent/panel/consent-card"),
      ]);
      return { element: <GeneralSettingsScreen Picture={UploadField} Consents={ConsentCard} /> };
    },
  },
  {
    path: panelPaths.privacyRequests,
    lazy: async () => ({
      Component: (await import("@/features/privacy_requests/panel/screen")).PrivacyRequestsScreen,
    }),
    children: [
      {
        path: ":id",
        lazy: async () => ({
          Component: (await import("@/features/privacy_requests/panel/dialog")).PrivacyRequestDialog,
        }),
      },
    ],
  },
  {
    path: panelPaths.processing,
    lazy: async () => ({
      Component: (await import("@/features/processing/panel/screen")).ProcessingScreen,
    }),
  },
  {
    path: panelPaths.mailServers,
    lazy: async () => ({ Component: (await import("./mail-servers")).MailServers }),
  },
  {
    path: panelPaths.outbox,
    lazy: async () => ({ Component: (await import("./outbox")).Outbox }),
  },
  {
    path: panelPaths.people,
    lazy: async () => ({ Component: (await import("@/features/people/panel/screen")).PeopleScreen }),
  },
  {
    path: panelPaths.retention,
    lazy: async () => ({
      Component: (await import("@/features/people/panel/retention-screen")).RetentionScreen,
    }),
  },
  {
    path: panelPaths.audit,
    lazy: async () => ({ Component: (await import("@/features/audit/panel/screen")).AuditScreen }),
    children: [
      {
        path: ":sequence",
        lazy: async () => ({ Component: (await import("@/features/audit/panel/event")).EventDialog }),
      },
    ],
  },
  {
    path: panelPaths.users,
    lazy: async () => ({ Component: (await import("@/features/accounts/panel/users/screen")).UsersScreen }),
    children: [
      {
        path: panelPaths.newUser,
        lazy: async () => ({
          Component: (await import("@/features/accounts/panel/users/dialogs")).NewUserDialog,
        }),
      },
      {
        path: panelPaths.inviteUser,
        lazy: async () => ({
          Component: (await import("@/features/accounts/panel/users/dialogs")).InviteDialog,
        }),
      },
      {
        path: ":id",
        lazy: async () => ({
          Component: (await import("@/features/accounts/panel/users/dialogs")).UserDialog,
        }),
      },
    ],
  },
];

export const ROUTES: RouteObject[] = [
  {
    errorElement: <PanelFailure />,
    hydrateFallbackElement: <SpinnerScreen label="Abrindo o painel…" />,
    children: [
      { path: panelPaths.root, loader: () => redirect(panelPaths.dashboard) },
      {
        path: panelPaths.login,
        lazy: async () => ({
          Component: (await import("@/features/accounts/panel/sign-in/login-screen")).LoginScreen,
        }),
      },
      {
        path: panelPaths.setup,
        lazy: async () => ({ Component: (await import("./setup/setup-screen")).SetupScreen }),
      },
      {
        path: paths.invitation,
        lazy: async () => ({
          Component: (await import("@/features/accounts/panel/sign-in/invitation-screen")).InvitationScreen,
        }),
      },
      {
        element: <PanelGuard />,
        children: [
          {
            errorElement: <ScreenFailure />,
            children: [
              ...STAFF_ROUTES,
              { element: <Restricted least="support" />, children: SUPPORT_ROUTES },
              { element: <Restricted least="writer" />, children: WRITER_ROUTES },
              // The menu leads all who edit content to the newsletter. Writers get its other screen.
              {
                element: <Restricted least="editor" instead={panelPaths.editions} />,
                children: EDITOR_ROUTES,
              },
              { element: <Restricted least="admin" />, children: ADMIN_ROUTES },
            ],
          },
        ],
      },
      { element: <NotFoundFrame />, children: [{ path: "*", element: <NotFoundScreen /> }] },
    ],
  },
];

export const createRouter = () => createBrowserRouter(ROUTES);
