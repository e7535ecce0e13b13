import {
  changeEmail,
  changePassword,
  confirmEmail,
  forgotPassword,
  isTimeZone,
  registration,
  resetLink,
  resetPassword,
  setPassword,
  signIn as signInForm,
  welcome,
} from '@marquee/validation';
import { z } from 'zod';
import { publicProcedure, router, userProcedure } from '../../core/trpc.ts';
import * as account from './account.service.ts';
import { register, signIn, signOut } from './auth.service.ts';
import { completeWelcome, welcomeOf } from './openid.service.ts';

/** The hash that the list of sessions names one by (SHA-256, base64url). */
const sessionId = z.string().regex(/^[\w-]{43}$/, 'There is no such session');

/**
 * What a screen says of its browser beside what a person typed: its time zone (at most 64 characters as in migration
 * 0035). One that is none is left out: nobody is refused for it.
 */
const browser = { timeZone: z.string().max(64).refine(isTimeZone).optional().catch(undefined) };

export const authRouter = router({
  /** The signed-in user, or null: being signed out is an answer, not an error. */
  session: publicProcedure.query(({ ctx }) => ctx.user),
  /** What external sign-in is called; null when there is none. */
  external: publicProcedure.query(({ ctx }) => (ctx.openId === null ? null : { label: ctx.openId.label })),
  me: userProcedure.query(({ ctx }) => ctx.user),
  register: publicProcedure.input(registration.extend(browser)).mutation(({ ctx, input }) => register(ctx, input)),
  signIn: publicProcedure.input(signInForm.extend(browser)).mutation(({ ctx, input }) => signIn(ctx, input)),
  signOut: publicProcedure.mutation(({ ctx }) => signOut(ctx)),
  welcome: publicProcedure.query(({ ctx }) => welcomeOf(ctx)),
  completeWelcome: publicProcedure
    .input(welcome.extend(browser))
    .mutation(({ ctx, input }) => completeWelcome(ctx, input)),
  forgotPassword: publicProcedure
    .input(forgotPassword)
    .mutation(({ ctx, input }) => account.forgotPassword(ctx, input)),
  /** Changes nothing, and is asked as a change is: the token must not stand in an address. */
  checkResetLink: publicProcedure
    .input(resetLink)
    .mutation(async ({ ctx, input }) => ({ isGood: await account.isResetLinkGood(ctx, input.token) })),
  resetPassword: publicProcedure.input(resetPassword).mutation(({ ctx, input }) => account.resetPassword(ctx, input)),
  confirmEmail: publicProcedure.input(confirmEmail).mutation(({ ctx, input }) => account.confirmEmail(ctx, input)),
  account: userProcedure.query(({ ctx }) => account.accountOf(ctx)),
  resendVerification: userProcedure.mutation(({ ctx }) => account.resendVerification(ctx)),
  changeEmail: userProcedure.input(changeEmail).mutation(({ ctx, input }) => account.changeEmail(ctx, input)),
  cancelEmailChange: userProcedure.mutation(({ ctx }) => account.cancelEmailChange(ctx)),
  changePassword: userProcedure.input(changePassword).mutation(({ ctx, input }) => account.changePassword(ctx, input)),
  setPassword: userProcedure.input(setPassword).mutation(({ ctx, input }) => account.setPassword(ctx, input)),
  disconnect: userProcedure.mutation(({ ctx }) => account.disconnectIdentity(ctx)),
  sessions: userProcedure.query(({ ctx }) => account.sessionsOf(ctx)),
  endSession: userProcedure
    .input(z.object({ id: sessionId }))
    .mutation(({ ctx, input }) => account.endSession(ctx, input)),
  endOtherSessions: userProcedure.mutation(({ ctx }) => account.endOtherSessions(ctx)),
});
