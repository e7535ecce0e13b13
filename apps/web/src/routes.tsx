/**
 * All routes. The documented ones are requirements R2.1 to R2.20. Each page file exports `loader` and `Page` and
 * becomes a separate chunk.
 */
import { redirect, redirectDocument, useLocation, type LoaderFunction, type RouteObject } from 'react-router-dom';
import { loadOperatorTerms } from './operatorTerms.ts';
import { ErrorScreen } from './layout/ErrorScreen.tsx';
import { Layout } from './layout/Layout.tsx';
import { paths } from './paths.ts';
import { loadCurrentUser, getRequestedPath } from './session.ts';
import { isLostWorkspaceError, isSignedOutError } from './lib/errors.ts';
import { runLoader } from './lib/notify.ts';
import { PageSkeleton } from './ui/PageSkeleton.tsx';
import { getErrorCause } from './ui/RouteErrorScreen.tsx';
import { prepareToLeave, getSignInPath } from './lib/sessionEnd.ts';

interface ScreenModule {
  Page: React.ComponentType;
  loader?: LoaderFunction;
  source?: string;
}

/** Tells the server how to render a page (ssr/entry-server.tsx). */
export interface ScreenHandle {
  /** True if the server renders the page for visitors. */
  isDrawn: boolean;
  /** True if the server renders the page for signed-in users. */
  isDrawnSignedIn: boolean;
  /**
   * The path of the page's source file, added by the server build. The server uses it to find the page's scripts and
   * styles.
   */
  source: string | undefined;
}

const toLazyRoute =
  (
    load: () => Promise<ScreenModule>,
    { isDrawn = false, isDrawnSignedIn = false } = {},
  ): NonNullable<RouteObject['lazy']> =>
  async () => {
    const { Page, loader, source } = await load();
    const handle: ScreenHandle = { isDrawn, isDrawnSignedIn, source };
    return { Component: Page, handle, ...(loader && { loader: withSignInRedirect(loader) }) };
  };

/**
 * Wraps a loader so that an expired session redirects the user to the sign-in page, and from there back to the
 * requested page.
 */
const withSignInRedirect =
  (loader: LoaderFunction): LoaderFunction =>
  async (args, ...more) => {
    try {
      return await runLoader(async () => (loader as (...all: unknown[]) => unknown)(args, ...more));
    } catch (error) {
      if (!isSignedOutError(getErrorCause(error))) throw error;
      prepareToLeave();
      throw redirectDocument(getSignInPath(getRequestedPath(args.request)));
    }
  };

/**
 * A page that the server renders for visitors and signed-in users, so that it appears at once and search engines can
 * read it. Its loader must not change anything. Its first render must not depend on the browser's storage, window
 * size, time zone or clock.
 */
const publicScreen = (load: () => Promise<ScreenModule>) => toLazyRoute(load, { isDrawn: true, isDrawnSignedIn: true });

/**
 * A page that the server renders for signed-in users only. The rules of `publicScreen` apply, except that the page
 * may contain times (lib/readerClock.ts).
 */
const signedInScreen = (load: () => Promise<ScreenModule>) => toLazyRoute(load, { isDrawnSignedIn: true });

/**
 * Shown until the first page has loaded. While later pages load, the previous one stays visible below a progress
 * bar.
 */
function LoadingScreen() {
  const { pathname } = useLocation();
  return <PageSkeleton shape={SKELETON_SHAPES.find(([path]) => path.test(pathname))?.[1] ?? 'list'} />;
}

const SKELETON_SHAPES = [
  [/^\/(login|register|auth|welcome|forgot-password|reset-password|secure-account|verify-email)\b/, 'form'],
  [/^\/(packages|manage-packages|find-influencers|creators|profile|compare|dashboard)\b/, 'cards'],
] as const;

