import { cardForm } from './fields.js';
import { addStyles, dress } from './look.js';

/** Implements `stripe.elements()` and its elements with Stripe's documented interface. */

/** Creates an error for a mistake in the page's code, as opposed to a mistake of the paying user. */
export function integrationError(message) {
  const error = new Error(message);
  error.name = 'IntegrationError';
  return error;
}

/**
 * Internal state of the objects that this script returns to a page. `groups` contains the state of each Elements
 * instance, and `insides` the form and styles of each element.
 */
const groups = new WeakMap();
const insides = new WeakMap();

const SPLIT = { cardNumber: ['number'], cardExpiry: ['expiry'], cardCvc: ['cvc'] };

function partsOf(type, options) {
  if (type === 'card') return options.hidePostalCode ? ['number', 'expiry', 'cvc'] : ['number', 'expiry', 'cvc', 'zip'];
  if (type !== 'payment') return SPLIT[type] ?? null;
  const details = options.fields?.billingDetails;
  const address = typeof details === 'object' ? details.address : details;
  // A card payment does not require an address, so 'if_required' shows no field for it.
  const never = (name) =>
    address === 'never' || address === 'if_required' || (typeof address === 'object' && address?.[name] === 'never');
  return ['number', 'expiry', 'cvc', ...(never('country') ? [] : ['country']), ...(never('postalCode') ? [] : ['zip'])];
}

function createElement(group, type, given = {}) {
  const listeners = new Map();
  const parts = partsOf(type, given);
  let options = given;
  let form = null;

  const emit = (event, detail = {}) => {
    for (const heard of listeners.get(event) ?? []) heard({ elementType: type, ...detail });
  };
  const changed = () => {
    const error = form.error();
    const complete = error === null;
    const shared = { complete, empty: form.isEmpty() };
    if (type === 'payment') emit('change', { ...shared, collapsed: false, value: { type: 'card' } });
    else
      emit('change', {
        ...shared,
        brand: form.brand(),
        error: shared.empty ? undefined : (error ?? undefined),
        value: { postalCode: form.values().zip ?? '' },
      });
  };
  const build = () => {
    const made = cardForm(parts, {
      line: type !== 'payment',
      hint: type === 'payment' || type === 'card',
      defaults: options.defaultValues?.billingDetails?.address,
      notify: (event) => (event === 'change' ? changed() : emit(event)),
    });
    dress(made.root, group.options.appearance);
    made.setDisabled(options.disabled === true || options.readOnly === true);
    return made;
  };

  const element = {
    on(event, handler) {
      listeners.set(event, [...(listeners.get(event) ?? []), handler]);
      return element;
    },
    once(event, handler) {
      const once = (detail) => {
        element.off(event, once);
        handler(detail);
      };
      return element.on(event, once);
    },
    off(event, handler) {
      const left = handler === undefined ? [] : (listeners.get(event) ?? []).filter((heard) => heard !== handler);
      listeners.set(event, left);
      return element;
    },
    mount(where) {
      const node = typeof where === 'string' ? document.querySelector(where) : where;
      if (!(node instanceof HTMLElement)) {
        throw integrationError(
          `The selector you specified (${String(where)}) applies to no DOM elements that are currently on the page.`,
        );
      }
      addStyles();
      // Elements that the stand-in does not implement, such as wallets, render nothing and are ready immediately.
      if (parts !== null) {
        form ??= build();
        node.replaceChildren(form.root);
      }
      setTimeout(() => emit('ready'), 0);
      return element;
    },
    unmount() {
      form?.root.remove();
      return element;
    },
    destroy() {
      form?.root.remove();
      form = null;
      group.created.delete(type);
    },
    update(more) {
      options = { ...options, ...more };
      form?.setDisabled(options.disabled === true || options.readOnly === true);
      return element;
    },
    focus: () => form?.focus(),
    blur: () => form?.blur(),
    clear: () => form?.clear(),
    collapse: () => element,
  };
  insides.set(element, {
    group,
    type,
    form: () => form,
    dress: () => form !== null && dress(form.root, group.options.appearance),
  });
  return element;
}

/**
 * Implements `stripe.elements(options)`, both with a client secret and in deferred mode (mode, amount, currency).
 * `refresh(clientSecret)` reloads the payment intent.
 */
export function createElements(options, refresh) {
  const group = { options: { ...options }, created: new Map(), submitted: false };
  const elements = {
    create(type, elementOptions) {
      if (group.created.has(type)) {
        throw integrationError(`Can only create one Element of type ${type} through an Elements instance.`);
      }
      const element = createElement(group, type, elementOptions);
      group.created.set(type, element);
      return element;
    },
    getElement(type) {
      if (typeof type === 'string') return group.created.get(type) ?? null;
      // Components of @stripe/react-stripe-js have the type of their element in `__elementType`.
      const { __elementType: name = insides.get(type)?.type } = type ?? {};
      return group.created.get(name) ?? null;
    },
    update(more) {
      Object.assign(group.options, more);
      for (const element of group.created.values()) insides.get(element).dress();
    },
    async fetchUpdates() {
      return refresh(group.options.clientSecret);
    },
    async submit() {
      const error = validate(group);
      if (error !== null) return { error };
      group.submitted = true;
      return { selectedPaymentMethod: 'card' };
    },
  };
  groups.set(elements, group);
  return elements;
}

const formsOf = (group) => [...group.created.values()].flatMap((element) => insides.get(element).form() ?? []);

export function groupOf(thing) {
  return typeof thing === 'object' && thing !== null ? (groups.get(thing) ?? insides.get(thing)?.group) : undefined;
}

/** Returns the field values in a group's elements, by field name, or null if no element is mounted. */
export function typedInto(group) {
  const forms = formsOf(group);
  return forms.length === 0 ? null : Object.assign({}, ...forms.map((form) => form.values()));
}

/** Shows the errors in a group's elements and returns the first one, or null if there are none. */
export function validate(group) {
  return formsOf(group).reduce((found, form) => found ?? form.validate(), null);
}
