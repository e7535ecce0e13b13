/** Moving the focus to a field: after a refused submit, or after a row was added or moved. */

const CONTROL_SELECTOR = 'input, textarea, select, button';

/**
 * Focuses the field whose `data-path` is given (what `form.getInputProps` sets); of a group, its first control.
 * Centred, so that it does not end up below the sticky header.
 */
export function focusField(path: string): void {
  const node = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
  const control = node?.matches(CONTROL_SELECTOR) ? node : node?.querySelector<HTMLElement>(CONTROL_SELECTOR);
  control?.focus({ preventScroll: true });
  node?.scrollIntoView({ block: 'center' });
}

/** Focuses the first field, in the order of the page, that has an error. */
export function focusFirstError(errors: Record<string, unknown>): void {
  const paths = [...document.querySelectorAll<HTMLElement>('[data-path]')].map((node) => node.dataset['path'] ?? '');
  const first = paths.find((path) => Object.hasOwn(errors, path));
  if (first !== undefined) focusField(first);
}
