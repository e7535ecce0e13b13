import type { DocumentFilter, SignInProblem, ActionFilter } from '@marquee/validation';
import {
  getFilePath,
  isSitePath,
  getPublicationPicturePath,
  getSharedPicturePath,
  type UserType,
  type PersonId,
  type WorkspaceId,
} from '@marquee/contracts';
import { getScope } from './trpc.ts';

/** Builds all URLs of the app. No other file contains URLs. */
const formatQuery = (values: Record<string, string | undefined>): string => {
  const givenEntries = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return givenEntries.length === 0 ? '' : `?${new URLSearchParams(givenEntries).toString().replaceAll('%2C', ',')}`;
};

/** Returns the path of a file in the tab's workspace. Links of the router add the workspace themselves. */
const inWorkspace = (path: string): string => getScope().workspacePath + path;

export const paths = {
  home: () => '/',
  /** `booking` is set when the brand returns from its bank after paying for that booking. */
  dashboard: (to: { booking?: string } = {}) => `/dashboard${formatQuery(to)}`,
  auth: (to: { mode?: 'signup'; next?: string; problem?: SignInProblem } = {}) => `/auth${formatQuery(to)}`,
  /** `step: '2'` continues with the second step of a sign-in. */
  login: (to: { next?: string; step?: '2' } = {}) => `/login${formatQuery(to)}`,
  confirmed: () => '/login/confirmed',
  forgotPassword: () => '/forgot-password',
  welcome: () => '/welcome',
  authTest: () => '/auth-test',
  /**
   * Server routes, which the browser opens with a full page load (requirements R7.21). `connect` connects the OpenID
   * identity to the signed-in account, and `confirm` asks for a new sign-in.
   */
  externalSignIn: (to: { next?: string; connect?: '1'; confirm?: '1' } = {}) => `/api/login${formatQuery(to)}`,
  externalSignOut: () => '/api/logout',
  accountExport: () => inWorkspace('/api/account/export'),
  register: (to: { next?: string } = {}) => `/register${formatQuery(to)}`,
  /** `new: '1'` opens the editor for a new package, `edit` the editor for the package with that id. */
  packages: (to: { new?: '1' } | { edit: string } = {}) => `/packages${formatQuery(to)}`,
  managePackages: () => '/manage-packages',
  questionnaireBuilder: (to: { packageId?: string } = {}) => `/questionnaire-builder${formatQuery(to)}`,
  orderQuestionnaire: (to: { packageId: string }) => `/order-questionnaire${formatQuery(to)}`,
  checkout: (to: { packageId: string } | { bookingId: string }) =>
    'bookingId' in to ? `/checkout/${to.bookingId}` : `/checkout${formatQuery(to)}`,
  /** The parameters are the state of the search page, as created by `toFindParams`. */
  findInfluencers: (to: Record<string, string> = {}) => `/find-influencers${formatQuery(to)}`,
  /** The overview of all topics, or one topic by its slug, such as 'fashion/youtube' or 'in/lisbon'. */
  creators: (to: { slug?: string } = {}) =>
    ['/creators', ...(to.slug === undefined ? [] : to.slug.split('/').map(encodeURIComponent))].join('/'),
  /** The parameters are the brief, as created by `toMatchParams`. */
  match: (to: Record<string, string> = {}) => `/match${formatQuery(to)}`,
  /** At most four package ids, separated by commas. */
  compare: (to: { packages: string }) => `/compare${formatQuery(to)}`,
  /** Prefills the fee calculator with either the creator's price or the brand's total, as decimal text. */
  pricingGuide: (to: { price?: string; total?: string } = {}) => `/pricing-guide${formatQuery(to)}`,
  resources: () => '/resources',
  contact: (to: { category?: string } = {}) => `/contact${formatQuery(to)}`,
  /** For signed-in users. Links in emails contain a token in the fragment instead. */
  appeal: (to: { id: string }) => `/appeal${formatQuery(to)}`,
  trust: () => '/trust',
  privacy: () => '/privacy',
  terms: () => '/terms',
  /** `booking` is the id of the user's booking whose state the page highlights. */
  howMoneyMoves: (to: { booking?: string } = {}) => `/how-money-moves${formatQuery(to)}`,
  customerInfo: () => '/customer-info',
  settings: () => '/settings',
  settingsAvailability: () => '/settings/availability',
  settingsNotifications: () => '/settings/notifications',
  settingsAccount: () => '/settings/account',
  bookings: (to: { status?: string; show?: 'waiting' } = {}) => `/bookings${formatQuery(to)}`,
  settingsBilling: () => '/settings/billing',
  settingsBudgets: () => '/settings/budgets',
  settingsMembers: () => '/settings/members',
  settingsLog: (to: ActionFilter = {}) => `/settings/log${formatQuery(to)}`,
  workspaceLogFile: (to: ActionFilter) => inWorkspace(`/api/workspace-log/all.csv${formatQuery(to)}`),
  approvals: () => '/approvals',
  approval: (to: { id: string }) => `/approvals/${to.id}`,
  settingsAgency: () => '/settings/agency',
  bookingDetails: (to: { bookingId?: string } = {}) => `/booking-details${formatQuery(to)}`,
  bookingResults: (to: { bookingId?: string } = {}) => `/booking-results${formatQuery(to)}`,
  /**
   * `at` is the time of the upload. It makes the URL unique, so that browsers do not show a cached picture after it
   * has been replaced.
   */
  publicationPicture: (to: { id: string; at: string }) =>
    inWorkspace(`${getPublicationPicturePath(to)}${formatQuery({ at: to.at })}`),
  sharedPicture: (to: { token: string; id: string; at: string }) =>
    `${getSharedPicturePath({ ...to, token: encodeURIComponent(to.token) })}${formatQuery({ at: to.at })}`,
  sharedResults: (to: { token: string }) => `/results/${encodeURIComponent(to.token)}`,
  /** A file of a message or a delivery. `show: '1'` displays it instead of downloading it. */
  file: ({ id }: { id: string }, to: { show?: '1' } = {}) => inWorkspace(getFilePath(id) + formatQuery(to)),
  bookingConversation: (to: { bookingId: string }) => `/booking-details${formatQuery(to)}#conversation`,
  /** `compare` contains the ids of the packages chosen for comparison, separated by commas. */
  profile: (to: { username: string }, { compare }: { compare?: string | undefined } = {}) =>
    `/profile/${encodeURIComponent(to.username)}${formatQuery({ compare })}`,
  /** The image for link previews of a profile. */
  profileCard: (to: { username: string }) => `/profile/${encodeURIComponent(to.username)}/card.png`,
  /**
   * Opens the conversation with the given id, about the given booking, or with the given username (`with`). `show`
   * filters the list of conversations.
   */
  messages: (to: { conversation?: string; booking?: string; with?: string; show?: 'unread' } = {}) =>
    `/messages${formatQuery(to)}`,
  /** `span` is the period shown, twelve months by default. */
  analytics: (to: { span?: string } = {}) => `/analytics${formatQuery(to)}`,
  notifications: () => '/notifications',
  /** `list` is the id of one of the user's lists, the first one by default. */
  saved: (to: { list?: string } = {}) => `/saved${formatQuery(to)}`,
  sharedList: (to: { token: string }) => `/lists/${encodeURIComponent(to.token)}`,
  offers: (to: { show?: string } = {}) => `/offers${formatQuery(to)}`,
  offer: (to: { id: string }) => `/offers/${to.id}`,
  /**
   * `creator` is a username. `renew` is the id of a booking whose usage rights are to be extended. The other
   * parameters are a brief, as created by `toMatchParams`.
   */
  newOffer: (to: { creator: string } & Record<string, string>) => `/offers/new${formatQuery(to)}`,
  payouts: (to: { stage?: string } & DocumentFilter = {}) => `/payouts${formatQuery(to)}`,
  statements: () => '/payouts/statements',
  receipts: (to: DocumentFilter = {}) => `/receipts${formatQuery(to)}`,
  /** Downloads all documents that match a filter, as a table or an archive. */
  receiptFiles: ({ form, ...to }: DocumentFilter & { form: 'csv' | 'zip' }) =>
    inWorkspace(`/api/receipts/all.${form}${formatQuery(to)}`),
  payoutFiles: (to: Pick<DocumentFilter, 'from' | 'to'>) =>
    inWorkspace(`/api/statements/payouts/all.csv${formatQuery(to)}`),
  verify: (to: { code?: string } = {}) =>
    to.code === undefined ? '/verify' : `/verify/${encodeURIComponent(to.code)}`,
  /** Downloads one document. Only its owner and staff can access it. */
  receiptFile: (to: { bookingId: string; form: 'pdf' | 'csv' }) =>
    inWorkspace(`/api/receipts/${to.bookingId}.${to.form}`),
  creditNoteFile: (to: { bookingId: string; form: 'pdf' | 'csv' }) =>
    inWorkspace(`/api/credit-notes/${to.bookingId}.${to.form}`),
  recordFile: (to: { bookingId: string; form: 'pdf' | 'zip' }) =>
    inWorkspace(`/api/records/${to.bookingId}.${to.form}`),
  workRecordFile: (to: { id: string }) => inWorkspace(`/api/work-records/${to.id}.pdf`),
  agreementFile: (to: { bookingId: string }) => inWorkspace(`/api/agreements/${to.bookingId}.pdf`),
  payoutFile: (to: { bookingId: string; form: 'pdf' | 'csv' }) =>
    inWorkspace(`/api/statements/payouts/${to.bookingId}.${to.form}`),
  monthlyStatementFile: (to: { month: string; form: 'pdf' | 'csv' }) =>
    inWorkspace(`/api/statements/months/${to.month}.${to.form}`),
  admin: () => '/admin',
  adminDisputes: (to: { show?: string } = {}) => `/admin/disputes${formatQuery(to)}`,
  adminDispute: (to: { id: string }) => `/admin/disputes/${to.id}`,
  adminChargebacks: (to: { show?: string } = {}) => `/admin/chargebacks${formatQuery(to)}`,
  adminPayouts: () => '/admin/payouts',
  adminExceptions: (to: { show?: string } = {}) => `/admin/exceptions${formatQuery(to)}`,
  adminRefunds: (to: { show?: string } = {}) => `/admin/refunds${formatQuery(to)}`,
  adminBookings: (to: { show?: string; search?: string; workspaceId?: WorkspaceId } = {}) =>
    `/admin/bookings${formatQuery(to)}`,
  adminBooking: (to: { id: string }) => `/admin/bookings/${to.id}`,
  adminUsers: (to: { show?: string; search?: string } = {}) => `/admin/users${formatQuery(to)}`,
  adminUser: (to: { id: WorkspaceId }) => `/admin/users/${to.id}`,
  adminPackages: (to: { show?: string; search?: string } = {}) => `/admin/packages${formatQuery(to)}`,
  adminMessages: (to: { show?: string } = {}) => `/admin/messages${formatQuery(to)}`,
  adminMessage: (to: { id: string }) => `/admin/messages/${to.id}`,
  adminReports: (to: { show?: string } = {}) => `/admin/reports${formatQuery(to)}`,
  adminProofs: (to: { show?: string } = {}) => `/admin/proofs${formatQuery(to)}`,
  adminAudit: (to: { action?: string; actorPersonId?: PersonId; subjectId?: string } = {}) =>
    `/admin/audit${formatQuery(to)}`,
  adminRevenue: () => '/admin/revenue',
  /** `span` is the period shown, twelve months by default. */
  adminMarket: (to: { span?: string } = {}) => `/admin/market${formatQuery(to)}`,
  adminTerms: () => '/admin/terms',
  /** `span` is the period shown, the last hour by default. */
  adminHealth: (to: { span?: string } = {}) => `/admin/health${formatQuery(to)}`,
  revenueFile: () => '/api/admin/revenue.csv',
  /** The short link for sharing a profile. It redirects to the profile (requirements R1.7). */
  shortProfile: (to: { username: string }) => `/@${to.username}`,
};

/**
 * Returns the path to open after signing in: `next` if it is a path of this site, or else the admin pages for staff
 * and the dashboard for all others.
 */
export function getSafeReturnPath(next: string | null, user?: { role: string }): string {
  if (isSitePath(next)) return next;
  return user?.role === 'admin' ? paths.admin() : paths.dashboard();
}

/** Returns the path to open after registering: `next`, or else a creator's first package and a brand's dashboard. */
export const getFirstPath = (next: string | null, userType: UserType): string =>
  next === null && userType === 'influencer' ? paths.packages({ new: '1' }) : getSafeReturnPath(next);
