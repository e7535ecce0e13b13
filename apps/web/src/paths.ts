import {
  isSitePath,
  getPublicationPicturePath,
  getSharedPicturePath,
  type DocumentFilter,
  type SignInProblem,
} from '@marquee/validation';

/** The only place where an address of the product is spelled. */
const formatQuery = (values: Record<string, string | undefined>): string => {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString().replaceAll('%2C', ',')}`;
};

export const paths = {
  home: () => '/',
  /** `booking`: a bank that took the whole page sends the brand back from paying this booking. */
  dashboard: (to: { booking?: string } = {}) => `/dashboard${formatQuery(to)}`,
  auth: (to: { mode?: 'signup'; next?: string; problem?: SignInProblem } = {}) => `/auth${formatQuery(to)}`,
  login: (to: { next?: string } = {}) => `/login${formatQuery(to)}`,
  forgotPassword: () => '/forgot-password',
  welcome: () => '/welcome',
  authTest: () => '/auth-test',
  /**
   * Not screens: the browser leaves the app for the server (spec §7).
   * `connect`: joins the identity to the account that is signed in.
   */
  externalSignIn: (to: { next?: string; connect?: '1' } = {}) => `/api/login${formatQuery(to)}`,
  externalSignOut: () => '/api/logout',
  accountExport: () => '/api/account/export',
  register: (to: { next?: string } = {}) => `/register${formatQuery(to)}`,
  /** `new: '1'` opens the form for a new package. */
  packages: (to: { new?: '1' } | { edit: string } = {}) => `/packages${formatQuery(to)}`,
  managePackages: () => '/manage-packages',
  questionnaireBuilder: (to: { packageId?: string } = {}) => `/questionnaire-builder${formatQuery(to)}`,
  orderQuestionnaire: (to: { packageId: string }) => `/order-questionnaire${formatQuery(to)}`,
  checkout: (to: { packageId: string } | { bookingId: string }) =>
    'bookingId' in to ? `/checkout/${to.bookingId}` : `/checkout${formatQuery(to)}`,
  /** Everything after `?` is the find page's own state (filters, sort, search): see `toFindParams`. */
  findInfluencers: (to: Record<string, string> = {}) => `/find-influencers${formatQuery(to)}`,
  /** All parts of the market that have a page, or one of them by its slug: 'fashion/youtube', 'in/lisbon'. */
  creators: (to: { slug?: string } = {}) =>
    ['/creators', ...(to.slug === undefined ? [] : to.slug.split('/').map(encodeURIComponent))].join('/'),
  /** Everything after `?` is the brief: see `toMatchParams`. */
  match: (to: Record<string, string> = {}) => `/match${formatQuery(to)}`,
  /** Ids with commas between them; at most four. */
  compare: (to: { packages: string }) => `/compare${formatQuery(to)}`,
  /** One of them: what the creator charges, or what the brand pays, as decimal text. */
  pricingGuide: (to: { price?: string; total?: string } = {}) => `/pricing-guide${formatQuery(to)}`,
  resources: () => '/resources',
  contact: (to: { category?: string } = {}) => `/contact${formatQuery(to)}`,
  /** For who is signed in; from a mail's link it opens by what stands behind '#'. */
  appeal: (to: { id: string }) => `/appeal${formatQuery(to)}`,
  trust: () => '/trust',
  privacy: () => '/privacy',
  terms: () => '/terms',
  /** `booking`: one of the reader's, whose state is marked. */
  howMoneyMoves: (to: { booking?: string } = {}) => `/how-money-moves${formatQuery(to)}`,
  customerInfo: () => '/customer-info',
  settings: () => '/settings',
  settingsAvailability: () => '/settings/availability',
  settingsNotifications: () => '/settings/notifications',
  settingsAccount: () => '/settings/account',
  bookings: (to: { status?: string; show?: 'waiting' } = {}) => `/bookings${formatQuery(to)}`,
  settingsBilling: () => '/settings/billing',
  bookingDetails: (to: { bookingId?: string } = {}) => `/booking-details${formatQuery(to)}`,
  bookingResults: (to: { bookingId?: string } = {}) => `/booking-results${formatQuery(to)}`,
  /** `at`: when it was sent; another one is another picture for the browser. */
  publicationPicture: (to: { id: string; at: string }) =>
    `${getPublicationPicturePath(to)}${formatQuery({ at: to.at })}`,
  sharedPicture: (to: { token: string; id: string; at: string }) =>
    `${getSharedPicturePath({ ...to, token: encodeURIComponent(to.token) })}${formatQuery({ at: to.at })}`,
  sharedResults: (to: { token: string }) => `/results/${encodeURIComponent(to.token)}`,
  /** What the two sides wrote, and what happened meanwhile, as one story. */
  bookingConversation: (to: { bookingId: string }) => `/booking-details${formatQuery(to)}#conversation`,
  /** `compare`: packages that are chosen for comparison, as in `compare`. */
  profile: (to: { username: string }, { compare }: { compare?: string | undefined } = {}) =>
    `/profile/${encodeURIComponent(to.username)}${formatQuery({ compare })}`,
  /** The picture that link previews of a profile show. */
  profileCard: (to: { username: string }) => `/profile/${encodeURIComponent(to.username)}/card.png`,
  /** One conversation by its id, a booking's, or the one with somebody (a username); `show`: the unread ones. */
  messages: (to: { conversation?: string; booking?: string; with?: string; show?: 'unread' } = {}) =>
    `/messages${formatQuery(to)}`,
  /** `span`: how far back; without it twelve months. */
  analytics: (to: { span?: string } = {}) => `/analytics${formatQuery(to)}`,
  notifications: () => '/notifications',
  /** `list`: one of the reader's own; without it the first one. */
  saved: (to: { list?: string } = {}) => `/saved${formatQuery(to)}`,
  sharedList: (to: { token: string }) => `/lists/${encodeURIComponent(to.token)}`,
  offers: (to: { show?: string } = {}) => `/offers${formatQuery(to)}`,
  offer: (to: { id: string }) => `/offers/${to.id}`,
  /**
   * `creator`: the username of who is asked. `renew`: a booking whose usage rights are to go on. Everything else is a
   * brief: see `toMatchParams`.
   */
  newOffer: (to: { creator: string } & Record<string, string>) => `/offers/new${formatQuery(to)}`,
  payouts: (to: { stage?: string } & DocumentFilter = {}) => `/payouts${formatQuery(to)}`,
  receipts: (to: DocumentFilter = {}) => `/receipts${formatQuery(to)}`,
  /** All that are wanted: a table, or an archive of papers. */
  receiptFiles: ({ form, ...to }: DocumentFilter & { form: 'csv' | 'zip' }) =>
    `/api/receipts/all.${form}${formatQuery(to)}`,
  payoutFiles: (to: Pick<DocumentFilter, 'from' | 'to'>) => `/api/statements/payouts/all.csv${formatQuery(to)}`,
  /** Whether a paper is one of ours, by its code. */
  verify: (to: { code?: string } = {}) =>
    to.code === undefined ? '/verify' : `/verify/${encodeURIComponent(to.code)}`,
  /** Downloads; the server refuses them to everybody but their owner and staff. */
  receiptFile: (to: { bookingId: string; form: 'pdf' | 'csv' }) => `/api/receipts/${to.bookingId}.${to.form}`,
  creditNoteFile: (to: { bookingId: string; form: 'pdf' | 'csv' }) => `/api/credit-notes/${to.bookingId}.${to.form}`,
  recordFile: (to: { bookingId: string; form: 'pdf' | 'zip' }) => `/api/records/${to.bookingId}.${to.form}`,
  workRecordFile: (to: { id: string }) => `/api/work-records/${to.id}.pdf`,
  agreementFile: (to: { bookingId: string }) => `/api/agreements/${to.bookingId}.pdf`,
  payoutFile: (to: { bookingId: string; form: 'pdf' | 'csv' }) => `/api/statements/payouts/${to.bookingId}.${to.form}`,
  monthlyStatementFile: (to: { month: string; form: 'pdf' | 'csv' }) => `/api/statements/months/${to.month}.${to.form}`,
  admin: () => '/admin',
  adminDisputes: (to: { show?: string } = {}) => `/admin/disputes${formatQuery(to)}`,
  adminDispute: (to: { id: string }) => `/admin/disputes/${to.id}`,
  adminChargebacks: (to: { show?: string } = {}) => `/admin/chargebacks${formatQuery(to)}`,
  adminPayouts: () => '/admin/payouts',
  adminExceptions: (to: { show?: string } = {}) => `/admin/exceptions${formatQuery(to)}`,
  adminRefunds: (to: { show?: string } = {}) => `/admin/refunds${formatQuery(to)}`,
  adminBookings: (to: { show?: string; search?: string; userId?: string } = {}) => `/admin/bookings${formatQuery(to)}`,
  adminBooking: (to: { id: string }) => `/admin/bookings/${to.id}`,
  adminUsers: (to: { show?: string; search?: string } = {}) => `/admin/users${formatQuery(to)}`,
  adminUser: (to: { id: string }) => `/admin/users/${to.id}`,
  adminPackages: (to: { show?: string; search?: string } = {}) => `/admin/packages${formatQuery(to)}`,
  adminMessages: (to: { show?: string } = {}) => `/admin/messages${formatQuery(to)}`,
  adminMessage: (to: { id: string }) => `/admin/messages/${to.id}`,
  adminReports: (to: { show?: string } = {}) => `/admin/reports${formatQuery(to)}`,
  adminProofs: (to: { show?: string } = {}) => `/admin/proofs${formatQuery(to)}`,
  adminAudit: (to: { action?: string; actorId?: string; subjectId?: string } = {}) => `/admin/audit${formatQuery(to)}`,
  adminRevenue: () => '/admin/revenue',
  /** `span`: how far back; without it twelve months. */
  adminMarket: (to: { span?: string } = {}) => `/admin/market${formatQuery(to)}`,
  adminTerms: () => '/admin/terms',
  revenueFile: () => '/api/admin/revenue.csv',
  /** The short link that people share (decisions: it redirects to the profile). */
  shortProfile: (to: { username: string }) => `/@${to.username}`,
};

/**
 * Where signing in leads. `next`: a return address that was given to us, followed only when it is a path of this site.
 * Anything else becomes the dashboard, for staff theirs.
 */
export function getSafeReturnPath(next: string | null, user?: { role: string }): string {
  if (isSitePath(next)) return next;
  return user?.role === 'admin' ? paths.admin() : paths.dashboard();
}
