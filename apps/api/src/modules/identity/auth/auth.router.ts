import {
  changeEmailInput,
  changePasswordInput,
  confirmationInput,
  confirmEmailInput,
  forgotPasswordInput,
  passkeyInput,
  registrationInput,
  resetLinkInput,
  resetPasswordInput,
  secondStepInput,
  signInHistoryInput,
  signInInput as signInForm,
  welcomeInput,
} from '@marquee/validation';
import { isTimeZone } from '@marquee/time';
import { z } from 'zod';
import { confirmedProcedure, publicProcedure, router, userProcedure } from '../../../core/trpc.ts';
import * as account from '../accounts/accounts.service.ts';
import { registerUser, signOut } from './auth.service.ts';
import { beginPasskeyConfirmation, confirm, getConfirmation } from './confirmation.service.ts';
import { stopOwnFactorReset } from '../accounts/factor-resets.service.ts';
import { getSignInHistory } from './history.service.ts';
import { completeWelcome, getWelcome } from './openid.service.ts';
import {
  beginPasskeySignIn,
  beginSignIn,
  completeSignIn,
  endOtherSessions,
  getSecondStep,
  signIn,
  signInWithPasskey,
} from './sign-in.service.ts';

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
  external: publicProcedure.query(({ ctx }) => (ctx.deps.openId === null ? null : { label: ctx.deps.openId.label })),
  me: userProcedure('person').query(({ ctx }) => ctx.user),
  register: publicProcedure
    .input(registrationInput.extend(browserFields))
    .mutation(({ ctx, input }) => registerUser(ctx, input)),
  signIn: publicProcedure.input(signInForm.extend(browserFields)).mutation(({ ctx, input }) => signIn(ctx, input)),
  /** Signs in from the web app, which asks for the second factor in a second step. */
  beginSignIn: publicProcedure
    .input(signInForm.omit({ code: true }).extend(browserFields))
    .mutation(({ ctx, input }) => beginSignIn(ctx, input)),
  secondStep: publicProcedure.query(({ ctx }) => getSecondStep(ctx)),
  completeSignIn: publicProcedure
    .input(z.object({ step: secondStepInput, ...browserFields }))
    .mutation(({ ctx, input }) => completeSignIn(ctx, input)),
  beginPasskeySignIn: publicProcedure.mutation(({ ctx }) => beginPasskeySignIn(ctx)),
  signInWithPasskey: publicProcedure
    .input(passkeyInput.extend(browserFields))
    .mutation(({ ctx, input }) => signInWithPasskey(ctx, input)),
  confirmation: userProcedure('person').query(({ ctx }) => getConfirmation(ctx)),
  beginPasskeyConfirmation: userProcedure('person').mutation(({ ctx }) => beginPasskeyConfirmation(ctx)),
  confirm: userProcedure('person')
    .input(confirmationInput)
    .mutation(({ ctx, input }) => confirm(ctx, input)),
  /** Does nothing. The web app calls it before it opens an address that needs a confirmation. */
  requireConfirmation: confirmedProcedure('person').mutation(() => undefined),
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
  stopFactorReset: userProcedure('person').mutation(({ ctx }) => stopOwnFactorReset(ctx.deps, ctx.actor)),
  account: userProcedure('person').query(({ ctx }) => account.getAccountSettings(ctx.deps, ctx.actor)),
  resendVerification: userProcedure('person').mutation(({ ctx }) => account.resendVerification(ctx.deps, ctx.actor)),
  changeEmail: confirmedProcedure('person')
    .input(changeEmailInput)
    .mutation(({ ctx, input }) => account.changeEmail(ctx.deps, ctx.actor, input)),
  cancelEmailChange: userProcedure('person').mutation(({ ctx }) => account.cancelEmailChange(ctx.deps, ctx.actor)),
  changePassword: confirmedProcedure('person')
    .input(changePasswordInput)
    .mutation(({ ctx, input }) => account.changePassword(ctx, input)),
  disconnect: confirmedProcedure('person').mutation(({ ctx }) => account.disconnectIdentity(ctx.deps, ctx.actor)),
  sessions: userProcedure('person').query(({ ctx }) => account.listOwnSessions(ctx)),
  endSession: userProcedure('person')
    .input(z.object({ id: sessionIdField }))
    .mutation(({ ctx, input }) => account.endSession(ctx, input)),
  endOtherSessions: userProcedure('person').mutation(({ ctx }) => endOtherSessions(ctx, ctx.user.id)),
  signIns: userProcedure('person')
    .input(signInHistoryInput)
    .query(({ ctx, input }) => getSignInHistory(ctx.deps, ctx.actor, input)),
});
