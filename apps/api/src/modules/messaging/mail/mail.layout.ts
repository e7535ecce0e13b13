/** Renders emails as HTML and text. All content is escaped. */
import { BRAND_COLORS, PRODUCT_NAME, PRODUCT_TAGLINE } from '@marquee/brand';
import { formatGreeting, type MailParts } from '../mail-texts/mail.words.ts';

/** A rendered email. The sender and the recipient are added when it is sent. */
export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  /** The URL for one-click unsubscribing (RFC 8058). */
  unsubscribe?: string;
  replyTo?: string;
}

/** Renders an email. `publicUrl` is put in front of paths. `greeting` is the name in the salutation, if known. */
export function renderMailParts(
  draft: MailParts,
  { publicUrl, greeting }: { publicUrl: string; greeting: string },
): RenderedMail {
  const parts = { ...draft, paragraphs: draft.paragraphs.map(removeDoublePeriod) };
  const button = parts.button && {
    label: parts.button.label,
    url: parts.button.to.startsWith('/') ? publicUrl + parts.button.to : parts.button.to,
  };
  return {
    // Removes line breaks, because they could add another mail header.
    subject: parts.subject.replace(/\s+/g, ' ').slice(0, 200),
    html: renderMailHtml(parts, button, publicUrl, formatGreeting(greeting)),
    text: renderMailText(parts, button, publicUrl, formatGreeting(greeting)),
    // Moves the token from the URL fragment to the query, because mail clients that unsubscribe with one click do
    // not send the fragment.
    ...(parts.unsubscribe !== undefined && { unsubscribe: parts.unsubscribe.replace('#', '?') }),
    ...(parts.replyTo !== undefined && { replyTo: parts.replyTo }),
  };
}

/** Removes the second period of a sentence that ends with a name such as 'Northwind Inc.'. */
const removeDoublePeriod = (paragraph: string) => paragraph.replaceAll(/(?<=\w)\.\.(?=\s|$)/g, '.');

const UNSUBSCRIBE_LABEL = 'Unsubscribe';

interface MailButton {
  label: string;
  url: string;
}

function renderMailText(parts: MailParts, button: MailButton | undefined, publicUrl: string, greeting: string): string {
  return [
    parts.title,
    greeting,
    ...parts.paragraphs,
    ...((parts.facts ?? []).length === 0
      ? []
      : [(parts.facts ?? []).map(([label, value]) => `${label}: ${value}`).join('\n')]),
    ...(button === undefined ? [] : [`${button.label}:\n${button.url}`]),
    ...(parts.after ?? []),
    `--\n${PRODUCT_NAME} · ${PRODUCT_TAGLINE} · ${publicUrl}\n${parts.why}${parts.unsubscribe === undefined ? '' : `\n${UNSUBSCRIBE_LABEL}: ${parts.unsubscribe}`}`,
  ].join('\n\n');
}

const escapeHtml = (value: string) =>
  value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
const escapeHtmlLines = (value: string) => escapeHtml(value).replaceAll(/\r\n|\r|\n/g, '<br>');

// Uses fixed colors, because mail clients do not reliably support CSS variables and style sheets.
const { iris, gray, dark } = BRAND_COLORS;
const FONT_STYLE = "font-family:Figtree,system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const DARK_MODE_CSS = `
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    @media (prefers-color-scheme: dark) {
      .page { background: ${dark[8]} !important; }
      .card { background: ${dark[7]} !important; border-color: ${dark[5]} !important; }
      .text { color: ${dark[0]} !important; }
      .dim { color: ${dark[1]} !important; }
      .rule { border-color: ${dark[5]} !important; }
      .button { background: ${iris[5]} !important; }
    }
    @media (max-width: 480px) { .card-cell { padding: 28px 20px !important; } }`;

/** Renders HTML with tables and inline styles, which all mail clients support. */
function renderMailHtml(parts: MailParts, button: MailButton | undefined, publicUrl: string, greeting: string): string {
  const paragraph = (value: string) =>
    `<p class="text" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:${gray[9]}">${escapeHtmlLines(value)}</p>`;
  const quiet = (value: string) =>
    `<p class="dim" style="margin:0 0 12px;font-size:14px;line-height:1.5;color:${gray[7]}">${escapeHtmlLines(value)}</p>`;
  const fact = ([label, value]: readonly [string, string]) => `
            <tr>
              <td class="dim rule" style="padding:10px 16px 10px 0;border-top:1px solid ${gray[2]};font-size:14px;color:${gray[7]};vertical-align:top">${escapeHtml(label)}</td>
              <td class="text rule" style="padding:10px 0;border-top:1px solid ${gray[2]};font-size:15px;font-weight:600;color:${gray[9]};text-align:right">${escapeHtmlLines(value)}</td>
            </tr>`;
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="supported-color-schemes" content="light dark">
  <title>${escapeHtml(parts.subject)}</title>
  <style>${DARK_MODE_CSS}
  </style>
</head>
<body class="page" style="margin:0;padding:0;background:${gray[0]};${FONT_STYLE}">
  <div style="display:none;max-height:0;overflow:hidden">${escapeHtml(parts.paragraphs[0] ?? '')}</div>
  <table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:${gray[0]}">
    <tr><td align="center" style="padding:32px 16px">
      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
        <tr><td style="padding:0 4px 20px">
          <table role="presentation" cellpadding="0" cellspacing="0"><tr>
            <td style="width:32px;height:32px;border-radius:9px;background:${iris[6]};color:#ffffff;font-size:18px;font-weight:700;text-align:center;line-height:32px" aria-hidden="true">M</td>
            <td class="text" style="padding-left:10px;font-size:18px;font-weight:700;color:${gray[9]}">${PRODUCT_NAME}</td>
          </tr></table>
        </td></tr>
        <tr><td class="card card-cell" style="padding:36px;background:#ffffff;border:1px solid ${gray[2]};border-radius:16px">
          <h1 class="text" style="margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:700;color:${gray[9]}">${escapeHtml(parts.title)}</h1>
          ${[greeting, ...parts.paragraphs].map(paragraph).join('\n          ')}
          ${(parts.facts ?? []).length === 0 ? '' : `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:4px 0 20px">${(parts.facts ?? []).map(fact).join('')}</table>`}
          ${
            button === undefined
              ? ''
              : `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td class="button" style="border-radius:10px;background:${iris[6]}">
            <a href="${escapeHtml(button.url)}" style="display:inline-block;padding:13px 24px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(button.label)}</a>
          </td></tr></table>`
          }
          ${(parts.after ?? []).map(quiet).join('\n          ')}
        </td></tr>
        <tr><td class="dim" style="padding:20px 4px 0;font-size:13px;line-height:1.5;color:${gray[7]}">
          ${escapeHtml(parts.why)}${parts.unsubscribe === undefined ? '' : ` <a href="${escapeHtml(parts.unsubscribe)}" class="dim" style="color:${gray[7]}">${UNSUBSCRIBE_LABEL}</a>`}<br>
          ${PRODUCT_NAME} · ${PRODUCT_TAGLINE} · <a href="${escapeHtml(publicUrl)}" class="dim" style="color:${gray[7]}">${escapeHtml(publicUrl.replace(/^https?:\/\//, ''))}</a>
        </td></tr>
      </table>
    </td></tr>
  </table>
</body>
</html>
`;
}
