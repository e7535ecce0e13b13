/**
 * If the API requires a confirmation for a request, asks users to confirm their identity and repeats the request. Typed
 * text stays on the page.
 */
import type { AppRouter } from '@marquee/api/router';
import type { OperationResultEnvelope, TRPCClientError, TRPCLink } from '@trpc/client';
import { observable, observableToPromise } from '@trpc/server/observable';
import { useEffect } from 'react';
import { getFailureCode } from './errors.ts';

/** Opens the dialog and returns whether the user has confirmed. */
type AskForConfirmation = (needs: { passkey: boolean }) => Promise<boolean>;

let askForConfirmation: AskForConfirmation = () => Promise.resolve(false);

/** Registers the function that opens the dialog. Called by the layout. */
export function useConfirmationDialog(ask: AskForConfirmation): void {
  useEffect(() => {
    askForConfirmation = ask;
    return () => {
      askForConfirmation = () => Promise.resolve(false);
    };
  }, [ask]);
}

/** The request that the dialog itself sends. */
const CONFIRM_PATH = 'auth.confirm';

type Answer = OperationResultEnvelope<unknown, TRPCClientError<AppRouter>>;

/** Repeats a write that was refused for a missing confirmation, once the user has confirmed. */
export const repeatAfterConfirmation: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) => {
    if (op.type !== 'mutation' || op.path === CONFIRM_PATH) return next(op);
    const send = (): Promise<Answer> => observableToPromise(next(op));
    const sendOrAsk = async (): Promise<Answer> => {
      try {
        return await send();
      } catch (error) {
        const code = getFailureCode(error);
        if (code !== 'CONFIRMATION_REQUIRED' && code !== 'PASSKEY_REQUIRED') throw error;
        if (!(await askForConfirmation({ passkey: code === 'PASSKEY_REQUIRED' }))) throw error;
        return send();
      }
    };
    return observable((observer) => {
      const pass = async () => {
        observer.next(await sendOrAsk());
        observer.complete();
      };
      pass().catch((error: TRPCClientError<AppRouter>) => observer.error(error));
    });
  };
