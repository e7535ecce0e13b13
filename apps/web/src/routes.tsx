/**
 * Every route of the product, in the spec's order (§2). Each
 * screen is its own chunk: its file exports `loader` and `Page`.
 */
import { redirect, redirectDocument, useLocation, type LoaderFunction, type RouteObject } from 'react-router-dom';
import { loadTerms } from './terms.ts';
import { Layout } from './layout/Layout.tsx';
import { paths } from './paths.ts';
import { currentUser, wanted } from './session.ts';
import { isSignedOut } from './lib/errors.ts';
import { onTheWay } from './ui/notify.ts';
import { PageSkeleton } from './ui/PageSkeleton.tsx';
import { causeOf, RouteError } from './ui/RouteError.tsx';
import { beginLeaving, signInFrom } from './ui/sessionEnd.ts';

interface Screen {
  Page: React.ComponentType;
  loader?: LoaderFunction;
  source?: string;
}

/** What the server needs to know of a screen (ssr/entry-server.tsx). */
export interface ScreenHandle {
  /** Drawn by the server for visitors. */
  isDrawn: boolean;
  /** Drawn by the server for who is signed in. */
  isDrawnSignedIn: boolean;
  /** Its file, added by the server's build: what the browser will fetch for it is known by it. */
  source: string | undefined;
}

const screen =
  (load: () => Promise<Screen>, { isDrawn = false, isDrawnSignedIn = false } = {}): NonNullable<RouteObject['lazy']> =>
  async () => {
    const { Page, loader, source } = await load();
    const handle: ScreenHandle = { isDrawn, isDrawnSignedIn, source };
    return { Component: Page, handle, ...(loader && { loader: orSignIn(loader) }) };
  };

/** A screen whose calls find that the session is over leads to the sign-in, and signing in leads back. */
const orSignIn =
  (loader: LoaderFunction): LoaderFunction =>
  async (args, ...more) => {
    try {
      return await onTheWay(async () => (loader as (...all: unknown[]) => unknown)(args, ...more));
    } catch (error) {
      if (!isSignedOut(causeOf(error))) throw error;
      beginLeaving();
      throw redirectDocument(signInFrom(wanted(args.request)));
    }
  };

/**
 * A screen that the server draws for visitors, so that it is there at once and search
 * engines and link previews read it. Its loader only reads, and its first render
 * depends on nothing that only the browser knows (storage, size, time zone, time).
 */
const publicScreen = (load: () => Promise<Screen>) => screen(load, { isDrawn: true, isDrawnSignedIn: true });

/**
 * A screen that the server draws for who is signed in. The same holds for it, except that it may show times
 * (ui/clock.ts).
 */
const ownScreen = (load: () => Promise<Screen>) => screen(load, { isDrawnSignedIn: true });

/** Until the first screen is there. Later ones load behind the one before, under a progress bar. */
function Loading() {
  const { pathname } = useLocation();
  return <PageSkeleton shape={SHAPES.find(([path]) => path.test(pathname))?.[1] ?? 'list'} />;
}

const SHAPES = [
  [/^\/(login|register|auth|welcome|forgot-password|reset-password|verify-email)\b/, 'form'],
  [/^\/(packages|manage-packages|find-influencers|creators|profile|compare|dashboard)\b/, 'cards'],
] as const;

