import {
  currency,
  flag,
  hash,
  ignored,
  integer,
  list,
  metadata,
  wordIn,
  required,
  shape,
  text,
  unsettable,
  unsettableWordIn,
  unsupported,
} from '../protocol/params.ts';
import { cardDataParams } from './payment-methods.ts';

export const shippingParams = hash({
  address: required(
    hash({ city: text(), country: text(), line1: text(), line2: text(), postal_code: text(), state: text() }),
  ),
  name: required(text()),
  carrier: text(),
  phone: text(),
  tracking_number: text(),
});
const methodOptions = hash({
  card: hash({
    request_three_d_secure: wordIn(['any', 'automatic', 'challenge']),
    statement_descriptor_suffix_kana: ignored,
    statement_descriptor_suffix_kanji: ignored,
    require_cvc_recollection: ignored,
    moto: unsupported,
    capture_method: unsupported,
    request_extended_authorization: unsupported,
    request_incremental_authorization: unsupported,
    request_multicapture: unsupported,
    request_overcapture: unsupported,
    setup_future_usage: unsupported,
    installments: unsupported,
    mandate_options: unsupported,
    network: ignored,
    cvc_token: unsupported,
    three_d_secure: unsupported,
  }),
  link: ignored,
});

const FUTURE_USAGES = ['off_session', 'on_session'] as const;
const futureUsage = wordIn(FUTURE_USAGES);

export const commonIntentParams = {
  application_fee_amount: unsupported,
  amount_details: unsupported,
  customer: text(),
  customer_account: unsupported,
  description: unsettable(1000),
  excluded_payment_method_types: unsupported,
  hooks: unsupported,
  metadata,
  payment_details: unsupported,
  payment_method: text(),
  payment_method_configuration: unsupported,
  payment_method_data: hash(cardDataParams),
  payment_method_options: methodOptions,
  receipt_email: unsettable(800),
  setup_future_usage: futureUsage,
  shipping: shippingParams,
  statement_descriptor: unsettable(22),
  statement_descriptor_suffix: unsettable(22),
  transfer_data: unsupported,
  transfer_group: unsettable(),
};
/** Parameters that only apply to the confirmation. */
export const confirmingParams = {
  confirmation_token: unsupported,
  error_on_requires_action: flag,
  mandate: unsupported,
  mandate_data: unsupported,
  off_session: flag,
  radar_options: ignored,
  return_url: text(),
  use_stripe_sdk: flag,
};
const captureMethod = wordIn(['automatic', 'automatic_async', 'manual']);
const methodTypes = list(wordIn(['card', 'link']), 10);

export const createIntentParams = shape({
  ...commonIntentParams,
  ...confirmingParams,
  amount: required(integer({ min: 1 })),
  currency: required(currency),
  automatic_payment_methods: hash({ enabled: required(flag), allow_redirects: wordIn(['always', 'never']) }),
  capture_method: captureMethod,
  confirm: flag,
  confirmation_method: wordIn(['automatic']),
  on_behalf_of: unsupported,
  payment_method_types: methodTypes,
  allowed_payment_method_types: methodTypes,
});

export const updateIntentParams = shape({
  ...commonIntentParams,
  setup_future_usage: unsettableWordIn(FUTURE_USAGES),
  amount: integer({ min: 1 }),
  currency,
  capture_method: captureMethod,
  payment_method_types: methodTypes,
});
export const confirmIntentParams = shape({
  ...confirmingParams,
  capture_method: captureMethod,
  client_secret: text(),
  // Stripe.js sends these when it confirms with the Payment Element.
  client_attribution_metadata: ignored,
  expected_payment_method_type: ignored,
  payment_method: text(),
  payment_method_data: hash(cardDataParams),
  payment_method_options: methodOptions,
  payment_method_types: methodTypes,
  receipt_email: unsettable(800),
  save_payment_method: ignored,
  setup_future_usage: futureUsage,
  shipping: shippingParams,
  amount_details: unsupported,
  amount_to_confirm: integer({ min: 1 }),
  excluded_payment_method_types: unsupported,
  hooks: unsupported,
  payment_details: unsupported,
  allowed_payment_method_types: unsupported,
});

export const captureIntentParams = shape({
  amount_to_capture: integer({ min: 1 }),
  amount_details: unsupported,
  application_fee_amount: unsupported,
  final_capture: flag,
  hooks: unsupported,
  metadata,
  payment_details: unsupported,
  statement_descriptor: unsettable(22),
  statement_descriptor_suffix: unsettable(22),
  transfer_data: unsupported,
});
