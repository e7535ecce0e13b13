const CONTROL_SELECTOR = 'input, textarea, select, button';

/**
 * Focuses the field whose `data-path` is `path` (set by `form.getInputProps`), or the first control in it. Scrolls
 * the field to the center of the window, because at the top it would be hidden by the sticky header.
 */
export function focusField(path: string): void {
  const node = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
  const control = node?.matches(CONTROL_SELECTOR) ? node : node?.querySelector<HTMLElement>(CONTROL_SELECTOR);
  // A field in a closed section cannot be focused.
  node?.closest('details:not([open])')?.setAttribute('open', '');
  control?.focus({ preventScroll: true });
  node?.scrollIntoView({ block: 'center' });
}

/** Focuses the first field, in page order, that has an error. */
export function focusFirstError(errors: Record<string, unknown>): void {
  const paths = [...document.querySelectorAll<HTMLElement>('[data-path]')].map((node) => node.dataset['path'] ?? '');
  const first = paths.find((path) => Object.hasOwn(errors, path));
  if (first !== undefined) focusField(first);
}
