// A bar above Swagger UI for the one-click sign-in as a demo account. api-docs.ts serves it where the demo is seeded:
// as a file, because the CSP forbids inline scripts, with a first line that defines `accounts`.
/* global accounts */
(() => {
  // A token lasts 15 minutes.
  const AGAIN_MS = 13 * 60_000;
  const style = document.createElement('style');
  style.textContent = `
    .demo-accounts { position: sticky; inset-block-start: 0; z-index: 10; display: flex; flex-wrap: wrap; gap: 8px;
      align-items: center; padding: 10px 20px; background: #1b1b2f; color: #fff; font: 14px/1.4 sans-serif; }
    .demo-accounts button { padding: 6px 10px; border: 1px solid #8f8fb8; border-radius: 4px; background: #2d2d4a;
      color: inherit; font: inherit; cursor: pointer; }
    .demo-accounts button[aria-pressed='true'] { background: #fff; color: #1b1b2f; }
    .demo-accounts [role='status'] { margin-inline-start: auto; }`;
  const bar = document.createElement('section');
  bar.className = 'demo-accounts';
  bar.setAttribute('aria-label', 'Sign in as a demo account');
  const said = document.createElement('span');
  said.setAttribute('role', 'status');
  said.textContent = 'Not signed in';
  let again;

  async function signIn(account) {
    const { user_name, password, name } = account;
    // Without cookies, so that a session of the admin in this browser is kept.
    const answer = await fetch('/api/auth/login', {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_name, password }),
    });
    const body = await answer.json();
    if (!answer.ok) {
      said.textContent = body.message;
      return;
    }
    if (!window.ui) {
      said.textContent = 'The page is still loading. Try again.';
      return;
    }
    window.ui.preauthorizeApiKey('bearer', body.token);
    window.ui.preauthorizeApiKey('EID', body.eid);
    window.ui.preauthorizeApiKey('OID', body.oid);
    said.textContent = `Signed in as ${name}`;
    for (const button of bar.querySelectorAll('button'))
      button.setAttribute('aria-pressed', String(button.dataset.userName === user_name));
    clearTimeout(again);
    again = setTimeout(renew, AGAIN_MS, account);
  }

  // A hidden page renews its session when it becomes visible again.
  function renew(account) {
    if (!document.hidden) return press(account);
    document.addEventListener('visibilitychange', () => press(account), { once: true });
  }

  function press(account) {
    signIn(account).catch(() => (said.textContent = 'The server did not answer. Try again.'));
  }

  bar.append('Try it out as');
  for (const account of accounts) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = `${account.name} (${account.role})`;
    button.title = account.shows;
    button.dataset.userName = account.user_name;
    button.setAttribute('aria-pressed', 'false');
    button.addEventListener('click', () => press(account));
    bar.append(button);
  }
  bar.append(said);
  document.head.append(style);
  document.body.prepend(bar);
})();
