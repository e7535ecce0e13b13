import { CHECKS, COUNTRIES, POSTAL_LABELS, brandOf, digitsOf, formatExpiry, formatNumber } from './card-rules.js';

/**
 * Renders the fields of a card form. Each field has a label, is formatted while the user types, and shows its error
 * next to it.
 */

const PARTS = {
  number: { label: 'Card number', placeholder: '1234 1234 1234 1234', autocomplete: 'cc-number', wide: true },
  expiry: { label: 'Expiration date', labelNote: ' (MM / YY)', placeholder: 'MM / YY', autocomplete: 'cc-exp' },
  cvc: { label: 'Security code', placeholder: 'CVC', autocomplete: 'cc-csc' },
  country: { label: 'Country', autocomplete: 'billing country' },
  zip: { label: 'ZIP code', placeholder: '12345', autocomplete: 'billing postal-code' },
};

let count = 0;

function make(tag, attributes = {}, children = []) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

/**
 * Creates a card form with the fields in `parts` ('number', 'expiry', 'cvc', 'country', 'zip'). Calls `notify(event,
 * part)` for the events 'change', 'focus', 'blur' and 'escape'.
 */
export function cardForm(parts, { line = false, hint = true, defaults = {}, notify = () => {} } = {}) {
  const id = `standin-${++count}`;
  const root = make('div', {
    class: line ? 'StandIn StandIn--line' : 'StandIn',
    role: 'group',
    'aria-label': 'Card details',
  });
  const grid = make('div', { class: 'StandIn-grid' });
  const fields = {};
  // Fields that may show their error. A field is added when the user leaves it or submits the form, so that no error
  // appears while the user is still typing.
  const touched = new Set();

  const values = () => Object.fromEntries(parts.map((part) => [part, fields[part].input.value]));
  const visible = () => parts.filter((part) => !fields[part].box.hidden);
  const errorOf = (part) => CHECKS[part](fields[part].input.value, values());

  function show(part) {
    const { input, error } = fields[part];
    const wrong = touched.has(part) ? errorOf(part) : null;
    error.textContent = wrong?.message ?? '';
    if (wrong === null) input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
  }

  function addField(part) {
    const { label, labelNote, placeholder, autocomplete, wide } = PARTS[part];
    const inputId = `${id}-${part}`;
    const input = part === 'country' ? countrySelect(inputId, defaults.country) : textInput(inputId, part, placeholder);
    input.setAttribute('autocomplete', autocomplete);
    input.setAttribute('aria-describedby', `${inputId}-error`);
    const error = make('p', { class: 'StandIn-error', id: `${inputId}-error`, 'aria-live': 'polite' });
    const brand = part === 'number' ? [make('span', { class: 'StandIn-brand', 'aria-hidden': 'true' })] : [];
    const name = make('label', { class: 'StandIn-label', for: inputId }, [label]);
    if (labelNote !== undefined) name.append(labelNote);
    const box = make('div', { class: wide ? 'StandIn-field StandIn-field--wide' : 'StandIn-field' }, [
      name,
      make('span', { class: 'StandIn-box' }, [input, ...brand]),
      error,
    ]);
    fields[part] = { box, input, error, label: name, brand: brand[0] };
    grid.append(box);
    listen(part, input);
  }

  function listen(part, input) {
    input.addEventListener('input', (event) => {
      format(part, input, event.inputType?.startsWith('delete') ?? false);
      if (part === 'country') adaptPostal();
      if (part === 'number') {
        fields.number.brand.textContent = input.value === '' ? '' : brandOf(digitsOf(input.value)).title;
        // Show the error of a complete number with a wrong check digit even before the user leaves the field.
        if (CHECKS.number(input.value)?.code === 'invalid_number') touched.add('number');
      }
      show(part);
      if (part === 'number' && parts.includes('cvc')) show('cvc');
      notify('change', part);
    });
    input.addEventListener('focus', () => notify('focus', part));
    input.addEventListener('blur', () => {
      if (input.value !== '') touched.add(part);
      show(part);
      notify('blur', part);
    });
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') notify('escape', part);
    });
  }

  function adaptPostal() {
    if (!parts.includes('zip') || !parts.includes('country')) return;
    const label = POSTAL_LABELS[fields.country.input.value];
    fields.zip.box.hidden = label === undefined;
    fields.zip.label.textContent = label ?? '';
    const isZip = label === 'ZIP code';
    fields.zip.input.inputMode = isZip ? 'numeric' : 'text';
    fields.zip.input.placeholder = isZip ? '12345' : '';
    show('zip');
  }

  for (const part of parts) addField(part);
  if (parts.includes('zip') && defaults.postal_code) fields.zip.input.value = defaults.postal_code;
  adaptPostal();
  root.append(grid);
  if (hint) {
    const text = 'Test mode: pay with card 4242 4242 4242 4242, any future date and any security code.';
    root.append(make('p', { class: 'StandIn-hint' }, [text]));
  }

  return {
    root,
    values,
    /** Returns the network of the number, such as 'visa'. */
    brand: () => brandOf(digitsOf(fields.number?.input.value ?? '')).name,
    /** Returns the first error, even if it is not shown yet. */
    error: () => visible().reduce((found, part) => found ?? errorOf(part), null),
    isEmpty: () => visible().every((part) => part === 'country' || fields[part].input.value === ''),
    /** Shows every error and focuses the first invalid field. Returns its error, or null if all fields are valid. */
    validate() {
      for (const part of visible()) {
        touched.add(part);
        show(part);
      }
      const bad = visible().find((part) => errorOf(part) !== null);
      if (bad === undefined) return null;
      fields[bad].input.focus();
      return errorOf(bad);
    },
    focus: () => fields[parts[0]].input.focus(),
    blur: () => visible().forEach((part) => fields[part].input.blur()),
    clear() {
      touched.clear();
      for (const part of parts) {
        if (part !== 'country') fields[part].input.value = '';
        show(part);
      }
      if (fields.number !== undefined) fields.number.brand.textContent = '';
    },
    setDisabled: (disabled) => parts.forEach((part) => (fields[part].input.disabled = disabled)),
  };
}

function textInput(id, part, placeholder) {
  return make('input', {
    class: 'StandIn-input',
    id,
    type: 'text',
    inputmode: 'numeric',
    placeholder,
    autocorrect: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'data-stand-in': part,
  });
}

function countrySelect(id, chosen = 'US') {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const options = COUNTRIES.map((code) => ({ code, name: names.of(code) ?? code })).sort((a, b) =>
    a.name.localeCompare(b.name),
  );
  const select = make(
    'select',
    { class: 'StandIn-input', id, 'data-stand-in': 'country' },
    options.map(({ code, name }) => make('option', { value: code }, [name])),
  );
  select.value = COUNTRIES.includes(chosen) ? chosen : 'US';
  return select;
}

/** Formats a field's value. The caret stays behind the same digit. */
function format(part, input, deleting) {
  if (part === 'country' || part === 'zip') return;
  const typed = input.value;
  const caret = input.selectionStart ?? typed.length;
  const before = digitsOf(typed.slice(0, caret)).length;
  const formatted =
    part === 'number'
      ? formatNumber(typed)
      : part === 'expiry'
        ? formatExpiry(typed, deleting)
        : digitsOf(typed).slice(0, 4);
  if (formatted === typed) return;
  input.value = formatted;
  if (document.activeElement !== input) return;
  let at = formatted.length;
  if (caret < typed.length) {
    let seen = 0;
    at = 0;
    while (at < formatted.length && seen < before) if (/\d/.test(formatted[at++])) seen++;
  }
  input.setSelectionRange(at, at);
}
