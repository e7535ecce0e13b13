import { digitsOf } from './card-rules.js';
import { askChallenge } from './challenge.js';
import { createElements, groupOf, integrationError, typedInto, validate } from './elements.js';

/**
 * Implements `window.Stripe` with the functions of Stripe.js that a page with card payments uses. It calls the
 * stand-in from which it was loaded.
 */

const API = new URL(document.currentScript.src).origin;

/** Error messages that differ between Stripe.js and the API. */
const WORDS = { generic_decline: 'Your card has been declined.' };
const UNREACHABLE =
  'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again. If the problem persists please contact us.';

/** Encodes nested parameters as a form: `{ a: { b: 1 } }` becomes `a[b]=1`. */
function formOf(params, prefix = '', out = new URLSearchParams()) {
  for (const [name, value] of Object.entries(params)) {
    const key = prefix === '' ? name : `${prefix}[${name}]`;
    if (value === undefined || value === null || value === '') continue;
    if (typeof value === 'object') formOf(value, key, out);
    else out.append(key, String(value));
  }
  return out;
}

/** The two kinds of intents, with their path in the API and their name in results. */
const PAYMENT = { path: '/v1/payment_intents', key: 'paymentIntent' };
const SETUP = { path: '/v1/setup_intents', key: 'setupIntent' };
const kindOf = (clientSecret) => (String(clientSecret).startsWith('seti_') ? SETUP : PAYMENT);

