import { registration, signIn as signInForm } from '@marquee/validation';
import { publicProcedure, router, userProcedure } from '../../trpc.ts';
import { register, signIn, signOut } from './auth.service.ts';

export const authRouter = router({
  /** The signed-in user, or null: being signed out is an answer, not an error. */
  session: publicProcedure.query(({ ctx }) => ctx.user),
  me: userProcedure.query(({ ctx }) => ctx.user),
  register: publicProcedure.input(registration).mutation(({ ctx, input }) => register(ctx, input)),
  signIn: publicProcedure.input(signInForm).mutation(({ ctx, input }) => signIn(ctx, input)),
  signOut: publicProcedure.mutation(({ ctx }) => signOut(ctx)),
});
