/**
 * Styles the fields with one style sheet per page. The `appearance` option of each Elements instance becomes CSS
 * variables.
 */

const THEMES = {
  stripe: {
    colorPrimary: '#0570de',
    colorBackground: '#ffffff',
    colorText: '#30313d',
    colorTextSecondary: '#5f606b',
    colorDanger: '#c0123c',
    colorBorder: '#8b8d98',
  },
  night: {
    colorPrimary: '#85d996',
    colorBackground: '#30313d',
    colorText: '#ffffff',
    colorTextSecondary: '#c6c6d0',
    colorDanger: '#fe87a1',
    colorBorder: '#8d8f9c',
  },
  flat: {
    colorPrimary: '#0570de',
    colorBackground: '#f1f1f1',
    colorText: '#30313d',
    colorTextSecondary: '#5f606b',
    colorDanger: '#c0123c',
    colorBorder: '#f1f1f1',
  },
};
const SHARED = {
  borderRadius: '5px',
  fontFamily: '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, sans-serif',
  fontSizeBase: '16px',
  spacingUnit: '4px',
};

const CSS = `
.StandIn { color: var(--si-colorText); font-family: var(--si-fontFamily); font-size: var(--si-fontSizeBase); text-align: start; }
.StandIn, .StandIn * { box-sizing: border-box; }
.StandIn-grid { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: calc(var(--si-spacingUnit) * 3); }
.StandIn-field { display: flex; flex-direction: column; min-width: 0; }
.StandIn-field--wide { grid-column: 1 / -1; }
.StandIn-label { display: block; margin-block-end: var(--si-spacingUnit); font-size: 0.93em; }
.StandIn-box { position: relative; display: block; }
.StandIn-input { inline-size: 100%; min-block-size: 44px; margin: 0; padding: calc(var(--si-spacingUnit) * 2.5) calc(var(--si-spacingUnit) * 3);
  font: inherit; line-height: 1.4; color: var(--si-colorText); background-color: var(--si-colorBackground);
  border: 1px solid var(--si-colorBorder); border-radius: var(--si-borderRadius); }
.StandIn-input::placeholder { color: var(--si-colorTextSecondary); opacity: 1; }
.StandIn-input:focus { outline: 2px solid var(--si-colorPrimary); outline-offset: 1px; }
.StandIn-input[aria-invalid='true'] { border-color: var(--si-colorDanger); box-shadow: 0 0 0 1px var(--si-colorDanger); }
.StandIn-input:disabled { opacity: 0.6; }
.StandIn-brand { position: absolute; inset-inline-end: calc(var(--si-spacingUnit) * 3); inset-block-start: 50%; translate: 0 -50%;
  padding: 1px 6px; border-radius: 4px; font-size: 0.72em; font-weight: 600; pointer-events: none;
  color: var(--si-colorBackground); background: var(--si-colorText); }
.StandIn-brand:empty { display: none; }
.StandIn-error { margin: var(--si-spacingUnit) 0 0; font-size: 0.93em; color: var(--si-colorDanger); }
.StandIn-error:empty { display: none; }
.StandIn-hint { margin: calc(var(--si-spacingUnit) * 3) 0 0; font-size: 0.85em; color: var(--si-colorTextSecondary); }
.StandIn--line .StandIn-grid { grid-template-columns: minmax(11em, 3fr) minmax(5.5em, 1fr) minmax(4.5em, 1fr) minmax(5em, 1fr); }
.StandIn--line .StandIn-field--wide { grid-column: auto; }
.StandIn--line .StandIn-label { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 480px) { .StandIn--line .StandIn-grid { grid-template-columns: repeat(2, minmax(0, 1fr)); } .StandIn--line .StandIn-field--wide { grid-column: 1 / -1; } }
.StandIn-dialog { inline-size: min(26rem, calc(100vw - 2rem)); padding: 1.5rem; border: 0; border-radius: 12px; font: 16px/1.5 system-ui, sans-serif;
  color: #1a1f36; background: #ffffff; box-shadow: 0 10px 50px rgb(0 0 0 / 35%); }
.StandIn-dialog::backdrop { background: rgb(0 0 0 / 55%); }
.StandIn-dialog h2 { margin: 0 0 0.5rem; font-size: 1.2rem; }
.StandIn-dialog p { margin: 0 0 1rem; }
.StandIn-dialog button { display: block; inline-size: 100%; min-block-size: 44px; margin: 0.5rem 0 0; padding: 0.5rem 1rem; font: inherit; cursor: pointer;
  color: #ffffff; background: #5851e0; border: 1px solid #5851e0; border-radius: 8px; }
.StandIn-dialog button.StandIn-quiet { color: #1a1f36; background: transparent; border-color: #6a7383; }
.StandIn-dialog button:focus-visible { outline: 3px solid #f08c00; outline-offset: 2px; }
.StandIn-dialog [role='alert'] { color: #c0123c; }
.StandIn-dialog [role='alert']:empty { display: none; }
`;

let sheet = null;

/**
 * Adds the style sheet to the page unless it is already there. It is a constructed style sheet, which does not
 * require `unsafe-inline` in the page's content security policy.
 */
export function addStyles() {
  if (sheet !== null) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Applies the theme and variables of `appearance` to a mounted element. */
export function dress(root, appearance) {
  const theme = THEMES[appearance?.theme] ?? THEMES.stripe;
  const variables = { ...SHARED, ...theme, ...appearance?.variables };
  for (const [name, value] of Object.entries(variables)) {
    if (typeof value === 'string' && /^[a-zA-Z]+$/.test(name)) root.style.setProperty(`--si-${name}`, value);
  }
  root.style.setProperty('color-scheme', appearance?.theme === 'night' ? 'dark' : 'light');
}
