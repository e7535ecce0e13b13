export interface LocalIdentity {
  name: string;
  email: string;
  /** Some providers send the text 'true'. */
  isVerified: boolean | 'true';
}

/** Identities for one-click sign-in. */
const DEMO_IDENTITIES: readonly LocalIdentity[] = [
  { name: 'Ada Nilsson', email: 'ada@people.marquee.test', isVerified: true },
  { name: 'Harbour Tea', email: 'hello@harbour-tea.marquee.test', isVerified: true },
  { name: 'Sam Unverified', email: 'sam@people.marquee.test', isVerified: false },
];

const STYLE = `:root{color-scheme:light dark;--line:light-dark(#e9e4dc,#36312b);--dim:light-dark(#5a524a,#c3bbb1);--accent:light-dark(#4733dc,#6756ea)}*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;margin:0;display:grid;place-items:center;min-height:100vh;background:light-dark(#faf8f5,#161311);color:light-dark(#1f1b17,#f0ece6)}
main{width:min(26rem,100% - 2rem);margin:1rem;padding:2rem;border-radius:16px;border:1px solid var(--line);background:light-dark(#fff,#201c18)}h1{font-size:1.4rem;margin:.5rem 0}h2{font-size:1rem;margin:1.5rem 0 .5rem}
p{margin:0 0 1rem;color:var(--dim)}.test{display:inline-block;margin:0;font-size:.8rem;padding:.1rem .6rem;border-radius:99px;background:light-dark(#ffe3b5,#5a4314);color:inherit}
button{font:inherit;font-weight:600;width:100%;min-height:44px;padding:.6rem 1rem;margin:.25rem 0;border-radius:10px;border:1px solid var(--line);background:none;color:inherit;cursor:pointer;text-align:left}
button span{display:block;font-weight:400;font-size:.85rem;color:var(--dim)}button.main{background:var(--accent);border-color:var(--accent);color:#fff;text-align:center}button.quiet{border:0;text-align:center;color:var(--dim)}
label{display:block;font-weight:600;font-size:.9rem;margin:.6rem 0 .2rem}input[type=text],input[type=email]{font:inherit;width:100%;min-height:44px;padding:.5rem .8rem;border-radius:10px;border:1px solid light-dark(#9f958a,#9e958a);background:none;color:inherit}
label.check{display:flex;gap:.6rem;align-items:center;font-weight:400}input[type=checkbox]{width:20px;height:20px}:focus-visible{outline:3px solid light-dark(#8b7ff3,#9f96f6);outline-offset:2px}`;

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const renderDemoForm = (
  action: string,
  { name, email, isVerified }: LocalIdentity,
) => `<form method="post" action="${action}">
<input type="hidden" name="name" value="${name}"><input type="hidden" name="email" value="${email}">${isVerified ? '<input type="hidden" name="verified" value="on">' : ''}
<button>${name}<span>${email}${isVerified ? '' : ' · not verified'}</span></button></form>`;

/** Returns the page on which the user chooses an identity. Its forms post to `action`. */
export function renderSignInPage(action: string): string {
  const to = escapeHtml(action);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign in · local OpenID provider</title><style>${STYLE}</style></head>
<body><main><p class="test">Local stand-in for an OpenID provider</p><h1>Who do you want to be?</h1><p>Nothing leaves this machine. The same email is the same person every time.</p>
${DEMO_IDENTITIES.map((person) => renderDemoForm(to, person)).join('\n')}
<h2>Or somebody else</h2>
<form method="post" action="${to}"><label for="name">Name</label><input type="text" id="name" name="name" autocomplete="off">
<label for="email">Email</label><input type="email" id="email" name="email" required autocomplete="off">
<label class="check"><input type="checkbox" name="verified" checked>The provider has verified this email</label>
<button class="main">Sign in</button></form>
<form method="post" action="${to}"><input type="hidden" name="cancel" value="1"><button class="quiet">Cancel</button></form>
</main></body></html>`;
}
