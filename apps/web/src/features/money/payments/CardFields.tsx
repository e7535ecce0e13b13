import { PaymentElement } from '@stripe/react-stripe-js';
import { CardFieldsSkeleton } from './CardFieldsSkeleton.tsx';
import classes from './CardPaymentForm.module.css';

/** Asks only for the required fields. A card needs no billing address. Our own sentence asks for the consent. */
const PAYMENT_FIELDS = { billingDetails: { address: 'if_required' } } as const;
const OWN_TERMS = { card: 'never' } as const;

/** Renders Stripe's card fields, and a placeholder until they have loaded. */
export const CardFields = (props: {
  isReady: boolean;
  isLocked: boolean;
  onReady: () => void;
  onBroken: () => void;
}) => (
  <div className={classes.fields}>
    {!props.isReady && <CardFieldsSkeleton />}
    <PaymentElement
      onReady={props.onReady}
      onLoadError={props.onBroken}
      options={{ layout: 'tabs', fields: PAYMENT_FIELDS, terms: OWN_TERMS, readOnly: props.isLocked }}
    />
  </div>
);
