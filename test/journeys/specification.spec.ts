import type { Page, Request } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { addCategory } from '../support/authoring-steps';
import { journey, openProduct, pendingRequestUrls, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { chooseRowAction, dialog, openMenu, press, openSignedInPage } from '../support/journey-steps';
import { waitForFrames, waitForPageLoaded } from '../support/screen-steps';

/** Colour of the loader overlay in the specification (§9): #403098. */
const OVERLAY = 'rgb(64, 48, 152)';
const FIVE_SECONDS = 5000;
const LINGER_MS = 500;

/** Sentences of the specification about the shell that no other journey covers (docs/specification.md). */
describe('the specification’s shell', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('sends Content-Type, Authorization, EID and OID with every request once there is a token', async () => {
    const page = await product.openPage();
    const requests: Request[] = [];
    page.on('request', (request) => void (isApiCall(request) && requests.push(request)));
    await page.goto('/auth/login');
    await page.getByLabel('User name or email').fill(DEMO_ACCOUNTS.admin.user_name);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_ACCOUNTS.admin.password);
    await press(page, 'Sign in');
    await page.waitForURL(/\/home$/);
    await waitForPageLoaded(page);
    await addCategory(page, 'HDR', 'Headers');
    for (const mode of ['Dark mode', 'Light mode']) {
      const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
      await press(page, mode);
      await kept;
    }
    await chooseRowAction(page, 'Headers', 'Delete');
    await page.getByRole('cell', { name: 'HDR', exact: true }).waitFor({ state: 'hidden' });
    // Logout sends a pending deletion first. Its toast covers the user menu.
    await page.getByRole('button', { name: /^Undo/ }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('Logout');
    await page.getByRole('option', { name: 'Logout' }).first().click();
    await page.waitForURL(/\/auth\/login$/);
    const requestHeaders = await Promise.all(
      requests.map(async (request) => ({ request, headers: await request.allHeaders() })),
    );
    const withoutHeaders = requestHeaders
      .filter(({ request }) => !/\/api\/auth\/(login|refresh)$/.test(request.url()))
      .flatMap(({ request, headers }) =>
        ['authorization', 'eid', 'oid', 'content-type']
          .filter((name) => !(name === 'content-type' ? /^application\/json\b/ : /./).test(headers[name] ?? ''))
          .map((name) => `${request.method()} ${new URL(request.url()).pathname}: ${name}`),
      );
    expect(withoutHeaders).toEqual([]);
    expect([...new Set(requests.map((request) => request.method()))].toSorted()).toEqual([
      'DELETE',
      'GET',
      'PATCH',
      'POST',
    ]);
    await signInAs(page, 'admin');
    await openMenu(page, 'Training Category');
    await waitForPageLoaded(page);
    expect(await page.getByRole('cell', { name: 'HDR', exact: true }).count()).toBe(0);
  });

  for (const lang of ['en', 'ar'])
    journey(`says toasts at the top right for five seconds, the newest on top (${lang})`, async () => {
      const page = await product.openPage({ lang });
      await page.clock.install();
      await signInAs(page, 'second');
      // The translation request fails: each choice shows an error toast.
      await page.route('**/assets/i18n/**', (route) => route.abort());
      await page.clock.pauseAt(Date.now() + 60_000);
      const toasts = page.locator('#toasts .ant-notification-notice-wrapper');
      const language = page.getByRole('banner').locator('select');
      const showToast = async (code: string, count: number) => {
        const failed = page.waitForEvent('requestfailed');
        await language.selectOption(code);
        await failed;
        // Small clock steps: toasts must not expire while the page is slow.
        await eventually(async () => {
          await page.clock.runFor(5);
          return toasts.count();
        }, count);
      };
      await showToast('it', 1);
      const first = await toasts.first().elementHandle();
      await page.clock.runFor(1000);
      await showToast('ru', 2);
      await page.clock.runFor(500);
      const boxes = await toasts.evaluateAll((all) =>
        all.map((one) => {
          const { top, right } = one.getBoundingClientRect();
          return { top, right: innerWidth - right };
        }),
      );
      for (const box of boxes) {
        expect(box.right).toBeGreaterThanOrEqual(0);
        expect(box.right).toBeLessThan(40);
        expect(box.top).toBeLessThan(400);
      }
      const topEdge = (toastElement: NonNullable<typeof first>) =>
        toastElement.evaluate((one) => one.getBoundingClientRect().top);
      const olderTop = await topEdge(first!);
      expect(Math.min(...boxes.map(({ top }) => top))).toBeLessThan(olderTop);
      // The older toast goes first; each five seconds after it appeared.
      await page.clock.runFor(FIVE_SECONDS - 1000);
      await eventually(() => toasts.count(), 1);
      await page.clock.runFor(1500);
      await eventually(async () => {
        await page.clock.runFor(50);
        return toasts.count();
      }, 0);
    });

  journey('fills the screen and gives it back by the button of the topbar', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await press(page, 'Fullscreen');
    await page.waitForFunction(() => document.fullscreenElement === document.documentElement);
    await press(page, 'Exit fullscreen');
    await page.waitForFunction(() => document.fullscreenElement === null);
    await page.getByRole('button', { name: 'Fullscreen', exact: true }).waitFor();
  });

  journey('offers the way back to the top after 100 px, not before', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await page.setViewportSize({ width: 1280, height: 300 });
    await waitForPageLoaded(page);
    const top = page.getByRole('button', { name: 'Back to top' });
    await page.evaluate(() => scrollTo(0, 100));
    await page.waitForFunction(() => scrollY === 100);
    await waitForFrames(page);
    expect(await top.count()).toBe(0);
    await page.evaluate(() => scrollTo(0, 101));
    await top.click();
    await page.waitForFunction(() => scrollY === 0);
    await top.waitFor({ state: 'hidden' });
  });

  journey('finds a screen by the search box of the topbar', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
    await page.getByRole('dialog').getByRole('combobox').fill('Skil Master');
    await page.getByRole('option', { name: 'Skil Master' }).first().click();
    await page.waitForURL(/\/skil-master$/);
  });

  journey('has the sections of the registration form in their order', async () => {
    const page = await product.openPage({ path: '/registration' });
    await eventually(
      () => page.locator('legend').allInnerTexts(),
      [
        'Select Subscription Package',
        'Basic Information',
        'Email Addresses',
        'Address Information',
        'Portal Information',
      ],
    );
    await page.getByRole('radio').first().waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await page.waitForURL(/\/auth\/login/);
  });

  journey('fetches its translations from assets/i18n, a file for each language', async () => {
    const page = await product.openPage({ path: '/auth/login' });
    for (const [code, file] of [
      ['es', 'first/es.json'],
      ['ru', 'first/ru.json'],
    ] as const) {
      const translationResponse = page.waitForResponse(`**/assets/i18n/${file}*`);
      await page.locator('select').selectOption(code);
      expect([(await translationResponse).status(), (await translationResponse).request().method()]).toEqual([
        200,
        'GET',
      ]);
    }
    const whole = page.waitForResponse('**/assets/i18n/ru.json*');
    await page.goto('/forgot');
    expect((await whole).status()).toBe(200);
  });

  journey('begins a page anew when its entry is followed again', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await openMenu(page, 'Skil Master');
    await waitForPageLoaded(page);
    await page.evaluate(() => document.querySelector('h1')!.setAttribute('data-before', ''));
    const reloadRequest = page.waitForRequest(/\/api\/skills\?/);
    await openMenu(page, 'Skil Master');
    await reloadRequest;
    await eventually(() => page.locator('h1[data-before]').count(), 0);
  });

  journey('shows that something is asked until 500 ms after the answer, and not a moment after a refusal', async () => {
    const page = await product.openPage();
    await page.clock.install();
    await signInAs(page, 'admin');
    await waitForPageLoaded(page);
    await page.clock.pauseAt(Date.now() + 60_000);
    const progressState = () => page.locator('.sg-progress').getAttribute('data-shown');
    for (const [entry, path, answer, lingerMs] of [
      ['Skil Master', '/api/skills', { status: 200, json: [] }, LINGER_MS],
      ['Training Category', '/api/training-categories', { status: 500, json: {} }, 0],
    ] as const) {
      let release!: () => void;
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route(`**${path}?*`, async (route) => {
        await released;
        await route.fulfill(answer);
      });
      await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: entry }).click();
      // All other requests of the page are answered.
      await eventually(async () => {
        await page.clock.runFor(20);
        return [await progressState(), pendingRequestUrls(page).map((url) => new URL(url).pathname)];
      }, ['true', [path]]);
      const answered = page.waitForResponse(`**${path}?*`);
      release();
      await (await answered).finished();
      if (lingerMs > 0) {
        await page.clock.runFor(lingerMs - 1);
        expect(await progressState()).toBe('true');
      }
      // The clock is paused and moves only by these steps; after a refusal it does not move.
      await eventually(async () => {
        if (lingerMs > 0) await page.clock.runFor(1);
        return progressState();
      }, 'false');
      await page.unroute(`**${path}?*`);
      await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Dashboard' }).click();
      await page.waitForURL(/\/home$/);
      await eventually(async () => {
        await page.clock.runFor(LINGER_MS);
        return progressState();
      }, 'false');
    }
  });

  journey('covers the window with the loader overlay until the workspace is there', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/workspace-*.js', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/home', { waitUntil: 'commit' });
    const overlay = page.locator('.sg-splash');
    await overlay.waitFor();
    const { background, whole } = await overlay.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return {
        background: getComputedStyle(element).backgroundColor,
        whole: left <= 0 && top <= 0 && width >= innerWidth && height >= innerHeight,
      };
    });
    expect([background, whole]).toEqual([OVERLAY, true]);
    release();
    await overlay.waitFor({ state: 'detached' });
  });

  journey('says the status text where an answer has no message', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await page.route('**/api/staff?*', (route) => route.fulfill({ status: 502, body: '<html>' }));
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Staff Master' }).click();
    await page.getByText('Bad Gateway').waitFor();
    // A warning about a temporary error says so in the reader's language.
    await page.route('**/api/staff?*', (route) => route.fulfill({ status: 503, body: '<html>' }));
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The service is not available at the moment. Please try again shortly.').waitFor();
    expect(await page.getByText('Service Unavailable').count()).toBe(0);
  });

  journey('has pages and layout as modules of routes, closed to whoever is not signed in', async () => {
    const page = await product.openPage({ path: '/pages/training?q=a' });
    await page.waitForURL((url) => url.pathname === '/auth/login' && url.searchParams.get('to') === '/training?q=a');
    await signInAs(page, 'admin');
    await page.waitForURL((url) => url.pathname + url.search === '/training?q=a');
    for (const [module, expectedPath] of [
      ['/layout', '/home'],
      ['/pages', '/home'],
      ['/layout/skil-master', '/skil-master'],
    ] as const) {
      await page.goto(module);
      await page.waitForURL((url) => url.pathname === expectedPath);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
  });

  journey('has an icon and a manifest of its own, whose icons are there', async () => {
    const page = await product.openPage({ path: '/auth/login' });
    const hrefOf = (rel: string) => page.locator(`link[rel="${rel}"]`).getAttribute('href');
    const answered = async (path: string) => {
      const answer = await page.request.get(path);
      return [answer.status(), answer.headers()['content-type']?.split(';')[0]];
    };
    expect(await answered((await hrefOf('icon'))!)).toEqual([200, 'image/svg+xml']);
    const manifest = (await hrefOf('manifest'))!;
    expect(await answered(manifest)).toEqual([200, 'application/manifest+json']);
    const { name, start_url, theme_color, icons } = (await (await page.request.get(manifest)).json()) as {
      name: string;
      start_url: string;
      theme_color: string;
      icons: { src: string; type: string }[];
    };
    expect([name, start_url, theme_color]).toEqual(['Skilgrid', '/home', '#403098']);
    for (const { src, type } of icons) expect(await answered(src)).toEqual([200, type]);
  });

  journey('keeps the chosen language in the cookie lang, and speaks English where none was chosen', async () => {
    const page = await product.openPage({ path: '/auth/login' });
    const kept = async () => (await page.context().cookies()).find(({ name }) => name === 'lang')?.value;
    await page.getByLabel('User name or email').waitFor();
    expect([await kept(), await page.locator('html').getAttribute('lang')]).toEqual([undefined, 'en']);
    await page.locator('select').selectOption('fr');
    await page.waitForFunction(() => document.documentElement.lang === 'fr');
    await eventually(kept, 'fr');
    await page.reload();
    await page.getByRole('button', { name: 'Se connecter' }).waitFor();
    // A language that cannot be loaded falls back to English.
    await page.route('**/assets/i18n/first/fr.json*', (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  journey('says in the header whose organisation and who it is, each of two by their own', async () => {
    for (const accountName of ['admin', 'second'] as const) {
      const page = await openSignedInPage(product, DEMO_ACCOUNTS[accountName]);
      const [id, name] = await page.evaluate(() => [localStorage.Customer_Id, localStorage.Customer_Name]);
      const header = page.getByRole('banner');
      for (const words of [id, name, DEMO_ACCOUNTS[accountName].name, 'Admin'])
        await eventually(() => header.innerText(), expect.stringContaining(String(words)));
      expect(await page.evaluate(() => ({ ...JSON.parse(sessionStorage.currentUser) }))).toMatchObject({
        token: await page.evaluate(() => localStorage.Auth_Token),
        role: 0,
        first_name: DEMO_ACCOUNTS[accountName].name.split(' ')[0],
      });
      await page.context().close();
    }
  });

  journey('widens and narrows a middle-sized sidebar to the middle size', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    // Waits for the stored size of the account, which would replace the choice.
    await waitForPageLoaded(page);
    await page.evaluate(() => localStorage.setItem('layout', '{"data-sidebar-size":"md"}'));
    await page.reload();
    const size = () => page.locator('html').getAttribute('data-sidebar-size');
    await eventually(size, 'md');
    await press(page, 'Collapse menu');
    await eventually(size, 'sm');
    await press(page, 'Expand menu');
    await eventually(size, 'md');
  });

  journey('begins with the specification’s defaults on the root element', async () => {
    // This account has no stored choice.
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.second);
    await waitForPageLoaded(page);
    await eventually(
      () => page.evaluate(() => ({ ...document.documentElement.dataset })),
      expect.objectContaining({
        layout: 'vertical',
        layoutMode: 'light',
        layoutWidth: 'fluid',
        layoutPosition: 'fixed',
        topbar: 'light',
        sidebar: 'dark',
        sidebarSize: 'lg',
        layoutStyle: 'default',
        sidebarImage: 'none',
        sidebarVisibility: 'show',
        preloader: 'disable',
      }),
    );
  });

  journey('makes twocolumn vertical at 767 px, and twocolumn again above', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await waitForPageLoaded(page);
    await page.evaluate(() => localStorage.setItem('layout', '{"data-layout":"twocolumn"}'));
    await page.reload();
    const layout = () => page.locator('html').getAttribute('data-layout');
    await eventually(layout, 'twocolumn');
    await page.setViewportSize({ width: 767, height: 800 });
    await eventually(layout, 'vertical');
    await page.setViewportSize({ width: 768, height: 800 });
    await eventually(layout, 'twocolumn');
  });

  journey('is shown in no part to whoever is signed out, the last page of a session neither', async () => {
    const page = await product.openPage();
    const requestedFiles: string[] = [];
    page.on('request', (request) => void (isApiCall(request) && requestedFiles.push(request.url())));
    for (const path of ['/', '/home', '/settings', '/update-password', '/customer-list']) {
      await page.goto(path);
      await page.waitForURL(/\/auth\/login/);
      await page.getByLabel('User name or email').waitFor();
      await eventually(() => page.getByRole('navigation').count(), 0);
    }
    expect(requestedFiles).toEqual([]);
    expect(await dialog(page, 'Your Session has Expired!').count()).toBe(0);
  });
});

const isApiCall = (request: Request): boolean => new URL(request.url()).pathname.startsWith('/api/');

async function signInAs(page: Page, accountName: keyof typeof DEMO_ACCOUNTS): Promise<void> {
  if (!page.url().includes('/auth/login')) await page.goto('/auth/login');
  await page.locator('#user_name').fill(DEMO_ACCOUNTS[accountName].user_name);
  await page.locator('#password').fill(DEMO_ACCOUNTS[accountName].password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
  await page.getByRole('banner').waitFor();
}
