/** Every route of the product, in the spec's order (§2). Each screen is its own chunk: its file exports `loader` and `Page`. */
import { Center, Loader } from '@mantine/core';
import { redirect, type LoaderFunction, type RouteObject } from 'react-router-dom';
import { Layout } from './Layout.tsx';
import { paths } from './paths.ts';
import { currentUser } from './session.ts';
import { RouteError } from './ui/RouteError.tsx';

interface Screen {
  Page: React.ComponentType;
  loader?: LoaderFunction;
}

const screen =
  (load: () => Promise<Screen>): NonNullable<RouteObject['lazy']> =>
  async () => {
    const { Page, loader } = await load();
    return { Component: Page, ...(loader && { loader }) };
  };

const Loading = () => (
  <Center h="60vh">
    <Loader aria-label="Loading" />
  </Center>
);

export const routes: RouteObject[] = [
  {
    element: <Layout />,
    loader: () => currentUser(),
    // The user changes only by signing in or out, which clear the cache themselves.
    shouldRevalidate: () => false,
    hydrateFallbackElement: <Loading />,
    errorElement: <RouteError />,
    children: [
      {
        errorElement: <RouteError />,
        children: [
          // Public
          { path: 'profile/:username', lazy: screen(() => import('./pages/ProfilePage.tsx')) },
          { path: 'order-questionnaire', lazy: screen(() => import('./pages/OrderQuestionnairePage.tsx')) },
          { path: 'checkout/:bookingId?', lazy: screen(() => import('./pages/CheckoutPage.tsx')) },
          { path: 'login', lazy: screen(() => import('./pages/LoginPage.tsx')) },
          { path: 'register', lazy: screen(() => import('./pages/RegisterPage.tsx')) },
          { path: 'auth', lazy: screen(() => import('./pages/AuthPage.tsx')) },
          // Signed in
          { index: true, lazy: screen(() => import('./pages/HomePage.tsx')) },
          { path: 'dashboard', lazy: screen(() => import('./pages/DashboardPage.tsx')) },
          { path: 'packages', lazy: screen(() => import('./pages/PackagesPage.tsx')) },
          { path: 'manage-packages', lazy: screen(() => import('./pages/PackagesPage.tsx')) },
          { path: 'questionnaire-builder', lazy: screen(() => import('./pages/QuestionnaireBuilderPage.tsx')) },
          { path: 'bookings', lazy: screen(() => import('./pages/BookingsPage.tsx')) },
          { path: 'booking-details', lazy: screen(() => import('./pages/BookingDetailsPage.tsx')) },
          { path: 'payouts', lazy: screen(() => import('./pages/PayoutsPage.tsx')) },
          { path: 'receipts', lazy: screen(() => import('./pages/ReceiptsPage.tsx')) },
          // Staff
          {
            path: 'admin',
            lazy: screen(() => import('./pages/AdminPage.tsx')),
            children: [
              {
                errorElement: <RouteError />,
                children: [
                  { index: true, lazy: screen(() => import('./pages/AdminOverviewPage.tsx')) },
                  { path: 'disputes', lazy: screen(() => import('./pages/AdminDisputesPage.tsx')) },
                  { path: 'disputes/:id', lazy: screen(() => import('./pages/AdminDisputePage.tsx')) },
                  { path: 'payouts', lazy: screen(() => import('./pages/AdminPayoutsPage.tsx')) },
                  { path: 'exceptions', lazy: screen(() => import('./pages/AdminExceptionsPage.tsx')) },
                  { path: 'refunds', lazy: screen(() => import('./pages/AdminRefundsPage.tsx')) },
                  { path: 'bookings', lazy: screen(() => import('./pages/AdminBookingsPage.tsx')) },
                  { path: 'bookings/:id', lazy: screen(() => import('./pages/AdminBookingPage.tsx')) },
                  { path: 'users', lazy: screen(() => import('./pages/AdminUsersPage.tsx')) },
                  { path: 'users/:id', lazy: screen(() => import('./pages/AdminUserPage.tsx')) },
                  { path: 'packages', lazy: screen(() => import('./pages/AdminPackagesPage.tsx')) },
                  { path: 'messages', lazy: screen(() => import('./pages/AdminMessagesPage.tsx')) },
                  { path: 'audit', lazy: screen(() => import('./pages/AdminAuditPage.tsx')) },
                  { path: 'revenue', lazy: screen(() => import('./pages/AdminRevenuePage.tsx')) },
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
