/** Moves the focus to a field after a refused submit, or after a row was added or moved. */

const CONTROL_SELECTOR = 'input, textarea, select, button';

/**
 * Focuses the field with this `data-path` (set by `form.getInputProps`), or the first control of a group. Scrolls it to
 * the center, because the sticky header would cover it at the top.
 */
export function focusField(path: string): void {
  const node = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`);
  const control = node?.matches(CONTROL_SELECTOR) ? node : node?.querySelector<HTMLElement>(CONTROL_SELECTOR);
  control?.focus({ preventScroll: true });
  node?.scrollIntoView({ block: 'center' });
}

/** Focuses the first field on the page that has an error. */
export function focusFirstError(errors: Record<string, unknown>): void {
  const paths = [...document.querySelectorAll<HTMLElement>('[data-path]')].map((node) => node.dataset['path'] ?? '');
  const first = paths.find((path) => Object.hasOwn(errors, path));
  if (first !== undefined) focusField(first);
}