/** Returns the ID of the intent that a client secret belongs to. Throws if the client secret is invalid. */
function intentOf(clientSecret, method) {
  const found = /^((?:pi|seti)_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(clientSecret ?? '');
  if (found === null) {
    throw integrationError(
      `Invalid value for ${method} intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${String(clientSecret)}.`,
    );
  }
  return found[1];
}

/** Converts the values of the card form to `payment_method_data`. */
function methodData(values, billing = {}) {
  const expiry = digitsOf(values.expiry ?? '');
  const address = { ...(values.country === undefined ? {} : { country: values.country }), ...billing.address };
  // Send the postal code only for countries in which the form shows its field.
  if (values.zip?.trim() && !address.postal_code && (!values.country || ['US', 'CA', 'GB'].includes(values.country))) {
    address.postal_code = values.zip.trim();
  }
  return {
    type: 'card',
    card: {
      number: digitsOf(values.number ?? ''),
      exp_month: Number(expiry.slice(0, 2)),
      exp_year: 2000 + Number(expiry.slice(2)),
      cvc: digitsOf(values.cvc ?? ''),
    },
    billing_details: { ...billing, address },
  };
}

function createStripe(publishableKey) {
  if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_')) {
    throw integrationError('Please call Stripe() with your publishable key. You used an empty string or a secret key.');
  }

  async function call(method, path, params = {}) {
    const form = formOf(params);
    let answer;
    try {
      const response = await fetch(method === 'GET' ? `${API}${path}?${form}` : `${API}${path}`, {
        method,
        headers: { authorization: `Bearer ${publishableKey}` },
        ...(method === 'GET' ? {} : { body: form }),
      });
      answer = await response.json();
    } catch {
      return { error: { type: 'api_connection_error', message: UNREACHABLE } };
    }
    if (answer.error === undefined) return { answer };
    const { error } = answer;
    return { error: { ...error, message: WORDS[error.decline_code] ?? error.message } };
  }

  async function retrieve(clientSecret, method = 'retrievePaymentIntent') {
    const id = intentOf(clientSecret, method);
    const { path, key } = kindOf(clientSecret);
    const { answer, error } = await call('GET', `${path}/${id}`, { client_secret: clientSecret });
    return error === undefined ? { [key]: answer } : { error };
  }

  /** Shows the 3-D Secure challenge of an intent, if it has one, and returns the outcome. */
  async function settle(intent) {
    const { key } = kindOf(intent.client_secret);
    const source =
      intent.next_action?.use_stripe_sdk?.source ?? intent.next_action?.redirect_to_url?.url?.split('/3ds/')[1];
    if (intent.status !== 'requires_action' || source === undefined) return { [key]: intent };
    await askChallenge(intent, async (name) => {
      const response = await fetch(`${API}/3ds/${source}/${name}`, {
        method: 'POST',
        headers: { accept: 'application/json' },
      });
      if (!response.ok) throw new Error(`3-D Secure: ${response.status}`);
    });
    const after = await retrieve(intent.client_secret);
    const failed = after[key]?.last_payment_error ?? after[key]?.last_setup_error;
    if (after[key]?.status !== 'requires_payment_method' || !failed) return after;
    return {
      error: { ...failed, message: WORDS[failed.decline_code] ?? failed.message, [after[key].object]: after[key] },
    };
  }

  async function confirm(clientSecret, params, method, handleActions = true) {
    const id = intentOf(clientSecret, method);
    const { path, key } = kindOf(clientSecret);
    const { answer, error } = await call('POST', `${path}/${id}/confirm`, {
      client_secret: clientSecret,
      use_stripe_sdk: true,
      ...params,
    });
    if (error !== undefined) return { error };
    return handleActions ? settle(answer) : { [key]: answer };
  }

  /** Redirects to `returnUrl` with the outcome in the query string. As in Stripe.js, the promise never resolves. */
  function leave(returnUrl, intent) {
    const url = new URL(returnUrl, location.href);
    url.searchParams.set(intent.object, intent.id);
    url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret);
    url.searchParams.set('redirect_status', 'succeeded');
    location.assign(url.href);
    return new Promise(() => {});
  }

  const confirmPayment = (options) => confirmWithElements('confirmPayment', options);
  const confirmSetup = (options) => confirmWithElements('confirmSetup', options);

  async function confirmWithElements(name, { elements, clientSecret, confirmParams = {}, redirect = 'always' }) {
    const group = groupOf(elements);
    const secret = clientSecret ?? group?.options.clientSecret;
    if (group === undefined && confirmParams.payment_method === undefined) {
      throw integrationError(`stripe.${name}() needs an Elements instance that has a mounted Payment Element.`);
    }
    if (redirect !== 'if_required' && confirmParams.return_url === undefined) {
      throw integrationError(
        `stripe.${name}(): the \`confirmParams.return_url\` argument is required unless passing \`redirect: 'if_required'\`.`,
      );
    }
    if (group !== undefined && group.options.clientSecret === undefined && !group.submitted) {
      throw integrationError(`elements.submit() must be called before stripe.${name}().`);
    }
    const { payment_method_data: extra, ...params } = confirmParams;
    if (params.payment_method === undefined) {
      const { error } = await elements.submit();
      if (error !== undefined) return { error };
      const values = typedInto(group);
      if (values === null)
        throw integrationError('Invalid value for elements: it should have a mounted Payment Element or Card Element.');
      params.payment_method_data = { ...extra, ...methodData(values, extra?.billing_details) };
    }
    const result = await confirm(secret, params, `stripe.${name}`);
    if (result.error !== undefined || redirect === 'if_required') return result;
    return leave(params.return_url, result.paymentIntent ?? result.setupIntent);
  }

  /**
   * Converts the `payment_method` of confirmCardPayment to API parameters. It is an ID, or an element with billing
   * details.
   */
  function cardParams({ payment_method: method, ...rest } = {}) {
    if (method === undefined || typeof method === 'string') return { params: { ...rest, payment_method: method } };
    const { card, billing_details } = method;
    const group = groupOf(card);
    const values = group === undefined ? null : typedInto(group);
    if (values === null) {
      throw integrationError('Invalid value for payment_method.card: it should be a mounted Card Element.');
    }
    const error = validate(group);
    if (error !== null) return { error };
    return { params: { ...rest, payment_method_data: methodData(values, billing_details) } };
  }

  async function confirmCardPayment(clientSecret, data, { handleActions = true } = {}) {
    const { params, error } = cardParams(data);
    return error === undefined ? confirm(clientSecret, params, 'stripe.confirmCardPayment', handleActions) : { error };
  }

  async function handleNextAction({ clientSecret }) {
    const { paymentIntent, setupIntent, error } = await retrieve(clientSecret, 'stripe.handleNextAction');
    return error === undefined ? settle(paymentIntent ?? setupIntent) : { error };
  }

  async function createPaymentMethod({ elements, params = {}, card, billing_details } = {}) {
    const group = groupOf(elements ?? card);
    const values = group === undefined ? null : typedInto(group);
    if (values === null) throw integrationError('stripe.createPaymentMethod() needs a mounted element.');
    const wrong = validate(group);
    if (wrong !== null) return { error: wrong };
    const { answer, error } = await call(
      'POST',
      '/v1/payment_methods',
      methodData(values, params.billing_details ?? billing_details),
    );
    return error === undefined ? { paymentMethod: answer } : { error };
  }

  const unsupported = (name) => async () => ({
    error: { type: 'invalid_request_error', message: `The local Stripe stand-in does not support stripe.${name}().` },
  });

  return {
    elements: (options = {}) =>
      createElements(options, async (secret) => {
        const { error } = secret === undefined ? {} : await retrieve(secret);
        return error === undefined ? {} : { error };
      }),
    confirmPayment,
    confirmCardPayment,
    handleNextAction,
    handleCardAction: (clientSecret) => handleNextAction({ clientSecret }),
    retrievePaymentIntent: (clientSecret) => retrieve(clientSecret),
    createPaymentMethod,
    createToken: unsupported('createToken'),
    createSource: unsupported('createSource'),
    createConfirmationToken: unsupported('createConfirmationToken'),
    confirmSetup,
    confirmCardSetup: unsupported('confirmCardSetup'),
    retrieveSetupIntent: (clientSecret) => retrieve(clientSecret, 'retrieveSetupIntent'),
    registerAppInfo() {},
    _registerWrapper() {},
  };
}

function Stripe(publishableKey) {
  return createStripe(publishableKey);
}
// @stripe/stripe-js compares this version with the one that it was built for.
Stripe.version = 'endive';
window.Stripe = Stripe;