export const routes: RouteObject[] = [
  {
    element: <Layout />,
    loader: async () => {
      const terms = loadOperatorTerms();
      // The layout stays, with links that leave the workspace (LostWorkspaceScreen.tsx).
      const isForeign = await loadCurrentUser().then(
        () => false,
        (error: unknown) => {
          if (isLostWorkspaceError(error)) return true;
          throw error;
        },
      );
      await terms;
      return { isForeign };
    },
    // The session only changes by signing in or out, which clears the cache.
    shouldRevalidate: () => false,
    hydrateFallbackElement: <LoadingScreen />,
    // Replaces the layout, which contains the element `main` of all other pages.
    errorElement: (
      <main>
        <ErrorScreen />
      </main>
    ),
    children: [
      {
        // Shown inside the layout until the page has loaded, if the server has rendered only the layout
        // (ssr/entry-server.tsx).
        hydrateFallbackElement: <LoadingScreen />,
        errorElement: <ErrorScreen />,
        children: [
          { path: 'profile/:username', lazy: publicScreen(() => import('./pages/catalog/ProfilePage.tsx')) },
          {
            path: 'order-questionnaire',
            lazy: toLazyRoute(() => import('./pages/booking/OrderQuestionnairePage.tsx')),
          },
          { path: 'checkout/:bookingId?', lazy: toLazyRoute(() => import('./pages/booking/CheckoutPage.tsx')) },
          { path: 'login', lazy: publicScreen(() => import('./pages/identity/LoginPage.tsx')) },
          { path: 'login/confirmed', lazy: toLazyRoute(() => import('./pages/identity/ConfirmedPage.tsx')) },
          { path: 'register', lazy: publicScreen(() => import('./pages/identity/RegisterPage.tsx')) },
          { path: 'auth', lazy: publicScreen(() => import('./pages/identity/AuthPage.tsx')) },
          { path: 'privacy', lazy: publicScreen(() => import('./pages/catalog/PrivacyPage.tsx')) },
          { path: 'terms', lazy: publicScreen(() => import('./pages/catalog/TermsPage.tsx')) },
          { path: 'verify/:code?', lazy: publicScreen(() => import('./pages/money/VerifyPage.tsx')) },
          { path: 'how-money-moves', lazy: publicScreen(() => import('./pages/money/HowMoneyMovesPage.tsx')) },
          { path: 'trust', lazy: publicScreen(() => import('./pages/money/TrustPage.tsx')) },
          { path: 'contact', lazy: publicScreen(() => import('./pages/messaging/ContactPage.tsx')) },
          { path: 'resources', lazy: publicScreen(() => import('./pages/catalog/ResourcesPage.tsx')) },
          { path: 'find-influencers', lazy: publicScreen(() => import('./pages/catalog/FindInfluencersPage.tsx')) },
          { path: 'creators', lazy: publicScreen(() => import('./pages/catalog/TopicsPage.tsx')) },
          { path: 'creators/in/:place', lazy: publicScreen(() => import('./pages/catalog/TopicPage.tsx')) },
          { path: 'creators/:category/:platform?', lazy: publicScreen(() => import('./pages/catalog/TopicPage.tsx')) },
          { path: 'compare', lazy: publicScreen(() => import('./pages/catalog/ComparePage.tsx')) },
          { path: 'lists/:token', lazy: publicScreen(() => import('./pages/catalog/SharedListPage.tsx')) },
          { path: 'results/:token', lazy: publicScreen(() => import('./pages/booking/SharedResultsPage.tsx')) },
          { path: 'pricing-guide', lazy: publicScreen(() => import('./pages/catalog/PricingGuidePage.tsx')) },
          { path: 'forgot-password', lazy: publicScreen(() => import('./pages/identity/ForgotPasswordPage.tsx')) },
          { path: 'reset-password', lazy: toLazyRoute(() => import('./pages/identity/ResetPasswordPage.tsx')) },
          { path: 'invitation', lazy: toLazyRoute(() => import('./pages/identity/InvitationPage.tsx')) },
          { path: 'guest-review', lazy: toLazyRoute(() => import('./pages/booking/GuestReviewPage.tsx')) },
          { path: 'secure-account', lazy: toLazyRoute(() => import('./pages/identity/SecureAccountPage.tsx')) },
          { path: 'verify-email', lazy: toLazyRoute(() => import('./pages/identity/VerifyEmailPage.tsx')) },
          { path: 'contact/thread', lazy: toLazyRoute(() => import('./pages/messaging/SupportThreadPage.tsx')) },
          { path: 'appeal', lazy: toLazyRoute(() => import('./pages/staff/AppealPage.tsx')) },
          { path: 'unsubscribe', lazy: toLazyRoute(() => import('./pages/messaging/UnsubscribePage.tsx')) },
          { path: 'welcome', lazy: toLazyRoute(() => import('./pages/identity/WelcomePage.tsx')) },
          { path: 'auth-test', lazy: toLazyRoute(() => import('./pages/identity/AuthTestPage.tsx')) },
          // The server renders the home page for visitors only. For signed-in users it is the dashboard, whose code
          // visitors do not load.
          { index: true, lazy: toLazyRoute(() => import('./pages/catalog/HomePage.tsx'), { isDrawn: true }) },
          { path: 'dashboard', lazy: signedInScreen(() => import('./pages/booking/DashboardPage.tsx')) },
          { path: 'packages', lazy: signedInScreen(() => import('./pages/catalog/PackagesPage.tsx')) },
          { path: 'manage-packages', lazy: signedInScreen(() => import('./pages/catalog/PackagesPage.tsx')) },
          {
            path: 'questionnaire-builder',
            lazy: toLazyRoute(() => import('./pages/catalog/QuestionnaireBuilderPage.tsx')),
          },
          { path: 'customer-info', lazy: toLazyRoute(() => import('./pages/booking/CustomerInfoPage.tsx')) },
          { path: 'match', lazy: toLazyRoute(() => import('./pages/catalog/MatchPage.tsx')) },
          { path: 'settings', lazy: toLazyRoute(() => import('./pages/identity/SettingsPage.tsx')) },
          { path: 'settings/members', lazy: toLazyRoute(() => import('./pages/identity/MemberSettingsPage.tsx')) },
          { path: 'settings/log', lazy: toLazyRoute(() => import('./pages/identity/LogSettingsPage.tsx')) },
          { path: 'settings/billing', lazy: toLazyRoute(() => import('./pages/money/BillingSettingsPage.tsx')) },
          { path: 'settings/budgets', lazy: toLazyRoute(() => import('./pages/booking/BudgetSettingsPage.tsx')) },
          { path: 'settings/agency', lazy: toLazyRoute(() => import('./pages/identity/AgencySettingsPage.tsx')) },
          {
            path: 'settings/availability',
            lazy: toLazyRoute(() => import('./pages/catalog/AvailabilitySettingsPage.tsx')),
          },
          {
            path: 'settings/notifications',
            lazy: toLazyRoute(() => import('./pages/messaging/NotificationSettingsPage.tsx')),
          },
          { path: 'settings/account', lazy: toLazyRoute(() => import('./pages/identity/AccountSettingsPage.tsx')) },
          { path: 'bookings', lazy: signedInScreen(() => import('./pages/booking/BookingsPage.tsx')) },
          { path: 'booking-details', lazy: signedInScreen(() => import('./pages/booking/BookingDetailsPage.tsx')) },
          { path: 'booking-results', lazy: signedInScreen(() => import('./pages/booking/BookingResultsPage.tsx')) },
          { path: 'approvals', lazy: toLazyRoute(() => import('./pages/booking/ApprovalsPage.tsx')) },
          { path: 'approvals/:id', lazy: toLazyRoute(() => import('./pages/booking/ApprovalPage.tsx')) },
          { path: 'offers', lazy: signedInScreen(() => import('./pages/booking/OffersPage.tsx')) },
          { path: 'offers/new', lazy: toLazyRoute(() => import('./pages/booking/NewOfferPage.tsx')) },
          { path: 'offers/:id', lazy: signedInScreen(() => import('./pages/booking/OfferPage.tsx')) },
          { path: 'messages', lazy: signedInScreen(() => import('./pages/messaging/MessagesPage.tsx')) },
          { path: 'analytics', lazy: signedInScreen(() => import('./pages/staff/AnalyticsPage.tsx')) },
          { path: 'notifications', lazy: signedInScreen(() => import('./pages/messaging/NotificationsPage.tsx')) },
          { path: 'saved', lazy: signedInScreen(() => import('./pages/catalog/SavedPage.tsx')) },
          { path: 'payouts', lazy: signedInScreen(() => import('./pages/money/PayoutsPage.tsx')) },
          { path: 'payouts/statements', lazy: signedInScreen(() => import('./pages/money/StatementsPage.tsx')) },
          { path: 'receipts', lazy: signedInScreen(() => import('./pages/money/ReceiptsPage.tsx')) },
          {
            path: 'admin',
            lazy: signedInScreen(() => import('./pages/staff/AdminPage.tsx')),
            children: [
              {
                errorElement: <ErrorScreen />,
                children: [
                  { index: true, lazy: signedInScreen(() => import('./pages/staff/AdminInboxPage.tsx')) },
                  { path: 'disputes', lazy: signedInScreen(() => import('./pages/staff/AdminDisputesPage.tsx')) },
                  { path: 'disputes/:id', lazy: signedInScreen(() => import('./pages/staff/AdminDisputePage.tsx')) },
                  { path: 'payouts', lazy: signedInScreen(() => import('./pages/staff/AdminPayoutsPage.tsx')) },
                  { path: 'chargebacks', lazy: signedInScreen(() => import('./pages/staff/AdminChargebacksPage.tsx')) },
                  { path: 'exceptions', lazy: signedInScreen(() => import('./pages/staff/AdminExceptionsPage.tsx')) },
                  { path: 'refunds', lazy: signedInScreen(() => import('./pages/staff/AdminRefundsPage.tsx')) },
                  { path: 'bookings', lazy: signedInScreen(() => import('./pages/staff/AdminBookingsPage.tsx')) },
                  { path: 'bookings/:id', lazy: signedInScreen(() => import('./pages/staff/AdminBookingPage.tsx')) },
                  { path: 'users', lazy: signedInScreen(() => import('./pages/staff/AdminUsersPage.tsx')) },
                  { path: 'users/:id', lazy: signedInScreen(() => import('./pages/staff/AdminUserPage.tsx')) },
                  { path: 'packages', lazy: signedInScreen(() => import('./pages/staff/AdminPackagesPage.tsx')) },
                  { path: 'messages', lazy: signedInScreen(() => import('./pages/staff/AdminMessagesPage.tsx')) },
                  { path: 'messages/:id', lazy: signedInScreen(() => import('./pages/staff/AdminMessagePage.tsx')) },
                  { path: 'reports', lazy: signedInScreen(() => import('./pages/staff/AdminReportsPage.tsx')) },
                  { path: 'proofs', lazy: signedInScreen(() => import('./pages/staff/AdminFollowerProofsPage.tsx')) },
                  { path: 'terms', lazy: signedInScreen(() => import('./pages/staff/AdminTermsPage.tsx')) },
                  { path: 'audit', lazy: signedInScreen(() => import('./pages/staff/AdminAuditPage.tsx')) },
                  { path: 'health', lazy: signedInScreen(() => import('./pages/staff/AdminHealthPage.tsx')) },
                  { path: 'market', lazy: signedInScreen(() => import('./pages/staff/AdminMarketPage.tsx')) },
                  { path: 'revenue', lazy: signedInScreen(() => import('./pages/staff/AdminRevenuePage.tsx')) },
                ],
              },
            ],
          },
          // The home page then shows the dashboard to signed-in users and the landing page to visitors (requirements
          // R2.20).
          { path: '*', loader: () => redirect(paths.home()) },
        ],
      },
    ],
  },
];
