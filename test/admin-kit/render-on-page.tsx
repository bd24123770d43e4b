import { join } from 'node:path';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter, useLocation } from 'react-router';
import { gatherTexts, nest } from '../../scripts/collect-texts.mjs';
import { http } from '../../admin/src/api/http';
import { KitProvider } from '../../admin/src/crud/kit-context';

/** Answers of the server by path: of what a component reads, and no more. */
export type Answers = Readonly<Record<string, unknown>>;

/** Draws a component as on a page of the admin, with its English texts. @returns testing-library's result and the address */
export async function renderOnPage(component: ReactNode, { at = '/', answers = {} as Answers } = {}) {
  const { texts } = gatherTexts(join(__dirname, '../../admin/src/locales'));
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { translation: nest(texts.en!) } },
    interpolation: { escapeValue: false },
  });
  http.defaults.adapter = async (config) => {
    const path = config.url!.split('?')[0]!;
    if (!(path in answers)) throw new Error(`${config.method} ${config.url} has no answer`);
    return { data: answers[path], status: 200, statusText: 'OK', headers: {}, config };
  };
  let address = at;
  function Address() {
    const { pathname, search } = useLocation();
    address = pathname + search;
    return null;
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const result = render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <KitProvider modules={[]}>{component}</KitProvider>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { ...result, client, address: () => address };
}