export const routes: RouteObject[] = [
  {
    element: <Layout />,
    loader: async () => {
      await Promise.all([currentUser(), loadTerms()]);
      return null;
    },
    // The user changes only by signing in or out, which clear the cache themselves.
    shouldRevalidate: () => false,
    hydrateFallbackElement: <Loading />,
    errorElement: <RouteError />,
    children: [
      {
        // In its frame, where the server has sent that (ssr/entry-server.tsx).
        hydrateFallbackElement: <Loading />,
        errorElement: <RouteError />,
        children: [
          // Public
          { path: 'profile/:username', lazy: publicScreen(() => import('./pages/ProfilePage.tsx')) },
          { path: 'order-questionnaire', lazy: screen(() => import('./pages/OrderQuestionnairePage.tsx')) },
          { path: 'checkout/:bookingId?', lazy: screen(() => import('./pages/CheckoutPage.tsx')) },
          { path: 'login', lazy: publicScreen(() => import('./pages/LoginPage.tsx')) },
          { path: 'register', lazy: publicScreen(() => import('./pages/RegisterPage.tsx')) },
          { path: 'auth', lazy: publicScreen(() => import('./pages/AuthPage.tsx')) },
          { path: 'privacy', lazy: publicScreen(() => import('./pages/PrivacyPage.tsx')) },
          { path: 'terms', lazy: publicScreen(() => import('./pages/TermsPage.tsx')) },
          { path: 'verify/:code?', lazy: publicScreen(() => import('./pages/VerifyPage.tsx')) },
          { path: 'how-money-moves', lazy: publicScreen(() => import('./pages/HowMoneyMovesPage.tsx')) },
          { path: 'trust', lazy: publicScreen(() => import('./pages/TrustPage.tsx')) },
          { path: 'contact', lazy: publicScreen(() => import('./pages/ContactPage.tsx')) },
          { path: 'resources', lazy: publicScreen(() => import('./pages/ResourcesPage.tsx')) },
          { path: 'find-influencers', lazy: publicScreen(() => import('./pages/FindInfluencersPage.tsx')) },
          { path: 'creators', lazy: publicScreen(() => import('./pages/TopicsPage.tsx')) },
          { path: 'creators/in/:place', lazy: publicScreen(() => import('./pages/TopicPage.tsx')) },
          { path: 'creators/:category/:platform?', lazy: publicScreen(() => import('./pages/TopicPage.tsx')) },
          { path: 'compare', lazy: publicScreen(() => import('./pages/ComparePage.tsx')) },
          { path: 'lists/:token', lazy: publicScreen(() => import('./pages/SharedListPage.tsx')) },
          { path: 'results/:token', lazy: publicScreen(() => import('./pages/SharedResultsPage.tsx')) },
          { path: 'pricing-guide', lazy: publicScreen(() => import('./pages/PricingGuidePage.tsx')) },
          { path: 'forgot-password', lazy: publicScreen(() => import('./pages/ForgotPasswordPage.tsx')) },
          { path: 'reset-password', lazy: screen(() => import('./pages/ResetPasswordPage.tsx')) },
          { path: 'verify-email', lazy: screen(() => import('./pages/VerifyEmailPage.tsx')) },
          { path: 'contact/thread', lazy: screen(() => import('./pages/ThreadPage.tsx')) },
          { path: 'appeal', lazy: screen(() => import('./pages/AppealPage.tsx')) },
          { path: 'unsubscribe', lazy: screen(() => import('./pages/UnsubscribePage.tsx')) },
          { path: 'welcome', lazy: screen(() => import('./pages/WelcomePage.tsx')) },
          { path: 'auth-test', lazy: screen(() => import('./pages/AuthTestPage.tsx')) },
          // Signed in
          // Of who is signed in it shows the dashboard, whose code visitors do not fetch.
          { index: true, lazy: screen(() => import('./pages/HomePage.tsx'), { isDrawn: true }) },
          { path: 'dashboard', lazy: ownScreen(() => import('./pages/DashboardPage.tsx')) },
          { path: 'packages', lazy: ownScreen(() => import('./pages/PackagesPage.tsx')) },
          { path: 'manage-packages', lazy: ownScreen(() => import('./pages/PackagesPage.tsx')) },
          { path: 'questionnaire-builder', lazy: screen(() => import('./pages/QuestionnaireBuilderPage.tsx')) },
          { path: 'customer-info', lazy: screen(() => import('./pages/CustomerInfoPage.tsx')) },
          { path: 'match', lazy: screen(() => import('./pages/MatchPage.tsx')) },
          { path: 'settings', lazy: screen(() => import('./pages/SettingsPage.tsx')) },
          { path: 'settings/billing', lazy: screen(() => import('./pages/BillingSettingsPage.tsx')) },
          { path: 'settings/availability', lazy: screen(() => import('./pages/AvailabilitySettingsPage.tsx')) },
          { path: 'settings/notifications', lazy: screen(() => import('./pages/NoticeSettingsPage.tsx')) },
          { path: 'settings/account', lazy: screen(() => import('./pages/AccountSettingsPage.tsx')) },
          { path: 'bookings', lazy: ownScreen(() => import('./pages/BookingsPage.tsx')) },
          { path: 'booking-details', lazy: ownScreen(() => import('./pages/BookingDetailsPage.tsx')) },
          { path: 'booking-results', lazy: ownScreen(() => import('./pages/BookingResultsPage.tsx')) },
          { path: 'offers', lazy: ownScreen(() => import('./pages/OffersPage.tsx')) },
          { path: 'offers/new', lazy: screen(() => import('./pages/NewOfferPage.tsx')) },
          { path: 'offers/:id', lazy: ownScreen(() => import('./pages/OfferPage.tsx')) },
          { path: 'messages', lazy: ownScreen(() => import('./pages/MessagesPage.tsx')) },
          { path: 'analytics', lazy: ownScreen(() => import('./pages/AnalyticsPage.tsx')) },
          { path: 'notifications', lazy: ownScreen(() => import('./pages/NoticesPage.tsx')) },
          { path: 'saved', lazy: ownScreen(() => import('./pages/SavedPage.tsx')) },
          { path: 'payouts', lazy: ownScreen(() => import('./pages/PayoutsPage.tsx')) },
          { path: 'receipts', lazy: ownScreen(() => import('./pages/ReceiptsPage.tsx')) },
          // Staff
          {
            path: 'admin',
            lazy: ownScreen(() => import('./pages/AdminPage.tsx')),
            children: [
              {
                errorElement: <RouteError />,
                children: [
                  { index: true, lazy: ownScreen(() => import('./pages/AdminOverviewPage.tsx')) },
                  { path: 'disputes', lazy: ownScreen(() => import('./pages/AdminDisputesPage.tsx')) },
                  { path: 'disputes/:id', lazy: ownScreen(() => import('./pages/AdminDisputePage.tsx')) },
                  { path: 'payouts', lazy: ownScreen(() => import('./pages/AdminPayoutsPage.tsx')) },
                  { path: 'chargebacks', lazy: ownScreen(() => import('./pages/AdminChargebacksPage.tsx')) },
                  { path: 'exceptions', lazy: ownScreen(() => import('./pages/AdminExceptionsPage.tsx')) },
                  { path: 'refunds', lazy: ownScreen(() => import('./pages/AdminRefundsPage.tsx')) },
                  { path: 'bookings', lazy: ownScreen(() => import('./pages/AdminBookingsPage.tsx')) },
                  { path: 'bookings/:id', lazy: ownScreen(() => import('./pages/AdminBookingPage.tsx')) },
                  { path: 'users', lazy: ownScreen(() => import('./pages/AdminUsersPage.tsx')) },
                  { path: 'users/:id', lazy: ownScreen(() => import('./pages/AdminUserPage.tsx')) },
                  { path: 'packages', lazy: ownScreen(() => import('./pages/AdminPackagesPage.tsx')) },
                  { path: 'messages', lazy: ownScreen(() => import('./pages/AdminMessagesPage.tsx')) },
                  { path: 'messages/:id', lazy: ownScreen(() => import('./pages/AdminMessagePage.tsx')) },
                  { path: 'reports', lazy: ownScreen(() => import('./pages/AdminReportsPage.tsx')) },
                  { path: 'proofs', lazy: ownScreen(() => import('./pages/AdminProofsPage.tsx')) },
                  { path: 'terms', lazy: ownScreen(() => import('./pages/AdminTermsPage.tsx')) },
                  { path: 'audit', lazy: ownScreen(() => import('./pages/AdminAuditPage.tsx')) },
                  { path: 'market', lazy: ownScreen(() => import('./pages/AdminMarketPage.tsx')) },
                  { path: 'revenue', lazy: ownScreen(() => import('./pages/AdminRevenuePage.tsx')) },
                ],
              },
            ],
          },
          // Spec §2: the dashboard for signed-in users, the landing page for everybody else; both are what / shows.
          { path: '*', loader: () => redirect(paths.home()) },
        ],
      },
    ],
  },
];
