import {
  changeEmailInput,
  changePasswordInput,
  confirmEmailInput,
  forgotPasswordInput,
  isTimeZone,
  registrationInput,
  resetLinkInput,
  resetPasswordInput,
  setPasswordInput,
  signInInput as signInForm,
  welcomeInput,
} from '@marquee/validation';
import { z } from 'zod';
import { publicProcedure, router, userProcedure } from '../../core/trpc.ts';
import * as account from './account.service.ts';
import { registerUser, signIn, signOut } from './auth.service.ts';
import { completeWelcome, getWelcome } from './openid.service.ts';

/** The hash of a session id (SHA-256, base64url), which identifies a session in the user's list of sessions. */
const sessionIdField = z.string().regex(/^[\w-]{43}$/, 'There is no such session');

/**
 * Browser data that the sign-in and registration forms send. An invalid time zone is ignored and does not fail the
 * request.
 */
const browserFields = { timeZone: z.string().max(64).refine(isTimeZone).optional().catch(undefined) };

export const authRouter = router({
  /** Returns the signed-in user, or null. Being signed out is not an error. */
  session: publicProcedure.query(({ ctx }) => ctx.user),
  /** Returns the label of external sign-in, or null if it is not configured. */
  external: publicProcedure.query(({ ctx }) => (ctx.openId === null ? null : { label: ctx.openId.label })),
  me: userProcedure.query(({ ctx }) => ctx.user),
  register: publicProcedure
    .input(registrationInput.extend(browserFields))
    .mutation(({ ctx, input }) => registerUser(ctx, input)),
  signIn: publicProcedure.input(signInForm.extend(browserFields)).mutation(({ ctx, input }) => signIn(ctx, input)),
  signOut: publicProcedure.mutation(({ ctx }) => signOut(ctx)),
  welcome: publicProcedure.query(({ ctx }) => getWelcome(ctx)),
  completeWelcome: publicProcedure
    .input(welcomeInput.extend(browserFields))
    .mutation(({ ctx, input }) => completeWelcome(ctx, input)),
  forgotPassword: publicProcedure
    .input(forgotPasswordInput)
    .mutation(({ ctx, input }) => account.requestPasswordReset(ctx, input)),
  /** A mutation, although it changes nothing, because the token must not be in a URL that proxies log. */
  checkResetLink: publicProcedure
    .input(resetLinkInput)
    .mutation(async ({ ctx, input }) => ({ state: await account.checkResetLink(ctx, input.token) })),
  resetPassword: publicProcedure
    .input(resetPasswordInput)
    .mutation(({ ctx, input }) => account.resetPassword(ctx, input)),
  confirmEmail: publicProcedure.input(confirmEmailInput).mutation(({ ctx, input }) => account.confirmEmail(ctx, input)),
  account: userProcedure.query(({ ctx }) => account.getAccountSettings(ctx)),
  resendVerification: userProcedure.mutation(({ ctx }) => account.resendVerification(ctx)),
  changeEmail: userProcedure.input(changeEmailInput).mutation(({ ctx, input }) => account.changeEmail(ctx, input)),
  cancelEmailChange: userProcedure.mutation(({ ctx }) => account.cancelEmailChange(ctx)),
  changePassword: userProcedure
    .input(changePasswordInput)
    .mutation(({ ctx, input }) => account.changePassword(ctx, input)),
  setPassword: userProcedure.input(setPasswordInput).mutation(({ ctx, input }) => account.setPassword(ctx, input)),
  disconnect: userProcedure.mutation(({ ctx }) => account.disconnectIdentity(ctx)),
  sessions: userProcedure.query(({ ctx }) => account.listOwnSessions(ctx)),
  endSession: userProcedure
    .input(z.object({ id: sessionIdField }))
    .mutation(({ ctx, input }) => account.endSession(ctx, input)),
  endOtherSessions: userProcedure.mutation(({ ctx }) => account.endOtherSessions(ctx)),
});
